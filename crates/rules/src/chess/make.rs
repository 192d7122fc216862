//! Making a move.

use super::{Action, Chess};
use crate::board::hashed::HashedBoard;
use crate::board::{Bitboard, Board, Castling, Color, Role, Square, ahead, zobrist};

impl HashedBoard for Chess {
    #[inline]
    fn board_and_key(&mut self) -> (&mut Board, &mut u64) {
        (&mut self.board, &mut self.hash)
    }
}

impl Chess {
    /// Makes a move, which must be legal.
    #[inline]
    pub(super) fn make(&mut self, action: Action) {
        let Action { from, to, .. } = action;
        let us = self.turn;
        let jumped = self.en_passant;
        let rook = match self.board.role_at(from) {
            Some(Role::King) => self
                .castling_rook(action)
                .filter(|rook| self.castling.rooks().contains(*rook)),
            _ => None,
        };
        self.pass();
        if !self.board.by_color(us).contains(from) {
            return;
        }
        match (self.board.role_at(from), rook) {
            (Some(Role::King), Some(rook)) => self.castle(us, from, rook),
            // Only castling goes where an own man stands.
            (Some(_), None) if self.board.by_color(us).contains(to) => {}
            (Some(role), _) => {
                self.capture(us.other(), to);
                match role {
                    Role::Pawn => self.move_pawn(us, action, jumped),
                    Role::King => {
                        self.shift(from, to, us.king());
                        self.lose_castling(Bitboard::from_rank(us.backrank()));
                    }
                    _ => {
                        self.shift(from, to, role.of(us));
                        self.lose_castling(Bitboard::from(from));
                    }
                }
            }
            (None, _) => {}
        }
    }

    /// Ends what lasts for one turn only, counts the turn, and lets the other player take over.
    #[inline]
    pub(super) fn pass(&mut self) {
        if let Some(square) = self.en_passant.take() {
            self.hash ^= zobrist::en_passant(square);
        }
        self.fifty_moves = self.fifty_moves.saturating_add(1);
        self.ply = self.ply.saturating_add(1);
        self.turn = self.turn.other();
        self.hash ^= zobrist::BLACK_TO_MOVE;
    }

    #[inline]
    fn move_pawn(&mut self, us: Color, action: Action, jumped: Option<Square>) {
        let Action {
            from,
            to,
            promotion,
        } = action;
        self.fifty_moves = 0;
        if let Some(role) = promotion {
            self.take(from, us.pawn());
            self.put(to, role.of(us));
            return;
        }
        self.shift(from, to, us.pawn());
        if from.to_u32().abs_diff(to.to_u32()) == 16 {
            self.en_passant = ahead(us, from);
            self.hash ^= zobrist::en_passant(from);
        } else if jumped == Some(to)
            && let Some(square) = ahead(us.other(), to)
        {
            self.take(square, us.other().pawn());
        }
    }

    /// King and rook are both lifted before either is set down: in Chess960 one can land where the other stood.
    fn castle(&mut self, us: Color, king: Square, rook: Square) {
        let (king_to, rook_to) = Castling::targets(king, rook);
        self.take(king, us.king());
        self.take(rook, us.rook());
        self.put(king_to, us.king());
        self.put(rook_to, us.rook());
        self.lose_castling(Bitboard::from_rank(us.backrank()));
    }

    #[inline]
    fn capture(&mut self, them: Color, square: Square) {
        if let Some(role) = self.board.role_at(square) {
            self.take(square, role.of(them));
            self.lose_castling(Bitboard::from(square));
            self.fifty_moves = 0;
        }
    }

    #[inline]
    fn lose_castling(&mut self, squares: Bitboard) {
        let lost = self.castling.rooks() & squares;
        if lost.any() {
            self.castling = Castling::from_rooks(self.castling.rooks() & !lost);
            self.hash ^= zobrist::set(lost);
        }
    }
}
