//! Mail: addresses, forgotten passwords, security notices, and that no mail is lost.

use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use manifold_server::{SecretUrl, Server, Settings, System};
use serde_json::{Value, json};

use crate::client::{Answer, Client, House, NOON, PASSWORD};
use crate::mail_server::{MailServer, Mood, Shows};

const OTHER: &str = "a queen in the corner";
const SITE: &str = "http://play.example";
const HOUR: u64 = 3_600_000;

/// The settings of a server that sends its mail to `server`.
pub(crate) fn mailing(server: &MailServer) -> impl Fn(&mut Settings) + use<> {
    let url = format!("smtp://{}", server.address);
    move |settings| {
        settings.smtp_url = Some(SecretUrl::from(url.clone()));
        settings.mail_from = Some("Manifold <play@play.example>".to_owned());
        settings.public_url = Some(SITE.to_owned());
        settings.mails_per_hour = 1_000;
    }
}

async fn ask_address(client: &mut Client, address: &str) -> Answer {
    let body = json!({"password": PASSWORD, "address": address});
    client.ask(Method::PUT, "/account/mail", Some(&body)).await
}

async fn confirm(client: &mut Client, ticket: &str) -> Answer {
    client
        .post("/mail/confirm", json!({"ticket": ticket}))
        .await
}

/// Gives an account a confirmed address.
pub(crate) async fn give_address(client: &mut Client, server: &MailServer, address: &str) {
    give_address_at(SITE, client, server, address).await;
}

/// As [`give_address`], for a server with another public URL.
pub(crate) async fn give_address_at(
    site: &str,
    client: &mut Client,
    server: &MailServer,
    address: &str,
) {
    let count = server.mails().len();
    let asked = ask_address(client, address).await;
    assert_eq!(asked.status, StatusCode::ACCEPTED, "{}", asked.text);
    let mail = server.nth(count + 1).await;
    confirm(client, &mail.link(&format!("{site}/mail/")))
        .await
        .good();
}

async fn forget(client: &mut Client, name: &str) -> Answer {
    client
        .post("/session/forgotten", json!({"username": name}))
        .await
}

#[tokio::test]
async fn a_visitor_is_told_whether_a_password_can_be_chosen_anew_with_a_mail() {
    let server = MailServer::start().await;
    let house = House::with(mailing(&server)).await;
    let mut visitor = house.visitor();
    let offer = visitor.get("/session/forgotten").await.good();
    assert_eq!(offer, json!({"offered": true}));
    let silent = House::with(|_| ()).await;
    let mut visitor = silent.visitor();
    let offer = visitor.get("/session/forgotten").await.good();
    assert_eq!(offer, json!({"offered": false}));
}

async fn reset(client: &mut Client, ticket: &str, password: &str) -> Answer {
    let body = json!({"ticket": ticket, "new_password": password});
    client.post("/session/reset", body).await
}

pub(crate) async fn choose(client: &mut Client, kind: &str, channel: &str, wanted: bool) -> Value {
    let body = json!({"kind": kind, "channel": channel, "wanted": wanted});
    let chosen = client
        .ask(Method::PUT, "/account/notifications", Some(&body))
        .await;
    chosen.good()
}

async fn own_mail(client: &mut Client) -> Value {
    client.get("/account/notifications").await.good()["mail"].clone()
}

#[tokio::test]
async fn an_address_counts_once_its_link_was_used_and_the_one_before_is_told() {
    let server = MailServer::start().await;
    let house = House::with(mailing(&server)).await;
    let mut owner = house.signed_up("Rosalind").await;
    let nothing = json!({"offered": true, "address": null, "waiting": null});
    assert_eq!(own_mail(&mut owner).await, nothing);
    let body = json!({"password": OTHER, "address": "rosalind@example.org"});
    let wrong = owner.ask(Method::PUT, "/account/mail", Some(&body)).await;
    wrong.refused(403, "wrong-password");
    let asked = ask_address(&mut owner, "rosalind@Example.org").await;
    assert_eq!(asked.status, StatusCode::ACCEPTED, "{}", asked.text);
    let mail = server.nth(1).await;
    assert_eq!(mail.to, "rosalind@example.org");
    assert_eq!(
        mail.header("From").as_deref(),
        Some("Manifold <play@play.example>")
    );
    assert_eq!(own_mail(&mut owner).await["address"], Value::Null);
    // The reader of the mail does not have to be signed in, and the link works once.
    let link = mail.link("http://play.example/mail/");
    let mut reader = house.visitor();
    let confirmed = confirm(&mut reader, &link).await.good();
    let expected = json!({"username": "Rosalind", "address": "rosalind@example.org"});
    assert_eq!(confirmed, expected);
    confirm(&mut reader, &link).await.refused(410, "expired");
    for wrong in ["", "rubbish", &"0".repeat(64)] {
        confirm(&mut reader, wrong).await.refused(410, "expired");
    }
    assert_eq!(
        own_mail(&mut owner).await["address"],
        "rosalind@example.org"
    );

    // A new address: the old one stays until the link is used, and is notified then.
    ask_address(&mut owner, "celia@example.org").await;
    let link = server.nth(2).await.link("http://play.example/mail/");
    let mail = own_mail(&mut owner).await;
    assert_eq!(mail["address"], "rosalind@example.org");
    assert_eq!(mail["waiting"], "celia@example.org");
    // A link is good for a day.
    house.clock.advance(24 * HOUR);
    confirm(&mut reader, &link).await.refused(410, "expired");
    ask_address(&mut owner, "celia@example.org").await;
    let link = server.nth(3).await.link("http://play.example/mail/");
    house.clock.advance(24 * HOUR - 1);
    confirm(&mut reader, &link).await.good();
    let told = server.nth(4).await;
    assert_eq!(told.to, "rosalind@example.org");
    assert!(
        told.text.contains("the email address was changed") && !told.text.contains("celia"),
        "{}",
        told.text
    );
    assert_eq!(own_mail(&mut owner).await["address"], "celia@example.org");
}

#[tokio::test]
async fn a_link_to_an_address_that_was_replaced_is_worth_nothing() {
    let server = MailServer::start().await;
    let house = House::with(mailing(&server)).await;
    let mut owner = house.signed_up("Rosalind").await;
    ask_address(&mut owner, "old@example.org").await;
    let old = server.nth(1).await.link("http://play.example/mail/");
    ask_address(&mut owner, "new@example.org").await;
    let new = server.nth(2).await.link("http://play.example/mail/");
    confirm(&mut owner, &old).await.refused(410, "expired");
    confirm(&mut owner, &new).await.good();
    let password = json!({"password": PASSWORD});
    let removed = owner.ask(Method::DELETE, "/account/mail", Some(&password));
    assert_eq!(removed.await.status, StatusCode::NO_CONTENT);
    assert_eq!(server.nth(3).await.to, "new@example.org", "it is told, too");
    let again = owner.ask(Method::DELETE, "/account/mail", Some(&password));
    again.await.refused(404, "not-found");
}

#[tokio::test]
async fn a_forgotten_password_is_chosen_anew_with_a_mail_s_link_once_within_an_hour() {
    let server = MailServer::start().await;
    let house = House::with(mailing(&server)).await;
    let mut owner = house.signed_up("Rosalind").await;
    give_address(&mut owner, &server, "rosalind@example.org").await;
    let mut browser = house.visitor();
    // Links do not use the server's address from the request headers.
    let request = Request::builder()
        .method(Method::POST)
        .uri("/api/v1/session/forgotten")
        .header(header::HOST, "evil.example")
        .header("x-forwarded-host", "evil.example")
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from(json!({"username": "rosalind"}).to_string()));
    let asked = browser.send(request.expect("a request")).await;
    assert_eq!((asked.status, &*asked.text), (StatusCode::ACCEPTED, ""));
    let mail = server.nth(2).await;
    assert_eq!(mail.to, "rosalind@example.org");
    assert!(!mail.text.contains("evil"), "{}", mail.text);
    let link = mail.link("http://play.example/reset/");
    let done = reset(&mut browser, &link, OTHER).await;
    assert_eq!(done.status, StatusCode::NO_CONTENT, "{}", done.text);
    reset(&mut browser, &link, PASSWORD)
        .await
        .refused(410, "expired");
    browser.account("/session", "Rosalind", OTHER).await.good();
    let told = server.nth(3).await;
    assert!(
        told.text.contains("the password was changed"),
        "{}",
        told.text
    );

    forget(&mut browser, "Rosalind").await;
    let late = server.nth(4).await.link("http://play.example/reset/");
    house.clock.advance(HOUR);
    reset(&mut browser, &late, PASSWORD)
        .await
        .refused(410, "expired");
    // Changing the address invalidates the links that were sent to the old one.
    forget(&mut browser, "Rosalind").await;
    let old = server.nth(5).await.link("http://play.example/reset/");
    let body = json!({"password": OTHER, "address": "celia@example.org"});
    browser.ask(Method::PUT, "/account/mail", Some(&body)).await;
    let new = server.nth(6).await.link("http://play.example/mail/");
    confirm(&mut browser, &new).await.good();
    reset(&mut browser, &old, PASSWORD)
        .await
        .refused(410, "expired");
}

#[tokio::test]
async fn nobody_learns_who_has_an_account_or_an_address() {
    let server = MailServer::start().await;
    let house = House::with(mailing(&server)).await;
    let mut owner = house.signed_up("Rosalind").await;
    give_address(&mut owner, &server, "rosalind@example.org").await;
    house.signed_up("Celia").await;
    let mut waiting = house.signed_up("Orlando").await;
    ask_address(&mut waiting, "orlando@example.org").await;
    server.nth(2).await;
    let mut stranger = house.visitor();
    let mut answers = Vec::new();
    for name in [
        "Rosalind",
        "Celia",
        "Orlando",
        "nobody",
        "",
        "no name at all!",
    ] {
        let answer = forget(&mut stranger, name).await;
        answers.push((answer.status, answer.kind, answer.text));
    }
    answers.dedup();
    assert_eq!(answers.len(), 1, "{answers:?}");
    // Only a confirmed address gets a mail.
    let mail = server.nth(3).await;
    assert_eq!(mail.to, "rosalind@example.org");
    server.no_more_than(3, &house).await;
    // Nobody can find out whether another account has an address.
    let same = ask_address(&mut waiting, "rosalind@example.org").await;
    assert_eq!((same.status, &*same.text), (StatusCode::ACCEPTED, ""));
}

#[tokio::test]
async fn two_accounts_may_have_one_address_and_each_gets_its_own_links() {
    let server = MailServer::start().await;
    let house = House::with(mailing(&server)).await;
    for name in ["Rosalind", "Celia"] {
        let mut owner = house.signed_up(name).await;
        give_address(&mut owner, &server, "both@example.org").await;
    }
    let mut browser = house.visitor();
    forget(&mut browser, "Celia").await;
    let mail = server.nth(3).await;
    assert!(mail.text.contains("the account Celia"), "{}", mail.text);
    reset(
        &mut browser,
        &mail.link("http://play.example/reset/"),
        OTHER,
    )
    .await;
    browser
        .account("/session", "Rosalind", PASSWORD)
        .await
        .good();
    browser.account("/session", "Celia", OTHER).await.good();
}

#[tokio::test]
async fn what_is_no_address_is_refused_and_no_mail_goes_anywhere() {
    let server = MailServer::start().await;
    let house = House::with(mailing(&server)).await;
    let mut owner = house.signed_up("Rosalind").await;
    for address in [
        "",
        "rosalind",
        "rosalind@localhost",
        "rosalind@[127.0.0.1]",
        "rosalind@example.org\r\nBcc: everybody@example.org",
        "rosalind@example.org\nRCPT TO:<everybody@example.org>",
        "rosalind@example.org, everybody@example.org",
        "\"rosalind\"@example.org",
        "rosalínd@example.org",
        "rosalind@münchen.example",
        &format!("{}@example.org", "a".repeat(988)),
    ] {
        let refused = ask_address(&mut owner, address).await;
        assert_eq!(
            refused.refused(422, "invalid")["field"],
            "address",
            "{address:?}"
        );
    }
    assert_eq!(own_mail(&mut owner).await["waiting"], Value::Null);
    forget(&mut owner, &"a".repeat(101))
        .await
        .refused(422, "invalid");
    server.no_more_than(0, &house).await;
}

#[tokio::test]
async fn nobody_s_mailbox_is_flooded() {
    let server = MailServer::start().await;
    let mailing = mailing(&server);
    let house = House::thinking(|settings| {
        mailing(settings);
        settings.mails_per_hour = 7;
    });
    let house = house.await;
    let mut owner = house.visitor_from("10.0.0.1");
    owner.account("/account", "Rosalind", PASSWORD).await.good();
    give_address(&mut owner, &server, "rosalind@example.org").await;
    // One account requests mails to strangers.
    for n in 1..5 {
        let asked = ask_address(&mut owner, &format!("stranger{n}@example.org")).await;
        assert_eq!(asked.status, StatusCode::ACCEPTED, "{}", asked.text);
    }
    ask_address(&mut owner, "stranger5@example.org")
        .await
        .refused_for_a_while();
    // One network tries many usernames, and many networks one.
    let mut network = house.visitor_from("10.0.0.2");
    for n in 0..7 {
        assert_eq!(
            forget(&mut network, &format!("name{n}")).await.status,
            StatusCode::ACCEPTED
        );
    }
    forget(&mut network, "name7").await.refused_for_a_while();
    let to_owner = async || {
        house.all_sent().await;
        let mails = server.mails();
        mails
            .iter()
            .filter(|mail| mail.to == "rosalind@example.org")
            .count()
    };
    for network in [
        "10.0.1.1", "10.0.1.2", "10.0.1.3", "10.0.1.4", "10.0.1.5", "10.0.1.6",
    ] {
        let mut stranger = house.visitor_from(network);
        for _ in 0..3 {
            assert_eq!(
                forget(&mut stranger, "Rosalind").await.status,
                StatusCode::ACCEPTED
            );
        }
    }
    assert_eq!(
        to_owner().await,
        3,
        "within an hour, the one that confirmed it among them"
    );
    house.clock.advance(HOUR);
    let mut stranger = house.visitor_from("10.0.2.1");
    forget(&mut stranger, "Rosalind").await;
    assert_eq!(to_owner().await, 4);
}

#[tokio::test]
async fn whatever_makes_an_account_less_safe_is_told_its_owner() {
    let server = MailServer::start().await;
    let house = House::with(mailing(&server)).await;
    let mut owner = house.signed_up("Rosalind").await;
    give_address(&mut owner, &server, "rosalind@example.org").await;
    owner.make_token(PASSWORD, &["games:read"]).await;
    let mail = server.nth(2).await;
    assert!(
        mail.text.contains("a token was created") && mail.text.contains("21 November 2026"),
        "{}",
        mail.text
    );
    let body = json!({"password": PASSWORD, "new_password": OTHER});
    let changed = owner
        .ask(Method::PUT, "/account/password", Some(&body))
        .await;
    assert_eq!(changed.status, StatusCode::NO_CONTENT);
    let mail = server.nth(3).await;
    assert_eq!(
        mail.header("Subject").as_deref(),
        Some("Your password was changed")
    );
    assert_eq!(
        mail.header("List-Unsubscribe"),
        None,
        "it cannot be switched off"
    );
    assert!(
        mail.text.contains("http://play.example/account"),
        "{}",
        mail.text
    );
    // A player without an address gets nothing, and nothing is queued.
    house
        .signed_up("Celia")
        .await
        .make_token(PASSWORD, &["games:read"])
        .await;
    server.no_more_than(3, &house).await;
}

#[tokio::test]
async fn a_challenge_comes_by_mail_if_it_is_wanted_and_one_click_ends_that() {
    let server = MailServer::start().await;
    let house = House::with(mailing(&server)).await;
    let mut owner = house.signed_up("Rosalind").await;
    give_address(&mut owner, &server, "rosalind@example.org").await;
    let mut other = house.signed_up("Orlando").await;
    let challenge = json!({"to": "Rosalind", "variant": "hidden960", "clock": {"kind": "correspondence", "days": 3}});
    let take_back = async |other: &mut Client| {
        let made = other.post("/challenges", challenge.clone()).await.good();
        let path = format!("/challenges/{}", made["id"].as_str().expect("a name"));
        (made, path)
    };
    // Mail about challenges is opt-in.
    let (_, path) = take_back(&mut other).await;
    server.no_more_than(1, &house).await;
    other.ask(Method::DELETE, &path, None).await;
    let chosen = choose(&mut owner, "challenge", "mail", true).await;
    assert_eq!(chosen["choices"][1]["mail"], true, "{chosen}");
    let (_, path) = take_back(&mut other).await;
    let mail = server.nth(2).await;
    assert!(
        mail.text
            .contains("Orlando challenges you to Hidden960, 3 days per move."),
        "{}",
        mail.text
    );
    assert_eq!(
        mail.header("List-Unsubscribe-Post").as_deref(),
        Some("List-Unsubscribe=One-Click")
    );
    let link = mail.header("List-Unsubscribe").expect("a link");
    let link = link.trim_matches(['<', '>']).to_owned();
    let link = link
        .strip_prefix("http://play.example")
        .expect("a link of this server");
    assert_eq!(
        mail.link("http://play.example/unsubscribe/"),
        link.rsplit('/').next().expect("a part")
    );
    other.ask(Method::DELETE, &path, None).await;
    // A mail program posts a form, without being signed in (one-click unsubscription).
    let request = Request::builder()
        .method(Method::POST)
        .uri(link)
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body(Body::from("List-Unsubscribe=One-Click"));
    let done = house.visitor().send(request.expect("a request")).await;
    assert_eq!(done.good(), json!({"kind": "challenge"}));
    let choices = owner.get("/account/notifications").await.good()["choices"].clone();
    assert_eq!(
        choices[1],
        json!({"kind": "challenge", "page": true, "push": true, "mail": false})
    );
    assert_eq!(choices[2]["mail"], true, "only of this kind");
    for wrong in ["rubbish", "playerplayer-challenge-AAAAAAAAAAAAAAAAAAAAAA"] {
        let answer = house
            .visitor()
            .post(&format!("/mail/unsubscribe/{wrong}"), json!({}))
            .await;
        answer.refused(404, "not-found");
    }
    take_back(&mut other).await;
    server.no_more_than(2, &house).await;
}

#[tokio::test]
async fn a_mail_server_that_is_away_or_refuses_for_now_is_asked_again() {
    let server = MailServer::start().await;
    let mailing = mailing(&server);
    let address = server.address;
    drop(server);
    let house = House::with(mailing).await;
    let mut owner = house.signed_up("Rosalind").await;
    ask_address(&mut owner, "rosalind@example.org").await;
    house.all_sent().await;
    let server = MailServer::at(address).await;
    server.is(Mood::Later);
    server.no_more_than(0, &house).await;
    // Retries wait half a minute, and then a whole one.
    house.clock.advance(30_000);
    server.no_more_than(0, &house).await;
    server.is(Mood::Good);
    house.clock.advance(59_000);
    server.no_more_than(0, &house).await;
    house.clock.advance(1_000);
    let mail = server.nth(1).await;
    confirm(&mut owner, &mail.link("http://play.example/mail/"))
        .await
        .good();
    // A permanently refused mail is not retried.
    server.is(Mood::Never);
    owner.make_token(PASSWORD, &["games:read"]).await;
    house.all_sent().await;
    server.is(Mood::Good);
    house.clock.advance(2 * HOUR);
    server.no_more_than(1, &house).await;
}

#[tokio::test]
async fn a_mail_server_that_says_nothing_keeps_nobody_waiting() {
    let server = MailServer::start().await;
    let house = House::with(mailing(&server)).await;
    let mut owner = house.signed_up("Rosalind").await;
    server.is(Mood::Silent);
    let began = std::time::Instant::now();
    ask_address(&mut owner, "rosalind@example.org").await;
    own_mail(&mut owner).await;
    assert!(began.elapsed().as_secs() < 5, "{:?}", began.elapsed());
    // The attempt times out, and is retried later.
    house.all_sent().await;
    server.is(Mood::Good);
    house.clock.advance(30_000);
    let mail = server.nth(1).await;
    confirm(&mut owner, &mail.link("http://play.example/mail/"))
        .await
        .good();
}

#[tokio::test]
async fn what_waits_is_sent_after_a_restart_and_given_up_after_a_day() {
    let server = MailServer::start().await;
    let mailing = mailing(&server);
    let address = server.address;
    drop(server);
    let house = House::with(&mailing).await;
    let mut owner = house.signed_up("Rosalind").await;
    ask_address(&mut owner, "rosalind@example.org").await;
    let data = house.close().await;
    let server = MailServer::at(address).await;
    // The stopped server may have leased the mail for sending; another one may take it five minutes later.
    let house = House::on(data, 2, NOON + 6 * 60_000, &mailing).await;
    let mail = server.nth(1).await;
    let mut owner = house.knows(&owner);
    confirm(&mut owner, &mail.link("http://play.example/mail/"))
        .await
        .good();
    drop(server);
    owner.make_token(PASSWORD, &["games:read"]).await;
    house.all_sent().await;
    let data = house.close().await;
    let server = MailServer::at(address).await;
    let house = House::on(data, 3, NOON + 26 * HOUR, &mailing).await;
    server.no_more_than(0, &house).await;
    drop(house);
}

#[tokio::test]
async fn an_export_has_the_address_and_a_deleted_account_gets_no_mail_that_waits() {
    let server = MailServer::start().await;
    let house = House::with(mailing(&server)).await;
    let mut owner = house.signed_up("Rosalind").await;
    give_address(&mut owner, &server, "rosalind@example.org").await;
    let export = owner.get("/me/export").await.good();
    assert_eq!(export["mail"]["address"], "rosalind@example.org");
    assert_eq!(export["notifications"][0]["kind"], "turn");
    server.is(Mood::Later);
    owner.make_token(PASSWORD, &["games:read"]).await;
    house.all_sent().await;
    let password = json!({"password": PASSWORD});
    let deleted = owner.ask(Method::DELETE, "/account", Some(&password));
    assert_eq!(deleted.await.status, StatusCode::NO_CONTENT);
    server.is(Mood::Good);
    house.clock.advance(HOUR);
    server.no_more_than(1, &house).await;
    let data = house.close().await;
    let database = std::fs::read(data.path().join("manifold.sqlite")).expect("a database");
    let address = b"rosalind@example.org";
    let is_there = database.windows(address.len()).any(|part| part == address);
    assert!(!is_there, "the address is nowhere in the database");
}

#[tokio::test]
async fn a_server_without_a_mail_server_says_so_and_a_wrong_one_does_not_start() {
    let house = House::open().await;
    let mut owner = house.signed_up("Rosalind").await;
    assert_eq!(own_mail(&mut owner).await["offered"], false);
    let asked = ask_address(&mut owner, "rosalind@example.org").await;
    let detail = asked.refused(409, "not-possible")["detail"].clone();
    assert!(
        detail
            .as_str()
            .expect("a sentence")
            .starts_with("This server sends no email."),
        "{detail}"
    );
    forget(&mut owner, "Rosalind")
        .await
        .refused(409, "not-possible");
    let data = tempfile::tempdir().expect("a directory");
    let settings = Settings {
        data: data.path().to_owned(),
        smtp_url: Some(SecretUrl::from(
            "smtp://rosalind:secret@mail.example".to_owned(),
        )),
        mail_from: Some("play@play.example".to_owned()),
        public_url: Some(SITE.to_owned()),
        ..Settings::default()
    };
    let Err(error) = Server::start(settings, System::real()).await else {
        panic!("it starts");
    };
    let error = error.to_string();
    assert!(
        error.contains("smtp_url") && !error.contains("secret"),
        "{error}"
    );
}

/// A house that sends mail to a server with a password and required encryption, and trusts the tests' certificate authority if
/// `is_trusting`.
async fn encrypting(server: &MailServer, is_trusting: bool) -> House {
    let mailing = mailing(server);
    let url = format!("smtp://rosalind:secret@{}?tls=required", server.address);
    let authority = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/server/certificates/authority.pem"
    );
    House::with(|settings| {
        mailing(settings);
        settings.smtp_url = Some(SecretUrl::from(url));
        settings.smtp_ca = is_trusting.then(|| authority.into());
    })
    .await
}

#[tokio::test]
async fn mail_goes_out_over_starttls_to_a_server_that_shows_a_certificate() {
    let server = MailServer::showing(Shows::Own).await;
    let house = encrypting(&server, true).await;
    let mut owner = house.signed_up("Rosalind").await;
    ask_address(&mut owner, "rosalind@example.org").await;
    let mail = server.nth(1).await;
    assert_eq!(mail.to, "rosalind@example.org");
    assert!(mail.is_encrypted);
    let link = mail.link(&format!("{SITE}/mail/"));
    confirm(&mut owner, &link).await.good();
    let clear = server.in_the_clear();
    let is_greeting = |line: &String| line.starts_with("EHLO ") || line == "STARTTLS";
    assert!(clear.iter().all(is_greeting), "{clear:?}");
}

#[tokio::test]
async fn a_mail_server_that_does_not_show_that_it_is_the_right_one_is_told_nothing() {
    for (shows, is_trusting) in [
        // A certificate for another name; an unknown authority; no encryption.
        (Shows::Another, true),
        (Shows::Own, false),
        (Shows::None, true),
    ] {
        let server = MailServer::showing(shows).await;
        let house = encrypting(&server, is_trusting).await;
        let mut owner = house.signed_up("Rosalind").await;
        let asked = ask_address(&mut owner, "rosalind@example.org").await;
        assert_eq!(asked.status, StatusCode::ACCEPTED, "{}", asked.text);
        server.no_more_than(0, &house).await;
        let clear = server.in_the_clear();
        assert!(!clear.is_empty(), "{shows:?}: it was asked");
        let is_telling = |line: &String| {
            ["AUTH", "MAIL", "RCPT", "DATA"]
                .iter()
                .any(|word| line.starts_with(word))
        };
        assert!(!clear.iter().any(is_telling), "{shows:?}: {clear:?}");
    }
}
