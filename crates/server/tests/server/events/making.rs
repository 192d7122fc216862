//! Creating and entering events, and what is refused.

use axum::http::Method;
use serde_json::{Value, json};

use super::hall::{Hall, START, people, settings, wish};
use crate::client::{Answer, Client, House, PASSWORD};
use crate::keys::turned_on;

#[tokio::test]
async fn an_event_is_made_listed_and_shown_with_the_regulations_defaults() {
    let hall = Hall::open(json!({"control": {"kind": "blitz"}}), 2).await;
    let event = hall.seen().await;
    assert_eq!(event["phase"], "open");
    assert_eq!(event["format"], json!({"kind": "swiss", "rounds": null}));
    assert_eq!(
        event["tieBreaks"],
        json!(["BH/C1", "BH", "SB", "DE", "WIN"])
    );
    assert_eq!(event["roles"]["chiefArbiter"]["username"], "Antonio");
    assert_eq!(
        event["roles"]["directors"].as_array().map(Vec::len),
        Some(2)
    );
    assert_eq!(event["players"], 2);
    let list = hall.house.visitor().get("/events?state=open").await.good();
    assert_eq!(list["events"][0]["id"], hall.id.as_str());
    assert_eq!(list["events"][0]["you"]["player"], false);
    let own = hall.players[0].clone().get("/events?player=Page-0").await;
    assert_eq!(own.good()["events"][0]["you"]["player"], true);
    let running = hall
        .house
        .visitor()
        .get("/events?state=running")
        .await
        .good();
    assert_eq!(running, json!({"events": [], "next": null}));
    let as_arbiter = hall.seen_by(&hall.arbiter).await;
    assert_eq!(as_arbiter["you"]["chiefArbiter"], true);
}

#[tokio::test]
async fn a_list_of_more_than_fifty_goes_on_with_the_fifty_first() {
    let house = House::open().await;
    let mut organiser = house.signed_up("Olivia").await;
    people(&house).await;
    for number in 0..53_u64 {
        let wanted = settings(json!({"name": format!("E{number}"), "startsAt": START + number}));
        organiser.post("/events", wish(wanted)).await.good();
    }
    let page = house.visitor().get("/events?state=open").await.good();
    let count = |page: &Value| page["events"].as_array().map(Vec::len);
    assert_eq!(count(&page), Some(50));
    let next = page["next"].as_str().expect("there are more");
    let path = format!("/events?state=open&before={next}");
    let rest = house.visitor().get(&path).await.good();
    let names: Vec<_> = (rest["events"].as_array().expect("events").iter())
        .map(|event| event["name"].as_str())
        .collect();
    assert_eq!(names, [Some("E50"), Some("E51"), Some("E52")]);
    assert_eq!(rest["next"], Value::Null);
}

#[tokio::test]
async fn lists_go_on_where_they_ended() {
    let house = House::open().await;
    let mut organiser = house.signed_up("Olivia").await;
    people(&house).await;
    for number in 0..5_u64 {
        // Pairs of events start at the same time.
        let wanted =
            settings(json!({"name": format!("E{number}"), "startsAt": START + number / 2}));
        organiser.post("/events", wish(wanted)).await.good();
    }
    let mut seen = Vec::new();
    let mut path = "/events?state=open&limit=2".to_owned();
    loop {
        let page = house.visitor().get(&path).await.good();
        for event in page["events"].as_array().expect("events") {
            seen.push((
                event["startsAt"].as_u64(),
                event["name"].as_str().map(str::to_owned),
            ));
        }
        match page["next"].as_str() {
            Some(next) => path = format!("/events?state=open&limit=2&before={next}"),
            None => break,
        }
    }
    assert_eq!(seen.len(), 5);
    assert!(seen.is_sorted_by_key(|(at, _)| *at), "{seen:?}");
    let mut names: Vec<_> = seen.iter().map(|(_, name)| name.clone()).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 5);
    for wrong in [
        "before=x",
        "limit=0x",
        "limit=0",
        "limit=51",
        "state=all",
        "variant=go",
        "other=1",
    ] {
        let answer = house.visitor().get(&format!("/events?{wrong}")).await;
        answer.refused(400, "unreadable");
    }
    house
        .visitor()
        .get("/events?player=iago")
        .await
        .refused(404, "not-found");
}

#[tokio::test]
async fn who_makes_an_event_needs_an_account_and_what_is_impossible_is_named() {
    let house = House::open().await;
    let mut organiser = house.signed_up("Olivia").await;
    people(&house).await;
    let mut guest = house.visitor();
    let answer = guest.post("/events", wish(settings(json!({})))).await;
    answer.refused(401, "not-signed-in");
    for (change, field) in [
        (json!({"name": " "}), "settings.name"),
        (json!({"startsAt": 1}), "settings.startsAt"),
        (
            json!({"startsAt": 9_007_199_254_740_000_u64}),
            "settings.startsAt",
        ),
        (json!({"tieBreaks": ["XX"]}), "settings.tieBreaks"),
        (json!({"tieBreaks": ["BH", "BH"]}), "settings.tieBreaks"),
        (
            json!({"format": {"kind": "swiss", "rounds": 0}}),
            "settings.format",
        ),
        (
            json!({"format": {"kind": "knock-out", "games": 3}}),
            "settings.format",
        ),
        (
            json!({"format": {"kind": "arena", "minutes": 1}}),
            "settings.format",
        ),
        (
            json!({"format": {"kind": "round-robin", "arranged": {"deadline": START}}}),
            "settings.format",
        ),
        (
            json!({"control": {"kind": "custom", "seconds": 0}}),
            "settings.control",
        ),
        (
            json!({"conditions": {"mostPlayers": 1}}),
            "settings.conditions",
        ),
        (
            json!({"conditions": {"ratingFrom": 2000, "ratingTo": 1000}}),
            "settings.conditions",
        ),
        (
            json!({"schedule": {"kind": "times", "times": [START, START]}}),
            "settings.schedule",
        ),
        (json!({"checkInMinutes": 0}), "settings.checkInMinutes"),
        (json!({"defaultMinutes": 0}), "settings.defaultMinutes"),
        (
            json!({"regulations": "x".repeat(20_001)}),
            "settings.regulations",
        ),
    ] {
        let answer = organiser
            .post("/events", wish(settings(change.clone())))
            .await;
        let problem = answer.refused(422, "invalid");
        assert_eq!(problem["field"], field, "{change}");
    }
    for (change, what) in [
        (json!({"variant": "go"}), "variant"),
        (json!({"startsAt": "soon"}), "number"),
        (json!({"colour": 1}), "colour"),
        (json!({"format": {"kind": "swiss", "round": 3}}), "round"),
    ] {
        let answer = organiser.post("/events", wish(settings(change))).await;
        let problem = answer.refused(400, "unreadable");
        let detail = problem["detail"].as_str().expect("text").to_lowercase();
        assert!(
            detail.contains(what) || problem["field"] == "settings.variant",
            "{detail}"
        );
    }
    let mut same = wish(settings(json!({})));
    same["deputy"] = json!("Antonio");
    let problem = organiser
        .post("/events", same)
        .await
        .refused(422, "invalid");
    assert_eq!(problem["field"], "deputy");
    let mut nobody = wish(settings(json!({})));
    nobody["chiefArbiter"] = json!("Iago");
    let problem = organiser
        .post("/events", nobody)
        .await
        .refused(404, "not-found");
    assert_eq!(problem["field"], "chiefArbiter");
    let mut none = wish(settings(json!({})));
    none["directors"] = json!([]);
    organiser
        .post("/events", none)
        .await
        .refused(422, "invalid");
    let list = house.visitor().get("/events").await.good();
    assert_eq!(list["events"], json!([]), "nothing was made");
}

#[tokio::test]
async fn people_enter_withdraw_and_enter_again_until_the_start() {
    let hall = Hall::open(json!({"conditions": {"mostPlayers": 3}}), 2).await;
    hall.player(0, json!({"type": "enter"}))
        .await
        .refused(409, "not-possible");
    hall.player(0, json!({"type": "withdraw"})).await.good();
    assert_eq!(hall.seen().await["players"], 1);
    let list = hall.players[0].clone().get("/events?player=Page-0").await;
    assert_eq!(list.good()["events"], json!([]));
    hall.player(0, json!({"type": "enter"})).await.good();
    // Only staff can enter others.
    hall.house.signed_up("Lear").await;
    let third = json!({"type": "enter", "player": "Lear"});
    hall.player(0, third.clone())
        .await
        .refused(403, "not-yours");
    hall.director(third).await.good();
    let mut late = hall.house.signed_up("Edgar").await;
    hall.ask(&mut late, json!({"type": "enter"}))
        .await
        .refused(409, "taken");
    let unknown = json!({"type": "enter", "player": "Iago"});
    hall.director(unknown).await.refused(404, "not-found");
    let mut guest = hall.house.visitor();
    hall.ask(&mut guest, json!({"type": "enter"}))
        .await
        .refused(401, "not-signed-in");
    for wrong in [
        json!({"type": "enter", "rating": 3000}),
        json!({"type": "start", "seed": 1}),
        json!({"type": "endGame"}),
        json!({}),
        json!([]),
    ] {
        hall.player(0, wrong).await.refused(400, "unreadable");
    }
    let other = hall.players[0]
        .clone()
        .post("/events/nosuchevent2/commands", json!({"type": "enter"}))
        .await;
    other.refused(404, "not-found");
}

#[tokio::test]
async fn only_the_organiser_changes_settings_and_names_people() {
    let mut hall = Hall::open(json!({}), 1).await;
    let change = json!({"type": "changeSettings", "settings": settings(json!({"name": "Later"}))});
    hall.director(change.clone())
        .await
        .refused(403, "not-yours");
    let mut organiser = hall.organiser.clone();
    hall.ask(&mut organiser, change).await.good();
    let name = json!({"type": "nameDirector", "person": "Page-0"});
    hall.ask(&mut organiser, name).await.good();
    for director in ["Rosencrantz", "Guildenstern", "Page-0"] {
        let remove = json!({"type": "removeDirector", "person": director});
        let answer = hall.ask(&mut organiser, remove).await;
        match director {
            // An event needs at least one director.
            "Page-0" => drop(answer.refused(422, "invalid")),
            _ => drop(answer.good()),
        }
    }
    let same = json!({"type": "nameDeputy", "person": "Antonio"});
    hall.ask(&mut organiser, same).await.refused(422, "invalid");
    let event = hall.seen().await;
    assert_eq!(event["name"], "Later");
    assert_eq!(event["roles"]["directors"][0]["username"], "Page-0");
    hall.ask(&mut organiser, json!({"type": "cancel"}))
        .await
        .good();
    assert_eq!(hall.seen().await["phase"], "cancelled");
    hall.player(0, json!({"type": "withdraw"}))
        .await
        .refused(409, "over");
    hall.organiser = organiser;
}

#[tokio::test]
async fn the_log_is_what_happened_and_the_stream_goes_on_with_it() {
    let hall = Hall::open(json!({}), 1).await;
    let log = hall.log(&hall.house.visitor()).await;
    let kinds: Vec<_> = log
        .iter()
        .map(|entry| entry["type"].as_str().expect("a kind"))
        .collect();
    assert_eq!(kinds, ["created", "entered"]);
    let path = format!("/events/{}/stream?from=2", hall.id);
    let mut stream = hall.house.visitor().stream(&path).await;
    assert_eq!(stream.next().await.expect("a line")["n"], 2);
    hall.player(0, json!({"type": "withdraw"})).await.good();
    assert_eq!(stream.next().await.expect("a line")["type"], "withdrawn");
    let mut organiser = hall.organiser.clone();
    hall.ask(&mut organiser, json!({"type": "cancel"}))
        .await
        .good();
    assert_eq!(stream.next().await.expect("a line")["type"], "cancelled");
    assert!(stream.next().await.is_none(), "the event is over");
    let mut visitor = hall.house.visitor();
    visitor
        .get("/events/nosuchevent2/log")
        .await
        .refused(404, "not-found");
    visitor
        .get("/events/nosuchevent2/stream")
        .await
        .refused(404, "not-found");
    let from = visitor
        .get(&format!("/events/{}/log?from=3", hall.id))
        .await;
    assert_eq!(from.text.lines().count(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_has_deleted_the_account_is_named_nowhere() {
    let mut hall = Hall::open(json!({}), 4).await;
    let corrected = json!({"type": "correctEntry", "player": "Page-2", "name": "Page-2, Anne"});
    hall.director(corrected).await.good();
    hall.start().await;
    let mut leaves = hall.players[2].clone();
    let body = json!({"password": PASSWORD});
    let deleted = leaves.ask(Method::DELETE, "/account", Some(&body)).await;
    assert_eq!(deleted.status, 204, "{}", deleted.text);
    let mut anybody = hall.house.visitor();
    for page in [
        "",
        "/log",
        "/standings",
        "/standings?format=csv",
        "/trf",
        "/trf?edition=26",
    ] {
        let shown = anybody.get(&format!("/events/{}{page}", hall.id)).await;
        assert!(shown.status.is_success(), "{page}: {}", shown.text);
        assert!(!shown.text.contains("Page-2"), "{page}: {}", shown.text);
        if page == "/log" {
            assert_eq!(shown.text.matches("[deleted]").count(), 2, "{}", shown.text);
        }
    }
    let mut stream = anybody.stream(&format!("/events/{}/stream", hall.id)).await;
    let log = hall.log(&anybody).await;
    for entry in log {
        assert_eq!(stream.next().await, Some(entry));
    }
    // The other players keep their names.
    let log = anybody.get(&format!("/events/{}/log", hall.id)).await.text;
    assert!(log.contains("Page-1") && log.contains("Page-3"), "{log}");
    let list = anybody.get("/events").await;
    assert!(!list.text.contains("Page-2"), "{}", list.text);
}

/// Checks the refusal of an arbiter without a second factor: it says who lacks it, where to turn it on, and which field is concerned.
fn lacks_factor(answer: Answer, who: &str, field: &str) {
    let problem = answer.refused(409, "arbiter-without-second-factor");
    let detail = problem["detail"].as_str().expect("a sentence");
    assert!(detail.starts_with(who), "{detail}");
    assert!(detail.contains("“Second factor” on"), "{detail}");
    assert_eq!(problem["field"], field);
}

#[tokio::test]
async fn who_is_made_chief_arbiter_or_deputy_has_a_second_factor() {
    let house = House::open().await;
    let mut organiser = house.signed_up("Olivia").await;
    people(&house).await;
    let mut iago = house.signed_up("Iago").await;
    for (role, name, who) in [
        ("chiefArbiter", "IAGO", "Iago has no"),
        ("deputy", "Iago", "Iago has no"),
        ("chiefArbiter", "Olivia", "Your account has no"),
    ] {
        let mut wanted = wish(settings(json!({})));
        wanted[role] = json!(name);
        lacks_factor(organiser.post("/events", wanted).await, who, role);
    }
    let list = house.visitor().get("/events").await.good();
    assert_eq!(list["events"], json!([]), "nothing was made");
    // They cannot be named later, either; and only the organiser is told who has a second factor.
    let made = organiser.post("/events", wish(settings(json!({})))).await;
    let path = format!("/events/{}", made.good()["id"].as_str().expect("a name"));
    let commands = format!("{path}/commands");
    for kind in ["nameChiefArbiter", "nameDeputy"] {
        let name = json!({"type": kind, "person": "Iago"});
        let told = iago.post(&commands, name.clone()).await;
        told.refused(403, "not-yours");
        let refused = organiser.post(&commands, name).await;
        lacks_factor(refused, "Iago has no", "person");
    }
    let entries = organiser.get(&format!("{path}/log")).await.text;
    assert_eq!(entries.lines().count(), 1, "nothing has changed: {entries}");
    turned_on(&mut iago).await;
    let name = json!({"type": "nameDeputy", "person": "Iago"});
    organiser.post(&commands, name).await.good();
    // Directors need no second factor.
    house.signed_up("Viola").await;
    let director = json!({"type": "nameDirector", "person": "Viola"});
    organiser.post(&commands, director).await.good();
}

#[tokio::test]
async fn a_secret_that_no_code_has_confirmed_is_no_second_factor() {
    let house = House::open().await;
    let mut organiser = house.signed_up("Olivia").await;
    people(&house).await;
    let begun = json!({"password": PASSWORD});
    organiser.post("/account/second-factor", begun).await.good();
    let mut own = wish(settings(json!({})));
    own["chiefArbiter"] = json!("Olivia");
    let refused = organiser.post("/events", own).await;
    lacks_factor(refused, "Your account has no", "chiefArbiter");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_arbiter_who_has_turned_the_second_factor_off_does_nothing_as_one() {
    let hall = Hall::started(json!({}), 2).await;
    let mut arbiter = hall.house.signed_up("Escalus").await;
    let (_, codes) = turned_on(&mut arbiter).await;
    let name = json!({"type": "nameChiefArbiter", "person": "Escalus"});
    let mut organiser = hall.organiser.clone();
    hall.ask(&mut organiser, name).await.good();
    let token = json!({"password": PASSWORD, "name": "a desk", "scopes": ["events"], "days": 1});
    let token = arbiter.post("/account/tokens", token).await.good();
    let token = token["token"].as_str().expect("a token").to_owned();
    let acts = [
        json!({"type": "decideAppeal", "ruling": 1, "decision": {"kind": "confirmed"}, "reasons": "It is right."}),
        json!({"type": "orderPairing", "round": 1}),
        json!({"type": "annul", "reasons": "Nobody has come to play."}),
        json!({"type": "openSeal", "game": "nosuchgame22"}),
    ];
    let told = async |client: &mut Client| {
        let mut told = Vec::new();
        for act in &acts {
            let answer = hall.ask(client, act.clone()).await;
            told.push(answer.json()["code"].as_str().unwrap_or("done").to_owned());
        }
        told
    };
    // A program cannot act as an arbiter, whatever else it may do for the account.
    let mut program = hall.house.program(&token);
    assert_eq!(told(&mut program).await, ["scope-missing"; 4]);
    let body = json!({"password": PASSWORD, "code": codes[0]});
    let off = arbiter.ask(Method::DELETE, "/account/second-factor", Some(&body));
    assert_eq!(off.await.status, 204);
    assert_eq!(told(&mut arbiter).await, ["second-factor-missing"; 4]);
    // The event's own refusals are for people who are not arbiters, and for arbiters who have turned it on again.
    let stranger = told(&mut organiser).await;
    assert!(
        !stranger.contains(&"second-factor-missing".to_owned()),
        "{stranger:?}"
    );
    turned_on(&mut arbiter).await;
    let told = told(&mut arbiter).await;
    assert_eq!(told[2], "done", "{told:?}");
}

#[tokio::test]
async fn who_organises_an_event_that_is_not_over_cannot_delete_their_account() {
    let hall = Hall::open(json!({}), 0).await;
    let mut organiser = hall.organiser.clone();
    let own = json!({"password": PASSWORD});
    let refused = organiser
        .ask(Method::DELETE, "/account", Some(&own))
        .await
        .refused(409, "not-possible");
    assert!(refused.to_string().contains("organise"), "{refused}");
    organiser.get("/account").await.good();
    hall.ask(&mut organiser, json!({"type": "cancel"}))
        .await
        .good();
    let done = organiser.ask(Method::DELETE, "/account", Some(&own)).await;
    assert_eq!(done.status, 204, "{}", done.text);
}
