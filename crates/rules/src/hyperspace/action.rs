//! Actions, and their public form.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::choices::Choices;
use super::delay::Delay;
use super::secret::Secret;
use crate::board::{Square, StandardMove};
use crate::error::NotationError;

const EXPECTED: &str =
    "a move such as e2e4, a phase-out such as c1^3@f4, or --, followed by /r or /o at a collision";

/// An action with its secrets. Displayed in machine notation: `g1f3`, `c1^3@f4`, `g1f3/r`, `--`.
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
        /// The answers to the collisions of this turn.
        choices: Choices,
    },
    /// A piece enters hyperspace.
    PhaseOut {
        /// The square on which it stands.
        from: Square,
        /// How long it stays away.
        delay: Delay,
        /// The secret square to which it returns.
        to: Secret<Square>,
        /// The answers to the collisions of this turn.
        choices: Choices,
    },
    /// A return-only turn: no move and no phase-out is legal.
    ReturnOnly {
        /// The answers to the collisions of this turn.
        choices: Choices,
    },
    /// Under the open referee: another delay for the phase-out in conflict.
    Amend(Delay),
    /// Under the open referee: the phase-out in conflict is taken back.
    Cancel,
}

impl Action {
    /// A move without collisions.
    #[must_use]
    pub const fn standard(standard: StandardMove) -> Action {
        Action::Move {
            standard,
            choices: Choices::NONE,
        }
    }

    /// A phase-out without collisions.
    #[must_use]
    pub const fn phase_out(from: Square, delay: Delay, to: Square) -> Action {
        Action::PhaseOut {
            from,
            delay,
            to: Secret::new(to),
            choices: Choices::NONE,
        }
    }

    /// The answers to collisions.
    #[must_use]
    pub const fn choices(self) -> Choices {
        match self {
            Action::Move { choices, .. }
            | Action::PhaseOut { choices, .. }
            | Action::ReturnOnly { choices } => choices,
            Action::Amend(_) | Action::Cancel => Choices::NONE,
        }
    }

    /// The same action with these answers to collisions.
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

    /// The public form of the action.
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
            let (head, choices) = Choices::split_off(text)?;
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

/// Reads a square in lower case, as in machine notation.
pub(super) fn read_square(text: &str) -> Option<Square> {
    Square::from_ascii(text.as_bytes()).ok()
}

/// The public form of an action. It has no field for the square of return, nor for the answers to
/// collisions: others learn only what the board shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PublicAction {
    /// A move of chess.
    Move(StandardMove),
    /// A piece enters hyperspace.
    PhaseOut {
        /// The square that it left.
        from: Square,
        /// How long it stays away.
        delay: Delay,
    },
    /// A return-only turn.
    ReturnOnly,
    /// Another delay for the phase-out in conflict.
    Amend(Delay),
    /// The phase-out in conflict is taken back.
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
}
