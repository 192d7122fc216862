//! The weights of a network in one list.

use manifold_engine::network::{FloatNetwork, Networked, WIDTH};

/// One number for each neuron of the accumulator.
pub(super) type Neurons = [f32; WIDTH];

/// The places of the weights: those of the accumulator by input, its biases, those of the output by bucket and side, its biases.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layout {
    pub(super) inputs: usize,
    buckets: usize,
}

impl Layout {
    pub(super) fn of<P: Networked>() -> Layout {
        Layout {
            inputs: P::KING_BUCKETS * P::EMPTY.as_ref().len() * 64,
            buckets: P::OUTPUT_BUCKETS,
        }
    }

    pub(super) const fn row(self, input: usize) -> usize {
        input * WIDTH
    }

    pub(super) const fn biases(self) -> usize {
        self.row(self.inputs)
    }

    pub(super) const fn output(self, bucket: usize, side: usize) -> usize {
        self.row(self.inputs + 1 + 2 * bucket + side)
    }

    pub(super) const fn output_biases(self) -> usize {
        self.output(self.buckets, 0)
    }

    pub(super) const fn length(self) -> usize {
        self.output_biases() + self.buckets
    }

    /// The weights of a network.
    pub(super) fn weights(self, network: &FloatNetwork) -> Vec<f32> {
        let outputs = network.outputs.iter().flatten();
        let layers = network.rows.iter().chain([&network.biases]).chain(outputs);
        let mut weights: Vec<f32> = layers.flatten().copied().collect();
        weights.extend(&network.output_biases);
        weights
    }

    /// The network with these weights.
    pub(super) fn network(self, weights: &[f32], scale: i32) -> FloatNetwork {
        let at = |start| *neurons(weights, start);
        FloatNetwork {
            scale,
            rows: (0..self.inputs).map(|input| at(self.row(input))).collect(),
            biases: at(self.biases()),
            outputs: (0..self.buckets)
                .map(|bucket| [0, 1].map(|side| at(self.output(bucket, side))))
                .collect(),
            output_biases: weights[self.output_biases()..].to_vec(),
        }
    }
}

/// The neurons that begin at `start`.
#[inline]
pub(super) fn neurons(weights: &[f32], start: usize) -> &Neurons {
    match weights[start..].first_chunk() {
        Some(neurons) => neurons,
        None => unreachable!("a layout has all its neurons"),
    }
}

/// The same, to be changed.
#[inline]
pub(super) fn neurons_mut(weights: &mut [f32], start: usize) -> &mut Neurons {
    match weights[start..].first_chunk_mut() {
        Some(neurons) => neurons,
        None => unreachable!("a layout has all its neurons"),
    }
}
