//! The end of a game, and its reason.

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::Serialize;

use crate::board::{Color, player_name};
use crate::error::NotationError;

/// Why a game ended. The names are those of the command line's `status`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The side to move is attacked and has no legal action.
    Checkmate,
    /// Time Traveler's Chess: a player's position became grammatically incorrect.
    Grammar,
    /// DMChess: five dimensions controlled for a full turn.
    Dominance,
    /// A player resigned.
    Resignation,
    /// A player's time ran out.
    Time,
    /// An arbiter decided.
    Adjudication,
    /// No legal action, and not in check.
    Stalemate,
    /// The same position for the third time.
    Repetition,
    /// A hundred plies without progress.
    FiftyMoves,
    /// Neither side has sufficient material to win.
    InsufficientMaterial,
    /// The players agreed on a draw.
    Agreement,
}

impl Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Checkmate => "checkmate",
            Reason::Grammar => "grammar",
            Reason::Dominance => "dominance",
            Reason::Resignation => "resignation",
            Reason::Time => "time",
            Reason::Adjudication => "adjudication",
            Reason::Stalemate => "stalemate",
            Reason::Repetition => "repetition",
            Reason::FiftyMoves => "fifty-moves",
            Reason::InsufficientMaterial => "insufficient-material",
            Reason::Agreement => "agreement",
        })
    }
}

impl FromStr for Reason {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Reason, NotationError> {
        const ALL: [Reason; 11] = [
            Reason::Checkmate,
            Reason::Grammar,
            Reason::Dominance,
            Reason::Resignation,
            Reason::Time,
            Reason::Adjudication,
            Reason::Stalemate,
            Reason::Repetition,
            Reason::FiftyMoves,
            Reason::InsufficientMaterial,
            Reason::Agreement,
        ];
        ALL.into_iter()
            .find(|reason| reason.to_string() == text)
            .ok_or_else(|| NotationError::new(text, "the reason of a result, such as checkmate"))
    }
}

/// The end of a game: the winner, if there is one, and the reason.
///
/// ```
/// use manifold_rules::board::Color;
/// use manifold_rules::outcome::{Outcome, Reason};
///
/// let outcome = Outcome::win(Color::White, Reason::Checkmate);
/// assert_eq!(outcome.to_string(), "white-wins checkmate");
/// assert_eq!(outcome.score(), "1-0");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Outcome {
    /// The winner; `None` for a draw.
    #[serde(serialize_with = "crate::board::names::optional_color")]
    pub winner: Option<Color>,
    /// Why the game ended.
    pub reason: Reason,
}

impl Outcome {
    /// `winner` has won.
    #[must_use]
    pub const fn win(winner: Color, reason: Reason) -> Outcome {
        Outcome {
            winner: Some(winner),
            reason,
        }
    }

    /// A draw.
    #[must_use]
    pub const fn draw(reason: Reason) -> Outcome {
        Outcome {
            winner: None,
            reason,
        }
    }

    /// The end of a game in which `loser` has no legal action: checkmate in check, otherwise
    /// stalemate.
    #[must_use]
    pub const fn without_a_move(loser: Color, in_check: bool) -> Outcome {
        if in_check {
            Outcome::win(loser.other(), Reason::Checkmate)
        } else {
            Outcome::draw(Reason::Stalemate)
        }
    }

    /// The end of the game, as a sentence for people.
    ///
    /// ```
    /// use manifold_rules::board::Color;
    /// use manifold_rules::outcome::{Outcome, Reason};
    ///
    /// let outcome = Outcome::win(Color::White, Reason::Resignation);
    /// assert_eq!(outcome.sentence(), "White wins: Black has resigned.");
    /// ```
    #[must_use]
    pub fn sentence(self) -> String {
        let Some(winner) = self.winner else {
            return match self.reason {
                Reason::Stalemate => "Draw by stalemate.",
                Reason::Repetition => "Draw by threefold repetition.",
                Reason::FiftyMoves => "Draw by the fifty-move rule.",
                Reason::InsufficientMaterial => "Draw by insufficient material.",
                Reason::Agreement => "Draw by agreement.",
                Reason::Adjudication => "Draw by adjudication.",
                Reason::Time => {
                    "Draw: one player's time has run out, but the other cannot win any more."
                }
                _ => "Draw.",
            }
            .to_owned();
        };
        let (won, lost) = (player_name(winner), player_name(winner.other()));
        match self.reason {
            Reason::Checkmate => format!("{won} wins by checkmate."),
            Reason::Grammar => {
                format!("{won} wins: {lost}'s position became grammatically incorrect.")
            }
            Reason::Dominance => {
                format!("{won} wins by dominance: five dimensions controlled for a full turn.")
            }
            Reason::Resignation => format!("{won} wins: {lost} has resigned."),
            Reason::Time => format!("{won} wins: {lost}'s time has run out."),
            Reason::Adjudication => format!("{won} wins by adjudication."),
            other => format!("{won} wins ({other})."),
        }
    }

    /// The score in PGN: `1-0`, `0-1` or `1/2-1/2`.
    #[must_use]
    pub const fn score(self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

impl Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(Color::White) => write!(f, "white-wins {}", self.reason),
            Some(Color::Black) => write!(f, "black-wins {}", self.reason),
            None => write!(f, "draw {}", self.reason),
        }
    }
}
