//! Statistics of openings.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::found::ArchivedGame;
use super::query::read_line;
use crate::api::answer::Answer;
use crate::api::context::Context;
use crate::api::input::{Path, Query, read_variant, variant_schema};
use crate::api::limits::Client;
use crate::api::problem::{Always, Code, Problem};
use crate::store::{NextAction, Tally};

/// The path of a variant.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(in crate::api) struct VariantPath {
    #[param(schema_with = variant_schema)]
    variant: String,
}

/// An opening line.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::api) struct LineQuery {
    /// At most 8 actions in public machine notation, separated by spaces; none for the start.
    #[param(nullable = false, pattern = "^([!-~]{1,60}( [!-~]{1,60}){0,7})?$")]
    actions: Option<String>,
    /// The number of the starting position, where the variant has several.
    #[param(nullable = false, maximum = 65_535)]
    start: Option<u16>,
}

/// The statistics of an opening line.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Opening)]
pub(crate) struct Line {
    #[serde(flatten)]
    results: Results,
    /// The actions played next, most frequent first; at most 40. Nothing is counted beyond 8 actions.
    next: Vec<Next>,
    /// The last games, at most 5.
    last_games: Vec<ArchivedGame>,
}

/// The results of games that have something in common.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OpeningResults)]
pub(crate) struct Results {
    /// The number of games.
    games: u64,
    /// The number of games that White won.
    white: u64,
    /// The number of draws.
    draws: u64,
    /// The number of games that Black won.
    black: u64,
    /// The average rating of the players of the rated games among them; null if there are none.
    #[schema(required)]
    rating: Option<u64>,
}

/// An action that was played.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OpeningAction)]
pub(crate) struct Next {
    /// The action in public machine notation: what everybody knew of it when it was made.
    action: String,
    /// The action in notation for people.
    notation: String,
    #[serde(flatten)]
    results: Results,
}

impl From<Tally> for Results {
    fn from(tally: Tally) -> Results {
        Results {
            games: tally.games,
            white: tally.white,
            draws: tally.draws,
            black: tally.black,
            rating: (tally.rating_sum + tally.ratings / 2).checked_div(tally.ratings),
        }
    }
}

impl From<NextAction> for Next {
    fn from(next: NextAction) -> Next {
        Next {
            action: next.action,
            notation: next.notation,
            results: next.tally.into(),
        }
    }
}

/// The statistics of an opening line in finished games: the next actions, their frequency and their results.
#[utoipa::path(get, path = "/openings/{variant}", operation_id = "opening", params(VariantPath, LineQuery),
    responses((status = 200, body = Line), (status = 400, response = Problem), (status = 404, response = Problem),
        (status = 422, response = Problem), Always))]
pub(in crate::api) async fn opening(
    State(context): State<Context>,
    Client(client): Client,
    Path(VariantPath { variant }): Path<VariantPath>,
    Query(LineQuery { actions, start }): Query<LineQuery>,
) -> Result<Answer<Line>, Problem> {
    let variant =
        read_variant(&variant).map_err(|problem| Problem::new(Code::NotFound, problem.detail))?;
    let line = read_line(variant, start, &actions.unwrap_or_default(), "actions")?;
    let place = context.limits.search(client).await?;
    let opening = context.registry.services.store.opening(line).await?;
    drop(place);
    Ok(Answer::open(Line {
        results: opening.tally.into(),
        next: opening.next.into_iter().map(Next::from).collect(),
        last_games: opening.games.into_iter().map(ArchivedGame::from).collect(),
    }))
}
