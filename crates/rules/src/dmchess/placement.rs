//! The secret placement of the kings, in `dmchess:kings`.

use std::fmt::{self, Debug, Display};

use arrayvec::ArrayVec;

use super::place::Place;
use crate::board::{Bitboard, Color, Rank, Square};

/// The places of a player's eight kings: `kings:d1e1,d2e1,…`, by dimension and then from a1 to h8.
///
/// It is secret until both players have placed: debugging output does not show the places.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Placement([Place; 8]);

impl Debug for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Placement(secret)")
    }
}

impl Placement {
    /// The placement on these places, in any order; `None` if two are the same.
    #[must_use]
    pub fn new(mut places: [Place; 8]) -> Option<Placement> {
        places.sort_unstable();
        places
            .windows(2)
            .all(|pair| pair[0] != pair[1])
            .then_some(Placement(places))
    }

    /// The places in order.
    #[must_use]
    pub fn places(&self) -> &[Place; 8] {
        &self.0
    }

    /// Reads a list of places; with `strict`, only a sorted one.
    pub(super) fn read(list: &str, strict: bool) -> Option<Placement> {
        let mut places = ArrayVec::<Place, 8>::new();
        for word in list.split(',') {
            places.try_push(word.parse().ok()?).ok()?;
        }
        let places = places.into_inner().ok()?;
        Placement::new(places).filter(|sorted| !strict || sorted.0 == places)
    }
}

impl Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("kings:")?;
        for (index, place) in self.0.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            write!(f, "{comma}{place}")?;
        }
        Ok(())
    }
}

/// The stage of the secret placement of the kings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Placing {
    /// White places.
    White,
    /// Black places, without knowing White's placement.
    Black(Placement),
    /// The kings are placed.
    Done,
}

impl Placing {
    /// A number for the key that tells stages and placements apart.
    pub(super) fn number(self) -> u64 {
        match self {
            Placing::Done => 0,
            Placing::White => 1,
            Placing::Black(placement) => {
                placement.places().iter().fold(2, |number, place| {
                    crate::board::zobrist::scramble(number ^ place.index() as u64)
                }) & 0x00ff_ffff_ffff_ffff
            }
        }
    }
}

/// The squares of a dimension on which `color` may place a king.
pub(super) fn placement_squares(color: Color) -> Bitboard {
    Bitboard::from_rank(color.relative_rank(Rank::Third)).with(home(color))
}

/// The home square of a king.
pub(super) const fn home(color: Color) -> Square {
    match color {
        Color::White => Square::E1,
        Color::Black => Square::E8,
    }
}
