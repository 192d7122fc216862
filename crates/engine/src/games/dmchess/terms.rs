//! The terms of DMChess: chess on each board, energy, kings, control of dimensions, and hanging men.

use std::cell::Cell;

use crate::eval::chess;
use crate::eval::terms::{Block, Labels, block, length, start};
use crate::eval::weights::{Weight, read_at_compile_time};

/// Losses: the greatest, the second, and the sum of all others.
const LOSSES: Labels = Labels::Words(&["first", "second", "others"]);
/// Labels by the number of kings that the owner has left.
const LEFT: Labels = Labels::Words(&["one", "two", "more"]);

pub(super) const BLOCKS: &[Block] = &[
    block("kings", Labels::Numbers(8)),
    block("control", Labels::Numbers(8)),
    block("energy", Labels::Numbers(8)),
    block("charging", Labels::One),
    block("king-on-portal", Labels::One),
    block("stuck", Labels::One),
    block("displaced", Labels::One),
    block("squares-attacked", Labels::One),
    block("near-king-attacked", LEFT),
    block("near-king-bare", LEFT),
    block("hangs-of-mover", LOSSES),
    block("hangs-of-other", LOSSES),
];
const TERMS: usize = chess::TERMS + length(BLOCKS);
/// The first king; the terms of the others follow.
pub(super) const KINGS: usize = chess::TERMS + start(BLOCKS, "kings");
/// The first controlled dimension; the terms of the others follow.
pub(super) const CONTROL: usize = chess::TERMS + start(BLOCKS, "control");
/// An officer of the lowest level; the terms of the others follow.
pub(super) const ENERGY: usize = chess::TERMS + start(BLOCKS, "energy");
/// An officer on an energy square.
pub(super) const CHARGING: usize = chess::TERMS + start(BLOCKS, "charging");
/// A king on a portal square, where it cannot be attacked from other dimensions.
pub(super) const KING_ON_PORTAL: usize = chess::TERMS + start(BLOCKS, "king-on-portal");
/// An officer that cannot leave its board once the Conservation Law binds.
pub(super) const STUCK: usize = chess::TERMS + start(BLOCKS, "stuck");
/// An officer that the next shift will displace.
pub(super) const DISPLACED: usize = chess::TERMS + start(BLOCKS, "displaced");
/// An attacked square.
pub(super) const ATTACKED: usize = chess::TERMS + start(BLOCKS, "squares-attacked");
/// An attacked square beside a king, by the number of kings left.
pub(super) const NEAR_KING_ATTACKED: usize = chess::TERMS + start(BLOCKS, "near-king-attacked");
/// An attacked square beside a king that only the king defends.
pub(super) const NEAR_KING_BARE: usize = chess::TERMS + start(BLOCKS, "near-king-bare");
/// The hanging men of the player to move, in half pawns.
pub(super) const HANGS_OF_MOVER: usize = chess::TERMS + start(BLOCKS, "hangs-of-mover");
/// The hanging men of the other player, in half pawns.
pub(super) const HANGS_OF_OTHER: usize = chess::TERMS + start(BLOCKS, "hangs-of-other");

static SHIPPED: [Weight; TERMS] = read_at_compile_time(include_str!("weights.txt"));
thread_local! {
    /// The weights in use on this thread.
    pub(super) static WEIGHTS: Cell<&'static [Weight]> = const { Cell::new(&SHIPPED) };
}
