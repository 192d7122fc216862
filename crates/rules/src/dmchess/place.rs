//! Dimensions, and squares in them.

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Serialize, Serializer};

use crate::board::Square;
use crate::error::NotationError;

/// One of the eight dimensions, D1 to D8. Written `d1` to `d8`.
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

    /// Its place among the eight, 0 to 7.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        // The mask changes nothing, but tells the compiler that arrays of eight need no bounds check.
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

/// A square of a dimension, such as `d2e4`.
///
/// ```
/// use manifold_rules::board::Square;
/// use manifold_rules::dmchess::Place;
///
/// let place: Place = "d2e4".parse()?;
/// assert_eq!(place.dimension.number(), 2);
/// assert_eq!(place.square, Square::E4);
/// # Ok::<(), manifold_rules::error::NotationError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The dimension.
    pub dimension: Dimension,
    /// The square on its board.
    pub square: Square,
}

impl Place {
    /// `square` in `dimension`.
    #[inline]
    #[must_use]
    pub const fn new(dimension: Dimension, square: Square) -> Place {
        Place { dimension, square }
    }

    /// Its place among the 512, D1 first, then a1, b1 to h8.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.dimension.index() * 64 + self.square.to_usize()
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Place> {
        let (b'd', [number, square @ ..]) = bytes.split_first().map(|(d, rest)| (*d, rest))? else {
            return None;
        };
        let number = char::from(*number).to_digit(10)?;
        Some(Place {
            dimension: Dimension::numbered(number)?,
            square: Square::from_ascii(square).ok()?,
        })
    }
}

impl Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.dimension, self.square)
    }
}

/// A word, such as `d2e4`.
impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl FromStr for Place {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Place, NotationError> {
        Place::from_bytes(text.as_bytes())
            .ok_or_else(|| NotationError::new(text, "a square of a dimension such as d2e4"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_is_read_back_and_numbered_in_order() {
        let mut next = 0;
        for dimension in Dimension::ALL {
            for square in Square::ALL {
                let place = Place::new(dimension, square);
                assert_eq!(place.index(), next);
                assert_eq!(place.to_string().parse(), Ok(place));
                next += 1;
            }
        }
    }

    #[test]
    fn other_words_are_no_places() {
        for text in [
            "", "d", "d1", "d1e", "d0e4", "d9e4", "D1e4", "d1E4", "e4", "d1e4 ", "d1e9",
        ] {
            assert!(text.parse::<Place>().is_err(), "{text}");
        }
    }

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
