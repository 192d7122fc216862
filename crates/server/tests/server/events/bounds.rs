//! Attacks: everything that is expensive is limited.

use axum::http::Method;
use serde_json::json;

use super::hall::{Hall, START, people, settings, wish};
use crate::client::{House, NOON, PASSWORD};

#[tokio::test]
async fn an_account_makes_only_so_many_events_an_hour_whatever_it_calls_off() {
    let house = House::with(|settings| settings.events_per_hour = 2).await;
    people(&house).await;
    let mut organiser = house.signed_up("Olivia").await;
    for _ in 0..2 {
        let made = organiser
            .post("/events", wish(settings(json!({}))))
            .await
            .good();
        let path = format!("/events/{}/commands", made["id"].as_str().expect("a name"));
        organiser
            .post(&path, json!({"type": "cancel"}))
            .await
            .good();
    }
    let more = organiser.post("/events", wish(settings(json!({})))).await;
    assert!(more.refused_for_a_while() > 1_000);
    // The limit is for the whole network: another account does not help.
    let mut other = house.signed_up("Goneril").await;
    let more = other.post("/events", wish(settings(json!({})))).await;
    more.refused_for_a_while();
}

#[tokio::test]
async fn an_organiser_has_only_so_many_events_that_are_not_over() {
    let house = House::with(|settings| settings.events_per_organiser = 1).await;
    people(&house).await;
    let mut organiser = house.signed_up("Olivia").await;
    let made = organiser
        .post("/events", wish(settings(json!({}))))
        .await
        .good();
    let again = organiser.post("/events", wish(settings(json!({})))).await;
    again.refused(429, "too-many");
    let path = format!("/events/{}/commands", made["id"].as_str().expect("a name"));
    organiser
        .post(&path, json!({"type": "cancel"}))
        .await
        .good();
    organiser
        .post("/events", wish(settings(json!({}))))
        .await
        .good();
}

#[tokio::test]
async fn an_event_that_is_asked_for_twice_with_one_key_is_one_also_when_no_other_could_be_made() {
    let house = House::with(|settings| settings.events_per_organiser = 2).await;
    people(&house).await;
    let mut organiser = house.signed_up("Olivia").await;
    let named = |name: &str| wish(settings(json!({"name": name})));
    let mut ids = Vec::new();
    for (key, name) in [
        ("a", "Ides"),
        ("a", "Ides"),
        ("b", "Nones"),
        ("a", "Kalends"),
    ] {
        let made = organiser.post_once("/events", key, named(name)).await;
        assert_eq!(made.status, 201, "{}", made.text);
        ids.push(made.json()["id"].clone());
        assert_ne!(made.json()["settings"]["name"], "Kalends");
    }
    assert_eq!([&ids[1], &ids[3]], [&ids[0]; 2]);
    assert_ne!(ids[2], ids[0]);
    let more = organiser.post_once("/events", "c", named("Ides")).await;
    more.refused(429, "too-many");
    // Idempotency keys are scoped to the organiser.
    let mut other = house.signed_up("Goneril").await;
    let made = other.post_once("/events", "a", named("Ides")).await.good();
    assert_ne!(made["id"], ids[0]);
    let no_key = other.post_once("/events", "é", named("Ides")).await;
    no_key.refused(400, "unreadable");
}

#[tokio::test]
async fn an_event_that_is_asked_for_twice_at_once_with_one_key_is_one() {
    let house = House::open().await;
    people(&house).await;
    let mut organiser = house.signed_up("Olivia").await;
    let mut again = organiser.clone();
    let wanted = || wish(settings(json!({})));
    let (one, other) = tokio::join!(
        organiser.post_once("/events", "a", wanted()),
        again.post_once("/events", "a", wanted()),
    );
    assert_eq!(one.good()["id"], other.good()["id"]);
    let list = organiser.get("/events").await.good();
    assert_eq!(list["events"].as_array().map(Vec::len), Some(1), "{list}");
}

#[tokio::test]
async fn nobody_makes_a_list_of_those_whom_a_password_alone_protects() {
    let house = House::with(|settings| settings.events_per_hour = 1).await;
    people(&house).await;
    house.signed_up("Iago").await;
    let mut curious = house.signed_up("Olivia").await;
    let mut told = 0;
    for _ in 0..10 {
        let mut wanted = wish(settings(json!({})));
        wanted["chiefArbiter"] = json!("Iago");
        let answer = curious.post("/events", wanted).await;
        match answer.status.as_u16() {
            409 => told += 1,
            _ => drop(answer.refused_for_a_while()),
        }
    }
    assert_eq!(told, 4);
    // At the limit nobody can tell who has a second factor, whichever account asks.
    let mut other = house.signed_up("Goneril").await;
    let answer = other.post("/events", wish(settings(json!({})))).await;
    answer.refused_for_a_while();
}

#[tokio::test]
async fn commands_are_counted_whether_they_are_refused_or_not() {
    let house = House::with(|settings| settings.event_commands_per_minute = 10).await;
    let hall = Hall::in_house(house, json!({}), 1).await;
    let mut refused = 0;
    for _ in 0..30 {
        let answer = hall.player(0, json!({"type": "enter"})).await;
        match answer.status.as_u16() {
            429 => {
                answer.refused_for_a_while();
                refused += 1;
            }
            409 => {}
            other => panic!("{other}: {}", answer.text),
        }
    }
    assert!(refused >= 20, "{refused}");
}

#[tokio::test]
async fn long_lists_of_names_are_refused_before_anybody_is_looked_up() {
    let hall = Hall::started(json!({}), 4).await;
    let last = hall.seen().await["last"].clone();
    // None of these accounts exists, and none was looked up.
    let nobody = |number: usize| format!("Nobody-{number}");
    let mut wanted = wish(settings(json!({})));
    wanted["directors"] = (0..21).map(nobody).collect();
    let answer = hall.organiser.clone().post("/events", wanted.clone()).await;
    answer.refused(422, "invalid");
    assert_eq!(answer.json()["field"], "directors");
    wanted["directors"] = (0..20).map(nobody).collect();
    let answer = hall.organiser.clone().post("/events", wanted).await;
    answer.refused(404, "not-found");
    let pairs = |boards: usize| -> serde_json::Value {
        let pair = |number| json!({"white": nobody(number), "black": nobody(number)});
        (0..boards).map(pair).collect()
    };
    let by_hand = |boards| json!({"type": "pairByHand", "round": 2, "pairs": pairs(boards)});
    let answer = hall.director(by_hand(3)).await;
    answer.refused(422, "invalid");
    assert_eq!(answer.json()["field"], "pairs");
    hall.director(by_hand(2)).await.refused(404, "not-found");
    // A player who may not pair learns only that.
    hall.player(0, by_hand(500)).await.refused(403, "not-yours");
    assert_eq!(hall.seen().await["last"], last);
}

#[tokio::test]
async fn large_bodies_and_long_texts_change_nothing() {
    let hall = Hall::open(json!({}), 1).await;
    let last = hall.seen().await["last"].clone();
    let huge = json!({"type": "annul", "reasons": "x".repeat(40_000)});
    hall.arbiter(huge).await.refused(413, "too-large");
    let long = json!({"type": "annul", "reasons": "x".repeat(4_001)});
    let answer = hall.arbiter(long).await;
    assert!(answer.is_problem(), "{}", answer.text);
    assert_eq!(hall.seen().await["last"], last);
}

#[tokio::test]
async fn a_stranger_who_asks_for_events_that_do_not_exist_fills_no_memory() {
    let hall = Hall::open(json!({}), 0).await;
    let mut visitor = hall.house.visitor();
    for number in 0..600 {
        let path = format!("/events/nosuch{number:06}");
        visitor.get(&path).await.refused(404, "not-found");
    }
    // The earlier event still exists.
    assert_eq!(hall.seen().await["phase"], "open");
}

#[tokio::test]
async fn what_an_organiser_writes_into_a_log_has_a_bound_in_bytes() {
    let hall = Hall::open(json!({}), 1).await;
    let mut written = 0;
    let answer = loop {
        let regulations = format!("{written} {}", "x".repeat(19_990));
        let changed = settings(json!({"regulations": regulations}));
        let command = json!({"type": "changeSettings", "settings": changed});
        let answer = hall.ask(&mut hall.organiser.clone(), command).await;
        if !answer.status.is_success() {
            break answer;
        }
        written += 1;
        assert!(
            written <= 110,
            "two mebibytes are a hundred and four times as much"
        );
    };
    answer.refused(429, "too-many");
    assert!(written > 90, "{written}");
    // Everybody can read the log, in parts.
    let log = hall.log(&hall.house.visitor()).await;
    assert!(log.len() > written, "{}", log.len());
    let numbers = log
        .iter()
        .map(|entry| entry["n"].as_u64().expect("a number"));
    assert!(numbers.eq(1..=log.len() as u64));
    // So can readers after a restart.
    let Hall { house, id, .. } = hall;
    let house = House::on(house.close().await, 2, NOON, |_| {}).await;
    let path = format!("/events/{id}/log?from=50");
    let answer = house.visitor().get(&path).await;
    assert_eq!(answer.text.lines().count() + 49, log.len());
}

#[tokio::test]
async fn rulings_for_which_nobody_has_asked_have_a_bound_in_bytes_and_those_that_answer_a_call_do_not()
 {
    let house = House::with(|settings| settings.event_commands_per_minute = 10_000).await;
    let one_round = json!({"format": {"kind": "swiss", "rounds": 1}});
    let mut hall = Hall::in_house(house, one_round, 4).await;
    hall.start().await;
    let board = hall.board(0, 0).await;
    let mut other = hall.house.signed_up("Corin").await;
    let named = json!({"type": "nameDirector", "person": "Corin"});
    hall.ask(&mut hall.organiser.clone(), named).await.good();
    let mut warning = json!({"type": "rule", "game": board.game, "ground": "conduct",
        "outcome": {"kind": "warning", "side": "white"}, "reasons": "€".repeat(4_000)});
    let mut made = 0;
    let answer = loop {
        let answer = hall.director(warning.clone()).await;
        if !answer.status.is_success() {
            break answer;
        }
        made += 1;
        assert!(made <= 180, "two mebibytes are 175 times as much");
    };
    answer.refused(429, "too-many");
    assert!(made > 160, "{made}");
    // A ruling that awaits another's decision does not lift the limit.
    let event = hall.seen().await;
    let ruling = event["rulings"][0]["n"].clone();
    let appeal = json!({"type": "appeal", "ruling": ruling, "text": "He never talks."});
    hall.player(board.players[0], appeal).await.good();
    let answer = hall.director(warning.clone()).await;
    answer.refused(429, "too-many");
    // It can be remitted once, and the other director can rule once.
    let remit = json!({"type": "decideAppeal", "ruling": ruling, "reasons": "Because it is so.",
        "decision": {"kind": "remitted", "to": "Corin"}});
    hall.arbiter(remit.clone()).await.good();
    hall.arbiter(remit).await.refused(429, "too-many");
    hall.ask(&mut other, warning.clone()).await.good();
    let answer = hall.ask(&mut other, warning.clone()).await;
    answer.refused(429, "too-many");
    let call = json!({"type": "call", "game": board.game, "text": "He talks."});
    let called = hall.player(board.players[1], call).await.good();
    warning["call"] = called["entries"][0].clone();
    hall.director(warning).await.good();
}

#[tokio::test]
async fn nobody_is_entered_by_whom_they_block() {
    let hall = Hall::open(json!({}), 0).await;
    let mut victim = hall.house.signed_up("Viola").await;
    let enter = json!({"type": "enter", "player": "Viola"});
    let blocked = victim.ask(Method::PUT, "/me/blocked/Olivia", None).await;
    assert!(blocked.status.is_success(), "{}", blocked.text);
    let answer = hall.ask(&mut hall.organiser.clone(), enter.clone()).await;
    answer.refused(409, "not-possible");
    assert_eq!(hall.seen().await["entries"], json!([]));
    // A player can still enter.
    hall.ask(&mut victim, json!({"type": "enter"})).await.good();
    assert_eq!(hall.seen().await["entries"][0]["username"], "Viola");
}

#[tokio::test]
async fn who_may_not_enter_a_player_learns_nothing_of_whom_the_player_blocks_or_is_and_staff_not_which()
 {
    let hall = Hall::open(json!({"rated": true}), 1).await;
    let mut victim = hall.house.signed_up("Viola").await;
    hall.house.signed_up("Sebastian").await;
    let mut stranger = hall.house.signed_up("Goneril").await;
    // A new account in the browser of a player in the event.
    let mut browser = hall.players[0].clone();
    browser.ask(Method::DELETE, "/session", None).await;
    let made = browser.account("/account", "Alter", PASSWORD).await;
    assert!(made.status.is_success(), "{}", made.text);
    for blocked in ["Goneril", "Olivia"] {
        let path = format!("/me/blocked/{blocked}");
        let answer = victim.ask(Method::PUT, &path, None).await;
        assert!(answer.status.is_success(), "{}", answer.text);
    }
    let enter = |player: &str| json!({"type": "enter", "player": player});
    let mut told = Vec::new();
    for player in ["Viola", "Alter", "Sebastian"] {
        let answer = hall.ask(&mut stranger, enter(player)).await;
        answer.refused(403, "not-yours");
        told.push(answer.text);
    }
    assert!(told.iter().all(|text| *text == told[0]), "{told:?}");
    let mut told = Vec::new();
    for player in ["Viola", "Alter"] {
        let mut organiser = hall.organiser.clone();
        let answer = hall.ask(&mut organiser, enter(player)).await;
        answer.refused(409, "not-possible");
        told.push(answer.text);
    }
    assert_eq!(told[0], told[1]);
    let mut organiser = hall.organiser.clone();
    hall.ask(&mut organiser, enter("Sebastian")).await.good();
    // A person who already plays there with another account knows the reason.
    let own = hall.ask(&mut browser, json!({"type": "enter"})).await;
    own.refused(409, "not-possible");
    assert!(own.text.contains("the same person"), "{}", own.text);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_accounts_of_one_person_that_enter_a_rated_event_at_once_do_not_both_play() {
    let house = House::with(|settings| settings.events_per_hour = 100).await;
    people(&house).await;
    let mut organiser = house.signed_up("Olivia").await;
    let mut viola = house.signed_up("Viola").await;
    let mut alter = viola.clone();
    alter.ask(Method::DELETE, "/session", None).await;
    alter.account("/account", "Cesario", PASSWORD).await.good();
    viola.account("/session", "Viola", PASSWORD).await.good();
    for rated in [true, false].repeat(5) {
        let wanted = wish(settings(json!({"rated": rated})));
        let made = organiser.post("/events", wanted).await.good();
        let event = format!("/events/{}", made["id"].as_str().expect("a name"));
        let commands = format!("{event}/commands");
        let enter = || json!({"type": "enter"});
        let (one, other) = tokio::join!(
            viola.post(&commands, enter()),
            alter.post(&commands, enter())
        );
        let entered = [one, other].map(|answer| answer.status.is_success());
        let entries = organiser.get(&event).await.good()["entries"].clone();
        let most = if rated { 1 } else { 2 };
        assert_eq!(entries.as_array().map(Vec::len), Some(most), "{entries}");
        assert_eq!(entered.into_iter().filter(|done| *done).count(), most);
        organiser
            .post(&commands, json!({"type": "cancel"}))
            .await
            .good();
    }
}

#[tokio::test]
async fn games_of_an_event_take_none_of_those_that_a_player_may_have() {
    let house = House::with(|settings| settings.games_per_player = 1).await;
    let mut hall = Hall::in_house(house, json!({}), 2).await;
    hall.start().await;
    let wish = json!({"variant": "chess", "opponent": {"kind": "link"}});
    let mut player = hall.players[0].clone();
    player.make(wish.clone()).await;
    player.post("/games", wish).await.refused(429, "too-many");
}

#[tokio::test]
async fn names_in_events_show_what_they_are() {
    let hall = Hall::open(json!({}), 1).await;
    for name in [
        "Computer, level 8",
        "Page\u{202e}0",
        "P\u{200b}age",
        "Moderator",
    ] {
        let correct = json!({"type": "correctEntry", "player": "Page-0", "name": name});
        let answer = hall.director(correct).await;
        answer.refused(422, "invalid");
        assert_eq!(answer.json()["field"], "name");
    }
    for name in ["Club\u{202e} night", "Club\u{2060} night"] {
        let changed = settings(json!({"name": name}));
        let command = json!({"type": "changeSettings", "settings": changed.clone()});
        let mut organiser = hall.organiser.clone();
        let answer = hall.ask(&mut organiser, command).await;
        answer.refused(422, "invalid");
        assert_eq!(answer.json()["field"], "settings.name");
        organiser
            .post("/events", wish(changed))
            .await
            .refused(422, "invalid");
    }
    let correct = json!({"type": "correctEntry", "player": "Page-0", "name": "Page, of Illyria"});
    hall.director(correct).await.good();
    assert_eq!(hall.seen().await["entries"][0]["name"], "Page, of Illyria");
}

#[tokio::test]
async fn the_games_of_an_event_are_read_without_taking_places_in_memory() {
    let hall = Hall::started(json!({}), 4).await;
    let Hall { house, id, .. } = hall;
    let data = house.close().await;
    let full = |settings: &mut manifold_server::Settings| settings.live_games = 0;
    let house = House::on(data, 2, START, full).await;
    let answer = house.visitor().get(&format!("/events/{id}/pgn")).await;
    assert_eq!(answer.text.matches("[Event ").count(), 2, "{}", answer.text);
}
