//! Confirming a change with a passkey instead of the password.

use serde::Deserialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::{checked, open_challenge, too_late};
use crate::api::context::Context;
use crate::api::problem::{Code, Problem};
use crate::ids::PlayerId;
use crate::people::passkey::{CeremonyPurpose, ShownPasskey};
use crate::store::{Change, Changed};

/// A challenge (`POST /session/passkey/challenge`) that a passkey of the account has signed.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PasskeyProof {
    /// The ticket that came with the challenge.
    ticket: String,
    /// The passkey's signature, in the JSON of WebAuthn.
    #[schema(value_type = Object)]
    credential: Map<String, Value>,
}

/// Makes sure that the proof is by a passkey of this player. The challenge is used up in any case.
pub(in crate::api) async fn prove(
    context: &Context,
    player: PlayerId,
    proof: PasskeyProof,
) -> Result<(), Problem> {
    let ShownPasskey {
        challenge,
        passkey,
        state,
    } = shown(context, player, proof).await?;
    let services = &context.registry.services;
    let change = Change::UsePasskey {
        challenge,
        passkey,
        state,
        at: services.system.now_ms(),
    };
    must_be_used(services.store.change(change).await?)
}

/// The passkey of this player that has signed a challenge. The challenge is used up by the change that it allows, or now if the proof
/// is refused.
pub(super) async fn shown(
    context: &Context,
    player: PlayerId,
    proof: PasskeyProof,
) -> Result<ShownPasskey, Problem> {
    let open = open_challenge(context, &proof.ticket, CeremonyPurpose::Show).await?;
    let checked = checked(context, &open, &proof.credential, Some(player)).await?;
    let (passkey, state) = checked.ok_or_else(wrong_passkey)?;
    Ok(ShownPasskey {
        challenge: open.token,
        passkey,
        state,
    })
}

/// Checks that a change was made: somebody else may have used the same passkey, or the same answer, in the same instant.
pub(super) fn must_be_used(changed: Changed) -> Result<(), Problem> {
    match changed {
        Changed::Done => Ok(()),
        Changed::Missing => Err(too_late()),
        _ => Err(wrong_passkey()),
    }
}

fn wrong_passkey() -> Problem {
    let problem = "This passkey does not belong to the account. Nothing has changed.";
    Problem::new(Code::WrongPasskey, problem).of("passkey")
}
