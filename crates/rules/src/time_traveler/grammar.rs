//! Which men can resonate, and whether a position is grammatically correct.

use super::matching;
use super::men::{Men, up};
use super::position::Few;
use crate::board::{Bitboard, Color, Role, Square, same_colored};

/// The squares on which an untraveled pawn of `color` could still, by captures and steps, come to
/// meet a traveling pawn on `square`: the last step is straight.
pub(super) fn below(color: Color, square: Square) -> Bitboard {
    cone(color.other(), square)
}

/// The squares on which a traveling pawn can stand that a pawn of `color` on `square` could meet.
pub(super) fn cone(color: Color, square: Square) -> Bitboard {
    let mut row = up(color, Bitboard::from(square));
    let mut all = row;
    while row.any() {
        row = up(color, row);
        row |= west(row) | east(row);
        all |= row;
    }
    all
}

const fn west(squares: Bitboard) -> Bitboard {
    Bitboard((squares.0 & 0xfefe_fefe_fefe_fefe) >> 1)
}

const fn east(squares: Bitboard) -> Bitboard {
    Bitboard((squares.0 & 0x7f7f_7f7f_7f7f_7f7f) << 1)
}

/// The untraveled men of `color` that can resonate with a traveling `role` of theirs on `square`,
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

/// All men of `color` that can resonate with some traveling man of theirs.
pub(super) fn resonators(men: &Men, color: Color) -> Bitboard {
    let traveling = men.traveling(color);
    if traveling.is_empty() {
        return Bitboard::EMPTY;
    }
    let board = men.board();
    let pawns = board.by_role(Role::Pawn);
    let bishops = traveling & board.by_role(Role::Bishop);
    let mut all = cones(color.other(), traveling & pawns) & pawns;
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

/// Matches the traveling men of `color` with different resonators.
///
/// Gives the untraveled men that could (each alone) be missing without harm, or `None` if the
/// traveling men cannot all be matched. Whether one has been lost to a capture is not looked at.
pub(super) fn spare(men: &Men, color: Color) -> Option<Bitboard> {
    let traveling = men.traveling(color);
    let untraveled = men.untraveled(color);
    if traveling.is_empty() {
        return Some(untraveled);
    }
    // Kings and pieces are met by their own kind, pieces also by any pawn, and traveling pawns by
    // pawns only. So pieces can be counted, and only pawns need to be matched one by one.
    let board = men.board();
    let kings = board.by_role(Role::King);
    let pawns = untraveled & board.by_role(Role::Pawn);
    let traveling_pawns = traveling & board.by_role(Role::Pawn);
    let mut pawns_needed = traveling_pawns.count();
    let mut scarce = Bitboard::EMPTY;
    let bishops = board.by_role(Role::Bishop);
    for kind in [
        board.by_role(Role::Knight),
        bishops & Bitboard::LIGHT_SQUARES,
        bishops & Bitboard::DARK_SQUARES,
        board.by_role(Role::Rook),
        board.by_role(Role::Queen),
    ] {
        // Man by man: seldom is more than one of a kind traveling.
        let (mut needed, mut present) = (traveling & kind, untraveled & kind);
        while needed.any() && present.any() {
            needed.discard_first();
            present.discard_first();
        }
        if present.is_empty() {
            pawns_needed += needed.count();
            scarce |= kind;
        }
    }
    let mut spare = untraveled;
    if (traveling & kings).any() {
        let needed = (traveling & kings).count();
        let more = (untraveled & kings).count().checked_sub(needed)?;
        if more == 0 {
            spare &= !kings;
        }
    }
    let spare_pawns = pawns.count().checked_sub(pawns_needed)?;
    if let Some(square) = traveling_pawns.single_square() {
        let below = pawns & below(color, square);
        if below.is_empty() {
            return None;
        }
        if !below.more_than_one() {
            spare &= !below;
        }
    } else if traveling_pawns.any() {
        let items: Few<u64> = traveling_pawns
            .into_iter()
            .map(|square| (pawns & below(color, square)).0)
            .collect();
        let matched = Bitboard(matching::spare(&items, pawns.0)?);
        spare &= !pawns | matched;
    }
    if spare_pawns == 0 {
        spare &= !(scarce | pawns);
    }
    Some(spare)
}

/// Whether all traveling men of `color` can be matched.
pub(super) fn is_matchable(men: &Men, color: Color) -> bool {
    spare(men, color).is_some()
}

/// The squares on which one more traveling `role` could appear and still be matched, if the
/// untraveled men `spare` are not needed for others.
pub(super) fn room_for(men: &Men, color: Color, role: Role, spare: Bitboard) -> Bitboard {
    let kind = spare & men.board().by_role(role);
    let all_if = |yes: bool| {
        if yes { Bitboard::FULL } else { Bitboard::EMPTY }
    };
    let pawns = spare & men.board().by_role(Role::Pawn);
    match role {
        Role::King => all_if(kind.any()),
        Role::Knight | Role::Rook | Role::Queen => all_if((kind | pawns).any()),
        Role::Bishop => kind.into_iter().fold(all_if(pawns.any()), |room, bishop| {
            room | same_colored(bishop)
        }),
        Role::Pawn => cones(color, pawns),
    }
}

/// The union of the [`cone`]s of all `pawns`.
fn cones(color: Color, pawns: Bitboard) -> Bitboard {
    // All pawns at once: rank by rank, what was reached a rank before spreads to the sides.
    let mut row = up(color, pawns);
    let mut all = row;
    for _ in 0..6 {
        let ahead = up(color, row);
        row = ahead | west(ahead) | east(ahead);
        all |= row;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time_traveler::tests::random;

    /// Matches all traveling men one by one.
    fn spare_by_matching(men: &Men, color: Color) -> Option<Bitboard> {
        let items: Vec<u64> = men
            .traveling(color)
            .into_iter()
            .filter_map(|square| Some((square, men.board().role_at(square)?)))
            .map(|(square, role)| resonating(men, color, role, square).0)
            .collect();
        matching::spare(&items, men.untraveled(color).0).map(Bitboard)
    }

    #[test]
    fn counting_pieces_finds_the_same_spare_men_as_matching_them() {
        for seed in 0..60 {
            random::walk(seed, 60, |game| {
                for color in Color::ALL {
                    let mut men = game.men;
                    // Also with fewer and fewer untraveled men, until the grammar breaks.
                    loop {
                        assert_eq!(spare(&men, color), spare_by_matching(&men, color));
                        let number = men.untraveled(color).count();
                        let Some(gone) = men
                            .untraveled(color)
                            .into_iter()
                            .nth(seed as usize % number.max(1))
                        else {
                            break;
                        };
                        men.clear(gone);
                    }
                }
            });
        }
    }

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
