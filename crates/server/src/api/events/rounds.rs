//! The rounds of an event: boards, byes, and what the visitor may do at each board.

use std::collections::{HashMap, HashSet};

use manifold_events as law;
use manifold_events::{Command, Event, Ground, Outcome, Side, Who};
use serde::Serialize;
use utoipa::ToSchema;

use super::outcome::EventResult;
use super::people::{EventPerson, People};
use crate::events::game_id;
use crate::ids::GameId;
use crate::names::Color;

/// A flag for each side.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub(crate) struct BothSides {
    /// White's.
    white: bool,
    /// Black's.
    black: bool,
}

/// A time of each side, in milliseconds since 1970.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub(crate) struct BothTimes {
    /// White's.
    #[schema(required)]
    white: Option<u64>,
    /// Black's.
    #[schema(required)]
    black: Option<u64>,
}

impl BothTimes {
    /// `None` if neither side has such a time, to save space: the page of an event has hundreds of boards.
    fn of(time: impl Fn(Side) -> Option<u64>) -> Option<Self> {
        let [white, black] = Side::ALL.map(time);
        (white.is_some() || black.is_some()).then_some(Self { white, black })
    }
}

/// The visitor's rights at a board now.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BoardRights {
    /// Report being there.
    arrive: bool,
    /// Call a director.
    call: bool,
    /// Propose a time to play.
    appoint: bool,
    /// Make a ruling.
    rule: bool,
    /// Open the seal.
    open_seal: bool,
}

/// The clocks of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum BoardTerms {
    /// The event's time control.
    Usual,
    /// A rapid tie-break.
    Rapid,
    /// A blitz tie-break.
    Blitz,
    /// White has 5 minutes and Black 4, both with 3 seconds added per move, and a draw is a win for Black.
    Armageddon,
}

/// A time that a player proposes for an arranged game.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub(crate) struct Proposal {
    /// The side that proposes.
    by: Color,
    /// The time to play, in milliseconds since 1970.
    time: u64,
}

/// A board of a round.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EventBoard {
    /// Its game.
    #[schema(value_type = String)]
    game: GameId,
    /// The number, from 1.
    board: usize,
    /// The player with the white pieces.
    white: EventPerson,
    /// The player with the black pieces.
    black: EventPerson,
    /// Its clocks.
    terms: BoardTerms,
    /// The time at which the game started, in milliseconds since 1970.
    #[schema(required)]
    started_at: Option<u64>,
    /// The time at which the game ended, in milliseconds since 1970.
    #[schema(required)]
    ended_at: Option<u64>,
    /// Its result.
    #[schema(required)]
    result: Option<EventResult>,
    /// Whether the result can still change.
    provisional: bool,
    /// Whether the result is final.
    r#final: bool,
    /// The sides whose players have reported being there, or have acted; in a resumed or replayed game, since the ruling.
    arrived: BothSides,
    /// For an arranged game that has not started: until when each player waits for the opponent, even if that time is over. A side is
    /// null if its player has never reported being ready to play; the whole is omitted if neither has.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    waits_until: Option<BothTimes>,
    /// The time by which an absent player must come, in milliseconds since 1970; null if nobody is missing.
    #[schema(required)]
    default_at: Option<u64>,
    /// The time at which the clocks of a resumed or replayed game start, in milliseconds since 1970, if its players are not there sooner.
    #[schema(required)]
    goes_on_at: Option<u64>,
    /// Whether the clocks are stopped: for a call, or until the players of a resumed game are there.
    clocks_stopped: bool,
    /// Whether the game is in progress.
    live: bool,
    /// The game that this one replaces by a ruling.
    #[schema(required, value_type = Option<String>)]
    replay_of: Option<GameId>,
    /// The time to play on which the players of an arranged game have agreed, in milliseconds since 1970.
    #[schema(required)]
    appointment: Option<u64>,
    /// The last proposal of a time to play.
    #[schema(required)]
    proposal: Option<Proposal>,
    /// The visitor's rights now.
    you: BoardRights,
}

/// The kind of a bye.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum EventByeKind {
    /// The pairing-allocated bye.
    Pairing,
    /// Half a point, on request.
    Half,
    /// No points.
    Zero,
}

/// A bye in a round.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct EventByeOf {
    /// The player.
    player: EventPerson,
    /// The kind of bye.
    kind: EventByeKind,
}

/// The reason why a round was paired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum OrderedBy {
    /// All results before it were final.
    Final,
    /// The Chief Arbiter, or the deputy, ordered it with provisional results.
    Provisional,
    /// A director paired it by hand.
    ByHand,
}

/// A round.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EventRound {
    /// The number, from 1.
    number: u16,
    /// The number of the log entry with its pairing.
    paired: u64,
    /// The scheduled time of its start, in milliseconds since 1970.
    starts_at: u64,
    /// The time at which it started, in milliseconds since 1970.
    #[schema(required)]
    started: Option<u64>,
    /// Whether all of its results are final.
    r#final: bool,
    /// In order.
    boards: Vec<EventBoard>,
    /// The players who do not play.
    byes: Vec<EventByeOf>,
    /// The reason why it was paired.
    ordered_by: OrderedBy,
}

/// Maximum number of boards and byes on a page, unless a single round has more.
const MOST_ON_A_PAGE: usize = 500;

/// The number of these rounds that fit on a page: one at least, if there is one.
fn fitting<'a>(rounds: impl Iterator<Item = &'a law::Round>) -> usize {
    let mut places = 0;
    let fits = |(index, round): &(usize, &law::Round)| {
        places += 1 + round.boards.len() + round.byes.len();
        *index == 0 || places <= MOST_ON_A_PAGE
    };
    rounds.enumerate().take_while(fits).count()
}

/// Reads an event for one viewer.
pub(super) struct Look<'a> {
    pub(super) event: &'a Event,
    pub(super) people: &'a People,
    /// The visitor, if signed in.
    pub(super) who: Option<law::PersonId>,
    now: u64,
    /// The games that are replays, each with the game that it replaces.
    replays: HashMap<law::GameId, law::GameId>,
    /// The games whose clocks a call has stopped.
    stopped: HashSet<law::GameId>,
}

/// A text that the law accepts, for asking it what somebody may do.
pub(super) const SOME_TEXT: &str = "May this be said?";

impl<'a> Look<'a> {
    pub(super) fn new(
        event: &'a Event,
        people: &'a People,
        who: Option<law::PersonId>,
        now: u64,
    ) -> Look<'a> {
        let replays = event
            .games()
            .filter_map(|old| Some((old.replaced_by?, old.id)));
        let stopped = (event.calls().values()).filter(|call| call.stops_clocks);
        Look {
            event,
            people,
            who,
            now,
            replays: replays.collect(),
            stopped: stopped.map(|call| call.game).collect(),
        }
    }

    /// Whether the law would let the viewer do something now.
    pub(super) fn may(&self, command: Command) -> bool {
        let asked = |who| self.event.decide(self.now, Who::Person(who), command);
        self.who
            .map(asked)
            .is_some_and(|answer| answer.is_ok_and(|bodies| !bodies.is_empty()))
    }

    /// The last rounds, as many as fit on a page.
    pub(super) fn last_rounds(&self) -> Vec<EventRound> {
        let rounds = self.event.rounds();
        let fitting = fitting(rounds.iter().rev());
        let first = rounds.len() - fitting;
        rounds[first..].iter().map(|one| self.round(one)).collect()
    }

    /// The rounds from `first` on, as many as fit on a page, and the number of the round after them.
    pub(super) fn rounds_from(&self, first: u16) -> (Vec<EventRound>, Option<u16>) {
        let rounds = self.event.rounds();
        let first = rounds.partition_point(|round| round.number < first);
        let (shown, left) = rounds[first..].split_at(fitting(rounds[first..].iter()));
        let next = left.first().map(|round| round.number);
        (shown.iter().map(|one| self.round(one)).collect(), next)
    }

    fn round(&self, round: &law::Round) -> EventRound {
        EventRound {
            number: round.number,
            paired: round.paired.0,
            starts_at: round.starts_at,
            started: round.started,
            r#final: self.event.is_round_final(round),
            boards: (round.boards.iter())
                .filter_map(|game| self.board(self.event.game(*game)?))
                .collect(),
            byes: (round.byes.iter())
                .map(|bye| EventByeOf {
                    player: self.people.person(bye.player),
                    kind: match bye.kind {
                        law::ByeKind::Pairing => EventByeKind::Pairing,
                        law::ByeKind::Half => EventByeKind::Half,
                        law::ByeKind::Zero => EventByeKind::Zero,
                    },
                })
                .collect(),
            ordered_by: match round.order {
                law::PairingOrder::Final => OrderedBy::Final,
                law::PairingOrder::Provisional => OrderedBy::Provisional,
                law::PairingOrder::ByHand => OrderedBy::ByHand,
            },
        }
    }

    fn board(&self, game: &law::EventGame) -> Option<EventBoard> {
        let event = self.event;
        let is_missed = Side::ALL.iter().any(|side| !game.has_arrived(*side));
        let is_waited_for = game.result.is_none() && is_missed;
        Some(EventBoard {
            game: game_id(game.id),
            board: game.board,
            white: self.people.person(game.white),
            black: self.people.person(game.black),
            terms: match game.terms {
                law::Terms::Usual => BoardTerms::Usual,
                law::Terms::Rapid => BoardTerms::Rapid,
                law::Terms::Blitz => BoardTerms::Blitz,
                law::Terms::Armageddon => BoardTerms::Armageddon,
            },
            started_at: game.started,
            ended_at: game.ended_at,
            result: game.result.map(EventResult::from),
            provisional: game.result.is_some() && !game.is_final,
            r#final: game.is_final,
            arrived: BothSides {
                white: game.is_here(Side::White),
                black: game.is_here(Side::Black),
            },
            waits_until: BothTimes::of(|side| event.waits_until(game, side)),
            default_at: event.default_deadline(game).filter(|_| is_waited_for),
            goes_on_at: event.restart(game),
            clocks_stopped: game.is_awaited() || self.stopped.contains(&game.id),
            live: game.is_live(),
            replay_of: self.replays.get(&game.id).copied().map(game_id),
            appointment: game.appointment,
            proposal: game.proposal.map(|(by, time)| Proposal {
                by: match by {
                    Side::White => Color::White,
                    Side::Black => Color::Black,
                },
                time,
            }),
            you: self.rights(game),
        })
    }

    fn rights(&self, game: &law::EventGame) -> BoardRights {
        let id = game.id;
        let text = || SOME_TEXT.to_owned();
        let plays = self.who.is_some_and(|who| game.side(who).is_some());
        let propose = Command::ProposeAppointment {
            game: id,
            time: self.now,
        };
        let rule = Command::Rule {
            game: id,
            ground: Ground::Rules,
            outcome: Outcome::Warning { side: Side::White },
            reasons: text(),
            call: None,
        };
        BoardRights {
            arrive: plays && self.may(Command::Arrive { game: id }),
            call: plays
                && self.may(Command::Call {
                    game: id,
                    text: text(),
                }),
            appoint: plays && self.may(propose),
            rule: !plays && self.may(rule),
            open_seal: !plays && self.may(Command::OpenSeal { game: id }),
        }
    }
}
