//! Limits hold for networks, not for addresses.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::json;

use crate::client::{Answer, Client, House, PASSWORD};

/// Asks from an address, as the proxy in front says; whether that was allowed.
async fn is_answered(client: &mut Client, from: &str) -> bool {
    let request = Request::get("/api/v1/variants")
        .header("x-forwarded-for", from)
        .body(Body::empty());
    let answer = client.send(request.expect("a request")).await;
    assert!(matches!(
        answer.status,
        StatusCode::OK | StatusCode::TOO_MANY_REQUESTS
    ));
    answer.status == StatusCode::OK
}

#[tokio::test]
async fn the_networks_of_an_ipv6_site_share_an_allowance() {
    let house = House::with(|settings| {
        settings.behind_proxy = true;
        settings.requests_per_second = 1;
    })
    .await;
    let mut attacker = house.visitor();
    let mut answered = 0;
    for number in 0..256 {
        let from = format!("2001:db8:1:{number:x}::1");
        answered += usize::from(is_answered(&mut attacker, &from).await);
    }
    // Eight times a burst of ten, and what a slow machine lets come back meanwhile.
    assert!((80..256).contains(&answered), "{answered}");
    assert!(is_answered(&mut house.visitor(), "2001:db8:2::1").await);
}

#[tokio::test]
async fn whatever_was_too_much_is_named_with_the_seconds_to_wait() {
    /// Asks so often at once, and once more; that is refused, with a wait of so many seconds.
    async fn spend(
        client: &mut Client,
        times: usize,
        (limit, [least, most]): (&str, [u64; 2]),
        ask: impl AsyncFn(&mut Client, usize) -> Answer,
    ) {
        for number in 0..times {
            let answer = ask(client, number).await;
            assert!(
                answer.status != StatusCode::TOO_MANY_REQUESTS,
                "{limit}: {number}"
            );
        }
        let answer = ask(client, times).await;
        let problem = answer.refused(429, "too-many");
        let told = problem["detail"].as_str().expect("a sentence");
        assert!(
            told.contains(limit) && told.contains("Try again in "),
            "{told}"
        );
        let wait = problem["retry_after"].as_u64().expect("seconds");
        assert!((least..=most).contains(&wait), "{limit}: {wait} s");
    }
    let house = House::with(|settings| {
        settings.games_per_hour = 2;
        settings.accounts_per_hour = 2;
        settings.reports_per_hour = 2;
        settings.requests_per_second = 10;
    })
    .await;
    let mut ada = house.signed_up("Ada").await;
    house.signed_up("Bert").await;
    let hour = [1_000, 3_600];
    spend(&mut ada, 0, ("new accounts", hour), async |_, _| {
        let mut other = house.visitor();
        other.account("/account", "Charles", PASSWORD).await
    })
    .await;
    spend(&mut ada, 2, ("new games", hour), async |client, _| {
        let wish = json!({"variant": "chess", "opponent": {"kind": "same-board"}});
        client.post("/games", wish).await
    })
    .await;
    spend(&mut ada, 2, ("reports", hour), async |client, _| {
        let report = json!({"player": "Bert", "reason": "abuse"});
        client.post("/reports", report).await
    })
    .await;
    spend(
        &mut ada,
        6,
        ("your data", [300, 3_600]),
        async |client, _| client.get("/me/export").await,
    )
    .await;
    spend(&mut ada, 0, ("requests", [1, 1]), async |client, _| {
        for _ in 0..300 {
            let answer = client.get("/variants").await;
            if answer.status == StatusCode::TOO_MANY_REQUESTS {
                return answer;
            }
        }
        panic!("there is an end to requests");
    })
    .await;
}
