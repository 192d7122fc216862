//! A finished game, as lists and streams show it.

use serde::Serialize;
use utoipa::ToSchema;

use crate::api::prose;
use crate::api::state::PlayerKind;
use crate::games::GameName;
use crate::ids::GameId;
use crate::names::{GameResult, Square};
use crate::store::FoundGame;
use crate::table::info::Player;

/// A finished game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ArchivedGame {
    /// Its identifier.
    #[schema(value_type = String)]
    id: GameId,
    /// The game, without its options.
    #[schema(value_type = GameName)]
    game: &'static str,
    /// The game with its options, such as `hyperspace:open`.
    variant: &'static str,
    /// The display name of the variant.
    variant_name: &'static str,
    /// The number of the starting position, where the variant has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    start: Option<u32>,
    /// White.
    white: ArchivedPlayer,
    /// Black.
    black: ArchivedPlayer,
    /// The result.
    outcome: GameResult,
    /// The length of the game, in plies.
    plies: u32,
    /// The time control for people, such as `Blitz` or `5+3`; null in a game without clocks.
    #[schema(required)]
    clock: Option<String>,
    /// Whether its result has changed the players' ratings.
    rated: bool,
    /// The time of its creation, in milliseconds since 1970.
    created_at: u64,
    /// The time of its end, in milliseconds since 1970.
    ended_at: u64,
    /// The last position as one line of text, with nothing hidden. It begins with the board, or the boards, as in FEN.
    position: String,
    /// The squares of the last action.
    last: Vec<Square>,
}

/// A player of a finished game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ArchivedPlayer {
    /// The name under which the game was played; `[deleted]` if the account has been deleted.
    name: String,
    /// The kind of player.
    kind: PlayerKind,
    /// Whether the player has an account, and so a profile page.
    account: bool,
    /// Whether the account is a bot's.
    bot: bool,
    /// In a rated game: a person's or bot's rating when the game began.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    rating: Option<u32>,
    /// Whether that rating was provisional, and is shown with `?`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    provisional: Option<bool>,
}

impl From<&Player> for ArchivedPlayer {
    fn from(player: &Player) -> ArchivedPlayer {
        let person = player.person();
        let rating = person.and_then(|person| person.rating);
        ArchivedPlayer {
            name: prose::player(player),
            kind: player.into(),
            account: person.is_some_and(|person| person.account),
            bot: person.is_some_and(|person| person.bot),
            rating: rating.map(|rating| rating.rating),
            provisional: rating.map(|rating| rating.provisional),
        }
    }
}

impl From<FoundGame> for ArchivedGame {
    fn from(found: FoundGame) -> ArchivedGame {
        let info = &found.info;
        ArchivedGame {
            id: found.id,
            game: info.variant.game(),
            variant: info.variant.id(),
            variant_name: info.variant.name(),
            start: info.start,
            white: (&info.white).into(),
            black: (&info.black).into(),
            outcome: found.result,
            plies: found.plies,
            clock: info.clock.as_ref().map(prose::clock),
            rated: info.rated,
            created_at: info.created_at,
            ended_at: found.place.ended_at,
            position: found.position,
            last: found.last,
        }
    }
}
