//! The moves of chess that are searched: all except late quiet ones near the leaves.

use std::ops::ControlFlow;

use manifold_rules::chess::{Action, Chess};
use manifold_rules::position::Position;

use crate::playable::Scope;

pub(super) fn generate(position: &Chess, scope: Scope, out: &mut Vec<Action>) {
    let push = |action| {
        out.push(action);
        ControlFlow::<()>::Continue(())
    };
    let _ = match scope {
        Scope::Noisy => position.for_each_noisy(push),
        Scope::Root(_) | Scope::Inner { .. } => position.for_each_legal(push),
    };
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
