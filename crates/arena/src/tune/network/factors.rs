//! Factorised inputs: weights that the inputs of one plane share during training.
//!
//! The weights of an input are a sum: those of its plane, of its rank and its file in that plane, and its own. So the value of a knight is
//! learned from all knights, and only the difference of a knight on c3 from knights on c3. In the end the sums are the network.

use manifold_engine::network::WIDTH;

use super::layout::Layout;

const SQUARES: usize = 64;
/// Upper limit of the weights of the layers, so that the men of a board cannot overflow a 16-bit accumulator.
pub(super) const LARGEST: f32 = 1.98;
/// Shared rows per plane: one for the plane, one for each rank and one for each file.
const SHARED: usize = 1 + 8 + 8;

/// The layout of the parameters from which the weights are summed: one for each weight, followed by the shared rows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Factors {
    layout: Layout,
}

impl Factors {
    pub(super) const fn of(layout: Layout) -> Factors {
        Factors { layout }
    }

    /// The number of parameters.
    pub(super) const fn length(self) -> usize {
        self.layout.length() + self.layout.inputs / SQUARES * SHARED * WIDTH
    }

    /// The end of the inputs' own parameters.
    pub(super) const fn own_rows(self) -> usize {
        self.layout.biases()
    }

    /// The end of the weights that are bounded by [`LARGEST`].
    pub(super) const fn bounded(self) -> usize {
        self.layout.output_biases()
    }

    /// The offsets of the shared rows of an input: plane, rank and file.
    const fn shared(self, input: usize) -> [usize; 3] {
        let plane = self.layout.length() + input / SQUARES * SHARED * WIDTH;
        let square = input % SQUARES;
        [
            plane,
            plane + (1 + square / 8) * WIDTH,
            plane + (9 + square % 8) * WIDTH,
        ]
    }

    /// Splits weights into parameters: a shared row is the mean over its squares.
    pub(super) fn split(self, weights: &[f32]) -> Vec<f32> {
        let mut parameters = weights.to_vec();
        parameters.resize(self.length(), 0.0);
        for (part, squares) in [64.0, 8.0, 8.0].into_iter().enumerate() {
            let places = |input| (self.layout.row(input), self.shared(input)[part]);
            for (own, shared) in (0..self.layout.inputs).map(places) {
                for neuron in 0..WIDTH {
                    parameters[shared + neuron] += parameters[own + neuron] / squares;
                }
            }
            for (own, shared) in (0..self.layout.inputs).map(places) {
                for neuron in 0..WIDTH {
                    parameters[own + neuron] -= parameters[shared + neuron];
                }
            }
        }
        parameters
    }

    /// Sums the parameters into the weights of the network.
    pub(super) fn sum(self, parameters: &[f32], weights: &mut [f32]) {
        weights.copy_from_slice(&parameters[..self.layout.length()]);
        for input in 0..self.layout.inputs {
            let row = &mut weights[self.layout.row(input)..][..WIDTH];
            for shared in self.shared(input) {
                for (weight, shared) in row.iter_mut().zip(&parameters[shared..][..WIDTH]) {
                    *weight += shared;
                }
            }
            for weight in row {
                *weight = weight.clamp(-LARGEST, LARGEST);
            }
        }
    }

    /// The mean gradient by the parameters, from the sums of the gradients by the weights over `count` positions.
    pub(super) fn spread(self, gradients: &[Vec<f32>], count: usize, out: &mut [f32]) {
        out.fill(0.0);
        let (own, _) = out.split_at_mut(self.layout.length());
        for (place, mean) in own.iter_mut().enumerate() {
            let sum: f32 = gradients.iter().map(|gradient| gradient[place]).sum();
            *mean = sum / count as f32;
        }
        for input in 0..self.layout.inputs {
            let (own, rest) = out.split_at_mut(self.layout.length());
            let row = &own[self.layout.row(input)..][..WIDTH];
            for shared in self.shared(input) {
                let start = shared - self.layout.length();
                for (sum, slope) in rest[start..][..WIDTH].iter_mut().zip(row) {
                    *sum += slope;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use manifold_rules::chess::Chess;

    use super::*;

    #[test]
    fn a_knight_on_c3_weighs_what_knights_do_and_those_on_its_rank_and_file_and_itself() {
        let factors = Factors::of(Layout::of::<Chess>());
        let mut parameters = vec![0.0; factors.length()];
        let (knights, c3) = (2, 0o22);
        let input = knights * SQUARES + c3;
        let [plane, rank, file] = factors.shared(input);
        for (place, weight) in [(plane, 0.5), (rank, 0.25), (file, 0.125)] {
            parameters[place] = weight;
        }
        parameters[factors.layout.row(input)] = 0.0625;
        let mut weights = vec![0.0; factors.layout.length()];
        factors.sum(&parameters, &mut weights);
        let weight =
            |plane: usize, square: usize| weights[factors.layout.row(plane * SQUARES + square)];
        assert_eq!(weight(knights, c3), 0.9375);
        assert_eq!(weight(knights, 0o23), 0.75, "d3");
        assert_eq!(weight(knights, 0o32), 0.625, "c4");
        assert_eq!(weight(knights, 0o33), 0.5, "d4");
        assert_eq!(weight(knights + 1, c3), 0.0, "the opponent's");
        parameters[plane] = 3.0;
        factors.sum(&parameters, &mut weights);
        assert_eq!(weights[factors.layout.row(input)], LARGEST);
    }

    #[test]
    fn the_parameters_of_a_network_give_that_network_again() {
        let factors = Factors::of(Layout::of::<Chess>());
        let mut weights: Vec<f32> = (0..factors.layout.length())
            .map(|place| (place * place % 1_009) as f32 / 1_009.0)
            .collect();
        // In a plane whose squares all have the same weights, no input has anything of its own.
        let alike = &mut weights[factors.layout.row(SQUARES)..factors.layout.row(2 * SQUARES)];
        alike.fill(0.75);
        let parameters = factors.split(&weights);
        let mut again = vec![0.0; weights.len()];
        factors.sum(&parameters, &mut again);
        for (before, after) in weights.iter().zip(&again) {
            assert!((before - after).abs() < 1e-5, "{before} became {after}");
        }
        assert_eq!(parameters[factors.layout.row(SQUARES + 9)], 0.0);
        assert_eq!(parameters[factors.shared(SQUARES + 9)[0]], 0.75);
    }

    #[test]
    fn the_gradient_of_what_is_shared_is_the_sum_of_those_that_share_it() {
        let factors = Factors::of(Layout::of::<Chess>());
        let length = factors.layout.length();
        let gradients: [Vec<f32>; 2] = [1.0, 3.0].map(|factor| {
            (0..length)
                .map(|place| factor * (place % 7) as f32)
                .collect()
        });
        let mut mean = vec![0.0; factors.length()];
        factors.spread(&gradients, 4, &mut mean);
        // For each parameter in turn: its gradient is the sum over the weights that it changes.
        let inputs = [0, 100, factors.layout.inputs - 1];
        let places = inputs.into_iter().flat_map(|input| factors.shared(input));
        for place in places.chain([5, length - 1]) {
            let mut parameters = vec![0.0; factors.length()];
            parameters[place] = 1.0;
            let mut weights = vec![0.0; length];
            factors.sum(&parameters, &mut weights);
            let changed = weights.iter().enumerate();
            let slope: f32 = changed.map(|(at, weight)| weight * (at % 7) as f32).sum();
            assert_eq!(mean[place], slope, "parameter {place}");
        }
    }
}
