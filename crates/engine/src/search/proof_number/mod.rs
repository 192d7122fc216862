//! Proof-number search: forced wins, beside the search for the best action.
//!
//! With hundreds of actions the main search prunes most of them, and misses a win that begins with one of those.
//! This search prunes nothing. Of all open positions it expands the one that seems to take the least to prove or
//! disprove that the actor wins in 2 turns; once that is disproven, in 3, and so on. Actions that leave few answers
//! come first.
//!
//! With very many men on the boards only actions that leave no free choice are tried.

mod node;

use manifold_rules::board::Color;
use manifold_rules::outcome::Outcome;
use manifold_rules::position::Bounds;

use node::{ProofNode, WON_LEAF};

use crate::encoding::Encode;
use crate::playable::{Playable, ProofScope, Scope};

/// The most turns in which a win is looked for.
const MAX_TURNS: u32 = 8;
/// The most nodes that are kept.
const MAX_NODES: usize = 1 << 20;
/// Child positions looked at briefly that count as one node.
const GLANCES: usize = 16;
/// Answers that refuted an action lately and are tried first.
const REFUTATIONS: usize = 4;

/// A forced win.
#[derive(Debug, Clone)]
pub(crate) struct ForcedWin<A> {
    /// The actions of both players if the defender holds out as long as possible, as far as they are known.
    pub(crate) pv: Vec<A>,
    /// Turns of the winner.
    pub(crate) turns: u32,
}

/// The state of a search.
#[derive(Debug)]
enum Status<A> {
    Open,
    Won(ForcedWin<A>),
    /// Disproven as far as the search goes, or given up.
    Over,
}

/// The search for a forced win from one position.
pub(crate) struct ProofSearch<P: Playable> {
    position: P,
    root: ProofNode,
    turns: u32,
    max_turns: u32,
    status: Status<P::Action>,
    work: Expansion<P>,
}

/// What an answer of the defender leads to.
enum Answer {
    Won,
    Refuted,
    Open,
}

/// What is the same for all nodes of a search.
struct Expansion<P: Playable> {
    attacker: Color,
    scope: ProofScope,
    /// Positions that have occurred twice: a third time is a draw.
    drawn: Vec<u64>,
    nodes: u64,
    /// The node count at which to stop.
    limit: u64,
    /// Nodes in memory.
    kept: usize,
    refutations: Vec<P::Action>,
    raw: Vec<P::Action>,
}

impl<P: Playable> ProofSearch<P> {
    /// Starts a search for a win of the actor of `position`; `keys` are the repetition keys of the game so far.
    pub(crate) fn new(position: &P, keys: &[u64]) -> ProofSearch<P> {
        let scope = position.proof_scope();
        let quiet = position.fifty_move_count();
        let recent = &keys[keys.len().saturating_sub(quiet as usize + 1)..];
        let mut drawn: Vec<u64> = (1..recent.len())
            .filter(|place| recent[..*place].contains(&recent[*place]))
            .map(|place| recent[place])
            .collect();
        drawn.dedup();
        ProofSearch {
            position: position.clone(),
            root: ProofNode::open(None, 1),
            turns: 2,
            // The win must come before a draw by the fifty-move rule.
            max_turns: MAX_TURNS.min(100_u32.saturating_sub(quiet) / 2),
            status: if scope == ProofScope::None {
                Status::Over
            } else {
                Status::Open
            },
            work: Expansion {
                attacker: position.actor(),
                scope,
                drawn,
                nodes: 0,
                limit: u64::MAX,
                kept: 0,
                refutations: Vec::new(),
                raw: Vec::new(),
            },
        }
    }

    /// Nodes expanded.
    pub(crate) fn nodes(&self) -> u64 {
        self.work.nodes
    }

    /// Whether the search has neither found a win nor given up.
    pub(crate) fn is_open(&self) -> bool {
        matches!(self.status, Status::Open)
    }

    /// Wins in fewer turns than this have been disproven, as far as the scope goes.
    pub(crate) fn turns(&self) -> u32 {
        self.turns
    }

    /// The win, if one was found.
    pub(crate) fn win(&self) -> Option<&ForcedWin<P::Action>> {
        match &self.status {
            Status::Won(win) => Some(win),
            Status::Open | Status::Over => None,
        }
    }

    /// Expands one node, with at most `nodes` nodes.
    pub(crate) fn step(&mut self, nodes: u64) {
        if !self.is_open() {
            return;
        }
        self.work.limit = self.work.nodes.saturating_add(nodes);
        if self.turns > self.max_turns || self.work.kept > MAX_NODES {
            self.status = Status::Over;
            self.root = ProofNode::open(None, 1);
            return;
        }
        let fresh = self.root.children.is_empty();
        let mut position = self.position.clone();
        self.work.explore(&mut self.root, &mut position, self.turns);
        if self.root.is_open() {
            return;
        }
        if self.root.is_won() {
            let pv = self.work.pv(&self.root, &self.position);
            self.status = Status::Won(ForcedWin {
                pv,
                turns: self.turns,
            });
        } else if fresh {
            // Nothing can be tried at all.
            self.status = Status::Over;
        } else {
            self.turns += 1;
            self.work.kept = 0;
        }
        self.root = ProofNode::open(None, 1);
    }
}

impl<P: Playable> Expansion<P> {
    /// Descends to the most-proving node below `node`, expands it and updates the numbers on the way back. The
    /// attacker must win within `turns` of his turns.
    fn explore(&mut self, node: &mut ProofNode, position: &mut P, turns: u32) {
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
            // Of a proof the solution is kept: the action that wins, or all answers.
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
            // Expanded again when there are more nodes.
            node.children.clear();
            return;
        }
        self.kept += node.children.len();
        if node.is_open() && node.children.is_empty() {
            // The attacker has nothing to try, or the defender nothing to answer.
            node.settle(!attacks);
        }
    }

    /// Counts a node; returns whether the limit allows it.
    fn count(&mut self) -> bool {
        let may = self.nodes < self.limit;
        self.nodes += u64::from(may);
        may
    }

    /// Adds what the attacker can try as children; nothing if the nodes are used up.
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
        if turns <= 1 {
            return Some(());
        }
        position.candidates(Scope::Root(Bounds::NONE), raw);
        for (number, action) in raw.iter().copied().enumerate() {
            if number % GLANCES == GLANCES - 1 && !self.count() {
                return None;
            }
            let effort = position.visit_child(action, |after| self.effort(after, turns - 1))?;
            // Without answers it is stalemate.
            if effort > 0 {
                node.children.push(ProofNode::open(action.encode(), effort));
            }
        }
        Some(())
    }

    /// The number of answers of the defender, 0 if the position is not worth trying; nothing if the nodes are used up.
    fn effort(&mut self, position: &P, turns: u32) -> Option<u32> {
        if outcome(position).is_some() || !position.may_be_lost_in(turns) {
            return Some(0);
        }
        let forced = position.is_forced();
        if !forced && self.scope == ProofScope::Forcing || self.is_drawn(position) {
            return Some(0);
        }
        if !self.count() {
            return None;
        }
        if !forced {
            return Some(position.count_legal() as u32);
        }
        let mut answers = Vec::new();
        position.defences(&mut answers);
        Some(answers.len() as u32)
    }

    /// Adds the answers of the defender as children; nothing if the nodes are used up.
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
        for refuter in self.refutations.iter().rev() {
            if let Some(found) = raw.iter().position(|action| action == refuter) {
                raw[..=found].rotate_right(1);
            }
        }
        for (number, action) in raw.iter().copied().enumerate() {
            if number % GLANCES == GLANCES - 1 && !self.count() {
                return None;
            }
            let after = position.visit_child(action, |after| self.after_answer(after, turns))?;
            match after {
                Answer::Refuted => {
                    self.refutations.retain(|known| *known != action);
                    self.refutations.insert(0, action);
                    self.refutations.truncate(REFUTATIONS);
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

    /// The result of an answer; nothing if the nodes are used up.
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

    /// The line in which the defender holds out longest.
    fn pv(&self, root: &ProofNode, start: &P) -> Vec<P::Action> {
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
