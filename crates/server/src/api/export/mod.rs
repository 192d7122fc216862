//! The export of everything that is stored about a player, for that player: the account, and every game.

mod account;
mod event;
mod exporter;
mod game;
mod lane;

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Extension, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;

use super::context::Context;
use super::identity::Visitor;
use super::limits::Client;
use super::own_account::own_account;
use super::problem::{Always, Problem};
use crate::people::scope::Scope;
use crate::services::Services;
use crate::table::error::TableError;

use exporter::Export;

pub(crate) use exporter::{Exporter, MaySee};
pub(crate) use lane::Lane;

/// Export everything that the server stores about your account: the account, its sessions and tokens (without their secrets), its
/// ratings with their history, takeovers of guests' games, games paired in the lobby that it has walked out of, challenges, waiting
/// seeks, vacations, the players it follows and blocks, its chat messages, its reports, moderators' acts about it, its events, and all
/// games as PGN with takebacks and the times at which your page was out of focus. At most six times an hour. A program sees secrets of
/// unfinished games only with the scope `games:read`, and confidential texts of events only with the scope `events`.
#[utoipa::path(get, path = "/me/export",
    responses((status = 200, body = Export), (status = 401, response = Problem), Always))]
pub(super) async fn export(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Client(client): Client,
) -> Result<Response, Problem> {
    let (account, _) = own_account(&context, visitor).await?;
    context.limits.export(visitor.id)?;
    let services = Arc::clone(&context.registry.services);
    let attachment = format!(
        "attachment; filename=\"manifold-{}.json\"",
        account.username
    );
    let headers = [
        (header::CONTENT_TYPE, "application/json".to_owned()),
        (header::CONTENT_DISPOSITION, attachment),
    ];
    let site = services.settings.public_url.clone().unwrap_or_default();
    let now = services.system.now_ms();
    let may_see = MaySee {
        games: visitor.may(Scope::GamesRead),
        events: visitor.may(Scope::Events),
    };
    let lane = Lane::shared(Arc::clone(&context.limits), client);
    let exporter = Exporter::new(&*services.store, account, may_see, site, now, lane).await?;
    let parts = stream::unfold(Some((services, exporter)), |going| async {
        let (services, mut exporter) = going?;
        // An answer that breaks off is not valid JSON, so nobody takes a part of the games for all.
        match next_part(&services, &mut exporter).await {
            Ok(part) => part.map(|part| (Ok(part), Some((services, exporter)))),
            Err(_) => Some((Err(std::io::Error::other("it cannot be read")), None)),
        }
    });
    Ok((headers, Body::from_stream(parts)).into_response())
}

/// The next part; an error once the server stops.
async fn next_part(
    services: &Services,
    exporter: &mut Exporter,
) -> Result<Option<Bytes>, TableError> {
    match services.is_stopping() {
        true => Err(TableError::Stopping),
        false => exporter.next(&*services.store).await,
    }
}
