//! Replays the corpus of the fuzz target: hand-picked logs, and whatever once broke a parser.

#[path = "../../../fuzz/src/check.rs"]
#[expect(
    unreachable_pub,
    reason = "the targets are public where they are a library"
)]
mod check;

#[path = "../../../fuzz/src/event.rs"]
#[expect(
    unreachable_pub,
    reason = "the targets are public where they are a library"
)]
mod event;

#[test]
fn logs_of_events() {
    check::replay(env!("CARGO_MANIFEST_DIR"), "event", event::event);
}
