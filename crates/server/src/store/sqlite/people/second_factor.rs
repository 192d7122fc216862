//! Second factors: an app that shows codes, and recovery codes.

use sqlx::SqliteConnection;

use super::super::keys;
use super::Kept;
use crate::ids::PlayerId;
use crate::people::factor::Proof;
use crate::people::password::PasswordHash;
use crate::store::people::Changed;

/// Asks for the codes of the app from now on, and stores the recovery codes. The other sessions of browsers end.
pub(super) async fn confirm(
    connection: &mut SqliteConnection,
    player: PlayerId,
    proof: &Proof,
    recovery_codes: &[PasswordHash],
    kept: Kept,
) -> Result<Changed, sqlx::Error> {
    let changed = keys::confirm_totp(connection, player, proof, kept.at).await?;
    if changed == Changed::Done {
        keys::set_recovery_codes(connection, player, recovery_codes).await?;
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
