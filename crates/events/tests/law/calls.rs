//! Regulations, section 4: calls.

use manifold_events::{
    APPEAL_MS, ARENA_CALL_MS, CALL_MS, Command, Format, GameResult, Outcome, Refusal, Role, Side,
    Who,
};

use crate::hall::*;

fn playing() -> (Hall, manifold_events::GameId, [u64; 2]) {
    let mut hall = Hall::started(swiss(2), 4);
    hall.arrive();
    let id = hall.boards()[0];
    let sides = hall.sides(id);
    (hall, id, sides)
}

#[test]
fn a_call_stops_both_clocks_for_ten_minutes_at_most() {
    let (mut hall, id, [white, _]) = playing();
    let number = hall.must(white, call(id));
    assert!(hall.event.calls()[&number].stops_clocks);
    hall.wait(CALL_MS - 1);
    assert!(hall.event.calls()[&number].stops_clocks);
    hall.wait(1);
    let late = &hall.event.calls()[&number];
    assert!(!late.stops_clocks && late.open, "it can still be answered");
}

#[test]
fn in_an_arena_a_call_stops_both_clocks_for_two_minutes_at_most() {
    let mut hall = Hall::started(settings(Format::Arena { minutes: 60 }), 2);
    hall.arrive();
    let id = hall.boards()[0];
    let white = hall.sides(id)[0];
    assert_eq!(ARENA_CALL_MS, 2 * MINUTE);
    for _ in 0..2 {
        let number = hall.must(white, call(id));
        hall.wait(ARENA_CALL_MS - 1);
        assert!(hall.event.calls()[&number].stops_clocks);
        hall.wait(1);
        let late = &hall.event.calls()[&number];
        assert!(!late.stops_clocks && late.open, "it can still be answered");
        let answered = Outcome::Dismissed { frivolous: false };
        hall.must(DIRECTOR, answer(id, number, answered));
    }
}

#[test]
fn a_call_that_was_heard_in_the_default_time_is_in_time_whatever_was_appended_since() {
    let mut hall = Hall::started(swiss(2), 4);
    let id = hall.boards()[0];
    let [white, _] = hall.sides(id);
    let game = hall.event.game(id).expect("a game");
    let end = hall.event.default_deadline(game).expect("it has begun");
    // Another entry is appended a moment later, before the call is handled.
    let other = (1..=4).find(|player| !hall.sides(id).contains(player));
    let who = Who::Person(person(other.expect("four play")));
    let bodies = hall
        .event
        .decide(end + 1, who, withdraw(other.expect("four play")));
    let entries = hall.event.entries(end + 1, who, bodies.expect("possible"));
    for entry in entries {
        hall.event.apply(entry).expect("it applies");
    }
    let heard = |now| hall.event.decide(now, Who::Person(person(white)), call(id));
    assert!(heard(end).is_ok());
    assert_eq!(heard(end + 1), Err(Refusal::DefaultTime));
}

#[test]
fn an_answer_lets_the_clocks_run_again() {
    let (mut hall, id, [white, _]) = playing();
    let number = hall.must(white, call(id));
    let side = Side::Black;
    hall.must(DIRECTOR, answer(id, number, Outcome::Warning { side }));
    let answered = &hall.event.calls()[&number];
    assert!(!answered.open && !answered.stops_clocks);
    let again = answer(id, number, Outcome::Dismissed { frivolous: true });
    assert_eq!(
        hall.ask(DIRECTOR, again),
        Err(Refusal::NoCall(number)),
        "once"
    );
}

#[test]
fn each_player_calls_twice_in_a_game_and_not_twice_at_a_time() {
    let (mut hall, id, [white, black]) = playing();
    for _ in 0..2 {
        let number = hall.must(white, call(id));
        assert_eq!(hall.ask(white, call(id)), Err(Refusal::CallOpen));
        hall.must(
            DIRECTOR,
            answer(id, number, Outcome::Dismissed { frivolous: false }),
        );
    }
    assert_eq!(hall.ask(white, call(id)), Err(Refusal::CallsUsed));
    hall.must(black, call(id));
}

#[test]
fn only_players_of_the_game_call_and_only_while_it_goes_on() {
    let (mut hall, id, [white, black]) = playing();
    let stranger = (1..=4)
        .find(|player| ![white, black].contains(player))
        .expect("four play");
    for who in [stranger, DIRECTOR] {
        assert_eq!(
            hall.ask(who, call(id)),
            Err(Refusal::Role(Role::GamePlayer))
        );
    }
    hall.end_game(id, GameResult::Draw).expect("possible");
    assert_eq!(hall.ask(white, call(id)), Err(Refusal::GameOver));
}

#[test]
fn a_call_has_a_sentence() {
    let (mut hall, id, [white, _]) = playing();
    let text = "  ".to_owned();
    let refused = hall.ask(white, Command::Call { game: id, text });
    assert_eq!(refused, Err(Refusal::Text(manifold_events::Text::Call)));
}

#[test]
fn only_a_call_can_be_dismissed() {
    let (mut hall, id, [white, _]) = playing();
    let dismissed = Outcome::Dismissed { frivolous: true };
    let refused = hall.ask(DIRECTOR, rule(id, dismissed.clone()));
    assert_eq!(refused, Err(Refusal::DismissedWithoutCall));
    let number = hall.must(white, call(id));
    hall.must(DIRECTOR, answer(id, number, dismissed));
}

#[test]
fn an_open_call_holds_up_the_result_until_it_lapses() {
    let mut hall = Hall::started(swiss(1), 2);
    hall.arrive();
    let id = hall.boards()[0];
    let white = hall.sides(id)[0];
    hall.must(white, call(id));
    hall.wait(CALL_MS);
    hall.end_game(id, GameResult::BlackWins).expect("possible");
    hall.wait(APPEAL_MS);
    assert!(!hall.is_final(id));
    hall.wait(1);
    assert!(
        hall.is_final(id) && hall.over(),
        "a call that nobody answers does not hold it up for ever"
    );
}
