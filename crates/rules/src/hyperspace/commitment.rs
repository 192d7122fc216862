//! Commitments: salted hashes, published at the phase-out, that prove that no square was changed.

use std::fmt::{self, Debug, Display};
use std::str::FromStr;

use sha2::{Digest, Sha256};
use thiserror::Error;

use super::action::Action;
use super::position::Hyperspace;
use super::secret::Secret;
use crate::board::{Color, Role, Square, color_name, role_name};
use crate::error::NotationError;
use crate::position::Position;

/// The content of a commitment: the piece, the turn in which it left, and its square of return.
///
/// A commitment is the SHA-256 of this text, with line feeds between the lines and none at the end:
/// ```text
/// manifold hyperspace commitment 1
/// salt 000102030405060708090a0b0c0d0e0f
/// white bishop c1
/// turn 5
/// return f4
/// game 42
/// ```
/// `turn` is the number of the turn in which the piece left. The game's identifier comes last, so
/// that nothing in it can be mistaken for another field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Departure<'a> {
    /// The identifier of the game.
    pub game: &'a str,
    /// The owner of the piece.
    pub color: Color,
    /// The role of the piece.
    pub role: Role,
    /// The square that it left.
    pub from: Square,
    /// The number of the turn in which it left.
    pub turn: u32,
    /// The square to which it will return.
    pub square: Secret<Square>,
}

impl Departure<'_> {
    /// The text that is hashed, with the salt in hexadecimal digits. It contains the secret square.
    #[must_use]
    pub fn text(&self, salt: &str) -> String {
        let Departure {
            game,
            color,
            role,
            from,
            turn,
            square,
        } = self;
        format!(
            "manifold hyperspace commitment 1\nsalt {salt}\n{} {} {from}\nturn {turn}\nreturn {}\ngame {game}",
            color_name(*color),
            role_name(*role),
            square.reveal(),
        )
    }
}

/// A salt short enough to be guessed, and the secret square with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a salt of {0} bytes can be guessed: at least {min} random bytes are needed", min = Commitment::MIN_SALT)]
pub struct SaltTooShort(pub usize);

/// A published commitment to a departure. Displayed as 64 hexadecimal digits.
///
/// The rules have no randomness: the caller provides the salt, keeps it secret until the game is
/// over, and then publishes it together with the squares.
///
/// ```
/// use manifold_rules::board::{Color, Role, Square};
/// use manifold_rules::hyperspace::{Commitment, Departure, Secret};
///
/// let departure = Departure {
///     game: "42",
///     color: Color::White,
///     role: Role::Bishop,
///     from: Square::C1,
///     turn: 5,
///     square: Secret::new(Square::F4),
/// };
/// let salt = [7; 16]; // Use a cryptographically secure generator.
/// let commitment = Commitment::new(&departure, &salt)?;
/// assert!(commitment.verify(&departure, &salt));
/// let lie = Departure { square: Secret::new(Square::G5), ..departure };
/// assert!(!commitment.verify(&lie, &salt));
/// # Ok::<(), manifold_rules::hyperspace::SaltTooShort>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Commitment([u8; 32]);

impl Commitment {
    /// The minimum length of a salt, in bytes.
    pub const MIN_SALT: usize = 16;

    /// Commits to a departure.
    ///
    /// # Errors
    /// The salt is shorter than [`Commitment::MIN_SALT`]. With only 64 squares to try, the
    /// salt is all that protects the secret.
    pub fn new(departure: &Departure<'_>, salt: &[u8]) -> Result<Commitment, SaltTooShort> {
        if salt.len() < Commitment::MIN_SALT {
            return Err(SaltTooShort(salt.len()));
        }
        let text = departure.text(&hex::encode(salt));
        Ok(Commitment(Sha256::digest(text.as_bytes()).into()))
    }

    /// Whether this is the commitment to that departure with that salt.
    #[must_use]
    pub fn verify(&self, departure: &Departure<'_>, salt: &[u8]) -> bool {
        Commitment::new(departure, salt).is_ok_and(|commitment| commitment == *self)
    }
}

impl Hyperspace {
    /// The departure of a legal phase-out in the game with the identifier `game`; `None` for other
    /// actions.
    #[must_use]
    pub fn departure<'a>(&self, action: Action, game: &'a str) -> Option<Departure<'a>> {
        let Action::PhaseOut { from, to, .. } = action else {
            return None;
        };
        Some(Departure {
            game,
            color: self.turn(),
            role: self.board().role_at(from)?,
            from,
            turn: self.ply() / 2 + 1,
            square: to,
        })
    }
}

impl Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl Debug for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Commitment({self})")
    }
}

impl FromStr for Commitment {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Commitment, NotationError> {
        let is_small = !text.bytes().any(|byte| byte.is_ascii_uppercase());
        let mut bytes = [0; 32];
        match hex::decode_to_slice(text, &mut bytes) {
            Ok(()) if is_small => Ok(Commitment(bytes)),
            _ => {
                let expected = "64 hexadecimal digits in small letters";
                Err(NotationError::new(text, expected))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SALT: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

    fn departure() -> Departure<'static> {
        Departure {
            game: "42",
            color: Color::White,
            role: Role::Bishop,
            from: Square::C1,
            turn: 5,
            square: Secret::new(Square::F4),
        }
    }

    #[test]
    fn a_commitment_is_the_sha256_of_the_documented_text() {
        // Worked out with another implementation of SHA-256.
        let commitment = Commitment::new(&departure(), &SALT).expect("long enough");
        assert_eq!(
            commitment.to_string(),
            "7606cd682fc63199c1d8e1f53eea7ae8322ca900c5ef7bcec8abbbee99094437"
        );
    }

    #[test]
    fn a_commitment_changes_with_every_part() {
        let commitment = Commitment::new(&departure(), &SALT).expect("long enough");
        let others = [
            Departure {
                game: "43",
                ..departure()
            },
            Departure {
                color: Color::Black,
                ..departure()
            },
            Departure {
                role: Role::Queen,
                ..departure()
            },
            Departure {
                from: Square::E3,
                ..departure()
            },
            Departure {
                turn: 6,
                ..departure()
            },
            Departure {
                square: Secret::new(Square::G5),
                ..departure()
            },
        ];
        for other in others {
            assert!(!commitment.verify(&other, &SALT), "{other:?}");
        }
        let mut salt = SALT;
        salt[15] = 16;
        assert!(!commitment.verify(&departure(), &salt));
        assert!(!commitment.verify(&departure(), &SALT[..15]));
        assert!(commitment.verify(&departure(), &SALT));
    }

    #[test]
    fn a_salt_of_fifteen_bytes_is_refused() {
        assert_eq!(
            Commitment::new(&departure(), &SALT[..15]),
            Err(SaltTooShort(15))
        );
    }

    #[test]
    fn the_hexadecimal_text_round_trips_in_one_spelling_only() {
        let commitment = Commitment::new(&departure(), &SALT).expect("long enough");
        let text = commitment.to_string();
        assert_eq!(text.parse(), Ok(commitment));
        assert!(text.to_uppercase().parse::<Commitment>().is_err());
        assert!(text[1..].parse::<Commitment>().is_err());
        assert!("é".repeat(32).parse::<Commitment>().is_err());
    }

    #[test]
    fn a_departure_does_not_show_its_square_in_debugging_output() {
        assert!(!format!("{:?}", departure()).to_lowercase().contains("f4"));
    }
}
