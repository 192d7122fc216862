//! A client that hits a limit is told how long to wait, or what else to do.

use axum::http::Method;
use manifold_server::Settings;
use serde_json::{Value, json};

use crate::client::{Answer, Client, House, PASSWORD, says_its_wait};

/// A change of the settings that makes one limit very tight.
type Tighten = fn(&mut Settings);

/// Repeats a request until it is refused, and returns the seconds after which a retry can succeed.
async fn wait_of(name: &str, mut again: impl AsyncFnMut(u32) -> Answer) -> u64 {
    for n in 0..60 {
        let answer = again(n).await;
        if answer.status.as_u16() == 429 {
            return answer.refused_for_a_while();
        }
    }
    panic!("{name}: never refused");
}

async fn house(tighten: Tighten) -> (House, Client) {
    let house = House::with(tighten).await;
    let owner = house.signed_up("Rosalind").await;
    (house, owner)
}

/// Asserts that a limit recovers after about this many seconds; the test itself may take a while.
fn is_about(name: &str, wait: u64, seconds: u64) {
    let range = seconds.saturating_sub(60).max(1)..=seconds;
    assert!(range.contains(&wait), "{name}: {wait} s, not {seconds} s");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_rate_says_after_how_many_seconds_to_try_again() {
    let (_house, mut owner) = house(|settings| settings.requests_per_second = 1).await;
    let wait = wait_of("requests", async |_| owner.get("/me").await).await;
    is_about("requests", wait, 1);

    let (house_of_program, mut owner) = house(|settings| {
        settings.behind_proxy = true;
        settings.requests_per_second = 1;
    })
    .await;
    let made = owner.make_token(PASSWORD, &["games:read"]).await;
    let token = made["token"].as_str().expect("a token").to_owned();
    // From many networks, so that their own limits are not hit.
    let wait = wait_of("programs", async |n| {
        let network = format!("10.0.0.{n}").leak();
        house_of_program
            .program_from(&token, network)
            .get("/me")
            .await
    });
    is_about("programs", wait.await, 1);

    let (_house, mut owner) = house(|_| {}).await;
    let wait = wait_of("exports", async |_| owner.get("/me/export").await).await;
    is_about("exports", wait, 600);

    let (house_of_accounts, _) = house(|settings| settings.accounts_per_hour = 2).await;
    let wait = wait_of("accounts", async |n| {
        let mut guest = house_of_accounts.visitor();
        guest
            .account("/account", &format!("name-{n}"), PASSWORD)
            .await
    });
    is_about("accounts", wait.await, 1_800);

    let (_house, mut guest) = house(|settings| {
        settings.passkeys_per_minute = 2;
        settings.public_url = Some("http://localhost".to_owned());
    })
    .await;
    let wait = wait_of("passkeys", async |_| {
        let path = "/session/passkey/challenge";
        guest.ask(Method::POST, path, None).await
    });
    is_about("passkeys", wait.await, 30);

    let (house_of_passwords, _) = house(|settings| settings.passwords_per_second = 1).await;
    let wait = wait_of("passwords", async |n| {
        let mut guest = house_of_passwords.visitor();
        guest
            .account("/account", &format!("name-{n}"), PASSWORD)
            .await
    });
    is_about("passwords", wait.await, 1);
    let (house_of_guesses, _) = house(|_| {}).await;
    let wait = wait_of("wrong passwords", async |n| {
        let mut guest = house_of_guesses.visitor();
        guest
            .account("/session", &format!("name-{n}"), PASSWORD)
            .await
    });
    is_about("wrong passwords", wait.await, 1);

    let (_house, mut guest) = house(|settings| settings.games_per_hour = 2).await;
    let wait = wait_of("new games", async |_| {
        let wish = json!({"variant": "hidden960", "opponent": {"kind": "same-board"}});
        guest.post("/games", wish).await
    });
    is_about("new games", wait.await, 1_800);

    let (house_of_reports, mut owner) = house(|settings| settings.reports_per_hour = 1).await;
    house_of_reports.signed_up("Troll").await;
    let wait = wait_of("reports", async |_| {
        let report = json!({"player": "Troll", "reason": "abuse", "text": "It was rude."});
        owner.post("/reports", report).await
    });
    is_about("reports", wait.await, 3_600);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_counted_in_the_database_says_when_the_first_of_them_is_an_hour_old() {
    let (house, mut owner) = house(|_| {}).await;
    house.signed_up("Orlando").await;
    let to_one = json!({"to": "Orlando", "variant": "hidden960", "clock": {"kind": "preset", "id": "blitz"}});
    for n in 0..6 {
        let made = owner.post("/challenges", to_one.clone()).await.good();
        let id = made["id"].as_str().expect("a name");
        let path = format!("/challenges/{id}");
        owner.ask(Method::DELETE, &path, None).await;
        house.clock.advance(60_000 * (n % 2));
    }
    let refused = owner.post("/challenges", to_one).await;
    let problem = refused.refused(429, "too-many");
    // The first account was created three minutes ago.
    assert_eq!(problem["retry_after"], 57 * 60, "{problem}");
    house.clock.advance(57 * 60_000);
    for n in 0..13 {
        let name = format!("player-{n}");
        house.signed_up(&name).await;
        let wish =
            json!({"to": name, "variant": "hidden960", "clock": {"kind": "preset", "id": "blitz"}});
        for _ in 0..5 {
            let answer = owner.post("/challenges", wish.clone()).await;
            if answer.status.as_u16() == 429 {
                answer.refused_for_a_while();
                return;
            }
            let made = answer.good();
            let id = made["id"].as_str().expect("a name");
            let path = format!("/challenges/{id}");
            owner.ask(Method::DELETE, &path, None).await;
        }
    }
    panic!("never refused");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_only_the_player_can_make_room_no_seconds_are_invented_but_the_text_says_what_to_do()
{
    let (house, mut owner) = house(|settings| settings.games_per_player = 1).await;
    let says = |problem: &Value, what: &str| {
        assert_eq!(says_its_wait(problem), None, "{problem}");
        let detail = problem["detail"].as_str().expect("a sentence");
        assert!(detail.contains(what), "{detail}");
    };
    let mut lobby = owner.lobby().await;
    let blitz = json!({"kind": "preset", "id": "blitz"});
    let wish = |rating: u32| json!({"t": "seek", "wish": {"variant": "dmchess", "clock": blitz, "ratings": [rating, rating]}});
    for n in 0..5 {
        assert_eq!(lobby.request(wish(1_000 + n)).await["t"], "done");
    }
    let refused = lobby.request(wish(1_005)).await;
    assert_eq!(refused["problem"]["code"], "too-many", "{refused}");
    says(&refused["problem"], "Withdraw one first.");

    let wish = json!({"variant": "hidden960", "opponent": {"kind": "link"}});
    owner.make(wish.clone()).await;
    let refused = owner.post("/games", wish).await;
    says(&refused.refused(429, "too-many"), "Finish, resign or abort");

    for n in 0..10 {
        let name = format!("player-{n}");
        house.signed_up(&name).await;
    }
    let challenge = |n: u32| json!({"to": format!("player-{n}"), "variant": "dmchess", "clock": {"kind": "correspondence", "days": 3}});
    house.signed_up("player-10").await;
    let mut guest = house.signed_up("Celia").await;
    for n in 0..10 {
        guest.post("/challenges", challenge(n)).await.good();
    }
    let refused = guest.post("/challenges", challenge(10)).await;
    says(&refused.refused(429, "too-many"), "Withdraw one first.");
}
