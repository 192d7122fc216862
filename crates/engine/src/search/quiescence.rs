//! Quiescence search: captures, and answers to checks, until the position is quiet.

use super::alphabeta::trusted_loss;
use super::movepick::{SEE_EVEN, pick_best};
use super::node::{MAX_PLY, Node, ScoredAction};
use super::score::{INFINITE, MATE, clamp_eval, to_tt};
use super::static_eval::better_estimate;
use super::tt::{Bound, Entry, table_key};
use super::worker::Search;
use crate::playable::{Playable, Scope};

/// Plies of quiescence in which answers to checks are searched.
const CHECK_PLIES: u32 = 3;
/// Delta pruning: the margin above the game's futility margin, in centipawns.
const DELTA: i32 = 60;

impl<P: Playable> Search<'_, P> {
    /// The quiescence score of a leaf of the main search.
    pub(super) fn quiesce_from(&mut self, position: &P, alpha: i32, beta: i32, node: Node) -> i32 {
        self.quiescence_end = self.nodes + P::QUIESCENCE_NODES;
        self.quiesce(position, alpha, beta, 0, Node { depth: 0, ..node })
    }

    /// One quiescence node. `qs_ply` counts the actions since the main search ended.
    fn quiesce(&mut self, position: &P, mut alpha: i32, beta: i32, qs_ply: u32, node: Node) -> i32 {
        if self.must_stop() {
            return 0;
        }
        self.nodes += 1;
        let ply = node.ply;
        self.seldepth = self.seldepth.max(ply);
        self.pv[ply].clear();
        if let Some(score) = self.mate_distance_pruning(position, alpha, beta) {
            return score;
        }
        if let Some(outcome) = position.won_at_once() {
            return self.terminal_score(position, outcome.winner);
        }
        if self.wins_at_once(position, alpha, beta) {
            return MATE - (self.root_distance(position) + 1);
        }
        if ply >= MAX_PLY || self.nodes >= self.quiescence_end {
            return clamp_eval(self.evaluate(position));
        }
        let forced = qs_ply < CHECK_PLIES && position.is_forced();
        let key = table_key(position);
        let root_distance = self.root_distance(position);
        let entry = self.tt.probe(key);
        if beta - alpha == 1
            && let Some(entry) = &entry
            && let Some(score) = entry.cutoff(alpha, beta, root_distance)
        {
            return score;
        }
        let old_alpha = alpha;
        let mut best_action = None;
        let mut best = -INFINITE;
        if !forced {
            best = self.stand_pat(position, ply, entry.as_ref());
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let stand_pat = (!forced).then_some(best);
        let mut list = self.quiescence_actions(position, node, forced, entry.as_ref());
        if forced && list.is_empty() {
            self.lists[ply] = list;
            return match position.outcome() {
                Some(outcome) => self.terminal_score(position, outcome.winner),
                None => clamp_eval(self.evaluate(position)),
            };
        }
        for number in 0..list.len() {
            let next = pick_best(&mut list, number);
            if self.overlooks(position, next.action)
                || stand_pat.is_some_and(|eval| is_capture_futile::<P>(&next, eval, alpha))
            {
                continue;
            }
            let mut child = position.clone();
            child.play_unchecked(next.action);
            // The entry is fetched while SEE is computed.
            self.tt.prefetch(table_key(&child));
            if stand_pat.is_some() && position.see(next.action) < SEE_EVEN {
                continue;
            }
            let score =
                self.quiesce_child(position, &child, next.action, (alpha, beta), qs_ply, node);
            if self.stopped {
                break;
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                best_action = Some(next.action);
                self.update_pv(ply, next.action);
                if score >= beta {
                    break;
                }
            }
        }
        self.lists[ply] = list;
        if self.stopped {
            return 0;
        }
        if best == -INFINITE {
            // Every action was overlooked.
            return clamp_eval(self.evaluate(position));
        }
        if forced {
            best = trusted_loss::<P>(best, self.scope(Node { depth: 0, ..node }));
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > old_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.tt
            .store(key, best_action, to_tt(best, root_distance), 0, bound);
        best
    }

    /// The stand-pat score: the static evaluation, or the tt score where that is the better estimate.
    #[inline]
    fn stand_pat(&mut self, position: &P, ply: usize, entry: Option<&Entry<P::Action>>) -> i32 {
        let eval = self.corrected_eval(position, ply);
        clamp_eval(if self.parameters.quiescence_bound > 0 {
            better_estimate(eval, entry, self.root_distance(position))
        } else {
            eval
        })
    }

    /// The actions of a quiescence node: all possible answers if `forced`, otherwise captures and promotions; the tt action first.
    #[inline]
    fn quiescence_actions(
        &mut self,
        position: &P,
        node: Node,
        forced: bool,
        entry: Option<&Entry<P::Action>>,
    ) -> Vec<ScoredAction<P::Action>> {
        let mut list = std::mem::take(&mut self.lists[node.ply]);
        list.clear();
        let scope = if forced {
            self.scope(Node { depth: 0, ..node })
        } else {
            Scope::Noisy
        };
        self.generate_noisy(position, scope, forced, &mut list);
        if self.parameters.quiescence_table > 0
            && let Some(first) = entry.and_then(|entry| entry.action)
            && let Some(first) = list.iter_mut().find(|scored| scored.action == first)
        {
            first.score = i32::MAX;
        }
        list
    }

    /// The score of the position after an action, for the actor of `position`.
    #[inline]
    fn quiesce_child(
        &mut self,
        position: &P,
        child: &P,
        action: P::Action,
        (alpha, beta): (i32, i32),
        qs_ply: u32,
        node: Node,
    ) -> i32 {
        self.continuations[node.ply + 1] = position.continuation_index(action) as u16;
        let child_node = Node {
            depth: 0,
            ply: node.ply + 1,
            steps: if child.ply() == position.ply() {
                node.steps + 1
            } else {
                0
            },
            may_pass: false,
            is_cut: false,
            extends: false,
        };
        if child.actor() == position.actor() {
            self.quiesce(child, alpha, beta, qs_ply + 1, child_node)
        } else {
            -self.quiesce(child, -beta, -alpha, qs_ply + 1, child_node)
        }
    }
}

/// Delta pruning (Chess Programming Wiki, *Delta Pruning*): whether the gain of a capture cannot raise alpha.
#[inline]
fn is_capture_futile<P: Playable>(
    next: &ScoredAction<P::Action>,
    stand_pat: i32,
    alpha: i32,
) -> bool {
    stand_pat + next.gain + P::FUTILITY_MARGIN + DELTA <= alpha
}
