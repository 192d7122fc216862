//! The MDPs to be paired, and their opponents.

use super::choice::{Choice, with_width};
use super::graph::Graph;
use crate::dutch::criteria::Criteria;
use crate::dutch::{Node, Role};
use crate::matching::Infeasible;

impl Choice<'_> {
    /// Chooses the MDPs to be paired and their opponents: article 3.7.
    pub(super) fn pair_mdps(&mut self) -> Result<(), Infeasible> {
        loop {
            let nodes = self.nodes();
            let criteria = self.criteria(&nodes, false);
            if with_width!(criteria.lanes(), self.choose_mdps(nodes, criteria))? {
                return Ok(());
            }
            // More than one floats down: C9 does not apply.
            self.bye_here = false;
        }
    }

    fn choose_mdps<const N: usize>(
        &mut self,
        nodes: Vec<Node>,
        criteria: Criteria,
    ) -> Result<bool, Infeasible> {
        let mut graph: Graph<N> = self.graph(nodes, criteria, None);
        graph.matching.solve()?;
        let pairs = graph.pairs();
        let (mdps, residents) = (graph.count(Role::Mdp), graph.count(Role::Resident));
        if self.bye_here && mdps + residents != 2 * pairs + 1 {
            return Ok(false);
        }
        let here: Vec<usize> = (mdps..mdps + residents).collect();
        let elsewhere: Vec<usize> = (mdps + residents..graph.nodes.len()).collect();
        // Article 4.4: the set of MDPs with the smallest differing number.
        let mut chosen = Vec::new();
        for mdp in 0..mdps {
            if graph.resident_mate(mdp).is_none() {
                graph.prefer(mdp, &here, 1)?;
            }
            if graph.resident_mate(mdp).is_some() {
                graph.forbid(mdp, &elsewhere)?;
                chosen.push(mdp);
            } else {
                graph.forbid(mdp, &here)?;
                self.limbo.push(graph.nodes[mdp].entrant);
            }
        }
        // Article 4.2: the transposition of S2, MDP by MDP.
        for mdp in chosen {
            let mate = graph.choose(mdp, &here)?;
            self.paired
                .push((graph.nodes[mdp].entrant, graph.nodes[mate].entrant));
        }
        self.total_pairs = Some(pairs);
        Ok(true)
    }
}
