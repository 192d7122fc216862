//! A square of a dimension.

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Serialize, Serializer};

use super::dimension::Dimension;
use crate::board::Square;
use crate::error::NotationError;

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

    /// Its index among the 512, by dimension and then from a1 to h8.
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

/// Serialized as a string such as `d2e4`.
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
}
