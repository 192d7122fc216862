//! Events of a server that is killed at any moment: no entry is lost or duplicated.

use std::path::Path;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::support::server::{Answer, Server};
use crate::totp::code_of_step;
use serde_json::{Value, json};

const PASSWORD: &str = "a knight on the rim";
const SETTINGS: [&str; 2] = ["accounts_per_hour=100", "passwords_per_second=100"];

/// Signs up a new account, and returns the cookies of its session.
fn signed_up(server: &Server, name: &str) -> String {
    let wish = json!({"username": name, "password": PASSWORD});
    let made = server.ask("POST", "/account", "", &wish);
    assert_eq!(made.status, 201, "{}", made.body);
    made.cookies
}

fn now_ms() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.expect("a time").as_millis() as u64
}

/// Turns on the second factor of an account, as arbiters need one.
fn turn_on(server: &Server, cookies: &str) {
    let path = "/account/second-factor";
    let begun = server.ask("POST", path, cookies, &json!({"password": PASSWORD}));
    let secret = begun.body["secret"].as_str().expect("a secret");
    let code = code_of_step(secret, now_ms() / 30_000);
    let on = server.ask("PUT", path, cookies, &json!({"code": code}));
    assert_eq!(on.status, 200, "{}", on.body);
}

/// Kills the server, and starts it again on the same data.
fn killed(server: Server, data: &Path) -> Server {
    drop(server);
    Server::start(data, &SETTINGS)
}

fn seen(server: &Server, event: &str) -> Value {
    let Answer { status, body, .. } =
        server.ask("GET", &format!("/events/{event}"), "", &Value::Null);
    assert_eq!(status, 200, "{body}");
    body
}

fn until(server: &Server, event: &str, what: &str, is_so: impl Fn(&Value) -> bool) -> Value {
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(60) {
        let seen = seen(server, event);
        if is_so(&seen) {
            return seen;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("{what}: never. {}", seen(server, event));
}

#[test]
fn a_server_that_is_killed_between_entries_pairs_each_round_once_and_knows_every_result() {
    let data = tempfile::tempdir().expect("a directory");
    let mut server = Server::start(data.path(), &SETTINGS);
    let organiser = signed_up(&server, "Olivia");
    for arbiter in ["Antonio", "Dogberry"] {
        let cookies = signed_up(&server, arbiter);
        turn_on(&server, &cookies);
    }
    let players = ["Viola", "Feste"].map(|name| (name, signed_up(&server, name)));
    let from_now = |ms: u64| now_ms() + ms;
    let settings = |starts_at: u64| {
        json!({"name": "Killed", "variant": "chess", "control": {"kind": "blitz"}, "startsAt": starts_at,
            "format": {"kind": "match", "games": 3}, "schedule": {"kind": "after", "minutes": 0}})
    };
    let wish = json!({
        "settings": settings(from_now(3_600_000)), "chiefArbiter": "Antonio", "deputy": "Dogberry",
    });
    let made = server.ask("POST", "/events", &organiser, &wish);
    assert_eq!(made.status, 201, "{}", made.body);
    let event = made.body["id"].as_str().expect("a name").to_owned();
    let path = format!("/events/{event}/commands");
    for (name, cookies) in &players {
        let entered = server.ask("POST", &path, cookies, &json!({"type": "enter"}));
        assert_eq!(entered.status, 200, "{name}: {}", entered.body);
        // Everything that was confirmed is still there.
        server = killed(server, data.path());
    }
    assert_eq!(seen(&server, &event)["players"], 2);
    // Kill it around the start of the event.
    let soon = json!({"type": "changeSettings", "settings": settings(from_now(2_500))});
    let changed = server.ask("POST", &path, &organiser, &soon);
    assert_eq!(changed.status, 200, "{}", changed.body);
    for wait in [1_200, 700, 300, 260, 240, 200, 150, 100] {
        std::thread::sleep(Duration::from_millis(wait));
        server = killed(server, data.path());
    }
    for round in 0..3 {
        let live = |seen: &Value| seen["rounds"][round]["boards"][0]["live"] == true;
        let seen = until(&server, &event, "the round has begun", live);
        let board = &seen["rounds"][round]["boards"][0];
        let game = board["game"].as_str().expect("a game");
        let white = board["white"]["username"].as_str().expect("a name");
        let player = players.iter().find(|(name, _)| *name == white);
        let (_, cookies) = player.expect("a player");
        let path = format!("/bot/games/{game}/actions");
        let answer = server.ask("POST", &path, cookies, &json!({"t": "resign", "id": "1"}));
        assert_eq!(answer.status, 200, "{}", answer.body);
        // The event may not have heard of the end of the game yet.
        server = killed(server, data.path());
    }
    let over = |seen: &Value| seen["phase"] == "finished";
    let seen = until(&server, &event, "it is over", over);
    let rounds = seen["rounds"].as_array().expect("rounds");
    assert_eq!(rounds.len(), 3);
    let mut games: Vec<&Value> = rounds
        .iter()
        .map(|round| &round["boards"][0]["game"])
        .collect();
    games.dedup();
    assert_eq!(games.len(), 3);
    for round in rounds {
        assert_eq!(round["boards"][0]["result"], "black-wins");
        assert_eq!(round["boards"][0]["final"], true);
    }
}
