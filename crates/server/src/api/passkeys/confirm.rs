//! A passkey in the place of the password, before a change.

use serde::Deserialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::{checked, open_challenge, too_late};
use crate::api::context::Context;
use crate::api::problem::{Code, Problem};
use crate::ids::PlayerId;
use crate::people::passkey::CeremonyPurpose;
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
    let open = open_challenge(context, &proof.ticket, CeremonyPurpose::Show).await?;
    let checked = checked(context, &open, &proof.credential, Some(player)).await?;
    let (passkey, state) = checked.ok_or_else(wrong_passkey)?;
    let services = &context.registry.services;
    let change = Change::UsePasskey {
        challenge: open.token,
        passkey,
        state,
        at: services.system.now_ms(),
    };
    match services.store.change(change).await? {
        Changed::Done => Ok(()),
        Changed::Missing => Err(too_late()),
        _ => Err(wrong_passkey()),
    }
}

fn wrong_passkey() -> Problem {
    let problem = "This passkey does not belong to the account. Nothing has changed.";
    Problem::new(Code::WrongPasskey, problem).of("passkey")
}
