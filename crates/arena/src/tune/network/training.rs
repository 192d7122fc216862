//! The training loop.

use std::thread;

use manifold_engine::Random;
use manifold_engine::network::{FloatNetwork, Network, Networked};

use super::adam::Adam;
use super::dataset::{Dataset, Place};
use super::factors::Factors;
use super::gradient::{add_gradient, error};
use super::layout::Layout;
use super::settings::Training;

/// Parts of a batch that can be processed in parallel.
const SHARDS: usize = 2;
/// Ranges of the random initial weights: those that squares share, and those of the output. The output of a network that corrects the
/// sum of terms begins with 0 instead, because the terms are better than any random correction.
const FIRST_SHARED: f32 = 0.06;
const FIRST_OUTPUT: f32 = 0.15;

/// The source of the training targets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The sum of terms.
    Terms,
    /// The scores of the search and the results of the games.
    Games,
}

/// The progress of training.
#[derive(Debug, Clone, Copy)]
pub struct Progress {
    /// The source of the training targets.
    pub step: Step,
    /// Epochs completed in this step.
    pub epoch: u32,
    /// The mean squared error on the training positions, before each change of the weights.
    pub learned: f64,
    /// The mean squared error on the positions kept for validation.
    pub kept: f64,
}

/// Trains a network; calls `progress` after each pass.
///
/// It begins with the mean of the networks `from`, whose scale should be that of the training, or with weights drawn at random if there
/// are none.
pub fn train<P: Networked>(
    dataset: &Dataset,
    training: &Training,
    from: &[FloatNetwork],
    mut progress: impl FnMut(Progress),
) -> Network {
    let layout = Layout::of::<P>();
    let mut random = Random::new(training.seed);
    let factors = Factors::of(layout);
    let mut parameters = match layout.mean(from) {
        Some(mean) => factors.split(&mean),
        None => first_parameters::<P>(factors, layout, &mut random),
    };
    let mut weights = vec![0.0; layout.length()];
    factors.sum(&parameters, &mut weights);
    let steps = [
        (Step::Terms, &dataset.by_terms, training.terms_epochs),
        (Step::Games, &dataset.by_games, training.games_epochs),
    ];
    let mut gradients = vec![vec![0.0; layout.length()]; SHARDS];
    let mut gradient = vec![0.0; factors.length()];
    for (step, places, epochs) in steps {
        let mut adam = Adam::new(factors);
        let mut order: Vec<u32> = (0..places.len() as u32).collect();
        let total = epochs as usize * places.len();
        let mut done = 0;
        for epoch in 1..=epochs {
            shuffle(&mut order, &mut random);
            let mut missed = 0.0;
            for batch in order.chunks(training.batch.max(1)) {
                missed += batch_gradient(
                    &weights,
                    &mut gradients,
                    layout,
                    dataset,
                    places,
                    batch,
                    training.threads,
                );
                let rate = training.rate * cosine(done as f32 / total as f32);
                factors.spread(&gradients, batch.len(), &mut gradient);
                adam.step(&mut parameters, &gradient, rate);
                factors.sum(&parameters, &mut weights);
                done += batch.len();
            }
            let kept = &dataset.kept;
            let all = kept
                .iter()
                .map(|place| error(&weights, layout, dataset, place));
            progress(Progress {
                step,
                epoch,
                learned: missed / places.len().max(1) as f64,
                kept: all.sum::<f64>() / kept.len().max(1) as f64,
            });
        }
    }
    Network::from(&layout.network(&weights, training.scale))
}

/// The initial parameters: random for what squares share and for the output, 0 for the rest.
fn first_parameters<P: Networked>(
    factors: Factors,
    layout: Layout,
    random: &mut Random,
) -> Vec<f32> {
    let mut parameters = vec![0.0; factors.length()];
    let first_output = if P::CORRECTS_TERMS { 0.0 } else { FIRST_OUTPUT };
    for (drawn, most) in [
        (layout.length()..factors.length(), FIRST_SHARED),
        (layout.output(0, 0)..layout.output_biases(), first_output),
    ] {
        for parameter in &mut parameters[drawn] {
            *parameter = (random.below(2_000_001) as f32 / 1e6 - 1.0) * most;
        }
    }
    parameters
}

fn shuffle(order: &mut [u32], random: &mut Random) {
    for last in (1..order.len()).rev() {
        order.swap(last, random.below(last as u64 + 1) as usize);
    }
}

/// Cosine decay of the learning rate, from 1 at the beginning to 0.01 at the end.
fn cosine(done: f32) -> f32 {
    0.01 + 0.99 * 0.5 * (1.0 + (std::f32::consts::PI * done).cos())
}

/// Fills the gradients of the shards of a batch; returns the sum of the errors.
fn batch_gradient(
    weights: &[f32],
    gradients: &mut [Vec<f32>],
    layout: Layout,
    dataset: &Dataset,
    places: &[Place],
    batch: &[u32],
    threads: usize,
) -> f64 {
    let mut shards = batch.chunks(batch.len().div_ceil(SHARDS).max(1));
    let work = |gradient: &mut Vec<f32>, shard: &[u32]| -> f64 {
        gradient.fill(0.0);
        let places = shard.iter().map(|number| &places[*number as usize]);
        places
            .map(|place| add_gradient(weights, gradient, layout, dataset, place))
            .sum()
    };
    let each = gradients
        .iter_mut()
        .map(|gradient| (gradient, shards.next().unwrap_or(&[])));
    if threads < 2 {
        return each.map(|(gradient, shard)| work(gradient, shard)).sum();
    }
    thread::scope(|scope| {
        let running: Vec<_> = each
            .map(|(gradient, shard)| scope.spawn(move || work(gradient, shard)))
            .collect();
        let errors = running.into_iter().map(|shard| shard.join());
        errors.map(|error| error.unwrap_or(f64::NAN)).sum()
    })
}

#[cfg(test)]
mod tests {
    use manifold_rules::chess::Chess;
    use manifold_rules::dmchess::DmChess;
    use manifold_rules::hidden960::Hidden960;

    use super::*;

    /// An untrained network.
    fn first<P: Networked>() -> FloatNetwork {
        let training = Training {
            scale: 170,
            result_share: 0.0,
            walks: 0,
            terms_epochs: 0,
            games_epochs: 0,
            batch: 1,
            rate: 1e-3,
            seed: 1,
            threads: 1,
        };
        FloatNetwork::from(&train::<P>(&Dataset::default(), &training, &[], |_| {}))
    }

    #[test]
    fn a_network_that_corrects_terms_begins_with_an_output_of_0_and_one_in_their_place_does_not() {
        for (network, is_silent) in [
            (first::<Chess>(), true),
            (first::<DmChess>(), true),
            (first::<Hidden960>(), false),
        ] {
            let mut outputs = network.outputs.iter().flatten().flatten();
            assert_eq!(outputs.all(|weight| *weight == 0.0), is_silent);
            // Otherwise nothing could be learned.
            let mut rows = network.rows.iter().flatten();
            assert!(rows.any(|weight| *weight != 0.0));
        }
    }
}
