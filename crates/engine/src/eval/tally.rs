//! Counting terms, and summing up their weights.
//!
//! A game defines once, in [`Evaluated::tally`], which terms it counts in a position. The search sums up their weights
//! on the fly ([`score`]); the tuner records the counts ([`Trace`]). Both run the same code, so they cannot disagree.
//! Counts are White's minus Black's; a weight has one value in centipawns for the middlegame and one for the endgame,
//! which are blended by the game phase.

use std::cell::Cell;
use std::thread::LocalKey;

use manifold_rules::board::Color;
use manifold_rules::position::Rules;

use super::pawn_hash;
use super::weights::Weight;

/// Receives the terms of a position as they are counted.
pub trait Tally {
    /// Counts a term `times` times for White, or for Black if negative.
    fn count(&mut self, term: usize, times: i32);

    /// Adds a value that is not a sum of terms, White's minus Black's.
    fn add(&mut self, value: Weight);

    /// Adds to the game phase.
    fn phase(&mut self, part: i32);

    /// Scales the endgame score, in 64ths: by the first share if White is ahead in it, by the second if Black is.
    fn limit(&mut self, shares: [i32; 2]);

    /// Calls `count` for terms that depend only on what the key covers: pawns and kings. Their sum may be cached, so `count` must neither
    /// add to the phase nor set a limit.
    fn hashed(&mut self, _key: u64, count: impl FnOnce(&mut Self))
    where
        Self: Sized,
    {
        count(self);
    }
}

/// The whole of the endgame score, in 64ths.
pub(crate) const FULL_SHARE: i32 = 64;

/// A game whose evaluation is a sum of weighted terms.
pub trait Evaluated: Rules {
    /// The game phase with all men on the board.
    const FULL_PHASE: i32;

    /// Plies after which a self-play game counts as drawn when weights are tuned.
    const LONGEST: u32 = 300;

    /// The names of all terms, in the order of their numbers.
    fn term_names() -> Vec<String>;

    /// The weights set by hand, from which tuning starts.
    fn hand_tuned() -> Vec<Weight>;

    /// The weights in use on this thread: the shipped ones, except within [`with_weights`].
    fn weights() -> &'static LocalKey<Cell<&'static [Weight]>>;

    /// Counts all terms of the position.
    fn tally<T: Tally>(&self, tally: &mut T);
}

/// The static evaluation of a position for `color`, in centipawns.
#[inline]
pub(crate) fn score<P: Evaluated>(position: &P, color: Color) -> i32 {
    let mut sum = Sum::new(P::weights().get());
    position.tally(&mut sum);
    color.fold_wb(1, -1) * sum.blend(P::FULL_PHASE)
}

/// Runs `work` with these weights instead of the shipped ones, on this thread.
pub fn with_weights<P: Evaluated, R>(weights: &'static [Weight], work: impl FnOnce() -> R) -> R {
    let before = P::weights().replace(weights);
    let result = work();
    P::weights().set(before);
    result
}

/// The sum of the weights of the terms counted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sum {
    weights: &'static [Weight],
    total: Weight,
    phase: i32,
    shares: [i32; 2],
}

impl Sum {
    pub(crate) fn new(weights: &'static [Weight]) -> Sum {
        Sum {
            weights,
            total: Weight::default(),
            phase: 0,
            shares: [FULL_SHARE; 2],
        }
    }

    /// The sum so far.
    pub(crate) fn total(&self) -> Weight {
        self.total
    }

    /// The game phase so far.
    pub(crate) fn phase_so_far(&self) -> i32 {
        self.phase
    }

    /// The evaluation for White, in centipawns. `full` is the game phase with all men on the board.
    pub(crate) fn blend(self, full: i32) -> i32 {
        let (middle, end) = (self.total.middle(), self.total.end());
        let end = end * self.shares[usize::from(end < 0)] / FULL_SHARE;
        let phase = self.phase.clamp(0, full);
        (middle * phase + end * (full - phase)) / full
    }
}

impl Tally for Sum {
    #[inline]
    fn count(&mut self, term: usize, times: i32) {
        self.total += self.weights[term] * times;
    }

    #[inline]
    fn add(&mut self, value: Weight) {
        self.total += value;
    }

    #[inline]
    fn phase(&mut self, part: i32) {
        self.phase += part;
    }

    #[inline]
    fn limit(&mut self, shares: [i32; 2]) {
        self.shares = shares;
    }

    #[inline]
    fn hashed(&mut self, key: u64, count: impl FnOnce(&mut Sum)) {
        let mut part = Sum::new(self.weights);
        self.total += pawn_hash::remembered(key, self.weights, || {
            count(&mut part);
            part.total
        });
    }
}

/// The terms of one position, with how often each is counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trace {
    counts: Vec<(u16, i16)>,
    rest: Weight,
    phase: i32,
    shares: [i32; 2],
}

impl Default for Trace {
    fn default() -> Trace {
        Trace {
            counts: Vec::new(),
            rest: Weight::default(),
            phase: 0,
            shares: [FULL_SHARE; 2],
        }
    }
}

impl Trace {
    /// The trace of a position.
    pub fn of<P: Evaluated>(position: &P) -> Trace {
        let mut trace = Trace::default();
        position.tally(&mut trace);
        trace.counts.sort_unstable_by_key(|(term, _)| *term);
        trace.counts.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += next.1;
            }
            same
        });
        trace.counts.retain(|(_, times)| *times != 0);
        trace
    }

    /// Terms with their counts, White's minus Black's.
    pub fn counts(&self) -> &[(u16, i16)] {
        &self.counts
    }

    /// The value that is not a sum of terms, White's minus Black's.
    pub fn rest(&self) -> Weight {
        self.rest
    }

    /// The shares of the endgame score that count where White and where Black is ahead in it, 0 to 1.
    pub fn shares(&self) -> [f64; 2] {
        self.shares
            .map(|share| f64::from(share) / f64::from(FULL_SHARE))
    }

    /// The game phase, 0 to `full`.
    pub fn middlegame(&self, full: i32) -> i32 {
        self.phase.clamp(0, full)
    }
}

impl Tally for Trace {
    fn count(&mut self, term: usize, times: i32) {
        self.counts.push((term as u16, times as i16));
    }

    fn add(&mut self, value: Weight) {
        self.rest += value;
    }

    fn phase(&mut self, part: i32) {
        self.phase += part;
    }

    fn limit(&mut self, shares: [i32; 2]) {
        self.shares = shares;
    }
}
