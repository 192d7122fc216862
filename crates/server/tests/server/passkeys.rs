//! Passkeys: creating them, signing in with them, and what attackers try.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::accounts::me;
use crate::authenticator::{Authenticator, ORIGIN, RP_ID};
use crate::client::{Answer, Client, House, PASSWORD};
use crate::keys::{code, ticket, turned_on};
use crate::mail::{give_address_at, mailing};
use crate::mail_server::MailServer;
use crate::moderation::{act, id_of, moderated};

/// A server with passkeys.
pub(crate) async fn house() -> House {
    House::with(|settings| settings.public_url = Some(ORIGIN.to_owned())).await
}

/// Begins to create a passkey.
async fn prepared(client: &mut Client) -> Value {
    let body = json!({"password": PASSWORD});
    client
        .post("/account/passkeys/challenge", body)
        .await
        .good()
}

async fn send_new(client: &mut Client, ticket: &Value, credential: Value) -> Answer {
    let body = json!({"ticket": ticket, "name": "My phone", "credential": credential});
    client.post("/account/passkeys", body).await
}

/// Gives an account a passkey, and returns its entry.
pub(crate) async fn made(client: &mut Client, authenticator: &mut Authenticator) -> Value {
    let asked = prepared(client).await;
    let credential = authenticator.make(&asked["options"]);
    let answer = send_new(client, &asked["ticket"], credential).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
    answer.json()
}

pub(crate) async fn challenge(client: &mut Client) -> Value {
    let asked = client
        .ask(Method::POST, "/session/passkey/challenge", None)
        .await;
    asked.good()
}

async fn send_signed(client: &mut Client, ticket: &Value, credential: &Value) -> Answer {
    let body = json!({"ticket": ticket, "credential": credential});
    client.post("/session/passkey", body).await
}

async fn sign_in(client: &mut Client, authenticator: &mut Authenticator) -> Answer {
    let asked = challenge(client).await;
    let signed = authenticator.sign(&asked["options"]);
    send_signed(client, &asked["ticket"], &signed).await
}

pub(crate) async fn remove(client: &mut Client, passkey: &Value, password: &str) -> Answer {
    let path = format!(
        "/account/passkeys/{}",
        passkey["id"].as_str().expect("text")
    );
    let body = json!({"password": password});
    client.ask(Method::DELETE, &path, Some(&body)).await
}

#[tokio::test]
async fn a_passkey_is_made_with_the_password_and_signs_in_without_a_name() {
    let house = house().await;
    let mut owner = house.signed_up("Rosalind").await;
    let none = owner.get("/account/passkeys").await.good();
    assert_eq!(none, json!({"offered": true, "passkeys": []}));
    let wrong = json!({"password": "a bishop on the rim"});
    let path = "/account/passkeys/challenge";
    owner.post(path, wrong).await.refused(403, "wrong-password");
    let stranger = house
        .visitor()
        .post(path, json!({"password": PASSWORD}))
        .await;
    stranger.refused(401, "not-signed-in");

    let asked = prepared(&mut owner).await;
    let options = &asked["options"];
    assert_eq!(options["rp"]["id"], RP_ID);
    assert_eq!(options["user"]["name"], "Rosalind");
    let selection = &options["authenticatorSelection"];
    assert_eq!(selection["residentKey"], "required");
    assert_eq!(selection["userVerification"], "required");
    let mut phone = Authenticator::new(1);
    let passkey = made(&mut owner, &mut phone).await;
    assert_eq!(passkey["name"], "My phone");
    assert_eq!(passkey["used_at"], Value::Null);

    house.clock.advance(60_000);
    let mut elsewhere = house.visitor();
    let asked = challenge(&mut elsewhere).await;
    assert_eq!(asked["options"]["rpId"], RP_ID);
    assert_eq!(asked["options"]["allowCredentials"], json!([]));
    let signed = phone.sign(&asked["options"]);
    let answer = send_signed(&mut elsewhere, &asked["ticket"], &signed).await;
    assert_eq!(answer.good()["name"], "Rosalind");
    assert_eq!(me(&mut elsewhere).await["id"], me(&mut owner).await["id"]);
    let list = owner.get("/account/passkeys").await.good();
    assert_eq!(list["passkeys"][0]["used_at"], crate::client::NOON + 60_000);
    let export = owner.get("/me/export").await.good();
    assert_eq!(export["passkeys"][0]["name"], "My phone");
    // It is stored in the database: after a restart it still works.
    let data = house.close().await;
    let with_address = |settings: &mut manifold_server::Settings| {
        settings.public_url = Some(ORIGIN.to_owned());
    };
    let house = House::on(data, 2, crate::client::NOON + 120_000, with_address).await;
    sign_in(&mut house.visitor(), &mut phone).await.good();
}

#[tokio::test]
async fn signing_in_with_a_passkey_ends_the_session_that_was_shown() {
    let house = house().await;
    let mut browser = house.signed_up("Rosalind").await;
    let mut phone = Authenticator::new(1);
    made(&mut browser, &mut phone).await;
    let mut thief = browser.clone();
    thief.get("/account").await.good();
    sign_in(&mut browser, &mut phone).await.good();
    let sessions = browser.get("/account").await.good()["sessions"].clone();
    assert_eq!(sessions.as_array().map(Vec::len), Some(1), "{sessions}");
    thief.get("/account").await.refused(401, "not-signed-in");
}

#[tokio::test]
async fn there_are_no_passkeys_without_a_public_address_that_browsers_trust() {
    for address in [
        None,
        Some("http://play.example.org"),
        Some("https://192.0.2.7"),
    ] {
        let house = House::with(|settings| settings.public_url = address.map(str::to_owned)).await;
        let mut client = house.signed_up("Rosalind").await;
        let offer = client.get("/session/passkey").await.good();
        assert_eq!(offer, json!({"offered": false}));
        let list = client.get("/account/passkeys").await.good();
        assert_eq!(list["offered"], false);
        let path = "/account/passkeys/challenge";
        let asked = client.post(path, json!({"password": PASSWORD})).await;
        asked.refused(409, "not-possible");
        let asked = client.ask(Method::POST, "/session/passkey/challenge", None);
        asked.await.refused(409, "not-possible");
    }
}

#[tokio::test]
async fn a_challenge_is_answered_once_within_five_minutes_with_its_own_ticket() {
    let house = house().await;
    let mut owner = house.signed_up("Rosalind").await;
    let mut phone = Authenticator::new(1);
    made(&mut owner, &mut phone).await;
    let mut client = house.visitor();
    let first = challenge(&mut client).await;
    let signed = phone.sign(&first["options"]);
    send_signed(&mut client, &first["ticket"], &signed)
        .await
        .good();
    let again = send_signed(&mut client, &first["ticket"], &signed).await;
    again.refused(410, "expired");
    // The answer to another challenge is not valid for this browser's, and uses that up.
    let (own, other) = (challenge(&mut client).await, challenge(&mut client).await);
    let signed = phone.sign(&other["options"]);
    let answer = send_signed(&mut client, &own["ticket"], &signed).await;
    answer.refused(403, "wrong-passkey");
    let right = phone.sign(&own["options"]);
    let answer = send_signed(&mut client, &own["ticket"], &right).await;
    answer.refused(410, "expired");
    let late = challenge(&mut client).await;
    house.clock.advance(5 * 60_000);
    let signed = phone.sign(&late["options"]);
    let answer = send_signed(&mut client, &late["ticket"], &signed).await;
    answer.refused(410, "expired");
    for rubbish in ["", "rubbish", &"0".repeat(64)] {
        let answer = send_signed(&mut client, &json!(rubbish), &signed).await;
        answer.refused(410, "expired");
    }
}

#[tokio::test]
async fn a_challenge_that_is_answered_twice_at_once_counts_once() {
    let house = house().await;
    let mut owner = house.signed_up("Rosalind").await;
    let mut phone = Authenticator::new(1);
    made(&mut owner, &mut phone).await;
    let (mut one, mut other) = (house.visitor(), house.visitor());
    let asked = challenge(&mut one).await;
    let signed = phone.sign(&asked["options"]);
    let (first, second) = tokio::join!(
        send_signed(&mut one, &asked["ticket"], &signed),
        send_signed(&mut other, &asked["ticket"], &signed)
    );
    let mut statuses = [first.status, second.status];
    statuses.sort();
    assert_eq!(statuses, [StatusCode::OK, StatusCode::GONE]);
}

#[tokio::test]
async fn a_challenge_is_only_good_for_what_and_whom_it_was_given() {
    let house = house().await;
    let mut owner = house.signed_up("Rosalind").await;
    let mut there = house.visitor();
    there.account("/session", "Rosalind", PASSWORD).await.good();
    let mut mallory = house.signed_up("Mallory").await;
    let mut phone = Authenticator::new(1);
    // Creating a passkey requires the session that has given the password.
    let asked = prepared(&mut owner).await;
    let credential = phone.make(&asked["options"]);
    for client in [&mut there, &mut mallory] {
        let answer = send_new(client, &asked["ticket"], credential.clone()).await;
        answer.refused(410, "expired");
    }
    // A challenge for signing in cannot create a passkey, nor the other way round.
    let sign_in_asked = challenge(&mut owner).await;
    let answer = send_new(&mut owner, &sign_in_asked["ticket"], credential.clone()).await;
    answer.refused(410, "expired");
    let signed = phone.sign(&asked["options"]);
    let answer = send_signed(&mut there, &asked["ticket"], &signed).await;
    answer.refused(410, "expired");
    let answer = send_new(&mut owner, &asked["ticket"], credential).await;
    assert_eq!(answer.status, StatusCode::CREATED);
}

#[tokio::test]
async fn whatever_is_wrong_with_a_signature_is_answered_alike() {
    let house = house().await;
    let mut owner = house.signed_up("Rosalind").await;
    let mut mallory = house.signed_up("Mallory").await;
    let mut phone = Authenticator::new(1);
    let mut other = Authenticator::new(2);
    made(&mut owner, &mut phone).await;
    made(&mut mallory, &mut other).await;
    let mut answers = Vec::new();
    let mut client = house.visitor();
    let wrong = |change: &dyn Fn(&mut Authenticator)| {
        let mut changed = phone.clone();
        change(&mut changed);
        changed
    };
    let mut unknown = Authenticator::new(9);
    unknown.user.clone_from(&phone.user);
    let liars = [
        unknown,
        wrong(&|one| one.origin = "https://play.example.org.evil.example".to_owned()),
        wrong(&|one| one.origin = "http://play.example.org".to_owned()),
        wrong(&|one| one.rp_id = "evil.example".to_owned()),
        wrong(&|one| one.is_verified = false),
        // Another user's passkey that claims to be Rosalind's.
        other.of_user(&phone.user),
        phone.of_user(&other.user),
    ];
    for mut liar in liars {
        answers.push(sign_in(&mut client, &mut liar).await);
    }
    // The identifier of one passkey with the signature of another; flipped bits; complete rubbish.
    let asked = challenge(&mut client).await;
    let mut mixed = other.sign(&asked["options"]);
    mixed["id"] = phone.sign(&asked["options"])["id"].clone();
    mixed["rawId"] = mixed["id"].clone();
    mixed["response"]["userHandle"] = json!(phone.user);
    answers.push(send_signed(&mut client, &asked["ticket"], &mixed).await);
    let asked = challenge(&mut client).await;
    let mut signed = phone.sign(&asked["options"]);
    signed["response"]["authenticatorData"] =
        other.sign(&asked["options"])["response"]["signature"].clone();
    answers.push(send_signed(&mut client, &asked["ticket"], &signed).await);
    for rubbish in [
        json!({}),
        json!({"id": 7}),
        json!({"response": {"signature": "%"}}),
    ] {
        let asked = challenge(&mut client).await;
        answers.push(send_signed(&mut client, &asked["ticket"], &rubbish).await);
    }
    for answer in &answers {
        answer.refused(403, "wrong-passkey");
        assert_eq!(answer.text, answers[0].text);
    }
    assert_eq!(me(&mut client).await["account"], false);
    // A body of the wrong shape is refused before the challenge is looked up.
    let asked = challenge(&mut client).await;
    let body = json!({"ticket": asked["ticket"], "credential": "text"});
    client
        .post("/session/passkey", body)
        .await
        .refused(400, "unreadable");
    sign_in(&mut client, &mut phone).await.good();
}

#[tokio::test]
async fn what_an_authenticator_must_show_is_demanded_when_a_passkey_is_made() {
    let house = house().await;
    let mut owner = house.signed_up("Rosalind").await;
    for change in [
        (|one: &mut Authenticator| one.origin = "https://evil.example".to_owned())
            as fn(&mut Authenticator),
        |one| one.rp_id = "evil.example".to_owned(),
        |one| one.is_verified = false,
    ] {
        let mut liar = Authenticator::new(1);
        change(&mut liar);
        let asked = prepared(&mut owner).await;
        let credential = liar.make(&asked["options"]);
        let answer = send_new(&mut owner, &asked["ticket"], credential.clone()).await;
        assert_eq!(answer.refused(422, "invalid")["field"], "credential");
        let again = send_new(&mut owner, &asked["ticket"], credential).await;
        again.refused(410, "expired");
    }
    let (one, other) = (prepared(&mut owner).await, prepared(&mut owner).await);
    let mut phone = Authenticator::new(1);
    let credential = phone.make(&other["options"]);
    let answer = send_new(&mut owner, &one["ticket"], credential.clone()).await;
    answer.refused(422, "invalid");
    let body = json!({"ticket": other["ticket"], "name": " ", "credential": credential});
    let answer = owner.post("/account/passkeys", body).await;
    assert_eq!(answer.refused(422, "invalid")["field"], "name");
    let list = owner.get("/account/passkeys").await.good();
    assert_eq!(list["passkeys"], json!([]));
    // A passkey can be registered only once, for one account.
    made(&mut owner, &mut phone).await;
    let mut mallory = house.signed_up("Mallory").await;
    let asked = prepared(&mut mallory).await;
    let credential = phone.make(&asked["options"]);
    let answer = send_new(&mut mallory, &asked["ticket"], credential).await;
    answer.refused(409, "not-possible");
}

#[tokio::test]
async fn a_counter_that_goes_back_is_refused_and_one_that_does_not_count_is_not() {
    let house = house().await;
    let mut owner = house.signed_up("Rosalind").await;
    let mut phone = Authenticator::new(1);
    phone.counter = 5;
    made(&mut owner, &mut phone).await;
    let mut client = house.visitor();
    for (counter, is_accepted) in [(6, true), (6, false), (5, false), (0, false), (7, true)] {
        phone.counter = counter;
        let answer = sign_in(&mut client, &mut phone).await;
        match is_accepted {
            true => drop(answer.good()),
            false => drop(answer.refused(403, "wrong-passkey")),
        }
    }
    let mut mallory = house.signed_up("Mallory").await;
    let mut without = Authenticator::new(2);
    made(&mut mallory, &mut without).await;
    for _ in 0..2 {
        sign_in(&mut client, &mut without).await.good();
    }
}

#[tokio::test]
async fn a_removed_passkey_signs_nobody_in_and_takes_its_sessions_with_it() {
    let house = house().await;
    let mut owner = house.signed_up("Rosalind").await;
    let mut phone = Authenticator::new(1);
    let passkey = made(&mut owner, &mut phone).await;
    let mut thief = house.visitor();
    let asked = challenge(&mut thief).await;
    sign_in(&mut thief, &mut phone).await.good();
    let wrong = remove(&mut owner, &passkey, "a bishop on the rim").await;
    wrong.refused(403, "wrong-password");
    let mut mallory = house.signed_up("Mallory").await;
    let answer = remove(&mut mallory, &passkey, PASSWORD).await;
    answer.refused(404, "not-found");
    let answer = remove(&mut owner, &passkey, PASSWORD).await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT, "{}", answer.text);
    assert_eq!(me(&mut thief).await["account"], false);
    assert_eq!(me(&mut owner).await["account"], true);
    // A challenge from before does not help, either.
    let signed = phone.sign(&asked["options"]);
    let answer = send_signed(&mut thief, &asked["ticket"], &signed).await;
    answer.refused(403, "wrong-passkey");
    sign_in(&mut thief, &mut phone)
        .await
        .refused(403, "wrong-passkey");
    remove(&mut owner, &passkey, PASSWORD)
        .await
        .refused(404, "not-found");
}

#[tokio::test]
async fn a_deleted_account_is_not_signed_in_to_and_a_banned_one_is_told_why() {
    let with_address = |settings: &mut manifold_server::Settings| {
        settings.public_url = Some(ORIGIN.to_owned());
    };
    let (house, mut moderator, [mut owner, mut other]) =
        moderated(["Rosalind", "Celia"], with_address).await;
    // With HTTPS the cookies have another name.
    owner.account("/session", "Rosalind", PASSWORD).await.good();
    other.account("/session", "Celia", PASSWORD).await.good();
    let (mut phone, mut key) = (Authenticator::new(1), Authenticator::new(2));
    made(&mut owner, &mut phone).await;
    made(&mut other, &mut key).await;
    let body = json!({"password": PASSWORD});
    let deleted = owner.ask(Method::DELETE, "/account", Some(&body)).await;
    assert_eq!(deleted.status, StatusCode::NO_CONTENT);
    let answer = sign_in(&mut house.visitor(), &mut phone).await;
    answer.refused(403, "wrong-passkey");
    let player = id_of(&mut other).await;
    let ban = json!({"player": player, "kind": "ban", "reason": "Spam in chats."});
    act(&mut moderator, ban).await;
    let answer = sign_in(&mut house.visitor(), &mut key).await;
    let told = answer.refused(403, "banned")["detail"].to_string();
    assert!(told.contains("Spam in chats."), "{told}");
}

#[tokio::test]
async fn a_passkey_takes_the_place_of_a_code_after_the_password_of_the_same_account() {
    let house = house().await;
    let mut owner = house.signed_up("Rosalind").await;
    let mut mallory = house.signed_up("Mallory").await;
    let (mut phone, mut other) = (Authenticator::new(1), Authenticator::new(2));
    let (secret, _) = turned_on(&mut owner).await;
    // A player with a second factor needs it to add another way to sign in.
    let path = "/account/passkeys/challenge";
    let without = owner.post(path, json!({"password": PASSWORD})).await;
    assert_eq!(without.refused(422, "invalid")["field"], "code");
    house.clock.advance(30_000);
    let body = json!({"password": PASSWORD, "code": code(&secret, 1)});
    let asked = owner.post(path, body.clone()).await.good();
    owner.post(path, body).await.refused(403, "wrong-code");
    let credential = phone.make(&asked["options"]);
    send_new(&mut owner, &asked["ticket"], credential)
        .await
        .good();
    made(&mut mallory, &mut other).await;

    let mut client = house.visitor();
    let first = ticket(&mut client).await;
    let second = async |client: &mut Client, key: &mut Authenticator, step: &str| {
        let asked = challenge(client).await;
        let signed = key.sign(&asked["options"]);
        let body = json!({"ticket": asked["ticket"], "credential": signed, "second_step": step});
        client.post("/session/passkey", body).await
    };
    let answer = second(&mut client, &mut other, &first).await;
    answer.refused(403, "wrong-passkey");
    let answer = second(&mut client, &mut phone, &"0".repeat(64)).await;
    assert_eq!(answer.refused(410, "expired")["field"], "second_step");
    second(&mut client, &mut phone, &first).await.good();
    let again = second(&mut client, &mut phone, &first).await;
    again.refused(410, "expired");
}

#[tokio::test]
async fn an_account_has_ten_passkeys_at_most_and_a_network_few_challenges() {
    let house = House::with(|settings| {
        settings.public_url = Some(ORIGIN.to_owned());
        settings.passkeys_per_minute = 30;
        settings.behind_proxy = true;
    })
    .await;
    let mut owner = house.visitor_from("10.0.0.1");
    owner.account("/account", "Rosalind", PASSWORD).await.good();
    let spare = prepared(&mut owner).await;
    for number in 1..=10 {
        made(&mut owner, &mut Authenticator::new(number)).await;
    }
    let path = "/account/passkeys/challenge";
    let eleventh = owner.post(path, json!({"password": PASSWORD})).await;
    eleventh.refused(409, "not-possible");
    let credential = Authenticator::new(11).make(&spare["options"]);
    let answer = send_new(&mut owner, &spare["ticket"], credential).await;
    answer.refused(409, "not-possible");
    let mut attacker = house.visitor_from("10.6.6.6");
    let mut refused = 0;
    for _ in 0..50 {
        let asked = attacker.ask(Method::POST, "/session/passkey/challenge", None);
        match asked.await {
            answer if answer.status == StatusCode::OK => {}
            answer => {
                answer.refused(429, "too-many");
                refused += 1;
            }
        }
    }
    assert!((18..=20).contains(&refused), "{refused}");
    sign_in(
        &mut house.visitor_from("10.0.0.2"),
        &mut Authenticator::new(9),
    )
    .await
    .refused(403, "wrong-passkey");
}

#[tokio::test]
async fn a_passkey_that_comes_or_goes_is_told_the_owner_by_mail() {
    let server = MailServer::start().await;
    let mailing = mailing(&server);
    let house = House::with(|settings| {
        mailing(settings);
        settings.public_url = Some(ORIGIN.to_owned());
    })
    .await;
    let mut owner = house.signed_up("Rosalind").await;
    give_address_at(ORIGIN, &mut owner, &server, "rosalind@example.org").await;
    let passkey = made(&mut owner, &mut Authenticator::new(1)).await;
    let subject = server.nth(2).await.header("Subject");
    assert_eq!(subject.as_deref(), Some("Your account has a new passkey"));
    remove(&mut owner, &passkey, PASSWORD).await;
    let subject = server.nth(3).await.header("Subject");
    assert_eq!(subject.as_deref(), Some("A passkey was removed"));
    server.no_more_than(3, &house).await;
}
