//! Every position of random games agrees with shakmaty.

use std::ops::ControlFlow;

use proptest::prelude::*;
use shakmaty::{CastlingMode, EnPassantMode, Position as _, fen::Fen, uci::UciMove};

use super::*;
use crate::board::zobrist::scramble;
use crate::chess::Array;

/// Plays a random game on both sides and compares every position on the way.
fn compare(mut ours: Chess, seed: u64) -> Result<(), TestCaseError> {
    let mode = match ours.variant() {
        Variant::Standard => CastlingMode::Standard,
        Variant::Chess960 => CastlingMode::Chess960,
    };
    let fen: Fen = ours.to_text().parse().expect("a FEN");
    let mut theirs: shakmaty::Chess = fen.into_position(mode).expect("a position");
    let mut chance = seed;
    for _ in 0..250 {
        let mut expected: Vec<String> = theirs
            .legal_moves()
            .iter()
            .map(|m| m.to_uci(mode).to_string())
            .collect();
        expected.sort_unstable();
        let mut found: Vec<String> = ours
            .legal_actions()
            .iter()
            .map(ToString::to_string)
            .collect();
        found.sort_unstable();
        prop_assert_eq!(&found, &expected, "{}", ours.to_text());
        prop_assert_eq!(ours.count_legal(), expected.len() as u64);
        prop_assert_eq!(noisy(&ours), noisy_by_all(&ours, &theirs, mode));
        prop_assert_eq!(ours.is_check(), theirs.is_check());
        prop_assert_eq!(
            ours.outcome().is_some(),
            theirs.is_checkmate() || theirs.is_stalemate()
        );
        let fen = Fen::from_position(&theirs, EnPassantMode::Always).to_string();
        prop_assert_eq!(ours.to_text(), fen.clone());
        prop_assert_eq!(&at_of(ours.variant(), &fen), &ours);
        prop_assert_eq!(ours.zobrist(), ours.recomputed_zobrist());
        if expected.is_empty() {
            break;
        }
        chance = scramble(chance);
        let action = &expected[(chance % expected.len() as u64) as usize];
        let theirs_move = action.parse::<UciMove>().expect("a move");
        let theirs_move = theirs_move.to_move(&theirs).expect("legal");
        let san = shakmaty::san::SanPlus::from_move(theirs.clone(), theirs_move).to_string();
        prop_assert_eq!(ours.notation(act(action), Viewer::Spectator), san);
        theirs.play_unchecked(theirs_move);
        prop_assert!(ours.play(act(action)).is_ok());
    }
    Ok(())
}

fn noisy(position: &Chess) -> Vec<String> {
    let mut found = Vec::new();
    let _ = position.for_each_noisy(|action| {
        found.push(action.to_string());
        ControlFlow::<()>::Continue(())
    });
    found
}

/// The captures and promotions among all legal moves, in their order.
fn noisy_by_all(ours: &Chess, theirs: &shakmaty::Chess, mode: CastlingMode) -> Vec<String> {
    let legal = theirs.legal_moves();
    let noisy = legal.iter().filter(|m| m.is_capture() || m.is_promotion());
    let noisy: Vec<String> = noisy.map(|m| m.to_uci(mode).to_string()).collect();
    let all = ours
        .legal_actions()
        .into_iter()
        .map(|action| action.to_string());
    all.filter(|action| noisy.contains(action)).collect()
}

/// Tries every move that can be written one by one: a move is legal if and only if it is listed.
fn judge_agrees_with_list(position: &Chess) -> Result<(), TestCaseError> {
    let legal = position.legal_actions();
    for from in crate::board::Square::ALL {
        for to in crate::board::Square::ALL {
            for promotion in [None, Some(crate::board::Role::Queen)] {
                let action = Action {
                    from,
                    to,
                    promotion,
                };
                prop_assert_eq!(
                    position.is_legal(action),
                    legal.contains(&action),
                    "{}",
                    action
                );
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn games_of_chess_agree_with_shakmaty(seed: u64) {
        compare(Chess::default(), seed)?;
    }

    #[test]
    fn games_of_chess960_agree_with_shakmaty(number in 0u16..960, seed: u64) {
        compare(Chess::from_array(Array::new(number).expect("below 960")), seed)?;
    }

    #[test]
    fn a_move_is_legal_if_and_only_if_it_is_listed(number in 0u16..960, seed: u64, plies in 0usize..60) {
        for start in [Chess::default(), Chess::from_array(Array::new(number).expect("below 960"))] {
            let mut position = start;
            let mut chance = seed;
            for _ in 0..plies {
                let legal = position.legal_actions();
                if legal.is_empty() {
                    break;
                }
                chance = scramble(chance);
                position.play_unchecked(legal[(chance % legal.len() as u64) as usize]);
            }
            judge_agrees_with_list(&position)?;
        }
    }
}
