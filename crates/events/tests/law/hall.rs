//! The fixture: an event with people who act, and a server that appends what is due.

use std::collections::{BTreeMap, BTreeSet};

use manifold_events::{
    Command, Control, Decision, Due, Entry, EntryNumber, Event, Format, Founding, GameId,
    GameResult, Ground, Outcome, PersonId, Phase, Refusal, Schedule, Settings, Side, Who,
};

/// A minute, in milliseconds.
pub(crate) const MINUTE: u64 = 60_000;
/// The default start of events, in milliseconds since 1970.
pub(crate) const START: u64 = 1_000_000 * MINUTE;

/// The organiser.
pub(crate) const ORGANISER: u64 = 900;
/// Two directors.
pub(crate) const DIRECTOR: u64 = 901;
pub(crate) const OTHER_DIRECTOR: u64 = 902;
/// The Chief Arbiter and the deputy.
pub(crate) const ARBITER: u64 = 903;
pub(crate) const DEPUTY: u64 = 904;

/// The person with a number. Players are 1, 2, 3 …
pub(crate) fn person(number: u64) -> PersonId {
    format!("p{number:011}").parse().expect("12 letters")
}

/// A new game's identifier.
pub(crate) fn game(number: u64) -> GameId {
    format!("g{number:011}").parse().expect("12 letters")
}

pub(crate) fn settings(format: Format) -> Settings {
    Settings {
        name: "Club night".to_owned(),
        variant: "hidden960".to_owned(),
        control: Control::Rapid,
        format,
        rated: true,
        starts_at: START,
        schedule: Schedule::After { minutes: 2 },
        ..Settings::default()
    }
}

pub(crate) fn swiss(rounds: u16) -> Settings {
    settings(Format::Swiss {
        rounds: Some(rounds),
    })
}

#[derive(Clone)]
pub(crate) struct Hall {
    pub(crate) event: Event,
    pub(crate) now: u64,
    /// The ratings that the server knows when the event starts, by the numbers of the players.
    pub(crate) ratings: BTreeMap<u64, u16>,
    games: u64,
}

impl Hall {
    /// An event without players, a day before its start.
    pub(crate) fn new(settings: Settings) -> Hall {
        let now = START - 24 * 60 * MINUTE;
        let founding = Founding {
            settings,
            directors: BTreeSet::from([person(DIRECTOR), person(OTHER_DIRECTOR)]),
            chief_arbiter: person(ARBITER),
            deputy: person(DEPUTY),
        };
        let body = Event::found(now, founding).expect("an event");
        let entry = Entry {
            n: EntryNumber(1),
            at: now,
            by: Who::Person(person(ORGANISER)),
            body,
        };
        Hall {
            event: Event::begin(entry).expect("a beginning"),
            now,
            ratings: BTreeMap::new(),
            games: 0,
        }
    }

    /// A started event with players 1 to `players`, strongest first.
    pub(crate) fn started(settings: Settings, players: u64) -> Hall {
        let mut hall = Hall::new(settings);
        hall.enter_all(players);
        hall.wait_until(START);
        hall
    }

    pub(crate) fn enter_all(&mut self, players: u64) {
        for player in 1..=players {
            self.enter(player).expect("an entry");
        }
    }

    pub(crate) fn enter(&mut self, player: u64) -> Result<Vec<Entry>, Refusal> {
        let rating = u16::try_from(2_400 - 10 * player.min(200)).expect("a rating");
        self.ask(
            player,
            Command::Enter {
                player: person(player),
                name: format!("Player {player}"),
                rating: Some(rating),
            },
        )
    }

    /// Gives a command, and appends what is decided. A refusal changes nothing.
    pub(crate) fn ask(&mut self, who: u64, command: Command) -> Result<Vec<Entry>, Refusal> {
        self.ask_as(Who::Person(person(who)), command)
    }

    pub(crate) fn ask_as(&mut self, who: Who, command: Command) -> Result<Vec<Entry>, Refusal> {
        let bodies = self.event.decide(self.now, who, command)?;
        let entries = self.event.entries(self.now, who, bodies);
        for entry in &entries {
            self.event
                .apply(entry.clone())
                .expect("what is decided applies");
        }
        self.catch_up();
        Ok(entries)
    }

    /// As [`Hall::ask`], for a command that must be possible.
    pub(crate) fn must(&mut self, who: u64, command: Command) -> EntryNumber {
        let entries = self.ask(who, command).expect("possible");
        entries.first().map_or(self.event.last(), |entry| entry.n)
    }

    pub(crate) fn fresh_games(&mut self, count: usize) -> Vec<GameId> {
        (0..count).map(|_| self.fresh_game()).collect()
    }

    pub(crate) fn fresh_game(&mut self) -> GameId {
        self.games += 1;
        game(self.games)
    }

    /// Appends all that is due, as a server does.
    pub(crate) fn catch_up(&mut self) {
        for _ in 0..10_000 {
            if !self.step() {
                return;
            }
        }
        panic!(
            "there is no end of what is due: {:?}",
            self.event.due(self.now)
        );
    }

    /// Appends the next thing that is due.
    pub(crate) fn step(&mut self) -> bool {
        let Some(due) = self.event.due(self.now) else {
            return false;
        };
        let bodies = match due {
            Due::Append(facts) => facts.into_iter().map(Into::into).collect(),
            Due::Start => self
                .event
                .decide(self.now, Who::Server, self.start())
                .expect("what is due is possible"),
            Due::Pair(round) => {
                let games = self.fresh_games(round.games());
                self.event
                    .pair_due(self.now, round, &games)
                    .expect("what is due is possible")
            }
        };
        assert!(!bodies.is_empty(), "what is due changes something");
        for entry in self.event.entries(self.now, Who::Server, bodies) {
            self.event.apply(entry).expect("what is due applies");
        }
        true
    }

    fn start(&self) -> Command {
        let ratings = self.ratings.iter();
        Command::Start {
            seed: 7,
            ratings: ratings
                .map(|(player, rating)| (person(*player), *rating))
                .collect(),
        }
    }

    /// Lets time pass, appending everything when it is due.
    pub(crate) fn wait(&mut self, time: u64) {
        self.wait_until(self.now + time);
    }

    pub(crate) fn wait_until(&mut self, end: u64) {
        self.catch_up();
        while let Some(next) = self.event.next_due().filter(|next| *next <= end) {
            self.now = self.now.max(next);
            self.catch_up();
        }
        self.now = self.now.max(end);
    }

    /// Takes the server down for a while: nothing is appended, and no command can be given.
    pub(crate) fn outage(&mut self, time: u64) {
        let from = self.now;
        self.now += time;
        let to = self.now;
        self.ask_as(Who::Server, Command::RecordOutage { from, to })
            .expect("possible");
    }

    /// The games of the last round.
    pub(crate) fn boards(&self) -> Vec<GameId> {
        self.event
            .rounds()
            .last()
            .map(|round| round.boards.clone())
            .unwrap_or_default()
    }

    /// Lets everybody in the last round arrive.
    pub(crate) fn arrive(&mut self) {
        for id in self.boards() {
            for side in Side::ALL {
                let game = self.event.game(id).expect("a game");
                let is_open = game.is_live() || game.is_awaited();
                if is_open && !game.is_here(side) {
                    let who = Who::Person(game.player(side));
                    self.ask_as(who, Command::Arrive { game: id })
                        .expect("in time");
                }
            }
        }
    }

    /// Waits until the last round starts, and lets everybody arrive.
    pub(crate) fn begin_round(&mut self) {
        let round = self.event.rounds().last().expect("a round");
        let at = round.starts_at;
        self.wait_until(at);
        self.arrive();
    }

    pub(crate) fn end_game(
        &mut self,
        id: GameId,
        result: GameResult,
    ) -> Result<Vec<Entry>, Refusal> {
        self.ask_as(
            Who::Server,
            Command::EndGame {
                game: id,
                result,
                reason: "checkmate".to_owned(),
                ended_at: self.now,
                turns: 40,
            },
        )
    }

    /// Plays the last round; White wins everywhere.
    pub(crate) fn play_round(&mut self) {
        self.begin_round();
        self.wait(MINUTE);
        for id in self.boards() {
            if self.event.game(id).is_some_and(|game| game.is_live()) {
                self.end_game(id, GameResult::WhiteWins).expect("possible");
            }
        }
    }

    pub(crate) fn is_final(&self, id: GameId) -> bool {
        self.event.game(id).expect("a game").is_final
    }

    pub(crate) fn result(&self, id: GameId) -> Option<GameResult> {
        self.event.game(id).expect("a game").result
    }

    /// The players of a game as numbers, White first.
    pub(crate) fn sides(&self, id: GameId) -> [u64; 2] {
        let game = self.event.game(id).expect("a game");
        [game.white, game.black].map(number)
    }

    pub(crate) fn points(&self, player: u64) -> String {
        self.event.totals()[&person(player)].points.to_string()
    }

    pub(crate) fn over(&self) -> bool {
        self.event.phase() == Phase::Finished
    }
}

/// The number of a person.
pub(crate) fn number(person: PersonId) -> u64 {
    person.as_str()[1..].parse().expect("a number")
}

pub(crate) const REASONS: &str = "The clock of White did not run for five minutes.";

pub(crate) fn rule(game: GameId, outcome: Outcome) -> Command {
    Command::Rule {
        game,
        ground: Ground::Failure,
        outcome,
        reasons: REASONS.to_owned(),
        call: None,
    }
}

pub(crate) fn answer(game: GameId, call: EntryNumber, outcome: Outcome) -> Command {
    Command::Rule {
        game,
        ground: Ground::Conduct,
        outcome,
        reasons: REASONS.to_owned(),
        call: Some(call),
    }
}

pub(crate) fn call(game: GameId) -> Command {
    Command::Call {
        game,
        text: "My opponent writes to me all the time.".to_owned(),
    }
}

pub(crate) fn appeal(ruling: EntryNumber) -> Command {
    Command::Appeal {
        ruling,
        text: "The position was won for me, as everybody can see.".to_owned(),
    }
}

pub(crate) fn decide(ruling: EntryNumber, decision: Decision) -> Command {
    Command::DecideAppeal {
        ruling,
        decision,
        reasons: REASONS.to_owned(),
    }
}

pub(crate) fn withdraw(player: u64) -> Command {
    Command::Withdraw(person(player))
}
