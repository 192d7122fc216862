//! What a player can do, and what everybody learns of it.

use std::fmt::{self, Debug, Display};
use std::str::FromStr;

use super::secret::Secret;
use super::traveler::Traveler;
use crate::board::{Square, StandardMove};
use crate::notation::NotationError;

const EXPECTED: &str =
    "a move such as e2e4, a phase-out such as c1^3@f4, or --, followed by /r or /o at a collision";

/// How many full turns of its player a piece stays away: 1 to 99.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Delay(u8);

impl Delay {
    /// The shortest delay.
    pub const MIN: Delay = Delay(1);
    /// The longest delay.
    pub const MAX: Delay = Delay(99);

    /// A delay of that many turns, if there is one.
    #[must_use]
    pub const fn new(turns: u8) -> Option<Delay> {
        if turns >= 1 && turns <= 99 {
            Some(Delay(turns))
        } else {
            None
        }
    }

    /// The number of turns.
    #[must_use]
    pub const fn turns(self) -> u8 {
        self.0
    }

    /// The count-down just after leaving.
    pub(super) const fn count_down(self) -> u8 {
        self.0 + 1
    }
}

impl Display for Delay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Delay {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Delay, NotationError> {
        let digits = !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse()
            .ok()
            .filter(|_| digits)
            .and_then(Delay::new)
            .ok_or_else(|| NotationError::new(text, "a delay from 1 to 99"))
    }
}

/// Which piece stays when a returning one meets another of its own player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stays {
    /// The returning piece; the one on the square is removed. Written `/r`.
    Returning,
    /// The piece on the square; the returning one is removed. Written `/o`.
    Occupant,
}

/// The player's answers to the collisions of a turn, in the order of the returns. There is at most
/// one, except under the open referee.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Choices(
    // The answers as bits below a leading one, so that the length needs no room of its own.
    u16,
);

impl Choices {
    /// Nothing collides.
    pub const NONE: Choices = Choices(1);

    /// One collision.
    #[must_use]
    pub const fn one(stays: Stays) -> Choices {
        Choices(2 | matches!(stays, Stays::Occupant) as u16)
    }

    /// One more collision. The fifteen pieces that a player can have away collide at most once each;
    /// there is no room for a sixteenth answer.
    #[must_use]
    pub fn with(self, stays: Stays) -> Option<Choices> {
        (self.len() < Traveler::MOST)
            .then(|| Choices(self.0 << 1 | u16::from(stays == Stays::Occupant)))
    }

    /// The number of collisions.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.ilog2() as usize
    }

    /// Whether nothing collides.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 1
    }

    /// The answers in their order.
    pub fn iter(self) -> impl Iterator<Item = Stays> {
        (0..self.len()).rev().map(move |bit| {
            if self.0 >> bit & 1 == 0 {
                Stays::Returning
            } else {
                Stays::Occupant
            }
        })
    }
}

impl Debug for Choices {
    /// Which own piece gave way is not for everybody: it tells a collision from a loss.
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

/// Splits the answers to collisions off the end of an action's text; `None` if they are wrong.
pub(super) fn split_choices(text: &str) -> Option<(&str, Choices)> {
    let mut parts = text.split('/');
    let head = parts.next()?;
    let choices = parts.try_fold(Choices::NONE, |choices, part| match part {
        "r" => choices.with(Stays::Returning),
        "o" => choices.with(Stays::Occupant),
        _ => None,
    })?;
    Some((head, choices))
}

/// What a player does, with all that only this player knows. Displayed in machine notation:
/// `g1f3`, `c1^3@f4`, `g1f3/r`, `--`.
///
/// ```
/// use manifold_rules::board::Square;
/// use manifold_rules::hyperspace::{Action, Choices, Delay};
///
/// let action = Action::phase_out(Square::C1, Delay::new(3).unwrap(), Square::F4);
/// assert_eq!(action.to_string(), "c1^3@f4");
/// assert_eq!("c1^3@f4".parse(), Ok(action));
/// // What it keeps secret is in its notation, but not in debugging output.
/// assert!(!format!("{action:?}").contains("F4"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// A move of chess. Castling is the king's move of two squares.
    Move {
        /// The move.
        standard: StandardMove,
        /// Which pieces stay where a return of this turn collides.
        choices: Choices,
    },
    /// A piece enters hyperspace.
    PhaseOut {
        /// Where it stands.
        from: Square,
        /// How long it stays away.
        delay: Delay,
        /// To which square it will return.
        to: Secret<Square>,
        /// Which pieces stay where a return of this turn collides.
        choices: Choices,
    },
    /// Nothing but the return of this turn, because no move and no phase-out is legal.
    ReturnOnly {
        /// Which pieces stay where the return collides.
        choices: Choices,
    },
    /// Under the open referee: another delay for the phase-out that caused a conflict.
    Amend(Delay),
    /// Under the open referee: the phase-out that caused a conflict is taken back.
    Cancel,
}

impl Action {
    /// A move at which nothing collides.
    #[must_use]
    pub const fn standard(standard: StandardMove) -> Action {
        Action::Move {
            standard,
            choices: Choices::NONE,
        }
    }

    /// A phase-out at which nothing collides.
    #[must_use]
    pub const fn phase_out(from: Square, delay: Delay, to: Square) -> Action {
        Action::PhaseOut {
            from,
            delay,
            to: Secret::new(to),
            choices: Choices::NONE,
        }
    }

    /// The answers to collisions that the action carries.
    #[must_use]
    pub const fn choices(self) -> Choices {
        match self {
            Action::Move { choices, .. }
            | Action::PhaseOut { choices, .. }
            | Action::ReturnOnly { choices } => choices,
            Action::Amend(_) | Action::Cancel => Choices::NONE,
        }
    }

    /// The same action with other answers to collisions.
    #[must_use]
    pub fn with_choices(mut self, answers: Choices) -> Action {
        match &mut self {
            Action::Move { choices, .. }
            | Action::PhaseOut { choices, .. }
            | Action::ReturnOnly { choices } => *choices = answers,
            Action::Amend(_) | Action::Cancel => {}
        }
        self
    }

    /// What everybody learns of it.
    #[must_use]
    pub const fn public(self) -> PublicAction {
        match self {
            Action::Move { standard, .. } => PublicAction::Move(standard),
            Action::PhaseOut { from, delay, .. } => PublicAction::PhaseOut { from, delay },
            Action::ReturnOnly { .. } => PublicAction::ReturnOnly,
            Action::Amend(delay) => PublicAction::Amend(delay),
            Action::Cancel => PublicAction::Cancel,
        }
    }
}

impl Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::PhaseOut {
                from,
                delay,
                to,
                choices,
            } => write!(f, "{from}^{delay}@{}{choices}", to.reveal()),
            _ => write!(f, "{}{}", self.public(), self.choices()),
        }
    }
}

impl FromStr for Action {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Action, NotationError> {
        let read = || {
            let (head, choices) = split_choices(text)?;
            let action = if head == "--" {
                Action::ReturnOnly { choices }
            } else if head == "cancel" {
                Action::Cancel
            } else if let Some(delay) = head.strip_prefix("amend:") {
                Action::Amend(delay.parse().ok()?)
            } else if let Some((from, rest)) = head.split_once('^') {
                let (delay, to) = rest.split_once('@')?;
                Action::phase_out(read_square(from)?, delay.parse().ok()?, read_square(to)?)
            } else {
                Action::standard(head.parse().ok()?)
            };
            let action = action.with_choices(choices);
            (action.choices() == choices).then_some(action)
        };
        read().ok_or_else(|| NotationError::new(text, EXPECTED))
    }
}

/// A square as machine notation writes it, in small letters.
pub(super) fn read_square(text: &str) -> Option<Square> {
    Square::from_ascii(text.as_bytes()).ok()
}

/// What everybody learns of an action. It has no place for the square of a return, nor for the
/// answer to a collision: the board shows what it shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PublicAction {
    /// A move of chess.
    Move(StandardMove),
    /// A piece enters hyperspace.
    PhaseOut {
        /// Where it stood.
        from: Square,
        /// How long it stays away.
        delay: Delay,
    },
    /// Nothing but the return of this turn.
    ReturnOnly,
    /// Another delay for the phase-out that caused a conflict.
    Amend(Delay),
    /// The phase-out that caused a conflict is taken back.
    Cancel,
}

impl Display for PublicAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PublicAction::Move(standard) => write!(f, "{standard}"),
            PublicAction::PhaseOut { from, delay } => write!(f, "{from}^{delay}"),
            PublicAction::ReturnOnly => f.write_str("--"),
            PublicAction::Amend(delay) => write!(f, "amend:{delay}"),
            PublicAction::Cancel => f.write_str("cancel"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machine_notation_is_written_as_it_is_read() {
        for text in [
            "e2e4",
            "e7e8q",
            "e1g1",
            "c1^3@f4",
            "a1^99@a1",
            "g1f3/r",
            "c1^3@f4/o",
            "--",
            "--/r",
            "--/o",
            "g1f3/r/o/r",
            "amend:7",
            "cancel",
        ] {
            let action: Action = text.parse().expect(text);
            assert_eq!(action.to_string(), text);
        }
    }

    #[test]
    fn machine_notation_has_one_spelling_only() {
        for text in [
            "",
            "e2",
            "e2e4Q",
            "e2e4k",
            "E2e4",
            "e2e4 ",
            " e2e4",
            "e2-e4",
            "c1^03@f4",
            "c1^3@F4",
            "c1^0@f4",
            "c1^100@f4",
            "c1^+3@f4",
            "c1^3",
            "c1^3@",
            "c1^@f4",
            "C1^3@f4",
            "c1^3@f4/",
            "c1^3@f4/R",
            "c1^3@f4/x",
            "g1f3/",
            "g1f3/ro",
            "-",
            "---",
            "--r",
            "amend:",
            "amend:0",
            "amend:07",
            "amend:100",
            "cancel/r",
            "amend:3/o",
            "Cancel",
            "c1^3@f4@f4",
            "c1^3^3@f4",
            "c1^3@f9",
            "💥",
            "c1^3@💥",
            "/r",
            "--/r/r/r/r/r/r/r/r/r/r/r/r/r/r/r/r",
        ] {
            assert!(text.parse::<Action>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_public_form_has_neither_square_nor_choice() {
        for (full, public) in [
            ("c1^3@f4", "c1^3"),
            ("c1^3@f4/o", "c1^3"),
            ("g1f3/r", "g1f3"),
            ("--/o", "--"),
        ] {
            let action: Action = full.parse().expect(full);
            assert_eq!(action.public().to_string(), public);
        }
    }

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
