//! Turns in which pieces return.
//!
//! A turn is judged as a whole: the regular action, then the returns, then whether the player's own king is
//! attacked. With one return, checks and pins are computed once, on the board with the returned
//! piece, for all actions that do not touch its square. Any other action is tried on a copy of the
//! board.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use super::choices::{Choices, Stays};
use super::landing::Meeting;
use super::position::Hyperspace;
use super::regular::Regular;
use super::traveler::Traveler;
use super::variant::Variant;
use crate::board::{Bitboard, Board, Color, MoveGenerator, MoveSet, Role, Square};

/// A turn, with phase-outs reduced to their origin, without delay and square.
#[derive(Clone, Copy)]
pub(super) enum Turn {
    Regular(Regular),
    ReturnOnly,
}

/// The answers to collisions with which a turn is listed.
///
/// Whichever piece stays, its square remains occupied by an own piece: neither what later pieces meet nor the safety of
/// the king depends on the answer. So a turn is legal either with all answers or with none, and testing one is enough.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Answers {
    /// All of them: 2ⁿ for n collisions.
    All,
    /// One: every returning piece stays.
    First,
}

impl Answers {
    /// The answers to one collision.
    fn to_one(self) -> &'static [Stays] {
        match self {
            Answers::All => &[Stays::Returning, Stays::Occupant],
            Answers::First => &[Stays::Returning],
        }
    }
}

impl Hyperspace {
    /// Lists all legal turns. `by_trial` tries them one by one, for comparison in tests.
    pub(super) fn for_each_turn<B>(
        &self,
        by_trial: bool,
        answers: Answers,
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
                self.for_each_with_one_return(*traveler, answers, &mut visit_regular)?;
            }
            _ => self.for_each_regular(from, answers, &mut visit_regular)?,
        }
        if forced && !due.is_empty() {
            self.for_each_ending(self.board, &due, answers, Choices::NONE, &mut |choices| {
                visit(Turn::ReturnOnly, choices)
            })?;
        }
        ControlFlow::Continue(())
    }

    /// Lists the legal moves and phase-outs of the men on `from`, tried one by one.
    pub(super) fn for_each_regular<B>(
        &self,
        from: Bitboard,
        answers: Answers,
        visit: &mut impl FnMut(Regular, Choices) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let due = self.due();
        let generator = self.move_generator();
        let mut judge = |regular| {
            let board = self.board_after(regular);
            self.for_each_ending(board, &due, answers, Choices::NONE, &mut |choices| {
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
                to: generator.pseudo_legal_targets(from),
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
        answers: Answers,
        visit: &mut impl FnMut(Regular, Choices) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let square = traveler.square().reveal();
        let meeting = Meeting::of(&self.board, self.turn, traveler);
        let board = match meeting {
            Meeting::Nothing => self.landed(self.board, traveler),
            // Whichever piece stays, the square stays occupied.
            _ => self.board,
        };
        let known: ArrayVec<Choices, 2> = match meeting {
            Meeting::OwnPiece(_) => answers
                .to_one()
                .iter()
                .map(|stays| Choices::one(*stays))
                .collect(),
            _ => [Choices::NONE].into_iter().collect(),
        };
        let generator = self.move_generator();
        let constraints = MoveGenerator {
            board: &board,
            ..generator
        }
        .constraints();
        let due = [traveler];
        for from in self.board.by_color(self.turn) {
            let Some(role) = self.board.role_at(from) else {
                continue;
            };
            let to = generator.pseudo_legal_targets(from);
            let set = self.king_moves_by_target(MoveSet { role, from, to });
            let mut open = Bitboard::from(square);
            if role == Role::Pawn {
                open |= self.en_passant.map_or(Bitboard::EMPTY, Bitboard::from);
            }
            if role == Role::King || from == square {
                open = Bitboard::FULL;
            }
            let unaffected = MoveSet {
                to: set.to & !open & constraints.allowed(from),
                ..set
            };
            unaffected.for_each(|standard| {
                known
                    .iter()
                    .try_for_each(|choices| visit(Regular::Move(standard), *choices))
            })?;
            let mut judge = |regular| {
                let board = self.board_after(regular);
                self.for_each_ending(board, &due, answers, Choices::NONE, &mut |choices| {
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
                known
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
        answers: Answers,
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
                self.for_each_ending(self.landed(board, *traveler), rest, answers, choices, visit)
            }
            Meeting::OwnPiece(_) => {
                for stays in answers.to_one() {
                    let board = match stays {
                        Stays::Returning => self.landed(board, *traveler),
                        Stays::Occupant => board,
                    };
                    // Always `Some`: there is room for fifteen answers.
                    if let Some(choices) = choices.with(*stays) {
                        self.for_each_ending(board, rest, answers, choices, visit)?;
                    }
                }
                ControlFlow::Continue(())
            }
            _ => self.for_each_ending(board, rest, answers, choices, visit),
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
        self.for_each_ending(
            board,
            &self.due(),
            Answers::First,
            Choices::NONE,
            &mut |_| ControlFlow::Break(()),
        )
        .is_break()
    }

    /// The square of the piece with which touch-move obliges the player to act, if it has a legal action.
    pub(super) fn touched(&self) -> Option<Square> {
        let square = self.withdrawn?;
        let binds = self.variant == Variant::OpenTouchMove
            && self
                .for_each_regular(Bitboard::from(square), Answers::First, &mut |_, _| {
                    ControlFlow::Break(())
                })
                .is_break();
        binds.then_some(square)
    }
}

/// The squares of the king of `color` and of a man that attacks it; `None` if it is safe.
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
