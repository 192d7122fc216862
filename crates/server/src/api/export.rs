//! All that is stored about a player, for that player: the account, and every game.

use std::net::IpAddr;
use std::sync::Arc;
use std::vec::IntoIter;

use axum::body::{Body, Bytes};
use axum::extract::{Extension, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use manifold_events::{Event, Viewer};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::accounts::{OwnSession, own_account};
use super::challenges::ShownChallenge;
use super::context::Context;
use super::events::EventLine;
use super::games::record::tags;
use super::identity::{Visitor, guest};
use super::limits::{Client, Limiter};
use super::lobby::StayingSeek;
use super::notifications::{Choice, OwnMail, PushBrowser};
use super::passkeys::OwnPasskey;
use super::players::Rating;
use super::problem::{Always, Problem};
use super::tokens::OwnToken;
use crate::chat::Words;
use crate::events::law_person;
use crate::ids::{EventId, GameId, PlayerId};
use crate::meeting::vacation::Vacation;
use crate::moderation::{ActKind, OwnReport, ReadAct, Reason};
use crate::names::Color;
use crate::people::account::Account;
use crate::services::Services;
use crate::store::{Known, LinePlace, SaidBeside, Store, StoreError, Which};
use crate::table::error::TableError;
use crate::table::live_game::{LiveGame, TakenBack};

/// All that is stored about a player.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Export {
    #[serde(flatten)]
    account: ExportedAccount,
    /// The player's messages beside games, by game.
    chat: Vec<ExportedLine>,
    /// The tournaments, matches and arenas in which the player plays or has done anything.
    events: Vec<ExportedEvent>,
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
    /// Challenges of the last 30 days, to others and by others, newest first.
    challenges: Vec<ShownChallenge>,
    /// The usernames of the players whom it follows.
    following: Vec<String>,
    /// The usernames of the players whom it blocks.
    blocked: Vec<String>,
    /// Whether others see when it is online.
    shows_presence: bool,
    /// Vacations, newest first.
    vacations: Vec<ExportedVacation>,
    /// The account's seeks in the lobby that stay while it is away, oldest first.
    seeks: Vec<StayingSeek>,
    /// Reports of others, oldest first.
    reports: Vec<ExportedReport>,
    /// The moderators' acts about the player, newest first.
    sanctions: Vec<ExportedSanction>,
}

/// A report that the player has made.
#[derive(Debug, Serialize, ToSchema)]
struct ExportedReport {
    /// In milliseconds since 1970.
    at: u64,
    /// The name of the player who was reported, as it is now.
    player: String,
    /// The game.
    #[schema(required, value_type = Option<String>)]
    game: Option<GameId>,
    reason: Reason,
    text: String,
}

/// Something that moderators have done about the player.
#[derive(Debug, Serialize, ToSchema)]
struct ExportedSanction {
    /// In milliseconds since 1970.
    at: u64,
    kind: ActKind,
    /// Until when it holds, in milliseconds since 1970; null for good, and for what does not last.
    #[schema(required)]
    until: Option<u64>,
    /// The game.
    #[schema(required, value_type = Option<String>)]
    game: Option<GameId>,
    reason: String,
    /// Whether it was undone.
    undone: bool,
}

impl ExportedSanction {
    /// An act as the player may know it. Which accounts are one person, and how reports were settled, is the moderators' business.
    fn of(ReadAct { act, undone_by, .. }: ReadAct) -> Option<ExportedSanction> {
        match act.kind {
            ActKind::Warn
            | ActKind::Mute
            | ActKind::Ban
            | ActKind::Unmute
            | ActKind::Unban
            | ActKind::Annul => Some(ExportedSanction {
                at: act.at,
                kind: act.kind,
                until: act.until,
                game: act.game,
                reason: act.reason,
                undone: undone_by.is_some(),
            }),
            ActKind::Dismiss | ActKind::Link | ActKind::Undo => None,
        }
    }
}

/// Something that the player said beside a game.
#[derive(Debug, Serialize, ToSchema)]
struct ExportedLine {
    /// The game.
    #[schema(value_type = String)]
    game: GameId,
    /// In milliseconds since 1970.
    at: u64,
    words: Words,
}

/// An event in which the player plays or has done anything.
#[derive(Debug, Serialize, ToSchema)]
struct ExportedEvent {
    /// Its identifier.
    #[schema(value_type = String)]
    id: EventId,
    /// Its name.
    name: String,
    /// When it starts or has started, in milliseconds since 1970.
    starts_at: u64,
    /// Those lines of its log that are the player's doing or name the player, as the player may read them.
    #[schema(value_type = Vec<EventLine>)]
    entries: Vec<Value>,
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
    /// Actions that were taken back: they are not in the record.
    takebacks: Vec<ExportedTakeback>,
    /// The player's conditional moves that wait, each line in machine notation.
    conditional_moves: Vec<Vec<String>>,
}

/// A take-back.
#[derive(Debug, Serialize, ToSchema)]
struct ExportedTakeback {
    /// In milliseconds since 1970.
    at: u64,
    /// The player who asked for it.
    by: Color,
    /// The player's own actions that it has undone, in machine notation.
    actions: Vec<String>,
}

/// Lines of the chat that are read at once.
const LINES: u32 = 500;

/// Everything that the server stores about your account: the account, its sessions and tokens (without their secrets), its ratings,
/// challenges, seeks that wait, vacations, whom it follows and blocks, what it said beside games, its reports, what moderators have done about it, its
/// events, and all games as PGN with what was taken back. At most six times an hour.
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
    let lane = Lane(Some((Arc::clone(&context.limits), client)));
    let exporter = Exporter::new(&*services.store, account, site, now, lane).await?;
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

/// Where games and events are played again for an export, which takes longer than others may wait: among what others want, when it is
/// the client's turn; or wherever there is a thread, if no server runs.
pub(crate) struct Lane(Option<(Arc<Limiter>, IpAddr)>);

impl Lane {
    /// Nobody else wants anything.
    pub(crate) fn own() -> Lane {
        Lane(None)
    }

    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, TableError> + Send + 'static,
    ) -> Result<T, TableError> {
        match &self.0 {
            Some((limits, client)) => {
                let worked = limits.in_background(*client, work).await;
                worked.map_err(|_| TableError::Busy)?
            }
            None => {
                let worked = tokio::task::spawn_blocking(work).await;
                worked.map_err(|_| TableError::Damaged)?
            }
        }
    }
}

/// Writes an export, part by part.
pub(crate) struct Exporter {
    /// The beginning of the export.
    head: Option<Bytes>,
    account: Account,
    site: String,
    lane: Lane,
    /// The next section.
    section: Section,
    is_first: bool,
}

/// A list of an export.
enum Section {
    /// Messages behind a line, of which these were read already.
    Chat(Option<LinePlace>, IntoIter<SaidBeside>),
    Events(IntoIter<EventId>),
    Games(IntoIter<GameId>),
    Done,
}

impl Exporter {
    /// `site` is the server's address, `now` in milliseconds since 1970.
    pub(crate) async fn new(
        store: &dyn Store,
        account: Account,
        site: String,
        now: u64,
        lane: Lane,
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
            seeks: (store.seeks(Some(player)).await?.into_iter())
                .map(StayingSeek::from)
                .collect(),
            reports: (store.reports_by(player).await?.into_iter())
                .map(|OwnReport { report, player }| ExportedReport {
                    at: report.at,
                    player: player.unwrap_or_else(|| guest(report.player)),
                    game: report.game,
                    reason: report.reason,
                    text: report.text,
                })
                .collect(),
            sanctions: (store.acts(Some(player), None, u32::MAX).await?.into_iter())
                .filter_map(ExportedSanction::of)
                .collect(),
        };
        let mut head = serde_json::to_string(&head).unwrap_or_default();
        // The lists that may be long follow as the last members.
        head.pop();
        head.push_str(",\"chat\":[");
        Ok(Exporter {
            head: Some(head.into()),
            account,
            site,
            lane,
            section: Section::Chat(None, Vec::new().into_iter()),
            is_first: true,
        })
    }

    /// The next part of the JSON; `None` after the last.
    pub(crate) async fn next(&mut self, store: &dyn Store) -> Result<Option<Bytes>, TableError> {
        if let Some(head) = self.head.take() {
            return Ok(Some(head));
        }
        let player = self.account.player;
        let (end, next) = match &mut self.section {
            Section::Chat(behind, lines) => {
                if lines.as_slice().is_empty() {
                    let more = store.said_by(player, *behind, LINES).await?;
                    *lines = more.into_iter();
                }
                if let Some(SaidBeside {
                    game,
                    number,
                    at,
                    words,
                }) = lines.next()
                {
                    *behind = Some((game, number));
                    return Ok(Some(self.item(&ExportedLine { game, at, words })));
                }
                let events = store.events_of(player).await?;
                ("],\"events\":[", Section::Events(events.into_iter()))
            }
            Section::Events(events) => {
                if let Some(event) = events.next() {
                    let event = exported_event(store, event, player, &self.lane).await?;
                    return Ok(Some(self.item(&event)));
                }
                let games = store.list(Which::Of(player), u32::MAX).await?;
                let games: Vec<GameId> = games.into_iter().map(|game| game.id).collect();
                ("],\"games\":[", Section::Games(games.into_iter()))
            }
            Section::Games(games) => {
                if let Some(game) = games.next() {
                    let game = self.exported_game(store, game).await?;
                    return Ok(Some(self.item(&game)));
                }
                ("]}\n", Section::Done)
            }
            Section::Done => return Ok(None),
        };
        self.section = next;
        self.is_first = true;
        Ok(Some(Bytes::from_static(end.as_bytes())))
    }

    /// An item of the list that is written.
    fn item(&mut self, item: &impl Serialize) -> Bytes {
        let json = serde_json::to_string(item).unwrap_or_default();
        let comma = if self.is_first { "" } else { "," };
        self.is_first = false;
        format!("{comma}\n{json}").into()
    }

    async fn exported_game(
        &self,
        store: &dyn Store,
        id: GameId,
    ) -> Result<ExportedGame, TableError> {
        let stored = store.load(id).await?.ok_or(TableError::NoSuchGame)?;
        let outages = store.outages();
        let (player, site) = (self.account.player, self.site.clone());
        let conditions = match stored.info.is_correspondence() {
            true => store.conditions(id).await?,
            false => Vec::new(),
        };
        let own = conditions.into_iter().find(|(whose, _)| *whose == player);
        let conditional_moves = own.map(|(_, own)| own.lines().to_vec());
        let work = move || {
            let mut game = LiveGame::new(id, stored.info, outages);
            for event in stored.events {
                game.replay(event)?;
            }
            let seat = game.state().info.seat(player);
            let takebacks = game.taken_back(seat).into_iter();
            let transcript = game.transcript(seat);
            let site = format!("{}/g/{id}", site.trim_end_matches('/'));
            let pgn = transcript.pgn(&tags(&transcript, id, site));
            Ok(ExportedGame {
                id,
                pgn,
                takebacks: takebacks
                    .map(|TakenBack { at, by, actions }| ExportedTakeback {
                        at,
                        by: by.into(),
                        actions,
                    })
                    .collect(),
                conditional_moves: conditional_moves.unwrap_or_default(),
            })
        };
        self.lane.work(work).await
    }
}

/// An event with what its log has of a player.
async fn exported_event(
    store: &dyn Store,
    id: EventId,
    player: PlayerId,
    lane: &Lane,
) -> Result<ExportedEvent, TableError> {
    let (log, _) = store.entries(id).await?;
    let work = move || {
        let event = Event::replay(log).map_err(|error| {
            tracing::error!(event = %id, %error, "the log of an event is damaged");
            TableError::Damaged
        })?;
        let person = law_person(player);
        let own = |mut entry: Value| {
            let is = |member: &str| entry[member] == person.to_string();
            let (by, about) = (is("by"), is("player"));
            if let Some(others) = entry.as_object_mut().filter(|_| !about) {
                // Somebody else's account may have been deleted since, and its name with it.
                others.remove("name");
            }
            (by || about).then_some(entry)
        };
        let entries = event.seen_by(Viewer::Person(person));
        let entries = entries.filter_map(|entry| serde_json::to_value(entry).ok());
        Ok(ExportedEvent {
            id,
            entries: entries.filter_map(own).collect(),
            name: event.settings().name.clone(),
            starts_at: event.settings().starts_at,
        })
    };
    lane.work(work).await
}
