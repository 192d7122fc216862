//! Chat beside a game: who may write what, and who reads it.

pub(crate) mod rules;
pub(crate) mod words;

use manifold_rules::board::Color;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ids::{GameId, PlayerId, RequestId};
use crate::names;

/// The longest text, in characters.
pub(crate) const LONGEST: usize = 300;
/// Maximum number of lines of one player beside one game, and of all writers together.
pub(crate) const LINES_OF_PLAYER: u32 = 100;
pub(crate) const LINES_OF_GAME: u32 = 500;

/// The preset messages, which can be sent during a game as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = ChatPreset)]
pub(crate) enum Preset {
    /// Hello.
    Hello,
    /// Good luck.
    GoodLuck,
    /// Have fun.
    HaveFun,
    /// Good game.
    GoodGame,
    /// Well played.
    WellPlayed,
    /// Thanks.
    Thanks,
    /// Sorry, I must go.
    MustGo,
    /// Goodbye.
    Goodbye,
}

/// The words of a chat message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = ChatWords)]
pub(crate) enum Words {
    /// One of the preset messages.
    Preset(Preset),
    /// Free text of 1 to 300 characters. It is plain text, whatever is in it.
    Text(String),
}

/// The audience of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = ChatRoom)]
pub(crate) enum Room {
    /// Among the players of the game.
    Players,
    /// Among those who watch. Players read it when the game is over.
    Spectators,
}

/// A chat message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Line {
    /// 1 for the first beside its game.
    pub(crate) number: u64,
    /// In milliseconds since 1970.
    pub(crate) at: u64,
    pub(crate) player: PlayerId,
    /// The player's name, if one was chosen.
    pub(crate) name: Option<String>,
    /// The player's colour; none for spectators.
    pub(crate) color: Option<Color>,
    pub(crate) words: Words,
}

impl Line {
    /// The audience: players among themselves, spectators among themselves.
    pub(crate) fn room(&self) -> Room {
        match self.color {
            Some(_) => Room::Players,
            None => Room::Spectators,
        }
    }
}

/// A line to be stored, unless one with the same request ID was.
#[derive(Debug, Clone)]
pub(crate) struct NewLine {
    pub(crate) game: GameId,
    pub(crate) request: RequestId,
    /// In milliseconds since 1970.
    pub(crate) at: u64,
    pub(crate) player: PlayerId,
    pub(crate) color: Option<Color>,
    pub(crate) words: Words,
}

/// A seat in the chat, as the database has it.
pub(crate) fn seat_word(color: Option<Color>) -> &'static str {
    match color.map(names::Color::from) {
        Some(names::Color::White) => "white",
        Some(names::Color::Black) => "black",
        None => "spectator",
    }
}
