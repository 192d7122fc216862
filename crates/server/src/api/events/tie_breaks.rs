//! The parts of a player's tie-breaks, so that everybody can check them.

use std::sync::Arc;

use axum::extract::State;
use manifold_events as law;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::people::{EventPerson, People};
use super::show::lines;
use crate::api::answer::Answer;
use crate::api::context::Context;
use crate::api::input::Path;
use crate::api::limits::Client;
use crate::api::problem::{Always, Code, Problem};
use crate::events::law_person;
use crate::ids::{EventId, PlayerId};

/// The path of a player's line in the standings of an event.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(in crate::api) struct LinePath {
    /// The event's identifier.
    #[param(value_type = String, pattern = "^[A-Za-z0-9]{12}$")]
    id: EventId,
    /// The player's identifier, as in the standings.
    #[param(value_type = String, pattern = "^[A-Za-z0-9]{12}$")]
    player: PlayerId,
}

/// A round's contribution to a tie-break value: a summand or, for averages, one of the values that are averaged.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TieBreakPart {
    /// The round, from 1.
    round: usize,
    /// The opponent; null in a round without one.
    #[schema(required)]
    opponent: Option<EventPerson>,
    /// The amount that it adds if it counts.
    value: f64,
    /// Whether the round counts: it may have been cut as one of the lowest, or may not be among those that the tie-break counts.
    counts: bool,
}

/// A tie-break value, and its parts.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TieBreakSum {
    /// The acronym.
    name: String,
    /// The value as text.
    value: String,
    /// The contributions of the rounds, in order; empty if the value is not made from rounds.
    parts: Vec<TieBreakPart>,
}

/// The tie-breaks of a player, each with its parts.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TieBreakSums {
    /// The player.
    player: EventPerson,
    /// The tie-breaks, in the order in which they count.
    tie_breaks: Vec<TieBreakSum>,
    /// The number of the last log entry from which they were computed.
    last: u64,
}

/// Explain a player's tie-breaks: round by round, what each contributes and whether it counts.
#[utoipa::path(get, path = "/events/{id}/standings/{player}", operation_id = "explain_tie_breaks", params(LinePath),
    responses((status = 200, body = TieBreakSums), (status = 404, response = Problem), Always))]
pub(in crate::api) async fn explain(
    State(context): State<Context>,
    Client(client): Client,
    Path(LinePath { id, player }): Path<LinePath>,
) -> Result<Answer<TieBreakSums>, Problem> {
    let services = &context.registry.services;
    let turn = context.limits.turn(client).await?;
    let event = context.hall.look(services, id).await?;
    let people = People::of_event(services, &event).await?;
    let hall = Arc::clone(&context.hall);
    let write = move || {
        let standings = hall.standings(id, &event);
        sums(&event, &standings, &people, player)
    };
    let sums = context.limits.in_turn(turn, write).await?;
    Ok(Answer::open(sums.ok_or_else(nobody)?))
}

/// The parts of a player's tie-breaks; `None` for somebody who does not play in the event.
fn sums(
    event: &law::Event,
    standings: &[law::Standing],
    people: &People,
    player: PlayerId,
) -> Option<TieBreakSums> {
    let parts = event.tie_break_parts(law_person(player))?;
    let own = (standings.iter()).position(|standing| standing.player == law_person(player));
    let own = own.map_or(&[][..], |place| &standings[place..=place]);
    let line = lines(own, people).pop()?;
    let names = event.settings().tie_breaks().into_iter();
    let tie_breaks = names.zip(line.tie_breaks).zip(parts);
    let tie_breaks = tie_breaks.map(|((name, value), parts)| TieBreakSum {
        name: name.to_owned(),
        value,
        parts: (parts.into_iter())
            .map(|part| TieBreakPart {
                round: part.round,
                opponent: part.opponent.map(|opponent| people.person(opponent)),
                value: part.value,
                counts: part.counts,
            })
            .collect(),
    });
    Some(TieBreakSums {
        player: line.player,
        tie_breaks: tie_breaks.collect(),
        last: event.last().0,
    })
}

fn nobody() -> Problem {
    Problem::new(Code::NotFound, "This player is not in the event.")
}
