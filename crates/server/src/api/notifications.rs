//! The notifications that an account gets when no page is open, and their channels.

use axum::extract::{Extension, State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::context::Context;
use super::identity::Visitor;
use super::input::Json;
use super::own_account::own_account;
use super::problem::{Always, OnBody, Problem};
use crate::ids::{PlayerId, PushId, SessionId};
use crate::meeting::News;
use crate::notify::address::MailAddress;
use crate::notify::choices::{Channel, Choices, Kind};
use crate::notify::push::Subscription;
use crate::people::session::Session;
use crate::store::{Notify, Reach};

/// The notification settings of your account.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Notifications {
    /// Mail.
    mail: OwnMail,
    /// Push messages.
    push: OwnPush,
    /// The kinds of notifications, and the channels of each.
    choices: Vec<Choice>,
}

/// The email address of your account.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnMail {
    /// Whether this server sends any.
    offered: bool,
    /// The address; null if there is none, or it is not confirmed.
    #[schema(required)]
    address: Option<String>,
    /// The address that has yet to be confirmed with the link that was mailed there; null if there is none.
    #[schema(required)]
    waiting: Option<String>,
}

impl OwnMail {
    /// The mail settings of an account with this reach.
    pub(super) fn new(offered: bool, reach: &Reach) -> OwnMail {
        let shown = |address: &Option<MailAddress>| {
            address.as_ref().map(|address| address.reveal().to_owned())
        };
        OwnMail {
            offered,
            address: shown(&reach.address),
            waiting: shown(&reach.waiting),
        }
    }
}

/// Push messages of your account.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnPush {
    /// The server's public key, which a browser needs: a point on P-256 in URL-safe Base64.
    key: String,
    /// The browsers that show push messages, at most ten.
    browsers: Vec<PushBrowser>,
}

/// A browser that shows push messages, as long as the account is signed in there.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PushBrowser {
    /// Its identifier.
    #[schema(value_type = String)]
    id: PushId,
    /// The device, as the browser describes itself.
    device: String,
    /// Whether this browser makes the request.
    current: bool,
    /// The time when it was added, in milliseconds since 1970.
    created_at: u64,
}

impl PushBrowser {
    /// The browsers of an account with this reach and these sessions, as shown to the session that makes the request.
    pub(super) fn all(
        reach: &Reach,
        sessions: &[Session],
        asking: Option<SessionId>,
    ) -> Vec<PushBrowser> {
        let browser = |browser: &Subscription| {
            let session = sessions.iter().find(|one| one.id == browser.session)?;
            Some(PushBrowser {
                id: browser.id,
                device: session.device.clone(),
                current: asking == Some(session.id),
                created_at: browser.created_at,
            })
        };
        reach.browsers.iter().filter_map(browser).collect()
    }
}

/// The channels of a kind of notification.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = NotificationChoice)]
pub(crate) struct Choice {
    /// The kind of notification.
    kind: Kind,
    /// Whether it is shown on every page of the server.
    page: bool,
    /// Whether it is sent as a push message, to the browsers that show them.
    push: bool,
    /// Whether it is sent by mail.
    mail: bool,
}

impl Choice {
    /// The channels of all kinds of notifications.
    pub(super) fn all(choices: &Choices) -> Vec<Choice> {
        let choice = |kind| Choice {
            kind,
            page: choices.wants(kind, Channel::Page),
            push: choices.wants(kind, Channel::Push),
            mail: choices.wants(kind, Channel::Mail),
        };
        Kind::ALL.map(choice).into()
    }
}

/// The notification settings of an account, as shown to one of its sessions.
pub(super) async fn own(
    context: &Context,
    player: PlayerId,
    session: SessionId,
) -> Result<Notifications, Problem> {
    let services = &context.registry.services;
    let reach = services.store.reach(player).await?;
    let sessions = services.store.sessions(player).await?;
    Ok(Notifications {
        mail: OwnMail::new(services.notifier.sends_mail(), &reach),
        push: OwnPush {
            key: services.notifier.pusher.key.public(),
            browsers: PushBrowser::all(&reach, &sessions, Some(session)),
        },
        choices: Choice::all(&reach.choices),
    })
}

/// Your notification settings.
#[utoipa::path(get, path = "/account/notifications",
    responses((status = 200, body = Notifications), (status = 401, response = Problem), Always))]
pub(super) async fn notifications(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
) -> Result<axum::Json<Notifications>, Problem> {
    let (_, session) = own_account(&context, visitor).await?;
    Ok(axum::Json(own(&context, visitor.id, session).await?))
}

/// Whether a kind of notification is wanted on a channel.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewChoice {
    /// The kind of notification.
    kind: Kind,
    /// The channel.
    channel: Channel,
    /// Whether to notify.
    wanted: bool,
}

/// Change your notification settings.
#[utoipa::path(put, path = "/account/notifications", request_body = NewChoice,
    responses((status = 200, body = Notifications), (status = 401, response = Problem), OnBody))]
pub(super) async fn choose_notification(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Json(NewChoice {
        kind,
        channel,
        wanted,
    }): Json<NewChoice>,
) -> Result<axum::Json<Notifications>, Problem> {
    let (_, session) = own_account(&context, visitor).await?;
    let services = &context.registry.services;
    let choose = Notify::Choose {
        player: visitor.id,
        kind,
        channel,
        wanted,
    };
    services.store.notify(choose).await?;
    services.feeds.tell(visitor.id, News::Changed);
    Ok(axum::Json(own(&context, visitor.id, session).await?))
}
