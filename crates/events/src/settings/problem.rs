//! Why settings are invalid.

use thiserror::Error;

/// Why settings are refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SettingsProblem {
    /// The name.
    #[error("the name must have 1 to 80 characters in one line")]
    Name,
    /// The variant.
    #[error("the variant must have 1 to 40 characters, as in hidden960:960")]
    Variant,
    /// The event's own regulations.
    #[error("the regulations of the event can have up to 20,000 characters")]
    Regulations,
    /// The time control.
    #[error(
        "a time control has up to 86,400 seconds, an increment and a delay of up to 3,600 seconds, and they are not all 0"
    )]
    Control,
    /// The number of rounds, or of games in a match.
    #[error(
        "the number of rounds or games must be from 1 to {}",
        super::limits::MOST_ROUNDS
    )]
    Rounds,
    /// The number of games in a knock-out match.
    #[error("a knock-out match has 1, 2 or 4 games")]
    KnockOutGames,
    /// The length of an arena.
    #[error("an arena lasts from 10 to 1,440 minutes")]
    ArenaMinutes,
    /// The deadline of arranged games.
    #[error("the deadline of arranged games must be after the start, within ten years")]
    Deadline,
    /// The start.
    #[error("the start must not be in the past")]
    StartPast,
    /// The start.
    #[error("the start must be within ten years")]
    StartFar,
    /// The pause between rounds.
    #[error("a round can start up to 20,160 minutes after the one before is final")]
    ScheduleMinutes,
    /// The times of rounds.
    #[error(
        "the start times of round 2 and later must be up to {} in ascending order, after the start and within ten years",
        super::limits::MOST_ROUNDS
    )]
    ScheduleTimes,
    /// The rating range.
    #[error("the lowest rating must not be above the highest")]
    RatingRange,
    /// The number of players.
    #[error("the maximum number of players must be from {least} to {most} in this format")]
    MostPlayers {
        /// The fewest.
        least: u16,
        /// The most.
        most: u16,
    },
    /// The check-in.
    #[error("check-in must begin 1 to 1,440 minutes before the start")]
    CheckIn,
    /// The default time.
    #[error("the default time must be from 1 to 1,440 minutes")]
    DefaultTime,
    /// An unknown tie-break.
    #[error("there is no tie-break {name}: use acronyms of FIDE C.07, as in BH/C1")]
    TieBreak {
        /// The name that was given.
        name: String,
    },
    /// Too many tie-breaks, or one that is named twice.
    #[error("an event can have up to 10 tie-breaks, each once")]
    TieBreaks,
}
