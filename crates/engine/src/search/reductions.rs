//! Late move reductions and late move counts (Chess Programming Wiki, *Late Move Reductions* and *Futility Pruning*).

use super::context::{NodeContext, Progress};
use super::node::ScoredAction;
use super::parameters::Parameters;
use super::worker::Search;
use crate::playable::Playable;

/// The binary logarithm in sixteenths, linear between powers of two.
const LOG2: [i32; 64] = {
    let mut all = [0; 64];
    let mut number = 1;
    while number < 64 {
        let whole = (number as u32).ilog2();
        let rest = number - (1 << whole);
        all[number] = 16 * whole as i32 + ((16 * rest as i32) >> whole);
        number += 1;
    }
    all
};

fn log2(number: i32) -> i32 {
    LOG2[number.clamp(0, 63) as usize]
}

/// The base reduction, in 1024ths of a ply: it grows with the product of the logarithms of depth and move number.
fn base_reduction(parameters: &Parameters, depth: i32, number: i32) -> i32 {
    parameters.reduction_base + log2(depth) * log2(number) * parameters.reduction_growth / 1_000
}

/// The inputs of a late move reduction that come from the node and from the place of the action in it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lateness {
    pub(super) depth: i32,
    /// The move number: the place of the action among those searched here, from 1.
    pub(super) number: i32,
    pub(super) is_pv: bool,
    /// Whether this is an expected cut node.
    pub(super) is_cut: bool,
    pub(super) improving: bool,
    /// Whether the tt action is a capture.
    pub(super) best_captures: bool,
    /// Whether the action leaves the opponent no free choice.
    pub(super) forces: bool,
}

/// The late move reduction of an action, in plies. May be negative.
pub(super) fn late_move_reduction<A>(
    parameters: &Parameters,
    action: &ScoredAction<A>,
    late: Lateness,
) -> i32 {
    if !action.is_quiet() {
        return i32::from(action.score < 0 && late.number > 2);
    }
    let base = base_reduction(parameters, late.depth, late.number);
    let mut reduction = base - action.score.clamp(-32_000, 32_000) / parameters.reduction_history;
    let mut adjust = |applies: bool, by: i32| reduction += if applies { by } else { 0 };
    adjust(!late.improving, parameters.reduction_improving);
    adjust(late.is_pv, -parameters.reduction_pv);
    adjust(late.is_cut, parameters.reduction_cut);
    adjust(late.best_captures, parameters.reduction_capture);
    adjust(late.forces, -parameters.reduction_forcing);
    reduction / 1_024
}

impl<P: Playable> Search<'_, P> {
    /// The late move reduction of an action that is not the first, in plies.
    #[inline]
    pub(super) fn reduction(
        &self,
        position: &P,
        child: &P,
        next: &ScoredAction<P::Action>,
        late: Lateness,
        context: &NodeContext<P::Action>,
        progress: &Progress<P::Action>,
    ) -> i32 {
        if context.forced
            || context.sharp && self.parameters.reduction_sharp == 0
            || late.depth < self.parameters.reduction_depth
            || child.ply() == position.ply()
            || progress.is_mate_search()
        {
            return 0;
        }
        let late = Lateness {
            forces: self.parameters.reduction_forcing > 0 && child.is_forced(),
            ..late
        };
        // At least one ply is left.
        late_move_reduction(self.parameters, next, late)
            .min(late.depth - 2)
            .max(0)
    }
}

/// The number of quiet actions searched at this depth before the rest is pruned.
pub(super) fn late_move_count(parameters: &Parameters, depth: i32, improving: bool) -> i32 {
    let count = (parameters.late_base + depth * depth) * if improving { 2 } else { 1 };
    count * parameters.late_percent / 100
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_and_deeper_is_reduced_more() {
        for depth in 1..40 {
            for number in 1..80 {
                let here = base_reduction(&Parameters::COMMON, depth, number);
                assert!(here <= base_reduction(&Parameters::COMMON, depth + 1, number));
                assert!(here <= base_reduction(&Parameters::COMMON, depth, number + 1));
            }
        }
        assert!(base_reduction(&Parameters::COMMON, 3, 4) / 1024 >= 1);
        assert!(base_reduction(&Parameters::COMMON, 20, 40) / 1024 <= 10);
    }
}
