//! Reading PGN: tags, words, comments. No rules here.

use super::error::RecordError;
use super::note::{Note, read_note};
use super::pgn::{Pgn, Word};
use super::tags::{Tag, is_tag, read_tags};
use crate::board::san;

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
        open: Vec::new(),
        gap: false,
    };
    let mut lines = file.lines().enumerate();
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
    /// The lines on which the open variations begin, outermost first. Variations are skipped.
    open: Vec<usize>,
    /// Whether the line before was empty.
    gap: bool,
}

type Lines<'a> = std::iter::Enumerate<std::str::Lines<'a>>;

impl Reader {
    fn line<'a>(&mut self, line: &'a str, number: usize, lines: &mut Lines<'a>) {
        // Files that were joined have a byte order mark in the middle.
        let line = line.trim_start_matches('\u{feff}');
        // A line that begins with % is for other programs (PGN, section 6).
        if line.starts_with('%') {
            return;
        }
        let after_gap = std::mem::replace(&mut self.gap, line.trim().is_empty());
        if line.trim_start().starts_with('[') {
            // Tags after moves: the previous game had no result. The same in a variation, which
            // contains no tags: one that was not closed must not swallow this game.
            let has_moves = !self.current.words.is_empty() || !self.open.is_empty();
            if self.current.result.is_some() || has_moves {
                self.finish();
            }
            match read_tags(line) {
                Ok((tags, rest)) => {
                    // A game without any moves had no result either, if a tag is repeated after an empty line.
                    let is_next = |(name, _): &Tag<'_>| self.current.tags.get(name).is_some();
                    if after_gap && tags.first().is_some_and(is_next) {
                        self.finish();
                    }
                    self.begin(number);
                    for (name, value) in tags {
                        self.current.tags.set(name, value);
                        self.current.tag_lines.push((name.to_owned(), number));
                    }
                    self.moves(rest, number, lines);
                }
                Err(problem) => {
                    self.begin(number);
                    self.fail(number, None, problem);
                }
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
                    let mut is_closed = None;
                    rest = &rest[1..];
                    while !rest.contains('}') {
                        comment.push_str(rest);
                        comment.push(' ');
                        let next = lines.next();
                        // An unclosed comment must not swallow the next game; in a closed one, a tag is just text.
                        let (index, next) = match next {
                            Some((index, next))
                                if !is_tag(next)
                                    || *is_closed
                                        .get_or_insert_with(|| closes_next(next, lines)) =>
                            {
                                (index, next)
                            }
                            other => {
                                self.fail(
                                    start,
                                    None,
                                    "the comment that begins here is not closed with “}”"
                                        .to_owned(),
                                );
                                if let Some((index, tag)) = other {
                                    self.finish();
                                    self.line(tag, index + 1, lines);
                                }
                                return;
                            }
                        };
                        (number, rest) = (index + 1, next);
                    }
                    let (inside, after) = rest.split_once('}').unwrap_or((rest, ""));
                    comment.push_str(inside);
                    self.comment(&comment);
                    rest = after;
                }
                '(' => {
                    self.open.push(number);
                    self.current.left_out.variations += 1;
                    rest = &rest[1..];
                }
                ')' => {
                    if self.open.pop().is_none() {
                        self.fail(number, None, "“)” closes no variation".to_owned());
                    }
                    rest = &rest[1..];
                }
                _ => {
                    // A lone closing brace must be skipped. A glyph or the end of a game needs no space before it.
                    let begun = first.len_utf8();
                    let end = rest[begun..]
                        .find(|c: char| {
                            c.is_whitespace()
                                || matches!(c, '{' | '}' | '(' | ')' | ';' | '$' | '*')
                        })
                        .map_or(rest.len(), |length| begun + length);
                    self.word(&rest[..end], number);
                    rest = &rest[end..];
                }
            }
        }
    }

    fn word(&mut self, word: &str, number: usize) {
        if !self.open.is_empty() {
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
        let is_number = !word.is_empty() && digits.is_empty();
        if action.is_empty() || is_number || action == san::EN_PASSANT {
            return;
        }
        let is_glyph = |c| matches!(c, '!' | '?');
        let is_annotation = action.starts_with('$') || action.chars().all(is_glyph);
        if is_annotation || action.ends_with(is_glyph) {
            self.current.left_out.glyphs += 1;
        }
        if is_annotation {
            return;
        }
        self.current.words.push(Word {
            text: action.to_owned(),
            line: number,
            note: Note::default(),
        });
    }

    fn comment(&mut self, comment: &str) {
        if !self.open.is_empty() || comment.trim().is_empty() {
            return;
        }
        let left_out = &mut self.current.left_out;
        let Some(word) = self.current.words.last_mut() else {
            left_out.comments += 1;
            return;
        };
        if !read_note(comment, &mut word.note) {
            left_out.clocks += 1;
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
        if let Some(start) = self.open.first() {
            let problem = "the variation that begins here is not closed with “)”";
            self.fail(*start, None, problem.to_owned());
        }
        self.open.clear();
        let game = std::mem::take(&mut self.current);
        if let Some(problem) = self.problem.take() {
            self.games.push(Err(problem));
        } else if game.line > 0 && (game.tags.iter().next().is_some() || !game.words.is_empty()) {
            self.games.push(Ok(game));
        } else if let Some(Ok(last)) = self.games.last_mut() {
            // Text after the result of a game is not a game of its own.
            last.left_out.add(game.left_out);
        }
    }
}

/// Whether the next brace, in a line or those after it, closes a comment.
fn closes_next(line: &str, after: &Lines<'_>) -> bool {
    let after = after.clone().map(|(_, line)| line);
    let brace = |line: &str| line.chars().find(|c| matches!(c, '{' | '}'));
    std::iter::once(line).chain(after).find_map(brace) == Some('}')
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::pgn::LeftOut;
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
    fn an_open_comment_ends_with_its_game() {
        let games =
            read_games("[Event \"A\"]\n\n1. e4 {oops\ne5 *\n\n[Event \"B\"]\n\n1. d4 {fine} *\n");
        assert_eq!(games.len(), 2);
        assert_eq!(games[0].as_ref().expect_err("an open comment").line, 3);
        let second = games[1].as_ref().expect("good game");
        assert_eq!(second.tags.get("Event"), Some("B"));
        assert_eq!(second.words[0].text, "d4");
    }

    #[test]
    fn tags_may_share_a_line_with_one_another_and_with_moves() {
        let games = read_games("[Event \"a\"] [Site \"b ] c\"] ; a note\n[Round \"1\"] 1. e4 *\n");
        let game = games[0].as_ref().expect("good game");
        let tags: Vec<_> = game.tags.iter().collect();
        assert_eq!(tags, [("Event", "a"), ("Site", "b ] c"), ("Round", "1")]);
        assert_eq!(game.words[0].text, "e4");
        // Unescaped quotes are still part of the value.
        let games = read_games("[Event \"The \"big\" one\"]\n*\n");
        let game = games[0].as_ref().expect("good game");
        assert_eq!(game.tags.get("Event"), Some("The \"big\" one"));
    }

    #[test]
    fn games_without_moves_and_files_that_were_joined_are_games_of_their_own() {
        let file = "[Event \"x\"]\n[Result \"1-0\"]\n\n[Event \"y\"]\n[Result \"0-1\"]\n\n\u{feff}[Event \"z\"]\n\n1. e4 *\n";
        let games = read_games(file);
        let events: Vec<_> = games
            .iter()
            .map(|game| game.as_ref().expect("good game").tags.get("Event"))
            .collect();
        assert_eq!(events, [Some("x"), Some("y"), Some("z")]);
    }

    #[test]
    fn glyphs_and_the_end_of_a_game_need_no_space_before_them() {
        assert_eq!(words("1. e4$1 e5$13*"), ["e4", "e5"]);
    }

    #[test]
    fn nothing_in_a_comment_controls_a_terminal() {
        let games = read_games("1. e4 {a\u{1b}[31mred [%commit \u{1b}x]} *");
        let note = &games[0].as_ref().expect("good game").words[0].note;
        assert_eq!(note.text, "a [31mred");
        assert_eq!(note.commitment.as_deref(), Some("x"));
    }

    #[test]
    fn what_is_left_out_is_counted() {
        let file = "{A fine game.} 1. e4! $14 {[%clk 1:30] fast} (1. d4 $1 (1. c4) {no}) e5 {[%clk 0:01:30]} 2. exd6 e.p. {} Nf3 ?! *";
        let games = read_games(file);
        let game = games[0].as_ref().expect("good game");
        let left_out = LeftOut {
            variations: 2,
            glyphs: 3,
            clocks: 1,
            comments: 1,
        };
        assert_eq!(game.left_out, left_out);
        assert_eq!(game.words[0].note.text, "fast");
        assert_eq!(game.words[1].note.clock, Some(Duration::from_secs(90)));
    }

    #[test]
    fn a_clock_that_cannot_be_read_does_not_replace_one_that_can() {
        let games = read_games("1. e4 {[%clk 0:01:30]} {[%clk soon]} *");
        let game = games[0].as_ref().expect("good game");
        assert_eq!(game.words[0].note.clock, Some(Duration::from_secs(90)));
        assert_eq!(game.left_out.clocks, 1);
    }

    #[test]
    fn an_open_variation_ends_with_its_game() {
        let games = read_games("1. e4 ( 1. d4 \n\n[Event \"B\"]\n\n1. c4 *\n");
        assert_eq!(games.len(), 2);
        assert_eq!(games[1].as_ref().expect("good game").words[0].text, "c4");
    }

    #[test]
    fn an_open_variation_is_an_error_at_the_line_on_which_it_begins() {
        let file = "[Event \"A\"]\n\n1. e4 e5\n(1... c5 2. Nf3 (2. c3)\n2. Nf3 1-0\n\n[Event \"B\"]\n\n1. c4 *\n";
        let games = read_games(file);
        assert_eq!(games.len(), 2);
        let error = games[0].as_ref().expect_err("an open variation");
        let says = "line 4: the variation that begins here is not closed with “)”";
        assert_eq!(error.to_string(), says);
        assert!(games[1].is_ok());
        let last = read_games("1. e4 (1. d4\n");
        assert_eq!(last[0].as_ref().expect_err("an open variation").line, 1);
    }

    #[test]
    fn a_line_like_a_tag_is_part_of_the_comment_that_is_closed_after_it() {
        let games = read_games("1. e4 e5 {x\n[Foo \"bar\"]\n[Foo \"baz\"]\ny} 2. Nf3 *\n");
        assert_eq!(games.len(), 1);
        let game = games[0].as_ref().expect("good game");
        assert_eq!(game.words[1].note.text, "x [Foo \"bar\"] [Foo \"baz\"] y");
        assert_eq!(game.words[2].text, "Nf3");
        assert_eq!(game.tags.get("Foo"), None);
    }

    #[test]
    fn a_comment_after_the_result_is_counted_at_the_end_of_a_file_too() {
        let games = read_games("1. e4 e5 1-0 {White wins on time}\n");
        assert_eq!(games.len(), 1);
        let left_out = games[0].as_ref().expect("good game").left_out;
        assert_eq!(left_out.comments, 1);
    }

    #[test]
    fn an_empty_file_has_no_games() {
        assert!(read_games("").is_empty());
        assert!(read_games("\n\n  \n% escaped\n").is_empty());
    }
}
