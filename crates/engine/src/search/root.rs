//! The root: iterative deepening, with a score for every action that may be chosen.

use super::{INFINITE, Search, Spot, is_mate};
use crate::Playable;

/// An action that can be chosen now, with what is known of it.
#[derive(Debug, Clone)]
pub(crate) struct RootAction<A> {
    pub(crate) action: A,
    /// The score of the last iteration; nothing before the first.
    pub(crate) score: Option<i32>,
    /// What is expected to follow, this action first.
    pub(crate) line: Vec<A>,
}

/// Half the width of the window around the score of the iteration before.
const ASPIRATION: i32 = 40;

impl<G: Playable> Search<'_, G> {
    /// Deepens until a limit is reached. `roots` come in the order of promise and are left in the order
    /// of their scores. Actions within `margin` of the best get an exact score, the others one that they
    /// do not exceed. Gives the last depth that was completed.
    pub(crate) fn deepen(
        &mut self,
        position: &G,
        roots: &mut [RootAction<G::Action>],
        deepest: u32,
        margin: i32,
    ) -> u32 {
        self.root_ply = position.ply();
        let pushes = position.is_settled();
        if pushes {
            self.keys.push(position.repetition_key());
        }
        let mut done = 0;
        for depth in 1..=deepest {
            self.root_depth = depth as i32;
            if !self.iterate(position, roots, depth as i32, margin) {
                break;
            }
            done = depth;
            let best = roots[0].score.unwrap_or(0);
            if is_mate(best) && (super::MATE - best.abs()) <= depth as i32 {
                break;
            }
        }
        if pushes {
            self.keys.pop();
        }
        done
    }

    /// One iteration; says whether it was completed.
    fn iterate(
        &mut self,
        position: &G,
        roots: &mut [RootAction<G::Action>],
        depth: i32,
        margin: i32,
    ) -> bool {
        let width = G::width(depth, true).min(roots.len());
        let mut best = -INFINITE;
        let mut searched = 0;
        for index in 0..width {
            let mut child = position.clone();
            child.play_unchecked(roots[index].action);
            let costs = i32::from(child.ply() > position.ply());
            let spot = Spot {
                depth: depth - costs,
                height: 1,
                steps: 1 - costs as u32,
                may_pass: true,
            };
            let score = if index == 0 {
                self.first(position, &child, roots[0].score, margin, spot)
            } else {
                let floor = best - margin;
                let score = self.reply(position, &child, floor, floor + 1, spot);
                if score > floor && !self.stopped {
                    self.reply(position, &child, floor, INFINITE, spot)
                } else {
                    score
                }
            };
            if self.stopped {
                break;
            }
            searched += 1;
            let root = &mut roots[index];
            root.score = Some(score);
            if score > best - margin {
                root.line.clear();
                root.line.push(root.action);
                root.line.extend_from_slice(&self.lines[1]);
            }
            best = best.max(score);
        }
        let complete = searched == width;
        // Of an iteration cut short, what was searched counts: the best of the last one came first.
        roots[..searched].sort_by_key(|root| std::cmp::Reverse(root.score));
        if complete {
            for root in &mut roots[width..] {
                root.score = root.score.map(|score| score.min(best - margin - 1));
            }
        }
        complete
    }

    /// The first action of an iteration: near the score of the last one, as a rule.
    fn first(
        &mut self,
        position: &G,
        child: &G,
        last: Option<i32>,
        margin: i32,
        spot: Spot,
    ) -> i32 {
        if let Some(last) = last
            && spot.depth >= 4
            && margin == 0
            && !is_mate(last)
        {
            let (low, high) = (last - ASPIRATION, last + ASPIRATION);
            let score = self.reply(position, child, low, high, spot);
            if self.stopped || (score > low && score < high) {
                return score;
            }
        }
        self.reply(position, child, -INFINITE, INFINITE, spot)
    }
}
