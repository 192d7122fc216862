//! A game as the API sends it.

use serde::Serialize;
use utoipa::ToSchema;

use super::prose;
use crate::games::{GameName, Options, SentView, View};
use crate::ids::{EventId, GameId};
use crate::names::{Color, EndReason, Square, Status};
use crate::table::event::GameEnd;
use crate::table::info;
use crate::table::orders::OfEvent;
use crate::table::seat::Seat;
use crate::table::time_control::ClockChoice;
use crate::table::view::{
    Abilities, ClockView, CommitmentView, GameView, Lag, MoveView, Offers, Presence,
};

/// A game as one seat may see it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct State {
    /// The game's identifier.
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
    /// The visitor's seat.
    seat: Seat,
    /// The number of the last event in the game's log.
    n: u64,
    /// The players.
    players: Players,
    /// Both clocks; null in a game without clocks.
    #[schema(required)]
    clock: Option<Clock>,
    /// Whether the game is waiting for a player, in progress or over.
    status: Status,
    /// The outcome; null while the game goes on.
    #[schema(required)]
    outcome: Option<Outcome>,
    /// The player to act; null unless the game is in progress.
    #[schema(required)]
    actor: Option<Color>,
    /// The number of the turn.
    turn_number: u32,
    /// The position as the rules show it to this seat.
    #[schema(value_type = View)]
    view: SentView,
    /// What this seat can do now, if it must act (or may settle a conflict); otherwise null.
    #[schema(required)]
    options: Option<Options>,
    /// Open offers, by the player who made them.
    offers: Offers,
    /// Whether its result changes the players' ratings.
    rated: bool,
    /// The event that it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    event: Option<EventOfGame>,
    /// Whether takebacks can be asked for at all.
    takebacks: bool,
    /// What this seat can do besides acting.
    can: Abilities,
    /// The rematch, once both players have agreed to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, nullable = false)]
    rematch_id: Option<GameId>,
    /// The squares of the last action.
    last: Vec<Square>,
    /// All actions; omitted in messages that report a single event.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    moves: Option<Vec<MoveView>>,
    /// Hyperspace Chess: the commitments, in the order of the departures; omitted in messages that report a single
    /// event, which carries its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    commitments: Option<Vec<CommitmentView>>,
}

/// The event that a game belongs to.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EventOfGame {
    /// Its identifier.
    #[schema(value_type = String)]
    id: EventId,
    /// Its name.
    name: String,
    /// The round, from 1.
    round: u16,
    /// The board, from 1.
    board: usize,
}

impl From<&OfEvent> for EventOfGame {
    fn from(event: &OfEvent) -> EventOfGame {
        EventOfGame {
            id: event.id,
            name: event.name.clone(),
            round: event.round,
            board: event.board,
        }
    }
}

/// Both players.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Players {
    /// White.
    white: Player,
    /// Black.
    black: Player,
}

/// The kind of player on one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PlayerKind {
    /// Nobody yet.
    Free,
    /// A person.
    Person,
    /// The engine.
    Engine,
}

impl From<&info::Player> for PlayerKind {
    fn from(player: &info::Player) -> PlayerKind {
        match player {
            info::Player::Free => PlayerKind::Free,
            info::Player::Person(_) => PlayerKind::Person,
            info::Player::Engine { .. } => PlayerKind::Engine,
        }
    }
}

/// A player.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Player {
    /// The display name; `?` for a free side.
    name: String,
    /// The kind of player.
    kind: PlayerKind,
    /// The engine's level.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    level: Option<u8>,
    /// Whether the player has an account, and so a profile page.
    account: bool,
    /// Whether the account is a bot's, for which a program plays.
    bot: bool,
    /// In a rated game: the rating when the game began. The rating of an engine level may be below zero.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    rating: Option<i32>,
    /// Whether that rating was provisional, and is shown with `?`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    provisional: Option<bool>,
    /// Whether the player is here. The engine always is.
    online: bool,
}

impl Player {
    fn new(player: &info::Player, is_here: bool) -> Player {
        let online = match player {
            info::Player::Free => false,
            info::Player::Person(_) => is_here,
            info::Player::Engine { .. } => true,
        };
        let person = player.person();
        let rating = player.shown_rating();
        Player {
            account: person.is_some_and(|person| person.account),
            bot: person.is_some_and(|person| person.bot),
            rating: rating.map(|(rating, _)| rating),
            provisional: rating.map(|(_, provisional)| provisional),
            name: prose::player(player),
            kind: player.into(),
            level: player.level(),
            online,
        }
    }
}

/// Both clocks at one moment.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Clock {
    /// White's remaining time, in milliseconds.
    white_ms: u64,
    /// Black's remaining time, in milliseconds.
    black_ms: u64,
    /// The side whose clock runs; null if neither does.
    #[schema(required)]
    running: Option<Color>,
    /// The time control for people, such as `Blitz 5+3`.
    preset: String,
    /// The time control as PGN writes it.
    control: String,
    /// Whether the players have days for every move.
    correspondence: bool,
    /// The increment, added after every move, in milliseconds.
    increment_ms: u64,
    /// The rest of the running clock's delay, in milliseconds: the clock runs down only after that.
    delay_ms: u64,
    /// Lag credited for each player's last action, in milliseconds.
    lag_ms: Lag,
    /// The end of White's vacation, in milliseconds since 1970: until then White's clock stands still.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    white_vacation: Option<u64>,
    /// The end of Black's vacation, in milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    black_vacation: Option<u64>,
    /// The time at which the clocks were read, in milliseconds since 1970 by the server's clock.
    at: u64,
}

impl From<ClockView> for Clock {
    fn from(view: ClockView) -> Clock {
        Clock {
            white_ms: view.white_ms,
            black_ms: view.black_ms,
            running: view.running.map(Color::from),
            preset: prose::clock(&view.choice),
            control: view.control,
            correspondence: matches!(view.choice, ClockChoice::Correspondence { .. }),
            increment_ms: view.increment_ms,
            delay_ms: view.delay_ms,
            lag_ms: view.lag_ms,
            white_vacation: view.white_vacation,
            black_vacation: view.black_vacation,
            at: view.at,
        }
    }
}

/// The outcome of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Outcome {
    /// The winner; null for a draw and for an aborted game.
    #[schema(required)]
    winner: Option<Color>,
    /// The reason why the game ended.
    reason: EndReason,
    /// A sentence for people.
    text: String,
}

impl From<GameEnd> for Outcome {
    fn from(end: GameEnd) -> Outcome {
        let result = end.result();
        Outcome {
            winner: result.winner,
            reason: result.reason,
            text: prose::end(end),
        }
    }
}

impl Players {
    /// The players of a game, and whether they are here.
    pub(super) fn new(info: &info::GameInfo, presence: Presence) -> Players {
        Players {
            white: Player::new(&info.white, presence.white),
            black: Player::new(&info.black, presence.black),
        }
    }
}

impl From<GameView> for State {
    fn from(view: GameView) -> State {
        let GameView { info, presence, .. } = &view;
        let players = Players::new(info, *presence);
        let variant = info.variant;
        State {
            id: view.id,
            game: variant.game(),
            variant: variant.id(),
            variant_name: variant.name(),
            start: info.start,
            seat: view.seat,
            n: view.n,
            players,
            clock: view.clock.map(Clock::from),
            status: view.status,
            outcome: view.end.map(Outcome::from),
            actor: view.actor.map(Color::from),
            turn_number: view.turn_number,
            view: SentView(view.position),
            options: view.options,
            offers: view.offers,
            rated: view.info.rated,
            event: view.info.event.as_ref().map(EventOfGame::from),
            takebacks: view.info.takebacks,
            can: view.can,
            rematch_id: view.rematch,
            last: view.last,
            moves: view.moves,
            commitments: view.commitments,
        }
    }
}
