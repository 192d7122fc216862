//! The end of every line: captures until it is quiet.

use super::list::{ENOUGH, best_of};
use super::table::Bound;
use super::tree::{believed, decisive};
use super::{DECIDED, INFINITE, LONGEST, Scored, Search, Spot, to_table};
use crate::{Playable, Scope};

/// So many plies of answers to checks are followed.
const FORCED: u32 = 3;

impl<P: Playable> Search<'_, P> {
    pub(super) fn quiesce(
        &mut self,
        position: &P,
        mut alpha: i32,
        beta: i32,
        dive: u32,
        spot: Spot,
    ) -> i32 {
        if self.must_stop() {
            return 0;
        }
        self.nodes += 1;
        let height = spot.height;
        self.highest = self.highest.max(height);
        self.lines[height].clear();
        if let Some(score) = self.too_late(position, alpha, beta) {
            return score;
        }
        if let Some(outcome) = position.won_at_once() {
            return self.final_score(position, outcome.winner);
        }
        if height >= LONGEST || self.nodes >= self.quiet_until {
            return bounded(position.evaluate());
        }
        let forced = dive < FORCED && position.is_forced();
        let key = position.zobrist();
        let plies = position.ply().saturating_sub(self.root_ply) as i32;
        if beta - alpha == 1
            && let Some(entry) = self.table.get(key)
            && let Some(score) = decisive(&entry, alpha, beta, plies)
        {
            return score;
        }
        let before = alpha;
        let mut best_action = None;
        let mut best = -INFINITE;
        if !forced {
            best = bounded(position.evaluate());
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let stand = best;
        let mut list = std::mem::take(&mut self.lists[height]);
        list.clear();
        let scope = if forced {
            self.scope(Spot { depth: 0, ..spot })
        } else {
            Scope::Noisy
        };
        self.list_noisy(position, scope, forced, &mut list);
        if forced && list.is_empty() {
            self.lists[height] = list;
            return match position.outcome() {
                Some(outcome) => self.final_score(position, outcome.winner),
                None => bounded(position.evaluate()),
            };
        }
        for number in 0..list.len() {
            let next = best_of(&mut list, number);
            if self.overlooks(position, next.action) {
                continue;
            }
            // Nothing that could still be enough.
            if !forced && stand + next.gain + P::MARGIN + 60 <= alpha {
                continue;
            }
            // A man for a guarded one of less worth is no quiet end.
            if !forced && position.exchange(next.action) < ENOUGH {
                continue;
            }
            let mut child = position.clone();
            child.play_unchecked(next.action);
            let there = Spot {
                depth: 0,
                height: height + 1,
                steps: if child.ply() == position.ply() {
                    spot.steps + 1
                } else {
                    0
                },
                may_pass: false,
            };
            let score = if child.actor() == position.actor() {
                self.quiesce(&child, alpha, beta, dive + 1, there)
            } else {
                -self.quiesce(&child, -beta, -alpha, dive + 1, there)
            };
            if self.stopped {
                break;
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                best_action = Some(next.action);
                self.extend_line(height, next.action);
                if score >= beta {
                    break;
                }
            }
        }
        self.lists[height] = list;
        if self.stopped {
            return 0;
        }
        if best == -INFINITE {
            // All of it was overlooked.
            return bounded(position.evaluate());
        }
        if forced {
            best = believed::<P>(best, scope);
        }
        let bound = if best >= beta {
            Bound::AtLeast
        } else if best > before {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        self.table
            .put(key, best_action, to_table(best, plies), 0, bound);
        best
    }

    fn list_noisy(
        &mut self,
        position: &P,
        scope: Scope,
        forced: bool,
        list: &mut Vec<Scored<P::Action>>,
    ) {
        let mut raw = std::mem::take(&mut self.raw);
        raw.clear();
        position.candidates(scope, &mut raw);
        for action in raw.iter().copied() {
            let gain = position.gain(action);
            if forced {
                list.push(Scored {
                    action,
                    order: gain * 16 + position.promise(action),
                    gain,
                });
                continue;
            }
            if gain <= 0 {
                continue;
            }
            list.push(Scored {
                action,
                order: gain * 16 - position.risk(action) / 8,
                gain,
            });
        }
        self.raw = raw;
    }
}

/// An evaluation is never taken for a forced win.
fn bounded(score: i32) -> i32 {
    score.clamp(1 - DECIDED, DECIDED - 1)
}
