//! The reports of the engine: while it thinks, and at the end.

use std::time::Duration;

use manifold_rules::position::Rules;

/// An action with its score and principal variation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line<P: Rules> {
    /// The action.
    pub action: P::Action,
    /// Centipawns for the player; [`MATE`](crate::MATE) less the plies to it for a forced win.
    pub score: i32,
    /// The principal variation, the action first. Where squares are unknown, that of one determinization.
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
    /// The best actions, the best first: as many as were asked for, or as there are.
    pub lines: Vec<Line<P>>,
}

/// The result of a search: the action chosen, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchResult<P: Rules> {
    /// The action chosen.
    pub action: P::Action,
    /// Centipawns for the player; [`MATE`](crate::MATE) less the plies to it for a forced win.
    pub score: i32,
    /// The principal variation, the action first. Where squares are unknown, that of one determinization.
    pub pv: Vec<P::Action>,
    /// Nodes searched.
    pub nodes: u64,
    /// Depth of the last completed iteration, in plies.
    pub depth: u32,
    /// Positions whose search was cut off, and in how many of them the first action was enough: the measure of move
    /// ordering.
    pub cutoffs: [u64; 2],
    /// The best actions, the best first: as many as were asked for, or as there are. The chosen action need not be
    /// the first of them: weak levels settle for less, and secrets are mixed.
    pub lines: Vec<Line<P>>,
}
