//! Facts and decisions that everybody may read.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::pairing::{Bye, Pair, PairingOrder, RequestedBye};
use crate::ids::{EntryNumber, GameId, PersonId};
use crate::outcome::{Absent, Decision, GameResult, Ground, Outcome, Side};
use crate::settings::Settings;

/// The reason why an event does not take place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Cancellation {
    /// There were too few players at the start.
    TooFewPlayers,
    /// The organiser called it off.
    Organiser,
}

/// A fact that everybody may read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Fact {
    /// The organiser creates the event. Always the first entry, and never a later one.
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
    /// The settings change.
    SettingsChanged {
        /// The new settings, all of them.
        settings: Box<Settings>,
    },
    /// A new Chief Arbiter is named.
    ChiefArbiterNamed {
        /// The Chief Arbiter.
        person: PersonId,
    },
    /// A new deputy is named.
    DeputyNamed {
        /// The deputy.
        person: PersonId,
    },
    /// A director is added.
    DirectorNamed {
        /// The director.
        person: PersonId,
    },
    /// A director is removed.
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
        /// The rating in this variant and speed.
        rating: Option<u16>,
    },
    /// A wrong name or rating is corrected.
    EntryCorrected {
        /// The player.
        player: PersonId,
        /// The right name.
        name: String,
        /// The right rating.
        rating: Option<u16>,
    },
    /// A player checks in.
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
    /// A player asks for a bye, or takes the request back.
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
        /// True to forbid the pairing, false to allow it again.
        forbidden: bool,
    },
    /// A director has paired the first round by hand, before the event starts. The pairing is used if exactly these players are present at
    /// the start; a later one replaces it.
    FirstRoundByHand {
        /// White and Black of each board, in order.
        pairs: Vec<[PersonId; 2]>,
        /// The player without an opponent.
        bye: Option<PersonId>,
    },
    /// The server was down.
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
        /// The initial colour, drawn by lot: it decides who has which colour on the first board.
        initial_colour: Side,
        /// The number of rounds, where it is known.
        rounds: Option<u16>,
        /// The ratings that have changed since their players entered.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        ratings: BTreeMap<PersonId, u16>,
    },
    /// The event does not take place.
    Cancelled {
        /// The reason.
        reason: Cancellation,
    },
    /// A round is paired, and its games are created.
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
        /// The earlier pairing of this round that it replaces; the round has not started.
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
    /// A player arrives at a game.
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
    /// A player, or both, missed an appointment.
    AppointmentMissed {
        /// The game.
        game: GameId,
        /// The absent players.
        absent: Absent,
    },
    /// An arranged game starts, as both players are there; or the clocks of a game that was resumed or replayed by a ruling start, as both
    /// players are back, or their time to come back is over.
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
        /// Turns of both players together. A game in which a player had no turn does not count for ratings.
        turns: u32,
    },
    /// The number of turns of a game about to be ruled.
    TurnsRecorded {
        /// The game.
        game: GameId,
        /// Turns of both players together, as in [`Fact::GameEnded`].
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
        /// The reasons. They must not contain secrets of the game.
        reasons: String,
        /// The call that it answers.
        call: Option<EntryNumber>,
        /// The remitted ruling that it replaces.
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
    /// Results become final.
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
