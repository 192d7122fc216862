//! Plain Monte Carlo tree search, over information sets where something is hidden.
//!
//! UCT as in the textbook. In a game that hides something every run guesses a full position from what the seat
//! knows; a node stands for all that this player cannot tell apart: the own actions lead to it as they are, the
//! opponent's by what everybody learns of them. What counts as tried is what could have been chosen in the
//! runs so far (single-observer information-set search).

use std::collections::HashMap;

use manifold_rules::board::Color;
use manifold_rules::position::Rules;

use super::{BaselineGame, Budget, winner};
use crate::information_set::InformationSet;
use crate::options::SearchOptions;
use crate::random::Random;

/// Plies of random play before material judges.
const PLAYOUT: u32 = 10;
/// How much is tried that looks worse: UCT's constant, for results between 0 and 1.
const CURIOSITY: f64 = 0.7;
/// A balance of material that is worth half of a win.
const HALF_WON: f64 = 400.0;
/// The longest way through the tree.
const DEEPEST: u32 = 64;

/// How one gets from a node to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Edge<A, P> {
    Own(A),
    Theirs(P),
}

struct Node<P: Rules> {
    children: HashMap<Edge<P::Action, P::PublicAction>, usize>,
    /// What can be done here, where that is the same in every run.
    actions: Option<Vec<P::Action>>,
    visits: u32,
    /// In how many runs it could have been chosen.
    available: u32,
    /// Sum of results for the player who chose to come here.
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
    seat: &InformationSet<P>,
    options: &SearchOptions,
    random: &mut Random,
    budget: Budget,
) -> Option<P::Action> {
    let mut tree = Tree {
        seat,
        options,
        salt: random.number(),
        random,
        budget,
        nodes: vec![Node::default()],
        open: true,
    };
    while tree.open {
        tree.run()?;
    }
    tree.most_visited()
}

struct Tree<'a, P: BaselineGame> {
    seat: &'a InformationSet<P>,
    options: &'a SearchOptions<'a>,
    salt: u64,
    random: &'a mut Random,
    budget: Budget<'a>,
    nodes: Vec<Node<P>>,
    open: bool,
}

impl<P: BaselineGame> Tree<'_, P> {
    /// One run: down the tree, one new node, random play, and back. `None` if nothing can be done.
    fn run(&mut self) -> Option<()> {
        let mut position = P::guess(self.seat.knowledge(), self.random)?;
        // Nodes passed, and who chose to come there.
        let mut path: Vec<(usize, Color)> = Vec::new();
        let mut node = 0;
        let mut result = None;
        for _ in 0..DEEPEST {
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
            None => self.play_out(position),
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

    /// Something untried by chance, or what UCT says. With the child it leads to, and whether that is new.
    fn select(
        &mut self,
        node: usize,
        actor: Color,
        position: &P,
        actions: &[P::Action],
    ) -> (P::Action, usize, bool) {
        let edge = |action: P::Action| {
            if actor == self.seat.color() {
                Edge::Own(action)
            } else {
                Edge::Theirs(position.public(action))
            }
        };
        let mut untried = Vec::new();
        let mut best: Option<(f64, P::Action, usize)> = None;
        let better = |than: &Option<(f64, P::Action, usize)>, promise: f64| match than {
            Some((most, ..)) => promise > *most,
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
            let bonus = CURIOSITY * (logarithm(known.available) / visits).sqrt();
            let promise = known.points / visits + bonus;
            if better(&best, promise) {
                best = Some((promise, *action, child));
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

    /// Random play from here: the points of White.
    fn play_out(&mut self, mut position: P) -> f64 {
        for _ in 0..PLAYOUT {
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
        0.5 + 0.5 * balance / (HALF_WON + balance.abs())
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
                // A map has no order of its own: the one tried first decides.
                visits
                    .then(one.points.total_cmp(&other.points))
                    .then(second.cmp(first))
            })
            .map(|(action, ..)| action)
    }
}

/// The points of White where nobody can act any more.
fn at_the_end<P: Rules>(position: &P) -> Option<f64> {
    Some(points_of_white(position.outcome()?.winner))
}

fn points_of_white(winner: Option<Color>) -> f64 {
    match winner {
        Some(color) => color.fold_wb(1.0, 0.0),
        None => 0.5,
    }
}

/// The natural logarithm, roughly, and the same on every machine: straight between powers of two.
fn logarithm(number: u32) -> f64 {
    let number = number.max(1);
    let whole = number.ilog2();
    let rest = f64::from(number) / f64::from(1_u32 << whole) - 1.0;
    std::f64::consts::LN_2 * (f64::from(whole) + rest)
}
