//! The pursuit: a search for forced wins only, beside the search for the best action.
//!
//! Where there are hundreds of actions the search leaves most of them out, and a win that begins with one of
//! them is missed. The pursuit leaves nothing out. It is a proof-number search: of all positions that are
//! still open it looks at the one that seems to take the least to prove or refute that the player who acts
//! wins in 2 turns; once that is refuted, in 3, and so on. What leaves few answers is looked at first.
//!
//! With very many men only actions are tried that leave no free choice.

use std::num::NonZeroU32;

use manifold_rules::board::Color;
use manifold_rules::outcome::Outcome;
use manifold_rules::position::Bounds;

use crate::pack::Pack;
use crate::{Playable, Scent, Scope};

/// The effort for what is impossible.
const NEVER: u32 = u32::MAX;
/// The most turns in which a win is looked for.
const LONGEST: u32 = 8;
/// The most positions that are kept.
const ROOM: usize = 1 << 20;
/// So many glances at what an action leads to count as one position looked at.
const GLANCES: usize = 16;
/// Answers that refuted an action lately are tried first.
const REFUTERS: usize = 4;

/// A forced win.
#[derive(Debug, Clone)]
pub(crate) struct Forced<A> {
    /// What happens if the opponent holds out, as far as it is known: the actions of both players.
    pub(crate) line: Vec<A>,
    /// Turns of the winner.
    pub(crate) turns: u32,
}

/// What has become of it.
#[derive(Debug)]
enum Found<A> {
    Nothing,
    Win(Forced<A>),
    /// Refuted as far as the pursuit goes, or too much.
    Over,
}

/// The search for a forced win from one position.
pub(crate) struct Pursuit<P: Playable> {
    position: P,
    root: Node,
    turns: u32,
    most: u32,
    found: Found<P::Action>,
    work: Work<P>,
}

/// An action and what it takes to prove, or to refute, that it wins.
#[derive(Debug)]
struct Node {
    action: Option<NonZeroU32>,
    prove: u32,
    refute: u32,
    children: Vec<Node>,
}

impl Node {
    fn open(action: Option<NonZeroU32>, prove: u32) -> Node {
        Node {
            action,
            prove,
            refute: 1,
            children: Vec::new(),
        }
    }

    fn settled(action: Option<NonZeroU32>, won: bool) -> Node {
        let mut node = Node::open(action, 1);
        node.settle(won);
        node
    }

    fn is_open(&self) -> bool {
        self.prove > 0 && self.refute > 0
    }

    fn is_won(&self) -> bool {
        self.prove == 0
    }

    fn settle(&mut self, won: bool) {
        (self.prove, self.refute) = if won { (0, NEVER) } else { (NEVER, 0) };
    }

    fn size(&self) -> usize {
        let below: usize = self.children.iter().map(Node::size).sum();
        self.children.len() + below
    }
}

/// What an answer of the hunted leads to.
enum After {
    Won,
    Refuted,
    Open,
}

/// What is the same for all positions of a pursuit.
struct Work<P: Playable> {
    hunter: Color,
    scent: Scent,
    /// Positions that have been there twice: a third time is a draw.
    drawn: Vec<u64>,
    nodes: u64,
    /// How many there may be.
    limit: u64,
    kept: usize,
    refuters: Vec<P::Action>,
    raw: Vec<P::Action>,
}

impl<P: Playable> Pursuit<P> {
    /// Begins to look for a win of the actor of `position`; `keys` are those of the game so far.
    pub(crate) fn new(position: &P, keys: &[u64]) -> Pursuit<P> {
        let scent = position.pursuit();
        let quiet = position.fifty_move_count();
        let recent = &keys[keys.len().saturating_sub(quiet as usize + 1)..];
        let mut drawn: Vec<u64> = (1..recent.len())
            .filter(|place| recent[..*place].contains(&recent[*place]))
            .map(|place| recent[place])
            .collect();
        drawn.dedup();
        Pursuit {
            position: position.clone(),
            root: Node::open(None, 1),
            turns: 2,
            // No draw by counting comes in between.
            most: LONGEST.min(100_u32.saturating_sub(quiet) / 2),
            found: if scent == Scent::None {
                Found::Over
            } else {
                Found::Nothing
            },
            work: Work {
                hunter: position.actor(),
                scent,
                drawn,
                nodes: 0,
                limit: u64::MAX,
                kept: 0,
                refuters: Vec::new(),
                raw: Vec::new(),
            },
        }
    }

    /// Positions looked at.
    pub(crate) fn nodes(&self) -> u64 {
        self.work.nodes
    }

    /// Whether there is something left to do.
    pub(crate) fn is_open(&self) -> bool {
        matches!(self.found, Found::Nothing)
    }

    /// Wins in fewer turns than this have been refuted, or were not forced ones.
    pub(crate) fn turns(&self) -> u32 {
        self.turns
    }

    /// The win that was found.
    pub(crate) fn win(&self) -> Option<&Forced<P::Action>> {
        match &self.found {
            Found::Win(win) => Some(win),
            Found::Nothing | Found::Over => None,
        }
    }

    /// One step: looks at what one position's actions lead to, as far as `nodes` reach.
    pub(crate) fn step(&mut self, nodes: u64) {
        if !self.is_open() {
            return;
        }
        self.work.limit = self.work.nodes.saturating_add(nodes);
        if self.turns > self.most || self.work.kept > ROOM {
            self.found = Found::Over;
            self.root = Node::open(None, 1);
            return;
        }
        let fresh = self.root.children.is_empty();
        let mut position = self.position.clone();
        self.work.explore(&mut self.root, &mut position, self.turns);
        if self.root.is_open() {
            return;
        }
        if self.root.is_won() {
            let line = self.work.line(&self.root, &self.position);
            self.found = Found::Win(Forced {
                line,
                turns: self.turns,
            });
        } else if fresh {
            // There is nothing to try at all.
            self.found = Found::Over;
        } else {
            self.turns += 1;
            self.work.kept = 0;
        }
        self.root = Node::open(None, 1);
    }
}

impl<P: Playable> Work<P> {
    /// Goes to the open position below `node` that seems to decide most, and looks at it. `turns` are
    /// those of the hunter in which the win must come.
    fn explore(&mut self, node: &mut Node, position: &mut P, turns: u32) {
        let hunts = position.actor() == self.hunter;
        if node.children.is_empty() {
            self.expand(node, position, turns, hunts);
        } else if let Some(child) = most_urgent(&mut node.children, hunts) {
            if let Some(action) = child.action.and_then(P::Action::unpack) {
                let left = turns - u32::from(hunts);
                position.visit_child(action, |after| self.explore(child, after, left));
            } else {
                child.settle(false);
            }
        }
        if node.children.is_empty() {
            return;
        }
        node.weigh(hunts);
        if !node.is_open() {
            // Of a win the line is kept: the action that wins, or all answers.
            self.kept -= node.size();
            let won = node.is_won();
            node.children.retain(|child| won && child.is_won());
            node.children.shrink_to_fit();
            self.kept += node.size();
        }
    }

    fn expand(&mut self, node: &mut Node, position: &mut P, turns: u32, hunts: bool) {
        if !self.count() {
            return;
        }
        if position.is_insufficient_material() {
            return node.settle(false);
        }
        let mut raw = std::mem::take(&mut self.raw);
        raw.clear();
        let done = if hunts {
            self.expand_hunter(node, position, turns, &mut raw)
        } else {
            self.expand_hunted(node, position, turns, &mut raw)
        };
        self.raw = raw;
        if done.is_none() {
            // Begun anew if there are more nodes some day.
            node.children.clear();
            return;
        }
        self.kept += node.children.len();
        if node.is_open() && node.children.is_empty() {
            // Nothing is left to try, or nothing to answer.
            node.settle(!hunts);
        }
    }

    /// Counts a position, if there may be one more.
    fn count(&mut self) -> bool {
        let may = self.nodes < self.limit;
        self.nodes += u64::from(may);
        may
    }

    /// Lists what the hunter can try; nothing if there are no more nodes.
    fn expand_hunter(
        &mut self,
        node: &mut Node,
        position: &mut P,
        turns: u32,
        raw: &mut Vec<P::Action>,
    ) -> Option<()> {
        if let Some(action) = position.winning_action() {
            node.children.push(Node::settled(action.pack(), true));
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
            // Without an answer it is stalemate.
            if effort > 0 {
                node.children.push(Node::open(action.pack(), effort));
            }
        }
        Some(())
    }

    /// How many answers the hunted has, 0 if it makes no sense to try; nothing if there are no more nodes.
    fn effort(&mut self, position: &P, turns: u32) -> Option<u32> {
        if outcome(position).is_some() || !position.may_be_lost_in(turns) {
            return Some(0);
        }
        let forced = position.is_forced();
        if !forced && self.scent == Scent::Forcing || self.is_drawn(position) {
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

    /// Lists what the hunted can answer; nothing if there are no more nodes.
    fn expand_hunted(
        &mut self,
        node: &mut Node,
        position: &mut P,
        turns: u32,
        raw: &mut Vec<P::Action>,
    ) -> Option<()> {
        position.defences(raw);
        if raw.is_empty() {
            node.settle(false);
            return Some(());
        }
        for refuter in self.refuters.iter().rev() {
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
                After::Refuted => {
                    self.refuters.retain(|known| *known != action);
                    self.refuters.insert(0, action);
                    self.refuters.truncate(REFUTERS);
                    node.children.clear();
                    node.settle(false);
                    return Some(());
                }
                After::Won => node.children.push(Node::settled(action.pack(), true)),
                After::Open => node.children.push(Node::open(action.pack(), 1)),
            }
        }
        Some(())
    }

    /// What an answer has come to; nothing if there are no more nodes.
    fn after_answer(&mut self, position: &P, turns: u32) -> Option<After> {
        let won = if let Some(outcome) = outcome(position) {
            outcome.winner == Some(self.hunter)
        } else if self.is_drawn(position) {
            false
        } else if turns > 1 {
            return Some(After::Open);
        } else if !self.count() {
            return None;
        } else {
            position.winning_action().is_some()
        };
        Some(if won { After::Won } else { After::Refuted })
    }

    fn is_drawn(&self, position: &P) -> bool {
        !self.drawn.is_empty() && self.drawn.contains(&position.repetition_key())
    }

    /// What happens if the hunted holds out.
    fn line(&self, root: &Node, start: &P) -> Vec<P::Action> {
        let mut line = Vec::new();
        let mut position = start.clone();
        let mut node = root;
        loop {
            let hunts = position.actor() == self.hunter;
            let next = node
                .children
                .iter()
                .filter(|child| child.is_won())
                .max_by_key(|child| if hunts { 0 } else { child.depth() });
            let action = match next {
                Some(child) => child.action.and_then(P::Action::unpack),
                None if hunts => position.winning_action(),
                None => None,
            };
            let Some(action) = action else { break };
            line.push(action);
            position.play_unchecked(action);
            if outcome(&position).is_some() {
                break;
            }
            static LEAF: Node = Node {
                action: None,
                prove: 0,
                refute: NEVER,
                children: Vec::new(),
            };
            node = next.unwrap_or(&LEAF);
        }
        line
    }
}

impl Node {
    /// The length of the longest line below.
    fn depth(&self) -> usize {
        let depths = self.children.iter().map(|child| 1 + child.depth());
        depths.max().unwrap_or(0)
    }

    /// What it takes, from what its children take: who hunts needs one of them, the hunted all.
    fn weigh(&mut self, hunts: bool) {
        let children = self.children.iter();
        let least = |numbers: &mut dyn Iterator<Item = u32>| numbers.min().unwrap_or(NEVER);
        let sum = |numbers: &mut dyn Iterator<Item = u32>| numbers.fold(0_u32, u32::saturating_add);
        let prove = &mut children.clone().map(|child| child.prove);
        let refute = &mut children.map(|child| child.refute);
        (self.prove, self.refute) = if hunts {
            (least(prove), sum(refute))
        } else {
            (sum(prove), least(refute))
        };
        if self.prove == 0 {
            self.refute = NEVER;
        } else if self.refute == 0 {
            self.prove = NEVER;
        } else {
            // Both are far from certain.
            self.prove = self.prove.min(NEVER - 1);
            self.refute = self.refute.min(NEVER - 1);
        }
    }
}

/// The child that decides most with the least effort.
fn most_urgent(children: &mut [Node], hunts: bool) -> Option<&mut Node> {
    children
        .iter_mut()
        .filter(|child| child.is_open())
        .min_by_key(|child| if hunts { child.prove } else { child.refute })
}

/// How the game has ended, if it has; stalemate apart.
fn outcome<P: Playable>(position: &P) -> Option<Outcome> {
    match position.won_at_once() {
        Some(outcome) => Some(outcome),
        None if position.may_be_over() => position.outcome(),
        None => None,
    }
}
