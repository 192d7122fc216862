//! Wins that hold whatever the opponent keeps secret.
//!
//! The search looks at a few guesses at the opponent's secrets. A win in all of them need not be one:
//! a square that nobody thought of may save the king. So a win is called one only if it has been tried
//! against everything that is possible, without knowing which; what is not proven is worth as much as it is
//! likely.

use std::collections::HashMap;

use manifold_rules::board::Color;

use crate::search::MATE;
use crate::{Playable, Scope};

/// More positions than this are not told apart: nothing is certain then.
const MOST: usize = 64 * 64;
/// The longest wins that are proven, in turns of the player: each turn multiplies the work.
const LONGEST: u32 = 3;
/// Positions looked at for all proofs of one decision, at most.
const EFFORT: u64 = 60_000;

/// How often a win on the spot is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Chance {
    /// The weight of what is possible and lets it win.
    pub(crate) wins: u64,
    /// The weight of all that is possible.
    pub(crate) all: u64,
}

impl Chance {
    pub(crate) fn is_certain(self) -> bool {
        self.wins == self.all
    }
}

/// What is known for certain of the wins that the search has found.
#[derive(Debug)]
pub(crate) struct Certainty<A> {
    /// Whether anything is unknown at all.
    has_secrets: bool,
    /// The turns of the player within which nothing secret can matter.
    open_turns: u32,
    /// Wins on the spot in some position that is possible.
    chances: HashMap<A, Chance>,
    /// Whether actions win within so many turns.
    proven: HashMap<(A, u32), bool>,
    /// Positions that may still be looked at.
    left: u64,
}

impl<A: Copy + Eq + std::hash::Hash> Certainty<A> {
    /// Of a decision with so many positions to be looked at. `open_turns` as [`Playable::open_turns`] says; `None`
    /// if nothing is secret.
    pub(crate) fn new(open_turns: Option<u32>, nodes: u64) -> Certainty<A> {
        Certainty {
            has_secrets: open_turns.is_some(),
            open_turns: open_turns.unwrap_or(u32::MAX),
            chances: HashMap::new(),
            proven: HashMap::new(),
            left: (nodes / 8).min(EFFORT),
        }
    }

    /// How likely an action wins at once, if it may or may not.
    pub(crate) fn chance(&self, action: A) -> Option<Chance> {
        self.chances.get(&action).copied()
    }

    pub(crate) fn put_chance(&mut self, action: A, chance: Chance) {
        self.chances.insert(action, chance);
    }

    /// Whether a forced win or loss that the search says is one whatever is secret: `score` is a mate
    /// score.
    pub(crate) fn holds(&self, action: A, score: i32) -> bool {
        let turns = turns(score);
        if !self.has_secrets || turns <= self.open_turns {
            return true;
        }
        if turns == 1 && score > 0 {
            return self.chance(action).is_some_and(Chance::is_certain);
        }
        self.proven.get(&(action, turns)) == Some(&true)
    }

    /// Whether it would be worth proving that an action wins with this score.
    pub(crate) fn is_open(&self, action: A, score: i32) -> bool {
        let turns = turns(score);
        score > 0
            && (2..=LONGEST).contains(&turns)
            && self.left > 0
            && !self.holds(action, score)
            && !self.proven.contains_key(&(action, turns))
    }

    /// Tries an action against all that is possible.
    pub(crate) fn prove<P: Playable<Action = A>>(
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
        let worlds = possible.iter().map(|(world, _)| world.clone()).collect();
        let wins = proof.wins_after(worlds, action, turns) == Some(true);
        self.left = proof.left;
        self.proven.insert((action, turns), wins);
    }
}

/// The turns of the winner in a forced win, or of the loser's opponent.
pub(crate) fn turns(score: i32) -> u32 {
    let plies = (MATE - score.abs()).max(0).unsigned_abs();
    if score > 0 {
        plies.div_ceil(2)
    } else {
        plies / 2
    }
}

/// All that is possible and can make a difference within so many turns; nothing if that is too much.
pub(crate) fn possible<P: Playable>(
    knowledge: &P::Knowledge,
    memory: &P::Memory,
    turns: u32,
) -> Vec<(P, u64)> {
    P::possible(knowledge, memory, turns, MOST)
}

/// How likely it is that an action wins at once; `None` without an answer in time, or if there were too many positions to
/// tell apart: of nothing nothing follows.
pub(crate) fn chance<P: Playable>(
    possible: &[(P, u64)],
    action: P::Action,
    wins: impl Fn(&P) -> bool,
    is_stopped: &dyn Fn() -> bool,
) -> Option<Chance> {
    let mut chance = Chance { wins: 0, all: 0 };
    for (number, (world, weight)) in possible.iter().enumerate() {
        if number % 64 == 63 && is_stopped() {
            return None;
        }
        let mut child = world.clone();
        child.play_unchecked(action);
        chance.all += weight;
        if wins(&child) {
            chance.wins += weight;
        }
    }
    (chance.all > 0).then_some(chance)
}

/// A proof by trying everything, with a limit on the positions.
struct Proof<'a, A> {
    us: Color,
    left: u64,
    is_stopped: &'a dyn Fn() -> bool,
    /// Actions that have won elsewhere in the proof, the last one last.
    answers: Vec<A>,
}

/// Positions that look the same to the player.
type Group<P> = (<P as Playable>::Knowledge, Vec<P>);

impl<A: Copy + Eq> Proof<'_, A> {
    /// One more position; nothing if that is one too many.
    fn count(&mut self) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        if self.left.is_multiple_of(256) && (self.is_stopped)() {
            self.left = 0;
            return None;
        }
        Some(())
    }

    /// Whether an action wins within `turns` in all of these positions, which look the same to the player.
    fn wins_after<P: Playable<Action = A>>(
        &mut self,
        worlds: Vec<P>,
        action: A,
        turns: u32,
    ) -> Option<bool> {
        let mut groups: Vec<Group<P>> = Vec::new();
        for world in worlds {
            self.count()?;
            let mut child = world;
            child.play_unchecked(action);
            match child.outcome() {
                Some(outcome) if outcome.winner == Some(self.us) => continue,
                Some(_) => return Some(false),
                None if turns <= 1 || child.actor() == self.us => return Some(false),
                None => {}
            }
            for reply in child.all_actions(turns) {
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

    /// Whether some action wins within `turns` in all of these positions.
    fn is_won<P: Playable<Action = A>>(&mut self, worlds: Vec<P>, turns: u32) -> Option<bool> {
        let Some(position) = worlds.first().filter(|world| world.actor() == self.us) else {
            return Some(false);
        };
        // What has won elsewhere is likely to win here.
        for number in (0..self.answers.len()).rev() {
            let answer = self.answers[number];
            if position.is_legal(answer) && self.wins_after(worlds.clone(), answer, turns)? {
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
            // On the last turn only what may end the game can win.
            let may_win = child.won_at_once().is_some() || child.may_be_over();
            if (turns > 1 || may_win) && self.wins_after(worlds.clone(), action, turns)? {
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
    fn a_win_is_certain_only_if_it_was_tried_against_something_and_holds_in_all_of_it() {
        let start = Hyperspace::start(Default::default());
        let action: Action = "e2e4".parse().expect("an action");
        let tried = |possible: &[(Hyperspace, u64)], wins: bool| {
            let chance = chance(possible, action, |_| wins, &|| false);
            let mut certainty = Certainty::new(Some(0), 1_000);
            if let Some(chance) = chance {
                certainty.put_chance(action, chance);
            }
            certainty.holds(action, MATE - 1)
        };
        assert!(tried(&[(start.clone(), 1)], true));
        assert!(!tried(&[(start, 1)], false));
        assert!(!tried(&[], true));
    }
}
