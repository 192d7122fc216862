//! The second factor of arbiters, without which a guessed password could decide appeals.

use std::net::IpAddr;

use manifold_events::{Command, Event};

use crate::api::context::Context;
use crate::api::identity::Visitor;
use crate::api::problem::{Code, Problem};
use crate::api::scopes::only_of_browsers;
use crate::api::second_factor_code::factor_that_is_on;
use crate::events::law_person;
use crate::people::account::Account;

/// Makes sure that the account `named`, which `own` wants to name, can be Chief Arbiter or deputy. Checks of other accounts are rate
/// limited, so that nobody can list the accounts that are protected by a password alone.
///
/// # Errors
/// The account has no second factor: the sentence says whose it is, and where it is turned on. Or the client has asked too often.
pub(super) async fn must_be_secured(
    context: &Context,
    client: IpAddr,
    own: &Account,
    named: &Account,
) -> Result<(), Problem> {
    if own.player != named.player {
        context.limits.arbiter(client)?;
    }
    if factor_that_is_on(context, named.player).await?.is_some() {
        return Ok(());
    }
    let detail = match own.player == named.player {
        true => "Your account has no second factor, and the Chief Arbiter and the deputy need one. Turn it on under “Second factor” on your account page.".to_owned(),
        false => format!(
            "{} has no second factor, and the Chief Arbiter and the deputy need one. They can turn it on under “Second factor” on their account page.",
            named.username
        ),
    };
    Err(Problem::new(Code::ArbiterWithoutSecondFactor, detail))
}

/// Makes sure that a command that only arbiters may give comes from an arbiter with a second factor, and not from a program, as
/// with moderators. Commands that the event refuses anyway are left to it.
///
/// # Errors
/// The arbiter has turned the second factor off, or the command comes from a program.
pub(super) async fn must_act_secured(
    context: &Context,
    visitor: Visitor,
    event: &Event,
    command: &Command,
) -> Result<(), Problem> {
    let person = law_person(visitor.id);
    let is_arbiter = [event.chief_arbiter(), event.deputy()].contains(&person);
    let is_arbiters = match command {
        Command::DecideAppeal { .. } | Command::Pair { .. } | Command::Annul { .. } => true,
        Command::OpenSeal { .. } => !event.directors().contains(&person),
        _ => false,
    };
    if !is_arbiter || !is_arbiters {
        return Ok(());
    }
    only_of_browsers(visitor)?;
    if factor_that_is_on(context, visitor.id).await?.is_none() {
        let problem =
            "Arbiters need a second factor. Turn it on under “Second factor” on your account page.";
        return Err(Problem::new(Code::SecondFactorMissing, problem));
    }
    Ok(())
}
