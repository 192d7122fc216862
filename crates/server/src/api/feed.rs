//! The feed: a socket on which a player hears what concerns them, whatever page they look at.

use std::net::IpAddr;
use std::time::Duration;

use axum::extract::{Extension, State};
use axum::http::{Extensions, HeaderMap};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior};
use utoipa::ToSchema;

use super::challenges::Challenges;
use super::context::Context;
use super::conversation::{Conversation, Heard, Listener, unreadable};
use super::identity::Visitor;
use super::limits::SocketPlace;
use super::objects;
use super::problem::{OnChange, Problem};
use super::prose;
use super::signed_in::SignedIn;
use super::state::EventOfGame;
use super::upgrade::{Stream, Upgrade};
use crate::ids::{GameId, PlayerId};
use crate::meeting::News;
use crate::meeting::challenge::LEASE_MS;
use crate::meeting::feeds::Feed;
use crate::names::Color;
use crate::notify::choices::{Channel, Kind};
use crate::notify::reminder::remind_at;
use crate::services::Services;
use crate::store::{Meeting, RoundGame, Turn};
use crate::table::update::Encoded;

/// Minimum time between two lists.
const PERIOD: Duration = Duration::from_secs(1);
/// Interval at which a player's live challenges are renewed, and at which it is checked whether challenges have expired or the
/// player is to be reminded of a game.
const KEEP: Duration = Duration::from_secs(8);
/// Maximum number of games listed in which it is the player's turn.
const TURNS: u32 = 60;

/// A request on a feed.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case", tag = "t", deny_unknown_fields)]
pub(crate) enum FeedRequest {
    /// Ask for a pong.
    Ping {
        /// An identifier that the pong repeats.
        #[serde(default)]
        #[schema(nullable = false)]
        id: Option<String>,
    },
}

/// A message of a feed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case", tag = "t")]
pub(crate) enum FeedMessage {
    /// Everything that waits for the player: the first message, and again when that has changed, at most once a second.
    Feed {
        /// Challenges.
        challenges: Challenges,
        /// Correspondence games in which it is the player's turn, the most urgent first.
        turns: Vec<ShownTurn>,
        /// Games of events that wait for the player's first turn, earliest start first: those of paired rounds, and those that have
        /// begun.
        rounds: Vec<ShownRound>,
        /// The kinds of notifications that the player has turned off on pages.
        quiet: Vec<Kind>,
    },
    /// A game of the player has begun.
    Started {
        /// The game's identifier.
        #[schema(value_type = String)]
        game: GameId,
    },
    /// The opponent of a finished game offers a rematch while the player does not have the game open.
    Rematch {
        /// The finished game.
        #[schema(value_type = String)]
        game: GameId,
    },
    /// A director has made a ruling in a game of the player, or the Chief Arbiter has decided about a ruling.
    Ruled {
        /// The game's identifier; if the game is replayed, the identifier of the new one.
        #[schema(value_type = String)]
        game: GameId,
    },
    /// A message was refused.
    Refused {
        /// The `id` of the message, if it could be read.
        #[schema(required)]
        id: Option<String>,
        /// The problem.
        problem: Problem,
    },
    /// The answer to a ping.
    Pong {
        /// The `id` of the ping; null if it had none.
        #[schema(required)]
        id: Option<String>,
        /// The shortest round trip measured on this socket, in milliseconds; 0 if none is known yet.
        lag_ms: u32,
    },
}

impl FeedMessage {
    fn encode(&self) -> Encoded {
        serde_json::to_vec(self).unwrap_or_default().into()
    }
}

/// A game in which it is the player's turn.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Turn)]
pub(crate) struct ShownTurn {
    /// The game's identifier.
    #[schema(value_type = String)]
    game: GameId,
    /// The game variant.
    variant: &'static str,
    /// The display name of the variant.
    variant_name: &'static str,
    /// The opponent's display name.
    opponent: String,
    /// The number of the turn.
    turn_number: u32,
    /// The time at which the player's time runs out, in milliseconds since 1970; null as long as no clock runs.
    #[schema(required)]
    due_at: Option<u64>,
    /// Whether it is time to move: less than a quarter of the time for a move is left, and less than a day.
    urgent: bool,
}

impl ShownTurn {
    fn new(turn: Turn, player: PlayerId, now: u64) -> ShownTurn {
        let urgent = urgent_at(&turn).is_some_and(|at| at <= now);
        let info = &turn.info;
        let is_white = info.white.id() == Some(player);
        let opponent = if is_white { Color::Black } else { Color::White };
        ShownTurn {
            game: turn.game,
            variant: info.variant.id(),
            variant_name: info.variant.name(),
            opponent: prose::player(info.player(opponent.into())),
            turn_number: turn.turn_number,
            due_at: turn.due_at,
            urgent,
        }
    }
}

/// A game of an event that waits for the player's first turn.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RoundGame)]
pub(crate) struct ShownRound {
    /// The game's identifier.
    #[schema(value_type = String)]
    game: GameId,
    /// The event that the game belongs to, with the round and the board.
    event: EventOfGame,
    /// The game variant.
    variant: &'static str,
    /// The display name of the variant.
    variant_name: &'static str,
    /// The opponent's display name.
    opponent: String,
    /// The player's colour.
    color: Color,
    /// The time for which the start of the round is or was scheduled, in milliseconds since 1970.
    starts_at: u64,
    /// Whether the game has begun.
    begun: bool,
}

impl ShownRound {
    /// `None` for a game that belongs to no event.
    fn new(round: RoundGame, player: PlayerId) -> Option<ShownRound> {
        let RoundGame { game, info, begun } = round;
        let event = info.event.as_ref()?;
        let color = match info.white.id() == Some(player) {
            true => Color::White,
            false => Color::Black,
        };
        let opponent = match color {
            Color::White => &info.black,
            Color::Black => &info.white,
        };
        Some(ShownRound {
            game,
            event: event.into(),
            variant: info.variant.id(),
            variant_name: info.variant.name(),
            opponent: prose::player(opponent),
            color,
            starts_at: event.starts_at,
            begun,
        })
    }
}

/// The time at which a player is reminded of a game, in milliseconds since 1970.
fn urgent_at(turn: &Turn) -> Option<u64> {
    remind_at(turn.info.clock.as_ref(), turn.due_at)
}

/// Open your feed, a WebSocket: messages are the schemas FeedRequest and FeedMessage, as JSON text. A player with an open feed is online.
#[utoipa::path(get, path = "/me/socket",
    responses((status = 101, description = "The socket is open."), (status = 400, response = Problem), (status = 401, response = Problem), (status = 426, response = Problem), OnChange))]
pub(super) async fn feed_socket(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    extensions: Extensions,
    upgrade: Upgrade,
) -> Result<Response, Problem> {
    let network = context.limits.client(&headers, &extensions);
    let place = context.limits.socket(network)?;
    let signed_in = SignedIn::of(&context, visitor).await?;
    let from = (visitor.id, network);
    Ok(upgrade.serve(move |stream| serve(context, from, (stream, signed_in), place)))
}

async fn serve(
    context: Context,
    (player, network): (PlayerId, IpAddr),
    (stream, signed_in): (Stream, SignedIn),
    _place: SocketPlace,
) {
    let (out, outbox) = mpsc::channel(context.settings().outbox);
    let feed = context.registry.services.feeds.open(player);
    let telling = tokio::spawn(tell_all(context.clone(), player, feed, out));
    let mut conversation = Conversation::new(&context, stream, signed_in);
    let mut reader = Reader;
    let talk = conversation.talk(&context, network, outbox, &mut reader);
    let end = talk.await;
    telling.abort();
    conversation.close(end).await;
}

/// Sends a player what concerns them. Ends with the socket, or when the server stops.
async fn tell_all(context: Context, player: PlayerId, mut feed: Feed, out: mpsc::Sender<Encoded>) {
    let services = &*context.registry.services;
    let mut period = tokio::time::interval(PERIOD);
    period.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut keep = tokio::time::interval_at(Instant::now() + KEEP, KEEP);
    keep.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut is_stale = true;
    let mut open = Open::default();
    let mut told = Encoded::new();
    loop {
        let message = tokio::select! {
            biased;
            news = feed.news.recv() => match news {
                Ok(News::Changed) | Err(RecvError::Lagged(_)) => {
                    is_stale = true;
                    continue;
                }
                Ok(News::Started(game)) => {
                    is_stale = true;
                    FeedMessage::Started { game }.encode()
                }
                Ok(News::Rematch(game)) => FeedMessage::Rematch { game }.encode(),
                Ok(News::Ruled(game)) => FeedMessage::Ruled { game }.encode(),
                Err(RecvError::Closed) => return,
            },
            () = services.stopping() => return,
            _ = period.tick(), if is_stale => {
                // If the database has failed, it is asked again at the next tick.
                let Ok((message, now_open)) = read(services, player).await else { continue };
                (is_stale, open) = (false, now_open);
                if message == told {
                    continue;
                }
                told = message.clone();
                message
            }
            _ = keep.tick() => {
                let now = services.system.now_ms();
                if open.own_live {
                    let keep = Meeting::Keep { challenger: player, until: now + LEASE_MS, at: now };
                    // If they cannot be renewed now, the next tick tries again.
                    let _ = services.store.meet(keep).await;
                }
                is_stale |= open.any || open.remind_at.is_some_and(|at| at <= now);
                continue;
            }
        };
        // A client that does not read is cut off.
        if out.try_send(message).is_err() {
            return;
        }
    }
}

/// What a feed has to check from time to time.
#[derive(Debug, Clone, Copy, Default)]
struct Open {
    /// Whether any challenge is open.
    any: bool,
    /// Whether the player has made challenges that end when they go offline.
    own_live: bool,
    /// The time at which the player is to be reminded of a game, in milliseconds since 1970.
    remind_at: Option<u64>,
}

/// Everything that waits for a player.
async fn read(services: &Services, player: PlayerId) -> Result<(Encoded, Open), Problem> {
    let (challenges, own_live) = Challenges::of(services, player).await?;
    let now = services.system.now_ms();
    let turns = services.store.turns(player, TURNS).await?;
    let reminders = turns.iter().filter_map(urgent_at);
    let open = Open {
        any: !challenges.incoming.is_empty() || !challenges.outgoing.is_empty(),
        own_live,
        remind_at: reminders.filter(|at| *at > now).min(),
    };
    let turns = turns
        .into_iter()
        .map(|turn| ShownTurn::new(turn, player, now));
    let rounds = services.store.rounds(player, None).await?;
    let rounds = rounds.into_iter();
    let rounds = rounds.filter_map(|round| ShownRound::new(round, player));
    let choices = services.store.reach(player).await?.choices;
    let is_quiet = |kind: &Kind| !choices.wants(*kind, Channel::Page);
    let message = FeedMessage::Feed {
        challenges,
        turns: turns.collect(),
        rounds: rounds.collect(),
        quiet: Kind::ALL.into_iter().filter(is_quiet).collect(),
    };
    Ok((message.encode(), open))
}

/// Handles the messages of a client on a feed.
struct Reader;

impl Listener for Reader {
    async fn hear(&mut self, text: &str, lag_ms: u32) -> Heard {
        let message = match objects::from_str(text) {
            Ok(FeedRequest::Ping { id }) => FeedMessage::Pong { id, lag_ms },
            Err(error) => {
                let (id, problem) = unreadable(text, &error);
                FeedMessage::Refused { id, problem }
            }
        };
        Heard::Say(message.encode())
    }
}
