//! The moves of chess that are searched: all of them, but late quiet ones near the leaves.

use std::ops::ControlFlow;

use manifold_rules::chess::{Action, Chess};
use manifold_rules::position::Position;

use crate::playable::{Scope, Searchable};

pub(super) fn generate(position: &Chess, scope: Scope, out: &mut Vec<Action>) {
    let _ = position.for_each_legal(|action| {
        if scope != Scope::Noisy || position.gain(action) > 0 {
            out.push(action);
        }
        ControlFlow::<()>::Continue(())
    });
}

pub(super) fn quiet_limit(depth: i32, at_root: bool) -> usize {
    match depth {
        _ if at_root => usize::MAX,
        ..=1 => 14,
        2 => 22,
        3 => 34,
        _ => usize::MAX,
    }
}
