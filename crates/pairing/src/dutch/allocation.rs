//! The allocation of colours: C.04.3 article 5.

use std::cmp::Ordering;

use super::colours::Strength;
use super::entrant::Entrant;
use crate::Colour;

/// The number whose parity decides in article 5.2.5, if neither player has a preference.
///
/// The rules say *TPN*. Some programs take the number in the list of participants, others count only players who have ever been paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parity {
    /// The number in the list.
    Listed,
    /// The number among the players ever paired.
    EverPaired,
}

/// The colour of `higher`, the higher-ranked of two players, against `lower`: article 5.2.
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
        // 5.2.1: both preferences are granted.
        (Some(wish), None) => wish,
        (None, Some(other)) => other.opposite(),
        (Some(wish), Some(other)) if wish != other => wish,
        (Some(wish), Some(_)) => {
            // 5.2.2: the stronger preference wins, or, of two absolute ones, the wider colour difference.
            let mut stronger = strength.cmp(&other_strength);
            if stronger == Ordering::Equal && strength == Strength::Absolute {
                let width = |entrant: &Entrant| entrant.colours.difference().abs();
                stronger = width(higher).cmp(&width(lower));
            }
            match stronger {
                Ordering::Greater => wish,
                Ordering::Less => wish.opposite(),
                // 5.2.3: alternate from the last time when their colours differed; 5.2.4: otherwise the higher-ranked player's preference.
                Ordering::Equal => higher
                    .colours
                    .last_different(&lower.colours)
                    .map_or(wish, Colour::opposite),
            }
        }
    }
}
