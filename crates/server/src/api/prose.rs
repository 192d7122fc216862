//! Sentences and names for people, about what the tables say in types.

use manifold_rules::board::Color;
use manifold_rules::outcome::{Outcome, Reason};

use crate::table::event::{Claim, GameEnd};
use crate::table::info::Player;
use crate::table::time_control::ClockChoice;

/// `White` or `Black`.
pub(super) fn color(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

/// A player's display name; `?` for a side that nobody has taken.
pub(super) fn player(player: &Player) -> String {
    match player {
        Player::Free => "?".to_owned(),
        Player::Person { name, .. } => name.clone(),
        Player::Engine { level } => format!("Manifold, level {level}"),
    }
}

/// How a game ended, in a sentence.
pub(super) fn end(end: GameEnd) -> String {
    match end {
        GameEnd::Rules(ended) => outcome(ended),
        GameEnd::Left { by, what } => {
            let left = color(by.other());
            match what {
                Claim::Win => format!("{} wins: {left} has left the game.", color(by)),
                Claim::Draw => format!("Draw: {left} has left the game."),
            }
        }
        GameEnd::Aborted => "The game was aborted.".to_owned(),
    }
}

fn outcome(outcome: Outcome) -> String {
    let Some(winner) = outcome.winner else {
        let why = match outcome.reason {
            Reason::Stalemate => " by stalemate",
            Reason::Agreement => " by agreement",
            Reason::Adjudication => " by decision of the referee",
            Reason::Repetition => " by threefold repetition",
            Reason::FiftyMoves => " by the fifty-move rule",
            Reason::InsufficientMaterial => ": neither side has enough material left to win",
            Reason::Time => ": one player has run out of time, and the other cannot win",
            _ => "",
        };
        return format!("Draw{why}.");
    };
    let (wins, loses) = (color(winner), color(winner.other()));
    match outcome.reason {
        Reason::Checkmate => format!("{wins} wins by checkmate."),
        Reason::Grammar => {
            format!("{wins} wins: {loses}'s position became grammatically incorrect.")
        }
        Reason::Dominance => {
            format!("{wins} wins by dominance: five dimensions controlled for a full turn.")
        }
        Reason::Resignation => format!("{wins} wins: {loses} has resigned."),
        Reason::Time => format!("{wins} wins: {loses} has run out of time."),
        Reason::Adjudication => format!("{wins} wins by decision of the referee."),
        _ => format!("{wins} wins."),
    }
}

/// A time control for lists, such as `Blitz 5+3`.
pub(super) fn clock(choice: &ClockChoice) -> String {
    match choice {
        ClockChoice::Preset { id } => choice
            .preset()
            .map_or_else(|| id.clone(), |preset| preset.name.to_owned()),
        ClockChoice::Custom {
            seconds,
            increment,
            delay,
        } => {
            let minutes = (f64::from(*seconds) / 60.0 * 100.0).round() / 100.0;
            match (increment, delay) {
                (increment, 0) => format!("{minutes}+{increment}"),
                (0, delay) => format!("{minutes}d{delay}"),
                (increment, delay) => format!("{minutes}+{increment}d{delay}"),
            }
        }
        ClockChoice::Correspondence { days: 1 } => "1 day a move".to_owned(),
        ClockChoice::Correspondence { days } => format!("{days} days a move"),
    }
}
