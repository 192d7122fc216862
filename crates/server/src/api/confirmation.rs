//! A player who asks for a change proves again who they are: by the password, or by a passkey.

use std::net::IpAddr;

use secrecy::SecretString;
use serde::Deserialize;
use utoipa::ToSchema;

use super::context::Context;
use super::passkeys::{self, PasskeyProof};
use super::problem::{Code, Problem};
use crate::people::account::Account;
use crate::people::username::NameKey;

/// A password or a passkey, to confirm what cannot be undone or makes an account less secure.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Confirmation {
    /// The password.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = Password)]
    password: Option<SecretString>,
    /// Instead of the password.
    #[serde(default)]
    passkey: Option<PasskeyProof>,
}

impl Confirmation {
    /// The proof that is given.
    pub(super) fn shown(self) -> Result<Shown, Problem> {
        Shown::of(self.password, self.passkey)
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
    /// One of both.
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

/// Makes sure that it is the owner who asks, and not somebody who has found the browser open.
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
