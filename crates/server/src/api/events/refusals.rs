//! Why an event refuses something, in a sentence for people.

use manifold_events::{Refusal, SettingsProblem};

use crate::api::problem::{Code, Problem, sentence};
use crate::api::prose;
use crate::events::error::EventError;
use crate::table::error::TableError;

impl From<EventError> for Problem {
    fn from(error: EventError) -> Problem {
        match error {
            EventError::NoSuchEvent => no_such_event(),
            EventError::Refused(refusal) => Problem::from(*refusal),
            EventError::OnePerson => Problem::new(
                Code::NotPossible,
                "This player cannot enter: the event is rated, and another of its players may be the same person.",
            ),
            EventError::NotByYou => Problem::new(
                Code::NotPossible,
                "You cannot enter this player. They can try to enter themselves.",
            )
            .of("player"),
            EventError::NoSuchPoint { last } => Problem::new(
                Code::Invalid,
                format!(
                    "The game cannot continue from there: the last number of its log is {last}."
                ),
            )
            .of("outcome"),
            EventError::Bot => Problem::new(
                Code::NotPossible,
                "Bots cannot enter events: they play other bots, and people who challenge them.",
            ),
            EventError::TooManyEntries => Problem::new(
                Code::TooMany,
                "The log of this event is full. Games in progress can be finished.",
            ),
            EventError::TooManyOpen => Problem::new(
                Code::TooMany,
                "You have too many events. Finish or cancel one first.",
            ),
            EventError::TooOften(wait) => {
                Problem::too_often("You have made too many events.", wait)
            }
            EventError::Stopping => TableError::Stopping.into(),
            EventError::Storage => TableError::Storage.into(),
            EventError::Unknown => TableError::Unknown.into(),
            EventError::Conflict => Problem::new(
                Code::Stale,
                "The event has changed in the meantime. Load it again and retry.",
            ),
            EventError::Damaged => Problem::new(
                Code::Internal,
                "The record of this event is damaged, so it cannot go on. The error was logged.",
            ),
        }
    }
}

pub(super) fn no_such_event() -> Problem {
    Problem::new(Code::NotFound, "There is no event with this address.")
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        let detail = match &refusal {
            Refusal::Settings(problem) => return Problem::from(problem.clone()),
            // The law's own sentences would have identifiers and milliseconds.
            Refusal::TooEarly { at } => format!("The event starts at {}.", prose::moment(*at)),
            Refusal::HasEntered(_) => "This player has already entered.".to_owned(),
            Refusal::HasWithdrawn(_) => "This player has withdrawn from the event.".to_owned(),
            Refusal::LeftWillingly(_) => {
                "This player has withdrawn by their own decision. Only they can come back."
                    .to_owned()
            }
            Refusal::LeftForGood(_) => {
                "This player has withdrawn for good: after too many changes a director lets in only once."
                    .to_owned()
            }
            Refusal::HasCheckedIn(_) => "This player has already checked in.".to_owned(),
            Refusal::NoPlayer(_) => "This player does not play in the event.".to_owned(),
            Refusal::PairedOnce(_) => {
                "Every player who plays in the round must be in the pairing exactly once."
                    .to_owned()
            }
            Refusal::NotAvailable(_) => {
                "Somebody in the pairing does not play in this round.".to_owned()
            }
            Refusal::Forbidden(..) => {
                "Two of these players are a forbidden pair. Lift it first.".to_owned()
            }
            Refusal::RemittedTo(_) => {
                "The ruling was remitted to another director, who will rule again.".to_owned()
            }
            Refusal::NoGame(_) => {
                "There is no such game in this event, or another has taken its place.".to_owned()
            }
            Refusal::Time { from, to } => format!(
                "The time must be from {} to {}.",
                prose::moment(*from),
                prose::moment(*to)
            ),
            Refusal::AppealLate { at } => format!(
                "The 30 minutes for an appeal were over at {}.",
                prose::moment(*at)
            ),
            other => sentence(&other.to_string()),
        };
        let problem = Problem::new(code(&refusal), detail);
        match field(&refusal) {
            Some(field) => problem.of(field),
            None => problem,
        }
    }
}

fn code(refusal: &Refusal) -> Code {
    match refusal {
        Refusal::Role(_)
        | Refusal::DirectorPlays
        | Refusal::StaffPlays
        | Refusal::ArbiterPlays
        | Refusal::OwnGame
        | Refusal::OwnRuling
        | Refusal::HasOpenedSeal => Code::NotYours,
        Refusal::Settings(_)
        | Refusal::NoDirector
        | Refusal::TooManyDirectors
        | Refusal::TooManyForbidden
        | Refusal::SameArbiter
        | Refusal::SamePlayer
        | Refusal::Text(_)
        | Refusal::Clock
        | Refusal::ClockChange
        | Refusal::RatingTooHigh
        | Refusal::Time { .. } => Code::Invalid,
        Refusal::NoGame(_) | Refusal::NoRuling(_) | Refusal::NoCall(_) => Code::NotFound,
        Refusal::Over | Refusal::GameOver => Code::Over,
        Refusal::TooOften | Refusal::CallsUsed | Refusal::TooManyProposals { .. } => Code::TooMany,
        Refusal::Full { .. } => Code::Taken,
        _ => Code::NotPossible,
    }
}

fn field(refusal: &Refusal) -> Option<&'static str> {
    Some(match refusal {
        Refusal::SameArbiter => "deputy",
        Refusal::NoDirector | Refusal::TooManyDirectors => "directors",
        Refusal::Time { .. } => "time",
        Refusal::RatingTooHigh => "rating",
        Refusal::NotAboutResult => "outcome",
        Refusal::NoGame(_) => "game",
        Refusal::NoRuling(_) => "ruling",
        Refusal::NoCall(_) => "call",
        Refusal::Clock | Refusal::ClockChange => "outcome",
        _ => return None,
    })
}

impl From<SettingsProblem> for Problem {
    fn from(problem: SettingsProblem) -> Problem {
        let field = match &problem {
            SettingsProblem::Name => "name",
            SettingsProblem::Variant => "variant",
            SettingsProblem::Regulations => "regulations",
            SettingsProblem::Control => "control",
            SettingsProblem::Rounds
            | SettingsProblem::KnockOutGames
            | SettingsProblem::ArenaMinutes
            | SettingsProblem::Deadline => "format",
            SettingsProblem::StartPast | SettingsProblem::StartFar => "startsAt",
            SettingsProblem::ScheduleMinutes | SettingsProblem::ScheduleTimes => "schedule",
            SettingsProblem::RatingRange | SettingsProblem::MostPlayers { .. } => "conditions",
            SettingsProblem::CheckIn => "checkInMinutes",
            SettingsProblem::DefaultTime => "defaultMinutes",
            SettingsProblem::TieBreak { .. } | SettingsProblem::TieBreaks => "tieBreaks",
        };
        let detail = sentence(&problem.to_string());
        Problem::new(Code::Invalid, detail).of(&format!("settings.{field}"))
    }
}
