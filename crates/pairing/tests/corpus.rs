//! Replays the corpus of the fuzz targets: hand-picked texts, and whatever once broke a parser.

#[path = "../../../fuzz/src/check.rs"]
#[expect(
    unreachable_pub,
    reason = "the targets are public where they are a library"
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

#[test]
fn points_and_tie_breaks() {
    check::replay(env!("CARGO_MANIFEST_DIR"), "standing", tournament::standing);
}
