//! Resonators: the untraveled men that may still annihilate.

use super::men::Men;
use crate::board::{Bitboard, Color, Role, Square, color_index, pawns, same_colored};

/// The squares from which an untraveled pawn of `color` resonates with a traveling pawn on
/// `square`: by captures and steps, the last of them straight.
pub(super) fn below(color: Color, square: Square) -> Bitboard {
    cone(color.other(), square)
}

/// The squares on which a traveling pawn resonates with an untraveled pawn of `color` on `square`.
#[inline]
pub(super) fn cone(color: Color, square: Square) -> Bitboard {
    static CONES: [[Bitboard; 64]; 2] = [all_cones(Color::White), all_cones(Color::Black)];
    CONES[color_index(color)][square.to_usize()]
}

const fn all_cones(color: Color) -> [Bitboard; 64] {
    let mut all = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        all[square] = cones(color, Bitboard(1 << square));
        square += 1;
    }
    all
}

/// The union of the [`cone`]s of all `pawns`.
pub(super) const fn cones(color: Color, pawns: Bitboard) -> Bitboard {
    // All pawns at once: rank by rank the cones widen.
    let mut row = pawns::step(color, pawns);
    let mut all = row.0;
    let mut ranks = 1;
    while ranks < 7 {
        let ahead = pawns::step(color, row);
        row = Bitboard(ahead.0 | pawns::west(ahead).0 | pawns::east(ahead).0);
        all |= row.0;
        ranks += 1;
    }
    Bitboard(all)
}

/// The untraveled men of `color` that can resonate with an own traveling `role` on `square`,
/// whatever stands in the way.
pub(super) fn resonating(men: &Men, color: Color, role: Role, square: Square) -> Bitboard {
    let untraveled = men.untraveled(color);
    let kind = men.board().by_role(role);
    let pawns = men.board().by_role(Role::Pawn);
    untraveled
        & match role {
            Role::King => kind,
            Role::Pawn => kind & below(color, square),
            Role::Bishop => (kind & same_colored(square)) | pawns,
            Role::Knight | Role::Rook | Role::Queen => kind | pawns,
        }
}

/// The resonators of `color`: the men that can resonate with some own traveling man.
pub(super) fn resonators(men: &Men, color: Color) -> Bitboard {
    let traveling = men.traveling(color);
    if traveling.is_empty() {
        return Bitboard::EMPTY;
    }
    let board = men.board();
    let pawns = board.by_role(Role::Pawn);
    let bishops = traveling & board.by_role(Role::Bishop);
    // There is rarely more than one traveling pawn.
    let mut all = pawns
        & (traveling & pawns)
            .into_iter()
            .fold(Bitboard::EMPTY, |all, pawn| all | below(color, pawn));
    if (traveling & !pawns & !board.by_role(Role::King)).any() {
        all |= pawns;
    }
    for role in [Role::Knight, Role::Rook, Role::Queen, Role::King] {
        if (traveling & board.by_role(role)).any() {
            all |= board.by_role(role);
        }
    }
    for colored in [Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES] {
        if (bishops & colored).any() {
            all |= board.by_role(Role::Bishop) & colored;
        }
    }
    all & men.untraveled(color)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time_traveler::tests::random;

    #[test]
    fn resonators_are_the_men_that_resonate_with_some_traveling_man() {
        for seed in 0..20 {
            random::walk(seed, 40, |game| {
                let men = &game.men;
                for color in Color::ALL {
                    let expected = men
                        .traveling(color)
                        .into_iter()
                        .filter_map(|square| Some((square, men.board().role_at(square)?)))
                        .fold(Bitboard::EMPTY, |all, (square, role)| {
                            all | resonating(men, color, role, square)
                        });
                    assert_eq!(resonators(men, color), expected);
                }
            });
        }
    }

    #[test]
    fn a_pawn_meets_what_is_straight_ahead_or_one_file_less_aside_than_ranks_ahead() {
        for pawn in Square::ALL {
            for target in Square::ALL {
                for color in Color::ALL {
                    let ahead = (target.rank().to_u32() as i32 - pawn.rank().to_u32() as i32)
                        * color.fold_wb(1, -1);
                    let aside = target.file().distance(pawn.file()) as i32;
                    let expected = ahead >= 1 && aside < ahead;
                    assert_eq!(cone(color, pawn).contains(target), expected);
                    assert_eq!(below(color, target).contains(pawn), expected);
                }
            }
        }
    }

    #[test]
    fn cones_of_several_pawns_are_the_union() {
        for color in Color::ALL {
            let pawns = Bitboard::EMPTY.with(Square::A2).with(Square::E5);
            assert_eq!(
                cones(color, pawns),
                cone(color, Square::A2) | cone(color, Square::E5)
            );
        }
    }
}
