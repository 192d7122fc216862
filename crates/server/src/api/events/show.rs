//! An event with everything that its page shows.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Extension, State};
use manifold_events as law;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::EventPath;
use super::commands::AskedBye;
use super::list::EventBrief;
use super::people::{EventPerson, People};
use super::rounds::{EventRound, Look};
use super::rulings::{EventAnnulment, EventCall, EventEvidence, EventRuling, EventSeal};
use super::settings::EventSettings;
use crate::api::answer::Answer;
use crate::api::context::Context;
use crate::api::identity::Visitor;
use crate::api::input::{Path, Query};
use crate::api::limits::Client;
use crate::api::problem::{Always, Problem};
use crate::events::{law_person, player_id, shown_head_of};
use crate::ids::{EventId, PlayerId};

/// The people who run an event.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EventStaff {
    /// The organiser.
    organiser: EventPerson,
    /// The directors, who run it and make rulings.
    directors: Vec<EventPerson>,
    /// The Chief Arbiter, who decides appeals.
    chief_arbiter: EventPerson,
    /// The deputy, who decides where the Chief Arbiter must not.
    deputy: EventPerson,
}

/// A bye that a player has asked for.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RequestedByeOf {
    /// The round.
    round: u16,
    /// The bye.
    bye: AskedBye,
}

/// Somebody who plays in an event.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EventPlayer {
    /// The starting number.
    number: usize,
    #[serde(flatten)]
    person: EventPerson,
    /// The rating in the pool of the event when the player entered.
    #[schema(required)]
    rating: Option<u16>,
    /// Whether the player has checked in.
    checked_in: bool,
    /// Whether the player has withdrawn.
    withdrawn: bool,
    /// Whether that was their own decision, so that no director can let them in; false if they have changed so often that a director can,
    /// once.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    left_willingly: bool,
    /// In an arena: whether the player did not come to a game, or lost one without a turn, and so is not paired until they check in.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    paused: bool,
    /// The byes that the player has requested in rounds that are not paired yet: all of them for yourself, only the next one for others.
    byes: Vec<RequestedByeOf>,
    /// The number of half-point byes that the visitor has requested in all rounds; omitted for other players.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    half_point_byes: Option<usize>,
}

/// A line of the standings.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StandingLine {
    /// The rank, from 1; players who are equal in everything share it.
    pub(super) rank: usize,
    /// The player.
    pub(super) player: EventPerson,
    /// The points.
    pub(super) points: f64,
    /// Whether the points include a result that is not final.
    pub(super) provisional: bool,
    /// The tie-break values as text, in the order of the event's `tieBreaks`.
    pub(super) tie_breaks: Vec<String>,
}

/// An event with everything that its page shows.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EventDetail {
    #[serde(flatten)]
    brief: EventBrief,
    /// The number of rounds; null if it is not known.
    #[schema(required)]
    rounds_planned: Option<u16>,
    /// The settings, fixed before it starts.
    settings: EventSettings,
    /// The people who run it.
    roles: EventStaff,
    /// Whether the visitor presides over the event, and may annul it: the Chief Arbiter, or the deputy if the Chief Arbiter plays.
    presides: bool,
    /// The players, in the order of their starting numbers.
    entries: Vec<EventPlayer>,
    /// The pairs of players who may not be paired, by their identifiers.
    #[schema(value_type = Vec<Vec<String>>)]
    forbidden: Vec<[PlayerId; 2]>,
    /// The latest paired rounds, as many as fit on a page.
    rounds: Vec<EventRound>,
    /// The number of rounds before those; `/events/{id}/rounds` has all rounds.
    rounds_before: usize,
    /// The tie-breaks that count, in order.
    tie_breaks: Vec<String>,
    /// The standings, best first.
    standings: Vec<StandingLine>,
    /// Calls for directors, in order.
    calls: Vec<EventCall>,
    /// Rulings with their appeals, in order.
    rulings: Vec<EventRuling>,
    /// Evidence, in order.
    evidence: Vec<EventEvidence>,
    /// The people who have opened the seal of a game.
    seals: Vec<EventSeal>,
    /// The annulment of the event; null if it was not annulled.
    #[schema(required)]
    annulment: Option<EventAnnulment>,
    /// The number of the log entry from which on all calls, rulings, evidence and seals are included. Of earlier ones only those that wait
    /// for an answer are; the rest is in the log.
    history_from: u64,
    /// Whether the next round cannot be paired by the rules: the directors have 30 minutes to lift a forbidden pair, or to pair by hand.
    impasse: bool,
    /// The seed of the lots, once they are drawn.
    #[schema(required)]
    seed: Option<u64>,
    /// The number of the last entry of its log.
    last: u64,
    /// The server's time, in milliseconds since 1970.
    now: u64,
}

impl EventDetail {
    /// Whether it contains a text that not everybody may read.
    fn has_private_texts(&self) -> bool {
        let mut rulings = self.rulings.iter();
        self.calls.iter().any(EventCall::is_readable)
            || rulings.any(EventRuling::has_readable_appeals)
            || self.evidence.iter().any(EventEvidence::is_readable)
    }
}

/// A tournament, match or arena with its players, rounds, standings, calls and rulings. Sealed members are null.
#[utoipa::path(get, path = "/events/{id}", operation_id = "show_event", params(EventPath),
    responses((status = 200, body = EventDetail), (status = 404, response = Problem), Always))]
pub(in crate::api) async fn show(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Client(client): Client,
    Path(EventPath { id }): Path<EventPath>,
) -> Result<Answer<EventDetail>, Problem> {
    let detail = detail(&context, visitor, client, id).await?;
    // A confidential text would be compressed together with text that others chose, and could be guessed by the size.
    Ok(match detail.has_private_texts() {
        true => Answer::secret(detail),
        false => Answer::open(detail),
    })
}

/// The part of the rounds to show.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::api) struct RoundsQuery {
    /// The first round of the page; round 1 if omitted.
    #[param(nullable = false, minimum = 1, maximum = 65_535)]
    from: Option<u16>,
}

/// Rounds of an event.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EventRounds {
    /// The rounds, in order, as many as fit on a page.
    rounds: Vec<EventRound>,
    /// The value of `from` for the next page; null if these are the last rounds.
    #[schema(required)]
    next: Option<u16>,
    /// The number of the last entry in the log now.
    last: u64,
}

/// The rounds of a tournament, match or arena, in pages if there are many boards.
#[utoipa::path(get, path = "/events/{id}/rounds", operation_id = "event_rounds", params(EventPath, RoundsQuery),
    responses((status = 200, body = EventRounds), (status = 400, response = Problem), (status = 404, response = Problem), Always))]
pub(in crate::api) async fn rounds(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Client(client): Client,
    Path(EventPath { id }): Path<EventPath>,
    Query(RoundsQuery { from }): Query<RoundsQuery>,
) -> Result<Answer<EventRounds>, Problem> {
    let services = &context.registry.services;
    let turn = context.limits.turn(client).await?;
    let event = context.hall.look(services, id).await?;
    let people = People::of_event(services, &event).await?;
    let who = visitor.account_in_events().map(law_person);
    let now = services.system.now_ms();
    let write = move || {
        let look = Look::new(&event, &people, who, now);
        let (rounds, next) = look.rounds_from(from.unwrap_or(1));
        let last = event.last().0;
        EventRounds { rounds, next, last }
    };
    let rounds = context.limits.in_turn(turn, write).await?;
    Ok(Answer::open(rounds))
}

/// An event as a visitor may see it.
pub(super) async fn detail(
    context: &Context,
    visitor: Visitor,
    client: IpAddr,
    id: EventId,
) -> Result<EventDetail, Problem> {
    let services = &context.registry.services;
    let turn = context.limits.turn(client).await?;
    let event = context.hall.look(services, id).await?;
    let people = People::of_event(services, &event).await?;
    let now = services.system.now_ms();
    let hall = Arc::clone(&context.hall);
    let write = move || {
        let standings = hall.standings(id, &event);
        written(id, &event, &standings, &people, visitor, now)
    };
    context.limits.in_turn(turn, write).await
}

fn written(
    id: EventId,
    event: &law::Event,
    standings: &[law::Standing],
    people: &People,
    visitor: Visitor,
    now: u64,
) -> EventDetail {
    let who = visitor.account_in_events().map(law_person);
    let look = Look::new(event, people, who, now);
    let plays = who.is_some_and(|who| event.plays(who));
    let rounds = look.last_rounds();
    let history = look.history();
    let proceedings = look.proceedings(&history);
    let person = |person: law::PersonId| people.person(person);
    EventDetail {
        brief: EventBrief::new(shown_head_of(id, event), people, visitor, plays),
        rounds_planned: event.rounds_planned(),
        settings: event.settings().into(),
        roles: EventStaff {
            organiser: person(event.organiser()),
            directors: event.directors().iter().copied().map(person).collect(),
            chief_arbiter: person(event.chief_arbiter()),
            deputy: person(event.deputy()),
        },
        presides: who.is_some() && event.presiding_arbiter() == who,
        entries: entries(event, people, who),
        forbidden: (event.forbidden().iter())
            .map(|pair| pair.map(player_id))
            .collect(),
        rounds_before: event.rounds().len() - rounds.len(),
        rounds,
        tie_breaks: (event.settings().tie_breaks().into_iter())
            .map(str::to_owned)
            .collect(),
        standings: lines(standings, people),
        calls: proceedings.calls,
        rulings: proceedings.rulings,
        evidence: proceedings.evidence,
        seals: proceedings.seals,
        annulment: proceedings.annulment,
        history_from: history.from.0,
        impasse: event.is_at_an_impasse(),
        seed: event.lots().map(|lots| lots.seed),
        last: event.last().0,
        now,
    }
}

/// The players, in the order of their starting numbers, as `who` sees them. Players may request byes in many rounds, and a page has no
/// room for all byes of everybody.
pub(super) fn entries(
    event: &law::Event,
    people: &People,
    who: Option<law::PersonId>,
) -> Vec<EventPlayer> {
    let players = (1..).zip(event.players());
    let next = event.next_round();
    let entry = |(number, player): (usize, &law::EventPlayer)| {
        let is_own = who == Some(player.id);
        let most = if is_own { usize::MAX } else { 1 };
        EventPlayer {
            number,
            person: people.person(player.id),
            rating: player.rating,
            checked_in: player.checked_in,
            withdrawn: player.withdrawn,
            left_willingly: player.withdrawn && !event.may_be_let_in(player.id),
            paused: player.paused,
            byes: (player.byes.range(next..))
                .take(most)
                .map(|(round, bye)| RequestedByeOf {
                    round: *round,
                    bye: match bye {
                        law::RequestedBye::Half => AskedBye::Half,
                        law::RequestedBye::Zero => AskedBye::Zero,
                    },
                })
                .collect(),
            half_point_byes: is_own.then(|| {
                let half = |bye: &&law::RequestedBye| **bye == law::RequestedBye::Half;
                player.byes.values().filter(half).count()
            }),
        }
    };
    players.map(entry).collect()
}

/// The lines of the standings.
pub(super) fn lines(standings: &[law::Standing], people: &People) -> Vec<StandingLine> {
    let line = |standing: &law::Standing| StandingLine {
        rank: standing.rank,
        player: people.person(standing.player),
        points: standing.total.points.as_f64(),
        provisional: standing.total.provisional,
        tie_breaks: (standing.tie_breaks.iter())
            .map(ToString::to_string)
            .collect(),
    };
    standings.iter().map(line).collect()
}
