//! Actions, and their machine notation (EDAN).

use std::fmt::{self, Display};
use std::str::FromStr;

use super::place::Place;
use super::placement::Placement;
use crate::board::{Role, promotion_from_char};
use crate::error::NotationError;

/// A move in EDAN: `Qd2e4-d5f6`, `Pd1e7-d1e8=Q`. Castling is king takes own rook.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// The role of the man before the move.
    pub role: Role,
    /// The origin.
    pub from: Place,
    /// The target; for castling, the place of the rook.
    pub to: Place,
    /// The promotion, if there is one.
    pub promotion: Option<Role>,
}

impl Move {
    fn from_bytes(bytes: &[u8]) -> Option<Move> {
        let (piece, rest) = bytes.split_first()?;
        let role = Role::from_char(char::from(*piece)).filter(|_| piece.is_ascii_uppercase())?;
        let (from, rest) = rest.split_at_checked(4)?;
        let (to, rest) = rest.strip_prefix(b"-")?.split_at_checked(4)?;
        let promotion = match rest {
            [] => None,
            [b'=', c] if c.is_ascii_uppercase() => Some(promotion_from_char(char::from(*c))?),
            _ => return None,
        };
        Some(Move {
            role,
            from: Place::from_bytes(from)?,
            to: Place::from_bytes(to)?,
            promotion,
        })
    }
}

impl Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}-{}", self.role.upper_char(), self.from, self.to)?;
        match self.promotion {
            Some(role) => write!(f, "={}", role.upper_char()),
            None => Ok(()),
        }
    }
}

/// An action of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// A move.
    Move(Move),
    /// The secret placement of the player's own kings, in `dmchess:kings`.
    PlaceKings(Placement),
}

impl Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Move(m) => m.fmt(f),
            Action::PlaceKings(placement) => placement.fmt(f),
        }
    }
}

/// ```
/// use manifold_rules::dmchess::Action;
///
/// let action: Action = "Qd2e4-d5f6".parse()?;
/// assert_eq!(action.to_string(), "Qd2e4-d5f6");
/// assert!("qd2e4d5f6".parse::<Action>().is_err());
/// # Ok::<(), manifold_rules::error::NotationError>(())
/// ```
impl FromStr for Action {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Action, NotationError> {
        if let Some(list) = text.strip_prefix("kings:") {
            return Placement::read(list, true)
                .map(Action::PlaceKings)
                .ok_or_else(|| {
                    NotationError::new(
                        text,
                        "eight different squares such as kings:d1e1,d2e1,… by dimension, then from a1 to h8",
                    )
                });
        }
        Move::from_bytes(text.as_bytes())
            .map(Action::Move)
            .ok_or_else(|| NotationError::new(text, "a move such as Qd2e4-d5f6 or Pd1e7-d1e8=Q"))
    }
}

/// The public form of an action: a move as it is, and a placement without its squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PublicAction {
    /// A move.
    Move(Move),
    /// A placement of the kings.
    PlaceKings,
}

impl Display for PublicAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PublicAction::Move(m) => m.fmt(f),
            PublicAction::PlaceKings => f.write_str("kings:?"),
        }
    }
}

impl From<Action> for PublicAction {
    fn from(action: Action) -> PublicAction {
        match action {
            Action::Move(m) => PublicAction::Move(m),
            Action::PlaceKings(_) => PublicAction::PlaceKings,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machine_notation_is_read_back_letter_by_letter() {
        for text in [
            "Qd2e4-d5f6",
            "Pd1e2-d1e4",
            "Pd1e7-d8e8=N",
            "Kd4e1-d5h1",
            "kings:d1e1,d1a3,d2e1,d3e1,d4e1,d5e1,d6e1,d8h3",
        ] {
            let action: Action = text.parse().expect(text);
            assert_eq!(action.to_string(), text);
        }
    }

    #[test]
    fn no_other_spelling_is_machine_notation() {
        for text in [
            "",
            "e2e4",
            "d1e2-d1e4",
            "pd1e2-d1e4",
            "Pd1e2d1e4",
            "Pd01e2-d1e4",
            "PD1e2-d1e4",
            "Pd1E2-d1e4",
            "Pd1e2-d1e4 ",
            " Pd1e2-d1e4",
            "Pd1e2-d1e4+",
            "Pd1e2xd1e4",
            "Pd1e7-d1e8q",
            "Pd1e7-d1e8=q",
            "Pd1e7-d1e8=K",
            "Pd1e7-d1e8=P",
            "Pd1e7-d1e8=",
            "Pd1e7-d1e8=QQ",
            "Zd1e7-d1e8",
            "Qd2e4–d5f6",
            "kings:",
            "kings:d1e1",
            "kings:d1e1,d1e1,d2e1,d3e1,d4e1,d5e1,d6e1,d8h3",
            "kings:d1a3,d1e1,d2e1,d3e1,d4e1,d5e1,d6e1,d8h3",
            "kings:d1e1,d1a3,d2e1,d3e1,d4e1,d5e1,d6e1,d8h3,",
            "kings:d1e1,d1a3,d2e1,d3e1,d4e1,d5e1,d6e1,d7e1,d8h3",
            "Kings:d1e1,d1a3,d2e1,d3e1,d4e1,d5e1,d6e1,d8h3",
            "💥d2e4-d5f6",
        ] {
            assert!(text.parse::<Action>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_public_learns_of_a_placement_only_that_it_was_made() {
        let action: Action = "kings:d1e1,d1a3,d2e1,d3e1,d4e1,d5e1,d6e1,d8h3"
            .parse()
            .expect("a placement");
        assert_eq!(PublicAction::from(action).to_string(), "kings:?");
    }
}
