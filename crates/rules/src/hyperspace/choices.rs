//! Collisions: which piece stays when a returning piece meets another own one.

use std::fmt::{self, Debug, Display};

use super::traveler::Traveler;

/// The piece that stays when a returning piece collides with another own one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stays {
    /// The returning piece; the one on the square is removed. Written `/r`.
    Returning,
    /// The piece on the square; the returning one is removed. Written `/o`.
    Occupant,
}

/// The player's answers to the collisions of a turn, in the order of the returns: at most one,
/// except under the open referee.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Choices(
    // The answers as bits below a leading one, which marks the length.
    u16,
);

impl Choices {
    /// No collision.
    pub const NONE: Choices = Choices(1);

    /// One collision.
    #[must_use]
    pub const fn one(stays: Stays) -> Choices {
        Choices(2 | matches!(stays, Stays::Occupant) as u16)
    }

    /// Adds an answer; `None` if there are fifteen, one for each piece that can be in hyperspace.
    #[must_use]
    pub fn with(self, stays: Stays) -> Option<Choices> {
        (self.len() < Traveler::MOST)
            .then(|| Choices(self.0 << 1 | u16::from(stays == Stays::Occupant)))
    }

    /// All sets of answers to the given number of collisions (capped at `Traveler::MOST`).
    pub(super) fn all(collisions: usize) -> impl Iterator<Item = Choices> {
        let first = 1_u16 << collisions.min(Traveler::MOST);
        (first..=first | (first - 1)).map(Choices)
    }

    /// The number of collisions.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.ilog2() as usize
    }

    /// Whether there is no collision.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 1
    }

    /// The answers in order.
    pub fn iter(self) -> impl Iterator<Item = Stays> {
        (0..self.len()).rev().map(move |bit| {
            if self.0 >> bit & 1 == 0 {
                Stays::Returning
            } else {
                Stays::Occupant
            }
        })
    }

    /// Splits the answers to collisions off the end of an action's text; `None` if they are
    /// malformed.
    pub(super) fn split_off(text: &str) -> Option<(&str, Choices)> {
        let mut parts = text.split('/');
        let head = parts.next()?;
        let choices = parts.try_fold(Choices::NONE, |choices, part| match part {
            "r" => choices.with(Stays::Returning),
            "o" => choices.with(Stays::Occupant),
            _ => None,
        })?;
        Some((head, choices))
    }
}

impl Debug for Choices {
    /// Shows nothing: the answers are not public, as they distinguish a collision from a loss.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Choices(?)")
    }
}

impl Display for Choices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|stays| {
            f.write_str(match stays {
                Stays::Returning => "/r",
                Stays::Occupant => "/o",
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fifteen_answers_have_room_and_keep_their_order() {
        let mut choices = Choices::NONE;
        for i in 0..15 {
            let stays = if i % 3 == 0 {
                Stays::Occupant
            } else {
                Stays::Returning
            };
            choices = choices.with(stays).expect("room");
        }
        assert_eq!(choices.len(), 15);
        assert_eq!(choices.to_string(), "/o/r/r/o/r/r/o/r/r/o/r/r/o/r/r");
        assert_eq!(choices.with(Stays::Returning), None);
    }
}
