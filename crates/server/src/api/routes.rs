//! The routes, by who may use them.

use axum::middleware;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::context::Context;
use super::{
    accounts, archive, bot_games, bots, challenges, events, explore, export, feed, following,
    games, guest_games, identity, lobby, mail, moderation, notifications, passkeys, placement,
    players, push, recovery_codes, reports, reset, scopes, second_factor, session, socket, stream,
    tokens, vacation, variants, warnings,
};
use crate::people::scope::Scope;

/// Routes that refuse changes requested with the cookie of a session that has ended.
pub(super) fn needing_the_session(context: &Context) -> OpenApiRouter<Context> {
    OpenApiRouter::new()
        .merge(of_accounts())
        .merge(of_playing(context))
        .merge(of_seeing())
        .merge(of_own_data())
        .merge(of_meeting())
        .merge(of_decency())
        .merge(needing(Scope::Events, events::own_routes()))
        .merge(of_everybody(context))
        .layer(middleware::from_fn_with_state(
            context.clone(),
            identity::must_not_be_signed_out,
        ))
}

/// The routes, refused to programs whose token lacks the scope.
fn needing(scope: Scope, routes: OpenApiRouter<Context>) -> OpenApiRouter<Context> {
    routes.layer(middleware::from_fn_with_state(scope, scopes::needs))
}

/// Routes for signing in and out. They need no session, and also serve visitors whose session has ended.
pub(super) fn of_signing_in() -> OpenApiRouter<Context> {
    OpenApiRouter::new()
        .routes(routes!(session::sign_in, session::sign_out))
        .routes(routes!(session::second_step))
        .routes(routes!(reset::reset))
        .routes(routes!(passkeys::sign_in_challenge))
        .routes(routes!(passkeys::sign_in, passkeys::offer))
        .routes(routes!(mail::confirm_address))
        .routes(routes!(mail::forgotten, mail::offer))
        .routes(routes!(mail::unsubscribe))
        .layer(middleware::from_fn(scopes::only_browsers))
}

/// Routes that secure an account: no token gives access to them.
fn of_accounts() -> OpenApiRouter<Context> {
    OpenApiRouter::new()
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
        .routes(routes!(passkeys::turn_on, passkeys::turn_off))
        .routes(routes!(recovery_codes::renew_recovery_codes))
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
        .layer(middleware::from_fn(scopes::only_browsers))
}

/// Routes for playing.
fn of_playing(context: &Context) -> OpenApiRouter<Context> {
    let routes = OpenApiRouter::new()
        .routes(routes!(games::create::create))
        .routes(routes!(games::play::join))
        .layer(middleware::from_fn_with_state(
            context.clone(),
            identity::remember,
        ))
        .routes(routes!(
            games::conditional::conditional_moves,
            games::conditional::choose
        ))
        .routes(routes!(socket::socket))
        .routes(routes!(lobby::lobby_socket))
        .routes(routes!(bot_games::act));
    needing(Scope::GamesPlay, routes)
}

/// Routes for watching games.
fn of_seeing() -> OpenApiRouter<Context> {
    let routes = OpenApiRouter::new()
        .routes(routes!(games::list::list))
        .routes(routes!(games::play::state))
        .routes(routes!(games::record::record))
        .routes(routes!(games::record::plies))
        .routes(routes!(placement::placement))
        .routes(routes!(stream::events))
        .routes(routes!(bot_games::stream));
    needing(Scope::GamesRead, routes)
}

/// Routes of the player's own data.
fn of_own_data() -> OpenApiRouter<Context> {
    let routes = OpenApiRouter::new().routes(routes!(export::export));
    needing(Scope::AccountRead, routes)
}

/// Routes by which players find each other.
fn of_meeting() -> OpenApiRouter<Context> {
    let routes = OpenApiRouter::new()
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
        .routes(routes!(following::presence, following::show_presence));
    needing(Scope::GamesPlay, routes)
}

/// Routes that everybody may use, and those of the visitor's identity.
fn of_everybody(context: &Context) -> OpenApiRouter<Context> {
    OpenApiRouter::new()
        .routes(routes!(identity::me, identity::rename))
        .layer(middleware::from_fn_with_state(
            context.clone(),
            identity::remember,
        ))
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
        .merge(events::open_routes())
}

/// Reports, warnings and moderation.
fn of_decency() -> OpenApiRouter<Context> {
    OpenApiRouter::new()
        .routes(routes!(reports::report))
        .routes(routes!(warnings::confirm_warning))
        .routes(routes!(moderation::queue))
        .routes(routes!(moderation::case))
        .routes(routes!(moderation::find))
        .routes(routes!(moderation::log))
        .routes(routes!(moderation::act))
        .routes(routes!(moderation::undo))
        .routes(routes!(moderation::evidence))
        .layer(middleware::from_fn(scopes::only_browsers))
}
