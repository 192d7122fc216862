//! The root: iterative deepening, with a score for every action that may be chosen.

use super::{ALL_BUT_LOST, DECIDED, INFINITE, Search, Spot, UNKNOWN, is_mate};
use crate::Playable;

/// An action that can be chosen now, with what is known of it.
#[derive(Debug, Clone)]
pub(crate) struct RootAction<A> {
    pub(crate) action: A,
    /// The score of the last iteration; nothing before the first.
    pub(crate) score: Option<i32>,
    /// The last score that was no mere bound.
    pub(crate) exact: Option<i32>,
    /// What is expected to follow, this action first.
    pub(crate) line: Vec<A>,
}

/// Half the width of the window around the score of the iteration before.
const ASPIRATION: i32 = 25;
/// Wins by force that are longer by so many plies are as good, if several scores are to be exact.
const NEARLY: i32 = 2;

impl<P: Playable> Search<'_, P> {
    /// One iteration; says whether it was completed. `roots` come in the order of promise and are left
    /// in the order of their scores. Actions within `margin` of the best, and the best `lines` of them,
    /// get an exact score, the others one that they do not exceed.
    pub(crate) fn iterate(
        &mut self,
        position: &P,
        roots: &mut [RootAction<P::Action>],
        depth: u32,
        margin: i32,
        lines: usize,
    ) -> bool {
        self.root_ply = position.ply();
        self.root_depth = depth as i32;
        self.worths[0] = if position.is_forced() {
            UNKNOWN
        } else {
            position.evaluate()
        };
        let pushes = position.is_settled();
        if pushes {
            self.keys.push(position.repetition_key());
        }
        let complete = self.look_at_all(position, roots, depth as i32, margin, lines);
        if pushes {
            self.keys.pop();
        }
        complete
    }

    fn look_at_all(
        &mut self,
        position: &P,
        roots: &mut [RootAction<P::Action>],
        depth: i32,
        margin: i32,
        lines: usize,
    ) -> bool {
        // A shorter win may begin with anything.
        let is_hunt = roots
            .first()
            .and_then(|root| root.score)
            .is_some_and(|score| score >= DECIDED);
        let width = if is_hunt {
            roots.len()
        } else {
            P::width(depth, true).min(roots.len())
        };
        let mut best = -INFINITE;
        let mut searched = 0;
        // The scores of the best few, the best first.
        let mut top: Vec<i32> = Vec::with_capacity(lines + 1);
        for index in 0..roots.len() {
            // Before a loss is believed, everything is tried.
            if index >= width && best > -DECIDED {
                break;
            }
            let mut child = position.clone();
            child.play_unchecked(roots[index].action);
            let costs = i32::from(child.ply() > position.ply());
            let spot = Spot {
                depth: depth - costs,
                height: 1,
                steps: 1 - costs as u32,
                may_pass: true,
            };
            self.kinds[1] = position.kind(roots[index].action) as u16;
            // What the search cannot see is added to what it says.
            let surprise = P::surprise(roots[index].action);
            let score = if index == 0 {
                let last = roots[0].score.map(|score| score - surprise);
                self.first(position, &child, last, margin, spot)
            } else {
                let floor = floor(&top, best, margin, lines);
                let floor = floor.saturating_sub(surprise).max(-INFINITE);
                let score = self.reply(position, &child, floor, floor + 1, spot);
                if score > floor && !self.stopped {
                    self.reply(position, &child, floor, INFINITE, spot)
                } else {
                    score
                }
            };
            let score = if is_mate(score) {
                score
            } else {
                score + surprise
            };
            if self.stopped {
                break;
            }
            searched += 1;
            let root = &mut roots[index];
            root.score = Some(score);
            if score > floor(&top, best, margin, lines) {
                root.line.clear();
                root.line.push(root.action);
                root.line.extend_from_slice(&self.lines[1]);
                root.exact = Some(score);
            }
            best = best.max(score);
            let place = top.partition_point(|other| *other >= score);
            top.insert(place, score);
            top.truncate(lines.max(1));
        }
        let complete = searched >= width && !self.stopped;
        if complete {
            let floor = floor(&top, best, margin, lines);
            for root in &mut roots[searched..] {
                root.score = root.score.map(|score| score.min(floor - 1));
            }
        } else if best <= -DECIDED {
            // Anything else is better, and nothing is known to be lost.
            for root in &mut roots[searched..] {
                root.score.get_or_insert(ALL_BUT_LOST);
            }
            searched = roots.len();
        }
        // Of an iteration cut short, what was searched counts: the best of the last one came first.
        roots[..searched].sort_by_key(|root| std::cmp::Reverse(root.score));
        complete
    }

    /// The worth of a position for its actor, looked at to this depth, and what is expected to follow;
    /// nothing if the search had to stop.
    pub(crate) fn probe(&mut self, position: &P, depth: u32) -> Option<(i32, Vec<P::Action>)> {
        self.root_ply = position.ply();
        self.root_depth = depth as i32;
        let spot = Spot {
            depth: depth as i32,
            height: 0,
            steps: 0,
            may_pass: true,
        };
        let score = self.search(position, -INFINITE, INFINITE, spot);
        (!self.stopped).then(|| (score, self.lines[0].clone()))
    }

    /// The first action of an iteration: near the score of the last one, as a rule.
    fn first(
        &mut self,
        position: &P,
        child: &P,
        last: Option<i32>,
        margin: i32,
        spot: Spot,
    ) -> i32 {
        let mut low = -INFINITE;
        let mut high = INFINITE;
        let mut half = ASPIRATION;
        if let Some(last) = last
            && spot.depth >= 4
            && margin == 0
            && !is_mate(last)
        {
            (low, high) = (last - half, last + half);
        }
        loop {
            let score = self.reply(position, child, low, high, spot);
            if self.stopped || (score > low && score < high) {
                return score;
            }
            // The window widens on the side where the score is.
            half *= 3;
            if half > 1_000 {
                (low, high) = (-INFINITE, INFINITE);
            } else if score <= low {
                low = score - half;
            } else {
                high = score + half;
            }
        }
    }
}

/// What an action must exceed for its exact score to matter.
fn floor(top: &[i32], best: i32, margin: i32, lines: usize) -> i32 {
    let last = match top.last() {
        Some(score) if top.len() >= lines.max(1) => *score,
        _ => -INFINITE,
    };
    // Of wins by force only the shortest are of interest.
    let margin = if best >= DECIDED {
        margin.min(NEARLY)
    } else {
        margin
    };
    last.min(best.saturating_sub(margin)).max(-INFINITE)
}
