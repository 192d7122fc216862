//! The accounts of a demonstration.

use secrecy::SecretString;

use super::stage::{NETWORK, Stage, StageError};
use super::{DemoAccount, DemoRole};
use crate::ids::{PlayerId, SessionId};
use crate::people::account::{Account, NewAccount};
use crate::people::factor::Proof;
use crate::people::session::{NewSession, Session, Token};
use crate::people::totp::TotpSecret;
use crate::people::username::NameKey;
use crate::store::{Change, Changed, Moderate, Moderated, Principal};
use crate::system::System;
use crate::table::info::Person;

/// A session whose token nobody knows.
fn first_session(system: &System, player: PlayerId) -> Session {
    let now = system.now_ms();
    Session {
        id: SessionId::random(system),
        player,
        device: String::new(),
        created_at: now,
        used_at: now,
        grant: None,
        browser: None,
    }
}

impl Stage<'_> {
    /// Makes an account, with a password of its own.
    pub(super) async fn account(
        &self,
        username: &'static str,
        role: DemoRole,
    ) -> Result<(DemoAccount, Person), StageError> {
        let services = &self.registry.services;
        let system = &services.system;
        let player = PlayerId::random(system);
        // Of an identifier's kind: 70 random bits.
        let password = PlayerId::random(system).to_string();
        let failed = || StageError::Account(username);
        let chosen = SecretString::from(password.clone());
        let hash = services.people.hash(NETWORK, chosen, system).await;
        let now = system.now_ms();
        let account = Account {
            player,
            username: username.to_owned(),
            password: hash.map_err(|_| failed())?,
            created_at: now,
            is_bot: role == DemoRole::Bot,
        };
        let person = Person::from(account.clone());
        let key = NameKey::of(username);
        let session = first_session(system, player);
        let token = Token::random(system).hash();
        let change = Change::SignUp(NewAccount { account, key }, token, session);
        match services.store.change(change).await {
            Ok(Changed::Done) => {}
            _ => return Err(failed()),
        }
        let account = DemoAccount {
            username,
            password,
            role,
            secret: None,
        };
        Ok((account, person))
    }

    /// A moderator, who must have a second factor.
    pub(super) async fn moderator(
        &self,
        username: &'static str,
    ) -> Result<DemoAccount, StageError> {
        let failed = || StageError::Account(username);
        let services = &self.registry.services;
        let system = &services.system;
        let (mut account, person) = self.account(username, DemoRole::Moderator).await?;
        let (player, at) = (person.id, system.now_ms());
        let secret = TotpSecret::random(system);
        let sealer = &services.people.sealer;
        let sealed = sealer.seal(secret.as_bytes(), &player.to_string(), system);
        let sessions = services.store.sessions(player).await;
        let sessions = sessions.map_err(|_| failed())?;
        let session = sessions.first().ok_or_else(failed)?.id;
        let new = NewSession {
            token: Token::random(system).hash(),
            session: first_session(system, player),
            replaces: Some(session),
        };
        for change in [
            Change::PrepareTotp {
                principal: Principal {
                    player,
                    session,
                    at,
                },
                secret: sealed,
                proof: None,
                asked_for_passkey: false,
            },
            Change::ConfirmTotp {
                // The step of no current code, so none is used up.
                proof: Proof::Step(0),
                recovery_codes: Vec::new(),
                new,
            },
        ] {
            match services.store.change(change).await {
                Ok(Changed::Done) => {}
                _ => return Err(failed()),
            }
        }
        let role = Moderate::SetRole {
            player,
            is_moderator: true,
            at,
        };
        match services.store.moderate(role).await {
            Ok(Moderated::Done) => {}
            _ => return Err(failed()),
        }
        account.secret = Some(secret.reveal());
        Ok(account)
    }
}
