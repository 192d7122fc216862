//! Games of the engine against itself, and what is kept of them.

use std::sync::atomic::{AtomicU64, Ordering};

use manifold_rules::board::Color;
use manifold_rules::game::Game;
use manifold_rules::position::Bounds;

use crate::{Evaluated, Limits, Order, Playable, Random, Scope, Seat, Trace, Weight};
use crate::{is_mate, think, with_weights};

/// Of so many actions that look best at first sight an opening takes one by chance.
const OPENING: usize = 6;

/// Which games to play.
#[derive(Debug, Clone, Copy)]
pub struct SelfPlay {
    /// How many.
    pub games: u64,
    /// Positions looked at for each action.
    pub nodes: u64,
    /// Where chance starts.
    pub seed: u64,
    /// How many are played at once. Changes nothing but the time.
    pub threads: usize,
}

impl SelfPlay {
    /// Does the work of every game, on as many threads as were asked for; answers what came of them in the order of their
    /// numbers.
    pub(super) fn side_by_side<T: Send>(&self, work: impl Fn(u64) -> T + Sync) -> Vec<T> {
        let next = AtomicU64::new(0);
        let some = || {
            let numbers = std::iter::from_fn(|| {
                let number = next.fetch_add(1, Ordering::Relaxed);
                (number < self.games).then_some(number)
            });
            numbers
                .map(|number| (number, work(number)))
                .collect::<Vec<_>>()
        };
        let mut done: Vec<(u64, T)> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..self.threads.max(1))
                .map(|_| scope.spawn(some))
                .collect();
            threads
                .into_iter()
                .flat_map(|thread| match thread.join() {
                    Ok(some) => some,
                    Err(panic) => std::panic::resume_unwind(panic),
                })
                .collect()
        });
        done.sort_unstable_by_key(|(number, _)| *number);
        done.into_iter().map(|(_, done)| done).collect()
    }
}

/// A quiet position of a game, and how the game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// Its terms.
    pub trace: Trace,
    /// What the search took it to be worth, in centipawns for White.
    pub score: i32,
    /// White's half points: 0, 1 or 2.
    pub result: u8,
    /// The game it is from.
    pub game: u64,
}

/// Plays games with the given weights. `progress` is called with the number of games finished.
pub fn play<P: Playable + Evaluated>(
    variant: P::Variant,
    order: SelfPlay,
    weights: &'static [Weight],
    progress: impl Fn(u64) + Sync,
) -> Vec<Sample> {
    let done = AtomicU64::new(0);
    let games = order.side_by_side(|number| {
        let samples = with_weights::<P, _>(weights, || one_game::<P>(variant, order, number));
        progress(done.fetch_add(1, Ordering::Relaxed) + 1);
        samples
    });
    games.into_iter().flatten().collect()
}

fn one_game<P: Playable + Evaluated>(
    variant: P::Variant,
    order: SelfPlay,
    number: u64,
) -> Vec<Sample> {
    let mut random = Random::new(order.seed.wrapping_add(number.wrapping_mul(0x9e37_79b9)));
    let bounds = bounds(number);
    let mut game = opening::<P>(variant, bounds, &mut random);
    let mut traces = Vec::new();
    while game.outcome().is_none() && game.position().ply() < P::LONGEST {
        let position = game.position();
        let asked = Order {
            limits: Limits::nodes(order.nodes),
            seed: random.number(),
            bounds,
            ..Order::default()
        };
        let Some(thought) = think(&Seat::of(&game, position.actor()), &asked) else {
            break;
        };
        if is_quiet(position, thought.action) && !is_mate(thought.score) {
            let sign = position.actor().fold_wb(1, -1);
            traces.push((Trace::of(position), sign * thought.score));
        }
        if game.play(thought.action).is_err() {
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
        .map(|(trace, score)| Sample {
            trace,
            score,
            result,
            game: number,
        })
        .collect()
}

/// Whether the search would have taken the evaluation for what the position is worth, as far as the action
/// shows that was thought best.
fn is_quiet<P: Playable>(position: &P, best: P::Action) -> bool {
    if position.unlisted().is_some() || position.is_forced() || position.won_at_once().is_some() {
        return false;
    }
    let mut noisy = Vec::new();
    position.candidates(Scope::Noisy, &mut noisy);
    !noisy.contains(&best)
}

/// Every second game of Hyperspace Chess is plain chess.
pub(super) fn bounds(number: u64) -> Bounds {
    if number % 2 == 1 {
        Bounds { max_delay: 0 }
    } else {
        Bounds::default()
    }
}

/// A few plies by chance, but none that is bad at first sight. Special actions, of which there are many, are
/// open to one game in four only: explosions by chance decide a game of Time Traveler's Chess.
pub(super) fn opening<P: Playable>(
    variant: P::Variant,
    bounds: Bounds,
    random: &mut Random,
) -> Game<P> {
    let mut game = Game::<P>::new(variant);
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
                (danger.max(0) - sign * child.evaluate(), place)
            })
            .collect();
        ordered.sort_unstable();
        ordered.truncate(OPENING);
        let chosen = ordered.get(random.below(ordered.len() as u64) as usize);
        let action = match chosen {
            Some((_, place)) => Some(actions[*place]),
            None => P::unlisted_action(&position.knowledge(position.actor()), random),
        };
        let played = action.is_some_and(|action| game.play(action).is_ok());
        if !played {
            break;
        }
    }
    game
}
