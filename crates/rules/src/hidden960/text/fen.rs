//! Reading a FEN of chess or of Chess960.

use super::read::{read, read_board};
use super::squares;
use crate::board::fen::or_dash;
use crate::board::{Bitboard, Board, Color, File, Role};
use crate::error::PositionError;
use crate::hidden960::{Hidden960, Variant};

impl Hidden960 {
    /// Reads a FEN of chess or Chess960: a position in which everything is revealed.
    ///
    /// # Errors
    /// Names the field that is wrong and says what was expected.
    ///
    /// ```
    /// use manifold_rules::position::Position;
    /// use manifold_rules::hidden960::Hidden960;
    ///
    /// let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    /// assert_eq!(Hidden960::from_fen(fen)?.count_legal(), 48);
    /// # Ok::<(), manifold_rules::error::PositionError>(())
    /// ```
    pub fn from_fen(fen: &str) -> Result<Hidden960, PositionError> {
        read_fen(fen)
    }
}

/// Reads a chess position: nothing is hidden, and the castling field gives the unmoved men.
fn read_fen(fen: &str) -> Result<Hidden960, PositionError> {
    let fields: Vec<&str> = fen.split(' ').collect();
    let [board, turn, castling, en_passant, plies, number] = fields[..] else {
        return Err(PositionError::new(
            "fields",
            format!("{} of them, but a FEN has 6", fields.len()),
        ));
    };
    let unmoved = or_dash(squares(read_castling(castling, &read_board(board)?)?));
    let text = format!("{board} {turn} - {unmoved} {en_passant} {plies} {number} -");
    read(Variant::Free, &text)
}

/// The kings and rooks that may castle: `KQkq`, or the files of the rooks (`HAha`).
fn read_castling(text: &str, board: &Board) -> Result<Bitboard, PositionError> {
    let mut unmoved = Bitboard::EMPTY;
    for c in text.chars().filter(|_| text != "-") {
        let color = Color::from_white(c.is_ascii_uppercase());
        let back = Bitboard::from_rank(color.backrank());
        let rooks = board.of(color, Role::Rook) & back;
        let both = (board.of(color, Role::King) & back)
            .single_square()
            .and_then(|king| {
                let rook = match c.to_ascii_lowercase() {
                    'k' => rooks.last().filter(|rook| *rook > king),
                    'q' => rooks.first().filter(|rook| *rook < king),
                    file => rooks
                        .into_iter()
                        .find(|rook| File::from_char(file) == Some(rook.file())),
                };
                Some((king, rook?))
            });
        let (king, rook) = both.ok_or_else(|| {
            PositionError::new(
                "castling",
                format!("“{c}” names no king and rook on their back rank"),
            )
        })?;
        unmoved = unmoved.with(king).with(rook);
    }
    Ok(unmoved)
}
