//! Limits hold for networks, not for addresses.

use axum::body::Body;
use axum::http::{Request, StatusCode};

use crate::client::{Client, House};

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
