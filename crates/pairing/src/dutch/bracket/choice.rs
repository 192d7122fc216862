//! The state of a choice, and the graphs in which it is made.

use super::graph::Graph;
use super::{Bracket, Outlook};
use crate::dutch::criteria::{Criteria, Extent};
use crate::dutch::{Node, Role, Round};
use crate::matching::Matching;

/// The choice of a candidate in progress.
pub(super) struct Choice<'a> {
    pub(super) bracket: &'a Bracket,
    pub(super) round: &'a Round,
    pub(super) outlook: Outlook,
    pub(super) bye_here: bool,
    /// The MDPs who float on.
    pub(super) limbo: Vec<usize>,
    /// The pairs of MDPs with residents.
    pub(super) paired: Vec<(usize, usize)>,
    /// MaxPairs (article 3.1.2), once it is known.
    pub(super) total_pairs: Option<usize>,
}

/// Calls a method with weights of at least as many lanes as the criteria need. There are few widths, as the pairing of a bracket is
/// compiled for each; the last is enough for the largest tournament ([`crate::dutch::weights::MOST_LANES`]).
macro_rules! with_width {
    ($lanes:expr, $state:ident.$method:ident($($argument:expr),*)) => {
        match $lanes {
            ..=2 => $state.$method::<2>($($argument),*),
            3..=4 => $state.$method::<4>($($argument),*),
            5..=8 => $state.$method::<8>($($argument),*),
            9..=20 => $state.$method::<20>($($argument),*),
            21..=40 => $state.$method::<40>($($argument),*),
            41..=160 => $state.$method::<160>($($argument),*),
            _ => $state.$method::<{ $crate::dutch::weights::MOST_LANES }>($($argument),*),
        }
    };
}

pub(super) use with_width;

impl Choice<'_> {
    /// The nodes of the graph, from the top: the part of the bracket that is not fixed yet, and what the outlook shows.
    pub(super) fn nodes(&self) -> Vec<Node> {
        let Bracket {
            mdps,
            residents,
            next,
            rest,
        } = self.bracket;
        let taken = |entrant: usize| {
            self.paired
                .iter()
                .any(|&(a, b)| a == entrant || b == entrant)
        };
        let mdps_are_chosen = self.total_pairs.is_some();
        let mut nodes = Vec::new();
        let scores = self.mdp_scores();
        let mut add = |entrants: &[usize], role: Role, index_from_zero: bool| {
            let mut index = 0;
            for &entrant in entrants {
                if !taken(entrant) {
                    let score = self.round.entrants[entrant].score;
                    nodes.push(Node {
                        entrant,
                        role,
                        index,
                        score_class: scores
                            .iter()
                            .position(|&other| other == score)
                            .unwrap_or(scores.len()),
                    });
                    index += usize::from(index_from_zero);
                }
            }
        };
        let role = if mdps_are_chosen {
            Role::Limbo
        } else {
            Role::Mdp
        };
        add(mdps, role, false);
        add(residents, Role::Resident, true);
        if self.outlook != Outlook::Closed {
            add(next, Role::Next, false);
        }
        if self.outlook == Outlook::Full {
            add(rest, Role::Rest, false);
            if self.round.bye_score.is_some() {
                nodes.push(Node {
                    entrant: usize::MAX,
                    role: Role::Bye,
                    index: 0,
                    score_class: 0,
                });
            }
        }
        nodes
    }

    /// The distinct scores of the MDPs, from the highest.
    fn mdp_scores(&self) -> Vec<crate::Points> {
        let mut scores: Vec<_> = self
            .bracket
            .mdps
            .iter()
            .map(|&mdp| self.round.entrants[mdp].score)
            .collect();
        scores.dedup();
        scores
    }

    pub(super) fn criteria(&self, nodes: &[Node], counts_exchanges: bool) -> Criteria {
        let scores = self.mdp_scores().len();
        let mut mdps = vec![0; scores];
        let mut floaters = vec![0; scores + 1];
        for node in nodes {
            match node.role {
                Role::Mdp => {
                    mdps[node.score_class] += 1;
                    floaters[node.score_class] += 1;
                }
                Role::Limbo => floaters[node.score_class] += 1,
                Role::Resident => floaters[scores] += 1,
                _ => {}
            }
        }
        let has_next = self.outlook != Outlook::Closed && !self.bracket.next.is_empty();
        let extent = Extent {
            nodes,
            mdps_by_score: &mdps,
            floaters_by_score: if has_next { &floaters } else { &[] },
            bye_here: self.bye_here,
            counts_exchanges,
        };
        Criteria::new(self.round, &extent)
    }

    pub(super) fn graph<const N: usize>(
        &self,
        nodes: Vec<Node>,
        criteria: Criteria,
        exchanges: Option<usize>,
    ) -> Graph<N> {
        let optional = vec![self.outlook == Outlook::Near; nodes.len()];
        let mut matching = Matching::new(optional, |v, w| {
            let weight = criteria.weight(self.round, nodes[v], nodes[w])?;
            let here = [v, w].map(|node| nodes[node].role) == [Role::Resident; 2];
            match exchanges {
                Some(pairs) if here => Some(criteria.with_exchange(weight, nodes[v].index, pairs)),
                _ => Some(weight),
            }
        });
        matching.set_duals(|v| criteria.dual(self.round, nodes[v], exchanges));
        matching.start();
        Graph {
            nodes,
            criteria,
            matching,
        }
    }
}
