//! The comments of actions: clocks, commitments, free text.

use std::time::Duration;

/// The comment of one action.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Note {
    /// The time that the player had left after it: `[%clk 0:04:58]`.
    pub clock: Option<Duration>,
    /// Hyperspace Chess: the published commitment to a secret square, `[%commit …]`.
    pub commitment: Option<String>,
    /// Hyperspace Chess: the salt of the commitment, `[%salt …]`; as secret as the square itself.
    pub salt: Option<Salt>,
    /// Free text.
    pub text: String,
}

/// The salt of a commitment, as written in records. Anybody who knows it can find the secret square by trying
/// all 64, so `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct Salt(String);

impl Salt {
    /// Wraps a salt as written in records.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Salt {
        Salt(text.into())
    }

    /// The text, for viewers who may know it.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Salt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Salt(…)")
    }
}

/// Reads a comment: commands such as `[%clk 0:05:00]`, and text. Control characters become spaces. Returns whether its clocks can be
/// read.
pub(super) fn read_note(comment: &str, note: &mut Note) -> bool {
    let comment = comment.replace(char::is_control, " ");
    let mut rest = comment.as_str();
    let mut text = String::new();
    let mut is_clock_read = true;
    while let Some(start) = rest.find("[%") {
        let Some(length) = rest[start..].find(']') else {
            break;
        };
        text.push_str(&rest[..start]);
        let command = &rest[start + 2..start + length];
        let (name, value) = command
            .split_once(char::is_whitespace)
            .unwrap_or((command, ""));
        let value = value.trim();
        match name.to_ascii_lowercase().as_str() {
            "clk" => match read_clock(value) {
                Some(clock) => note.clock = Some(clock),
                None => is_clock_read = false,
            },
            "commit" => note.commitment = Some(once(note.commitment.as_deref(), value)),
            "salt" => {
                let before = note.salt.as_ref().map(Salt::reveal);
                note.salt = Some(Salt::new(once(before, value)));
            }
            // Commands of other programs stay in the text.
            _ => text.push_str(&rest[start..=start + length]),
        }
        rest = &rest[start + length + 1..];
    }
    text.push_str(rest);
    for word in text.split_whitespace() {
        if !note.text.is_empty() {
            note.text.push(' ');
        }
        note.text.push_str(word);
    }
    is_clock_read
}

/// The value of a command that may be given only once. If it is given twice, both values are joined so that neither verifies.
fn once(before: Option<&str>, value: &str) -> String {
    match before {
        Some(before) => format!("{before} and {value}"),
        None => value.to_owned(),
    }
}

/// Parses a clock as written in comments: hours, minutes and seconds.
fn read_clock(text: &str) -> Option<Duration> {
    let mut parts = text.splitn(3, ':');
    let hours: u64 = parts
        .next()?
        .parse()
        .ok()
        .filter(|hours| *hours < 100_000)?;
    let minutes: u64 = parts.next()?.parse().ok().filter(|minutes| *minutes < 60)?;
    let seconds: f64 = parts
        .next()?
        .parse()
        .ok()
        .filter(|seconds| (0.0..60.0).contains(seconds))?;
    Some(Duration::from_secs(hours * 3600 + minutes * 60) + Duration::from_secs_f64(seconds))
}

impl Note {
    /// The text for a reader who sees the action as `shown`, while the referee sees it as `whole`. Empty if these differ, because the
    /// text could give away what the reader may not know.
    #[must_use]
    pub fn text_for(&self, shown: &str, whole: &str) -> &str {
        if shown == whole { &self.text } else { "" }
    }
}

/// A note as a comment with this text; `None` if it is empty.
pub(super) fn comment(note: &Note, text: &str, with_secrets: bool) -> Option<String> {
    let mut parts = Vec::new();
    if let Some(clock) = note.clock {
        parts.push(format!("[%clk {}]", write_clock(clock)));
    }
    if let Some(commitment) = &note.commitment {
        parts.push(format!("[%commit {}]", commitment.replace('}', ")")));
    }
    if let Some(salt) = note.salt.as_ref().filter(|_| with_secrets) {
        parts.push(format!("[%salt {}]", salt.reveal().replace('}', ")")));
    }
    if !text.is_empty() {
        parts.push(text.replace('}', ")"));
    }
    (!parts.is_empty()).then(|| format!("{{{}}}", parts.join(" ")))
}

fn write_clock(clock: Duration) -> String {
    let seconds = clock.as_secs();
    let mut text = format!(
        "{}:{:02}:{:02}",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    );
    if clock.subsec_millis() > 0 {
        text.push_str(&format!(".{:03}", clock.subsec_millis()));
    }
    text
}
