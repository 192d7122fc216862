//! Checks that the targets and the replay of the corpus share.

use std::fmt::Display;
use std::fs;
use std::path::Path;

/// The most actions, lines or games that are read from one input, so that a long input is not mistaken for a hang.
pub const MOST: usize = 40;
/// The longest allowed error message, in bytes.
const LONGEST_ERROR: usize = 20_000;

/// Asserts that an error does not repeat a long input.
pub fn is_short(error: &dyn Display) {
    let length = error.to_string().len();
    assert!(length < LONGEST_ERROR, "an error of {length} bytes");
}

/// Feeds every input of the corpus to its target. `package` is the directory of the calling package.
pub fn replay(package: &str, target: &str, run: fn(&str)) {
    replay_bytes(package, target, |input| {
        run(std::str::from_utf8(input).expect("text"));
    });
}

/// As [`replay`], for a target whose inputs are not always text.
pub fn replay_bytes(package: &str, target: &str, run: impl Fn(&[u8])) {
    let directory = Path::new(package).join("../../fuzz/corpus").join(target);
    let mut inputs = 0;
    for entry in fs::read_dir(directory).expect("the corpus") {
        let path = entry.expect("an entry").path();
        run(&fs::read(path).expect("an input"));
        inputs += 1;
    }
    assert!(inputs > 0);
}
