//! The rules, one test for each sentence of them.

mod annihilation;
mod castling;
mod draws;
mod en_passant;
mod explosion;
mod grammatical_correctness;
mod kings;
mod men;
mod resonance;

use crate::board::{Bitboard, Board, Color, Piece, Role, Square, fen};
use crate::outcome::{Outcome, Reason};
use crate::position::Position;
use crate::time_traveler::{TimeTraveler, check};

/// The position after these actions, in any notation.
fn played(actions: &str) -> TimeTraveler {
    play(TimeTraveler::start(Default::default()), actions)
}

fn play(mut game: TimeTraveler, actions: &str) -> TimeTraveler {
    for text in actions.split_whitespace() {
        let action = game.read(text).unwrap_or_else(|error| panic!("{error}"));
        game.play(action).expect("what is read is legal");
    }
    game
}

/// The position with this board and side to move, and then in any order castling rights, an en
/// passant square, explosions such as `Nf6=b1`, and starts of men such as `a1d4`. Other men start
/// wherever their kind can have started.
fn at(text: &str) -> TimeTraveler {
    let mut words = text.split_whitespace();
    let (board, turn) = (
        words.next().expect("a board"),
        words.next().expect("a turn"),
    );
    let (mut castling, mut en_passant, mut starts) = ("-", "-", String::new());
    let mut explosions = ["-", "-"];
    for word in words {
        if word.contains('=') {
            let white = word.ends_with(['1', '2']);
            explosions[usize::from(!white)] = word;
        } else if word.chars().all(|letter| "KQkq".contains(letter)) {
            castling = word;
        } else if word.trim_end_matches('*').len() == 2 {
            en_passant = word;
        } else {
            starts = word.to_owned();
        }
    }
    complete(board, &mut starts);
    let [white, black] = explosions;
    let text = format!("{board} {turn} {castling} {en_passant} {starts} {white} {black} - 0 1");
    TimeTraveler::from_text(Default::default(), &text)
        .unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Adds starts for men that have none and do not stand on one.
fn complete(board: &str, starts: &mut String) {
    let mut untraveled = Vec::new();
    fen::read_squares(board, |square, letter, rest| {
        if rest.next_if(|mark| "*'".contains(*mark)).is_none() {
            untraveled.extend(Piece::from_char(letter).map(|piece| (square, piece)));
        }
        Ok(())
    })
    .expect("a board");
    let array = Board::start();
    untraveled.retain(|(square, _)| {
        !starts
            .split(',')
            .any(|start| start.ends_with(&square.to_string()))
    });
    let at_home: Bitboard = untraveled
        .iter()
        .filter(|(square, piece)| array.piece_at(*square) == Some(*piece))
        .map(|(square, _)| *square)
        .collect();
    let mut free = array.occupied() & !at_home;
    for start in starts.split(',').filter(|start| !start.is_empty()) {
        free.discard(start[..2].parse::<Square>().expect("a square"));
    }
    for (square, piece) in untraveled {
        if at_home.contains(square) {
            continue;
        }
        let start = free
            .into_iter()
            .filter(|start| array.piece_at(*start) == Some(piece))
            .filter(|start| piece.role != Role::Bishop || start.is_light() == square.is_light())
            .min_by_key(|start| start.file().distance(square.file()))
            .expect("one of the sixteen men");
        free.discard(start);
        let comma = if starts.is_empty() { "" } else { "," };
        starts.push_str(&format!("{comma}{start}{square}"));
    }
    if starts.is_empty() {
        starts.push('-');
    }
}

fn allows(game: &TimeTraveler, action: &str) -> bool {
    game.is_legal(action.parse().expect("machine notation"))
}

/// Why an action is refused.
fn refusal(game: &TimeTraveler, action: &str) -> String {
    game.check(action.parse().expect("machine notation"))
        .expect_err("should be refused")
        .to_string()
}

fn squares(squares: &[Square]) -> Bitboard {
    squares.iter().copied().collect()
}
