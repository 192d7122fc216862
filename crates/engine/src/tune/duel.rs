//! A match between two sets of weights.

use manifold_rules::board::Color;

use super::SelfPlay;
use super::games::{bounds, opening};
use crate::{Evaluated, Limits, Order, Playable, Random, Seat, Weight, think, with_weights};

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
pub fn duel<P: Playable + Evaluated>(
    variant: P::Variant,
    order: SelfPlay,
    one: &'static [Weight],
    other: &'static [Weight],
) -> Duel {
    let usual: &'static [Weight] = P::hand_set().leak();
    let results = order.side_by_side(|number| {
        Color::ALL.map(|color| {
            let white = color.fold_wb(one, other);
            let black = color.fold_wb(other, one);
            match game::<P>(variant, order, number, usual, [white, black]) {
                Some(winner) if winner == color => 2,
                Some(_) => 0,
                None => 1,
            }
        })
    });
    let mut duel = Duel::default();
    for half_points in results {
        for points in half_points {
            duel.games[2 - points] += 1;
        }
        duel.pairs[half_points.iter().sum::<usize>()] += 1;
    }
    duel
}

fn game<P: Playable + Evaluated>(
    variant: P::Variant,
    order: SelfPlay,
    number: u64,
    usual: &'static [Weight],
    weights: [&'static [Weight]; 2],
) -> Option<Color> {
    let mut random = Random::new(order.seed.wrapping_add(number.wrapping_mul(0x9e37_79b9)));
    let bounds = bounds(number);
    let mut game = with_weights::<P, _>(usual, || opening::<P>(variant, bounds, &mut random));
    while game.outcome().is_none() && game.position().ply() < P::LONGEST {
        let actor = game.position().actor();
        let asked = Order {
            limits: Limits::nodes(order.nodes),
            seed: random.number(),
            bounds,
            ..Order::default()
        };
        let seat = Seat::of(&game, actor);
        let own = weights[actor.fold_wb(0, 1)];
        let thought = with_weights::<P, _>(own, || think(&seat, &asked))?;
        if game.play(thought.action).is_err() {
            return None;
        }
    }
    game.outcome()?.winner
}
