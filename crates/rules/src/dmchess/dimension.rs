//! The eight dimensions.

use std::fmt::{self, Display};

/// One of the eight dimensions, D1 to D8. Displayed as `d1` to `d8`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Dimension(u8);

impl Dimension {
    /// D1 to D8.
    pub const ALL: [Dimension; 8] = [
        Dimension(0),
        Dimension(1),
        Dimension(2),
        Dimension(3),
        Dimension(4),
        Dimension(5),
        Dimension(6),
        Dimension(7),
    ];

    /// The dimension with this number, 1 to 8.
    #[must_use]
    pub fn numbered(number: u32) -> Option<Dimension> {
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        Dimension::ALL.get(index).copied()
    }

    /// Its number, 1 to 8: also the energy level with which its men start.
    #[inline]
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// Its index, 0 to 7.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        // The mask tells the compiler that arrays of eight need no bounds check.
        (self.0 & 7) as usize
    }

    /// The dimensional distance to `other`.
    #[inline]
    #[must_use]
    pub const fn distance(self, other: Dimension) -> u8 {
        self.0.abs_diff(other.0)
    }

    /// The other seven dimensions with their distances, nearest first.
    #[inline]
    pub(super) fn neighbours(self) -> &'static [(Dimension, u8); 7] {
        &NEIGHBOURS[self.index()]
    }
}

static NEIGHBOURS: [[(Dimension, u8); 7]; 8] = {
    let mut all = [[(Dimension(0), 0); 7]; 8];
    let mut home = 0;
    while home < 8 {
        let mut next = 0;
        let mut distance = 1;
        while distance < 8 {
            if home >= distance {
                all[home as usize][next] = (Dimension(home - distance), distance);
                next += 1;
            }
            if home + distance < 8 {
                all[home as usize][next] = (Dimension(home + distance), distance);
                next += 1;
            }
            distance += 1;
        }
        home += 1;
    }
    all
};

impl Display for Dimension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "d{}", self.number())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_come_nearest_first_and_are_all_the_others() {
        for home in Dimension::ALL {
            let neighbours = home.neighbours();
            assert!(neighbours.is_sorted_by_key(|(_, distance)| *distance));
            for other in Dimension::ALL {
                let found = neighbours.iter().filter(|(d, _)| *d == other).count();
                assert_eq!(found, usize::from(other != home));
            }
            for (other, distance) in neighbours {
                assert_eq!(home.distance(*other), *distance);
            }
        }
    }
}
