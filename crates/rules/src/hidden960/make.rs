//! Making actions: moves, reveals and unreveals.

use std::ops::ControlFlow;

use super::latest_reveals::LatestReveals;
use super::position::Hidden960;
use super::zobrist::{chosen_key, pool_key};
use super::{Action, Pool, Reveal, Variant};
use crate::board::hashed::HashedBoard;
use crate::board::{
    Board, Color, MoveSet, Piece, Rank, Role, Square, StandardMove, attacks, color_index, zobrist,
};
use crate::position::Position;

impl HashedBoard for Hidden960 {
    #[inline]
    fn board_and_key(&mut self) -> (&mut Board, &mut u64) {
        (&mut self.board, &mut self.zobrist)
    }
}

impl Hidden960 {
    pub(super) fn play_reveals(&mut self, reveals: &[Reveal]) {
        if self.threatened.any() {
            // A forced reveal makes all earlier ones final.
            self.committed |= !self.latest.is_empty();
            self.latest = LatestReveals::default();
        } else {
            for reveal in reveals {
                self.latest.push(reveal.square.file());
            }
        }
        for reveal in reveals {
            self.choose(*reveal);
        }
        self.find_threats();
    }

    pub(super) fn play_unreveal(&mut self) {
        let count = if self.pool(self.turn).is_empty() {
            2
        } else {
            1
        };
        for _ in 0..count {
            if let Some(file) = self.latest.pop() {
                self.unchoose(Square::from_coords(file, self.turn.backrank()));
            }
        }
        self.find_threats();
    }

    #[inline]
    pub(super) fn play_move(&mut self, mv: StandardMove) {
        let us = self.turn;
        let en_passant = self.en_passant;
        if let Some(role) = self.board.role_at(mv.from) {
            self.pass_the_turn();
            if role != Role::King || !self.board.of(us, Role::Rook).contains(mv.to) {
                self.capture(mv.to);
            }
            self.move_man(role.of(us), mv, en_passant);
        }
    }

    /// Makes each move of a set on a copy of `passed`, in which the turn has passed already.
    #[inline]
    pub(super) fn play_each<B>(
        &self,
        set: MoveSet,
        passed: &Hidden960,
        visit: &mut impl FnMut(Action, &Hidden960) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let man = set.role.of(self.turn);
        let theirs = self.board.by_color(self.turn.other());
        let from = set.from;
        if matches!(man.role, Role::Pawn | Role::King) {
            return set.for_each(|mv| {
                let mut child = *passed;
                if theirs.contains(mv.to) {
                    child.capture(mv.to);
                }
                child.move_man(man, mv, self.en_passant);
                visit(Action::Move(mv), &child)
            });
        }
        // Captures come last, so that the branch is predictable.
        for to in set.to & !theirs {
            let mut child = *passed;
            child.move_piece(man, from, to);
            visit(Action::Move(StandardMove::new(from, to)), &child)?;
        }
        for to in set.to & theirs {
            let mut child = *passed;
            child.capture(to);
            child.move_piece(man, from, to);
            visit(Action::Move(StandardMove::new(from, to)), &child)?;
        }
        ControlFlow::Continue(())
    }

    /// Moves a man whose target is empty by now, after the turn has passed.
    #[inline(always)]
    fn move_man(&mut self, man: Piece, mv: StandardMove, en_passant: Option<Square>) {
        let StandardMove {
            from,
            to,
            promotion,
        } = mv;
        let us = man.color;
        match man.role {
            Role::Pawn => {
                self.fifty_moves = 0;
                self.take(from, man);
                self.put(to, promotion.unwrap_or(Role::Pawn).of(us));
                self.finish_pawn_move(us, from, to, en_passant);
            }
            Role::King if self.board.of(us, Role::Rook).contains(to) => {
                self.castle_unmoved(us, from, to);
            }
            _ => return self.move_piece(man, from, to),
        }
        self.find_threats_if_hidden();
    }

    #[inline(always)]
    fn move_piece(&mut self, man: Piece, from: Square, to: Square) {
        self.shift(from, to, man);
        self.forget_unmoved(from);
        self.find_threats_if_hidden();
    }

    /// King and rook are no longer unmoved, even if one of them ends on its own square.
    fn castle_unmoved(&mut self, us: Color, king: Square, rook: Square) {
        self.castle(us, king, rook);
        self.forget_unmoved(king);
        self.forget_unmoved(rook);
    }

    #[inline]
    fn capture(&mut self, square: Square) {
        if let Some(piece) = self.board.piece_at(square) {
            self.take(square, piece);
            self.forget_unmoved(square);
            self.fifty_moves = 0;
        }
    }

    #[inline]
    fn finish_pawn_move(
        &mut self,
        us: Color,
        from: Square,
        to: Square,
        en_passant: Option<Square>,
    ) {
        if en_passant == Some(to) {
            self.capture(Square::from_coords(to.file(), from.rank()));
        } else if from.to_u32().abs_diff(to.to_u32()) == 16 {
            let passed = Square::from_coords(from.file(), us.relative_rank(Rank::Third));
            if en_passant_is_attacked(&self.board, us.other(), passed) {
                self.en_passant = Some(passed);
                self.zobrist ^= zobrist::en_passant(passed);
            }
        }
    }

    /// Passes the turn: every effect of a move except on the men.
    #[inline]
    pub(super) fn pass_the_turn(&mut self) {
        if let Some(square) = self.en_passant.take() {
            self.zobrist ^= zobrist::en_passant(square);
        }
        self.turn = self.turn.other();
        self.zobrist ^= zobrist::BLACK_TO_MOVE;
        self.fifty_moves = self.fifty_moves.saturating_add(1);
        self.ply = self.ply.saturating_add(1);
        self.latest = LatestReveals::default();
        self.committed = false;
        self.gives_check = false;
    }

    /// Puts a man from the pool on a hidden square, without updating threats.
    pub(super) fn choose(&mut self, reveal: Reveal) {
        let Reveal { square, role } = reveal;
        let Some(color) = self.board.color_at(square) else {
            return;
        };
        self.change_pool(color, |pool| pool.without(role));
        self.board.clear(square);
        self.board.put(square, role.of(color));
        self.zobrist ^= zobrist::unknown(square) ^ zobrist::man(square, role.of(color));
        if matches!(role, Role::King | Role::Rook) {
            self.unmoved.add(square);
            self.zobrist ^= zobrist::unmoved(square);
        }
        if self.variant == Variant::Chess960 {
            self.arrays[color_index(color)].put(square.file(), role);
            self.zobrist ^= chosen_key(color, square.file(), role);
        }
    }

    /// Hides a square again: puts its man back into the pool.
    fn unchoose(&mut self, square: Square) {
        let Some(piece) = self.board.piece_at(square) else {
            return;
        };
        let color = piece.color;
        self.change_pool(color, |pool| pool.with(piece.role));
        self.board.clear(square);
        self.board.put_unknown(square, color);
        self.zobrist ^= zobrist::unknown(square) ^ zobrist::man(square, piece);
        self.forget_unmoved(square);
        if self.variant == Variant::Chess960 {
            self.arrays[color_index(color)].clear(square.file());
            self.zobrist ^= chosen_key(color, square.file(), piece.role);
        }
    }

    fn change_pool(&mut self, color: Color, change: impl Fn(Pool) -> Option<Pool>) {
        let pool = &mut self.pools[color_index(color)];
        self.zobrist ^= pool_key(color, *pool);
        *pool = change(*pool).unwrap_or(*pool);
        self.zobrist ^= pool_key(color, *pool);
    }

    #[inline]
    fn forget_unmoved(&mut self, square: Square) {
        if self.unmoved.contains(square) {
            self.unmoved.discard(square);
            self.zobrist ^= zobrist::unmoved(square);
        }
    }

    /// The position after a null move, which is not a rule of the game. `None` in check, and where
    /// something must be revealed first.
    #[must_use]
    pub fn after_pass(&self) -> Option<Hidden960> {
        if self.threatened.any() || self.gives_check || self.is_check() {
            return None;
        }
        let mut after = *self;
        after.pass_the_turn();
        Some(after)
    }
}

/// Whether a pawn of `turn` attacks the en passant `square`: only then is the right kept.
pub(super) fn en_passant_is_attacked(board: &Board, turn: Color, square: Square) -> bool {
    attacks::pawn_attacks(turn.other(), square).intersects(board.of(turn, Role::Pawn))
}
