//! Hyperspace Chess: pieces away count less the longer they stay, and where they come back is a guess.

pub(crate) mod away;
mod belief;
mod blind;

use std::ops::ControlFlow;

use manifold_rules::board::{Bitboard, Color, Role, Square, same_colored};
use manifold_rules::hyperspace::{
    Action, Choices, Delay, Hyperspace, Knowledge, PublicAction, Stays,
};
use manifold_rules::position::{Bounded, Bounds, Position};

use crate::{Playable, Random, Scope, chess, evaluation, moves};
pub use belief::{Beliefs, Model};

/// What a departure is worth beyond what the search says of it.
const SURPRISE: i32 = 15;
/// Delays that are thought about, mostly short ones, for who is away does nothing; and to how many squares
/// each.
const DELAYS: [(u8, usize); 3] = [(1, 8), (2, 4), (3, 2)];

impl Playable for Hyperspace {
    type Knowledge = Knowledge;
    type Memory = Beliefs;

    const MARGIN: i32 = 80;
    const QUIET_NODES: u64 = 2_000;

    fn knowledge(&self, seat: Color) -> Knowledge {
        Knowledge::of(self, seat)
    }

    fn shows_its_key_to(&self, seat: Color) -> bool {
        self.absent(seat.other()).next().is_none()
    }

    fn remember(
        start: &Knowledge,
        seen: impl Iterator<Item = (PublicAction, Knowledge)>,
    ) -> Beliefs {
        Beliefs::of(start, seen, &Model::FITTED)
    }

    fn worlds(
        knowledge: &Knowledge,
        beliefs: &Beliefs,
        random: &mut Random,
        most: usize,
    ) -> Vec<Hyperspace> {
        if knowledge.absent().is_empty() {
            return knowledge.complete(&[]).into_iter().collect();
        }
        let guesses = beliefs.draw(random, most.max(1));
        guesses
            .iter()
            .filter_map(|guesses| knowledge.complete(guesses))
            .collect()
    }

    fn open_turns(knowledge: &Knowledge) -> Option<u32> {
        // Who returns with the opponent's next turn is what can answer a check that is given now.
        let soonest = knowledge.absent().iter().map(|absent| absent.count_down);
        soonest
            .min()
            .map(|turns| u32::from(turns).saturating_sub(1))
    }

    fn possible(
        knowledge: &Knowledge,
        beliefs: &Beliefs,
        turns: u32,
        most: usize,
    ) -> Vec<(Hyperspace, u64)> {
        let guesses = beliefs.possible(turns, most);
        guesses
            .iter()
            .filter_map(|(guess, weight)| Some((knowledge.complete(guess)?, *weight)))
            .collect()
    }

    fn all_actions(&self, turns: u32) -> Vec<Action> {
        // Each piece away can forbid one delay, so one that is too long to matter is always listed.
        let away = self.absent(self.turn()).count() as u32;
        let matters = turns.saturating_sub(2);
        let bounds = Bounds {
            max_delay: (matters + away + 1).min(99) as u8,
        };
        let mut all = Vec::new();
        let mut gone = Vec::new();
        let _ = self.for_each_legal_within(bounds, |action| {
            if let Action::PhaseOut { from, delay, .. } = action
                && u32::from(delay.turns()) > matters
            {
                let same = (from, action.choices());
                if gone.contains(&same) {
                    return ControlFlow::<()>::Continue(());
                }
                gone.push(same);
            }
            all.push(action);
            ControlFlow::Continue(())
        });
        if all.is_empty() {
            all = self.legal_actions();
        }
        all
    }

    fn evaluate(&self) -> i32 {
        evaluation::score(self, self.turn())
    }

    fn gain(&self, action: Action) -> i32 {
        match action {
            Action::Move { standard, .. } => chess::gain(self.board(), self.turn(), standard),
            _ => 0,
        }
    }

    fn risk(&self, action: Action) -> i32 {
        match action {
            Action::Move { standard, .. } => {
                chess::risk(self.board(), self.turn(), standard.from, standard.to)
            }
            _ => 0,
        }
    }

    fn exchange(&self, action: Action) -> i32 {
        match action {
            Action::Move { standard, .. } => {
                moves::exchange(self.board(), self.turn(), standard, Bitboard::FULL)
            }
            _ => 0,
        }
    }

    fn kind(&self, action: Action) -> usize {
        match action {
            Action::Move { standard, .. } => moves::kind(self.board(), standard),
            Action::PhaseOut { from, .. } => 384 + from.to_usize(),
            _ => 448,
        }
    }

    fn promise(&self, action: Action) -> i32 {
        let sacrifice = if action.choices().is_empty() { 0 } else { 100 };
        match action {
            Action::Move { standard, .. } => {
                chess::promise(self.board(), self.turn(), standard.from, standard.to) - sacrifice
            }
            _ => -20 - sacrifice,
        }
    }

    fn slot(action: Action) -> usize {
        match action {
            Action::Move { standard, .. } => chess::slot(standard.from, standard.to),
            Action::PhaseOut { from, delay, .. } => {
                4096 + from.to_usize() * 8 + usize::from(delay.turns().min(8)) - 1
            }
            _ => Self::SLOTS - 1,
        }
    }

    fn candidates(&self, scope: Scope, out: &mut Vec<Action>) {
        let _ = self.for_each_legal_within(Bounds { max_delay: 0 }, |action| {
            if scope != Scope::Noisy || self.gain(action) > 0 {
                out.push(action);
            }
            ControlFlow::<()>::Continue(())
        });
        match scope {
            Scope::Noisy => return,
            Scope::Root(bounds) => {
                let delays = DELAYS.iter().copied();
                phase_outs(
                    self,
                    delays.filter(|(delay, _)| *delay <= bounds.max_delay),
                    out,
                );
            }
            Scope::Inner { depth, bounds, .. } => {
                blind::forget_secrets(self, out);
                if depth >= 3 && bounds.max_delay > 0 && !self.is_check() {
                    phase_outs(self, [(1, 1)], out);
                }
            }
        }
        if out.is_empty() {
            // Long delays may be all that is left.
            let _ = self.for_each_legal(|action| {
                out.push(action);
                if out.len() < 256 {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            });
        }
    }

    fn width(depth: i32, at_root: bool) -> usize {
        match depth {
            ..=2 if at_root => usize::MAX,
            _ if at_root => 60,
            ..=1 => 14,
            2 => 22,
            3 => 34,
            _ => usize::MAX,
        }
    }

    fn after_nothing(&self) -> Option<Hyperspace> {
        let own = self.board().by_color(self.turn());
        let men = self.board().by_role(Role::Pawn) | self.board().by_role(Role::King);
        if (own & !men).is_empty() {
            return None;
        }
        self.after_pass()
    }

    fn surprise(action: Action) -> i32 {
        match action {
            Action::PhaseOut { .. } => SURPRISE,
            _ => 0,
        }
    }

    fn public_slot(action: Action) -> Option<usize> {
        matches!(action, Action::PhaseOut { .. })
            .then(|| Self::slot(action) * 8 + action.choices().iter().count())
    }
}

/// Adds phase-outs of every piece that can leave: for each of these delays, so many of the squares that
/// it would like best.
fn phase_outs(
    position: &Hyperspace,
    delays: impl IntoIterator<Item = (u8, usize)> + Clone,
    out: &mut Vec<Action>,
) {
    const ANSWERS: [Choices; 3] = [
        Choices::NONE,
        Choices::one(Stays::Returning),
        Choices::one(Stays::Occupant),
    ];
    let us = position.turn();
    let board = position.board();
    let kept = board.by_role(Role::Pawn) | board.by_role(Role::King);
    let most = delays.clone().into_iter().map(|(_, squares)| squares).max();
    for from in board.by_color(us) & !kept {
        let Some(role) = board.role_at(from) else {
            continue;
        };
        let mut best: Vec<(i32, Square)> = Vec::new();
        for (turns, squares) in delays.clone() {
            let Some(delay) = Delay::new(turns) else {
                continue;
            };
            for choices in ANSWERS {
                let home = Action::phase_out(from, delay, from).with_choices(choices);
                if !position.is_legal(home) {
                    continue;
                }
                if best.is_empty() {
                    let among = if role == Role::Bishop {
                        same_colored(from)
                    } else {
                        Bitboard::FULL
                    };
                    best = away::tastes(board, role.of(us), from, among, 2, most.unwrap_or(0));
                }
                out.extend(best.iter().take(squares).map(|(_, square)| {
                    Action::phase_out(from, delay, *square).with_choices(choices)
                }));
            }
        }
    }
}
