//! With no piece in hyperspace and no phase-outs listed, the game is plain chess.

use proptest::prelude::*;
use shakmaty::{CastlingMode, EnPassantMode, Position as _, fen::Fen};

use super::*;
use crate::perft::{perft, perft_without_bulk};

const PLAIN: Bounds = Bounds { max_delay: 0 };

#[test]
fn plain_chess_has_the_known_perft_counts() {
    for (fen, depth, count) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            4,
            197_281,
        ),
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            3,
            97_862,
        ),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43_238),
        (
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            3,
            9_467,
        ),
        (
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            3,
            62_379,
        ),
    ] {
        assert_eq!(perft(&at(fen), depth, PLAIN), count, "{fen}");
        assert_eq!(perft_without_bulk(&at(fen), depth, PLAIN), count, "{fen}");
    }
}

#[test]
#[ignore = "slow"]
fn plain_chess_has_the_known_deep_perft_counts() {
    let start = Hyperspace::start(Variant::Strict);
    assert_eq!(perft(&start, 6, PLAIN), 119_060_324);
    assert_eq!(perft_without_bulk(&start, 6, PLAIN), 119_060_324);
    let kiwipete = at("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    assert_eq!(perft(&kiwipete, 5, PLAIN), 193_690_690);
    assert_eq!(perft_without_bulk(&kiwipete, 5, PLAIN), 193_690_690);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_position_of_a_game_without_phase_outs_agrees_with_shakmaty(seed: u64) {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut ours = Hyperspace::start(Variant::Strict);
        let mut theirs = shakmaty::Chess::default();
        for _ in 0..250 {
            let mut expected: Vec<String> = theirs
                .legal_moves()
                .iter()
                .map(|m| m.to_uci(CastlingMode::Standard).to_string())
                .collect();
            expected.sort_unstable();
            let found = moves(&ours);
            prop_assert_eq!(&found, &expected);
            prop_assert_eq!(ours.count_legal_within(PLAIN), expected.len() as u64);
            prop_assert_eq!(ours.is_check(), theirs.is_check());
            let fen = Fen::from_position(&theirs, EnPassantMode::Always).to_string();
            prop_assert_eq!(ours.to_text(), format!("{fen} -"));
            if expected.is_empty() {
                break;
            }
            let action = expected[random.usize(..expected.len())].clone();
            let uci: shakmaty::uci::UciMove = action.parse().expect("a move");
            theirs.play_unchecked(uci.to_move(&theirs).expect("legal"));
            ours.play(act(&action)).expect("legal");
        }
    }
}
