//! Nodes of the proof tree, with their proof and disproof numbers.

use std::num::NonZeroU32;

/// Infinity: the proof or disproof number of what cannot be proven or disproven.
const INFINITE: u32 = u32::MAX;

/// An action, with the numbers for proving and disproving that it wins.
#[derive(Debug)]
pub(super) struct ProofNode {
    /// The encoded action; none at the root.
    pub(super) action: Option<NonZeroU32>,
    proof: u32,
    disproof: u32,
    pub(super) children: Vec<ProofNode>,
}

/// A node that is won and has no children.
pub(super) static WON_LEAF: ProofNode = ProofNode {
    action: None,
    proof: 0,
    disproof: INFINITE,
    children: Vec::new(),
};

impl ProofNode {
    pub(super) fn open(action: Option<NonZeroU32>, proof: u32) -> ProofNode {
        ProofNode {
            action,
            proof,
            disproof: 1,
            children: Vec::new(),
        }
    }

    pub(super) fn proven(action: Option<NonZeroU32>) -> ProofNode {
        let mut node = ProofNode::open(action, 1);
        node.settle(true);
        node
    }

    pub(super) fn is_open(&self) -> bool {
        self.proof > 0 && self.disproof > 0
    }

    pub(super) fn is_won(&self) -> bool {
        self.proof == 0
    }

    pub(super) fn settle(&mut self, won: bool) {
        (self.proof, self.disproof) = if won { (0, INFINITE) } else { (INFINITE, 0) };
    }

    /// The number of nodes below.
    pub(super) fn size(&self) -> usize {
        let below: usize = self.children.iter().map(ProofNode::size).sum();
        self.children.len() + below
    }

    /// The length of the longest line below.
    pub(super) fn depth(&self) -> usize {
        let depths = self.children.iter().map(|child| 1 + child.depth());
        depths.max().unwrap_or(0)
    }

    /// Recomputes both numbers from the children: the attacker needs one of them, the defender all.
    pub(super) fn update(&mut self, attacks: bool) {
        let children = self.children.iter();
        let least = |numbers: &mut dyn Iterator<Item = u32>| numbers.min().unwrap_or(INFINITE);
        let sum = |numbers: &mut dyn Iterator<Item = u32>| numbers.fold(0_u32, u32::saturating_add);
        let proof = &mut children.clone().map(|child| child.proof);
        let disproof = &mut children.map(|child| child.disproof);
        (self.proof, self.disproof) = if attacks {
            (least(proof), sum(disproof))
        } else {
            (sum(proof), least(disproof))
        };
        if self.proof == 0 {
            self.disproof = INFINITE;
        } else if self.disproof == 0 {
            self.proof = INFINITE;
        } else {
            // A saturated sum is not a proof.
            self.proof = self.proof.min(INFINITE - 1);
            self.disproof = self.disproof.min(INFINITE - 1);
        }
    }

    /// The most-proving child: the open one with the lowest proof number for the attacker, or disproof number for the defender.
    pub(super) fn most_proving(&mut self, attacks: bool) -> Option<&mut ProofNode> {
        self.children
            .iter_mut()
            .filter(|child| child.is_open())
            .min_by_key(|child| if attacks { child.proof } else { child.disproof })
    }
}
