//! Proof-number search for forced wins, which runs beside the main search.
//!
//! With hundreds of actions, as in DMChess, the main search prunes most of them, and misses a win that begins with a pruned one; in chess
//! it takes long to find a win that begins with a sacrifice. This search prunes nothing. At each step it expands the most-proving node, the
//! open position that seems to need the least effort to prove or disprove that the actor wins in 2 turns; once that is disproven, in 3, and
//! so on. Actions that leave few answers come first. A position in which the attacker must win within 2 turns is a leaf: it is decided at
//! once, since most of the attacker's actions are refuted by the answer that refuted the previous one.
//!
//! With very many men on the boards, only actions that leave the opponent no free choice are tried.

mod expansion;
mod node;

use expansion::Expansion;
use node::ProofNode;

use super::budget::Budget;
use crate::playable::{Playable, ProofScope};

/// Maximum number of nodes in memory.
const MAX_NODES: usize = 1 << 20;

/// A forced win.
#[derive(Debug, Clone)]
pub(crate) struct ForcedWin<A> {
    /// The line in which the defender holds out as long as possible, as far as it is known.
    pub(crate) pv: Vec<A>,
    /// Turns that the winner needs.
    pub(crate) turns: u32,
}

/// The state of a search.
#[derive(Debug)]
enum Status<A> {
    Open,
    Won(ForcedWin<A>),
    /// Disproven within the scope of the search, or given up.
    Over,
}

/// The search for a forced win from one position.
pub(crate) struct ProofSearch<'a, P: Playable> {
    position: P,
    root: ProofNode,
    turns: u32,
    max_turns: u32,
    status: Status<P::Action>,
    work: Expansion<'a, P>,
}

impl<'a, P: Playable> ProofSearch<'a, P> {
    /// Starts a search for a win of the actor of `position`; `keys` are the repetition keys of the game so far.
    pub(crate) fn new(position: &P, keys: &[u64]) -> ProofSearch<'a, P> {
        let scope = position.proof_scope();
        let quiet = position.fifty_move_count();
        let recent = &keys[keys.len().saturating_sub(quiet as usize + 1)..];
        let mut drawn: Vec<u64> = (1..recent.len())
            .filter(|place| recent[..*place].contains(&recent[*place]))
            .map(|place| recent[place])
            .collect();
        drawn.dedup();
        ProofSearch {
            position: position.clone(),
            root: ProofNode::open(None, 1),
            turns: 2,
            // The win must come before a draw by the fifty-move rule.
            max_turns: P::PROOF_EFFORT.turns.min(100_u32.saturating_sub(quiet) / 2),
            status: if scope == ProofScope::None {
                Status::Over
            } else {
                Status::Open
            },
            work: Expansion::new(position.actor(), scope, drawn),
        }
    }

    /// Nodes expanded.
    pub(crate) fn nodes(&self) -> u64 {
        self.work.nodes
    }

    /// Whether the search has neither found a win nor given up.
    pub(crate) fn is_open(&self) -> bool {
        matches!(self.status, Status::Open)
    }

    /// Wins in fewer turns than this have been disproven, within the scope.
    pub(crate) fn turns(&self) -> u32 {
        self.turns
    }

    /// The win, if one was found.
    pub(crate) fn win(&self) -> Option<&ForcedWin<P::Action>> {
        match &self.status {
            Status::Won(win) => Some(win),
            Status::Open | Status::Over => None,
        }
    }

    /// Expands one node, if the budget allows it.
    pub(crate) fn step(&mut self, budget: Budget<'a>) {
        if !self.is_open() {
            return;
        }
        self.work.budget = Budget {
            nodes: self.work.nodes.saturating_add(budget.nodes),
            ..budget
        };
        if self.turns > self.max_turns || self.work.kept > MAX_NODES {
            self.status = Status::Over;
            self.root = ProofNode::open(None, 1);
            return;
        }
        let mut position = self.position.clone();
        self.work.explore(&mut self.root, &mut position, self.turns);
        if self.root.is_open() {
            return;
        }
        if self.root.is_won() {
            let pv = self.work.pv(&self.root, &self.position);
            self.status = Status::Won(ForcedWin {
                pv,
                turns: self.turns,
            });
        } else if self.work.has_tried || self.work.is_too_soon {
            self.turns += 1;
            self.work.has_tried = false;
            self.work.is_too_soon = false;
            self.work.kept = 0;
        } else {
            self.status = Status::Over;
        }
        self.root = ProofNode::open(None, 1);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use manifold_rules::dmchess::DmChess;
    use manifold_rules::position::Position;

    use super::*;

    const NO_LIMIT: Budget = Budget::of_nodes(u64::MAX);

    /// White to move, with a queen; Black has four kings that nothing attacks.
    fn four_kings() -> DmChess {
        let empty = "8/8/8/8/8/8/8/8";
        let text = format!(
            "4k3/8/8/8/8/8/8/Q3K3 4k3/8/8/8/8/8/8/8 4k3/8/8/8/8/8/8/8 4k3/8/8/8/8/8/8/8 {empty} {empty} {empty} {empty} \
             w -/-/-/-/-/-/-/- - - - 0 1"
        );
        DmChess::from_text(Default::default(), &text).expect("a position")
    }

    #[test]
    fn a_step_ends_when_a_stop_is_asked_for_and_goes_on_afterwards() {
        let position = four_kings();
        let stop = AtomicBool::new(true);
        let mut proofs = ProofSearch::new(&position, &[]);
        proofs.step(Budget {
            stop: Some(&stop),
            ..NO_LIMIT
        });
        assert!(proofs.is_open());
        assert_eq!((proofs.nodes(), proofs.turns()), (0, 2));
        proofs.step(NO_LIMIT);
        assert!(proofs.nodes() > 0);
    }

    #[test]
    fn a_win_that_is_impossible_in_two_turns_is_looked_for_in_more() {
        let position = four_kings();
        let mut proofs = ProofSearch::new(&position, &[]);
        while proofs.is_open() && proofs.turns() == 2 {
            proofs.step(NO_LIMIT);
        }
        assert_eq!(proofs.turns(), 3);
        assert!(proofs.is_open());
    }
}
