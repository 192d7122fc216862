//! A node before it is searched, and an action with its move-ordering score.

/// Maximum length of a line, in actions.
pub(super) const MAX_PLY: usize = 96;

/// The state of the search at a node.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    /// Plies left to search.
    pub(super) depth: i32,
    /// Actions from the root. More than plies of the game where a turn has several actions.
    pub(super) ply: usize,
    /// Actions of the same turn that led here.
    pub(super) steps: u32,
    /// Whether a null move may be tried.
    pub(super) may_pass: bool,
    /// Whether this is an expected cut node.
    pub(super) is_cut: bool,
    /// Whether the action that led here qualifies for a check extension.
    pub(super) extends: bool,
}

impl Node {
    /// The node after one whole ply of the game.
    pub(super) fn after_ply(self, depth: i32) -> Node {
        Node {
            depth,
            ply: self.ply + 1,
            steps: 0,
            may_pass: true,
            is_cut: !self.is_cut,
            extends: false,
        }
    }
}

/// An action with its move-ordering score.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ScoredAction<A> {
    pub(crate) action: A,
    pub(crate) score: i32,
    /// The immediate gain, in centipawns.
    pub(crate) gain: i32,
    /// Whether it is exempt from pruning even if quiet: it attacks a king or the like, or is the tt action.
    pub(crate) is_forcing: bool,
}

impl<A> ScoredAction<A> {
    /// Whether it gains no material at once.
    pub(crate) fn is_quiet(&self) -> bool {
        self.gain <= 0
    }
}
