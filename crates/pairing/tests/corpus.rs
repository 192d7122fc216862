//! Replays the corpus of the fuzz target: hand-picked texts, and whatever once broke the parser.

#[path = "../../../fuzz/src/check.rs"]
#[expect(
    unreachable_pub,
    dead_code,
    reason = "the targets are public where they are a library, and use all of it"
)]
mod check;

#[path = "../../../fuzz/src/tournament.rs"]
#[expect(
    unreachable_pub,
    reason = "the targets are public where they are a library"
)]
mod tournament;

#[test]
fn tournaments() {
    check::replay(
        env!("CARGO_MANIFEST_DIR"),
        "tournament",
        tournament::tournament,
    );
}
