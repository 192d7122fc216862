//! The transposition of S2, if at most one resident floats down.

use std::collections::HashMap;

use super::choice::Choice;
use super::graph::{Graph, pairs_below};
use super::{Outlook, Paired};
use crate::dutch::Role;
use crate::matching::{Infeasible, Matching, Weight};

impl Choice<'_> {
    /// Article 4.2, if at most one resident floats down: the transposition of S2.
    ///
    /// S1 and S2 are known, so the graph is bipartite and needs no blossoms. If a resident floats down, an extra place in S1 stands for
    /// everything below, and is matched with the floater.
    pub(super) fn transpose<const N: usize>(
        &self,
        graph: &Graph<N>,
        upper: &[usize],
        limbo: usize,
        residents: usize,
    ) -> Result<Paired, Infeasible> {
        let nodes = &graph.nodes;
        let lower: Vec<usize> = (limbo..limbo + residents)
            .filter(|node| !upper.contains(node))
            .collect();
        let floats = lower.len() > upper.len();
        let mut below = Below::new(self, graph, limbo, residents);
        let values: Vec<Option<Weight<N>>> = if floats {
            lower.iter().map(|&node| below.value(node)).collect()
        } else {
            Vec::new()
        };
        let left = upper.len() + usize::from(floats);
        let optional = vec![false; left + lower.len()];
        let matching = Matching::new(optional, |v, w| {
            let place = w.checked_sub(left).filter(|_| v < left)?;
            match upper.get(v) {
                Some(&node) => {
                    let (a, b) = (node.min(lower[place]), node.max(lower[place]));
                    graph.criteria.weight(self.round, nodes[a], nodes[b])
                }
                None => values[place],
            }
        });
        let mut assignment = Graph {
            nodes: Vec::new(),
            criteria: graph.criteria.clone(),
            matching,
        };
        assignment.matching.start();
        assignment.matching.solve()?;
        let candidates: Vec<usize> = (left..left + lower.len()).collect();
        let mut pairs = self.paired.clone();
        for (place, &node) in upper.iter().enumerate() {
            let mate = lower[assignment.choose(place, &candidates)? - left];
            pairs.push((nodes[node].entrant, nodes[mate].entrant));
        }
        if floats {
            let floater = assignment.matching.mate(left - 1).ok_or(Infeasible)?;
            below.settle(lower[floater - left]);
        }
        Ok(Paired {
            pairs,
            below: below.pairs(graph),
        })
    }
}

/// What is left of the graph when all residents but at most one are paired.
struct Below<const N: usize> {
    matching: Matching<N>,
    floater: Option<usize>,
    /// The weights found so far, by the set of possible opponents below: only that distinguishes one floater from another.
    known: HashMap<Vec<bool>, Option<Weight<N>>>,
}

impl<const N: usize> Below<N> {
    /// The graph without pairs of residents, and without the residents.
    fn new(choice: &Choice<'_>, graph: &Graph<N>, limbo: usize, residents: usize) -> Below<N> {
        let nodes = &graph.nodes;
        let optional = vec![choice.outlook == Outlook::Near; nodes.len()];
        let mut matching = Matching::new(optional, |v, w| {
            if nodes[w].role == Role::Resident {
                return None;
            }
            graph.criteria.weight(choice.round, nodes[v], nodes[w])
        });
        for resident in limbo..limbo + residents {
            matching.remove(resident);
        }
        matching.set_duals(|v| graph.criteria.dual(choice.round, nodes[v], None));
        matching.start();
        // Match the players below in advance: the result can be reused for most floaters.
        let _ = matching.solve();
        Below {
            matching,
            floater: None,
            known: HashMap::new(),
        }
    }

    /// The maximum weight of what is left if a resident floats down.
    fn value(&mut self, floater: usize) -> Option<Weight<N>> {
        let edges = self.matching.edges_of(floater).to_vec();
        if let Some(known) = self.known.get(&edges) {
            return *known;
        }
        let value = self.settle(floater);
        self.known.insert(edges, value);
        value
    }

    /// Pairs what is left if a resident floats down, and returns the weight.
    fn settle(&mut self, floater: usize) -> Option<Weight<N>> {
        match self.floater.replace(floater) {
            Some(before) => self.matching.replace(before, floater),
            None => self.matching.restore(floater),
        }
        self.matching.solve().ok().map(|()| self.matching.weight())
    }

    fn pairs(&self, graph: &Graph<N>) -> Vec<(usize, usize)> {
        pairs_below(&graph.nodes, &self.matching)
    }
}
