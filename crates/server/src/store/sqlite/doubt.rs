//! Writes that may or may not be stored.

use std::collections::HashSet;

use super::write::Write;
use crate::ids::{EventId, GameId, PlayerId, RequestId};

/// The content of transactions whose commit failed, for as long as a restart may bring it back. Until then nobody may
/// be told that any of it was not stored.
pub(super) struct Doubt {
    games: HashSet<GameId>,
    creations: HashSet<(PlayerId, RequestId)>,
    names: HashSet<PlayerId>,
    /// Whether it contained changes to accounts or sessions. They are rare enough not to be distinguished.
    people: bool,
    /// Whether anything between players was in it, such as a challenge.
    meetings: bool,
    /// Whether ratings were corrected in it.
    ratings: bool,
    /// Whether it contained acts of moderation, which are not distinguished either.
    moderation: bool,
    /// Whether it contained changes to notifications, which are not distinguished either.
    notices: bool,
    /// The events of which entries were in it.
    events: HashSet<EventId>,
    /// The games beside which something was said in it.
    chats: HashSet<GameId>,
}

impl Doubt {
    /// Doubt about everything in a transaction.
    pub(super) fn of(transaction: &[Write]) -> Doubt {
        let mut doubt = Doubt {
            games: HashSet::new(),
            creations: HashSet::new(),
            names: HashSet::new(),
            people: false,
            meetings: false,
            ratings: false,
            moderation: false,
            notices: false,
            events: HashSet::new(),
            chats: HashSet::new(),
        };
        for write in transaction {
            match write {
                Write::Append(append, _) => drop(doubt.games.insert(append.game)),
                Write::Conditions(game, ..) => drop(doubt.games.insert(*game)),
                Write::Create(game, _) => doubt.creations.extend(game.request.clone()),
                Write::Rename(player, ..) => drop(doubt.names.insert(*player)),
                Write::Change(..) => doubt.people = true,
                Write::Meet(..) => doubt.meetings = true,
                Write::Moderate(..) => doubt.moderation = true,
                Write::Notify(..) => doubt.notices = true,
                Write::Say(line, _) => drop(doubt.chats.insert(line.game)),
                Write::Correct(..) | Write::Mend(..) => doubt.ratings = true,
                Write::Keep(entries, _) => drop(doubt.events.insert(entries.event)),
                // A game that may be in the archive already is put there once all the same.
                Write::Archive(..) | Write::Heartbeat(..) | Write::Tidy(..) | Write::Stop => {}
            }
        }
        doubt
    }

    /// Whether a write may be one that is stored already, or one that is based on it.
    pub(super) fn concerns(&self, write: &Write) -> bool {
        match write {
            Write::Append(append, _) => self.games.contains(&append.game),
            Write::Conditions(game, ..) => self.games.contains(game),
            Write::Create(game, _) => game
                .request
                .as_ref()
                .is_some_and(|request| self.creations.contains(request)),
            Write::Rename(player, ..) => self.names.contains(player),
            Write::Change(..) => self.people,
            Write::Meet(..) => self.meetings,
            Write::Moderate(..) => self.moderation,
            Write::Notify(..) => self.notices,
            Write::Say(line, _) => self.chats.contains(&line.game),
            Write::Correct(..) | Write::Mend(..) => self.ratings,
            Write::Keep(entries, _) => self.events.contains(&entries.event),
            Write::Archive(..) | Write::Heartbeat(..) | Write::Tidy(..) | Write::Stop => false,
        }
    }
}
