//! What the engine says: while it thinks, and at the end.

use std::time::Duration;

use manifold_rules::position::Rules;

/// An action, its worth, and what is expected to follow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line<P: Rules> {
    /// What to do.
    pub action: P::Action,
    /// Its worth for the player, in centipawns; [`MATE`](crate::MATE) less the plies to it for a win
    /// by force.
    pub score: i32,
    /// What is expected to happen, the action first. Where squares are unknown, in one of the worlds
    /// that were thought about.
    pub line: Vec<P::Action>,
}

/// What has been found so far: made after every completed iteration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report<P: Rules> {
    /// Plies of the iteration.
    pub depth: u32,
    /// Plies of the longest line that was followed.
    pub selective_depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Time since the start. The only thing here that is not the same the next time.
    pub time: Duration,
    /// How full the memory for positions is, in thousandths.
    pub hash_full: u32,
    /// The best actions, the best first: as many as were asked for, or as there are.
    pub lines: Vec<Line<P>>,
}

/// A decision, and what led to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thought<P: Rules> {
    /// What to do.
    pub action: P::Action,
    /// Its worth for the player, in centipawns; [`MATE`](crate::MATE) less the plies to it for a win
    /// by force.
    pub score: i32,
    /// What is expected to happen, the action first. Where squares are unknown, in one of the worlds
    /// that were thought about.
    pub line: Vec<P::Action>,
    /// Positions looked at.
    pub nodes: u64,
    /// The deepest iteration that was completed.
    pub depth: u32,
    /// The best actions, the best first: as many as were asked for, or as there are. The chosen action
    /// need not be the first of them: weak levels are content with less, and secrets are mixed.
    pub lines: Vec<Line<P>>,
}
