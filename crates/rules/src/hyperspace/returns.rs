//! Turns in which pieces return.
//!
//! A turn is judged as a whole: the regular action, then the returns, then whether the own king is
//! attacked. With one return, checks and pins are computed once, on the board with the returned
//! piece, for all actions that do not touch its square. Any other action is tried on a copy of the
//! board.

use std::ops::ControlFlow;

use super::choices::{Choices, Stays};
use super::landing::Meeting;
use super::position::Hyperspace;
use super::regular::Regular;
use super::traveler::Traveler;
use super::variant::Variant;
use crate::board::{Bitboard, Board, Color, MoveSet, Role, Square, Standing};

/// A turn; phase-outs without delay and square.
#[derive(Clone, Copy)]
pub(super) enum Turn {
    Regular(Regular),
    ReturnOnly,
}

impl Hyperspace {
    /// Lists all legal turns, with every legal set of answers to collisions. `by_trial` tries them
    /// one by one, for comparison in tests.
    pub(super) fn for_each_turn<B>(
        &self,
        by_trial: bool,
        visit: &mut impl FnMut(Turn, Choices) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let from = match self.touched() {
            Some(square) => Bitboard::from(square),
            None => self.board.by_color(self.turn),
        };
        let due = self.due();
        let mut forced = true;
        let mut visit_regular = |regular, choices| {
            forced = false;
            visit(Turn::Regular(regular), choices)
        };
        match due.as_slice() {
            [traveler] if !by_trial && self.withdrawn.is_none() => {
                self.for_each_with_one_return(*traveler, &mut visit_regular)?;
            }
            _ => self.for_each_regular(from, &mut visit_regular)?,
        }
        if forced && !due.is_empty() {
            self.for_each_ending(self.board, &due, Choices::NONE, &mut |choices| {
                visit(Turn::ReturnOnly, choices)
            })?;
        }
        ControlFlow::Continue(())
    }

    /// Lists the legal moves and phase-outs of the men on `from`, tried one by one.
    pub(super) fn for_each_regular<B>(
        &self,
        from: Bitboard,
        visit: &mut impl FnMut(Regular, Choices) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let due = self.due();
        let standing = self.standing();
        let mut judge = |regular| {
            let board = self.board_after(regular);
            self.for_each_ending(board, &due, Choices::NONE, &mut |choices| {
                visit(regular, choices)
            })
        };
        for from in from {
            let Some(role) = self.board.role_at(from) else {
                continue;
            };
            let set = MoveSet {
                role,
                from,
                to: standing.pattern_targets(from),
            };
            self.king_moves_by_target(set)
                .for_each(|standard| judge(Regular::Move(standard)))?;
            if self.eligible().contains(from) {
                judge(Regular::PhaseOut(from))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Lists the legal moves and phase-outs of a turn in which only `traveler` returns.
    ///
    /// An action that neither starts nor ends on its square, by a man other than the king, does not
    /// change that square: the board after the return is known beforehand, and so are checks and
    /// pins.
    pub(super) fn for_each_with_one_return<B>(
        &self,
        traveler: Traveler,
        visit: &mut impl FnMut(Regular, Choices) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        const ANSWERS: [Choices; 2] = [
            Choices::one(Stays::Returning),
            Choices::one(Stays::Occupant),
        ];
        let square = traveler.square().reveal();
        let meeting = Meeting::of(&self.board, self.turn, traveler);
        let board = match meeting {
            Meeting::Nothing => self.landed(self.board, traveler),
            // Whichever piece stays, the square stays occupied.
            _ => self.board,
        };
        let answers = match meeting {
            Meeting::OwnPiece(_) => ANSWERS.as_slice(),
            _ => &[Choices::NONE],
        };
        let standing = self.standing();
        let constraints = Standing {
            board: &board,
            ..standing
        }
        .constraints();
        let due = [traveler];
        for from in self.board.by_color(self.turn) {
            let Some(role) = self.board.role_at(from) else {
                continue;
            };
            let to = standing.pattern_targets(from);
            let set = self.king_moves_by_target(MoveSet { role, from, to });
            let mut open = Bitboard::from(square);
            if role == Role::Pawn {
                open |= self.en_passant.map_or(Bitboard::EMPTY, Bitboard::from);
            }
            if role == Role::King || from == square {
                open = Bitboard::FULL;
            }
            let known = MoveSet {
                to: set.to & !open & constraints.allowed(from),
                ..set
            };
            known.for_each(|standard| {
                answers
                    .iter()
                    .try_for_each(|choices| visit(Regular::Move(standard), *choices))
            })?;
            let mut judge = |regular| {
                let board = self.board_after(regular);
                self.for_each_ending(board, &due, Choices::NONE, &mut |choices| {
                    visit(regular, choices)
                })
            };
            let unknown = MoveSet {
                to: set.to & open,
                ..set
            };
            unknown.for_each(|standard| judge(Regular::Move(standard)))?;
            if !self.eligible().contains(from) {
                continue;
            }
            if from == square {
                judge(Regular::PhaseOut(from))?;
            } else if constraints.checkers.is_empty() && !constraints.pinned.contains(from) {
                answers
                    .iter()
                    .try_for_each(|choices| visit(Regular::PhaseOut(from), *choices))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns the due pieces to `board`, and lists the answers to collisions after which the own
    /// king is not attacked.
    pub(super) fn for_each_ending<B, F: FnMut(Choices) -> ControlFlow<B>>(
        &self,
        board: Board,
        due: &[Traveler],
        choices: Choices,
        visit: &mut F,
    ) -> ControlFlow<B> {
        let Some((traveler, rest)) = due.split_first() else {
            return if is_safe(&board, self.turn) {
                visit(choices)
            } else {
                ControlFlow::Continue(())
            };
        };
        match Meeting::of(&board, self.turn, *traveler) {
            Meeting::Nothing => {
                self.for_each_ending(self.landed(board, *traveler), rest, choices, visit)
            }
            Meeting::OwnPiece(_) => {
                let kept = [
                    (self.landed(board, *traveler), Stays::Returning),
                    (board, Stays::Occupant),
                ];
                for (board, stays) in kept {
                    // There is room for fifteen answers.
                    if let Some(choices) = choices.with(stays) {
                        self.for_each_ending(board, rest, choices, visit)?;
                    }
                }
                ControlFlow::Continue(())
            }
            _ => self.for_each_ending(board, rest, choices, visit),
        }
    }

    /// The board with a returned piece on its square, replacing what stood there.
    pub(super) fn landed(&self, mut board: Board, traveler: Traveler) -> Board {
        let square = traveler.square().reveal();
        board.clear(square);
        board.put(square, traveler.role().of(self.turn));
        board
    }

    pub(super) fn has_legal_ending(&self, regular: Regular) -> bool {
        let board = self.board_after(regular);
        self.for_each_ending(board, &self.due(), Choices::NONE, &mut |_| {
            ControlFlow::Break(())
        })
        .is_break()
    }

    /// The piece that touch-move obliges the player to act with, if it has a legal action.
    pub(super) fn touched(&self) -> Option<Square> {
        let square = self.withdrawn?;
        let binds = self.variant == Variant::OpenTouchMove
            && self
                .for_each_regular(Bitboard::from(square), &mut |_, _| ControlFlow::Break(()))
                .is_break();
        binds.then_some(square)
    }
}

/// The king of `color` and a man that attacks it.
pub(super) fn attack_on_king(board: &Board, color: Color) -> Option<(Square, Square)> {
    let king = board.king_of(color)?;
    let attacker = board
        .attackers(king, color.other(), board.occupied())
        .first()?;
    Some((king, attacker))
}

#[inline]
fn is_safe(board: &Board, color: Color) -> bool {
    attack_on_king(board, color).is_none()
}
