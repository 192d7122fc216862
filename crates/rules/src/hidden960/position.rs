//! The position, and what an action does to it.

use std::ops::ControlFlow;

use super::array::{Array, Choices};
use super::moves::Ground;
use super::{Action, Pool, Reveal, Variant, text};
use crate::board::{
    Bitboard, Board, Castling, Color, File, MoveSet, Piece, Rank, Role, Square, StandardMove,
    zobrist,
};
use crate::error::PositionError;
use crate::position::Position;

/// A position of Hidden960.
///
/// It is a plain value of two cache lines:
///
/// ```
/// # use manifold_rules::hidden960::Hidden960;
/// assert_eq!(size_of::<Hidden960>(), 128);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hidden960 {
    /// Hidden squares are men without a role.
    pub(super) board: Board,
    /// Revealed kings and rooks that have never moved.
    pub(super) unmoved: Bitboard,
    /// Hidden squares that an enemy man attacks: they must be revealed before anything else.
    pub(super) threatened: Bitboard,
    /// What was chosen for which file; kept only where it matters, in `hidden960:960`.
    pub(super) arrays: [Array; 2],
    pub(super) zobrist: u64,
    pub(super) ply: u32,
    pub(super) pools: [Pool; 2],
    pub(super) fifty_moves: u16,
    pub(super) latest: Latest,
    pub(super) turn: Color,
    pub(super) en_passant: Option<Square>,
    pub(super) variant: Variant,
    /// Whether the player on the move has made voluntary reveals this turn that are final.
    pub(super) committed: bool,
    /// Whether the king of the player who is not on the move is attacked, as a reveal can bring about.
    pub(super) gives_check: bool,
}

/// The voluntary reveals that can be taken back, by file, the latest last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Latest([Option<File>; 8]);

impl Latest {
    pub(super) fn files(&self) -> impl DoubleEndedIterator<Item = File> {
        self.0.iter().flatten().copied()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0[0].is_none()
    }

    pub(super) fn push(&mut self, file: File) {
        if let Some(free) = self.0.iter_mut().find(|entry| entry.is_none()) {
            *free = Some(file);
        }
    }

    fn pop(&mut self) -> Option<File> {
        self.0.iter_mut().rev().find_map(Option::take)
    }
}

pub(super) const fn index(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 1,
    }
}

impl Hidden960 {
    /// A game that begins with all chessmen chosen, given from the a-file to the h-file. Nothing has
    /// moved.
    ///
    /// `None` unless both arrays have exactly the chessmen of a back rank, in an order that the
    /// variant admits.
    ///
    /// ```
    /// use manifold_rules::board::Role::*;
    /// use manifold_rules::position::{Bounds, Position};
    /// use manifold_rules::hidden960::Hidden960;
    ///
    /// let array = [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook];
    /// let chess = Hidden960::arranged(Default::default(), array, array).unwrap();
    /// assert_eq!(chess.count_legal(), 20);
    /// ```
    #[must_use]
    pub fn arranged(variant: Variant, white: [Role; 8], black: [Role; 8]) -> Option<Hidden960> {
        let mut position = Hidden960::start(variant);
        for (color, array) in [(Color::White, white), (Color::Black, black)] {
            for (file, role) in File::ALL.into_iter().zip(array) {
                let square = Square::from_coords(file, color.backrank());
                position.pool(color).without(role)?;
                position.choose(Reveal { square, role });
            }
            if variant == Variant::Chess960 && !position.arrays[index(color)].is_possible() {
                return None;
            }
        }
        position.find_threats();
        Some(position)
    }

    /// Reads a FEN of chess, or of Chess960: a position in which everything has been revealed.
    ///
    /// # Errors
    /// Says which field of the FEN is wrong and what would be right.
    ///
    /// ```
    /// use manifold_rules::position::{Bounds, Position};
    /// use manifold_rules::hidden960::Hidden960;
    ///
    /// let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    /// assert_eq!(Hidden960::from_fen(fen)?.count_legal(), 48);
    /// # Ok::<(), manifold_rules::error::PositionError>(())
    /// ```
    pub fn from_fen(fen: &str) -> Result<Hidden960, PositionError> {
        text::read_fen(fen)
    }

    /// What a player has still to place.
    #[must_use]
    pub fn pool(&self, color: Color) -> Pool {
        self.pools[index(color)]
    }

    /// The squares of a player that are still hidden.
    #[must_use]
    pub fn hidden(&self, color: Color) -> Bitboard {
        if self.pool(color).is_empty() {
            return Bitboard::EMPTY;
        }
        self.board.by_color(color) & self.board.unknown()
    }

    /// The hidden squares of a player that an enemy man attacks.
    #[must_use]
    pub fn threatened(&self, color: Color) -> Bitboard {
        self.threatened & self.board.by_color(color)
    }

    /// The men on the board; a hidden square is a man without a role.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Revealed kings and rooks that have never moved.
    #[must_use]
    pub const fn unmoved(&self) -> Bitboard {
        self.unmoved
    }

    /// The square that a pawn has just jumped over, if an enemy pawn attacks it.
    #[must_use]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Whether a player has still to choose the square of the king.
    pub(super) fn king_is_hidden(&self, color: Color) -> bool {
        self.pool(color).contains(Role::King)
    }

    pub(super) fn nothing_is_hidden(&self) -> bool {
        self.pools == [Pool::EMPTY; 2]
    }

    /// The moves of the player on the move, provided that nothing must be revealed first.
    #[inline]
    pub(super) fn ground(&self) -> Ground<'_> {
        Ground {
            board: &self.board,
            turn: self.turn,
            unmoved: self.unmoved,
            en_passant: self.en_passant,
            king_among: if self.king_is_hidden(self.turn) {
                self.hidden(self.turn)
            } else {
                Bitboard::EMPTY
            },
        }
    }

    /// Whether the moves are just those of chess, so that the fast way of listing them is right.
    #[inline]
    pub(super) fn moves_as_in_chess(&self) -> bool {
        !self.gives_check && !self.king_is_hidden(self.turn)
    }

    /// Hands out the legal moves, unless something must be revealed first.
    #[inline]
    pub(super) fn for_each_set<B>(
        &self,
        visit: impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.threatened.any() {
            ControlFlow::Continue(())
        } else if self.moves_as_in_chess() {
            self.ground().standing().for_each_legal(visit)
        } else {
            self.ground().for_each(visit)
        }
    }

    /// Hands out the legal reveals. `can_move` says whether there is a legal move now.
    #[inline]
    pub(super) fn for_each_choice<B>(
        &self,
        can_move: bool,
        mut visit: impl FnMut(Action) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.threatened.is_empty() && self.pool(self.turn).is_empty() {
            return ControlFlow::Continue(());
        }
        self.legal_choices(can_move)
            .into_iter()
            .try_for_each(|choice| visit(choice.into()))
    }

    /// The legal targets of one man, provided that nothing must be revealed first.
    pub(super) fn targets(&self, from: Square) -> Bitboard {
        if self.moves_as_in_chess() {
            self.ground().standing().legal_targets(from)
        } else {
            self.ground().targets(from)
        }
    }

    /// Whether there is a legal move, provided that nothing must be revealed first.
    pub(super) fn has_move(&self) -> bool {
        if self.moves_as_in_chess() {
            let standing = self.ground().standing();
            standing
                .for_each_legal(|_| ControlFlow::Break(()))
                .is_break()
        } else {
            self.ground().has_move()
        }
    }

    /// What may stand where, by the pool and the arrays of the variant.
    pub(super) fn choices(&self, color: Color) -> Choices {
        match self.variant {
            Variant::Free => Choices::each(self.hidden(color), self.pool(color).roles()),
            Variant::Chess960 => self.arrays[index(color)]
                .completions()
                .on(self.hidden(color)),
        }
    }

    /// Puts a chessman of the pool on a hidden square, and nothing else.
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
            self.arrays[index(color)].put(square.file(), role);
            self.zobrist ^= chosen_key(color, square.file(), role);
        }
    }

    /// Puts what was chosen for a square back into the pool.
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
            self.arrays[index(color)].clear(square.file());
            self.zobrist ^= chosen_key(color, square.file(), piece.role);
        }
    }

    fn change_pool(&mut self, color: Color, change: impl Fn(Pool) -> Option<Pool>) {
        let pool = &mut self.pools[index(color)];
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

    /// Works out what is threatened and whether the player not on the move is in check.
    pub(super) fn find_threats(&mut self) {
        self.threatened = Color::ALL
            .into_iter()
            .map(|color| self.exposed(color))
            .fold(Bitboard::EMPTY, |all, exposed| all | exposed);
        let idle = self.turn.other();
        self.gives_check = self.board.king_of(idle).is_some_and(|king| {
            self.board
                .is_attacked(king, self.turn, self.board.occupied())
        });
    }

    /// The hidden squares of a player that enemy men attack.
    fn exposed(&self, color: Color) -> Bitboard {
        let occupied = self.board.occupied();
        self.hidden(color)
            .into_iter()
            .filter(|square| self.board.is_attacked(*square, color.other(), occupied))
            .collect()
    }

    pub(super) fn play_reveals(&mut self, reveals: &[Reveal]) {
        if self.threatened.any() {
            // A forced reveal makes everything before it final.
            self.committed |= !self.latest.is_empty();
            self.latest = Latest::default();
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

    /// Plays each of the moves of one man. In `passed` the turn has passed already.
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
                let mut child = passed.clone();
                if theirs.contains(mv.to) {
                    child.capture(mv.to);
                }
                child.move_man(man, mv, self.en_passant);
                visit(Action::Move(mv), &child)
            });
        }
        // Whether a move captures cannot be predicted, unless all that do come last.
        for to in set.to & !theirs {
            let mut child = passed.clone();
            child.move_piece(man, from, to);
            visit(Action::Move(StandardMove::new(from, to)), &child)?;
        }
        for to in set.to & theirs {
            let mut child = passed.clone();
            child.capture(to);
            child.move_piece(man, from, to);
            visit(Action::Move(StandardMove::new(from, to)), &child)?;
        }
        ControlFlow::Continue(())
    }

    /// What a move does to the men, when the turn has passed and what stood on the target has been
    /// captured.
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
            Role::King if self.board.of(us, Role::Rook).contains(to) => self.castle(us, from, to),
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

    #[inline]
    fn find_threats_if_hidden(&mut self) {
        if !self.nothing_is_hidden() {
            self.find_threats();
        }
    }

    /// King and rook are unmoved no longer, even if one of them ends where it stood.
    fn castle(&mut self, us: Color, king: Square, rook: Square) {
        let (king_to, rook_to) = Castling::targets(king, rook);
        self.take(king, us.king());
        self.take(rook, us.rook());
        self.put(king_to, us.king());
        self.put(rook_to, us.rook());
        self.forget_unmoved(king);
        self.forget_unmoved(rook);
    }

    #[inline]
    fn put(&mut self, square: Square, piece: Piece) {
        self.board.put(square, piece);
        self.zobrist ^= zobrist::man(square, piece);
    }

    #[inline]
    fn take(&mut self, square: Square, piece: Piece) {
        self.board.take(square, piece);
        self.zobrist ^= zobrist::man(square, piece);
    }

    #[inline]
    fn shift(&mut self, from: Square, to: Square, piece: Piece) {
        self.board.shift(from, to, piece);
        self.zobrist ^= zobrist::man(from, piece) ^ zobrist::man(to, piece);
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

    /// All that a move does but for the men.
    #[inline]
    pub(super) fn pass_the_turn(&mut self) {
        if let Some(square) = self.en_passant.take() {
            self.zobrist ^= zobrist::en_passant(square);
        }
        self.turn = self.turn.other();
        self.zobrist ^= zobrist::BLACK_TO_MOVE;
        self.fifty_moves = self.fifty_moves.saturating_add(1);
        self.ply = self.ply.saturating_add(1);
        self.latest = Latest::default();
        self.committed = false;
        self.gives_check = false;
    }
}

/// Whether a pawn of `turn` could capture en passant on `square`: only then the right is kept.
pub(super) fn en_passant_is_attacked(board: &Board, turn: Color, square: Square) -> bool {
    crate::board::attacks::pawn_attacks(turn.other(), square).intersects(board.of(turn, Role::Pawn))
}

/// Zobrist keys of this game begin with this number.
const TAG: u64 = 0x960 << 32;

pub(super) fn pool_key(color: Color, pool: Pool) -> u64 {
    if pool.is_empty() {
        return 0;
    }
    let code = pool.men().fold(1, |code: u64, role| code * 7 + role as u64);
    zobrist::scramble(TAG + (code << 1) + index(color) as u64)
}

pub(super) fn chosen_key(color: Color, file: File, role: Role) -> u64 {
    let code = (role as u64) << 4 | u64::from(file.to_u32()) << 1 | index(color) as u64;
    zobrist::scramble(TAG * 2 + code)
}

impl Hidden960 {
    pub(super) fn keys_of_arrays(&self) -> u64 {
        let mut key = 0;
        if self.variant == Variant::Free {
            return key;
        }
        for color in Color::ALL {
            for file in File::ALL {
                if let Some(role) = self.arrays[index(color)].role_at(file) {
                    key ^= chosen_key(color, file, role);
                }
            }
        }
        key
    }

    /// Whether the right to capture en passant can be used.
    pub(super) fn en_passant_is_legal(&self) -> bool {
        self.en_passant.is_some_and(|target| {
            let pawns = crate::board::attacks::pawn_attacks(self.turn.other(), target)
                & self.board.of(self.turn, Role::Pawn);
            let ground = self.ground();
            pawns
                .into_iter()
                .any(|pawn| ground.targets(pawn).contains(target))
        })
    }
}
