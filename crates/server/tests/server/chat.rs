//! Chats of games: who may write, when, who may read, and the limits.

use axum::http::Method;
use serde_json::{Value, json};

use crate::client::{Client, House, PASSWORD, Socket, says_its_wait};
use crate::moderation::{act, id_of, moderated};

fn text(text: &str) -> Value {
    json!({"t": "say", "words": {"text": text}})
}

fn preset(preset: &str) -> Value {
    json!({"t": "say", "words": {"preset": preset}})
}

/// A game by link of two players, White first, with another wish.
async fn game(white: &mut Client, black: &mut Client, change: Value) -> String {
    let mut wish = json!({"variant": "chess", "opponent": {"kind": "link"}, "color": "white"});
    for (name, value) in change.as_object().expect("members") {
        wish[name] = value.clone();
    }
    let game = white.make(wish).await;
    black
        .post(&format!("/games/{game}/join"), json!({}))
        .await
        .good();
    game
}

async fn lines(client: &mut Client, game: &str) -> Vec<String> {
    let chat = client.get(&format!("/games/{game}/chat")).await.good();
    let lines = chat["lines"].as_array().expect("lines").iter();
    lines
        .map(|line| {
            let words = line["words"]["text"].as_str();
            let words = words.or(line["words"]["preset"].as_str()).expect("words");
            format!("{}: {words}", line["name"].as_str().expect("a name"))
        })
        .collect()
}

async fn refused(socket: &mut Socket, message: Value, code: &str) -> Value {
    let answer = socket.request(message).await;
    assert_eq!(
        (&answer["t"], &answer["problem"]["code"]),
        (&json!("refused"), &json!(code)),
        "{answer}"
    );
    answer["problem"].clone()
}

async fn said(socket: &mut Socket, message: Value) {
    let answer = socket.request(message).await;
    assert_eq!(answer["t"], "done", "{answer}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_have_set_phrases_while_they_play_and_own_words_afterwards() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut guest = house.visitor();
    let named = json!({"name": "Orlando"});
    guest.ask(Method::PUT, "/me", Some(&named)).await.good();
    let id = game(&mut ada, &mut guest, json!({})).await;
    let mut white = ada.socket(&id, "").await;
    let mut black = guest.socket(&id, "?lean=true").await;
    said(&mut white, preset("good-luck")).await;
    let heard = black.next_of("said").await["line"].clone();
    assert_eq!(
        (
            &heard["name"],
            &heard["color"],
            &heard["room"],
            &heard["words"]
        ),
        (
            &json!("Ada"),
            &json!("white"),
            &json!("players"),
            &json!({"preset": "good-luck"})
        )
    );
    refused(&mut black, text("Your knight hangs."), "not-possible").await;
    assert_eq!(lines(&mut guest, &id).await, ["Ada: good-luck"]);
    // Chat does not advance the game.
    let n = white.play(1, "e2e4").await;
    assert_eq!(n, 2);
    let resigned = black.request(json!({"t": "resign"})).await;
    assert_eq!(resigned["t"], "ack");
    said(&mut black, text(" Too  strong <b>for</b> me\t! ")).await;
    let heard = white.next_of("said").await["line"].clone();
    assert_eq!(heard["words"]["text"], "Too strong <b>for</b> me !");
    let expected = ["Ada: good-luck", "Orlando: Too strong <b>for</b> me !"];
    assert_eq!(lines(&mut ada, &id).await, expected);
    // The chat is kept across a restart.
    let data = house.close().await;
    let house = House::on(data, 2, crate::client::NOON, |_| {}).await;
    assert_eq!(lines(&mut house.knows(&ada), &id).await, expected);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn those_who_watch_have_a_room_that_players_read_only_after_the_game() {
    let (house, mut moderator, [mut ada, mut bob, mut celia]) =
        moderated(["Ada", "Bob", "Celia"], |_| {}).await;
    let id = game(&mut ada, &mut bob, json!({"variant": "hyperspace"})).await;
    let mut white = ada.socket(&id, "").await;
    let mut black = bob.socket(&id, "").await;
    let mut watching = celia.socket(&id, "").await;
    let stranger = house.visitor();
    let mut guest = stranger.socket(&id, "").await;
    said(&mut watching, text("The rook on e1!")).await;
    assert_eq!(
        guest.next_of("said").await["line"]["words"]["text"],
        "The rook on e1!"
    );
    refused(&mut guest, text("I think so too."), "not-signed-in").await;
    said(&mut white, preset("hello")).await;
    black.next_of("said").await;
    assert_eq!(lines(&mut ada, &id).await, ["Ada: hello"]);
    assert_eq!(lines(&mut celia, &id).await, ["Celia: The rook on e1!"]);
    // Neither was told over the socket: the next event that each hears of is the end of the game.
    white.request(json!({"t": "resign"})).await;
    for (socket, other) in [(&mut black, "spectators"), (&mut watching, "players")] {
        loop {
            let message = socket.next().await;
            if message["t"] == "event" {
                break;
            }
            assert_ne!(message["line"]["room"], other, "{message}");
        }
    }
    let all = ["Celia: The rook on e1!", "Ada: hello"];
    assert_eq!(lines(&mut bob, &id).await, all);
    assert_eq!(lines(&mut celia, &id).await, all[..1]);
    assert_eq!(lines(&mut moderator, &id).await, all);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_moderator_who_plays_hears_what_players_hear() {
    let (house, mut moderator, [mut ada, mut celia]) = moderated(["Ada", "Celia"], |_| {}).await;
    let id = game(&mut moderator, &mut ada, json!({})).await;
    let mut white = moderator.socket(&id, "").await;
    let mut watching = celia.socket(&id, "").await;
    said(&mut watching, text("The rook on e1!")).await;
    said(&mut white, preset("hello")).await;
    assert_eq!(lines(&mut moderator, &id).await, ["Judge: hello"]);
    // A moderator's program is not told more, either: it has no second factor.
    let others = game(&mut ada, &mut celia, json!({})).await;
    let mut black = celia.socket(&others, "").await;
    said(&mut black, preset("hello")).await;
    assert_eq!(lines(&mut moderator, &others).await, ["Celia: hello"]);
    let token = moderator.make_token(PASSWORD, &["games:read"]).await;
    let mut program = house.program(token["token"].as_str().expect("a token"));
    assert_eq!(lines(&mut program, &others).await, [""; 0]);
    assert_eq!(lines(&mut program, &id).await, ["Judge: hello"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_hears_players_if_it_may_see_their_games() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let celia = house.signed_up("Celia").await;
    let id = game(&mut ada, &mut house.visitor(), json!({})).await;
    let mut white = ada.socket(&id, "").await;
    said(&mut white, preset("hello")).await;
    let mut watching = celia.socket(&id, "").await;
    said(&mut watching, text("The rook on e1!")).await;
    for (scope, heard) in [
        ("games:read", vec!["Ada: hello"]),
        ("games:play", vec!["Ada: hello"]),
        ("account:read", vec![]),
        ("events", vec![]),
    ] {
        let token = ada.make_token(PASSWORD, &[scope]).await;
        let mut program = house.program(token["token"].as_str().expect("a token"));
        assert_eq!(lines(&mut program, &id).await, heard, "{scope}");
    }
}

#[tokio::test]
async fn in_correspondence_players_write_and_alone_nobody_does() {
    let house = House::open().await;
    let mut ada = house.visitor();
    let mut bob = house.visitor();
    let days = json!({"clock": {"kind": "correspondence", "days": 3}});
    let letters = game(&mut ada, &mut bob, days).await;
    let mut white = ada.socket(&letters, "").await;
    said(&mut white, text("I shall answer on Sunday.")).await;
    for (opponent, code) in [
        (json!({"kind": "same-board"}), "not-possible"),
        (json!({"kind": "engine", "level": 1}), "not-possible"),
        (json!({"kind": "link"}), "not-live"),
    ] {
        let wish = json!({"variant": "chess", "opponent": opponent});
        let game = ada.make(wish).await;
        let mut socket = ada.socket(&game, "").await;
        refused(&mut socket, preset("hello"), code).await;
    }
}

#[tokio::test]
async fn what_nobody_sees_and_what_nobody_says_is_refused() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("words");
    std::fs::write(&file, "*blunderer*\n").expect("written");
    let house = House::with(|settings| {
        settings.refused_words = Some(file);
        settings.chat_per_minute = 1_000_000;
    })
    .await;
    let mut ada = house.visitor();
    let mut bob = house.visitor();
    let days = json!({"clock": {"kind": "correspondence", "days": 3}});
    let id = game(&mut ada, &mut bob, days).await;
    let mut socket = ada.socket(&id, "").await;
    for words in [
        "",
        "   ",
        "a\u{202e}b",
        "a\u{200b}b",
        "bell \u{7}",
        &"x".repeat(301),
        &format!("Z{}", "\u{301}".repeat(20)),
        "You Blund\u{435}rer!",
        "fuck",
    ] {
        let problem = refused(&mut socket, text(words), "invalid").await;
        assert_eq!(problem["field"], "words", "{words:?}");
    }
    for message in [
        json!({"t": "say"}),
        json!({"t": "say", "words": {}}),
        json!({"t": "say", "words": "hello"}),
        json!({"t": "say", "words": {"preset": "insult"}}),
        json!({"t": "say", "words": {"text": "a", "preset": "hello"}}),
        json!({"t": "say", "words": {"text": "a"}, "room": "spectators"}),
    ] {
        refused(&mut socket, message, "unreadable").await;
    }
    assert_eq!(lines(&mut ada, &id).await, [""; 0]);
    said(&mut socket, text(&"x".repeat(300))).await;
    // The same words are not allowed in names.
    let name = json!({"name": "Old Blunderer"});
    let named = bob.ask(Method::PUT, "/me", Some(&name)).await;
    assert_eq!(named.json()["code"], "invalid", "{}", named.text);
    let account = bob.account("/account", "blunderer7", PASSWORD).await;
    assert_eq!(account.json()["field"], "username", "{}", account.text);
}

#[tokio::test]
async fn a_request_that_comes_twice_is_said_once() {
    let house = House::open().await;
    let mut ada = house.visitor();
    let mut bob = house.visitor();
    let id = game(&mut ada, &mut bob, json!({})).await;
    let mut socket = ada.socket(&id, "").await;
    let message = json!({"t": "say", "id": "one", "words": {"preset": "hello"}});
    for _ in 0..2 {
        socket.say(message.clone()).await;
        socket.next_of("done").await;
    }
    let mut again = ada.socket(&id, "").await;
    again.say(message).await;
    again.next_of("done").await;
    let chat = ada.get(&format!("/games/{id}/chat")).await.good();
    assert_eq!(chat["lines"].as_array().expect("lines").len(), 1);
}

#[tokio::test]
async fn who_says_too_much_is_stopped_by_player_by_network_and_by_game() {
    let house = House::with(|settings| {
        settings.behind_proxy = true;
        settings.chat_per_minute = 1;
    })
    .await;
    let mut all = Vec::new();
    for _ in 0..3 {
        let mut ada = house.visitor();
        let mut bob = house.visitor();
        let id = game(&mut ada, &mut bob, json!({})).await;
        let mut socket = ada.socket(&id, "").await;
        let mut done = 0;
        for _ in 0..20 {
            let answer = socket.request(preset("hello")).await;
            match answer["t"].as_str() {
                Some("done") => done += 1,
                _ => {
                    assert_eq!(answer["problem"]["code"], "too-many", "{answer}");
                    assert!(says_its_wait(&answer["problem"]).is_some(), "{answer}");
                }
            }
        }
        all.push(done);
    }
    // A burst of six for a player, and of five for a network, with one more every twelve seconds.
    assert!(all[0] >= 5 && all.iter().sum::<u32>() <= 10, "{all:?}");
    let house = House::with(|settings| settings.chat_per_minute = u32::MAX).await;
    let mut ada = house.visitor();
    let mut bob = house.visitor();
    let days = json!({"clock": {"kind": "correspondence", "days": 3}});
    let id = game(&mut ada, &mut bob, days).await;
    let mut socket = ada.socket(&id, "").await;
    let mut done = 0;
    for n in 0..130 {
        let answer = socket.request(text(&format!("line {n}"))).await;
        if answer["t"] == "done" {
            done += 1;
        }
    }
    assert_eq!(done, 100);
    let mut other = bob.socket(&id, "").await;
    said(&mut other, text("I have something to say, too.")).await;
}

#[tokio::test]
async fn the_muted_say_nothing_until_the_mute_is_over() {
    let (house, mut moderator, [mut ada, mut troll]) = moderated(["Ada", "Troll"], |_| {}).await;
    let id = game(&mut ada, &mut troll, json!({})).await;
    let mut socket = troll.socket(&id, "").await;
    said(&mut socket, preset("hello")).await;
    let player = id_of(&mut troll).await;
    let mute = json!({"player": player, "kind": "mute", "hours": 1, "reason": "Insults"});
    act(&mut moderator, mute).await;
    let problem = refused(&mut socket, preset("hello"), "muted").await;
    let told = problem["detail"].as_str().expect("a sentence");
    let is_so = told.starts_with("You can write again on ") && told.ends_with(" UTC. Insults.");
    assert!(is_so, "{told}");
    // Playing is still possible.
    let mut white = ada.socket(&id, "").await;
    let n = white.play(1, "e2e4").await;
    socket.play(n, "e7e5").await;
    house.clock.advance(3_600_000);
    said(&mut socket, preset("thanks")).await;
}
