//! Lists of events.

use std::collections::BTreeSet;

use axum::extract::{Extension, State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::people::{EventPerson, People};
use super::settings::{EventControl, EventFormat};
use crate::api::answer::Answer;
use crate::api::context::Context;
use crate::api::identity::Visitor;
use crate::api::input::{Query, read_variant, variant_schema};
use crate::api::players::account;
use crate::api::problem::{Always, Code, Problem};
use crate::api::prose;
use crate::events::clock_of;
use crate::ids::EventId;
use crate::store::{EventHead, EventPlace, EventSearch, HeadPhase, ListedState};
use crate::whole_number::whole_in_query;

/// Maximum number of events on a page.
const PAGE: u32 = 50;

/// The phase of an event, for lists.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(in crate::api) enum EventState {
    /// Players can enter.
    Open,
    /// It has started.
    Running,
    /// It is over, or does not take place.
    Finished,
}

/// The criteria for events.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::api) struct EventQuery {
    /// Their phase.
    #[param(inline, nullable = false)]
    state: Option<EventState>,
    /// The game variant.
    #[param(schema_with = variant_schema)]
    variant: Option<String>,
    /// The username of somebody who plays in them.
    #[param(nullable = false)]
    player: Option<String>,
    /// The place to continue: `next` of the previous page.
    #[param(nullable = false, pattern = "^[0-9]{1,18}-[A-Za-z0-9]{12}$")]
    before: Option<String>,
    /// Maximum number of events.
    #[serde(default, deserialize_with = "whole_in_query")]
    #[param(nullable = false, minimum = 1, maximum = 50)]
    limit: Option<u32>,
}

/// The phase of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum EventPhase {
    /// Players can enter.
    Open,
    /// It has started.
    Running,
    /// It is over.
    Finished,
    /// It did not take place.
    Cancelled,
    /// It counts for nothing.
    Annulled,
}

impl From<HeadPhase> for EventPhase {
    fn from(phase: HeadPhase) -> EventPhase {
        match phase {
            HeadPhase::Open => EventPhase::Open,
            HeadPhase::Running => EventPhase::Running,
            HeadPhase::Finished => EventPhase::Finished,
            HeadPhase::Cancelled => EventPhase::Cancelled,
            HeadPhase::Annulled => EventPhase::Annulled,
        }
    }
}

/// The visitor's roles in an event.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EventRoles {
    /// Whether the visitor plays, and has not withdrawn before the start.
    pub(super) player: bool,
    /// Whether the visitor is the organiser.
    pub(super) organiser: bool,
    /// Whether the visitor is a director.
    pub(super) director: bool,
    /// Whether the visitor is the Chief Arbiter.
    pub(super) chief_arbiter: bool,
    /// Whether the visitor is the deputy.
    pub(super) deputy: bool,
}

/// An event in a list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct EventSummary {
    #[serde(flatten)]
    brief: EventBrief,
    /// The number of rounds; null if it is not known.
    #[schema(required)]
    rounds: Option<u16>,
}

/// The facts about an event that are given wherever it is listed.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EventBrief {
    /// Its identifier.
    #[schema(value_type = String)]
    id: EventId,
    /// Its name.
    name: String,
    /// The game variant.
    variant: String,
    /// The display name of the variant.
    variant_name: String,
    /// The time control.
    control: EventControl,
    /// The time control for people.
    clock: String,
    /// The format.
    format: EventFormat,
    /// Whether its games count for ratings.
    rated: bool,
    /// The time of its start, past or planned, in milliseconds since 1970.
    starts_at: u64,
    /// Its phase.
    phase: EventPhase,
    /// The last round that is paired; 0 if there is none.
    round: u16,
    /// The number of players who have entered.
    players: usize,
    /// The maximum number of players.
    most_players: usize,
    /// The organiser.
    organiser: EventPerson,
    /// The visitor's roles in it.
    you: EventRoles,
}

impl EventBrief {
    pub(super) fn new(
        head: EventHead,
        people: &People,
        visitor: Visitor,
        plays: bool,
    ) -> EventBrief {
        let variant = read_variant(&head.variant).ok();
        let is = |id| visitor.session.is_some() && visitor.id == id;
        EventBrief {
            id: head.id,
            name: head.name,
            variant_name: variant.map_or_else(|| head.variant.clone(), |v| v.name().to_owned()),
            variant: head.variant,
            clock: prose::clock(&clock_of(head.control)),
            control: head.control.into(),
            format: head.format.into(),
            rated: head.rated,
            starts_at: head.starts_at,
            phase: head.phase.into(),
            round: head.round,
            players: head.players,
            most_players: head.most_players,
            organiser: people.player(head.organiser),
            you: EventRoles {
                player: plays,
                organiser: is(head.organiser),
                director: head.directors.iter().any(|director| is(*director)),
                chief_arbiter: is(head.chief_arbiter),
                deputy: is(head.deputy),
            },
        }
    }
}

/// A page of events.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EventPage {
    /// The events. Those that players can enter are sorted by start, earliest first; others latest first.
    events: Vec<EventSummary>,
    /// The value of `before` for the next page; null if there are no more events.
    #[schema(required)]
    next: Option<String>,
}

/// Tournaments, matches and arenas.
#[utoipa::path(get, path = "/events", operation_id = "list_events", params(EventQuery),
    responses((status = 200, body = EventPage), (status = 400, response = Problem), (status = 404, response = Problem), Always))]
pub(in crate::api) async fn list(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Query(query): Query<EventQuery>,
) -> Result<Answer<EventPage>, Problem> {
    let store = &context.registry.services.store;
    let limit = query.limit.unwrap_or(PAGE);
    if !(1..=PAGE).contains(&limit) {
        let detail = format!("A page has 1 to {PAGE} events.");
        return Err(Problem::new(Code::Unreadable, detail).of("limit"));
    }
    let behind = query.before.map(|place| place.parse::<EventPlace>());
    let behind = behind.transpose().map_err(|()| {
        Problem::new(
            Code::Unreadable,
            "This is not a valid cursor of a list of events.",
        )
        .of("before")
    })?;
    let search = EventSearch {
        state: query.state.map(|state| match state {
            EventState::Open => ListedState::Open,
            EventState::Running => ListedState::Running,
            EventState::Finished => ListedState::Finished,
        }),
        variant: match query.variant {
            Some(variant) => Some(read_variant(&variant)?.id()),
            None => None,
        },
        player: match query.player {
            Some(name) => Some(account(&context, &name).await?.player),
            None => None,
        },
        behind,
    };
    let mut heads = store.heads(search, limit + 1).await?;
    let has_more = heads.len() > limit as usize;
    heads.truncate(limit as usize);
    let last = heads.last().filter(|_| has_more);
    let next = last.map(|head| EventPlace(head.starts_at, head.id).to_string());
    let organisers: BTreeSet<_> = heads.iter().map(|head| head.organiser).collect();
    let people = People::of(&context.registry.services, organisers).await?;
    let ids = heads.iter().map(|head| head.id).collect();
    let own = match visitor.session {
        Some(_) => store.playing_in(visitor.id, ids).await?,
        None => Vec::new(),
    };
    let summary = |head: EventHead| {
        let plays = own.contains(&head.id);
        EventSummary {
            rounds: head.rounds,
            brief: EventBrief::new(head, &people, visitor, plays),
        }
    };
    Ok(Answer::open(EventPage {
        events: heads.into_iter().map(summary).collect(),
        next,
    }))
}
