//! Second factors: an app that shows codes, a passkey, and recovery codes.

use sqlx::SqliteConnection;

use super::super::{factors, sessions};
use super::{end_others, passkey};
use crate::ids::PlayerId;
use crate::people::factor::{FactorKind, Proof};
use crate::people::passkey::ShownPasskey;
use crate::people::password::PasswordHash;
use crate::people::session::NewSession;
use crate::store::people::{Changed, Principal};

/// Stores the secret of an app whose codes are not required yet. The flag says whether a passkey was required when the proof was checked:
/// if that is new since, the password alone may have been enough then, and no longer is.
pub(super) async fn prepare(
    connection: &mut SqliteConnection,
    player: PlayerId,
    secret: &[u8],
    (proof, asked_for_passkey): (Option<&Proof>, bool),
) -> Result<Changed, sqlx::Error> {
    let factor = factors::second_factor(connection, player).await?;
    if factor.asks_for_passkey && !asked_for_passkey {
        return Ok(Changed::Needed);
    }
    if !is_proven(connection, player, proof).await? {
        return Ok(Changed::Used);
    }
    factors::prepare_totp(connection, player, secret).await
}

/// Uses up a proof by a code, if there is one, and returns whether it was valid.
async fn is_proven(
    connection: &mut SqliteConnection,
    player: PlayerId,
    proof: Option<&Proof>,
) -> Result<bool, sqlx::Error> {
    match proof {
        Some(proof) => factors::use_proof(connection, player, proof).await,
        None => Ok(true),
    }
}

/// Asks for the codes of the app from now on, and stores the recovery codes. A new session begins, and all others of browsers end.
pub(super) async fn confirm(
    connection: &mut SqliteConnection,
    proof: &Proof,
    recovery_codes: &[PasswordHash],
    new: &NewSession,
) -> Result<Changed, sqlx::Error> {
    if !sessions::goes_on(connection, new).await? {
        return Ok(Changed::SignedOut);
    }
    let (player, at) = (new.session.player, new.session.created_at);
    let changed = factors::confirm_totp(connection, player, proof, at).await?;
    if changed == Changed::Done {
        factors::set_recovery_codes(connection, player, recovery_codes).await?;
        begin_alone(connection, new).await?;
    }
    Ok(changed)
}

/// Requires a passkey after the password from now on. A new session begins, and all others of browsers end. Recovery codes are given only
/// for an account that has none; if that has changed since they were made, nothing changes here.
pub(super) async fn ask_for_passkey(
    connection: &mut SqliteConnection,
    shown: &ShownPasskey,
    recovery_codes: &[PasswordHash],
    new: &NewSession,
) -> Result<Changed, sqlx::Error> {
    if !sessions::goes_on(connection, new).await? {
        return Ok(Changed::SignedOut);
    }
    let (player, at) = (new.session.player, new.session.created_at);
    let before = factors::second_factor(connection, player).await?;
    if before.has_recovery_codes() != recovery_codes.is_empty() {
        return Ok(Changed::Missing);
    }
    let ShownPasskey {
        challenge,
        passkey,
        state,
    } = shown;
    let used = passkey::show(connection, *challenge, passkey, state, at).await?;
    if used != Changed::Done {
        return Ok(used);
    }
    if !factors::ask_for_passkey(connection, passkey.player).await? {
        return Ok(Changed::Full);
    }
    if !recovery_codes.is_empty() {
        factors::set_recovery_codes(connection, player, recovery_codes).await?;
    }
    begin_alone(connection, new).await?;
    Ok(Changed::Done)
}

/// A new session begins, and all others of browsers end.
async fn begin_alone(
    connection: &mut SqliteConnection,
    new: &NewSession,
) -> Result<(), sqlx::Error> {
    sessions::begin(connection, new).await?;
    let alone = Principal {
        player: new.session.player,
        session: new.session.id,
        at: new.session.created_at,
    };
    end_others(connection, alone).await
}

/// Asks for one of the factors no longer. The other sessions of browsers end.
pub(super) async fn turn_off(
    connection: &mut SqliteConnection,
    principal: Principal,
    factor: FactorKind,
    proof: Option<&Proof>,
) -> Result<Changed, sqlx::Error> {
    if !is_proven(connection, principal.player, proof).await? {
        return Ok(Changed::Used);
    }
    match factor {
        FactorKind::App => factors::remove_totp(connection, principal.player).await?,
        FactorKind::Passkey => factors::ask_for_no_passkey(connection, principal.player).await?,
    }
    end_others(connection, principal).await?;
    Ok(Changed::Done)
}

/// Stores recovery codes in the place of those that are left. If the last factor was turned off meanwhile there is nothing that they could
/// stand for: then nothing changes.
pub(super) async fn renew_codes(
    connection: &mut SqliteConnection,
    player: PlayerId,
    proof: Option<&Proof>,
    recovery_codes: &[PasswordHash],
) -> Result<Changed, sqlx::Error> {
    if !factors::second_factor(connection, player).await?.is_on() {
        return Ok(Changed::Missing);
    }
    if !is_proven(connection, player, proof).await? {
        return Ok(Changed::Used);
    }
    factors::set_recovery_codes(connection, player, recovery_codes).await?;
    Ok(Changed::Done)
}
