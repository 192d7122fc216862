//! Replays the corpus of the fuzz targets: hand-picked texts, and inputs that once broke a parser.

#[path = "../../../fuzz/src/check.rs"]
#[expect(
    unreachable_pub,
    reason = "the targets are public where they are a library"
)]
mod check;

#[path = "../../../fuzz/src/protocol.rs"]
#[expect(
    unreachable_pub,
    reason = "the targets are public where they are a library"
)]
mod protocol;

use check::replay;

const PACKAGE: &str = env!("CARGO_MANIFEST_DIR");

#[test]
fn transcripts() {
    replay(PACKAGE, "transcript", protocol::transcript);
}

#[test]
fn lines_of_both_ends() {
    replay(PACKAGE, "uci", protocol::uci);
}
