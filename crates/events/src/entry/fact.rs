//! Facts and decisions that everybody may read.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::pairing::{Bye, Pair, PairingOrder, RequestedBye};
use crate::ids::{EntryNumber, GameId, PersonId};
use crate::outcome::{Absent, Decision, GameResult, Ground, Outcome, Side};
use crate::settings::Settings;

/// Why an event does not take place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Cancellation {
    /// There were too few players at the start.
    TooFewPlayers,
    /// The organiser called it off.
    Organiser,
}

/// Something that everybody may read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Fact {
    /// The event is made; by its organiser. Always the first entry, and only that.
    Created {
        /// The settings.
        settings: Box<Settings>,
        /// The directors.
        directors: BTreeSet<PersonId>,
        /// The Chief Arbiter.
        chief_arbiter: PersonId,
        /// The Chief Arbiter's deputy.
        deputy: PersonId,
    },
    /// Other settings.
    SettingsChanged {
        /// All of them.
        settings: Box<Settings>,
    },
    /// Another Chief Arbiter.
    ChiefArbiterNamed {
        /// The Chief Arbiter.
        person: PersonId,
    },
    /// Another deputy.
    DeputyNamed {
        /// The deputy.
        person: PersonId,
    },
    /// One more director.
    DirectorNamed {
        /// The director.
        person: PersonId,
    },
    /// One director less.
    DirectorRemoved {
        /// The director.
        person: PersonId,
    },
    /// A player enters.
    Entered {
        /// The player.
        player: PersonId,
        /// The name, which orders players of equal rating.
        name: String,
        /// The rating in this game and speed.
        rating: Option<u16>,
    },
    /// A name or rating was wrong.
    EntryCorrected {
        /// The player.
        player: PersonId,
        /// The right name.
        name: String,
        /// The right rating.
        rating: Option<u16>,
    },
    /// A player is here.
    CheckedIn {
        /// The player.
        player: PersonId,
    },
    /// A player leaves, from the next round on.
    Withdrawn {
        /// The player.
        player: PersonId,
    },
    /// A withdrawn player plays again, from the next round on.
    Reinstated {
        /// The player.
        player: PersonId,
    },
    /// A player asks for a bye, or no longer does.
    ByeSet {
        /// The player.
        player: PersonId,
        /// The round.
        round: u16,
        /// The kind of bye; `None` takes the request back.
        bye: Option<RequestedBye>,
    },
    /// Two players may not be paired, or may again.
    PairForbidden {
        /// The two players.
        players: [PersonId; 2],
        /// Whether they may not.
        forbidden: bool,
    },
    /// A director has paired the first round by hand, before the event starts. It holds if exactly these players are there then; a later
    /// pairing takes the place of an earlier one.
    FirstRoundByHand {
        /// White and Black of each board, in order.
        pairs: Vec<[PersonId; 2]>,
        /// The player without an opponent.
        bye: Option<PersonId>,
    },
    /// The server did not run.
    Outage {
        /// The beginning, in milliseconds since 1970.
        from: u64,
        /// The end, in milliseconds since 1970.
        to: u64,
    },
    /// The event starts.
    Started {
        /// The seed of all lots.
        seed: u64,
        /// The initial colour, drawn by lot: it decides who of the first pair has which colour.
        initial_colour: Side,
        /// The number of rounds, where it is known.
        rounds: Option<u16>,
        /// The ratings that are others by now than when their players entered.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        ratings: BTreeMap<PersonId, u16>,
    },
    /// The event does not take place.
    Cancelled {
        /// The reason.
        reason: Cancellation,
    },
    /// A round is paired, and its games are made.
    RoundPaired {
        /// Its number, from 1.
        round: u16,
        /// The time of its start, in milliseconds since 1970.
        starts_at: u64,
        /// The boards, in order.
        pairs: Vec<Pair>,
        /// The byes: the players who do not play.
        byes: Vec<Bye>,
        /// The way in which it was paired.
        order: PairingOrder,
        /// The pairing of this round, not yet started, that it takes the place of.
        replaces: Option<EntryNumber>,
    },
    /// A round cannot be paired by the rules.
    NoLegalPairing {
        /// Its number.
        round: u16,
    },
    /// A round starts: White's clocks run.
    RoundStarted {
        /// Its number.
        round: u16,
    },
    /// A player of a game is there.
    Arrived {
        /// The game.
        game: GameId,
        /// The player's side.
        side: Side,
    },
    /// A player proposes when to play an arranged game.
    AppointmentProposed {
        /// The game.
        game: GameId,
        /// The side that proposes.
        side: Side,
        /// The time to play, in milliseconds since 1970.
        time: u64,
    },
    /// The opponent agrees.
    AppointmentAgreed {
        /// The game.
        game: GameId,
        /// The agreed time, in milliseconds since 1970.
        time: u64,
    },
    /// Somebody did not keep an appointment.
    AppointmentMissed {
        /// The game.
        game: GameId,
        /// The absent players.
        absent: Absent,
    },
    /// A game starts that its players have arranged: both are there. Or the clocks of one run that goes on or is played again by a ruling: both
    /// are back, or their time for that is over.
    GameStarted {
        /// The game.
        game: GameId,
    },
    /// A game was played to its end.
    GameEnded {
        /// The game.
        game: GameId,
        /// Its result.
        result: GameResult,
        /// The reason for its end, in the server's words.
        reason: String,
        /// The time of its end, in milliseconds since 1970.
        ended_at: u64,
        /// Turns of both players together. A game in which not both had one does not count for ratings.
        turns: u32,
    },
    /// How far a game had come that was about to be ruled.
    TurnsRecorded {
        /// The game.
        game: GameId,
        /// Turns of both players together. As for [`Fact::GameEnded`].
        turns: u32,
    },
    /// A game is forfeited: by the default time, the deadline of arranged games, or a withdrawal.
    Defaulted {
        /// The game.
        game: GameId,
        /// The absent players.
        absent: Absent,
    },
    /// The time of a call is over: the clocks run again.
    ClocksResumed {
        /// The call.
        call: EntryNumber,
    },
    /// A call was not answered in time.
    CallLapsed {
        /// The call.
        call: EntryNumber,
    },
    /// A director rules.
    Ruled {
        /// The game.
        game: GameId,
        /// The ground.
        ground: Ground,
        /// The outcome.
        outcome: Outcome,
        /// The reasons. They must not contain what is secret.
        reasons: String,
        /// The call that it answers.
        call: Option<EntryNumber>,
        /// The ruling that was remitted, which it takes the place of.
        remitted: Option<EntryNumber>,
    },
    /// A director opens the seal of a game.
    SealOpened {
        /// The game.
        game: GameId,
    },
    /// The appeals against a ruling are decided.
    AppealDecided {
        /// The ruling.
        ruling: EntryNumber,
        /// The decision.
        decision: Decision,
        /// The reasons.
        reasons: String,
    },
    /// Results are final.
    ResultsFinal {
        /// The games.
        games: Vec<GameId>,
    },
    /// The event is over.
    Finished,
    /// The event counts for nothing.
    Annulled {
        /// The reasons.
        reasons: String,
    },
}
