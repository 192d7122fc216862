//! Passkeys are challenged, added, shown and removed.

use sqlx::SqliteConnection;

use super::super::{factors, passkeys};
use super::end_others;
use crate::ids::{PasskeyId, PlayerId};
use crate::people::factor::Proof;
use crate::people::passkey::{Ceremony, Passkey};
use crate::people::session::TokenHash;
use crate::store::people::{Changed, Principal};

/// Stores a challenge. The code that was given for it is used up.
pub(super) async fn challenge(
    connection: &mut SqliteConnection,
    ceremony: &Ceremony,
    proof: Option<&(PlayerId, Proof)>,
    at: u64,
) -> Result<Changed, sqlx::Error> {
    if let Some((player, proof)) = proof
        && !factors::use_proof(connection, *player, proof).await?
    {
        return Ok(Changed::Used);
    }
    passkeys::store_ceremony(connection, ceremony, at).await?;
    Ok(Changed::Done)
}

/// Stores a passkey that has answered its challenge.
pub(super) async fn add(
    connection: &mut SqliteConnection,
    challenge: TokenHash,
    passkey: &Passkey,
) -> Result<Changed, sqlx::Error> {
    if !passkeys::end_ceremony(connection, challenge).await? {
        return Ok(Changed::Missing);
    }
    passkeys::add(connection, passkey).await
}

/// Stores the state of a passkey that has answered a challenge to confirm a change.
pub(super) async fn show(
    connection: &mut SqliteConnection,
    challenge: TokenHash,
    passkey: &Passkey,
    state: &[u8],
    at: u64,
) -> Result<Changed, sqlx::Error> {
    if !passkeys::end_ceremony(connection, challenge).await? {
        return Ok(Changed::Missing);
    }
    match passkeys::advance(connection, passkey, state, at).await? {
        true => Ok(Changed::Done),
        false => Ok(Changed::Used),
    }
}

/// Removes a passkey. The other sessions of browsers end. The last one stays while a passkey is asked for after the password: turning that
/// off takes more than the password, and its owner is told of it.
pub(super) async fn remove(
    connection: &mut SqliteConnection,
    principal: Principal,
    passkey: PasskeyId,
) -> Result<Changed, sqlx::Error> {
    let player = principal.player;
    let factor = factors::second_factor(connection, player).await?;
    if factor.asks_for_passkey && passkeys::is_the_last(connection, player, passkey).await? {
        return Ok(Changed::Needed);
    }
    if !passkeys::remove(connection, player, passkey).await? {
        return Ok(Changed::Missing);
    }
    end_others(connection, principal).await?;
    Ok(Changed::Done)
}
