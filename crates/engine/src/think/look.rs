//! The first look at every action, before any search.

use manifold_rules::board::Color;

use super::Thinker;
use crate::Playable;
use crate::certain;
use crate::combine::CLEAR;
use crate::search::{MATE, RootAction};

/// Worlds that are added because they refute a win in all others, at most.
const DOUBTS: usize = 2;
/// How much earlier an action is searched that gives check or the like.
const FORCE: i32 = 250;

/// What the first look has shown.
pub(super) enum Look<P: Playable> {
    /// An action that wins at once, whatever is unknown.
    Win(P::Action),
    Roots {
        /// All actions, what looks best first.
        roots: Vec<RootAction<P::Action>>,
        /// Positions in which there is no win that there is in all that were guessed.
        doubts: Vec<P>,
    },
}

impl<P: Playable> Thinker<'_, P> {
    /// The first look at every action: whether one of them wins at once, and which look good.
    pub(super) fn look(&mut self, position: &P, worlds: &[P], actions: &[P::Action]) -> Look<P> {
        let me = position.actor();
        let mut roots: Vec<(i32, RootAction<P::Action>)> = Vec::with_capacity(actions.len());
        let mut doubts = Vec::new();
        let mut possible = None;
        for action in actions.iter().copied() {
            // Whatever happens, there is something to choose from.
            if roots.len() % 16 == 15 && self.is_stopped() {
                break;
            }
            let mut child = position.clone();
            child.play_unchecked(action);
            let wins_in = |world: &&P| {
                let mut child = (*world).clone();
                child.play_unchecked(action);
                wins(&child, me)
            };
            let winning = if child.won_at_once().is_some() || child.may_be_over() {
                worlds.iter().filter(wins_in).count()
            } else {
                0
            };
            if winning > 0 && !self.certainty.holds(action, MATE - 1) {
                let (knowledge, memory) = (self.seat.knowledge(), self.seat.memory());
                let possible =
                    possible.get_or_insert_with(|| certain::possible::<P>(knowledge, memory, 1));
                let wins_after = |child: &P| wins(child, me);
                let is_stopped = || self.is_stopped();
                if let Some(chance) = certain::chance(possible, action, wins_after, &is_stopped) {
                    self.certainty.put_chance(action, chance);
                }
                if winning == worlds.len() && doubts.len() < DOUBTS {
                    // The likeliest of those that nobody thought of.
                    let saved = possible.iter().filter(|(world, _)| !wins_in(&world));
                    let doubt = saved.max_by_key(|(_, weight)| *weight);
                    doubts.extend(doubt.map(|(world, _)| world.clone()));
                }
            }
            if winning == worlds.len()
                && self.lines() == 1
                && self.certainty.holds(action, MATE - 1)
            {
                return Look::Win(action);
            }
            let sign = if child.actor() == me { 1 } else { -1 };
            let worth = sign * child.evaluate();
            let gain = position.gain(action);
            let danger = (position.risk(action) - gain.max(0)).clamp(0, 600);
            let root = RootAction {
                action,
                score: None,
                exact: None,
                line: vec![action],
            };
            // What leaves the opponent no free choice is never left out.
            let force = if child.is_forced() { FORCE } else { 0 };
            let hope = CLEAR * winning as i32 / worlds.len() as i32;
            let first = worth - danger / 2 + position.promise(action) / 8 + force + hope;
            roots.push((first, root));
        }
        roots.sort_by_key(|(first, _)| std::cmp::Reverse(*first));
        Look::Roots {
            roots: roots.into_iter().map(|(_, root)| root).collect(),
            doubts,
        }
    }
}

/// Whether `color` has won in this position, which that player's action has brought about.
pub(super) fn wins<P: Playable>(position: &P, color: Color) -> bool {
    let won = match position.won_at_once() {
        Some(outcome) => Some(outcome),
        None if position.may_be_over() => position.outcome(),
        None => None,
    };
    won.is_some_and(|outcome| outcome.winner == Some(color))
}
