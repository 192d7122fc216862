//! The view of a position in the games whose men stand and move as in chess.

use serde::Serialize;

use super::{Board, Color, MoveGenerator, Role, Square, names};

/// The view of a position as it is in chess: the men, the rights, and who gives check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ChessView {
    /// The identifier of the variant.
    pub variant: &'static str,
    /// The player to move.
    #[serde(serialize_with = "names::color")]
    pub turn: Color,
    /// The number of the turn, counted as in game records: one for White's and Black's move together.
    pub turn_number: u32,
    /// The men on the board.
    pub men: Vec<Man>,
    /// Castling rights, as FEN writes them.
    pub castling: String,
    /// The en passant square: the one that a pawn has just crossed by a double step.
    #[serde(serialize_with = "names::optional_square")]
    pub en_passant: Option<Square>,
    /// The square of the king that is in check.
    #[serde(serialize_with = "names::optional_square")]
    pub check: Option<Square>,
    /// The men that give check.
    #[serde(serialize_with = "names::squares")]
    pub checkers: Vec<Square>,
}

/// A man on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Man {
    /// The square on which it stands.
    #[serde(serialize_with = "names::square")]
    pub square: Square,
    /// Its owner.
    #[serde(serialize_with = "names::color")]
    pub color: Color,
    /// The role.
    #[serde(serialize_with = "names::role")]
    pub role: Role,
}

impl ChessView {
    /// The view of a position `ply` plies after the start, with the castling rights as FEN writes them in this game.
    pub(crate) fn new(
        generator: MoveGenerator<'_>,
        variant: &'static str,
        ply: u32,
        castling: String,
    ) -> ChessView {
        let checkers = generator.constraints().checkers;
        let king = generator.board.king_of(generator.turn);
        ChessView {
            variant,
            turn: generator.turn,
            turn_number: ply / 2 + 1,
            men: men_on(generator.board),
            castling,
            en_passant: generator.en_passant,
            check: king.filter(|_| checkers.any()),
            checkers: checkers.into_iter().collect(),
        }
    }
}

fn men_on(board: &Board) -> Vec<Man> {
    let men = board.occupied().into_iter().filter_map(|square| {
        let piece = board.piece_at(square)?;
        Some(Man {
            square,
            color: piece.color,
            role: piece.role,
        })
    });
    men.collect()
}
