//! Why something is refused.

use thiserror::Error;

use crate::ids::{EntryNumber, GameId, PersonId};
use crate::settings::{MOST_DIRECTORS, MOST_FORBIDDEN, SettingsProblem};

/// A role that something asks for.
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
    /// A player of the event, or somebody who runs it for them.
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
            // As many as a tournament file (TRF) has room for.
            Text::Name => (1, 33),
            Text::Call => (1, 1_000),
            Text::Reasons | Text::Appeal => (10, 4_000),
            Text::Evidence => (1, 20_000),
        }
    }

    /// The most bytes (UTF-8): names of this length fit on the page of an event.
    fn most_bytes(self) -> usize {
        match self {
            Text::Name => 66,
            _ => usize::MAX,
        }
    }

    /// How long it must be, in words.
    fn bounds(self) -> String {
        let (least, most) = self.limits();
        match self.most_bytes() {
            usize::MAX => format!("{least} to {most} characters"),
            bytes => format!("{least} to {most} characters in at most {bytes} bytes"),
        }
    }

    /// The text without space around it.
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

/// Why a command is refused. Nothing has changed then.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// Somebody else has to do it.
    #[error("only {0} can do this")]
    Role(Role),
    /// A director plays in the event.
    #[error("a director who plays in the event cannot rule in its games")]
    DirectorPlays,
    /// Somebody who runs the event plays in it.
    #[error(
        "staff who play in the event cannot decide about entries, byes or pairings: a member of staff who does not play must"
    )]
    StaffPlays,
    /// The Chief Arbiter or the deputy plays in the event.
    #[error(
        "an arbiter who plays in the event cannot decide about all of it: the Chief Arbiter or the deputy must, whoever does not play"
    )]
    ArbiterPlays,
    /// The game is their own.
    #[error("nobody can rule in their own game")]
    OwnGame,
    /// The ruling is their own.
    #[error(
        "nobody can decide an appeal against their own ruling: the deputy or the Chief Arbiter must"
    )]
    OwnRuling,
    /// Somebody who has opened a seal wants to play.
    #[error("somebody who has opened the seal of a game cannot play in this event")]
    HasOpenedSeal,
    /// The settings.
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
    /// Pairs are forbidden, which only Swiss pairing respects.
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
    /// The time of the start has not come.
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
    /// The rating has five digits.
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
    /// The player has withdrawn, and nobody else undoes that.
    #[error("{0} has withdrawn by their own decision: only they can come back")]
    LeftWillingly(PersonId),
    /// The player has changed their mind too often.
    #[error("you have changed this too often: ask a director")]
    TooOften,
    /// The player has checked in.
    #[error("{0} has already checked in")]
    HasCheckedIn(PersonId),
    /// There is no check-in now.
    #[error("check-in for this event is not open")]
    NoCheckIn,
    /// The person does not play in the event.
    #[error("{0} does not play in this event")]
    NoPlayer(PersonId),
    /// The entry is fixed.
    #[error("names and ratings are fixed when round 2 is paired")]
    NumbersFixed,
    /// Byes of that kind do not exist here.
    #[error("byes cannot be requested in this format")]
    NoByes,
    /// The bye cannot be had.
    #[error("a half-point bye is not possible in the last round")]
    LastRound,
    /// The player has had the byes that there are.
    #[error("a player can have at most {most} half-point byes")]
    ByesUsed {
        /// The most half-point byes.
        most: u8,
    },
    /// There is no such round, or it is paired.
    #[error("round {0} is already paired, or there is no such round")]
    RoundPaired(u16),
    /// It is another round's turn.
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
    /// Results are not final.
    #[error("not every result is final")]
    NotFinal,
    /// Games go on.
    #[error("not every game has a result")]
    NoResult,
    /// There is no legal pairing.
    #[error("no legal pairing: lift a forbidden pair, or pair the round by hand")]
    NoLegalPairing,
    /// Not in this format.
    #[error("this cannot be done in an event of this format")]
    Format,
    /// The identifiers of games.
    #[error("{needed} identifiers of games are needed, each new to this event")]
    GameIds {
        /// The number of identifiers.
        needed: usize,
    },
    /// A hand pairing with somebody twice, or without somebody who plays.
    #[error("{0} must be in the pairing exactly once")]
    PairedOnce(PersonId),
    /// A hand pairing with somebody who does not play in the round.
    #[error("{0} does not play in this round")]
    NotAvailable(PersonId),
    /// The pair is forbidden.
    #[error("{0} and {1} may not be paired")]
    Forbidden(PersonId, PersonId),
    /// Two players are the same.
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
    /// The result cannot be had.
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
    /// A player has called twice.
    #[error("a player can call a director at most twice in a game")]
    CallsUsed,
    /// A call of the player's is open.
    #[error("your call is still open: a director will answer")]
    CallOpen,
    /// There is no such open call.
    #[error("there is no open call {0} in this game")]
    NoCall(EntryNumber),
    /// Only a call can be dismissed.
    #[error("only a call can be dismissed: name it")]
    DismissedWithoutCall,
    /// A clock.
    #[error("a clock can be set to 1 millisecond up to a day")]
    Clock,
    /// A change of a clock.
    #[error("a clock can be changed by 1 to 86,400 seconds")]
    ClockChange,
    /// The result is final.
    #[error("the result of the game is final")]
    ResultFinal,
    /// An appeal is open.
    #[error("the Chief Arbiter still has to decide an appeal about this game")]
    AppealOpen,
    /// The ruling was remitted to somebody else.
    #[error("the ruling was remitted to {0}")]
    RemittedTo(PersonId),
    /// A remitted ruling about the result needs a new one about the result.
    #[error("the new ruling must be about the result, like the one that was remitted")]
    RemittedResult,
    /// The seal is open.
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
    /// The player has appealed.
    #[error("a player can appeal against a ruling only once")]
    HasAppealed,
    /// The ruling is decided, or another has taken its place.
    #[error("the ruling has been decided on appeal, or another has taken its place")]
    RulingClosed,
    /// There is no appeal to be decided.
    #[error("there is no appeal against this ruling")]
    NoAppeal,
    /// The varied outcome is that of the ruling.
    #[error("a varied ruling must differ from the original")]
    SameOutcome,
    /// A result is varied to something else.
    #[error("a ruling about the result can only be varied to another result, `resume` or `replay`")]
    NotAboutResult,
    /// The game or the time control changes, or the event becomes rated, after somebody has entered.
    #[error(
        "once somebody has entered, the game and the time control stay as they are, and an event that is not rated stays so: ratings depend on them"
    )]
    HasEntries,
    /// Nobody else can rule.
    #[error(
        "a ruling can be remitted only to a director who did not make it and does not play in the event"
    )]
    RemitTo,
}
