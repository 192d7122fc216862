//! Confirmation of changes: the player proves again who they are, with the password or a passkey.

use std::net::IpAddr;

use secrecy::SecretString;
use serde::Deserialize;
use utoipa::ToSchema;

use super::context::Context;
use super::passkeys::{self, PasskeyProof};
use super::problem::{Code, Problem};
use super::second_factor_code::{check, code_is_missing, read};
use crate::people::account::Account;
use crate::people::factor::{FactorKind, Proof, SecondFactor};
use crate::people::username::NameKey;

/// A password or a passkey, to confirm what cannot be undone or makes an account less secure.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Confirmation {
    /// The password.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = Password)]
    password: Option<SecretString>,
    /// A passkey, instead of the password.
    #[serde(default)]
    passkey: Option<PasskeyProof>,
}

impl Confirmation {
    /// The proof that is given.
    pub(super) fn shown(self) -> Result<Shown, Problem> {
        Shown::of(self.password, self.passkey)
    }
}

/// A password, with a code if a second factor is on, or a passkey: to add a way to sign in or a second factor, to turn off a second
/// factor, or to renew the recovery codes.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FullConfirmation {
    /// The password.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = Password)]
    password: Option<SecretString>,
    /// Six digits from the app, or a recovery code: needed with the password if a second factor is on.
    #[serde(default)]
    code: Option<String>,
    /// A passkey, instead of both.
    #[serde(default)]
    passkey: Option<PasskeyProof>,
}

impl FullConfirmation {
    /// The proof that is given, and the code.
    pub(super) fn shown(self) -> Result<(Shown, Option<String>), Problem> {
        Ok((Shown::of(self.password, self.passkey)?, self.code))
    }
}

/// The owner's proof that a change is theirs.
pub(super) enum Shown {
    /// The password.
    Password(SecretString),
    /// A passkey's signature. Its device has verified its holder, so no code is asked for as well.
    Passkey(PasskeyProof),
}

impl Shown {
    /// The proof, which is exactly one of the two.
    pub(super) fn of(
        password: Option<SecretString>,
        passkey: Option<PasskeyProof>,
    ) -> Result<Shown, Problem> {
        match (password, passkey) {
            (Some(password), None) => Ok(Shown::Password(password)),
            (None, Some(passkey)) => Ok(Shown::Passkey(passkey)),
            _ => {
                let problem = "Confirm this with either your password or a passkey.";
                Err(Problem::new(Code::Invalid, problem).of("password"))
            }
        }
    }

    /// Whether a code of the second factor is asked for as well.
    pub(super) fn needs_code(&self) -> bool {
        matches!(self, Shown::Password(_))
    }
}

/// The refusal for a player who wants to change a second factor that is off.
pub(super) fn no_factor(kind: Option<FactorKind>) -> Problem {
    let problem = match kind {
        Some(FactorKind::App) => "Your account has no app that shows codes.",
        Some(FactorKind::Passkey) => "Your account does not ask for a passkey after the password.",
        None => "Your account has no second factor.",
    };
    Problem::new(Code::NotPossible, problem)
}

/// Makes sure that the request comes from the owner, and not from somebody who has found the browser open.
pub(super) async fn confirm(
    context: &Context,
    network: IpAddr,
    account: &Account,
    shown: Shown,
) -> Result<(), Problem> {
    let password = match shown {
        Shown::Password(password) => password,
        Shown::Passkey(proof) => return passkeys::prove(context, account.player, proof).await,
    };
    let services = &context.registry.services;
    let key = NameKey::of(&account.username);
    let now = services.system.now_ms();
    let hash = Some(account.password.clone());
    let is_right = services
        .people
        .is_right((&key, network), password, hash, now);
    if !is_right.await? {
        let problem = "The password is wrong. Nothing has changed.";
        return Err(Problem::new(Code::WrongPassword, problem).of("password"));
    }
    Ok(())
}

/// Makes sure that the request comes from the owner: with the password, and a code if there is a second factor; or with a passkey. The
/// caller has to use up the proof by the code, which is returned.
pub(super) async fn confirm_with_code(
    context: &Context,
    network: IpAddr,
    account: &Account,
    factor: &SecondFactor,
    (shown, code): (Shown, Option<String>),
) -> Result<Option<Proof>, Problem> {
    let code = match shown.needs_code() && factor.is_on() {
        true => Some(code.ok_or_else(|| code_is_missing(factor))?),
        false => None,
    };
    confirm(context, network, account, shown).await?;
    let Some(code) = code else {
        return Ok(None);
    };
    let proof = check(context, network, account.player, factor, &code).await?;
    Ok(Some(proof))
}

/// Does the same as [`confirm_with_code`] before a second factor is turned off or the recovery codes are renewed. `kind` is the factor
/// that must be on; `None` if any will do.
pub(super) async fn confirm_fully(
    context: &Context,
    network: IpAddr,
    account: &Account,
    confirmation: FullConfirmation,
    kind: Option<FactorKind>,
) -> Result<Option<Proof>, Problem> {
    let (shown, code) = confirmation.shown()?;
    let store = &context.registry.services.store;
    let factor = store.second_factor(account.player).await?;
    if shown.needs_code() {
        code.as_deref().map(read).transpose()?;
    }
    let is_on = kind.map_or(factor.is_on(), |kind| factor.asks_for(kind));
    if !is_on {
        return Err(no_factor(kind));
    }
    confirm_with_code(context, network, account, &factor, (shown, code)).await
}
