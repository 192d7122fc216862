//! Actions, and their machine notation.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::pool::MEN;
use crate::board::{Rank, Role, Square, StandardMove};
use crate::error::NotationError;

/// The choice of what stands on a hidden square: `d1=Q`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Reveal {
    /// The hidden square.
    pub square: Square,
    /// The man revealed there.
    pub role: Role,
}

impl Display for Reveal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.square, self.role.upper_char())
    }
}

impl Reveal {
    /// Reads `d1=Q`: a square of a back rank and a role of a back rank.
    fn parse(text: &str) -> Option<Reveal> {
        let (square, role) = text.split_once('=')?;
        let mut role = role.chars();
        let letter = role.next().filter(char::is_ascii_uppercase)?;
        if square.len() != 2 || role.next().is_some() {
            return None;
        }
        let square = Square::from_ascii(square.as_bytes()).ok()?;
        let role = Role::from_char(letter).filter(|role| MEN.contains(role))?;
        matches!(square.rank(), Rank::First | Rank::Eighth).then_some(Reveal { square, role })
    }
}

/// An action of a player.
///
/// ```
/// use manifold_rules::hidden960::Action;
///
/// for text in ["e2e4", "e7e8q", "e1h1", "d1=Q", "d1=Q+e1=K", "unreveal"] {
///     assert_eq!(text.parse::<Action>()?.to_string(), text);
/// }
/// assert!("e1=K+d1=Q".parse::<Action>().is_err(), "the file order is strict");
/// # Ok::<(), manifold_rules::error::NotationError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// A move as in chess. Castling is king takes own rook.
    Move(StandardMove),
    /// Reveals a hidden square.
    Reveal(Reveal),
    /// Reveals the last two hidden squares of a player, in file order.
    RevealPair(Reveal, Reveal),
    /// Takes back the latest voluntary reveal of this turn; a pair is taken back whole.
    Unreveal,
}

impl Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Move(mv) => mv.fmt(f),
            Action::Reveal(reveal) => reveal.fmt(f),
            Action::RevealPair(first, second) => write!(f, "{first}+{second}"),
            Action::Unreveal => f.write_str("unreveal"),
        }
    }
}

/// The expected notation, for error messages.
pub(super) const EXPECTED: &str =
    "a move such as e2e4, e7e8q or e1h1, a reveal such as d1=Q or d1=Q+e1=K, or unreveal";

impl FromStr for Action {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Action, NotationError> {
        let read = || {
            if text == "unreveal" {
                return Some(Action::Unreveal);
            }
            if let Some((first, second)) = text.split_once('+') {
                let (first, second) = (Reveal::parse(first)?, Reveal::parse(second)?);
                let in_order = first.square.rank() == second.square.rank()
                    && first.square.file() < second.square.file();
                return in_order.then_some(Action::RevealPair(first, second));
            }
            if text.contains('=') {
                return Reveal::parse(text).map(Action::Reveal);
            }
            text.parse().ok().map(Action::Move)
        };
        read().ok_or_else(|| NotationError::new(text, EXPECTED))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_printed_is_read() {
        for text in [
            "",
            " ",
            "d1=q",
            "D1=Q",
            "d1=P",
            "d1=",
            "d1=QQ",
            "d1Q",
            "d4=Q",
            "d1=Q+",
            "+d1=Q",
            "d1=Q+d1=K",
            "d1=Q+e8=K",
            "d1=Q+e1=K+f1=R",
            "d1=Q e1=K",
            " d1=Q",
            "d1=Q ",
            "Unreveal",
            "UNREVEAL",
            "unreveal ",
            "O-O",
            "e2-e4",
            "E2E4",
            "e7e8Q",
            "e7e8k",
            "e2e4 ",
            "é1=Q",
            "d1=É",
            "d01=Q",
        ] {
            assert!(text.parse::<Action>().is_err(), "{text:?}");
        }
    }
}
