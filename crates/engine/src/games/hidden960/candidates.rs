//! The actions of Hidden960 that are searched.

use std::ops::ControlFlow;

use manifold_rules::board::Color;
use manifold_rules::hidden960::{Action, Hidden960};
use manifold_rules::position::Position;

use crate::playable::{Scope, Searchable};

pub(super) fn generate(position: &Hidden960, scope: Scope, out: &mut Vec<Action>) {
    let forced = position.threatened(Color::White) | position.threatened(Color::Black);
    let everything = match scope {
        Scope::Root(_) => true,
        // One voluntary reveal before a move, and more only with many plies left: each multiplies the work without
        // costing a ply.
        Scope::Inner { depth, steps, .. } => {
            forced.any() || depth >= 2 + 3 * i32::try_from(steps).unwrap_or(1_000)
        }
        Scope::Noisy => false,
    };
    if everything {
        let _ = position.for_each_legal(|action| {
            out.push(action);
            ControlFlow::<()>::Continue(())
        });
        return;
    }
    let _ = position.for_each_move(|standard| {
        let action = Action::Move(standard);
        if scope != Scope::Noisy || position.gain(action) > 0 {
            out.push(action);
        }
        ControlFlow::<()>::Continue(())
    });
    if out.is_empty() && scope != Scope::Noisy {
        out.extend(position.legal_actions());
    }
}

pub(super) fn quiet_limit(depth: i32, at_root: bool) -> usize {
    match depth {
        _ if at_root => usize::MAX,
        ..=1 => 14,
        2 => 20,
        3 => 28,
        _ => 60,
    }
}
