//! Reading a position.

use super::squares;
use crate::board::fen::or_dash;
use crate::board::{
    Bitboard, Board, Color, File, Piece, Role, Square, color_index, color_name, fen, role_name,
};
use crate::error::PositionError;
use crate::hidden960::array::Array;
use crate::hidden960::latest_reveals::LatestReveals;
use crate::hidden960::make::en_passant_is_attacked;
use crate::hidden960::{Hidden960, Pool, Variant};
use crate::position::Variant as _;
use crate::position::{Position, Recomputed};

const MOST_MOVES: u32 = 1_000_000;
const MOST_PLIES_WITHOUT_PROGRESS: u32 = 65_535;

pub(in crate::hidden960) fn read(variant: Variant, text: &str) -> Result<Hidden960, PositionError> {
    let fields: Vec<&str> = text.split(' ').collect();
    let expected = match variant {
        Variant::Free => 8,
        Variant::Chess960 => 9,
    };
    if fields.len() != expected {
        return Err(PositionError::new(
            "fields",
            format!(
                "{} of them, but a position of {} has {expected}, separated by single spaces",
                fields.len(),
                variant.id()
            ),
        ));
    }
    let mut position = Hidden960::start(variant);
    position.board = read_board(fields[0])?;
    position.turn = fen::read_turn(fields[1])?;
    position.pools = read_pools(fields[2], &position.board)?;
    position.unmoved = read_unmoved(fields[3], &position)?;
    position.en_passant = read_en_passant(fields[4], &position)?;
    let plies = fen::read_number("halfmove clock", fields[5], 0..=MOST_PLIES_WITHOUT_PROGRESS)?;
    position.fifty_moves = u16::try_from(plies).unwrap_or(u16::MAX);
    let number = fen::read_number("move number", fields[6], 1..=MOST_MOVES)?;
    position.ply = (number - 1) * 2 + u32::from(position.turn.is_black());
    if let Some(arrays) = fields.get(8) {
        position.arrays = read_arrays(arrays, &position)?;
    }
    position.find_threats();
    read_turn_so_far(fields[7], &mut position)?;
    position.zobrist = position.recomputed_zobrist();
    Ok(position)
}

pub(super) fn read_board(text: &str) -> Result<Board, PositionError> {
    let error = |problem: String| PositionError::new("board", problem);
    let board = fen::read_board(text)?;
    for color in Color::ALL {
        let name = color_name(color);
        let men = board.by_color(color);
        let pawns = board.of(color, Role::Pawn);
        if let Some(square) = (pawns & Bitboard::BACKRANKS).first() {
            return Err(error(format!("a pawn cannot stand on {square}")));
        }
        if pawns.count() > 8 || men.count() > 16 {
            return Err(error(format!(
                "{name} has {} men and {} pawns among them: 16 and 8 are the most",
                men.count(),
                pawns.count()
            )));
        }
        let hidden = men & board.unknown();
        if let Some(square) = (hidden & !Bitboard::from_rank(color.backrank())).first() {
            return Err(error(format!(
                "{square} cannot be a hidden square of {name}: those are on rank {}",
                color.backrank()
            )));
        }
        if hidden.count() == 1 {
            return Err(error(format!(
                "{name} has one hidden square, but the last two are always revealed together"
            )));
        }
        if board.of(color, Role::King).count() > 1 {
            return Err(error(format!("{name} has more than one king")));
        }
    }
    Ok(board)
}

fn read_pools(text: &str, board: &Board) -> Result<[Pool; 2], PositionError> {
    let error = |problem: String| PositionError::new("pools", problem);
    let mut pools = [Pool::EMPTY; 2];
    for c in text.chars().filter(|_| text != "-") {
        let piece = Piece::from_char(c)
            .filter(|piece| piece.role != Role::Pawn)
            .ok_or_else(|| error(format!("“{c}” should be one of KQRBNkqrbn")))?;
        let pool = &mut pools[color_index(piece.color)];
        *pool = pool.with(piece.role).ok_or_else(|| {
            error(format!(
                "more {}s than a back rank of {} has",
                role_name(piece.role),
                color_name(piece.color)
            ))
        })?;
    }
    for color in Color::ALL {
        let (pool, name) = (pools[color_index(color)], color_name(color));
        let hidden = (board.by_color(color) & board.unknown()).count();
        if pool.len() != hidden {
            return Err(error(format!(
                "{} chessmen for the {hidden} hidden squares of {name}",
                pool.len()
            )));
        }
        if pool.count(Role::King) + board.of(color, Role::King).count() != 1 {
            return Err(error(format!(
                "{name} must have its king either on the board or in the pool"
            )));
        }
    }
    let canonical = or_dash(format!(
        "{}{}",
        pools[0],
        pools[1].to_string().to_lowercase()
    ));
    if text != canonical {
        return Err(error(format!("“{text}” should be written {canonical}")));
    }
    Ok(pools)
}

/// Parses concatenated squares, such as `a1e1h1`.
fn read_squares(field: &'static str, text: &str) -> Result<Vec<Square>, PositionError> {
    if text == "-" {
        return Ok(Vec::new());
    }
    let error = || {
        PositionError::new(
            field,
            format!("“{text}” should be squares such as a1e1, or -"),
        )
    };
    if text.is_empty() || !text.len().is_multiple_of(2) {
        return Err(error());
    }
    text.as_bytes()
        .chunks(2)
        .map(|square| Square::from_ascii(square).map_err(|_| error()))
        .collect()
}

fn read_unmoved(text: &str, position: &Hidden960) -> Result<Bitboard, PositionError> {
    let error = |problem: String| PositionError::new("unmoved kings and rooks", problem);
    let unmoved: Bitboard = read_squares("unmoved kings and rooks", text)?
        .into_iter()
        .collect();
    let board = &position.board;
    for color in Color::ALL {
        let kings_and_rooks = board.of(color, Role::King) | board.of(color, Role::Rook);
        let back = kings_and_rooks & Bitboard::from_rank(color.backrank());
        let strangers = unmoved & board.by_color(color) & !back;
        if let Some(square) = strangers.first() {
            return Err(error(format!(
                "{square} has no king or rook of {} on its back rank",
                color_name(color)
            )));
        }
        let rooks = (unmoved & board.of(color, Role::Rook)).count();
        if rooks + position.pool(color).count(Role::Rook) > 2 {
            return Err(error(format!(
                "{} began with two rooks, in the pool or unmoved",
                color_name(color)
            )));
        }
    }
    if let Some(square) = (unmoved & !board.occupied()).first() {
        return Err(error(format!("there is nothing on {square}")));
    }
    let canonical = or_dash(squares(unmoved));
    if text != canonical {
        return Err(error(format!("“{text}” should be written {canonical}")));
    }
    Ok(unmoved)
}

fn read_en_passant(text: &str, position: &Hidden960) -> Result<Option<Square>, PositionError> {
    let field = "en passant square";
    let Some(square) = fen::read_square(field, text)? else {
        return Ok(None);
    };
    if !fen::en_passant_is_plausible(&position.board, position.turn, square) {
        return Err(PositionError::new(
            field,
            format!("no pawn can have just jumped over {square}"),
        ));
    }
    Ok(en_passant_is_attacked(&position.board, position.turn, square).then_some(square))
}

fn read_arrays(text: &str, position: &Hidden960) -> Result<[Array; 2], PositionError> {
    let error = |problem: String| PositionError::new("arrays", problem);
    let (white, black) = text.split_once('/').ok_or_else(|| {
        error(format!(
            "“{text}” should be both arrays as chosen so far, such as RNBQKBNR/????k???"
        ))
    })?;
    let mut arrays = [Array::EMPTY; 2];
    for (color, text) in [(Color::White, white), (Color::Black, black)] {
        arrays[color_index(color)] = read_array(text, color, position).map_err(error)?;
    }
    Ok(arrays)
}

fn read_array(text: &str, color: Color, position: &Hidden960) -> Result<Array, String> {
    let name = color_name(color);
    if text.chars().count() != 8 {
        return Err(format!(
            "{name}'s array must have 8 chessmen, ? for hidden ones"
        ));
    }
    let mut array = Array::EMPTY;
    let mut pool = position.pool(color);
    let hidden = position.hidden(color);
    for (file, c) in File::ALL.into_iter().zip(text.chars()) {
        let square = Square::from_coords(file, color.backrank());
        if hidden.contains(square) != (c == '?') {
            return Err(format!(
                "“{c}” and the board disagree on whether {square} is hidden"
            ));
        }
        if c == '?' {
            continue;
        }
        let piece = Piece::from_char(c)
            .filter(|piece| piece.color == color && piece.role != Role::Pawn)
            .ok_or_else(|| format!("“{c}” is not a chessman of {name}'s back rank"))?;
        pool = pool.with(piece.role).ok_or_else(|| {
            format!(
                "pool and array of {name} have too many {}s",
                role_name(piece.role)
            )
        })?;
        if position.unmoved.contains(square) && position.board.role_at(square) != Some(piece.role) {
            return Err(format!(
                "the unmoved man on {square} is not the one chosen for it"
            ));
        }
        array.put(file, piece.role);
    }
    if !array.is_possible() {
        return Err(format!(
            "{name}'s choices leave no array with bishops on opposite colours and the king between the rooks"
        ));
    }
    Ok(array)
}

fn read_turn_so_far(text: &str, position: &mut Hidden960) -> Result<(), PositionError> {
    let field = "reveals of this turn";
    let error = |problem: String| PositionError::new(field, problem);
    let files = match text.strip_prefix('+') {
        Some(rest) => {
            position.committed = true;
            if rest.is_empty() { "-" } else { rest }
        }
        None => text,
    };
    let squares = read_squares(field, files)?;
    let turn = position.turn;
    let mut latest = LatestReveals::default();
    let mut pool = position.pool(turn);
    let mut seen = Bitboard::EMPTY;
    for square in &squares {
        let role = position
            .board
            .role_at(*square)
            .filter(|role| position.just_revealed(*square, *role) && !seen.contains(*square))
            .ok_or_else(|| error(format!("{square} cannot have been revealed this turn")))?;
        pool = pool.with(role).ok_or_else(|| {
            error(format!(
                "there are too many {}s to take that on {square} back",
                role_name(role)
            ))
        })?;
        seen.add(*square);
        latest.push(square.file());
    }
    if position.pool(turn).is_empty() && !squares.is_empty() {
        let pair = squares.len().checked_sub(2).map(|start| &squares[start..]);
        if pair.is_none_or(|pair| pair[0].file() >= pair[1].file()) {
            return Err(error(
                "the last two squares are revealed together and stand in the order of their files"
                    .into(),
            ));
        }
    }
    if !squares.is_empty() && position.threatened(turn).any() {
        return Err(error(
            "while an own hidden square is attacked, nothing can be taken back".into(),
        ));
    }
    if text.starts_with("+-") {
        return Err(error(format!("“{text}” should be written +")));
    }
    position.latest = latest;
    Ok(())
}

impl Hidden960 {
    /// Whether the man on a square may have been revealed this turn.
    fn just_revealed(&self, square: Square, role: Role) -> bool {
        let chosen = self.arrays[color_index(self.turn)].role_at(square.file());
        self.board.by_color(self.turn).contains(square)
            && square.rank() == self.turn.backrank()
            && role != Role::Pawn
            && (self.unmoved.contains(square) || !matches!(role, Role::King | Role::Rook))
            && (self.variant == Variant::Free || chosen == Some(role))
    }
}
