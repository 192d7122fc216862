//! A game in an export.

use manifold_rules::board;
use serde::Serialize;
use utoipa::ToSchema;

use super::lane::Lane;
use crate::api::games::record::tags;
use crate::ids::{GameId, PlayerId};
use crate::names::Color;
use crate::store::Store;
use crate::table::error::TableError;
use crate::table::event::{Event, EventKind};
use crate::table::live_game::{LiveGame, TakenBack};
use crate::table::seat::Seat;

/// A game of a player.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ExportedGame {
    /// Its identifier.
    #[schema(value_type = String)]
    id: GameId,
    /// The record as PGN; a game in progress has only the player's own secrets.
    pgn: String,
    /// Takebacks, whose actions are not in the record.
    takebacks: Vec<ExportedTakeback>,
    /// The player's waiting conditional moves, each line in machine notation.
    conditional_moves: Vec<Vec<String>>,
    /// The times at which the player acted after the page was out of focus, as reported by the page, in milliseconds since 1970.
    away: Vec<u64>,
}

/// A takeback.
#[derive(Debug, Serialize, ToSchema)]
struct ExportedTakeback {
    /// In milliseconds since 1970.
    at: u64,
    /// The player who asked for it.
    by: Color,
    /// The player's own actions that were undone, in machine notation.
    actions: Vec<String>,
}

/// The player and the time of an action after the page was out of focus; `None` for other events.
fn away(event: &Event) -> Option<(board::Color, u64)> {
    match &event.kind {
        EventKind::Action { by, away: true, .. } => Some((*by, event.at)),
        _ => None,
    }
}

impl ExportedGame {
    /// Replays a game as far as the player may know it if the reader of the export `may_see` the player's secrets, otherwise as everybody
    /// may. `site` is the server's address.
    pub(super) async fn read(
        store: &dyn Store,
        id: GameId,
        player: PlayerId,
        may_see: bool,
        site: &str,
        lane: &Lane,
    ) -> Result<ExportedGame, TableError> {
        let stored = store.load(id).await?.ok_or(TableError::NoSuchGame)?;
        let outages = store.outages();
        let site = format!("{}/g/{id}", site.trim_end_matches('/'));
        let conditions = match stored.info.is_correspondence() {
            true => store.conditions(id).await?,
            false => Vec::new(),
        };
        let own = conditions
            .into_iter()
            .find(|(whose, _)| may_see && *whose == player);
        let conditional_moves = own.map(|(_, own)| own.lines().to_vec());
        let work = move || {
            let marks: Vec<_> = stored.events.iter().filter_map(away).collect();
            let mut game = LiveGame::new(id, stored.info, outages);
            for event in stored.events {
                game.replay(event)?;
            }
            let info = &game.state().info;
            let is_own = |by| info.player(by).id() == Some(player);
            let own_marks = marks.into_iter().filter(|(by, _)| is_own(*by));
            let away = own_marks.map(|(_, at)| at).collect();
            let seat = match may_see {
                true => info.seat(player),
                false => Seat::Spectator,
            };
            let takebacks = game.taken_back(seat).into_iter();
            let transcript = game.transcript(seat);
            let pgn = transcript.pgn(&tags(&transcript, id, site));
            Ok(ExportedGame {
                id,
                pgn,
                takebacks: takebacks
                    .map(|TakenBack { at, by, actions }| ExportedTakeback {
                        at,
                        by: by.into(),
                        actions,
                    })
                    .collect(),
                conditional_moves: conditional_moves.unwrap_or_default(),
                away,
            })
        };
        lane.work(work).await
    }
}
