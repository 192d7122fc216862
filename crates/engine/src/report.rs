//! The reports of the engine: while it thinks, and at the end.

use std::time::Duration;

use manifold_rules::position::Rules;

/// An action with its score and principal variation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line<P: Rules> {
    /// The action.
    pub action: P::Action,
    /// The score for the player, in centipawns; [`MATE`](crate::MATE) minus the plies to the win for a forced win.
    pub score: i32,
    /// The principal variation, beginning with the action. Where squares are unknown, it is the one of a single determinization.
    pub pv: Vec<P::Action>,
}

/// The state of a search after a completed iteration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report<P: Rules> {
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// Length of the longest line searched, in actions.
    pub selective_depth: u32,
    /// Nodes so far.
    pub nodes: u64,
    /// Time since the start. The only field that is not reproducible.
    pub time: Duration,
    /// How full the transposition table is, per mille.
    pub hash_full: u32,
    /// The best actions, best first: as many as were asked for, or fewer if there are fewer.
    pub lines: Vec<Line<P>>,
}

/// The result of a search: the action chosen, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchResult<P: Rules> {
    /// The action chosen.
    pub action: P::Action,
    /// The score for the player, in centipawns; [`MATE`](crate::MATE) minus the plies to the win for a forced win.
    pub score: i32,
    /// The principal variation, beginning with the action. Where squares are unknown, it is the one of a single determinization.
    pub pv: Vec<P::Action>,
    /// Nodes searched.
    pub nodes: u64,
    /// Depth of the last completed iteration, in plies.
    pub depth: u32,
    /// Beta cutoffs, and how many of them came with the first action: the measure of move ordering.
    pub cutoffs: [u64; 2],
    /// The best actions, best first: as many as were asked for, or fewer if there are fewer. The chosen action may not
    /// be the first of them: weak levels settle for less, and secrets are played by a mixed strategy.
    pub lines: Vec<Line<P>>,
}
