//! Weights and their files.
//!
//! A file has one line for each term, `name middlegame endgame`, in the order of the terms; lines that start with `#`
//! are remarks on how it was made.

use std::fmt::Write;
use std::ops::{AddAssign, Mul};

/// The weight of a term in the middlegame and in the endgame, in centipawns.
///
/// Both are packed into one number, so that one addition adds both.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Weight(i64);

impl Weight {
    /// Packs two values.
    #[must_use]
    pub const fn new(middle: i32, end: i32) -> Weight {
        Weight(((end as i64) << 32) + middle as i64)
    }

    /// The middlegame value.
    #[must_use]
    pub const fn middle(self) -> i32 {
        self.0 as i32
    }

    /// The endgame value.
    #[must_use]
    pub const fn end(self) -> i32 {
        // A negative middlegame value has borrowed 1 from the endgame value.
        ((self.0 + (1 << 31)) >> 32) as i32
    }
}

impl AddAssign for Weight {
    #[inline]
    fn add_assign(&mut self, other: Weight) {
        self.0 += other.0;
    }
}

impl Mul<i32> for Weight {
    type Output = Weight;

    #[inline]
    fn mul(self, times: i32) -> Weight {
        Weight(self.0 * times as i64)
    }
}

/// Reads a weights file at compile time. Fails to compile if it does not have exactly `N` weights.
pub(crate) const fn read_at_compile_time<const N: usize>(text: &str) -> [Weight; N] {
    let bytes = text.as_bytes();
    let mut all = [Weight(0); N];
    let mut term = 0;
    let mut at = 0;
    while at < bytes.len() {
        let is_term = bytes[at] != b'#' && bytes[at] != b'\n';
        if is_term {
            while bytes[at] != b' ' {
                at += 1;
            }
            let (middle, next) = number(bytes, at);
            let (end, next) = number(bytes, next);
            at = next;
            assert!(
                term < N,
                "a weights file has more lines than there are terms"
            );
            all[term] = Weight::new(middle, end);
            term += 1;
        }
        while at < bytes.len() && bytes[at] != b'\n' {
            at += 1;
        }
        at += 1;
    }
    assert!(
        term == N,
        "a weights file has fewer lines than there are terms"
    );
    all
}

/// The number after spaces, and the index after it.
const fn number(bytes: &[u8], mut at: usize) -> (i32, usize) {
    while bytes[at] == b' ' {
        at += 1;
    }
    let negative = bytes[at] == b'-';
    if negative {
        at += 1;
    }
    assert!(bytes[at].is_ascii_digit(), "a weight is a whole number");
    let mut value = 0;
    while at < bytes.len() && bytes[at].is_ascii_digit() {
        value = value * 10 + (bytes[at] - b'0') as i32;
        at += 1;
    }
    (if negative { -value } else { value }, at)
}

/// The reason why a weights file cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WeightError(String);

impl std::fmt::Display for WeightError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for WeightError {}

/// Reads weights for these terms.
///
/// # Errors
/// Names the line that is wrong, and what was expected.
pub fn read_weights(names: &[String], text: &str) -> Result<Vec<Weight>, WeightError> {
    let mut expected = names.iter();
    let mut all = Vec::with_capacity(names.len());
    for (number, line) in text.lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let wrong = |what: String| WeightError(format!("line {}: {what}", number + 1));
        let name = expected
            .next()
            .ok_or_else(|| wrong(format!("there are only {} terms", names.len())))?;
        let (first, weight) = read_line(line).map_err(wrong)?;
        if first != name {
            return Err(wrong(format!("“{name}” is expected, not “{first}”")));
        }
        all.push(weight);
    }
    match expected.next() {
        None => Ok(all),
        Some(name) => Err(WeightError(format!("the weight of “{name}” is missing"))),
    }
}

/// Reads weights for some of these terms; the others keep the weights in `before`.
///
/// # Errors The wrong line, and what was expected.
pub fn read_some_weights(
    names: &[String],
    before: &[Weight],
    text: &str,
) -> Result<Vec<Weight>, WeightError> {
    let mut all = before.to_vec();
    for (number, line) in text.lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (name, weight) =
            read_line(line).map_err(|what| WeightError(format!("line {}: {what}", number + 1)))?;
        let place = names.iter().position(|known| known == name);
        let slot = place.and_then(|place| all.get_mut(place)).ok_or_else(|| {
            WeightError(format!("line {}: there is no term “{name}”", number + 1))
        })?;
        *slot = weight;
    }
    Ok(all)
}

/// The name and the weight of a line.
fn read_line(line: &str) -> Result<(&str, Weight), String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [name, middle, end] = words[..] else {
        return Err("a name and two numbers are needed".to_owned());
    };
    let read = |word: &str| {
        word.parse::<i16>()
            .map_err(|_| format!("“{word}” is not a weight"))
    };
    Ok((name, Weight::new(read(middle)?.into(), read(end)?.into())))
}

/// Writes a weights file, with remarks at its head.
#[must_use]
pub fn write_weights(names: &[String], weights: &[Weight], head: &[String]) -> String {
    let mut text = String::new();
    for line in head {
        let _ = writeln!(text, "# {line}");
    }
    for (name, weight) in names.iter().zip(weights) {
        let _ = writeln!(text, "{name} {} {}", weight.middle(), weight.end());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_values_survive_packed_addition() {
        for (middle, end) in [(5, -7), (-5, 7), (-900, -1), (0, 0), (30_000, -30_000)] {
            let weight = Weight::new(middle, end);
            assert_eq!((weight.middle(), weight.end()), (middle, end));
            let mut sum = Weight::default();
            sum += weight * 3;
            sum += Weight::new(-1, 1) * -2;
            assert_eq!((sum.middle(), sum.end()), (3 * middle + 2, 3 * end - 2));
        }
    }

    #[test]
    fn what_is_written_is_read_back_by_both_readers() {
        let names = vec!["one".to_owned(), "two.b".to_owned()];
        let weights = [Weight::new(-3, 14), Weight::new(150, 0)];
        let text = write_weights(&names, &weights, &["made by hand".to_owned()]);
        assert_eq!(read_weights(&names, &text).as_deref(), Ok(&weights[..]));
        assert_eq!(read_at_compile_time::<2>(&text), weights);
    }

    #[test]
    fn what_a_file_does_not_name_stays_as_it_was() {
        let names = vec!["one".to_owned(), "two".to_owned()];
        let before = [Weight::new(1, 2), Weight::new(3, 4)];
        let read = |text| read_some_weights(&names, &before, text);
        let now = [Weight::new(1, 2), Weight::new(5, 6)];
        assert_eq!(read("# x\ntwo 5 6\n").as_deref(), Ok(&now[..]));
        let error = read("two 5 6\nthree 1 1\n").expect_err("no such term");
        assert_eq!(error.to_string(), "line 2: there is no term “three”");
    }

    #[test]
    fn a_wrong_line_is_named() {
        let names = vec!["one".to_owned()];
        for (text, says) in [
            ("two 1 1\n", "line 1: “one” is expected"),
            ("one 1\n", "line 1: a name"),
            ("# x\none 1 b\n", "line 2: “b” is not a weight"),
            ("", "“one” is missing"),
            ("one 1 1\none 1 1\n", "line 2: there are only 1"),
        ] {
            let error = read_weights(&names, text).expect_err(text).to_string();
            assert!(error.contains(says), "{error}");
        }
    }
}
