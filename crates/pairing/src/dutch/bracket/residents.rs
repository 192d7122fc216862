//! A homogeneous bracket, or the remainder of a heterogeneous one.

use super::Paired;
use super::choice::{Choice, with_width};
use super::graph::{Graph, pairs_below};
use crate::dutch::criteria::Criteria;
use crate::dutch::{Node, Role};
use crate::matching::Infeasible;

/// The result of pairing residents.
enum Found {
    Paired(Paired),
    /// The number of pairs differs from the guess, and with it S1.
    OtherNumber(usize),
    /// More than one floats down.
    NoBye,
}

impl Choice<'_> {
    /// Pairs a homogeneous bracket, or the remainder: article 3.6.
    pub(super) fn pair_residents(mut self) -> Result<Paired, Infeasible> {
        let mut guess = self.total_pairs.map(|pairs| pairs - self.paired.len());
        loop {
            let nodes = self.nodes();
            let residents = nodes
                .iter()
                .filter(|node| node.role == Role::Resident)
                .count();
            let pairs = guess.unwrap_or(residents / 2);
            let criteria = self.criteria(&nodes, true);
            let found = with_width!(
                criteria.lanes(),
                self.choose_residents(nodes, criteria, pairs)
            )?;
            match found {
                Found::Paired(paired) => return Ok(paired),
                Found::OtherNumber(pairs) => guess = Some(pairs),
                Found::NoBye => self.bye_here = false,
            }
        }
    }

    fn choose_residents<const N: usize>(
        &mut self,
        nodes: Vec<Node>,
        criteria: Criteria,
        pairs: usize,
    ) -> Result<Found, Infeasible> {
        let mut graph: Graph<N> = self.graph(nodes, criteria, Some(pairs));
        graph.matching.solve()?;
        let found = graph.pairs();
        if found != pairs {
            return Ok(Found::OtherNumber(found));
        }
        let (limbo, residents) = (graph.count(Role::Limbo), graph.count(Role::Resident));
        if self.bye_here && limbo + residents != 2 * pairs + 1 {
            return Ok(Found::NoBye);
        }
        let upper = graph.choose_exchange(limbo, residents, pairs)?;
        if residents <= 2 * pairs + 1 {
            return self
                .transpose(&graph, &upper, limbo, residents)
                .map(Found::Paired);
        }
        let mut result = self.paired.clone();
        for node in upper {
            let candidates: Vec<usize> = (node + 1..limbo + residents).collect();
            let mate = graph.choose(node, &candidates)?;
            result.push((graph.nodes[node].entrant, graph.nodes[mate].entrant));
        }
        Ok(Found::Paired(Paired {
            pairs: result,
            below: pairs_below(&graph.nodes, &graph.matching),
        }))
    }
}
