//! A passkey in the place of the password, before a change.

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
    /// The passkey's signature, as WebAuthn's JSON has it.
    #[schema(value_type = Object)]
    credential: Map<String, Value>,
}

/// Makes sure that somebody has a passkey of this player. The challenge is used up, whatever comes of it.
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

/// The passkey of this player that has signed a challenge. It is used up with what it allows, or now if it is refused.
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

/// Somebody else may have shown the same passkey in the same instant, or the same answer.
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
