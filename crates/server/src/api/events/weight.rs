//! The page of an event is short, however many play in it and however much they say.

use std::collections::BTreeSet;

use manifold_events::{
    Body, Command, Due, EntryNumber, Event, Fact, Format, Founding, GameId, GameResult, Ground,
    Outcome, PersonId, Settings, Side, Who,
};
use serde::Serialize;

use super::people::People;
use super::rounds::Look;
use super::show::{entries, lines};

/// The longest answer to a request, in bytes.
const AN_ANSWER: usize = 1024 * 1024;
/// Statements of people and entries that wait for an answer, in bytes.
const SAID: usize = 2 * 70_000;
/// Settings, names of those who run it, and what else there is once.
const ONCE: usize = 90_000;
const MINUTE: u64 = 60_000;
const START: u64 = 1_000_000 * MINUTE;

fn person(number: usize) -> PersonId {
    format!("p{number:011}").parse().expect("12 letters")
}

/// An event on its own.
struct Sample {
    event: Event,
    now: u64,
    games: usize,
}

impl Sample {
    /// An event with this many players, whose first round has begun.
    fn started(players: usize) -> Sample {
        let settings = Settings {
            name: "A large event".to_owned(),
            variant: "chess".to_owned(),
            format: Format::Swiss { rounds: Some(9) },
            // As many as it may name.
            tie_breaks: "BH BH/C1 BH/C2 BH/M1 SB SB/C1 DE AOB FB PS"
                .split_whitespace()
                .map(str::to_owned)
                .collect(),
            starts_at: START,
            ..Settings::default()
        };
        let founding = Founding {
            settings,
            directors: BTreeSet::from([person(5_001)]),
            chief_arbiter: person(5_002),
            deputy: person(5_003),
        };
        let founded = Event::found(0, founding).expect("an event");
        let first = manifold_events::Entry {
            n: EntryNumber(1),
            at: 0,
            by: Who::Person(person(5_000)),
            body: founded,
        };
        let mut sample = Sample {
            event: Event::begin(first).expect("a beginning"),
            now: 0,
            games: 0,
        };
        for number in 0..players {
            let enter = Command::Enter {
                player: person(number),
                // As a director may write it: as long as it may be, in letters of two bytes.
                name: format!("{number:04}{}", "Ж".repeat(29)),
                rating: Some(1_500),
            };
            sample.ask(Who::Person(person(number)), enter);
        }
        sample.now = START;
        sample.catch_up();
        sample
    }

    fn ask(&mut self, who: Who, command: Command) {
        let bodies = self.event.decide(self.now, who, command).expect("possible");
        self.take(who, bodies);
    }

    fn fresh_games(&mut self, count: usize) -> Vec<GameId> {
        let first = self.games;
        self.games += count;
        let game = |number: usize| format!("g{number:011}").parse().expect("12 letters");
        (first..first + count).map(game).collect()
    }

    fn catch_up(&mut self) {
        while let Some(due) = self.event.due(self.now) {
            match due {
                Due::Append(facts) => self.append(facts),
                Due::Start => self.ask(Who::Server, Command::Start { seed: 7 }),
                Due::Pair(round) => {
                    let games = self.fresh_games(round.games());
                    let bodies = self.event.pair_due(self.now, round, &games);
                    self.take(Who::Server, bodies.expect("what is due is possible"));
                }
            }
        }
    }

    fn append(&mut self, facts: Vec<Fact>) {
        let bodies = facts.into_iter().map(Into::into).collect();
        self.take(Who::Server, bodies);
    }

    fn take(&mut self, who: Who, bodies: Vec<Body>) {
        for entry in self.event.entries(self.now, who, bodies) {
            self.event.apply(entry).expect("it applies");
        }
    }

    fn boards(&self) -> Vec<GameId> {
        let round = self.event.rounds().last().expect("a round");
        round.boards.clone()
    }

    /// White wins everywhere; in the next round each loser has White against the winner of the board below.
    fn next_round(&mut self) {
        let boards = self.boards();
        let mut pairs = Vec::new();
        for (index, &game) in boards.iter().enumerate() {
            let found = self.event.game(game).expect("a game");
            let after = boards[(index + 1) % boards.len()];
            let after = self.event.game(after).expect("a game");
            pairs.push([found.black, after.white]);
        }
        for game in boards {
            let end = Command::EndGame {
                game,
                result: GameResult::WhiteWins,
                reason: "checkmate".to_owned(),
                ended_at: self.now,
                turns: 40,
            };
            self.ask(Who::Server, end);
        }
        // All is final, and nothing is paired yet.
        while let Some(Due::Append(facts)) = self.event.due(self.now) {
            self.append(facts);
        }
        let by_hand = Command::PairByHand {
            round: 2,
            games: self.fresh_games(pairs.len()),
            pairs,
            bye: None,
        };
        self.ask(Who::Person(person(5_001)), by_hand);
        self.now += 10 * MINUTE;
    }
}

fn weight(part: &impl Serialize) -> usize {
    serde_json::to_string(part).expect("JSON").len()
}

#[test]
fn the_page_of_an_event_with_a_thousand_players_is_below_a_mebibyte() {
    let mut sample = Sample::started(1_000);
    sample.next_round();
    let event = &sample.event;
    assert_eq!(event.games().count(), 1_000);
    let people = People::sample(event);
    let look = Look::new(event, &people, None, sample.now);
    let rounds = look.last_rounds();
    assert_eq!(rounds.len(), 1, "one round of 500 boards");
    let standings = lines(&event.standings(), &people);
    let whole = weight(&rounds) + weight(&entries(event, &people, None)) + weight(&standings);
    assert!(whole + SAID + ONCE < AN_ANSWER, "{whole}");
    // All rounds are there, page by page.
    let (first, next) = look.rounds_from(1);
    assert_eq!((first.len(), next), (1, Some(2)));
    let (second, next) = look.rounds_from(2);
    assert_eq!((second.len(), next), (1, None));
    assert_eq!(weight(&second), weight(&rounds));
    assert_eq!(look.rounds_from(3).0.len(), 0);
}

#[test]
fn whoever_says_much_makes_the_page_no_longer_and_what_waits_for_an_answer_stays_on_it() {
    let mut sample = Sample::started(2);
    sample.now += MINUTE;
    let game = sample.boards()[0];
    let call = Command::Call {
        game,
        text: "Please come.".to_owned(),
    };
    let white = sample.event.game(game).expect("a game").white;
    sample.ask(Who::Person(white), call);
    let called = sample.event.last();
    for number in 0..60 {
        let rule = Command::Rule {
            game,
            ground: Ground::Rules,
            outcome: Outcome::Warning { side: Side::White },
            reasons: format!("{number:02} {}", "x".repeat(3_900)),
            call: None,
        };
        sample.ask(Who::Person(person(5_001)), rule);
    }
    let people = People::sample(&sample.event);
    let look = Look::new(&sample.event, &people, None, sample.now);
    let history = look.history();
    assert!(history.from > called);
    let shown = look.proceedings(&history);
    assert!(weight(&shown.rulings) + weight(&shown.calls) < SAID / 2);
    assert!(shown.rulings.len() > 10);
    assert_eq!(shown.calls.len(), 1, "it is open");
    // Little said is all shown.
    let quiet = Sample::started(2);
    let people = People::sample(&quiet.event);
    let look = Look::new(&quiet.event, &people, None, quiet.now);
    assert_eq!(look.history().from, EntryNumber(1));
}
