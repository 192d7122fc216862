//! Commands to an event.

use std::collections::{BTreeMap, BTreeSet};

use crate::entry::RequestedBye;
use crate::ids::{EntryNumber, GameId, PersonId};
use crate::outcome::{Decision, GameResult, Ground, Outcome};
use crate::settings::Settings;

/// A request to an event; [`Event::decide`](crate::Event::decide) answers with what is to be appended. Each variant names who may make it;
/// staff are the organiser and the directors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Change the settings: the organiser, before the start.
    ChangeSettings(Box<Settings>),
    /// Name the Chief Arbiter: the organiser.
    NameChiefArbiter(PersonId),
    /// Name the deputy: the organiser.
    NameDeputy(PersonId),
    /// Name a director: the organiser.
    NameDirector(PersonId),
    /// Remove a director: the organiser.
    RemoveDirector(PersonId),
    /// Enter a player: the player, or staff.
    Enter {
        /// The player who enters.
        player: PersonId,
        /// The name.
        name: String,
        /// The rating in this variant and speed.
        rating: Option<u16>,
    },
    /// Correct a name or rating, until round 2 is paired: staff.
    CorrectEntry {
        /// The player.
        player: PersonId,
        /// The right name.
        name: String,
        /// The right rating.
        rating: Option<u16>,
    },
    /// Check in: the player, or staff.
    CheckIn(PersonId),
    /// Withdraw: the player, or staff.
    Withdraw(PersonId),
    /// Ask for a bye, or take the request back: the player, or staff.
    SetBye {
        /// The player.
        player: PersonId,
        /// The round, from 1.
        round: u16,
        /// The kind of bye; `None` takes the request back.
        bye: Option<RequestedBye>,
    },
    /// Forbid the pairing of two players, or allow it again: staff.
    ForbidPair {
        /// The two players.
        players: [PersonId; 2],
        /// True to forbid the pairing, false to allow it again.
        forbidden: bool,
    },
    /// Let a withdrawn player play again, from the next round on: the player, if they withdrew by their own decision; otherwise staff.
    Reinstate(PersonId),
    /// Record that the server was down: the server, when it starts, before anything else.
    RecordOutage {
        /// The beginning, in milliseconds since 1970.
        from: u64,
        /// The end, in milliseconds since 1970.
        to: u64,
    },
    /// Start the event when its time has come: the server.
    Start {
        /// A random number from which lots are drawn.
        seed: u64,
        /// The current ratings in this variant and speed, of the players who have one. Starting numbers follow them.
        ratings: BTreeMap<PersonId, u16>,
    },
    /// Pair the next round: the server when all results are final, or, with provisional results, the Chief Arbiter (the deputy if the Chief
    /// Arbiter plays).
    Pair {
        /// The round, from 1.
        round: u16,
        /// New identifiers, at least one for each game that is to be created.
        games: Vec<GameId>,
    },
    /// Pair a round by hand, before it starts: a director.
    PairByHand {
        /// The round, from 1.
        round: u16,
        /// White and Black, in the order of the boards.
        pairs: Vec<[PersonId; 2]>,
        /// The player who gets the pairing-allocated bye.
        bye: Option<PersonId>,
        /// New identifiers, at least one for each pair.
        games: Vec<GameId>,
    },
    /// Arrive at a game, or say "now" in an arranged one: a player of the game.
    Arrive {
        /// The game.
        game: GameId,
    },
    /// Propose when to play an arranged game: a player of the game.
    ProposeAppointment {
        /// The game.
        game: GameId,
        /// The time, in milliseconds since 1970.
        time: u64,
    },
    /// Agree to the opponent's last proposal: a player of the game.
    AgreeAppointment {
        /// The game.
        game: GameId,
        /// The time that was proposed.
        time: u64,
    },
    /// Record that a game was played to its end: the server.
    EndGame {
        /// The game.
        game: GameId,
        /// Its result, which must not be a forfeit.
        result: GameResult,
        /// The reason for its end.
        reason: String,
        /// The time of its end, in milliseconds since 1970.
        ended_at: u64,
        /// Turns of both players together.
        turns: u32,
    },
    /// Record the number of turns of a game that is about to be ruled: the server.
    RecordTurns {
        /// The game.
        game: GameId,
        /// Turns of both players together.
        turns: u32,
    },
    /// Call a director: a player of the game.
    Call {
        /// The game.
        game: GameId,
        /// A sentence, 1 to 1,000 characters.
        text: String,
    },
    /// Rule in a game: a director.
    Rule {
        /// The game.
        game: GameId,
        /// The ground.
        ground: Ground,
        /// The outcome.
        outcome: Outcome,
        /// The reasons, 10 to 4,000 characters.
        reasons: String,
        /// The call that it answers.
        call: Option<EntryNumber>,
    },
    /// Open the seal of a game: a director.
    OpenSeal {
        /// The game.
        game: GameId,
    },
    /// Add evidence: a director.
    AddEvidence {
        /// The game.
        game: GameId,
        /// The ruling that it belongs to.
        ruling: Option<EntryNumber>,
        /// The findings, 1 to 20,000 characters.
        text: String,
    },
    /// Appeal against a ruling: a player of the game.
    Appeal {
        /// The ruling.
        ruling: EntryNumber,
        /// The reasons, 10 to 4,000 characters.
        text: String,
    },
    /// Decide the appeals against a ruling: the Chief Arbiter or the deputy.
    DecideAppeal {
        /// The ruling.
        ruling: EntryNumber,
        /// The decision.
        decision: Decision,
        /// The reasons, 10 to 4,000 characters.
        reasons: String,
    },
    /// Call the event off before it starts: the organiser.
    Cancel,
    /// Annul the event: the Chief Arbiter, or the deputy if the Chief Arbiter plays.
    Annul {
        /// The reasons, 10 to 4,000 characters.
        reasons: String,
    },
}

/// What an event is founded with: its settings, directors and arbiters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Founding {
    /// The settings.
    pub settings: Settings,
    /// The directors, at least one.
    pub directors: BTreeSet<PersonId>,
    /// The Chief Arbiter.
    pub chief_arbiter: PersonId,
    /// The deputy, who must be another person.
    pub deputy: PersonId,
}
