//! Why a move is not legal.

use thiserror::Error;

use crate::board::{Color, Role, Square, color_name, role_name};

/// Why a move is not legal.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Refusal {
    /// Nothing stands where the move starts.
    #[error("there is no piece on {0}")]
    Empty(Square),
    /// The piece is the opponent's.
    #[error("the {} on {square} is your opponent's", role_name(*role))]
    NotYours {
        /// The piece on the square.
        role: Role,
        /// The square.
        square: Square,
    },
    /// The piece does not move like that, or something is in the way.
    #[error("the {} on {from} cannot go to {to}", role_name(*role))]
    CannotReach {
        /// The piece that should move.
        role: Role,
        /// The square that it should leave.
        from: Square,
        /// The target.
        to: Square,
    },
    /// The target holds a piece of the same player.
    #[error("your own {} stands on {to}", role_name(*role))]
    OwnPiece {
        /// The piece on the target.
        role: Role,
        /// The target.
        to: Square,
    },
    /// A pawn reaches the last rank, but no promotion is named.
    #[error("the pawn is promoted on {0}: add q, r, b or n")]
    PromotionMissing(Square),
    /// A promotion is named for a move that does not promote.
    #[error("only a pawn that reaches the last rank is promoted")]
    NotPromoted,
    /// King or rook has moved.
    #[error("the king or the rook on {0} has moved, so they cannot castle")]
    CastlingLost(Square),
    /// Something stands in the way of king or rook.
    #[error("the king cannot castle while a piece stands on {0}")]
    CastlingBlocked(Square),
    /// The king starts, passes or lands on an attacked square.
    #[error("the king cannot castle because {0} is attacked")]
    CastlingAttacked(Square),
    /// The king would be, or remain, in check.
    #[error(
        "your king on {king} would be in check from the {} on {attacker}",
        role_name(*role)
    )]
    KingAttacked {
        /// The square of the king.
        king: Square,
        /// The attacker.
        role: Role,
        /// The square of the attacker.
        attacker: Square,
    },
    /// The game has ended on the board.
    #[error("{} has no legal move: the game is over", color_name(*color))]
    Over {
        /// The side that would be to move.
        color: Color,
    },
}
