//! The graph of a bracket with its criteria, and the steps of choosing in it.

use crate::dutch::criteria::Criteria;
use crate::dutch::{Node, Role};
use crate::matching::{Infeasible, Matching};

/// The graph of a bracket with its criteria.
pub(super) struct Graph<const N: usize> {
    pub(super) nodes: Vec<Node>,
    pub(super) criteria: Criteria,
    pub(super) matching: Matching<N>,
}

impl<const N: usize> Graph<N> {
    pub(super) fn count(&self, role: Role) -> usize {
        self.nodes.iter().filter(|node| node.role == role).count()
    }

    /// The resident of the bracket with whom a node is paired, if any.
    pub(super) fn resident_mate(&self, node: usize) -> Option<usize> {
        let mate = self.matching.mate(node)?;
        (self.nodes[mate].role == Role::Resident).then_some(mate)
    }

    /// The number of pairs in the bracket.
    pub(super) fn pairs(&self) -> usize {
        let here = |node: &usize| {
            matches!(self.nodes[*node].role, Role::Mdp | Role::Resident)
                && self.resident_mate(*node).is_some_and(|mate| mate > *node)
        };
        (0..self.nodes.len()).filter(here).count()
    }

    /// Pairs a node with the first of the candidates that keeps the weight at its maximum, and removes both from the graph.
    pub(super) fn choose(
        &mut self,
        node: usize,
        candidates: &[usize],
    ) -> Result<usize, Infeasible> {
        let current = self.matching.mate(node);
        let first = candidates
            .iter()
            .copied()
            .find(|&other| Some(other) == current || self.matching.is_tight(node, other));
        if first != current
            && let Some(first) = first
            && !self.matching.swap(node, first)
        {
            let Graph {
                matching, criteria, ..
            } = self;
            let mut bonus = i64::try_from(candidates.len()).unwrap_or(i64::MAX);
            matching.reweigh(node, candidates.iter().copied(), |_, weight| {
                criteria.add_bonus(weight, bonus);
                bonus -= 1;
            });
            matching.solve()?;
        }
        let mate = self.matching.mate(node).ok_or(Infeasible)?;
        self.matching.remove_pair(node, mate);
        self.matching.solve()?;
        Ok(mate)
    }

    /// Adds a bonus to the weights of a node's edges to `others`, and solves again.
    pub(super) fn prefer(
        &mut self,
        node: usize,
        others: &[usize],
        value: i64,
    ) -> Result<(), Infeasible> {
        let Graph {
            matching, criteria, ..
        } = self;
        matching.reweigh(node, others.iter().copied(), |_, weight| {
            criteria.add_bonus(weight, value);
        });
        matching.solve()
    }

    pub(super) fn forbid(&mut self, node: usize, others: &[usize]) -> Result<(), Infeasible> {
        for &other in others {
            self.matching.forbid(node, other);
        }
        self.matching.solve()
    }
}

/// The pairs of the next bracket.
pub(super) fn pairs_below<const N: usize>(
    nodes: &[Node],
    matching: &Matching<N>,
) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for (node, what) in nodes.iter().enumerate() {
        if let Some(mate) = matching.mate(node)
            && mate > node
            && nodes[mate].role == Role::Next
        {
            pairs.push((what.entrant, nodes[mate].entrant));
        }
    }
    pairs
}
