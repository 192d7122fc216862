//! A naive solver of forced wins, for checking the engine. It knows the rules and nothing of the search.
//!
//! Plain recursion: the side to act wins in n moves if some action wins at once or leaves, whatever the opponent does,
//! a win in n - 1. Every legal reply is tried. Whether the side to act tries every action is optional: a win found
//! among actions with few replies is still a win, but only the full search proves that there is none. Reveals of
//! Hidden960 are steps of the same player and cost no move. Draws by counting (repetition, fifty moves) are ignored; a
//! suite has only positions where they are far away.
//!
//! **Secrets.** A forced win of Hyperspace Chess must hold for every square to which an opponent's piece may return,
//! without knowing it. So the solver works on an information set, all positions that look the same to the winner: it
//! looks for one action for all of them, and after the replies splits the set into those that still look the same.
//!
//! **Phase-outs.** A piece has up to 99 delays and 64 squares, and the opponent one such list after every action. By the rules, a piece
//! that leaves with a delay of N is back at the end of its owner's turn N + 1 after this one: if that is later than the last turn that
//! counts, it is gone, and the positions until then are the same for every such delay and every square. (It also keeps other pieces from
//! returning in the same turn, but those would be as late, and there is always another delay.) So of all legal phase-outs of a piece that
//! come back too late only one is tried; those that come back in time are all tried. [`Solver::literal`] tries everything: a test compares
//! both where that takes only seconds.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use manifold_rules::board::{Color, Square};
use manifold_rules::chess::Chess;
use manifold_rules::dmchess::DmChess;
use manifold_rules::hidden960::Hidden960;
use manifold_rules::hyperspace::{Action, Hyperspace, Knowledge};
use manifold_rules::position::{Bounds, Position, Rules};
use manifold_rules::time_traveler::TimeTraveler;
use manifold_rules::viewer::Viewer;

/// A game whose forced wins can be proven.
pub(crate) trait Provable: Rules {
    /// The legal actions of the actor, but only one of those whose results are the same until the end of this turn and `later`
    /// turns of the actor after it.
    fn different_actions(&self, later: u32) -> Vec<Self::Action> {
        let _ = later;
        self.legal_actions()
    }

    /// All positions that look like this one to `player` and can differ within `turns` turns.
    fn information_set(&self, player: Color, turns: u32) -> Vec<Self> {
        let _ = (player, turns);
        vec![self.clone()]
    }

    /// Whether something here is hidden from `player`.
    fn hides_from(&self, player: Color) -> bool {
        let _ = player;
        false
    }
}

impl Provable for Chess {}
impl Provable for TimeTraveler {}
impl Provable for Hidden960 {}
impl Provable for DmChess {}

impl Provable for Hyperspace {
    fn different_actions(&self, later: u32) -> Vec<Action> {
        let mut different = Vec::new();
        let mut gone: Vec<Action> = Vec::new();
        let _ = self.for_each_legal(|action| {
            match action {
                Action::PhaseOut { from, delay, .. } if u32::from(delay.turns()) + 1 > later => {
                    let same = |other: &&mut Action| {
                        matches!(**other, Action::PhaseOut { from: other, .. } if other == from)
                            && other.choices() == action.choices()
                    };
                    // The last one listed stands for all.
                    match gone.iter_mut().find(same) {
                        Some(other) => *other = action,
                        None => gone.push(action),
                    }
                }
                _ => different.push(action),
            }
            ControlFlow::<()>::Continue(())
        });
        different.extend(gone);
        different
    }

    fn information_set(&self, player: Color, turns: u32) -> Vec<Hyperspace> {
        let knowledge = Knowledge::of(self, player);
        let mut guesses: Vec<Vec<Square>> = vec![Vec::new()];
        for absent in knowledge.absent() {
            let squares: Vec<Square> = if u32::from(absent.count_down) > turns {
                absent.squares().into_iter().take(1).collect()
            } else {
                absent.squares().into_iter().collect()
            };
            guesses = guesses
                .iter()
                .flat_map(|guess| {
                    squares.iter().map(|square| {
                        let mut more = guess.clone();
                        more.push(*square);
                        more
                    })
                })
                .collect();
        }
        guesses
            .iter()
            .filter_map(|guess| knowledge.complete(guess))
            .collect()
    }

    fn hides_from(&self, player: Color) -> bool {
        self.absent(player.other()).next().is_some()
    }
}

/// The error that the limit was reached without an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct OutOfNodes;

/// The solver, with a limit on the positions it may search.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Solver {
    left: u64,
    most_replies: u64,
    /// Whether equivalent actions, and squares that cannot matter, are all tried.
    is_literal: bool,
}

impl Solver {
    /// A solver that tries every action, but only one of equivalent ones.
    pub(crate) fn exhaustive(limit: u64) -> Solver {
        Solver {
            left: limit,
            most_replies: u64::MAX,
            is_literal: false,
        }
    }

    /// A solver that tries everything, including equivalents: every legal action and every square on which a piece may return.
    #[allow(
        dead_code,
        reason = "the example that makes the suites has no use for it"
    )]
    pub(crate) fn literal(limit: u64) -> Solver {
        Solver {
            is_literal: true,
            ..Solver::exhaustive(limit)
        }
    }

    /// A solver that tries only actions that leave at most `most_replies` replies. Every win that it finds is sound, but it may miss
    /// others.
    pub(crate) fn forcing(limit: u64, most_replies: u64) -> Solver {
        Solver {
            most_replies,
            ..Solver::exhaustive(limit)
        }
    }

    /// The first action found that wins in at most `moves`, if there is one.
    pub(crate) fn key<P: Provable>(
        &mut self,
        position: &P,
        moves: u32,
    ) -> Result<Option<P::Action>, OutOfNodes> {
        let positions = self.information_set(position, moves);
        self.winning_action(&positions, moves)
    }

    /// Whether `action` wins in at most `moves`, itself included.
    pub(crate) fn wins_with<P: Provable>(
        &mut self,
        position: &P,
        action: P::Action,
        moves: u32,
    ) -> Result<bool, OutOfNodes> {
        let positions = self.information_set(position, moves);
        self.wins_after(&positions, action, moves)
    }

    fn information_set<P: Provable>(&self, position: &P, moves: u32) -> Vec<P> {
        let turns = if self.is_literal { u32::MAX } else { moves };
        position.information_set(position.actor(), turns)
    }

    fn actions<P: Provable>(&self, position: &P, later: u32) -> Vec<P::Action> {
        if self.is_literal {
            position.legal_actions()
        } else {
            position.different_actions(later)
        }
    }

    fn count(&mut self, positions: usize) -> Result<(), OutOfNodes> {
        self.left = self.left.checked_sub(positions as u64).ok_or(OutOfNodes)?;
        Ok(())
    }

    /// The positions look the same to the actor, so the same actions are legal in all.
    fn winning_action<P: Provable>(
        &mut self,
        positions: &[P],
        moves: u32,
    ) -> Result<Option<P::Action>, OutOfNodes> {
        let Some(position) = positions.first() else {
            return Ok(None);
        };
        let us = position.actor();
        let mut actions = self.actions(position, moves - 1);
        if moves > 1 {
            // Actions that leave the fewest replies first; this is only the order of trial.
            let mut ordered = Vec::with_capacity(actions.len());
            for action in actions {
                self.count(1)?;
                let child = after(position, action);
                let replies = if child.actor() == us {
                    0
                } else {
                    child.count_legal_within(Bounds { max_delay: 0 })
                };
                if replies <= self.most_replies {
                    ordered.push((replies, action));
                }
            }
            ordered.sort_by_key(|(replies, _)| *replies);
            actions = ordered.into_iter().map(|(_, action)| action).collect();
        }
        for action in actions {
            if self.wins_after(positions, action, moves)? {
                return Ok(Some(action));
            }
        }
        Ok(None)
    }

    fn wins_after<P: Provable>(
        &mut self,
        positions: &[P],
        action: P::Action,
        moves: u32,
    ) -> Result<bool, OutOfNodes> {
        let Some(us) = positions.first().map(P::actor) else {
            return Ok(false);
        };
        self.count(positions.len())?;
        let mut open = Vec::new();
        for position in positions {
            let child = after(position, action);
            match child.outcome() {
                Some(outcome) if outcome.winner == Some(us) => {}
                Some(_) => return Ok(false),
                None if moves <= 1 && child.ply() > position.ply() => return Ok(false),
                None => {
                    let made = child.ply() - position.ply();
                    open.push((child, moves - made));
                }
            }
        }
        let mut steps = Vec::new();
        let mut theirs = Vec::new();
        for (child, left) in open {
            if child.actor() == us {
                steps.push((child, left));
            } else {
                theirs.push((child, left));
            }
        }
        // Cheap refutations first: replies are tried position by position until one of them refutes.
        let mut groups: BTreeMap<String, (Vec<P>, u32)> = BTreeMap::new();
        while let Some((child, left)) = theirs.pop() {
            for reply in self.actions(&child, left) {
                self.count(1)?;
                let then = after(&child, reply);
                if let Some(outcome) = then.outcome() {
                    if outcome.winner == Some(us) {
                        continue;
                    }
                    return Ok(false);
                }
                if then.actor() != us {
                    // A step of the opponent: the next action is still part of the reply.
                    theirs.push((then, left));
                } else if left == 0 {
                    return Ok(false);
                } else if then.hides_from(us) {
                    let seen = then.view(Viewer::Player(us)).to_string();
                    let (group, _) = groups.entry(seen).or_insert((Vec::new(), left));
                    group.push(then);
                } else if self.winning_action(&[then], left)?.is_none() {
                    return Ok(false);
                }
            }
        }
        for (child, left) in steps {
            if self.winning_action(&[child], left)?.is_none() {
                return Ok(false);
            }
        }
        for (group, left) in groups.into_values() {
            if self.winning_action(&group, left)?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn after<P: Rules>(position: &P, action: P::Action) -> P {
    let mut after = position.clone();
    after.play_unchecked(action);
    after
}
