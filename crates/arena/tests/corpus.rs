//! Replays the corpus of the fuzz targets: hand-picked texts, and whatever once broke a parser.

#[path = "../../../fuzz/src/lib.rs"]
#[expect(
    unreachable_pub,
    reason = "the targets are public where they are a library"
)]
mod targets;

use std::fs;
use std::path::Path;

fn replay(name: &str, target: fn(&str)) {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../fuzz/corpus")
        .join(name);
    let mut inputs = 0;
    for entry in fs::read_dir(directory).expect("the corpus") {
        let path = entry.expect("an entry").path();
        target(&fs::read_to_string(path).expect("text"));
        inputs += 1;
    }
    assert!(inputs > 0);
}

#[test]
fn positions() {
    replay("position", targets::position);
}

#[test]
fn actions() {
    replay("action", targets::action);
}

#[test]
fn records() {
    replay("record", targets::record);
}

#[test]
fn told_games() {
    replay("told", targets::told);
}

#[test]
fn short_texts() {
    replay("text", targets::text);
}
