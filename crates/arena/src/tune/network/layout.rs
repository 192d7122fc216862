//! The weights of a network in one list.

use manifold_engine::network::{FloatNetwork, Networked, WIDTH};

/// One number for each neuron of the accumulator.
pub(super) type Neurons = [f32; WIDTH];

/// The offsets in the list: the weights of the accumulator by input, its biases, the weights of the output by bucket and side, its biases.
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

    /// The mean of networks, weight by weight: if they were trained from the same network on the same positions with
    /// different settings, the mean is often better than each (*model soups*, Wortsman et al. 2022). `None` if there are no networks.
    pub(super) fn mean(self, networks: &[FloatNetwork]) -> Option<Vec<f32>> {
        let all = networks.iter().map(|network| self.weights(network));
        let mut mean = all.reduce(|mut sums, weights| {
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += weight;
            }
            sums
        })?;
        let share = 1.0 / networks.len() as f32;
        mean.iter_mut().for_each(|weight| *weight *= share);
        Some(mean)
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

/// Like [`neurons`], but mutable.
#[inline]
pub(super) fn neurons_mut(weights: &mut [f32], start: usize) -> &mut Neurons {
    match weights[start..].first_chunk_mut() {
        Some(neurons) => neurons,
        None => unreachable!("a layout has all its neurons"),
    }
}

#[cfg(test)]
mod tests {
    use manifold_engine::Random;
    use manifold_rules::chess::Chess;

    use super::*;

    #[test]
    fn the_mean_of_networks_is_between_them_weight_by_weight() {
        let layout = Layout::of::<Chess>();
        let mut random = Random::new(1);
        let weights = [(); 2].map(|()| -> Vec<f32> {
            let drawn = (0..layout.length()).map(|_| random.below(1_000) as f32);
            drawn.collect()
        });
        let networks = weights.each_ref().map(|one| layout.network(one, 170));
        let mean = layout.mean(&networks).expect("two");
        let [one, other] = &weights;
        for ((a, b), between) in one.iter().zip(other).zip(&mean) {
            assert_eq!(*between, (a + b) / 2.0);
        }
        assert_eq!(mean.len(), layout.length());
        assert_eq!(layout.mean(&networks[..1]).as_ref(), Some(one));
        assert_eq!(layout.mean(&[]), None);
    }
}
