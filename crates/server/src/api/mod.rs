//! HTTP and WebSocket: nothing but translation.

mod accounts;
mod answer;
mod assets;
mod context;
mod conversation;
mod document;
mod explore;
mod games;
mod guard;
mod identity;
mod input;
mod limits;
mod line;
mod lobby;
mod messages;
mod moderation;
mod observe;
mod players;
mod problem;
mod prose;
mod refusals;
mod reports;
mod session;
mod signed_in;
mod socket;
mod state;
mod upgrade;
mod variants;
mod warnings;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware;
use axum::routing::get;
use axum_extra::extract::cookie::Key;
use serde_json::value::RawValue;
use tower_http::catch_panic::CatchPanicLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::registry::Registry;
use context::Context;
use problem::{Code, Problem};

pub(crate) use identity::signing_key;
pub(crate) use messages::encode;

/// The largest body of a request, in bytes.
const BODY: usize = 32 * 1024;

/// The API, the browser client, health and metrics.
pub(crate) fn router(registry: Arc<Registry>, key: Key) -> Router {
    let limits = Arc::new(limits::Limiter::new(&registry.services.settings));
    let mut context = Context {
        limits,
        key,
        document: Arc::from(RawValue::NULL.to_owned()),
        lobby_list: lobby::keep_list(Arc::clone(&registry.services)),
        prometheus: observe::prometheus(),
        registry,
    };
    let of_players = OpenApiRouter::new()
        .routes(routes!(identity::me, identity::rename))
        .routes(routes!(games::create::create))
        .routes(routes!(games::play::join))
        .routes(routes!(accounts::sign_up))
        .layer(middleware::from_fn_with_state(
            context.clone(),
            identity::remember,
        ));
    let (api, document) = OpenApiRouter::with_openapi(document::Document::openapi())
        .merge(of_players)
        .routes(routes!(session::sign_in, session::sign_out))
        .routes(routes!(accounts::account, accounts::delete))
        .routes(routes!(accounts::change_password))
        .routes(routes!(accounts::end_session))
        .routes(routes!(accounts::end_other_sessions))
        .routes(routes!(variants::variants))
        .routes(routes!(games::list::list))
        .routes(routes!(games::play::state))
        .routes(routes!(games::record::record))
        .routes(routes!(games::record::plies))
        .routes(routes!(games::ratings::ratings))
        .routes(routes!(games::chat::chat))
        .routes(routes!(games::finished::verify))
        .routes(routes!(games::finished::analysis))
        .routes(routes!(players::profile))
        .routes(routes!(players::history))
        .routes(routes!(players::leaderboard))
        .routes(routes!(reports::report))
        .routes(routes!(warnings::confirm_warning))
        .routes(routes!(moderation::queue))
        .routes(routes!(moderation::case))
        .routes(routes!(moderation::find))
        .routes(routes!(moderation::log))
        .routes(routes!(moderation::act))
        .routes(routes!(moderation::undo))
        .routes(routes!(moderation::evidence))
        .routes(routes!(explore::explore))
        .routes(routes!(socket::socket))
        .routes(routes!(lobby::lobby_socket))
        .split_for_parts();
    if let Ok(document) = serde_json::value::to_raw_value(&document::complete(document)) {
        context.document = document.into();
    }
    let api = api
        .route("/openapi.json", get(observe::openapi))
        .fallback(no_such_address)
        .method_not_allowed_fallback(no_such_method)
        .layer(middleware::from_fn_with_state(
            context.clone(),
            identity::identify,
        ))
        .layer(middleware::from_fn_with_state(
            context.clone(),
            guard::admit,
        ))
        .layer(answer::compression());
    Router::new()
        .nest("/api/v1", api)
        .route("/healthz", get(observe::health))
        .route("/metrics", get(observe::metrics))
        .fallback(assets::serve)
        .layer(DefaultBodyLimit::max(BODY))
        .layer(CatchPanicLayer::custom(|_| -> axum::response::Response {
            tracing::error!("a handler has panicked");
            use axum::response::IntoResponse;
            Problem::new(
                Code::Internal,
                "Something went wrong in the server. It was logged.",
            )
            .into_response()
        }))
        .layer(middleware::from_fn_with_state(
            context.clone(),
            guard::add_security_headers,
        ))
        .with_state(context)
}

async fn no_such_address() -> Problem {
    Problem::new(Code::NotFound, "The API has no such path.")
}

async fn no_such_method() -> (StatusCode, Problem) {
    let problem = Problem::new(
        Code::MethodNotAllowed,
        "This path does not have that method.",
    );
    (StatusCode::METHOD_NOT_ALLOWED, problem)
}
