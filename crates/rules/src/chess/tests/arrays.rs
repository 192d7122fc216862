//! The 960 arrays.

use std::collections::HashSet;

use super::*;
use crate::board::Role;
use crate::chess::Array;
use crate::game::Game;
use crate::position::Starts;
use crate::record::{Tags, write_pgn};

#[test]
fn array_518_is_that_of_chess() {
    assert_eq!(Chess::from_array(Array::STANDARD).to_text(), START);
    assert_eq!(Array::STANDARD.number(), 518);
}

#[test]
fn arrays_have_the_numbers_of_the_published_table() {
    for (number, rank) in [
        (0, "BBQNNRKR"),
        (1, "BQNBNRKR"),
        (96, "BBQNRNKR"),
        (518, "RNBQKBNR"),
        (534, "RNBKQBNR"),
        (959, "RKRNNQBB"),
    ] {
        let array = Array::new(number).expect("a number below 960");
        let found: String = array.roles().map(Role::upper_char).into_iter().collect();
        assert_eq!(found, rank, "{number}");
    }
}

#[test]
fn all_arrays_differ_and_obey_the_three_conditions() {
    let mut seen = HashSet::new();
    for array in Array::all() {
        let roles = array.roles();
        let files = |role| -> Vec<usize> { (0..8).filter(|file| roles[*file] == role).collect() };
        let (bishops, rooks, kings) = (files(Role::Bishop), files(Role::Rook), files(Role::King));
        assert_eq!(bishops.len(), 2, "{array:?}");
        assert_ne!(bishops[0] % 2, bishops[1] % 2, "{array:?}");
        assert!(rooks[0] < kings[0] && kings[0] < rooks[1], "{array:?}");
        assert_eq!(
            (files(Role::Queen).len(), files(Role::Knight).len()),
            (1, 2)
        );
        assert!(seen.insert(roles), "{array:?}");
    }
    assert_eq!(seen.len(), 960);
}

#[test]
fn there_is_no_array_960() {
    assert_eq!(Array::new(960), None);
}

#[test]
fn starting_positions_of_chess960_have_the_numbers_of_their_arrays() {
    for number in [0, 518, 959] {
        let array = Array::new(number).expect("a number below 960");
        assert_eq!(
            Chess::start_at(Variant::Chess960, u32::from(number)),
            Some(Chess::from_array(array))
        );
    }
    assert_eq!(Chess::starts(Variant::Standard), 1);
}

#[test]
fn records_name_the_game_as_other_programs_do_and_chess960_with_its_array() {
    let record = |position: Chess| {
        let game = Game::from_position(position);
        write_pgn(&game, &Tags::default(), &[], Viewer::Referee)
    };
    let chess = record(Chess::default());
    assert!(chess.contains("[Variant \"Standard\"]"), "{chess}");
    assert!(!chess.contains("FEN"), "{chess}");
    let usual = record(Chess::start(Variant::Chess960));
    assert!(
        usual.contains("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"rnbqkbnr/"),
        "{usual}"
    );
    let array = record(Chess::from_array(
        Array::new(0).expect("a number below 960"),
    ));
    assert!(array.contains("[FEN \"bbqnnrkr/"), "{array}");
}
