//! Sentences and names for people, made from the types of the tables.

pub(super) use manifold_rules::board::player_name as color;

use super::problem::sentence;
use crate::moderation::Sanction;
use crate::table::event::{Claim, GameEnd};
use crate::table::info::Player;
use crate::table::time_control::ClockChoice;

/// A player's display name; `?` for a side that nobody has taken.
pub(super) fn player(player: &Player) -> String {
    match player {
        Player::Free => "?".to_owned(),
        Player::Person(person) => person.name.clone(),
        Player::Engine { level: number, .. } => level(*number),
    }
}

/// The engine at a level.
pub(super) fn level(level: u8) -> String {
    format!("Computer, level {level}")
}

/// The end of a game, in a sentence.
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
        GameEnd::Ruled {
            winner: Some(winner),
        } => format!("{} wins by a ruling.", color(winner)),
        GameEnd::Ruled { winner: None } => "Draw by a ruling.".to_owned(),
        GameEnd::Forfeited {
            winner: Some(winner),
        } => format!("{} wins by forfeit.", color(winner)),
        GameEnd::Forfeited { winner: None } => "Both players have lost by forfeit.".to_owned(),
        GameEnd::Aborted => "The game was aborted.".to_owned(),
    }
}

/// A day and a time (milliseconds since 1970) in UTC, such as `21 November 2026, 12:00 UTC`.
pub(super) fn moment(ms: u64) -> String {
    let moment = i64::try_from(ms)
        .ok()
        .map(jiff::Timestamp::from_millisecond);
    match moment {
        Some(Ok(moment)) => moment.strftime("%-d %B %Y, %H:%M UTC").to_string(),
        _ => "a day far ahead".to_owned(),
    }
}

/// The notice of a ban, for the owner of the account.
pub(super) fn ban(ban: &Sanction) -> String {
    let reason = sentence(&ban.reason);
    match ban.until {
        Some(until) => format!("This account is banned until {}. {reason}", moment(until)),
        None => format!("This account is banned. {reason}"),
    }
}

/// The notice of a mute, for the muted player.
pub(super) fn mute(mute: &Sanction) -> String {
    let reason = sentence(&mute.reason);
    match mute.until {
        Some(until) => format!("You can write again on {}. {reason}", moment(until)),
        None => format!("You cannot write in chats any more. {reason}"),
    }
}

/// A time control for lists, such as `Blitz`, `5+3` or `¾+1`.
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
            let minutes = minutes(*seconds);
            match delay {
                0 => format!("{minutes}+{increment}"),
                delay => format!("{minutes}+{increment} (delay {delay})"),
            }
        }
        ClockChoice::Correspondence { days: 1 } => "1 day per move".to_owned(),
        ClockChoice::Correspondence { days } => format!("{days} days per move"),
    }
}

/// Minutes as chess players write them, or minutes and seconds where there is no short number.
fn minutes(seconds: u32) -> String {
    match seconds {
        15 => "¼".to_owned(),
        30 => "½".to_owned(),
        45 => "¾".to_owned(),
        _ if seconds.is_multiple_of(6) => (f64::from(seconds) / 60.0).to_string(),
        _ => format!("{}:{:02}", seconds / 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_told_exactly_and_as_chess_players_write_them() {
        for (seconds, increment, delay, text) in [
            (15, 0, 0, "¼+0"),
            (30, 1, 0, "½+1"),
            (45, 1, 2, "¾+1 (delay 2)"),
            (50, 0, 0, "0:50+0"),
            (0, 3, 0, "0+3"),
            (66, 0, 5, "1.1+0 (delay 5)"),
            (90, 0, 0, "1.5+0"),
            (300, 3, 0, "5+3"),
            (605, 0, 0, "10:05+0"),
        ] {
            let choice = ClockChoice::Custom {
                seconds,
                increment,
                delay,
            };
            assert_eq!(clock(&choice), text);
        }
    }
}
