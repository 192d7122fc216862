//! Counting action sequences: the standard check of a move generator.

use std::ops::ControlFlow;

use crate::game::{Game, Listing};

/// The number of sequences of `depth` legal actions from `position`. The last action is counted
/// without being made (*bulk counting*). A decided game has no continuation; draws by counting are
/// not looked at.
///
/// ```
/// use manifold_rules::game::{Game, Listing};
/// use manifold_rules::hidden960::Hidden960;
/// use manifold_rules::perft::perft;
///
/// let start = Hidden960::start(Default::default());
/// assert_eq!(perft(&start, 2, Listing::default()), 2_838);
/// ```
#[must_use]
pub fn perft<G: Game>(position: &G, depth: u32, listing: Listing) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal(listing),
        _ => sum_over_children(position, listing, |child| perft(child, depth - 1, listing)),
    }
}

/// The same count, making every action down to the last. For tests and benchmarks.
#[must_use]
pub fn perft_without_bulk<G: Game>(position: &G, depth: u32, listing: Listing) -> u64 {
    match depth {
        0 => 1,
        _ => sum_over_children(position, listing, |child| {
            perft_without_bulk(child, depth - 1, listing)
        }),
    }
}

/// [`perft`], told apart by the first action. Empty for depth 0.
#[must_use]
pub fn divide<G: Game>(position: &G, depth: u32, listing: Listing) -> Vec<(G::Action, u64)> {
    let Some(rest) = depth.checked_sub(1) else {
        return Vec::new();
    };
    position
        .legal_actions(listing)
        .into_iter()
        .map(|action| {
            let mut child = position.clone();
            child.play_unchecked(action);
            (action, perft(&child, rest, listing))
        })
        .collect()
}

fn sum_over_children<G: Game>(position: &G, listing: Listing, count: impl Fn(&G) -> u64) -> u64 {
    let mut nodes = 0;
    let _ = position.for_each_child(listing, |_, child| {
        nodes += count(child);
        ControlFlow::<()>::Continue(())
    });
    nodes
}
