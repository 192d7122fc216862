//! Conditional moves in correspondence games.

use std::net::IpAddr;

use axum::extract::{Extension, State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::answer::Answer;
use crate::api::context::Context;
use crate::api::identity::Visitor;
use crate::api::input::{GamePath, Json, Path};
use crate::api::limits::Client;
use crate::api::problem::{Always, Code, OnBody, Problem};
use crate::ids::GameId;
use crate::table::conditions::{Conditions, LONGEST_LINE, MOST_ACTIONS, ShownLine, Why, WrongLine};
use crate::table::error::TableError;
use crate::table::message::{Basis, Message};
use crate::whole_number::whole;

/// A line of conditional moves.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ConditionalLine {
    /// The actions in machine notation, the opponent's first.
    actions: Vec<String>,
    /// The actions in notation for people.
    notation: Vec<String>,
}

/// Your own conditional moves, from the current position.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ConditionalMoves {
    /// The number of the last event in the game's log.
    n: u64,
    /// All lines.
    lines: Vec<ConditionalLine>,
}

/// The conditional moves that replace the current ones.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewConditionalMoves {
    /// The number of the last event that the client has seen.
    #[serde(deserialize_with = "whole")]
    n: u64,
    /// The lines of actions, in machine notation or as people write them. Each begins with an action of the opponent and ends with one of
    /// yours. At most 64 actions in all, and 20 in a line; an empty list removes all conditional moves.
    #[schema(max_items = 64)]
    lines: Vec<Vec<String>>,
}

/// Your conditional moves in a correspondence game. Nobody else can see them.
#[utoipa::path(get, path = "/games/{id}/conditional-moves", params(GamePath),
    responses((status = 200, body = ConditionalMoves), (status = 403, response = Problem), (status = 404, response = Problem), (status = 409, response = Problem), Always))]
pub(in crate::api) async fn conditional_moves(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Client(client): Client,
    Path(GamePath { id }): Path<GamePath>,
) -> Result<Answer<ConditionalMoves>, Problem> {
    let basis = basis(&context, (visitor, client), id).await?;
    let n = basis.n;
    let lines = context
        .limits
        .in_background(client, move || match &basis.conditions {
            Some(conditions) => conditions.shown(&basis.referee, basis.color),
            None => Vec::new(),
        });
    let lines = shown(lines.await?);
    Ok(Answer::secret(ConditionalMoves { n, lines }))
}

/// Set your conditional moves, your answers to moves of the opponent, while it is the opponent's turn. An answer is played like any other
/// action, if it is legal then; lines are dropped when the game departs from them. Not available in Hyperspace Chess.
#[utoipa::path(put, path = "/games/{id}/conditional-moves", params(GamePath), request_body = NewConditionalMoves,
    responses((status = 200, body = ConditionalMoves), (status = 404, response = Problem), (status = 409, response = Problem), (status = 422, response = Problem), OnBody))]
pub(in crate::api) async fn choose(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Client(client): Client,
    Path(GamePath { id }): Path<GamePath>,
    Json(NewConditionalMoves { n, lines: wanted }): Json<NewConditionalMoves>,
) -> Result<Answer<ConditionalMoves>, Problem> {
    if wanted.len() > MOST_ACTIONS {
        let detail = format!("At most {MOST_ACTIONS} lines.");
        return Err(Problem::new(Code::Unreadable, detail).of("lines"));
    }
    let basis = basis(&context, (visitor, client), id).await?;
    let (now, position_n) = (basis.n, basis.position_n);
    if n < position_n || n > now {
        let (seen, last) = (n, now);
        return Err(TableError::Stale { seen, last }.into());
    }
    if basis.actor == basis.color && !wanted.is_empty() {
        let detail =
            "It is your turn. Conditional moves can be set only while it is your opponent's turn.";
        return Err(Problem::new(Code::NotPossible, detail));
    }
    let worked_out = context.limits.in_background(client, move || {
        let Basis { color, referee, .. } = &*basis;
        let chosen = Conditions::choose(position_n, *color, referee, &wanted)?;
        let lines = chosen
            .as_ref()
            .map_or_else(Vec::new, |chosen| chosen.shown(referee, *color));
        Ok::<_, WrongLine>((chosen, lines))
    });
    let (chosen, lines) = worked_out.await?.map_err(Problem::from)?;
    let ask = |reply| Message::Choose(visitor.id, position_n, Box::new(chosen.clone()), reply);
    context.registry.ask_for(client, id, ask).await?;
    let lines = shown(lines);
    Ok(Answer::secret(ConditionalMoves { n: now, lines }))
}

async fn basis(
    context: &Context,
    (visitor, client): (Visitor, IpAddr),
    id: GameId,
) -> Result<Box<Basis>, Problem> {
    let ask = |reply| Message::Basis(visitor.id, reply);
    Ok(context.registry.ask_for(client, id, ask).await?)
}

fn shown(lines: Vec<ShownLine>) -> Vec<ConditionalLine> {
    let shown = lines
        .into_iter()
        .map(|ShownLine { actions, notation }| ConditionalLine { actions, notation });
    shown.collect()
}

impl From<WrongLine> for Problem {
    fn from(WrongLine { line, action, why }: WrongLine) -> Problem {
        let detail = match why {
            // The request could be read, but one of its actions was refused.
            Why::Refused(error) => Problem::from(error).detail,
            Why::Ends => {
                "A line begins with a move of your opponent, and ends with your answer.".to_owned()
            }
            Why::OtherAnswer => "Another line has a different answer to the same move.".to_owned(),
            Why::TooLong => format!("A line has at most {LONGEST_LINE} actions."),
            Why::TooMany => {
                format!("All lines together have at most {MOST_ACTIONS} actions.")
            }
        };
        Problem::new(Code::Invalid, detail).of(&format!("lines.{line}.{action}"))
    }
}
