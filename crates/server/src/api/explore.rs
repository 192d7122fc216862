//! A board to try things on: no game, no secrets, nothing kept.

use axum::extract::State;
use manifold_rules::variant::VariantId;
use manifold_rules::viewer::Viewer;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::answer::Answer;
use super::context::Context;
use super::input::{Json, check_start, read_variant, variant_schema};
use super::limits::Client;
use super::problem::{Code, OnBody, Problem, sentence};
use super::state::Outcome;
use crate::games::{Options, SentView, View};
use crate::names::{Color, Square};
use crate::table::error::TableError;
use crate::table::event::GameEnd;
use crate::table::referee::Referee;
use crate::table::seat::Seat;
use crate::whole_number::whole_or_null;

/// Maximum number of actions in a request.
const ACTIONS: usize = 300;
/// Maximum length of a position text, in bytes.
const POSITION: usize = 8 * 1024;

/// A position to look at.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExploreRequest {
    #[schema(schema_with = variant_schema)]
    variant: String,
    /// Actions from the start, in machine notation or as people write them.
    #[serde(default)]
    #[schema(max_items = 300)]
    actions: Vec<String>,
    /// The position to start from; the start of the game if left out.
    #[serde(default)]
    #[schema(max_length = 8192)]
    position: Option<String>,
    /// The number of the starting position, where the variant has several; not together with `position`.
    #[serde(default, deserialize_with = "whole_or_null")]
    start: Option<u32>,
}

/// A position and its legal actions.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Explored {
    /// The position, with nothing hidden.
    #[schema(value_type = View)]
    view: SentView,
    /// What the player to act can do.
    #[schema(required)]
    options: Option<Options>,
    /// The player to act; null if the game is over.
    #[schema(required)]
    actor: Option<Color>,
    /// The outcome; null while the game goes on.
    #[schema(required)]
    outcome: Option<Outcome>,
    /// The actions in notation for people.
    notation: Vec<String>,
    /// The actions in machine notation.
    actions: Vec<String>,
    /// The actions as everybody knows them when they are made, without what some of them hide.
    public: Vec<String>,
    /// Squares or places of the last action.
    last: Vec<Square>,
}

/// Play actions on a scratch board and see what is legal afterwards. Nothing is stored.
#[utoipa::path(post, path = "/explore", request_body = ExploreRequest,
    responses((status = 200, body = Explored), (status = 409, response = Problem), (status = 422, response = Problem), OnBody))]
pub(super) async fn explore(
    State(context): State<Context>,
    Client(client): Client,
    Json(wish): Json<ExploreRequest>,
) -> Result<Answer<Explored>, Problem> {
    let variant = read_variant(&wish.variant)?;
    if wish.actions.len() > ACTIONS {
        return Err(
            Problem::new(Code::TooLarge, format!("At most {ACTIONS} actions.")).of("actions"),
        );
    }
    if wish
        .position
        .as_ref()
        .is_some_and(|text| text.len() > POSITION)
    {
        return Err(Problem::new(
            Code::TooLarge,
            format!("A position has at most {POSITION} bytes."),
        )
        .of("position"));
    }
    if let Some(number) = wish.start {
        check_start(variant, number)?;
        if wish.position.is_some() {
            let detail = "Give a position or the number of a starting position, not both.";
            return Err(Problem::new(Code::Invalid, detail).of("start"));
        }
    }
    let explored = context
        .limits
        .in_background(client, move || work(variant, &wish));
    explored.await?.map(Answer::open)
}

fn work(variant: VariantId, wish: &ExploreRequest) -> Result<Explored, Problem> {
    let mut referee = match &wish.position {
        Some(text) => Referee::from_text(variant, text).map_err(|error| {
            Problem::new(Code::Invalid, sentence(&error.to_string())).of("position")
        })?,
        None => Referee::started(variant, wish.start),
    };
    let mut notation = Vec::new();
    let mut actions = Vec::new();
    let mut public = Vec::new();
    let mut last = Vec::new();
    for (i, text) in wish.actions.iter().enumerate() {
        let of_field = |error: TableError| {
            let problem = match error {
                // The request could be read, but one of its actions could not.
                TableError::ActionTooLong(_) | TableError::Unreadable(_) => {
                    Problem::new(Code::Invalid, Problem::from(error).detail)
                }
                error => Problem::from(error),
            };
            problem.of(&format!("actions.{i}"))
        };
        let judged = referee.judge(Seat::Both, text).map_err(of_field)?;
        actions.push(judged.action().reveal().to_string());
        let played = referee.play(judged, None);
        notation.push(played.notation(Viewer::Referee).to_string());
        public.push(played.public.to_string());
        last = played.highlights;
    }
    let outcome = referee.outcome();
    let actor = referee.actor();
    Ok(Explored {
        view: SentView(referee.view(Viewer::Referee)),
        options: referee.options(actor),
        actor: outcome.is_none().then(|| actor.into()),
        outcome: outcome.map(|outcome| GameEnd::Rules(outcome).into()),
        notation,
        actions,
        public,
        last,
    })
}
