//! The terms of DMChess: chess on each board, energy, kings, the control of dimensions, and what hangs.
//!
//! They are counted where the attacks through all portals are known: in [`crate::games::dmchess`].

use std::cell::Cell;
use std::thread::LocalKey;

use manifold_rules::dmchess::{DOMINANT_CONTROL, DmChess};

use super::terms::block;
use super::{Block, Evaluated, Labels, Tally, Weight, chess, hand, length, names};
use super::{read_at_compile_time, start};
use crate::games::dmchess;

/// What would be lost: most by one capture, by the next, and by all others together.
const LOSSES: Labels = Labels::Words(&["first", "second", "others"]);
/// Kings that their owner has left.
const LEFT: Labels = Labels::Words(&["one", "two", "more"]);

const BLOCKS: &[Block] = &[
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
pub(crate) const KINGS: usize = chess::TERMS + start(BLOCKS, "kings");
/// The first controlled dimension; the terms of the others follow.
pub(crate) const CONTROL: usize = chess::TERMS + start(BLOCKS, "control");
/// An officer of the lowest level; the terms of the others follow.
pub(crate) const ENERGY: usize = chess::TERMS + start(BLOCKS, "energy");
/// An officer on an energy square.
pub(crate) const CHARGING: usize = chess::TERMS + start(BLOCKS, "charging");
/// A king on a portal square, where nobody strikes from other dimensions.
pub(crate) const KING_ON_PORTAL: usize = chess::TERMS + start(BLOCKS, "king-on-portal");
/// An officer whose energy the imbalance of its board keeps there, once the Conservation Law binds.
pub(crate) const STUCK: usize = chess::TERMS + start(BLOCKS, "stuck");
/// An officer that the next shift will drive away.
pub(crate) const DISPLACED: usize = chess::TERMS + start(BLOCKS, "displaced");
/// A square that is attacked.
pub(crate) const ATTACKED: usize = chess::TERMS + start(BLOCKS, "squares-attacked");
/// An attacked square beside a king: of the last king, the last two, or more; so for the next.
pub(crate) const NEAR_KING_ATTACKED: usize = chess::TERMS + start(BLOCKS, "near-king-attacked");
/// An attacked square beside a king that nobody but the king guards.
pub(crate) const NEAR_KING_BARE: usize = chess::TERMS + start(BLOCKS, "near-king-bare");
/// Half pawns that the player to move would lose.
pub(crate) const HANGS_OF_MOVER: usize = chess::TERMS + start(BLOCKS, "hangs-of-mover");
/// Half pawns that the other player would lose.
pub(crate) const HANGS_OF_OTHER: usize = chess::TERMS + start(BLOCKS, "hangs-of-other");

static SHIPPED: [Weight; TERMS] = read_at_compile_time(include_str!("../weights/dmchess.txt"));
thread_local! {
    static WEIGHTS: Cell<&'static [Weight]> = const { Cell::new(&SHIPPED) };
}

impl Evaluated for DmChess {
    const FULL_PHASE: i32 = 24 * 8;
    const LONGEST: u32 = 1_000;

    fn term_names() -> Vec<String> {
        [names(chess::BLOCKS), names(BLOCKS)].concat()
    }

    fn hand_set() -> Vec<Weight> {
        // The fewer kings are left the more each is worth: with three of them nobody can keep five dimensions
        // from being controlled.
        let kings = (1..=8).map(dmchess::king_worth);
        let control = (1..=8).map(|count| 40 + if count + 2 > DOMINANT_CONTROL { 150 } else { 0 });
        let energy = (1..=8).map(|level| 5 * level);
        let others = [
            2, 12, -4, -6, 1, -14, -8, -4, -14, -8, -4, -3, -25, -8, -17, -12, -5,
        ];
        let mut all = hand::of_chess();
        all[chess::TEMPO] = Weight::new(12, 12);
        let own = kings.chain(control).chain(energy).chain(others);
        all.extend(own.map(|worth| Weight::new(worth, worth)));
        all
    }

    fn weights() -> &'static LocalKey<Cell<&'static [Weight]>> {
        &WEIGHTS
    }

    fn tally<T: Tally>(&self, tally: &mut T) {
        dmchess::tally(self, tally);
    }
}
