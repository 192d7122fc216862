//! The parts of FEN that the games share.

use super::{Bitboard, Board, Castling, Color, File, Piece, Rank, Role, Square};
use crate::error::PositionError;

/// Writes the first field of a FEN. Hidden men are `?` (white) and `!` (black).
#[must_use]
pub fn write_board(board: &Board) -> String {
    write_squares(|square| {
        board
            .piece_at(square)
            .map(Piece::char)
            .or_else(|| board.color_at(square).map(|c| c.fold_wb('?', '!')))
            .map(String::from)
    })
}

/// Writes eight ranks from the eighth down, with runs of empty squares as digits. `man` returns the
/// text of a square, `None` if it is empty.
#[must_use]
pub fn write_squares(man: impl Fn(Square) -> Option<String>) -> String {
    let mut text = String::with_capacity(80);
    for rank in Rank::ALL.into_iter().rev() {
        let mut empty = 0;
        for file in File::ALL {
            match man(Square::from_coords(file, rank)) {
                Some(man) => {
                    if empty > 0 {
                        text.push_str(&empty.to_string());
                        empty = 0;
                    }
                    text.push_str(&man);
                }
                None => empty += 1,
            }
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        if rank != Rank::First {
            text.push('/');
        }
    }
    text
}

/// Reads the first field of a FEN; hidden men as [`write_board`] writes them.
///
/// # Errors
/// Names the rank that does not have eight squares, or the character that is not a man.
pub fn read_board(text: &str) -> Result<Board, PositionError> {
    let mut board = Board::EMPTY;
    read_squares(text, |square, man, _| {
        match (man, Piece::from_char(man)) {
            ('?', _) => board.put_unknown(square, Color::White),
            ('!', _) => board.put_unknown(square, Color::Black),
            (_, Some(piece)) => board.put(square, piece),
            (_, None) => return Err(format!("“{man}” on {square} is not a chessman")),
        }
        Ok(())
    })?;
    Ok(board)
}

/// Reads eight ranks. `put` is called for each man with its square, its letter, and the rest of the
/// text, from which it may take what belongs to this man.
///
/// # Errors
/// Names the rank that does not have eight squares, or returns the error of `put`.
pub fn read_squares(
    text: &str,
    mut put: impl FnMut(
        Square,
        char,
        &mut std::iter::Peekable<std::str::Chars<'_>>,
    ) -> Result<(), String>,
) -> Result<(), PositionError> {
    let error = |problem: String| PositionError::new("board", problem);
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 8 {
        return Err(error(format!(
            "{} ranks, but a board has 8, separated by “/”",
            ranks.len()
        )));
    }
    for (rank, rank_text) in Rank::ALL.into_iter().rev().zip(ranks) {
        let wrong_length = || error(format!("rank {rank} has not exactly 8 squares"));
        let mut file = 0;
        let mut chars = rank_text.chars().peekable();
        while let Some(c) = chars.next() {
            if let Some(skip) = c.to_digit(10) {
                file += skip;
                if skip == 0 || skip == 9 || file > 8 {
                    return Err(wrong_length());
                }
                continue;
            }
            if file > 7 {
                return Err(wrong_length());
            }
            let square = Square::from_coords(File::new(file), rank);
            put(square, c, &mut chars).map_err(error)?;
            file += 1;
        }
        if file != 8 {
            return Err(wrong_length());
        }
    }
    Ok(())
}

/// Writes the side to move.
#[must_use]
pub fn write_turn(turn: Color) -> char {
    turn.char()
}

/// Reads the side to move.
///
/// # Errors
/// The text is neither `w` nor `b`.
pub fn read_turn(text: &str) -> Result<Color, PositionError> {
    match text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => Err(PositionError::new(
            "side to move",
            format!("“{text}” should be w or b"),
        )),
    }
}

/// The letters of the four castling rights of standard chess, with rook and colour.
pub const CASTLING: [(char, Square, Color); 4] = [
    ('K', Square::H1, Color::White),
    ('Q', Square::A1, Color::White),
    ('k', Square::H8, Color::Black),
    ('q', Square::A8, Color::Black),
];

/// Writes the castling rights of standard chess: `KQkq`, or `-` for none.
#[must_use]
pub fn write_castling(castling: Castling) -> String {
    or_dash(
        CASTLING
            .into_iter()
            .filter(|(_, rook, _)| castling.rooks().contains(*rook))
            .map(|(letter, ..)| letter)
            .collect(),
    )
}

/// The text of a field: `-` if it is empty.
#[must_use]
pub fn or_dash(text: String) -> String {
    if text.is_empty() {
        "-".to_owned()
    } else {
        text
    }
}

/// Writes an optional square, `-` for none.
#[must_use]
pub fn write_square(square: Option<Square>) -> String {
    square.map_or_else(|| "-".to_owned(), |square| square.to_string())
}

/// Reads an optional square, `-` for none.
///
/// # Errors
/// The text is neither a square nor `-`.
pub fn read_square(field: &'static str, text: &str) -> Result<Option<Square>, PositionError> {
    if text == "-" {
        return Ok(None);
    }
    text.parse().map(Some).map_err(|_| {
        PositionError::new(
            field,
            format!("“{text}” should be a square such as e3, or -"),
        )
    })
}

/// Reads a number within `range`.
///
/// # Errors
/// The text is not a number within the range.
pub fn read_number(
    field: &'static str,
    text: &str,
    range: std::ops::RangeInclusive<u32>,
) -> Result<u32, PositionError> {
    text.parse()
        .ok()
        .filter(|number| range.contains(number))
        .ok_or_else(|| {
            PositionError::new(
                field,
                format!(
                    "“{text}” should be a number from {} to {}",
                    range.start(),
                    range.end()
                ),
            )
        })
}

/// Whether an en passant square is plausible: the opponent of `turn` has a pawn just beyond it, and
/// both it and the square from which that pawn came are empty.
#[must_use]
pub fn en_passant_is_plausible(board: &Board, turn: Color, square: Square) -> bool {
    let pushed = super::ahead(turn.other(), square);
    let origin = super::ahead(turn, square);
    square.rank() == turn.relative_rank(Rank::Sixth)
        && pushed.is_some_and(|pawn| board.of(turn.other(), Role::Pawn).contains(pawn))
        && origin.is_some_and(|origin| {
            (board.occupied() & (Bitboard::from(square) | Bitboard::from(origin))).is_empty()
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_array_round_trips() {
        let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        assert_eq!(write_board(&Board::start()), text);
        assert_eq!(read_board(text), Ok(Board::start()));
    }

    #[test]
    fn hidden_men_round_trip() {
        let text = "!!!!!!!!/8/8/8/8/8/8/??K?????";
        let board = read_board(text).expect("test placement");
        assert_eq!(board.unknown().count(), 15);
        assert_eq!(write_board(&board), text);
    }

    #[test]
    fn a_broken_board_names_its_rank() {
        for (text, complaint) in [
            ("8/8/8/8/8/8/8", "7 ranks"),
            ("8/8/9/8/8/8/8/8", "rank 6"),
            ("8/8/8/8/8/8/8/7", "rank 1"),
            ("8/8/8/8/8/8/8/8P", "rank 1"),
            ("8/8/8/8/8/8/8/x7", "“x” on a1"),
        ] {
            let error = read_board(text).expect_err(text).to_string();
            assert!(error.contains(complaint), "{error}");
        }
    }
}
