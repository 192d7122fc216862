//! Network files.
//!
//! A file begins with a text header: the line `manifold network`, the line `scale` with the centipawns for an output of 1, remarks on how
//! it was made, each after a `#`, and an empty line. The weights follow, little-endian: in 16 bits the weights of the accumulator by input,
//! its biases, and the weights of the output by bucket, first those for the player who must act; then in 32 bits the biases of the output.

use std::fmt::Write;

use super::inputs::Networked;
use super::layers::{LARGEST_OUTPUT, Network, Neurons, WIDTH};

const FIRST_LINE: &str = "manifold network";
const SCALE: &str = "scale ";
pub(super) const LARGEST_SCALE: i32 = 10_000;

/// The reason why a network cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NetworkError(String);

impl std::fmt::Display for NetworkError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NetworkError {}

/// Reads a network for a game.
///
/// # Errors The first fault of the file, or a size that does not fit the game and this version.
pub fn read_network<P: Networked>(bytes: &[u8]) -> Result<Network, NetworkError> {
    let wrong = |what: &str| NetworkError(what.to_owned());
    let end = bytes
        .windows(2)
        .position(|two| two == b"\n\n")
        .ok_or_else(|| wrong("there is no empty line before the weights"))?;
    let (head, weights) = (&bytes[..end], &bytes[end + 2..]);
    let head = std::str::from_utf8(head).map_err(|_| wrong("it does not begin with text"))?;
    let mut lines = head.lines();
    if lines.next() != Some(FIRST_LINE) {
        return Err(NetworkError(format!("line 1: “{FIRST_LINE}” is expected")));
    }
    let scale = lines
        .next()
        .and_then(|line| line.strip_prefix(SCALE)?.parse().ok())
        .filter(|scale| (1..=LARGEST_SCALE).contains(scale))
        .ok_or_else(|| {
            NetworkError(format!(
                "line 2: “{SCALE}” and a number from 1 to {LARGEST_SCALE} are expected"
            ))
        })?;
    if let Some(number) = lines.position(|line| !line.starts_with('#')) {
        return Err(NetworkError(format!(
            "line {}: a remark after “#” is expected",
            number + 3
        )));
    }
    let inputs = P::KING_BUCKETS * P::EMPTY.as_ref().len() * 64;
    let buckets = P::OUTPUT_BUCKETS;
    let expected = 2 * WIDTH * (inputs + 1 + 2 * buckets) + 4 * buckets;
    if weights.len() != expected {
        return Err(NetworkError(format!(
            "a network of this game has {expected} bytes of weights, not {}",
            weights.len()
        )));
    }
    let (layers, biases) = weights.split_at(expected - 4 * buckets);
    let mut layers = layers.chunks_exact(2 * WIDTH).map(neurons);
    let mut next = || {
        layers
            .next()
            .ok_or_else(|| wrong("there are too few weights"))
    };
    let rows = (0..inputs).map(|_| next()).collect::<Result<_, _>>()?;
    let hidden = next()?;
    let mut outputs = Vec::with_capacity(buckets);
    for _ in 0..buckets {
        outputs.push([next()?, next()?]);
    }
    let is_large = |weight: &i16| weight.unsigned_abs() > LARGEST_OUTPUT.unsigned_abs();
    if outputs
        .iter()
        .flatten()
        .any(|row| row.0.iter().any(is_large))
    {
        return Err(NetworkError(format!(
            "a weight of the output is beyond {LARGEST_OUTPUT}"
        )));
    }
    Ok(Network {
        scale,
        rows,
        biases: hidden,
        outputs,
        output_biases: biases
            .chunks_exact(4)
            .map(|four| i32::from_le_bytes([four[0], four[1], four[2], four[3]]))
            .collect(),
    })
}

/// Reads a network that is embedded in the program. Each of them is read by a test.
pub(crate) fn embedded<P: Networked>(bytes: &[u8]) -> Network {
    match read_network::<P>(bytes) {
        Ok(network) => network,
        Err(error) => unreachable!("the program's own network: {error}"),
    }
}

fn neurons(bytes: &[u8]) -> Neurons {
    let mut neurons = Neurons([0; WIDTH]);
    for (neuron, two) in neurons.0.iter_mut().zip(bytes.chunks_exact(2)) {
        *neuron = i16::from_le_bytes([two[0], two[1]]);
    }
    neurons
}

/// Writes a network, with remarks on how it was made.
#[must_use]
pub fn write_network(network: &Network, remarks: &[String]) -> Vec<u8> {
    let mut head = format!("{FIRST_LINE}\n{SCALE}{}\n", network.scale);
    for line in remarks.iter().flat_map(|remark| remark.lines()) {
        let _ = writeln!(head, "# {line}");
    }
    head.push('\n');
    let mut bytes = head.into_bytes();
    let outputs = network.outputs.iter().flatten();
    let layers = network.rows.iter().chain([&network.biases]).chain(outputs);
    for weight in layers.flat_map(|neurons| neurons.0) {
        bytes.extend(weight.to_le_bytes());
    }
    for bias in &network.output_biases {
        bytes.extend(bias.to_le_bytes());
    }
    bytes
}
