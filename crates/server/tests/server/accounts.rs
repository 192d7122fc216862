//! Accounts: signing up, in and out, sessions, passwords, deletion.

use std::time::Instant;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use manifold_server::Settings;
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::client::{Client, House, NOON, PASSWORD};

pub(crate) async fn me(client: &mut Client) -> Value {
    client.get("/me").await.good()
}

#[tokio::test]
async fn a_guest_who_signs_up_stays_the_same_player_with_the_same_games() {
    let house = House::open().await;
    let mut client = house.visitor();
    let guest = me(&mut client).await;
    let wish = json!({"variant": "chess", "opponent": {"kind": "link"}, "color": "white"});
    let game = client.make(wish).await;
    let guest_cookie = client.cookie().expect("a cookie");
    client
        .account("/account", "Rosalind", PASSWORD)
        .await
        .good();
    let account = me(&mut client).await;
    assert_eq!(account["id"], guest["id"]);
    assert_eq!(account["name"], "Rosalind");
    assert_eq!(account["account"], true);
    let seat = client.get(&format!("/games/{game}")).await.good()["seat"].clone();
    assert_eq!(seat, "white");
    // The guest's cookie is no longer valid.
    let mut thief = house.visitor();
    thief.keep(&guest_cookie);
    let other = me(&mut thief).await;
    assert_ne!(other["id"], guest["id"]);
    assert_eq!(other["account"], false);
    let renamed = client
        .ask(Method::PUT, "/me", Some(&json!({"name": "Celia"})))
        .await;
    renamed.refused(409, "not-possible");
}

#[tokio::test]
async fn signing_in_works_with_any_capitals_and_out_ends_it() {
    let house = House::open().await;
    let mut first = house.signed_up("Rosalind").await;
    let id = me(&mut first).await["id"].clone();
    let mut second = house.visitor();
    second
        .account("/session", "rosalind", PASSWORD)
        .await
        .good();
    assert_eq!(me(&mut second).await["id"], id);
    let left = second.ask(Method::DELETE, "/session", None).await;
    assert_eq!(left.status, StatusCode::NO_CONTENT);
    assert_ne!(me(&mut second).await["id"], id);
    assert_eq!(me(&mut first).await["id"], id, "only one session has ended");
}

#[tokio::test]
async fn names_that_are_taken_or_look_like_it_are_refused_and_so_are_weak_passwords() {
    let house = House::open().await;
    house.signed_up("Rosalind").await;
    for name in ["Rosalind", "ROSALIND", "Rosa1ind", "r0salind_"] {
        let mut client = house.visitor();
        let answer = client.account("/account", name, PASSWORD).await;
        assert_eq!(
            answer.refused(409, "name-taken")["field"],
            "username",
            "{name}"
        );
        let guest = client
            .ask(Method::PUT, "/me", Some(&json!({"name": name})))
            .await;
        guest.refused(409, "name-taken");
        assert_eq!(me(&mut client).await["account"], false);
    }
    for name in [
        "a",
        "two words",
        "Moderator",
        "Ros\u{200b}alind",
        "21characters-long_aaa",
    ] {
        let answer = house.visitor().account("/account", name, PASSWORD).await;
        assert_eq!(
            answer.refused(422, "invalid")["field"],
            "username",
            "{name}"
        );
    }
    for password in ["seven77", "password", "Celia123", &"x7 ".repeat(43)] {
        let answer = house.visitor().account("/account", "Celia", password).await;
        assert_eq!(
            answer.refused(422, "invalid")["field"],
            "password",
            "{password}"
        );
    }
    // Nobody has taken it yet.
    house.signed_up("Celia").await;
}

#[tokio::test]
async fn two_who_want_one_name_at_once_get_it_once() {
    let house = House::open().await;
    let sign_up = async |name: &str| {
        let mut client = house.visitor();
        client.account("/account", name, PASSWORD).await.status
    };
    let (one, other) = tokio::join!(sign_up("Rosalind"), sign_up("rosa1ind"));
    let mut statuses = [one, other];
    statuses.sort();
    assert_eq!(statuses, [StatusCode::CREATED, StatusCode::CONFLICT]);
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_name_are_answered_alike() {
    let house = House::open().await;
    house.signed_up("Rosalind").await;
    let mut stranger = house.visitor();
    let wrong = stranger
        .account("/session", "Rosalind", "a bishop on the rim")
        .await;
    let unknown = stranger
        .account("/session", "Celia", "a bishop on the rim")
        .await;
    assert_eq!(wrong.text, unknown.text);
    wrong.refused(403, "wrong-password");
    assert_eq!(me(&mut stranger).await["account"], false);
}

#[tokio::test]
async fn a_thousand_wrong_passwords_keep_the_owner_out_of_nothing() {
    let house = House::with(|settings| settings.behind_proxy = true).await;
    house.signed_up("Rosalind").await;
    let mut attacker = house.visitor_from("10.6.6.6");
    let mut answers = std::collections::BTreeMap::new();
    for n in 0..1_000 {
        let answer = attacker
            .account("/session", "Rosalind", &format!("a guess, number {n}"))
            .await;
        *answers.entry(answer.status.as_u16()).or_insert(0) += 1;
    }
    assert_eq!(
        answers.into_iter().collect::<Vec<_>>(),
        [(403, 6), (429, 994)]
    );
    let told = attacker.account("/session", "Rosalind", PASSWORD).await;
    let told = told.refused(429, "too-many");
    assert_eq!(told["retry_after"], 1);
    let mut owner = house.visitor_from("10.0.0.1");
    owner.account("/session", "Rosalind", PASSWORD).await.good();
    // The allowance comes back with time.
    house.clock.advance(1_000);
    attacker
        .account("/session", "Rosalind", PASSWORD)
        .await
        .good();
}

#[tokio::test]
async fn who_has_many_right_passwords_hashed_keeps_nobody_else_waiting() {
    let house = House::with(|settings| {
        settings.behind_proxy = true;
        settings.passwords_per_second = 1;
    })
    .await;
    house.signed_up("Rosalind").await;
    let mut attacker = house.visitor_from("10.6.6.6");
    let made = attacker.account("/account", "Mallory", PASSWORD).await;
    made.good();
    let began = Instant::now();
    let mut granted = 1;
    for _ in 0..90 {
        let answer = attacker.account("/session", "Mallory", PASSWORD).await;
        match answer.status {
            StatusCode::OK => granted += 1,
            _ => {
                let problem = answer.refused(429, "too-many");
                assert_eq!(problem["retry_after"], 1);
            }
        }
    }
    // A burst of thirty, and one more per second.
    assert!(granted >= 30, "{granted}");
    assert!(granted <= 31 + began.elapsed().as_secs(), "{granted}");
    // Irreversible changes, and other usernames, need passwords too.
    let password = json!({"password": PASSWORD, "new_password": "a queen in the corner"});
    let change = (Method::PUT, "/account/password", Some(&password));
    let mut refused = 0;
    for _ in 0..20 {
        let answer = attacker.ask(change.0.clone(), change.1, change.2).await;
        refused += u32::from(answer.status == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!(refused > 0);
    let mut owner = house.visitor_from("10.0.0.1");
    owner.account("/session", "Rosalind", PASSWORD).await.good();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_that_is_ended_ends_on_open_sockets_too() {
    let house = House::open().await;
    let mut here = house.signed_up("Rosalind").await;
    let wish = json!({"variant": "chess", "opponent": {"kind": "same-board"}});
    let game = here.make(wish).await;
    let mut there = house.visitor();
    there.account("/session", "Rosalind", PASSWORD).await.good();
    let mut socket = there.socket(&game, "").await;
    assert_eq!(socket.next_of("state").await["state"]["seat"], "both");
    let mut own = here.socket(&game, "").await;
    own.next_of("state").await;

    let account = here.get("/account").await.good();
    let sessions = account["sessions"].as_array().expect("sessions");
    assert_eq!(sessions.len(), 2);
    let other = sessions
        .iter()
        .find(|one| one["current"] == false)
        .expect("another");
    let path = format!(
        "/account/sessions/{}",
        other["id"].as_str().expect("an identifier")
    );
    let ended = here.ask(Method::DELETE, &path, None).await;
    assert_eq!(ended.status, StatusCode::NO_CONTENT);
    while socket.next_text().await.is_some() {}
    assert_eq!(me(&mut there).await["account"], false);
    there.get("/account").await.refused(401, "not-signed-in");
    here.ask(Method::DELETE, &path, None)
        .await
        .refused(404, "not-found");
    // The other session continues.
    assert_eq!(own.act(0, "e2e4").await["t"], "ack");
    // Nobody can end another player's session.
    let mut stranger = house.signed_up("Celia").await;
    let own = here.get("/account").await.good()["sessions"][0]["id"].clone();
    let path = format!("/account/sessions/{}", own.as_str().expect("an identifier"));
    stranger
        .ask(Method::DELETE, &path, None)
        .await
        .refused(404, "not-found");
    assert_eq!(me(&mut here).await["account"], true);
}

#[tokio::test]
async fn another_password_needs_the_present_one_and_ends_all_other_sessions() {
    let house = House::open().await;
    let mut here = house.signed_up("Rosalind").await;
    let mut there = house.visitor();
    there.account("/session", "Rosalind", PASSWORD).await.good();
    let change = async |client: &mut Client, old: &str, new: &str| {
        let body = json!({"password": old, "new_password": new});
        client
            .ask(Method::PUT, "/account/password", Some(&body))
            .await
    };
    let other = "a queen in the corner";
    let wrong = change(&mut here, "a bishop on the rim", other).await;
    wrong.refused(403, "wrong-password");
    change(&mut here, PASSWORD, "rosalind1")
        .await
        .refused(422, "invalid");
    assert_eq!(me(&mut there).await["account"], true, "nothing has changed");
    assert_eq!(
        change(&mut here, PASSWORD, other).await.status,
        StatusCode::NO_CONTENT
    );
    assert_eq!(me(&mut here).await["account"], true);
    assert_eq!(me(&mut there).await["account"], false);
    let old = there.account("/session", "Rosalind", PASSWORD).await;
    old.refused(403, "wrong-password");
    there.account("/session", "Rosalind", other).await.good();
    let ended = here.ask(Method::DELETE, "/account/sessions", None).await;
    assert_eq!(ended.status, StatusCode::NO_CONTENT);
    assert_eq!(me(&mut there).await["account"], false);
    assert_eq!(me(&mut here).await["account"], true);
}

/// A thief who has stolen the current session cookie of this browser.
async fn thief_of(browser: &Client) -> Client {
    let mut thief = browser.clone();
    assert_eq!(me(&mut thief).await["account"], true);
    thief
}

#[tokio::test]
async fn signing_in_ends_the_session_that_was_shown() {
    let house = House::open().await;
    house.signed_up("Celia").await;
    let mut browser = house.signed_up("Rosalind").await;
    for name in ["Celia", "Rosalind", "Rosalind"] {
        let mut thief = thief_of(&browser).await;
        browser.account("/session", name, PASSWORD).await.good();
        assert_eq!(me(&mut browser).await["name"], name);
        thief.get("/account").await.refused(401, "not-signed-in");
    }
    let sessions = browser.get("/account").await.good()["sessions"].clone();
    assert_eq!(sessions.as_array().map(Vec::len), Some(1), "{sessions}");
    // A wrong password does not end the session.
    let wrong = browser.account("/session", "Celia", "a bishop on the rim");
    wrong.await.refused(403, "wrong-password");
    assert_eq!(me(&mut browser).await["name"], "Rosalind");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_password_gives_this_browser_another_token_and_ends_the_one_before() {
    let house = House::open().await;
    let mut browser = house.signed_up("Rosalind").await;
    let mut thief = thief_of(&browser).await;
    let mut overheard = thief.feed().await;
    overheard.next_of("feed").await;
    let change = |old: &str| json!({"password": old, "new_password": "a queen in the corner"});
    let path = "/account/password";
    let wrong = change("a bishop on the rim");
    let wrong = browser.ask(Method::PUT, path, Some(&wrong)).await;
    wrong.refused(403, "wrong-password");
    thief.get("/account").await.good();
    let changed = browser
        .ask(Method::PUT, path, Some(&change(PASSWORD)))
        .await;
    assert_eq!(changed.status, StatusCode::NO_CONTENT, "{}", changed.text);
    let sessions = browser.get("/account").await.good()["sessions"].clone();
    assert_eq!(sessions.as_array().map(Vec::len), Some(1), "{sessions}");
    assert_eq!(sessions[0]["current"], true);
    thief.get("/account").await.refused(401, "not-signed-in");
    // Sockets that were opened with the old session end, too.
    while overheard.next_text().await.is_some() {}
}

#[tokio::test]
async fn an_answer_to_another_window_does_not_take_a_new_session_away() {
    let house = House::open().await;
    let mut browser = house.signed_up("Rosalind").await;
    // The second window's requests were in flight when the first window signed in again.
    let mut window = browser.clone();
    let shown = window.cookie();
    let again = browser.account("/session", "Rosalind", PASSWORD).await;
    again.good();
    assert_eq!(me(&mut window).await["account"], false);
    assert_eq!(window.cookie(), shown, "nothing is given or taken");
    let refused = window.post("/games", json!({})).await;
    refused.refused(401, "not-signed-in");
    assert_eq!(window.cookie(), shown, "nothing is given or taken");
    assert_eq!(me(&mut browser).await["account"], true);
    // If no newer session has replaced it, the cookie is cleared.
    let mut window = browser.clone();
    let shown = window.cookie();
    let ended = browser.ask(Method::DELETE, "/session", None).await;
    assert_eq!(ended.status, StatusCode::NO_CONTENT);
    assert_eq!(me(&mut window).await["account"], false);
    assert_ne!(window.cookie(), shown);
}

#[tokio::test]
async fn sessions_end_without_use_and_last_through_a_restart() {
    let house = House::open().await;
    let client = house.signed_up("Rosalind").await;
    let data = house.close().await;
    let house = House::on(data, 2, crate::client::NOON + 29 * 86_400_000, |_| {}).await;
    let mut client = house.knows(&client);
    assert_eq!(me(&mut client).await["account"], true);
    // The session was used, so its thirty days start anew.
    house.clock.advance(29 * 86_400_000);
    house.looks_sessions_up_anew("Orlando").await;
    assert_eq!(me(&mut client).await["account"], true);
    house.clock.advance(31 * 86_400_000);
    assert_eq!(me(&mut client).await["account"], false);
}

#[tokio::test]
async fn a_deleted_account_is_gone_and_its_games_are_played_by_nobody_known() {
    let house = House::open().await;
    let mut client = house.signed_up("Rosalind").await;
    let wish = json!({"variant": "chess", "opponent": {"kind": "link"}, "color": "white"});
    let game = client.make(wish).await;
    let mut opponent = house.signed_up("Orlando").await;
    opponent
        .post(&format!("/games/{game}/join"), json!({}))
        .await
        .good();
    let delete = async |client: &mut Client, password: &str| {
        let body = json!({"password": password});
        client.ask(Method::DELETE, "/account", Some(&body)).await
    };
    delete(&mut client, "a bishop on the rim")
        .await
        .refused(403, "wrong-password");
    delete(&mut house.visitor(), PASSWORD)
        .await
        .refused(401, "not-signed-in");
    assert_eq!(
        delete(&mut client, PASSWORD).await.status,
        StatusCode::NO_CONTENT
    );
    assert_eq!(me(&mut client).await["account"], false);
    let gone = house
        .visitor()
        .account("/session", "Rosalind", PASSWORD)
        .await;
    gone.refused(403, "wrong-password");
    let taken = house
        .visitor()
        .account("/account", "Rosa1ind", PASSWORD)
        .await;
    taken.refused(409, "name-taken");
    // The name is gone at once, although the game is in memory, and after a restart, when the game is loaded again.
    let nameless = async |mut opponent: Client| {
        let players = opponent.get(&format!("/games/{game}")).await.good()["players"].clone();
        assert_eq!(players["white"]["name"], "[deleted]");
        assert_eq!(players["black"]["name"], "Orlando");
        let list = opponent.get("/games").await.good();
        assert!(!list.to_string().contains("Rosalind"), "{list}");
    };
    nameless(opponent.clone()).await;
    let data = house.close().await;
    let house = House::on(data, 2, crate::client::NOON, |_| {}).await;
    nameless(house.knows(&opponent)).await;
}

#[tokio::test]
async fn whoever_joins_the_game_of_a_deleted_account_brings_its_name_not_back() {
    let house = House::open().await;
    let mut client = house.signed_up("Rosalind").await;
    let wish = json!({"variant": "chess", "opponent": {"kind": "link"}, "color": "white"});
    let game = client.make(wish).await;
    let body = json!({"password": PASSWORD});
    let gone = client.ask(Method::DELETE, "/account", Some(&body)).await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT);
    let mut opponent = house.signed_up("Orlando").await;
    opponent
        .post(&format!("/games/{game}/join"), json!({}))
        .await
        .good();
    let data = house.close().await;
    let house = House::on(data, 2, crate::client::NOON, |_| {}).await;
    let mut opponent = house.knows(&opponent);
    let players = opponent.get(&format!("/games/{game}")).await.good()["players"].clone();
    assert_eq!(players["white"]["name"], "[deleted]");
    assert_eq!(players["black"]["name"], "Orlando");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_has_deleted_the_account_is_not_its_player_again_by_the_guest_s_cookie() {
    let house = House::open().await;
    let mut client = house.visitor();
    let id = me(&mut client).await["id"].clone();
    let wish = json!({"variant": "chess", "opponent": {"kind": "link"}, "color": "white"});
    let game = client.make(wish).await;
    let guest_cookie = client.cookie().expect("a cookie");
    client
        .account("/account", "Rosalind", PASSWORD)
        .await
        .good();
    let has_guest = |client: &Client| client.cookie().is_some_and(|all| all.contains("manifold="));
    assert!(!has_guest(&client), "signing up takes the guest's cookie");
    let mut opponent = house.visitor();
    let path = format!("/games/{game}/join");
    opponent.post(&path, json!({})).await.good();
    // As in a browser that still has its old guest cookie.
    client.keep(&guest_cookie);
    let body = json!({"password": PASSWORD});
    let gone = client.ask(Method::DELETE, "/account", Some(&body)).await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT);
    assert!(!has_guest(&client), "and so does deleting the account");

    let returned = || {
        let mut client = house.visitor();
        client.keep(&guest_cookie);
        client
    };
    assert_ne!(me(&mut returned()).await["id"], id);
    let mut socket = returned().socket(&game, "").await;
    let state = socket.next_of("state").await["state"].clone();
    assert_eq!(state["seat"], "spectator");
    assert_eq!(socket.act(1, "e2e4").await["t"], "refused");
    let name = json!({"name": "Celia"});
    let renamed = returned().ask(Method::PUT, "/me", Some(&name)).await.good();
    assert_ne!(renamed["id"], id);
    let mut again = returned();
    let made = again.account("/account", "Celia", PASSWORD).await.good();
    assert_ne!(made["id"], id);
    let name: String = sqlx::query_scalar("SELECT name FROM players WHERE id = ?")
        .bind(id.as_str().expect("text").to_owned())
        .fetch_one(&mut house.database().await)
        .await
        .expect("a name");
    assert_eq!(name, "[deleted]");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_open_socket_ends_when_its_session_is_half_a_year_old() {
    let house = House::open().await;
    let mut client = house.signed_up("Rosalind").await;
    let wish = json!({"variant": "chess", "opponent": {"kind": "same-board"}});
    let game = client.make(wish).await;
    let began = NOON - 180 * 86_400_000 + 200;
    sqlx::query("UPDATE sessions SET created_at = ?")
        .bind(began as i64)
        .execute(&mut house.database().await)
        .await
        .expect("written");
    house.looks_sessions_up_anew("Orlando").await;
    let mut socket = client.socket(&game, "").await;
    assert_eq!(socket.next_of("state").await["state"]["seat"], "both");
    house.clock.advance(200);
    while socket.next_text().await.is_some() {}
    assert_eq!(me(&mut client).await["account"], false);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_was_signed_out_elsewhere_does_nothing_as_a_guest_before_knowing_it() {
    let house = House::open().await;
    let mut friend = house.visitor();
    let wish = json!({"variant": "chess", "opponent": {"kind": "link"}, "color": "white"});
    let game = friend.make(wish.clone()).await;
    let mut here = house.signed_up("Rosalind").await;
    let signed_out = async |here: &mut Client| {
        let mut there = house.visitor();
        there.account("/session", "Rosalind", PASSWORD).await.good();
        let ended = here.ask(Method::DELETE, "/account/sessions", None).await;
        assert_eq!(ended.status, StatusCode::NO_CONTENT);
        there
    };
    let join = format!("/games/{game}/join");
    for (path, body) in [("/games", &wish), (&*join, &json!({}))] {
        let mut there = signed_out(&mut here).await;
        let refused = there.post(path, body.clone()).await;
        let told = refused.refused(401, "not-signed-in")["detail"].to_string();
        assert!(told.contains("signed out"), "{told}");
        assert_eq!(there.get("/games?of=me").await.good()["games"], json!([]));
        let state = friend.get(&format!("/games/{game}")).await.good();
        assert_eq!(state["status"], "waiting", "nobody has joined");
        // One refusal is enough: the next request is a guest's.
        there.post("/games", wish.clone()).await.good();
    }
    // Reading one's own identity is enough, too.
    let mut there = signed_out(&mut here).await;
    assert_eq!(me(&mut there).await["account"], false);
    there.post("/games", wish.clone()).await.good();
    // Requests that need no session succeed at once.
    let mut there = signed_out(&mut here).await;
    there.account("/session", "Rosalind", PASSWORD).await.good();
    assert_eq!(me(&mut there).await["account"], true);
    let mut there = signed_out(&mut here).await;
    let left = there.ask(Method::DELETE, "/session", None).await;
    assert_eq!(left.status, StatusCode::NO_CONTENT);
    // A socket cannot report it when it is opened, so it ends at once.
    let there = signed_out(&mut here).await;
    let mut socket = there.lobby().await;
    while socket.next_text().await.is_some() {}
    assert_eq!(me(&mut here).await["account"], true);
}

/// The cookies that an answer sets: each name with its attributes in order.
async fn cookies_of(house: &House, request: Request<Body>) -> Vec<(String, Vec<String>)> {
    let answer = house.router.clone().oneshot(request).await;
    let answer = answer.expect("a router always answers");
    assert!(answer.status().is_success(), "{answer:?}");
    let cookies = answer.headers().get_all(header::SET_COOKIE).iter();
    let cookies = cookies.map(|cookie| {
        let mut parts = cookie.to_str().expect("text").split("; ");
        let (name, _) = parts
            .next()
            .and_then(|pair| pair.split_once('='))
            .expect("a cookie");
        let mut attributes: Vec<String> = parts.map(str::to_owned).collect();
        attributes.retain(|attribute| !attribute.starts_with("Max-Age="));
        attributes.sort();
        (name.to_owned(), attributes)
    });
    let mut cookies: Vec<_> = cookies.collect();
    cookies.sort();
    cookies
}

#[tokio::test]
async fn cookies_are_for_this_server_alone_never_for_scripts_and_with_https_never_without() {
    let guest = || {
        let request = Request::get("/api/v1/me").body(Body::empty());
        request.expect("a request")
    };
    let account = |name: &str| {
        let body = json!({"username": name, "password": PASSWORD}).to_string();
        let request = Request::post("/api/v1/account")
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from(body));
        request.expect("a request")
    };
    let everywhere = ["HttpOnly", "Path=/", "SameSite=Lax"]
        .map(str::to_owned)
        .to_vec();
    let secure = ["HttpOnly", "Path=/", "SameSite=Lax", "Secure"]
        .map(str::to_owned)
        .to_vec();
    let with_url = |url: Option<&'static str>| {
        move |settings: &mut Settings| settings.public_url = url.map(str::to_owned)
    };
    for (url, attributes, prefix) in [
        (None, &everywhere, ""),
        (Some("http://localhost:8080"), &everywhere, ""),
        (Some("https://play.example.org"), &secure, "__Host-"),
    ] {
        let house = House::with(with_url(url)).await;
        let cookie = |name: &str| (name.to_owned(), attributes.clone());
        assert_eq!(cookies_of(&house, guest()).await, [cookie("manifold")]);
        let mut expected = [
            cookie("manifold"),
            cookie(&format!("{prefix}manifold-browser")),
            cookie(&format!("{prefix}manifold-session")),
        ];
        expected.sort();
        assert_eq!(cookies_of(&house, account("Rosalind")).await, expected);
    }
}

#[tokio::test]
async fn nothing_that_changes_anything_can_be_asked_from_a_page_of_another_site() {
    let house = House::open().await;
    let mut client = house.signed_up("Rosalind").await;
    let document = client.get("/openapi.json").await.good();
    let mut asked = 0;
    for (path, operations) in document["paths"].as_object().expect("paths") {
        let path = path
            .replace("{id}", "nosuchgame22")
            .replace("{name}", "Orlando");
        for method in operations.as_object().expect("operations").keys() {
            let method = method.to_uppercase();
            let is_socket = path.ends_with("/socket");
            if method == "GET" && !is_socket {
                continue;
            }
            let mut request = Request::builder()
                .method(method.as_str())
                .uri(format!("/api/v1{path}"))
                .header(header::CONTENT_TYPE, "application/json")
                .header(header::HOST, "play.example")
                .header(header::ORIGIN, "https://evil.example");
            if is_socket {
                request = request.header(header::UPGRADE, "websocket");
            }
            let request = request.body(Body::from("{}")).expect("a request");
            let answer = client.send(request).await;
            answer.refused(403, "wrong-origin");
            asked += 1;
        }
    }
    assert!(asked > 50, "{asked}");
    // The browser is still signed in: nothing has happened.
    assert_eq!(me(&mut client).await["account"], true);
}
