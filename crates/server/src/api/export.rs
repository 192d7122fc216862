//! All that is stored about a player, for that player: the account, and every game.

use std::sync::Arc;
use std::vec::IntoIter;

use axum::body::{Body, Bytes};
use axum::extract::{Extension, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Serialize;
use utoipa::ToSchema;

use super::accounts::{OwnSession, own_account};
use super::challenges::ShownChallenge;
use super::context::Context;
use super::games::record::tags;
use super::identity::Visitor;
use super::notifications::{Choice, OwnMail, PushBrowser};
use super::passkeys::OwnPasskey;
use super::players::Rating;
use super::problem::{Always, Problem};
use super::tokens::OwnToken;
use crate::ids::GameId;
use crate::meeting::vacation::Vacation;
use crate::people::account::Account;
use crate::services::Services;
use crate::store::{Known, Store, StoreError, Which};
use crate::table::error::TableError;
use crate::table::live_game::LiveGame;

/// All that is stored about a player.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Export {
    #[serde(flatten)]
    account: ExportedAccount,
    /// Every game, unfinished ones first.
    games: Vec<ExportedGame>,
}

/// An account with what belongs to it.
#[derive(Debug, Serialize, ToSchema)]
struct ExportedAccount {
    /// The username.
    username: String,
    /// When the account was made, in milliseconds since 1970.
    created_at: u64,
    /// Whether it is a bot's.
    bot: bool,
    /// Where mail comes to it.
    mail: OwnMail,
    /// Of what it is told, and how.
    notifications: Vec<Choice>,
    /// The browsers that show push messages of it.
    push: Vec<PushBrowser>,
    /// Whether a second factor is asked for.
    second_factor: bool,
    /// The passkeys, without their keys.
    passkeys: Vec<OwnPasskey>,
    /// Where it is signed in.
    sessions: Vec<OwnSession>,
    /// The tokens of its programs.
    tokens: Vec<OwnToken>,
    /// One for each game and speed at which there was a rated game.
    ratings: Vec<Rating>,
    /// Challenges of the last 30 days, to others and by others, the latest first.
    challenges: Vec<ShownChallenge>,
    /// The usernames of the players whom it follows.
    following: Vec<String>,
    /// The usernames of the players whom it blocks.
    blocked: Vec<String>,
    /// Whether others see when it is online.
    shows_presence: bool,
    /// Vacations, the last first.
    vacations: Vec<ExportedVacation>,
}

/// A vacation of a player.
#[derive(Debug, Serialize, ToSchema)]
struct ExportedVacation {
    /// In milliseconds since 1970.
    from: u64,
    /// In milliseconds since 1970.
    until: u64,
}

/// The usernames of a list.
fn names(known: Vec<Known>) -> Vec<String> {
    known.into_iter().map(|known| known.username).collect()
}

/// A game of a player.
#[derive(Debug, Serialize, ToSchema)]
struct ExportedGame {
    /// Its identifier.
    #[schema(value_type = String)]
    id: GameId,
    /// The record: of a game in progress with the player's own secrets only.
    pgn: String,
}

/// Everything that the server has stored about the own account: the account, its sessions and tokens (not what they show), its ratings,
/// challenges, vacations, whom it follows and blocks, and all games as PGN. At most six times an hour.
#[utoipa::path(get, path = "/me/export",
    responses((status = 200, body = Export), (status = 401, response = Problem), Always))]
pub(super) async fn export(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
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
    let exporter = Exporter::new(&*services.store, account, site, now).await?;
    let parts = stream::unfold(Some((services, exporter)), |going| async {
        let (services, mut exporter) = going?;
        // An answer that breaks off is no JSON: nobody takes a part of the games for all.
        match next_part(&services, &mut exporter).await {
            Ok(part) => part.map(|part| (Ok(part), Some((services, exporter)))),
            Err(_) => Some((Err(std::io::Error::other("it cannot be read")), None)),
        }
    });
    Ok((headers, Body::from_stream(parts)).into_response())
}

/// The next part; nothing more is told when the server stops.
async fn next_part(
    services: &Services,
    exporter: &mut Exporter,
) -> Result<Option<Bytes>, TableError> {
    match services.is_stopping() {
        true => Err(TableError::Stopping),
        false => exporter.next(&*services.store).await,
    }
}

/// Writes an export, part by part.
pub(crate) struct Exporter {
    /// What comes first.
    head: Option<Bytes>,
    account: Account,
    games: IntoIter<GameId>,
    site: String,
    is_first: bool,
    is_done: bool,
}

impl Exporter {
    /// `site` is the server's address, `now` in milliseconds since 1970.
    pub(crate) async fn new(
        store: &dyn Store,
        account: Account,
        site: String,
        now: u64,
    ) -> Result<Exporter, StoreError> {
        let player = account.player;
        let sessions = store.sessions(player).await?;
        let reach = store.reach(player).await?;
        let push = PushBrowser::all(&reach, &sessions, None);
        let (programs, browsers): (Vec<_>, Vec<_>) = sessions
            .into_iter()
            .filter(|session| session.lasts(now))
            .partition(|session| session.grant.is_some());
        let factor = store.second_factor(player).await?;
        let passkeys = store.passkeys(player).await?;
        // Without a server there is nobody to ask whether it sends mail.
        let offered = reach.address.is_some();
        let mut ratings = store.ratings(player).await?.0;
        ratings.sort_by_key(|(pool, _)| *pool);
        let ratings = ratings
            .iter()
            .map(|(pool, kept)| Rating::new(*pool, kept, now));
        let head = ExportedAccount {
            username: account.username.clone(),
            created_at: account.created_at,
            bot: account.is_bot,
            mail: OwnMail::new(offered, &reach),
            notifications: Choice::all(&reach.choices),
            push,
            second_factor: factor.is_some_and(|factor| factor.is_on),
            passkeys: passkeys.into_iter().map(OwnPasskey::from).collect(),
            sessions: browsers
                .into_iter()
                .map(|session| OwnSession::new(session, None))
                .collect(),
            tokens: programs.into_iter().filter_map(OwnToken::of).collect(),
            ratings: ratings.collect(),
            challenges: store
                .all_challenges(player)
                .await?
                .into_iter()
                .map(ShownChallenge::from)
                .collect(),
            following: names(store.following(player).await?),
            blocked: names(store.blocked(player).await?),
            shows_presence: store.shows_presence(player).await?,
            vacations: store
                .vacations(player, 0)
                .await?
                .into_iter()
                .map(|Vacation { from, until }| ExportedVacation { from, until })
                .collect(),
        };
        let mut head = serde_json::to_string(&head).unwrap_or_default();
        // The games follow as the last member.
        head.pop();
        head.push_str(",\"games\":[");
        let games = store.list(Which::Of(player), u32::MAX).await?;
        let games: Vec<GameId> = games.into_iter().map(|game| game.id).collect();
        Ok(Exporter {
            head: Some(head.into()),
            account,
            games: games.into_iter(),
            site,
            is_first: true,
            is_done: false,
        })
    }

    /// The next part of the JSON; `None` after the last.
    pub(crate) async fn next(&mut self, store: &dyn Store) -> Result<Option<Bytes>, TableError> {
        if let Some(head) = self.head.take() {
            return Ok(Some(head));
        }
        let Some(id) = self.games.next() else {
            let is_done = std::mem::replace(&mut self.is_done, true);
            return Ok((!is_done).then(|| Bytes::from_static(b"]}\n")));
        };
        let stored = store.load(id).await?.ok_or(TableError::NoSuchGame)?;
        let outages = store.outages();
        let (player, site) = (self.account.player, self.site.clone());
        // A long game takes longer than others may wait.
        let work = tokio::task::spawn_blocking(move || {
            let mut game = LiveGame::new(id, stored.info, outages);
            for event in stored.events {
                game.replay(event)?;
            }
            let transcript = game.transcript(game.state().info.seat(player));
            let site = format!("{}/g/{id}", site.trim_end_matches('/'));
            let pgn = transcript.pgn(&tags(&transcript, id, site));
            Ok(ExportedGame { id, pgn })
        });
        let game: Result<ExportedGame, TableError> = work.await.map_err(|_| TableError::Damaged)?;
        let json = serde_json::to_string(&game?).unwrap_or_default();
        let comma = if self.is_first { "" } else { "," };
        self.is_first = false;
        Ok(Some(format!("{comma}\n{json}").into()))
    }
}
