//! Why commands are refused.

use thiserror::Error;

use crate::ids::{EntryNumber, GameId, PersonId};
use crate::settings::{MOST_DIRECTORS, MOST_FORBIDDEN, SettingsProblem};

/// A role that a command requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The organiser of the event.
    Organiser,
    /// A director.
    Director,
    /// A director or the organiser.
    Staff,
    /// The Chief Arbiter.
    ChiefArbiter,
    /// The Chief Arbiter or the deputy.
    Arbiter,
    /// A player of the event, or staff on the player's behalf.
    Player,
    /// A player of the game.
    GamePlayer,
    /// The server itself.
    Server,
}

impl std::fmt::Display for Role {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Role::Organiser => "the organiser",
            Role::Director => "a director",
            Role::Staff => "a director or the organiser",
            Role::ChiefArbiter => "the Chief Arbiter",
            Role::Arbiter => "the Chief Arbiter or the deputy",
            Role::Player => "the player, a director or the organiser",
            Role::GamePlayer => "a player of the game",
            Role::Server => "the server",
        })
    }
}

/// A text whose length is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Text {
    /// A player's name.
    Name,
    /// A call.
    Call,
    /// Reasons of a ruling or decision.
    Reasons,
    /// An appeal.
    Appeal,
    /// Evidence.
    Evidence,
}

impl Text {
    /// The fewest and most characters.
    #[must_use]
    pub fn limits(self) -> (usize, usize) {
        match self {
            // The width of the name field in a tournament file (TRF).
            Text::Name => (1, 33),
            Text::Call => (1, 1_000),
            Text::Reasons | Text::Appeal => (10, 4_000),
            Text::Evidence => (1, 20_000),
        }
    }

    /// The most bytes in UTF-8. Names are limited so that they fit on the page of an event.
    fn most_bytes(self) -> usize {
        match self {
            Text::Name => 66,
            _ => usize::MAX,
        }
    }

    /// The limits in words, for messages.
    fn bounds(self) -> String {
        let (least, most) = self.limits();
        match self.most_bytes() {
            usize::MAX => format!("{least} to {most} characters"),
            bytes => format!("{least} to {most} characters in at most {bytes} bytes"),
        }
    }

    /// Checks a text and returns it without surrounding white space.
    pub(crate) fn check(self, text: &str) -> Result<String, Refusal> {
        let text = text.trim();
        let (least, most) = self.limits();
        let control = |c: char| c.is_control() && (self == Text::Name || !matches!(c, '\n' | '\t'));
        let fits =
            (least..=most).contains(&text.chars().count()) && text.len() <= self.most_bytes();
        if fits && !text.chars().any(control) {
            Ok(text.to_owned())
        } else {
            Err(Refusal::Text(self))
        }
    }
}

impl std::fmt::Display for Text {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Text::Name => "a name",
            Text::Call => "a call",
            Text::Reasons => "the text of reasons",
            Text::Appeal => "an appeal",
            Text::Evidence => "evidence",
        })
    }
}

/// Why a command is refused. A refused command changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// Only somebody with another role can do it.
    #[error("only {0} can do this")]
    Role(Role),
    /// A director plays in the event.
    #[error("a director who plays in the event cannot rule in its games")]
    DirectorPlays,
    /// A member of staff plays in the event.
    #[error(
        "staff who play in the event cannot decide about entries, byes or pairings: a member of staff who does not play must"
    )]
    StaffPlays,
    /// The Chief Arbiter or the deputy plays in the event.
    #[error(
        "an arbiter who plays in the event cannot decide about all of it: the Chief Arbiter or the deputy must, whoever does not play"
    )]
    ArbiterPlays,
    /// The director plays in the game.
    #[error("nobody can rule in their own game")]
    OwnGame,
    /// The arbiter made the ruling.
    #[error(
        "nobody can decide an appeal against their own ruling: the deputy or the Chief Arbiter must"
    )]
    OwnRuling,
    /// Somebody who has opened a seal wants to play.
    #[error("somebody who has opened the seal of a game cannot play in this event")]
    HasOpenedSeal,
    /// The settings are invalid.
    #[error(transparent)]
    Settings(#[from] SettingsProblem),
    /// The event has no director.
    #[error("an event needs a director")]
    NoDirector,
    /// The event would have more than [`MOST_DIRECTORS`].
    #[error("an event has at most {MOST_DIRECTORS} directors at once")]
    TooManyDirectors,
    /// The event would have more than [`MOST_FORBIDDEN`] forbidden pairs.
    #[error("an event has at most {MOST_FORBIDDEN} forbidden pairs at once")]
    TooManyForbidden,
    /// Pairs are forbidden, which only Swiss pairing supports.
    #[error("forbidden pairs work in Swiss events only: lift them before you change the format")]
    HasForbiddenPairs,
    /// Chief Arbiter and deputy are one person.
    #[error("the Chief Arbiter and the deputy must be two different people")]
    SameArbiter,
    /// The event has not started.
    #[error("the event has not started")]
    NotStarted,
    /// The event has started.
    #[error("the event has started")]
    Started,
    /// It is before the time of the start.
    #[error("the event starts at {at}")]
    TooEarly {
        /// The time, in milliseconds since 1970.
        at: u64,
    },
    /// The event is over.
    #[error("the event is over")]
    Over,
    /// Nobody can enter any more.
    #[error("nobody can enter this event any more")]
    EntryClosed,
    /// The event is full.
    #[error("the event is full: it takes {most} players")]
    Full {
        /// The most players.
        most: usize,
    },
    /// The rating has more than four digits.
    #[error("a rating has at most four digits")]
    RatingTooHigh,
    /// The rating does not fit the entry conditions.
    #[error("the rating does not fit the entry conditions of the event")]
    Rating,
    /// The player has entered.
    #[error("{0} has already entered")]
    HasEntered(PersonId),
    /// The player has withdrawn.
    #[error("{0} has withdrawn")]
    HasWithdrawn(PersonId),
    /// The player has withdrawn voluntarily, which nobody else can undo.
    #[error("{0} has withdrawn by their own decision: only they can come back")]
    LeftWillingly(PersonId),
    /// The player has withdrawn again after a director had let them in.
    #[error(
        "{0} has withdrawn for good: they had changed too often before, and a director lets in only once"
    )]
    LeftForGood(PersonId),
    /// The player has changed their mind too often.
    #[error("you have changed this too often: ask a director")]
    TooOften,
    /// The player has checked in.
    #[error("{0} has already checked in")]
    HasCheckedIn(PersonId),
    /// Check-in is not open.
    #[error("check-in for this event is not open")]
    NoCheckIn,
    /// The person does not play in the event.
    #[error("{0} does not play in this event")]
    NoPlayer(PersonId),
    /// Names and ratings are fixed by now.
    #[error("names and ratings are fixed when round 2 is paired")]
    NumbersFixed,
    /// The format has no byes on request.
    #[error("byes cannot be requested in this format")]
    NoByes,
    /// A half-point bye was requested for the last round.
    #[error("a half-point bye is not possible in the last round")]
    LastRound,
    /// The player has used up the half-point byes.
    #[error("a player can have at most {most} half-point byes")]
    ByesUsed {
        /// The most half-point byes.
        most: u8,
    },
    /// There is no such round, or it is paired.
    #[error("round {0} is already paired, or there is no such round")]
    RoundPaired(u16),
    /// Another round is the next to be paired.
    #[error("round {expected} is the next to be paired")]
    RoundOrder {
        /// The round that is next.
        expected: u16,
    },
    /// The round has started.
    #[error("round {0} has started")]
    RoundStarted(u16),
    /// All rounds are paired.
    #[error("all rounds are paired")]
    NoMoreRounds,
    /// Not every result is final.
    #[error("not every result is final")]
    NotFinal,
    /// Not every game has a result.
    #[error("not every game has a result")]
    NoResult,
    /// There is no legal pairing.
    #[error("no legal pairing: lift a forbidden pair, or pair the round by hand")]
    NoLegalPairing,
    /// It is impossible in this format.
    #[error("this cannot be done in an event of this format")]
    Format,
    /// There are too few identifiers for new games, or some are not new.
    #[error("{needed} identifiers of games are needed, each new to this event")]
    GameIds {
        /// The number of identifiers.
        needed: usize,
    },
    /// A hand pairing names a player twice, or leaves one out.
    #[error("{0} must be in the pairing exactly once")]
    PairedOnce(PersonId),
    /// A hand pairing names somebody who does not play in the round.
    #[error("{0} does not play in this round")]
    NotAvailable(PersonId),
    /// The pair is forbidden.
    #[error("{0} and {1} may not be paired")]
    Forbidden(PersonId, PersonId),
    /// The two players are the same person.
    #[error("two different players are needed")]
    SamePlayer,
    /// There is no such game.
    #[error("there is no game {0} in this event, or another has taken its place")]
    NoGame(GameId),
    /// The game has not started.
    #[error("the game has not started")]
    GameNotStarted,
    /// The game has started.
    #[error("the game has started")]
    GameStarted,
    /// The game has a result.
    #[error("the game has a result")]
    GameOver,
    /// The result of a game that was played is a forfeit.
    #[error("a game that is played ends with a win or a draw")]
    PlayedForfeit,
    /// A time is out of its limits.
    #[error("the time must be from {from} to {to}")]
    Time {
        /// The earliest, in milliseconds since 1970.
        from: u64,
        /// The latest.
        to: u64,
    },
    /// The opponent has proposed no such time.
    #[error("the opponent has proposed no such time")]
    NoProposal,
    /// Too many proposals for one game.
    #[error("at most {most} times can be proposed for a game")]
    TooManyProposals {
        /// The most proposals.
        most: u8,
    },
    /// The default time is over.
    #[error("the default time is over")]
    DefaultTime,
    /// A text is too short or too long.
    #[error("{0} must have {bounds}", bounds = .0.bounds())]
    Text(Text),
    /// The player has used up the two calls of a game.
    #[error("a player can call a director at most twice in a game")]
    CallsUsed,
    /// The player's earlier call is still open.
    #[error("your call is still open: a director will answer")]
    CallOpen,
    /// There is no such open call.
    #[error("there is no open call {0} in this game")]
    NoCall(EntryNumber),
    /// A dismissal does not name a call.
    #[error("only a call can be dismissed: name it")]
    DismissedWithoutCall,
    /// A clock is set to a time outside the limits.
    #[error("a clock can be set to 1 millisecond up to a day")]
    Clock,
    /// A clock is changed by a time outside the limits.
    #[error("a clock can be changed by 1 to 86,400 seconds")]
    ClockChange,
    /// The result is final.
    #[error("the result of the game is final")]
    ResultFinal,
    /// An appeal about the game is undecided.
    #[error("the Chief Arbiter still has to decide an appeal about this game")]
    AppealOpen,
    /// The ruling was remitted to somebody else.
    #[error("the ruling was remitted to {0}")]
    RemittedTo(PersonId),
    /// A remitted ruling about the result needs a new one about the result.
    #[error("the new ruling must be about the result, like the one that was remitted")]
    RemittedResult,
    /// The person has already opened the seal.
    #[error("you have already opened the seal of this game")]
    SealOpen,
    /// There is no such ruling.
    #[error("there is no ruling {0} in this event")]
    NoRuling(EntryNumber),
    /// The time to appeal is over.
    #[error("the 30 minutes for an appeal were over at {at}")]
    AppealLate {
        /// The time, in milliseconds since 1970.
        at: u64,
    },
    /// The player has already appealed.
    #[error("a player can appeal against a ruling only once")]
    HasAppealed,
    /// The ruling was decided on appeal, or another has replaced it.
    #[error("the ruling has been decided on appeal, or another has taken its place")]
    RulingClosed,
    /// There is no appeal to decide.
    #[error("there is no appeal against this ruling")]
    NoAppeal,
    /// The varied outcome is the same as the ruling's.
    #[error("a varied ruling must differ from the original")]
    SameOutcome,
    /// A ruling about the result is varied to an outcome that is not.
    #[error("a ruling about the result can only be varied to another result, `resume` or `replay`")]
    NotAboutResult,
    /// The variant or the time control would change, or the event would become rated, after somebody has entered.
    #[error(
        "once somebody has entered, the game and the time control stay as they are, and an unrated event stays unrated: ratings depend on them"
    )]
    HasEntries,
    /// The ruling is remitted to somebody who cannot rule in the game.
    #[error(
        "a ruling can be remitted only to a director who did not make it and does not play in the event"
    )]
    RemitTo,
}
