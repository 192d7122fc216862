//! Secrets of a game in an event: they are kept until its result is final.

use axum::body::Body;
use axum::http::{Request, header};
use serde_json::{Value, json};
use tower::ServiceExt;

use super::hall::{Board, Hall, MINUTE};

const REASONS: &str = "Because it is so.";

/// A game of Hyperspace Chess in which White's knight returns on this square.
async fn played(square: &str) -> (Hall, Board) {
    let hall = Hall::started(
        json!({"format": {"kind": "match", "games": 1}, "variant": "hyperspace"}),
        2,
    )
    .await;
    let board = hall.board(0, 0).await;
    let mut sockets = hall.sit(&board).await;
    let state = hall.players[board.players[0]]
        .clone()
        .get(&format!("/games/{}", board.game))
        .await;
    let mut n = state.good()["n"].as_u64().expect("a number");
    for (side, action) in [(0, format!("b1^3@{square}")), (1, "e7e5".to_owned())] {
        n = sockets[side].play(n, &action).await;
        // Wait, so that the order is the same in both versions of the game.
        let arrived = |event: &Value| {
            event["rounds"][0]["boards"][0]["arrived"][["white", "black"][side]] == true
        };
        hall.until("it is noted who is there", arrived).await;
    }
    (hall, board)
}

/// Lets a director rule that the game is drawn; returns the number of the entry.
async fn ruled(hall: &Hall, board: &Board) -> u64 {
    let rule = json!({"type": "rule", "game": board.game, "ground": "deadline",
        "outcome": {"kind": "draw"}, "reasons": REASONS});
    let done = hall.director(rule).await.good();
    done["entries"][0].as_u64().expect("a number")
}

/// As [`played`], and adjudicated.
async fn adjudicated(square: &str) -> (Hall, Board) {
    let (hall, board) = played(square).await;
    ruled(&hall, &board).await;
    (hall, board)
}

/// The secrets of a game.
#[derive(Clone, Copy)]
struct Sealed {
    /// The square to which White's knight returns: known to White.
    square: &'static str,
    /// A director's finding: known to that director.
    found: &'static str,
    /// White's text in a call and an appeal: known to White, directors and arbiters.
    written: &'static str,
    /// A director's message to spectators: unknown to players.
    said: &'static str,
}

const SEALED: Sealed = Sealed {
    square: "c3",
    found: "The knight is on c3.",
    written: "My knight on c3 was not shown.",
    said: "It is on c3.",
};

/// The game with a call, a ruling, evidence and an appeal, and with chat meanwhile.
async fn with(sealed: Sealed) -> (Hall, Board) {
    let (hall, board) = played(sealed.square).await;
    let call = json!({"type": "call", "game": board.game, "text": sealed.written});
    hall.player(board.players[0], call).await.good();
    let mut watches = hall.directors[1].socket(&board.game, "").await;
    let said = json!({"t": "say", "id": "1", "words": {"text": sealed.said}});
    watches.say(said).await;
    watches.next_of("done").await;
    let ruling = ruled(&hall, &board).await;
    let evidence =
        json!({"type": "addEvidence", "game": board.game, "ruling": ruling, "text": sealed.found});
    let mut director = hall.directors[1].clone();
    hall.ask(&mut director, evidence).await.good();
    let appeal = json!({"type": "appeal", "ruling": ruling, "text": sealed.written});
    hall.player(board.players[0], appeal).await.good();
    (hall, board)
}

/// Everything that a client can read of the game and the event.
async fn all_of(hall: &Hall, board: &Board, client: &crate::client::Client) -> Vec<String> {
    let mut client = client.clone();
    let mut all = Vec::new();
    let lines = hall.seen().await["standings"].clone();
    let players = lines.as_array().expect("lines").iter();
    let sums = players.map(|line| {
        let player = line["player"]["id"].as_str().expect("an identifier");
        format!("/events/{}/standings/{player}", hall.id)
    });
    for path in [
        format!("/games/{}", board.game),
        format!("/games/{}/plies", board.game),
        format!("/games/{}/record", board.game),
        format!("/games/{}/verify", board.game),
        format!("/games/{}/chat", board.game),
        format!("/events/{}", hall.id),
        format!("/events/{}/rounds", hall.id),
        format!("/events/{}/log", hall.id),
        format!("/events/{}/pgn", hall.id),
        format!("/events/{}/trf", hall.id),
        format!("/events/{}/standings", hall.id),
        "/events".to_owned(),
        "/archive".to_owned(),
    ]
    .into_iter()
    .chain(sums)
    {
        let answer = client.get(&path).await;
        all.push(format!("{path} {}", masked(&answer.text)));
    }
    let last = hall.seen().await["last"].as_u64().expect("a number");
    let mut stream = client.stream(&format!("/events/{}/stream", hall.id)).await;
    loop {
        let line = stream.next().await.expect("a line");
        all.push(format!("stream {}", masked(&line.to_string())));
        if line["n"] == last {
            return all;
        }
    }
}

/// The text without commitments, which are salted: everything else must be the same.
fn masked(text: &str) -> String {
    let mut masked = String::new();
    for word in text.split_inclusive(|c: char| !c.is_ascii_hexdigit()) {
        let digits = word.trim_end_matches(|c: char| !c.is_ascii_hexdigit());
        match digits.len() {
            64 => masked.push_str(&word[64..]),
            _ => masked.push_str(word),
        }
    }
    masked
}

/// The first difference between two versions of the game for a viewer.
async fn differs(
    (one, board): &(Hall, Board),
    (other, other_board): &(Hall, Board),
    who: impl Fn(&Hall) -> crate::client::Client,
) -> Option<[String; 2]> {
    let here = all_of(one, board, &who(one)).await;
    let there = all_of(other, other_board, &who(other)).await;
    assert_eq!(here.len(), there.len());
    let mut pairs = here.into_iter().zip(there);
    pairs.find(|(here, there)| here != there).map(Into::into)
}

#[tokio::test]
async fn pages_are_the_same_for_two_truths_that_differ_only_in_what_is_sealed() {
    let one = with(SEALED).await;
    let [own, opponent] = one.1.players;
    let owner = |hall: &Hall| hall.players[own].clone();
    let opponent = |hall: &Hall| hall.players[opponent].clone();
    let visitor = |hall: &Hall| hall.house.visitor();
    let director = |hall: &Hall| hall.directors[0].clone();
    let finder = |hall: &Hall| hall.directors[1].clone();
    let arbiter = |hall: &Hall| hall.arbiter.clone();

    // The square and the evidence are sealed for everybody else.
    let for_staff = Sealed {
        square: "a3",
        found: "There is a knight on a3, and nothing else.",
        ..SEALED
    };
    let other = with(for_staff).await;
    assert_eq!(
        (&one.0.id, &one.1.game),
        (&other.0.id, &other.1.game),
        "the same but for what is sealed"
    );
    assert_eq!(differs(&one, &other, opponent).await, None);
    assert_eq!(differs(&one, &other, visitor).await, None);
    assert_eq!(differs(&one, &other, director).await, None);
    assert_eq!(differs(&one, &other, arbiter).await, None);
    // Make sure that the test can fail.
    assert!(differs(&one, &other, owner).await.is_some());
    assert!(differs(&one, &other, finder).await.is_some());

    // For the opponent and the public, what a player writes is sealed, too.
    let for_public = Sealed {
        written: "Nobody was told of my knight, which is on a3.",
        ..for_staff
    };
    let one = with(SEALED).await;
    let other = with(for_public).await;
    assert_eq!(differs(&one, &other, opponent).await, None);
    assert_eq!(differs(&one, &other, visitor).await, None);
    assert!(differs(&one, &other, arbiter).await.is_some());

    // For players, what spectators say is hidden, too.
    let for_players = Sealed {
        said: "No, on a3.",
        ..for_public
    };
    let one = with(SEALED).await;
    let other = with(for_players).await;
    assert_eq!(differs(&one, &other, opponent).await, None);
    assert!(differs(&one, &other, visitor).await.is_some());
}

/// The messages on each viewer's sockets, from the first move to the last appeal, and after reconnecting.
struct Followed {
    one: (Hall, Board),
    /// By viewer: White, Black, a spectator, a director who watches.
    heard: [Vec<String>; 4],
}

/// Records a message. Presence is left out: it is sent at any time, and is no secret.
fn keep(heard: &mut Vec<String>, text: &str) -> Value {
    let message: Value = serde_json::from_str(text).expect("JSON");
    if message["t"] != "presence" {
        heard.push(masked(text));
    }
    message
}

/// The game with everything that happens to it, followed on sockets that are open throughout.
async fn followed(sealed: Sealed) -> Followed {
    let hall = Hall::started(
        json!({"format": {"kind": "match", "games": 1}, "variant": "hyperspace"}),
        2,
    )
    .await;
    let board = hall.board(0, 0).await;
    let [white, black] = board.players.map(|player| hall.players[player].clone());
    let mut visitor = hall.house.visitor();
    visitor.get("/me").await;
    let viewers = [white, black, visitor, hall.directors[0].clone()];
    let mut heard: [Vec<String>; 4] = Default::default();
    let mut sockets = Vec::new();
    // Connect one after the other, as each state lists who is present.
    for (client, heard) in viewers.iter().zip(&mut heard) {
        let mut socket = client.socket(&board.game, "").await;
        while keep(heard, &socket.next_text().await.expect("an open socket"))["t"] != "presence" {}
        sockets.push(socket);
    }
    let path = format!("/games/{}", board.game);
    let state = viewers[0].clone().get(&path).await.good();
    let mut n = state["n"].as_u64().expect("a number");
    for (side, action) in [
        (0, format!("b1^3@{}", sealed.square)),
        (1, "e7e5".to_owned()),
    ] {
        let act = json!({"t": "act", "id": format!("act {side}"), "n": n, "action": action});
        sockets[side].say(act).await;
        n += 1;
        until(&mut sockets, &mut heard, n).await;
        let arrived = |event: &Value| {
            event["rounds"][0]["boards"][0]["arrived"][["white", "black"][side]] == true
        };
        hall.until("it is noted who is there", arrived).await;
    }
    let call = json!({"type": "call", "game": board.game, "text": sealed.written});
    hall.player(board.players[0], call).await.good();
    until(&mut sockets, &mut heard, n + 1).await;
    let ruling = ruled(&hall, &board).await;
    until(&mut sockets, &mut heard, n + 2).await;
    let evidence =
        json!({"type": "addEvidence", "game": board.game, "ruling": ruling, "text": sealed.found});
    let mut director = hall.directors[1].clone();
    hall.ask(&mut director, evidence).await.good();
    let appeal = json!({"type": "appeal", "ruling": ruling, "text": sealed.written});
    hall.player(board.players[0], appeal).await.good();
    drop(sockets);
    for have in ["", "?have=0", "?have=1", "?lean=true&have=1"] {
        for (client, heard) in viewers.iter().zip(&mut heard) {
            let mut socket = client.socket(&board.game, have).await;
            while keep(heard, &socket.next_text().await.expect("an open socket"))["t"] != "presence"
            {
            }
        }
    }
    Followed {
        one: (hall, board),
        heard,
    }
}

/// Reads all sockets up to the event with a number.
async fn until(sockets: &mut [crate::client::Socket], heard: &mut [Vec<String>; 4], n: u64) {
    for (socket, heard) in sockets.iter_mut().zip(heard) {
        loop {
            let text = socket.next_text().await.expect("an open socket");
            let message = keep(heard, &text);
            if message["t"] == "event" && message["n"] == n {
                break;
            }
        }
    }
}

#[tokio::test]
async fn sockets_say_the_same_in_two_truths_that_differ_only_in_what_is_sealed() {
    let one = followed(SEALED).await;
    let other = followed(Sealed {
        square: "a3",
        found: "There is a knight on a3, and nothing else.",
        written: "Nobody was told of my knight, which is on a3.",
        said: SEALED.said,
    })
    .await;
    assert_eq!(
        (&one.one.0.id, &one.one.1.game),
        (&other.one.0.id, &other.one.1.game),
        "the same but for what is sealed"
    );
    let [own, opponent, visitor, director] = one.heard;
    let [other_own, other_opponent, other_visitor, other_director] = other.heard;
    for (here, there) in [
        (opponent, other_opponent),
        (visitor, other_visitor),
        (director, other_director),
    ] {
        assert!(here.len() > 8, "{}", here.len());
        assert!(
            here.iter().any(|text| text.contains("ordered")),
            "{here:#?}"
        );
        for (here, there) in here.iter().zip(&there) {
            assert_eq!(here, there);
        }
        assert_eq!(here.len(), there.len());
    }
    // Make sure that the test can fail.
    assert_ne!(own, other_own);
}

#[tokio::test]
async fn the_engine_looks_at_secrets_for_who_has_opened_the_seal_and_for_nobody_else() {
    let (hall, board) = played("c3").await;
    let path = format!("/events/{}/evidence", hall.id);
    let wanted = json!({"game": board.game});
    let [mut director, mut other] = [0, 1].map(|number| hall.directors[number].clone());
    let refused = director.post(&path, wanted.clone()).await;
    assert!(refused.is_problem(), "{}", refused.text);
    let open = json!({"type": "openSeal", "game": board.game});
    hall.director(open).await.good();
    director.post(&path, wanted.clone()).await.good();
    let refused = other.post(&path, wanted).await;
    assert!(refused.is_problem(), "{}", refused.text);
    let text = |event: Value| event["evidence"][0]["text"].clone();
    let own = text(hall.seen_by(&director).await);
    assert!(
        own.as_str().is_some_and(|text| text.contains("nodes")),
        "{own}"
    );
    for client in [&other, &hall.players[0], &hall.players[1], &hall.arbiter] {
        assert_eq!(text(hall.seen_by(client).await), Value::Null);
    }
}

#[tokio::test]
async fn who_opens_the_seal_sees_everything_and_when_the_result_is_final_everybody_does() {
    let (hall, board) = adjudicated("c3").await;
    let path = format!("/games/{}/plies", board.game);
    let knows = async |client: &crate::client::Client| {
        let text = client.clone().get(&path).await.text;
        text.contains("c3")
    };
    let visitor = hall.house.visitor();
    let open = json!({"type": "openSeal", "game": board.game});
    assert!(!knows(&visitor).await);
    assert!(!knows(&hall.directors[0]).await);
    hall.player(board.players[1], open.clone())
        .await
        .refused(403, "not-yours");
    hall.director(open.clone()).await.good();
    hall.director(open).await.refused(409, "not-possible");
    assert!(knows(&hall.directors[0]).await);
    assert!(!knows(&hall.directors[1]).await && !knows(&visitor).await);
    assert!(!knows(&hall.players[board.players[1]]).await);
    let event = hall.seen().await;
    assert_eq!(event["seals"][0]["by"]["username"], "Rosencrantz");
    // Until its result is final, the game is not in the archive and cannot be verified.
    let archive = visitor.clone().get("/archive").await.good();
    assert_eq!(archive["games"], json!([]));
    let mut verify = visitor.clone();
    let verify_path = format!("/games/{}/verify", board.game);
    verify.get(&verify_path).await.refused(409, "not-possible");
    hall.house.clock.advance(30 * MINUTE + 1);
    hall.until("it is over", |event| event["phase"] == "finished")
        .await;
    assert!(knows(&visitor).await);
    verify.get(&verify_path).await.good();
    let archive = visitor.clone().get("/archive").await.good();
    assert_eq!(archive["games"][0]["id"], board.game.as_str());
    let _: Value = archive;
}

#[tokio::test]
async fn players_hear_what_those_who_watch_say_when_the_result_is_final_and_not_when_the_game_has_ended()
 {
    let (hall, board) = adjudicated("c3").await;
    let watcher = &hall.directors[1];
    let mut watches = watcher.socket(&board.game, "").await;
    let own = &hall.players[board.players[0]];
    let mut plays = own.socket(&board.game, "").await;
    let say = |text: &str| json!({"t": "say", "id": text, "words": {"text": text}});
    watches.say(say("Black should have taken.")).await;
    watches.next_of("done").await;
    // A game may be resumed, so its players must not get advice: neither over the socket nor in the chat.
    plays
        .say(json!({"t": "say", "id": "thanks", "words": {"preset": "good-game"}}))
        .await;
    let heard = plays.next_of("said").await;
    assert_eq!(heard["line"]["room"], "players", "{heard}");
    let path = format!("/games/{}/chat", board.game);
    let lines = own.clone().get(&path).await.good()["lines"].clone();
    assert_eq!(lines.as_array().map(Vec::len), Some(1), "{lines}");
    hall.house.clock.advance(30 * MINUTE + 1);
    hall.until("it is over", |event| event["phase"] == "finished")
        .await;
    let lines = own.clone().get(&path).await.good()["lines"].clone();
    assert_eq!(lines.as_array().map(Vec::len), Some(2), "{lines}");
}

#[tokio::test]
async fn what_only_some_know_of_a_sealed_game_is_not_compressed_after_its_end_either() {
    let (hall, board) = adjudicated("c3").await;
    let open = json!({"type": "openSeal", "game": board.game});
    hall.director(open).await.good();
    let encoding = async |client: &crate::client::Client, path: &str| {
        let request = Request::get(format!("/api/v1{path}"))
            .header(header::COOKIE, client.cookie().unwrap_or_default())
            .header(header::ACCEPT_ENCODING, "gzip")
            .body(Body::empty());
        let answer = hall.house.router.clone().oneshot(request.expect("one"));
        let answer = answer.await.expect("a router always answers");
        let encoding = answer.headers().get(header::CONTENT_ENCODING).cloned();
        encoding.map(|encoding| encoding.to_str().expect("text").to_owned())
    };
    let [own, opponent] = board.players.map(|player| hall.players[player].clone());
    let visitor = hall.house.visitor();
    for path in ["", "/plies"] {
        let path = format!("/games/{}{path}", board.game);
        for client in [&own, &opponent, &hall.directors[0]] {
            assert_eq!(encoding(client, &path).await, None, "{path}");
        }
        // Responses of this length are compressed only if they contain no secrets.
        let of_visitor = encoding(&visitor, &path).await;
        assert_eq!(of_visitor.as_deref(), Some("gzip"), "{path}");
    }
    hall.house.clock.advance(30 * MINUTE + 1);
    hall.until("it is over", |event| event["phase"] == "finished")
        .await;
    let path = format!("/games/{}", board.game);
    assert_eq!(encoding(&own, &path).await.as_deref(), Some("gzip"));
}
