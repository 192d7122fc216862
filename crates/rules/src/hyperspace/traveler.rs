//! Pieces in hyperspace.

use std::fmt::{self, Debug};
use std::ops::{Deref, DerefMut};

use super::secret::Secret;
use crate::board::{Role, Square};

/// A piece in hyperspace, packed into two bytes.
///
/// Bits 0 to 5: the square of return. Bit 6: whether it is a light-squared bishop. Bits 7 and 8:
/// the role. Bits 9 to 15: the count-down.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Traveler(u16);

/// The pieces of one player in hyperspace, in the order in which they left: at most fifteen.
///
/// Copied as a whole, which is faster than an `ArrayVec`; positions are cloned for every action.
#[derive(Clone, Copy)]
pub(super) struct Travelers {
    all: [Traveler; Traveler::MOST],
    len: u8,
}

impl Travelers {
    pub(super) const NONE: Travelers = Travelers {
        all: [Traveler(0); Traveler::MOST],
        len: 0,
    };

    /// Adds a piece that leaves; false if there is no room.
    pub(super) fn push(&mut self, traveler: Traveler) -> bool {
        let Some(free) = self.all.get_mut(usize::from(self.len)) else {
            return false;
        };
        *free = traveler;
        self.len += 1;
        true
    }

    /// Ends a turn: removes the due pieces and counts the others down.
    pub(super) fn count_down(&mut self) {
        let before = *self;
        *self = Travelers::NONE;
        for traveler in before.iter().filter(|traveler| !traveler.is_due()) {
            self.push(traveler.one_turn_later());
        }
    }
}

impl Deref for Travelers {
    type Target = [Traveler];

    #[inline]
    fn deref(&self) -> &[Traveler] {
        &self.all[..usize::from(self.len)]
    }
}

impl DerefMut for Travelers {
    fn deref_mut(&mut self) -> &mut [Traveler] {
        &mut self.all[..usize::from(self.len)]
    }
}

impl PartialEq for Travelers {
    fn eq(&self, other: &Travelers) -> bool {
        **self == **other
    }
}

impl Eq for Travelers {}

const LIGHT: u16 = 1 << 6;
const COUNT_DOWN: u32 = 9;

/// The roles that can be in hyperspace, in the order of the two bits.
const ROLES: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

impl Traveler {
    /// The maximum number of pieces of a player in hyperspace.
    pub(super) const MOST: usize = 15;

    /// The highest count-down: just after a phase-out with the longest delay.
    pub(super) const LONGEST: u8 = 100;

    /// A piece that returns to `square` in `count_down` own turns; `light` says whether a
    /// bishop is light-squared.
    pub(super) fn new(
        role: Role,
        light: bool,
        count_down: u8,
        square: Secret<Square>,
    ) -> Option<Traveler> {
        let kind = ROLES.iter().position(|kind| *kind == role)?;
        if !(1..=Traveler::LONGEST).contains(&count_down) {
            return None;
        }
        let light = if light && role == Role::Bishop {
            LIGHT
        } else {
            0
        };
        let square = u16::from(square.reveal());
        Some(Traveler(
            square | light | ((kind as u16) << 7) | (u16::from(count_down) << COUNT_DOWN),
        ))
    }

    pub(super) fn role(self) -> Role {
        ROLES[usize::from(self.0 >> 7 & 3)]
    }

    /// Own turns until it returns, including the turn of the return.
    #[inline]
    pub(super) fn count_down(self) -> u8 {
        (self.0 >> COUNT_DOWN) as u8
    }

    /// Whether it returns at the end of its player's next turn.
    #[inline]
    pub(super) fn is_due(self) -> bool {
        self.count_down() == 1
    }

    pub(super) fn square(self) -> Secret<Square> {
        Secret::new(Square::new(u32::from(self.0 & 63)))
    }

    /// Whether a bishop moves on light squares; `None` for other pieces.
    pub(super) fn bishop_is_light(self) -> Option<bool> {
        (self.role() == Role::Bishop).then_some(self.0 & LIGHT != 0)
    }

    /// Whether the square is valid: a bishop returns only to its own colour.
    pub(super) fn square_is_valid(self) -> bool {
        self.bishop_is_light()
            .is_none_or(|light| light == self.square().reveal().is_light())
    }

    /// The same piece, counted down by one.
    fn one_turn_later(self) -> Traveler {
        Traveler(self.0 - (1 << COUNT_DOWN))
    }

    /// The same piece with another count-down, which must be valid.
    pub(super) fn with_count_down(self, count_down: u8) -> Traveler {
        let rest = self.0 & ((1 << COUNT_DOWN) - 1);
        Traveler(rest | (u16::from(count_down) << COUNT_DOWN))
    }

    /// The identity for repetition: type, count-down and square, as a number.
    pub(super) fn identity(self) -> u64 {
        u64::from(self.0 & !LIGHT)
    }
}

impl Debug for Traveler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Traveler")
            .field("role", &self.role())
            .field("count_down", &self.count_down())
            .field("square", &self.square())
            .finish()
    }
}
