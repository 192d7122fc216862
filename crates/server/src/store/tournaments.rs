//! Stored tournaments, matches and arenas: the log of each, and its head for lists.

use std::fmt::{self, Display};
use std::str::FromStr;

use futures_util::future::BoxFuture;
use manifold_events::Entry;

use super::error::StoreError;
use super::event_head::{EventHead, ListedState};
use super::game::NewGame;
use crate::ids::{EventId, GameId, PlayerId};
use crate::notify::post::Post;
use crate::table::rated::RatedResult;

/// The part of a database that is about events.
pub(crate) trait TournamentStore: Send + Sync {
    /// Appends entries to the log of an event, together with the games that they make and the results that they rate: all or nothing. On
    /// the disk when this returns `Ok` and [`Kept::Done`].
    fn keep(&self, entries: NewEntries) -> BoxFuture<'_, Result<Kept, StoreError>>;

    /// The log of an event, empty if there is no such event, and up to which entry its games have been told.
    fn entries(&self, event: EventId) -> BoxFuture<'_, Result<(Vec<Entry>, u64), StoreError>>;

    /// At most `limit` events: the next ones first if they are open for entries, the latest first otherwise.
    fn heads(
        &self,
        search: EventSearch,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<EventHead>, StoreError>>;

    /// Those of these events in which a player plays.
    fn playing_in(
        &self,
        player: PlayerId,
        events: Vec<EventId>,
    ) -> BoxFuture<'_, Result<Vec<EventId>, StoreError>>;

    /// The events in which a player plays or has done anything.
    fn events_of(&self, player: PlayerId) -> BoxFuture<'_, Result<Vec<EventId>, StoreError>>;

    /// Events with something due by `now` (milliseconds since 1970), those waiting longest first.
    fn events_due(&self, now: u64) -> BoxFuture<'_, Result<Vec<EventId>, StoreError>>;

    /// All events in progress, and those whose games have not been told all entries of the log.
    fn running_events(&self) -> BoxFuture<'_, Result<Vec<EventId>, StoreError>>;

    /// The accounts of some players; those that are deleted are left out.
    fn called(
        &self,
        players: Vec<PlayerId>,
    ) -> BoxFuture<'_, Result<Vec<CalledPerson>, StoreError>>;
}

/// Entries that are to be appended to the log of an event.
#[derive(Debug)]
pub(crate) struct NewEntries {
    pub(crate) event: EventId,
    /// The number of the entry after which they come; 0 for a new event.
    pub(crate) after: u64,
    /// In order. There may be none: then only `told` is stored.
    pub(crate) entries: Vec<Entry>,
    /// Up to which entry the games of the event have been told.
    pub(crate) told: u64,
    /// The head of the event for lists, after the entries.
    pub(crate) head: EventHead,
    /// The players who join it.
    pub(crate) entered: Vec<PlayerId>,
    /// The players who leave it.
    pub(crate) left: Vec<PlayerId>,
    /// The games that they make.
    pub(crate) games: Vec<NewGame>,
    /// The results that count from now on, in order, with the times at which they count, in milliseconds since 1970.
    pub(crate) rated: Vec<(GameId, u64, RatedResult)>,
    /// Games that were rated and no longer count.
    pub(crate) annulled: Vec<GameId>,
    /// The notifications for players without an open page.
    pub(crate) posts: Vec<(PlayerId, Post)>,
    /// For a new event: how many events the organiser may have open, and may make in an hour.
    pub(crate) most: Option<[u32; 2]>,
}

/// The outcome of storing entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kept {
    Done,
    /// Other entries have these numbers. Nothing is stored.
    Conflict,
    /// One of those who enter is a bot by now. Nothing is stored.
    IsBot,
    /// The organiser has enough events that are not over.
    TooManyOpen,
    /// The organiser has made enough events within the hour: the next can be made after this many milliseconds.
    TooOften(u64),
}

/// An account, as events name it.
#[derive(Debug, Clone)]
pub(crate) struct CalledPerson {
    pub(crate) player: PlayerId,
    pub(crate) username: String,
    pub(crate) is_bot: bool,
}

/// A search for events.
#[derive(Debug, Clone)]
pub(crate) struct EventSearch {
    /// Their phase.
    pub(crate) state: Option<ListedState>,
    /// The game variant.
    pub(crate) variant: Option<&'static str>,
    /// Those in which somebody plays.
    pub(crate) player: Option<PlayerId>,
    /// Those behind this place.
    pub(crate) behind: Option<EventPlace>,
}

/// The place of an event in lists: its start, in milliseconds since 1970, and its identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct EventPlace(pub(crate) u64, pub(crate) EventId);

impl Display for EventPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let EventPlace(starts_at, id) = self;
        write!(f, "{starts_at}-{id}")
    }
}

impl FromStr for EventPlace {
    type Err = ();

    fn from_str(text: &str) -> Result<EventPlace, ()> {
        let (starts_at, id) = text.split_once('-').ok_or(())?;
        // As it is written, and what the database can hold.
        let is_number = starts_at.len() <= 18 && starts_at.bytes().all(|b| b.is_ascii_digit());
        let starts_at = starts_at.parse().ok().filter(|_| is_number).ok_or(())?;
        Ok(EventPlace(starts_at, id.parse().map_err(drop)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_read_as_it_is_written_and_nothing_else_is() {
        let place = EventPlace(12, "abcDEF234567".parse().expect("an identifier"));
        assert_eq!(place.to_string().parse(), Ok(place));
        for wrong in [
            "",
            "12",
            "-abcDEF234567",
            "x-abcDEF234567",
            "+1-abcDEF234567",
            "1-abc",
        ] {
            assert_eq!(wrong.parse::<EventPlace>(), Err(()), "{wrong}");
        }
    }
}
