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
    // Complete logs: every entry must still be read, and follow the one before.
    for log in [
        include_str!("../../../fuzz/corpus/event/appeals"),
        include_str!("../../../fuzz/corpus/event/knock-out"),
        include_str!("../../../fuzz/corpus/event/by-hand"),
    ] {
        assert_eq!(event::entries(log), log.lines().count(), "{log}");
    }
}
