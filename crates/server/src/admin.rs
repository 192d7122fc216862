//! An operator's work on the data while no server runs.

pub mod accounts;

use std::io;
use std::path::Path;

use crate::ServerError;
use crate::data;
use crate::ids::GameId;
use crate::moderation::{ActKind, NewAct};
use crate::people::account::Account;
use crate::people::username::NameKey;
use crate::store::{self, Correction, Moderate, Moderated, Opened, Store, StoreError};
use crate::system::System;

const DAY_MS: u64 = 86_400_000;

/// The result of recomputing all ratings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recomputed {
    /// Players who have ratings.
    pub players: usize,
    /// Ratings of all of them.
    pub ratings: usize,
    /// Ratings whose stored value differed from the log, and was corrected.
    pub differed: usize,
}

/// Recomputes all ratings from the log of results, and corrects those that differ.
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
    check_is_there(data)?;
    let Ok(game) = game.parse::<GameId>() else {
        return Ok(None);
    };
    correct(data, |at| Correction::Annul { game, at }).await
}

async fn correct(
    data: &Path,
    correction: impl FnOnce(u64) -> Correction,
) -> Result<Option<Recomputed>, ServerError> {
    let corrected = on_data(data, async |store, system| {
        let correction = correction(system.now_ms());
        store.correct_ratings(correction).await
    });
    let corrected = corrected.await?;
    Ok(corrected.is_done.then_some(Recomputed {
        players: corrected.players,
        ratings: corrected.ratings,
        differed: corrected.differed,
    }))
}

/// The outcome of making an account a moderator, or taking that away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoleSet {
    /// The role was changed.
    Done,
    /// There is no account with this name.
    NoAccount,
    /// The account was in this state already; nothing changed.
    AlreadySo,
}

/// Makes the account of a name a moderator, or takes that away. Its sessions end.
///
/// # Errors
/// As [`recompute_ratings`].
pub async fn set_moderator(
    data: &Path,
    name: &str,
    is_moderator: bool,
) -> Result<RoleSet, ServerError> {
    let set = on_data(data, async |store, system| {
        let Some(Account { player, .. }) = named(store, name).await? else {
            return Ok(RoleSet::NoAccount);
        };
        if store.standing(player).await?.is_moderator == is_moderator {
            return Ok(RoleSet::AlreadySo);
        }
        let at = system.now_ms();
        let role = Moderate::SetRole {
            player,
            is_moderator,
            at,
        };
        Ok(match store.moderate(role).await? {
            Moderated::Missing => RoleSet::NoAccount,
            _ => RoleSet::Done,
        })
    });
    set.await
}

/// An operator's change of a ban.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ban {
    /// It is banned for this many days, or for good.
    Days(Option<u32>),
    /// End the ban.
    End,
}

/// The outcome of a ban.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Banned {
    /// It is entered in the moderators' log, and holds.
    Done,
    /// There is no account with this name.
    NoAccount,
    /// The account is not banned.
    NotBanned,
}

/// Bans the named account for a reason that its owner is told, or ends its ban. Either is entered in the moderators' log.
///
/// # Errors
/// As [`recompute_ratings`].
pub async fn ban(data: &Path, name: &str, ban: Ban, reason: String) -> Result<Banned, ServerError> {
    let moderated = on_data(data, async |store, system| {
        let Some(Account { player, .. }) = named(store, name).await? else {
            return Ok(Moderated::Missing);
        };
        let at = system.now_ms();
        let (kind, days) = match ban {
            Ban::Days(days) => (ActKind::Ban, days),
            Ban::End => (ActKind::Unban, None),
        };
        let act = NewAct {
            at,
            moderator: None,
            player,
            kind,
            until: days.map(|days| at + u64::from(days) * DAY_MS),
            game: None,
            other: None,
            reason,
            reports: Vec::new(),
        };
        store.moderate(Moderate::Act(act)).await
    });
    Ok(match moderated.await? {
        Moderated::Missing => Banned::NoAccount,
        Moderated::NothingToLift => Banned::NotBanned,
        _ => Banned::Done,
    })
}

/// The account with exactly this name, except for case: names that only look like it are others.
async fn named(store: &dyn Store, name: &str) -> Result<Option<Account>, StoreError> {
    let account = store.account_named(NameKey::of(name)).await?;
    Ok(account.filter(|account| account.username.eq_ignore_ascii_case(name)))
}

/// Runs work on the data, with the directory locked.
async fn on_data<T>(
    data: &Path,
    work: impl AsyncFnOnce(&dyn Store, &System) -> Result<T, StoreError>,
) -> Result<T, ServerError> {
    check_is_there(data)?;
    let _lock = data::lock(data).map_err(|error| of_directory(data, error))?;
    let of_database = |error| ServerError::Database {
        path: data.to_owned(),
        error,
    };
    let mut system = System::real();
    let opened = store::open(data, system.now_ms()).await;
    let Opened { store, now, .. } = opened.map_err(of_database)?;
    system.go_on_from(now);
    let done = work(&*store, &system).await;
    store.close(system.now_ms()).await;
    done.map_err(|error| of_database(error.into()))
}

/// Refuses a directory without data: opening a database would make one.
fn check_is_there(data: &Path) -> Result<(), ServerError> {
    if store::is_in(data) {
        return Ok(());
    }
    let error = io::Error::new(io::ErrorKind::NotFound, "there is no database in it");
    Err(of_directory(data, error))
}

fn of_directory(data: &Path, error: io::Error) -> ServerError {
    ServerError::Data {
        path: data.to_owned(),
        error,
    }
}
