//! The averaging of scores over all determinizations.

use std::collections::HashMap;

use super::win_proofs::WinProofs;
use crate::playable::Playable;
use crate::report::Line;
use crate::search::root::RootAction;
use crate::search::score::{MATE, is_mate};

/// The value of a win in an average over determinizations, or as long as it is not proven, in centipawns.
pub(super) const CERTAIN_WIN: i32 = 3_000;
/// The bonus for a quick win, and how much it decreases with every ply.
const QUICK_BONUS: i32 = 1_500;
const BONUS_DECAY: i32 = 25;
/// The value of a win of unknown length, of which only an upper bound is known: another action wins at least as soon.
const UNRANKED_WIN: i32 = CERTAIN_WIN - 500;

/// The score of an action in one determinization. The score of the last iteration may be only an upper bound, and far too high; a lower
/// exact score from an earlier iteration is preferred.
fn score<A>(root: &RootAction<A>) -> Option<i32> {
    root.score
        .map(|score| root.exact.map_or(score, |exact| score.min(exact)))
}

/// The score of the forced win that an action begins in one determinization, if it begins one.
fn win<A>(root: &RootAction<A>) -> Option<i32> {
    root.score
        .filter(|score| is_mate(*score) && *score > 0 && root.exact == Some(*score))
}

/// The score of the longest forced win, if the action begins one in every determinization. `views` has the root actions of each
/// determinization.
pub(super) fn win_in_all<P: Playable>(
    views: &[Vec<RootAction<P::Action>>],
    action: P::Action,
) -> Option<i32> {
    let mut all = Vec::with_capacity(views.len());
    for roots in views {
        all.push(win(roots.iter().find(|root| root.action == action)?)?);
    }
    all.into_iter().min()
}

/// The score damped for averaging: a mate score would outweigh everything else, even in one determinization of ten. A quick win still
/// counts more than a late one.
fn damped(score: i32) -> i32 {
    if !is_mate(score) {
        return score.clamp(-CERTAIN_WIN, CERTAIN_WIN);
    }
    let quick = (QUICK_BONUS - BONUS_DECAY * (MATE - score.abs())).max(0);
    (CERTAIN_WIN + quick) * score.signum()
}

/// The actions of a single determinization, in their order: those that the last iteration did not reach stay behind
/// those that it did, no matter how high their older scores are.
fn in_order<P: Playable>(
    roots: &[RootAction<P::Action>],
    win_proofs: &WinProofs<P::Action>,
) -> Vec<Line<P>> {
    let mut last = i32::MAX;
    let searched = roots.iter().filter_map(|root| {
        let mut score = score(root)?;
        if is_mate(score) && !win_proofs.holds(root.action, score) {
            score = damped(score);
        }
        last = score.min(last);
        Some(Line {
            action: root.action,
            score: last,
            pv: root.pv.clone(),
        })
    });
    searched.collect()
}

/// The scores of one action, summed over determinizations.
struct Sum<P: Playable> {
    line: Line<P>,
    /// Over all determinizations, each with its weight.
    sum: i64,
    /// The same without determinizations in which the action wins at once.
    rest: i64,
    /// The weight of the determinizations in `rest`.
    rest_weight: i64,
    /// The lowest score, if it is a forced win in all determinizations.
    least: Option<i32>,
    searched: bool,
}

impl<P: Playable> Sum<P> {
    fn of(root: &RootAction<P::Action>) -> Sum<P> {
        Sum {
            line: Line {
                action: root.action,
                score: 0,
                pv: root.pv.clone(),
            },
            sum: 0,
            rest: 0,
            rest_weight: 0,
            least: Some(i32::MAX),
            searched: false,
        }
    }

    /// The mean, or the score of a proven win.
    fn score(&self, counted: i64, win_proofs: &WinProofs<P::Action>) -> i32 {
        let action = self.line.action;
        if let Some(least) = self.least.filter(|least| win_proofs.holds(action, *least)) {
            return least;
        }
        match win_proofs.probability(action) {
            // The exact probability of the win is better than an estimate from a few determinizations.
            Some(probability) if self.rest_weight > 0 => {
                let wins = (probability.wins as f64 / probability.all as f64 * 1e6) as i64;
                let rest = self.rest / self.rest_weight;
                let win = i64::from(damped(MATE - 1));
                ((wins * win + (1_000_000 - wins) * rest) / 1_000_000) as i32
            }
            _ => (self.sum / counted) as i32,
        }
    }
}

/// The mean score of every action over the determinizations that were searched, the best first.
pub(super) fn average<P: Playable>(
    views: &[Vec<RootAction<P::Action>>],
    weights: &[i64],
    margin: i32,
    win_proofs: &WinProofs<P::Action>,
) -> Vec<Line<P>> {
    if let [roots] = views
        && roots.iter().any(|root| root.score.is_some())
    {
        return in_order(roots, win_proofs);
    }
    let mut sums: Vec<Sum<P>> = Vec::new();
    let mut places: HashMap<P::Action, usize> = HashMap::new();
    let mut counted = 0;
    for (roots, weight) in views.iter().zip(weights) {
        let Some(best) = roots.iter().filter_map(|root| root.score).max() else {
            continue;
        };
        counted += weight;
        if sums.is_empty() {
            sums.extend(roots.iter().map(Sum::of));
            places.extend(roots.iter().enumerate().map(|(i, root)| (root.action, i)));
        }
        for root in roots {
            let place = places.get(&root.action);
            let Some(sum) = place.and_then(|place| sums.get_mut(*place)) else {
                continue;
            };
            // An action that was not searched is assumed to be worse than the margin allows.
            let score = score(root).unwrap_or(damped(best) - margin - 200);
            let counts = match win(root) {
                Some(score) => damped(score),
                // It wins no sooner than another action, or not at all.
                None if is_mate(score) && score > 0 => UNRANKED_WIN,
                None => damped(score),
            };
            sum.sum += weight * i64::from(counts);
            if score != MATE - 1 {
                sum.rest += weight * i64::from(counts);
                sum.rest_weight += weight;
            }
            sum.least = sum.least.zip(win(root)).map(|(least, win)| least.min(win));
            sum.searched |= root.score.is_some();
        }
    }
    if sums.is_empty() {
        // Not a single action was searched: the root ordering decides.
        let first = views.iter().flatten().next();
        return first
            .map(|root| Line {
                action: root.action,
                score: 0,
                pv: root.pv.clone(),
            })
            .into_iter()
            .collect();
    }
    let mut lines: Vec<Line<P>> = sums
        .into_iter()
        .filter(|sum| sum.searched)
        .map(|sum| Line {
            score: sum.score(counted, win_proofs),
            ..sum.line
        })
        .collect();
    lines.sort_by_key(|line| std::cmp::Reverse(line.score));
    lines
}
