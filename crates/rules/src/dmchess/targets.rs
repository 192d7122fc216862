//! Pseudo-legal targets, and which kings may be captured.

use super::action::Move;
use super::dimension::Dimension;
use super::place::Place;
use super::position::DmChess;
use super::travel::second_leg;
use crate::board::{Bitboard, Board, Color, Piece, Role, Square, attacks, pawns};

/// The targets of a man on its own board, without en passant and castling, and the squares from which it can pass through a portal: its own,
/// or one non-capturing move away (a pawn: one step ahead).
#[inline(always)]
pub(super) fn board_moves(piece: Piece, from: Square, board: &Board) -> (Bitboard, Bitboard) {
    let occupied = board.occupied();
    let color = piece.color;
    if piece.role != Role::Pawn {
        let reached = attacks::attacks(from, piece, occupied);
        let first_legs = (reached & !occupied).with(from);
        return (reached & !board.by_color(color), first_legs);
    }
    let (single, double) = pawns::advances(color, Bitboard::from(from), !occupied);
    let captures = attacks::pawn_attacks(color, from) & board.by_color(color.other());
    (single | double | captures, single.with(from))
}

impl DmChess {
    /// The targets of a man on its own board, without en passant and castling.
    #[inline]
    pub(super) fn targets_within(&self, piece: Piece, from: Place) -> Bitboard {
        board_moves(piece, from.square, self.board(from.dimension)).0
    }

    /// The targets of a man in another dimension, whatever its level.
    pub(super) fn targets_across(
        &self,
        piece: Piece,
        from: Place,
        dimension: Dimension,
    ) -> Bitboard {
        let map = self.portals();
        let (_, first_legs) = board_moves(piece, from.square, self.board(from.dimension));
        let portals = first_legs & map.joining(from.dimension.distance(dimension));
        let board = self.board(dimension);
        second_leg(piece, portals & !board.occupied(), board) & !map.squares()
    }

    /// The player's own pawns that can capture en passant on `target`.
    pub(super) fn en_passant_capturers(&self, target: Place) -> Bitboard {
        let color = self.mover();
        attacks::pawn_attacks(color.other(), target.square)
            & self.board(target.dimension).of(color, Role::Pawn)
    }

    /// The last king of `color`, which is never captured; empty if there are more.
    #[inline]
    pub(super) fn last_king(&self, color: Color) -> [Bitboard; 8] {
        let kings = self.boards.map(|board| board.of(color, Role::King));
        if self.king_count(color) == 1 {
            kings
        } else {
            [Bitboard::EMPTY; 8]
        }
    }

    /// Whether the opponent's last king stands on `place`.
    pub(super) fn is_last_king(&self, place: Place) -> bool {
        self.last_king(self.mover().other())[place.dimension.index()].contains(place.square)
    }

    /// Whether the player has a king that is not attacked after a move and the shift that may
    /// follow.
    pub(super) fn leaves_a_safe_king(&self, m: Move) -> bool {
        let mut after = *self;
        after.make(m);
        after.has_safe_king(self.mover())
    }

    /// Whether an en passant capture is legal.
    pub(super) fn en_passant_is_legal(&self) -> bool {
        let Some(target) = self.en_passant else {
            return false;
        };
        self.en_passant_capturers(target).into_iter().any(|from| {
            self.check_move(Move {
                role: Role::Pawn,
                from: Place::new(target.dimension, from),
                to: target,
                promotion: None,
            })
            .is_ok()
        })
    }
}
