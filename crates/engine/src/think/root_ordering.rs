//! The ordering of the root actions before the search, and wins on the first ply.

use manifold_rules::board::Color;

use super::averaging::CERTAIN_WIN;
use super::thinker::Thinker;
use super::win_proofs;
use crate::playable::Playable;
use crate::search::root::RootAction;
use crate::search::score::MATE;

/// Maximum number of positions added because an action that wins in all determinizations does not win in them.
const MAX_DOUBTS: usize = 2;
/// The ordering bonus of an action that leaves the opponent no free choice.
const FORCING_BONUS: i32 = 250;

/// The result of the root ordering.
pub(super) enum RootOrdering<P: Playable> {
    /// An action that wins at once in every possible position.
    Win(P::Action),
    Roots {
        /// All actions, the most promising first.
        roots: Vec<RootAction<P::Action>>,
        /// Possible positions that were not drawn, in each of which an action that wins in all determinizations does not win.
        doubts: Vec<P>,
    },
}

impl<P: Playable> Thinker<'_, P> {
    /// Orders the root actions by static evaluation, and looks for one that wins at once.
    pub(super) fn order_roots(
        &mut self,
        position: &P,
        determinizations: &[P],
        actions: &[P::Action],
    ) -> RootOrdering<P> {
        let me = position.actor();
        let mut roots: Vec<(i32, RootAction<P::Action>)> = Vec::with_capacity(actions.len());
        let mut doubts = Vec::new();
        let mut possible = None;
        for action in actions.iter().copied() {
            // There must always be something to choose from.
            if roots.len() % 16 == 15 && self.is_stopped() {
                break;
            }
            let mut child = position.clone();
            child.play_unchecked(action);
            let wins_in = |position: &&P| {
                let mut child = (*position).clone();
                child.play_unchecked(action);
                wins(&child, me)
            };
            let winning = if child.won_at_once().is_some() || child.may_be_over() {
                determinizations.iter().filter(wins_in).count()
            } else {
                0
            };
            if winning > 0 && !self.win_proofs.holds(action, MATE - 1) {
                let (knowledge, memory) = (self.known.knowledge(), self.known.memory());
                let possible =
                    possible.get_or_insert_with(|| win_proofs::possible::<P>(knowledge, memory, 1));
                let wins_after = |child: &P| wins(child, me);
                let is_stopped = || self.is_stopped();
                let probability =
                    win_proofs::probability(possible, action, wins_after, &is_stopped);
                if let Some(probability) = probability {
                    self.win_proofs.put_probability(action, probability);
                }
                if winning == determinizations.len() && doubts.len() < MAX_DOUBTS {
                    // The likeliest position in which the action does not win; it was not drawn.
                    let saved = possible.iter().filter(|(position, _)| !wins_in(&position));
                    let doubt = saved.max_by_key(|(_, weight)| *weight);
                    doubts.extend(doubt.map(|(position, _)| position.clone()));
                }
            }
            if winning == determinizations.len()
                && self.multi_pv() == 1
                && self.win_proofs.holds(action, MATE - 1)
            {
                return RootOrdering::Win(action);
            }
            let sign = if child.actor() == me { 1 } else { -1 };
            let static_eval = sign * child.static_eval();
            let gain = position.gain(action);
            let danger = (position.risk(action) - gain.max(0)).clamp(0, 600);
            let root = RootAction {
                action,
                score: None,
                exact: None,
                pv: vec![action],
            };
            // Actions that leave the opponent no free choice come early enough never to be left out.
            let forcing = if child.is_forced() { FORCING_BONUS } else { 0 };
            let win = CERTAIN_WIN * winning as i32 / determinizations.len() as i32;
            let score = static_eval - danger / 2 + position.quiet_score(action) / 8 + forcing + win;
            roots.push((score, root));
        }
        roots.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        RootOrdering::Roots {
            roots: roots.into_iter().map(|(_, root)| root).collect(),
            doubts,
        }
    }
}

/// Whether `color`, who has just acted, has won in this position.
pub(super) fn wins<P: Playable>(position: &P, color: Color) -> bool {
    let won = match position.won_at_once() {
        Some(outcome) => Some(outcome),
        None if position.may_be_over() => position.outcome(),
        None => None,
    };
    won.is_some_and(|outcome| outcome.winner == Some(color))
}
