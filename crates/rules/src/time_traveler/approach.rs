//! The distance of an untraveled man to a traveling man that it can annihilate with.

use super::check;
use super::men::{Men, pattern};
use crate::board::{Bitboard, Rank, Role, Square};

/// The minimum number of moves in which the untraveled man on `from` annihilates with the own
/// traveling man on `target` while all others stand still: 1 if it can now. It may capture on its
/// way (captured men still block) and promote. `None` if there is no way at present; captures by
/// either side may open one.
pub(super) fn moves_to_meet(men: &Men, from: Square, target: Square) -> Option<u8> {
    let (man, _) = men.at(from)?;
    let (goal, _) = men.at(target)?;
    let color = man.color;
    let occupied = men.occupied().without(from);
    let enemies = men.all(color.other());
    // The squares that it can be on after a number of moves: in its present role, and promoted to the target's.
    let mut before = Bitboard::from(from);
    let mut promoted = Bitboard::EMPTY;
    let is_kin = man.role == goal.role;
    let (mut seen, mut seen_promoted) = (before, promoted);
    // Every round but the last reaches a new square in one of the two roles, so 128 rounds are enough.
    for moves in 1..=128 {
        let kin = if is_kin { before } else { promoted };
        if (kin & check::approaches(goal, target, occupied)).any() {
            return Some(moves);
        }
        let step = |role: Role, places: Bitboard| {
            places.into_iter().fold(Bitboard::EMPTY, |all, place| {
                let free = enemies | !occupied;
                all | pattern(role.of(color), place, occupied, free, enemies)
            })
        };
        let (next, next_promoted) = (step(man.role, before), step(goal.role, promoted));
        let (mut next, mut next_promoted) = (next, next_promoted);
        if man.role == Role::Pawn {
            let last = Bitboard::from_rank(color.relative_rank(Rank::Eighth));
            if !is_kin {
                next_promoted |= next & last;
            }
            next &= !last;
        }
        next &= !seen;
        next_promoted &= !seen_promoted;
        if next.is_empty() && next_promoted.is_empty() {
            return None;
        }
        seen |= next;
        seen_promoted |= next_promoted;
        (before, promoted) = (next, next_promoted);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::position::Position;
    use crate::time_traveler::TimeTraveler;
    use crate::time_traveler::tests::random;

    fn moves(text: &str, from: Square, target: Square) -> Option<u8> {
        let game = TimeTraveler::from_text(Default::default(), text).expect("a position");
        moves_to_meet(&game.men, from, target)
    }

    #[test]
    fn a_man_is_one_move_away_exactly_if_it_can_annihilate_now() {
        for seed in 0..20 {
            random::walk(seed, 40, |game| {
                let men = &game.men;
                for color in Color::ALL {
                    for target in men.traveling(color) {
                        let ready = check::annihilators(men, target, men.occupied());
                        for from in men.untraveled(color) {
                            let near = moves_to_meet(men, from, target) == Some(1);
                            assert_eq!(near, ready.contains(from), "{from} {target}");
                        }
                    }
                }
            });
        }
    }

    #[test]
    fn a_knight_counts_its_leaps_and_a_pawn_its_promotion_too() {
        let text = "7k/P7/5N*2/4N'3/8/8/8/1N2K3 w - - a2a7,e8h8 Nf6=b1 - - 0 9";
        assert_eq!(moves(text, Square::B1, Square::F6), Some(3));
        assert_eq!(moves(text, Square::A7, Square::F6), Some(4));
    }

    #[test]
    fn a_man_that_is_shut_in_has_no_way() {
        // The bishop on c1 behind its pawns cannot leave.
        let text = "4k3/8/8/8/8/B*7/1P1P4/2B1K2B' w - - - Ba3=c1 - - 0 9";
        assert_eq!(moves(text, Square::C1, Square::A3), None);
    }
}
