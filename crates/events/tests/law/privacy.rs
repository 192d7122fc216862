//! Regulations, section 4: who sees what.

use manifold_events::{
    Body, Command, Entry, GameId, GameResult, Outcome, Refusal, Said, Shown, Viewer,
};

use crate::hall::*;

const SECRET: &str = "my bishop will return on f4";

fn with_texts() -> (Hall, GameId, [u64; 2]) {
    let mut hall = Hall::started(swiss(2), 4);
    hall.arrive();
    let id = hall.boards()[0];
    let [white, black] = hall.sides(id);
    hall.must(
        white,
        Command::Call {
            game: id,
            text: SECRET.to_owned(),
        },
    );
    let ruling = hall.must(DIRECTOR, rule(id, Outcome::WhiteWins));
    hall.must(
        black,
        Command::Appeal {
            ruling,
            text: SECRET.to_owned(),
        },
    );
    (hall, id, [white, black])
}

/// The number of confidential texts that a viewer can read.
fn reads(hall: &Hall, viewer: Viewer) -> usize {
    let seen: Vec<Entry<Shown>> = hall.event.seen_by(viewer).collect();
    assert_eq!(
        seen.len(),
        hall.event.log().len(),
        "everybody sees that something was said"
    );
    let texts = seen.iter().filter_map(|entry| match &entry.body {
        Body::Said(
            Said::Called { text, .. }
            | Said::Appealed { text, .. }
            | Said::EvidenceAdded { text, .. },
        ) => text.0.as_deref(),
        Body::Fact(_) => None,
    });
    let count = texts.filter(|text| *text == SECRET).count();
    let json = serde_json::to_string(&seen).expect("JSON");
    assert_eq!(
        json.matches("f4").count(),
        count,
        "and no more than that is in what is sent"
    );
    count
}

fn someone(number: u64) -> Viewer {
    Viewer::Person(person(number))
}

#[test]
fn calls_and_appeals_are_read_by_directors_and_arbiters_and_by_the_opponent_when_final() {
    let (mut hall, id, [white, black]) = with_texts();
    let stranger = (1..=4)
        .find(|player| ![white, black].contains(player))
        .expect("four play");
    for official in [DIRECTOR, OTHER_DIRECTOR, ARBITER, DEPUTY] {
        assert_eq!(reads(&hall, someone(official)), 2);
    }
    assert_eq!(reads(&hall, someone(white)), 1, "one's own");
    assert_eq!(reads(&hall, someone(black)), 1, "one's own");
    for nobody in [Viewer::Public, someone(stranger), someone(ORGANISER)] {
        assert_eq!(reads(&hall, nobody), 0);
    }
    let ruling = *hall.event.rulings().keys().next().expect("a ruling");
    hall.must(
        ARBITER,
        decide(ruling, manifold_events::Decision::Confirmed),
    );
    assert!(hall.is_final(id));
    assert_eq!(reads(&hall, someone(white)), 2);
    assert_eq!(reads(&hall, someone(black)), 2);
    for nobody in [Viewer::Public, someone(stranger), someone(ORGANISER)] {
        assert_eq!(reads(&hall, nobody), 0, "in the export neither");
    }
}

#[test]
fn a_director_who_plays_reads_no_calls() {
    let (mut hall, _, sides) = with_texts();
    let stranger = (1..=4)
        .find(|player| !sides.contains(player))
        .expect("four play");
    hall.must(ORGANISER, Command::NameDirector(person(stranger)));
    assert_eq!(reads(&hall, someone(stranger)), 0);
}

#[test]
fn an_arbiter_who_plays_decides_the_appeals_of_others() {
    let (mut hall, id, sides) = with_texts();
    let rival = (1..=4)
        .find(|player| !sides.contains(player))
        .expect("four play");
    assert_eq!(reads(&hall, someone(rival)), 0);
    hall.must(ORGANISER, Command::NameChiefArbiter(person(rival)));
    assert_eq!(reads(&hall, someone(rival)), 2);
    let ruling = *hall.event.rulings().keys().next().expect("a ruling");
    hall.must(rival, decide(ruling, manifold_events::Decision::Confirmed));
    assert!(hall.is_final(id));
}

#[test]
fn an_arbiter_who_plays_reads_of_the_games_of_rivals_only_what_has_to_be_decided() {
    let mut hall = Hall::started(swiss(2), 4);
    hall.arrive();
    let [own, id]: [_; 2] = hall.boards().try_into().expect("two boards");
    let [rival, _] = hall.sides(own);
    let [white, black] = hall.sides(id);
    let call = |game| Command::Call {
        game,
        text: SECRET.to_owned(),
    };
    hall.must(white, call(id));
    for office in [Command::NameChiefArbiter, Command::NameDeputy] {
        let mut hall = hall.clone();
        hall.must(ORGANISER, office(person(rival)));
        assert_eq!(reads(&hall, someone(rival)), 0, "a call is for directors");
        hall.must(rival, call(own));
        assert_eq!(reads(&hall, someone(rival)), 1, "one's own");
    }
    let ruling = hall.must(DIRECTOR, rule(id, Outcome::WhiteWins));
    let text = SECRET.to_owned();
    hall.must(black, Command::Appeal { ruling, text });
    let mut deputy = hall.clone();
    deputy.must(ORGANISER, Command::NameDeputy(person(rival)));
    assert_eq!(
        reads(&deputy, someone(rival)),
        0,
        "the Chief Arbiter decides"
    );
    deputy.must(ORGANISER, Command::NameChiefArbiter(person(DIRECTOR)));
    assert_eq!(
        reads(&deputy, someone(rival)),
        2,
        "who has ruled must not decide"
    );
    let mut chief = hall;
    chief.must(ORGANISER, Command::NameChiefArbiter(person(rival)));
    assert_eq!(reads(&chief, someone(rival)), 2);
}

#[test]
fn whoever_takes_the_place_of_the_chief_arbiter_reads_and_decides_an_open_appeal_and_the_one_before_does_not()
 {
    const SUCCESSOR: u64 = 905;
    let (mut hall, id, _) = with_texts();
    let ruling = *hall.event.rulings().keys().next().expect("a ruling");
    let confirmed = decide(ruling, manifold_events::Decision::Confirmed);
    assert_eq!(reads(&hall, someone(SUCCESSOR)), 0);
    hall.must(ORGANISER, Command::NameChiefArbiter(person(SUCCESSOR)));
    assert_eq!(reads(&hall, someone(ARBITER)), 0);
    assert_eq!(reads(&hall, someone(SUCCESSOR)), 2);
    assert_eq!(
        hall.ask(ARBITER, confirmed.clone()),
        Err(Refusal::Role(manifold_events::Role::Arbiter))
    );
    // A player of the game, or the director who ruled, gains no access by becoming Chief Arbiter.
    let [white, _] = hall.sides(id);
    for (named, refusal) in [(white, Refusal::OwnGame), (DIRECTOR, Refusal::OwnRuling)] {
        hall.must(ORGANISER, Command::NameChiefArbiter(person(named)));
        assert_eq!(hall.ask(named, confirmed.clone()), Err(refusal));
        assert!(hall.ask(SUCCESSOR, confirmed.clone()).is_err());
    }
    hall.must(ORGANISER, Command::NameChiefArbiter(person(SUCCESSOR)));
    hall.must(SUCCESSOR, confirmed);
    assert!(hall.is_final(id));
}

#[test]
fn debugging_output_shows_no_text() {
    let (hall, ..) = with_texts();
    assert!(!format!("{:?}", hall.event).contains("f4"));
}

#[test]
fn evidence_is_sealed_until_the_result_is_final_or_the_seal_is_opened() {
    let mut hall = Hall::started(swiss(2), 4);
    hall.arrive();
    let id = hall.boards()[0];
    let [white, _] = hall.sides(id);
    let evidence = Command::AddEvidence {
        game: id,
        ruling: None,
        text: SECRET.to_owned(),
    };
    assert!(hall.ask(white, evidence.clone()).is_err());
    hall.must(DIRECTOR, evidence);
    assert_eq!(reads(&hall, someone(DIRECTOR)), 1);
    for viewer in [
        Viewer::Public,
        someone(white),
        someone(OTHER_DIRECTOR),
        someone(ARBITER),
    ] {
        assert_eq!(reads(&hall, viewer), 0);
    }
    hall.must(OTHER_DIRECTOR, Command::OpenSeal { game: id });
    assert_eq!(reads(&hall, someone(OTHER_DIRECTOR)), 1);
    assert_eq!(reads(&hall, someone(ARBITER)), 0);
    hall.end_game(id, GameResult::Draw).expect("possible");
    hall.wait(30 * MINUTE + 1);
    assert_eq!(reads(&hall, Viewer::Public), 1);
}

#[test]
fn evidence_that_was_asked_for_before_the_ruling_belongs_to_it() {
    let mut hall = Hall::started(swiss(2), 4);
    hall.arrive();
    let [id, other]: [_; 2] = hall.boards().try_into().expect("two boards");
    let evidence = |game, ruling| Command::AddEvidence {
        game,
        ruling,
        text: SECRET.to_owned(),
    };
    let before = hall.must(DIRECTOR, evidence(id, None));
    let of_other = hall.must(DIRECTOR, evidence(other, None));
    assert_eq!(hall.event.ruling_of_evidence(before), None);
    let first = hall.must(DIRECTOR, rule(id, Outcome::Draw));
    let between = hall.must(OTHER_DIRECTOR, evidence(id, None));
    let added = hall.must(DIRECTOR, evidence(id, Some(first)));
    let second = hall.must(OTHER_DIRECTOR, rule(id, Outcome::WhiteWins));
    for (evidence, ruling) in [
        (before, Some(first)),
        (between, Some(second)),
        (added, Some(first)),
        (of_other, None),
    ] {
        assert_eq!(hall.event.ruling_of_evidence(evidence), ruling);
    }
}

#[test]
fn a_seal_is_opened_in_the_log_and_bars_from_playing() {
    let mut hall = Hall::started(swiss(3), 4);
    let [first, second]: [_; 2] = hall.boards().try_into().expect("two boards");
    assert!(!hall.event.may_see_secrets(someone(DIRECTOR), first));
    hall.must(DIRECTOR, Command::OpenSeal { game: first });
    assert!(hall.event.may_see_secrets(someone(DIRECTOR), first));
    assert!(
        !hall.event.may_see_secrets(someone(DIRECTOR), second),
        "of this game only"
    );
    assert!(!hall.event.may_see_secrets(Viewer::Public, first));
    assert_eq!(
        hall.ask(DIRECTOR, Command::OpenSeal { game: first }),
        Err(Refusal::SealOpen)
    );
    assert_eq!(hall.enter(DIRECTOR), Err(Refusal::HasOpenedSeal));
    assert!(hall.ask(1, Command::OpenSeal { game: first }).is_err());
    hall.must(ARBITER, Command::OpenSeal { game: second });
}

#[test]
fn secrets_of_a_ruled_game_stay_sealed_until_the_ruling_is_final() {
    let mut hall = Hall::started(swiss(3), 4);
    hall.arrive();
    let id = hall.boards()[0];
    hall.must(DIRECTOR, rule(id, Outcome::Draw));
    assert!(
        !hall.event.may_see_secrets(Viewer::Public, id),
        "it may be resumed"
    );
    hall.wait(30 * MINUTE + 1);
    assert!(hall.event.may_see_secrets(Viewer::Public, id));
}

#[test]
fn secrets_of_a_game_that_is_replayed_stay_sealed_until_the_new_one_is_final() {
    let mut hall = Hall::started(swiss(3), 4);
    hall.arrive();
    let id = hall.boards()[0];
    let new = hall.fresh_game();
    hall.must(DIRECTOR, rule(id, Outcome::Replay { game: new }));
    hall.arrive();
    assert!(!hall.event.may_see_secrets(Viewer::Public, id));
    hall.end_game(new, GameResult::Draw).expect("possible");
    hall.wait(30 * MINUTE + 1);
    assert!(hall.event.may_see_secrets(Viewer::Public, id));
}
