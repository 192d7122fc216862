//! HTTP and WebSocket: nothing but translation.

mod accounts;
mod answer;
mod archive;
mod assets;
mod background;
mod bot_games;
mod bots;
mod challenges;
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
mod observe;
mod passkeys;
mod placement;
mod players;
mod problem;
mod prose;
mod push;
mod refusals;
mod reports;
mod reset;
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
use serde_json::value::RawValue;
use tower_http::catch_panic::CatchPanicLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::events::hall::Hall;
use crate::lobby::Lobby;
use crate::people::scope::Scope;
use crate::registry::Registry;
use context::Context;
use problem::{Code, Problem};

pub(crate) use export::{Exporter, Lane};
pub(crate) use identity::signing_key;
pub(crate) use messages::encode;
pub(crate) use observe::metrics_router;

/// The largest body of a request, in bytes.
const BODY: usize = 32 * 1024;

/// The API, the browser client and health.
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
        document: Arc::from(RawValue::NULL.to_owned()),
        lobby_list: lobby::keep_list(Arc::clone(&registry.services), Arc::clone(&lobby)),
        lobby,
        hall,
        registry,
    };
    let remember = middleware::from_fn_with_state(context.clone(), identity::remember);
    let needs = |scope: Scope| middleware::from_fn_with_state(scope, scopes::needs);
    // What needs nobody to be signed in, and is as good for who was.
    let anew = OpenApiRouter::new()
        .routes(routes!(session::sign_in, session::sign_out))
        .routes(routes!(session::second_step))
        .routes(routes!(reset::reset))
        .routes(routes!(passkeys::sign_in_challenge))
        .routes(routes!(passkeys::sign_in, passkeys::offer))
        .routes(routes!(mail::confirm_address))
        .routes(routes!(mail::forgotten))
        .routes(routes!(mail::unsubscribe))
        .layer(middleware::from_fn(scopes::only_browsers));
    // What makes an account safe: no token opens any of it.
    let of_accounts = OpenApiRouter::new()
        .routes(routes!(accounts::sign_up))
        .routes(routes!(accounts::account, accounts::delete))
        .routes(routes!(accounts::change_password))
        .routes(routes!(accounts::end_session))
        .routes(routes!(accounts::end_other_sessions))
        .routes(routes!(
            second_factor::prepare,
            second_factor::turn_on,
            second_factor::turn_off
        ))
        .routes(routes!(second_factor::renew_recovery_codes))
        .routes(routes!(guest_games::guest_games, guest_games::take_over))
        .routes(routes!(passkeys::challenge))
        .routes(routes!(passkeys::add, passkeys::list))
        .routes(routes!(passkeys::remove))
        .routes(routes!(tokens::make, tokens::list))
        .routes(routes!(tokens::revoke))
        .routes(routes!(bots::become_bot))
        .routes(routes!(mail::set_address, mail::remove_address))
        .routes(routes!(
            notifications::notifications,
            notifications::choose_notification
        ))
        .routes(routes!(push::show_push))
        .routes(routes!(push::end_push))
        .layer(middleware::from_fn(scopes::only_browsers));
    let play = OpenApiRouter::new()
        .routes(routes!(games::create::create))
        .routes(routes!(games::play::join))
        .layer(remember.clone())
        .routes(routes!(
            games::conditional::conditional_moves,
            games::conditional::choose
        ))
        .routes(routes!(socket::socket))
        .routes(routes!(lobby::lobby_socket))
        .routes(routes!(bot_games::act))
        .layer(needs(Scope::GamesPlay));
    let see = OpenApiRouter::new()
        .routes(routes!(games::list::list))
        .routes(routes!(games::play::state))
        .routes(routes!(games::record::record))
        .routes(routes!(games::record::plies))
        .routes(routes!(placement::placement))
        .routes(routes!(stream::events))
        .routes(routes!(bot_games::stream))
        .layer(needs(Scope::GamesRead));
    let own = OpenApiRouter::new()
        .routes(routes!(export::export))
        .layer(needs(Scope::AccountRead));
    let meet = OpenApiRouter::new()
        .routes(routes!(challenges::challenge, challenges::challenges))
        .routes(routes!(challenges::cancel))
        .routes(routes!(challenges::accept))
        .routes(routes!(challenges::decline))
        .routes(routes!(feed::feed_socket))
        .routes(routes!(vacation::vacation, vacation::begin, vacation::end))
        .routes(routes!(following::following))
        .routes(routes!(following::follow, following::unfollow))
        .routes(routes!(following::blocked))
        .routes(routes!(following::block, following::unblock))
        .routes(routes!(following::presence, following::show_presence))
        .layer(needs(Scope::GamesPlay));
    // What everybody may ask for, and who asks.
    let open = OpenApiRouter::new()
        .routes(routes!(identity::me, identity::rename))
        .layer(remember)
        .routes(routes!(variants::variants))
        .routes(routes!(games::ratings::ratings))
        .routes(routes!(games::chat::chat))
        .routes(routes!(games::finished::verify))
        .routes(routes!(games::finished::analysis))
        .routes(routes!(players::profile))
        .routes(routes!(players::history))
        .routes(routes!(players::record::record))
        .routes(routes!(players::search::search))
        .routes(routes!(players::leaderboard::leaderboard))
        .routes(routes!(archive::list::list))
        .routes(routes!(archive::stream::archive_pgn))
        .routes(routes!(archive::stream::archive_ndjson))
        .routes(routes!(archive::stream::player_pgn))
        .routes(routes!(archive::stream::player_ndjson))
        .routes(routes!(archive::openings::opening))
        .routes(routes!(explore::explore))
        .merge(events::open_routes());
    let hold = events::own_routes().layer(needs(Scope::Events));
    let decent = OpenApiRouter::new()
        .routes(routes!(reports::report))
        .routes(routes!(warnings::confirm_warning))
        .routes(routes!(moderation::queue))
        .routes(routes!(moderation::case))
        .routes(routes!(moderation::find))
        .routes(routes!(moderation::log))
        .routes(routes!(moderation::act))
        .routes(routes!(moderation::undo))
        .routes(routes!(moderation::evidence))
        .layer(middleware::from_fn(scopes::only_browsers));
    let (api, document) = OpenApiRouter::with_openapi(document::Document::openapi())
        .merge(of_accounts)
        .merge(play)
        .merge(see)
        .merge(own)
        .merge(meet)
        .merge(decent)
        .merge(hold)
        .merge(open)
        .layer(middleware::from_fn_with_state(
            context.clone(),
            identity::must_not_be_signed_out,
        ))
        .merge(anew)
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
