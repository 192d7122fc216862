//! Sentences and names for people, about what the tables say in types.

pub(super) use manifold_rules::board::player_name as color;

use crate::table::event::{Claim, GameEnd};
use crate::table::info::Player;
use crate::table::time_control::ClockChoice;

/// A player's display name; `?` for a side that nobody has taken.
pub(super) fn player(player: &Player) -> String {
    match player {
        Player::Free => "?".to_owned(),
        Player::Person(person) => person.name.clone(),
        Player::Engine { level } => format!("Manifold, level {level}"),
    }
}

/// How a game ended, in a sentence.
pub(super) fn end(end: GameEnd) -> String {
    match end {
        GameEnd::Rules(outcome) => outcome.sentence(),
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
