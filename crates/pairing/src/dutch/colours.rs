//! Colours: the preferences of C.04.3 articles 1.6 and 1.7, and their allocation by article 5.

use std::cmp::Ordering;

use super::Entrant;
use crate::Colour;

/// How much a player wants a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Strength {
    /// Article 1.7.4: no game was played yet.
    None,
    /// Article 1.7.3: as many games with one colour as with the other.
    Mild,
    /// Article 1.7.2: one game more with one colour.
    Strong,
    /// Article 1.7.1: two games more with one colour, or the same colour in the last two games.
    Absolute,
}

/// The colours that a player has had in games that were played, first to last (C.04.2 article 3.4).
#[derive(Clone, Debug, Default)]
pub(super) struct Colours {
    played: Vec<Colour>,
}

impl Colours {
    pub(super) fn add(&mut self, colour: Colour) {
        self.played.push(colour);
    }

    /// Article 1.6: games with White less games with Black.
    pub(super) fn difference(&self) -> i32 {
        self.played
            .iter()
            .map(|&colour| if colour == Colour::White { 1 } else { -1 })
            .sum()
    }

    /// The colour of the last two games, if it was the same.
    fn repeated(&self) -> Option<Colour> {
        match self.played[..] {
            [.., before, last] if before == last => Some(last),
            _ => None,
        }
    }

    /// Article 1.7.
    pub(super) fn preference(&self) -> (Strength, Option<Colour>) {
        let Some(&last) = self.played.last() else {
            return (Strength::None, None);
        };
        let difference = self.difference();
        let rarer = match difference.cmp(&0) {
            Ordering::Greater => Colour::Black,
            Ordering::Less => Colour::White,
            Ordering::Equal => last.opposite(),
        };
        if difference.abs() > 1 {
            (Strength::Absolute, Some(rarer))
        } else if let Some(repeated) = self.repeated() {
            (Strength::Absolute, Some(repeated.opposite()))
        } else if difference != 0 {
            (Strength::Strong, Some(rarer))
        } else {
            (Strength::Mild, Some(rarer))
        }
    }

    /// Whether one more game with this colour makes the difference greater than 2 (C10).
    pub(super) fn would_exceed(&self, colour: Colour) -> bool {
        let step = if colour == Colour::White { 1 } else { -1 };
        (self.difference() + step).abs() > 2
    }

    /// Whether one more game with this colour is the third in a row (C11).
    pub(super) fn would_be_third(&self, colour: Colour) -> bool {
        self.repeated() == Some(colour)
    }

    /// The player's colour in the last game, counted back, in which one of two had White and the other Black.
    fn last_different(&self, other: &Colours) -> Option<Colour> {
        let back = self.played.iter().rev().zip(other.played.iter().rev());
        back.into_iter()
            .find(|(mine, theirs)| mine != theirs)
            .map(|(&mine, _)| mine)
    }
}

/// The number whose parity decides in article 5.2.5, where neither player has a preference.
///
/// The rules say *TPN*. Programs read it as the number in the list of participants, or count only those who have ever been paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parity {
    /// The number in the list.
    Listed,
    /// The number among those ever paired.
    EverPaired,
}

/// The colour of `higher`, the higher ranked of two players, against `lower`: article 5.2.
pub(super) fn allocate(
    higher: &Entrant,
    lower: &Entrant,
    initial: Colour,
    parity: Parity,
) -> Colour {
    let ((strength, wish), (other_strength, other_wish)) = (higher.preference, lower.preference);
    match (wish, other_wish) {
        // 5.2.5: an odd number gets the initial colour.
        (None, None) => {
            let number = match parity {
                Parity::Listed => usize::from(higher.number),
                Parity::EverPaired => higher.number_among_paired,
            };
            if number % 2 == 1 {
                initial
            } else {
                initial.opposite()
            }
        }
        // 5.2.1: both are granted.
        (Some(wish), None) => wish,
        (None, Some(other)) => other.opposite(),
        (Some(wish), Some(other)) if wish != other => wish,
        (Some(wish), Some(_)) => {
            // 5.2.2: the stronger, and of two that are absolute the wider difference.
            let mut stronger = strength.cmp(&other_strength);
            if stronger == Ordering::Equal && strength == Strength::Absolute {
                let width = |entrant: &Entrant| entrant.colours.difference().abs();
                stronger = width(higher).cmp(&width(lower));
            }
            match stronger {
                Ordering::Greater => wish,
                Ordering::Less => wish.opposite(),
                // 5.2.3: alternate from the last time when their colours differed; 5.2.4: else the higher ranked player's.
                Ordering::Equal => higher
                    .colours
                    .last_different(&lower.colours)
                    .map_or(wish, Colour::opposite),
            }
        }
    }
}
