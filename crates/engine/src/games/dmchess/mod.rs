//! DMChess: eight boards, several kings, and too many moves to look at all of them.
//!
//! What each board attacks, there and through the portals, is kept from one position to the next and
//! worked out again only for boards that a move has touched. From it follow the evaluation, what hangs
//! where, and which moves are listed at all.

mod finish;
mod kings;
mod lookout;
mod moves;
mod reach;
mod worth;

use std::ops::ControlFlow;

use manifold_rules::board::Color;
use manifold_rules::dmchess::{Action, DmChess};
use manifold_rules::outcome::Outcome;
use manifold_rules::position::{Bounded, Bounds, Position};

use crate::{Playable, Random, Scent, Scope};
use lookout::look;
pub(crate) use worth::{king_worth, tally};

/// What one player knows of a game of DMChess.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sight {
    /// The kings are being placed, each player's in secret; this player is asked.
    Placing(Color),
    /// Everything, or that the other player is placing kings.
    Board(Box<DmChess>),
    /// Nothing, until the other player has placed the kings.
    Waiting,
}

impl Playable for DmChess {
    type Knowledge = Sight;
    type Memory = ();

    const MARGIN: i32 = 110;
    const QUIET_NODES: u64 = 60;
    const CLOCK_NODES: u64 = 1;
    const PACE: u64 = 200;

    fn knowledge(&self, seat: Color) -> Sight {
        match self.placer() {
            Some(color) if color == seat => Sight::Placing(seat),
            Some(_) => Sight::Waiting,
            None => Sight::Board(Box::new(*self)),
        }
    }

    fn worlds(knowledge: &Sight, _memory: &(), _random: &mut Random, _most: usize) -> Vec<DmChess> {
        match knowledge {
            Sight::Board(position) => vec![**position],
            Sight::Placing(_) | Sight::Waiting => Vec::new(),
        }
    }

    fn unlisted_action(knowledge: &Sight, random: &mut Random) -> Option<Action> {
        match knowledge {
            Sight::Placing(color) => kings::place(*color, random),
            Sight::Board(_) | Sight::Waiting => None,
        }
    }

    fn evaluate(&self) -> i32 {
        look(self, |lookout| worth::evaluate(self, lookout))
    }

    fn gain(&self, action: Action) -> i32 {
        match action {
            Action::Move(m) => moves::gain(self, m),
            Action::PlaceKings(_) => 0,
        }
    }

    fn risk(&self, action: Action) -> i32 {
        match action {
            Action::Move(m) => look(self, |lookout| moves::risk(self, lookout, m)),
            Action::PlaceKings(_) => 0,
        }
    }

    fn kind(&self, action: Action) -> usize {
        match action {
            Action::Move(m) => (m.role as usize - 1) * 64 + m.to.square.to_usize(),
            Action::PlaceKings(_) => 448,
        }
    }

    fn promise(&self, action: Action) -> i32 {
        match action {
            Action::Move(m) => look(self, |lookout| moves::promise(self, lookout, m)),
            Action::PlaceKings(_) => 0,
        }
    }

    fn slot(action: Action) -> usize {
        match action {
            Action::Move(m) => (m.role as usize - 1) * 512 + m.to.index(),
            Action::PlaceKings(_) => Self::SLOTS - 1,
        }
    }

    fn candidates(&self, scope: Scope, out: &mut Vec<Action>) {
        match scope {
            Scope::Root(bounds) => {
                let _ = self.for_each_legal_within(bounds, |action| {
                    out.push(action);
                    ControlFlow::<()>::Continue(())
                });
            }
            Scope::Inner { depth, .. } => {
                if self.is_forced() {
                    return look(self, |lookout| moves::answers(self, lookout, out));
                }
                look(self, |lookout| moves::inner(self, lookout, depth, out));
                if out.is_empty() {
                    self.candidates(Scope::Root(Bounds::NONE), out);
                }
            }
            Scope::Noisy => look(self, |lookout| moves::noisy(self, lookout, out)),
        }
    }

    fn width(depth: i32, at_root: bool) -> usize {
        let depth = depth.unsigned_abs() as usize;
        match (at_root, depth) {
            (true, 1) => 120,
            (true, _) => 24 + 12 * depth,
            (false, ..=1) => 6,
            (false, 2) => 10,
            (false, _) => 8 + 2 * depth,
        }
    }

    fn after_nothing(&self) -> Option<DmChess> {
        self.after_pass()
    }

    /// No safe king is left, or the opponent is about to win by dominance.
    fn is_forced(&self) -> bool {
        let dominated = self
            .dominant()
            .is_some_and(|(player, _)| player != self.turn());
        dominated || !self.mover_has_a_safe_king()
    }

    fn is_sharp(&self) -> bool {
        self.dominant().is_some()
    }

    fn pursuit(&self) -> Scent {
        finish::scent(self)
    }

    fn may_be_lost_in(&self, turns: u32) -> bool {
        finish::may_be_lost_in(self, turns as usize)
    }

    fn winning_action(&self) -> Option<Action> {
        finish::winning_move(self)
    }

    fn defences(&self, out: &mut Vec<Action>) {
        if self
            .dominant()
            .is_some_and(|(player, _)| player != self.turn())
        {
            return finish::answers_to_dominance(self, out);
        }
        self.candidates(Scope::Root(Bounds::NONE), out);
    }

    fn won_at_once(&self) -> Option<Outcome> {
        self.won_by_dominance()
    }

    fn may_be_over(&self) -> bool {
        self.won_by_dominance().is_some() || !self.mover_has_a_safe_king()
    }
}
