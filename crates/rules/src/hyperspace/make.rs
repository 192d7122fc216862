//! Making actions: the regular part, then the returns.

use std::ops::ControlFlow;

use super::action::Action;
use super::choices::{Choices, Stays};
use super::landing::Meeting;
use super::position::Hyperspace;
use super::regular::castling_rook;
use super::traveler::Traveler;
use crate::board::hashed::HashedBoard;
use crate::board::make_moves::{Before, MakeMoves, State, make_each, make_steps};
use crate::board::{Bitboard, Board, MoveSet, Piece, Role, Square, StandardMove, ahead, zobrist};

impl HashedBoard for Hyperspace {
    #[inline]
    fn board_and_key(&mut self) -> (&mut Board, &mut u64) {
        (&mut self.board, &mut self.hash)
    }
}

impl MakeMoves for Hyperspace {
    #[inline(always)]
    fn state(&mut self) -> State<'_> {
        State {
            turn: &mut self.turn,
            castling: &mut self.castling,
            en_passant: &mut self.en_passant,
            fifty_moves: &mut self.fifty_moves,
            ply: &mut self.ply,
            key: &mut self.hash,
        }
    }
}

impl Hyperspace {
    /// Makes an action of either player.
    #[inline]
    pub(super) fn make(&mut self, action: Action) {
        match action {
            Action::Move { standard, choices } => {
                self.make_move(standard);
                self.end_turn(choices, None);
            }
            _ => self.make_other(action),
        }
    }

    /// The position after an action.
    #[inline]
    pub(super) fn after(&self, action: Action) -> Hyperspace {
        let mut after = self.clone();
        after.make(action);
        after
    }

    /// The position with the turn passed: what all moves of a turn without returns have in common.
    #[inline]
    pub(super) fn passed(&self) -> Hyperspace {
        let mut passed = self.clone();
        passed.begin_turn();
        passed.end_turn(Choices::NONE, None);
        passed
    }

    /// A copy without the conflict, as after a move. Without a conflict it is a single memory copy.
    #[inline(always)]
    fn without_conflict(&self) -> Hyperspace {
        Hyperspace {
            conflict: None,
            ..*self
        }
    }

    /// Makes each step of a pawn on a copy. `passed` is [`Hyperspace::passed`].
    #[inline]
    pub(super) fn make_steps<B>(
        &self,
        steps: (Bitboard, Bitboard),
        passed: &Hyperspace,
        visit: &mut impl FnMut(Action, &Hyperspace) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        make_steps(
            steps,
            self.turn,
            || passed.without_conflict(),
            |standard, child| visit(Action::standard(standard), child),
        )
    }

    /// Makes each move of a set on a copy. `passed` is [`Hyperspace::passed`].
    #[inline]
    pub(super) fn make_each<B>(
        &self,
        set: MoveSet,
        passed: &Hyperspace,
        visit: &mut impl FnMut(Action, &Hyperspace) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        make_each(
            set,
            Before::new(&self.board, self.turn, self.en_passant),
            || passed.without_conflict(),
            |child, to| castling_rook(&child.board, child.castling, set.from, to),
            |standard, child| visit(Action::standard(standard), child),
        )
    }

    /// Makes any action other than a move.
    fn make_other(&mut self, action: Action) {
        match action {
            Action::Move { .. } => {}
            Action::PhaseOut {
                from,
                delay,
                to,
                choices,
            } => {
                let conflict = (self.variant.is_open() && self.return_turn_is_taken(delay))
                    .then(|| Box::new(self.conflict_by(action, from, delay)));
                self.begin_turn();
                let leaving = self
                    .lift_off(from)
                    .and_then(|role| Traveler::new(role, from.is_light(), delay.count_down(), to));
                self.end_turn(choices, leaving);
                self.conflict = conflict;
            }
            Action::ReturnOnly { choices } => {
                self.begin_turn();
                self.end_turn(choices, None);
            }
            Action::Amend(delay) => self.amend(delay),
            Action::Cancel => self.cancel(),
        }
    }

    /// Clears the state that lasts for one turn only, and counts the ply.
    #[inline]
    fn begin_turn(&mut self) {
        self.count_ply();
        self.withdrawn = None;
        self.conflict = None;
    }

    /// Returns the due pieces and passes the turn. `leaving` is the piece that has left in this turn.
    #[inline]
    fn end_turn(&mut self, choices: Choices, leaving: Option<Traveler>) {
        let us = self.turn;
        if !self.travelers(us).is_empty() {
            self.count_down(choices);
        }
        if let Some(traveler) = leaving {
            // There is room for all men of a player; see `from_text`.
            self.travelers_mut(us).push(traveler);
        }
        self.pass_turn();
    }

    /// Passes the turn when no piece is due.
    pub(super) fn pass(&mut self) {
        self.begin_turn();
        self.end_turn(Choices::NONE, None);
    }

    /// Makes a move of chess on the board.
    #[inline]
    fn make_move(&mut self, standard: StandardMove) {
        let StandardMove { from, to, .. } = standard;
        let us = self.turn;
        let ours = self.board.by_color(us);
        let en_passant = self.en_passant;
        self.begin_turn();
        if !ours.contains(from) || ours.contains(to) {
            return;
        }
        if let Some(role) = self.board.role_at(from) {
            self.capture(us.other(), to);
            self.move_man(role.of(us), standard, en_passant);
        }
    }

    /// Moves a man whose target is empty by now. The turn may have passed already.
    #[inline]
    fn move_man(&mut self, man: Piece, standard: StandardMove, en_passant: Option<Square>) {
        let StandardMove { from, to, .. } = standard;
        match man.role {
            Role::Pawn => self.move_pawn(man.color, standard, en_passant),
            Role::King => {
                let rook = castling_rook(&self.board, self.castling, from, to);
                self.move_king(man.color, from, to, rook);
            }
            _ => self.move_piece(man, from, to),
        }
    }

    /// Takes a piece that phases out off the board.
    fn lift_off(&mut self, from: Square) -> Option<Role> {
        let piece = self.board.piece_at(from)?;
        self.take(from, piece);
        self.lose_castling(Bitboard::from(from));
        Some(piece.role)
    }

    /// Returns the due pieces and counts the others down.
    fn count_down(&mut self, choices: Choices) {
        let us = self.turn;
        let mut answers = choices.iter();
        for traveler in self.due() {
            let square = traveler.square().reveal();
            let stands = match Meeting::of(&self.board, us, traveler) {
                Meeting::Nothing => true,
                Meeting::OwnPiece(role) => {
                    self.fifty_moves = 0;
                    let stays = answers.next() == Some(Stays::Returning);
                    if stays {
                        self.take(square, role.of(us));
                        self.lose_castling(Bitboard::from(square));
                    }
                    stays
                }
                Meeting::OwnKing | Meeting::Enemy | Meeting::WrongColor => {
                    self.fifty_moves = 0;
                    false
                }
            };
            if stands {
                self.put(square, traveler.role().of(us));
                // It stands on the en passant square or has replaced the pawn: the right to capture en passant is gone.
                if let Some(passed) = self.en_passant
                    && (square == passed || ahead(us, passed) == Some(square))
                {
                    self.en_passant = None;
                    self.hash ^= zobrist::en_passant(passed);
                }
            }
        }
        self.travelers_mut(us).count_down();
    }
}
