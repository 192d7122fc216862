//! The colours that players have had, and the preferences that follow: C.04.3 articles 1.6 and 1.7.

use std::cmp::Ordering;

use crate::Colour;

/// The strength of a colour preference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Strength {
    /// Article 1.7.4: no game has been played yet.
    None,
    /// Article 1.7.3: as many games with one colour as with the other.
    Mild,
    /// Article 1.7.2: one more game with one colour than with the other.
    Strong,
    /// Article 1.7.1: at least two more games with one colour, or the same colour in the last two games.
    Absolute,
}

/// The colours of a player in the games that were played, first to last (C.04.2 article 3.4).
#[derive(Clone, Debug, Default)]
pub(super) struct Colours {
    played: Vec<Colour>,
}

impl Colours {
    pub(super) fn add(&mut self, colour: Colour) {
        self.played.push(colour);
    }

    /// Article 1.6: games with White minus games with Black.
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

    /// The colour preference: article 1.7.
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

    /// The player's colour in the most recent game, counting back both histories, in which the two players had different colours.
    pub(super) fn last_different(&self, other: &Colours) -> Option<Colour> {
        let back = self.played.iter().rev().zip(other.played.iter().rev());
        back.into_iter()
            .find(|(mine, theirs)| mine != theirs)
            .map(|(&mine, _)| mine)
    }
}
