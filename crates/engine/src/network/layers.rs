//! The weights of a network, and their quantisation.

/// Neurons of the accumulator, for each perspective.
pub const WIDTH: usize = 128;
/// Quantisation of the accumulator: the integer for 1.
pub const QA: i32 = 255;
/// Quantisation of the output weights: the integer for 1.
pub const QB: i32 = 64;

/// Largest weight of the output: multiplied by a clipped neuron it still fits into 16 bits.
pub(super) const LARGEST_OUTPUT: i16 = i16::MAX / QA as i16;

/// One number for each neuron.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Neurons(pub(super) [i16; WIDTH]);

/// A quantised network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Network {
    /// The scale of the output: centipawns for 1.
    pub(super) scale: i32,
    /// The weights of the accumulator, by input.
    pub(super) rows: Vec<Neurons>,
    /// The biases of the accumulator.
    pub(super) biases: Neurons,
    /// The weights of the output, by bucket: for the perspective of the player who must act, and of the opponent.
    pub(super) outputs: Vec<[Neurons; 2]>,
    /// The biases of the output, by bucket.
    pub(super) output_biases: Vec<i32>,
}

/// A network in floating point, for training.
#[derive(Debug, Clone, PartialEq)]
pub struct FloatNetwork {
    /// The scale of the output: centipawns for 1.
    pub scale: i32,
    /// The weights of the accumulator, by input.
    pub rows: Vec<[f32; WIDTH]>,
    /// The biases of the accumulator.
    pub biases: [f32; WIDTH],
    /// The weights of the output, by bucket: for the perspective of the player who must act, and of the opponent.
    pub outputs: Vec<[[f32; WIDTH]; 2]>,
    /// The biases of the output, by bucket.
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
    // Numbers that are out of range saturate.
    Neurons(weights.map(|weight| (weight * QA as f32).round() as i16))
}

fn outer(weights: &[f32; WIDTH]) -> Neurons {
    Neurons(weights.map(|weight| {
        let rounded = (weight * QB as f32).round() as i16;
        rounded.clamp(-LARGEST_OUTPUT, LARGEST_OUTPUT)
    }))
}
