//! Adam: Kingma and Ba, *Adam: A Method for Stochastic Optimization*, 2015.

use super::factors::{Factors, LARGEST};

const FIRST: f32 = 0.9;
const SECOND: f32 = 0.999;
const EPSILON: f32 = 1e-8;
/// Weight decay of the parameters that are an input's own, so that rare inputs have little effect: Loshchilov and Hutter, *Decoupled
/// Weight Decay Regularization*, 2019.
const DECAY: f32 = 10.0;

pub(super) struct Adam {
    factors: Factors,
    mean: Vec<f32>,
    square: Vec<f32>,
    /// The powers of `FIRST` and `SECOND` after the steps so far, for bias correction.
    powers: [f32; 2],
}

impl Adam {
    pub(super) fn new(factors: Factors) -> Adam {
        Adam {
            factors,
            mean: vec![0.0; factors.length()],
            square: vec![0.0; factors.length()],
            powers: [1.0; 2],
        }
    }

    /// Moves the parameters against the gradient, by at most about `rate` each.
    pub(super) fn step(&mut self, parameters: &mut [f32], gradient: &[f32], rate: f32) {
        self.powers = [self.powers[0] * FIRST, self.powers[1] * SECOND];
        let warm = self.powers.map(|power| 1.0 - power);
        let kept = 1.0 - rate * DECAY;
        for parameter in &mut parameters[..self.factors.own_rows()] {
            *parameter *= kept;
        }
        for (place, parameter) in parameters.iter_mut().enumerate() {
            let slope = gradient[place];
            let mean = &mut self.mean[place];
            *mean = FIRST * *mean + (1.0 - FIRST) * slope;
            let square = &mut self.square[place];
            *square = SECOND * *square + (1.0 - SECOND) * slope * slope;
            *parameter -= rate * (*mean / warm[0]) / ((*square / warm[1]).sqrt() + EPSILON);
        }
        for parameter in &mut parameters[self.factors.own_rows()..self.factors.bounded()] {
            *parameter = parameter.clamp(-LARGEST, LARGEST);
        }
    }
}
