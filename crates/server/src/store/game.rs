//! Games as they are stored, read and listed.

use manifold_rules::board;

use crate::ids::{GameId, PlayerId, RequestId, SeekId};
use crate::names::{Color, GameResult, Status};
use crate::notify::reminder::NextTurn;
use crate::table::archived::ArchivedGame;
use crate::table::conduct::Conduct;
use crate::table::event::Event;
use crate::table::info::GameInfo;
use crate::table::rated::RatedResult;

/// Counts the owners of a game: only the latest may append.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Epoch(pub(crate) u64);

/// A game for its owner.
#[derive(Debug)]
pub(crate) struct StoredGame {
    pub(crate) epoch: Epoch,
    pub(crate) info: GameInfo,
    pub(crate) events: Vec<Event>,
}

/// How far games that need attention have been examined. The next look continues from there, and starts over after the last one.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Looked {
    pub(crate) clocks: Option<GameId>,
    pub(crate) engine: Option<GameId>,
}

/// Games that need an owner although nobody may be there. Each kind has its own share, so that one cannot crowd out the other.
#[derive(Debug)]
pub(crate) struct Due {
    /// A clock has run out.
    pub(crate) clocks: Vec<GameId>,
    /// The engine must act.
    pub(crate) engine: Vec<GameId>,
    /// Where the next look continues.
    pub(crate) looked: Looked,
}

/// An event to be stored.
#[derive(Debug)]
pub(crate) struct Append {
    pub(crate) game: GameId,
    pub(crate) epoch: Epoch,
    pub(crate) event: Event,
    pub(crate) summary: Summary,
    /// The game's head with the player who has joined, if the event is that.
    pub(crate) joined: Option<Box<GameInfo>>,
    /// The game that the event names, if it is that of a rematch: stored with the event, or neither is.
    pub(crate) rematch: Option<Box<NewGame>>,
    /// The result of a rated game, if the event ends it and it counts: both ratings change with the event, or nothing does.
    pub(crate) rated: Option<RatedResult>,
    /// The game for the archive, if the event ends it and everybody may find it.
    pub(crate) archived: Option<Box<ArchivedGame>>,
    /// The conduct of the players of a game of the lobby, if the event is its end.
    pub(crate) conduct: Option<Conduct>,
    /// The next player to move then, in a correspondence game.
    pub(crate) turn: Option<NextTurn>,
    /// The players whose conditional moves are gone with the event.
    pub(crate) forgotten: Vec<PlayerId>,
}

/// A game to be stored.
#[derive(Debug)]
pub(crate) struct NewGame {
    pub(crate) id: GameId,
    pub(crate) info: GameInfo,
    pub(crate) summary: Summary,
    /// The player and name of the request, if it may arrive twice.
    pub(crate) request: Option<(PlayerId, RequestId)>,
    /// The stored seeks that become this game. All of them must still be waiting, and are removed.
    pub(crate) seeks: Vec<SeekId>,
}

/// A game as lists show it after an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Summary {
    pub(crate) status: Status,
    pub(crate) result: Option<GameResult>,
    pub(crate) turn_number: u32,
    pub(crate) actor: Option<board::Color>,
    /// The time at which something is due even if nobody comes, in milliseconds since 1970.
    pub(crate) attention_at: Option<u64>,
}

/// A game in a list.
#[derive(Debug, Clone)]
pub(crate) struct ListedGame {
    pub(crate) id: GameId,
    pub(crate) info: GameInfo,
    pub(crate) status: Status,
    pub(crate) result: Option<GameResult>,
    pub(crate) turn_number: u32,
    pub(crate) actor: Option<Color>,
    pub(crate) updated_at: u64,
}

/// The games in a list.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Which {
    /// A player's: those in progress, then those that wait, then finished ones, each with the latest first.
    Of(PlayerId),
    /// Games in progress between two players, the latest first.
    Live,
}
