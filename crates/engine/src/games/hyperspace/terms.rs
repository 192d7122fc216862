//! The terms of pieces in hyperspace, besides their value by [`absent`](super::absent).

use manifold_rules::board::{Bitboard, Board, Color, Role, Square, attacks};
use manifold_rules::hyperspace::Absent;

use super::absent::Fate;
use crate::eval::extra;
use crate::eval::tally::Tally;
use crate::eval::terms::{Block, Labels, block, length, start};

/// Number of terms for the turns that the opponent has before a piece returns.
const TURNS: usize = 6;
/// What awaits a piece on its square of return, as the board is now.
const FATES: Labels = Labels::Words(&[
    "enemy",
    "own-king",
    "own-man",
    "free",
    "lost",
    "lost-for-less",
    "exchanged",
]);
/// What a piece will attack: men of these kinds, undefended men, and two or more pieces at once.
const TARGETS: Labels = Labels::Words(&["pawn", "minor", "rook", "queen", "king", "loose", "two"]);

pub(super) const BLOCKS: &[Block] = &[
    block(
        "away",
        Labels::Words(&["knight", "bishop", "rook", "queen"]),
    ),
    block("away-turns", Labels::Numbers(TURNS)),
    block("returns.minor.next", FATES),
    block("returns.minor.later", FATES),
    block("returns.rook.next", FATES),
    block("returns.rook.later", FATES),
    block("returns.queen.next", FATES),
    block("returns.queen.later", FATES),
    block("will-attack.next", TARGETS),
    block("will-attack.later", TARGETS),
    block("will-reach-ring", Labels::Words(&["next", "later"])),
    block(
        "will-move",
        Labels::Words(&["knight", "bishop", "rook", "queen"]),
    ),
];

/// The number of terms.
pub(super) const TERMS: usize = extra::END + OWN;
/// The number of terms of pieces in hyperspace.
pub(super) const OWN: usize = length(BLOCKS);

/// The index of the first term of a block.
const fn term(name: &str) -> usize {
    extra::END + start(BLOCKS, name)
}

const AWAY: usize = term("away");
const AWAY_TURNS: usize = term("away-turns");
const RETURNS: [[usize; 2]; 3] = [
    [term("returns.minor.next"), term("returns.minor.later")],
    [term("returns.rook.next"), term("returns.rook.later")],
    [term("returns.queen.next"), term("returns.queen.later")],
];
const WILL_ATTACK: [usize; 2] = [term("will-attack.next"), term("will-attack.later")];
const WILL_REACH_RING: usize = term("will-reach-ring");
const WILL_MOVE: usize = term("will-move");

/// Counts the terms of a piece that is away.
pub(super) fn tally<T: Tally>(
    board: &Board,
    color: Color,
    absent: Absent,
    square: Square,
    has_turn: bool,
    fate: Fate,
    tally: &mut T,
) {
    let sign = color.fold_wb(1, -1);
    let (kind, class) = match absent.role {
        Role::Knight => (0, 0),
        Role::Bishop => (1, 0),
        Role::Rook => (2, 1),
        _ => (3, 2),
    };
    let turns = usize::from(absent.count_down).saturating_sub(usize::from(has_turn));
    let later = usize::from(turns > 1);
    tally.count(AWAY + kind, sign);
    tally.count(AWAY_TURNS + turns.min(TURNS - 1), sign);
    tally.count(RETURNS[class][later] + place(fate), sign);

    let reach = attacks::attacks(square, absent.role.of(color), board.occupied());
    will_attack(board, color, square, reach, later, tally);
    let free = reach & !board.by_color(color);
    tally.count(WILL_MOVE + kind, sign * free.count() as i32);
}

/// Counts what a piece will attack from its square, from which it reaches `reach`.
fn will_attack<T: Tally>(
    board: &Board,
    color: Color,
    square: Square,
    reach: Bitboard,
    later: usize,
    tally: &mut T,
) {
    const LOOSE: usize = 5;
    const TWO: usize = 6;
    let enemy = color.other();
    let occupied = board.occupied().with(square);
    let targets = reach & board.by_color(enemy);
    let kings = board.by_role(Role::King);
    let mut count = |place: usize, men: usize| {
        if men > 0 {
            let sign = color.fold_wb(1, -1);
            tally.count(WILL_ATTACK[later] + place, sign * men as i32);
        }
    };
    let pawns = targets & board.by_role(Role::Pawn);
    let minors = board.by_role(Role::Knight) | board.by_role(Role::Bishop);
    let kinds = [
        board.by_role(Role::Pawn),
        minors,
        board.by_role(Role::Rook),
        board.by_role(Role::Queen),
        kings,
    ];
    for (place, men) in kinds.into_iter().enumerate() {
        count(place, (targets & men).count());
    }
    let is_loose = |target: &Square| !board.is_attacked(*target, enemy, occupied);
    count(
        LOOSE,
        (targets & !kings).into_iter().filter(is_loose).count(),
    );
    count(TWO, usize::from((targets & !pawns).more_than_one()));
    if let Some(king) = board.king_of(enemy) {
        let ring = (reach & attacks::king_attacks(king)).count() as i32;
        tally.count(WILL_REACH_RING + later, color.fold_wb(1, -1) * ring);
    }
}

/// The index of a fate in [`FATES`].
const fn place(fate: Fate) -> usize {
    match fate {
        Fate::Enemy => 0,
        Fate::OwnKing => 1,
        Fate::OwnMan(_) => 2,
        Fate::Free => 3,
        Fate::Lost => 4,
        Fate::LostForLess(_) => 5,
        Fate::Exchanged => 6,
    }
}

#[cfg(test)]
mod tests {
    use manifold_rules::hyperspace::Hyperspace;
    use manifold_rules::position::Position;

    use super::*;

    /// The board of a position, given as FEN without men away.
    fn board(fen: &str) -> Board {
        let position = Hyperspace::from_text(Default::default(), &format!("{fen} -")).expect(fen);
        *position.board()
    }

    /// The terms of a white piece that will return to d5, the one after the opponent's next turn, with their counts.
    fn counted(fen: &str, role: Role) -> Vec<(usize, i32)> {
        #[derive(Default)]
        struct Counts(Vec<(usize, i32)>);
        impl Tally for Counts {
            fn count(&mut self, term: usize, times: i32) {
                self.0.push((term, times));
            }
            fn add(&mut self, _: crate::eval::weights::Weight) {}
            fn phase(&mut self, _: i32) {}
            fn limit(&mut self, _: [i32; 2]) {}
        }
        let mut counts = Counts::default();
        let absent = Absent {
            role,
            bishop_is_light: None,
            count_down: 1,
        };
        let square = "d5".parse().expect("a square");
        let board = board(fen);
        let fate = Fate::of(&board, role.of(Color::White), square);
        tally(
            &board,
            Color::White,
            absent,
            square,
            false,
            fate,
            &mut counts,
        );
        counts.0
    }

    #[test]
    fn a_knight_that_will_fork_king_and_rook_attacks_both_and_two_at_once() {
        let counts = counted("8/2k5/5r2/8/8/8/8/4K3 w - - 0 1", Role::Knight);
        let [next, _] = WILL_ATTACK;
        for place in [2, 4, 5, 6] {
            // A rook, the king, a man that is loose, two at once.
            assert!(counts.contains(&(next + place, 1)), "{place}");
        }
        assert!(
            !counts
                .iter()
                .any(|(term, _)| (next..=next + 1).contains(term))
        );
    }

    #[test]
    fn a_piece_that_returns_before_the_opponent_can_act_twice_counts_as_next() {
        let counts = counted("4k3/8/8/8/8/8/8/4K3 w - - 0 1", Role::Queen);
        let [next, later] = RETURNS[2];
        assert!(counts.contains(&(next + place(Fate::Free), 1)));
        assert!(
            !counts
                .iter()
                .any(|(term, _)| (later..later + 7).contains(term))
        );
        assert!(counts.contains(&(AWAY + 3, 1)) && counts.contains(&(AWAY_TURNS + 1, 1)));
    }
}
