//! The inputs of the network of DMChess, which sees one board: the men of either colour by role, the levels of officers, men on portals,
//! charging officers, and men that hang or are attacked, also through portals.

use std::sync::LazyLock;

use manifold_rules::board::{Bitboard, Color, Role};
use manifold_rules::dmchess::{Dimension, DmChess, energy_squares};

use super::attack_map::{AttackMap, with_attack_map};
use super::attacks::side;
use crate::network::{Network, Networked, Orientation, ROLE_PLANES, embedded, role_planes};
use crate::playable::Searchable;

/// Two planes for each role, and for each of the [`others`].
const PLANES: usize = ROLE_PLANES + 2 * OTHERS;
/// The number of [`others`].
const OTHERS: usize = 7;

/// The network that ships. The header of the file says how it was made.
static SHIPPED: LazyLock<Network> =
    LazyLock::new(|| embedded::<DmChess>(include_bytes!("network.bin")));

impl Networked for DmChess {
    type Planes = [u64; PLANES];

    const EMPTY: Self::Planes = [0; PLANES];
    const CORRECTS_TERMS: bool = true;
    const BOARDS: usize = Dimension::ALL.len();

    fn shipped_network() -> Option<&'static Network> {
        Some(&SHIPPED)
    }

    fn planes(&self, board: usize) -> Self::Planes {
        let dimension = Dimension::ALL[board];
        let mut planes = Self::EMPTY;
        let (roles, rest) = planes.split_at_mut(ROLE_PLANES);
        role_planes(self.board(dimension), roles);
        with_attack_map(self, |map| {
            for color in Color::ALL {
                let others = others(self, map, dimension, color);
                for (pair, plane) in rest.chunks_exact_mut(2).zip(others) {
                    pair[side(color)] = plane.0;
                }
            }
        });
        planes
    }

    /// Never mirrored: there may be several kings on a board, or none, and portals are not symmetric.
    fn orientation(&self, _perspective: Color) -> Orientation {
        Orientation {
            bucket: 0,
            is_mirrored: false,
        }
    }

    /// By the number of kings left on all boards, in steps of two.
    fn output_bucket(&self) -> usize {
        let kings = |dimension| self.board(dimension).by_role(Role::King).count();
        let all: usize = Dimension::ALL.into_iter().map(kings).sum();
        (all.clamp(1, 2 * Self::OUTPUT_BUCKETS) - 1) / 2
    }

    /// Not if a player is dominant, who has then nearly won: only a move that breaks dominance counts.
    fn is_judged_by_network(&self) -> bool {
        !self.is_sharp()
    }
}

/// Officers of at least level 2, 4 and 6; men on portals; officers that charge; men that would be lost for less than their value;
/// and men that are attacked.
fn others(
    position: &DmChess,
    map: &AttackMap,
    dimension: Dimension,
    color: Color,
) -> [Bitboard; OTHERS] {
    let board = position.board(dimension);
    let own = board.by_color(color);
    let officers = own & !board.by_role(Role::Pawn);
    // The planes hold the level minus 1.
    let [ones, twos, fours] = position.level_planes(dimension);
    let portals = position.portals().squares();
    let d = dimension.index();
    [
        officers & (ones | twos | fours),
        officers & (ones & twos | fours),
        officers & fours & (ones | twos),
        own & portals,
        officers & energy_squares(dimension),
        map.hanging[d][side(color)].men,
        own & map.attacks_on[d].any[side(color.other())],
    ]
}

#[cfg(test)]
mod tests {
    use manifold_rules::board::{File, Rank, Square};
    use manifold_rules::position::Position;

    use super::*;

    fn after(moves: &[&str]) -> DmChess {
        let mut position = DmChess::start(Default::default());
        for text in moves {
            position
                .play(text.parse().expect("a move"))
                .expect("a legal move");
        }
        position
    }

    fn others(position: &DmChess, dimension: Dimension, color: Color) -> [Bitboard; OTHERS] {
        with_attack_map(position, |map| {
            super::others(position, map, dimension, color)
        })
    }

    #[test]
    fn at_the_start_an_officer_has_the_level_of_its_board_and_half_of_the_men_stand_on_portals() {
        let start = after(&[]);
        for dimension in Dimension::ALL {
            for (color, own_rank) in [(Color::White, Rank::First), (Color::Black, Rank::Eighth)] {
                let officers = Bitboard::from_rank(own_rank);
                let [two, four, six, portals, charging, hanging, attacked] =
                    others(&start, dimension, color);
                for (least, plane) in [(2, two), (4, four), (6, six)] {
                    let expected = if dimension.number() >= least {
                        officers
                    } else {
                        Bitboard::EMPTY
                    };
                    assert_eq!(plane, expected, "{dimension:?}, level {least}");
                }
                assert_eq!(portals.count(), 8);
                assert!(portals.contains(Square::from_coords(File::E, own_rank)));
                assert!((charging | hanging | attacked).is_empty());
            }
        }
    }

    #[test]
    fn a_pawn_that_is_attacked_and_not_guarded_hangs_and_one_that_is_guarded_does_not() {
        let [first, ..] = Dimension::ALL;
        let position = after(&["Pd1e2-d1e4", "Pd1d7-d1d5"]);
        let [.., hanging, attacked] = others(&position, first, Color::White);
        assert_eq!(
            (hanging, attacked),
            (Bitboard::from(Square::E4), Bitboard::from(Square::E4))
        );
        let [.., hanging, attacked] = others(&position, first, Color::Black);
        assert_eq!(
            (hanging, attacked),
            (Bitboard::EMPTY, Bitboard::from(Square::D5))
        );
    }

    #[test]
    fn an_officer_on_an_energy_square_charges_and_a_pawn_does_not() {
        let [first, second, ..] = Dimension::ALL;
        // The knights go to a4, which gives energy in odd dimensions only.
        let position = after(&[
            "Nd1b1-d1c3",
            "Pd8a7-d8a6",
            "Nd1c3-d1a4",
            "Pd8b7-d8b6",
            "Nd2b1-d2c3",
            "Pd8c7-d8c6",
            "Nd2c3-d2a4",
            "Pd8d7-d8d6",
            "Pd1c2-d1c4",
        ]);
        let charging = |dimension| others(&position, dimension, Color::White)[4];
        assert_eq!(charging(first), Bitboard::from(Square::A4));
        assert_eq!(charging(second), Bitboard::EMPTY);
    }

    #[test]
    fn the_fewer_kings_are_left_the_lower_is_the_output_bucket() {
        assert_eq!(after(&[]).output_bucket(), 7);
        let board = "4k3/8/8/8/8/8/8/4K3 ";
        let empty = "8/8/8/8/8/8/8/8 ";
        for (kept, bucket) in [(1, 0), (2, 1), (8, 7)] {
            let boards = board.repeat(kept) + &empty.repeat(8 - kept);
            let text = format!("{boards}w -/-/-/-/-/-/-/- - - - 0 5");
            let position = DmChess::from_text(Default::default(), &text).expect("a position");
            assert_eq!(position.output_bucket(), bucket, "{kept} kings each");
        }
    }
}
