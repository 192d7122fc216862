//! Second factors: an app that shows codes, and recovery codes.

use sqlx::SqliteConnection;

use super::super::{keys, sessions};
use super::Kept;
use crate::ids::PlayerId;
use crate::people::factor::Proof;
use crate::people::password::PasswordHash;
use crate::people::session::NewSession;
use crate::store::people::Changed;

/// Asks for the codes of the app from now on, and stores the recovery codes. A new session begins, and all others of browsers end.
pub(super) async fn confirm(
    connection: &mut SqliteConnection,
    proof: &Proof,
    recovery_codes: &[PasswordHash],
    new: &NewSession,
) -> Result<Changed, sqlx::Error> {
    let (player, at) = (new.session.player, new.session.created_at);
    let changed = keys::confirm_totp(connection, player, proof, at).await?;
    if changed == Changed::Done {
        keys::set_recovery_codes(connection, player, recovery_codes).await?;
        sessions::begin(connection, new).await?;
        let kept = Kept::new(new.session.id, at);
        kept.end_others(connection, player).await?;
    }
    Ok(changed)
}

/// Takes the second factor away. The other sessions of browsers end.
pub(super) async fn remove(
    connection: &mut SqliteConnection,
    player: PlayerId,
    proof: Option<&Proof>,
    kept: Kept,
) -> Result<Changed, sqlx::Error> {
    if let Some(proof) = proof
        && !keys::use_proof(connection, player, proof).await?
    {
        return Ok(Changed::Used);
    }
    keys::remove_totp(connection, player).await?;
    kept.end_others(connection, player).await?;
    Ok(Changed::Done)
}

/// Stores recovery codes in the place of those that are left.
pub(super) async fn renew_codes(
    connection: &mut SqliteConnection,
    player: PlayerId,
    proof: Option<&Proof>,
    recovery_codes: &[PasswordHash],
) -> Result<Changed, sqlx::Error> {
    if let Some(proof) = proof
        && !keys::use_proof(connection, player, proof).await?
    {
        return Ok(Changed::Used);
    }
    keys::set_recovery_codes(connection, player, recovery_codes).await?;
    Ok(Changed::Done)
}
