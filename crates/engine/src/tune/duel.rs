//! A match between two sets of weights.

use std::sync::atomic::{AtomicU64, Ordering};

use manifold_rules::board::Color;

use super::SelfPlay;
use super::games::{listing, opening};
use crate::{Evaluated, Limits, Order, Playable, Random, Seat, Weight, think, with_weights};

/// Plies after which a game counts as drawn.
const LONGEST: u32 = 300;

/// The results of pairs of games, for the first set of weights.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Duel {
    /// Games won, drawn and lost.
    pub games: [u64; 3],
    /// Pairs by half points of both games together, 0 to 4.
    pub pairs: [u64; 5],
}

impl Duel {
    /// The share of points.
    #[must_use]
    pub fn share(&self) -> f64 {
        let all: u64 = self.games.iter().sum();
        (self.games[0] as f64 + self.games[1] as f64 / 2.0) / (all.max(1) as f64)
    }

    /// How far the share may be off, at two standard errors, from how the pairs scatter.
    #[must_use]
    pub fn error(&self) -> f64 {
        let count: u64 = self.pairs.iter().sum();
        let mean = self.share();
        let scatter: f64 = self
            .pairs
            .iter()
            .enumerate()
            .map(|(half_points, pairs)| {
                let off = half_points as f64 / 4.0 - mean;
                off * off * *pairs as f64
            })
            .sum();
        let count = count.max(1) as f64;
        2.0 * (scatter / count / count).sqrt()
    }
}

/// Plays pairs of games, each pair from one opening with colours exchanged; `order.games` is the number of
/// pairs.
pub fn duel<G: Playable + Evaluated>(
    variant: G::Variant,
    order: SelfPlay,
    one: &'static [Weight],
    other: &'static [Weight],
) -> Duel {
    let usual: &'static [Weight] = G::hand_set().leak();
    let next = AtomicU64::new(0);
    let work = || {
        let mut duel = Duel::default();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= order.games {
                return duel;
            }
            let mut points = 0;
            for color in Color::ALL {
                let white = color.fold_wb(one, other);
                let black = color.fold_wb(other, one);
                let winner = game::<G>(variant, order, number, usual, [white, black]);
                let index = match winner {
                    Some(winner) if winner == color => 0,
                    Some(_) => 2,
                    None => 1,
                };
                duel.games[index] += 1;
                points += 2 - index;
            }
            duel.pairs[points] += 1;
        }
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..order.threads.max(1))
            .map(|_| scope.spawn(work))
            .collect();
        let mut sum = Duel::default();
        for thread in threads {
            let part = thread.join().unwrap_or_default();
            for (all, more) in sum.games.iter_mut().zip(part.games) {
                *all += more;
            }
            for (all, more) in sum.pairs.iter_mut().zip(part.pairs) {
                *all += more;
            }
        }
        sum
    })
}

fn game<G: Playable + Evaluated>(
    variant: G::Variant,
    order: SelfPlay,
    number: u64,
    usual: &'static [Weight],
    weights: [&'static [Weight]; 2],
) -> Option<Color> {
    let mut random = Random::new(order.seed.wrapping_add(number.wrapping_mul(0x9e37_79b9)));
    let listing = listing(number);
    let mut game = with_weights::<G, _>(usual, || opening::<G>(variant, listing, &mut random));
    while game.outcome().is_none() && game.position().ply() < LONGEST {
        let actor = game.position().actor();
        let asked = Order {
            limits: Limits::nodes(order.nodes),
            seed: random.number(),
            listing,
            ..Order::default()
        };
        let seat = Seat::of(&game, actor);
        let own = weights[actor.fold_wb(0, 1)];
        let thought = with_weights::<G, _>(own, || think(&seat, &asked))?;
        if game.play(thought.action).is_err() {
            return None;
        }
    }
    game.outcome()?.winner
}
