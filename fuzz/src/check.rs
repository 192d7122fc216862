//! Checks that the targets and the replay of the corpus share.

use std::fmt::Display;
use std::fs;
use std::path::Path;

/// The most actions, lines and games that are read from one input, so that a long one does not count as hanging.
pub const MOST: usize = 40;
/// The longest text of an error, in bytes.
const LONGEST_ERROR: usize = 20_000;

/// An error does not repeat a long input.
pub fn is_short(error: &dyn Display) {
    let length = error.to_string().len();
    assert!(length < LONGEST_ERROR, "an error of {length} bytes");
}

/// Feeds every input that the repository has for a target to it. `package` is the directory of the package that asks.
pub fn replay(package: &str, target: &str, run: fn(&str)) {
    replay_bytes(package, target, |input| {
        run(std::str::from_utf8(input).expect("text"));
    });
}

/// The same for a target whose inputs need not be text.
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
