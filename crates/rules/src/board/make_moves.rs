//! Making the moves of chess, for the games in which men on the board move exactly as in chess.

use std::ops::ControlFlow;

use super::hashed::HashedBoard;
use super::{
    Bitboard, Board, Castling, Color, MoveSet, Piece, Role, Square, StandardMove, ahead, pawns,
    zobrist,
};

/// The state that a move changes besides the board: the FEN fields after the board, and the Zobrist key.
pub(crate) struct State<'a> {
    pub(crate) turn: &'a mut Color,
    pub(crate) castling: &'a mut Castling,
    pub(crate) en_passant: &'a mut Option<Square>,
    pub(crate) fifty_moves: &'a mut u32,
    pub(crate) ply: &'a mut u32,
    pub(crate) key: &'a mut u64,
}

/// A position whose men move, capture and lose their rights as in chess. The methods make the parts of a legal move; the board, the
/// rights and the key change together.
pub(crate) trait MakeMoves: HashedBoard {
    /// The state that a move changes besides the board.
    fn state(&mut self) -> State<'_>;

    /// Clears the en passant square and counts a ply.
    #[inline]
    fn count_ply(&mut self) {
        let state = self.state();
        if let Some(square) = state.en_passant.take() {
            *state.key ^= zobrist::en_passant(square);
        }
        *state.fifty_moves = state.fifty_moves.saturating_add(1);
        *state.ply = state.ply.saturating_add(1);
    }

    /// Makes it the other player's turn.
    #[inline]
    fn pass_turn(&mut self) {
        let state = self.state();
        *state.turn = state.turn.other();
        *state.key ^= zobrist::BLACK_TO_MOVE;
    }

    /// Captures the man of `them` on `square`, if there is one.
    #[inline]
    fn capture(&mut self, them: Color, square: Square) {
        if let Some(role) = self.board_and_key().0.role_at(square) {
            self.take(square, role.of(them));
            self.lose_castling(Bitboard::from(square));
            *self.state().fifty_moves = 0;
        }
    }

    /// Moves a pawn of `us` to an empty square. `en_passant` is the square that the opponent's pawn jumped over in the ply before.
    #[inline(always)]
    fn move_pawn(&mut self, us: Color, standard: StandardMove, en_passant: Option<Square>) {
        let StandardMove {
            from,
            to,
            promotion,
        } = standard;
        if let Some(role) = promotion {
            *self.state().fifty_moves = 0;
            self.take(from, us.pawn());
            self.put(to, role.of(us));
            return;
        }
        self.advance_pawn(us, from, to);
        if from.to_u32().abs_diff(to.to_u32()) == 16 {
            self.allow_en_passant(us, from);
        } else if en_passant == Some(to)
            && let Some(square) = ahead(us.other(), to)
        {
            self.take(square, us.other().pawn());
        }
    }

    /// Moves a pawn of `us` to an empty square without promotion.
    #[inline(always)]
    fn advance_pawn(&mut self, us: Color, from: Square, to: Square) {
        *self.state().fifty_moves = 0;
        self.shift(from, to, us.pawn());
    }

    /// Sets the en passant square after a double step of a pawn of `us` from `from`.
    #[inline(always)]
    fn allow_en_passant(&mut self, us: Color, from: Square) {
        let state = self.state();
        *state.en_passant = ahead(us, from);
        *state.key ^= zobrist::en_passant(from);
    }

    /// Moves a king of `us` to an empty square, or castles with `rook`.
    #[inline]
    fn move_king(&mut self, us: Color, from: Square, to: Square, rook: Option<Square>) {
        match rook {
            Some(rook) => self.castle(us, from, rook),
            None => self.shift(from, to, us.king()),
        }
        self.lose_castling(Bitboard::from_rank(us.backrank()));
    }

    /// Moves a piece that is neither pawn nor king to an empty square.
    #[inline(always)]
    fn move_piece(&mut self, piece: Piece, from: Square, to: Square) {
        self.shift(from, to, piece);
        self.lose_castling(Bitboard::from(from));
    }

    /// Ends the castling rights of the rooks on `squares`.
    #[inline]
    fn lose_castling(&mut self, squares: Bitboard) {
        let state = self.state();
        let lost = state.castling.rooks() & squares;
        if lost.any() {
            *state.castling = Castling::from_rooks(state.castling.rooks() & !lost);
            *state.key ^= zobrist::set(lost);
        }
    }
}

/// What making a move needs to know about the position before it, beyond the child in which the turn has already passed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Before {
    us: Color,
    /// The men that can be captured.
    theirs: Bitboard,
    /// The square that the opponent's pawn jumped over in the ply before.
    en_passant: Option<Square>,
}

impl Before {
    #[inline]
    pub(crate) fn new(board: &Board, us: Color, en_passant: Option<Square>) -> Before {
        Before {
            us,
            theirs: board.by_color(us.other()),
            en_passant,
        }
    }
}

/// Calls `visit` with each of the [pawn steps](super::MoveGenerator::pawn_steps) and the position after it; like [`make_each`], but for
/// pawn steps in bulk.
#[inline(always)]
pub(crate) fn make_steps<P: MakeMoves, B>(
    (single, double): (Bitboard, Bitboard),
    us: Color,
    child: impl Fn() -> P,
    mut visit: impl FnMut(StandardMove, &P) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for from in pawns::step(us.other(), single) {
        let Some(to) = ahead(us, from) else { continue };
        let mut child = child();
        child.advance_pawn(us, from, to);
        visit(StandardMove::new(from, to), &child)?;
    }
    for to in double {
        let Some(from) = to.offset(us.fold_wb(-16, 16)) else {
            continue;
        };
        let mut child = child();
        child.advance_pawn(us, from, to);
        child.allow_en_passant(us, from);
        visit(StandardMove::new(from, to), &child)?;
    }
    ControlFlow::Continue(())
}

/// Calls `visit` with each move of a set and the position after it. `child` gives a copy of the position in which the turn has passed
/// already, `rook` the rook with which the king castles when it goes to a square.
#[inline(always)]
pub(crate) fn make_each<P: MakeMoves, B>(
    set: MoveSet,
    before: Before,
    child: impl Fn() -> P,
    rook: impl Fn(&P, Square) -> Option<Square>,
    mut visit: impl FnMut(StandardMove, &P) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let Before {
        us,
        theirs,
        en_passant,
    } = before;
    let from = set.from;
    match set.role {
        Role::Pawn => set.for_each(|standard| {
            let mut child = child();
            if theirs.contains(standard.to) {
                child.capture(us.other(), standard.to);
            }
            child.move_pawn(us, standard, en_passant);
            visit(standard, &child)
        }),
        Role::King => set.for_each(|standard| {
            let mut child = child();
            if theirs.contains(standard.to) {
                child.capture(us.other(), standard.to);
            }
            let rook = rook(&child, standard.to);
            child.move_king(us, from, standard.to, rook);
            visit(standard, &child)
        }),
        role => {
            // Captures come last, so that the branch is predictable.
            for to in set.to & !theirs {
                let mut child = child();
                child.move_piece(role.of(us), from, to);
                visit(StandardMove::new(from, to), &child)?;
            }
            for to in set.to & theirs {
                let mut child = child();
                child.capture(us.other(), to);
                child.move_piece(role.of(us), from, to);
                visit(StandardMove::new(from, to), &child)?;
            }
            ControlFlow::Continue(())
        }
    }
}
