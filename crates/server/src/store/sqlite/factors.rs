//! Second factors: an app that shows codes, whether a passkey is asked for, and recovery codes.

use sqlx::{Row, SqliteConnection};

use crate::ids::PlayerId;
use crate::people::factor::{CodeApp, Proof, SecondFactor};
use crate::people::password::PasswordHash;
use crate::store::people::Changed;

/// Stores the secret of an app that is not asked for yet.
pub(super) async fn prepare_totp(
    connection: &mut SqliteConnection,
    player: PlayerId,
    secret: &[u8],
) -> Result<Changed, sqlx::Error> {
    let sql = "INSERT INTO totp (player, secret) SELECT player, ?2 FROM accounts WHERE player = ?1 \
               ON CONFLICT (player) DO UPDATE SET secret = excluded.secret WHERE confirmed_at IS NULL";
    let stored = sqlx::query(sql)
        .bind(player.to_string())
        .bind(secret.to_vec())
        .execute(connection)
        .await?;
    Ok(match stored.rows_affected() {
        0 => Changed::Full,
        _ => Changed::Done,
    })
}

/// Asks for the codes of the app from now on.
pub(super) async fn confirm_totp(
    connection: &mut SqliteConnection,
    player: PlayerId,
    proof: &Proof,
    at: u64,
) -> Result<Changed, sqlx::Error> {
    let Proof::Step(step) = proof else {
        return Ok(Changed::Missing);
    };
    let sql =
        "UPDATE totp SET confirmed_at = ?, used = ? WHERE player = ? AND confirmed_at IS NULL";
    let confirmed = sqlx::query(sql)
        .bind(at as i64)
        .bind(*step as i64)
        .bind(player.to_string())
        .execute(connection)
        .await?;
    Ok(match confirmed.rows_affected() {
        0 => Changed::Missing,
        _ => Changed::Done,
    })
}

/// Uses up a proof and returns whether it was valid: each code works once.
pub(super) async fn use_proof(
    connection: &mut SqliteConnection,
    player: PlayerId,
    proof: &Proof,
) -> Result<bool, sqlx::Error> {
    let query = match proof {
        Proof::Step(step) => sqlx::query(
            "UPDATE totp SET used = ?1 WHERE player = ?2 AND confirmed_at IS NOT NULL AND coalesce(used, -1) < ?1",
        )
        .bind(*step as i64)
        .bind(player.to_string()),
        Proof::RecoveryCode(hash) => {
            sqlx::query("DELETE FROM recovery_codes WHERE hash = ? AND player = ?")
                .bind(hash.reveal().to_owned())
                .bind(player.to_string())
        }
    };
    Ok(query.execute(connection).await?.rows_affected() > 0)
}

/// Takes the app away. Recovery codes stay if something else is asked for.
pub(super) async fn remove_totp(
    connection: &mut SqliteConnection,
    player: PlayerId,
) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM totp WHERE player = ?")
        .bind(player.to_string())
        .execute(&mut *connection)
        .await?;
    forget_codes_of_nothing(connection, player).await
}

/// Asks for a passkey from now on, and says whether that is new.
pub(super) async fn ask_for_passkey(
    connection: &mut SqliteConnection,
    player: PlayerId,
) -> Result<bool, sqlx::Error> {
    // The password alone was enough to start setting up an app: that has to be started again.
    sqlx::query("DELETE FROM totp WHERE player = ? AND confirmed_at IS NULL")
        .bind(player.to_string())
        .execute(&mut *connection)
        .await?;
    let sql = "UPDATE accounts SET asks_for_passkey = 1 WHERE player = ? AND asks_for_passkey = 0";
    let asked = sqlx::query(sql)
        .bind(player.to_string())
        .execute(connection)
        .await?;
    Ok(asked.rows_affected() > 0)
}

/// Requires no passkey any more. Recovery codes stay if codes of an app are required.
pub(super) async fn ask_for_no_passkey(
    connection: &mut SqliteConnection,
    player: PlayerId,
) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE accounts SET asks_for_passkey = 0 WHERE player = ?")
        .bind(player.to_string())
        .execute(&mut *connection)
        .await?;
    forget_codes_of_nothing(connection, player).await
}

/// Removes the recovery codes once there is no second factor that they could replace.
async fn forget_codes_of_nothing(
    connection: &mut SqliteConnection,
    player: PlayerId,
) -> Result<(), sqlx::Error> {
    if second_factor(connection, player).await?.is_on() {
        return Ok(());
    }
    set_recovery_codes(connection, player, &[]).await
}

/// Stores recovery codes in the place of all others.
pub(super) async fn set_recovery_codes(
    connection: &mut SqliteConnection,
    player: PlayerId,
    codes: &[PasswordHash],
) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM recovery_codes WHERE player = ?")
        .bind(player.to_string())
        .execute(&mut *connection)
        .await?;
    for code in codes {
        sqlx::query("INSERT INTO recovery_codes (player, hash) VALUES (?, ?)")
            .bind(player.to_string())
            .bind(code.reveal().to_owned())
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// What a player needs in addition to the password, including an app that is not confirmed yet.
pub(super) async fn second_factor(
    connection: &mut SqliteConnection,
    player: PlayerId,
) -> Result<SecondFactor, sqlx::Error> {
    // A single statement, so that an account which changes from the app to the passkey is never seen without both.
    let sql = "SELECT asks_for_passkey, secret, confirmed_at IS NOT NULL, used \
               FROM accounts LEFT JOIN totp ON totp.player = accounts.player WHERE accounts.player = ?";
    let row = sqlx::query(sql)
        .bind(player.to_string())
        .fetch_optional(&mut *connection)
        .await?;
    let Some(row) = row else {
        return Ok(SecondFactor::default());
    };
    let codes = sqlx::query("SELECT hash FROM recovery_codes WHERE player = ?")
        .bind(player.to_string())
        .fetch_all(connection)
        .await?;
    let codes = codes
        .into_iter()
        .map(|row| Ok(PasswordHash::read(row.try_get(0)?)));
    let secret: Option<Vec<u8>> = row.try_get(1)?;
    let (is_on, used) = (row.try_get(2)?, row.try_get::<Option<i64>, _>(3)?);
    Ok(SecondFactor {
        asks_for_passkey: row.try_get(0)?,
        app: secret.map(|secret| CodeApp {
            secret,
            is_on,
            used: used.map(|step| step as u64),
        }),
        recovery_codes: codes.collect::<Result<_, sqlx::Error>>()?,
    })
}
