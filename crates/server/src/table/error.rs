//! Why something is refused, for programs. The sentences for people are the API's.

use manifold_rules::board::Color;
use secrecy::SecretString;

use super::event::GameEnd;
use super::placement::NoPlacement;
use crate::store::{CreateError, StoreError};

/// Why a table, or the way to it, refuses something. Nothing has changed then, except perhaps with
/// [`TableError::Unknown`].
#[derive(Debug, Clone)]
pub(crate) enum TableError {
    /// There is no such game.
    NoSuchGame,
    /// Too much waits already.
    Busy,
    /// The server is about to stop.
    Stopping,
    /// The database has failed, and nothing has changed.
    Storage,
    /// The database has failed, and it is not known whether anything has changed.
    Unknown,
    /// The stored events cannot be played.
    Damaged,
    /// Only the players of this game may do that.
    NotAPlayer,
    /// The game is over.
    Over(GameEnd),
    /// The game is not over yet.
    NotOver,
    /// Nobody has taken the free side yet.
    NotStarted,
    /// The round of the game has not begun.
    NotBegun,
    /// A director was called: both clocks stand still.
    ClocksStopped,
    /// Games of events cannot be aborted, claimed or repeated.
    InEvent,
    /// Something in the position is secret.
    Sealed,
    /// A draw can be agreed after this many turns.
    DrawTooEarly(u16),
    /// It is for this player to act.
    NotYourTurn(Color),
    /// The position has changed since the action was chosen.
    Stale {
        /// The last event that the client had seen.
        seen: u64,
        /// The last event.
        last: u64,
    },
    /// The text of an action is longer than this many bytes.
    ActionTooLong(usize),
    /// The text is not an action. The rules' message quotes it, so it is for its sender only.
    Unreadable(SecretString),
    /// The rules do not allow the action. The rules' message is for its sender only.
    Illegal(SecretString),
    /// A draw can be offered once between two of one's own moves.
    DrawAlreadyOffered,
    /// There is nothing that this player could take back, or it was asked for already.
    NoTakeback,
    /// Too much was taken back without the game going on.
    TooManyTakebacks,
    /// The player has too often taken back an action of their own, as the rules of the game allow.
    TooManyRetractions,
    /// The game has so many events that nothing can be offered any more.
    TooManyEvents,
    /// The game was agreed on without takebacks.
    TakebacksOff,
    /// The player has too many unfinished games already.
    TooManyGames,
    /// A player of the next game has too many unfinished ones already.
    TooManyGamesForRematch,
    /// Too many new games were made from this network: the next can be made after this many milliseconds.
    TooManyNewGames(u64),
    /// Too many games are in memory that were loaded for this network.
    TooManyLoaded,
    /// Only a finished game without a rematch can have one.
    NoRematch,
    /// The player has offered a rematch already.
    RematchAlreadyOffered,
    /// The player blocks the other one.
    Blocked,
    /// Only a game at one board can be begun again.
    NoReset,
    /// There is no such offer, or it is gone.
    NoOffer,
    /// Both players have moved already.
    NoAbort,
    /// The opponent has not been away for long enough.
    NoClaim,
    /// The game is rated, and a player of it has no account.
    NoAccount,
    /// The game is rated, and its players are known to be one person.
    OnePerson,
    /// There are no conditional moves in this game.
    NoConditions,
    /// The account became a bot after the request was made for a person.
    IsBot,
    /// The seek from which the game was to be made is gone.
    SeekGone,
    /// The game is against the engine, and cannot be rated.
    NoPlacement(NoPlacement),
    /// Both sides have players.
    Full,
    /// The free side is not for this player, who is not told why.
    Closed,
    /// The guest had the other side, which now belongs to an account.
    HasGiven,
    /// The game has fewer actions, or is decided there.
    NothingToAnalyse,
}

impl TableError {
    /// Wraps the rules' reason against an action, which is for its sender only.
    pub(crate) fn illegal(refusal: &dyn std::error::Error) -> TableError {
        TableError::Illegal(refusal.to_string().into())
    }

    /// Wraps the rules' reason why a text is not an action.
    pub(crate) fn unreadable(error: &dyn std::error::Error) -> TableError {
        TableError::Unreadable(error.to_string().into())
    }
}

impl From<StoreError> for TableError {
    fn from(error: StoreError) -> TableError {
        match error {
            StoreError::Failed => TableError::Storage,
            StoreError::Unknown => TableError::Unknown,
        }
    }
}

impl From<CreateError> for TableError {
    fn from(error: CreateError) -> TableError {
        match error {
            CreateError::Store(error) => error.into(),
            CreateError::IsBot => TableError::IsBot,
            CreateError::SeekGone => TableError::SeekGone,
            CreateError::NoPlacement(why) => TableError::NoPlacement(why),
        }
    }
}
