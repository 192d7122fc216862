//! The weights of a network, and their rounding.

/// Neurons of the accumulator, for each perspective.
pub const WIDTH: usize = 128;
/// Quantisation of the accumulator: the integer for 1.
pub const QA: i32 = 255;
/// Quantisation of the output weights: the integer for 1.
pub const QB: i32 = 64;

/// No weight of the output is larger: times a clipped neuron it fits 16 bits.
pub(super) const LARGEST_OUTPUT: i16 = i16::MAX / QA as i16;

/// One number for each neuron.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Neurons(pub(super) [i16; WIDTH]);

/// A network, in whole numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Network {
    /// Centipawns for an output of 1.
    pub(super) scale: i32,
    /// The weights of the accumulator, by input.
    pub(super) rows: Vec<Neurons>,
    /// Its biases.
    pub(super) biases: Neurons,
    /// The weights of the output by bucket: for the player who must act, and for the opponent.
    pub(super) outputs: Vec<[Neurons; 2]>,
    /// Its biases by bucket.
    pub(super) output_biases: Vec<i32>,
}

/// A network in floating point, as training has it.
#[derive(Debug, Clone, PartialEq)]
pub struct FloatNetwork {
    /// Centipawns for an output of 1.
    pub scale: i32,
    /// The weights of the accumulator, by input.
    pub rows: Vec<[f32; WIDTH]>,
    /// Its biases.
    pub biases: [f32; WIDTH],
    /// The weights of the output by bucket: for the player who must act, and for the opponent.
    pub outputs: Vec<[[f32; WIDTH]; 2]>,
    /// Its biases by bucket.
    pub output_biases: Vec<f32>,
}

impl From<&FloatNetwork> for Network {
    fn from(network: &FloatNetwork) -> Network {
        let outputs = network.outputs.iter();
        let output_biases = network.output_biases.iter();
        Network {
            scale: network.scale,
            rows: network.rows.iter().map(inner).collect(),
            biases: inner(&network.biases),
            outputs: outputs.map(|both| both.each_ref().map(outer)).collect(),
            output_biases: output_biases
                .map(|bias| (bias * (QA * QB) as f32).round() as i32)
                .collect(),
        }
    }
}

impl From<&Network> for FloatNetwork {
    fn from(network: &Network) -> FloatNetwork {
        let outputs = network.outputs.iter();
        let output_biases = network.output_biases.iter();
        FloatNetwork {
            scale: network.scale,
            rows: network.rows.iter().map(|row| divided(row, QA)).collect(),
            biases: divided(&network.biases, QA),
            outputs: outputs
                .map(|both| both.each_ref().map(|row| divided(row, QB)))
                .collect(),
            output_biases: output_biases
                .map(|bias| *bias as f32 / (QA * QB) as f32)
                .collect(),
        }
    }
}

fn divided(neurons: &Neurons, one: i32) -> [f32; WIDTH] {
    neurons.0.map(|weight| f32::from(weight) / one as f32)
}

fn inner(weights: &[f32; WIDTH]) -> Neurons {
    // Too large a number becomes the largest.
    Neurons(weights.map(|weight| (weight * QA as f32).round() as i16))
}

fn outer(weights: &[f32; WIDTH]) -> Neurons {
    Neurons(weights.map(|weight| {
        let rounded = (weight * QB as f32).round() as i16;
        rounded.clamp(-LARGEST_OUTPUT, LARGEST_OUTPUT)
    }))
}
