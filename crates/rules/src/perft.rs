//! Perft: counting action sequences, the standard test of a move generator.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::position::{Bounds, Children};

/// The number of sequences of `depth` legal actions from `position`. The last action is counted
/// without being made (*bulk counting*). A decided game has no continuation; draws that need the
/// history are ignored.
///
/// ```
/// use manifold_rules::position::{Bounds, Position};
/// use manifold_rules::hidden960::Hidden960;
/// use manifold_rules::perft::perft;
///
/// let start = Hidden960::start(Default::default());
/// assert_eq!(perft(&start, 2, Bounds::default()), 2_838);
/// ```
#[must_use]
pub fn perft<P: Children>(position: &P, depth: u32, bounds: Bounds) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_within(bounds),
        _ => sum_over_children(position, bounds, move |child| {
            perft(child, depth - 1, bounds)
        }),
    }
}

/// Like [`perft`], but can be cancelled: returns `None` once `stop` is set. `stop` is polled at nodes with at least two plies left.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use manifold_rules::chess::Chess;
/// use manifold_rules::perft::perft_until;
/// use manifold_rules::position::Bounds;
///
/// let start = Chess::default();
/// let count = |stop| perft_until(&start, 3, Bounds::default(), &AtomicBool::new(stop));
/// assert_eq!(count(false), Some(8_902));
/// assert_eq!(count(true), None);
/// ```
#[must_use]
pub fn perft_until<P: Children>(
    position: &P,
    depth: u32,
    bounds: Bounds,
    stop: &AtomicBool,
) -> Option<u64> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    if depth <= 2 {
        return Some(perft(position, depth, bounds));
    }
    let mut nodes = 0;
    let stopped = position.for_each_child_within(bounds, |_, child| {
        match perft_until(child, depth - 1, bounds, stop) {
            Some(more) => {
                nodes += more;
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(()),
        }
    });
    stopped.is_continue().then_some(nodes)
}

/// Like [`perft`], but makes every action, including the last (no bulk counting). For tests and benchmarks.
#[must_use]
pub fn perft_without_bulk<P: Children>(position: &P, depth: u32, bounds: Bounds) -> u64 {
    match depth {
        0 => 1,
        _ => sum_over_children(position, bounds, move |child| {
            perft_without_bulk(child, depth - 1, bounds)
        }),
    }
}

/// [`perft`], split by the first action. Empty for depth 0.
#[must_use]
pub fn divide<P: Children>(position: &P, depth: u32, bounds: Bounds) -> Vec<(P::Action, u64)> {
    let Some(rest) = depth.checked_sub(1) else {
        return Vec::new();
    };
    position
        .legal_actions_within(bounds)
        .into_iter()
        .map(|action| {
            let mut child = position.clone();
            child.play_unchecked(action);
            (action, perft(&child, rest, bounds))
        })
        .collect()
}

fn sum_over_children<P: Children>(position: &P, bounds: Bounds, count: impl Fn(&P) -> u64) -> u64 {
    let mut nodes = 0;
    let _ = position.for_each_child_within(bounds, |_, child| {
        nodes += count(child);
        ControlFlow::<()>::Continue(())
    });
    nodes
}
