//! Adam: Kingma and Ba, *Adam: A Method for Stochastic Optimization*, 2015.

use super::layout::Layout;

const FIRST: f32 = 0.9;
const SECOND: f32 = 0.999;
const EPSILON: f32 = 1e-8;
/// No weight of the layers is larger: the men of a board cannot make an accumulator of 16 bits overflow.
const LARGEST: f32 = 1.98;

pub(super) struct Adam {
    layout: Layout,
    mean: Vec<f32>,
    square: Vec<f32>,
    /// The powers of the two rates after the steps so far.
    powers: [f32; 2],
}

impl Adam {
    pub(super) fn new(layout: Layout) -> Adam {
        Adam {
            layout,
            mean: vec![0.0; layout.length()],
            square: vec![0.0; layout.length()],
            powers: [1.0; 2],
        }
    }

    /// Moves the weights against the sum of the gradients of `count` positions, by at most about `rate` each.
    pub(super) fn step(
        &mut self,
        weights: &mut [f32],
        gradients: &[Vec<f32>],
        count: usize,
        rate: f32,
    ) {
        self.powers = [self.powers[0] * FIRST, self.powers[1] * SECOND];
        let warm = self.powers.map(|power| 1.0 - power);
        let bounded = self.layout.output_biases();
        for place in 0..weights.len() {
            let sum: f32 = gradients.iter().map(|gradient| gradient[place]).sum();
            let slope = sum / count as f32;
            let mean = &mut self.mean[place];
            *mean = FIRST * *mean + (1.0 - FIRST) * slope;
            let square = &mut self.square[place];
            *square = SECOND * *square + (1.0 - SECOND) * slope * slope;
            let moved =
                weights[place] - rate * (*mean / warm[0]) / ((*square / warm[1]).sqrt() + EPSILON);
            weights[place] = if place < bounded {
                moved.clamp(-LARGEST, LARGEST)
            } else {
                moved
            };
        }
    }
}
