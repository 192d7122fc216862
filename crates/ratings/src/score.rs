//! Scores of games.

use std::str::FromStr;

use thiserror::Error;

/// The result of a game for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Score {
    /// 0.
    Loss,
    /// One half.
    Draw,
    /// 1.
    Win,
}

impl Score {
    /// All scores.
    pub const ALL: [Score; 3] = [Score::Loss, Score::Draw, Score::Win];

    /// The points.
    #[must_use]
    pub fn points(self) -> f64 {
        match self {
            Score::Loss => 0.0,
            Score::Draw => 0.5,
            Score::Win => 1.0,
        }
    }

    /// The score of the other player in the same game.
    #[must_use]
    pub fn reversed(self) -> Score {
        match self {
            Score::Loss => Score::Win,
            Score::Draw => Score::Draw,
            Score::Win => Score::Loss,
        }
    }
}

/// The text is not a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the score must be 1, 0.5 (or 1/2) or 0")]
pub struct ParseScoreError;

/// Reads `1`, `0.5`, `1/2`, `0`, or these numbers in another spelling (`1.0`, `.5`).
impl FromStr for Score {
    type Err = ParseScoreError;

    fn from_str(text: &str) -> Result<Score, ParseScoreError> {
        if text == "1/2" {
            return Ok(Score::Draw);
        }
        let points: f64 = text.parse().map_err(|_| ParseScoreError)?;
        Score::ALL
            .into_iter()
            .find(|score| score.points() == points)
            .ok_or(ParseScoreError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read_in_the_usual_spellings_and_nothing_else() {
        for (text, score) in [
            ("1", Score::Win),
            ("1.0", Score::Win),
            ("0.5", Score::Draw),
            (".5", Score::Draw),
            ("1/2", Score::Draw),
            ("0", Score::Loss),
        ] {
            assert_eq!(text.parse(), Ok(score), "{text}");
        }
        for text in ["", "2", "0.4", "-1", "win", "nan", "inf", "1 ", "0,5"] {
            assert_eq!(text.parse::<Score>(), Err(ParseScoreError), "{text}");
        }
    }

    #[test]
    fn the_points_of_both_players_add_up_to_one() {
        for score in Score::ALL {
            assert_eq!(score.points() + score.reversed().points(), 1.0);
        }
    }
}
