//! The email address of an account, links in mails, and recovering an account whose password is forgotten.

use axum::extract::{Extension, State};
use axum::http::{Extensions, HeaderMap, StatusCode};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::confirmation::{Confirmation, Shown, confirm};
use super::context::Context;
use super::identity::Visitor;
use super::input::{Json, Path};
use super::own_account::{own_account, principal, signed_out};
use super::passkeys::PasskeyProof;
use super::problem::{Always, Code, OnBody, OnChange, Problem, sentence};
use crate::notify::address::{AddressError, MailAddress};
use crate::notify::choices::{Channel, Kind};
use crate::people::session::Token;
use crate::people::ticket::Purpose;
use crate::people::username::NameKey;
use crate::store::{Notified, Notify};

/// Makes sure that this server sends mail.
fn must_send_mail(context: &Context) -> Result<(), Problem> {
    match context.registry.services.notifier.sends_mail() {
        true => Ok(()),
        false => Err(Problem::new(
            Code::NotPossible,
            "This server sends no email. Ask its operator if you need help with your account.",
        )),
    }
}

/// An email address for your account.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewAddress {
    /// The password.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = Password)]
    password: Option<SecretString>,
    /// A passkey, instead of the password.
    #[serde(default)]
    passkey: Option<PasskeyProof>,
    /// The address, in ASCII.
    #[schema(max_length = 254)]
    address: String,
}

/// Set your email address. A link that works once, within a day, is mailed to the new address; until it is used, the old
/// address stays.
#[utoipa::path(put, path = "/account/mail", operation_id = "set_address", request_body = NewAddress,
    responses((status = 202, description = "An email with a link is on its way."), (status = 401, response = Problem), (status = 409, response = Problem), (status = 410, response = Problem), (status = 422, response = Problem), OnBody))]
pub(super) async fn set_address(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    extensions: Extensions,
    Json(new): Json<NewAddress>,
) -> Result<StatusCode, Problem> {
    let (account, session) = own_account(&context, visitor).await?;
    let address: MailAddress = new.address.parse().map_err(|error: AddressError| {
        Problem::new(Code::Invalid, sentence(&error.to_string())).of("address")
    })?;
    let shown = Shown::of(new.password, new.passkey)?;
    must_send_mail(&context)?;
    let network = context.limits.client(&headers, &extensions);
    context.limits.mail(network, Some(visitor.id))?;
    confirm(&context, network, &account, shown).await?;
    let services = &context.registry.services;
    let ask = Notify::AskAddress {
        principal: principal(&context, visitor, session),
        address,
    };
    match services.store.notify(ask).await? {
        Notified::Full => Err(too_much_waits()),
        Notified::SignedOut => Err(signed_out()),
        _ => Ok(StatusCode::ACCEPTED),
    }
}

fn too_much_waits() -> Problem {
    let problem = "Too many emails are waiting to be sent. Try again in a while.";
    Problem::new(Code::Busy, problem)
}

/// Delete your email address.
#[utoipa::path(delete, path = "/account/mail", operation_id = "remove_address", request_body = Confirmation,
    responses((status = 204, description = "The address is deleted."), (status = 401, response = Problem), (status = 404, response = Problem), (status = 410, response = Problem), (status = 422, response = Problem), OnBody))]
pub(super) async fn remove_address(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    extensions: Extensions,
    Json(confirmation): Json<Confirmation>,
) -> Result<StatusCode, Problem> {
    let (account, session) = own_account(&context, visitor).await?;
    let network = context.limits.client(&headers, &extensions);
    confirm(&context, network, &account, confirmation.shown()?).await?;
    let services = &context.registry.services;
    let remove = Notify::RemoveAddress(principal(&context, visitor, session));
    match services.store.notify(remove).await? {
        Notified::SignedOut => Err(signed_out()),
        Notified::Missing => {
            let problem = "Your account has no email address.";
            Err(Problem::new(Code::NotFound, problem))
        }
        _ => Ok(StatusCode::NO_CONTENT),
    }
}

/// The ticket of a mail's link.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AddressTicket {
    /// The last part of the link.
    ticket: String,
}

/// A confirmed email address.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ConfirmedAddress {
    /// The username of the account that has it.
    username: String,
    /// The address.
    address: String,
}

/// Confirm an address with the link that was mailed there. This works without being signed in.
#[utoipa::path(post, path = "/mail/confirm", operation_id = "confirm_address", request_body = AddressTicket,
    responses((status = 200, body = ConfirmedAddress), (status = 410, response = Problem), OnBody))]
pub(super) async fn confirm_address(
    State(context): State<Context>,
    Json(AddressTicket { ticket }): Json<AddressTicket>,
) -> Result<axum::Json<ConfirmedAddress>, Problem> {
    let store = &context.registry.services.store;
    let at = context.registry.services.system.now_ms();
    let shown: Token = ticket.parse().map_err(|_| too_late())?;
    let ticket = store.ticket(shown.hash(), Purpose::Address, at).await?;
    let ticket = ticket.ok_or_else(too_late)?;
    let Notified::Confirmed(player, address) =
        store.notify(Notify::ConfirmAddress { ticket, at }).await?
    else {
        return Err(too_late());
    };
    let account = store.account(player).await?.ok_or_else(too_late)?;
    Ok(axum::Json(ConfirmedAddress {
        username: account.username,
        address: address.reveal().to_owned(),
    }))
}

fn too_late() -> Problem {
    let problem = "This link is no longer valid. It works once, within a day, and only until another address is chosen.";
    Problem::new(Code::Expired, problem).of("ticket")
}

/// Whether mail is available.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MailOffer {
    /// Whether this server sends mail.
    offered: bool,
}

/// Find out whether a forgotten password can be reset by mail, that is, whether the server sends mail.
#[utoipa::path(get, path = "/session/forgotten", operation_id = "mail_offer",
    responses((status = 200, body = MailOffer), Always))]
pub(super) async fn offer(State(context): State<Context>) -> axum::Json<MailOffer> {
    let offered = context.registry.services.notifier.sends_mail();
    axum::Json(MailOffer { offered })
}

/// A request for a link to choose a new password.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Forgotten {
    /// The username; case does not matter.
    #[schema(max_length = 100)]
    username: String,
}

/// Request a mail with a link to choose a new password. It is sent if there is an account with this name and a confirmed
/// address; the answer is the same in any case.
#[utoipa::path(post, path = "/session/forgotten", request_body = Forgotten,
    responses((status = 202, description = "If such an account exists and has an address, an email is on its way."), (status = 409, response = Problem), (status = 422, response = Problem), OnBody))]
pub(super) async fn forgotten(
    State(context): State<Context>,
    headers: HeaderMap,
    extensions: Extensions,
    Json(Forgotten { username }): Json<Forgotten>,
) -> Result<StatusCode, Problem> {
    if username.chars().count() > LONGEST_NAME {
        let problem = format!("A username has at most {LONGEST_NAME} characters.");
        return Err(Problem::new(Code::Invalid, problem).of("username"));
    }
    must_send_mail(&context)?;
    let network = context.limits.client(&headers, &extensions);
    context.limits.mail(network, None)?;
    let services = &context.registry.services;
    let forgotten = Notify::Forgotten {
        key: NameKey::of(username.trim()).as_str().to_owned(),
        at: services.system.now_ms(),
    };
    match services.store.notify(forgotten).await? {
        Notified::Full => Err(too_much_waits()),
        Notified::SignedOut => Err(signed_out()),
        _ => Ok(StatusCode::ACCEPTED),
    }
}

/// Maximum length of a given username, in characters.
const LONGEST_NAME: usize = 100;

/// The path of an unsubscribe link.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct UnsubscribePath {
    /// The last part of the link.
    #[param(pattern = "^[A-Za-z0-9]{12}-[a-z]{1,12}-[A-Za-z0-9_-]{22}$")]
    link: String,
}

/// Mails that are no longer sent.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Unsubscribed {
    /// The kind of notification.
    kind: Kind,
}

/// Unsubscribe from a kind of mail with a link in one of them: by a click in a mail program (RFC 8058), or on the page of the link.
#[utoipa::path(post, path = "/mail/unsubscribe/{link}", params(UnsubscribePath),
    responses((status = 200, body = Unsubscribed), (status = 404, response = Problem), OnChange))]
pub(super) async fn unsubscribe(
    State(context): State<Context>,
    Path(UnsubscribePath { link }): Path<UnsubscribePath>,
) -> Result<axum::Json<Unsubscribed>, Problem> {
    let services = &context.registry.services;
    let unknown = || {
        Problem::new(
            Code::NotFound,
            "This link is incomplete, or the account no longer exists.",
        )
    };
    let read = services.notifier.unsubscribing.read(&link);
    let (player, kind) = read.ok_or_else(unknown)?;
    let choose = Notify::Choose {
        player,
        kind,
        channel: Channel::Mail,
        wanted: false,
    };
    match services.store.notify(choose).await? {
        Notified::Missing => Err(unknown()),
        _ => Ok(axum::Json(Unsubscribed { kind })),
    }
}
