//! The viewer of a position.

use std::fmt::{self, Display};
use std::str::FromStr;

use crate::board::Color;
use crate::error::NotationError;

/// The viewer of a position. [`Secret::view`](crate::position::Secret::view) decides what a viewer may see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// One of the two players.
    Player(Color),
    /// Anybody watching.
    Spectator,
    /// The referee, who may see everything.
    Referee,
}

impl Viewer {
    /// Whether this viewer may know what `owner` keeps secret.
    #[must_use]
    pub fn knows_secrets_of(self, owner: Color) -> bool {
        match self {
            Viewer::Player(color) => color == owner,
            Viewer::Spectator => false,
            Viewer::Referee => true,
        }
    }
}

impl FromStr for Viewer {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Viewer, NotationError> {
        match text {
            "white" => Ok(Viewer::Player(Color::White)),
            "black" => Ok(Viewer::Player(Color::Black)),
            "spectator" => Ok(Viewer::Spectator),
            "referee" => Ok(Viewer::Referee),
            _ => Err(NotationError::new(
                text,
                "white, black, spectator or referee",
            )),
        }
    }
}

impl Display for Viewer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Viewer::Player(Color::White) => "white",
            Viewer::Player(Color::Black) => "black",
            Viewer::Spectator => "spectator",
            Viewer::Referee => "referee",
        })
    }
}
