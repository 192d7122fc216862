//! Moderators: what they see and do, and the effect on the players concerned.

use axum::http::{Method, StatusCode};
use manifold_server::Settings;
use manifold_server::admin::{Ban, Banned, RoleSet, ban, set_moderator};
use serde_json::{Value, json};

use crate::client::{Answer, Client, House, NOON, PASSWORD};
use crate::keys::turned_on;
use crate::rated::Rated;

pub(crate) const HOUR: u64 = 3_600_000;

/// A house with a moderator, `Judge`, and accounts of these names.
pub(crate) async fn moderated<const N: usize>(
    names: [&str; N],
    change: impl FnOnce(&mut Settings),
) -> (House, Client, [Client; N]) {
    let house = House::open().await;
    house.signed_up("Judge").await;
    let mut clients = Vec::new();
    for name in names {
        clients.push(house.signed_up(name).await);
    }
    let data = house.close().await;
    let is_done = set_moderator(data.path(), "judge", true).await;
    assert_eq!(is_done.expect("a database"), RoleSet::Done);
    let house = House::on(data, 2, NOON, change).await;
    let mut moderator = house.visitor();
    moderator
        .account("/session", "Judge", PASSWORD)
        .await
        .good();
    turned_on(&mut moderator).await;
    let clients: Vec<Client> = clients.iter().map(|client| house.knows(client)).collect();
    let clients = clients.try_into().ok().expect("as many as there are names");
    (house, moderator, clients)
}

pub(crate) async fn id_of(client: &mut Client) -> String {
    let me = client.get("/me").await.good();
    me["id"].as_str().expect("an identifier").to_owned()
}

/// Acts on a player and returns the number of the entry.
pub(crate) async fn act(moderator: &mut Client, act: Value) -> u64 {
    let entered = moderator.post("/moderation/acts", act).await;
    assert_eq!(entered.status, StatusCode::CREATED, "{}", entered.text);
    entered.json()["number"].as_u64().expect("a number")
}

async fn undo(moderator: &mut Client, number: u64) -> Answer {
    let path = format!("/moderation/acts/{number}/undo");
    moderator.post(&path, json!({"reason": "A mistake."})).await
}

#[tokio::test]
async fn the_operator_makes_moderators_and_they_sign_in_anew() {
    let house = House::open().await;
    let ada = house.signed_up("Ada").await;
    let data = house.close().await;
    let set = async |name, is_moderator| set_moderator(data.path(), name, is_moderator).await;
    assert_eq!(
        set("Bob", true).await.expect("a database"),
        RoleSet::NoAccount
    );
    assert_eq!(set("ADA", true).await.expect("a database"), RoleSet::Done);
    let house = House::on(data, 2, NOON, |_| {}).await;
    let mut ada = house.knows(&ada);
    let me = ada.get("/me").await.good();
    assert_eq!(
        (&me["account"], &me["moderator"]),
        (&json!(false), &json!(false))
    );
    let signed_in = ada.account("/session", "Ada", PASSWORD).await.good();
    assert_eq!(signed_in["moderator"], true);
    assert_eq!(ada.get("/me").await.good()["moderator"], true);
    let missing = ada.get("/moderation/queue").await;
    missing.refused(403, "second-factor-missing");
    let (_, codes) = turned_on(&mut ada).await;
    ada.get("/moderation/queue").await.good();

    let data = house.close().await;
    let is_done = set_moderator(data.path(), "Ada", false).await;
    assert_eq!(is_done.expect("a database"), RoleSet::Done);
    let house = House::on(data, 3, NOON, |_| {}).await;
    let mut ada = house.knows(&ada);
    assert_eq!(ada.get("/me").await.good()["account"], false);
    let first = ada.account("/session", "Ada", PASSWORD).await.good();
    let step = json!({"ticket": first["ticket"], "code": codes[0]});
    let signed_in = ada.post("/session/code", step).await.good();
    assert_eq!(signed_in["moderator"], false);
    ada.get("/moderation/queue").await.refused(403, "not-yours");
}

#[tokio::test]
async fn a_moderator_without_a_second_factor_sees_and_does_nothing() {
    let house = House::open().await;
    house.signed_up("Judge").await;
    let mut ada = house.signed_up("Ada").await;
    let player = id_of(&mut ada).await;
    let data = house.close().await;
    let is_done = set_moderator(data.path(), "Judge", true).await;
    assert_eq!(is_done.expect("a database"), RoleSet::Done);
    let house = House::on(data, 2, NOON, |_| {}).await;
    let mut ada = house.knows(&ada);
    let mut moderator = house.visitor();
    moderator
        .account("/session", "Judge", PASSWORD)
        .await
        .good();
    let sees_nothing = async |moderator: &mut Client| {
        for path in [
            "/moderation/queue".to_owned(),
            "/moderation/log".to_owned(),
            "/moderation/names/Ada".to_owned(),
            format!("/moderation/players/{player}"),
        ] {
            let refused = moderator.get(&path).await;
            let told = refused.refused(403, "second-factor-missing")["detail"].to_string();
            assert!(told.contains("account page"), "{told}");
        }
        let ban = json!({"player": player, "kind": "ban", "reason": "Because."});
        let refused = moderator.post("/moderation/acts", ban).await;
        refused.refused(403, "second-factor-missing");
        let refused = undo(moderator, 1).await;
        refused.refused(403, "second-factor-missing");
    };
    sees_nothing(&mut moderator).await;
    let (_, codes) = turned_on(&mut moderator).await;
    moderator.get("/moderation/queue").await.good();
    // A moderator who turns the second factor off loses access.
    let body = json!({"password": PASSWORD, "code": codes[0]});
    let off = moderator.ask(Method::DELETE, "/account/second-factor", Some(&body));
    assert_eq!(off.await.status, StatusCode::NO_CONTENT);
    sees_nothing(&mut moderator).await;
    assert_eq!(ada.get("/me").await.good()["account"], true);
}

#[tokio::test]
async fn only_moderators_see_and_do_anything_of_moderation() {
    let (house, _, [mut ada, mut bob]) = moderated(["Ada", "Bob"], |_| {}).await;
    let player = id_of(&mut bob).await;
    for stranger in [&mut ada, &mut house.visitor()] {
        for path in [
            "/moderation/queue".to_owned(),
            "/moderation/log".to_owned(),
            "/moderation/names/Bob".to_owned(),
            format!("/moderation/players/{player}"),
        ] {
            stranger.get(&path).await.refused(403, "not-yours");
        }
        let ban = json!({"player": player, "kind": "ban", "reason": "Because."});
        stranger
            .post("/moderation/acts", ban)
            .await
            .refused(403, "not-yours");
        undo(stranger, 1).await.refused(403, "not-yours");
    }
    assert_eq!(bob.get("/me").await.good()["account"], true);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_ban_ends_open_sockets_and_is_told_only_to_who_has_the_password() {
    let (house, mut moderator, [mut ada, mut troll]) = moderated(["Ada", "Troll"], |_| {}).await;
    let wish = json!({
        "variant": "chess", "opponent": {"kind": "link"}, "color": "white",
        "clock": {"kind": "preset", "id": "blitz"},
    });
    let game = ada.make(wish).await;
    let path = format!("/games/{game}");
    troll.post(&format!("{path}/join"), json!({})).await.good();
    let mut white = ada.socket(&game, "").await;
    let mut black = troll.socket(&game, "").await;
    let n = white.play(1, "e2e4").await;
    let n = black.play(n, "e7e5").await;
    white.play(n, "g1f3").await;

    let player = id_of(&mut troll).await;
    let reason = "Insults in three games";
    let number = act(
        &mut moderator,
        json!({"player": player, "kind": "ban", "hours": 24, "reason": reason}),
    )
    .await;
    while black.next_text().await.is_some() {}
    assert_eq!(troll.get("/me").await.good()["account"], false);
    troll.get("/account").await.refused(401, "not-signed-in");

    let wrong = troll
        .account("/session", "Troll", "a bishop on the rim")
        .await;
    let wrong = wrong.refused(403, "wrong-password");
    assert!(!wrong.to_string().contains("Insults"), "{wrong}");
    let right = troll.account("/session", "Troll", PASSWORD).await;
    let right = right.refused(403, "banned");
    let told = right["detail"].as_str().expect("a sentence");
    let is_so = told.starts_with("This account is banned until ")
        && told.ends_with(" UTC. Insults in three games.");
    assert!(is_so, "{told}");
    // The name stays, and others are told nothing of the ban.
    let profile = ada.get("/players/Troll").await;
    assert_eq!(profile.good()["username"], "Troll");
    assert!(!profile.text.contains("ban"), "{}", profile.text);
    // The game goes on, and is lost on time.
    assert_eq!(ada.get(&path).await.good()["status"], "live");
    house.clock.advance(10 * 60_000);
    let over = async || Some(ada.get(&path).await.good()).filter(|state| state["status"] == "over");
    let over = house.eventually("it is lost on time", over).await;
    assert_eq!(over["outcome"]["winner"], "white", "{over}");

    assert_eq!(
        undo(&mut moderator, number).await.status,
        StatusCode::CREATED
    );
    troll.account("/session", "Troll", PASSWORD).await.good();
    assert_eq!(troll.get("/me").await.good()["account"], true);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_begins_a_game_with_somebody_who_is_banned_by_a_challenge_or_a_link() {
    let (_house, mut moderator, [mut ada, mut troll]) = moderated(["Ada", "Troll"], |_| {}).await;
    let clock = json!({"kind": "correspondence", "days": 3});
    let wish = json!({"to": "Ada", "variant": "chess", "clock": clock});
    let made = troll.post("/challenges", wish).await.good();
    let link = json!({"variant": "chess", "opponent": {"kind": "link"}, "clock": clock});
    let link = troll.make(link).await;
    let player = id_of(&mut troll).await;
    let ban = json!({"player": player, "kind": "ban", "hours": 24, "reason": "Enough."});
    act(&mut moderator, ban).await;
    assert_eq!(ada.get("/challenges").await.good()["incoming"], json!([]));
    let path = format!(
        "/challenges/{}/accept",
        made["id"].as_str().expect("a name")
    );
    ada.post(&path, Value::Null).await.refused(404, "not-found");
    let join = format!("/games/{link}/join");
    ada.post(&join, json!({})).await.refused(409, "taken");
    assert_eq!(ada.get("/games?of=me").await.good()["games"], json!([]));
}

#[tokio::test]
async fn a_ban_is_over_when_its_time_is() {
    let (house, mut moderator, [mut troll]) = moderated(["Troll"], |_| {}).await;
    let player = id_of(&mut troll).await;
    let ban = json!({"player": player, "kind": "ban", "hours": 2, "reason": "Because."});
    let number = act(&mut moderator, ban).await;
    house.clock.advance(2 * HOUR - 1);
    let early = troll.account("/session", "Troll", PASSWORD).await;
    early.refused(403, "banned");
    house.clock.advance(1);
    troll.account("/session", "Troll", PASSWORD).await.good();
    let case = moderator
        .get(&format!("/moderation/players/{player}"))
        .await
        .good();
    assert_eq!(
        (&case["ban"], &case["acts"][0]["number"]),
        (&json!(null), &json!(number))
    );
}

#[tokio::test]
async fn the_operator_bans_and_the_log_has_it() {
    let (house, moderator, [troll]) = moderated(["Troll"], |_| {}).await;
    let data = house.close().await;
    let set = async |name, wanted| {
        let reason = "Spam".to_owned();
        ban(data.path(), name, wanted, reason)
            .await
            .expect("a database")
    };
    assert_eq!(set("Nobody", Ban::Days(None)).await, Banned::NoAccount);
    assert_eq!(set("Troll", Ban::End).await, Banned::NotBanned);
    assert_eq!(set("troll", Ban::Days(None)).await, Banned::Done);
    let house = House::on(data, 3, NOON, |_| {}).await;
    let mut troll = house.knows(&troll);
    let told = troll.account("/session", "Troll", PASSWORD).await;
    let told = told.refused(403, "banned");
    assert_eq!(told["detail"], "This account is banned. Spam.");
    let mut moderator = house.knows(&moderator);
    let log = moderator.get("/moderation/log").await.good();
    let entry = &log["entries"][0];
    assert_eq!(
        (
            &entry["kind"],
            &entry["moderator"],
            &entry["name"],
            &entry["until"]
        ),
        (&json!("ban"), &json!(null), &json!("Troll"), &json!(null))
    );
    let unban = json!({"player": entry["player"], "kind": "unban", "reason": "Promised better."});
    act(&mut moderator, unban.clone()).await;
    troll.account("/session", "Troll", PASSWORD).await.good();
    let twice = moderator.post("/moderation/acts", unban).await;
    twice.refused(409, "not-possible");
}

#[tokio::test]
async fn a_warning_is_told_until_it_is_confirmed() {
    let (_house, mut moderator, [mut ada, mut bob]) = moderated(["Ada", "Bob"], |_| {}).await;
    let player = id_of(&mut ada).await;
    let warn = |text| json!({"player": player, "kind": "warn", "reason": text});
    let first = act(&mut moderator, warn("Please do not abort games.")).await;
    let second = act(&mut moderator, warn("Again: do not abort games.")).await;
    let told = ada.get("/me").await.good()["warning"].clone();
    assert_eq!(
        told,
        json!({"number": first, "text": "Please do not abort games."})
    );
    assert_eq!(bob.get("/me").await.good()["warning"], Value::Null);
    let confirm = |number| format!("/me/warnings/{number}/confirm");
    let other = bob.post(&confirm(first), json!({})).await;
    other.refused(404, "not-found");
    let confirmed = ada.ask(Method::POST, &confirm(first), None).await;
    assert_eq!(confirmed.status, StatusCode::NO_CONTENT);
    assert_eq!(ada.get("/me").await.good()["warning"]["number"], second);
    // A withdrawn warning is not shown any more.
    assert_eq!(
        undo(&mut moderator, second).await.status,
        StatusCode::CREATED
    );
    assert_eq!(ada.get("/me").await.good()["warning"], Value::Null);
    // A confirmed warning cannot be withdrawn.
    undo(&mut moderator, first)
        .await
        .refused(409, "not-possible");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_ban_leaves_no_socket_from_before_the_account() {
    let (house, mut moderator, []) = moderated([], |_| {}).await;
    let mut troll = house.visitor();
    let wish = json!({"variant": "chess", "opponent": {"kind": "same-board"}});
    let game = troll.make(wish).await;
    let mut before = troll.socket(&game, "").await;
    assert_eq!(before.next_of("state").await["state"]["seat"], "both");
    let player = id_of(&mut troll).await;
    troll.account("/account", "Troll", PASSWORD).await.good();
    let ban = json!({"player": player, "kind": "ban", "reason": "Insults."});
    act(&mut moderator, ban).await;
    let late = json!({"t": "act", "id": "late", "n": 0, "action": "e2e4"});
    before.say(late).await;
    while let Some(told) = before.next_text().await {
        assert!(!told.contains("late"), "{told}");
    }
    let state = house.visitor().get(&format!("/games/{game}")).await.good();
    assert_eq!(state["n"], 0, "{state}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_moderator_decides_nothing_about_the_result_of_an_own_game() {
    let (house, mut moderator, [mut ada, other]) = moderated(["Ada", "Other"], |_| {}).await;
    let mut game = Rated::begin(&mut moderator, &mut ada).await;
    game.play("e2e4 e7e5").await;
    game.resign(true).await;
    let player = id_of(&mut ada).await;
    let annul = json!({"player": player, "kind": "annul", "game": game.id, "reason": "Because."});
    let own = moderator.post("/moderation/acts", annul.clone()).await;
    own.refused(409, "not-possible");
    let log = moderator.get("/moderation/log").await.good();
    assert_eq!(log["entries"], json!([]), "nothing has changed");

    let data = house.close().await;
    let is_done = set_moderator(data.path(), "Other", true).await;
    assert_eq!(is_done.expect("a database"), RoleSet::Done);
    let house = House::on(data, 3, NOON, |_| {}).await;
    let mut other = house.knows(&other);
    other.account("/session", "Other", PASSWORD).await.good();
    turned_on(&mut other).await;
    let mut moderator = house.knows(&moderator);
    let annulled = act(&mut other, annul).await;
    undo(&mut moderator, annulled)
        .await
        .refused(409, "not-possible");
    // Other moderators may undo it.
    undo(&mut other, annulled).await.good();
}

#[tokio::test]
async fn who_is_banned_is_on_no_leaderboard_until_the_ban_ends() {
    let long = |settings: &mut Settings| settings.leaderboard_seconds = 2 * 3_600;
    let (house, mut moderator, [mut ada, mut bob]) = moderated(["Ada", "Bob"], long).await;
    let player = id_of(&mut bob).await;
    for (id, rating) in [(&id_of(&mut ada).await, 1_500), (&player, 1_600)] {
        let sql = "INSERT INTO ratings VALUES (?, 'chess/blitz', ?, 50, 0.06, ?, 50, 0)";
        sqlx::query(sql)
            .bind(id)
            .bind(rating)
            .bind(NOON as i64)
            .execute(&mut house.database().await)
            .await
            .expect("written");
    }
    let board = async || {
        let board = house.visitor().get("/leaderboard/chess/blitz").await.good();
        let names = board["players"].as_array().expect("players").iter();
        let names = names.map(|one| one["username"].as_str().expect("a name").to_owned());
        (names.collect::<Vec<_>>(), board["ranked"].clone())
    };
    let all = (vec!["Bob".to_owned(), "Ada".to_owned()], json!(2));
    let others = (vec!["Ada".to_owned()], json!(1));
    assert_eq!(board().await, all);
    let ban = json!({"player": player, "kind": "ban", "reason": "An engine."});
    let number = act(&mut moderator, ban).await;
    assert_eq!(board().await, others);
    undo(&mut moderator, number).await.good();
    assert_eq!(board().await, all);
    let ban = json!({"player": player, "kind": "ban", "hours": 1, "reason": "An engine."});
    act(&mut moderator, ban).await;
    assert_eq!(board().await, others);
    house.clock.advance(3 * HOUR);
    assert_eq!(board().await, all);
}

#[tokio::test]
async fn an_act_is_undone_once_by_a_further_entry_of_the_log() {
    let (_house, mut moderator, [mut ada]) = moderated(["Ada"], |_| {}).await;
    let player = id_of(&mut ada).await;
    let mute = json!({"player": player, "kind": "mute", "hours": 1, "reason": "Insults."});
    let number = act(&mut moderator, mute).await;
    let undone = undo(&mut moderator, number).await.good()["number"].clone();
    let log = moderator.get("/moderation/log").await.good();
    let entries = log["entries"].as_array().expect("entries");
    assert_eq!(entries.len(), 2);
    assert_eq!(
        (
            &entries[0]["kind"],
            &entries[0]["undoes"],
            &entries[0]["number"]
        ),
        (&json!("undo"), &json!(number), &undone)
    );
    assert_eq!(
        (
            &entries[1]["kind"],
            &entries[1]["undone_by"],
            &entries[1]["reason"]
        ),
        (&json!("mute"), &undone, &json!("Insults."))
    );
    let time = |name: &str| entries[1][name].as_u64().expect("a time");
    assert_eq!(time("until") - time("at"), HOUR);
    undo(&mut moderator, number)
        .await
        .refused(409, "not-possible");
    let undone = undone.as_u64().expect("a number");
    undo(&mut moderator, undone)
        .await
        .refused(409, "not-possible");
    undo(&mut moderator, 99).await.refused(404, "not-found");
    let page = moderator.get("/moderation/log?before=2").await.good();
    assert_eq!(page["entries"].as_array().expect("entries").len(), 1);
}

#[tokio::test]
async fn a_moderator_acts_neither_on_themselves_nor_on_whom_they_have_reported_nor_bans_another() {
    let (house, mut moderator, [mut ada, other]) = moderated(["Ada", "Other"], |_| {}).await;
    let own = id_of(&mut moderator).await;
    let player = id_of(&mut ada).await;
    let warn = |player: &str| json!({"player": player, "kind": "warn", "reason": "Because."});
    let answer = moderator.post("/moderation/acts", warn(&own)).await;
    answer.refused(409, "not-possible");
    let report = json!({"player": "Ada", "reason": "abuse"});
    let reported = moderator.post("/reports", report).await;
    assert_eq!(reported.status, StatusCode::CREATED, "{}", reported.text);
    let answer = moderator.post("/moderation/acts", warn(&player)).await;
    answer.refused(409, "not-possible");
    let log = moderator.get("/moderation/log").await.good();
    assert_eq!(log["entries"], json!([]), "nothing has changed");

    let data = house.close().await;
    let is_done = set_moderator(data.path(), "Other", true).await;
    assert_eq!(is_done.expect("a database"), RoleSet::Done);
    let house = House::on(data, 3, NOON, |_| {}).await;
    let mut other = house.knows(&other);
    other.account("/session", "Other", PASSWORD).await.good();
    turned_on(&mut other).await;
    // A moderator cannot undo another moderator's act on a player they have reported, either.
    let warning = act(&mut other, warn(&player)).await;
    let mut moderator = house.knows(&moderator);
    undo(&mut moderator, warning)
        .await
        .refused(409, "not-possible");
    let bob = id_of(&mut house.signed_up("Bob").await).await;
    let link = json!({"player": bob, "kind": "link", "other": own, "reason": "Because."});
    let linked = act(&mut other, link).await;
    undo(&mut moderator, linked)
        .await
        .refused(409, "not-possible");
    undo(&mut other, linked).await.good();
    // Another moderator may settle the report; then the first may act on the player, too.
    let case = other
        .get(&format!("/moderation/players/{player}"))
        .await
        .good();
    let report = case["reports"][0]["id"].clone();
    let dismiss = json!({"player": player, "kind": "dismiss", "reason": "Nothing in it.", "reports": [report]});
    act(&mut other, dismiss).await;
    act(&mut moderator, warn(&player)).await;
    undo(&mut moderator, warning).await.good();
    let ban = json!({"player": own, "kind": "ban", "reason": "Because."});
    other
        .post("/moderation/acts", ban)
        .await
        .refused(409, "not-possible");
}

#[tokio::test]
async fn what_makes_no_sense_is_refused_and_changes_nothing() {
    let (_house, mut moderator, [mut ada]) = moderated(["Ada"], |_| {}).await;
    let player = id_of(&mut ada).await;
    for (change, status, field) in [
        (json!({"kind": "ban", "hours": 0}), 400, "hours"),
        (json!({"kind": "ban", "hours": 87_601}), 400, "hours"),
        (json!({"kind": "warn", "hours": 1}), 422, "hours"),
        (json!({"kind": "undo"}), 422, "kind"),
        (json!({"kind": "annul"}), 422, "game"),
        (json!({"kind": "warn", "reason": " "}), 422, "reason"),
        (
            json!({"kind": "warn", "reason": "x".repeat(501)}),
            422,
            "reason",
        ),
        (
            json!({"kind": "warn", "reason": "a\u{202e}b"}),
            422,
            "reason",
        ),
    ] {
        let mut wanted = json!({"player": player, "reason": "Because."});
        for (name, value) in change.as_object().expect("members") {
            wanted[name] = value.clone();
        }
        let answer = moderator.post("/moderation/acts", wanted).await;
        assert_eq!(answer.status.as_u16(), status, "{change} {}", answer.text);
        assert_eq!(answer.json()["field"], field, "{change}");
    }
    let nobody = json!({"player": "nobodynobody", "kind": "warn", "reason": "Because."});
    let answer = moderator.post("/moderation/acts", nobody).await;
    answer.refused(404, "not-found");
    let log = moderator.get("/moderation/log").await.good();
    assert_eq!(log["entries"], json!([]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moderators_see_how_a_finished_game_was_played() {
    let (house, mut moderator, [mut ada, mut bob]) = moderated(["Ada", "Bob"], |_| {}).await;
    let wish = json!({"variant": "chess", "opponent": {"kind": "link"}, "color": "white"});
    let game = ada.make(wish).await;
    bob.post(&format!("/games/{game}/join"), json!({}))
        .await
        .good();
    let mut sockets = [ada.socket(&game, "").await, bob.socket(&game, "").await];
    let mut n = 1;
    // Black answers after half a minute each time, and takes the queen that White gives away.
    for (ply, action) in ["e2e4", "e7e5", "d1h5", "g8f6", "h5f7", "e8f7"]
        .into_iter()
        .enumerate()
    {
        house.clock.advance([1_000, 30_000][ply % 2]);
        // Black's page was in the background before the last two actions, and says so.
        let act = json!({"t": "act", "n": n, "action": action, "away": ply == 3 || ply == 5});
        let acted = sockets[ply % 2].request(act).await;
        n = acted["n"].as_u64().unwrap_or_else(|| panic!("{acted}"));
    }
    // Nobody else is told of that.
    for client in [&mut ada, &mut bob, &mut house.visitor()] {
        for path in [format!("/games/{game}"), format!("/games/{game}/plies")] {
            let text = client.get(&path).await.text;
            assert!(!text.contains("away"), "{text}");
        }
    }
    let path = format!("/moderation/games/{game}/evidence");
    moderator.get(&path).await.refused(409, "not-possible");
    sockets[0].request(json!({"t": "resign"})).await;
    ada.get(&path).await.refused(403, "not-yours");
    let told = moderator.get(&path).await.good();
    let times = |side: &str| told[side]["times"].as_array().expect("times").clone();
    assert_eq!((times("white").len(), times("black").len()), (3, 3));
    let black = &told["black"];
    assert_eq!(black["median_ms"], 30_000);
    assert_eq!(
        (&told["white"]["away"], &black["away"]),
        (&json!(0), &json!(2))
    );
    assert_eq!(times("black")[2], json!({"number": 3, "ms": 30_000}));
    for (n, (level, nodes)) in [(2, 2_000), (4, 12_000), (6, 45_000)]
        .into_iter()
        .enumerate()
    {
        let agreement = |side: &str| {
            let agreement = &told[side]["agreement"][n];
            assert_eq!(
                (&agreement["level"], &agreement["nodes"]),
                (&json!(level), &json!(nodes)),
                "{told}"
            );
            assert_eq!(agreement["compared"], 3, "{told}");
            agreement["agreed"].as_u64().expect("a number")
        };
        // The engine agrees with taking the queen, and not with giving it away.
        assert!(agreement("black") >= 1 && agreement("white") <= 2, "{told}");
    }
}
