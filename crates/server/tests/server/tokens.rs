//! Tokens: what a program may do with one, and what it may not.

use std::time::Instant;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use serde_json::{Value, json};

use crate::accounts::me;
use crate::client::{Client, House, PASSWORD};

/// A program of an account, and the identifier of its token.
async fn program(house: &House, owner: &mut Client, scopes: &[&str]) -> (Client, String) {
    let made = owner.make_token(PASSWORD, scopes).await;
    let token = made["token"].as_str().expect("a token");
    assert!(token.starts_with("manifold_"), "{token}");
    let id = made["id"].as_str().expect("an identifier").to_owned();
    (house.program(token), id)
}

fn chess() -> Value {
    json!({"variant": "chess", "opponent": {"kind": "link"}, "color": "white"})
}

#[tokio::test]
async fn a_token_is_the_account_for_what_its_scopes_allow_and_nothing_else() {
    let house = House::open().await;
    let mut owner = house.signed_up("Rosalind").await;
    let game = owner.make(chess()).await;
    let (mut reader, _) = program(&house, &mut owner, &["games:read"]).await;
    assert_eq!(me(&mut reader).await["name"], "Rosalind");
    let path = format!("/games/{game}");
    assert_eq!(reader.get(&path).await.good()["seat"], "white");
    let list = reader.get("/games?of=me").await.good();
    assert_eq!(list["games"][0]["id"], game.as_str());
    let problem = reader
        .post("/games", chess())
        .await
        .refused(403, "scope-missing");
    let detail = problem["detail"].as_str().expect("text");
    assert!(detail.contains("games:play"), "{detail}");
    assert!(reader.try_socket(&game, "").await.is_err());
    assert!(reader.cookie().is_none(), "a program needs no cookie");

    let (mut player, _) = program(&house, &mut owner, &["games:play"]).await;
    let other = player.make(chess()).await;
    // Reading one's own games is included.
    let path = format!("/games/{other}");
    assert_eq!(player.get(&path).await.good()["seat"], "white");
    let mut opponent = house.visitor();
    let path = format!("/games/{game}/join");
    opponent.post(&path, json!({})).await.good();
    let mut socket = player.socket(&game, "").await;
    assert_eq!(socket.next_of("state").await["state"]["seat"], "white");
    socket.play(1, "e2e4").await;
}

#[tokio::test]
async fn no_token_opens_what_makes_an_account_safe() {
    let house = House::open().await;
    let mut owner = house.signed_up("Rosalind").await;
    let all = ["account:read", "games:read", "games:play"];
    let (mut thief, id) = program(&house, &mut owner, &all).await;
    let password = json!({"password": PASSWORD});
    let passwords = json!({"password": PASSWORD, "new_password": "a queen in the corner"});
    let code = json!({"password": PASSWORD, "code": "123456"});
    let token = json!({"password": PASSWORD, "name": "x", "scopes": ["games:play"], "days": 1});
    let credentials = json!({"username": "Rosalind", "password": PASSWORD});
    let shown = json!({"passkey": {"ticket": "", "credential": {}}});
    let passkey = "/account/second-factor/passkey";
    let revoke = format!("/account/tokens/{id}");
    let end = format!("/account/sessions/{id}");
    for (method, path, body) in [
        (Method::GET, "/account", None),
        (Method::DELETE, "/account", Some(&password)),
        (Method::POST, "/account", Some(&credentials)),
        (Method::PUT, "/account/password", Some(&passwords)),
        (Method::POST, "/account/second-factor", Some(&password)),
        (Method::DELETE, "/account/second-factor", Some(&code)),
        (Method::PUT, passkey, Some(&shown)),
        (Method::DELETE, passkey, Some(&code)),
        (Method::POST, "/account/recovery-codes", Some(&code)),
        (Method::GET, "/account/tokens", None),
        (Method::POST, "/account/tokens", Some(&token)),
        (Method::DELETE, revoke.as_str(), None),
        (Method::DELETE, "/account/sessions", None),
        (Method::DELETE, end.as_str(), None),
        (Method::POST, "/account/bot", Some(&password)),
        (Method::POST, "/session", Some(&credentials)),
        (Method::DELETE, "/session", None),
    ] {
        let answer = thief.ask(method, path, body).await;
        answer.refused(403, "scope-missing");
    }
    assert_eq!(me(&mut owner).await["account"], true);
}

#[tokio::test]
async fn a_token_works_as_a_token_only_and_a_session_as_a_session() {
    let house = House::open().await;
    let mut owner = house.signed_up("Rosalind").await;
    let made = owner.make_token(PASSWORD, &["games:read"]).await;
    let token = made["token"].as_str().expect("a token").to_owned();
    let bare = token.strip_prefix("manifold_").expect("a prefix");
    let mut with_cookie = house.visitor();
    with_cookie.keep(&format!("manifold-session={bare}"));
    assert_eq!(me(&mut with_cookie).await["account"], false);
    let cookies = owner.cookie().expect("cookies");
    let session = cookies
        .split("manifold-session=")
        .nth(1)
        .expect("a session")
        .to_owned();
    let session = session.split(';').next().expect("a value");
    for wrong in [
        format!("manifold_{session}"),
        session.to_owned(),
        bare.to_owned(),
        "manifold_".to_owned(),
        "rubbish".to_owned(),
    ] {
        let answer = house.program(&wrong).get("/me").await;
        answer.refused(401, "not-signed-in");
    }
    // A request with a wrong token and a valid cookie is refused, and not treated as the cookie owner's.
    let request = Request::builder()
        .uri("/api/v1/me")
        .header(header::AUTHORIZATION, "Bearer manifold_wrong");
    let answer = owner.send(request.body(Body::empty()).expect("a request"));
    answer.await.refused(401, "not-signed-in");
    // A proxy's credentials (Basic) are not taken for a token.
    let request = Request::builder()
        .uri("/api/v1/me")
        .header(header::AUTHORIZATION, "Basic cm9zYWxpbmQ6c2VjcmV0");
    let answer = owner.send(request.body(Body::empty()).expect("a request"));
    assert_eq!(answer.await.good()["account"], true);
}

#[tokio::test]
async fn a_program_is_no_page_of_another_site() {
    let house = House::open().await;
    let mut owner = house.signed_up("Rosalind").await;
    let (mut player, _) = program(&house, &mut owner, &["games:play"]).await;
    let request = |client: &str| {
        Request::builder()
            .method(Method::POST)
            .uri("/api/v1/games")
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::ORIGIN, client)
            .body(Body::from(chess().to_string()))
            .expect("a request")
    };
    let made = player.send(request("https://another.example")).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.text);
    let forged = owner.send(request("https://another.example")).await;
    forged.refused(403, "wrong-origin");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_that_is_revoked_ends_at_once_on_open_sockets_too() {
    let house = House::open().await;
    let mut owner = house.signed_up("Rosalind").await;
    let (mut player, id) = program(&house, &mut owner, &["games:play"]).await;
    let game = player.make(chess()).await;
    let mut socket = player.socket(&game, "").await;
    socket.next_of("state").await;
    let list = owner.get("/account/tokens").await.good();
    let [told] = &list["tokens"].as_array().expect("tokens")[..] else {
        panic!("{list}");
    };
    assert_eq!(told["name"], "a program");
    assert_eq!(told["scopes"], json!(["games:play"]));
    assert!(told.get("token").is_none(), "it is told once: {told}");
    // Sessions are a separate list.
    let account = owner.get("/account").await.good();
    assert_eq!(account["sessions"].as_array().expect("sessions").len(), 1);
    // Nobody can revoke another user's token.
    let path = format!("/account/tokens/{id}");
    let mut stranger = house.signed_up("Celia").await;
    let answer = stranger.ask(Method::DELETE, &path, None).await;
    answer.refused(404, "not-found");
    let answer = owner.ask(Method::DELETE, &path, None).await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT);
    while socket.next_text().await.is_some() {}
    player.get("/me").await.refused(401, "not-signed-in");
    let again = owner.ask(Method::DELETE, &path, None).await;
    again.refused(404, "not-found");
}

#[tokio::test]
async fn tokens_expire_outlast_other_browsers_and_end_with_the_password() {
    let house = House::open().await;
    let mut owner = house.signed_up("Rosalind").await;
    let (mut reader, _) = program(&house, &mut owner, &["games:read"]).await;
    owner.ask(Method::DELETE, "/account/sessions", None).await;
    assert_eq!(me(&mut reader).await["account"], true);
    house.clock.advance(29 * 86_400_000);
    house.looks_sessions_up_anew("Orlando").await;
    assert_eq!(me(&mut reader).await["account"], true);
    assert_eq!(me(&mut owner).await["account"], true);
    house.looks_sessions_up_anew("Celia").await;
    house.clock.advance(86_400_000);
    reader.get("/me").await.refused(401, "not-signed-in");
    let list = owner.get("/account/tokens").await.good();
    assert_eq!(list["tokens"], json!([]));

    let (mut reader, _) = program(&house, &mut owner, &["games:read"]).await;
    let body = json!({"password": PASSWORD, "new_password": "a queen in the corner"});
    let changed = owner
        .ask(Method::PUT, "/account/password", Some(&body))
        .await;
    assert_eq!(changed.status, StatusCode::NO_CONTENT);
    reader.get("/me").await.refused(401, "not-signed-in");
}

#[tokio::test]
async fn what_a_token_cannot_be_is_told_and_there_are_twenty() {
    let house = House::open().await;
    let mut owner = house.signed_up("Rosalind").await;
    let wish = |name: &str, scopes: Value, days: u32| json!({"password": PASSWORD, "name": name, "scopes": scopes, "days": days});
    let good = json!(["games:play"]);
    for (body, field) in [
        (wish(" ", good.clone(), 1), "name"),
        (wish(&"x".repeat(41), good.clone(), 1), "name"),
        (wish("two\nlines", good.clone(), 1), "name"),
        (wish("x", json!([]), 1), "scopes"),
        (wish("x", good.clone(), 0), "days"),
        (wish("x", good.clone(), 366), "days"),
    ] {
        let answer = owner.post("/account/tokens", body).await;
        assert_eq!(answer.refused(422, "invalid")["field"], field);
    }
    let unknown = wish("x", json!(["everything"]), 1);
    owner
        .post("/account/tokens", unknown)
        .await
        .refused(400, "unreadable");
    let mut wrong = wish("x", good.clone(), 1);
    wrong["password"] = json!("a bishop on the rim");
    owner
        .post("/account/tokens", wrong)
        .await
        .refused(403, "wrong-password");
    let mut guest = house.visitor();
    let answer = guest.post("/account/tokens", wish("x", good.clone(), 1));
    answer.await.refused(401, "not-signed-in");
    for _ in 0..20 {
        owner.make_token(PASSWORD, &["games:play"]).await;
    }
    let more = owner.post("/account/tokens", wish("x", good, 1)).await;
    more.refused(409, "not-possible");
    // Sessions of browsers do not displace tokens, nor the other way round.
    for _ in 0..60 {
        let mut browser = house.visitor();
        browser
            .account("/session", "Rosalind", PASSWORD)
            .await
            .good();
    }
    let mut browser = house.visitor();
    browser
        .account("/session", "Rosalind", PASSWORD)
        .await
        .good();
    let list = browser.get("/account/tokens").await.good();
    assert_eq!(list["tokens"].as_array().expect("tokens").len(), 20);
}

#[tokio::test]
async fn programs_of_one_account_share_a_limit_whatever_networks_they_come_from() {
    let house = House::with(|settings| {
        settings.behind_proxy = true;
        settings.requests_per_second = 2;
    })
    .await;
    let mut owner = house.visitor_from("10.0.0.1");
    owner.account("/account", "Rosalind", PASSWORD).await.good();
    let made = owner.make_token(PASSWORD, &["games:read"]).await;
    let token = made["token"].as_str().expect("a token");
    let mut answers = std::collections::BTreeMap::new();
    let began = Instant::now();
    for network in ["10.1.0.1", "10.2.0.1", "10.3.0.1", "10.4.0.1"] {
        for _ in 0..15 {
            let mut program = house.program_from(token, network);
            let status = program.get("/me").await.status.as_u16();
            *answers.entry(status).or_insert(0) += 1;
        }
    }
    // Each network may send a burst of twenty; so may the account, with two more per second.
    let since = 2 * (began.elapsed().as_secs() + 1);
    assert!(answers[&200] <= 20 + since, "{answers:?}");
    // The account's owner is not affected.
    owner.get("/account").await.good();
}

/// The operations that refuse a program with these scopes, as `GET /games`.
async fn refused_operations(house: &House, scopes: &[&str]) -> Vec<String> {
    let mut owner = house.signed_up(&format!("Owner-{}", scopes.len())).await;
    let (mut program, _) = program(house, &mut owner, scopes).await;
    let document = house.visitor().get("/openapi.json").await.good();
    let mut refused = Vec::new();
    for (path, operations) in document["paths"].as_object().expect("paths") {
        let filled = path
            .replace("{id}", "nosuchgame22")
            .replace("{name}", "nobody");
        let filled = filled
            .replace("{game}", "chess")
            .replace("{speed}", "blitz");
        for method in operations.as_object().expect("operations").keys() {
            let wanted = method.to_uppercase();
            let asked = Method::from_bytes(wanted.as_bytes()).expect("a method");
            // Streams would not end.
            if filled == "/stream/events" && scopes.len() > 1 {
                continue;
            }
            let answer = program.ask(asked, &filled, None).await;
            if answer.is_problem() && answer.json()["code"] == "scope-missing" {
                refused.push(format!("{wanted} {path}"));
            }
        }
    }
    refused.sort();
    refused
}

/// Every new operation needs a line here that says what programs may do with it.
#[tokio::test]
async fn every_operation_is_for_everybody_for_a_scope_or_for_browsers_only() {
    let house = House::open().await;
    let only_browsers = [
        "DELETE /account",
        "DELETE /account/mail",
        "DELETE /account/passkeys/{id}",
        "DELETE /account/push/{id}",
        "DELETE /account/second-factor",
        "DELETE /account/second-factor/passkey",
        "DELETE /account/sessions",
        "DELETE /account/sessions/{id}",
        "DELETE /account/tokens/{id}",
        "DELETE /session",
        "GET /account",
        "GET /account/guest-games",
        "GET /account/notifications",
        "GET /account/passkeys",
        "GET /account/tokens",
        "GET /moderation/games/{id}/evidence",
        "GET /moderation/log",
        "GET /moderation/names/{name}",
        "GET /moderation/players/{player}",
        "GET /moderation/queue",
        "GET /session/forgotten",
        "GET /session/passkey",
        "POST /account",
        "POST /account/bot",
        "POST /account/guest-games",
        "POST /account/passkeys",
        "POST /account/passkeys/challenge",
        "POST /account/push",
        "POST /account/recovery-codes",
        "POST /account/second-factor",
        "POST /account/tokens",
        "POST /mail/confirm",
        "POST /mail/unsubscribe/{link}",
        "POST /me/warnings/{number}/confirm",
        "POST /moderation/acts",
        "POST /moderation/acts/{number}/undo",
        "POST /reports",
        "POST /session",
        "POST /session/code",
        "POST /session/forgotten",
        "POST /session/passkey",
        "POST /session/passkey/challenge",
        "POST /session/reset",
        "PUT /account/mail",
        "PUT /account/notifications",
        "PUT /account/password",
        "PUT /account/second-factor",
        "PUT /account/second-factor/passkey",
    ];
    let of_events = [
        "POST /events",
        "POST /events/{id}/commands",
        "POST /events/{id}/evidence",
    ];
    let of_games = [
        "DELETE /challenges/{id}",
        "DELETE /me/blocked/{name}",
        "DELETE /me/following/{name}",
        "DELETE /me/vacation",
        "GET /challenges",
        "GET /me/blocked",
        "GET /me/following",
        "GET /me/presence",
        "GET /me/socket",
        "GET /me/vacation",
        "POST /challenges",
        "POST /challenges/{id}/accept",
        "POST /challenges/{id}/decline",
        "POST /me/vacation",
        "PUT /me/blocked/{name}",
        "PUT /me/following/{name}",
        "PUT /me/presence",
        "GET /bot/games/{id}/stream",
        "GET /games",
        "GET /games/{id}",
        "GET /games/{id}/conditional-moves",
        "GET /games/{id}/plies",
        "GET /games/{id}/record",
        "GET /games/{id}/socket",
        "GET /lobby/socket",
        "GET /stream/events",
        "POST /bot/games/{id}/actions",
        "POST /games",
        "POST /games/{id}/join",
        "POST /placement",
        "PUT /games/{id}/conditional-moves",
    ];
    let all = ["account:read", "games:read", "games:play", "events"];
    assert_eq!(refused_operations(&house, &all).await, only_browsers);
    let mut expected = [&only_browsers[..], &of_games, &of_events].concat();
    expected.sort_unstable();
    assert_eq!(refused_operations(&house, &all[..1]).await, expected);
}
