//! Reports of players, and how moderators handle them.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::client::{Client, House, PASSWORD};
use crate::moderation::{act, id_of, moderated};

async fn report(client: &mut Client, player: &str, change: Value) -> crate::client::Answer {
    let mut report = json!({"player": player, "reason": "abuse"});
    for (name, value) in change.as_object().expect("members") {
        report[name] = value.clone();
    }
    client.post("/reports", report).await
}

async fn queue(moderator: &mut Client) -> Vec<Value> {
    let queue = moderator.get("/moderation/queue").await.good();
    queue["cases"].as_array().expect("cases").clone()
}

#[tokio::test]
async fn a_report_waits_in_the_queue_until_an_act_settles_it() {
    let (_house, mut moderator, [mut ada, mut bob, mut troll]) =
        moderated(["Ada", "Bob", "Troll"], |_| {}).await;
    let thanks = report(
        &mut ada,
        "troll",
        json!({"text": " He  called me\na name. "}),
    )
    .await;
    assert_eq!(thanks.status, StatusCode::CREATED, "{}", thanks.text);
    assert_eq!(
        thanks.json()["message"],
        "Thank you. A moderator will look at it."
    );
    report(&mut bob, "Troll", json!({"reason": "stalling"}))
        .await
        .good();
    let player = id_of(&mut troll).await;
    let cases = queue(&mut moderator).await;
    assert_eq!(cases.len(), 1);
    assert_eq!(
        (&cases[0]["player"], &cases[0]["name"], &cases[0]["reports"]),
        (&json!(player), &json!("Troll"), &json!(2))
    );
    let path = format!("/moderation/players/{player}");
    let case = moderator.get(&path).await.good();
    let first = case["reports"]
        .as_array()
        .expect("reports")
        .iter()
        .find(|report| report["reporter"] == "Ada")
        .expect("Ada's");
    assert_eq!(first["text"], "He called me a name.");
    // The act settles only the reports that it names: others may have arrived meanwhile.
    let dismiss =
        json!({"player": player, "kind": "dismiss", "reason": "Once.", "reports": [first["id"]]});
    let number = act(&mut moderator, dismiss).await;
    assert_eq!(queue(&mut moderator).await[0]["reports"], 1);
    let case = moderator.get(&path).await.good();
    assert_eq!(case["reports"][0]["settled_by"], Value::Null);
    assert_eq!(case["reports"][1]["settled_by"], number);
    assert_eq!(case["acts"][0]["kind"], "dismiss");
    let found = moderator.get("/moderation/names/TROLL").await.good();
    assert_eq!(found["player"], player);
    // It can be reopened.
    let undo = format!("/moderation/acts/{number}/undo");
    moderator
        .post(&undo, json!({"reason": "Not once."}))
        .await
        .good();
    assert_eq!(queue(&mut moderator).await[0]["reports"], 2);
    // The player is told nothing of any of it.
    assert!(!troll.get("/me").await.text.contains("report"));
}

#[tokio::test]
async fn reports_are_bounded_for_each_pair_and_game_each_reporter_and_each_network() {
    let names = [
        "Ada", "Troll", "P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8", "P9", "P10",
    ];
    let (house, _, [mut ada, _, ..]) = moderated(names, |settings| {
        settings.reports_per_hour = 25;
        settings.behind_proxy = true;
    })
    .await;
    report(&mut ada, "Troll", json!({})).await.good();
    let again = report(&mut ada, "Troll", json!({"reason": "name"})).await;
    again.refused(409, "not-possible");
    // A report about a game is a separate one.
    let wish = json!({"variant": "chess", "opponent": {"kind": "link"}, "color": "white"});
    let game = ada.make(wish).await;
    let mut troll = house.visitor();
    troll.account("/session", "Troll", PASSWORD).await.good();
    troll
        .post(&format!("/games/{game}/join"), json!({}))
        .await
        .good();
    report(&mut ada, "Troll", json!({"game": game}))
        .await
        .good();
    for number in 1..=8 {
        report(&mut ada, &format!("P{number}"), json!({}))
            .await
            .good();
    }
    let eleventh = report(&mut ada, "P9", json!({})).await;
    eleventh.refused(429, "too-many");
    // Further reports hit the network's limit, under any account.
    let mut answers = Vec::new();
    for _ in 0..40 {
        let answer = report(&mut troll, "P10", json!({})).await;
        answers.push(answer.status.as_u16());
    }
    let of = |status| answers.iter().filter(|one| **one == status).count();
    assert_eq!((of(201), of(409), of(429)), (1, 12, 27), "{answers:?}");
    let mut elsewhere = house.visitor_from("10.0.0.9");
    elsewhere.account("/session", "P1", PASSWORD).await.good();
    report(&mut elsewhere, "Troll", json!({})).await.good();
}

#[tokio::test]
async fn only_accounts_report_and_only_somebody_else_who_is_there() {
    let (house, mut moderator, [mut ada, _troll]) = moderated(["Ada", "Troll"], |_| {}).await;
    let mut guest = house.visitor();
    report(&mut guest, "Troll", json!({}))
        .await
        .refused(401, "not-signed-in");
    report(&mut ada, "Ada", json!({}))
        .await
        .refused(409, "not-possible");
    report(&mut ada, "Nobody", json!({}))
        .await
        .refused(404, "not-found");
    let game = json!({"game": "nogamenogame"});
    report(&mut ada, "Troll", game)
        .await
        .refused(404, "not-found");
    let nothing = json!({"reason": "other", "text": "  "});
    let nothing = report(&mut ada, "Troll", nothing)
        .await
        .refused(422, "invalid");
    assert_eq!(nothing["field"], "text");
    for text in ["x".repeat(1_001), "a\u{202e}b".to_owned()] {
        let long = report(&mut ada, "Troll", json!({"text": text})).await;
        long.refused(422, "invalid");
    }
    let unknown = report(&mut ada, "Troll", json!({"severity": 3})).await;
    unknown.refused(400, "unreadable");
    assert_eq!(queue(&mut moderator).await, [] as [Value; 0]);

    // A guest who played against the reporter is reported by the game.
    guest
        .ask(
            axum::http::Method::PUT,
            "/me",
            Some(&json!({"name": "Stranger"})),
        )
        .await
        .good();
    let wish = json!({"variant": "chess", "opponent": {"kind": "link"}, "color": "white"});
    let game = ada.make(wish).await;
    guest
        .post(&format!("/games/{game}/join"), json!({}))
        .await
        .good();
    report(&mut ada, "Troll", json!({"game": game}))
        .await
        .refused(404, "not-found");
    report(&mut ada, "Stranger", json!({"game": game}))
        .await
        .good();
    let cases = queue(&mut moderator).await;
    assert_eq!(cases[0]["name"], "Stranger");
    // A guest cannot be banned, but can be warned.
    let player = cases[0]["player"].clone();
    let ban = json!({"player": player, "kind": "ban", "reason": "Because."});
    moderator
        .post("/moderation/acts", ban)
        .await
        .refused(409, "not-possible");
    let warn = json!({"player": player, "kind": "warn", "reason": "Be kind."});
    act(&mut moderator, warn).await;
    assert_eq!(guest.get("/me").await.good()["warning"]["text"], "Be kind.");
}

#[tokio::test]
async fn reports_and_acts_last_through_a_restart() {
    let (house, moderator, [mut ada, mut troll]) = moderated(["Ada", "Troll"], |_| {}).await;
    report(&mut ada, "Troll", json!({})).await.good();
    let player = id_of(&mut troll).await;
    let mut moderator = moderator;
    let mute = json!({"player": player, "kind": "mute", "hours": 5, "reason": "Insults."});
    act(&mut moderator, mute).await;
    let data = house.close().await;
    let house = House::on(data, 3, crate::client::NOON, |_| {}).await;
    let mut moderator = house.knows(&moderator);
    let case = moderator
        .get(&format!("/moderation/players/{player}"))
        .await
        .good();
    assert_eq!(case["reports"].as_array().expect("reports").len(), 1);
    assert_eq!(case["mute"]["act"], case["acts"][0]["number"]);
    assert_eq!(queue(&mut moderator).await.len(), 1);
}
