//! Reading PGN: tags, words, comments. No rules here.

use super::error::RecordError;
use super::note::{Note, read_note};
use super::pgn::{Pgn, Word};

const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// Splits a file into its games. An error concerns one game only.
///
/// ```
/// use manifold_rules::record::read_games;
///
/// let games = read_games("[Event \"A\"]\n\n1. e4 e5 *\n\n[Event \"B\"]\n\n1. d4 {quiet} 1-0\n");
/// assert_eq!(games.len(), 2);
/// let second = games[1].as_ref().unwrap();
/// assert_eq!(second.tags.get("Event"), Some("B"));
/// assert_eq!(second.words[0].note.text, "quiet");
/// ```
#[must_use]
pub fn read_games(file: &str) -> Vec<Result<Pgn, RecordError>> {
    let mut reader = Reader {
        games: Vec::new(),
        current: Pgn::default(),
        problem: None,
        depth: 0,
    };
    let mut lines = file.trim_start_matches('\u{feff}').lines().enumerate();
    while let Some((index, line)) = lines.next() {
        reader.line(line, index + 1, &mut lines);
    }
    reader.finish();
    reader.games
}

struct Reader {
    games: Vec<Result<Pgn, RecordError>>,
    current: Pgn,
    problem: Option<RecordError>,
    /// The depth of nested variations, which are skipped.
    depth: usize,
}

type Lines<'a> = std::iter::Enumerate<std::str::Lines<'a>>;

impl Reader {
    fn line<'a>(&mut self, line: &'a str, number: usize, lines: &mut Lines<'a>) {
        // A line that begins with % is for other programs (PGN, section 6).
        if line.starts_with('%') {
            return;
        }
        if line.trim_start().starts_with('[') {
            // Tags after moves: the previous game had no result. The same in a variation, which
            // contains no tags: one that was not closed must not swallow this game.
            if self.current.result.is_some() || !self.current.words.is_empty() || self.depth > 0 {
                self.finish();
            }
            self.begin(number);
            if let Err(problem) = self.tag(line.trim()) {
                self.fail(number, None, problem);
            }
            return;
        }
        self.moves(line, number, lines);
    }

    fn begin(&mut self, number: usize) {
        if self.current.line == 0 {
            self.current.line = number;
        }
    }

    fn tag(&mut self, line: &str) -> Result<(), String> {
        let wrong = || "a tag looks like [Event \"Club championship\"]".to_owned();
        let inner = line
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'))
            .ok_or_else(wrong)?;
        let (name, value) = inner
            .trim()
            .split_once(char::is_whitespace)
            .ok_or_else(wrong)?;
        let value = value
            .trim()
            .strip_prefix('"')
            .and_then(|rest| rest.strip_suffix('"'))
            .ok_or_else(wrong)?;
        if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            return Err(wrong());
        }
        self.current.tags.set(name, unescape(value));
        Ok(())
    }

    /// Reads a line of moves; comments in braces may run over the lines that follow.
    fn moves<'a>(&mut self, line: &'a str, mut number: usize, lines: &mut Lines<'a>) {
        let mut rest = line;
        loop {
            rest = rest.trim_start();
            let Some(first) = rest.chars().next() else {
                return;
            };
            self.begin(number);
            match first {
                ';' => {
                    self.comment(&rest[1..]);
                    return;
                }
                '{' => {
                    let start = number;
                    let mut comment = String::new();
                    rest = &rest[1..];
                    while !rest.contains('}') {
                        comment.push_str(rest);
                        comment.push(' ');
                        let Some((index, next)) = lines.next() else {
                            self.fail(
                                start,
                                None,
                                "the comment that begins here is not closed with “}”".to_owned(),
                            );
                            return;
                        };
                        (number, rest) = (index + 1, next);
                    }
                    let (inside, after) = rest.split_once('}').unwrap_or((rest, ""));
                    comment.push_str(inside);
                    self.comment(&comment);
                    rest = after;
                }
                '(' => {
                    self.depth += 1;
                    rest = &rest[1..];
                }
                ')' => {
                    if self.depth == 0 {
                        self.fail(number, None, "“)” closes no variation".to_owned());
                    }
                    self.depth = self.depth.saturating_sub(1);
                    rest = &rest[1..];
                }
                _ => {
                    let end = rest
                        .find(|c: char| {
                            c.is_whitespace() || matches!(c, '{' | '}' | '(' | ')' | ';')
                        })
                        .unwrap_or(rest.len());
                    // A lone closing brace must be skipped.
                    let end = end.max(first.len_utf8());
                    self.word(&rest[..end], number);
                    rest = &rest[end..];
                }
            }
        }
    }

    fn word(&mut self, word: &str, number: usize) {
        if self.depth > 0 {
            return;
        }
        if RESULTS.contains(&word) {
            self.current.result = Some(word.to_owned());
            self.finish();
            return;
        }
        // 12. and 12... are move numbers, $3 is a numeric annotation glyph.
        let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let action = if digits.starts_with('.') {
            digits.trim_start_matches('.')
        } else {
            word
        };
        let is_annotation =
            action.starts_with('$') || action.chars().all(|c| matches!(c, '!' | '?'));
        let is_number = !word.is_empty() && digits.is_empty();
        if action.is_empty() || is_annotation || is_number {
            return;
        }
        self.current.words.push(Word {
            text: action.to_owned(),
            line: number,
            note: Note::default(),
        });
    }

    fn comment(&mut self, comment: &str) {
        if self.depth == 0
            && let Some(word) = self.current.words.last_mut()
        {
            read_note(comment, &mut word.note);
        }
    }

    fn fail(&mut self, line: usize, word: Option<String>, problem: String) {
        self.problem.get_or_insert(RecordError {
            line,
            word,
            problem,
        });
    }

    fn finish(&mut self) {
        let game = std::mem::take(&mut self.current);
        let problem = self.problem.take();
        self.depth = 0;
        if let Some(problem) = problem {
            self.games.push(Err(problem));
        } else if game.line > 0 && (game.tags.iter().next().is_some() || !game.words.is_empty()) {
            self.games.push(Ok(game));
        }
    }
}

fn unescape(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => text.extend(chars.next()),
            _ => text.push(c),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn words(file: &str) -> Vec<String> {
        let games = read_games(file);
        assert_eq!(games.len(), 1, "{file}");
        let game = games
            .into_iter()
            .next()
            .expect("one game")
            .expect("good game");
        game.words.into_iter().map(|word| word.text).collect()
    }

    #[test]
    fn numbers_annotations_and_variations_are_no_actions() {
        assert_eq!(
            words("1. e4 $1 e5 ( 1... c5 2. Nf3 (2. c3) ) 2.Nf3!? Nc6 ! *"),
            ["e4", "e5", "Nf3!?", "Nc6"]
        );
    }

    #[test]
    fn notation_of_all_four_games_is_one_word_each() {
        let line = "1. Bc1^3@f4/o -- 2. d1=Q+e1=K Nf6/e8 3. d2//d4 Qd2e4-d5f6 4. O-O 0-0-0";
        assert_eq!(words(line).len(), 8);
    }

    #[test]
    fn comments_run_over_lines_and_carry_clocks() {
        let games = read_games("1. e4 {[%clk 1:02:03.5] best\nby test} e5 ; the reply\n*");
        let game = games[0].as_ref().expect("good game");
        assert_eq!(
            game.words[0].note.clock,
            Some(Duration::from_millis(3_723_500))
        );
        assert_eq!(game.words[0].note.text, "best by test");
        assert_eq!(game.words[1].note.text, "the reply");
    }

    #[test]
    fn tags_with_quotes_and_backslashes_are_read() {
        let games = read_games("[Event \"The \\\"big\\\" one \\\\ two\"]\n*\n");
        let game = games[0].as_ref().expect("good game");
        assert_eq!(game.tags.get("Event"), Some("The \"big\" one \\ two"));
    }

    #[test]
    fn a_broken_game_does_not_spoil_the_others() {
        let file = "[Event \"A\"]\n\n1. e4 *\n\n[Event B]\n\n1. d4 *\n\n[Event \"C\"]\n\n1. c4 *\n";
        let games = read_games(file);
        assert_eq!(games.len(), 3);
        assert!(games[0].is_ok() && games[2].is_ok());
        assert_eq!(games[1].as_ref().expect_err("a tag without quotes").line, 5);
    }

    #[test]
    fn an_open_comment_names_the_line_on_which_it_begins() {
        let games = read_games("1. e4\n{ never closed\n1. d4");
        assert_eq!(games[0].as_ref().expect_err("an open comment").line, 2);
    }

    #[test]
    fn an_open_variation_ends_with_its_game() {
        let games = read_games("1. e4 ( 1. d4 \n\n[Event \"B\"]\n\n1. c4 *\n");
        assert_eq!(games.len(), 2);
        assert_eq!(games[1].as_ref().expect("good game").words[0].text, "c4");
    }

    #[test]
    fn an_empty_file_has_no_games() {
        assert!(read_games("").is_empty());
        assert!(read_games("\n\n  \n% escaped\n").is_empty());
    }
}
