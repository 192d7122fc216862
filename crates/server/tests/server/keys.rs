//! Second factors by app, and recovery codes.

use axum::http::{Method, StatusCode};
use data_encoding::BASE32_NOPAD;
use serde_json::{Value, json};

use crate::accounts::me;
use crate::client::{Answer, Client, House, NOON, PASSWORD};
use crate::totp::code_of_step;

/// The code that an authenticator app shows `step` steps after noon.
pub(crate) fn code(secret: &str, step: u64) -> String {
    code_of_step(secret, NOON / 30_000 + step)
}

/// Turns the second factor on, and returns its secret and the recovery codes.
pub(crate) async fn turned_on(client: &mut Client) -> (String, Vec<String>) {
    let path = "/account/second-factor";
    let new = client.post(path, json!({"password": PASSWORD})).await;
    let secret = new.good()["secret"].as_str().expect("a secret").to_owned();
    let code = code_of_step(&secret, client.clock.shows() / 30_000);
    let body = json!({"code": code});
    let codes = client.ask(Method::PUT, path, Some(&body)).await.good();
    let codes = codes["recovery_codes"].as_array().expect("codes").clone();
    let text = |code: &Value| code.as_str().expect("text").to_owned();
    (secret, codes.iter().map(text).collect())
}

/// A new account with the second factor turned on.
pub(crate) async fn secured(house: &House, username: &str) -> Client {
    let mut client = house.signed_up(username).await;
    turned_on(&mut client).await;
    client
}

/// The ticket for the second step.
pub(crate) async fn ticket(client: &mut Client) -> String {
    let first = client.account("/session", "Rosalind", PASSWORD).await;
    assert_eq!(first.status, StatusCode::ACCEPTED, "{}", first.text);
    first.json()["ticket"]
        .as_str()
        .expect("a ticket")
        .to_owned()
}

pub(crate) async fn second_step(client: &mut Client, ticket: &str, code: &str) -> Answer {
    let body = json!({"ticket": ticket, "code": code});
    client.post("/session/code", body).await
}

#[tokio::test]
async fn codes_are_those_of_the_machine_s_clock_however_far_ahead_the_games_are() {
    let house = House::open().await;
    let mut client = house.signed_up("Rosalind").await;
    let (secret, _) = turned_on(&mut client).await;
    house.clock.advance(3_600_000);
    client.get("/me").await.good();
    // The machine's clock is set back by an hour; the server's game time does not go back.
    let data = house.close().await;
    let house = House::on(data, 2, NOON + 60_000, |_| {}).await;
    let mut client = house.visitor();
    let ticket = ticket(&mut client).await;
    let ahead = second_step(&mut client, &ticket, &code(&secret, 120)).await;
    ahead.refused(403, "wrong-code");
    let right = second_step(&mut client, &ticket, &code(&secret, 2)).await;
    right.good();
}

#[tokio::test]
async fn a_second_factor_is_asked_for_after_the_password_only() {
    let house = House::open().await;
    let mut here = house.signed_up("Rosalind").await;
    let mut elsewhere = house.visitor();
    elsewhere
        .account("/session", "Rosalind", PASSWORD)
        .await
        .good();
    let wrong = json!({"password": "a bishop on the rim"});
    let path = "/account/second-factor";
    here.post(path, wrong).await.refused(403, "wrong-password");
    // Until it is confirmed, sign-ins do not ask for it.
    let new = here.post(path, json!({"password": PASSWORD})).await.good();
    let secret = new["secret"].as_str().expect("a secret");
    let uri = format!("otpauth://totp/Manifold:Rosalind?secret={secret}&issuer=Manifold");
    assert_eq!(new["uri"], uri);
    elsewhere
        .account("/session", "Rosalind", PASSWORD)
        .await
        .good();
    let body = json!({"code": code(secret, 99)});
    let answer = here.ask(Method::PUT, path, Some(&body)).await;
    answer.refused(403, "wrong-code");
    assert_eq!(here.get("/account").await.good()["second_factor"], false);

    let (secret, codes) = turned_on(&mut here).await;
    assert_eq!(codes.len(), 10);
    let account = here.get("/account").await.good();
    assert_eq!(account["second_factor"], true);
    assert_eq!(account["recovery_codes"], 10);
    // Other sessions have ended, and need a code to sign in again.
    assert_eq!(me(&mut elsewhere).await["account"], false);
    let wrong = elsewhere
        .account("/session", "Rosalind", "a bishop on the rim")
        .await;
    wrong.refused(403, "wrong-password");
    let ticket = ticket(&mut elsewhere).await;
    assert_eq!(me(&mut elsewhere).await["account"], false);
    house.clock.advance(30_000);
    let signed_in = second_step(&mut elsewhere, &ticket, &code(&secret, 1)).await;
    assert_eq!(signed_in.good()["name"], "Rosalind");
    assert_eq!(me(&mut elsewhere).await["account"], true);
    // The ticket can be used only once.
    let again = second_step(&mut house.visitor(), &ticket, &code(&secret, 2)).await;
    again.refused(410, "expired");
}

#[tokio::test]
async fn the_second_factor_comes_with_another_token_and_so_does_signing_in_with_a_code() {
    let house = House::open().await;
    let mut browser = house.signed_up("Rosalind").await;
    let mut thief = browser.clone();
    thief.get("/account").await.good();
    let (secret, _) = turned_on(&mut browser).await;
    assert_eq!(browser.get("/account").await.good()["second_factor"], true);
    thief.get("/account").await.refused(401, "not-signed-in");

    let mut thief = browser.clone();
    let ticket = ticket(&mut browser).await;
    thief.get("/account").await.good();
    house.clock.advance(30_000);
    let signed_in = second_step(&mut browser, &ticket, &code(&secret, 1)).await;
    signed_in.good();
    let sessions = browser.get("/account").await.good()["sessions"].clone();
    assert_eq!(sessions.as_array().map(Vec::len), Some(1), "{sessions}");
    thief.get("/account").await.refused(401, "not-signed-in");
}

#[tokio::test]
async fn each_code_works_once_even_when_it_is_sent_twice_at_once() {
    let house = House::open().await;
    let mut owner = house.signed_up("Rosalind").await;
    let (secret, _) = turned_on(&mut owner).await;
    // The code that confirmed it is used up.
    let mut client = house.visitor();
    let first = ticket(&mut client).await;
    let replayed = second_step(&mut client, &first, &code(&secret, 0)).await;
    replayed.refused(403, "wrong-code");
    house.clock.advance(30_000);
    let mut clients = [house.visitor(), house.visitor()];
    let tickets = [ticket(&mut clients[0]).await, ticket(&mut clients[1]).await];
    let [one, other] = &mut clients;
    let code = code(&secret, 1);
    let (one, other) = tokio::join!(
        second_step(one, &tickets[0], &code),
        second_step(other, &tickets[1], &code)
    );
    let mut statuses = [one.status, other.status];
    statuses.sort();
    assert_eq!(statuses, [StatusCode::OK, StatusCode::FORBIDDEN]);
}

#[tokio::test]
async fn a_ticket_lasts_five_minutes_and_is_no_session() {
    let house = House::open().await;
    let mut owner = house.signed_up("Rosalind").await;
    let (secret, _) = turned_on(&mut owner).await;
    let mut client = house.visitor();
    let late = ticket(&mut client).await;
    client.keep(&format!("manifold-session={late}"));
    assert_eq!(me(&mut client).await["account"], false);
    house.clock.advance(5 * 60_000);
    let answer = second_step(&mut client, &late, &code(&secret, 10)).await;
    answer.refused(410, "expired");
    for rubbish in ["", "rubbish", &"0".repeat(64)] {
        let answer = second_step(&mut client, rubbish, "123456").await;
        answer.refused(410, "expired");
    }
    let good = ticket(&mut client).await;
    let answer = second_step(&mut client, &good, "what is this").await;
    assert_eq!(answer.refused(422, "invalid")["field"], "code");
    second_step(&mut client, &good, &code(&secret, 10))
        .await
        .good();
}

#[tokio::test]
async fn a_recovery_code_signs_in_once_and_new_ones_take_the_place_of_all() {
    let house = House::open().await;
    let mut owner = house.signed_up("Rosalind").await;
    let (secret, codes) = turned_on(&mut owner).await;
    let data = house.close().await;
    let house = House::on(data, 2, NOON + 60_000, |_| {}).await;
    let mut client = house.visitor();
    let first = ticket(&mut client).await;
    let typed = codes[3].to_uppercase().replace('-', " ");
    second_step(&mut client, &first, &typed).await.good();
    let account = client.get("/account").await.good();
    assert_eq!(account["recovery_codes"], 9);
    let second = ticket(&mut client).await;
    let again = second_step(&mut client, &second, &codes[3]).await;
    again.refused(403, "wrong-code");
    let body = json!({"password": PASSWORD, "code": code(&secret, 2)});
    let path = "/account/recovery-codes";
    let new = client.post(path, body.clone()).await.good();
    let new = new["recovery_codes"].as_array().expect("codes").clone();
    assert_eq!(new.len(), 10);
    client.post(path, body).await.refused(403, "wrong-code");
    let old = second_step(&mut client, &second, &codes[4]).await;
    old.refused(403, "wrong-code");
    let new = new[0].as_str().expect("text");
    second_step(&mut client, &second, new).await.good();
}

#[tokio::test]
async fn turning_it_off_needs_password_and_code() {
    let house = House::open().await;
    let mut owner = house.signed_up("Rosalind").await;
    let path = "/account/second-factor";
    let off = async |client: &mut Client, password: &str, code: &str| {
        let body = json!({"password": password, "code": code});
        client.ask(Method::DELETE, path, Some(&body)).await
    };
    let none = off(&mut owner, PASSWORD, "123456").await;
    none.refused(409, "not-possible");
    let (secret, codes) = turned_on(&mut owner).await;
    let again = owner.post(path, json!({"password": PASSWORD})).await;
    again.refused(409, "not-possible");
    house.clock.advance(60_000);
    let wrong = off(&mut owner, "a bishop on the rim", &code(&secret, 2)).await;
    wrong.refused(403, "wrong-password");
    let wrong = off(&mut owner, PASSWORD, &code(&secret, 50)).await;
    wrong.refused(403, "wrong-code");
    let done = off(&mut owner, PASSWORD, &codes[0]).await;
    assert_eq!(done.status, StatusCode::NO_CONTENT);
    let mut client = house.visitor();
    client
        .account("/session", "Rosalind", PASSWORD)
        .await
        .good();
    // Turning it on again gives a new secret.
    let (other, _) = turned_on_later(&mut owner, 2).await;
    assert_ne!(other, secret);
}

/// As [`turned_on`], `step` steps after noon.
async fn turned_on_later(client: &mut Client, step: u64) -> (String, Value) {
    let path = "/account/second-factor";
    let new = client.post(path, json!({"password": PASSWORD})).await;
    let secret = new.good()["secret"].as_str().expect("a secret").to_owned();
    let body = json!({"code": code(&secret, step)});
    let codes = client.ask(Method::PUT, path, Some(&body)).await.good();
    (secret, codes)
}

#[tokio::test]
async fn guesses_of_many_networks_are_counted_together_and_strangers_lock_nobody_out() {
    let house = House::with(|settings| settings.behind_proxy = true).await;
    let mut owner = house.signed_up("Rosalind").await;
    let (secret, _) = turned_on(&mut owner).await;
    // A stranger without the password never gets to the second step.
    let mut stranger = house.visitor_from("10.6.6.6");
    for n in 0..20 {
        let guess = format!("a guess, number {n}");
        stranger.account("/session", "Rosalind", &guess).await;
        second_step(&mut stranger, &"0".repeat(64), "123456").await;
    }
    house.clock.advance(30_000);
    let mut client = house.visitor_from("10.0.0.1");
    let good = ticket(&mut client).await;
    second_step(&mut client, &good, &code(&secret, 1))
        .await
        .good();
    // An attacker with the password and many networks still has few guesses.
    let networks = ["10.1.0.1", "10.2.0.1", "10.3.0.1", "10.4.0.1"];
    let mut answers = std::collections::BTreeMap::new();
    for n in 0..200 {
        let mut thief = house.visitor_from(networks[n % networks.len()]);
        let first = thief.account("/session", "Rosalind", PASSWORD).await;
        let ticket = first.json()["ticket"]
            .as_str()
            .expect("a ticket")
            .to_owned();
        let answer = second_step(&mut thief, &ticket, &code(&secret, 1_000)).await;
        *answers.entry(answer.status.as_u16()).or_insert(0) += 1;
    }
    assert_eq!(
        answers.into_iter().collect::<Vec<_>>(),
        [(403, 6), (429, 194)]
    );
    house.clock.advance(30_000);
    let good = ticket(&mut client).await;
    second_step(&mut client, &good, &code(&secret, 2))
        .await
        .good();
}

#[tokio::test]
async fn the_database_alone_does_not_tell_the_secret_nor_the_codes() {
    let house = House::open().await;
    let mut owner = house.signed_up("Rosalind").await;
    let (secret, codes) = turned_on(&mut owner).await;
    let data = house.close().await;
    let database = std::fs::read(data.path().join("manifold.sqlite")).expect("a database");
    let has = |part: &[u8]| database.windows(part.len()).any(|window| window == part);
    assert!(has(b"Rosalind"));
    assert!(!has(secret.as_bytes()));
    let bytes = BASE32_NOPAD.decode(secret.as_bytes()).expect("Base32");
    assert!(!has(&bytes));
    assert!(
        !codes
            .iter()
            .any(|code| has(code.replace('-', "").as_bytes()))
    );
}
