//! The stored log of an event.

use std::collections::BTreeMap;

use manifold_events::{Command, Due, Entry, EntryNumber, Event, GameId, Refusal, Viewer, Who};

use crate::check::{MOST, is_short};

/// The most players: with more, an input would take too long.
const MOST_PLAYERS: usize = 16;
/// The most steps for which an event is carried on by time alone.
const MOST_STEPS: usize = 24;

/// The entries of a log, one per line, numbered in their order: folded one after the other, then written, read and folded again, shown to
/// everybody, ranked, and carried on by time alone.
pub fn event(input: &str) {
    entries(input);
}

/// Runs the target; returns how many lines were entries that could follow one another.
pub fn entries(input: &str) -> usize {
    let mut log = Vec::new();
    for line in input.lines().take(4 * MOST) {
        match serde_json::from_str::<Entry>(line) {
            Ok(entry) => log.push(entry),
            Err(error) => is_short(&error),
        }
    }
    let Some(event) = folded(log) else {
        return 0;
    };
    let entries = event.log().len();
    let stored: Vec<Entry> = event
        .log()
        .iter()
        .map(|entry| serde_json::to_string(&entry.to_store()).expect("JSON"))
        .map(|line| serde_json::from_str(&line).expect("what was written is read"))
        .collect();
    assert_eq!(stored, event.log());
    assert_eq!(Event::replay(stored).as_ref(), Ok(&event));
    let people = event
        .players()
        .into_iter()
        .map(|player| Viewer::Person(player.id));
    for viewer in people.chain([Viewer::Public]) {
        assert_eq!(event.seen_by(viewer).count(), event.log().len());
    }
    if event.players().len() <= MOST_PLAYERS {
        assert_eq!(event.standings().len(), event.players().len());
        carry_on(event);
    }
    entries
}

/// The event folded from the entries that can follow one another.
fn folded(log: Vec<Entry>) -> Option<Event> {
    let mut log = log.into_iter();
    let mut event = match Event::begin(log.next()?) {
        Ok(event) => event,
        Err(error) => {
            is_short(&error);
            return None;
        }
    };
    for mut entry in log {
        entry.n = EntryNumber(event.last().0 + 1);
        let before = event.last();
        if let Err(error) = event.apply(entry) {
            is_short(&error);
            assert_eq!(event.last(), before, "what is refused changes nothing");
        }
    }
    Some(event)
}

/// Checks that what becomes due by time alone can follow the log.
fn carry_on(mut event: Event) {
    for step in 0..MOST_STEPS {
        let Some(now) = event.next_due() else {
            return;
        };
        let bodies = match event.due(now) {
            Some(Due::Append(facts)) => facts.into_iter().map(Into::into).collect(),
            Some(Due::Start) => {
                let ratings = BTreeMap::new();
                let start = Command::Start { seed: 7, ratings };
                match event.decide(now, Who::Server, start) {
                    Ok(bodies) => bodies,
                    Err(refusal) => return refused(&refusal),
                }
            }
            Some(Due::Pair(round)) => {
                let games: Vec<GameId> = (0..round.games())
                    .map(|game| format!("s{step:02}g{game:08}").parse().expect("letters"))
                    .collect();
                match event.pair_due(now, round, &games) {
                    Ok(bodies) => bodies,
                    Err(refusal) => return refused(&refusal),
                }
            }
            None => return,
        };
        for entry in event.entries(now, Who::Server, bodies) {
            event.apply(entry).expect("what is due can follow the log");
        }
    }
}

fn refused(refusal: &Refusal) {
    is_short(refusal);
}
