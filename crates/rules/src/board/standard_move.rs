//! A move of chess.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::{Role, Square, promotion_from_char};
use crate::error::NotationError;

/// A move in UCI notation: `e2e4`, `e7e8q`. Each game decides how castling is written.
///
/// ```
/// use manifold_rules::board::{Role, Square, StandardMove};
///
/// let promotion: StandardMove = "e7e8q".parse()?;
/// assert_eq!(promotion.promotion, Some(Role::Queen));
/// assert_eq!(promotion.to_string(), "e7e8q");
/// # Ok::<(), manifold_rules::error::NotationError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct StandardMove {
    /// The origin square.
    pub from: Square,
    /// The target square.
    pub to: Square,
    /// The piece to which a pawn promotes.
    pub promotion: Option<Role>,
}

impl StandardMove {
    /// A move without promotion.
    #[must_use]
    pub const fn new(from: Square, to: Square) -> StandardMove {
        StandardMove {
            from,
            to,
            promotion: None,
        }
    }
}

impl Display for StandardMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        match self.promotion {
            Some(role) => write!(f, "{}", role.char()),
            None => Ok(()),
        }
    }
}

impl FromStr for StandardMove {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<StandardMove, NotationError> {
        let read = || {
            let bytes = text.as_bytes();
            let promotion = match bytes.get(4) {
                Some(c) if c.is_ascii_lowercase() => Some(promotion_from_char(char::from(*c))?),
                Some(_) => return None,
                None => None,
            };
            if bytes.len() > 5 {
                return None;
            }
            Some(StandardMove {
                from: Square::from_ascii(bytes.get(0..2)?).ok()?,
                to: Square::from_ascii(bytes.get(2..4)?).ok()?,
                promotion,
            })
        };
        read().ok_or_else(|| NotationError::new(text, "a move such as e2e4 or e7e8q"))
    }
}
