//! Regulations, section 5.

use manifold_events::{
    APPEAL_MS, Command, Decision, EntryNumber, GameId, GameResult, Outcome, Refusal, Role,
    RulingState, Side, Who,
};

use crate::hall::*;

/// A game with a ruling against Black, and the other board still in play.
fn ruled() -> (Hall, GameId, EntryNumber, [u64; 2]) {
    let mut hall = Hall::started(swiss(2), 4);
    hall.arrive();
    let id = hall.boards()[0];
    let ruling = hall.must(DIRECTOR, rule(id, Outcome::WhiteWins));
    let sides = hall.sides(id);
    (hall, id, ruling, sides)
}

#[test]
fn an_appeal_at_30_minutes_and_0_ms_is_in_time() {
    let (mut hall, id, ruling, [_, black]) = ruled();
    hall.wait(APPEAL_MS);
    assert!(!hall.is_final(id));
    hall.must(black, appeal(ruling));
    assert_eq!(hall.event.rulings()[&ruling].state, RulingState::Appealed);
    hall.wait(APPEAL_MS);
    assert!(
        !hall.is_final(id),
        "as long as the Chief Arbiter has not decided"
    );
}

#[test]
fn an_appeal_1_ms_later_is_too_late_whether_or_not_the_server_has_looked() {
    let (mut hall, id, ruling, [_, black]) = ruled();
    let ruled_at = hall.now;
    let unattended = hall.event.clone();
    hall.wait(APPEAL_MS + 1);
    assert!(hall.is_final(id));
    assert!(hall.ask(black, appeal(ruling)).is_err());
    hall.event = unattended;
    let at = ruled_at + APPEAL_MS;
    assert_eq!(
        hall.event.appeal_deadline(&hall.event.rulings()[&ruling]),
        at
    );
    let refused = hall.event.decide(
        hall.now,
        manifold_events::Who::Person(person(black)),
        appeal(ruling),
    );
    assert_eq!(refused, Err(Refusal::AppealLate { at }));
}

#[test]
fn time_in_which_the_server_did_not_run_is_added() {
    let (mut hall, id, ruling, [_, black]) = ruled();
    hall.wait(29 * MINUTE);
    hall.outage(20 * MINUTE);
    assert!(
        !hall.is_final(id),
        "the server was down over the end of the time to appeal"
    );
    hall.wait(MINUTE);
    hall.must(black, appeal(ruling));
}

#[test]
fn without_an_appeal_a_ruling_is_final_after_30_minutes() {
    let (mut hall, id, _, _) = ruled();
    hall.wait(APPEAL_MS);
    assert!(!hall.is_final(id));
    hall.wait(1);
    assert!(hall.is_final(id));
    let refused = hall.ask(DIRECTOR, rule(id, Outcome::Draw));
    assert_eq!(refused, Err(Refusal::ResultFinal));
}

#[test]
fn both_players_appeal_once_each_and_one_decision_answers_both() {
    let (mut hall, id, ruling, [white, black]) = ruled();
    hall.must(black, appeal(ruling));
    assert_eq!(hall.ask(black, appeal(ruling)), Err(Refusal::HasAppealed));
    hall.must(white, appeal(ruling));
    assert_eq!(hall.event.rulings()[&ruling].appeals.len(), 2);
    hall.must(ARBITER, decide(ruling, Decision::Confirmed));
    assert!(hall.is_final(id));
    assert_eq!(hall.result(id), Some(GameResult::WhiteWins));
    let again = decide(
        ruling,
        Decision::Varied {
            outcome: Outcome::Draw,
        },
    );
    assert_eq!(hall.ask(ARBITER, again), Err(Refusal::RulingClosed));
}

#[test]
fn only_the_players_of_the_game_appeal() {
    let (mut hall, _, ruling, sides) = ruled();
    let stranger = (1..=4)
        .find(|player| !sides.contains(player))
        .expect("four play");
    for who in [stranger, DIRECTOR, ORGANISER] {
        assert_eq!(
            hall.ask(who, appeal(ruling)),
            Err(Refusal::Role(Role::GamePlayer))
        );
    }
    assert_eq!(
        hall.ask(sides[0], appeal(EntryNumber(1))),
        Err(Refusal::NoRuling(EntryNumber(1)))
    );
}

#[test]
fn an_appeal_has_10_to_4_000_characters() {
    let (mut hall, _, ruling, [_, black]) = ruled();
    let with = |length| manifold_events::Command::Appeal {
        ruling,
        text: "x".repeat(length),
    };
    for length in [0, 9, 4_001] {
        let refused = hall.ask(black, with(length));
        assert_eq!(
            refused,
            Err(Refusal::Text(manifold_events::Text::Appeal)),
            "{length}"
        );
    }
    hall.must(black, with(10));
}

#[test]
fn a_call_that_was_not_frivolous_is_so_dismissed_on_appeal_and_what_answers_no_call_is_not() {
    let mut hall = Hall::started(swiss(2), 4);
    hall.arrive();
    let id = hall.boards()[0];
    let white = hall.sides(id)[0];
    let dismissed = |frivolous| Outcome::Dismissed { frivolous };
    let varied = |ruling, outcome| decide(ruling, Decision::Varied { outcome });
    let called = hall.must(white, call(id));
    let ruling = hall.must(DIRECTOR, answer(id, called, dismissed(true)));
    hall.must(white, appeal(ruling));
    assert_eq!(
        hall.ask(ARBITER, varied(ruling, dismissed(true))),
        Err(Refusal::SameOutcome)
    );
    hall.must(ARBITER, varied(ruling, dismissed(false)));
    let warning = hall.must(DIRECTOR, rule(id, Outcome::Warning { side: Side::White }));
    hall.must(white, appeal(warning));
    assert_eq!(
        hall.ask(ARBITER, varied(warning, dismissed(false))),
        Err(Refusal::DismissedWithoutCall)
    );
}

#[test]
fn varied_is_final_with_the_new_result() {
    let (mut hall, id, ruling, [_, black]) = ruled();
    hall.must(black, appeal(ruling));
    let same = decide(
        ruling,
        Decision::Varied {
            outcome: Outcome::WhiteWins,
        },
    );
    assert_eq!(hall.ask(ARBITER, same), Err(Refusal::SameOutcome));
    hall.must(
        ARBITER,
        decide(
            ruling,
            Decision::Varied {
                outcome: Outcome::Draw,
            },
        ),
    );
    assert_eq!(hall.result(id), Some(GameResult::Draw));
    assert!(hall.is_final(id));
    assert_eq!(
        hall.ask(DIRECTOR, rule(id, Outcome::BlackWins)),
        Err(Refusal::ResultFinal)
    );
}

#[test]
fn varied_to_resume_starts_a_game_whose_own_result_is_open_to_rulings() {
    let (mut hall, id, ruling, [_, black]) = ruled();
    hall.must(black, appeal(ruling));
    let outcome = Outcome::Resume {
        from: 20,
        white_ms: 60_000,
        black_ms: 60_000,
    };
    hall.must(ARBITER, decide(ruling, Decision::Varied { outcome }));
    assert!(hall.event.game(id).expect("a game").is_live());
    let second = hall.must(DIRECTOR, rule(id, Outcome::Draw));
    assert!(!hall.is_final(id));
    hall.must(black, appeal(second));
}

#[test]
fn remitted_goes_to_another_director_whose_ruling_can_be_appealed_again() {
    let (mut hall, id, ruling, [white, black]) = ruled();
    hall.must(black, appeal(ruling));
    for to in [DIRECTOR, ARBITER, 1] {
        let remitted = decide(ruling, Decision::Remitted { to: person(to) });
        assert_eq!(hall.ask(ARBITER, remitted), Err(Refusal::RemitTo), "{to}");
    }
    let to = person(OTHER_DIRECTOR);
    let remitted = decide(ruling, Decision::Remitted { to });
    hall.must(ARBITER, remitted.clone());
    assert_eq!(
        hall.ask(ARBITER, remitted),
        Err(Refusal::RemittedTo(to)),
        "once to the same director"
    );
    assert_eq!(
        hall.ask(DIRECTOR, rule(id, Outcome::Draw)),
        Err(Refusal::RemittedTo(to)),
        "not the one who ruled"
    );
    let evasive = rule(
        id,
        Outcome::Warning {
            side: manifold_events::Side::White,
        },
    );
    assert_eq!(
        hall.ask(OTHER_DIRECTOR, evasive),
        Err(Refusal::RemittedResult)
    );
    let second = hall.must(OTHER_DIRECTOR, rule(id, Outcome::Draw));
    assert_eq!(hall.event.rulings()[&ruling].state, RulingState::Superseded);
    assert!(!hall.is_final(id));
    hall.must(white, appeal(second));
    hall.must(DEPUTY, decide(second, Decision::Confirmed));
    assert_eq!(hall.result(id), Some(GameResult::Draw));
    assert!(hall.is_final(id));
}

#[test]
fn nobody_decides_an_appeal_against_their_own_ruling_then_the_deputy_does() {
    let mut hall = Hall::started(swiss(2), 4);
    hall.arrive();
    hall.must(
        ORGANISER,
        manifold_events::Command::NameDirector(person(ARBITER)),
    );
    let id = hall.boards()[0];
    let ruling = hall.must(ARBITER, rule(id, Outcome::WhiteWins));
    let black = hall.sides(id)[1];
    hall.must(black, appeal(ruling));
    assert_eq!(
        hall.ask(ARBITER, decide(ruling, Decision::Confirmed)),
        Err(Refusal::OwnRuling)
    );
    hall.must(
        DEPUTY,
        decide(
            ruling,
            Decision::Varied {
                outcome: Outcome::BlackWins,
            },
        ),
    );
    assert_eq!(hall.result(id), Some(GameResult::BlackWins));
}

#[test]
fn only_the_chief_arbiter_or_the_deputy_decides_and_not_in_their_own_game() {
    let mut hall = Hall::new(swiss(2));
    hall.enter_all(4);
    hall.must(ORGANISER, manifold_events::Command::NameDeputy(person(1)));
    hall.wait_until(START);
    hall.arrive();
    let own = hall
        .boards()
        .into_iter()
        .find(|id| hall.sides(*id).contains(&1));
    let id = own.expect("player 1 plays");
    let ruling = hall.must(DIRECTOR, rule(id, Outcome::Draw));
    let opponent = hall
        .sides(id)
        .into_iter()
        .find(|player| *player != 1)
        .expect("two play");
    hall.must(opponent, appeal(ruling));
    assert_eq!(
        hall.ask(1, decide(ruling, Decision::Confirmed)),
        Err(Refusal::OwnGame)
    );
    for who in [DIRECTOR, ORGANISER, opponent] {
        let refused = hall.ask(who, decide(ruling, Decision::Confirmed));
        assert_eq!(refused, Err(Refusal::Role(Role::Arbiter)));
    }
    hall.must(ARBITER, decide(ruling, Decision::Confirmed));
}

#[test]
fn there_is_nothing_to_decide_without_an_appeal() {
    let (mut hall, _, ruling, _) = ruled();
    let refused = hall.ask(ARBITER, decide(ruling, Decision::Confirmed));
    assert_eq!(refused, Err(Refusal::NoAppeal));
}

#[test]
fn a_ruling_that_was_appealed_is_final_only_by_a_decision_however_long_that_takes() {
    let (mut hall, id, ruling, [_, black]) = ruled();
    hall.must(black, appeal(ruling));
    let lodged = hall.now;
    let other = hall.boards()[1];
    hall.end_game(other, GameResult::Draw).expect("possible");
    hall.wait(60 * 24 * 60 * MINUTE);
    assert!(!hall.is_final(id) && hall.event.rounds().len() == 1);
    let waiting = &hall.event.rulings()[&ruling];
    assert_eq!(waiting.state, RulingState::Appealed);
    assert_eq!(waiting.waiting_since(), Some(lodged));
    hall.must(ARBITER, decide(ruling, Decision::Confirmed));
    assert!(hall.is_final(id));
    assert_eq!(hall.result(id), Some(GameResult::WhiteWins));
}

#[test]
fn a_remitted_ruling_waits_for_its_director_however_long_and_can_be_decided_after_all() {
    let (mut hall, id, ruling, [_, black]) = ruled();
    hall.must(black, appeal(ruling));
    let to = person(OTHER_DIRECTOR);
    hall.must(ARBITER, decide(ruling, Decision::Remitted { to }));
    let remitted = hall.now;
    hall.wait(60 * 24 * 60 * MINUTE);
    assert!(!hall.is_final(id));
    let waiting = &hall.event.rulings()[&ruling];
    assert_eq!(waiting.state, RulingState::Remitted { to, at: remitted });
    assert_eq!(waiting.waiting_since(), Some(remitted));
    let mut late = hall.clone();
    let second = late.must(OTHER_DIRECTOR, rule(id, Outcome::Draw));
    assert_eq!(late.event.rulings()[&second].state, RulingState::Open);
    // The director has left: the Chief Arbiter decides without another ruling.
    let outcome = Outcome::Draw;
    hall.must(ARBITER, decide(ruling, Decision::Varied { outcome }));
    assert!(hall.is_final(id));
    assert_eq!(hall.result(id), Some(GameResult::Draw));
}

#[test]
fn where_arbiters_are_silent_the_organiser_names_another_who_decides() {
    let (mut hall, id, ruling, [_, black]) = ruled();
    hall.must(black, appeal(ruling));
    hall.wait(7 * 24 * 60 * MINUTE);
    let other = 950;
    let refused = hall.ask(other, decide(ruling, Decision::Confirmed));
    assert_eq!(refused, Err(Refusal::Role(Role::Arbiter)));
    hall.must(ORGANISER, Command::NameChiefArbiter(person(other)));
    hall.must(other, decide(ruling, Decision::Confirmed));
    assert!(hall.is_final(id));
}

#[test]
fn as_long_as_an_appeal_waits_the_chief_arbiter_may_order_the_next_round_with_provisional_results()
{
    let (mut hall, id, ruling, [_, black]) = ruled();
    hall.must(black, appeal(ruling));
    let other = hall.boards()[1];
    hall.end_game(other, GameResult::Draw).expect("possible");
    hall.wait(7 * 24 * 60 * MINUTE);
    assert_eq!(hall.event.rounds().len(), 1);
    let games = hall.fresh_games(2);
    hall.must(ARBITER, Command::Pair { round: 2, games });
    assert_eq!(hall.event.rounds().len(), 2);
    assert!(!hall.is_final(id), "it still waits");
    hall.must(ARBITER, decide(ruling, Decision::Confirmed));
    assert!(hall.is_final(id));
}

#[test]
fn a_ruling_in_whose_place_another_has_come_cannot_be_appealed() {
    let (mut hall, _, ruling, [_, black]) = ruled();
    let id = hall.event.rulings()[&ruling].game;
    hall.wait(MINUTE);
    let second = hall.must(OTHER_DIRECTOR, rule(id, Outcome::Draw));
    assert_eq!(hall.ask(black, appeal(ruling)), Err(Refusal::RulingClosed));
    hall.must(black, appeal(second));
    assert_eq!(
        hall.ask(DIRECTOR, rule(id, Outcome::BlackWins)),
        Err(Refusal::AppealOpen),
        "it is the Chief Arbiter's now"
    );
}

#[test]
fn a_result_is_varied_to_another_result_and_to_nothing_else() {
    let (mut hall, id, ruling, [_, black]) = ruled();
    hall.must(black, appeal(ruling));
    let outcome = Outcome::Warning { side: Side::White };
    let warning = decide(ruling, Decision::Varied { outcome });
    assert_eq!(hall.ask(ARBITER, warning), Err(Refusal::NotAboutResult));
    assert_eq!(hall.result(id), Some(GameResult::WhiteWins));
    assert!(!hall.is_final(id), "the appeal still waits");
}

#[test]
fn an_appeal_that_was_heard_in_time_is_in_time_whatever_was_appended_since() {
    let (hall, _, ruling, [_, black]) = ruled();
    let at = hall.event.rulings()[&ruling].at;
    let mut later = hall.clone();
    later.now = at + 30 * MINUTE;
    // Another entry is appended a moment later, before the appeal is handled.
    let mut other = later.clone();
    other.now += 1;
    let from = other.now - 1;
    let to = other.now;
    let outage = Command::RecordOutage { from, to };
    let bodies = other
        .event
        .decide(other.now, Who::Server, outage)
        .expect("possible");
    for entry in other.event.entries(other.now, Who::Server, bodies) {
        other.event.apply(entry).expect("it applies");
    }
    let who = Who::Person(person(black));
    let heard = |now| other.event.decide(now, who, appeal(ruling));
    assert!(heard(at + 30 * MINUTE).is_ok());
    assert!(matches!(
        heard(at + 30 * MINUTE + 2),
        Err(Refusal::AppealLate { .. })
    ));
}

/// A warning and a result ruled in one game, and an appeal of each player against one of them.
fn two_appeals() -> (Hall, GameId, [EntryNumber; 2]) {
    let mut hall = Hall::started(swiss(2), 4);
    hall.arrive();
    let id = hall.boards()[0];
    let [white, black] = hall.sides(id);
    let warning = hall.must(DIRECTOR, rule(id, Outcome::Warning { side: Side::White }));
    let result = hall.must(DIRECTOR, rule(id, Outcome::WhiteWins));
    hall.must(white, appeal(warning));
    hall.must(black, appeal(result));
    (hall, id, [warning, result])
}

#[test]
fn a_warning_does_not_become_a_result_while_a_ruling_about_the_result_is_appealed() {
    let (mut hall, id, [warning, result]) = two_appeals();
    let varied = |outcome| Decision::Varied { outcome };
    assert_eq!(
        hall.ask(ARBITER, decide(warning, varied(Outcome::Draw))),
        Err(Refusal::AppealOpen)
    );
    assert_eq!(hall.event.rulings()[&result].state, RulingState::Appealed);
    assert!(!hall.is_final(id));
    // The warning can be varied to another warning; the result becomes final once the appeal about it is decided.
    let other = Outcome::Warning { side: Side::Black };
    hall.must(ARBITER, decide(warning, varied(other)));
    hall.must(ARBITER, decide(result, Decision::Confirmed));
    assert!(hall.is_final(id));
}

#[test]
fn an_appeal_about_something_else_is_decided_although_the_result_is_final() {
    let (mut hall, id, [warning, result]) = two_appeals();
    hall.must(ARBITER, decide(result, Decision::Confirmed));
    assert!(hall.is_final(id));
    assert_eq!(hall.event.rulings()[&warning].state, RulingState::Appealed);
    let on_the_result = Decision::Varied {
        outcome: Outcome::Draw,
    };
    assert_eq!(
        hall.ask(ARBITER, decide(warning, on_the_result)),
        Err(Refusal::ResultFinal)
    );
    let to = person(OTHER_DIRECTOR);
    hall.must(ARBITER, decide(warning, Decision::Remitted { to }));
    assert_eq!(
        hall.ask(OTHER_DIRECTOR, rule(id, Outcome::Draw)),
        Err(Refusal::ResultFinal)
    );
    let second = rule(id, Outcome::Warning { side: Side::Black });
    let second = hall.must(OTHER_DIRECTOR, second);
    assert_eq!(
        hall.event.rulings()[&warning].state,
        RulingState::Superseded
    );
    let [_, black] = hall.sides(id);
    hall.must(black, appeal(second));
    hall.must(ARBITER, decide(second, Decision::Confirmed));
    assert_eq!(hall.event.rulings()[&second].state, RulingState::Confirmed);
    assert_eq!(hall.result(id), Some(GameResult::WhiteWins));
}

#[test]
fn an_event_does_not_end_before_the_last_appeal_is_decided() {
    let (mut hall, id, [warning, result]) = two_appeals();
    hall.must(ARBITER, decide(result, Decision::Confirmed));
    let other = hall.boards()[1];
    hall.end_game(other, GameResult::Draw).expect("possible");
    hall.wait(MINUTE);
    assert_eq!(
        hall.event.rounds().len(),
        2,
        "the next round waits for results only"
    );
    hall.play_round();
    hall.wait(2 * APPEAL_MS);
    assert!(hall.event.games().all(|game| game.is_final) && !hall.over());
    assert!(hall.is_final(id));
    hall.wait(60 * 24 * 60 * MINUTE);
    assert!(!hall.over());
    hall.must(ARBITER, decide(warning, Decision::Confirmed));
    assert_eq!(hall.event.rulings()[&warning].state, RulingState::Confirmed);
    assert!(hall.over());
}

#[test]
fn a_warning_can_be_appealed_for_30_minutes_although_the_result_is_final() {
    let mut hall = Hall::started(swiss(1), 2);
    hall.arrive();
    let id = hall.boards()[0];
    let [white, black] = hall.sides(id);
    let result = hall.must(DIRECTOR, rule(id, Outcome::WhiteWins));
    hall.must(black, appeal(result));
    let warning = hall.must(DIRECTOR, rule(id, Outcome::Warning { side: Side::White }));
    hall.must(ARBITER, decide(result, Decision::Confirmed));
    hall.wait(APPEAL_MS);
    assert!(hall.is_final(id) && !hall.over());
    let mut late = hall.clone();
    hall.must(white, appeal(warning));
    hall.must(DEPUTY, decide(warning, Decision::Confirmed));
    assert!(hall.over());
    late.wait(1);
    assert!(late.over(), "nobody has appealed");
}
