//! What the terminal says.

use manifold_rules::board::Color;
use manifold_rules::outcome::{Outcome, Reason};

/// `White` or `Black`.
pub(crate) fn name(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

/// How the game ended, as a sentence.
pub(crate) fn ending(outcome: Outcome) -> String {
    let Some(winner) = outcome.winner else {
        return match outcome.reason {
            Reason::Stalemate => "Draw by stalemate: no legal move, and no check.",
            Reason::Repetition => "Draw: the same position for the third time.",
            Reason::FiftyMoves => "Draw: fifty moves without progress.",
            Reason::InsufficientMaterial => "Draw: neither side can win with what is left.",
            Reason::Agreement => "Draw by agreement.",
            Reason::Time => "Draw: the time has run out, but the opponent has only a king.",
            _ => "Draw.",
        }
        .to_owned();
    };
    let (won, lost) = (name(winner), name(winner.other()));
    match outcome.reason {
        Reason::Checkmate => format!("{won} wins by checkmate."),
        Reason::Grammar => format!("{won} wins: {lost}'s position became grammatically incorrect."),
        Reason::Dominance => {
            format!("{won} wins by dominance: five dimensions held for a full turn.")
        }
        Reason::Resignation => format!("{won} wins: {lost} resigned."),
        Reason::Time => format!("{won} wins: {lost}'s time has run out."),
        other => format!("{won} wins ({other})."),
    }
}
