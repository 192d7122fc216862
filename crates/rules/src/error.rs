//! Errors from parsing text, and the suggestions that they carry.

use thiserror::Error;

/// A text that is not machine notation.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("“{text}” cannot be read: expected {expected}")]
pub struct NotationError {
    /// The offending text.
    pub text: String,
    /// The form that was expected.
    pub expected: &'static str,
}

impl NotationError {
    /// An error about `text`, where `expected` was expected.
    #[must_use]
    pub fn new(text: &str, expected: &'static str) -> NotationError {
        NotationError {
            text: shorten(text),
            expected,
        }
    }
}

/// A position text that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("position text, {field}: {problem}")]
pub struct PositionError {
    /// The name of the field that is wrong, such as `board` or `castling`.
    pub field: &'static str,
    /// The problem, and what was expected.
    pub problem: String,
}

impl PositionError {
    /// `field` is wrong because of `problem`.
    #[must_use]
    pub fn new(field: &'static str, problem: impl Into<String>) -> PositionError {
        PositionError {
            field,
            problem: problem.into(),
        }
    }
}

/// The problem with a typed action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// The text is not an action of this game. Says what one looks like.
    Unreadable(&'static str),
    /// The text is an action that is not legal. A sentence without its full stop.
    Illegal(String),
    /// The text fits several legal actions: these.
    Ambiguous(Vec<String>),
}

/// A typed action that cannot be read or is not legal.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.sentence())]
pub struct InputError {
    /// The text as typed, shortened.
    pub text: String,
    /// What is wrong with it.
    pub problem: Problem,
    /// The most similar legal action, if one is similar enough.
    pub nearest: Option<String>,
}

impl InputError {
    /// An error about `text`, without a suggestion.
    #[must_use]
    pub fn new(text: &str, problem: Problem) -> InputError {
        InputError {
            text: shorten(text),
            problem,
            nearest: None,
        }
    }

    /// Adds the most similar candidate, if one is similar enough.
    #[must_use]
    pub fn suggest(mut self, candidates: impl IntoIterator<Item = String>) -> InputError {
        self.nearest = nearest(&self.text, candidates);
        self
    }

    fn sentence(&self) -> String {
        let mut sentence = match &self.problem {
            Problem::Unreadable(expected) => {
                format!("“{}” cannot be read: expected {expected}.", self.text)
            }
            Problem::Illegal(why) => format!("“{}” is not legal: {why}.", self.text),
            Problem::Ambiguous(all) => {
                format!("“{}” can be {}.", self.text, all.join(" or "))
            }
        };
        if let Some(nearest) = &self.nearest {
            sentence.push_str(&format!(" Did you mean {nearest}?"));
        }
        sentence
    }
}

/// The candidate with the smallest edit distance to `text`, if it is small enough for a typo.
fn nearest(text: &str, candidates: impl IntoIterator<Item = String>) -> Option<String> {
    let limit = (text.chars().count() / 2).max(1);
    candidates
        .into_iter()
        .map(|candidate| (strsim::osa_distance(text, &candidate), candidate))
        .min()
        .filter(|(distance, _)| *distance <= limit)
        .map(|(_, candidate)| candidate)
}

/// Shortens input and replaces unprintable characters, for quotation in an error message: a megabyte of rubbish must not
/// make a megabyte of message, terminals must not obey control characters, and bidirectional controls must not reorder the text.
#[must_use]
pub fn shorten(text: &str) -> String {
    const LIMIT: usize = 40;
    let mut short: String = text.chars().take(LIMIT).map(visible).collect();
    if text.chars().nth(LIMIT).is_some() {
        short.push('…');
    }
    short
}

fn visible(c: char) -> char {
    let is_printed = matches!(c, '\'' | '"' | '\\') || c.escape_debug().len() == 1;
    if !is_printed {
        char::REPLACEMENT_CHARACTER
    } else {
        c
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_candidate_is_suggested() {
        let error = InputError::new("e2e5", Problem::Unreadable("a move"))
            .suggest(["e2e4".into(), "a2a3".into()]);
        assert_eq!(error.nearest.as_deref(), Some("e2e4"));
    }

    #[test]
    fn nothing_is_suggested_for_rubbish() {
        let error = InputError::new("hello world", Problem::Unreadable("a move"))
            .suggest(["e2e4".into(), "a2a3".into()]);
        assert_eq!(error.nearest, None);
    }

    #[test]
    fn control_characters_are_not_quoted() {
        let error = NotationError::new("e2\u{1b}[2Je4", "a move");
        assert!(!error.to_string().contains('\u{1b}'));
    }

    #[test]
    fn what_turns_text_around_is_not_quoted_and_letters_and_quotes_are() {
        assert_eq!(shorten("e2\u{202e}e4\u{200b}"), "e2\u{fffd}e4\u{fffd}");
        assert_eq!(shorten("Дама “é” '\"\\"), "Дама “é” '\"\\");
    }

    #[test]
    fn long_input_is_quoted_shortened() {
        let error = NotationError::new(&"x".repeat(10_000), "a move");
        assert!(error.to_string().len() < 200);
    }
}
