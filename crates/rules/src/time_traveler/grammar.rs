//! Whether a position is grammatically correct.

use super::matching::{self, Few};
use super::men::Men;
use super::position::TimeTraveler;
use super::resonator::{below, cones};
use crate::board::{Bitboard, Color, Role, color_index, same_colored};

/// Matches the traveling men of `color` to different resonators.
///
/// Returns the untraveled men that can be spared (without any one of them all can still be matched), or
/// `None` if the traveling men cannot all be matched. Traveling men lost to a capture are not taken into account.
pub(super) fn spare(men: &Men, color: Color) -> Option<Bitboard> {
    let traveling = men.traveling(color);
    let untraveled = men.untraveled(color);
    if traveling.is_empty() {
        return Some(untraveled);
    }
    // Kings and pieces are matched by their own role, pieces also by any pawn, and traveling pawns
    // by pawns only. So pieces can be counted, and only pawns need to be matched one by one.
    let board = men.board();
    let kings = board.by_role(Role::King);
    let pawns = untraveled & board.by_role(Role::Pawn);
    let traveling_pawns = traveling & board.by_role(Role::Pawn);
    let mut spare = untraveled;
    // Only the number of needed pawns matters, not which: one is struck off for each.
    let mut spare_pawns = strike(pawns, traveling_pawns)?;
    let mut scarce = Bitboard::EMPTY;
    if (traveling & !traveling_pawns).any() {
        let bishops = board.by_role(Role::Bishop);
        for kind in [
            board.by_role(Role::Knight),
            bishops & Bitboard::LIGHT_SQUARES,
            bishops & Bitboard::DARK_SQUARES,
            board.by_role(Role::Rook),
            board.by_role(Role::Queen),
        ] {
            let (mut needed, mut present) = (traveling & kind, untraveled & kind);
            if needed.is_empty() {
                continue;
            }
            while needed.any() && present.any() {
                needed.discard_first();
                present.discard_first();
            }
            if present.is_empty() {
                spare_pawns = strike(spare_pawns, needed)?;
                scarce |= kind;
            }
        }
        if (traveling & kings).any() && strike(untraveled & kings, traveling & kings)?.is_empty() {
            spare &= !kings;
        }
    }
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
    if spare_pawns.is_empty() {
        spare &= !(scarce | pawns);
    }
    Some(spare)
}

/// `men` less as many men as are `needed`, no matter which; `None` if there are too few. A loop beats
/// counting, as few men travel at a time.
#[inline]
fn strike(mut men: Bitboard, mut needed: Bitboard) -> Option<Bitboard> {
    while needed.any() {
        if men.is_empty() {
            return None;
        }
        men.discard_first();
        needed.discard_first();
    }
    Some(men)
}

/// Whether all traveling men of `color` can be matched.
pub(super) fn is_matchable(men: &Men, color: Color) -> bool {
    spare(men, color).is_some()
}

/// The squares on which one more traveling `role` could be matched with one of the `spare` men.
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

impl TimeTraveler {
    /// Whether the position of `color` is grammatically correct.
    pub(super) fn is_correct(&self, color: Color) -> bool {
        !self.lost[color_index(color)] && is_matchable(&self.men, color)
    }

    /// The untraveled men of `color` whose capture would make its position incorrect; none if it already is.
    #[must_use]
    pub fn indispensable(&self, color: Color) -> Bitboard {
        if self.men.traveling(color).is_empty() {
            return Bitboard::EMPTY;
        }
        spare(&self.men, color).map_or(Bitboard::EMPTY, |spare| self.men.untraveled(color) & !spare)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time_traveler::resonator::resonating;
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
}
