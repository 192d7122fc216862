//! Passkeys: managing one's own, signing in with one, using one as the second factor, and confirming changes.

mod confirm;
mod factor;
mod own;
mod sign_in;

pub(super) use confirm::{PasskeyProof, prove};
pub(super) use factor::{turn_off, turn_on};
pub(super) use own::{OwnPasskey, add, challenge, list, remove};
pub(super) use sign_in::{offer, sign_in, sign_in_challenge};

// The macro of the routes looks for these beside the handlers.
pub(super) use factor::{__path_turn_off, __path_turn_on};
pub(super) use own::{__path_add, __path_challenge, __path_list, __path_remove};
pub(super) use sign_in::{__path_offer, __path_sign_in, __path_sign_in_challenge};

use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::context::Context;
use super::problem::{Code, Problem};
use super::second_factor_code::must_be_done;
use crate::ids::PlayerId;
use crate::people::factor::Proof;
use crate::people::passkey::{
    Assertion, Begun, CHALLENGE_MS, Ceremony, CeremonyPurpose, Passkey, PasskeyError, RelyingParty,
};
use crate::people::session::Token;
use crate::store::{Change, Changed};

/// A challenge to a passkey.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PasskeyChallenge {
    /// The ticket to be sent together with the answer.
    ticket: String,
    /// The options for the browser, in the JSON of WebAuthn (`publicKey`).
    #[schema(value_type = Object)]
    options: Map<String, Value>,
    /// The time at which the challenge expires, in milliseconds since 1970.
    expires_at: u64,
}

/// The server as passkeys know it; an error if it cannot have passkeys.
fn relying_party(context: &Context) -> Result<&RelyingParty, Problem> {
    let people = &context.registry.services.people;
    people.relying_party.as_ref().ok_or_else(|| {
        let problem = "This server has no passkeys: they need HTTPS and a public address that the operator has set.";
        Problem::new(Code::NotPossible, problem)
    })
}

/// Stores a challenge for the holder of its ticket.
async fn challenged(
    context: &Context,
    purpose: CeremonyPurpose,
    begun: Begun,
    proof: Option<(PlayerId, Proof)>,
) -> Result<axum::Json<PasskeyChallenge>, Problem> {
    let services = &context.registry.services;
    let now = services.system.now_ms();
    let token = Token::random(&services.system);
    let ceremony = Ceremony {
        token: token.hash(),
        purpose,
        state: begun.state,
        expires_at: now.saturating_add(CHALLENGE_MS),
    };
    let expires_at = ceremony.expires_at;
    let change = Change::Challenge {
        ceremony,
        proof,
        at: now,
    };
    must_be_done(services.store.change(change).await?)?;
    Ok(axum::Json(PasskeyChallenge {
        ticket: token.reveal(),
        options: begun.options,
        expires_at,
    }))
}

/// The challenge with this ticket, if it is open and was given for this purpose.
async fn open_challenge(
    context: &Context,
    ticket: &str,
    purpose: CeremonyPurpose,
) -> Result<Ceremony, Problem> {
    let services = &context.registry.services;
    let shown: Token = ticket.parse().map_err(|_| too_late())?;
    let now = services.system.now_ms();
    let open = services.store.challenge_to_passkey(shown.hash(), now);
    let open = open.await?.filter(|open| open.purpose == purpose);
    open.ok_or_else(too_late)
}

/// The passkey that has signed a challenge, and its new state; it must be this player's, if one is given. A refused answer uses up the
/// challenge. The reason for a refusal is only logged, so that nobody learns which passkeys exist.
///
/// The same answer may have been sent twice at once. Then the passkey may already be in the state that the first left behind, so the
/// second is refused like a cloned key. Its sender is told that the challenge is used up.
async fn checked(
    context: &Context,
    open: &Ceremony,
    answer: &Map<String, Value>,
    player: Option<PlayerId>,
) -> Result<Option<(Passkey, Vec<u8>)>, Problem> {
    let party = relying_party(context)?;
    let store = &context.registry.services.store;
    let error = match Assertion::read(answer) {
        Err(error) => error,
        Ok(assertion) => match store.passkey(assertion.credential().to_vec()).await? {
            None => PasskeyError::Refused("nobody has it".to_owned()),
            Some(passkey) if player.is_some_and(|player| player != passkey.player) => {
                PasskeyError::Refused("it is another account's".to_owned())
            }
            Some(passkey) => match party.check(&open.state, &assertion, &passkey) {
                Ok(state) => return Ok(Some((passkey, state))),
                Err(error) => error,
            },
        },
    };
    if store.change(Change::EndChallenge(open.token)).await? == Changed::Missing {
        return Err(too_late());
    }
    match error {
        PasskeyError::Refused(_) => tracing::info!(%error, "a passkey is refused"),
        _ => tracing::warn!(%error, "a passkey is refused"),
    }
    Ok(None)
}

/// The refusal of a challenge that is unknown, used or expired.
fn too_late() -> Problem {
    let problem = "This took more than five minutes, or has already been done. Start again.";
    Problem::new(Code::Expired, problem).of("ticket")
}

/// The problem of a server that cannot make a challenge.
fn broken(error: &PasskeyError) -> Problem {
    tracing::error!(%error, "a challenge for a passkey cannot be made");
    Problem::new(
        Code::Internal,
        "The passkey cannot be used because of an error, which was logged.",
    )
}
