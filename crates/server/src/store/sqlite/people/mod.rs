//! Accounts, and what their owners sign in with.

mod account;
mod passkey;
mod read;
mod second_factor;
#[cfg(test)]
mod tests;

use sqlx::SqliteConnection;

use super::{notify, passkeys, session_rows, sessions, sign_in, takeover};
use crate::ids::PlayerId;
use crate::notify::post::Alert;
use crate::people::factor::FactorKind;
use crate::people::session::NewSession;
use crate::store::people::{Change, Changed, Deletion, Principal, Which};

#[cfg(test)]
pub(super) use account::KEPT_NAMES;
pub(super) use account::rename_guest;
pub(super) use read::{account, account_named, kind, usernames};

/// Ends a player's sessions of browsers but one, at a time in milliseconds since 1970.
async fn end_others(
    connection: &mut SqliteConnection,
    Principal {
        player,
        session,
        at,
    }: Principal,
) -> Result<(), sqlx::Error> {
    let others = Which::BrowsersBut(session);
    sessions::end(connection, player, others, at)
        .await
        .map(drop)
}

/// Applies a change to accounts or sessions. If the account has an email address, its owner is informed of changes relevant to its security.
pub(super) async fn store(
    connection: &mut SqliteConnection,
    change: &Change,
) -> Result<Changed, sqlx::Error> {
    if let Some(principal) = change.principal()
        && !session_rows::lasts(connection, &principal).await?
    {
        return Ok(Changed::SignedOut);
    }
    let changed = apply(connection, change).await?;
    if changed == Changed::Done
        && let Some((player, alert, at)) = alert_of(change)
    {
        notify::reach::alert(connection, player, alert, at).await?;
    }
    Ok(changed)
}

/// The security notice to the owner of an account about a change, and when it was made: there is another way to sign in, or one less.
fn alert_of(change: &Change) -> Option<(PlayerId, Alert, u64)> {
    match change {
        Change::SetPassword {
            new: NewSession { session, .. },
            ..
        } => Some((session.player, Alert::PasswordChanged, session.created_at)),
        Change::Reset { ticket, at, .. } => Some((ticket.player, Alert::PasswordChanged, *at)),
        Change::ConfirmTotp {
            new: NewSession { session, .. },
            ..
        } => Some((session.player, Alert::SecondFactorOn, session.created_at)),
        Change::AskForPasskey {
            new: NewSession { session, .. },
            ..
        } => Some((session.player, Alert::PasskeyAskedFor, session.created_at)),
        Change::TurnFactorOff {
            principal, factor, ..
        } => {
            let alert = match factor {
                FactorKind::App => Alert::SecondFactorOff,
                FactorKind::Passkey => Alert::PasskeyNotAskedFor,
            };
            Some((principal.player, alert, principal.at))
        }
        Change::SetRecoveryCodes { principal, .. } => {
            Some((principal.player, Alert::RecoveryCodesRenewed, principal.at))
        }
        Change::AddPasskey { passkey, .. } => {
            Some((passkey.player, Alert::PasskeyAdded, passkey.created_at))
        }
        Change::RemovePasskey { principal, .. } => {
            Some((principal.player, Alert::PasskeyRemoved, principal.at))
        }
        Change::MakeToken { principal, .. } => {
            Some((principal.player, Alert::TokenMade, principal.at))
        }
        _ => None,
    }
}

async fn apply(connection: &mut SqliteConnection, change: &Change) -> Result<Changed, sqlx::Error> {
    match change {
        Change::SignUp(new, token, session) => {
            account::sign_up(connection, new, token, session).await
        }
        Change::SignIn { password, new } => sign_in::anew(connection, password, new).await,
        Change::MakeToken { new, .. } => sign_in::program(connection, new).await,
        Change::GiveTicket {
            ticket,
            password,
            at,
        } => sign_in::give_ticket(connection, ticket, password.as_ref(), *at).await,
        Change::SignInWith { ticket, proof, new } => {
            sign_in::with_proof(connection, ticket, proof, new).await
        }
        Change::PrepareTotp {
            principal,
            secret,
            proof,
            asked_for_passkey,
        } => {
            let proof = (proof.as_ref(), *asked_for_passkey);
            second_factor::prepare(connection, principal.player, secret, proof).await
        }
        Change::ConfirmTotp {
            proof,
            recovery_codes,
            new,
        } => second_factor::confirm(connection, proof, recovery_codes, new).await,
        Change::AskForPasskey {
            shown,
            recovery_codes,
            new,
        } => second_factor::ask_for_passkey(connection, shown, recovery_codes, new).await,
        Change::TurnFactorOff {
            principal,
            factor,
            proof,
        } => second_factor::turn_off(connection, *principal, *factor, proof.as_ref()).await,
        Change::SetRecoveryCodes {
            principal,
            proof,
            recovery_codes,
        } => {
            let player = principal.player;
            second_factor::renew_codes(connection, player, proof.as_ref(), recovery_codes).await
        }
        Change::Challenge {
            ceremony,
            proof,
            at,
        } => passkey::challenge(connection, ceremony, proof.as_ref(), *at).await,
        Change::EndChallenge(token) => {
            let ended = passkeys::end_ceremony(connection, *token).await?;
            Ok(done_if(ended))
        }
        Change::AddPasskey {
            challenge, passkey, ..
        } => passkey::add(connection, *challenge, passkey).await,
        Change::SignInByPasskey {
            challenge,
            ticket,
            passkey,
            state,
            new,
        } => {
            let used = sign_in::Shown {
                challenge: *challenge,
                ticket: ticket.as_ref(),
                passkey,
                state,
            };
            sign_in::by_passkey(connection, used, new).await
        }
        Change::UsePasskey {
            challenge,
            passkey,
            state,
            at,
        } => passkey::show(connection, *challenge, passkey, state, *at).await,
        Change::RemovePasskey { principal, passkey } => {
            passkey::remove(connection, *principal, *passkey).await
        }
        Change::Use { session, at } => {
            Ok(done_if(sessions::touch(connection, *session, *at).await?))
        }
        Change::End { player, which, at } => {
            let ended = sessions::end(connection, *player, *which, *at).await?;
            Ok(done_if(ended > 0 || !matches!(which, Which::One(_))))
        }
        Change::SetPassword { password, new } => {
            account::change_password(connection, password, new).await
        }
        Change::Reset {
            ticket,
            password,
            at,
        } => account::reset(connection, ticket, password, *at).await,
        Change::BecomeBot(new) => account::become_bot(connection, new).await,
        Change::TakeOver {
            guest,
            account,
            is_wanted,
            at,
        } => takeover::take_over(connection, [*guest, *account], *at, *is_wanted).await,
        Change::Delete(deletion) => {
            let (player, at) = deletion.account();
            // Otherwise nobody could appoint the event's staff. The operator may have reasons to do it anyway.
            if let Deletion::ByOwner(_) = deletion
                && account::organises(connection, player).await?
            {
                return Ok(Changed::Organises);
            }
            account::delete(connection, player, at).await
        }
    }
}

fn done_if(is_done: bool) -> Changed {
    match is_done {
        true => Changed::Done,
        false => Changed::Missing,
    }
}
