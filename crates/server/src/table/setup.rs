//! How a game was agreed on.

use std::time::Duration;

use manifold_rules::board::Color;
use manifold_rules::game::TimeControl;
use manifold_rules::variant::VariantId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::seat::Seat;
use crate::problem::{Code, Problem};

/// What never changes in a game, but for the player who joins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Setup {
    pub(crate) game: VariantId,
    pub(crate) white: Chair,
    pub(crate) black: Chair,
    pub(crate) clock: Option<ClockChoice>,
    pub(crate) takebacks: bool,
    pub(crate) created_at: u64,
}

/// Who sits on a side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub(crate) enum Chair {
    /// Nobody yet.
    Free,
    /// A player, with the name at that time.
    Person { player: String, name: String },
    /// The engine.
    Engine { level: u8 },
}

impl Chair {
    pub(crate) fn player(&self) -> Option<&str> {
        match self {
            Chair::Person { player, .. } => Some(player),
            _ => None,
        }
    }

    pub(crate) fn name(&self) -> String {
        match self {
            Chair::Free => "?".to_owned(),
            Chair::Person { name, .. } => name.clone(),
            Chair::Engine { level } => format!("Manifold, level {level}"),
        }
    }

    pub(crate) fn level(&self) -> Option<u8> {
        match self {
            Chair::Engine { level } => Some(*level),
            _ => None,
        }
    }
}

impl Setup {
    pub(crate) fn chair(&self, color: Color) -> &Chair {
        color.fold_wb(&self.white, &self.black)
    }

    pub(crate) fn chair_mut(&mut self, color: Color) -> &mut Chair {
        color.fold_wb(&mut self.white, &mut self.black)
    }

    /// The free seat.
    pub(crate) fn free(&self) -> Option<Color> {
        Color::ALL
            .into_iter()
            .find(|color| *self.chair(*color) == Chair::Free)
    }

    pub(crate) fn has_engine(&self) -> bool {
        Color::ALL
            .into_iter()
            .any(|color| self.chair(color).level().is_some())
    }

    pub(crate) fn is_same_board(&self) -> bool {
        self.white.player().is_some() && self.white.player() == self.black.player()
    }

    /// The seat of a player.
    pub(crate) fn seat(&self, player: &str) -> Seat {
        let sits = |chair: &Chair| chair.player() == Some(player);
        match (sits(&self.white), sits(&self.black)) {
            (true, true) => Seat::Both,
            (true, false) => Seat::White,
            (false, true) => Seat::Black,
            (false, false) => Seat::Spectator,
        }
    }
}

/// How much time the players have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case", tag = "kind", deny_unknown_fields)]
pub(crate) enum ClockChoice {
    /// A time control with a name, as `/variants` lists them.
    Preset {
        /// Its name, such as `blitz`.
        id: String,
    },
    /// Free choice, in seconds.
    Custom {
        /// For the whole game.
        seconds: u32,
        /// Added after every move.
        #[serde(default)]
        increment: u32,
        /// Passes at every move before the clock falls.
        #[serde(default)]
        delay: u32,
    },
    /// Some days for every move.
    Correspondence {
        /// How many: 1 to 14.
        days: u32,
    },
}

/// A time control with a name.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[schema(as = ClockPreset)]
pub(crate) struct Preset {
    /// Its name in requests.
    pub(crate) id: &'static str,
    /// For people.
    pub(crate) name: &'static str,
    /// In seconds, as PGN writes it.
    pub(crate) control: &'static str,
}

/// The presets. DMChess's regulations name all three.
pub(crate) const PRESETS: [Preset; 3] = [
    Preset {
        id: "blitz",
        name: "Blitz 5+3",
        control: "300+3",
    },
    Preset {
        id: "rapid",
        name: "Rapid 25+10",
        control: "1500+10",
    },
    Preset {
        id: "standard",
        name: "Standard 40/90+30",
        control: "40/5400:1800",
    },
];

impl ClockChoice {
    /// The time control.
    pub(crate) fn control(&self) -> Result<TimeControl, Problem> {
        let wrong = |detail: &str, field: &str| {
            Problem::new(Code::Unreadable, detail).of(&format!("clock.{field}"))
        };
        let text = match self {
            ClockChoice::Preset { id } => PRESETS
                .iter()
                .find(|preset| preset.id == id)
                .map(|preset| preset.control.to_owned())
                .ok_or_else(|| wrong("A preset is blitz, rapid or standard.", "id"))?,
            ClockChoice::Custom {
                seconds,
                increment,
                delay,
            } => {
                if *seconds > 86_400 || (*seconds == 0 && *increment == 0) {
                    return Err(wrong(
                        "A clock has between 1 second and a day (86400 seconds).",
                        "seconds",
                    ));
                }
                if *increment > 3_600 || *delay > 3_600 {
                    return Err(wrong(
                        "Increment and delay are at most an hour (3600 seconds).",
                        "increment",
                    ));
                }
                let mut text = format!("{}", (*seconds).max(1));
                if *increment > 0 {
                    text.push_str(&format!("+{increment}"));
                }
                if *delay > 0 {
                    text.push_str(&format!("d{delay}"));
                }
                text
            }
            ClockChoice::Correspondence { days } => {
                if !(1..=14).contains(days) {
                    return Err(wrong("Correspondence takes 1 to 14 days a move.", "days"));
                }
                // Nothing is saved from move to move: all of it is delay.
                format!("1d{}", u64::from(*days) * 86_400 - 1)
            }
        };
        text.parse()
            .map_err(|_| wrong("This is no time control.", "kind"))
    }

    pub(crate) fn is_correspondence(&self) -> bool {
        matches!(self, ClockChoice::Correspondence { .. })
    }

    /// The name for lists.
    pub(crate) fn label(&self) -> String {
        match self {
            ClockChoice::Preset { id } => PRESETS
                .iter()
                .find(|preset| preset.id == id)
                .map_or_else(|| id.clone(), |preset| preset.name.to_owned()),
            ClockChoice::Custom {
                seconds,
                increment,
                delay,
            } => {
                let minutes = Duration::from_secs(u64::from(*seconds)).as_secs_f64() / 60.0;
                let minutes = (minutes * 100.0).round() / 100.0;
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
}
