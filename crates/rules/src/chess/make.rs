//! Making a move.

use std::ops::ControlFlow;

use super::{Action, Chess};
use crate::board::hashed::HashedBoard;
use crate::board::make_moves::{Before, MakeMoves, State, make_each};
use crate::board::{Board, MoveSet, Role};

impl HashedBoard for Chess {
    #[inline]
    fn board_and_key(&mut self) -> (&mut Board, &mut u64) {
        (&mut self.board, &mut self.hash)
    }
}

impl MakeMoves for Chess {
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

impl Chess {
    /// Makes a move, which must be legal.
    #[inline]
    pub(super) fn make(&mut self, action: Action) {
        let Action { from, to, .. } = action;
        let us = self.turn;
        let en_passant = self.en_passant;
        let rook = match self.board.role_at(from) {
            Some(Role::King) => self
                .castling_rook(action)
                .filter(|rook| self.castling.rooks().contains(*rook)),
            _ => None,
        };
        self.pass();
        let ours = self.board.by_color(us);
        // Only castling goes to a square where one of the player's own men stands.
        if !ours.contains(from) || rook.is_none() && ours.contains(to) {
            return;
        }
        let Some(role) = self.board.role_at(from) else {
            return;
        };
        if rook.is_none() {
            self.capture(us.other(), to);
        }
        match role {
            Role::Pawn => self.move_pawn(us, action, en_passant),
            Role::King => self.move_king(us, from, to, rook),
            _ => self.move_piece(role.of(us), from, to),
        }
    }

    /// Makes each move of a set on a copy. `passed` is the position with the turn passed.
    #[inline]
    pub(super) fn make_each<B>(
        &self,
        set: MoveSet,
        passed: &Chess,
        mut visit: impl FnMut(Action, &Chess) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let ours = self.board.by_color(self.turn);
        make_each(
            set,
            Before::new(&self.board, self.turn, self.en_passant),
            || *passed,
            |_, to| ours.contains(to).then_some(to),
            |action, child| visit(self.written(set, action), child),
        )
    }

    /// Passes the turn: does everything that a move does, except for the men and the castling rights.
    #[inline]
    pub(super) fn pass(&mut self) {
        self.count_ply();
        self.pass_turn();
    }
}
