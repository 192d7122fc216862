//! The regular part of a turn: the move or the phase-out, before anything returns.

use super::position::Hyperspace;
use crate::board::{Board, Castling, File, Piece, Role, Square, StandardMove, ahead};

/// The regular part of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Regular {
    /// A move of chess.
    Move(StandardMove),
    /// A piece leaves this square, whatever its delay and its square of return.
    PhaseOut(Square),
}

/// The effect of a move of chess on the men.
#[derive(Clone, Copy)]
struct Displacement {
    man: Piece,
    from: Square,
    to: Square,
    promotion: Option<Role>,
    captured: Option<(Square, Piece)>,
    /// In castling, the origin and target of the rook.
    rook: Option<(Square, Square)>,
}

impl Hyperspace {
    /// The effect of `standard` here; `None` if the player has no man on its origin or has one on its target.
    #[inline]
    fn displacement(&self, standard: StandardMove) -> Option<Displacement> {
        let StandardMove {
            from,
            to,
            promotion,
        } = standard;
        let us = self.turn;
        let ours = self.board.by_color(us);
        if !ours.contains(from) || ours.contains(to) {
            return None;
        }
        let role = self.board.role_at(from)?;
        let captured = match self.board.role_at(to) {
            Some(role) => Some((to, role.of(us.other()))),
            None if role == Role::Pawn && self.en_passant == Some(to) => {
                ahead(us.other(), to).map(|square| (square, us.other().pawn()))
            }
            None => None,
        };
        let rook = match role {
            Role::King => castling_rook(&self.board, self.castling, from, to)
                .map(|rook| (rook, Castling::targets(from, rook).1)),
            _ => None,
        };
        Some(Displacement {
            man: role.of(us),
            from,
            to,
            promotion,
            captured,
            rook,
        })
    }

    /// The board after the regular part of a turn, before any return.
    #[inline]
    pub(super) fn board_after(&self, regular: Regular) -> Board {
        let mut board = self.board;
        match regular {
            Regular::PhaseOut(from) => board.clear(from),
            Regular::Move(standard) => {
                let Some(step) = self.displacement(standard) else {
                    return board;
                };
                if let Some((square, piece)) = step.captured {
                    board.take(square, piece);
                }
                board.shift(step.from, step.to, step.man);
                if let Some(role) = step.promotion {
                    board.take(step.to, step.man);
                    board.put(step.to, role.of(self.turn));
                }
                if let Some((from, to)) = step.rook {
                    board.take(from, self.turn.rook());
                    board.put(to, self.turn.rook());
                }
            }
        }
        board
    }
}

/// The rook with which a king's move castles; `None` if it is not castling.
pub(super) fn castling_rook(
    board: &Board,
    castling: Castling,
    from: Square,
    to: Square,
) -> Option<Square> {
    if from.file().distance(to.file()) != 2 {
        return None;
    }
    let file = if to > from { File::H } else { File::A };
    let rook = Square::from_coords(file, from.rank());
    let (king_to, rook_to) = Castling::targets(from, rook);
    let possible =
        king_to == to && castling.rooks().contains(rook) && !board.occupied().contains(rook_to);
    possible.then_some(rook)
}
