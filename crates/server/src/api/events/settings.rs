//! The settings of an event, as the API reads and shows them.

use manifold_events as law;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::input::{plain_text, read_variant, variant_schema};
use crate::api::objects;
use crate::api::problem::Problem;
use crate::whole_number::{whole, whole_or_null};

/// The longest name of an event, in characters.
const LONGEST_NAME: usize = 80;

/// A time control of an event.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
pub(crate) enum EventControl {
    /// 90 minutes for 40 moves, then 30 minutes for the rest.
    Standard {},
    /// 25 minutes, and 10 seconds added per move.
    Rapid {},
    /// 5 minutes, and 3 seconds added per move.
    Blitz {},
    /// Any other.
    Custom {
        /// Seconds for the game.
        #[serde(deserialize_with = "whole")]
        #[schema(maximum = 86_400)]
        seconds: u32,
        /// Seconds added after every move.
        #[serde(default, deserialize_with = "whole")]
        #[schema(maximum = 3_600)]
        increment: u32,
        /// The delay at every move before the clock runs, in seconds.
        #[serde(default, deserialize_with = "whole")]
        #[schema(maximum = 3_600)]
        delay: u32,
    },
}

impl From<law::Control> for EventControl {
    fn from(control: law::Control) -> EventControl {
        match control {
            law::Control::Standard => EventControl::Standard {},
            law::Control::Rapid => EventControl::Rapid {},
            law::Control::Blitz => EventControl::Blitz {},
            law::Control::Custom {
                seconds,
                increment,
                delay,
            } => EventControl::Custom {
                seconds,
                increment,
                delay,
            },
        }
    }
}

impl From<EventControl> for law::Control {
    fn from(control: EventControl) -> law::Control {
        match control {
            EventControl::Standard {} => law::Control::Standard,
            EventControl::Rapid {} => law::Control::Rapid,
            EventControl::Blitz {} => law::Control::Blitz,
            EventControl::Custom {
                seconds,
                increment,
                delay,
            } => law::Control::Custom {
                seconds,
                increment,
                delay,
            },
        }
    }
}

/// A round robin in which the players arrange when to play their games.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EventArranged {
    /// The deadline, in milliseconds since 1970.
    #[serde(deserialize_with = "whole")]
    #[schema(maximum = 9_007_199_254_740_991_i64)]
    deadline: u64,
}

/// A format.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum EventFormat {
    /// The FIDE (Dutch) System.
    Swiss {
        /// The number of rounds; if omitted, it depends on the number of players.
        #[serde(default, deserialize_with = "whole_or_null")]
        #[schema(minimum = 1, maximum = 99)]
        rounds: Option<u16>,
    },
    /// Everybody meets everybody.
    RoundRobin {
        /// Whether they meet twice.
        #[serde(default)]
        double: bool,
        /// If given, all rounds are paired at once, and the players arrange when to play.
        #[serde(default, deserialize_with = "objects::read")]
        arranged: Option<EventArranged>,
    },
    /// The loser of a match is out.
    KnockOut {
        /// Games of a match: 1, 2 or 4.
        #[serde(deserialize_with = "whole")]
        #[schema(minimum = 1, maximum = 4)]
        games: u16,
        /// Whether there is a match for third place.
        #[serde(default, rename = "thirdPlace")]
        third_place: bool,
    },
    /// Two players.
    Match {
        /// The number of games that they play.
        #[serde(deserialize_with = "whole")]
        #[schema(minimum = 1, maximum = 99)]
        games: u16,
    },
    /// Games one after the other for a fixed time.
    Arena {
        /// The length, in minutes.
        #[serde(deserialize_with = "whole")]
        #[schema(minimum = 10, maximum = 1_440)]
        minutes: u32,
    },
}

impl From<law::Format> for EventFormat {
    fn from(format: law::Format) -> EventFormat {
        match format {
            law::Format::Swiss { rounds } => EventFormat::Swiss { rounds },
            law::Format::RoundRobin { double, arranged } => EventFormat::RoundRobin {
                double,
                arranged: arranged.map(|law::Arranged { deadline }| EventArranged { deadline }),
            },
            law::Format::KnockOut { games, third_place } => {
                EventFormat::KnockOut { games, third_place }
            }
            law::Format::Match { games } => EventFormat::Match { games },
            law::Format::Arena { minutes } => EventFormat::Arena { minutes },
        }
    }
}

impl From<EventFormat> for law::Format {
    fn from(format: EventFormat) -> law::Format {
        match format {
            EventFormat::Swiss { rounds } => law::Format::Swiss { rounds },
            EventFormat::RoundRobin { double, arranged } => law::Format::RoundRobin {
                double,
                arranged: arranged.map(|EventArranged { deadline }| law::Arranged { deadline }),
            },
            EventFormat::KnockOut { games, third_place } => {
                law::Format::KnockOut { games, third_place }
            }
            EventFormat::Match { games } => law::Format::Match { games },
            EventFormat::Arena { minutes } => law::Format::Arena { minutes },
        }
    }
}

/// The times at which rounds start.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
pub(crate) enum EventSchedule {
    /// This many minutes after all results of the previous round are final.
    After {
        /// The delay, in minutes.
        #[serde(deserialize_with = "whole")]
        #[schema(maximum = 20_160)]
        minutes: u32,
    },
    /// At given times, in milliseconds since 1970, from the second round on.
    Times {
        /// In order.
        #[schema(max_items = 99)]
        times: Vec<Moment>,
    },
}

/// A time, in milliseconds since 1970.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(maximum = 9_007_199_254_740_991_i64)]
pub(crate) struct Moment(#[serde(deserialize_with = "whole")] u64);

/// The conditions of entry.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub(crate) struct EventConditions {
    /// The lowest rating.
    #[serde(deserialize_with = "whole_or_null")]
    #[schema(maximum = 65_535)]
    rating_from: Option<u16>,
    /// The highest rating.
    #[serde(deserialize_with = "whole_or_null")]
    #[schema(maximum = 65_535)]
    rating_to: Option<u16>,
    /// The maximum number of players; if omitted, as many as the format allows.
    #[serde(deserialize_with = "whole_or_null")]
    #[schema(maximum = 65_535)]
    most_players: Option<u16>,
}

/// The points for the pairing-allocated bye.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum EventBye {
    /// The points of a win.
    Win,
    /// The points of a draw.
    Draw,
}

/// The settings of an event, fixed before it starts. Omitted members have the defaults of the regulations.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct EventSettings {
    /// Its name, 1 to 80 characters.
    #[schema(min_length = 1, max_length = 80)]
    name: String,
    #[schema(schema_with = variant_schema)]
    variant: String,
    /// The time control; rapid if left out.
    #[serde(default = "rapid")]
    control: EventControl,
    /// The format; Swiss if left out.
    #[serde(default = "swiss")]
    format: EventFormat,
    /// Whether its games count for ratings.
    #[serde(default)]
    rated: bool,
    /// The tie-breaks by their acronyms in FIDE C.07, in order; if empty, the default ones of the format.
    #[serde(default)]
    #[schema(max_items = 10)]
    tie_breaks: Vec<String>,
    /// The time of its start, in milliseconds since 1970.
    #[serde(deserialize_with = "whole")]
    #[schema(maximum = 9_007_199_254_740_991_i64)]
    starts_at: u64,
    /// The times at which its rounds start; if omitted, two minutes after all results of the previous round are final.
    #[serde(default = "two_minutes")]
    schedule: EventSchedule,
    /// The conditions of entry.
    #[serde(default)]
    conditions: EventConditions,
    /// Minutes before the start at which check-in begins; null without check-in.
    #[serde(default, deserialize_with = "whole_or_null")]
    #[schema(minimum = 1, maximum = 1_440)]
    check_in_minutes: Option<u16>,
    /// Minutes after which an absent player loses; if omitted, 15, 5 or 2 depending on the time control.
    #[serde(default, deserialize_with = "whole_or_null")]
    #[schema(minimum = 1, maximum = 1_440)]
    default_minutes: Option<u16>,
    /// The points for the pairing-allocated bye.
    #[serde(default = "win")]
    pairing_bye: EventBye,
    /// The number of half-point byes that a player may ask for.
    #[serde(default = "one", deserialize_with = "whole")]
    #[schema(maximum = 255)]
    half_point_byes: u8,
    /// The number of turns, counting those of both players, before which a draw cannot be agreed.
    #[serde(default, deserialize_with = "whole")]
    #[schema(maximum = 65_535)]
    draw_turns: u16,
    /// Additional regulations of the event.
    #[serde(default)]
    #[schema(max_length = 20_000)]
    regulations: String,
}

fn rapid() -> EventControl {
    EventControl::Rapid {}
}

fn swiss() -> EventFormat {
    EventFormat::Swiss { rounds: None }
}

fn two_minutes() -> EventSchedule {
    EventSchedule::After { minutes: 2 }
}

fn win() -> EventBye {
    EventBye::Win
}

fn one() -> u8 {
    1
}

impl From<&law::Settings> for EventSettings {
    fn from(settings: &law::Settings) -> EventSettings {
        let settings = settings.clone();
        let conditions = settings.conditions;
        EventSettings {
            name: settings.name,
            variant: settings.variant,
            control: settings.control.into(),
            format: settings.format.into(),
            rated: settings.rated,
            tie_breaks: settings.tie_breaks,
            starts_at: settings.starts_at,
            schedule: match settings.schedule {
                law::Schedule::After { minutes } => EventSchedule::After { minutes },
                law::Schedule::Times { times } => EventSchedule::Times {
                    times: times.into_iter().map(Moment).collect(),
                },
            },
            conditions: EventConditions {
                rating_from: conditions.rating_from,
                rating_to: conditions.rating_to,
                most_players: conditions.most_players,
            },
            check_in_minutes: settings.check_in_minutes,
            default_minutes: settings.default_minutes,
            pairing_bye: match settings.pairing_bye {
                law::PairingByeValue::Win => EventBye::Win,
                law::PairingByeValue::Draw => EventBye::Draw,
            },
            half_point_byes: settings.half_point_byes,
            draw_turns: settings.draw_turns,
            regulations: settings.regulations,
        }
    }
}

impl EventSettings {
    /// The settings as the law takes them.
    pub(super) fn read(self) -> Result<law::Settings, Problem> {
        let variant =
            read_variant(&self.variant).map_err(|problem| problem.of("settings.variant"))?;
        let conditions = self.conditions;
        Ok(law::Settings {
            name: plain_text(&self.name, LONGEST_NAME, "settings.name")?,
            variant: variant.id().to_owned(),
            control: self.control.into(),
            format: self.format.into(),
            rated: self.rated,
            tie_breaks: self.tie_breaks,
            starts_at: self.starts_at,
            schedule: match self.schedule {
                EventSchedule::After { minutes } => law::Schedule::After { minutes },
                EventSchedule::Times { times } => law::Schedule::Times {
                    times: times.into_iter().map(|Moment(at)| at).collect(),
                },
            },
            conditions: law::Conditions {
                rating_from: conditions.rating_from,
                rating_to: conditions.rating_to,
                most_players: conditions.most_players,
            },
            check_in_minutes: self.check_in_minutes,
            default_minutes: self.default_minutes,
            pairing_bye: match self.pairing_bye {
                EventBye::Win => law::PairingByeValue::Win,
                EventBye::Draw => law::PairingByeValue::Draw,
            },
            half_point_byes: self.half_point_byes,
            draw_turns: self.draw_turns,
            regulations: self.regulations,
        })
    }
}
