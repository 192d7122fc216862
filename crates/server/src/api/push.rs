//! Push messages in the browsers of the player's own account.

use axum::extract::{Extension, State};
use axum::http::StatusCode;
use data_encoding::BASE64URL_NOPAD;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::context::Context;
use super::identity::Visitor;
use super::input::{Json, Path};
use super::notifications::{Notifications, own};
use super::own_account::{own_account, signed_out};
use super::problem::{Code, OnBody, OnChange, Problem};
use crate::ids::PushId;
use crate::notify::push::encrypt::BrowserKeys;
use crate::notify::push::{BROWSERS, Subscription};
use crate::store::{Notified, Notify};

/// A browser that is to show push messages: the result of `PushManager.subscribe` there.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewPush {
    /// The address at which the browser's push service accepts messages for it.
    #[schema(max_length = 1000)]
    endpoint: String,
    /// The browser's public key, in URL-safe Base64.
    p256dh: String,
    /// The secret that the browser shares with the server, in URL-safe Base64.
    auth: String,
}

/// Show push messages in this browser while you are signed in here.
#[utoipa::path(post, path = "/account/push", request_body = NewPush,
    responses((status = 201, body = Notifications), (status = 401, response = Problem), (status = 409, response = Problem), (status = 422, response = Problem), OnBody))]
pub(super) async fn show_push(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Json(new): Json<NewPush>,
) -> Result<(StatusCode, axum::Json<Notifications>), Problem> {
    let (_, session) = own_account(&context, visitor).await?;
    let services = &context.registry.services;
    let endpoint = services.notifier.pusher.endpoint(&new.endpoint);
    let endpoint = endpoint.ok_or_else(|| {
        let problem = "This is not an address of a push service that this server knows.";
        Problem::new(Code::Invalid, problem).of("endpoint")
    })?;
    let decode = |text: &str| {
        BASE64URL_NOPAD
            .decode(text.trim_end_matches('=').as_bytes())
            .ok()
    };
    let keys = decode(&new.p256dh).zip(decode(&new.auth));
    let keys = keys.and_then(|(public, secret)| BrowserKeys::read(&public, &secret));
    let keys = keys.ok_or_else(|| {
        let problem = "These are not the keys of a browser: a P-256 point (65 bytes) and a secret (16 bytes) are expected.";
        Problem::new(Code::Invalid, problem).of("p256dh")
    })?;
    let subscription = Subscription {
        id: PushId::random(&services.system),
        player: visitor.id,
        session,
        endpoint: endpoint.into(),
        keys,
        created_at: services.system.now_ms(),
    };
    match services
        .store
        .notify(Notify::Subscribe(subscription))
        .await?
    {
        Notified::Full => {
            let problem = format!(
                "You already have {BROWSERS} browsers that show push messages. Remove one first."
            );
            Err(Problem::new(Code::NotPossible, problem))
        }
        Notified::SignedOut => Err(signed_out()),
        _ => {
            let own = own(&context, visitor.id, session).await?;
            Ok((StatusCode::CREATED, axum::Json(own)))
        }
    }
}

/// The path of a browser that shows push messages.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct PushPath {
    /// The browser's identifier, from the notification settings.
    #[param(value_type = String, pattern = "^[A-Za-z0-9]{12}$")]
    id: PushId,
}

/// Stop push messages in a browser.
#[utoipa::path(delete, path = "/account/push/{id}", params(PushPath),
    responses((status = 200, body = Notifications), (status = 401, response = Problem), (status = 404, response = Problem), OnChange))]
pub(super) async fn end_push(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Path(PushPath { id }): Path<PushPath>,
) -> Result<axum::Json<Notifications>, Problem> {
    let (_, session) = own_account(&context, visitor).await?;
    let player = visitor.id;
    let unsubscribe = Notify::Unsubscribe { player, id };
    match context.registry.services.store.notify(unsubscribe).await? {
        Notified::Missing => Err(Problem::new(
            Code::NotFound,
            "This browser no longer shows push messages of your account.",
        )),
        _ => Ok(axum::Json(own(&context, player, session).await?)),
    }
}
