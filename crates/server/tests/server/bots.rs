//! Bots: turning an account into one, and what bot programs are told and may do.

use axum::http::{Method, StatusCode};
use manifold_rules::variant::{AnyGame, VariantId};
use serde_json::{Value, json};

use crate::accounts::me;
use crate::client::{Answer, Client, House, PASSWORD};
use crate::events::hall::Hall;

/// A bot's owner, and its program.
async fn bot(house: &House, name: &str) -> (Client, Client) {
    let mut owner = house.signed_up(name).await;
    let made = owner
        .post("/account/bot", json!({"password": PASSWORD}))
        .await
        .good();
    assert_eq!(made["bot"], true);
    let token = owner.make_token(PASSWORD, &["games:play"]).await;
    let program = house.program(token["token"].as_str().expect("a token"));
    (owner, program)
}

async fn act(client: &mut Client, game: &str, n: u64, action: &str) -> Answer {
    let body = json!({"t": "act", "id": format!("act {n}"), "n": n, "action": action});
    client
        .post(&format!("/bot/games/{game}/actions"), body)
        .await
}

#[tokio::test]
async fn only_an_account_that_has_never_played_becomes_a_bot_and_stays_one() {
    let house = House::open().await;
    let mut player = house.signed_up("Rosalind").await;
    let same = json!({"variant": "chess", "opponent": {"kind": "same-board"}});
    player.make(same).await;
    let password = json!({"password": PASSWORD});
    let answer = player.post("/account/bot", password.clone()).await;
    answer.refused(409, "not-possible");
    assert_eq!(me(&mut player).await["bot"], false);
    let guest = house.visitor().post("/account/bot", password.clone()).await;
    guest.refused(401, "not-signed-in");

    let mut owner = house.signed_up("Automaton").await;
    let mut elsewhere = house.visitor();
    elsewhere
        .account("/session", "Automaton", PASSWORD)
        .await
        .good();
    let wrong = json!({"password": "a bishop on the rim"});
    owner
        .post("/account/bot", wrong)
        .await
        .refused(403, "wrong-password");
    owner.post("/account/bot", password.clone()).await.good();
    assert_eq!(me(&mut owner).await["bot"], true);
    // Its rights have changed, so all other sessions have ended.
    assert_eq!(me(&mut elsewhere).await["account"], false);
    // Doing it again changes nothing.
    owner.post("/account/bot", password).await.good();
    assert_eq!(me(&mut owner).await["bot"], true);
    let profile = house.visitor().get("/players/Automaton").await.good();
    assert_eq!(profile["bot"], true);
    let data = house.close().await;
    let house = House::on(data, 2, crate::client::NOON, |_| {}).await;
    assert_eq!(me(&mut house.knows(&owner)).await["bot"], true);
}

#[tokio::test]
async fn an_answer_to_another_window_does_not_take_a_new_bot_s_session_away() {
    let house = House::open().await;
    let mut owner = house.signed_up("Automaton").await;
    let mut window = owner.clone();
    let shown = window.cookie();
    let password = json!({"password": PASSWORD});
    owner.post("/account/bot", password).await.good();
    assert_eq!(me(&mut window).await["account"], false);
    assert_eq!(window.cookie(), shown, "nothing is given or taken");
    assert_eq!(me(&mut owner).await["bot"], true);
}

#[tokio::test]
async fn a_browser_that_was_refused_a_new_session_is_told_at_once_when_its_own_has_ended() {
    let house = House::open().await;
    let mut player = house.signed_up("Rosalind").await;
    let same = json!({"variant": "chess", "opponent": {"kind": "same-board"}});
    player.make(same.clone()).await;
    let password = json!({"password": PASSWORD});
    let refused = player.post("/account/bot", password).await;
    refused.refused(409, "not-possible");
    let mut elsewhere = house.visitor();
    elsewhere
        .account("/session", "Rosalind", PASSWORD)
        .await
        .good();
    let ended = elsewhere
        .ask(Method::DELETE, "/account/sessions", None)
        .await;
    assert_eq!(ended.status, StatusCode::NO_CONTENT);
    // The cookie is cleared, so the next request is a guest's.
    let shown = player.cookie();
    let signed_out = player.post("/games", same.clone()).await;
    signed_out.refused(401, "not-signed-in");
    assert_ne!(player.cookie(), shown);
    player.make(same).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_enters_no_event_and_nobody_who_has_entered_one_becomes_a_bot() {
    let hall = Hall::open(json!({}), 1).await;
    let (mut owner, _) = bot(&hall.house, "Automaton").await;
    let enter = json!({"type": "enter"});
    let refused = hall.ask(&mut owner, enter.clone()).await;
    let refused = refused.refused(409, "not-possible")["detail"].clone();
    assert!(
        refused.to_string().contains("Bots cannot enter"),
        "{refused}"
    );
    let by_director = json!({"type": "enter", "player": "Automaton"});
    hall.director(by_director)
        .await
        .refused(409, "not-possible");
    let password = json!({"password": PASSWORD});
    let mut page = hall.players[0].clone();
    let refused = page.post("/account/bot", password.clone()).await;
    let refused = refused.refused(409, "not-possible")["detail"].clone();
    assert!(
        refused.to_string().contains("entered an event"),
        "{refused}"
    );
    hall.player(0, json!({"type": "withdraw"})).await.good();
    page.post("/account/bot", password).await.good();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_is_marked_wherever_it_plays_and_is_not_in_the_lobby() {
    let house = House::open().await;
    let (_, mut program) = bot(&house, "Automaton").await;
    let wish = json!({"variant": "chess", "opponent": {"kind": "link"}, "color": "white"});
    let game = program.make(wish).await;
    let mut human = house.visitor();
    human
        .post(&format!("/games/{game}/join"), json!({}))
        .await
        .good();
    let players = human.get(&format!("/games/{game}")).await.good()["players"].clone();
    assert_eq!(players["white"]["bot"], true);
    assert_eq!(players["black"]["bot"], false);
    let list = human.get("/games?of=me").await.good();
    assert_eq!(list["games"][0]["white"]["bot"], true);
    let other = human
        .make(json!({"variant": "chess", "opponent": {"kind": "link"}, "color": "white"}))
        .await;
    program
        .post(&format!("/games/{other}/join"), json!({}))
        .await
        .good();
    let data = house.close().await;
    let house = House::on(data, 2, crate::client::NOON, |_| {}).await;
    let players = house.visitor().get(&format!("/games/{other}")).await.good();
    assert_eq!(players["players"]["black"]["bot"], true);
    assert!(house.knows(&program).try_lobby().await.is_err());
    assert!(house.visitor().try_lobby().await.is_ok());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_is_not_in_the_lobby_over_a_socket_from_before_it_was_an_account() {
    let house = House::open().await;
    let mut owner = house.visitor();
    me(&mut owner).await;
    let mut before = owner.lobby().await;
    before.next_of("lobby").await;
    owner
        .account("/account", "Automaton", PASSWORD)
        .await
        .good();
    let password = json!({"password": PASSWORD});
    owner.post("/account/bot", password).await.good();
    let wish = json!({"variant": "chess", "clock": {"kind": "preset", "id": "blitz"}});
    let seek = json!({"t": "seek", "id": "of a bot", "wish": wish});
    before.say(seek).await;
    while let Some(told) = before.next_text().await {
        assert!(!told.contains("of a bot"), "{told}");
    }
}

/// Makes an account a bot without its browser windows noticing, as another server over the same database could.
async fn is_made_a_bot(house: &House, name: &str) {
    let mut database = house.database().await;
    let made = sqlx::query("UPDATE accounts SET bot = 1 WHERE username = ?")
        .bind(name)
        .execute(&mut database)
        .await
        .expect("done");
    assert_eq!(made.rows_affected(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_window_of_an_account_that_is_a_bot_by_now_is_not_paired_in_the_lobby() {
    let house = House::open().await;
    let mut owner = house.signed_up("Automaton").await;
    let mut window = owner.lobby().await;
    window.next_of("lobby").await;
    let stranger = house.signed_up("Rosalind").await;
    let mut waiting = stranger.lobby().await;
    let blitz = json!({"variant": "chess", "clock": {"kind": "preset", "id": "blitz"}});
    let days = json!({"variant": "chess", "clock": {"kind": "correspondence", "days": 3}});
    let mut seeks = Vec::new();
    for wish in [&blitz, &days] {
        let made = waiting.request(json!({"t": "seek", "wish": wish})).await;
        seeks.push(made["seek"].clone());
    }
    is_made_a_bot(&house, "Automaton").await;

    for request in [
        json!({"t": "seek", "wish": blitz}),
        json!({"t": "seek", "wish": days}),
        json!({"t": "accept", "seek": seeks[0]}),
        json!({"t": "accept", "seek": seeks[1]}),
    ] {
        let refused = window.request(request.clone()).await;
        assert_eq!(refused["problem"]["code"], "not-possible", "{request}");
    }
    // The stranger still waits, and has no game.
    for seek in seeks {
        let withdrawn = waiting
            .request(json!({"t": "withdraw", "seek": seek}))
            .await;
        assert_eq!(withdrawn["t"], "done", "{withdrawn}");
    }
    let games = owner.get("/games?of=me").await.good();
    assert_eq!(games["games"], json!([]));
}

#[tokio::test]
async fn another_window_of_an_account_that_is_a_bot_by_now_plays_as_one() {
    let house = House::open().await;
    let mut owner = house.signed_up("Automaton").await;
    // The server has cached that this is a person.
    assert_eq!(me(&mut owner).await["bot"], false);
    is_made_a_bot(&house, "Automaton").await;
    let link = json!({"variant": "chess", "opponent": {"kind": "link"}, "color": "white"});
    let game = owner.make(link).await;
    let players = owner.get(&format!("/games/{game}")).await.good()["players"].clone();
    assert_eq!(players["white"]["bot"], true);
    assert_eq!(me(&mut owner).await["bot"], true);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_an_account_has_asked_of_people_ends_when_it_becomes_a_bot() {
    let house = House::open().await;
    let mut person = house.signed_up("Rosalind").await;
    let (_, mut engine) = bot(&house, "Clockwork").await;
    let mut owner = house.signed_up("Automaton").await;
    let mut ids = Vec::new();
    for to in ["Rosalind", "Clockwork"] {
        let challenge = json!({"to": to, "variant": "chess"});
        let made = owner.post("/challenges", challenge).await.good();
        ids.push(made["id"].as_str().expect("an identifier").to_owned());
    }
    let mut feed = person.feed().await;
    let told = feed.next_of("feed").await;
    assert_eq!(told["challenges"]["incoming"][0]["id"], ids[0].as_str());
    let password = json!({"password": PASSWORD});
    owner.post("/account/bot", password).await.good();

    let told = feed.next_of("feed").await;
    assert_eq!(told["challenges"]["incoming"], json!([]));
    let gone = person
        .post(&format!("/challenges/{}/accept", ids[0]), json!({}))
        .await;
    gone.refused(404, "not-found");
    let waits = owner.get("/challenges").await.good();
    assert_eq!(waits["outgoing"][0]["id"], ids[1].as_str());
    assert_eq!(waits["outgoing"].as_array().map(Vec::len), Some(1));
    let again = json!({"to": "Rosalind", "variant": "chess"});
    let refused = owner.post("/challenges", again).await;
    refused.refused(409, "not-possible");
    let games = engine.get("/games?of=me").await.good();
    assert_eq!(games["games"], json!([]));
}

#[tokio::test]
async fn the_streams_tell_of_games_and_of_everything_in_them_until_they_are_over() {
    let house = House::open().await;
    let (_, mut program) = bot(&house, "Automaton").await;
    let mut events = program.stream("/stream/events").await;
    let wish = json!({"variant": "chess", "opponent": {"kind": "link"}, "color": "white"});
    let game = program.make(wish).await;
    // A game that has already begun is reported first.
    let mut opponent = house.signed_up("Rosalind").await;
    opponent
        .post(&format!("/games/{game}/join"), json!({}))
        .await
        .good();
    let began = events.next().await.expect("a line");
    assert_eq!(began["type"], "gameStart");
    assert_eq!(began["game"]["id"], game.as_str());
    assert_eq!(began["game"]["seat"], "white");
    let mut late = program.stream("/stream/events").await;
    assert_eq!(late.next().await.expect("a line")["type"], "gameStart");

    let mut stream = program.stream(&format!("/bot/games/{game}/stream")).await;
    let full = stream.next().await.expect("a line");
    assert_eq!(full["type"], "gameFull");
    assert_eq!(full["seat"], "white");
    assert_eq!(full["start"], "startpos");
    assert_eq!(full["state"]["moves"], "");
    assert_eq!(full["state"]["actor"], "white");
    assert_eq!(full["players"]["white"]["bot"], true);
    let acted = act(&mut program, &game, 1, "e2e4").await.good();
    assert_eq!(acted, json!({"n": 2}));
    // A repeated request is executed only once.
    assert_eq!(act(&mut program, &game, 1, "e2e4").await.good()["n"], 2);
    let state = stream.next().await.expect("a line");
    assert_eq!(state["type"], "gameState");
    assert_eq!((&state["n"], &state["moves"]), (&json!(2), &json!("e2e4")));
    let path = format!("/bot/games/{game}/actions");
    let resign = json!({"t": "resign", "id": "resign"});
    // People may use this API, too.
    opponent.post(&path, resign).await.good();
    let state = stream.next().await.expect("a line");
    assert_eq!(state["status"], "over");
    assert_eq!(state["outcome"]["winner"], "white");
    assert!(stream.next().await.is_none(), "it ends with the game");
    let ended = events.next().await.expect("a line");
    assert_eq!(ended["type"], "gameFinish");
    assert_eq!(ended["game"]["outcome"]["winner"], "white");
}

#[tokio::test]
async fn what_is_wrong_with_an_action_is_told_as_on_sockets() {
    let house = House::open().await;
    let (_, mut program) = bot(&house, "Automaton").await;
    let wish = json!({"variant": "chess", "opponent": {"kind": "same-board"}});
    let game = program.make(wish).await;
    act(&mut program, &game, 0, "e2e5")
        .await
        .refused(422, "illegal");
    act(&mut program, &game, 0, "what")
        .await
        .refused(400, "unreadable");
    act(&mut program, &game, 7, "e2e4")
        .await
        .refused(409, "stale");
    act(&mut program, "nosuchgame22", 0, "e2e4")
        .await
        .refused(404, "not-found");
    let path = format!("/bot/games/{game}/actions");
    for body in [
        json!({"t": "ping"}),
        json!({"t": "act", "id": "", "n": 0, "action": "e2e4"}),
        json!({"t": "act", "id": "1", "n": 0, "action": "e2e4", "more": 1}),
        json!({"t": "dance", "id": "1"}),
    ] {
        program.post(&path, body).await.refused(400, "unreadable");
    }
    let (_, mut stranger) = bot(&house, "Another").await;
    act(&mut stranger, &game, 0, "e2e4")
        .await
        .refused(403, "not-yours");
    let mut guest = house.visitor();
    act(&mut guest, &game, 0, "e2e4")
        .await
        .refused(401, "not-signed-in");
    for path in ["/stream/events", "/bot/games/nosuchgame22/stream"] {
        guest.get(path).await.refused(401, "not-signed-in");
    }
    let missing = program.get("/bot/games/nosuchgame22/stream").await;
    missing.refused(404, "not-found");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn streams_end_when_the_token_is_revoked_and_when_the_server_stops() {
    let house = House::open().await;
    let (mut owner, mut program) = bot(&house, "Automaton").await;
    let wish = json!({"variant": "chess", "opponent": {"kind": "same-board"}});
    let game = program.make(wish).await;
    let path = format!("/bot/games/{game}/stream");
    let mut streams = [
        program.stream("/stream/events").await,
        program.stream(&path).await,
    ];
    for stream in &mut streams {
        stream.next().await.expect("a line");
    }
    let list = owner.get("/account/tokens").await.good();
    let id = list["tokens"][0]["id"].as_str().expect("an identifier");
    let revoke = format!("/account/tokens/{id}");
    owner.ask(axum::http::Method::DELETE, &revoke, None).await;
    for stream in &mut streams {
        assert!(stream.next().await.is_none());
    }
    let mut own = owner.stream("/stream/events").await;
    own.next().await.expect("a line");
    house.close().await;
    assert!(own.next().await.is_none());
}

#[tokio::test]
async fn a_stream_takes_the_place_of_a_socket_and_gives_it_back() {
    let house = House::with(|settings| settings.sockets_per_client = 3).await;
    let (_, program) = bot(&house, "Automaton").await;
    let mut open = Vec::new();
    for _ in 0..3 {
        open.push(program.stream("/stream/events").await);
    }
    let more = program.try_stream("/stream/events").await;
    assert_eq!(more.status(), StatusCode::TOO_MANY_REQUESTS);
    drop(open);
    // The stream's task notices this a moment later.
    let again = async || {
        let again = program.try_stream("/stream/events").await;
        (again.status() == StatusCode::OK).then_some(())
    };
    house.eventually("a place is given back", again).await;
}

/// Plays a game of two bots to its end, each by its own stream; returns the last state.
async fn played_out(house: &House, variant: &str) -> Value {
    let (_, mut white) = bot(house, "Automaton").await;
    let (_, mut black) = bot(house, "Mechanism").await;
    let wish = json!({"variant": variant, "opponent": {"kind": "link"}, "color": "white"});
    let game = white.make(wish).await;
    black
        .post(&format!("/games/{game}/join"), json!({}))
        .await
        .good();
    let path = format!("/bot/games/{game}/stream");
    let mut streams = [white.stream(&path).await, black.stream(&path).await];
    let mut clients = [white, black];
    let id: VariantId = variant.parse().expect("a variant");
    let mut known = AnyGame::new(id);
    for turn in 0.. {
        let (own, other) = (turn % 2, (turn + 1) % 2);
        // In a game without secrets both are told the same.
        let mut state = streams[own].next().await.expect("a line");
        let same = streams[other].next().await.expect("a line");
        if turn == 0 {
            state = state["state"].clone();
        } else {
            assert_eq!(state, same);
        }
        let moves = state["moves"].as_str().expect("text");
        known = AnyGame::new(id);
        for word in moves.split_whitespace() {
            let action = id.parse_action(word).expect("an action");
            known.play(action).expect("a legal action");
        }
        if state["status"] == "over" {
            assert!(known.outcome().is_some());
            return state;
        }
        let n = state["n"].as_u64().expect("a number");
        let legal = known.position().legal_actions();
        // Fool's mate, if it is possible.
        let mate = ["f2f3", "e7e5", "g2g4", "d8h4"];
        let action = mate.get(turn).map(|action| (*action).to_owned());
        let action = action.unwrap_or_else(|| legal[0].to_string());
        act(&mut clients[own], &game, n, &action).await.good();
    }
    unreachable!("{known:?}");
}

#[tokio::test]
async fn two_bots_play_a_whole_game_by_what_their_streams_tell() {
    let house = House::open().await;
    let end = played_out(&house, "chess").await;
    assert_eq!(end["outcome"]["reason"], "checkmate");
    assert_eq!(end["moves"], "f2f3 e7e5 g2g4 d8h4");
}

#[tokio::test]
async fn a_bot_is_told_its_own_secrets_and_none_of_the_opponent() {
    let house = House::open().await;
    let (_, mut white) = bot(&house, "Automaton").await;
    let (_, mut black) = bot(&house, "Mechanism").await;
    let wish = json!({"variant": "hyperspace", "opponent": {"kind": "link"}, "color": "white"});
    let game = white.make(wish).await;
    black
        .post(&format!("/games/{game}/join"), json!({}))
        .await
        .good();
    let path = format!("/bot/games/{game}/stream");
    let spectator = house.signed_up("Rosalind").await;
    let mut streams = [
        white.stream(&path).await,
        black.stream(&path).await,
        spectator.stream(&path).await,
    ];
    for stream in &mut streams {
        stream.next().await.expect("a line");
    }
    act(&mut white, &game, 1, "g1^3@h5").await.good();
    let mut told = Vec::new();
    for stream in &mut streams {
        let state = stream.next().await.expect("a line");
        assert!(state["type"] == "gameState", "{state}");
        told.push(state["moves"].as_str().expect("text").to_owned());
    }
    assert_eq!(told, ["g1^3@h5", "g1^3@?", ""]);
}

/// A challenge to a game without a clock.
fn challenge_to(name: &str) -> Value {
    json!({"to": name, "variant": "hidden960"})
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_hears_of_challenges_and_answers_them_with_its_token() {
    let house = House::open().await;
    let (_, mut program) = bot(&house, "Automaton").await;
    let mut rosalind = house.signed_up("Rosalind").await;
    // A challenge that is already waiting is reported first.
    let made = rosalind
        .post("/challenges", challenge_to("Automaton"))
        .await;
    let first = made.good()["id"].as_str().expect("a name").to_owned();
    let mut events = program.stream("/stream/events").await;
    let told = events.next().await.expect("a line");
    assert_eq!(told["type"], "challenge");
    let challenge = &told["challenge"];
    assert_eq!(
        (&challenge["id"], &challenge["status"]),
        (&json!(first), &json!("open"))
    );
    assert_eq!(
        (&challenge["challenger"], &challenge["challenged"]),
        (&json!("Rosalind"), &json!("Automaton"))
    );
    assert_eq!(
        (&challenge["variant"], &challenge["rated"]),
        (&json!("hidden960"), &json!(false))
    );
    let cancel = format!("/challenges/{first}");
    rosalind
        .ask(axum::http::Method::DELETE, &cancel, None)
        .await;
    let told = events.next().await.expect("a line");
    assert_eq!(
        (&told["type"], &told["challenge"]["id"]),
        (&json!("challengeCanceled"), &json!(first))
    );
    assert_eq!(told["challenge"]["status"], "canceled");

    // The challenger hears of the answer in the same way.
    let mut own = rosalind.stream("/stream/events").await;
    let made = rosalind
        .post("/challenges", challenge_to("Automaton"))
        .await;
    let second = made.good()["id"].as_str().expect("a name").to_owned();
    for stream in [&mut events, &mut own] {
        let told = stream.next().await.expect("a line");
        assert_eq!(
            (&told["type"], &told["challenge"]["id"]),
            (&json!("challenge"), &json!(second))
        );
    }
    let decline = format!("/challenges/{second}/decline");
    let no = program
        .post(&decline, json!({"reason": "other-game"}))
        .await;
    assert_eq!(no.status, StatusCode::NO_CONTENT);
    let told = own.next().await.expect("a line");
    assert_eq!(
        (&told["type"], &told["challenge"]["reason"]),
        (&json!("challengeDeclined"), &json!("other-game"))
    );

    let made = rosalind
        .post("/challenges", challenge_to("Automaton"))
        .await;
    let third = made.good()["id"].as_str().expect("a name").to_owned();
    for stream in [&mut events, &mut own] {
        assert_eq!(
            stream.next().await.expect("a line")["challenge"]["id"],
            third.as_str()
        );
    }
    let accepted = program
        .post(&format!("/challenges/{third}/accept"), Value::Null)
        .await
        .good();
    assert_eq!(accepted["game"], third.as_str());
    for stream in [&mut events, &mut own] {
        let told = stream.next().await.expect("a line");
        assert_eq!(
            (&told["type"], &told["game"]["id"]),
            (&json!("gameStart"), &json!(third))
        );
    }
}

#[tokio::test]
async fn a_token_answers_challenges_only_with_its_scope() {
    let house = House::open().await;
    let (mut owner, _) = bot(&house, "Automaton").await;
    let reader = owner.make_token(PASSWORD, &["games:read"]).await;
    let mut reader = house.program(reader["token"].as_str().expect("a token"));
    let mut rosalind = house.signed_up("Rosalind").await;
    let made = rosalind
        .post("/challenges", challenge_to("Automaton"))
        .await
        .good();
    let id = made["id"].as_str().expect("a name");
    // It may hear of the challenge.
    let mut events = reader.stream("/stream/events").await;
    assert_eq!(events.next().await.expect("a line")["challenge"]["id"], id);
    let accept = reader
        .post(&format!("/challenges/{id}/accept"), Value::Null)
        .await;
    accept.refused(403, "scope-missing");
    let decline = reader
        .post(
            &format!("/challenges/{id}/decline"),
            json!({"reason": "later"}),
        )
        .await;
    decline.refused(403, "scope-missing");
}

#[tokio::test]
async fn bots_play_bots_and_those_who_challenge_them() {
    let house = House::open().await;
    let (_, mut one) = bot(&house, "Automaton").await;
    let (_, mut other) = bot(&house, "Mechanism").await;
    let mut rosalind = house.signed_up("Rosalind").await;
    let refused = one.post("/challenges", challenge_to("Rosalind")).await;
    let problem = refused.refused(409, "not-possible");
    assert_eq!(problem["field"], "to");
    assert_eq!(
        rosalind.get("/challenges").await.good()["incoming"],
        json!([])
    );
    for challenger in [&mut one, &mut rosalind] {
        let made = challenger
            .post("/challenges", challenge_to("Mechanism"))
            .await
            .good();
        let accept = format!(
            "/challenges/{}/accept",
            made["id"].as_str().expect("a name")
        );
        other.post(&accept, Value::Null).await.good();
    }
    assert!(one.try_lobby().await.is_err(), "nobody meets a bot unasked");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_listens_to_a_stream_is_here_and_keeps_own_challenges_open() {
    let house = House::open().await;
    let (_, mut one) = bot(&house, "Automaton").await;
    let (_, mut other) = bot(&house, "Mechanism").await;
    let mut events = one.stream("/stream/events").await;
    let made = one
        .post("/challenges", challenge_to("Mechanism"))
        .await
        .good();
    assert_eq!(events.next().await.expect("a line")["type"], "challenge");
    house.clock.advance(25_000);
    // Presence is refreshed after each empty line.
    for _ in 0..2 {
        assert_eq!(events.next_line().await.as_deref(), Some(""));
    }
    house.clock.advance(25_000);
    let open = other.get("/challenges").await.good()["incoming"].clone();
    assert_eq!(open[0]["id"], made["id"]);
    drop(events);
    house.clock.advance(60_000);
    assert_eq!(other.get("/challenges").await.good()["incoming"], json!([]));
}
