//! With everything revealed the game is chess, or Chess960: compared with two other libraries.

use shakmaty::Position as _;

use super::*;
use crate::board::{Color, File, Role};
use crate::hidden960::array::Array;
use crate::outcome::Reason;
use crate::perft::perft;

fn chess960_array(number: u32) -> [Role; 8] {
    let board = cozy_chess::Board::chess960_startpos(number);
    File::ALL.map(|file| {
        let square = cozy_chess::Square::index(file.to_usize());
        Role::ALL[board.piece_on(square).expect("a full rank") as usize]
    })
}

fn machine(mv: cozy_chess::Move) -> String {
    mv.to_string()
}

/// A long random game in step with cozy-chess, which also encodes castling as king takes rook.
fn follow_cozy_chess(white: u32, black: u32, seed: u64) -> usize {
    let mut random = fastrand::Rng::with_seed(scramble(seed));
    let mut theirs = cozy_chess::Board::double_chess960_startpos(white, black);
    let mut ours = Hidden960::arranged(
        Variant::Chess960,
        chess960_array(white),
        chess960_array(black),
    )
    .expect("an array of Chess960");
    for ply in 0..300 {
        let mut expected = Vec::new();
        theirs.generate_moves(|moves| {
            expected.extend(moves.into_iter().map(machine));
            false
        });
        expected.sort();
        assert_eq!(legal(&ours), expected.join(" "), "{theirs}");
        assert_eq!(ours.count_legal(), expected.len() as u64);
        assert_eq!(ours.is_check(), !theirs.checkers().is_empty());
        let Some(word) = random.choice(&expected.iter().collect::<Vec<_>>()).copied() else {
            return ply;
        };
        theirs.play(word.parse().expect("their own move"));
        ours.play(action(word)).expect("a legal move");
    }
    300
}

#[test]
fn random_games_of_chess960_agree_with_cozy_chess() {
    let plies: usize = (0..60)
        .map(|game| {
            let (white, black) = (scramble(game) % 960, scramble(game + 1000) % 960);
            follow_cozy_chess(white as u32, black as u32, game)
        })
        .sum();
    assert!(plies > 5_000);
}

#[test]
fn random_games_of_chess_agree_with_shakmaty() {
    let mut ends = 0;
    for game in 0..60 {
        let mut random = fastrand::Rng::with_seed(scramble(game));
        let array = chess960_array(518);
        let mut ours = Hidden960::arranged(Variant::Free, array, array).expect("chess");
        let mut theirs = shakmaty::Chess::default();
        for _ in 0..300 {
            let mut expected: Vec<String> = theirs
                .legal_moves()
                .iter()
                .map(|mv| mv.to_uci(shakmaty::CastlingMode::Chess960).to_string())
                .collect();
            expected.sort();
            assert_eq!(legal(&ours), expected.join(" "));
            let outcome = ours.outcome();
            assert_eq!(
                outcome.map(|outcome| outcome.reason == Reason::Checkmate),
                expected.is_empty().then(|| theirs.is_checkmate())
            );
            assert_eq!(
                ours.is_insufficient_material(),
                theirs.is_insufficient_material() && !only_by_shakmaty(&ours)
            );
            ends += usize::from(outcome.is_some());
            let Some(index) = (!expected.is_empty()).then(|| random.usize(..expected.len())) else {
                break;
            };
            let uci: shakmaty::uci::UciMove = expected[index].parse().expect("their own move");
            theirs.play_unchecked(uci.to_move(&theirs).expect("their own move"));
            ours.play(action(&expected[index])).expect("a legal move");
        }
    }
    assert!(ends > 0);
}

/// Whether only shakmaty calls the material insufficient: it also includes several bishops on squares of one colour; the usual
/// rule allows at most one on each side.
fn only_by_shakmaty(position: &Hidden960) -> bool {
    Color::ALL
        .into_iter()
        .any(|color| position.board().of(color, Role::Bishop).count() > 1)
}

#[test]
fn perft_of_chess_is_that_of_chess() {
    let array = chess960_array(518);
    let chess = Hidden960::arranged(Variant::Free, array, array).expect("chess");
    assert_eq!(perft(&chess, 5, Bounds::NONE), 4_865_609);
}

#[test]
fn a_fen_of_chess_is_a_position_with_everything_revealed() {
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let position = Hidden960::from_fen(kiwipete).expect("a FEN");
    assert_eq!(perft(&position, 3, Bounds::NONE), 97_862);
    let files = Hidden960::from_fen(&kiwipete.replace("KQkq", "HAha"));
    assert_eq!(files, Ok(position));
    let none = Hidden960::from_fen(&kiwipete.replace("KQkq", "-")).expect("a FEN");
    assert!(none.unmoved().is_empty());
    for wrong in ["Kx", "B", "KQkqKQ-"] {
        let error = Hidden960::from_fen(&kiwipete.replace("KQkq", wrong));
        assert_eq!(
            error.map_err(|e| e.field).err(),
            Some("castling"),
            "{wrong}"
        );
    }
    assert!(Hidden960::from_fen("").is_err());
}

#[test]
fn only_arrays_of_chess960_are_arranged_in_960() {
    let mut array = chess960_array(518);
    array.swap(0, 4);
    let arranged = |variant| Hidden960::arranged(variant, array, chess960_array(0));
    assert!(arranged(Variant::Free).is_some());
    assert!(arranged(Variant::Chess960).is_none());
    let mut two_kings = chess960_array(518);
    two_kings[3] = Role::King;
    let arranged = Hidden960::arranged(Variant::Free, two_kings, two_kings);
    assert!(arranged.is_none());
    assert_eq!(Array::EMPTY, Array::default());
}

#[test]
fn the_known_counts_are_reproduced() {
    for (variant, counts) in [
        (Variant::Free, [56, 2_838, 135_630]),
        (Variant::Chess960, [54, 2_612, 118_794]),
    ] {
        let start = Hidden960::start(variant);
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&start, depth, Bounds::NONE), count);
        }
    }
}
