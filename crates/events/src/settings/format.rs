//! Formats of events (Regulations, section 2).

use serde::{Deserialize, Serialize};

use super::limits::{FURTHEST, MOST_ROUNDS};
use super::problem::SettingsProblem;

/// A round robin whose games are played when the players agree to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Arranged {
    /// The time by which the games must have begun, in milliseconds since 1970.
    pub deadline: u64,
}

/// The format of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    tag = "kind",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub enum Format {
    /// The FIDE (Dutch) System, C.04.3.
    Swiss {
        /// The number of rounds; [`Format::swiss_rounds`] computes it if not given.
        #[serde(default)]
        rounds: Option<u16>,
    },
    /// Everybody meets everybody, by Berger tables.
    RoundRobin {
        /// Whether they meet twice.
        #[serde(default)]
        double: bool,
        /// If given, all rounds are paired at once, and the players arrange the times of their games.
        #[serde(default)]
        arranged: Option<Arranged>,
    },
    /// The loser of a match is out.
    KnockOut {
        /// The number of games in a match: 1, 2 or 4.
        games: u16,
        /// Whether there is a match for third place.
        #[serde(default)]
        third_place: bool,
    },
    /// Two players.
    Match {
        /// How many games they play.
        games: u16,
    },
    /// One game after another for a fixed time.
    Arena {
        /// The duration in minutes.
        minutes: u32,
    },
}

impl Format {
    /// The number of rounds of a Swiss event with `players` players: `wanted`, or by default one more than the fewest rounds that can
    /// determine a single winner; in either case at most `players - 1`.
    #[must_use]
    pub fn swiss_rounds(wanted: Option<u16>, players: usize) -> u16 {
        let most = u16::try_from(players.saturating_sub(1)).unwrap_or(u16::MAX);
        let usual = u16::try_from(players.max(1).next_power_of_two().ilog2() + 1);
        wanted.unwrap_or(usual.unwrap_or(u16::MAX)).min(most)
    }

    /// The minimum number of players.
    #[must_use]
    pub fn least_players(self) -> u16 {
        match self {
            Format::RoundRobin { .. } => 3,
            _ => 2,
        }
    }

    /// The maximum number of players.
    #[must_use]
    pub fn most_players(self) -> u16 {
        match self {
            Format::Swiss { .. } | Format::Arena { .. } => 1_000,
            Format::RoundRobin { .. } => 24,
            Format::KnockOut { .. } => 256,
            Format::Match { .. } => 2,
        }
    }

    /// Whether players can still enter once the event has started.
    #[must_use]
    pub fn takes_late_entries(self) -> bool {
        matches!(self, Format::Swiss { .. } | Format::Arena { .. })
    }

    /// The default tie-breaks (Regulations, section 6).
    #[must_use]
    pub fn tie_breaks(self) -> &'static [&'static str] {
        match self {
            Format::Swiss { .. } => &["BH/C1", "BH", "SB", "DE", "WIN"],
            Format::RoundRobin { .. } => &["DE", "WIN", "SB", "KS"],
            Format::KnockOut { .. } | Format::Match { .. } => &[],
            Format::Arena { .. } => &["TPR"],
        }
    }

    /// The deadline of arranged games, in milliseconds since 1970.
    pub(crate) fn deadline(self) -> Option<u64> {
        match self {
            Format::RoundRobin { arranged, .. } => arranged.map(|arranged| arranged.deadline),
            _ => None,
        }
    }

    pub(super) fn check(self, starts_at: u64) -> Result<(), SettingsProblem> {
        let rounds = 1..=MOST_ROUNDS;
        match self {
            Format::Swiss { rounds: Some(n) } if !rounds.contains(&n) => {
                Err(SettingsProblem::Rounds)
            }
            Format::Match { games } if !rounds.contains(&games) => Err(SettingsProblem::Rounds),
            Format::KnockOut { games, .. } if ![1, 2, 4].contains(&games) => {
                Err(SettingsProblem::KnockOutGames)
            }
            Format::Arena { minutes } if !(10..=1_440).contains(&minutes) => {
                Err(SettingsProblem::ArenaMinutes)
            }
            Format::RoundRobin {
                arranged: Some(Arranged { deadline }),
                ..
            } if deadline <= starts_at || deadline > starts_at.saturating_add(FURTHEST) => {
                Err(SettingsProblem::Deadline)
            }
            _ => Ok(()),
        }
    }
}
