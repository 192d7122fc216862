//! Tests that the page of an event stays small, however many players it has and however much they say.

use std::collections::BTreeSet;

use manifold_events::{
    Command, Entry, EntryNumber, Event, Format, Founding, Ground, Outcome, PersonId, Settings,
    Side, Who,
};
use serde::Serialize;

use super::people::People;
use super::rounds::Look;
use super::show::{entries, lines};
use written::Log;

#[path = "../../../tests/server/events/written.rs"]
mod written;

/// Maximum size of an answer to a request, in bytes.
const AN_ANSWER: usize = 1024 * 1024;
/// Statements of people and entries that wait for an answer, in bytes.
const SAID: usize = 2 * 70_000;
/// Settings, names of the staff, and whatever else occurs once, in bytes.
const ONCE: usize = 90_000;
const MINUTE: u64 = 60_000;
const START: u64 = 1_000_000 * MINUTE;

fn person(number: usize) -> PersonId {
    format!("p{number:011}").parse().expect("12 letters")
}

/// An event with this many players, whose first round has begun.
fn started(players: usize) -> Log {
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
    let mut log = Log::of(vec![Entry {
        n: EntryNumber(1),
        at: 0,
        by: Who::Person(person(5_000)),
        body: founded,
    }]);
    for number in 0..players {
        let enter = Command::Enter {
            player: person(number),
            // The longest name that a director may write, in letters of two bytes.
            name: format!("{number:04}{}", "Ж".repeat(29)),
            rating: Some(1_500),
        };
        log.ask(Who::Person(person(number)), enter);
    }
    log.now = START;
    log.until_pairing();
    log
}

fn weight(part: &impl Serialize) -> usize {
    serde_json::to_string(part).expect("JSON").len()
}

#[test]
fn the_page_of_an_event_with_a_thousand_players_is_below_a_mebibyte() {
    let mut log = started(1_000);
    // In the second round each loser has White against the winner of the board below.
    let sides = log.sides();
    let after = sides.iter().cycle().skip(1);
    let pairs = sides.iter().zip(after);
    let pairs = pairs.map(|(sides, after)| [sides[1], after[0]]).collect();
    log.play_round();
    log.pair_by_hand(Who::Person(person(5_001)), 2, pairs);
    log.now += 10 * MINUTE;
    let event = &log.event;
    assert_eq!(event.games().count(), 1_000);
    let people = People::sample(event);
    let look = Look::new(event, &people, None, log.now);
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
    let mut log = started(2);
    log.now += MINUTE;
    let game = log.boards()[0];
    let call = Command::Call {
        game,
        text: "Please come.".to_owned(),
    };
    let white = log.event.game(game).expect("a game").white;
    log.ask(Who::Person(white), call);
    let called = log.event.last();
    for number in 0..60 {
        let rule = Command::Rule {
            game,
            ground: Ground::Rules,
            outcome: Outcome::Warning { side: Side::White },
            reasons: format!("{number:02} {}", "x".repeat(3_900)),
            call: None,
        };
        log.ask(Who::Person(person(5_001)), rule);
    }
    let people = People::sample(&log.event);
    let look = Look::new(&log.event, &people, None, log.now);
    let history = look.history();
    assert!(history.from > called);
    let shown = look.proceedings(&history);
    assert!(weight(&shown.rulings) + weight(&shown.calls) < SAID / 2);
    assert!(shown.rulings.len() > 10);
    assert_eq!(shown.calls.len(), 1, "it is open");
    // If little was said, all of it is shown.
    let quiet = started(2);
    let people = People::sample(&quiet.event);
    let look = Look::new(&quiet.event, &people, None, quiet.now);
    assert_eq!(look.history().from, EntryNumber(1));
}
