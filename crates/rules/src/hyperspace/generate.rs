//! Listing and counting legal actions.
//!
//! In a turn without returns legality is that of chess, with checks and pins computed once. The
//! other turns are in [`returns`](super::returns).

use std::ops::ControlFlow;

use super::action::Action;
use super::position::Hyperspace;
use super::regular::Regular;
use super::returns::{Answers, Turn};
use crate::board::{Bitboard, Castling, MoveSet, Role, StandardMove};
use crate::position::Bounds;

impl Hyperspace {
    /// Lists every legal action.
    #[inline]
    pub(super) fn list<B>(
        &self,
        bounds: Bounds,
        mut visit: impl FnMut(Action) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.is_ordinary_turn() {
            let generator = self.move_generator();
            let constraints = generator.constraints();
            generator.for_each_legal_under(&constraints, |set| {
                self.king_moves_by_target(set)
                    .for_each(|standard| visit(Action::standard(standard)))
            })?;
            return self.list_ordinary_phase_outs(bounds, &constraints, visit);
        }
        let delays = self.free_delays(bounds.max_delay);
        self.for_each_turn(false, Answers::All, &mut |turn, choices| match turn {
            Turn::Regular(Regular::Move(standard)) => visit(Action::Move { standard, choices }),
            Turn::Regular(Regular::PhaseOut(from)) => {
                self.expand(from, choices, delays, &mut visit)
            }
            Turn::ReturnOnly => visit(Action::ReturnOnly { choices }),
        })
    }

    /// Lists every legal action with the position that it leads to.
    #[inline]
    pub(super) fn list_children<B>(
        &self,
        bounds: Bounds,
        mut visit: impl FnMut(Action, &Hyperspace) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if !self.is_ordinary_turn() {
            return self.list(bounds, |action| visit(action, &self.after(action)));
        }
        let generator = self.move_generator();
        let constraints = generator.constraints();
        let passed = self.passed();
        self.make_steps(generator.pawn_steps(&constraints), &passed, &mut visit)?;
        generator.for_each_but_steps(&constraints, |set| {
            self.make_each(self.king_moves_by_target(set), &passed, &mut visit)
        })?;
        self.list_ordinary_phase_outs(bounds, &constraints, |action| {
            visit(action, &self.after(action))
        })
    }

    /// Counts the legal actions, phase-outs in bulk.
    #[inline]
    pub(super) fn count(&self, bounds: Bounds) -> u64 {
        if self.is_ordinary_turn() {
            let generator = self.move_generator();
            let constraints = generator.constraints();
            let mut count = generator.count_legal_under(&constraints);
            if bounds.max_delay > 0 && constraints.checkers.is_empty() {
                let from = self.eligible() & !constraints.pinned;
                count += self.squares_of_return(from)
                    * u64::from(self.free_delays(bounds.max_delay).count_ones());
            }
            return count;
        }
        let delays = u64::from(self.free_delays(bounds.max_delay).count_ones());
        let mut count = 0;
        let _ = self.for_each_turn(false, Answers::All, &mut |turn, _| {
            count += match turn {
                Turn::Regular(Regular::PhaseOut(from)) => {
                    delays * self.squares_of_return(Bitboard::from(from))
                }
                _ => 1,
            };
            ControlFlow::<()>::Continue(())
        });
        count
    }

    /// Whether the player to move has any legal action, with any delay.
    pub(super) fn has_any(&self) -> bool {
        if self.is_ordinary_turn() {
            let generator = self.move_generator();
            let constraints = generator.constraints();
            let may_leave =
                constraints.checkers.is_empty() && (self.eligible() & !constraints.pinned).any();
            // At most fifteen pieces are in hyperspace, so one of 99 delays is always free.
            return may_leave
                || generator
                    .for_each_legal_under(&constraints, |_| ControlFlow::Break(()))
                    .is_break();
        }
        self.for_each_turn(false, Answers::First, &mut |_, _| ControlFlow::Break(()))
            .is_break()
    }

    /// Whether an en passant capture is legal, including the returns of this turn.
    pub(super) fn en_passant_is_legal(&self) -> bool {
        let Some(to) = self.en_passant else {
            return false;
        };
        if self.is_ordinary_turn() {
            return self.move_generator().en_passant_is_legal();
        }
        let pawns = crate::board::attacks::pawn_attacks(self.turn.other(), to)
            & self.board.of(self.turn, Role::Pawn);
        pawns
            .into_iter()
            .any(|from| self.has_legal_ending(Regular::Move(StandardMove::new(from, to))))
    }

    /// Whether no piece returns in this turn, and touch-move does not bind.
    #[inline]
    pub(super) fn is_ordinary_turn(&self) -> bool {
        self.withdrawn.is_none() && !self.travelers(self.turn).iter().any(|t| t.is_due())
    }

    /// Converts castling from king takes rook to a king's move of two files, as in machine
    /// notation.
    #[inline]
    pub(super) fn king_moves_by_target(&self, set: MoveSet) -> MoveSet {
        let rooks = set.to & self.castling.rooks();
        if set.role != Role::King || rooks.is_empty() {
            return set;
        }
        let own = rooks & self.board.by_color(self.turn);
        let mut to = set.to & !own;
        for rook in own {
            to.add(Castling::targets(set.from, rook).0);
        }
        MoveSet { to, ..set }
    }
}

#[cfg(test)]
impl Hyperspace {
    /// The legal actions, each of them tried on a copy, even in a turn without returns.
    pub(super) fn listed_by_trial(&self, bounds: Bounds) -> Vec<Action> {
        let delays = self.free_delays(bounds.max_delay);
        let mut all = Vec::new();
        let _ = self.for_each_turn(true, Answers::All, &mut |turn, choices| {
            let mut visit = |action| {
                all.push(action);
                ControlFlow::<()>::Continue(())
            };
            match turn {
                Turn::Regular(Regular::Move(standard)) => visit(Action::Move { standard, choices }),
                Turn::Regular(Regular::PhaseOut(from)) => {
                    self.expand(from, choices, delays, &mut visit)
                }
                Turn::ReturnOnly => visit(Action::ReturnOnly { choices }),
            }
        });
        all
    }
}
