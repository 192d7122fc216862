//! The game of two who have found each other.

use std::sync::Arc;

use super::pool::Pair;
use super::seek::Seek;
use crate::ids::GameId;
use crate::registry::Registry;
use crate::services::Services;
use crate::store::NewGame;
use crate::table::create::{by_lot, new_game, store_game};
use crate::table::error::TableError;
use crate::table::info::{GameInfo, Person, Player};
use crate::table::message::Message;
use crate::table::rated_players::with_ratings;

/// Makes the game of a pair, whose seeks wait no longer.
pub(super) async fn make_game(
    services: &Services,
    Pair(first, second): &Pair,
) -> Result<GameId, TableError> {
    let wanted = first.color.or(second.color.map(|color| color.other()));
    // The rating by which they were found is the game's only if that is rated, and may have changed while they waited.
    let person = |seek: &Seek| {
        Player::Person(Person {
            rating: None,
            ..seek.seeker.person.clone()
        })
    };
    let (white, black) = wanted
        .unwrap_or_else(|| by_lot(services))
        .fold_wb((first, second), (second, first));
    let info = GameInfo {
        variant: first.cell.variant,
        start: None,
        white: person(white),
        black: person(black),
        clock: first.cell.clock.clone(),
        takebacks: false,
        rated: first.cell.rated,
        paired: true,
        event: None,
        created_at: 0,
    };
    let info = with_ratings(services, info).await?;
    // Whoever has accepted a seek has none.
    let accepts = |seek: &Seek| seek.id == first.id;
    let stored = [Some(first), Some(second).filter(|second| !accepts(second))];
    let stored = stored.into_iter().flatten().filter(|seek| seek.stays());
    let game = NewGame {
        seeks: stored.map(|seek| seek.id).collect(),
        ..new_game(services, info)
    };
    store_game(services, game).await
}

/// Ends the games against the computer that were played until this pair came together.
pub(super) async fn leave_computer(registry: &Arc<Registry>, Pair(first, second): &Pair) {
    for seek in [first, second] {
        let Some(meanwhile) = &seek.meanwhile else {
            continue;
        };
        let (game, player) = (meanwhile.game, seek.player());
        let left = registry.ask(game, |reply| Message::LeaveComputer(player, reply));
        if let Err(error) = left.await {
            // It may be over by now. If not, it goes on, as it would have without this.
            tracing::debug!(%game, ?error, "a game against the computer was not left");
        }
    }
}
