//! The portal map: the dimensional shift table as data.
//!
//! Every square has a *reach* from 0 to 7, the same on all eight boards. Its portal joins any two
//! dimensions that are at most that far apart. A *portal square* has a reach of at least 1.

use crate::board::{Bitboard, File, Rank, Square};

/// The reaches of a rank, from the a-file to the h-file.
type RankOfReaches = [u8; 8];

/// Ranks 1 and 8, which never change.
const FIRST_AND_EIGHTH: RankOfReaches = [0, 1, 0, 7, 1, 3, 0, 0];
/// Ranks 2 and 7, which never change.
const SECOND_AND_SEVENTH: RankOfReaches = [1, 0, 2, 0, 7, 0, 1, 0];
/// Ranks 3 and 6 before the first shift.
const THIRD_AND_SIXTH: RankOfReaches = [4, 1, 0, 0, 0, 0, 2, 7];
/// Rank 4 before the first shift; rank 5 in odd epochs.
const FOURTH: RankOfReaches = [0, 0, 6, 7, 3, 2, 0, 0];
/// Rank 5 before the first shift; rank 4 in odd epochs.
const FIFTH: RankOfReaches = [0, 0, 5, 7, 3, 1, 0, 0];

/// The number of shifts after which the map repeats.
pub(super) const EPOCHS: u32 = 8;
/// Plies from one shift to the next: eight full turns.
pub const PLIES_BETWEEN_SHIFTS: u32 = 16;

/// The portals of one epoch.
///
/// ```
/// use manifold_rules::board::Square;
/// use manifold_rules::dmchess::PortalMap;
///
/// let map = PortalMap::of_epoch(0);
/// assert_eq!(map.reach(Square::E2), 7);
/// assert_eq!(map.reach(Square::E4), 3);
/// assert!(!map.squares().contains(Square::G1));
/// ```
#[derive(Debug, PartialEq, Eq)]
pub struct PortalMap {
    /// `[k]`: the squares with a reach of at least `k`. All squares for 0.
    joining: [Bitboard; 8],
}

static MAPS: [PortalMap; EPOCHS as usize] = [
    PortalMap::compute(0),
    PortalMap::compute(1),
    PortalMap::compute(2),
    PortalMap::compute(3),
    PortalMap::compute(4),
    PortalMap::compute(5),
    PortalMap::compute(6),
    PortalMap::compute(7),
];

impl PortalMap {
    /// The map after `epoch` shifts.
    #[inline]
    #[must_use]
    pub fn of_epoch(epoch: u32) -> &'static PortalMap {
        &MAPS[(epoch % EPOCHS) as usize]
    }

    /// The squares whose portals join two dimensions at this distance, 0 to 7.
    #[inline]
    #[must_use]
    pub const fn joining(&self, distance: u8) -> Bitboard {
        self.joining[distance as usize]
    }

    /// The portal squares.
    #[inline]
    #[must_use]
    pub const fn squares(&self) -> Bitboard {
        self.joining(1)
    }

    /// How far the portal on `square` reaches; 0 if there is none.
    #[must_use]
    pub fn reach(&self, square: Square) -> u8 {
        (1..=7)
            .rev()
            .find(|distance| self.joining(*distance).contains(square))
            .unwrap_or(0)
    }

    const fn compute(epoch: u32) -> PortalMap {
        let mut joining = [Bitboard::EMPTY; 8];
        let mut index = 0;
        while index < 64 {
            let square = Square::new(index);
            let reach = reach(square.file(), square.rank(), epoch);
            let mut distance = 0;
            while distance <= reach {
                joining[distance as usize].add_const(Bitboard::from_square(square));
                distance += 1;
            }
            index += 1;
        }
        PortalMap { joining }
    }
}

const fn reach(file: File, rank: Rank, epoch: u32) -> u8 {
    let odd = epoch % 2 == 1;
    // The file in epoch 0 of the portal that is on this file now.
    let origin = (file.to_usize() + 8 - epoch as usize % 8) % 8;
    match rank {
        Rank::First | Rank::Eighth => FIRST_AND_EIGHTH[file.to_usize()],
        Rank::Second | Rank::Seventh => SECOND_AND_SEVENTH[file.to_usize()],
        Rank::Third | Rank::Sixth => THIRD_AND_SIXTH[origin],
        Rank::Fourth if odd => FIFTH[origin],
        Rank::Fifth if odd => FOURTH[origin],
        Rank::Fourth => FOURTH[origin],
        Rank::Fifth => FIFTH[origin],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The portals of one rank as the table writes them: `b:1 d:7`, in order of the files.
    fn portals(epoch: u32, rank: u32) -> String {
        let map = PortalMap::of_epoch(epoch);
        File::ALL
            .into_iter()
            .map(|file| {
                (
                    file,
                    map.reach(Square::from_coords(file, Rank::new(rank - 1))),
                )
            })
            .filter(|(_, reach)| *reach > 0)
            .map(|(file, reach)| format!("{file}:{reach}"))
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn the_map_of_epoch_0_is_the_table() {
        let ranks = [1, 2, 3, 4, 5, 6, 7, 8].map(|rank| portals(0, rank));
        assert_eq!(
            ranks,
            [
                "b:1 d:7 e:1 f:3",
                "a:1 c:2 e:7 g:1",
                "a:4 b:1 g:2 h:7",
                "c:6 d:7 e:3 f:2",
                "c:5 d:7 e:3 f:1",
                "a:4 b:1 g:2 h:7",
                "a:1 c:2 e:7 g:1",
                "b:1 d:7 e:1 f:3",
            ]
        );
    }

    #[test]
    fn the_map_of_epoch_1_is_the_example() {
        assert_eq!(portals(1, 3), "a:7 b:4 c:1 h:2");
        assert_eq!(portals(1, 6), "a:7 b:4 c:1 h:2");
        assert_eq!(portals(1, 4), "d:5 e:7 f:3 g:1");
        assert_eq!(portals(1, 5), "d:6 e:7 f:3 g:2");
    }

    #[test]
    fn the_outer_ranks_never_change() {
        for epoch in 1..8 {
            for rank in [1, 2, 7, 8] {
                assert_eq!(portals(epoch, rank), portals(0, rank));
            }
        }
    }

    #[test]
    fn files_wrap_from_h_to_a_and_ranks_4_and_5_exchange_their_values() {
        assert_eq!(portals(4, 3), "c:2 d:7 e:4 f:1");
        // The files c d e f have become h a b c; the values are those of rank 5.
        assert_eq!(portals(5, 4), "a:7 b:3 c:1 h:5");
        assert_eq!(portals(5, 5), "a:7 b:3 c:2 h:6");
    }

    #[test]
    fn every_epoch_has_the_ruled_number_of_portals_at_each_distance() {
        for epoch in 0..EPOCHS {
            let map = PortalMap::of_epoch(epoch);
            let counts: Vec<usize> = (1..=7).map(|k| map.joining(k).count()).collect();
            assert_eq!(counts, [32, 21, 16, 12, 10, 9, 8], "epoch {epoch}");
            assert_eq!(map.squares().count(), 32);
            assert_eq!(map.joining(0), Bitboard::FULL);
        }
    }

    #[test]
    fn after_eight_shifts_the_map_is_the_first_again() {
        assert_eq!(PortalMap::of_epoch(8), PortalMap::of_epoch(0));
        assert_ne!(PortalMap::of_epoch(7), PortalMap::of_epoch(0));
    }
}
