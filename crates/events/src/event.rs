//! The state of an event, folded from its log.

mod game;
mod player;
mod round;
mod rules;
mod ruling;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use crate::command::Founding;
use crate::deadline::Outages;
use crate::entry::{Body, Entry, Fact};
use crate::fold::error::FoldError;
use crate::ids::{EntryNumber, GameId, PersonId, Who};
use crate::outcome::Side;
use crate::refusal::Refusal;
use crate::settings::{MOST_DIRECTORS, Settings};

pub use game::{EventGame, How};
pub use player::EventPlayer;
pub(crate) use player::{Changes, InArena};
pub use round::Round;
pub use ruling::{Appeal, Call, Ruling, RulingState};

/// The phase of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Players can enter.
    Open,
    /// The event has started.
    Running,
    /// The event is over.
    Finished,
    /// The event was called off before it started.
    Cancelled,
    /// The event was annulled: it counts for nothing.
    Annulled,
}

/// The lots of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lots {
    /// The seed from which they were drawn.
    pub seed: u64,
    /// The initial colour (C.04.3 article 5.1).
    pub initial_colour: Side,
}

/// The first round as a director has paired it before the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HandPairing {
    pub(crate) pairs: Vec<[PersonId; 2]>,
    pub(crate) bye: Option<PersonId>,
}

/// A round that cannot be paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Impasse {
    /// The time at which it was found, in milliseconds since 1970.
    pub(crate) at: u64,
    /// Whether an entry since then may have made a pairing possible.
    pub(crate) retry: bool,
}

/// An event: its log, and what follows from it. Only [`Event::apply`] changes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    pub(crate) log: Vec<Entry>,
    pub(crate) phase: Phase,
    pub(crate) settings: Settings,
    pub(crate) organiser: PersonId,
    pub(crate) directors: BTreeSet<PersonId>,
    pub(crate) chief_arbiter: PersonId,
    pub(crate) deputy: PersonId,
    pub(crate) players: BTreeMap<PersonId, EventPlayer>,
    pub(crate) changes: BTreeMap<PersonId, Changes>,
    pub(crate) forbidden: BTreeSet<[PersonId; 2]>,
    /// The rounds in which a pair was forbidden, of pairs that still are, or were when a round was paired.
    pub(crate) forbidden_rounds: Vec<([PersonId; 2], RangeInclusive<usize>)>,
    pub(crate) outages: Outages,
    pub(crate) first_round: Option<HandPairing>,
    pub(crate) lots: Option<Lots>,
    pub(crate) started_at: u64,
    /// The number of rounds, where it is known.
    pub(crate) rounds_planned: Option<u16>,
    pub(crate) rounds: Vec<Round>,
    pub(crate) impasse: Option<Impasse>,
    pub(crate) games: BTreeMap<GameId, EventGame>,
    /// The games whose results are missing or not final.
    pub(crate) pending: BTreeSet<GameId>,
    pub(crate) calls: BTreeMap<EntryNumber, Call>,
    pub(crate) rulings: BTreeMap<EntryNumber, Ruling>,
    /// Evidence, by the numbers of its entries: its game, and the ruling to which it belongs.
    pub(crate) evidence: BTreeMap<EntryNumber, (GameId, Option<EntryNumber>)>,
    /// The seals that were opened: the person who opened each, and its game.
    pub(crate) seals: BTreeSet<(PersonId, GameId)>,
}

impl Event {
    /// The body of the first entry of a new event. `now` is in milliseconds since 1970.
    ///
    /// # Errors
    /// The settings are invalid, there is no director or there are too many, or Chief Arbiter and deputy are one person.
    pub fn found(now: u64, founding: Founding) -> Result<Body, Refusal> {
        let Founding {
            mut settings,
            directors,
            chief_arbiter,
            deputy,
        } = founding;
        settings.name = settings.name.trim().to_owned();
        settings.check(now)?;
        if directors.is_empty() {
            return Err(Refusal::NoDirector);
        }
        if directors.len() > MOST_DIRECTORS {
            return Err(Refusal::TooManyDirectors);
        }
        if chief_arbiter == deputy {
            return Err(Refusal::SameArbiter);
        }
        Ok(Body::Fact(Fact::Created {
            settings: Box::new(settings),
            directors,
            chief_arbiter,
            deputy,
        }))
    }

    /// Begins an event with its first entry.
    ///
    /// # Errors
    /// The entry is not a first entry.
    pub fn begin(entry: Entry) -> Result<Event, FoldError> {
        let Body::Fact(Fact::Created {
            settings,
            directors,
            chief_arbiter,
            deputy,
        }) = &entry.body
        else {
            return Err(FoldError::NoBeginning);
        };
        let Who::Person(organiser) = entry.by else {
            return Err(FoldError::NoBeginning);
        };
        if entry.n != EntryNumber(1) {
            return Err(FoldError::Number {
                expected: EntryNumber(1),
                found: entry.n,
            });
        }
        Ok(Event {
            phase: Phase::Open,
            settings: settings.as_ref().clone(),
            organiser,
            directors: directors.clone(),
            chief_arbiter: *chief_arbiter,
            deputy: *deputy,
            log: vec![entry],
            players: BTreeMap::new(),
            changes: BTreeMap::new(),
            forbidden: BTreeSet::new(),
            forbidden_rounds: Vec::new(),
            outages: Outages::default(),
            first_round: None,
            lots: None,
            started_at: 0,
            rounds_planned: None,
            rounds: Vec::new(),
            impasse: None,
            games: BTreeMap::new(),
            pending: BTreeSet::new(),
            calls: BTreeMap::new(),
            rulings: BTreeMap::new(),
            evidence: BTreeMap::new(),
            seals: BTreeSet::new(),
        })
    }

    /// Replays a log into its event.
    ///
    /// # Errors
    /// The log is empty, or an entry cannot follow those before it.
    pub fn replay(log: impl IntoIterator<Item = Entry>) -> Result<Event, FoldError> {
        let mut log = log.into_iter();
        let mut event = Event::begin(log.next().ok_or(FoldError::NoBeginning)?)?;
        for entry in log {
            event.apply(entry)?;
        }
        Ok(event)
    }

    /// Wraps `bodies` into the next entries of the log: with consecutive numbers, and a time that is not before the last entry's even if
    /// the clock was set back.
    #[must_use]
    pub fn entries(&self, now: u64, by: Who, bodies: impl IntoIterator<Item = Body>) -> Vec<Entry> {
        let at = now.max(self.last_at());
        (self.last().0 + 1..)
            .zip(bodies)
            .map(|(n, body)| Entry {
                n: EntryNumber(n),
                at,
                by,
                body,
            })
            .collect()
    }

    /// The number of the last entry.
    #[must_use]
    pub fn last(&self) -> EntryNumber {
        self.log.last().map_or(EntryNumber(0), |entry| entry.n)
    }

    /// The time of the last entry.
    pub(crate) fn last_at(&self) -> u64 {
        self.log.last().map_or(0, |entry| entry.at)
    }

    /// The phase of the event.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Its settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The organiser, who made it.
    #[must_use]
    pub fn organiser(&self) -> PersonId {
        self.organiser
    }

    /// Its directors.
    #[must_use]
    pub fn directors(&self) -> &BTreeSet<PersonId> {
        &self.directors
    }

    /// Its Chief Arbiter.
    #[must_use]
    pub fn chief_arbiter(&self) -> PersonId {
        self.chief_arbiter
    }

    /// The Chief Arbiter's deputy.
    #[must_use]
    pub fn deputy(&self) -> PersonId {
        self.deputy
    }

    /// Everybody who has entered, including players who have withdrawn since the start, in the order of starting numbers: by rating,
    /// then by name (Regulations, section 2). A late entry is inserted at its place, as C.04.2 says.
    #[must_use]
    pub fn players(&self) -> Vec<&EventPlayer> {
        let mut players: Vec<&EventPlayer> = self.players.values().collect();
        players.sort_by(|a, b| {
            (b.rating.cmp(&a.rating))
                .then_with(|| a.name.to_lowercase().cmp(&b.name.to_lowercase()))
                .then_with(|| a.name.cmp(&b.name))
                .then_with(|| a.id.cmp(&b.id))
        });
        players
    }

    /// A player of the event; `None` for somebody who has not entered.
    #[must_use]
    pub fn player(&self, player: PersonId) -> Option<&EventPlayer> {
        self.players.get(&player)
    }

    /// Whether the last withdrawal of a player was the player's own decision.
    pub(crate) fn left_willingly(&self, player: PersonId) -> bool {
        self.changes_of(player).left_willingly
    }

    /// How often a person has changed their mind.
    pub(crate) fn changes_of(&self, player: PersonId) -> Changes {
        self.changes.get(&player).copied().unwrap_or_default()
    }

    /// The pairs of players who may not be paired.
    #[must_use]
    pub fn forbidden(&self) -> &BTreeSet<[PersonId; 2]> {
        &self.forbidden
    }

    /// Whether no legal pairing was found for the next round.
    #[must_use]
    pub fn is_at_an_impasse(&self) -> bool {
        self.impasse.is_some()
    }

    /// The lots, once they are drawn.
    #[must_use]
    pub fn lots(&self) -> Option<Lots> {
        self.lots
    }

    /// The number of rounds, where it is known.
    #[must_use]
    pub fn rounds_planned(&self) -> Option<u16> {
        self.rounds_planned
    }

    /// The rounds that are paired, in order.
    #[must_use]
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// All games, including those that another has replaced.
    pub fn games(&self) -> impl Iterator<Item = &EventGame> {
        self.games.values()
    }

    /// The games whose results are missing or not final, in the order of their identifiers.
    pub fn pending_games(&self) -> impl Iterator<Item = &EventGame> {
        self.pending.iter().filter_map(|game| self.games.get(game))
    }

    /// A game of the event; `None` if it has no such game.
    #[must_use]
    pub fn game(&self, game: GameId) -> Option<&EventGame> {
        self.games.get(&game)
    }

    /// All calls, by the numbers of their entries.
    #[must_use]
    pub fn calls(&self) -> &BTreeMap<EntryNumber, Call> {
        &self.calls
    }

    /// The ruling to which evidence belongs, given the number of its entry: the one that it was added to, or else the next about its game.
    #[must_use]
    pub fn ruling_of_evidence(&self, evidence: EntryNumber) -> Option<EntryNumber> {
        self.evidence.get(&evidence).and_then(|(_, ruling)| *ruling)
    }

    /// All rulings, by the numbers of their entries.
    #[must_use]
    pub fn rulings(&self) -> &BTreeMap<EntryNumber, Ruling> {
        &self.rulings
    }
}
