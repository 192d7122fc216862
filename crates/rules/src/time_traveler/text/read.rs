//! Reading a position.

use super::validate::validate;
use crate::board::{
    Bitboard, Board, Castling, Color, PROMOTIONS, Piece, Rank, Role, Square, ahead, color_index,
    color_name, fen, role_name, same_colored,
};
use crate::error::PositionError;
use crate::position::Position;
use crate::time_traveler::en_passant::EnPassant;
use crate::time_traveler::explosion::Explosions;
use crate::time_traveler::identity::{Identities, identity_of_start, start_of_identity};
use crate::time_traveler::men::{Man, Men};
use crate::time_traveler::position::TimeTraveler;
use crate::time_traveler::stage::Stage;

type Read<T> = Result<T, PositionError>;

/// Reads a position.
pub(in crate::time_traveler) fn read(text: &str) -> Read<TimeTraveler> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let [
        board,
        turn,
        castling,
        en_passant,
        identities,
        white,
        black,
        lost,
        fifty,
        number,
    ] = fields.as_slice()
    else {
        return Err(PositionError::new(
            "fields",
            format!(
                "{} of them, but there should be ten: board, side to move, castling, en passant, \
                 identities, White's explosions, Black's explosions, lost, fifty-move count, move number",
                fields.len()
            ),
        ));
    };
    let turn = fen::read_turn(turn)?;
    let men = read_men(board, identities)?;
    let mut game = TimeTraveler::start(Default::default());
    game.men = men;
    game.turn = turn;
    game.castling = read_castling(castling, &men)?;
    game.en_passant = read_en_passant(en_passant, &men, turn)?;
    game.explosions = [
        read_explosions("White's explosions", white, Color::White)?,
        read_explosions("Black's explosions", black, Color::Black)?,
    ];
    game.lost = read_lost(lost)?;
    game.fifty = fen::read_number("fifty-move count", fifty, 0..=100_000)?;
    let number = fen::read_number("move number", number, 1..=1_000_000)?;
    game.ply = 2 * (number - 1) + u32::from(turn.is_black());
    game.recompute_keys();
    validate(&game)?;
    Ok(game)
}

fn read_men(board: &str, identities: &str) -> Read<Men> {
    let mut stages: Vec<(Square, Piece, Stage)> = Vec::new();
    fen::read_squares(board, |square, letter, rest| {
        let piece = Piece::from_char(letter)
            .ok_or_else(|| format!("“{letter}” on {square} is not a chessman"))?;
        let stage = match rest.peek() {
            Some('*') => Stage::Traveling,
            Some('\'') => Stage::Traveled,
            _ => Stage::Untraveled,
        };
        if stage != Stage::Untraveled {
            rest.next();
        }
        stages.push((square, piece, stage));
        Ok(())
    })?;
    let moved = read_moved(identities)?;
    let mut men = Men::EMPTY;
    let mut taken = [Identities::default(); 2];
    for (square, piece, stage) in &stages {
        if piece.role == Role::Pawn && Bitboard::BACKRANKS.contains(*square) {
            return Err(PositionError::new(
                "board",
                format!("a pawn cannot stand on {square}"),
            ));
        }
        if *stage != Stage::Untraveled {
            men.put(*square, Man::traveler(*piece, *stage));
            continue;
        }
        let start = moved
            .iter()
            .find(|(_, now)| now == square)
            .map_or(*square, |(start, _)| *start);
        let Some(identity) = identity_of_start(piece.color, start) else {
            return Err(start_is_missing(*piece, *square, &stages, &moved));
        };
        check_start(*piece, start, *square)?;
        let taken = &mut taken[color_index(piece.color)];
        if *taken & (1 << identity) != 0 {
            return Err(identity_error(format!(
                "two untraveled men are said to have started on {start}"
            )));
        }
        *taken |= 1 << identity;
        men.put(*square, Man::untraveled(*piece, identity));
    }
    let stray = moved
        .iter()
        .find(|(start, now)| start == now || men.identity_at(*now).is_none());
    if let Some((start, now)) = stray {
        return Err(identity_error(format!(
            "“{start}{now}” should name the start of an untraveled man that stands on another square"
        )));
    }
    Ok(men)
}

fn identity_error(problem: String) -> PositionError {
    PositionError::new("identities", problem)
}

/// Pairs of squares: where a man started, and where it is.
fn read_moved(text: &str) -> Read<Vec<(Square, Square)>> {
    let mut moved: Vec<(Square, Square)> = Vec::new();
    for word in words(text) {
        let pair = word
            .as_bytes()
            .split_at_checked(2)
            .and_then(|(start, now)| {
                Some((
                    Square::from_ascii(start).ok()?,
                    Square::from_ascii(now).ok()?,
                ))
            })
            .ok_or_else(|| {
                identity_error(format!(
                    "“{word}” should be a starting square and a square, such as b1f3"
                ))
            })?;
        if moved.iter().any(|(_, now)| *now == pair.1) {
            return Err(identity_error(format!("{} is named twice", pair.1)));
        }
        moved.push(pair);
    }
    Ok(moved)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    (text != "-").then(|| text.split(',')).into_iter().flatten()
}

/// The description of an untraveled man for a message.
fn described(piece: Piece, square: Square) -> String {
    let (color, role) = (color_name(piece.color), role_name(piece.role));
    format!("the untraveled {color} {role} on {square}")
}

/// The error for an untraveled man that stands where none of its side starts. Suggests a start that is free and would be right.
fn start_is_missing(
    piece: Piece,
    square: Square,
    stages: &[(Square, Piece, Stage)],
    moved: &[(Square, Square)],
) -> PositionError {
    let is_free = |start: &Square| {
        stages.iter().all(|(taken, ..)| taken != start)
            && moved.iter().all(|(named, _)| named != start)
    };
    let is_possible = |start: &Square| {
        identity_of_start(piece.color, *start).is_some()
            && check_start(piece, *start, square).is_ok()
    };
    let example = Square::ALL
        .into_iter()
        .filter(is_free)
        .filter(is_possible)
        .max_by_key(|start| Board::start().role_at(*start) == Some(piece.role));
    let example = example.map_or_else(String::new, |start| {
        format!(": add where, such as {start}{square}")
    });
    let described = described(piece, square);
    identity_error(format!(
        "{described} must have started on one of its first two ranks{example}"
    ))
}

/// Checks that an untraveled man can have started on `start`: it has the same role, or is a
/// promoted pawn.
fn check_start(piece: Piece, start: Square, square: Square) -> Read<()> {
    let born = Board::start().role_at(start);
    let is_possible = if born == Some(Role::Pawn) {
        piece.role == Role::Pawn || PROMOTIONS.contains(&piece.role)
    } else {
        born == Some(piece.role)
            && (piece.role != Role::Bishop || same_colored(start).contains(square))
    };
    if !is_possible {
        let described = described(piece, square);
        return Err(identity_error(format!(
            "{described} cannot have started on {start}"
        )));
    }
    if piece.role == Role::Pawn {
        let advanced = |square: Square| piece.color.relative_rank(square.rank()).to_u32();
        if start != square && !grammar_reaches(piece.color, start, square)
            || advanced(square) < advanced(start)
        {
            return Err(identity_error(format!(
                "a pawn from {start} cannot have come to {square}"
            )));
        }
    }
    Ok(())
}

/// Whether a pawn can get from one square to another with any number of captures.
fn grammar_reaches(color: Color, from: Square, to: Square) -> bool {
    let ranks = |square: Square| color.relative_rank(square.rank()).to_u32();
    ranks(to) > ranks(from) && from.file().distance(to.file()) <= ranks(to) - ranks(from)
}

fn read_castling(text: &str, men: &Men) -> Read<Castling> {
    let error = |problem| PositionError::new("castling", problem);
    let mut castling = Castling::NONE;
    if text == "-" {
        return Ok(castling);
    }
    for letter in text.chars() {
        let (_, rook, color) = fen::CASTLING
            .into_iter()
            .find(|(known, ..)| *known == letter)
            .ok_or_else(|| {
                error(format!(
                    "“{letter}” should be one of K, Q, k, q, or - alone"
                ))
            })?;
        let king = color.fold_wb(Square::E1, Square::E8);
        let unmoved = |square| men.identity_at(square) == identity_of_start(color, square);
        let at_home = men.untraveled(color).contains(rook)
            && men.untraveled(color).contains(king)
            && unmoved(rook)
            && unmoved(king);
        if !at_home {
            return Err(error(format!(
                "“{letter}” needs the untraveled king on {king} and the untraveled rook on {rook}"
            )));
        }
        if castling.rooks().contains(rook) {
            return Err(error(format!("“{letter}” stands twice")));
        }
        castling.add_rook(rook);
    }
    Ok(castling)
}

fn read_en_passant(text: &str, men: &Men, turn: Color) -> Read<Option<EnPassant>> {
    let (square, annihilated) = match text.strip_suffix('*') {
        Some(square) => (square, true),
        None => (text, false),
    };
    let Some(square) = fen::read_square("en passant", square)? else {
        if annihilated {
            return Err(PositionError::new("en passant", "“*” needs a square"));
        }
        return Ok(None);
    };
    let right = EnPassant {
        square,
        annihilated,
    };
    let is_plausible = if annihilated {
        let start = ahead(turn, square);
        let end = ahead(turn.other(), square);
        square.rank() == turn.relative_rank(Rank::Sixth)
            && [start, Some(square), end]
                .into_iter()
                .flatten()
                .all(|square| !men.occupied().contains(square))
    } else {
        let stands = ahead(turn.other(), square);
        fen::en_passant_is_plausible(men.board(), turn, square)
            && stands.is_some_and(|pawn| men.movable(turn.other()).contains(pawn))
    };
    if !is_plausible {
        return Err(PositionError::new(
            "en passant",
            format!(
                "no pawn of {} can just have jumped over {square}",
                color_name(turn.other())
            ),
        ));
    }
    Ok(Some(right))
}

fn read_explosions(field: &'static str, text: &str, color: Color) -> Read<Explosions> {
    let mut explosions = Explosions::default();
    for word in words(text) {
        let (role, square, support) = read_explosion(word, color).ok_or_else(|| {
            PositionError::new(
                field,
                format!(
                    "“{word}” should be what exploded, where, and the starting squares of its \
                     supports, such as {}",
                    color.fold_wb("Nf6=b1g1", "Nf3=b8g8")
                ),
            )
        })?;
        let strangers = (0..16u8)
            .filter(|identity| support & (1 << identity) != 0)
            .map(|identity| start_of_identity(color, identity))
            .find(|start| {
                let born = Board::start().role_at(*start);
                born != Some(role) && !(born == Some(Role::Pawn) && PROMOTIONS.contains(&role))
            });
        if let Some(start) = strangers {
            return Err(PositionError::new(
                field,
                format!(
                    "the man from {start} cannot have supported a {}",
                    role_name(role)
                ),
            ));
        }
        explosions.push(color, role, square, support);
        if !explosions.can_be_paired() {
            return Err(PositionError::new(
                field,
                "the explosions cannot all be paired with different supports",
            ));
        }
    }
    Ok(explosions)
}

fn read_explosion(word: &str, color: Color) -> Option<(Role, Square, Identities)> {
    let (what, supports) = word.split_once('=')?;
    let mut letters = what.chars();
    let role = letters
        .next()
        .filter(char::is_ascii_uppercase)
        .and_then(Role::from_char)?;
    let square = Square::from_ascii(letters.as_str().as_bytes()).ok()?;
    if role == Role::Pawn && Bitboard::BACKRANKS.contains(square) {
        return None;
    }
    let mut support = 0;
    if supports.is_empty() || supports.len() % 2 != 0 {
        return None;
    }
    for start in supports.as_bytes().chunks(2) {
        let identity = identity_of_start(color, Square::from_ascii(start).ok()?)?;
        if support & (1 << identity) != 0 {
            return None;
        }
        support |= 1 << identity;
    }
    Some((role, square, support))
}

fn read_lost(text: &str) -> Read<[bool; 2]> {
    match text {
        "-" => Ok([false, false]),
        "w" => Ok([true, false]),
        "b" => Ok([false, true]),
        _ => Err(PositionError::new(
            "lost",
            format!("“{text}” should be w or b for a side that has lost a traveling man, or -"),
        )),
    }
}
