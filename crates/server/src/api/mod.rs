//! HTTP and WebSocket: nothing but translation.

mod assets;
mod explore;
mod games;
mod guard;
mod identity;
mod input;
mod limits;
mod observe;
mod socket;
mod upgrade;
mod variants;

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, FromRef};
use axum::http::StatusCode;
use axum::middleware;
use axum::routing::get;
use axum_extra::extract::cookie::Key;
use tower_http::catch_panic::CatchPanicLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::lobby::Lobby;
use crate::problem::{Code, Problem};

pub(crate) use identity::signing_key;

/// The largest body of a request, in bytes.
const BODY: usize = 32 * 1024;

/// What handlers need.
#[derive(Clone)]
pub(crate) struct Context {
    pub(crate) lobby: Arc<Lobby>,
    key: Key,
    limits: Arc<limits::Limiter>,
    api: Arc<str>,
    prometheus: metrics_exporter_prometheus::PrometheusHandle,
}

impl FromRef<Context> for Key {
    fn from_ref(context: &Context) -> Key {
        context.key.clone()
    }
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Manifold",
        description = "Play Hyperspace Chess, Time Traveler's Chess, Hidden960 and DMChess. \
            Live games speak over a WebSocket; its messages are the schemas ClientMessage and ServerMessage.",
        license(name = "GPL-3.0-or-later", identifier = "GPL-3.0-or-later"),
    ),
    components(schemas(socket::Incoming, crate::table::Outgoing, Problem))
)]
struct Document;

/// Everything that the server answers.
pub(crate) fn router(lobby: Arc<Lobby>, key: Key) -> Router {
    let (api, document) = OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(variants::variants))
        .routes(routes!(identity::me, identity::rename))
        .routes(routes!(games::create, games::list))
        .routes(routes!(games::state))
        .routes(routes!(games::join))
        .routes(routes!(games::record))
        .routes(routes!(games::plies))
        .routes(routes!(games::verify))
        .routes(routes!(games::analysis))
        .routes(routes!(explore::explore))
        .routes(routes!(socket::socket))
        .split_for_parts();
    let mut document = document;
    // The paths of the document are those under the root of the server.
    document.servers = Some(vec![utoipa::openapi::Server::new("/api/v1")]);
    let context = Context {
        limits: Arc::new(limits::Limiter::new(&lobby.settings)),
        key,
        api: document.to_json().unwrap_or_default().into(),
        prometheus: observe::prometheus(),
        lobby,
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
                "The server has made a mistake. It was noted.",
            )
            .into_response()
        }))
        .layer(middleware::from_fn_with_state(
            context.clone(),
            guard::armour,
        ))
        .with_state(context)
}

async fn no_such_address() -> Problem {
    Problem::new(Code::NotFound, "The API has no such address.")
}

async fn no_such_method() -> (StatusCode, Problem) {
    let problem = Problem::new(
        Code::MethodNotAllowed,
        "This address does not know that method.",
    );
    (StatusCode::METHOD_NOT_ALLOWED, problem)
}
