//! Passkeys as the second factor, asked for after the password, and what attackers try.

use axum::http::{Method, StatusCode};
use manifold_server::Settings;
use manifold_server::admin::accounts::reset_password;
use manifold_server::admin::{RoleSet, set_moderator};
use serde_json::{Value, json};

use crate::accounts::me;
use crate::authenticator::{Authenticator, ORIGIN};
use crate::client::{Answer, Client, House, NOON, PASSWORD};
use crate::confirmations::{confirmed, shown};
use crate::events::hall::{settings, wish};
use crate::keys::{code, second_step, turned_on};
use crate::mail::{give_address_at, mailing};
use crate::mail_server::MailServer;
use crate::passkeys::{challenge, house, made, remove};

const FACTOR: &str = "/account/second-factor/passkey";
const APP: &str = "/account/second-factor";
const OTHER: &str = "a queen in the corner";

fn with_address(settings: &mut Settings) {
    settings.public_url = Some(ORIGIN.to_owned());
}

/// Turns on the passkey as second factor, and returns the recovery codes.
async fn asked_for(client: &mut Client, key: &mut Authenticator) -> Vec<String> {
    let turned_on = confirmed(client, key, (Method::PUT, FACTOR), json!({})).await;
    let told = turned_on.good();
    let codes = told["recovery_codes"].as_array().expect("codes");
    let text = |code: &Value| code.as_str().expect("text").to_owned();
    codes.iter().map(text).collect()
}

/// A new account with a passkey as second factor, its authenticator, and the recovery codes.
async fn secured(house: &House, name: &str, number: u8) -> (Client, Authenticator, Vec<String>) {
    let mut client = house.signed_up(name).await;
    let mut key = Authenticator::new(number);
    made(&mut client, &mut key).await;
    let codes = asked_for(&mut client, &mut key).await;
    (client, key, codes)
}

/// The response to the password of an account with a second factor: the ticket, and the possible second steps.
async fn first_step(client: &mut Client, name: &str) -> (String, Value) {
    let first = client.account("/session", name, PASSWORD).await;
    assert_eq!(first.status, StatusCode::ACCEPTED, "{}", first.text);
    let ticket = first.json()["ticket"].as_str().expect("text").to_owned();
    (ticket, first.json()["methods"].clone())
}

/// Takes the second step with a passkey.
async fn with_passkey(client: &mut Client, key: &mut Authenticator, ticket: &str) -> Answer {
    let mut signed = shown(client, key).await;
    signed["second_step"] = json!(ticket);
    client.post("/session/passkey", signed).await
}

/// Turns the second factor off with the password and a code.
async fn turn_off(client: &mut Client, password: &str, code: &str) -> Answer {
    let body = json!({"password": password, "code": code});
    client.ask(Method::DELETE, FACTOR, Some(&body)).await
}

fn is_done(answer: &Answer) {
    assert_eq!(answer.status, StatusCode::NO_CONTENT, "{}", answer.text);
}

/// The field of an invalid value.
fn field(answer: &Answer) -> Value {
    answer.refused(422, "invalid")["field"].clone()
}

#[tokio::test]
async fn a_passkey_is_asked_for_after_the_password_once_its_owner_wants_that() {
    let house = house().await;
    let mut owner = house.signed_up("Rosalind").await;
    let mut phone = Authenticator::new(1);
    made(&mut owner, &mut phone).await;
    let account = owner.get("/account").await.good();
    assert_eq!(account["second_factor"], false);
    let (mut thief, mut elsewhere) = (owner.clone(), house.visitor());
    elsewhere
        .account("/session", "Rosalind", PASSWORD)
        .await
        .good();

    let codes = asked_for(&mut owner, &mut phone).await;
    assert_eq!(codes.len(), 10);
    let account = owner.get("/account").await.good();
    assert_eq!(account["second_factor"], true);
    assert_eq!(account["second_factor_app"], false);
    assert_eq!(account["second_factor_passkey"], true);
    assert_eq!(account["recovery_codes"], 10);
    let export = owner.get("/me/export").await.good();
    assert_eq!(export["second_factor"], true);
    assert_eq!(export["second_factor_passkey"], true);
    assert_eq!(export["second_factor_app"], false);
    // The old session is invalid, and so are all others.
    thief.get("/account").await.refused(401, "not-signed-in");
    assert_eq!(me(&mut elsewhere).await["account"], false);
    let again = confirmed(&mut owner, &mut phone, (Method::PUT, FACTOR), json!({})).await;
    again.refused(409, "not-possible");

    let wrong = elsewhere.account("/session", "Rosalind", OTHER).await;
    wrong.refused(403, "wrong-password");
    let (ticket, methods) = first_step(&mut elsewhere, "Rosalind").await;
    assert_eq!(methods, json!(["recovery-code", "passkey"]));
    assert_eq!(me(&mut elsewhere).await["account"], false);
    let signed_in = with_passkey(&mut elsewhere, &mut phone, &ticket).await;
    assert_eq!(signed_in.good()["name"], "Rosalind");
    assert_eq!(me(&mut elsewhere).await["id"], me(&mut owner).await["id"]);
    let again = with_passkey(&mut house.visitor(), &mut phone, &ticket).await;
    assert_eq!(again.refused(410, "expired")["field"], "second_step");

    // It is stored in the database: after a restart it is still asked for.
    let data = house.close().await;
    let house = House::on(data, 2, NOON, with_address).await;
    let mut visitor = house.visitor();
    let (ticket, _) = first_step(&mut visitor, "Rosalind").await;
    with_passkey(&mut visitor, &mut phone, &ticket).await.good();
    // The passkey alone signs in as before: its device has verified its owner.
    let signed = shown(&mut house.visitor(), &mut phone).await;
    visitor.post("/session/passkey", signed).await.good();
}

#[tokio::test]
async fn only_a_fresh_proof_by_a_passkey_of_the_account_has_it_asked_for() {
    let house = house().await;
    let mut owner = house.signed_up("Rosalind").await;
    let mut mallory = house.signed_up("Mallory").await;
    let (mut phone, mut other) = (Authenticator::new(1), Authenticator::new(2));
    let put = async |client: &mut Client, passkey: &Value| {
        let body = json!({"passkey": passkey});
        client.ask(Method::PUT, FACTOR, Some(&body)).await
    };
    // A player without a passkey cannot turn it on, and so be locked out.
    let proof = shown(&mut owner, &mut phone).await;
    put(&mut owner, &proof).await.refused(403, "wrong-passkey");
    made(&mut owner, &mut phone).await;
    made(&mut mallory, &mut other).await;
    let mut same_session = owner.clone();

    let mut stolen = other.of_user(&phone.user);
    for liar in [&mut other, &mut stolen] {
        let proof = shown(&mut owner, liar).await;
        let answer = put(&mut owner, &proof).await;
        assert_eq!(answer.refused(403, "wrong-passkey")["field"], "passkey");
        put(&mut owner, &proof).await.refused(410, "expired");
    }
    // A proof that has confirmed something else, or was used to sign in, is used up.
    let used = shown(&mut owner, &mut phone).await;
    let body = json!({"passkey": used});
    owner.post(APP, body).await.good();
    put(&mut owner, &used).await.refused(410, "expired");
    let used = shown(&mut owner, &mut phone).await;
    house
        .visitor()
        .post("/session/passkey", used.clone())
        .await
        .good();
    put(&mut owner, &used).await.refused(410, "expired");
    let late = shown(&mut owner, &mut phone).await;
    house.clock.advance(5 * 60_000);
    put(&mut owner, &late).await.refused(410, "expired");
    // The owner's proof is not valid in another user's session, or without one.
    let proof = shown(&mut owner, &mut phone).await;
    let stranger = put(&mut house.visitor(), &proof).await;
    stranger.refused(401, "not-signed-in");
    put(&mut mallory, &proof)
        .await
        .refused(403, "wrong-passkey");
    // The password is not accepted here.
    for body in [json!({}), json!({"password": PASSWORD})] {
        let answer = owner.ask(Method::PUT, FACTOR, Some(&body)).await;
        answer.refused(400, "unreadable");
    }
    for client in [&mut owner, &mut mallory, &mut same_session] {
        let account = client.get("/account").await.good();
        assert_eq!(account["second_factor"], false, "nothing has changed");
        assert_eq!(account["recovery_codes"], 0);
    }
    house
        .visitor()
        .account("/session", "Rosalind", PASSWORD)
        .await
        .good();

    // Of two concurrent requests one succeeds.
    let proof = shown(&mut owner, &mut phone).await;
    let (mut one, mut two) = (owner.clone(), owner.clone());
    let (first, second) = tokio::join!(put(&mut one, &proof), put(&mut two, &proof));
    let mut statuses = [first.status, second.status];
    statuses.sort();
    assert_eq!(statuses[0], StatusCode::OK, "{statuses:?}");
    assert!(statuses[1].is_client_error(), "{statuses:?}");
    owner.get("/account").await.refused(401, "not-signed-in");
}

#[tokio::test]
async fn the_second_step_takes_a_passkey_of_the_same_account_with_its_own_ticket() {
    let house = house().await;
    let (_, mut phone, _) = secured(&house, "Rosalind", 1).await;
    let (mut mallory, mut other, _) = secured(&house, "Mallory", 2).await;
    let mut client = house.visitor();
    let (ticket, _) = first_step(&mut client, "Rosalind").await;
    // Another user's passkey, as it is and claiming to be hers.
    let mut stolen = other.of_user(&phone.user);
    for liar in [&mut other, &mut stolen] {
        let answer = with_passkey(&mut client, liar, &ticket).await;
        let problem = answer.refused(403, "wrong-passkey");
        assert_eq!(problem["field"], "credential");
        assert_eq!(
            problem["detail"],
            "This passkey does not belong to the account. Try another."
        );
    }
    // Her passkey with the ticket of another user's password.
    let (wrong, _) = first_step(&mut mallory, "Mallory").await;
    let answer = with_passkey(&mut client, &mut phone, &wrong).await;
    answer.refused(403, "wrong-passkey");
    for rubbish in ["", "rubbish", &"0".repeat(64)] {
        let answer = with_passkey(&mut client, &mut phone, rubbish).await;
        assert_eq!(answer.refused(410, "expired")["field"], "second_step");
    }
    assert_eq!(me(&mut client).await["account"], false);
    assert_eq!(me(&mut mallory).await["name"], "Mallory");

    // None of that has used up a ticket; the right answer counts once, even if it is sent twice at the same time.
    let mut signed = shown(&mut client, &mut phone).await;
    signed["second_step"] = json!(ticket);
    let (mut one, mut two) = (client.clone(), house.visitor());
    let (first, second) = tokio::join!(
        one.post("/session/passkey", signed.clone()),
        two.post("/session/passkey", signed.clone())
    );
    let mut statuses = [first.status, second.status];
    statuses.sort();
    assert_eq!(statuses, [StatusCode::OK, StatusCode::GONE]);
    let replayed = client.post("/session/passkey", signed).await;
    replayed.refused(410, "expired");

    let (ticket, _) = first_step(&mut client, "Rosalind").await;
    house.clock.advance(5 * 60_000);
    let late = with_passkey(&mut client, &mut phone, &ticket).await;
    assert_eq!(late.refused(410, "expired")["field"], "second_step");
    assert_eq!(me(&mut client).await["account"], false);
    let answer = with_passkey(&mut mallory, &mut other, &wrong).await;
    answer.refused(410, "expired");
}

#[tokio::test]
async fn signing_in_with_the_second_passkey_step_ends_the_session_that_was_shown() {
    let house = house().await;
    let (mut browser, mut phone, _) = secured(&house, "Rosalind", 1).await;
    let mut thief = browser.clone();
    let (ticket, _) = first_step(&mut browser, "Rosalind").await;
    thief.get("/account").await.good();
    with_passkey(&mut browser, &mut phone, &ticket).await.good();
    let sessions = browser.get("/account").await.good()["sessions"].clone();
    assert_eq!(sessions.as_array().map(Vec::len), Some(1), "{sessions}");
    thief.get("/account").await.refused(401, "not-signed-in");
}

#[tokio::test]
async fn a_recovery_code_stands_for_the_passkey_once() {
    let house = house().await;
    let (_, _, codes) = secured(&house, "Rosalind", 1).await;
    let mut client = house.visitor();
    let (ticket, _) = first_step(&mut client, "Rosalind").await;
    // There is no app: a six-digit code gets that answer, and does not count as a guess.
    for _ in 0..20 {
        let answer = second_step(&mut client, &ticket, "123456").await;
        let problem = answer.refused(422, "invalid");
        assert_eq!(problem["field"], "code");
        let detail = problem["detail"].as_str().expect("a sentence");
        assert!(detail.contains("no app that shows codes"), "{detail}");
    }
    let wrong = second_step(&mut client, &ticket, "aaaa-aaaa-aaaa").await;
    wrong.refused(403, "wrong-code");
    second_step(&mut client, &ticket, &codes[0]).await.good();
    assert_eq!(client.get("/account").await.good()["recovery_codes"], 9);
    let mut again = house.visitor();
    let (ticket, _) = first_step(&mut again, "Rosalind").await;
    let used = second_step(&mut again, &ticket, &codes[0]).await;
    used.refused(403, "wrong-code");
    // New recovery codes replace the old ones, given password and code or the passkey.
    let body = json!({"password": PASSWORD});
    let path = "/account/recovery-codes";
    let without = client.post(path, body).await;
    assert_eq!(field(&without), "code");
    let body = json!({"password": PASSWORD, "code": codes[1]});
    let new = client.post(path, body).await.good();
    let old = second_step(&mut again, &ticket, &codes[2]).await;
    old.refused(403, "wrong-code");
    let new = new["recovery_codes"][0].as_str().expect("text");
    second_step(&mut again, &ticket, new).await.good();
}

#[tokio::test]
async fn turning_the_passkey_off_needs_the_passkey_or_password_and_code() {
    let house = house().await;
    let (mut owner, mut phone, codes) = secured(&house, "Rosalind", 1).await;
    let mut mallory = house.signed_up("Mallory").await;
    let mut other = Authenticator::new(2);
    made(&mut mallory, &mut other).await;
    let mut elsewhere = house.visitor();
    let (ticket, _) = first_step(&mut elsewhere, "Rosalind").await;
    with_passkey(&mut elsewhere, &mut phone, &ticket)
        .await
        .good();

    let body = json!({"password": PASSWORD});
    let alone = owner.ask(Method::DELETE, FACTOR, Some(&body)).await;
    let problem = alone.refused(422, "invalid");
    assert_eq!(problem["field"], "code");
    let detail = problem["detail"].as_str().expect("a sentence");
    assert!(detail.contains("recovery code"), "{detail}");
    let wrong = turn_off(&mut owner, OTHER, &codes[0]).await;
    wrong.refused(403, "wrong-password");
    assert_eq!(
        field(&turn_off(&mut owner, PASSWORD, "123456").await),
        "code"
    );
    let wrong = turn_off(&mut owner, PASSWORD, "aaaa-aaaa-aaaa").await;
    wrong.refused(403, "wrong-code");
    let path = (Method::DELETE, FACTOR);
    let wrong = confirmed(&mut owner, &mut other, path.clone(), json!({})).await;
    wrong.refused(403, "wrong-passkey");
    // This is not the operation that turns an app off, either.
    let body = json!({"password": PASSWORD, "code": codes[0]});
    let app = owner.ask(Method::DELETE, APP, Some(&body)).await;
    app.refused(409, "not-possible");
    let none = turn_off(&mut mallory, PASSWORD, &codes[0]).await;
    none.refused(409, "not-possible");
    let account = owner.get("/account").await.good();
    assert_eq!(account["second_factor_passkey"], true);
    assert_eq!(account["recovery_codes"], 10, "none was used up");
    assert_eq!(me(&mut elsewhere).await["account"], true);

    is_done(&turn_off(&mut owner, PASSWORD, &codes[0]).await);
    let account = owner.get("/account").await.good();
    assert_eq!(account["second_factor"], false);
    assert_eq!(account["recovery_codes"], 0);
    assert_eq!(account["passkeys"], 1);
    assert_eq!(me(&mut elsewhere).await["account"], false);
    elsewhere
        .account("/session", "Rosalind", PASSWORD)
        .await
        .good();
    let off = turn_off(&mut owner, PASSWORD, &codes[1]).await;
    off.refused(409, "not-possible");
    let new = asked_for(&mut owner, &mut phone).await;
    assert!(new.iter().all(|code| !codes.contains(code)));
    let answer = confirmed(&mut owner, &mut phone, path, json!({})).await;
    is_done(&answer);
    assert_eq!(owner.get("/account").await.good()["second_factor"], false);
}

#[tokio::test]
async fn the_last_passkey_stays_while_it_is_asked_for_after_the_password() {
    let house = house().await;
    let mut owner = house.signed_up("Rosalind").await;
    let (mut phone, mut key) = (Authenticator::new(1), Authenticator::new(2));
    let first = made(&mut owner, &mut phone).await;
    let second = made(&mut owner, &mut key).await;
    let codes = asked_for(&mut owner, &mut phone).await;
    is_done(&remove(&mut owner, &first, PASSWORD).await);
    let refused = remove(&mut owner, &second, PASSWORD).await;
    let problem = refused.refused(409, "not-possible");
    let detail = problem["detail"].as_str().expect("a sentence");
    assert!(detail.contains("your last passkey"), "{detail}");
    remove(&mut owner, &first, PASSWORD)
        .await
        .refused(404, "not-found");
    let account = owner.get("/account").await.good();
    assert_eq!(account["passkeys"], 1);
    assert_eq!(account["second_factor_passkey"], true);
    // The removed passkey is not valid at the second step; the other one is.
    let mut client = house.visitor();
    let (ticket, _) = first_step(&mut client, "Rosalind").await;
    let answer = with_passkey(&mut client, &mut phone, &ticket).await;
    answer.refused(403, "wrong-passkey");
    with_passkey(&mut client, &mut key, &ticket).await.good();
    // Once the second factor is off, the last passkey can be removed.
    is_done(&turn_off(&mut client, PASSWORD, &codes[0]).await);
    is_done(&remove(&mut client, &second, PASSWORD).await);
    let account = client.get("/account").await.good();
    assert_eq!(account["passkeys"], 0);
}

#[tokio::test]
async fn the_last_passkey_stays_beside_an_app_until_passkeys_are_no_longer_asked_for() {
    let house = house().await;
    let mut owner = house.signed_up("Rosalind").await;
    let mut phone = Authenticator::new(1);
    let passkey = made(&mut owner, &mut phone).await;
    let (secret, codes) = turned_on(&mut owner).await;
    assert_eq!(asked_for(&mut owner, &mut phone).await, [""; 0]);
    // Removing the last passkey must not turn the second factor off: neither with the password nor with the passkey itself.
    let refused = remove(&mut owner, &passkey, PASSWORD).await;
    refused.refused(409, "not-possible");
    let path = format!(
        "/account/passkeys/{}",
        passkey["id"].as_str().expect("text")
    );
    let refused = confirmed(&mut owner, &mut phone, (Method::DELETE, &path), json!({})).await;
    refused.refused(409, "not-possible");
    let account = owner.get("/account").await.good();
    assert_eq!(account["second_factor_passkey"], true);
    assert_eq!(account["passkeys"], 1);

    is_done(&turn_off(&mut owner, PASSWORD, &codes[0]).await);
    is_done(&remove(&mut owner, &passkey, PASSWORD).await);
    let account = owner.get("/account").await.good();
    assert_eq!(account["second_factor_app"], true);
    assert_eq!(account["passkeys"], 0);
    assert_eq!(account["recovery_codes"], 9);
    let mut client = house.visitor();
    let (ticket, methods) = first_step(&mut client, "Rosalind").await;
    assert_eq!(methods, json!(["app", "recovery-code"]));
    house.clock.advance(30_000);
    second_step(&mut client, &ticket, &code(&secret, 1))
        .await
        .good();
}

#[tokio::test]
async fn an_app_and_a_passkey_are_asked_for_beside_each_other_and_share_the_recovery_codes() {
    let house = house().await;
    let mut owner = house.signed_up("Rosalind").await;
    let mut phone = Authenticator::new(1);
    made(&mut owner, &mut phone).await;
    let (secret, codes) = turned_on(&mut owner).await;
    let mut client = house.visitor();
    // A passkey is accepted as the second step of anybody who has one, even if it is not turned on.
    let (ticket, methods) = first_step(&mut client, "Rosalind").await;
    assert_eq!(methods, json!(["app", "recovery-code", "passkey"]));
    with_passkey(&mut client, &mut phone, &ticket).await.good();
    // The app's recovery codes stay valid.
    assert_eq!(asked_for(&mut owner, &mut phone).await, [""; 0]);
    assert_eq!(owner.get("/account").await.good()["recovery_codes"], 10);
    house.clock.advance(30_000);
    let (ticket, _) = first_step(&mut client, "Rosalind").await;
    second_step(&mut client, &ticket, &code(&secret, 1))
        .await
        .good();
    let (ticket, _) = first_step(&mut client, "Rosalind").await;
    second_step(&mut client, &ticket, &codes[0]).await.good();

    // Each factor is turned off separately, and the recovery codes stay as long as there is one.
    let path = (Method::DELETE, APP);
    is_done(&confirmed(&mut client, &mut phone, path.clone(), json!({})).await);
    let account = client.get("/account").await.good();
    assert_eq!(account["second_factor"], true);
    assert_eq!(account["second_factor_app"], false);
    assert_eq!(account["recovery_codes"], 9);
    let again = confirmed(&mut client, &mut phone, path, json!({})).await;
    again.refused(409, "not-possible");
    let mut visitor = house.visitor();
    let (ticket, methods) = first_step(&mut visitor, "Rosalind").await;
    assert_eq!(methods, json!(["recovery-code", "passkey"]));
    second_step(&mut visitor, &ticket, &codes[1]).await.good();
    is_done(&turn_off(&mut visitor, PASSWORD, &codes[2]).await);
    let account = visitor.get("/account").await.good();
    assert_eq!(account["second_factor"], false);
    assert_eq!(account["recovery_codes"], 0);
}

#[tokio::test]
async fn whoever_is_asked_for_a_passkey_shows_it_before_there_is_an_app_or_another_passkey() {
    let house = house().await;
    let mut owner = house.signed_up("Rosalind").await;
    let mut phone = Authenticator::new(1);
    made(&mut owner, &mut phone).await;
    // An app whose setup was begun with only the password is discarded.
    let begun = owner.post(APP, json!({"password": PASSWORD})).await.good();
    let early = begun["secret"].as_str().expect("a secret").to_owned();
    let codes = asked_for(&mut owner, &mut phone).await;
    let body = json!({"code": code(&early, 0)});
    let forgotten = owner.ask(Method::PUT, APP, Some(&body)).await;
    forgotten.refused(409, "not-possible");

    for path in [APP, "/account/passkeys/challenge"] {
        let alone = owner.post(path, json!({"password": PASSWORD})).await;
        assert_eq!(field(&alone), "code", "{path}");
        let body = json!({"password": PASSWORD, "code": "aaaa-aaaa-aaaa"});
        owner.post(path, body).await.refused(403, "wrong-code");
        let body = json!({"password": OTHER, "code": codes[0]});
        owner.post(path, body).await.refused(403, "wrong-password");
        confirmed(&mut owner, &mut phone, (Method::POST, path), json!({}))
            .await
            .good();
    }
    let body = json!({"password": PASSWORD, "code": codes[0]});
    let begun = owner.post(APP, body.clone()).await.good();
    owner.post(APP, body).await.refused(403, "wrong-code");
    assert_eq!(owner.get("/account").await.good()["recovery_codes"], 9);
    // An app is not asked for before it is confirmed; its first code gives new recovery codes.
    let secret = begun["secret"].as_str().expect("a secret").to_owned();
    let mut client = house.visitor();
    let (ticket, methods) = first_step(&mut client, "Rosalind").await;
    assert_eq!(methods, json!(["recovery-code", "passkey"]));
    let unconfirmed = second_step(&mut client, &ticket, &code(&secret, 0)).await;
    assert_eq!(field(&unconfirmed), "code");
    let body = json!({"code": code(&secret, 0)});
    let new = owner.ask(Method::PUT, APP, Some(&body)).await.good();
    assert_eq!(new["recovery_codes"].as_array().map(Vec::len), Some(10));
    let old = second_step(&mut client, &ticket, &codes[1]).await;
    old.refused(403, "wrong-code");
    let account = owner.get("/account").await.good();
    assert_eq!(account["second_factor_app"], true);
    assert_eq!(account["second_factor_passkey"], true);
}

#[tokio::test]
async fn a_moderator_acts_with_a_passkey_as_second_factor() {
    let house = house().await;
    let (_, mut phone, _) = secured(&house, "Judge", 1).await;
    let data = house.close().await;
    let is_moderator = set_moderator(data.path(), "Judge", true).await;
    assert_eq!(is_moderator.expect("a database"), RoleSet::Done);
    let house = House::on(data, 2, NOON, with_address).await;
    let mut judge = house.visitor();
    let (ticket, _) = first_step(&mut judge, "Judge").await;
    with_passkey(&mut judge, &mut phone, &ticket).await.good();
    judge.get("/moderation/queue").await.good();
    let path = (Method::DELETE, FACTOR);
    is_done(&confirmed(&mut judge, &mut phone, path, json!({})).await);
    let refused = judge.get("/moderation/queue").await;
    refused.refused(403, "second-factor-missing");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn arbiters_of_events_and_weekly_arenas_are_secured_by_a_passkey() {
    let house = house().await;
    let mut organiser = house.signed_up("Olivia").await;
    for director in ["Rosencrantz", "Guildenstern"] {
        house.signed_up(director).await;
    }
    secured(&house, "Antonio", 1).await;
    // A passkey that is not turned on as second factor does not count as one.
    let mut deputy = house.signed_up("Dogberry").await;
    let mut phone = Authenticator::new(2);
    made(&mut deputy, &mut phone).await;
    let event = wish(settings(json!({})));
    let refused = organiser.post("/events", event.clone()).await;
    let problem = refused.refused(409, "arbiter-without-second-factor");
    assert_eq!(problem["field"], "deputy");
    asked_for(&mut deputy, &mut phone).await;
    organiser.post("/events", event).await.good();

    let data = house.close().await;
    let weekly = |settings: &mut Settings| {
        with_address(settings);
        settings.weekly_arenas = ["Olivia", "Antonio", "Dogberry"].map(str::to_owned).into();
    };
    let house = House::on(data, 2, NOON, weekly).await;
    house.makes_weekly_arenas().await;
    let list = house.visitor().get("/events").await.good();
    assert_eq!(list["events"].as_array().map(Vec::len), Some(6), "{list}");
}

#[tokio::test]
async fn the_operator_s_link_leaves_the_passkey_asked_for() {
    let house = house().await;
    let (_, mut phone, _) = secured(&house, "Rosalind", 1).await;
    let data = house.close().await;
    let link = reset_password(data.path(), "Rosalind").await;
    let link = link.expect("a database").expect("an account");
    let ticket = link.rsplit('/').next().expect("a ticket");
    let house = House::on(data, 2, NOON, with_address).await;
    let mut client = house.visitor();
    let (old, _) = first_step(&mut client, "Rosalind").await;
    let body = json!({"ticket": ticket, "new_password": OTHER});
    is_done(&client.post("/session/reset", body).await);
    // The ticket of the old password is not valid.
    let answer = with_passkey(&mut client, &mut phone, &old).await;
    assert_eq!(answer.refused(410, "expired")["field"], "second_step");
    let first = client.account("/session", "Rosalind", OTHER).await;
    assert_eq!(first.status, StatusCode::ACCEPTED, "{}", first.text);
    let ticket = first.json()["ticket"].as_str().expect("text").to_owned();
    with_passkey(&mut client, &mut phone, &ticket).await.good();
    let account = client.get("/account").await.good();
    assert_eq!(account["second_factor_passkey"], true);
}

#[tokio::test]
async fn a_deleted_account_leaves_nothing_of_its_second_factor() {
    let house = house().await;
    let (mut owner, mut phone, _) = secured(&house, "Rosalind", 1).await;
    let (ticket, _) = first_step(&mut house.visitor(), "Rosalind").await;
    let body = json!({"password": PASSWORD});
    is_done(&owner.ask(Method::DELETE, "/account", Some(&body)).await);
    let mut visitor = house.visitor();
    let answer = with_passkey(&mut visitor, &mut phone, &ticket).await;
    answer.refused(410, "expired");
    let sql = "SELECT (SELECT count(*) FROM accounts) + (SELECT count(*) FROM passkeys) \
               + (SELECT count(*) FROM recovery_codes) + (SELECT count(*) FROM tickets)";
    let left: i64 = sqlx::query_scalar(sql)
        .fetch_one(&mut house.database().await)
        .await
        .expect("a number");
    assert_eq!(left, 0);
}

#[tokio::test]
async fn a_server_that_has_lost_its_address_takes_recovery_codes_and_asks_for_no_passkey_anew() {
    let house = house().await;
    let (_, _, codes) = secured(&house, "Rosalind", 1).await;
    let data = house.close().await;
    let house = House::on(data, 2, NOON, |_| {}).await;
    let mut client = house.visitor();
    let (ticket, methods) = first_step(&mut client, "Rosalind").await;
    assert_eq!(methods, json!(["recovery-code"]));
    second_step(&mut client, &ticket, &codes[0]).await.good();
    is_done(&turn_off(&mut client, PASSWORD, &codes[1]).await);
    let body = json!({"passkey": {"ticket": "0".repeat(64), "credential": {}}});
    let answer = client.ask(Method::PUT, FACTOR, Some(&body)).await;
    answer.refused(409, "not-possible");
}

#[tokio::test]
async fn a_challenge_for_making_a_passkey_is_none_for_the_second_step() {
    let house = house().await;
    let (mut owner, mut phone, _) = secured(&house, "Rosalind", 1).await;
    let path = (Method::POST, "/account/passkeys/challenge");
    let making = confirmed(&mut owner, &mut phone, path, json!({})).await;
    let making = making.good();
    let mut client = house.visitor();
    let (ticket, _) = first_step(&mut client, "Rosalind").await;
    let credential = phone.sign(&making["options"]);
    let body = json!({"ticket": making["ticket"], "credential": credential, "second_step": ticket});
    let answer = client.post("/session/passkey", body).await;
    answer.refused(410, "expired");
    // A signature is not valid for another challenge, either.
    let (own, other) = (challenge(&mut client).await, challenge(&mut client).await);
    let credential = phone.sign(&other["options"]);
    let body = json!({"ticket": own["ticket"], "credential": credential, "second_step": ticket});
    let answer = client.post("/session/passkey", body).await;
    answer.refused(403, "wrong-passkey");
    with_passkey(&mut client, &mut phone, &ticket).await.good();
}

#[tokio::test]
async fn each_second_factor_is_told_the_owner_by_mail_in_words_that_are_true_with_the_other_too() {
    let server = MailServer::start().await;
    let mailing = mailing(&server);
    let house = House::with(|settings| {
        mailing(settings);
        with_address(settings);
    })
    .await;
    let mut owner = house.signed_up("Rosalind").await;
    give_address_at(ORIGIN, &mut owner, &server, "rosalind@example.org").await;
    let mut phone = Authenticator::new(1);
    made(&mut owner, &mut phone).await;
    server.nth(2).await;
    turned_on(&mut owner).await;
    let mail = server.nth(3).await;
    assert!(
        mail.text.contains("a code from an app, or a passkey"),
        "{}",
        mail.text
    );
    asked_for(&mut owner, &mut phone).await;
    let mail = server.nth(4).await;
    let subject = mail.header("Subject");
    assert_eq!(subject.as_deref(), Some("Your account asks for a passkey"));
    assert!(
        mail.text.contains("a passkey, or a code if you have"),
        "{}",
        mail.text
    );
    // Each factor is turned off separately, and the notice does not say that the other is gone.
    let path = (Method::DELETE, APP);
    is_done(&confirmed(&mut owner, &mut phone, path, json!({})).await);
    let mail = server.nth(5).await;
    let subject = mail.header("Subject");
    assert_eq!(
        subject.as_deref(),
        Some("Your account no longer asks for codes")
    );
    assert!(mail.text.contains("Codes of an app"), "{}", mail.text);
    let path = (Method::DELETE, FACTOR);
    is_done(&confirmed(&mut owner, &mut phone, path, json!({})).await);
    let subject = server.nth(6).await.header("Subject");
    assert_eq!(
        subject.as_deref(),
        Some("Your account no longer asks for a passkey")
    );
    server.no_more_than(6, &house).await;
}
