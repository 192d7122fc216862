//! Why something was refused, in a sentence for people.

use manifold_ratings::{PLACEMENT_GAMES, Rating, rated_levels};
use secrecy::ExposeSecret;

use super::problem::{Code, Problem, sentence};
use super::prose;
use crate::people::PasswordRefused;
use crate::people::password::HashError;
use crate::store::StoreError;
use crate::table::error::TableError;
use crate::table::placement::NoPlacement;
use crate::table::time_control::ClockError;

/// The refusal for a player who asks somebody they have blocked to play.
pub(super) const YOU_BLOCK: &str = "You have blocked this player. Unblock them first.";

impl From<TableError> for Problem {
    fn from(error: TableError) -> Problem {
        let detail = match &error {
            TableError::NoSuchGame => "There is no game with this address.",
            TableError::Busy => "The server is busy. Try again in a moment.",
            TableError::Stopping => "The server is restarting. Try again in a moment.",
            TableError::Storage => {
                "Nothing can be stored at the moment. Nothing has changed: try again."
            }
            TableError::Unknown => {
                "The database is not answering, so this may or may not have been stored. Look again in a moment."
            }
            TableError::Damaged => "The record of this game is damaged, so it cannot go on.",
            TableError::NotAPlayer => "You are watching this game: only its players can do that.",
            TableError::Over(end) => {
                let detail = format!("The game is over. {}", prose::end(*end));
                return Problem::new(Code::Over, detail);
            }
            TableError::NotOver => "This is shown once the game is over.",
            TableError::NotStarted => "The game begins when somebody joins it.",
            TableError::NotBegun => {
                "The game begins with its round, or when both players are there."
            }
            TableError::ClocksStopped => {
                "The clocks are stopped because a director was called. The game continues after the ruling."
            }
            TableError::InEvent => {
                "Games of an event cannot be aborted, claimed or repeated. You can call a director, or resign."
            }
            TableError::Sealed => {
                "This position has secrets. Open the seal of the game before you ask the engine."
            }
            TableError::DrawTooEarly(turns) => {
                let detail = format!(
                    "In this event a draw can be agreed only after {turns} turns, counting those of both players."
                );
                return Problem::new(Code::NotPossible, detail);
            }
            TableError::NotYourTurn(actor) => {
                let detail = format!("{} must act now.", prose::color(*actor));
                return Problem::new(Code::NotYourTurn, detail);
            }
            TableError::Stale { seen, last } => {
                let detail = format!(
                    "The position has changed. The action was chosen after event {seen}, and the last event is {last}."
                );
                return Problem::new(Code::Stale, detail);
            }
            TableError::ActionTooLong(most) => {
                let detail = format!("An action has at most {most} characters.");
                return Problem::new(Code::Unreadable, detail).of("action");
            }
            TableError::Unreadable(why) => {
                let detail = sentence(why.expose_secret());
                return Problem::new(Code::Unreadable, detail).of("action");
            }
            TableError::Illegal(why) => {
                let detail = sentence(why.expose_secret());
                return Problem::new(Code::Illegal, detail).of("action");
            }
            TableError::DrawAlreadyOffered => {
                "You have already offered a draw. You can offer again after your next move."
            }
            TableError::NoTakeback => {
                "There is nothing to take back, or you have already asked for it."
            }
            TableError::TooManyTakebacks => {
                "There have been too many takebacks in this game. You can take back again once the game is longer than before."
            }
            TableError::TooManyRetractions => {
                "You have taken back too many actions of your own in this game. Go on with what you have chosen."
            }
            TableError::TooManyEvents => {
                "No more offers can be made in this game. Play on, or resign."
            }
            TableError::TakebacksOff => "This game is played without takebacks.",
            TableError::TooManyGames => {
                "You have too many unfinished games. Finish, resign or abort some of them."
            }
            TableError::TooManyGamesForRematch => {
                "You or your opponent have too many unfinished games for another one. Finish, resign or abort some of them."
            }
            TableError::TooManyNewGames(wait) => {
                return Problem::too_often("Too many new games from your network.", *wait);
            }
            TableError::TooManyLoaded => {
                "Too many games are open from your network. Close some of them, or wait a minute."
            }
            TableError::NoRematch => "You can offer a rematch when the game is over.",
            TableError::RematchAlreadyOffered => "You have already offered a rematch.",
            TableError::Blocked => YOU_BLOCK,
            TableError::NoReset => "Only a game played at one board can be reset.",
            TableError::NoOffer => "This offer is no longer open.",
            TableError::NoAbort => {
                "A game can only be aborted until both players have moved. You can resign."
            }
            TableError::NoClaim => {
                "You can claim the game only after your opponent has been away for a while."
            }
            TableError::NoAccount => {
                "This game is rated, so both players need an account. Sign in, or create an account."
            }
            // The sentence does not reveal that two names are one person.
            TableError::OnePerson => {
                "You and this player cannot play rated games against each other. You can play unrated."
            }
            TableError::NoConditions => {
                "Conditional moves are for correspondence games between people. Hyperspace Chess has none, because which moves are legal depends on secret squares."
            }
            TableError::IsBot => {
                "One of the players has become a bot in the meantime. Nothing has changed."
            }
            TableError::SeekGone => "This seek is no longer open.",
            TableError::NoPlacement(why) => return Problem::from(*why),
            TableError::Full => "This game already has two players. You can watch it.",
            TableError::Closed => "You cannot join this game.",
            TableError::HasGiven => {
                "You played this game as a guest, and your account has that side now: you cannot take the other one too."
            }
            TableError::NothingToAnalyse => {
                "There is nothing to analyse: the game has fewer actions than that, or is already over there."
            }
        };
        Problem::new(code(&error), detail)
    }
}

fn code(error: &TableError) -> Code {
    match error {
        TableError::NoSuchGame | TableError::SeekGone => Code::NotFound,
        TableError::Busy | TableError::Stopping => Code::Busy,
        TableError::Storage | TableError::Unknown => Code::Storage,
        TableError::Stale { .. } => Code::Stale,
        TableError::Damaged => Code::Internal,
        TableError::NotAPlayer => Code::NotYours,
        TableError::Over(_) => Code::Over,
        TableError::NotStarted | TableError::NotBegun => Code::NotLive,
        TableError::NotYourTurn(_) => Code::NotYourTurn,
        TableError::ActionTooLong(_) | TableError::Unreadable(_) => Code::Unreadable,
        TableError::Illegal(_) => Code::Illegal,
        TableError::NoAccount => Code::NotSignedIn,
        TableError::Full | TableError::Closed | TableError::HasGiven => Code::Taken,
        TableError::TooManyGames
        | TableError::TooManyGamesForRematch
        | TableError::TooManyNewGames(_)
        | TableError::TooManyLoaded => Code::TooMany,
        TableError::OnePerson
        | TableError::IsBot
        | TableError::ClocksStopped
        | TableError::InEvent
        | TableError::Sealed
        | TableError::DrawTooEarly(_)
        | TableError::NotOver
        | TableError::DrawAlreadyOffered
        | TableError::NoTakeback
        | TableError::TakebacksOff
        | TableError::TooManyTakebacks
        | TableError::TooManyRetractions
        | TableError::TooManyEvents
        | TableError::NoRematch
        | TableError::RematchAlreadyOffered
        | TableError::Blocked
        | TableError::NoReset
        | TableError::NoOffer
        | TableError::NoAbort
        | TableError::NoClaim
        | TableError::NoConditions
        | TableError::NoPlacement(_)
        | TableError::NothingToAnalyse => Code::NotPossible,
    }
}

impl From<NoPlacement> for Problem {
    fn from(why: NoPlacement) -> Problem {
        match why {
            NoPlacement::Known => Problem::new(
                Code::NotPossible,
                format!(
                    "Games against the engine are rated only while a rating is provisional, with an RD of {} or more. \
                     Your rating here is more certain.",
                    Rating::PROVISIONAL_DEVIATION
                ),
            )
            .of("rated"),
            NoPlacement::Played => Problem::new(
                Code::NotPossible,
                format!(
                    "At most {PLACEMENT_GAMES} games against the engine are rated in each game and speed, unfinished ones \
                     included. You have begun all of them."
                ),
            )
            .of("rated"),
            NoPlacement::Unmeasured { game, level } => {
                let measured: Vec<String> = rated_levels(game)
                    .map(|(level, _)| level.to_string())
                    .collect();
                let detail = format!(
                    "Level {level} has no measured rating in this game, so games against it are unrated. Rated levels: {}.",
                    measured.join(", ")
                );
                Problem::new(Code::Invalid, detail).of("opponent.level")
            }
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        TableError::from(error).into()
    }
}

impl From<PasswordRefused> for Problem {
    fn from(refused: PasswordRefused) -> Problem {
        match refused {
            PasswordRefused::Wait(ms) => Problem::too_often("Too many wrong passwords.", ms),
            PasswordRefused::TooMany(ms) => {
                Problem::too_often("Too many password attempts from your network.", ms)
            }
            PasswordRefused::Hash(error) => error.into(),
        }
    }
}

impl From<HashError> for Problem {
    fn from(error: HashError) -> Problem {
        match error {
            HashError::Busy => Problem::new(
                Code::Busy,
                "Too many people are signing in. Try again in a few seconds.",
            ),
            HashError::Failed => Problem::new(
                Code::Internal,
                "Passwords cannot be checked at the moment. The error was logged.",
            ),
        }
    }
}

impl From<ClockError> for Problem {
    fn from(error: ClockError) -> Problem {
        let (detail, field) = match error {
            ClockError::NoSuchPreset => ("The presets are blitz, rapid and standard.", "clock.id"),
            ClockError::NoTime => {
                let detail = "A clock needs at least one second or an increment.";
                return Problem::new(Code::Invalid, detail).of("clock.seconds");
            }
            ClockError::Seconds => (
                "A clock can have at most a day (86400 seconds).",
                "clock.seconds",
            ),
            ClockError::Increment => (
                "Increment and delay are at most an hour (3600 seconds).",
                "clock.increment",
            ),
            ClockError::Days => (
                "Correspondence games have 1 to 14 days per move.",
                "clock.days",
            ),
        };
        Problem::new(Code::Unreadable, detail).of(field)
    }
}
