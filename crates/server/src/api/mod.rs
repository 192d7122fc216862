//! HTTP and WebSocket: nothing but translation.

mod accounts;
mod analyses;
mod answer;
mod archive;
mod assets;
mod background;
mod bot_games;
mod bots;
mod challenges;
mod compressed;
mod confirmation;
mod context;
mod conversation;
mod document;
mod endings;
mod events;
mod explore;
mod export;
mod feed;
mod following;
mod games;
mod guard;
mod guest_games;
mod idempotency;
mod identity;
mod input;
mod limits;
mod lines;
mod liveness;
mod lobby;
mod long;
mod mail;
mod messages;
mod moderation;
mod notifications;
mod objects;
mod observe;
mod own_account;
mod passkeys;
mod placement;
mod players;
mod problem;
mod prose;
mod push;
mod recovery_codes;
mod refusals;
mod reports;
mod reset;
mod routes;
mod scopes;
mod second_factor;
mod second_factor_code;
mod session;
mod session_cookie;
mod signed_in;
mod socket;
mod state;
mod stream;
mod tokens;
mod upgrade;
mod vacation;
mod variants;
mod warnings;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware;
use axum::routing::get;
use axum_extra::extract::cookie::Key;
use tower_http::catch_panic::CatchPanicLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::events::hall::Hall;
use crate::lobby::Lobby;
use crate::registry::Registry;
use context::Context;
use problem::{Code, Problem};

pub(crate) use export::{Exporter, Lane, MaySee};
pub(crate) use identity::signing_key;
pub(crate) use messages::encode;
pub(crate) use observe::metrics_router;

/// The largest body of a request, in bytes.
const BODY: usize = 32 * 1024;

/// The router: the API, the browser client and the health check.
pub(crate) fn router(
    registry: Arc<Registry>,
    lobby: Arc<Lobby>,
    hall: Arc<Hall>,
    key: Key,
) -> Router {
    let limits = Arc::new(limits::Limiter::new(&registry.services.settings));
    let mut context = Context {
        limits,
        key,
        document: compressed::Written::default(),
        lobby_list: lobby::keep_list(Arc::clone(&registry.services), Arc::clone(&lobby)),
        lobby,
        hall,
        registry,
    };
    let (api, document) = OpenApiRouter::with_openapi(document::Document::openapi())
        .merge(routes::needing_the_session(&context))
        .merge(routes::of_signing_in())
        .split_for_parts();
    context.document = compressed::Written::new(&document::complete(document));
    let api = api
        .route("/openapi.json", get(observe::openapi))
        .fallback(no_such_address)
        .method_not_allowed_fallback(no_such_method)
        .layer(middleware::from_fn_with_state(
            context.clone(),
            answer::compress_large,
        ))
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
        .fallback(assets::serve)
        .layer(DefaultBodyLimit::max(BODY))
        .layer(CatchPanicLayer::custom(|_| -> axum::response::Response {
            tracing::error!("a handler has panicked");
            use axum::response::IntoResponse;
            Problem::new(Code::Internal, "An internal error occurred and was logged.")
                .into_response()
        }))
        .layer(middleware::from_fn_with_state(
            context.clone(),
            guard::admit_any,
        ))
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
