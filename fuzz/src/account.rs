//! Requests with a session.

use std::collections::BTreeMap;

use axum::body::Body;
use axum::http::{Method, Request, header};
use data_encoding::BASE32_NOPAD;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha1::Sha1;

use crate::check::MOST;
use crate::server::{Answer, House, NOON, send, with_house};

const PASSWORD: &str = "a knight on the rim";
/// The arbiters of all events, who have a second factor.
const ARBITERS: [&str; 2] = ["Antonio", "Dogberry"];

/// A sequence of requests of one account: method, path and body in each line. `EVENT` stands for an event that the account has
/// created, and `NAME` for its username.
pub fn account(input: &str) {
    let lines: Vec<&str> = input.lines().take(MOST).collect();
    with_house(|house| house.runtime.block_on(ask_all(house, &lines)));
}

async fn ask_all(house: &House, lines: &[&str]) {
    if house.accounts.get() == 0 {
        for name in ARBITERS {
            Account::secured(house, name).await;
        }
    }
    let name = format!("Olivia-{}", house.accounts.get());
    let mut account = Account::new(house, &name).await;
    let settings = json!({"name": "Club night", "variant": "chess", "startsAt": NOON + 600_000,
        "control": {"kind": "blitz"}, "format": {"kind": "swiss", "rounds": 3}});
    let event = json!({"settings": settings, "chiefArbiter": ARBITERS[0], "deputy": ARBITERS[1]});
    let event = account.good(Method::POST, "events", event).await;
    let event = event["id"].as_str().expect("a name");
    for line in lines {
        let line = line.replace("EVENT", event).replace("NAME", &name);
        let mut words = line.splitn(3, ' ');
        let (Some(Ok(method)), Some(path)) = (words.next().map(str::parse), words.next()) else {
            continue;
        };
        // A stream never ends by itself.
        if path.contains("stream") {
            continue;
        }
        let body = words.next().unwrap_or_default().to_owned();
        if let Some(answer) = account.ask(&method, path, body).await {
            answer.is_sound(&method);
        }
    }
}

/// An account with its session.
struct Account<'a> {
    house: &'a House,
    cookies: BTreeMap<String, String>,
}

impl Account<'_> {
    async fn new<'a>(house: &'a House, name: &str) -> Account<'a> {
        let mut account = Account {
            house,
            cookies: BTreeMap::new(),
        };
        let who = json!({"username": name, "password": PASSWORD});
        account.good(Method::POST, "account", who).await;
        house.accounts.set(house.accounts.get() + 1);
        account
    }

    async fn secured(house: &House, name: &str) {
        let mut account = Account::new(house, name).await;
        let path = "account/second-factor";
        let password = json!({"password": PASSWORD});
        let new = account.good(Method::POST, path, password).await;
        let secret = new["secret"].as_str().expect("a secret");
        let code = json!({"code": code(secret)});
        account.good(Method::PUT, path, code).await;
    }

    /// The JSON response to a request that must succeed.
    async fn good(&mut self, method: Method, path: &str, body: Value) -> Value {
        let answer = self.ask(&method, path, body.to_string()).await;
        let answer = answer.expect("a request");
        assert!(answer.status.is_success(), "{path}: {}", answer.body);
        serde_json::from_str(&answer.body).unwrap_or_default()
    }

    /// The response to a request; `None` if the request is malformed.
    async fn ask(&mut self, method: &Method, path: &str, body: String) -> Option<Answer> {
        let cookies = self.cookies.iter();
        let cookies: Vec<String> = cookies
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        let request = Request::builder()
            .method(method)
            .uri(format!("/api/v1/{path}"))
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::COOKIE, cookies.join("; "))
            .body(Body::from(body))
            .ok()?;
        let answer = send(self.house, request).await;
        for cookie in &answer.cookies {
            let (name, value) = cookie.split_once('=').expect("a cookie");
            self.cookies.insert(name.to_owned(), value.to_owned());
        }
        Some(answer)
    }
}

/// The code that an authenticator app shows now (RFC 6238).
fn code(secret: &str) -> String {
    let secret = BASE32_NOPAD.decode(secret.as_bytes()).expect("Base32");
    let mut mac = Hmac::<Sha1>::new_from_slice(&secret).expect("a key");
    mac.update(&(NOON / 30_000).to_be_bytes());
    let hash = mac.finalize().into_bytes();
    let begin = usize::from(hash[19] & 0xf);
    let word = hash[begin..begin + 4].iter();
    let word = word.fold(0, |word, byte| word << 8 | u32::from(*byte));
    format!("{:06}", (word & 0x7fff_ffff) % 1_000_000)
}
