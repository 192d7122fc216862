//! Positions as one line of text: FEN with a seventh field for hyperspace.
//!
//! ```text
//! rnbqk1nr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 2 4 B3l@c4,b1d@g7
//! ```
//! In this example White's light-squared bishop returns to c4 in 3 own turns; Black's dark-squared
//! bishop is due and returns to g7.

use super::action::Action;
use super::position::Hyperspace;
use super::secret::Secret;
use super::traveler::Traveler;
use super::variant::Variant;
use crate::board::{Bitboard, Board, Castling, Color, Piece, Rank, Role, Square, ahead, fen};
use crate::error::PositionError;
use crate::position::Position;
use crate::viewer::Viewer;

const CONFLICT: &str = " conflict ";
const AFTER: &str = " after ";
const WITHDRAWN: &str = "withdrawn:";

/// Writes a position as `viewer` may know it, with `?` for unknown squares.
pub(super) fn write(position: &Hyperspace, viewer: Viewer) -> String {
    let mut text = format!(
        "{} {} {} {} {} {} {}",
        fen::write_board(&position.board),
        fen::write_turn(position.turn),
        fen::write_castling(position.castling),
        fen::write_square(position.en_passant),
        position.fifty_moves,
        position.ply / 2 + 1,
        write_travelers(position, viewer),
    );
    if let Some(square) = position.withdrawn {
        text.push_str(&format!(" {WITHDRAWN}{square}"));
    }
    if let Some(conflict) = &position.conflict {
        text.push_str(CONFLICT);
        if viewer == Viewer::Referee {
            let before = write(
                &Hyperspace::restored(&conflict.before, position.variant),
                viewer,
            );
            text.push_str(&format!("{}{AFTER}{before}", conflict.action));
        } else {
            text.push_str(&conflict.action.public().to_string());
        }
    }
    text
}

fn write_travelers(position: &Hyperspace, viewer: Viewer) -> String {
    let all: Vec<String> = Color::ALL
        .into_iter()
        .flat_map(|color| {
            let travelers = position.travelers(color).iter();
            travelers.map(move |traveler| write_traveler(*traveler, color, viewer))
        })
        .collect();
    fen::or_dash(all.join(","))
}

fn write_traveler(traveler: Traveler, color: Color, viewer: Viewer) -> String {
    let square = traveler
        .square()
        .seen_by(viewer, color)
        .map_or_else(|| "?".to_owned(), |square| square.to_string());
    let bishop = match traveler.bishop_is_light() {
        Some(true) => "l",
        Some(false) => "d",
        None => "",
    };
    let letter = traveler.role().of(color).char();
    format!("{letter}{}{bishop}@{square}", traveler.count_down())
}

/// Reads a whole position.
pub(super) fn read(variant: Variant, text: &str) -> Result<Hyperspace, PositionError> {
    let Some((now, rest)) = text.split_once(CONFLICT) else {
        return read_settled(variant, text);
    };
    let error = |problem: &str| PositionError::new("conflict", problem);
    let (action, before) = rest
        .split_once(AFTER)
        .ok_or_else(|| error("should be the phase-out, “after” and the position before it"))?;
    let action: Action = action
        .parse()
        .map_err(|_| error("should start with a phase-out such as c1^3@f4"))?;
    let now = read_settled(variant, now)?;
    let mut position = read_settled(variant, before)?;
    position
        .play(action)
        .map_err(|refusal| error(&format!("the phase-out is not legal: {refusal}")))?;
    let mut played = position.clone();
    if played.conflict.take().is_none() {
        return Err(error("the phase-out takes a return turn that is free"));
    }
    if played != now {
        return Err(error("the position is not the one after this phase-out"));
    }
    Ok(position)
}

/// Reads a position without a conflict.
fn read_settled(variant: Variant, text: &str) -> Result<Hyperspace, PositionError> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let [board, turn, castling, en_passant, fifty, number, rest @ ..] = fields.as_slice() else {
        return Err(PositionError::new(
            "fields",
            "there should be board, side to move, castling, en passant, fifty-move count, turn number \
             and the pieces in hyperspace",
        ));
    };
    let mut position = Hyperspace::on_board(variant, fen::read_board(board)?);
    position.turn = fen::read_turn(turn)?;
    position.castling = read_castling(&position.board, castling)?;
    position.en_passant = fen::read_square("en passant", en_passant)?;
    position.fifty_moves = fen::read_number("fifty-move count", fifty, 0..=1_000_000)?;
    let number = fen::read_number("turn number", number, 1..=1_000_000)?;
    position.ply = 2 * (number - 1) + position.turn.fold_wb(0, 1);
    // A plain FEN, without the seventh field, has an empty hyperspace.
    read_travelers(&mut position, rest.first().unwrap_or(&"-"))?;
    if let Some(field) = rest.get(1) {
        position.withdrawn = Some(read_withdrawn(&position, field)?);
    }
    if let Some(field) = rest.get(2) {
        return Err(PositionError::new("end", format!("“{field}” is too much")));
    }
    validate(&position)?;
    position.rehash();
    Ok(position)
}

fn read_castling(board: &Board, text: &str) -> Result<Castling, PositionError> {
    let error = |problem: String| PositionError::new("castling", problem);
    let mut castling = Castling::NONE;
    if text == "-" {
        return Ok(castling);
    }
    for c in text.chars() {
        let (_, rook, color) = fen::CASTLING
            .into_iter()
            .find(|(letter, ..)| *letter == c)
            .ok_or_else(|| error(format!("“{text}” should be some of KQkq, or -")))?;
        if castling.rooks().contains(rook) {
            return Err(error(format!("“{c}” is there twice")));
        }
        let king = Square::from_coords(crate::board::File::E, color.backrank());
        let at_home = board.piece_at(rook) == Some(color.rook())
            && board.piece_at(king) == Some(color.king());
        if !at_home {
            return Err(error(format!(
                "“{c}” needs a king on {king} and a rook on {rook}"
            )));
        }
        castling.add_rook(rook);
    }
    Ok(castling)
}

fn read_travelers(position: &mut Hyperspace, text: &str) -> Result<(), PositionError> {
    if text == "-" {
        return Ok(());
    }
    for entry in text.split(',') {
        let (color, traveler) = read_traveler(entry).ok_or_else(|| {
            PositionError::new(
                "hyperspace",
                format!("“{entry}” should be a piece with its count-down from 1 to 100, for a bishop the \
                         colour of its squares (l or d), and its square, such as N3@f4 or b2d@c5"),
            )
        })?;
        let error = |problem| PositionError::new("hyperspace", format!("“{entry}” {problem}"));
        if !position.variant.is_open() {
            if !traveler.square_is_valid() {
                return Err(error("returns to a square of the wrong colour"));
            }
            let count_down = traveler.count_down();
            let others = position.travelers(color);
            if others.iter().any(|other| other.count_down() == count_down) {
                return Err(error("returns on the same turn as another piece"));
            }
        }
        if !position.travelers_mut(color).push(traveler) {
            return Err(error("is one piece too many"));
        }
    }
    Ok(())
}

fn read_traveler(text: &str) -> Option<(Color, Traveler)> {
    let (piece, square) = text.split_once('@')?;
    let mut rest = piece.chars();
    let letter = Piece::from_char(rest.next()?)?;
    let rest = rest.as_str();
    let (number, light) = match (letter.role, rest.strip_suffix('l'), rest.strip_suffix('d')) {
        (Role::Bishop, Some(number), _) => (number, true),
        (Role::Bishop, _, Some(number)) => (number, false),
        (Role::Bishop, ..) => return None,
        _ => (rest, false),
    };
    if !number.starts_with(|c: char| matches!(c, '1'..='9')) {
        return None;
    }
    let square = super::action::read_square(square)?;
    let traveler = Traveler::new(
        letter.role,
        light,
        number.parse().ok()?,
        Secret::new(square),
    )?;
    Some((letter.color, traveler))
}

fn read_withdrawn(position: &Hyperspace, text: &str) -> Result<Square, PositionError> {
    let error = |problem: &str| PositionError::new("withdrawn", format!("“{text}” {problem}"));
    let square = text
        .strip_prefix(WITHDRAWN)
        .and_then(super::action::read_square)
        .ok_or_else(|| error("should be withdrawn: and a square"))?;
    if !position.variant.is_open() {
        return Err(error("is possible under the open referee only"));
    }
    match position.board.piece_at(square) {
        Some(piece)
            if piece.color == position.turn && !matches!(piece.role, Role::Pawn | Role::King) =>
        {
            Ok(square)
        }
        _ => Err(error("names no piece that its player could have sent away")),
    }
}

/// Refuses positions that cannot be played on.
fn validate(position: &Hyperspace) -> Result<(), PositionError> {
    let board = &position.board;
    let error = |problem: String| Err(PositionError::new("board", problem));
    if board.unknown().any() {
        return error("there are no hidden men in this game".to_owned());
    }
    if (board.by_role(Role::Pawn) & Bitboard::BACKRANKS).any() {
        return error("a pawn stands on the first or the last rank".to_owned());
    }
    for color in Color::ALL {
        let name = crate::board::color_name(color);
        if board.king_of(color).is_none() {
            return error(format!("{name} should have exactly one king"));
        }
        let men = board.by_color(color).count() + position.travelers(color).len();
        if men > Traveler::MOST + 1 {
            return error(format!(
                "{name} has {men} men, those in hyperspace counted: 16 are possible"
            ));
        }
    }
    let us = position.turn;
    if let Some(king) = board.king_of(us.other())
        && board.is_attacked(king, us, board.occupied())
    {
        return error(format!(
            "the king on {king} is attacked, although it is the other side's turn"
        ));
    }
    match position.en_passant {
        Some(square) if !en_passant_is_plausible(position, square) => Err(PositionError::new(
            "en passant",
            format!("no pawn has just jumped over {square}"),
        )),
        _ => Ok(()),
    }
}

/// Whether `square` is plausible as the en passant square. A piece of the pawn's owner may have returned
/// to the square from which the pawn came.
fn en_passant_is_plausible(position: &Hyperspace, square: Square) -> bool {
    let board = &position.board;
    let (us, them) = (position.turn, position.turn.other());
    let pawn_is_there =
        ahead(them, square).is_some_and(|pawn| board.of(them, Role::Pawn).contains(pawn));
    let origin_is_possible = ahead(us, square).is_some_and(|origin| {
        board.piece_at(origin).is_none_or(|piece| {
            piece.color == them && !matches!(piece.role, Role::Pawn | Role::King)
        })
    });
    square.rank() == us.relative_rank(Rank::Sixth)
        && !board.occupied().contains(square)
        && pawn_is_there
        && origin_is_possible
}
