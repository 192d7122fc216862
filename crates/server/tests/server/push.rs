//! Web Push: subscriptions of browsers, what they are sent, and when they are dropped.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use aes_gcm::aead::{Aead, KeyInit};
use aes_gcm::{Aes128Gcm, Key, Nonce};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::routing::post;
use data_encoding::BASE64URL_NOPAD;
use hkdf::Hkdf;
use manifold_server::Settings;
use p256::elliptic_curve::sec1::ToSec1Point;
use p256::{PublicKey, SecretKey};
use serde_json::{Value, json};
use sha2::Sha256;
use tokio::sync::watch;

use crate::client::{Answer, Client, House, NOON, PASSWORD, PATIENCE};
use crate::events::hall::{Hall, START};
use crate::mail::choose;

const MINUTE: u64 = 60_000;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// A browser's keys.
struct Browser {
    key: SecretKey,
    secret: [u8; 16],
}

impl Browser {
    fn new(seed: u8) -> Browser {
        Browser {
            key: SecretKey::from_slice(&[seed; 32]).expect("a key"),
            secret: [seed; 16],
        }
    }

    fn public(&self) -> Vec<u8> {
        self.key
            .public_key()
            .to_sec1_point(false)
            .as_bytes()
            .to_vec()
    }

    /// The subscription that the page sends to the server.
    fn subscription(&self, endpoint: &str) -> Value {
        json!({
            "endpoint": endpoint,
            "p256dh": BASE64URL_NOPAD.encode(&self.public()),
            "auth": BASE64URL_NOPAD.encode(&self.secret),
        })
    }

    /// The message as the browser decrypts it, by RFC 8291 and RFC 8188.
    fn read(&self, body: &[u8]) -> Value {
        let (head, sealed) = body.split_at(16 + 4 + 1 + 65);
        let (salt, rest) = head.split_at(16);
        assert_eq!(rest[..5], [0, 0, 16, 0, 65]);
        let theirs = PublicKey::from_sec1_bytes(&rest[5..]).expect("a key");
        let shared = self.key.diffie_hellman(&theirs);
        let info = [b"WebPush: info\0", &self.public()[..], &rest[5..]].concat();
        let mut input = [0; 32];
        let derived = Hkdf::<Sha256>::new(Some(&self.secret), shared.raw_secret_bytes());
        derived.expand(&info, &mut input).expect("a key");
        let derived = Hkdf::<Sha256>::new(Some(salt), &input);
        let (mut key, mut nonce) = ([0; 16], [0; 12]);
        derived
            .expand(b"Content-Encoding: aes128gcm\0", &mut key)
            .expect("a key");
        derived
            .expand(b"Content-Encoding: nonce\0", &mut nonce)
            .expect("a nonce");
        let cipher = Aes128Gcm::new(&Key::<Aes128Gcm>::from(key));
        let text = cipher
            .decrypt(&Nonce::from(nonce), sealed)
            .expect("a message for this browser");
        let end = text.iter().rposition(|byte| *byte == 2).expect("an end");
        serde_json::from_slice(&text[..end]).expect("JSON")
    }
}

/// A message sent to a push service: its headers and its body.
type Posted = (HeaderMap, Vec<u8>);

/// A push service that answers with a status that the test sets.
struct PushService {
    address: SocketAddr,
    got: Arc<watch::Sender<Vec<Posted>>>,
    status: Arc<Mutex<StatusCode>>,
}

impl PushService {
    async fn start() -> PushService {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
            .await
            .expect("a port");
        let address = listener.local_addr().expect("an address");
        let got: Arc<watch::Sender<Vec<Posted>>> = Arc::default();
        let status = Arc::new(Mutex::new(StatusCode::CREATED));
        let (keeps, says) = (Arc::clone(&got), Arc::clone(&status));
        let take = async move |headers: HeaderMap, body: axum::body::Bytes| {
            keeps.send_modify(|got| got.push((headers, body.to_vec())));
            let status = *says.lock().expect("no panic");
            // A client that followed this redirect would be noticed.
            (
                status,
                [("location", format!("http://{address}/send/elsewhere"))],
            )
        };
        let router = axum::Router::new().route("/send/{browser}", post(take));
        tokio::spawn(async move { axum::serve(listener, router).await });
        PushService {
            address,
            got,
            status,
        }
    }

    fn endpoint(&self, browser: &str) -> String {
        format!("http://{}/send/{browser}", self.address)
    }

    fn says(&self, status: u16) {
        *self.status.lock().expect("no panic") = StatusCode::from_u16(status).expect("a status");
    }

    fn count(&self) -> usize {
        self.got.borrow().len()
    }

    async fn nth(&self, count: usize) -> Posted {
        let mut got = self.got.subscribe();
        let come = got.wait_for(|got| got.len() >= count);
        let come = tokio::time::timeout(PATIENCE, come).await;
        let got = come.expect("in time").expect("a push service").clone();
        assert_eq!(got.len(), count);
        got[count - 1].clone()
    }

    /// Checks that exactly `count` messages have arrived, and no other is due.
    async fn no_more_than(&self, count: usize, house: &House) {
        house.all_sent().await;
        assert_eq!(self.count(), count);
    }
}

fn pushing(settings: &mut Settings) {
    settings.push_anywhere = true;
}

/// A house with an account whose browser has subscribed to push messages.
async fn shown_to(name: &str) -> (House, PushService, Browser, Client) {
    let house = House::with(pushing).await;
    let service = PushService::start().await;
    let browser = Browser::new(7);
    let mut client = house.signed_up(name).await;
    subscribe(&mut client, &browser.subscription(&service.endpoint("a")))
        .await
        .good();
    (house, service, browser, client)
}

/// As [`shown_to`], with a game of two days per move in which it is the player's turn.
async fn shown_to_whose_turn_it_is() -> (House, PushService, Browser, Client, String) {
    let house = House::with(pushing).await;
    let service = PushService::start().await;
    let browser = Browser::new(7);
    let mut ada = house.signed_up("Ada").await;
    let mut bob = house.signed_up("Bob").await;
    let (id, _) = game(&mut ada, &mut bob, 2).await;
    subscribe(&mut ada, &browser.subscription(&service.endpoint("a")))
        .await
        .good();
    (house, service, browser, ada, id)
}

async fn subscribe(client: &mut Client, subscription: &Value) -> Answer {
    client.post("/account/push", subscription.clone()).await
}

/// A correspondence game of Ada (White) and Bob, after each has made a move.
async fn game(ada: &mut Client, bob: &mut Client, days: u32) -> (String, u64) {
    let (id, n) = game_to_begin(ada, bob, days).await;
    let n = ada.socket(&id, "").await.play(n, "e2e4").await;
    let n = bob.socket(&id, "").await.play(n, "e7e5").await;
    (id, n)
}

/// A correspondence game of Ada (White) and Bob, before the first move.
async fn game_to_begin(ada: &mut Client, bob: &mut Client, days: u32) -> (String, u64) {
    let wish = json!({
        "variant": "chess", "opponent": {"kind": "link"}, "color": "white",
        "clock": {"kind": "correspondence", "days": days}
    });
    let id = ada.make(wish).await;
    bob.post(&format!("/games/{id}/join"), json!({}))
        .await
        .good();
    let mut white = ada.socket(&id, "").await;
    let n = white.next_of("state").await["n"]
        .as_u64()
        .expect("a number");
    (id, n)
}

#[tokio::test]
async fn a_browser_gets_what_only_it_can_read_and_nothing_of_a_position() {
    let house = House::with(pushing).await;
    let service = PushService::start().await;
    let browser = Browser::new(7);
    let mut rosalind = house.signed_up("Rosalind").await;
    let own = rosalind.get("/account/notifications").await.good()["push"].clone();
    let key = own["key"].as_str().expect("a key").to_owned();
    assert_eq!(
        BASE64URL_NOPAD
            .decode(key.as_bytes())
            .expect("Base64")
            .len(),
        65
    );
    let made = subscribe(&mut rosalind, &browser.subscription(&service.endpoint("a"))).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.text);
    assert_eq!(made.json()["push"]["browsers"][0]["current"], true);
    let mut orlando = house.signed_up("Orlando").await;
    let challenge = json!({"to": "Rosalind", "variant": "hidden960", "clock": {"kind": "preset", "id": "blitz"}});
    orlando.post("/challenges", challenge).await.good();
    let (headers, body) = service.nth(1).await;
    let message = browser.read(&body);
    assert_eq!(message["title"], "Orlando challenges you");
    assert_eq!(message["url"], "/");
    let members: BTreeMap<String, Value> = serde_json::from_value(message).expect("an object");
    assert_eq!(
        members.into_keys().collect::<Vec<_>>(),
        ["body", "tag", "title", "url"]
    );
    let header = |name: &str| headers.get(name).expect(name).to_str().expect("text");
    assert_eq!(header("content-encoding"), "aes128gcm");
    let kept: u64 = header("ttl").parse().expect("seconds");
    assert!(
        (1..=30).contains(&kept),
        "as long as the challenge is open: {kept}"
    );
    assert!(header("authorization").starts_with("vapid t="));
    assert!(header("authorization").ends_with(&format!(", k={key}")));
}

#[tokio::test]
async fn a_turn_is_told_after_a_moment_unless_it_is_over_by_then() {
    let house = House::with(pushing).await;
    let service = PushService::start().await;
    let browser = Browser::new(7);
    let mut ada = house.signed_up("Ada").await;
    let mut bob = house.signed_up("Bob").await;
    let (id, n) = game(&mut ada, &mut bob, 3).await;
    subscribe(&mut bob, &browser.subscription(&service.endpoint("b")))
        .await
        .good();
    let mut white = ada.socket(&id, "").await;
    let n = white.play(n, "g1f3").await;
    // Bob sees the move, and answers at once.
    house.clock.advance(5_000);
    let mut black = bob.socket(&id, "").await;
    let n = black.play(n, "b8c6").await;
    house.clock.advance(MINUTE);
    service.no_more_than(0, &house).await;
    white.play(n, "f1b5").await;
    service.no_more_than(0, &house).await;
    house.clock.advance(15_000);
    let (_, body) = service.nth(1).await;
    let message = browser.read(&body);
    assert_eq!(message["body"], "It is your turn against Ada in Chess.");
    assert_eq!(message["url"], format!("/g/{id}"));
    // A player who turns messages off gets no more.
    choose(&mut bob, "turn", "push", false).await;
    let n = black.play(n + 1, "a7a6").await;
    white.play(n, "b5a4").await;
    house.clock.advance(MINUTE);
    service.no_more_than(1, &house).await;
}

#[tokio::test]
async fn whoever_has_a_page_open_is_told_there() {
    let (house, service, _, mut rosalind) = shown_to("Rosalind").await;
    let mut orlando = house.signed_up("Orlando").await;
    let challenge = json!({"to": "Rosalind", "variant": "chess", "clock": {"kind": "correspondence", "days": 3}});
    let mut feed = rosalind.feed().await;
    feed.next_of("feed").await;
    let made = orlando.post("/challenges", challenge.clone()).await.good();
    service.no_more_than(0, &house).await;
    let path = format!("/challenges/{}", made["id"].as_str().expect("a name"));
    orlando.ask(Method::DELETE, &path, None).await;
    // Unless notifications on pages are turned off.
    choose(&mut rosalind, "challenge", "page", false).await;
    orlando.post("/challenges", challenge).await.good();
    service.nth(1).await;
}

#[tokio::test]
async fn a_browser_that_is_gone_is_forgotten_and_a_service_that_is_busy_is_asked_again() {
    let (house, service, _, mut rosalind) = shown_to("Rosalind").await;
    let mut orlando = house.signed_up("Orlando").await;
    let clock = json!({"kind": "correspondence", "days": 3});
    let ask = async |orlando: &mut Client| {
        let challenge = json!({"to": "Rosalind", "variant": "chess", "clock": clock});
        let made = orlando.post("/challenges", challenge).await.good();
        format!("/challenges/{}", made["id"].as_str().expect("a name"))
    };
    service.says(503);
    let path = ask(&mut orlando).await;
    service.nth(1).await;
    house.all_sent().await;
    service.says(307);
    house.clock.advance(30_000);
    service.nth(2).await;
    service.no_more_than(2, &house).await;
    house.clock.advance(HOUR);
    service.no_more_than(2, &house).await;
    orlando.ask(Method::DELETE, &path, None).await;
    service.says(410);
    ask(&mut orlando).await;
    service.nth(3).await;
    house.all_sent().await;
    let own = rosalind.get("/account/notifications").await.good();
    assert_eq!(own["push"]["browsers"], json!([]));
    house.clock.advance(HOUR);
    service.no_more_than(3, &house).await;
}

#[tokio::test]
async fn a_service_that_does_not_accept_us_makes_us_forget_nobody() {
    let (house, service, browser, mut rosalind) = shown_to("Rosalind").await;
    let mut orlando = house.signed_up("Orlando").await;
    let clock = json!({"kind": "correspondence", "days": 3});
    let challenge = json!({"to": "Rosalind", "variant": "chess", "clock": clock});
    for (count, status) in [(1, 401), (2, 403), (3, 201)] {
        service.says(status);
        let made = orlando.post("/challenges", challenge.clone()).await.good();
        let (_, body) = service.nth(count).await;
        browser.read(&body);
        house.all_sent().await;
        let own = rosalind.get("/account/notifications").await.good();
        let browsers = own["push"]["browsers"].as_array().expect("browsers");
        assert_eq!(browsers.len(), 1, "{status}");
        // The message is given up: a late one would be useless.
        house.clock.advance(HOUR);
        service.no_more_than(count, &house).await;
        let path = format!("/challenges/{}", made["id"].as_str().expect("a name"));
        orlando.ask(Method::DELETE, &path, None).await;
    }
}

#[tokio::test]
async fn a_push_service_is_shown_the_machine_s_time_however_far_ahead_the_games_are() {
    let (house, service, _, rosalind) = shown_to("Rosalind").await;
    let orlando = house.signed_up("Orlando").await;
    house.clock.advance(2 * DAY);
    house.looks_after_games().await;
    let data = house.close().await;
    let house = House::on(data, 2, NOON, pushing).await;
    let mut orlando = house.knows(&orlando);
    let challenge =
        json!({"to": "Rosalind", "variant": "chess", "clock": {"kind": "preset", "id": "blitz"}});
    orlando.post("/challenges", challenge).await.good();
    let (headers, _) = service.nth(1).await;
    let authorization = headers.get("authorization").expect("a proof").to_str();
    let claims = authorization.expect("text").split('.').nth(1);
    let claims = BASE64URL_NOPAD.decode(claims.expect("claims").as_bytes());
    let claims: Value = serde_json::from_slice(&claims.expect("Base64")).expect("JSON");
    assert_eq!(claims["exp"], NOON / 1_000 + 12 * 3_600);
    drop(rosalind);
}

#[tokio::test]
async fn a_browser_shows_nothing_once_its_session_has_ended() {
    let house = House::with(pushing).await;
    let service = PushService::start().await;
    let browser = Browser::new(7);
    let mut here = house.signed_up("Rosalind").await;
    let mut there = house.visitor();
    there.account("/session", "Rosalind", PASSWORD).await.good();
    subscribe(&mut there, &browser.subscription(&service.endpoint("a")))
        .await
        .good();
    assert_eq!(
        here.get("/account/notifications").await.good()["push"]["browsers"][0]["current"],
        false
    );
    there.ask(Method::DELETE, "/session", None).await;
    assert_eq!(
        here.get("/account/notifications").await.good()["push"]["browsers"],
        json!([])
    );
    // A browser whose session has expired gets nothing, either.
    subscribe(&mut here, &browser.subscription(&service.endpoint("a")))
        .await
        .good();
    house.looks_sessions_up_anew("Orlando").await;
    house.clock.advance(31 * DAY);
    let mut orlando = house.visitor();
    orlando
        .account("/session", "Orlando", PASSWORD)
        .await
        .good();
    let challenge = json!({"to": "Rosalind", "variant": "chess", "clock": {"kind": "correspondence", "days": 3}});
    orlando.post("/challenges", challenge).await.good();
    service.no_more_than(0, &house).await;
}

#[tokio::test]
async fn a_browser_with_another_session_of_the_same_account_goes_on_showing_messages() {
    let house = House::with(pushing).await;
    let service = PushService::start().await;
    let mut here = house.signed_up("Rosalind").await;
    house.signed_up("Celia").await;
    let subscription = Browser::new(7).subscription(&service.endpoint("a"));
    subscribe(&mut here, &subscription).await.good();
    let change = json!({"password": PASSWORD, "new_password": "a queen in the corner"});
    let path = "/account/password";
    let changed = here.ask(Method::PUT, path, Some(&change)).await;
    assert_eq!(changed.status, StatusCode::NO_CONTENT, "{}", changed.text);
    let own = here.get("/account/notifications").await.good()["push"]["browsers"].clone();
    assert_eq!(own[0]["current"], true, "{own}");
    // If another account signs in there, the browser shows nothing of this one.
    here.account("/session", "Celia", PASSWORD).await.good();
    let mut elsewhere = house.visitor();
    elsewhere
        .account("/session", "Rosalind", "a queen in the corner")
        .await
        .good();
    let own = elsewhere.get("/account/notifications").await.good();
    assert_eq!(own["push"]["browsers"], json!([]));
}

#[tokio::test]
async fn browsers_are_few_and_where_they_send_the_server_is_a_known_push_service() {
    let house = House::open().await;
    let browser = Browser::new(7);
    let mut rosalind = house.signed_up("Rosalind").await;
    let good = "https://fcm.googleapis.com/fcm/send/abc";
    for endpoint in [
        "http://127.0.0.1:1/send/a",
        "https://127.0.0.1/send/a",
        "https://localhost/send/a",
        "https://169.254.169.254/latest/meta-data",
        "https://fcm.googleapis.com.evil.example/a",
        "https://fcm.googleapis.com:22/a",
        "http://fcm.googleapis.com/a",
        "file:///etc/passwd",
        "",
    ] {
        let refused = subscribe(&mut rosalind, &browser.subscription(endpoint)).await;
        assert_eq!(
            refused.refused(422, "invalid")["field"],
            "endpoint",
            "{endpoint}"
        );
    }
    for (field, value) in [
        ("p256dh", "AAAA"),
        ("auth", "AAAA"),
        ("p256dh", "%%%"),
        ("auth", ""),
    ] {
        let mut wrong = browser.subscription(good);
        wrong[field] = json!(value);
        subscribe(&mut rosalind, &wrong)
            .await
            .refused(422, "invalid");
    }
    // Subscribing the same browser again does not add another one.
    for _ in 0..3 {
        let own = subscribe(&mut rosalind, &browser.subscription(good))
            .await
            .good();
        assert_eq!(own["push"]["browsers"].as_array().expect("a list").len(), 1);
    }
    for n in 1..10 {
        let mut other = house.visitor();
        other.account("/session", "Rosalind", PASSWORD).await.good();
        subscribe(&mut other, &browser.subscription(&format!("{good}{n}")))
            .await
            .good();
    }
    let mut one_more = house.visitor();
    one_more
        .account("/session", "Rosalind", PASSWORD)
        .await
        .good();
    let full = subscribe(&mut one_more, &browser.subscription(&format!("{good}10"))).await;
    full.refused(409, "not-possible");
    let own = rosalind.get("/account/notifications").await.good();
    let browsers = own["push"]["browsers"].as_array().expect("a list");
    let own = browsers
        .iter()
        .find(|one| one["current"] == true)
        .expect("its own");
    let id = own["id"].as_str().expect("a name").to_owned();
    let mut stranger = house.signed_up("Orlando").await;
    let path = format!("/account/push/{id}");
    stranger
        .ask(Method::DELETE, &path, None)
        .await
        .refused(404, "not-found");
    rosalind.ask(Method::DELETE, &path, None).await.good();
    rosalind
        .ask(Method::DELETE, &path, None)
        .await
        .refused(404, "not-found");
    let guest = subscribe(&mut house.visitor(), &browser.subscription(good)).await;
    guest.refused(401, "not-signed-in");
    // The browser belongs to the player who signed in last.
    stranger = house.signed_up("Celia").await;
    subscribe(&mut stranger, &browser.subscription(&format!("{good}1")))
        .await
        .good();
    let own = rosalind.get("/account/notifications").await.good();
    assert_eq!(own["push"]["browsers"].as_array().expect("a list").len(), 8);
    let export = rosalind.get("/me/export").await.good();
    assert_eq!(export["push"].as_array().expect("a list").len(), 8);
}

#[tokio::test]
async fn little_time_left_is_told_once_a_turn_also_across_restarts() {
    let (house, service, browser, _, id) = shown_to_whose_turn_it_is().await;
    // With two days per move, the reminder comes twelve hours before the end.
    house.clock.advance(36 * HOUR - 2 * MINUTE);
    service.no_more_than(0, &house).await;
    // The time of the outage is given back.
    let data = house.close().await;
    let house = House::on(data, 2, NOON + 48 * HOUR, pushing).await;
    service.no_more_than(0, &house).await;
    house.clock.advance(3 * MINUTE);
    let (_, body) = service.nth(1).await;
    let message = browser.read(&body);
    assert_eq!(message["title"], "Little time left in Chess");
    assert_eq!(message["url"], format!("/g/{id}"));
    let data = house.close().await;
    let house = House::on(data, 3, NOON + 49 * HOUR, pushing).await;
    house.clock.advance(HOUR);
    service.no_more_than(1, &house).await;
    drop(house);
}

#[tokio::test]
async fn little_time_left_for_the_first_turn_is_told_too() {
    let house = House::with(pushing).await;
    let service = PushService::start().await;
    let browser = Browser::new(7);
    let mut ada = house.signed_up("Ada").await;
    let mut bob = house.signed_up("Bob").await;
    let (id, _) = game_to_begin(&mut ada, &mut bob, 2).await;
    // By then Ada has been notified of her turn.
    house.clock.advance(MINUTE);
    house.all_sent().await;
    subscribe(&mut ada, &browser.subscription(&service.endpoint("a")))
        .await
        .good();
    house.clock.advance(36 * HOUR - 3 * MINUTE);
    service.no_more_than(0, &house).await;
    house.clock.advance(3 * MINUTE);
    let (_, body) = service.nth(1).await;
    let message = browser.read(&body);
    assert_eq!(message["title"], "Little time left in Chess");
    assert_eq!(message["url"], format!("/g/{id}"));
}

#[tokio::test]
async fn whoever_is_away_is_not_reminded_and_has_the_time_left_afterwards() {
    let (house, service, _, mut ada, _) = shown_to_whose_turn_it_is().await;
    house.clock.advance(DAY);
    ada.post("/me/vacation", json!({"days": 5})).await.good();
    house.clock.advance(4 * DAY);
    service.no_more_than(0, &house).await;
    // A day was left before the vacation, and still is; the reminder comes after half of it.
    house.clock.advance(DAY + 11 * HOUR);
    service.no_more_than(0, &house).await;
    house.clock.advance(HOUR + MINUTE);
    service.nth(1).await;
}

#[tokio::test]
async fn the_turn_of_a_guest_whose_game_is_taken_over_is_the_account_s_to_be_reminded_of() {
    let house = House::with(pushing).await;
    let service = PushService::start().await;
    let browser = Browser::new(7);
    house.signed_up("Ada").await;
    let (mut guest, mut bob) = (house.visitor(), house.signed_up("Bob").await);
    let (id, _) = game(&mut guest, &mut bob, 2).await;
    guest.account("/session", "Ada", PASSWORD).await.good();
    let taken = guest
        .post("/account/guest-games", json!({"take_over": true}))
        .await;
    assert_eq!(taken.good(), json!({"games": 1}));
    subscribe(&mut guest, &browser.subscription(&service.endpoint("a")))
        .await
        .good();
    house.clock.advance(36 * HOUR - MINUTE);
    service.no_more_than(0, &house).await;
    house.clock.advance(2 * MINUTE);
    let (_, body) = service.nth(1).await;
    let message = browser.read(&body);
    assert_eq!(message["title"], "Little time left in Chess");
    assert_eq!(message["url"], format!("/g/{id}"));
}

/// A match whose second round starts an hour after the first. `pushed` says for each of the two players whether their browser is
/// subscribed. The numbers are the players with White and Black in the first game.
async fn match_of_two(pushed: [bool; 2]) -> (Hall, PushService, Browser, [usize; 2]) {
    let change = json!({
        "format": {"kind": "match", "games": 2}, "control": {"kind": "blitz"},
        "schedule": {"kind": "times", "times": [START + HOUR]},
    });
    let mut hall = Hall::in_house(House::with(pushing).await, change, 2).await;
    let service = PushService::start().await;
    let browser = Browser::new(7);
    for (player, _) in pushed.iter().enumerate().filter(|(_, pushed)| **pushed) {
        let endpoint = service.endpoint(&player.to_string());
        subscribe(&mut hall.players[player], &browser.subscription(&endpoint))
            .await
            .good();
    }
    hall.start().await;
    let board = hall.board(0, 0).await;
    (hall, service, browser, board.players)
}

#[tokio::test]
async fn a_round_is_told_when_it_is_paired_and_when_its_game_has_begun_and_at_once_both_is_one() {
    let (hall, service, browser, [white, _]) = match_of_two([true, false]).await;
    // Pairing and start of the round are one message.
    let (_, body) = service.nth(1).await;
    let message = browser.read(&body);
    let first = hall.board(0, 0).await;
    assert_eq!(message["title"], "Round 1: your game has begun");
    assert_eq!(message["url"], format!("/g/{}", first.game));
    let (mine, theirs) = match white {
        0 => ("White", "Black"),
        _ => ("Black", "White"),
    };
    let against = |color: &str| format!("You play {color} against Page-1 in Club night.");
    assert_eq!(message["body"], against(mine));
    hall.resign(&first, 0).await;
    let (_, body) = service.nth(2).await;
    let message = browser.read(&body);
    assert_eq!(message["title"], "Round 2 is paired");
    assert_eq!(message["url"], format!("/events/{}", hall.id));
    let said = message["body"].as_str().expect("text");
    assert!(said.starts_with(&against(theirs)), "{said}");
    assert!(said.contains(" The round starts on "), "{said}");
    hall.house.clock.advance(HOUR);
    let (_, body) = service.nth(3).await;
    let second = hall.board(1, 0).await;
    assert_eq!(browser.read(&body)["url"], format!("/g/{}", second.game));
    service.no_more_than(3, &hall.house).await;
}

#[tokio::test]
async fn who_wants_to_hear_of_no_round_or_has_had_a_turn_by_then_is_not_told() {
    let (mut hall, service, _, [white, black]) = match_of_two([true, true]).await;
    service.no_more_than(2, &hall.house).await;
    choose(&mut hall.players[white], "round", "push", false).await;
    let mut feed = hall.players[black].feed().await;
    feed.next_of("feed").await;
    hall.resign(&hall.board(0, 0).await, 0).await;
    let paired = |event: &Value| event["rounds"][1]["boards"][0]["game"].is_string();
    hall.until("round 2 is paired", paired).await;
    // One player has turned messages off; the other has a page open that shows it.
    service.no_more_than(2, &hall.house).await;
}

#[tokio::test]
async fn the_feed_has_a_game_of_a_round_until_the_player_has_had_a_turn() {
    let (hall, _, _, [white, black]) = match_of_two([false, false]).await;
    let board = hall.board(0, 0).await;
    let mut feeds = [
        hall.players[white].feed().await,
        hall.players[black].feed().await,
    ];
    for (feed, (color, other)) in feeds.iter_mut().zip([("white", black), ("black", white)]) {
        let told = feed.next_of("feed").await;
        let round = &told["rounds"][0];
        assert_eq!(round["game"], board.game.as_str());
        assert_eq!(round["event"]["id"], hall.id.as_str());
        assert_eq!(round["event"]["round"], 1);
        assert_eq!(round["color"], color);
        assert_eq!(round["opponent"], format!("Page-{other}"));
        assert_eq!(
            (&round["begun"], &round["starts_at"]),
            (&json!(true), &json!(START))
        );
    }
    let [mut one, mut other] = hall.sit(&board).await;
    let n = one.next_of("state").await["n"].as_u64().expect("a number");
    let n = one.play(n, "e2e4").await;
    assert_eq!(feeds[0].next_of("feed").await["rounds"], json!([]));
    other.play(n, "e7e5").await;
    loop {
        let told = feeds[1].next_of("feed").await;
        if told["rounds"] == json!([]) {
            break;
        }
    }
    // The next round is listed before it begins.
    hall.resign(&board, 0).await;
    let told = loop {
        let told = feeds[0].next_of("feed").await;
        if told["rounds"] != json!([]) {
            break told;
        }
    };
    let round = &told["rounds"][0];
    assert_eq!(
        (&round["event"]["round"], &round["begun"]),
        (&json!(2), &json!(false))
    );
    assert_eq!(round["starts_at"], START + HOUR);
}
