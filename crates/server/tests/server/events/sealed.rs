//! What is secret in a game of an event stays so until its result is final.

use serde_json::{Value, json};

use super::hall::{Board, Hall, MINUTE};

const REASONS: &str = "Because it is so.";

/// A game of Hyperspace Chess in which White's knight returns on this square, adjudicated.
async fn adjudicated(square: &str) -> (Hall, Board) {
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
        // One after the other, in both truths.
        let arrived = |event: &Value| {
            event["rounds"][0]["boards"][0]["arrived"][["white", "black"][side]] == true
        };
        hall.until("it is noted who is there", arrived).await;
    }
    let rule = json!({"type": "rule", "game": board.game, "ground": "deadline",
        "outcome": {"kind": "draw"}, "reasons": REASONS});
    hall.director(rule).await.good();
    (hall, board)
}

/// Everything that somebody can read of the game and the event.
async fn all_of(hall: &Hall, board: &Board, client: &crate::client::Client) -> Vec<String> {
    let mut client = client.clone();
    let mut all = Vec::new();
    for path in [
        format!("/games/{}", board.game),
        format!("/games/{}/plies", board.game),
        format!("/games/{}/record", board.game),
        format!("/games/{}/verify", board.game),
        format!("/events/{}", hall.id),
        format!("/events/{}/log", hall.id),
        format!("/events/{}/pgn", hall.id),
        format!("/events/{}/trf", hall.id),
        format!("/events/{}/standings", hall.id),
        "/archive".to_owned(),
    ] {
        let answer = client.get(&path).await;
        all.push(format!("{path} {}", masked(&answer.text)));
    }
    all
}

/// Without commitments, which are salted: everything else must be the same.
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

#[tokio::test]
async fn pages_are_the_same_for_two_truths_that_differ_only_in_what_is_sealed() {
    let (one, board) = adjudicated("c3").await;
    let (other, other_board) = adjudicated("a3").await;
    assert_eq!(
        (&one.id, &board.game),
        (&other.id, &other_board.game),
        "the same but for the square"
    );
    let opponent = board.players[1];
    for (here, there) in [
        (
            one.players[opponent].clone(),
            other.players[opponent].clone(),
        ),
        (one.house.visitor(), other.house.visitor()),
        (one.directors[0].clone(), other.directors[0].clone()),
        (one.arbiter.clone(), other.arbiter.clone()),
    ] {
        let [here, there] = [
            all_of(&one, &board, &here).await,
            all_of(&other, &other_board, &there).await,
        ];
        for (here, there) in here.iter().zip(&there) {
            assert_eq!(here, there);
        }
    }
    // The test can fail: the owner's pages differ.
    let own = board.players[0];
    let [here, there] = [
        all_of(&one, &board, &one.players[own]).await,
        all_of(&other, &other_board, &other.players[own]).await,
    ];
    assert_ne!(here, there);
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
    // Who has opened it plays no more in this event, and says nothing beside the game.
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
    // A game that is resumed must not go on with advice: nothing comes, and nothing is there.
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
