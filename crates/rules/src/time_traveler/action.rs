//! Actions, and their machine notation.

use std::fmt::{self, Display};
use std::str::FromStr;

use crate::board::{Role, Square, StandardMove, promotion_from_char, san};
use crate::error::NotationError;

/// An action, which is a whole turn.
///
/// ```
/// use manifold_rules::board::{Role, Square};
/// use manifold_rules::time_traveler::Action;
///
/// let explosion: Action = "Nf6/e8".parse()?;
/// assert_eq!(
///     explosion,
///     Action::Explosion {
///         role: Role::Knight,
///         square: Square::F6,
///         to: Square::E8,
///         promotion: None,
///     }
/// );
/// assert_eq!(explosion.to_string(), "Nf6/e8");
/// # Ok::<(), manifold_rules::error::NotationError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// A move of chess: `e2e4`, `e7e8q`; castling is the king's move, `e1g1`.
    Move(StandardMove),
    /// An untraveled man moves onto its traveling self, and both vanish: `d2//d4`.
    Annihilation {
        /// The square of the untraveled man.
        from: Square,
        /// The square of the traveling man.
        to: Square,
    },
    /// A traveling man appears, and a traveled one that moves away at once: `Nf6/e8`.
    Explosion {
        /// The role of both men.
        role: Role,
        /// The square on which the traveling man appears.
        square: Square,
        /// The target square of the traveled man.
        to: Square,
        /// The promotion of a traveled pawn.
        promotion: Option<Role>,
    },
}

impl Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Action::Move(standard) => standard.fmt(f),
            Action::Annihilation { from, to } => write!(f, "{from}//{to}"),
            Action::Explosion {
                role,
                square,
                to,
                promotion,
            } => {
                write!(f, "{}{square}/{to}", san::letter(role))?;
                match promotion {
                    Some(role) => write!(f, "{}", role.char()),
                    None => Ok(()),
                }
            }
        }
    }
}

impl FromStr for Action {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Action, NotationError> {
        text.parse()
            .map(Action::Move)
            .ok()
            .or_else(|| annihilation(text))
            .or_else(|| explosion(text))
            .ok_or_else(|| NotationError::new(text, EXPECTED))
    }
}

/// The expected form, for error messages.
pub(super) const EXPECTED: &str =
    "a move such as e2e4, an annihilation such as d2//d4 or an explosion such as Nf6/e8";

fn square(text: &str) -> Option<Square> {
    Square::from_ascii(text.as_bytes()).ok()
}

fn annihilation(text: &str) -> Option<Action> {
    let (from, to) = text.split_once("//")?;
    Some(Action::Annihilation {
        from: square(from)?,
        to: square(to)?,
    })
}

fn explosion(text: &str) -> Option<Action> {
    let (at, goal) = text.split_once('/')?;
    let (role, at) = match at.chars().next()? {
        c @ ('N' | 'B' | 'R' | 'Q' | 'K') => (Role::from_char(c)?, &at[1..]),
        _ => (Role::Pawn, at),
    };
    let (to, promotion) = match goal.char_indices().nth(2) {
        None => (goal, None),
        Some((end, c)) if c.is_ascii_lowercase() && end + 1 == goal.len() => {
            (&goal[..end], Some(promotion_from_char(c)?))
        }
        Some(_) => return None,
    };
    Some(Action::Explosion {
        role,
        square: square(at)?,
        to: square(to)?,
        promotion,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machine_notation_round_trips() {
        for text in [
            "e2e4", "e7e8q", "e1g1", "d2//d4", "b8//c6", "Nf6/e8", "d4/e5", "e7/e8q", "Kd3/c2",
        ] {
            let action: Action = text.parse().expect(text);
            assert_eq!(action.to_string(), text);
        }
    }

    #[test]
    fn other_spellings_are_refused() {
        for text in [
            "", "e2-e4", "E2E4", "e2e4Q", "e7e8k", "nf6/e8", "Pf6/f7", "Nf6/xe8", "Nf6/e8+",
            "e7/e8=Q", "e7/e8Q", "e7/e8qq", "d2///d4", "Nd2//d4", "d2/", "/d4", "d2//", "Nf6/é8",
            "f6/e", "e7/e8é", "e2e4 ", " e2e4", "d2// d4", "💥/e4", "N/e4",
        ] {
            assert!(text.parse::<Action>().is_err(), "{text}");
        }
    }
}
