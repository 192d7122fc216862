//! The position of a game of chess.

use super::Variant;
use super::start::Array;
use crate::board::{Bitboard, Board, Castling, Color, MoveGenerator, Square};
use crate::position::Recomputed;

/// A position of chess or Chess960.
///
/// ```
/// use manifold_rules::chess::Chess;
/// use manifold_rules::perft::perft;
/// use manifold_rules::position::{Bounds, Position};
///
/// let position = Chess::default();
/// assert_eq!(position.legal_actions().len(), 20);
/// assert_eq!(perft(&position, 4, Bounds::NONE), 197_281);
/// ```
// `Copy`, so that a clone is one copy of memory instead of one for each field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Chess {
    pub(super) board: Board,
    /// The rooks with castling rights: neither the rook nor its king has moved.
    pub(super) castling: Castling,
    /// The square that a pawn has just jumped over, whether or not it can be captured there.
    pub(super) en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub(super) fifty_moves: u32,
    pub(super) ply: u32,
    /// Zobrist key, kept up to date.
    pub(super) hash: u64,
    pub(super) turn: Color,
    pub(super) variant: Variant,
}

impl Chess {
    /// The start of a game of Chess960 from one of its arrays.
    #[must_use]
    pub fn from_array(array: Array) -> Chess {
        Chess::set_up(Variant::Chess960, array)
    }

    pub(super) fn set_up(variant: Variant, array: Array) -> Chess {
        let (board, castling) = array.set_up();
        let mut position = Chess::on_board(variant, board);
        position.castling = castling;
        position.hash = position.recomputed_zobrist();
        position
    }

    /// A position with nothing but its men, White to move. The hash is still to be computed.
    pub(super) fn on_board(variant: Variant, board: Board) -> Chess {
        Chess {
            board,
            castling: Castling::NONE,
            en_passant: None,
            fifty_moves: 0,
            ply: 0,
            hash: 0,
            turn: Color::White,
            variant,
        }
    }

    /// The men on the board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The castling rights: who may still castle with which rook.
    #[must_use]
    pub fn castling(&self) -> Castling {
        self.castling
    }

    /// The square that a pawn has just jumped over.
    #[must_use]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// The generator of the legal moves.
    #[must_use]
    pub fn move_generator(&self) -> MoveGenerator<'_> {
        MoveGenerator {
            board: &self.board,
            turn: self.turn,
            castling: self.castling,
            en_passant: self.en_passant,
        }
    }

    /// The position after a null move: the player to move passes.
    #[must_use]
    pub fn passed(&self) -> Chess {
        let mut passed = *self;
        passed.pass();
        passed
    }

    /// The men that give check.
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        let board = &self.board;
        board.king_of(self.turn).map_or(Bitboard::EMPTY, |king| {
            board.attackers(king, self.turn.other(), board.occupied())
        })
    }
}
