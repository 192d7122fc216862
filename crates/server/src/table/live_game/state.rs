//! The present state of a game: everything of it but its history.

use std::sync::Arc;
use std::time::Duration;

use manifold_rules::board::Color;
use manifold_rules::game::Clock;

use crate::games::has_secrets;
use crate::ids::{GameId, PlayerId};
use crate::meeting::vacation::Vacation;
use crate::names::Status;
use crate::store::{Outages, Summary};
use crate::table::event::{GameEnd, Offer};
use crate::table::info::GameInfo;
use crate::table::referee::Referee;
use crate::table::seat::Seat;
use crate::table::standing::PlayedEnd;
use crate::table::view::Lag;

/// Maximum number of retractions (actions that take back an own action) of a player in a game: the rules set no bound.
const MOST_RETRACTIONS: u32 = 200;

/// The present state of a game.
///
/// Cloning is cheap, however long the game: a clone shares the positions and the head of the game, and copies the actions and the keys
/// for repetition, a few bytes each. So the state after an event can be computed on a clone before the event is stored.
#[derive(Clone)]
pub(crate) struct GameState {
    pub(super) id: GameId,
    pub(crate) info: Arc<GameInfo>,
    pub(crate) referee: Referee,
    pub(super) outages: Outages,
    pub(super) clock: Option<Clock>,
    pub(super) holidays: Holidays,
    pub(super) lag: Lag,
    /// Lag that was given back to each player in the whole game, in milliseconds.
    pub(super) lag_given: [u32; 2],
    /// Each player's number of retractions.
    pub(super) retractions: [u32; 2],
    pub(super) end: Option<GameEnd>,
    /// The players who have made the open offers, by [`slot`].
    pub(super) offers: [Option<Color>; 3],
    /// The number of actions when each player last offered a draw, or asked to take back.
    pub(super) last_offer: [[Option<usize>; 2]; 2],
    pub(super) rematch: Option<GameId>,
    /// The last event that changed the position.
    pub(super) position_n: u64,
    /// The orders of the game's event so far; nothing in other games.
    pub(super) ordered: OrderedState,
}

/// The orders of a game's event so far.
#[derive(Debug, Clone, Default)]
pub(super) struct OrderedState {
    /// The last entry of the event's log that was followed.
    pub(super) entry: u64,
    /// Whether the round has begun.
    pub(super) begun: bool,
    /// Whether a call has stopped the clocks.
    pub(super) stopped: bool,
    /// Whether the result is final, and nothing is secret any more.
    pub(super) open: bool,
    /// The people who have opened the seal of the game.
    pub(super) unsealed: Vec<PlayerId>,
    /// The time of each player's first action, White first, in milliseconds since 1970.
    pub(super) acted: [Option<u64>; 2],
    /// The time at which the game ended, and whether its players have brought it to its end.
    pub(super) ended: Option<(u64, bool)>,
    /// The clocks as they ran when a flag fell that ended the game: a call that the game has not received yet may have stopped them before.
    pub(super) before_flag: Option<Clock>,
    /// The changes that orders have made to these clocks, until the clocks are set anew.
    pub(super) times: Vec<TimeChange>,
}

/// A change of a clock by an order. It may be smaller than ordered, if the player had less time.
#[derive(Debug, Clone, Copy)]
pub(super) struct TimeChange {
    /// The number of its entry in the event's log.
    pub(super) entry: u64,
    pub(super) color: Color,
    pub(super) before: Duration,
    pub(super) after: Duration,
}

/// The vacations in a game. A clock stands still while its player is on vacation.
#[derive(Debug, Clone, Default)]
pub(super) struct Holidays {
    /// Each player's last vacation.
    pub(super) last: [Option<Vacation>; 2],
    /// For how long clocks have stood still until the last event, in milliseconds without outages.
    pub(super) stood_ms: u64,
    /// The time of the last event, or that at which the game was made, in milliseconds since 1970.
    pub(super) counted_until: u64,
}

/// The place of an offer among the open ones.
pub(super) fn slot(what: Offer) -> Option<usize> {
    match what {
        Offer::Draw => Some(0),
        Offer::Takeback => Some(1),
        Offer::Rematch => Some(2),
        Offer::Reset => None,
    }
}

impl GameState {
    /// A game before its first event.
    pub(super) fn new(id: GameId, info: GameInfo, outages: Outages) -> GameState {
        let control = info.clock.as_ref().and_then(|clock| clock.control().ok());
        let created_at = info.created_at;
        let mut state = GameState {
            referee: Referee::from_position(info.starting_position()),
            id,
            info: Arc::new(info),
            outages,
            clock: control.map(Clock::new),
            holidays: Holidays {
                counted_until: created_at,
                ..Holidays::default()
            },
            lag: Lag::default(),
            lag_given: [0; 2],
            retractions: [0; 2],
            end: None,
            offers: [None; 3],
            last_offer: [[None; 2]; 2],
            rematch: None,
            position_n: 0,
            ordered: OrderedState::default(),
        };
        state.begin_correspondence(created_at);
        state
    }

    pub(crate) fn status(&self) -> Status {
        if self.end.is_some() {
            Status::Over
        } else if self.info.free_side().is_some() || !self.has_begun() {
            Status::Waiting
        } else {
            Status::Live
        }
    }

    pub(crate) fn end(&self) -> Option<GameEnd> {
        self.end
    }

    /// Whether a player may still take back an action of their own.
    pub(super) fn can_retract(&self, color: Color) -> bool {
        self.retractions[color.fold_wb(0, 1)] < MOST_RETRACTIONS
    }

    /// Whether it may be played: a game of an event begins with its round.
    pub(super) fn has_begun(&self) -> bool {
        self.info.event.is_none() || self.ordered.begun
    }

    /// Whether it is over and everybody may see all of it: a game of an event is sealed until its result is final.
    pub(crate) fn is_open(&self) -> bool {
        self.end.is_some() && (self.info.event.is_none() || self.ordered.open)
    }

    /// The seat of a person; a director's for somebody who has opened the seal of the game.
    pub(crate) fn seat(&self, player: PlayerId) -> Seat {
        match self.info.seat(player) {
            Seat::Spectator if self.ordered.unsealed.contains(&player) => Seat::Director,
            seat => seat,
        }
    }

    /// The time of each player's first action, White first, in milliseconds since 1970.
    pub(crate) fn acted(&self) -> [Option<u64>; 2] {
        self.ordered.acted
    }

    /// The end to which the game was played.
    pub(crate) fn played_end(&self) -> Option<PlayedEnd> {
        let played = self.ordered.ended.filter(|(_, by_players)| *by_players);
        (self.end.zip(played)).map(|(end, (at, _))| PlayedEnd { end, at })
    }

    /// Turns of both players together.
    pub(crate) fn turns(&self) -> u32 {
        self.referee.ply()
    }

    /// The player to act, if the game is in progress.
    pub(crate) fn actor(&self) -> Option<Color> {
        (self.status() == Status::Live).then(|| self.referee.actor())
    }

    pub(super) fn turn_number(&self) -> u32 {
        self.referee.ply() / 2 + 1
    }

    /// Whether a player's first turn is still to come or in progress.
    pub(crate) fn is_in_first_turn(&self) -> bool {
        self.turn_number() == 1
    }

    /// Whether players can choose conditional moves: in correspondence games, unless something is secret, so that lines would have to
    /// guess.
    pub(crate) fn has_conditions(&self) -> bool {
        let info = &self.info;
        info.is_correspondence()
            && !info.is_same_board()
            && !info.has_engine()
            && !has_secrets(info.variant)
    }

    /// The last event that has changed the position.
    pub(crate) fn position_n(&self) -> u64 {
        self.position_n
    }

    /// Whether a player offers something that the other could accept while the game goes on.
    pub(crate) fn is_offered_by(&self, color: Color) -> bool {
        self.offers[..2].contains(&Some(color))
    }

    /// The engine's level, if it must act.
    pub(crate) fn engine_to_act(&self) -> Option<(Color, u8)> {
        let actor = self.actor()?;
        Some((actor, self.info.player(actor).level()?))
    }

    /// The summary of this game for lists.
    pub(crate) fn summary(&self, now: u64) -> Summary {
        let attention_at = match self.status() {
            Status::Live if self.engine_to_act().is_some() => Some(0),
            Status::Live => self.deadline(now),
            _ => None,
        };
        Summary {
            status: self.status(),
            result: self.end.map(GameEnd::result),
            turn_number: self.turn_number(),
            actor: self.actor(),
            attention_at,
        }
    }

    /// A time on the clocks of this game: without outages, and without vacations of players whose clock would have run.
    pub(super) fn served(&self, at: u64) -> Duration {
        Duration::from_millis(self.outages.served(at).saturating_sub(self.vacation_ms(at)))
    }
}
