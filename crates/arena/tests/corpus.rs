//! Replays the corpus of the fuzz targets: hand-picked texts, and whatever once broke a parser.

#[path = "../../../fuzz/src/check.rs"]
#[expect(
    unreachable_pub,
    reason = "the targets are public where they are a library"
)]
mod check;

#[path = "../../../fuzz/src/notation.rs"]
#[expect(
    unreachable_pub,
    reason = "the targets are public where they are a library"
)]
mod notation;

use check::replay;

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
