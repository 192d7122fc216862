//! The rules of chess and Chess960, against published counts and against shakmaty.

mod arrays;
mod castling;
mod moves;
mod notation;
mod oracle;
mod perft;
mod text;

use super::{Action, Chess, Refusal, Variant};
use crate::position::{Position, Recomputed};
use crate::viewer::Viewer;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn at(fen: &str) -> Chess {
    at_of(Variant::Standard, fen)
}

fn at_960(fen: &str) -> Chess {
    at_of(Variant::Chess960, fen)
}

fn at_of(variant: Variant, fen: &str) -> Chess {
    Chess::from_text(variant, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn act(text: &str) -> Action {
    text.parse().expect(text)
}

fn after(position: &Chess, actions: &str) -> Chess {
    let mut position = *position;
    for text in actions.split_whitespace() {
        position
            .play(act(text))
            .unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    }
    position
}

fn refusal(position: &Chess, action: &str) -> Refusal {
    position
        .check(act(action))
        .expect_err("the move should be refused")
}
