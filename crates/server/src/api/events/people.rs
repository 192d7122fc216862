//! The people of an event, as they are shown.

use std::collections::{BTreeSet, HashMap};

use manifold_events as law;
use serde::Serialize;
use utoipa::ToSchema;

use crate::api::problem::Problem;
use crate::events::player_id;
use crate::ids::PlayerId;
use crate::services::Services;
use crate::store::CalledPerson;

/// The placeholder for the name of an account that was deleted.
pub(super) const DELETED: &str = "[deleted]";

/// Somebody in an event.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EventPerson {
    /// The player's identifier, by which the log names people.
    #[schema(value_type = String)]
    pub(super) id: PlayerId,
    /// The name in the event; `[deleted]` if the account was deleted.
    pub(super) name: String,
    /// The username; null if the account was deleted.
    #[schema(required)]
    pub(super) username: Option<String>,
    /// Whether a program plays for the account.
    pub(super) bot: bool,
}

/// The people of an event.
pub(super) struct People {
    accounts: HashMap<PlayerId, CalledPerson>,
    names: HashMap<PlayerId, String>,
}

impl People {
    /// The people with these identifiers.
    pub(super) async fn of(
        services: &Services,
        players: BTreeSet<PlayerId>,
    ) -> Result<People, Problem> {
        let accounts = services.store.called(players.into_iter().collect()).await?;
        Ok(People {
            accounts: accounts.into_iter().map(|one| (one.player, one)).collect(),
            names: HashMap::new(),
        })
    }

    /// Everybody with a role in an event, and all its players.
    pub(super) async fn of_event(
        services: &Services,
        event: &law::Event,
    ) -> Result<People, Problem> {
        let players = event.players();
        let staff = event.directors().iter().copied();
        let staff = staff.chain([event.organiser(), event.chief_arbiter(), event.deputy()]);
        // Somebody who made a ruling may no longer be a director.
        let by = event.log().iter().filter_map(|entry| entry.by.person());
        let everybody = staff
            .chain(by)
            .chain(players.iter().map(|player| player.id));
        let mut people = People::of(services, everybody.map(player_id).collect()).await?;
        people.names = (players.iter())
            .map(|player| (player_id(player.id), player.name.clone()))
            .collect();
        Ok(people)
    }

    /// Whether somebody has no account any more.
    pub(super) fn is_gone(&self, player: PlayerId) -> bool {
        !self.accounts.contains_key(&player)
    }

    pub(super) fn person(&self, person: law::PersonId) -> EventPerson {
        self.player(player_id(person))
    }

    pub(super) fn player(&self, id: PlayerId) -> EventPerson {
        let account = self.accounts.get(&id);
        let username = account.map(|account| account.username.clone());
        let name = match &username {
            Some(username) => self.names.get(&id).unwrap_or(username).clone(),
            None => DELETED.to_owned(),
        };
        EventPerson {
            id,
            name,
            bot: account.is_some_and(|account| account.is_bot),
            username,
        }
    }
}

#[cfg(test)]
impl People {
    /// People with the longest usernames, and with the names that they have in the event.
    pub(super) fn sample(event: &law::Event) -> People {
        let players = event.players();
        let called = |player: &&law::EventPlayer| CalledPerson {
            player: player_id(player.id),
            username: format!("u{:0>19}", player.name.len()),
            is_bot: false,
        };
        let accounts = players.iter().map(called);
        People {
            accounts: accounts.map(|one| (one.player, one)).collect(),
            names: (players.iter())
                .map(|player| (player_id(player.id), player.name.clone()))
                .collect(),
        }
    }
}
