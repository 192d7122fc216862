//! Looking up the people whom a command names, and checking them.

use manifold_events as law;

use super::super::arbiters::must_be_secured;
use super::Asker;
use crate::api::players;
use crate::api::problem::Problem;
use crate::events::law_person;
use crate::ids::PlayerId;
use crate::people::account::Account;

impl Asker<'_> {
    /// The account with this username.
    pub(super) async fn player(&self, name: &str, field: &str) -> Result<Account, Problem> {
        let found = players::account(self.context, name).await;
        found.map_err(|problem| problem.of(field))
    }

    pub(super) async fn person(&self, name: &str, field: &str) -> Result<law::PersonId, Problem> {
        Ok(law_person(self.player(name, field).await?.player))
    }

    /// The person who is to be Chief Arbiter or deputy.
    pub(super) async fn arbiter(
        &self,
        event: &law::Event,
        name: &str,
    ) -> Result<law::PersonId, Problem> {
        let named = self.player(name, "person").await?;
        // Only the organiser may learn who has a second factor; the law refuses everybody else.
        if event.organiser() == law_person(self.own.player) {
            let secured = must_be_secured(self.context, self.client, &self.own, &named).await;
            secured.map_err(|problem| problem.of("person"))?;
        }
        Ok(law_person(named.player))
    }

    /// The account that is named, or else the one that sends the command.
    pub(super) async fn player_or_own(&self, name: Option<String>) -> Result<Account, Problem> {
        match name {
            Some(name) => self.player(&name, "player").await,
            None => Ok(self.own.clone()),
        }
    }

    pub(super) async fn person_or_own(
        &self,
        name: Option<String>,
    ) -> Result<law::PersonId, Problem> {
        Ok(law_person(self.player_or_own(name).await?.player))
    }

    /// A player's rating in the pool of the event.
    pub(super) async fn rating(
        &self,
        event: &law::Event,
        player: PlayerId,
    ) -> Result<Option<u16>, Problem> {
        let services = &self.context.registry.services;
        Ok(crate::events::rating(services, event.settings(), player).await?)
    }
}
