//! A line with fixed columns.

use std::ops::RangeInclusive;

use super::{Problem, TrfError};
use crate::Number;

/// A line of a file.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) number: usize,
    characters: Vec<char>,
}

/// A word in a line.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub(super) text: String,
    /// The column where it begins.
    pub(super) column: usize,
}

impl Line {
    /// The non-empty lines of a text, which end with CR, LF or both.
    pub(super) fn all(text: &str) -> Vec<Line> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        text.split('\n')
            .enumerate()
            .map(|(index, line)| Line {
                number: index + 1,
                characters: line.trim_end().chars().collect(),
            })
            .filter(|line| !line.characters.is_empty())
            .collect()
    }

    /// The first three characters.
    pub(super) fn code(&self) -> String {
        self.characters.iter().take(3).collect()
    }

    pub(super) fn length(&self) -> usize {
        self.characters.len()
    }

    /// The character in a column; a space beyond the end.
    pub(super) fn at(&self, column: usize) -> char {
        self.characters.get(column - 1).copied().unwrap_or(' ')
    }

    /// The text in a range of columns, trimmed.
    pub(super) fn field(&self, columns: RangeInclusive<usize>) -> String {
        let text: String = columns.map(|column| self.at(column)).collect();
        text.trim().to_owned()
    }

    /// The text from column 5 on, trimmed.
    pub(super) fn value(&self) -> String {
        self.field(5..=self.length().max(5))
    }

    /// The words from a column on.
    pub(super) fn words(&self, from: usize) -> Vec<Word> {
        let mut words: Vec<Word> = Vec::new();
        let mut in_word = false;
        for column in from..=self.length() {
            let character = self.at(column);
            if character.is_whitespace() {
                in_word = false;
            } else if in_word {
                if let Some(word) = words.last_mut() {
                    word.text.push(character);
                }
            } else {
                in_word = true;
                words.push(Word {
                    text: character.to_string(),
                    column,
                });
            }
        }
        words
    }

    pub(super) fn error(&self, column: usize, problem: Problem) -> TrfError {
        TrfError {
            line: self.number,
            column,
            problem,
        }
    }

    /// Parses a player's number.
    pub(super) fn player(&self, text: &str, column: usize) -> Result<Number, TrfError> {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        digits
            .then(|| text.parse().ok())
            .flatten()
            .filter(|number| (1..=9999).contains(number))
            .ok_or_else(|| self.error(column, Problem::Number(shorten(text))))
    }
}

/// A text shortened to fit into an error message.
pub(super) fn shorten(text: &str) -> String {
    let shown: String = text
        .chars()
        .take(20)
        .map(|c| if c.is_control() { '?' } else { c })
        .collect();
    if text.chars().count() > 20 {
        format!("{shown}…")
    } else {
        shown
    }
}
