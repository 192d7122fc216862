//! Codes of the second factor, which prove who makes a request.

use std::net::IpAddr;

use super::context::Context;
use super::own_account::signed_out;
use super::problem::{Code as ProblemCode, Problem, sentence};
use crate::ids::PlayerId;
use crate::people::code::{Code, NoCode};
use crate::people::factor::{CodeApp, Proof, SecondFactor};
use crate::people::password::PasswordHash;
use crate::people::totp::TotpSecret;
use crate::store::Changed;

/// A player's second factor, if one is on.
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
    Ok(factor.is_on().then_some(factor))
}

/// Reads a code as it was typed.
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
    let code = read(code)?;
    let app = factor.app_that_is_on();
    if app.is_none() && matches!(code, Code::Timed(_)) {
        let problem = "Your account has no app that shows codes: use a passkey or a recovery code.";
        return Err(Problem::new(ProblemCode::Invalid, problem).of("code"));
    }
    let known = Known {
        app,
        recovery_codes: &factor.recovery_codes,
    };
    guess(context, network, player, known, code).await
}

/// The proof by the first code of an app that is not on yet, if it is right.
pub(super) async fn check_first(
    context: &Context,
    network: IpAddr,
    player: PlayerId,
    app: &CodeApp,
    code: Code,
) -> Result<Proof, Problem> {
    let known = Known {
        app: Some(app),
        recovery_codes: &[],
    };
    guess(context, network, player, known, code).await
}

/// The app and the recovery codes with which a code is compared.
#[derive(Clone, Copy)]
struct Known<'a> {
    app: Option<&'a CodeApp>,
    recovery_codes: &'a [PasswordHash],
}

/// Compares a code with the known ones, limiting the rate of guesses.
async fn guess(
    context: &Context,
    network: IpAddr,
    player: PlayerId,
    known: Known<'_>,
    code: Code,
) -> Result<Proof, Problem> {
    let people = &context.registry.services.people;
    let now = context.registry.services.system.now_ms();
    let wait = people.attempts.wait_for_code_ms(player, network, now);
    if wait > 0 {
        return Err(too_many_codes(wait));
    }
    people.attempts.count_code(player, network, now);
    let proof = match code {
        Code::Timed(code) => known
            .app
            .and_then(|app| step_of(context, player, app, code)),
        Code::Recovery(code) => {
            let codes = known.recovery_codes.to_vec();
            let found = people.find_code(network, code, codes).await?;
            found.map(Proof::RecoveryCode)
        }
    };
    let proof = proof.ok_or_else(wrong_code)?;
    people.attempts.forgive_code(player, network);
    Ok(proof)
}

/// The time step in which a player's app shows this code.
fn step_of(context: &Context, player: PlayerId, app: &CodeApp, code: u32) -> Option<Proof> {
    let services = &context.registry.services;
    let secret = services
        .people
        .sealer
        .open(&app.secret, &player.to_string());
    let secret = secret.and_then(|secret| TotpSecret::read(&secret));
    if secret.is_none() {
        tracing::error!("the secret of a second factor was sealed with another key");
    }
    // The app's clock agrees with the machine's; the clock of games may be ahead of it.
    let now = services.system.machine_ms();
    let step = secret.and_then(|secret| secret.step_of(code, now, app.used));
    step.map(Proof::Step)
}

/// The refusal for a player who has given only the password.
pub(super) fn code_is_missing(factor: &SecondFactor) -> Problem {
    let is_passkey_alone = factor.asks_for_passkey && factor.app_that_is_on().is_none();
    let problem = match is_passkey_alone {
        true => {
            "Your account asks for a passkey as well: confirm this with it instead, or enter a recovery code."
        }
        false => "Your account has a second factor: enter a code from your app as well.",
    };
    Problem::new(ProblemCode::Invalid, problem).of("code")
}

/// The refusal of a wrong or used code.
pub(super) fn wrong_code() -> Problem {
    let problem =
        "This code is wrong or has already been used. Each code works once: wait for the next one.";
    Problem::new(ProblemCode::WrongSecondFactor, problem).of("code")
}

/// Checks that a change was made: somebody else may have used the same code in the same instant.
pub(super) fn must_be_done(changed: Changed) -> Result<(), Problem> {
    match changed {
        Changed::Done => Ok(()),
        Changed::SignedOut => Err(signed_out()),
        _ => Err(wrong_code()),
    }
}

/// The refusal for a player who has tried too many codes.
pub(super) fn too_many_codes(wait_ms: u64) -> Problem {
    Problem::too_often("Too many wrong codes.", wait_ms)
}
