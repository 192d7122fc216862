//! A server that stops at any point resumes where it was.

use manifold_events::{APPEAL_MS, Decision, Entry, Event, GameResult, Outcome};

use crate::hall::*;

/// An event in which a lot has happened.
fn eventful() -> Hall {
    let mut settings = swiss(3);
    settings.check_in_minutes = None;
    let mut hall = Hall::started(settings, 7);
    hall.arrive();
    let boards = hall.boards();
    let [white, black] = hall.sides(boards[0]);
    let number = hall.must(white, call(boards[0]));
    hall.must(
        DIRECTOR,
        answer(boards[0], number, Outcome::Dismissed { frivolous: true }),
    );
    let ruling = hall.must(OTHER_DIRECTOR, rule(boards[0], Outcome::WhiteWins));
    hall.must(black, appeal(ruling));
    hall.must(
        ARBITER,
        decide(
            ruling,
            Decision::Varied {
                outcome: Outcome::Draw,
            },
        ),
    );
    hall.end_game(boards[1], GameResult::Draw)
        .expect("possible");
    let new = hall.fresh_game();
    hall.must(DIRECTOR, rule(boards[1], Outcome::Replay { game: new }));
    hall.must(3, withdraw(3));
    hall.wait(7 * 24 * 60 * MINUTE);
    for id in hall
        .event
        .games()
        .filter(|game| game.is_live())
        .map(|g| g.id)
        .collect::<Vec<_>>()
    {
        hall.end_game(id, GameResult::BlackWins).expect("possible");
    }
    hall.wait(7 * 24 * 60 * MINUTE);
    assert!(hall.over());
    hall
}

#[test]
fn folding_any_prefix_and_then_the_rest_is_folding_all() {
    let hall = eventful();
    let log = hall.event.log();
    assert_eq!(Event::replay(log.iter().cloned()).as_ref(), Ok(&hall.event));
    for cut in 1..log.len() {
        let mut event = Event::replay(log[..cut].iter().cloned()).expect("a prefix");
        for entry in &log[cut..] {
            event.apply(entry.clone()).expect("the rest");
        }
        assert_eq!(event, hall.event);
    }
}

#[test]
fn after_a_crash_between_any_two_entries_the_same_is_due() {
    let hall = eventful();
    let log = hall.event.log();
    let mut live = Event::begin(log[0].clone()).expect("a beginning");
    for entry in &log[1..] {
        let restarted = Event::replay(live.log().iter().cloned()).expect("a log");
        assert_eq!(restarted.next_due(), live.next_due());
        for at in [entry.at, entry.at + APPEAL_MS, u64::MAX / 2] {
            assert_eq!(restarted.due(at), live.due(at));
        }
        live.apply(entry.clone()).expect("the next");
    }
}

#[test]
fn a_server_that_was_down_catches_up_in_order() {
    let mut hall = Hall::new(swiss(2));
    hall.enter_all(4);
    // Down over the start: the event begins late, and nobody loses by default for that.
    hall.outage(25 * 60 * MINUTE);
    assert_eq!(hall.event.rounds()[0].started, Some(hall.now));
    assert!(hall.boards().iter().all(|id| hall.result(*id).is_none()));
    // Down over the default time: it is extended.
    hall.wait(4 * MINUTE);
    hall.outage(60 * MINUTE);
    hall.wait(MINUTE);
    hall.arrive();
}

#[test]
fn every_entry_survives_storage() {
    let hall = eventful();
    for entry in hall.event.log() {
        let stored = serde_json::to_string(&entry.to_store()).expect("JSON");
        let read: Entry = serde_json::from_str(&stored).expect(&stored);
        assert_eq!(&read, entry, "{stored}");
    }
}

#[test]
fn names_in_storage_are_stable() {
    let mut hall = Hall::started(swiss(3), 2);
    hall.arrive();
    let id = hall.boards()[0];
    let number = hall.must(hall.sides(id)[0], call(id));
    let resume = Outcome::Resume {
        from: 4,
        white_ms: 5,
        black_ms: 6,
    };
    hall.must(DIRECTOR, answer(id, number, resume));
    let json: Vec<serde_json::Value> = hall
        .event
        .log()
        .iter()
        .map(|e| serde_json::to_value(e.to_store()).expect("JSON"))
        .collect();
    let at = |n: usize| json[n - 1].clone();
    assert_eq!(at(2)["type"], "entered");
    assert_eq!(at(2)["player"], "p00000000001");
    assert_eq!(at(2)["by"], "p00000000001");
    assert_eq!(at(4)["type"], "started");
    assert_eq!(at(4)["by"], serde_json::Value::Null);
    assert_eq!(at(5)["type"], "roundPaired");
    assert_eq!(at(5)["pairs"][0]["terms"], "usual");
    assert_eq!(at(5)["startsAt"], START);
    let called = json
        .iter()
        .find(|entry| entry["type"] == "called")
        .expect("a call");
    assert_eq!(called["text"], "My opponent writes to me all the time.");
    let ruled = json
        .iter()
        .find(|entry| entry["type"] == "ruled")
        .expect("a ruling");
    assert_eq!(ruled["outcome"]["kind"], "resume");
    assert_eq!(ruled["outcome"]["whiteMs"], 5);
    assert_eq!(ruled["ground"], "conduct");
}
