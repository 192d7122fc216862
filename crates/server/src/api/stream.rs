//! The stream of a player's events as they happen: challenges, games that begin and end.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use axum::extract::{Extension, State};
use axum::http::{Extensions, HeaderMap};
use axum::response::Response;
use serde::Serialize;
use tokio::time::Instant;
use utoipa::ToSchema;

use super::challenges::{ChallengeStatus, Challenges, ShownChallenge};
use super::context::Context;
use super::games::list::ListedGame;
use super::identity::Visitor;
use super::lines::{Ended, Lines};
use super::own_account::own_account;
use super::problem::{Always, Problem};
use super::signed_in::SignedIn;
use crate::ids::{ChallengeId, GameId, PlayerId};
use crate::meeting::challenge::{ChallengeOutcome, LEASE_MS};
use crate::names::Status;
use crate::store::{Meeting, Which};

/// Games that are read at each look: all that a player may have unfinished, and some that have just ended.
const LOOKED_AT: u32 = 300;

/// Minimum time between two looks.
const PERIOD: Duration = Duration::from_secs(1);
/// Minimum time between two renewals of a player's live challenges, in milliseconds.
const KEEP_MS: u64 = 8_000;

/// A line of the stream of a player's events.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", tag = "type")]
pub(crate) enum StreamedEvent {
    /// A game has begun. The stream starts with the games in progress.
    GameStart {
        /// The game.
        game: Box<ListedGame>,
    },
    /// A game has ended.
    GameFinish {
        /// The game.
        game: Box<ListedGame>,
    },
    /// Somebody challenges the player, or the player challenges somebody. The stream starts with the open challenges.
    Challenge {
        /// The challenge.
        challenge: Box<ShownChallenge>,
    },
    /// A challenge was withdrawn, or not answered in time.
    ChallengeCanceled {
        /// The challenge.
        challenge: Box<ShownChallenge>,
    },
    /// A challenge by the player was declined.
    ChallengeDeclined {
        /// The challenge, with the reason.
        challenge: Box<ShownChallenge>,
    },
}

/// The player's events, one line of JSON each, for as long as the stream is read: games that begin and end, starting with those in
/// progress, and challenges, starting with those that are open. An empty line is sent every five seconds.
#[utoipa::path(get, path = "/stream/events", operation_id = "stream_events",
    responses((status = 200, body = StreamedEvent, content_type = "application/x-ndjson"), (status = 401, response = Problem), Always))]
pub(super) async fn events(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    extensions: Extensions,
) -> Result<Response, Problem> {
    let (lines, answer) = open(&context, visitor, &headers, &extensions).await?;
    tokio::spawn(tell_events(context, visitor, lines));
    Ok(answer)
}

/// Opens a stream for an account. It counts as a socket.
pub(super) async fn open(
    context: &Context,
    visitor: Visitor,
    headers: &HeaderMap,
    extensions: &Extensions,
) -> Result<(Lines, Response), Problem> {
    own_account(context, visitor).await?;
    let client = context.limits.client(headers, extensions);
    let place = context.limits.socket(client)?;
    let signed_in = SignedIn::of(context, visitor).await?;
    Ok(Lines::open(context, signed_in, place))
}

async fn tell_events(context: Context, visitor: Visitor, mut lines: Lines) -> Result<(), Ended> {
    let services = &context.registry.services;
    let mut feed = services.feeds.open(visitor.id);
    let mut live: BTreeSet<GameId> = BTreeSet::new();
    let mut open = OpenChallenges::default();
    loop {
        let next = Instant::now() + PERIOD;
        feed.drain();
        let list = services.store.list(Which::Of(visitor.id), LOOKED_AT).await;
        // If the database cannot be read, the next look makes up for it.
        for listed in list.unwrap_or_default() {
            let id = listed.id;
            let game = Box::new(ListedGame::new(listed, visitor.id));
            match game.status() {
                Status::Live if live.insert(id) => {
                    lines.tell(&StreamedEvent::GameStart { game }).await?;
                }
                Status::Over if live.remove(&id) => {
                    lines.tell(&StreamedEvent::GameFinish { game }).await?;
                }
                _ => {}
            }
        }
        open.tell(&context, visitor.id, &mut lines).await?;
        // Look again even without news: another node may know more.
        lines.wait(feed.hear()).await?;
        // All news until then is handled in a single look.
        while lines.wait(tokio::time::sleep_until(next)).await?.is_none() {}
    }
}

/// The challenges that a stream has reported and that were open at the last look.
#[derive(Default)]
struct OpenChallenges {
    known: BTreeMap<ChallengeId, ShownChallenge>,
    /// The time at which the player's own were last kept open, in milliseconds since 1970.
    kept: Option<u64>,
}

impl OpenChallenges {
    /// Reports what has become of challenges since, and keeps the player's own open, as somebody is listening.
    async fn tell(
        &mut self,
        context: &Context,
        player: PlayerId,
        lines: &mut Lines,
    ) -> Result<(), Ended> {
        let OpenChallenges { known, kept } = self;
        let services = &context.registry.services;
        // If the database cannot be read, the next look makes up for it.
        let Ok((now, has_own_live)) = Challenges::of(services, player).await else {
            return Ok(());
        };
        let at = services.system.now_ms();
        if has_own_live && kept.is_none_or(|kept| at >= kept + KEEP_MS) {
            *kept = Some(at);
            let until = at + LEASE_MS;
            let challenger = player;
            let keep = Meeting::Keep {
                challenger,
                until,
                at,
            };
            let _ = services.store.meet(keep).await;
        }
        let mut gone = std::mem::take(known);
        for challenge in now.incoming.into_iter().chain(now.outgoing) {
            let before = gone.remove(&challenge.id);
            let challenge = Box::new(challenge);
            match challenge.status {
                ChallengeStatus::Open => {
                    known.insert(challenge.id, (*challenge).clone());
                    if before.is_none() {
                        lines.tell(&StreamedEvent::Challenge { challenge }).await?;
                    }
                }
                ChallengeStatus::Declined if before.is_some() => {
                    let declined = StreamedEvent::ChallengeDeclined { challenge };
                    lines.tell(&declined).await?;
                }
                _ => {}
            }
        }
        for (id, mut challenge) in gone {
            let Ok(found) = services.store.challenge(id).await else {
                known.insert(id, challenge);
                continue;
            };
            let is_answered = |outcome| {
                matches!(
                    outcome,
                    ChallengeOutcome::Accepted | ChallengeOutcome::Declined(_)
                )
            };
            // A player who has answered knows it, and an accepted challenge shows as a game that begins.
            if found
                .and_then(|found| found.outcome)
                .is_some_and(is_answered)
            {
                continue;
            }
            challenge.status = ChallengeStatus::Canceled;
            let challenge = Box::new(challenge);
            lines
                .tell(&StreamedEvent::ChallengeCanceled { challenge })
                .await?;
        }
        Ok(())
    }
}
