//! The terms of Time Traveler's Chess: chess for the men that can move, and what is owed to the past.

use std::cell::Cell;
use std::thread::LocalKey;

use manifold_rules::board::{Bitboard, Color, Role, Square, attacks};
use manifold_rules::position::Position;
use manifold_rules::time_traveler::TimeTraveler;

use crate::eval::tally::{Evaluated, Tally};
use crate::eval::terms::{Block, Labels, block, length, names, start};
use crate::eval::weights::{Weight, read_at_compile_time};
use crate::eval::{chess, hand_tuned};

const ROLES: Labels = Labels::Words(&["pawn", "knight", "bishop", "rook", "queen", "king"]);
/// Whether the opponent moves next, or only after the owner.
const WHEN: Labels = Labels::Words(&["now", "later"]);
/// Meetings at least this many moves away count alike. A meeting for which no man of the role is available, such as a
/// pawn's that needs a capture, counts as one more.
const FAR: usize = 4;
/// Number of values of [`way_to_meeting`].
pub(super) const WAYS: usize = FAR + 2;

const BLOCKS: &[Block] = &[
    block("free-to-travel", ROLES),
    block("traveling", ROLES),
    block("meeting", Labels::Numbers(WAYS)),
    block("traveling-attacked", WHEN),
    block("needed", Labels::One),
    block("needed-attacked", WHEN),
    block("unresolved", Labels::One),
    block(
        "kingless",
        Labels::Words(&["one-left", "two-left", "more-left"]),
    ),
    block("kingless-unresolved", Labels::One),
    block("king-hunted", WHEN),
];
const TERMS: usize = chess::TERMS + length(BLOCKS);
const FREE: usize = chess::TERMS + start(BLOCKS, "free-to-travel");
const TRAVELING: usize = chess::TERMS + start(BLOCKS, "traveling");
const MEETING: usize = chess::TERMS + start(BLOCKS, "meeting");
const TRAVELING_ATTACKED: usize = chess::TERMS + start(BLOCKS, "traveling-attacked");
const NEEDED: usize = chess::TERMS + start(BLOCKS, "needed");
const NEEDED_ATTACKED: usize = chess::TERMS + start(BLOCKS, "needed-attacked");
const UNRESOLVED: usize = chess::TERMS + start(BLOCKS, "unresolved");
const KINGLESS: usize = chess::TERMS + start(BLOCKS, "kingless");
const KINGLESS_UNRESOLVED: usize = chess::TERMS + start(BLOCKS, "kingless-unresolved");
const KING_HUNTED: usize = chess::TERMS + start(BLOCKS, "king-hunted");

static SHIPPED: [Weight; TERMS] = read_at_compile_time(include_str!("weights.txt"));
thread_local! {
    static WEIGHTS: Cell<&'static [Weight]> = const { Cell::new(&SHIPPED) };
}

impl Evaluated for TimeTraveler {
    const FULL_PHASE: i32 = 24;

    fn term_names() -> Vec<String> {
        [names(chess::BLOCKS), names(BLOCKS)].concat()
    }

    fn hand_tuned() -> Vec<Weight> {
        let mut all = hand_tuned::of_chess();
        all.extend(
            [
                // Free to travel.
                (4, 0),
                (10, 5),
                (10, 5),
                (10, 5),
                (20, 10),
                (10, 5),
                // Traveling: the man that will vanish with it, and a target whose loss loses the game.
                (-220, -230),
                (-440, -430),
                (-450, -445),
                (-590, -620),
                (-1000, -1000),
                (-230, -210),
                // The distance to the meeting.
                (-6, -6),
                (-22, -22),
                (-32, -32),
                (-42, -42),
                (-60, -60),
                (-140, -140),
                // Attacked.
                (-300, -300),
                (-70, -70),
                // Needed for the grammar.
                (-10, -10),
                (-300, -300),
                (-70, -70),
                (-20, -20),
                // Without a king.
                (-600, -600),
                (-450, -450),
                (-400, -400),
                (-50, -50),
                (-150, -150),
                (-50, -50),
            ]
            .map(|(middle, end)| Weight::new(middle, end)),
        );
        all
    }

    fn weights() -> &'static LocalKey<Cell<&'static [Weight]>> {
        &WEIGHTS
    }

    #[inline]
    fn tally<T: Tally>(&self, tally: &mut T) {
        let board = self.plain_board();
        let movable = self.movable(Color::White) | self.movable(Color::Black);
        chess::tally(board, movable, tally);
        tally.count(chess::TEMPO, self.turn().fold_wb(1, -1));
        for color in Color::ALL {
            let sign = color.fold_wb(1, -1);
            let enemy = color.other();
            let when = usize::from(self.turn() == color);
            let is_attacked = |square| is_attacked(self, square, enemy);
            let free = self.free_to_support(color);
            for role in Role::ALL {
                let count = (free & board.by_role(role)).count() as i32;
                if count > 0 {
                    tally.count(FREE + role as usize - 1, sign * count);
                }
            }
            let traveling = self.traveling(color);
            for square in traveling {
                let Some(role) = board.role_at(square) else {
                    continue;
                };
                tally.count(TRAVELING + role as usize - 1, sign);
                tally.count(MEETING + way_to_meeting(self, color, role, square), sign);
                if is_attacked(square) {
                    tally.count(TRAVELING_ATTACKED + when, sign);
                }
            }
            if traveling.any() {
                tally.count(UNRESOLVED, sign);
                for square in self.indispensable(color) {
                    tally.count(NEEDED, sign);
                    if is_attacked(square) {
                        tally.count(NEEDED_ATTACKED + when, sign);
                    }
                }
            }
            let theirs = self.traveling(enemy).count();
            if !self.has_king(color) {
                // The opponent wins by meeting all its traveling men.
                tally.count(KINGLESS + theirs.clamp(1, 3) - 1, sign);
                if traveling.any() {
                    tally.count(KINGLESS_UNRESOLVED, sign);
                }
            } else if theirs > 0
                && let Some(king) = self.critical_king(color)
                && is_attacked(king)
            {
                tally.count(KING_HUNTED + when, sign);
            }
        }
    }
}

/// Whether a man of `by` that can move attacks `square`.
#[inline]
pub(super) fn is_attacked(position: &TimeTraveler, square: Square, by: Color) -> bool {
    let board = position.plain_board();
    let attackers = board.attackers(square, by, board.occupied());
    attackers.intersects(position.movable(by))
}

/// The men whose capture would make the position of `color` incorrect: its traveling men, and the men that these depend on.
#[inline]
pub(super) fn prey(position: &TimeTraveler, color: Color) -> Bitboard {
    position.traveling(color) | position.indispensable(color)
}

/// How far the traveling man on `square` is from its meeting: 0 where an annihilation is possible now, then the approximate number of
/// moves up to [`FAR`], and one more where no man of its role is left for it.
#[inline]
pub(super) fn way_to_meeting(
    position: &TimeTraveler,
    color: Color,
    role: Role,
    square: Square,
) -> usize {
    match meeting_distance(position, color, role, square) {
        Some(_) if position.annihilators(square).any() => 0,
        Some(moves) => (moves as usize).clamp(1, FAR),
        None => FAR + 1,
    }
}

/// The approximate number of moves on an empty board from the nearest untraveled man of that role.
pub(super) fn meeting_distance(
    position: &TimeTraveler,
    color: Color,
    role: Role,
    square: Square,
) -> Option<i32> {
    let kin = position.untraveled(color) & position.plain_board().by_role(role);
    kin.into_iter()
        .filter(|from| role != Role::Pawn || from.file() == square.file())
        .map(|from| moves_apart(role, from, square))
        .min()
}

/// The approximate number of moves from one square to another on an empty board.
fn moves_apart(role: Role, from: Square, to: Square) -> i32 {
    let distance = from.distance(to) as i32;
    match role {
        Role::Knight => 1 + distance / 2,
        Role::Rook => 1 + i32::from(from.file() != to.file() && from.rank() != to.rank()),
        Role::Bishop | Role::Queen => {
            let reached = attacks::attacks(from, role.of(Color::White), Bitboard::EMPTY);
            if reached.contains(to) { 1 } else { 2 }
        }
        Role::Pawn | Role::King => distance,
    }
}
