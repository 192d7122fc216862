//! The context of an interior node before its actions are tried, and the results so far.

use super::history::CorrectionIndex;
use super::node::Node;
use super::score::{INFINITE, MATE_IN_MAX_PLY};
use super::tt::{Bound, Entry};

/// From this score on, and within [`WON_PLY`] of the root, nothing is pruned by its evaluation: only the mate is left
/// to find.
const WON: i32 = 1_000;
const WON_PLY: usize = 5;

/// An interior node that was looked up in the transposition table and evaluated.
pub(super) struct NodeContext<A> {
    pub(super) node: Node,
    pub(super) is_pv: bool,
    /// Whether the actor has no free choice.
    pub(super) forced: bool,
    /// Whether the static evaluation cannot judge the position. Nothing is pruned then.
    pub(super) sharp: bool,
    /// Plies of the game from the root.
    pub(super) root_distance: i32,
    /// The action excluded by a singular search.
    pub(super) excluded: Option<A>,
    pub(super) tt_entry: Option<Entry<A>>,
    pub(super) eval: StaticEval,
}

/// The static evaluation of a node. Without a free choice there is none, and all scores are 0.
pub(super) struct StaticEval {
    /// The corrected evaluation, or the tt score where that is the better estimate.
    pub(super) score: i32,
    /// The evaluation corrected by correction history only.
    pub(super) corrected: i32,
    /// The indices in correction history; `None` for no correction.
    pub(super) corrections: Option<CorrectionIndex>,
    /// Whether it has risen in the last two actions.
    pub(super) improving: bool,
}

/// The results of the actions tried so far.
pub(super) struct Progress<A> {
    pub(super) alpha: i32,
    pub(super) beta: i32,
    /// The best score.
    pub(super) best: i32,
    /// The action that raised alpha last.
    pub(super) best_action: Option<A>,
    pub(super) bound: Bound,
    /// Actions searched.
    pub(super) tried: i32,
    /// Quiet actions, including those that were pruned.
    pub(super) quiets: i32,
}

impl<A> Progress<A> {
    pub(super) fn new(alpha: i32, beta: i32) -> Progress<A> {
        Progress {
            alpha,
            beta,
            best: -INFINITE,
            best_action: None,
            bound: Bound::Upper,
            tried: 0,
            quiets: 0,
        }
    }

    pub(super) fn is_mate_search(&self) -> bool {
        is_mate_search(self.alpha, self.beta)
    }
}

/// Whether a forced win is known, so that only a shorter one matters.
pub(super) fn is_mate_search(alpha: i32, beta: i32) -> bool {
    alpha >= MATE_IN_MAX_PLY || beta <= -MATE_IN_MAX_PLY
}

/// Whether a player with this score has only the mate left to find.
pub(super) fn is_won(score: i32, ply: usize) -> bool {
    score >= WON && ply <= WON_PLY
}
