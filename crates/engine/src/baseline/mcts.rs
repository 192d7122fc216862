//! Plain Monte Carlo tree search, over information sets where something is hidden.
//!
//! Textbook UCT. In a game with hidden information every playout draws a full position consistent with what the player
//! knows; a node stands for all positions that this player cannot tell apart: its edges are the player's own actions,
//! and the public parts of the opponent's. An action counts as available in the playouts in which it is legal
//! (single-observer information-set search).

use std::collections::HashMap;

use manifold_rules::board::Color;
use manifold_rules::position::Rules;

use super::{BaselineGame, Budget, winner};
use crate::information_set::InformationSet;
use crate::options::SearchOptions;
use crate::random::Random;

/// Plies of random play before material is counted.
const SIMULATION_PLIES: u32 = 10;
/// The exploration constant of UCT, for results between 0 and 1.
const EXPLORATION: f64 = 0.7;
/// The material balance that counts as half a win, in centipawns.
const HALF_WIN: f64 = 400.0;
/// Maximum depth of the tree.
const MAX_DEPTH: u32 = 64;

/// The edge from a node to a child.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Edge<A, P> {
    Own(A),
    Theirs(P),
}

struct Node<P: Rules> {
    children: HashMap<Edge<P::Action, P::PublicAction>, usize>,
    /// The legal actions, where they are the same in every playout.
    actions: Option<Vec<P::Action>>,
    visits: u32,
    /// Playouts in which it was available.
    available: u32,
    /// Sum of the results of the player who chose this node.
    points: f64,
}

impl<P: Rules> Default for Node<P> {
    fn default() -> Node<P> {
        Node {
            children: HashMap::new(),
            actions: None,
            visits: 0,
            available: 0,
            points: 0.0,
        }
    }
}

pub(super) fn search<P: BaselineGame>(
    known: &InformationSet<P>,
    options: &SearchOptions,
    random: &mut Random,
    budget: Budget,
) -> Option<P::Action> {
    let mut tree = Tree {
        known,
        options,
        salt: random.number(),
        random,
        budget,
        nodes: vec![Node::default()],
        open: true,
    };
    while tree.open {
        tree.playout()?;
    }
    tree.most_visited()
}

struct Tree<'a, P: BaselineGame> {
    known: &'a InformationSet<P>,
    options: &'a SearchOptions<'a>,
    salt: u64,
    random: &'a mut Random,
    budget: Budget<'a>,
    nodes: Vec<Node<P>>,
    open: bool,
}

impl<P: BaselineGame> Tree<'_, P> {
    /// One playout: selection, expansion, simulation, backpropagation. `None` if there is no action.
    fn playout(&mut self) -> Option<()> {
        let mut position = P::guess(self.known.knowledge(), self.random)?;
        // The nodes visited, each with the player who chose it.
        let mut path: Vec<(usize, Color)> = Vec::new();
        let mut node = 0;
        let mut result = None;
        for _ in 0..MAX_DEPTH {
            let actions = self.actions(node, &position);
            if actions.is_empty() {
                let end = at_the_end(&position);
                if node == 0 && end.is_none() {
                    return None;
                }
                result = Some(end.unwrap_or(0.5));
                self.put_back(node, actions);
                break;
            }
            let actor = position.actor();
            let (action, child, new) = self.select(node, actor, &position, &actions);
            self.put_back(node, actions);
            position.play_unchecked(action);
            self.open &= self.budget.spend();
            path.push((child, actor));
            node = child;
            if let Some(winner) = winner(&position) {
                result = Some(points_of_white(winner));
                break;
            }
            if new {
                break;
            }
        }
        let white = match result {
            Some(points) => points,
            None => self.simulate(position),
        };
        self.nodes[0].visits += 1;
        for (node, chooser) in path {
            let node = &mut self.nodes[node];
            node.visits += 1;
            node.points += chooser.fold_wb(white, 1.0 - white);
        }
        Some(())
    }

    fn actions(&mut self, node: usize, position: &P) -> Vec<P::Action> {
        if let Some(known) = self.nodes[node].actions.take() {
            return known;
        }
        let mut actions = Vec::new();
        position.list(self.options.bounds, self.salt, &mut actions);
        actions
    }

    fn put_back(&mut self, node: usize, actions: Vec<P::Action>) {
        if !P::HIDES {
            self.nodes[node].actions = Some(actions);
        }
    }

    /// A random untried action, or else the one with the highest UCT value; with the child, and whether it is new.
    fn select(
        &mut self,
        node: usize,
        actor: Color,
        position: &P,
        actions: &[P::Action],
    ) -> (P::Action, usize, bool) {
        let edge = |action: P::Action| {
            if actor == self.known.color() {
                Edge::Own(action)
            } else {
                Edge::Theirs(position.public(action))
            }
        };
        let mut untried = Vec::new();
        let mut best: Option<(f64, P::Action, usize)> = None;
        let better = |than: &Option<(f64, P::Action, usize)>, value: f64| match than {
            Some((most, ..)) => value > *most,
            None => true,
        };
        for action in actions {
            let Some(child) = self.nodes[node].children.get(&edge(*action)).copied() else {
                untried.push(*action);
                continue;
            };
            let known = &mut self.nodes[child];
            known.available += 1;
            let visits = f64::from(known.visits.max(1));
            let bonus = EXPLORATION * (logarithm(known.available) / visits).sqrt();
            let value = known.points / visits + bonus;
            if better(&best, value) {
                best = Some((value, *action, child));
            }
        }
        match best {
            Some((_, action, child)) if untried.is_empty() => (action, child, false),
            _ => {
                let action = untried[self.random.below(untried.len() as u64) as usize];
                let child = self.nodes.len();
                self.nodes.push(Node {
                    available: 1,
                    ..Node::default()
                });
                self.nodes[node].children.insert(edge(action), child);
                (action, child, true)
            }
        }
    }

    /// The result of random play from here, in points of White.
    fn simulate(&mut self, mut position: P) -> f64 {
        for _ in 0..SIMULATION_PLIES {
            let Some(action) = position.any_action(self.options.bounds, self.random) else {
                return at_the_end(&position).unwrap_or(0.5);
            };
            position.play_unchecked(action);
            self.open &= self.budget.spend();
            if let Some(winner) = winner(&position) {
                return points_of_white(winner);
            }
        }
        let balance = f64::from(position.material(Color::White) - position.material(Color::Black));
        0.5 + 0.5 * balance / (HALF_WIN + balance.abs())
    }

    fn most_visited(&self) -> Option<P::Action> {
        let choices = self.nodes[0]
            .children
            .iter()
            .filter_map(|(edge, child)| match edge {
                Edge::Own(action) => Some((*action, &self.nodes[*child], *child)),
                Edge::Theirs(_) => None,
            });
        choices
            .max_by(|(_, one, first), (_, other, second)| {
                let visits = one.visits.cmp(&other.visits);
                // A map has no order: ties go to the child created first.
                visits
                    .then(one.points.total_cmp(&other.points))
                    .then(second.cmp(first))
            })
            .map(|(action, ..)| action)
    }
}

/// The points of White where there is no action.
fn at_the_end<P: Rules>(position: &P) -> Option<f64> {
    Some(points_of_white(position.outcome()?.winner))
}

fn points_of_white(winner: Option<Color>) -> f64 {
    match winner {
        Some(color) => color.fold_wb(1.0, 0.0),
        None => 0.5,
    }
}

/// The natural logarithm, approximately, and the same on every machine: linear between powers of two.
fn logarithm(number: u32) -> f64 {
    let number = number.max(1);
    let whole = number.ilog2();
    let rest = f64::from(number) / f64::from(1_u32 << whole) - 1.0;
    std::f64::consts::LN_2 * (f64::from(whole) + rest)
}
