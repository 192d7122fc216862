//! The expansion of a node of the proof tree.

use manifold_rules::board::Color;
use manifold_rules::outcome::Outcome;
use manifold_rules::position::Bounds;

use super::node::{ProofNode, WON_LEAF};
use crate::encoding::Encode;
use crate::playable::{Playable, ProofScope, Scope};
use crate::search::budget::Budget;

/// Child positions that count as one node if they are only glanced at.
const GLANCES: usize = 16;
/// Maximum number of refuting answers, and of winning actions, that are remembered and tried first.
const REMEMBERED: usize = 4;

/// The result of an answer of the defender.
enum Answer {
    Won,
    Refuted,
    Open,
}

/// The state common to all nodes of a search.
pub(super) struct Expansion<'a, P: Playable> {
    attacker: Color,
    scope: ProofScope,
    /// Positions that have occurred twice: a third time is a draw.
    drawn: Vec<u64>,
    pub(super) nodes: u64,
    /// When to stop. Its node limit is compared with `nodes`.
    pub(super) budget: Budget<'a>,
    /// Nodes in memory.
    pub(super) kept: usize,
    /// Whether an action of the attacker was worth trying.
    pub(super) has_tried: bool,
    /// Whether any would have been worth trying with more turns.
    pub(super) is_too_soon: bool,
    /// Answers that refuted an action, the latest first.
    refutations: Vec<P::Action>,
    /// Actions that won with the next turn, the latest first.
    wins: Vec<P::Action>,
    raw: Vec<P::Action>,
}

impl<'a, P: Playable> Expansion<'a, P> {
    /// `drawn` are the repetition keys of positions that have occurred twice.
    pub(super) fn new(attacker: Color, scope: ProofScope, drawn: Vec<u64>) -> Expansion<'a, P> {
        Expansion {
            attacker,
            scope,
            drawn,
            nodes: 0,
            budget: Budget::of_nodes(u64::MAX),
            kept: 0,
            has_tried: false,
            is_too_soon: false,
            refutations: Vec::new(),
            wins: Vec::new(),
            raw: Vec::new(),
        }
    }

    /// Descends to the most-proving node below `node`, expands it and updates the numbers on the way back. The
    /// attacker must win within `turns` of his turns.
    pub(super) fn explore(&mut self, node: &mut ProofNode, position: &mut P, turns: u32) {
        let attacks = position.actor() == self.attacker;
        if node.children.is_empty() {
            self.expand(node, position, turns, attacks);
        } else if let Some(child) = node.most_proving(attacks) {
            if let Some(action) = child.action.and_then(P::Action::decode) {
                let left = turns - u32::from(attacks);
                position.visit_child(action, |after| self.explore(child, after, left));
            } else {
                child.settle(false);
            }
        }
        if node.children.is_empty() {
            return;
        }
        node.update(attacks);
        if !node.is_open() {
            // Of a proof only the solution is kept: the winning action, or all answers.
            self.kept -= node.size();
            let won = node.is_won();
            node.children.retain(|child| won && child.is_won());
            node.children.shrink_to_fit();
            self.kept += node.size();
        }
    }

    fn expand(&mut self, node: &mut ProofNode, position: &mut P, turns: u32, attacks: bool) {
        if !self.count() {
            return;
        }
        if position.is_insufficient_material() {
            return node.settle(false);
        }
        let mut raw = std::mem::take(&mut self.raw);
        raw.clear();
        let done = if attacks {
            self.expand_attack(node, position, turns, &mut raw)
        } else {
            self.expand_defence(node, position, turns, &mut raw)
        };
        self.raw = raw;
        if done.is_none() {
            // The budget ran out: the node is expanded again once there is more.
            node.children.clear();
            return;
        }
        self.kept += node.size();
        if node.is_open() && node.children.is_empty() {
            // The attacker has nothing to try, or no answer of the defender is left.
            node.settle(!attacks);
        }
    }

    /// Counts a node; returns whether the budget allows it. A single expansion can take long, so the clock is checked every time.
    fn count(&mut self) -> bool {
        let may = self.nodes < self.budget.nodes && !self.budget.is_over();
        self.nodes += u64::from(may);
        may
    }

    /// Adds the attacker's actions that are worth trying as children; `None` if the budget is used up.
    fn expand_attack(
        &mut self,
        node: &mut ProofNode,
        position: &mut P,
        turns: u32,
        raw: &mut Vec<P::Action>,
    ) -> Option<()> {
        if let Some(action) = position.winning_action() {
            node.children.push(ProofNode::proven(action.encode()));
            return Some(());
        }
        position.candidates(Scope::Root(Bounds::NONE), raw);
        if turns <= 2 {
            return self.decide(node, position, raw);
        }
        for (number, action) in raw.iter().copied().enumerate() {
            if number % GLANCES == GLANCES - 1 && !self.count() {
                return None;
            }
            let effort = position.visit_child(action, |after| self.effort(after, turns - 1))?;
            // No answers: stalemate, or not worth trying.
            if effort > 0 {
                node.children.push(ProofNode::open(action.encode(), effort));
            }
        }
        Some(())
    }

    /// Tries each of these actions of the attacker until one forces a win with the next turn, which becomes the only
    /// child; `None` if the budget is used up.
    fn decide(
        &mut self,
        node: &mut ProofNode,
        position: &mut P,
        actions: &mut [P::Action],
    ) -> Option<()> {
        put_first(actions, &self.wins);
        for (number, action) in actions.iter().copied().enumerate() {
            if number % GLANCES == GLANCES - 1 && !self.count() {
                return None;
            }
            let mut child = ProofNode::open(action.encode(), 1);
            position.visit_child(action, |after| self.decide_after(&mut child, after))?;
            if child.is_won() {
                remember(&mut self.wins, action);
                node.children.push(child);
                break;
            }
        }
        Some(())
    }

    /// Decides whether the attacker, who has just acted, wins with the next turn; `None` if the budget is used up.
    fn decide_after(&mut self, child: &mut ProofNode, position: &mut P) -> Option<()> {
        if !self.is_worth_trying(position, 1) || self.is_refuted(position)? {
            return Some(());
        }
        if !self.count() {
            return None;
        }
        let mut answers = Vec::new();
        self.expand_defence(child, position, 1, &mut answers)?;
        if child.is_open() && !child.children.is_empty() {
            child.update(false);
        }
        Some(())
    }

    /// Whether the attacker, who has just acted, might win within `turns` turns.
    fn is_worth_trying(&mut self, position: &P, turns: u32) -> bool {
        let may_ever = outcome(position).is_none()
            && (self.scope != ProofScope::Forcing || position.is_forced())
            && !self.is_drawn(position);
        let worth = may_ever && position.may_be_lost_in(turns);
        self.has_tried |= worth;
        self.is_too_soon |= may_ever && !worth;
        worth
    }

    /// Whether an answer that refuted another action refutes this one too, leaving no win on the next turn; `None` if the budget is used
    /// up.
    fn is_refuted(&mut self, position: &mut P) -> Option<bool> {
        let mut known = self.refutations.iter().copied();
        let Some(answer) = known.find(|answer| position.is_legal(*answer)) else {
            return Some(false);
        };
        let after = position.visit_child(answer, |after| self.after_answer(after, 1))?;
        let refuted = matches!(after, Answer::Refuted);
        if refuted {
            remember(&mut self.refutations, answer);
        }
        Some(refuted)
    }

    /// The number of answers of the defender, 0 if the position is not worth trying; `None` if the budget is used up.
    fn effort(&mut self, position: &P, turns: u32) -> Option<u32> {
        if !self.is_worth_trying(position, turns) {
            return Some(0);
        }
        if !self.count() {
            return None;
        }
        if !position.is_forced() {
            return Some(position.count_legal() as u32);
        }
        let mut answers = Vec::new();
        position.defences(&mut answers);
        Some(answers.len() as u32)
    }

    /// Adds the answers of the defender as children; `None` if the budget is used up.
    fn expand_defence(
        &mut self,
        node: &mut ProofNode,
        position: &mut P,
        turns: u32,
        raw: &mut Vec<P::Action>,
    ) -> Option<()> {
        position.defences(raw);
        if raw.is_empty() {
            node.settle(false);
            return Some(());
        }
        put_first(raw, &self.refutations);
        for (number, action) in raw.iter().copied().enumerate() {
            if number % GLANCES == GLANCES - 1 && !self.count() {
                return None;
            }
            let after = position.visit_child(action, |after| self.after_answer(after, turns))?;
            match after {
                Answer::Refuted => {
                    remember(&mut self.refutations, action);
                    node.children.clear();
                    node.settle(false);
                    return Some(());
                }
                Answer::Won => node.children.push(ProofNode::proven(action.encode())),
                Answer::Open => node.children.push(ProofNode::open(action.encode(), 1)),
            }
        }
        Some(())
    }

    /// The result of an answer; `None` if the budget is used up.
    fn after_answer(&mut self, position: &P, turns: u32) -> Option<Answer> {
        let won = if let Some(outcome) = outcome(position) {
            outcome.winner == Some(self.attacker)
        } else if self.is_drawn(position) {
            false
        } else if turns > 1 {
            return Some(Answer::Open);
        } else if !self.count() {
            return None;
        } else {
            position.winning_action().is_some()
        };
        Some(if won { Answer::Won } else { Answer::Refuted })
    }

    fn is_drawn(&self, position: &P) -> bool {
        !self.drawn.is_empty() && self.drawn.contains(&position.repetition_key())
    }

    /// The winning line in which the defender holds out longest.
    pub(super) fn pv(&self, root: &ProofNode, start: &P) -> Vec<P::Action> {
        let mut line = Vec::new();
        let mut position = start.clone();
        let mut node = root;
        loop {
            let attacks = position.actor() == self.attacker;
            let next = node
                .children
                .iter()
                .filter(|child| child.is_won())
                .max_by_key(|child| if attacks { 0 } else { child.depth() });
            let action = match next {
                Some(child) => child.action.and_then(P::Action::decode),
                None if attacks => position.winning_action(),
                None => None,
            };
            let Some(action) = action else { break };
            line.push(action);
            position.play_unchecked(action);
            if outcome(&position).is_some() {
                break;
            }
            node = next.unwrap_or(&WON_LEAF);
        }
        line
    }
}

/// The outcome of the game, if it has ended other than by stalemate.
fn outcome<P: Playable>(position: &P) -> Option<Outcome> {
    match position.won_at_once() {
        Some(outcome) => Some(outcome),
        None if position.may_be_over() => position.outcome(),
        None => None,
    }
}

/// Puts an action at the front of a short list, the latest first.
fn remember<A: Copy + PartialEq>(known: &mut Vec<A>, action: A) {
    known.retain(|other| *other != action);
    known.insert(0, action);
    known.truncate(REMEMBERED);
}

/// Moves the actions that are in `known` to the front, in the order of `known`.
fn put_first<A: PartialEq>(actions: &mut [A], known: &[A]) {
    for known in known.iter().rev() {
        if let Some(found) = actions.iter().position(|action| action == known) {
            actions[..=found].rotate_right(1);
        }
    }
}
