//! Positions as FEN.
//!
//! ```text
//! rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
//! ```
//! Castling rights are written as X-FEN: `K` is the outermost rook on the king's right, and a rook further in
//! is named by its file. Shredder-FEN, which names all rooks by their files, is read too. The two counts at the end may
//! be left out.

use super::{Chess, Variant};
use crate::board::{Bitboard, Board, Castling, Color, File, Role, Square, color_name, fen};
use crate::error::PositionError;
use crate::position::Recomputed;

/// Writes a position.
pub(super) fn write(position: &Chess) -> String {
    format!(
        "{} {} {} {} {} {}",
        fen::write_board(&position.board),
        fen::write_turn(position.turn),
        write_castling(position),
        fen::write_square(position.en_passant),
        position.fifty_moves,
        position.ply / 2 + 1,
    )
}

/// The rights in the order of FEN: White's before Black's, the king's side before the queen's.
pub(super) fn write_castling(position: &Chess) -> String {
    let mut text = String::new();
    for color in Color::ALL {
        let Some(king) = position.board.king_of(color) else {
            continue;
        };
        let rights = position.castling.rooks() & Bitboard::from_rank(color.backrank());
        for rook in rights.into_iter().rev() {
            let letter = if outermost_rook(&position.board, color, king, rook > king) == Some(rook)
            {
                if rook > king { 'K' } else { 'Q' }
            } else {
                rook.file().upper_char()
            };
            text.push(color.fold_wb(letter, letter.to_ascii_lowercase()));
        }
    }
    if text.is_empty() {
        text.push('-');
    }
    text
}

/// The rook that is farthest from the king on one side of its back rank.
fn outermost_rook(board: &Board, color: Color, king: Square, to_the_right: bool) -> Option<Square> {
    let rooks = board.of(color, Role::Rook) & Bitboard::from_rank(color.backrank());
    if to_the_right {
        rooks.last().filter(|rook| *rook > king)
    } else {
        rooks.first().filter(|rook| *rook < king)
    }
}

/// Reads a position.
pub(super) fn read(variant: Variant, text: &str) -> Result<Chess, PositionError> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let [board, turn, castling, en_passant, counts @ ..] = fields.as_slice() else {
        return Err(PositionError::new(
            "fields",
            "there should be board, side to move, castling, en passant, fifty-move count and move number",
        ));
    };
    let mut position = Chess::on_board(variant, fen::read_board(board)?);
    validate_men(&position.board)?;
    position.turn = fen::read_turn(turn)?;
    position.castling = read_castling(variant, &position.board, castling)?;
    position.en_passant = fen::read_square("en passant", en_passant)?;
    let number = match counts {
        [] => 1,
        [fifty, number] => {
            position.fifty_moves = fen::read_number("fifty-move count", fifty, 0..=1_000_000)?;
            // Some programs count from 0.
            fen::read_number("move number", number, 0..=1_000_000)?.max(1)
        }
        [_] => {
            return Err(PositionError::new(
                "move number",
                "it should follow the fifty-move count",
            ));
        }
        [_, _, more, ..] => {
            return Err(PositionError::new("end", format!("“{more}” is too much")));
        }
    };
    position.ply = 2 * (number - 1) + position.turn.fold_wb(0, 1);
    validate_turn(&position)?;
    position.hash = position.recomputed_zobrist();
    Ok(position)
}

fn read_castling(variant: Variant, board: &Board, text: &str) -> Result<Castling, PositionError> {
    let error = |problem: String| PositionError::new("castling", problem);
    let mut castling = Castling::NONE;
    if text == "-" {
        return Ok(castling);
    }
    for letter in text.chars() {
        let color = Color::from_white(letter.is_ascii_uppercase());
        let king = board
            .king_of(color)
            .filter(|king| king.rank() == color.backrank());
        let rook = king.and_then(|king| match letter.to_ascii_uppercase() {
            'K' => outermost_rook(board, color, king, true),
            'Q' => outermost_rook(board, color, king, false),
            _ => File::from_char(letter.to_ascii_lowercase())
                .map(|file| Square::from_coords(file, color.backrank()))
                .filter(|square| board.piece_at(*square) == Some(color.rook())),
        });
        let (Some(king), Some(rook)) = (king, rook) else {
            return Err(error(format!(
                "“{letter}” needs a king and a rook of {} on its first rank, as KQkq or the files of the rooks name them",
                color_name(color)
            )));
        };
        if variant == Variant::Standard && !is_at_home(king, rook) {
            return Err(error(format!(
                "“{letter}” needs the king on the e-file and the rook in the corner: elsewhere they castle in chess:960 only"
            )));
        }
        if castling.rooks().contains(rook) {
            return Err(error(format!("“{letter}” is there twice")));
        }
        let same_side = castling
            .rooks()
            .into_iter()
            .any(|other| other.rank() == rook.rank() && (other > king) == (rook > king));
        if same_side {
            return Err(error(format!(
                "“{letter}” is a second rook on the same side of the king"
            )));
        }
        castling.add_rook(rook);
    }
    Ok(castling)
}

fn is_at_home(king: Square, rook: Square) -> bool {
    king.file() == File::E && matches!(rook.file(), File::A | File::H)
}

/// Refuses boards that no game can reach.
fn validate_men(board: &Board) -> Result<(), PositionError> {
    let error = |problem: String| Err(PositionError::new("board", problem));
    if board.unknown().any() {
        return error("there are no hidden pieces in chess".to_owned());
    }
    if (board.by_role(Role::Pawn) & Bitboard::BACKRANKS).any() {
        return error("a pawn stands on the first or the last rank".to_owned());
    }
    for color in Color::ALL {
        let name = color_name(color);
        if board.king_of(color).is_none() {
            return error(format!("{name} should have exactly one king"));
        }
        let men = board.by_color(color).count();
        if men > 16 {
            return error(format!("{name} has {men} pieces: 16 are possible"));
        }
    }
    Ok(())
}

/// Refuses positions to which no last move can have led.
fn validate_turn(position: &Chess) -> Result<(), PositionError> {
    let board = &position.board;
    let us = position.turn;
    if let Some(king) = board.king_of(us.other())
        && board.is_attacked(king, us, board.occupied())
    {
        return Err(PositionError::new(
            "side to move",
            format!("the king on {king} is attacked, although it is the other side's turn"),
        ));
    }
    match position.en_passant {
        Some(square) if !fen::en_passant_is_plausible(board, us, square) => {
            Err(PositionError::new(
                "en passant",
                format!("no pawn has just jumped over {square}"),
            ))
        }
        _ => Ok(()),
    }
}
