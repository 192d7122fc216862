//! Rubbish sent to every endpoint and socket: the answer is a typed error, and nothing changes.

use std::time::Instant;

use axum::body::Body;
use axum::http::{Method, Request, header};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::client::{House, is_problem};

const BODIES: [&str; 15] = [
    "",
    "{",
    "null",
    "[]",
    "\"text\"",
    "{}",
    "{\"variant\":\"draughts\"}",
    "{\"variant\":5,\"opponent\":{\"kind\":\"link\"}}",
    "{\"variant\":\"hyperspace\",\"opponent\":{\"kind\":\"engine\",\"level\":9}}",
    "{\"variant\":\"hyperspace\",\"opponent\":{\"kind\":\"engine\",\"level\":-1}}",
    "{\"variant\":\"hyperspace\",\"opponent\":{\"kind\":\"link\"},\"clock\":{\"kind\":\"custom\",\"seconds\":99999999}}",
    "{\"variant\":\"hyperspace\",\"opponent\":{\"kind\":\"link\"},\"surprise\":1}",
    "{\"variant\":\"hidden960\",\"opponent\":{\"kind\":\"link\"},\"start\":1}",
    "{\"name\":\"\\u202egnp.exe\"}",
    "{\"variant\":\"hyperspace\",\"position\":\"💥\",\"n\":99999999999999}",
];

#[tokio::test]
async fn every_address_answers_rubbish_with_a_problem() {
    let house = House::open().await;
    let mut visitor = house.visitor();
    let wish = json!({"variant": "hidden960", "opponent": {"kind": "same-board"}});
    let id = visitor.make(wish).await;
    let before = visitor.get(&format!("/games/{id}")).await.good();
    let games = |id: &str| {
        [
            "",
            "/record",
            "/plies",
            "/verify",
            "/socket",
            "/join",
            "/analysis",
            "/nothing",
        ]
        .map(|part| format!("/games/{id}{part}"))
    };
    let mut paths: Vec<String> = [
        "/variants",
        "/me",
        "/games",
        "/games?of=you",
        "/games?live=maybe",
        "/explore",
        "/nothing",
    ]
    .map(str::to_owned)
    .into();
    for id in [
        "abcdefghijkm",
        "x",
        "%00",
        "..%2f..",
        "%F0%9F%92%A5",
        &"a".repeat(3000),
    ] {
        paths.extend(games(id));
    }
    paths.extend(games(&id));
    let mut answered = 0;
    for path in &paths {
        for method in [
            Method::GET,
            Method::POST,
            Method::PUT,
            Method::DELETE,
            Method::PATCH,
        ] {
            for body in BODIES {
                let request = Request::builder()
                    .method(method.clone())
                    .uri(format!("/api/v1{path}"))
                    .header(header::CONTENT_TYPE, "application/json")
                    .body(Body::from(body))
                    .expect("a request");
                let answer = visitor.send(request).await;
                if !answer.status.is_success() {
                    assert!(answer.is_problem(), "{method} {path} {body}: {answer:?}");
                    assert!(
                        answer.status.as_u16() < 500,
                        "{method} {path} {body}: {answer:?}"
                    );
                    answered += 1;
                }
                // GET ignores a body.
                if method == Method::GET {
                    break;
                }
            }
        }
    }
    assert!(answered > 1_000);
    assert_eq!(visitor.get(&format!("/games/{id}")).await.good(), before);
    assert_eq!(
        visitor.get("/games?of=me").await.good()["games"]
            .as_array()
            .map(Vec::len),
        Some(1)
    );
}

#[tokio::test]
async fn bodies_of_the_wrong_kind_or_size_are_refused() {
    let house = House::open().await;
    let mut visitor = house.visitor();
    let wish = json!({"variant": "dmchess", "opponent": {"kind": "link"}}).to_string();
    let large = format!("{{\"variant\":\"{}\"}}", "x".repeat(100_000));
    for (kind, body, status) in [
        ("text/plain", wish.as_str(), 400),
        ("application/json", large.as_str(), 413),
        ("application/json", "\u{0}", 400),
    ] {
        let request = Request::post("/api/v1/games")
            .header(header::CONTENT_TYPE, kind)
            .body(Body::from(body.to_owned()))
            .expect("a request");
        let answer = visitor.send(request).await;
        assert!(answer.is_problem(), "{answer:?}");
        assert_eq!(answer.status.as_u16(), status, "{answer:?}");
    }
}

#[tokio::test]
async fn pages_of_other_sites_can_change_nothing() {
    let house = House::open().await;
    let mut visitor = house.visitor();
    let request = Request::post("/api/v1/games")
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::HOST, "play.example")
        .header(header::ORIGIN, "https://evil.example")
        .body(Body::from(
            json!({"variant": "dmchess", "opponent": {"kind": "link"}}).to_string(),
        ))
        .expect("a request");
    let answer = visitor.send(request).await;
    assert_eq!(answer.json()["code"], "wrong-origin");
    assert_eq!(visitor.get("/games?of=me").await.good()["games"], json!([]));
}

#[tokio::test]
async fn a_forged_cookie_is_a_new_visitor() {
    let house = House::open().await;
    let mut owner = house.visitor();
    let me = owner.get("/me").await.good()["id"]
        .as_str()
        .expect("a name")
        .to_owned();
    let request = Request::get("/api/v1/me")
        .header(
            header::COOKIE,
            format!("manifold=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA={me}"),
        )
        .body(Body::empty())
        .expect("a request");
    let forged = house.visitor().send(request).await.good();
    assert_ne!(forged["id"], me.as_str());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_socket_answers_rubbish_with_a_problem() {
    let house = House::open().await;
    let mut visitor = house.visitor();
    let wish = json!({"variant": "hyperspace", "opponent": {"kind": "same-board"}});
    let id = visitor.make(wish).await;
    let before = visitor.get(&format!("/games/{id}")).await.good();
    let mut socket = visitor.socket(&id, "").await;
    socket.next_of("presence").await;
    for text in [
        "",
        "{",
        "null",
        "[]",
        "{}",
        "{\"t\":\"act\"}",
        "{\"t\":\"act\",\"id\":\"1\"}",
        "{\"t\":\"act\",\"id\":\"1\",\"n\":-1,\"action\":\"e2e4\"}",
        "{\"t\":\"act\",\"id\":\"1\",\"n\":0,\"action\":5}",
        "{\"t\":\"act\",\"id\":\"1\",\"n\":0,\"action\":\"\"}",
        "{\"t\":\"act\",\"id\":\"1\",\"n\":0,\"action\":\"💥\"}",
        "{\"t\":\"act\",\"id\":\"1\",\"n\":9,\"action\":\"e2e4\"}",
        "{\"t\":\"act\",\"id\":\"1\",\"n\":0,\"action\":\"e2e5\"}",
        "{\"t\":\"act\",\"id\":\"1\",\"n\":0,\"action\":\"e2e4\",\"extra\":1}",
        "{\"t\":\"act\",\"id\":\"\",\"n\":0,\"action\":\"e2e4\"}",
        "{\"t\":\"offer\",\"id\":\"1\",\"what\":\"money\"}",
        "{\"t\":\"accept\",\"id\":\"1\",\"what\":\"draw\"}",
        "{\"t\":\"decline\",\"id\":\"1\",\"what\":\"takeback\"}",
        "{\"t\":\"offer\",\"id\":\"1\",\"what\":\"rematch\"}",
        "{\"t\":\"offer\",\"id\":\"1\",\"what\":\"takeback\"}",
        "{\"t\":\"offer\",\"id\":\"1\",\"what\":\"reset\"}",
        "{\"t\":\"claim\",\"id\":\"1\",\"what\":\"win\"}",
        "{\"t\":\"claim\",\"id\":\"1\",\"what\":\"everything\"}",
        "{\"t\":\"shout\",\"id\":\"1\"}",
        "{\"t\":\"resign\"}",
    ] {
        socket.say_text(text.to_owned()).await;
        let answer = socket.next_of("refused").await;
        assert!(is_problem(&answer["problem"]), "{text}: {answer}");
    }
    let long = json!({"t": "act", "id": "1", "n": 0, "action": "e".repeat(500)});
    socket.say(long).await;
    assert!(is_problem(&socket.next_of("refused").await["problem"]));
    socket.say_any(Message::Binary(vec![0, 1, 2].into())).await;
    assert!(is_problem(&socket.next_of("refused").await["problem"]));
    // A message that is much too long ends the socket, and nothing else.
    socket.say_text("x".repeat(100_000)).await;
    while socket.next_text().await.is_some() {}
    let mut after = visitor.get(&format!("/games/{id}")).await.good();
    after["players"] = before["players"].clone();
    assert_eq!(after, before);
}

#[tokio::test]
async fn spectators_can_do_nothing_at_a_table() {
    let house = House::open().await;
    let wish = json!({"variant": "time-traveler", "opponent": {"kind": "same-board"}});
    let id = house.visitor().make(wish).await;
    let mut socket = house.visitor().socket(&id, "").await;
    assert_eq!(
        socket.next_of("state").await["state"]["options"],
        Value::Null
    );
    for request in [
        json!({"t": "act", "n": 0, "action": "e2e4"}),
        json!({"t": "offer", "what": "draw"}),
        json!({"t": "resign"}),
        json!({"t": "abort"}),
        json!({"t": "claim", "what": "win"}),
    ] {
        assert_eq!(
            socket.request(request).await["problem"]["code"],
            "not-yours"
        );
    }
}

#[tokio::test]
async fn there_is_an_end_to_everything() {
    let house = House::with(|settings| {
        settings.sockets_per_client = 2;
        settings.games_per_player = 2;
        settings.messages_per_second = 5;
    })
    .await;
    let mut visitor = house.visitor();
    visitor.get("/me").await;
    let wish = json!({"variant": "hidden960", "opponent": {"kind": "link"}});
    let id = visitor.make(wish.clone()).await;
    visitor.make(wish.clone()).await;
    assert_eq!(
        visitor.post("/games", wish).await.json()["code"],
        "too-many"
    );
    let mut first = visitor.socket(&id, "").await;
    let _second = visitor.socket(&id, "").await;
    assert!(visitor.try_socket(&id, "").await.is_err());
    for _ in 0..100 {
        first.say(json!({"t": "ping"})).await;
    }
    while first.next_text().await.is_some() {}
    let house = House::with(|settings| settings.requests_per_second = 1).await;
    let mut visitor = house.visitor();
    let began = Instant::now();
    let mut served = 0;
    for _ in 0..41 {
        let answer = visitor.get("/me").await;
        match answer.status.as_u16() {
            200 => served += 1,
            _ => assert_eq!(answer.json()["code"], "too-many"),
        }
    }
    // A burst of ten, and one more per second.
    assert!(served <= 11 + began.elapsed().as_secs(), "{served}");
}

#[tokio::test]
async fn a_body_is_an_object_and_a_list_of_its_values_is_refused() {
    let house = House::open().await;
    let mut owner = house.signed_up("Rosalind").await;
    for (method, path, body) in [
        (
            Method::POST,
            "/account/recovery-codes",
            json!([null, null, null]),
        ),
        (
            Method::DELETE,
            "/account/second-factor",
            json!([null, null]),
        ),
        (
            Method::PUT,
            "/account/second-factor/passkey",
            json!([["a ticket", {}]]),
        ),
        (
            Method::DELETE,
            "/account/second-factor/passkey",
            json!([null, null, null]),
        ),
        (Method::PUT, "/me/presence", json!([false])),
        (Method::POST, "/bot/games/abcdefghijkm/actions", json!([])),
    ] {
        let refused = owner.ask(method, path, Some(&body)).await;
        let detail = refused.refused(400, "unreadable")["detail"].clone();
        let detail = detail.as_str().expect("a sentence");
        assert!(detail.contains("expected an object"), "{path}: {detail}");
    }
    let presence = owner.get("/me/presence").await.good();
    assert_eq!(presence["shown"], true, "a refused body changes nothing");
}

#[tokio::test]
async fn a_list_in_place_of_an_object_in_a_body_is_refused_as_well() {
    let house = House::open().await;
    let mut owner = house.signed_up("Rosalind").await;
    let commands = "/events/abcdefghijkm/commands";
    let settings =
        |format: Value| json!({"name": "Cup", "variant": "chess", "startsAt": 0, "format": format});
    let arranged = json!({"kind": "round-robin", "arranged": [1]});
    let varied = json!({"kind": "varied", "outcome": ["draw"]});
    let rule = json!({"type": "rule", "game": "abcdefghijkm", "ground": "rules", "outcome": ["draw"], "reasons": ""});
    for (path, body) in [
        ("/games", json!({"variant": "chess", "opponent": ["link"]})),
        (
            "/games",
            json!({"variant": "chess", "opponent": {"kind": "link"}, "clock": ["preset", "blitz"]}),
        ),
        ("/account/bot", json!({"passkey": ["a ticket", {}]})),
        (
            "/events",
            json!({"settings": settings(json!(["swiss", 5]))}),
        ),
        ("/events", json!({"settings": settings(arranged.clone())})),
        (commands, json!(["cancel"])),
        (
            commands,
            json!({"type": "pairByHand", "round": 1, "pairs": [["Rosalind", "Celia"]]}),
        ),
        (commands, rule),
        (
            commands,
            json!({"type": "decideAppeal", "ruling": 1, "decision": ["confirmed"], "reasons": ""}),
        ),
        (
            commands,
            json!({"type": "decideAppeal", "ruling": 1, "decision": varied, "reasons": ""}),
        ),
        (
            commands,
            json!({"type": "changeSettings", "settings": ["Cup", "chess"]}),
        ),
        (
            commands,
            json!({"type": "changeSettings", "settings": settings(json!(["swiss"]))}),
        ),
        (
            commands,
            json!({"type": "changeSettings", "settings": settings(arranged)}),
        ),
    ] {
        let refused = owner.post(path, body.clone()).await;
        let detail = refused.refused(400, "unreadable")["detail"].clone();
        let detail = detail.as_str().expect("a sentence");
        assert!(
            detail.contains("sequence, expected an object"),
            "{body}: {detail}"
        );
    }
    let games = owner.get("/games?of=me").await.good();
    assert_eq!(games["games"], json!([]), "a refused body makes no game");
    let events = owner.get("/events").await.good();
    assert_eq!(events["events"], json!([]), "a refused body makes no event");

    let mut lobby = owner.lobby().await;
    let clock = json!({"variant": "chess", "clock": ["preset", "blitz"]});
    for (message, id) in [
        (
            json!({"t": "seek", "id": "a", "wish": ["chess"]}),
            json!("a"),
        ),
        (json!({"t": "seek", "id": "b", "wish": clock}), json!("b")),
        (json!(["ping", "c"]), Value::Null),
        (json!(["c"]), Value::Null),
    ] {
        lobby.say(message.clone()).await;
        let refused = lobby.next_of("refused").await;
        assert_eq!(refused["id"], id, "{message}");
        let detail = refused["problem"]["detail"].as_str().expect("a sentence");
        assert!(
            detail.contains("sequence, expected an object"),
            "{message}: {detail}"
        );
    }
    let same = json!({"variant": "chess", "opponent": {"kind": "same-board"}});
    let game = owner.make(same).await;
    let mut table = owner.socket(&game, "").await;
    let mut feed = owner.feed().await;
    for socket in [&mut table, &mut feed] {
        socket.say(json!(["ping", "c"])).await;
        let refused = socket.next_of("refused").await;
        assert_eq!(refused["id"], Value::Null);
    }
}

#[tokio::test]
async fn a_second_factor_that_is_off_is_told_before_a_code_is_missed() {
    let house = House::open().await;
    let mut owner = house.signed_up("Rosalind").await;
    let body = json!({"password": "a"});
    for (method, path, why) in [
        (Method::DELETE, "/account/second-factor", "no app"),
        (
            Method::DELETE,
            "/account/second-factor/passkey",
            "does not ask for a passkey",
        ),
        (Method::POST, "/account/recovery-codes", "no second factor"),
    ] {
        let refused = owner.ask(method, path, Some(&body)).await;
        let problem = refused.refused(409, "not-possible").to_string();
        assert!(problem.contains(why), "{path}: {problem}");
    }
}

#[tokio::test]
async fn a_bad_body_is_refused_before_anybody_looks_whether_a_good_one_were_possible() {
    let house = House::open().await;
    // Signed in, without a second factor, passkeys or mail.
    let mut owner = house.signed_up("Rosalind").await;
    let both = json!({"password": "a", "passkey": {"ticket": "", "credential": {}}});
    let short = json!({"username": "Celia", "password": "short"});
    let mail = json!({"password": "a", "address": "rosalind"});
    let passkey = json!({"ticket": "", "name": "", "credential": {}});
    for (method, path, body, field) in [
        (Method::POST, "/account", &short, "password"),
        (
            Method::POST,
            "/account",
            &json!({"username": "", "password": "a"}),
            "username",
        ),
        (Method::PUT, "/me", &json!({"name": ""}), "name"),
        (Method::PUT, "/account/mail", &mail, "address"),
        (
            Method::PUT,
            "/account/second-factor",
            &json!({"code": "12"}),
            "code",
        ),
        (
            Method::PUT,
            "/account/second-factor",
            &json!({"code": "aaaa-aaaa-aaaa"}),
            "code",
        ),
        (Method::DELETE, "/account/second-factor", &both, "password"),
        (
            Method::DELETE,
            "/account/second-factor/passkey",
            &both,
            "password",
        ),
        (
            Method::DELETE,
            "/account/second-factor/passkey",
            &json!({"password": "a", "code": "12"}),
            "code",
        ),
        (Method::POST, "/account/recovery-codes", &both, "password"),
        (
            Method::POST,
            "/account/recovery-codes",
            &json!({"password": "a", "code": "12"}),
            "code",
        ),
        (
            Method::POST,
            "/account/passkeys/challenge",
            &json!({}),
            "password",
        ),
        (Method::POST, "/account/passkeys", &passkey, "name"),
    ] {
        let refused = owner.ask(method, path, Some(body)).await;
        let problem = refused.refused(422, "invalid");
        assert_eq!(problem["field"], field, "{path}: {problem}");
    }
}

#[tokio::test]
async fn numbers_in_queries_end_where_the_description_ends_them() {
    let house = House::open().await;
    let mut visitor = house.visitor();
    for path in [
        "/moderation/log?before",
        "/events/abcdefghijkm/log?from",
        "/events/abcdefghijkm/stream?from",
        "/games/abcdefghijkm/plies?from",
        "/games/abcdefghijkm/verify?from",
        "/games/abcdefghijkm/socket?have",
    ] {
        let beyond = visitor.get(&format!("{path}={}", 1_u64 << 63)).await;
        beyond.refused(400, "unreadable");
        let last = visitor.get(&format!("{path}={}", i64::MAX)).await;
        assert_ne!(last.status.as_u16(), 400, "{path}: {}", last.text);
    }
}
