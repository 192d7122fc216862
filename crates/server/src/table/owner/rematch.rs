//! Rematches: who may be asked for one, and the game that follows.

use super::Owner;
use crate::ids::{PlayerId, SubscriberId};
use crate::store::NewGame;
use crate::table::create::{check_room, new_game};
use crate::table::error::TableError;
use crate::table::event::{Offer, OtherEvent};
use crate::table::info::GameInfo;
use crate::table::live_game::{Command, Judgement};
use crate::table::rated_players::with_ratings;
use crate::table::seat::Seat;

impl Owner {
    /// Adapts a judgement where one player blocks the other: there is no rematch. A blocked player is not told, and can offer one as usual.
    pub(super) async fn between_blocked(
        &mut self,
        seat: Seat,
        command: &Command,
        judgement: Judgement,
    ) -> Result<Judgement, TableError> {
        let (Command::Offer(Offer::Rematch) | Command::Accept(Offer::Rematch)) = command else {
            return Ok(judgement);
        };
        let info = &self.game.state().info;
        let Some(by) = seat.color() else {
            return Ok(judgement);
        };
        let (Some(own), Some(other)) = (info.player(by).id(), info.player(by.other()).id()) else {
            return Ok(judgement);
        };
        if self.services.store.blocks(own, other).await? {
            return Err(TableError::Blocked);
        }
        match command {
            _ if !self.services.store.blocks(other, own).await? => Ok(judgement),
            Command::Offer(what) => Ok(OtherEvent::Offered { by, what: *what }.into()),
            _ => Err(TableError::NoOffer),
        }
    }

    /// The game of a rematch, to be stored with the event that names it. It counts as any new game.
    pub(super) async fn rematch(
        &mut self,
        info: GameInfo,
        from: SubscriberId,
    ) -> Result<NewGame, TableError> {
        let services = &self.services;
        let mut players: Vec<PlayerId> = info.people().collect();
        players.dedup();
        check_room(services, players)
            .await
            .map_err(|error| match error {
                TableError::TooManyGames => TableError::TooManyGamesForRematch,
                other => other,
            })?;
        let network = self.subscribers.iter().find(|s| s.id == from);
        let network = network.map(|subscriber| subscriber.network);
        if let Some(network) = network {
            services.new_games.count(network)?;
        }
        let info = with_ratings(services, info).await?;
        let game = new_game(services, info);
        if let Some(network) = network.filter(|_| game.info.has_engine()) {
            services.new_games.was_made_from(game.id, network);
        }
        Ok(game)
    }
}
