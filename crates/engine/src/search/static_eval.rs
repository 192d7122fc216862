//! The static evaluation of a node: cached, corrected by correction history, and replaced by the tt score where that is the better
//! estimate.

use super::context::{NodeContext, Progress, StaticEval};
use super::history::CorrectionIndex;
use super::score::{NO_EVAL, clamp_eval, from_tt, is_mate};
use super::tt::{Bound, Entry};
use super::worker::Search;
use crate::playable::Playable;

impl<P: Playable> Search<'_, P> {
    /// The static evaluation of an interior node, which is kept by ply for [`StaticEval::improving`].
    #[inline]
    pub(super) fn static_eval(
        &mut self,
        position: &P,
        ply: usize,
        forced: bool,
        tt_entry: Option<&Entry<P::Action>>,
    ) -> StaticEval {
        if forced {
            self.static_evals[ply] = NO_EVAL;
            return StaticEval {
                score: 0,
                corrected: 0,
                corrections: None,
                improving: false,
            };
        }
        let corrections = self.correction_index(position, ply);
        let eval = self.evaluate(position);
        let corrected = match &corrections {
            Some(index) => clamp_eval(eval + self.history.correction(index)),
            None => eval,
        };
        let score = better_estimate(corrected, tt_entry, self.root_distance(position));
        self.keep_eval(position, ply, score);
        StaticEval {
            score,
            corrected,
            corrections,
            improving: self.is_improving(position, ply, score),
        }
    }

    /// The static evaluation, corrected by correction history.
    pub(super) fn corrected_eval(&mut self, position: &P, ply: usize) -> i32 {
        let correction = self
            .correction_index(position, ply)
            .map_or(0, |index| self.history.correction(&index));
        self.evaluate(position) + correction
    }

    /// The indices of a position in correction history; `None` for no correction.
    fn correction_index(&self, position: &P, ply: usize) -> Option<CorrectionIndex> {
        if self.parameters.correction == 0 {
            return None;
        }
        let before = [
            self.continuations[ply],
            self.continuations[ply.saturating_sub(1)],
        ];
        let color = position.actor().fold_wb(0, 1);
        let keys = position.correction_keys()?;
        Some(CorrectionIndex::new(keys, color, before))
    }

    /// Stores the evaluation of a position by ply, from White's side: two actions later either player may be the actor.
    fn keep_eval(&mut self, position: &P, ply: usize, eval: i32) {
        self.static_evals[ply] = position.actor().fold_wb(1, -1) * eval;
    }

    /// Keeps the evaluation of the root.
    pub(super) fn keep_root_eval(&mut self, position: &P) {
        if position.is_forced() {
            self.static_evals[0] = NO_EVAL;
        } else {
            let eval = clamp_eval(self.corrected_eval(position, 0));
            self.keep_eval(position, 0, eval);
        }
    }

    /// Whether the static evaluation has risen in two actions.
    fn is_improving(&self, position: &P, ply: usize, eval: i32) -> bool {
        let before = ply
            .checked_sub(2)
            .map_or(NO_EVAL, |ply| self.static_evals[ply]);
        before == NO_EVAL || eval > position.actor().fold_wb(1, -1) * before
    }

    /// Updates correction history (Chess Programming Wiki, *Static Evaluation Correction History*) after a search whose score says
    /// something about the evaluation: not a mate score, not the result of a capture, and not a bound on the wrong side.
    #[inline]
    pub(super) fn correct_eval(
        &mut self,
        position: &P,
        context: &NodeContext<P::Action>,
        progress: &Progress<P::Action>,
    ) {
        let Progress { best, bound, .. } = *progress;
        let corrected = context.eval.corrected;
        if let Some(index) = &context.eval.corrections
            && !is_mate(best)
            && progress
                .best_action
                .is_none_or(|action| position.gain(action) <= 0)
            && !(bound == Bound::Lower && best <= corrected)
            && !(bound == Bound::Upper && best >= corrected)
        {
            self.history
                .correct(index, best - corrected, context.node.depth);
        }
    }
}

/// The tt score in place of an evaluation, where its bound makes it the better estimate.
pub(super) fn better_estimate<A>(eval: i32, entry: Option<&Entry<A>>, root_distance: i32) -> i32 {
    let Some(entry) = entry else { return eval };
    let score = from_tt(entry.score, root_distance);
    let better = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score > eval,
        Bound::Upper => score < eval,
    };
    if better && !is_mate(score) {
        score
    } else {
        eval
    }
}

#[cfg(test)]
mod tests {
    use manifold_rules::board::Color;
    use manifold_rules::chess::Chess;
    use manifold_rules::hidden960::Hidden960;
    use manifold_rules::position::{Bounds, Position, Turns};

    use super::super::budget::Budget;
    use super::super::history::History;
    use super::super::tt::TranspositionTable;
    use super::*;
    use crate::network::{Accumulators, Networked};

    const NOTHING: Budget = Budget::of_nodes(0);

    /// The evaluation of the start position by the search, by the terms and by the network that ships.
    fn evaluations<P: Playable + Position>() -> [i32; 3] {
        let table = TranspositionTable::with_capacity(0);
        let mut history = History::new::<P>();
        let mut search = Search::<P>::new(&table, &mut history, NOTHING, Bounds::default(), &[]);
        let start = P::start(Default::default());
        let network = P::shipped_network().expect("a network");
        let output = Accumulators::new(network).evaluate(&start);
        [search.evaluate(&start), start.static_eval(), output]
    }

    #[test]
    fn a_network_stands_in_the_place_of_the_terms_or_corrects_them() {
        let [searched, terms, output] = evaluations::<Hidden960>();
        assert!(!Hidden960::CORRECTS_TERMS && searched == output && terms != output);
        let [searched, terms, output] = evaluations::<Chess>();
        assert!(Chess::CORRECTS_TERMS && searched == terms + output && terms != 0 && output != 0);
    }

    #[test]
    fn an_evaluation_two_actions_ago_counts_for_whoever_must_act_now() {
        let table = TranspositionTable::with_capacity(0);
        let mut history = History::new::<Hidden960>();
        let mut search =
            Search::<Hidden960>::new(&table, &mut history, NOTHING, Bounds::default(), &[]);
        // White shows a man and moves it: two actions later it is Black who must act.
        let white = Hidden960::default();
        let mut black = white;
        while black.actor() == Color::White {
            let action = black.legal_actions()[0];
            black.play_unchecked(action);
        }
        search.keep_eval(&white, 0, 50);
        assert!(search.is_improving(&black, 2, -40));
        assert!(!search.is_improving(&black, 2, -60));
        assert!(search.is_improving(&white, 2, 60));
        assert!(!search.is_improving(&white, 2, 40));
    }
}
