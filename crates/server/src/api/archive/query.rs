//! Searches of the archive.

use manifold_rules::variant::VariantId;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::api::context::Context;
use crate::api::input::{check_start, read_variant, variant_schema};
use crate::api::players::account;
use crate::api::problem::{Code, Problem, sentence};
use crate::ids::PlayerId;
use crate::names::{Color, EndReason};
use crate::store::{InvalidCursor, Line, PlayerSearch, ResultSearch, Search};
use crate::table::archived::OPENING;

/// The longest action of a line, in bytes.
const LONGEST_ACTION: usize = 60;
/// The latest time that is accepted, in milliseconds since 1970.
const LATEST: u64 = 9_007_199_254_740_991;

/// The criteria for finished games: those that meet all of them are listed.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::api) struct ArchiveQuery {
    /// The username of a player.
    #[param(nullable = false)]
    player: Option<String>,
    /// The username of that player's opponent.
    #[param(nullable = false)]
    opponent: Option<String>,
    /// That player's colour.
    #[param(inline, nullable = false)]
    color: Option<Color>,
    #[param(schema_with = variant_schema)]
    variant: Option<String>,
    /// The number of the starting position, with `opening`, where the variant has several.
    #[param(nullable = false, maximum = 65_535)]
    start: Option<u16>,
    /// The result, by colour or from the player's side.
    #[param(inline, nullable = false)]
    result: Option<ResultName>,
    /// The reason why the game ended.
    #[param(inline, nullable = false)]
    reason: Option<EndReason>,
    /// Whether it was rated.
    #[param(nullable = false)]
    rated: Option<bool>,
    /// Whether the engine played a side.
    #[param(nullable = false)]
    engine: Option<bool>,
    /// The earliest end of the game, in milliseconds since 1970.
    #[param(nullable = false, maximum = 9_007_199_254_740_991_u64)]
    from: Option<u64>,
    /// The time before which the game ended, in milliseconds since 1970.
    #[param(nullable = false, maximum = 9_007_199_254_740_991_u64)]
    to: Option<u64>,
    /// The minimum length, in plies.
    #[param(nullable = false, maximum = 65_535)]
    min_length: Option<u16>,
    /// The maximum length, in plies.
    #[param(nullable = false, maximum = 65_535)]
    max_length: Option<u16>,
    /// The opening: at most 8 actions in public machine notation, separated by spaces. Needs `variant`.
    #[param(nullable = false, pattern = "^([!-~]{1,60}( [!-~]{1,60}){0,7})?$")]
    opening: Option<String>,
    /// The place to continue: `next` of the previous page.
    #[param(nullable = false, pattern = "^[0-9]{1,18}-[0-9]{1,18}$")]
    before: Option<String>,
    /// Maximum number of games.
    #[param(nullable = false, minimum = 1, maximum = 4_294_967_295_u32)]
    max: Option<u32>,
}

/// The result of a game.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(in crate::api) enum ResultName {
    /// White has won.
    White,
    /// Black has won.
    Black,
    /// The game was drawn.
    Draw,
    /// The player has won.
    Win,
    /// The player has lost.
    Loss,
}

impl From<ResultName> for ResultSearch {
    fn from(name: ResultName) -> ResultSearch {
        match name {
            ResultName::White => ResultSearch::Won(Color::White),
            ResultName::Black => ResultSearch::Won(Color::Black),
            ResultName::Draw => ResultSearch::Draw,
            ResultName::Win => ResultSearch::Win,
            ResultName::Loss => ResultSearch::Loss,
        }
    }
}

fn invalid(field: &str, detail: impl Into<String>) -> Problem {
    Problem::new(Code::Invalid, detail).of(field)
}

fn unreadable(field: &str, detail: impl Into<String>) -> Problem {
    Problem::new(Code::Unreadable, detail).of(field)
}

impl ArchiveQuery {
    /// The search, and the maximum number of games to list.
    pub(super) async fn read(self, context: &Context) -> Result<(Search, Option<u64>), Problem> {
        let player = match &self.player {
            Some(name) => Some(named(context, "player", name).await?),
            None => None,
        };
        self.read_with(context, player).await
    }

    /// The same as [`ArchiveQuery::read`], for the games of the player whom the path names.
    pub(super) async fn read_of(
        self,
        context: &Context,
        player: PlayerId,
    ) -> Result<(Search, Option<u64>), Problem> {
        if self.player.is_some() {
            let detail = "The path already names the player. Leave this out.";
            return Err(invalid("player", detail));
        }
        self.read_with(context, Some(player)).await
    }

    async fn read_with(
        self,
        context: &Context,
        player: Option<PlayerId>,
    ) -> Result<(Search, Option<u64>), Problem> {
        let opponent = match &self.opponent {
            Some(name) => Some(named(context, "opponent", name).await?),
            None => None,
        };
        if player.is_none() {
            let of_player = [
                ("opponent", opponent.is_some()),
                ("color", self.color.is_some()),
                (
                    "result",
                    matches!(self.result, Some(ResultName::Win | ResultName::Loss)),
                ),
            ];
            if let Some((field, _)) = of_player.into_iter().find(|(_, is_asked)| *is_asked) {
                let detail = "This is about one player. Say which: player=USERNAME.";
                return Err(invalid(field, detail));
            }
        }
        if self.max == Some(0) {
            return Err(unreadable("max", "The limit must be at least 1."));
        }
        for (field, at) in [("from", self.from), ("to", self.to)] {
            if at.is_some_and(|at| at > LATEST) {
                let detail = "A time is in milliseconds since 1970.";
                return Err(unreadable(field, detail));
            }
        }
        let variant = self.variant.as_deref().map(read_variant).transpose()?;
        let opening = match (&self.opening, variant) {
            (Some(actions), Some(variant)) => {
                Some(read_line(variant, self.start, actions, "opening")?)
            }
            (Some(_), None) => {
                let detail = "Actions need a variant: add variant=NAME.";
                return Err(invalid("opening", detail));
            }
            (None, _) if self.start.is_some() => {
                let detail = "A starting position needs an opening.";
                return Err(invalid("start", detail));
            }
            (None, _) => None,
        };
        let before = self.before.as_deref().map(str::parse).transpose();
        let search = Search {
            player: player.map(|player| PlayerSearch {
                player,
                opponent,
                color: self.color,
            }),
            variant,
            result: self.result.map(ResultSearch::from),
            reason: self.reason,
            rated: self.rated,
            engine: self.engine,
            from: self.from,
            to: self.to,
            min_length: self.min_length.map(u32::from),
            max_length: self.max_length.map(u32::from),
            // Every game begins with the empty line.
            opening: opening.filter(|line| !line.actions.is_empty() || line.variant.starts() > 1),
            before: before.map_err(|error: InvalidCursor| {
                unreadable("before", sentence(&error.to_string()))
            })?,
        };
        Ok((search, self.max.map(u64::from)))
    }
}

/// The account that a filter names.
async fn named(context: &Context, field: &str, name: &str) -> Result<PlayerId, Problem> {
    match account(context, name).await {
        Ok(account) => Ok(account.player),
        Err(problem) if problem.status == 404 => Err(invalid(field, problem.detail)),
        Err(problem) => Err(problem),
    }
}

/// Reads an opening line in this field of a request.
pub(super) fn read_line(
    variant: VariantId,
    start: Option<u16>,
    actions: &str,
    field: &str,
) -> Result<Line, Problem> {
    let starts = variant.starts();
    let start = start.map(u32::from);
    let start = match start {
        None if starts > 1 => {
            let detail = format!(
                "{} has many starting positions. Say which: start=0 to start={}.",
                variant.name(),
                starts - 1
            );
            return Err(invalid("start", detail));
        }
        start => start.unwrap_or(0),
    };
    check_start(variant, start)?;
    let is_action = |action: &str| {
        (1..=LONGEST_ACTION).contains(&action.len()) && action.bytes().all(|c| c.is_ascii_graphic())
    };
    if !actions.is_empty() {
        let mut number = 0;
        for action in actions.split(' ') {
            number += 1;
            if !is_action(action) {
                let detail = format!(
                    "Action {number} is not readable: write actions in machine notation, with one space between them."
                );
                return Err(unreadable(field, detail));
            }
        }
        if number > OPENING {
            let detail = format!("An opening has at most {OPENING} actions.");
            return Err(unreadable(field, detail));
        }
    }
    Ok(Line {
        variant,
        start,
        actions: actions.to_owned(),
    })
}
