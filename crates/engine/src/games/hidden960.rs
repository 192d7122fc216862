//! Hidden960: reveals are steps on the way to a move.

use std::ops::ControlFlow;

use manifold_rules::board::{Bitboard, Color, Role};
use manifold_rules::hidden960::{Action, Hidden960, Reveal};
use manifold_rules::position::Position;

use crate::{Playable, Random, Scope, chess, evaluation, moves};

impl Playable for Hidden960 {
    type Knowledge = Hidden960;
    type Memory = ();

    const MARGIN: i32 = 80;
    const QUIET_NODES: u64 = 2_000;

    fn knowledge(&self, _seat: Color) -> Hidden960 {
        self.clone()
    }

    fn worlds(
        knowledge: &Hidden960,
        _memory: &(),
        _random: &mut Random,
        _most: usize,
    ) -> Vec<Hidden960> {
        vec![knowledge.clone()]
    }

    fn evaluate(&self) -> i32 {
        evaluation::score(self, self.actor())
    }

    fn gain(&self, action: Action) -> i32 {
        match action {
            Action::Move(standard) => chess::gain(self.board(), self.turn(), standard),
            _ => 0,
        }
    }

    fn risk(&self, action: Action) -> i32 {
        match action {
            Action::Move(standard) => {
                chess::risk(self.board(), self.turn(), standard.from, standard.to)
            }
            _ => 0,
        }
    }

    fn exchange(&self, action: Action) -> i32 {
        match action {
            Action::Move(standard) => {
                moves::exchange(self.board(), self.turn(), standard, Bitboard::FULL)
            }
            _ => 0,
        }
    }

    fn kind(&self, action: Action) -> usize {
        match action {
            Action::Move(standard) => moves::kind(self.board(), standard),
            Action::Reveal(one) | Action::RevealPair(one, _) => {
                384 + one.square.file() as usize * 6 + one.role as usize - 1
            }
            Action::Unreveal => 448,
        }
    }

    fn promise(&self, action: Action) -> i32 {
        match action {
            Action::Move(standard) => {
                chess::promise(self.board(), self.turn(), standard.from, standard.to)
            }
            Action::Reveal(reveal) => self.promise_of(reveal),
            Action::RevealPair(one, other) => self.promise_of(one) + self.promise_of(other),
            Action::Unreveal => -1_000,
        }
    }

    fn slot(action: Action) -> usize {
        let reveal = |reveal: Reveal| 4096 + reveal.square.to_usize() * 8 + reveal.role as usize;
        match action {
            Action::Move(standard) => chess::slot(standard.from, standard.to),
            Action::Reveal(one) | Action::RevealPair(one, _) => reveal(one),
            Action::Unreveal => Self::SLOTS - 1,
        }
    }

    fn candidates(&self, scope: Scope, out: &mut Vec<Action>) {
        let forced = self.threatened(Color::White) | self.threatened(Color::Black);
        let everything = match scope {
            Scope::Root(_) => true,
            // One voluntary reveal before a move; more of them only with many plies to go, for each
            // multiplies the work without being a ply.
            Scope::Inner { depth, steps, .. } => {
                forced.any() || depth >= 2 + 3 * i32::try_from(steps).unwrap_or(1_000)
            }
            Scope::Noisy => false,
        };
        if everything {
            let _ = self.for_each_legal(|action| {
                out.push(action);
                ControlFlow::<()>::Continue(())
            });
            return;
        }
        let _ = self.for_each_move(|standard| {
            let action = Action::Move(standard);
            if scope != Scope::Noisy || self.gain(action) > 0 {
                out.push(action);
            }
            ControlFlow::<()>::Continue(())
        });
        if out.is_empty() && scope != Scope::Noisy {
            out.extend(self.legal_actions());
        }
    }

    fn width(depth: i32, at_root: bool) -> usize {
        match depth {
            _ if at_root => usize::MAX,
            ..=1 => 14,
            2 => 20,
            3 => 28,
            _ => 60,
        }
    }

    fn after_nothing(&self) -> Option<Hidden960> {
        let own = self.board().by_color(self.turn());
        let men = self.board().by_role(Role::Pawn) | self.board().by_role(Role::King);
        if (own & !men).is_empty() {
            return None;
        }
        self.after_pass()
    }

    fn is_forced(&self) -> bool {
        self.threatened(Color::White).any()
            || self.threatened(Color::Black).any()
            || self.is_check()
    }
}

trait Promising {
    fn promise_of(&self, reveal: Reveal) -> i32;
}

impl Promising for Hidden960 {
    /// A reveal alone does nothing; knights and bishops get out, and the king likes the wing.
    fn promise_of(&self, reveal: Reveal) -> i32 {
        let file = reveal.square.file() as i32;
        let from_edge = file.min(7 - file);
        match reveal.role {
            Role::Knight => 12 + 6 * i32::from(from_edge == 1 || from_edge == 2),
            Role::Bishop => 10,
            Role::King => 4 - 6 * i32::from(from_edge == 3),
            Role::Rook => 2 + from_edge,
            _ => 0,
        }
    }
}
