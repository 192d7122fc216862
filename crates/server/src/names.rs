//! The rules' colours, pieces and results as the API and the stored logs name them.

use std::fmt::{self, Display, Write};

use arrayvec::ArrayString;
use manifold_rules::board;
use manifold_rules::outcome::{Outcome, Reason};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Color {
    /// White.
    White,
    /// Black.
    Black,
}

impl From<board::Color> for Color {
    fn from(color: board::Color) -> Color {
        color.fold_wb(Color::White, Color::Black)
    }
}

impl From<Color> for board::Color {
    fn from(color: Color) -> board::Color {
        match color {
            Color::White => board::Color::White,
            Color::Black => board::Color::Black,
        }
    }
}

/// A kind of chessman.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Role {
    /// Pawn.
    Pawn,
    /// Knight.
    Knight,
    /// Bishop.
    Bishop,
    /// Rook.
    Rook,
    /// Queen.
    Queen,
    /// King.
    King,
}

impl From<board::Role> for Role {
    fn from(role: board::Role) -> Role {
        match role {
            board::Role::Pawn => Role::Pawn,
            board::Role::Knight => Role::Knight,
            board::Role::Bishop => Role::Bishop,
            board::Role::Rook => Role::Rook,
            board::Role::Queen => Role::Queen,
            board::Role::King => Role::King,
        }
    }
}

/// A square such as `e4`; in DMChess, where a dimension is needed too, a place such as `d3e4`.
// Every state has hundreds of them: they are kept in place, not on the heap. (Not a doc comment: those go into the API.)
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = String)]
pub(crate) struct Square(ArrayString<4>);

impl Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Square {
    pub(crate) fn of(square: impl Display) -> Square {
        let mut name = ArrayString::new();
        let written = write!(name, "{square}");
        debug_assert!(written.is_ok(), "no square has a longer name: {square}");
        Square(name)
    }
}

/// Whether a game goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Status {
    /// A side is free.
    Waiting,
    /// In progress.
    Live,
    /// It has ended.
    Over,
}

/// The reason why a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum EndReason {
    /// Checkmate.
    Checkmate,
    /// Time Traveler's Chess: a position became grammatically incorrect.
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
    /// Threefold repetition.
    Repetition,
    /// Fifty moves without a capture or a pawn move.
    FiftyMoves,
    /// Neither side can win any more.
    InsufficientMaterial,
    /// The players agreed on a draw.
    Agreement,
    /// A player left, and the opponent claimed the game.
    Left,
    /// A player did not appear, or lost by forfeit; without a winner, both did.
    Forfeit,
    /// The game was aborted.
    Aborted,
}

impl From<Reason> for EndReason {
    fn from(reason: Reason) -> EndReason {
        match reason {
            Reason::Checkmate => EndReason::Checkmate,
            Reason::Grammar => EndReason::Grammar,
            Reason::Dominance => EndReason::Dominance,
            Reason::Resignation => EndReason::Resignation,
            Reason::Time => EndReason::Time,
            Reason::Adjudication => EndReason::Adjudication,
            Reason::Stalemate => EndReason::Stalemate,
            Reason::Repetition => EndReason::Repetition,
            Reason::FiftyMoves => EndReason::FiftyMoves,
            Reason::InsufficientMaterial => EndReason::InsufficientMaterial,
            Reason::Agreement => EndReason::Agreement,
        }
    }
}

/// The winner and the reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct GameResult {
    /// The winner; null for a draw and for an aborted game.
    #[schema(required)]
    pub(crate) winner: Option<Color>,
    /// The reason why the game ended.
    pub(crate) reason: EndReason,
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> GameResult {
        GameResult {
            winner: outcome.winner.map(Color::from),
            reason: outcome.reason.into(),
        }
    }
}
