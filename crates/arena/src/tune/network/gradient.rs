//! The output of a network for a position, and the gradient of its error.

use manifold_engine::network::WIDTH;

use super::dataset::{Dataset, Place};
use super::layout::{Layout, Neurons, neurons, neurons_mut};
use super::logistic::sigmoid;

/// Number of partial sums of a dot product, fixed so that the result does not depend on the machine.
const LANES: usize = 8;

struct Forward {
    boards: Vec<Layers>,
    expected: f32,
}

/// The layers for one board, by perspective.
struct Layers {
    accumulators: [Neurons; 2],
    activated: [Neurons; 2],
}

fn forward(weights: &[f32], layout: Layout, dataset: &Dataset, place: &Place) -> Forward {
    let bucket = usize::from(place.bucket);
    let mut output = place.offset + weights[layout.output_biases() + bucket];
    let boards = dataset.inputs(place).map(|both| {
        let mut accumulators = [*neurons(weights, layout.biases()); 2];
        let mut activated = [[0.0; WIDTH]; 2];
        for (side, inputs) in both.into_iter().enumerate() {
            for input in inputs {
                let row = neurons(weights, layout.row(usize::from(*input)));
                for (neuron, weight) in accumulators[side].iter_mut().zip(row) {
                    *neuron += weight;
                }
            }
            for (activated, neuron) in activated[side].iter_mut().zip(&accumulators[side]) {
                let clipped = neuron.clamp(0.0, 1.0);
                *activated = clipped * clipped;
            }
            output += dot(
                &activated[side],
                neurons(weights, layout.output(bucket, side)),
            );
        }
        Layers {
            accumulators,
            activated,
        }
    });
    Forward {
        boards: boards.collect(),
        expected: sigmoid(output),
    }
}

/// The squared error in one position.
pub(super) fn error(weights: &[f32], layout: Layout, dataset: &Dataset, place: &Place) -> f64 {
    let found = forward(weights, layout, dataset, place);
    f64::from(found.expected - place.target).powi(2)
}

/// Adds the gradient of the squared error in one position; returns the error.
pub(super) fn add_gradient(
    weights: &[f32],
    gradient: &mut [f32],
    layout: Layout,
    dataset: &Dataset,
    place: &Place,
) -> f64 {
    let bucket = usize::from(place.bucket);
    let found = forward(weights, layout, dataset, place);
    let miss = found.expected - place.target;
    let slope = 2.0 * miss * found.expected * (1.0 - found.expected);
    gradient[layout.output_biases() + bucket] += slope;
    for (both, layers) in dataset.inputs(place).zip(&found.boards) {
        for (side, inputs) in both.into_iter().enumerate() {
            let output = layout.output(bucket, side);
            let mut inner = [0.0; WIDTH];
            let weighted = layers.accumulators[side]
                .iter()
                .zip(neurons(weights, output));
            for (inner, (neuron, weight)) in inner.iter_mut().zip(weighted) {
                let clipped = neuron.clamp(0.0, 1.0);
                let derivative = if clipped == *neuron {
                    2.0 * clipped
                } else {
                    0.0
                };
                *inner = slope * weight * derivative;
            }
            let activated = &layers.activated[side];
            add_scaled(neurons_mut(gradient, output), activated, slope);
            add_scaled(neurons_mut(gradient, layout.biases()), &inner, 1.0);
            for input in inputs {
                let row = layout.row(usize::from(*input));
                add_scaled(neurons_mut(gradient, row), &inner, 1.0);
            }
        }
    }
    f64::from(miss).powi(2)
}

fn add_scaled(sums: &mut Neurons, terms: &Neurons, factor: f32) {
    for (sum, term) in sums.iter_mut().zip(terms) {
        *sum += factor * term;
    }
}

fn dot(one: &Neurons, other: &Neurons) -> f32 {
    let mut lanes = [0.0; LANES];
    for (one, other) in one.chunks_exact(LANES).zip(other.chunks_exact(LANES)) {
        for (lane, (one, other)) in lanes.iter_mut().zip(one.iter().zip(other)) {
            *lane += one * other;
        }
    }
    lanes.iter().sum()
}
