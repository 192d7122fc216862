//! Limits apply to networks, not to single addresses.

use axum::body::Body;
use axum::http::{Request, StatusCode};

use crate::client::{Client, House, PASSWORD};

/// Sends a request from an address, as reported by the proxy in front; returns whether it was allowed.
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
    // Eight bursts of ten, and what recovers meanwhile on a slow machine.
    assert!((80..256).contains(&answered), "{answered}");
    assert!(is_answered(&mut house.visitor(), "2001:db8:2::1").await);
}

#[tokio::test]
async fn an_account_that_comes_from_many_networks_has_one_allowance_and_takes_none_of_others() {
    let house = House::with(|settings| {
        settings.behind_proxy = true;
        settings.requests_per_second = 1;
    })
    .await;
    let mut attacker = house.signed_up("Iago").await;
    let mut other = house.signed_up("Othello").await;
    let mut answered = 0;
    for number in 0..200 {
        let from = format!("10.{number}.0.1");
        answered += usize::from(is_answered(&mut attacker, &from).await);
    }
    // A burst of ten, and what recovers meanwhile on a slow machine.
    assert!((8..150).contains(&answered), "{answered}");
    // Other accounts and guests in these networks are not limited.
    assert!(is_answered(&mut other, "10.7.0.1").await);
    assert!(is_answered(&mut house.visitor(), "10.7.0.1").await);
    // A program of the account has its own allowance.
    let made = other.make_token(PASSWORD, &["games:read"]).await;
    let token = made["token"].as_str().expect("a token");
    assert!(is_answered(&mut house.program(token), "10.8.0.1").await);
}
