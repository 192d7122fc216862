//! Hyperspace Chess: pieces away count less the longer they stay, and where they come back is a guess.

use std::ops::ControlFlow;

use manifold_rules::board::{Bitboard, Board, Color, Piece, Role, Square, attacks};
use manifold_rules::game::{Game, Listing};
use manifold_rules::hyperspace::{Absent, Action, Choices, Delay, Hyperspace, Knowledge, Stays};

use crate::{Playable, Random, Scope, chess, evaluation, moves};

/// Delays that are thought about: short ones mostly, for who is away does nothing.
const DELAYS: [u8; 4] = [1, 2, 3, 5];
/// Squares of return that are thought about for each departure.
const SQUARES: usize = 4;

impl Playable for Hyperspace {
    type Knowledge = Knowledge;

    const MARGIN: i32 = 80;
    const QUIET_NODES: u64 = 2_000;

    fn knowledge(&self, seat: Color) -> Knowledge {
        Knowledge::of(self, seat)
    }

    fn shows_its_key_to(&self, seat: Color) -> bool {
        self.absent(seat.other()).next().is_none()
    }

    fn worlds(knowledge: &Knowledge, random: &mut Random, most: usize) -> Vec<Hyperspace> {
        if knowledge.absent().is_empty() {
            return knowledge.complete(&[]).into_iter().collect();
        }
        let weights: Vec<[u64; 64]> = knowledge
            .absent()
            .iter()
            .map(|absent| plausible(knowledge, *absent))
            .collect();
        (0..most.max(1))
            .filter_map(|_| {
                let guesses: Option<Vec<Square>> = weights
                    .iter()
                    .map(|weights| random.weighted(weights).map(|i| Square::new(i as u32)))
                    .collect();
                knowledge.complete(&guesses?)
            })
            .collect()
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
        let _ = self.for_each_legal(Listing { max_delay: 0 }, |action| {
            if scope != Scope::Noisy || self.gain(action) > 0 {
                out.push(action);
            }
            ControlFlow::<()>::Continue(())
        });
        match scope {
            Scope::Noisy => return,
            Scope::Root(listing) => {
                let delays = DELAYS.iter().filter(|delay| **delay <= listing.max_delay);
                phase_outs(self, delays, SQUARES, out);
            }
            Scope::Inner { depth, listing, .. } => {
                if depth >= 3 && listing.max_delay > 0 && !self.is_check() {
                    phase_outs(self, &DELAYS[..1], 1, out);
                }
            }
        }
        if out.is_empty() {
            // Long delays may be all that is left.
            let _ = self.for_each_legal(Listing::ALL, |action| {
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
            _ if at_root => usize::MAX,
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

    fn public_slot(action: Action) -> Option<usize> {
        matches!(action, Action::PhaseOut { .. })
            .then(|| Self::slot(action) * 8 + action.choices().iter().count())
    }
}

/// How likely the opponent's piece comes back on each square: where it is safe, central and useful, and
/// a little anywhere.
fn plausible(knowledge: &Knowledge, absent: Absent) -> [u64; 64] {
    let mut weights = [0; 64];
    let owner = knowledge.seat().other();
    for square in absent.squares() {
        let taste = taste(knowledge.board(), absent.role.of(owner), square);
        weights[square.to_usize()] = 2 + (taste + 40).clamp(0, 160) as u64 / 2;
    }
    weights
}

/// How much a piece would like to stand on a square: a rough guess.
fn taste(board: &Board, piece: Piece, square: Square) -> i32 {
    let us = piece.color;
    match board.color_at(square) {
        Some(color) if color == us => return -400,
        Some(_) => return -120,
        None => {}
    }
    let occupied = board.occupied();
    let (middle, _) = chess::standing(us, piece.role, square);
    let worth = chess::worth(piece.role);
    let mut taste = middle - chess::material(piece.role).0 + 4 * chess::centre(square);
    let reach = attacks::attacks(square, piece, occupied);
    let theirs = board.by_color(us.other());
    for target in reach & theirs {
        let prize = board.role_at(target).map_or(0, chess::worth);
        taste += if prize > worth { 40 } else { prize / 30 };
    }
    if let Some(king) = board.king_of(us.other()) {
        taste += (reach & attacks::king_attacks(king)).count() as i32 * 8;
    }
    let attackers = board.attackers(square, us.other(), occupied);
    if attackers.intersects(board.by_role(Role::Pawn)) {
        taste -= worth / 4;
    } else if attackers.any() {
        taste -= worth / 10;
    }
    taste
}

/// Adds phase-outs of every piece that can leave: the given delays, and the squares that it would like
/// best.
fn phase_outs<'d>(
    position: &Hyperspace,
    delays: impl IntoIterator<Item = &'d u8> + Clone,
    squares: usize,
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
    for from in board.by_color(us) & !kept {
        let Some(role) = board.role_at(from) else {
            continue;
        };
        let mut best: Vec<(i32, Square)> = Vec::new();
        for delay in delays
            .clone()
            .into_iter()
            .filter_map(|turns| Delay::new(*turns))
        {
            for choices in ANSWERS {
                let home = Action::phase_out(from, delay, from).with_choices(choices);
                if !position.is_legal(home) {
                    continue;
                }
                if best.is_empty() {
                    best = tastes(position, role.of(us), from, squares);
                }
                out.extend(best.iter().map(|(_, square)| {
                    Action::phase_out(from, delay, *square).with_choices(choices)
                }));
            }
        }
    }
}

/// The squares that a piece would like best to come back to.
fn tastes(position: &Hyperspace, piece: Piece, from: Square, most: usize) -> Vec<(i32, Square)> {
    let mut board = *position.board();
    board.clear(from);
    let mut all: Vec<(i32, Square)> = Square::ALL
        .into_iter()
        .filter(|square| position.may_return(from, *square))
        .map(|square| (taste(&board, piece, square), square))
        .collect();
    all.sort_by_key(|(taste, square)| (std::cmp::Reverse(*taste), *square));
    all.truncate(most);
    all
}
