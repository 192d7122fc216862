//! Codes of the second factor, which prove who asks.

use std::net::IpAddr;

use super::context::Context;
use super::problem::{Code as ProblemCode, Problem, sentence};
use crate::ids::PlayerId;
use crate::people::code::{Code, NoCode};
use crate::people::factor::{Proof, SecondFactor};
use crate::people::totp::TotpSecret;
use crate::store::Changed;

/// A player's second factor, if it is asked for.
pub(super) async fn factor_that_is_on(
    context: &Context,
    player: PlayerId,
) -> Result<Option<SecondFactor>, Problem> {
    let factor = context
        .registry
        .services
        .store
        .second_factor(player)
        .await?;
    Ok(factor.filter(|factor| factor.is_on))
}

/// A code as it was typed.
pub(super) fn read(code: &str) -> Result<Code, Problem> {
    code.parse().map_err(|error: NoCode| {
        Problem::new(ProblemCode::Invalid, sentence(&error.to_string())).of("code")
    })
}

/// The proof by a code, if it is right. It is not used up yet.
pub(super) async fn check(
    context: &Context,
    network: IpAddr,
    player: PlayerId,
    factor: &SecondFactor,
    code: &str,
) -> Result<Proof, Problem> {
    let people = &context.registry.services.people;
    let code = read(code)?;
    let now = context.registry.services.system.now_ms();
    let wait = people.attempts.wait_for_code_ms(player, network, now);
    if wait > 0 {
        return Err(too_many_codes(wait));
    }
    people.attempts.count_code(player, network, now);
    let proof = match code {
        Code::Timed(code) => {
            let secret = people.sealer.open(&factor.secret, &player.to_string());
            let secret = secret.and_then(|secret| TotpSecret::read(&secret));
            if secret.is_none() {
                tracing::error!("the secret of a second factor was sealed with another key");
            }
            // By the clock that the app's can agree with: that of games may be ahead.
            let now = context.registry.services.system.machine_ms();
            let step = secret.and_then(|secret| secret.step_of(code, now, factor.used));
            step.map(Proof::Step)
        }
        Code::Recovery(code) => {
            let codes = factor.recovery_codes.clone();
            let found = people.find_code(network, code, codes).await?;
            found.map(Proof::RecoveryCode)
        }
    };
    let proof = proof.ok_or_else(wrong_code)?;
    people.attempts.forgive_code(player, network);
    Ok(proof)
}

/// The problem of somebody who has given the password alone.
pub(super) fn code_is_missing() -> Problem {
    let problem = "Your account has a second factor: enter a code from your app as well.";
    Problem::new(ProblemCode::Invalid, problem).of("code")
}

fn wrong_code() -> Problem {
    let problem =
        "This code is wrong or has already been used. Each code works once: wait for the next one.";
    Problem::new(ProblemCode::WrongSecondFactor, problem).of("code")
}

/// Somebody else may have used the same code in the same instant.
pub(super) fn must_be_done(changed: Changed) -> Result<(), Problem> {
    match changed {
        Changed::Done => Ok(()),
        _ => Err(wrong_code()),
    }
}

/// The problem of somebody who has tried too many codes.
pub(super) fn too_many_codes(wait_ms: u64) -> Problem {
    Problem::too_often("Too many wrong codes.", wait_ms)
}
