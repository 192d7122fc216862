//! Proofs of wins over an information set: wins that hold no matter what the opponent hides.
//!
//! The search sees only a few determinizations. A win in all of them may not be a win: a square that was not drawn may
//! save the king. So a win is announced only if it has been tried in all possible positions, without the player knowing
//! which of them is real; a win that is not proven is scored by its probability.

use std::collections::HashMap;

use manifold_rules::board::Color;

use crate::playable::{Information, Playable, Scope};
use crate::search::score::MATE;

/// Maximum number of possible positions: if there are more, no win is certain.
const MAX_POSITIONS: usize = 64 * 64;
/// Longest win that is proven, in turns of the player: each turn multiplies the work.
const MAX_TURNS: u32 = 3;
/// Maximum number of positions searched for all proofs of one decision.
const MAX_NODES: u64 = 60_000;

/// The share of the possible positions in which an action wins on the first ply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WinProbability {
    /// The total weight of the positions in which it wins.
    pub(super) wins: u64,
    /// The total weight of all possible positions.
    pub(super) all: u64,
}

impl WinProbability {
    pub(super) fn is_certain(self) -> bool {
        self.wins == self.all
    }
}

/// The proofs of the wins that the search has found.
#[derive(Debug)]
pub(super) struct WinProofs<A> {
    /// Whether anything is hidden at all.
    has_secrets: bool,
    /// The turns of the player within which nothing hidden can matter.
    safe_turns: u32,
    /// The probabilities of wins on the first ply, for actions that win in some possible position.
    probabilities: HashMap<A, WinProbability>,
    /// Whether an action wins within a number of turns.
    proven: HashMap<(A, u32), bool>,
    /// Number of positions that may still be searched.
    left: u64,
}

impl<A: Copy + Eq + std::hash::Hash> WinProofs<A> {
    /// The proofs of a decision with a limit of `nodes`. `safe_turns` comes from
    /// [`Secrets::turns_without_secrets`](crate::playable::Secrets::turns_without_secrets); `None` if nothing is hidden.
    pub(super) fn new(safe_turns: Option<u32>, nodes: u64) -> WinProofs<A> {
        WinProofs {
            has_secrets: safe_turns.is_some(),
            safe_turns: safe_turns.unwrap_or(u32::MAX),
            probabilities: HashMap::new(),
            proven: HashMap::new(),
            left: (nodes / 8).min(MAX_NODES),
        }
    }

    /// The probability that an action wins at once, if that depends on what is hidden.
    pub(super) fn probability(&self, action: A) -> Option<WinProbability> {
        self.probabilities.get(&action).copied()
    }

    pub(super) fn put_probability(&mut self, action: A, probability: WinProbability) {
        self.probabilities.insert(action, probability);
    }

    /// Whether a forced win or loss found by the search holds in all possible positions. `score` is a mate score.
    pub(super) fn holds(&self, action: A, score: i32) -> bool {
        let turns = turns(score);
        if !self.has_secrets || turns <= self.safe_turns {
            return true;
        }
        if turns == 1 && score > 0 {
            return self
                .probability(action)
                .is_some_and(WinProbability::is_certain);
        }
        self.proven.get(&(action, turns)) == Some(&true)
    }

    /// Whether to attempt a proof of a win with this score.
    pub(super) fn is_open(&self, action: A, score: i32) -> bool {
        let turns = turns(score);
        score > 0
            && (2..=MAX_TURNS).contains(&turns)
            && self.left > 0
            && !self.holds(action, score)
            && !self.proven.contains_key(&(action, turns))
    }

    /// Tries to prove that an action wins in all possible positions.
    pub(super) fn prove<P: Playable<Action = A>>(
        &mut self,
        possible: &[(P, u64)],
        action: A,
        score: i32,
        is_stopped: &dyn Fn() -> bool,
    ) {
        let turns = turns(score);
        let Some((first, _)) = possible.first() else {
            self.left = 0;
            return;
        };
        let mut proof = Proof {
            us: first.actor(),
            left: self.left,
            is_stopped,
            answers: Vec::new(),
        };
        let positions = possible
            .iter()
            .map(|(position, _)| position.clone())
            .collect();
        let wins = proof.wins_after(positions, action, turns) == Some(true);
        self.left = proof.left;
        self.proven.insert((action, turns), wins);
    }
}

/// The turns that the winner needs in a forced win or loss.
pub(super) fn turns(score: i32) -> u32 {
    let plies = (MATE - score.abs()).max(0).unsigned_abs();
    if score > 0 {
        plies.div_ceil(2)
    } else {
        plies / 2
    }
}

/// All possible positions that can differ within `turns` turns; empty if there are too many.
pub(super) fn possible<P: Playable>(
    knowledge: &P::Knowledge,
    memory: &P::Memory,
    turns: u32,
) -> Vec<(P, u64)> {
    P::possible_positions(knowledge, memory, turns, MAX_POSITIONS)
}

/// The probability that an action wins at once; `None` if the time is up, or if there were too many possible positions.
pub(super) fn probability<P: Playable>(
    possible: &[(P, u64)],
    action: P::Action,
    wins: impl Fn(&P) -> bool,
    is_stopped: &dyn Fn() -> bool,
) -> Option<WinProbability> {
    let mut probability = WinProbability { wins: 0, all: 0 };
    for (number, (position, weight)) in possible.iter().enumerate() {
        if number % 64 == 63 && is_stopped() {
            return None;
        }
        let mut child = position.clone();
        child.play_unchecked(action);
        probability.all += weight;
        if wins(&child) {
            probability.wins += weight;
        }
    }
    (probability.all > 0).then_some(probability)
}

/// An exhaustive proof, with a limit on the positions.
struct Proof<'a, A> {
    us: Color,
    left: u64,
    is_stopped: &'a dyn Fn() -> bool,
    /// Actions that have won elsewhere in the proof, the latest last.
    answers: Vec<A>,
}

/// What the player knows, and the positions that look the same with that knowledge.
type Group<P> = (<P as Information>::Knowledge, Vec<P>);

impl<A: Copy + Eq> Proof<'_, A> {
    /// Counts a position; `None` once the limit is reached.
    fn count(&mut self) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        if self.left.is_multiple_of(256) && (self.is_stopped)() {
            self.left = 0;
            return None;
        }
        Some(())
    }

    /// Whether an action wins within `turns` turns in all of these positions, which look the same to the player.
    fn wins_after<P: Playable<Action = A>>(
        &mut self,
        positions: Vec<P>,
        action: A,
        turns: u32,
    ) -> Option<bool> {
        let mut groups: Vec<Group<P>> = Vec::new();
        for position in positions {
            self.count()?;
            let mut child = position;
            child.play_unchecked(action);
            match child.outcome() {
                Some(outcome) if outcome.winner == Some(self.us) => continue,
                Some(_) => return Some(false),
                None if turns <= 1 || child.actor() == self.us => return Some(false),
                None => {}
            }
            for reply in child.distinct_actions(turns) {
                self.count()?;
                let mut then = child.clone();
                then.play_unchecked(reply);
                if let Some(outcome) = then.outcome() {
                    if outcome.winner == Some(self.us) {
                        continue;
                    }
                    return Some(false);
                }
                let seen = then.knowledge(self.us);
                match groups.iter_mut().find(|(known, _)| *known == seen) {
                    Some((_, group)) => group.push(then),
                    None => groups.push((seen, vec![then])),
                }
            }
        }
        for (_, group) in groups {
            if !self.is_won(group, turns - 1)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether one action wins within `turns` turns in all of these positions.
    fn is_won<P: Playable<Action = A>>(&mut self, positions: Vec<P>, turns: u32) -> Option<bool> {
        let Some(position) = positions
            .first()
            .filter(|position| position.actor() == self.us)
        else {
            return Some(false);
        };
        // An action that has won elsewhere is likely to win here.
        for number in (0..self.answers.len()).rev() {
            let answer = self.answers[number];
            if position.is_legal(answer) && self.wins_after(positions.clone(), answer, turns)? {
                return Some(true);
            }
        }
        let mut actions = Vec::new();
        position.candidates(Scope::Root(Default::default()), &mut actions);
        for action in actions {
            self.count()?;
            if self.answers.contains(&action) {
                continue;
            }
            let mut child = position.clone();
            child.play_unchecked(action);
            // On the last turn only an action that may end the game can win.
            let may_win = child.won_at_once().is_some() || child.may_be_over();
            if (turns > 1 || may_win) && self.wins_after(positions.clone(), action, turns)? {
                if self.answers.len() >= 4 {
                    self.answers.remove(0);
                }
                self.answers.push(action);
                return Some(true);
            }
        }
        Some(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use manifold_rules::hyperspace::{Action, Hyperspace};
    use manifold_rules::position::Position;

    #[test]
    fn a_win_is_certain_only_if_it_holds_in_all_positions_and_there_are_some() {
        let start = Hyperspace::start(Default::default());
        let action: Action = "e2e4".parse().expect("an action");
        let tried = |possible: &[(Hyperspace, u64)], wins: bool| {
            let probability = probability(possible, action, |_| wins, &|| false);
            let mut proofs = WinProofs::new(Some(0), 1_000);
            if let Some(probability) = probability {
                proofs.put_probability(action, probability);
            }
            proofs.holds(action, MATE - 1)
        };
        assert!(tried(&[(start.clone(), 1)], true));
        assert!(!tried(&[(start, 1)], false));
        assert!(!tried(&[], true));
    }
}
