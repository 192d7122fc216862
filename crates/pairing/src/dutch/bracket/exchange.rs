//! The exchange between S1 and S2.

use super::graph::Graph;
use crate::matching::Infeasible;

impl<const N: usize> Graph<N> {
    /// Article 4.3: exchanges players between S1 and S2. Returns the new S1.
    ///
    /// The earliest way to generate a set of pairs has the higher-ranked player of each in S1. So a player of the original S1 was exchanged
    /// if not the higher-ranked of a pair, and a player of the original S2 if the higher-ranked. The number of exchanges and the sum of
    /// the players' numbers (articles 4.3.1 and 4.3.2) are already in the weights.
    pub(super) fn choose_exchange(
        &mut self,
        first: usize,
        residents: usize,
        pairs: usize,
    ) -> Result<Vec<usize>, Infeasible> {
        let (middle, end) = (first + pairs, first + residents);
        let is_upper = |graph: &Graph<N>, node: usize| {
            graph.resident_mate(node).is_some_and(|mate| mate > node)
        };
        let exchanges = (middle..end).filter(|&node| is_upper(self, node)).count();
        // Article 4.3.3: the highest number that leaves S1.
        let mut left = exchanges;
        for node in (first..middle).rev() {
            if left == 0 {
                break;
            }
            let lower: Vec<usize> = (node + 1..end).collect();
            if is_upper(self, node) {
                self.prefer(node, &lower, -1)?;
            }
            if is_upper(self, node) {
                let others: Vec<usize> = (0..node).chain(end..self.nodes.len()).collect();
                self.forbid(node, &others)?;
            } else {
                left -= 1;
                self.forbid(node, &lower)?;
            }
        }
        // Article 4.3.4: the lowest number that enters it.
        let mut left = exchanges;
        for node in middle..end {
            if left == 0 {
                break;
            }
            let lower: Vec<usize> = (node + 1..end).collect();
            if !is_upper(self, node) {
                self.prefer(node, &lower, 1)?;
            }
            if is_upper(self, node) {
                left -= 1;
                let others: Vec<usize> = (0..node).chain(end..self.nodes.len()).collect();
                self.forbid(node, &others)?;
            } else {
                self.forbid(node, &lower)?;
            }
        }
        Ok((first..end).filter(|&node| is_upper(self, node)).collect())
    }
}
