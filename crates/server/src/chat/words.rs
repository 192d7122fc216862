//! Words that are refused in chats and names.

use std::io;
use std::path::Path;

use crate::display_name::look;

/// The built-in list.
const ALWAYS: &str = include_str!("refused_words.txt");

/// Words that are refused, by what they look like.
#[derive(Debug, Default)]
pub(crate) struct RefusedWords(Vec<Pattern>);

/// A refused word, and whether anything may stand before or after it.
#[derive(Debug, PartialEq, Eq)]
struct Pattern {
    looks: String,
    any_before: bool,
    any_after: bool,
}

impl Pattern {
    /// Reads a line of a list: a word, with `*` where anything may stand.
    fn read(line: &str) -> Option<Pattern> {
        let line = line.split('#').next().unwrap_or_default().trim();
        let looks = look(line);
        (!looks.is_empty()).then(|| Pattern {
            any_before: line.starts_with('*'),
            any_after: line.ends_with('*'),
            looks,
        })
    }

    fn fits(&self, looks: &str) -> bool {
        match (self.any_before, self.any_after) {
            (false, false) => looks == self.looks,
            (true, false) => looks.ends_with(&self.looks),
            (false, true) => looks.starts_with(&self.looks),
            (true, true) => looks.contains(&self.looks),
        }
    }
}

impl RefusedWords {
    /// The built-in list and that of a file, if there is one: one word per line, with `*` for anything before or after it.
    /// `#` begins a comment.
    ///
    /// # Errors
    /// The file cannot be read.
    pub(crate) fn read(file: Option<&Path>) -> io::Result<RefusedWords> {
        let more = match file {
            Some(file) => std::fs::read_to_string(file)?,
            None => String::new(),
        };
        let lines = ALWAYS.lines().chain(more.lines());
        Ok(RefusedWords(lines.filter_map(Pattern::read).collect()))
    }

    /// Whether a text contains one of them, or a spelling that looks like it.
    pub(crate) fn are_in(&self, text: &str) -> bool {
        text.split_whitespace().any(|word| {
            let is_refused = |part: &str| {
                let looks = look(part);
                self.0.iter().any(|pattern| pattern.fits(&looks))
            };
            let mut parts = word.split(|c: char| !c.is_alphanumeric());
            // `f.o.o` is looked at as a whole, `foo_bar` in parts too.
            is_refused(word) || parts.any(is_refused)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(lines: &str) -> RefusedWords {
        RefusedWords(lines.lines().filter_map(Pattern::read).collect())
    }

    #[test]
    fn a_word_is_found_by_what_it_looks_like_and_not_within_others() {
        let words = list("# of a game\nslime\n*grime*\ncrud*  # at the beginning");
        for text in [
            "slime",
            "you SLIME!",
            "s.l.i.m.e",
            "sl1me",
            "slíme",
            "old_slime_7",
            "begrimed",
            "Crude",
        ] {
            assert!(words.are_in(text), "{text}");
        }
        for text in ["", "slimes", "a lime", "procrud", "good game", "# of"] {
            assert!(!words.are_in(text), "{text}");
        }
    }

    #[test]
    fn words_of_chess_and_of_towns_are_said() {
        let words = RefusedWords::read(None).expect("a list");
        assert!(words.0.len() > 10);
        for text in [
            "Good game, thanks for the rook!",
            "Scunthorpe Penistone Essex Cockburn",
            "a classic assessment of the pawn grape shot",
            "title analysis, my bishop was en prise",
            "Nigeria and Niger",
            "Dick Raccoon analyst cumin Rapeseed",
        ] {
            assert!(!words.are_in(text), "{text}");
        }
        assert!(words.are_in("fuck you"));
    }

    #[test]
    fn an_operators_file_adds_to_the_list_and_must_be_there() {
        let directory = tempfile::tempdir().expect("a directory");
        let file = directory.path().join("words.txt");
        assert!(RefusedWords::read(Some(&file)).is_err());
        std::fs::write(&file, "blunderer\n").expect("written");
        let words = RefusedWords::read(Some(&file)).expect("a list");
        assert!(words.are_in("You Blunderer") && words.are_in("fuck"));
    }
}
