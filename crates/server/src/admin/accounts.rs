//! An operator's help for a player who asks for it, while no server runs.

use std::io::Write;
use std::path::Path;

use super::{named, on_data};
use crate::ServerError;
use crate::api::{Exporter, Lane, MaySee};
use crate::people::account::Account;
use crate::people::session::Token;
use crate::people::ticket::{Purpose, Ticket};
use crate::store::{Change, Deletion, Store, StoreError};
use crate::system::System;

/// There is no account of that name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoAccount;

/// Makes a link with which the named player chooses a new password: the part after the server's address. It is valid for an hour
/// and can be used once.
///
/// # Errors
/// As [`recompute_ratings`](super::recompute_ratings).
pub async fn reset_password(
    data: &Path,
    name: &str,
) -> Result<Result<String, NoAccount>, ServerError> {
    with_account(data, name, async |store, system, account| {
        let now = system.now_ms();
        let token = Token::random(system);
        let ticket = Ticket::new(token.hash(), account.player, Purpose::Reset, now);
        let change = Change::GiveTicket {
            ticket,
            password: None,
            at: now,
        };
        store.change(change).await?;
        Ok(format!("/reset/{}", token.reveal()))
    })
    .await
}

/// Deletes the account of this name, as its owner could.
///
/// # Errors
/// As [`recompute_ratings`](super::recompute_ratings).
pub async fn delete_account(data: &Path, name: &str) -> Result<Result<(), NoAccount>, ServerError> {
    with_account(data, name, async |store, system, account| {
        let change = Change::Delete(Deletion::ByOperator {
            player: account.player,
            at: system.now_ms(),
        });
        store.change(change).await.map(drop)
    })
    .await
}

/// Writes all that is stored about the player of this name, as JSON. `site` is the server's address.
///
/// # Errors
/// Same as [`recompute_ratings`](super::recompute_ratings), or the export cannot be written.
pub async fn export_account(
    data: &Path,
    name: &str,
    site: &str,
    out: &mut impl Write,
) -> Result<Result<(), NoAccount>, ServerError> {
    let exported = with_account(data, name, async |store, system, account| {
        let now = system.now_ms();
        let mut exporter = Exporter::new(
            store,
            account,
            MaySee::ALL,
            site.to_owned(),
            now,
            Lane::own(),
        )
        .await?;
        loop {
            match exporter.next(store).await {
                Ok(Some(part)) => {
                    if let Err(error) = out.write_all(&part) {
                        return Ok(Err(error));
                    }
                }
                Ok(None) => return Ok(Ok(())),
                // Already logged; what has been written is incomplete JSON.
                Err(_) => return Err(StoreError::Failed),
            }
        }
    });
    match exported.await? {
        Ok(written) => Ok(Ok(written?)),
        Err(missing) => Ok(Err(missing)),
    }
}

/// Does something with the data and the account of a name.
async fn with_account<T>(
    data: &Path,
    name: &str,
    act: impl AsyncFnOnce(&dyn Store, &System, Account) -> Result<T, StoreError>,
) -> Result<Result<T, NoAccount>, ServerError> {
    on_data(data, async |store, system| {
        match named(store, name).await? {
            Some(account) => Ok(Ok(act(store, system, account).await?)),
            None => Ok(Err(NoAccount)),
        }
    })
    .await
}
