//! HTTP and WebSocket: nothing but translation.

mod assets;
mod context;
mod explore;
mod games;
mod guard;
mod identity;
mod input;
mod limits;
mod line;
mod messages;
mod observe;
mod problem;
mod prose;
mod refusals;
mod socket;
mod state;
mod upgrade;
mod variants;

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
use utoipa_axum::routes;

use crate::registry::Registry;
use context::Context;
use problem::{Code, Problem};

pub(crate) use identity::signing_key;
pub(crate) use messages::encode;

/// The largest body of a request, in bytes.
const BODY: usize = 32 * 1024;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Manifold",
        description = "Play Hyperspace Chess, Time Traveler's Chess, Hidden960 and DMChess. \
            Live games speak over a WebSocket; its messages are the schemas ClientMessage and ServerMessage.",
        license(name = "GPL-3.0-or-later", identifier = "GPL-3.0-or-later"),
    ),
    components(schemas(messages::ClientMessage, messages::ServerMessage, Problem))
)]
struct Document;

/// The API, the browser client, health and metrics.
pub(crate) fn router(registry: Arc<Registry>, key: Key) -> Router {
    let (api, document) = OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(variants::variants))
        .routes(routes!(identity::me, identity::rename))
        .routes(routes!(games::create::create, games::list::list))
        .routes(routes!(games::play::state))
        .routes(routes!(games::play::join))
        .routes(routes!(games::record::record))
        .routes(routes!(games::record::plies))
        .routes(routes!(games::finished::verify))
        .routes(routes!(games::finished::analysis))
        .routes(routes!(explore::explore))
        .routes(routes!(socket::socket))
        .split_for_parts();
    let mut document = document;
    // The paths of the document are those under the root of the server.
    document.servers = Some(vec![utoipa::openapi::Server::new("/api/v1")]);
    let context = Context {
        limits: Arc::new(limits::Limiter::new(&registry.services.settings)),
        key,
        document: document.to_json().unwrap_or_default().into(),
        prometheus: observe::prometheus(),
        registry,
    };
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
        ));
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
