//! The settings of an event: everything that is settled before it starts (Regulations, sections 1, 2 and 6).

mod control;
mod format;
mod limits;
mod problem;
mod tie_breaks;

use serde::{Deserialize, Serialize};

pub use control::Control;
pub use format::{Arranged, Format};
pub(crate) use limits::{FURTHEST, MINUTE};
pub use limits::{MOST_ARENA_GAMES, MOST_DIRECTORS, MOST_FORBIDDEN, MOST_ROUNDS};
pub use problem::SettingsProblem;

/// The times at which rounds start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
pub enum Schedule {
    /// A number of minutes after the round before it has become final.
    After {
        /// The minutes.
        minutes: u32,
    },
    /// At given times, from the second round on; rounds beyond the last time start when they are paired.
    Times {
        /// The times in milliseconds since 1970, in ascending order.
        times: Vec<u64>,
    },
}

impl Default for Schedule {
    fn default() -> Schedule {
        Schedule::After { minutes: 2 }
    }
}

/// The value of the pairing-allocated bye.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum PairingByeValue {
    /// As much as a win.
    #[default]
    Win,
    /// As much as a draw.
    Draw,
}

/// The conditions of entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Conditions {
    /// The lowest rating that may enter.
    pub rating_from: Option<u16>,
    /// The highest rating that may enter.
    pub rating_to: Option<u16>,
    /// The maximum number of players; [`Format::most_players`] by default.
    pub most_players: Option<u16>,
}

/// The settings of an event. They can be changed until it starts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Settings {
    /// Its name, 1 to 80 characters.
    pub name: String,
    /// The variant and its options, as in `hidden960:960`.
    pub variant: String,
    /// The time control.
    pub control: Control,
    /// The format.
    pub format: Format,
    /// Whether its games count for ratings.
    #[serde(default)]
    pub rated: bool,
    /// The tie-breaks by their acronyms in FIDE C.07, in order; [`Format::tie_breaks`] if empty.
    #[serde(default)]
    pub tie_breaks: Vec<String>,
    /// The time of its start, in milliseconds since 1970.
    pub starts_at: u64,
    /// The times at which its rounds start.
    #[serde(default)]
    pub schedule: Schedule,
    /// The conditions of entry.
    #[serde(default)]
    pub conditions: Conditions,
    /// How many minutes before the start check-in opens; `None` for no check-in.
    #[serde(default)]
    pub check_in_minutes: Option<u16>,
    /// The default time (how late a player may arrive), in minutes; [`Control::default_minutes`] if not given.
    #[serde(default)]
    pub default_minutes: Option<u16>,
    /// The value of the pairing-allocated bye.
    #[serde(default)]
    pub pairing_bye: PairingByeValue,
    /// How many half-point byes a player may ask for.
    #[serde(default = "one")]
    pub half_point_byes: u8,
    /// The number of turns before which a draw cannot be agreed; 0 for no limit.
    #[serde(default)]
    pub draw_turns: u16,
    /// The event's own regulations, up to 20,000 characters.
    #[serde(default)]
    pub regulations: String,
}

fn one() -> u8 {
    1
}

impl Default for Settings {
    /// An unrated rapid Swiss event, which still needs a name, a variant and a start.
    fn default() -> Settings {
        Settings {
            name: String::new(),
            variant: String::new(),
            control: Control::Rapid,
            format: Format::Swiss { rounds: None },
            rated: false,
            tie_breaks: Vec::new(),
            starts_at: 0,
            schedule: Schedule::default(),
            conditions: Conditions::default(),
            check_in_minutes: None,
            default_minutes: None,
            pairing_bye: PairingByeValue::default(),
            half_point_byes: one(),
            draw_turns: 0,
            regulations: String::new(),
        }
    }
}

impl Settings {
    /// Checks everything that does not depend on who enters.
    ///
    /// # Errors
    /// The first problem found.
    pub fn check(&self, now: u64) -> Result<(), SettingsProblem> {
        use SettingsProblem as Problem;

        let length = |text: &str| text.chars().count();
        if !(1..=80).contains(&length(self.name.trim())) || self.name.chars().any(char::is_control)
        {
            return Err(Problem::Name);
        }
        if !(1..=40).contains(&length(&self.variant)) {
            return Err(Problem::Variant);
        }
        if length(&self.regulations) > 20_000 {
            return Err(Problem::Regulations);
        }
        self.control.check()?;
        self.format.check(self.starts_at)?;
        if self.starts_at < now {
            return Err(Problem::StartPast);
        }
        if self.starts_at > now.saturating_add(FURTHEST) {
            return Err(Problem::StartFar);
        }
        self.check_schedule()?;
        if let (Some(from), Some(to)) = (self.conditions.rating_from, self.conditions.rating_to)
            && from > to
        {
            return Err(Problem::RatingRange);
        }
        let (least, most) = (self.format.least_players(), self.format.most_players());
        if let Some(players) = self.conditions.most_players
            && !(least..=most).contains(&players)
        {
            return Err(Problem::MostPlayers { least, most });
        }
        if self
            .check_in_minutes
            .is_some_and(|minutes| !(1..=1_440).contains(&minutes))
        {
            return Err(Problem::CheckIn);
        }
        if self
            .default_minutes
            .is_some_and(|minutes| !(1..=1_440).contains(&minutes))
        {
            return Err(Problem::DefaultTime);
        }
        tie_breaks::check(&self.tie_breaks)
    }

    fn check_schedule(&self) -> Result<(), SettingsProblem> {
        match &self.schedule {
            Schedule::After { minutes } if *minutes > 14 * 24 * 60 => {
                Err(SettingsProblem::ScheduleMinutes)
            }
            Schedule::After { .. } => Ok(()),
            Schedule::Times { times } => {
                let limit = self.starts_at.saturating_add(FURTHEST);
                let first = times.first().is_none_or(|first| *first > self.starts_at);
                let ordered = times.windows(2).all(|pair| pair[0] < pair[1]);
                let near = times.last().is_none_or(|last| *last <= limit);
                if first && ordered && near && times.len() <= usize::from(MOST_ROUNDS) {
                    Ok(())
                } else {
                    Err(SettingsProblem::ScheduleTimes)
                }
            }
        }
    }

    /// How many players may enter.
    #[must_use]
    pub fn capacity(&self) -> usize {
        let most = self.format.most_players();
        usize::from(self.conditions.most_players.unwrap_or(most))
    }

    /// The default time, in milliseconds (Regulations, section 3).
    #[must_use]
    pub fn default_time(&self) -> u64 {
        let own = self.default_minutes.map(u64::from);
        own.unwrap_or_else(|| self.control.default_minutes()) * MINUTE
    }

    /// Whether a draw may be agreed after `turns` turns of the game.
    #[must_use]
    pub fn may_agree_draw(&self, turns: u32) -> bool {
        turns >= u32::from(self.draw_turns)
    }

    /// The tie-breaks in force, in order: the event's own, or those of its format.
    #[must_use]
    pub fn tie_breaks(&self) -> Vec<&str> {
        if self.tie_breaks.is_empty() {
            self.format.tie_breaks().to_vec()
        } else {
            self.tie_breaks.iter().map(String::as_str).collect()
        }
    }
}
