//! From what the search says of every world to what an action is worth.

use std::collections::HashMap;

use crate::certain::Certainty;
use crate::search::{MATE, RootAction, is_mate};
use crate::{Line, Playable};

/// What a win counts in a mean of worlds in some of which there is none, or that is not proven.
pub(crate) const CLEAR: i32 = 3_000;
/// How much more it counts than that if it is quick, and by how much less for every ply.
const QUICK: i32 = 1_500;
const LATER: i32 = 25;
/// What an action counts of which is known only that it wins no sooner than another one.
const UNCLEAR: i32 = CLEAR - 500;

/// What an action is worth in one world: the last score, which may be a mere bound and far too high.
fn worth<A>(root: &RootAction<A>) -> Option<i32> {
    root.score
        .map(|score| root.exact.map_or(score, |exact| score.min(exact)))
}

/// The win by force that an action begins in this world, if it does.
fn win<A>(root: &RootAction<A>) -> Option<i32> {
    root.score
        .filter(|score| is_mate(*score) && *score > 0 && root.exact == Some(*score))
}

/// The longest of the wins that an action begins in all worlds, if it does.
pub(crate) fn win_in_all<P: Playable>(
    views: &[Vec<RootAction<P::Action>>],
    action: P::Action,
) -> Option<i32> {
    let mut all = Vec::with_capacity(views.len());
    for roots in views {
        all.push(win(roots.iter().find(|root| root.action == action)?)?);
    }
    all.into_iter().min()
}

/// What a score counts where it is not certain: a win in one world of ten is not worth ten times as
/// much, but a quick one is worth more than one later.
fn tamed(score: i32) -> i32 {
    if !is_mate(score) {
        return score.clamp(-CLEAR, CLEAR);
    }
    let quick = (QUICK - LATER * (MATE - score.abs())).max(0);
    (CLEAR + quick) * score.signum()
}

/// The actions of the only world, in their order: those that the last iteration did not get to come
/// after those that it did, whatever their older scores say.
fn in_order<P: Playable>(
    roots: &[RootAction<P::Action>],
    certainty: &Certainty<P::Action>,
) -> Vec<Line<P>> {
    let mut last = i32::MAX;
    let searched = roots.iter().filter_map(|root| {
        let mut score = worth(root)?;
        if is_mate(score) && !certainty.holds(root.action, score) {
            score = tamed(score);
        }
        last = score.min(last);
        Some(Line {
            action: root.action,
            score: last,
            line: root.line.clone(),
        })
    });
    searched.collect()
}

/// What the worlds say of one action.
struct Sum<P: Playable> {
    line: Line<P>,
    sum: i64,
    /// What it comes to where it does not win at once, and how often that is.
    rest: i64,
    lasting: i64,
    /// The least score that is a forced win, of those in all worlds.
    least: Option<i32>,
    searched: bool,
}

impl<P: Playable> Sum<P> {
    fn of(root: &RootAction<P::Action>) -> Sum<P> {
        Sum {
            line: Line {
                action: root.action,
                score: 0,
                line: root.line.clone(),
            },
            sum: 0,
            rest: 0,
            lasting: 0,
            least: Some(i32::MAX),
            searched: false,
        }
    }

    /// The mean, or a forced win that is certain.
    fn score(&self, counted: i64, certainty: &Certainty<P::Action>) -> i32 {
        let action = self.line.action;
        if let Some(least) = self.least.filter(|least| certainty.holds(action, *least)) {
            return least;
        }
        match certainty.chance(action) {
            // How likely the win is, is known better than from a few guesses.
            Some(chance) if self.lasting > 0 => {
                let wins = (chance.wins as f64 / chance.all as f64 * 1e6) as i64;
                let rest = self.rest / self.lasting;
                let win = i64::from(tamed(MATE - 1));
                ((wins * win + (1_000_000 - wins) * rest) / 1_000_000) as i32
            }
            _ => (self.sum / counted) as i32,
        }
    }
}

/// The mean of the scores that every action has in the worlds that were looked at.
pub(crate) fn combine<P: Playable>(
    views: &[Vec<RootAction<P::Action>>],
    weights: &[i64],
    margin: i32,
    certainty: &Certainty<P::Action>,
) -> Vec<Line<P>> {
    if let [roots] = views
        && roots.iter().any(|root| root.score.is_some())
    {
        return in_order(roots, certainty);
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
            // What was not searched was not promising.
            let score = worth(root).unwrap_or(tamed(best) - margin - 200);
            let counts = match win(root) {
                Some(score) => tamed(score),
                // It wins no sooner than another one, or not at all.
                None if is_mate(score) && score > 0 => UNCLEAR,
                None => tamed(score),
            };
            sum.sum += weight * i64::from(counts);
            if score != MATE - 1 {
                sum.rest += weight * i64::from(counts);
                sum.lasting += weight;
            }
            sum.least = sum.least.zip(win(root)).map(|(least, win)| least.min(win));
            sum.searched |= root.score.is_some();
        }
    }
    if sums.is_empty() {
        // Not even one action was searched: the first look decides.
        let first = views.iter().flatten().next();
        return first
            .map(|root| Line {
                action: root.action,
                score: 0,
                line: root.line.clone(),
            })
            .into_iter()
            .collect();
    }
    let mut lines: Vec<Line<P>> = sums
        .into_iter()
        .filter(|sum| sum.searched)
        .map(|sum| Line {
            score: sum.score(counted, certainty),
            ..sum.line
        })
        .collect();
    lines.sort_by_key(|line| std::cmp::Reverse(line.score));
    lines
}
