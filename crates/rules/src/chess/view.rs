//! What is shown of a position. Everybody sees all of it.

use std::fmt::{self, Display};

use serde::Serialize;

use super::{Chess, text};
use crate::board::{Color, Role, Square, names};
use crate::position::Position;
use crate::position::Variant as _;

/// A position as it is shown. Displayed as FEN.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct View {
    /// The identifier of the variant.
    pub variant: &'static str,
    /// The player to move.
    #[serde(serialize_with = "names::color")]
    pub turn: Color,
    /// The number of the move, as a game record counts.
    pub turn_number: u32,
    /// The pieces on the board.
    pub men: Vec<Man>,
    /// Castling rights, as FEN writes them.
    pub castling: String,
    /// The square that a pawn has just jumped over.
    #[serde(serialize_with = "names::optional_square")]
    pub en_passant: Option<Square>,
    /// The king that is in check: the square it stands on.
    #[serde(serialize_with = "names::optional_square")]
    pub check: Option<Square>,
    /// The pieces that give check.
    #[serde(serialize_with = "names::squares")]
    pub checkers: Vec<Square>,
    /// Plies since the last capture or pawn move.
    pub fifty_move_count: u32,
    #[serde(rename = "position")]
    text: String,
}

/// A piece on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Man {
    /// Where it stands.
    #[serde(serialize_with = "names::square")]
    pub square: Square,
    /// Whose it is.
    #[serde(serialize_with = "names::color")]
    pub color: Color,
    /// What it is.
    #[serde(serialize_with = "names::role")]
    pub role: Role,
}

impl View {
    pub(super) fn of(position: &Chess) -> View {
        let board = &position.board;
        let checkers = position.checkers();
        View {
            variant: position.variant.id(),
            turn: position.turn,
            turn_number: position.ply() / 2 + 1,
            men: board
                .occupied()
                .into_iter()
                .filter_map(|square| {
                    let piece = board.piece_at(square)?;
                    Some(Man {
                        square,
                        color: piece.color,
                        role: piece.role,
                    })
                })
                .collect(),
            castling: text::write_castling(position),
            en_passant: position.en_passant,
            check: board.king_of(position.turn).filter(|_| checkers.any()),
            checkers: checkers.into_iter().collect(),
            fifty_move_count: position.fifty_moves,
            text: text::write(position),
        }
    }
}

impl Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
