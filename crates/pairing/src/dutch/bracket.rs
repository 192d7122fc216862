//! The pairing of a bracket: C.04.3 article 3.
//!
//! The best candidate by C5 to C21 is a matching of greatest weight, and the earliest of those is found by fixing one choice after
//! the other in the order in which articles 3.6, 3.7 and 4 generate candidates. The graph has the bracket and, because
//! of C4 and C8, what lies below: as much of it as the case needs ([`Outlook`]).

use std::collections::HashMap;

use super::criteria::{Criteria, Extent};
use super::{Node, Role, Round};
use crate::matching::{Infeasible, Matching, Weight};

/// How much of what lies below the bracket is in the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outlook {
    /// Nothing: everybody in the bracket is paired there, which leaves nothing to choose below.
    Closed,
    /// The next scoregroup. A player who is left alone may float on; that all below can be paired is seen afterwards. The best
    /// choice without that condition, if it fulfils it, is best.
    Near,
    /// Everybody below, and the bye.
    Full,
}

/// A bracket: places in the list of entrants, in their order.
#[derive(Debug)]
pub(super) struct Bracket {
    pub(super) mdps: Vec<usize>,
    pub(super) residents: Vec<usize>,
    /// The next scoregroup.
    pub(super) next: Vec<usize>,
    /// Those below it.
    pub(super) rest: Vec<usize>,
}

/// How a bracket was paired.
#[derive(Debug)]
pub(super) struct Paired {
    pub(super) pairs: Vec<(usize, usize)>,
    /// Pairs of the next bracket that show what C8 has counted on.
    pub(super) below: Vec<(usize, usize)>,
}

impl Bracket {
    /// The best pairing as far as the outlook goes.
    pub(super) fn pair(&self, round: &Round, outlook: Outlook) -> Result<Paired, Infeasible> {
        let mut state = Choice {
            bracket: self,
            round,
            outlook,
            // C9 applies if exactly one player floats down, who gets the bye: with an odd number, and nobody below who could get it.
            bye_here: outlook != Outlook::Closed
                && (self.mdps.len() + self.residents.len()) % 2 == 1
                && round
                    .bye_score
                    .is_some_and(|score| round.entrants[self.residents[0]].score <= score),
            limbo: Vec::new(),
            paired: Vec::new(),
            total_pairs: None,
        };
        if !self.mdps.is_empty() {
            state.pair_mdps()?;
        }
        state.pair_residents()
    }
}

/// The choice of a candidate, as far as it has come.
pub(super) struct Choice<'a> {
    bracket: &'a Bracket,
    round: &'a Round,
    outlook: Outlook,
    bye_here: bool,
    /// MDPs that float on.
    limbo: Vec<usize>,
    /// Pairs of MDPs with residents.
    paired: Vec<(usize, usize)>,
    /// MaxPairs (article 3.1.2), once it is known.
    total_pairs: Option<usize>,
}

/// A graph with its criteria.
struct Graph<const N: usize> {
    nodes: Vec<Node>,
    criteria: Criteria,
    matching: Matching<N>,
}

impl<const N: usize> Graph<N> {
    fn count(&self, role: Role) -> usize {
        self.nodes.iter().filter(|node| node.role == role).count()
    }

    /// Whether a node is paired with a resident of the bracket.
    fn resident_mate(&self, node: usize) -> Option<usize> {
        let mate = self.matching.mate(node)?;
        (self.nodes[mate].role == Role::Resident).then_some(mate)
    }

    /// Pairs in the bracket.
    fn pairs(&self) -> usize {
        let here = |node: &usize| {
            matches!(self.nodes[*node].role, Role::Mdp | Role::Resident)
                && self.resident_mate(*node).is_some_and(|mate| mate > *node)
        };
        (0..self.nodes.len()).filter(here).count()
    }

    /// Gives a node the first of the candidates that leaves the weight as great as it is, and takes both out of the graph.
    fn choose(&mut self, node: usize, candidates: &[usize]) -> Result<usize, Infeasible> {
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

    /// Adds the same to the weights of edges of a node, and solves.
    fn prefer(&mut self, node: usize, others: &[usize], value: i64) -> Result<(), Infeasible> {
        let Graph {
            matching, criteria, ..
        } = self;
        matching.reweigh(node, others.iter().copied(), |_, weight| {
            criteria.add_bonus(weight, value);
        });
        matching.solve()
    }

    fn forbid(&mut self, node: usize, others: &[usize]) -> Result<(), Infeasible> {
        for &other in others {
            self.matching.forbid(node, other);
        }
        self.matching.solve()
    }
}

/// Calls a method for the number of integers in a weight that the criteria need: the last width is enough for the largest
/// tournament ([`super::weights::MOST_LANES`]).
macro_rules! with_width {
    ($lanes:expr, $state:ident.$method:ident($($argument:expr),*)) => {
        match $lanes {
            ..=1 => $state.$method::<1>($($argument),*),
            2 => $state.$method::<2>($($argument),*),
            3 => $state.$method::<3>($($argument),*),
            4 => $state.$method::<4>($($argument),*),
            5..=6 => $state.$method::<6>($($argument),*),
            7..=8 => $state.$method::<8>($($argument),*),
            9..=12 => $state.$method::<12>($($argument),*),
            13..=20 => $state.$method::<20>($($argument),*),
            21..=40 => $state.$method::<40>($($argument),*),
            41..=160 => $state.$method::<160>($($argument),*),
            _ => $state.$method::<{ super::weights::MOST_LANES }>($($argument),*),
        }
    };
}

impl Choice<'_> {
    /// The nodes of the graph, from the top: what of the bracket is not fixed yet, and what the outlook shows.
    fn nodes(&self) -> Vec<Node> {
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

    /// The scores of the MDPs, from the highest.
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

    fn criteria(&self, nodes: &[Node], counts_exchanges: bool) -> Criteria {
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

    fn graph<const N: usize>(
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

    /// Chooses the MDPs to be paired and their opponents: article 3.7.
    fn pair_mdps(&mut self) -> Result<(), Infeasible> {
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

    /// Pairs a homogeneous bracket, or the remainder: article 3.6.
    fn pair_residents(mut self) -> Result<Paired, Infeasible> {
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

impl Choice<'_> {
    /// Article 4.2, if at most one resident floats down: the transposition of S2.
    ///
    /// S1 and S2 are known, so that the graph has no odd cycles, and needs no blossoms: a place in S1 stands for whatever lies below, and
    /// is taken by the one who floats down.
    fn transpose<const N: usize>(
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

/// The rest of a bracket when its residents are paired but for one.
struct Below<const N: usize> {
    matching: Matching<N>,
    floater: Option<usize>,
    /// The weights found, by whom a resident can be paired with below: only that makes a difference.
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
        // Those below are matched before; it is good for most of those who may float down.
        let _ = matching.solve();
        Below {
            matching,
            floater: None,
            known: HashMap::new(),
        }
    }

    /// The greatest weight of what is left if a resident floats down.
    fn value(&mut self, floater: usize) -> Option<Weight<N>> {
        let edges = self.matching.edges_of(floater).to_vec();
        if let Some(known) = self.known.get(&edges) {
            return *known;
        }
        let value = self.settle(floater);
        self.known.insert(edges, value);
        value
    }

    /// Pairs what is left if a resident floats down. Gives the weight.
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

/// The pairs of the next bracket.
fn pairs_below<const N: usize>(nodes: &[Node], matching: &Matching<N>) -> Vec<(usize, usize)> {
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

/// The result of pairing residents.
enum Found {
    Paired(Paired),
    /// The number of pairs is another, and with it S1.
    OtherNumber(usize),
    /// More than one floats down.
    NoBye,
}

impl<const N: usize> Graph<N> {
    /// Article 4.3: who is exchanged between S1 and S2. Gives S1 as it is then.
    ///
    /// In the earliest way to generate given pairs the higher ranked of each is in S1, so that a player has been exchanged who
    /// is among the first of the bracket and not the higher ranked of a pair, or the other way round. How many, and the sum of their
    /// numbers (articles 4.3.1 and 4.3.2) are in the weights.
    fn choose_exchange(
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
