//! Errors in a file, and their positions.

use thiserror::Error;

use super::MOST_ROUNDS;
use crate::{Number, ParsePointsError, Points};

/// The problem in a file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// There is no `001` line.
    #[error("there are no players: a player's line begins with 001")]
    NoPlayers,
    /// A player's number is invalid.
    #[error("a player's number is from 1 to 9999, not “{0}”")]
    Number(String),
    /// There are two lines for one player.
    #[error("player {0} already has a line")]
    SecondLine(Number),
    /// A number belongs to no line.
    #[error("there is no player {0}")]
    NoSuchPlayer(Number),
    /// A player is paired with himself.
    #[error("player {0} cannot meet himself")]
    Oneself(Number),
    /// A rating is invalid.
    #[error("a rating is a number from 0 to 9999, not “{0}”")]
    Rating(String),
    /// Points are invalid.
    #[error("{ParsePointsError}, not “{0}”")]
    Points(String),
    /// The points do not follow from the results.
    #[error("the results make {computed} points, not {given}")]
    OtherPoints {
        /// The points in the line.
        given: Points,
        /// The sum of the rounds.
        computed: Points,
    },
    /// A rank is invalid.
    #[error("a rank is a number, not “{0}”")]
    Rank(String),
    /// A colour is invalid.
    #[error("a colour is w, b or -, not “{0}”")]
    Colour(char),
    /// A game has no colour.
    #[error("a game needs a colour, w or b")]
    NoColour,
    /// A result is invalid.
    #[error("a result is one of 1 = 0 + - W D L, or of H F U Z without an opponent, not “{0}”")]
    Result(char),
    /// A game has no result.
    #[error("the result is missing")]
    NoResult,
    /// A bye stands in place of a result.
    #[error("a bye ({0}) has no opponent: 0000")]
    ByeWithOpponent(char),
    /// A character stands between the columns.
    #[error("“{0}” stands between the columns of a round")]
    OutOfColumn(char),
    /// The opponent's line contradicts the player's.
    #[error("the line of player {opponent} does not agree: {what}")]
    Disagreement {
        /// The opponent.
        opponent: Number,
        /// The difference.
        what: &'static str,
    },
    /// A number of rounds is invalid.
    #[error("a number of rounds is from 1 to {MOST_ROUNDS}, not “{0}”")]
    Rounds(String),
    /// The first round of a range comes after the last.
    #[error("the first round, {first}, comes after the last, {last}")]
    RoundsReversed {
        /// The first round.
        first: usize,
        /// The last round.
        last: usize,
    },
    /// There are more rounds than [`MOST_ROUNDS`].
    #[error("a file has at most {MOST_ROUNDS} rounds")]
    TooManyRounds,
    /// The initial colour is invalid.
    #[error("the initial colour is {0}")]
    InitialColour(&'static str),
    /// A value of the scoring system is invalid.
    #[error("the points of a result are a letter and a number, as in W 1.0, not “{0}”")]
    Scoring(String),
    /// A type of bye is invalid.
    #[error("a bye is of type F, H or Z, not “{0}”")]
    ByeType(String),
    /// An assignment of points is invalid.
    #[error(
        "points are assigned by a type (W D L F H Z + -, or none, in one round), points, a round and players, not by “{0}”"
    )]
    Assigned(String),
    /// A line asks for a kind of pairing that is not supported.
    #[error("{0}")]
    Unsupported(&'static str),
}

/// An error in a file and its position; lines and columns are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct TrfError {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
    /// The problem.
    pub problem: Problem,
}
