//! Replays the corpus of the fuzz targets: hand-picked texts, and inputs that once broke a parser.

#[path = "../../../fuzz/src/check.rs"]
#[expect(
    unreachable_pub,
    reason = "the targets are public where they are a library"
)]
mod check;

#[path = "../../../fuzz/src/network.rs"]
#[expect(
    unreachable_pub,
    reason = "the targets are public where they are a library"
)]
mod network;

#[path = "../../../fuzz/src/notation.rs"]
#[expect(
    unreachable_pub,
    reason = "the targets are public where they are a library"
)]
mod notation;

#[path = "../../../fuzz/src/weights.rs"]
#[expect(
    unreachable_pub,
    reason = "the targets are public where they are a library"
)]
mod weights;

use check::{replay, replay_bytes};

const PACKAGE: &str = env!("CARGO_MANIFEST_DIR");

#[test]
fn positions() {
    replay(PACKAGE, "position", notation::position);
}

#[test]
fn actions() {
    replay(PACKAGE, "action", notation::action);
}

#[test]
fn records() {
    replay(PACKAGE, "record", notation::record);
}

#[test]
fn short_texts() {
    replay(PACKAGE, "text", notation::text);
}

#[test]
fn weights_of_the_evaluation() {
    replay(PACKAGE, "weights", weights::weights);
}

#[test]
fn networks() {
    replay_bytes(PACKAGE, "network", network::network);
}
