//! Account changes that the owner confirms with a passkey instead of the password.

use axum::http::{Method, StatusCode};
use manifold_server::Settings;
use serde_json::{Value, json};

use crate::accounts::me;
use crate::authenticator::{Authenticator, ORIGIN};
use crate::client::{Answer, Client, House, PASSWORD};
use crate::keys::turned_on;
use crate::mail::mailing;
use crate::mail_server::MailServer;
use crate::passkeys::{challenge, house, made};

const OTHER: &str = "a queen in the corner";

/// The passkey's proof that is sent instead of a password.
pub(crate) async fn shown(client: &mut Client, authenticator: &mut Authenticator) -> Value {
    let asked = challenge(client).await;
    let credential = authenticator.sign(&asked["options"]);
    json!({"ticket": asked["ticket"], "credential": credential})
}

/// Requests a change, confirmed by a passkey.
pub(crate) async fn confirmed(
    client: &mut Client,
    authenticator: &mut Authenticator,
    (method, path): (Method, &str),
    mut body: Value,
) -> Answer {
    body["passkey"] = shown(client, authenticator).await;
    client.ask(method, path, Some(&body)).await
}

#[tokio::test]
async fn a_passkey_confirms_whatever_the_password_does() {
    let server = MailServer::start().await;
    let mailing = mailing(&server);
    let house = House::with(|settings: &mut Settings| {
        mailing(settings);
        settings.public_url = Some(ORIGIN.to_owned());
    })
    .await;
    let mut owner = house.signed_up("Rosalind").await;
    let mut phone = Authenticator::new(1);
    let passkey = made(&mut owner, &mut phone).await;
    assert_eq!(owner.get("/account").await.good()["passkeys"], 1);
    let mut elsewhere = house.visitor();
    elsewhere
        .account("/session", "Rosalind", PASSWORD)
        .await
        .good();

    let token = json!({"name": "My program", "scopes": ["games:read"], "days": 1});
    let path = (Method::POST, "/account/tokens");
    let answer = confirmed(&mut owner, &mut phone, path, token).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
    let address = json!({"address": "rosalind@example.org"});
    let path = (Method::PUT, "/account/mail");
    let answer = confirmed(&mut owner, &mut phone, path, address).await;
    assert_eq!(answer.status, StatusCode::ACCEPTED, "{}", answer.text);
    let path = (Method::DELETE, "/account/mail");
    let answer = confirmed(&mut owner, &mut phone, path, json!({})).await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT, "{}", answer.text);
    let path = (Method::POST, "/account/second-factor");
    confirmed(&mut owner, &mut phone, path, json!({}))
        .await
        .good();

    // Even with a second factor no code is asked for: the device has verified its owner.
    turned_on(&mut owner).await;
    let path = (Method::POST, "/account/recovery-codes");
    let codes = confirmed(&mut owner, &mut phone, path, json!({})).await;
    assert_eq!(
        codes.good()["recovery_codes"].as_array().map(Vec::len),
        Some(10)
    );
    let path = (Method::POST, "/account/passkeys/challenge");
    let asked = confirmed(&mut owner, &mut phone, path, json!({})).await;
    let asked = asked.good();
    let mut key = Authenticator::new(2);
    let credential = key.make(&asked["options"]);
    let body = json!({"ticket": asked["ticket"], "name": "A key", "credential": credential});
    owner.post("/account/passkeys", body).await.good();
    let path = (Method::DELETE, "/account/second-factor");
    let answer = confirmed(&mut owner, &mut phone, path, json!({})).await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT, "{}", answer.text);
    assert_eq!(owner.get("/account").await.good()["second_factor"], false);

    // It has the same effects as with the password: other sessions end.
    let path = (Method::PUT, "/account/password");
    let answer = confirmed(&mut owner, &mut phone, path, json!({"new_password": OTHER})).await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT, "{}", answer.text);
    assert_eq!(me(&mut elsewhere).await["account"], false);
    let old = house
        .visitor()
        .account("/session", "Rosalind", PASSWORD)
        .await;
    old.refused(403, "wrong-password");
    elsewhere
        .account("/session", "Rosalind", OTHER)
        .await
        .good();
    let used = format!(
        "/account/passkeys/{}",
        passkey["id"].as_str().expect("text")
    );
    let path = (Method::DELETE, used.as_str());
    let answer = confirmed(&mut owner, &mut key, path, json!({})).await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT, "{}", answer.text);
    let path = (Method::POST, "/account/bot");
    let bot = confirmed(&mut owner, &mut key, path, json!({}))
        .await
        .good();
    assert_eq!(bot["bot"], true);
    let path = (Method::DELETE, "/account");
    let answer = confirmed(&mut owner, &mut key, path, json!({})).await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT, "{}", answer.text);
    assert_eq!(me(&mut owner).await["account"], false);
}

#[tokio::test]
async fn only_a_passkey_of_the_same_account_confirms_and_each_challenge_once() {
    let house = house().await;
    let mut owner = house.signed_up("Rosalind").await;
    let mut mallory = house.signed_up("Mallory").await;
    let (mut phone, mut other) = (Authenticator::new(1), Authenticator::new(2));
    phone.counter = 5;
    made(&mut owner, &mut phone).await;
    made(&mut mallory, &mut other).await;
    let path = "/account/password";
    let send = async |client: &mut Client, passkey: &Value| {
        let body = json!({"passkey": passkey, "new_password": OTHER});
        client.ask(Method::PUT, path, Some(&body)).await
    };
    let wrong = |change: &dyn Fn(&mut Authenticator)| {
        let mut changed = phone.clone();
        changed.counter = 6;
        change(&mut changed);
        changed
    };
    let liars = [
        // Another user's passkey, as it is and claiming to be the owner's.
        other.clone(),
        other.of_user(&phone.user),
        Authenticator::new(9).of_user(&phone.user),
        wrong(&|one| one.origin = "https://evil.example".to_owned()),
        wrong(&|one| one.rp_id = "evil.example".to_owned()),
        wrong(&|one| one.is_verified = false),
        // A clone of the key.
        wrong(&|one| one.counter = 5),
    ];
    for mut liar in liars {
        let proof = shown(&mut owner, &mut liar).await;
        let answer = send(&mut owner, &proof).await;
        assert_eq!(answer.refused(403, "wrong-passkey")["field"], "passkey");
        // The challenge is used up, even for the right passkey.
        send(&mut owner, &proof).await.refused(410, "expired");
    }
    // The owner's signature is not valid in another user's session, and is used up by the attempt.
    phone.counter = 6;
    let proof = shown(&mut owner, &mut phone).await;
    send(&mut mallory, &proof)
        .await
        .refused(403, "wrong-passkey");
    send(&mut owner, &proof).await.refused(410, "expired");
    phone.counter = 7;
    let late = shown(&mut owner, &mut phone).await;
    house.clock.advance(5 * 60_000);
    send(&mut owner, &late).await.refused(410, "expired");
    let rubbish = json!({"ticket": "rubbish", "credential": {}});
    send(&mut owner, &rubbish).await.refused(410, "expired");
    // A challenge for creating a passkey is not valid for confirming.
    let body = json!({"password": PASSWORD});
    let making = owner.post("/account/passkeys/challenge", body).await.good();
    let credential = phone.sign(&making["options"]);
    let proof = json!({"ticket": making["ticket"], "credential": credential});
    send(&mut owner, &proof).await.refused(410, "expired");
    // Exactly one of password and passkey is required.
    phone.counter = 8;
    let proof = shown(&mut owner, &mut phone).await;
    for body in [
        json!({"new_password": OTHER}),
        json!({"new_password": OTHER, "password": PASSWORD, "passkey": proof}),
        json!({"new_password": OTHER, "password": null, "passkey": null}),
    ] {
        let answer = owner.ask(Method::PUT, path, Some(&body)).await;
        assert_eq!(answer.refused(422, "invalid")["field"], "password");
    }
    // None of that has changed anything.
    let mut elsewhere = house.visitor();
    elsewhere
        .account("/session", "Rosalind", PASSWORD)
        .await
        .good();
    // Of concurrent requests with the same proof one succeeds, and the others are too late.
    let proof = shown(&mut owner, &mut phone).await;
    let body = json!({"passkey": proof});
    let ask = |mut same: Client| {
        let body = &body;
        async move {
            let path = "/account/second-factor";
            let answer = same.ask(Method::POST, path, Some(body)).await;
            answer.status
        }
    };
    let mut statuses = futures_util::future::join_all((0..12).map(|_| ask(owner.clone()))).await;
    statuses.sort();
    let mut expected = [StatusCode::GONE; 12];
    expected[0] = StatusCode::OK;
    assert_eq!(statuses, expected);
}

#[tokio::test]
async fn with_a_password_the_code_is_asked_for_as_before() {
    let house = house().await;
    let mut owner = house.signed_up("Rosalind").await;
    turned_on(&mut owner).await;
    let body = json!({"password": PASSWORD});
    for (method, path) in [
        (Method::DELETE, "/account/second-factor"),
        (Method::POST, "/account/recovery-codes"),
        (Method::POST, "/account/passkeys/challenge"),
    ] {
        let answer = owner.ask(method, path, Some(&body)).await;
        assert_eq!(answer.refused(422, "invalid")["field"], "code");
    }
}
