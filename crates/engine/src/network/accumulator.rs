//! The accumulators, updated from one position to the next.

use manifold_rules::board::Color;

use super::inputs::{Networked, Orientation, input};
use super::layers::{Network, Neurons, QA, QB};
use super::output_cache::{OutputCache, key_of};

/// An accumulator, and the planes of a board to which it belongs.
#[derive(Debug, Clone, Copy)]
struct Accumulator<P: Networked> {
    planes: P::Planes,
    neurons: Neurons,
}

/// Orientations of a king bucket: as it is, and mirrored.
const ORIENTATIONS: usize = 2;

/// The accumulators of one search.
///
/// There is one for each board, perspective and orientation, as in a refresh table (“Finny table”): it belongs to the last position
/// evaluated in that orientation. The next position, wherever it is in the tree, differs by a few men, and only these are added and
/// subtracted. So nothing has to be undone, and no move has to be known.
///
/// Where there are several boards, a move changes few of them, and the same boards recur throughout a search: their outputs are cached.
#[derive(Debug)]
pub(crate) struct Accumulators<P: Networked> {
    network: &'static Network,
    white: Vec<Accumulator<P>>,
    black: Vec<Accumulator<P>>,
    /// Only for games with several boards: with one board the evaluation cache of the search is enough.
    outputs: Option<OutputCache>,
}

impl<P: Networked> Accumulators<P> {
    pub(crate) fn new(network: &'static Network) -> Accumulators<P> {
        let empty = Accumulator {
            planes: P::EMPTY,
            neurons: network.biases,
        };
        let each = vec![empty; P::BOARDS * ORIENTATIONS * P::KING_BUCKETS];
        Accumulators {
            network,
            white: each.clone(),
            black: each,
            outputs: (P::BOARDS > 1).then(OutputCache::new),
        }
    }

    /// The evaluation of a position for the player who must act, in centipawns.
    pub(crate) fn evaluate(&mut self, position: &P) -> i32 {
        let network = self.network;
        let bucket = position.output_bucket();
        let each = ORIENTATIONS * P::KING_BUCKETS;
        let boards = self
            .white
            .chunks_exact_mut(each)
            .zip(self.black.chunks_exact_mut(each));
        let circumstances = if P::BOARDS > 1 {
            circumstances(position, bucket)
        } else {
            0
        };
        let mut squared = 0;
        for (board, (white, black)) in boards.enumerate() {
            let planes = position.planes(board);
            let mut judge = || judged(network, white, black, position, &planes, bucket);
            squared += match &mut self.outputs {
                Some(outputs) => outputs.of(key_of(planes.as_ref(), circumstances), judge),
                None => judge(),
            };
        }
        // In 64 bits, as a network file may contain any bias.
        let output = squared / i64::from(QA) + i64::from(network.output_biases[bucket]);
        (output * i64::from(network.scale) / i64::from(QA * QB)) as i32
    }
}

/// Everything besides the planes that the output for a board depends on: the output bucket, the player who must act, and both orientations.
fn circumstances<P: Networked>(position: &P, bucket: usize) -> u64 {
    let [white, black] = Color::ALL.map(|color| place(position.orientation(color)) as u64);
    let actor = u64::from(position.actor().is_black());
    (white << 40 | black << 20 | bucket as u64) << 1 | actor
}

/// The index of an accumulator among those of a board and perspective.
#[inline]
fn place(orientation: Orientation) -> usize {
    ORIENTATIONS * orientation.bucket + usize::from(orientation.is_mirrored)
}

/// The output for one board, before the bias, scaled by [`QA`]² × [`QB`].
#[inline(always)]
fn judged<P: Networked>(
    network: &Network,
    white: &mut [Accumulator<P>],
    black: &mut [Accumulator<P>],
    position: &P,
    planes: &P::Planes,
    bucket: usize,
) -> i64 {
    let [to_own, to_other] = &network.outputs[bucket];
    let white = updated(network, white, position, planes, Color::White);
    let black = updated(network, black, position, planes, Color::Black);
    let [own, other] = position.actor().fold_wb([white, black], [black, white]);
    i64::from(activated(own, to_own) + activated(other, to_other))
}

/// The neurons of a perspective, updated to these planes of a board.
fn updated<'a, P: Networked>(
    network: &Network,
    each: &'a mut [Accumulator<P>],
    position: &P,
    planes: &P::Planes,
    perspective: Color,
) -> &'a Neurons {
    let orientation = position.orientation(perspective);
    let Accumulator {
        planes: before,
        neurons,
    } = &mut each[place(orientation)];
    let both = before.as_ref().iter().zip(planes.as_ref());
    for (plane, (old, new)) in both.enumerate() {
        let mut changed = old ^ new;
        while changed != 0 {
            let square = changed.trailing_zeros();
            changed &= changed - 1;
            let row = &network.rows[input::<P>(plane, square, perspective, orientation)];
            if new >> square & 1 == 1 {
                add(neurons, row);
            } else {
                subtract(neurons, row);
            }
        }
    }
    *before = *planes;
    neurons
}

fn add(neurons: &mut Neurons, row: &Neurons) {
    for (neuron, weight) in neurons.0.iter_mut().zip(&row.0) {
        *neuron = neuron.wrapping_add(*weight);
    }
}

fn subtract(neurons: &mut Neurons, row: &Neurons) {
    for (neuron, weight) in neurons.0.iter_mut().zip(&row.0) {
        *neuron = neuron.wrapping_sub(*weight);
    }
}

/// The sum of the activated neurons, each multiplied by its weight.
fn activated(neurons: &Neurons, weights: &Neurons) -> i32 {
    let mut sum = 0;
    for (neuron, weight) in neurons.0.iter().zip(&weights.0) {
        let clipped = (*neuron).clamp(0, QA as i16);
        // In this order the first product fits into 16 bits, and the processor can multiply and add eight pairs at once.
        sum += i32::from(clipped.wrapping_mul(*weight)) * i32::from(clipped);
    }
    sum
}
