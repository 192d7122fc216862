//! What an operator does with the data while no server runs.

pub mod accounts;

use std::io;
use std::path::Path;

use crate::ServerError;
use crate::data;
use crate::ids::GameId;
use crate::store::{Correction, Sqlite, Store};
use crate::system::System;

/// What working all ratings out again has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recomputed {
    /// How many players have ratings.
    pub players: usize,
    /// How many ratings they have.
    pub ratings: usize,
    /// How many ratings were stored otherwise, and are now what the log says.
    pub differed: usize,
}

/// Works all ratings out again from the log of results, and stores what was stored otherwise.
///
/// # Errors
/// There is no database in the directory, a server is using it, or it cannot be read or written.
pub async fn recompute_ratings(data: &Path) -> Result<Recomputed, ServerError> {
    let corrected = correct(data, |_| Correction::Recompute).await?;
    Ok(corrected.unwrap_or(Recomputed {
        players: 0,
        ratings: 0,
        differed: 0,
    }))
}

/// Takes the result of a game out of the ratings, as if it had never been played. `None` if there is none that counts.
///
/// # Errors
/// As [`recompute_ratings`].
pub async fn annul_result(data: &Path, game: &str) -> Result<Option<Recomputed>, ServerError> {
    let Ok(game) = game.parse::<GameId>() else {
        return Ok(None);
    };
    correct(data, |at| Correction::Annul { game, at }).await
}

async fn correct(
    data: &Path,
    correction: impl FnOnce(u64) -> Correction,
) -> Result<Option<Recomputed>, ServerError> {
    let of_data = |error| ServerError::Data {
        path: data.to_owned(),
        error,
    };
    if !Sqlite::is_in(data) {
        let error = io::Error::new(io::ErrorKind::NotFound, "there is no database in it");
        return Err(of_data(error));
    }
    let _lock = data::lock(data).map_err(of_data)?;
    let of_database = |error| ServerError::Database {
        path: data.to_owned(),
        error,
    };
    let mut system = System::real();
    let (store, now) = Sqlite::open(data, system.now_ms())
        .await
        .map_err(of_database)?;
    system.go_on_from(now);
    let corrected = store.correct_ratings(correction(system.now_ms())).await;
    store.close(system.now_ms()).await;
    let corrected = corrected.map_err(|error| of_database(error.into()))?;
    Ok(corrected.is_done.then_some(Recomputed {
        players: corrected.players,
        ratings: corrected.ratings,
        differed: corrected.differed,
    }))
}
