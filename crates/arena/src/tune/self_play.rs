//! Self-play games, and the samples taken from them.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use manifold_engine::{
    Compiled, Engine, Evaluated, InformationSet, Limits, PositionSample, Random, Scope,
    SearchOptions, Trace, is_mate,
};
use manifold_rules::board::Color;
use manifold_rules::error::PositionError;
use manifold_rules::game::Game;
use manifold_rules::position::{Bounds, Position};
use thiserror::Error;

use crate::evaluation::Evaluation;
use crate::opening::drawn_start;
use crate::runner;

/// The number of best-looking actions from which each ply of an opening is drawn.
const OPENING: usize = 6;
/// Maximum number of random moves from a position of a game to one beside it.
const WALK: u64 = 2;
/// Maximum number of actions after that until a position is quiet.
const SETTLING: usize = 6;

/// The settings of self-play.
#[derive(Debug, Clone, Copy)]
pub struct SelfPlay {
    /// The number of games.
    pub games: u64,
    /// Nodes for each action.
    pub nodes: u64,
    /// The seed of openings and searches.
    pub seed: u64,
    /// Games played at the same time. The result does not depend on it.
    pub threads: usize,
    /// Whether the samples keep their positions as text.
    pub texts: bool,
    /// Number of extra positions for each position of the game: one or two random moves away from it, after the captures that
    /// follow are resolved. The leaves of a search resemble these more than the positions that are played.
    pub beside: u32,
    /// Number of positions drawn by lot from those that each search has evaluated, which are its leaves. They are searched as well, after
    /// the captures that follow are resolved.
    pub evaluated: u32,
    /// Number of plies (sometimes one more, by lot) at the start of every second pair of games that are drawn from all legal actions:
    /// one side is soon ahead, as in many positions that a search visits. With 0 all openings are good ones.
    pub random_plies: u32,
}

/// A sample: a quiet position of a game with the result of the game, or a quiet position that was never on the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// The evaluation terms of the position.
    pub trace: Trace,
    /// The score of the search, in centipawns for White.
    pub score: i32,
    /// White's half points: 0, 1 or 2. `None` for a position that was never on the board: the result says nothing about it.
    pub result: Option<u8>,
    /// The number of the game.
    pub game: u64,
    /// The position as text, if requested; otherwise empty.
    pub text: String,
}

impl Sample {
    /// White's points for the game, 0 to 1; `None` for a position that was never on the board.
    pub(super) fn expected(&self) -> Option<f64> {
        self.result.map(|half_points| f64::from(half_points) / 2.0)
    }

    /// Formats the sample as a line of a position file: the game, the result or `-`, the score and the position.
    #[must_use]
    pub fn to_line(&self) -> String {
        let result = match self.result {
            Some(result) => result.to_string(),
            None => "-".to_owned(),
        };
        format!("{} {result} {} {}", self.game, self.score, self.text)
    }

    /// Parses such a line. Returns the position and its sample without the text.
    ///
    /// # Errors
    /// The line is malformed.
    pub fn from_line<P: Evaluated + Position>(
        variant: P::Variant,
        line: &str,
    ) -> Result<(P, Sample), SampleError> {
        let (game, result, score, text) = fields(line).ok_or(SampleError::Fields)?;
        let position = P::from_text(variant, text)?;
        let sample = Sample {
            trace: Trace::of(&position),
            score,
            result,
            game,
            text: String::new(),
        };
        Ok((position, sample))
    }
}

/// Why a line of a file of positions cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SampleError {
    /// A field is missing, or one of the first three is wrong.
    #[error("game, result, score and position are expected, the result as 0, 1, 2 or -")]
    Fields,
    /// The position cannot be read.
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// The game, the result, the score and the position of a line.
fn fields(line: &str) -> Option<(u64, Option<u8>, i32, &str)> {
    let mut words = line.splitn(4, ' ');
    let game = words.next()?.parse().ok()?;
    let result = match words.next()? {
        "-" => None,
        result => Some(result.parse().ok().filter(|result| *result <= 2)?),
    };
    let score = words.next()?.parse().ok()?;
    Some((game, result, score, words.next()?))
}

/// Plays games and calls `take` with the samples of each, in the order of the games, until it breaks.
pub fn play<P: Compiled + Evaluated>(
    variant: P::Variant,
    settings: SelfPlay,
    evaluation: Evaluation,
    take: impl FnMut(Vec<Sample>) -> ControlFlow<()>,
) {
    let result = runner::run(
        settings.games,
        settings.threads,
        &AtomicBool::new(false),
        || Ok::<(), Infallible>(()),
        |(), number| Some(evaluation.during::<P, _>(|| one_game::<P>(variant, settings, number))),
        take,
    );
    match result {
        Ok(()) => {}
        Err(never) => match never {},
    }
}

fn one_game<P: Compiled + Evaluated>(
    variant: P::Variant,
    settings: SelfPlay,
    number: u64,
) -> Vec<Sample> {
    let mut random = Random::new(settings.seed.wrapping_add(number.wrapping_mul(0x9e37_79b9)));
    let bounds = bounds(number);
    let mut game = if settings.random_plies > 0 && number / 2 % 2 == 1 {
        let plies = settings.random_plies + random.below(2) as u32;
        random_opening::<P>(variant, plies, &mut random)
    } else {
        opening::<P>(variant, bounds, &mut random)
    };
    // Each trace with whether its position was on the board.
    let mut traces = Vec::new();
    // Engines are kept so that the results of one turn's search help in the next.
    let mut engines = [Engine::<P>::new(), Engine::new()];
    while game.outcome().is_none() && game.position().ply() < P::LONGEST {
        let position = game.position();
        let asked = SearchOptions {
            limits: Limits::nodes(settings.nodes),
            seed: random.number(),
            bounds,
            ..SearchOptions::default()
        };
        let known = InformationSet::of(&game, position.actor());
        let engine = &mut engines[position.actor().fold_wb(0, 1)];
        let (result, evaluated) = if settings.evaluated == 0 {
            (engine.think_with(&known, &asked, &mut |_| {}), Vec::new())
        } else {
            let mut evaluated = PositionSample::new(settings.evaluated as usize, random.number());
            let result = engine.think_and_sample(&known, &asked, &mut evaluated);
            (result, evaluated.into_positions())
        };
        let Some(result) = result else { break };
        if is_quiet(position, result.action) && !is_mate(result.score) {
            traces.push((trace(position, result.score, settings.texts), true));
        }
        for _ in 0..settings.beside {
            if let Some((position, score)) = beside(position, &mut engines, &asked, &mut random) {
                traces.push((trace(&position, score, settings.texts), false));
            }
        }
        for position in evaluated {
            if let Some((position, score)) = settled(position, &mut engines, &asked) {
                traces.push((trace(&position, score, settings.texts), false));
            }
        }
        if game.play(result.action).is_err() {
            break;
        }
    }
    let result = match game.outcome().and_then(|outcome| outcome.winner) {
        Some(Color::White) => 2,
        Some(Color::Black) => 0,
        None => 1,
    };
    let samples = traces.into_iter();
    samples
        .map(|((trace, score, text), was_played)| Sample {
            trace,
            score,
            result: was_played.then_some(result),
            game: number,
            text,
        })
        .collect()
}

/// The terms of a position, its score for White, and its text if requested.
fn trace<P: Evaluated + Position>(position: &P, score: i32, texts: bool) -> (Trace, i32, String) {
    let sign = position.actor().fold_wb(1, -1);
    let text = if texts {
        position.to_text()
    } else {
        String::new()
    };
    (Trace::of(position), sign * score, text)
}

/// A quiet position a few random moves away from one of a game, with the score of its search.
fn beside<P: Compiled>(
    position: &P,
    engines: &mut [Engine<P>; 2],
    asked: &SearchOptions,
    random: &mut Random,
) -> Option<(P, i32)> {
    let mut position = position.clone();
    for _ in 0..1 + random.below(WALK) {
        let actions = position.legal_actions();
        let drawn = random.below(actions.len().max(1) as u64) as usize;
        position.play_unchecked(*actions.get(drawn)?);
    }
    settled(position, engines, asked)
}

/// The quiet position to which the best actions lead from here, with the score of its search.
fn settled<P: Compiled>(
    mut position: P,
    engines: &mut [Engine<P>; 2],
    asked: &SearchOptions,
) -> Option<(P, i32)> {
    for _ in 0..SETTLING {
        if position.outcome().is_some() {
            return None;
        }
        let actor = position.actor();
        let known = InformationSet::at(&position, actor);
        let engine = &mut engines[actor.fold_wb(0, 1)];
        let result = engine.think_with(&known, asked, &mut |_| {})?;
        if is_mate(result.score) {
            return None;
        }
        if is_quiet(&position, result.action) {
            return Some((position, result.score));
        }
        position.play_unchecked(result.action);
    }
    None
}

/// Whether the position is quiet: the static evaluation applies and the best action is quiet.
fn is_quiet<P: Compiled>(position: &P, best: P::Action) -> bool {
    // `is_sharp` also excludes positions with a bare king: they are all won, and a fixed mop-up rule evaluates them.
    if position.unlisted().is_some()
        || position.is_forced()
        || position.is_sharp()
        || position.won_at_once().is_some()
    {
        return false;
    }
    let mut noisy = Vec::new();
    position.candidates(Scope::Noisy, &mut noisy);
    !noisy.contains(&best)
}

/// Excludes phase-outs in every second game: such games of Hyperspace Chess are plain chess.
fn bounds(number: u64) -> Bounds {
    if number % 2 == 1 {
        Bounds { max_delay: 0 }
    } else {
        Bounds::default()
    }
}

/// An opening of uniformly random plies, however bad.
fn random_opening<P: Compiled>(variant: P::Variant, plies: u32, random: &mut Random) -> Game<P> {
    let mut game = Game::from_position(drawn_start::<P>(variant, random));
    while game.outcome().is_none() && game.position().ply() < plies {
        let actions = game.position().legal_actions();
        let drawn = random.below(actions.len().max(1) as u64) as usize;
        let is_played = actions
            .get(drawn)
            .is_some_and(|action| game.play(*action).is_ok());
        if !is_played {
            break;
        }
    }
    game
}

/// A few random plies, but none that looks bad. Special actions, of which there are many, are allowed in one game of
/// four only: random explosions decide a game of Time Traveler's Chess.
fn opening<P: Compiled>(variant: P::Variant, bounds: Bounds, random: &mut Random) -> Game<P> {
    let mut game = Game::from_position(drawn_start::<P>(variant, random));
    let plies = 3 + random.below(6) as u32;
    let special = random.below(4) == 0;
    while game.outcome().is_none() && game.position().ply() < plies {
        let position = game.position();
        let mut actions = Vec::new();
        if !special {
            let scope = Scope::Inner {
                depth: 1,
                steps: 0,
                bounds,
            };
            position.candidates(scope, &mut actions);
            actions.retain(|action| position.gain(*action) <= 0);
        }
        if actions.is_empty() {
            position.candidates(Scope::Root(bounds), &mut actions);
        }
        let mut ordered: Vec<(i32, usize)> = actions
            .iter()
            .enumerate()
            .map(|(place, action)| {
                let mut child = position.clone();
                child.play_unchecked(*action);
                let sign = if child.actor() == position.actor() {
                    1
                } else {
                    -1
                };
                let danger = position.risk(*action) - position.gain(*action);
                (danger.max(0) - sign * child.static_eval(), place)
            })
            .collect();
        ordered.sort_unstable();
        ordered.truncate(OPENING);
        let chosen = ordered.get(random.below(ordered.len() as u64) as usize);
        let action = match chosen {
            Some((_, place)) => Some(actions[*place]),
            None => P::unlisted_action(&position.knowledge(position.actor()), &[], random),
        };
        let played = action.is_some_and(|action| game.play(action).is_ok());
        if !played {
            break;
        }
    }
    game
}
