//! Players, and what they are given.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use manifold_engine::baseline::{Baseline, BaselineGame};
use manifold_engine::{
    Clock, Compiled, Engine, InformationSet, Level, Limits, Parameters, SearchOptions,
    with_parameters,
};
use manifold_rules::board::Color;
use manifold_rules::position::Bounds;
use thiserror::Error;

use crate::evaluation::Evaluation;

/// The input of a player's decision: its own knowledge, and nothing else of the game.
#[derive(Debug)]
pub struct Turn<'a, P: Compiled> {
    /// The player's information set.
    pub known: &'a InformationSet<P>,
    /// The starting position as text, if it is not the usual one of the variant. `None` unless the player [asks for
    /// words](Player::wants_words).
    pub start: Option<String>,
    /// The actions so far as a transcript, for an external player; see [`transcript`](crate::transcript). Empty unless the
    /// player [asks for it](Player::wants_words).
    pub words: &'a [String],
    /// The limits of the search.
    pub limits: Limits,
    /// The time on both clocks, White's first, if the game is played with clocks.
    pub clocks: Option<[Duration; 2]>,
    /// Bounds on the actions considered.
    pub bounds: Bounds,
    /// Seeds the choice of this action.
    pub seed: u64,
    /// Becomes true when the whole contest is aborted.
    pub stop: &'a AtomicBool,
}

impl<P: Compiled> Turn<'_, P> {
    fn options(&self, level: Level) -> SearchOptions<'_> {
        SearchOptions {
            level,
            limits: self.limits,
            seed: self.seed,
            bounds: self.bounds,
            stop: Some(self.stop),
            ..SearchOptions::default()
        }
    }
}

/// Why a player loses other than by the rules of the game.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Forfeit {
    /// It chose an illegal action, or none.
    #[error("illegal action: {0}")]
    Illegal(String),
    /// It exceeded its time.
    #[error("time")]
    Time,
    /// It has died, or its answers cannot be understood.
    #[error("broken: {0}")]
    Broken(String),
}

impl Forfeit {
    /// One word for tables.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Forfeit::Illegal(_) => "illegal-action",
            Forfeit::Time => "time",
            Forfeit::Broken(_) => "broken",
        }
    }
}

/// A player. It has its own memory: nothing passes from one player to the other.
pub trait Player<P: Compiled>: Send {
    /// Starts a new game, as `color`, with a seed for random choices.
    ///
    /// # Errors
    /// The player cannot play.
    fn new_game(&mut self, color: Color, seed: u64) -> Result<(), Forfeit>;

    /// Chooses an action.
    ///
    /// # Errors
    /// The player forfeits.
    fn act(&mut self, turn: &Turn<'_, P>) -> Result<P::Action, Forfeit>;

    /// Whether turns should include a transcript.
    fn wants_words(&self) -> bool {
        false
    }
}

/// The engine at one of its levels.
#[derive(Debug, Default)]
pub struct EnginePlayer<P: Compiled> {
    level: Level,
    engine: Engine<P>,
    evaluation: Evaluation,
    parameters: Option<&'static Parameters>,
}

impl<P: Compiled> EnginePlayer<P> {
    /// The engine at this level.
    #[must_use]
    pub fn new(level: Level) -> EnginePlayer<P> {
        EnginePlayer {
            level,
            engine: Engine::new(),
            evaluation: Evaluation::Shipped,
            parameters: None,
        }
    }

    /// The same player with `evaluation` instead of the shipped one.
    #[must_use]
    pub fn with_evaluation(mut self, evaluation: Evaluation) -> EnginePlayer<P> {
        self.evaluation = evaluation;
        self
    }

    /// The same player with other search parameters than those of the game.
    #[must_use]
    pub fn with_parameters(mut self, parameters: &'static Parameters) -> EnginePlayer<P> {
        self.parameters = Some(parameters);
        self
    }
}

impl<P: Compiled> Player<P> for EnginePlayer<P> {
    fn new_game(&mut self, _color: Color, _seed: u64) -> Result<(), Forfeit> {
        self.engine.new_game();
        Ok(())
    }

    fn act(&mut self, turn: &Turn<'_, P>) -> Result<P::Action, Forfeit> {
        let options = turn.options(self.level);
        let evaluation = self.evaluation;
        let mut think = || {
            evaluation.during::<P, _>(|| {
                self.engine
                    .think_with(turn.known, &options, &mut |_| {})
                    .map(|result| result.action)
            })
        };
        let action = match self.parameters {
            Some(parameters) => with_parameters(parameters, think),
            None => think(),
        };
        action.ok_or_else(|| Forfeit::Illegal("none".to_owned()))
    }
}

impl<P: BaselineGame> Player<P> for Baseline {
    fn new_game(&mut self, _color: Color, _seed: u64) -> Result<(), Forfeit> {
        Ok(())
    }

    fn act(&mut self, turn: &Turn<'_, P>) -> Result<P::Action, Forfeit> {
        let mut options = turn.options(Level::FULL);
        if let Some(clock) = options.limits.clock.take() {
            options.limits.time = Some(share_of(clock));
        }
        self.choose(turn.known, &options)
            .ok_or_else(|| Forfeit::Illegal("none".to_owned()))
    }
}

/// An even share of the clock, for a player without time management.
fn share_of(clock: Clock) -> Duration {
    const TURNS: u32 = 30;
    let turns = clock
        .moves_to_go
        .map_or(TURNS, |turns| turns.clamp(1, TURNS));
    (clock.remaining / (turns + 1) + clock.increment / 2).min(clock.remaining / 2)
}
