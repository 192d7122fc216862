//! Finding players by the beginning of their names.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::api::answer::Answer;
use crate::api::context::Context;
use crate::api::input::Query;
use crate::api::problem::{Always, Code, Problem};

/// Maximum number of names in an answer.
const NAMES: u32 = 10;
/// Maximum length of the given beginning, in characters: as long as a username can be.
const LONGEST: usize = 20;

/// The search.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::api) struct NameQuery {
    /// The first letters of the username; case does not matter.
    #[param(pattern = "^[A-Za-z0-9_-]{1,20}$")]
    name: String,
}

/// The players that were found.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FoundPlayers {
    /// At most 10 usernames, sorted.
    players: Vec<String>,
}

/// Accounts whose usernames begin with these letters.
#[utoipa::path(get, path = "/players", operation_id = "search_players", params(NameQuery),
    responses((status = 200, body = FoundPlayers), (status = 400, response = Problem), Always))]
pub(in crate::api) async fn search(
    State(context): State<Context>,
    Query(NameQuery { name }): Query<NameQuery>,
) -> Result<Answer<FoundPlayers>, Problem> {
    let is_of_usernames = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    if !(1..=LONGEST).contains(&name.len()) || !name.chars().all(is_of_usernames) {
        let detail = "Say how the name begins: 1 to 20 letters, digits, _ or -.";
        return Err(Problem::new(Code::Unreadable, detail).of("name"));
    }
    let players = context
        .registry
        .services
        .store
        .usernames(name, NAMES)
        .await?;
    Ok(Answer::open(FoundPlayers { players }))
}
