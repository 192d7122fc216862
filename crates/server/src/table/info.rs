//! The head of a game: what is played, by whom, and under which conditions.

use manifold_ratings::{LevelRating, Pool, PoolRating};
use manifold_rules::board::Color;
use manifold_rules::variant::{AnyPosition, VariantId};
use serde::{Deserialize, Serialize};

use super::orders::OfEvent;
use super::seat::Seat;
use super::time_control::ClockChoice;
use crate::games::rated_game;
use crate::ids::PlayerId;
use crate::people::account::Account;

/// The head of a game. It changes only when a player joins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GameInfo {
    pub(crate) variant: VariantId,
    /// The number of the starting position, where the variant has several.
    pub(crate) start: Option<u32>,
    pub(crate) white: Player,
    pub(crate) black: Player,
    /// None for a game without clocks.
    pub(crate) clock: Option<ClockChoice>,
    /// Whether takebacks can be asked for.
    pub(crate) takebacks: bool,
    /// Whether its result changes the players' ratings.
    pub(crate) rated: bool,
    /// Whether the lobby has brought its players together.
    pub(crate) paired: bool,
    /// The event that it belongs to, if there is one.
    pub(crate) event: Option<OfEvent>,
    /// In milliseconds since 1970.
    pub(crate) created_at: u64,
}

/// The player of one side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub(crate) enum Player {
    /// Nobody yet.
    Free,
    /// A person.
    Person(Person),
    /// The engine, at one of its levels.
    Engine {
        level: u8,
        /// In a rated game: the rating that the level has in it, whatever is measured later.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rating: Option<LevelRating>,
    },
}

/// A person, as they were when they took their side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Person {
    pub(crate) id: PlayerId,
    /// The display name.
    pub(crate) name: String,
    /// Whether they had an account.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) account: bool,
    /// Whether a program plays for them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) bot: bool,
    /// In a rated game: their rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) rating: Option<ShownRating>,
}

impl From<Account> for Person {
    fn from(account: Account) -> Person {
        Person {
            id: account.player,
            name: account.username,
            account: true,
            bot: account.is_bot,
            rating: None,
        }
    }
}

/// A rating as people are shown it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ShownRating {
    /// Rounded to a whole number.
    pub(crate) rating: u32,
    pub(crate) provisional: bool,
}

impl ShownRating {
    /// A rating at a time, in milliseconds since 1970.
    pub(crate) fn of(rating: &PoolRating, now: u64) -> ShownRating {
        let rating = rating.as_of(now);
        ShownRating {
            rating: rating.rating.round() as u32,
            provisional: rating.is_provisional(),
        }
    }
}

impl Player {
    /// The person, if it is one.
    pub(crate) fn person(&self) -> Option<&Person> {
        match self {
            Player::Person(person) => Some(person),
            _ => None,
        }
    }

    /// The person's identifier; none for the engine and a free side.
    pub(crate) fn id(&self) -> Option<PlayerId> {
        self.person().map(|person| person.id)
    }

    /// The engine's level, if it is the engine.
    pub(crate) fn level(&self) -> Option<u8> {
        match self {
            Player::Engine { level, .. } => Some(*level),
            _ => None,
        }
    }

    /// In a rated game: the rating that it began with, and whether that was provisional.
    pub(crate) fn shown_rating(&self) -> Option<(i32, bool)> {
        match self {
            Player::Free => None,
            Player::Person(person) => person.rating.map(|shown| {
                (
                    i32::try_from(shown.rating).unwrap_or(i32::MAX),
                    shown.provisional,
                )
            }),
            Player::Engine { rating, .. } => rating.map(|level| (level.rating, false)),
        }
    }
}

impl GameInfo {
    /// The pool in which its result counts; `None` if it is not rated.
    pub(crate) fn pool(&self) -> Option<Pool> {
        pool(self.variant, self.clock.as_ref(), self.rated)
    }

    /// The player and the pool of a placement game: one that is rated against the engine.
    pub(crate) fn placement(&self) -> Option<(PlayerId, Pool)> {
        let pool = self.pool().filter(|_| self.has_engine())?;
        Some((self.people().next()?, pool))
    }

    /// The position before the first action.
    pub(crate) fn starting_position(&self) -> AnyPosition {
        self.start
            .and_then(|number| AnyPosition::start_at(self.variant, number))
            .unwrap_or_else(|| AnyPosition::start(self.variant))
    }

    pub(crate) fn player(&self, color: Color) -> &Player {
        color.fold_wb(&self.white, &self.black)
    }

    pub(crate) fn player_mut(&mut self, color: Color) -> &mut Player {
        color.fold_wb(&mut self.white, &mut self.black)
    }

    /// The players who are people.
    pub(crate) fn people(&self) -> impl Iterator<Item = PlayerId> {
        self.persons().map(|person| person.id)
    }

    /// The same, with everything about them.
    pub(crate) fn persons(&self) -> impl Iterator<Item = &Person> {
        Color::ALL
            .into_iter()
            .filter_map(|color| self.player(color).person())
    }

    /// The side that nobody has taken yet.
    pub(crate) fn free_side(&self) -> Option<Color> {
        Color::ALL
            .into_iter()
            .find(|color| *self.player(*color) == Player::Free)
    }

    pub(crate) fn has_engine(&self) -> bool {
        Color::ALL
            .into_iter()
            .any(|color| self.player(color).level().is_some())
    }

    /// Whether one person plays both sides.
    pub(crate) fn is_same_board(&self) -> bool {
        self.white.id().is_some() && self.white.id() == self.black.id()
    }

    pub(crate) fn is_correspondence(&self) -> bool {
        matches!(self.clock, Some(ClockChoice::Correspondence { .. }))
    }

    /// The seat of a person.
    pub(crate) fn seat(&self, id: PlayerId) -> Seat {
        let plays = |color| self.player(color).id() == Some(id);
        match (plays(Color::White), plays(Color::Black)) {
            (true, true) => Seat::Both,
            (true, false) => Seat::White,
            (false, true) => Seat::Black,
            (false, false) => Seat::Spectator,
        }
    }

    /// The same game with the colours exchanged, unless one person plays both. Its starting position is drawn again. After a placement
    /// game it is not rated: another placement game must be requested, and its colours are drawn by lot.
    pub(crate) fn rematch(&self) -> GameInfo {
        let mut next = GameInfo {
            start: None,
            // This time both have asked for it.
            paired: false,
            ..self.clone()
        };
        if !self.is_same_board() {
            std::mem::swap(&mut next.white, &mut next.black);
        }
        if next.has_engine() {
            next.rated = false;
            for color in Color::ALL {
                match next.player_mut(color) {
                    Player::Free => {}
                    Player::Person(person) => person.rating = None,
                    Player::Engine { rating, .. } => *rating = None,
                }
            }
        }
        next
    }
}

/// The pool in which the result of a game counts; `None` if it is not rated.
pub(crate) fn pool(variant: VariantId, clock: Option<&ClockChoice>, rated: bool) -> Option<Pool> {
    let clock = clock.filter(|_| rated)?;
    Some(Pool {
        game: rated_game(variant),
        speed: clock.speed()?,
    })
}
