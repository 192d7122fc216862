//! A board to try things on: no game, no secrets, nothing kept.

use axum::extract::State;
use manifold_rules::board::color_name;
use manifold_rules::variant::VariantId;
use manifold_rules::viewer::Viewer;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::Context;
use super::input::Json;
use crate::problem::{Code, Problem, sentence};
use crate::table::{Options, OutcomeView, Seat, study, told};

/// The most actions of one request.
const ACTIONS: usize = 300;
/// The longest position text.
const POSITION: usize = 8 * 1024;

/// A position to look at.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Study {
    /// The game with its options.
    game: String,
    /// Actions from the start, in machine notation or as people write them.
    #[serde(default)]
    actions: Vec<String>,
    /// Where to start; the game's own start if it is left out.
    #[serde(default)]
    position: Option<String>,
}

/// A position with what is legal there.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Studied {
    /// The position, with nothing hidden.
    #[schema(value_type = Object)]
    view: Box<RawValue>,
    /// What the actor can do.
    options: Option<Options>,
    /// Who must act; none if the game is over.
    actor: Option<&'static str>,
    /// How the game ended, if it has.
    outcome: Option<OutcomeView>,
    /// The actions for people.
    notation: Vec<String>,
    /// The actions in machine notation.
    actions: Vec<String>,
    /// Squares or places of the last action.
    last: Vec<String>,
}

/// Play actions on a board of its own and see what is legal then. Nothing is kept.
#[utoipa::path(post, path = "/explore", request_body = Study,
    responses((status = 200, body = Studied), (status = 400, body = Problem), (status = 422, body = Problem)))]
pub(super) async fn explore(
    State(context): State<Context>,
    Json(wish): Json<Study>,
) -> Result<axum::Json<Studied>, Problem> {
    let game: VariantId =
        wish.game
            .parse()
            .map_err(|error: manifold_rules::error::NotationError| {
                Problem::new(Code::Unreadable, sentence(&error.to_string())).of("game")
            })?;
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
            format!("A position has at most {POSITION} letters."),
        )
        .of("position"));
    }
    let studied = context.limits.study(move || work(game, &wish)).await?;
    studied.map(axum::Json)
}

fn work(game: VariantId, wish: &Study) -> Result<Studied, Problem> {
    let mut referee = study(game, wish.position.as_deref())?;
    let mut notation = Vec::new();
    let mut actions = Vec::new();
    let mut last = Vec::new();
    for (i, text) in wish.actions.iter().enumerate() {
        let of_field = |problem: Problem| problem.of(&format!("actions.{i}"));
        let judged = referee.judge(Seat::Both, text).map_err(of_field)?;
        let played = referee.play(&judged.action, "", None).map_err(of_field)?;
        notation.push(played.notations[3].to_string());
        actions.push(judged.action.reveal().to_owned());
        last = played.lit;
    }
    let outcome = referee.outcome();
    let actor = referee.actor();
    Ok(Studied {
        view: referee.view(Viewer::Referee),
        options: referee.options(actor),
        actor: outcome.is_none().then(|| color_name(actor)),
        outcome: outcome.map(told),
        notation,
        actions,
        last,
    })
}
