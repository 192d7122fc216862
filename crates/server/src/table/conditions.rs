//! Conditional moves: what a player answers in a correspondence game if the opponent plays this or that.
//!
//! They are private to the player: no view, event or debugging output shows anything of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Debug};

use manifold_rules::board::Color;
use manifold_rules::viewer::Viewer;

use super::error::TableError;
use super::referee::Referee;
use super::seat::Seat;

/// Maximum number of actions of all lines together. Actions of a common beginning count once.
pub(crate) const MOST_ACTIONS: usize = 64;
/// The most actions of one line.
pub(crate) const LONGEST_LINE: usize = 20;

/// Lines of actions in machine notation. Each begins with an action of the opponent and ends with one of the player; where lines begin
/// alike, they have the same answer.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Conditions {
    /// The last event that had changed the position when they were chosen.
    after: u64,
    lines: Vec<Vec<String>>,
    /// The number of their actions that have been played since.
    played: usize,
}

impl Debug for Conditions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Conditions(?)")
    }
}

/// The error in a line.
#[derive(Debug, Clone)]
pub(crate) struct WrongLine {
    /// The number of the line, from 0 on.
    pub(crate) line: usize,
    /// The number of its action, from 0 on.
    pub(crate) action: usize,
    pub(crate) why: Why,
}

/// Why a line is refused.
#[derive(Debug, Clone)]
pub(crate) enum Why {
    /// The text is not an action, or not legal there.
    Refused(TableError),
    /// The line must begin with an action of the opponent, and end with one of the player.
    Ends,
    /// Another line has another answer here.
    OtherAnswer,
    /// The line is longer than [`LONGEST_LINE`].
    TooLong,
    /// With this line there are more than [`MOST_ACTIONS`].
    TooMany,
}

/// A line as its player reads it.
#[derive(Debug, Clone)]
pub(crate) struct ShownLine {
    /// In machine notation.
    pub(crate) actions: Vec<String>,
    /// For people.
    pub(crate) notation: Vec<String>,
}

impl Conditions {
    /// Reads what a player has chosen in a position, in which the opponent must act. `after` is the last event that has changed it.
    /// No lines are no conditions.
    pub(crate) fn choose(
        after: u64,
        color: Color,
        position: &Referee,
        wanted: &[Vec<String>],
    ) -> Result<Option<Conditions>, WrongLine> {
        let mut lines: BTreeSet<Vec<String>> = BTreeSet::new();
        let mut answers: BTreeMap<Vec<String>, String> = BTreeMap::new();
        let mut beginnings: BTreeSet<Vec<String>> = BTreeSet::new();
        for (line, texts) in wanted.iter().enumerate() {
            let wrong = |action, why| WrongLine { line, action, why };
            if texts.len() > LONGEST_LINE {
                return Err(wrong(LONGEST_LINE, Why::TooLong));
            }
            let mut game = position.clone();
            let mut actions: Vec<String> = Vec::with_capacity(texts.len());
            let mut last = None;
            for (place, text) in texts.iter().enumerate() {
                let judged = game
                    .judge(Seat::Both, text)
                    .map_err(|error| wrong(place, Why::Refused(error)))?;
                let by = judged.by();
                let action = judged.action().reveal().to_string();
                if place == 0 && by == color {
                    return Err(wrong(place, Why::Ends));
                }
                if by == color {
                    let answer = answers
                        .entry(actions.clone())
                        .or_insert_with(|| action.clone());
                    if *answer != action {
                        return Err(wrong(place, Why::OtherAnswer));
                    }
                }
                game.play(judged, None);
                actions.push(action);
                if beginnings.insert(actions.clone()) && beginnings.len() > MOST_ACTIONS {
                    return Err(wrong(place, Why::TooMany));
                }
                last = Some(by);
            }
            if last != Some(color) {
                return Err(wrong(texts.len().saturating_sub(1), Why::Ends));
            }
            lines.insert(actions);
        }
        // A line that is the beginning of another says nothing of its own.
        let all: Vec<Vec<String>> = lines.into_iter().collect();
        let lines: Vec<Vec<String>> = all
            .iter()
            .filter(|line| {
                !all.iter()
                    .any(|other| other.len() > line.len() && other.starts_with(line))
            })
            .cloned()
            .collect();
        Ok(Conditions::stored(after, lines))
    }

    /// Conditions as they were stored.
    pub(crate) fn stored(after: u64, lines: Vec<Vec<String>>) -> Option<Conditions> {
        (!lines.is_empty()).then_some(Conditions {
            after,
            lines,
            played: 0,
        })
    }

    /// The last event that had changed the position when they were chosen.
    pub(crate) fn after(&self) -> u64 {
        self.after
    }

    /// All lines, from the position in which they were chosen.
    pub(crate) fn lines(&self) -> &[Vec<String>] {
        &self.lines
    }

    /// What is left of them after an action of either player; `None` if the game has left all lines, or the last one is at its end.
    pub(crate) fn advanced(&self, action: &str) -> Option<Conditions> {
        let is_followed = |line: &&Vec<String>| {
            line.get(self.played).is_some_and(|next| next == action) && line.len() > self.played + 1
        };
        let lines: Vec<Vec<String>> = self.lines.iter().filter(is_followed).cloned().collect();
        (!lines.is_empty()).then_some(Conditions {
            after: self.after,
            lines,
            played: self.played + 1,
        })
    }

    /// The action that comes next in all lines, if the player must act here.
    pub(crate) fn answer(&self) -> Option<&str> {
        self.lines.first()?.get(self.played).map(String::as_str)
    }

    /// The rest of the lines, from the position as it stands.
    pub(crate) fn shown(&self, position: &Referee, color: Color) -> Vec<ShownLine> {
        let shown = self.lines.iter().map(|line| {
            let actions = line[self.played..].to_vec();
            let mut game = position.clone();
            let mut notation = Vec::with_capacity(actions.len());
            for action in &actions {
                // They were judged when they were chosen.
                let Ok(judged) = game.judge(Seat::Both, action) else {
                    break;
                };
                let played = game.play(judged, None);
                notation.push(played.notation(Viewer::Player(color)).to_string());
            }
            ShownLine { actions, notation }
        });
        shown.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chess(played: &[&str]) -> Referee {
        let mut game = Referee::new("chess".parse().expect("a variant"));
        for text in played {
            let judged = game.judge(Seat::Both, text).expect("legal");
            game.play(judged, None);
        }
        game
    }

    fn lines(texts: &[&str]) -> Vec<Vec<String>> {
        let words = |text: &&str| text.split_whitespace().map(str::to_owned).collect();
        texts.iter().map(words).collect()
    }

    /// White's conditions after 1.e4.
    fn after_e4(texts: &[&str]) -> Result<Option<Conditions>, WrongLine> {
        Conditions::choose(1, Color::White, &chess(&["e2e4"]), &lines(texts))
    }

    #[test]
    fn lines_are_followed_as_the_opponent_plays_and_gone_when_the_game_leaves_them() {
        let conditions = after_e4(&["e5 Nf3 Nc6 Bb5", "e7e5 g1f3 d7d6 d2d4", "c7c5 g1f3"]);
        let conditions = conditions.expect("good lines").expect("some");
        assert_eq!(conditions.lines().len(), 3);
        let open = conditions.advanced("e7e5").expect("two lines");
        assert_eq!(open.answer(), Some("g1f3"));
        assert_eq!(open.lines().len(), 2);
        let open = open.advanced("g1f3").expect("two lines");
        let philidor = open.advanced("d7d6").expect("one line");
        assert_eq!(philidor.answer(), Some("d2d4"));
        assert_eq!(philidor.advanced("d2d4"), None, "it is at its end");
        assert_eq!(open.advanced("g8f6"), None, "nothing was said of that");
        assert_eq!(conditions.advanced("e7e6"), None);
        let position = chess(&["e2e4", "e7e5", "g1f3"]);
        let shown = open.shown(&position, Color::White);
        assert_eq!(shown[0].actions, ["b8c6", "f1b5"]);
        assert_eq!(shown[0].notation, ["Nc6", "Bb5"]);
    }

    #[test]
    fn a_line_that_cannot_be_is_refused_with_its_place() {
        type IsIt = fn(&Why) -> bool;
        let cases: [(&[&str], usize, usize, IsIt); 7] = [
            (&["e7e5 g1f3", "e7e4 g1f3"], 1, 0, |why| {
                matches!(why, Why::Refused(TableError::Illegal(_)))
            }),
            (&["what g1f3"], 0, 0, |why| {
                matches!(why, Why::Refused(TableError::Unreadable(_)))
            }),
            (&["e7e5"], 0, 0, |why| matches!(why, Why::Ends)),
            (&["e7e5 g1f3 b8c6"], 0, 2, |why| matches!(why, Why::Ends)),
            (&[""], 0, 0, |why| matches!(why, Why::Ends)),
            (&["e7e5 g1f3", "e7e5 f1c4"], 1, 1, |why| {
                matches!(why, Why::OtherAnswer)
            }),
            (
                &[
                    "e7e5 g1f3 b8c6 f3g1 c6b8 g1f3 b8c6 f3g1 c6b8 g1f3 b8c6 f3g1 c6b8 g1f3 b8c6 f3g1 c6b8 g1f3 b8c6 f3g1 c6b8",
                ],
                0,
                LONGEST_LINE,
                |why| matches!(why, Why::TooLong),
            ),
        ];
        for (texts, line, action, is_it) in cases {
            let wrong = after_e4(texts).expect_err("it cannot be");
            assert!(is_it(&wrong.why), "{texts:?}: {wrong:?}");
            assert_eq!((wrong.line, wrong.action), (line, action), "{texts:?}");
        }
        // A line must begin with an action of the opponent.
        let own = Conditions::choose(0, Color::White, &chess(&[]), &lines(&["e2e4"]));
        assert!(own.is_err_and(|wrong| matches!(wrong.why, Why::Ends)));
        assert_eq!(after_e4(&[]).expect("nothing wrong"), None);
    }

    #[test]
    fn there_are_64_actions_and_no_more() {
        let openings = [
            "e7e5", "e7e6", "d7d5", "d7d6", "c7c5", "c7c6", "b7b6", "g7g6", "a7a6", "h7h6", "b8c6",
            "g8f6",
        ];
        let many: Vec<String> = openings
            .iter()
            .flat_map(|first| {
                ["a7a5", "h7h5", "f7f6"].map(|second| format!("{first} g1f3 {second} f3g1"))
            })
            .collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert!(after_e4(&many[..9]).is_ok());
        let wrong = after_e4(&many).expect_err("too many");
        assert!(matches!(wrong.why, Why::TooMany), "{wrong:?}");
        // Lines that begin alike count once, and the beginning of another line is no line of its own.
        let same = after_e4(&["e7e5 g1f3"; 64].map(|line| line)).expect("one");
        assert_eq!(same.expect("one").lines().len(), 1);
        let shorter = after_e4(&["e7e5 g1f3", "e7e5 g1f3 b8c6 f1b5"]).expect("one");
        assert_eq!(shorter.expect("one").lines().len(), 1);
    }

    #[test]
    fn debugging_output_shows_nothing_of_them() {
        let conditions = after_e4(&["e7e5 g1f3"]).expect("good");
        assert_eq!(format!("{conditions:?}"), "Some(Conditions(?))");
    }
}
