//! The archive of finished games: its contents, searches and exports.

use axum::http::Method;
use serde_json::{Value, json};
use sqlx::{Connection, SqliteConnection};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use crate::client::{Client, House, NOON, PASSWORD};

const FOOLS_MATE: &str = "f2f3 e7e5 g2g4 d8h4";

fn by_link(variant: &str) -> Value {
    json!({"variant": variant, "opponent": {"kind": "link"}, "color": "white"})
}

/// Plays a game of these actions; the side to move then resigns, unless it is over.
async fn play(white: &mut Client, black: &mut Client, wish: Value, actions: &str) -> String {
    let id = white.make(wish).await;
    let joined = black.post(&format!("/games/{id}/join"), json!({})).await;
    joined.good();
    let mut sockets = [white.socket(&id, "").await, black.socket(&id, "").await];
    let (mut n, mut next) = (1, 0);
    for action in actions.split_whitespace() {
        n = sockets[next].play(n, action).await;
        next = 1 - next;
    }
    let state = white.get(&format!("/games/{id}")).await.good();
    if state["status"] == "live" {
        let resigned = sockets[next].request(json!({"t": "resign"})).await;
        assert_eq!(resigned["t"], "ack", "{resigned}");
    }
    id
}

async fn found(client: &mut Client, query: &str) -> Vec<Value> {
    let page = client.get(&format!("/archive{query}")).await.good();
    page["games"].as_array().expect("a list").clone()
}

async fn ids(client: &mut Client, query: &str) -> Vec<String> {
    let games = found(client, query).await;
    games
        .iter()
        .map(|game| game["id"].as_str().expect("a name").to_owned())
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finished_game_is_found_by_everything_that_is_known_of_it() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut bob = house.signed_up("Bob").await;
    let mate = play(&mut ada, &mut bob, by_link("chess"), FOOLS_MATE).await;
    house.clock.advance(1_000);
    let left = play(&mut bob, &mut ada, by_link("hyperspace"), "g1^3@h5 e7e5").await;
    let mut guest = house.visitor();
    let games = found(&mut guest, "").await;
    assert_eq!(games.len(), 2);
    let game = &games[1];
    assert_eq!(game["id"], mate.as_str());
    assert_eq!(
        game["outcome"],
        json!({"winner": "black", "reason": "checkmate"})
    );
    assert_eq!(
        (&game["plies"], &game["ended_at"]),
        (&json!(4), &json!(NOON))
    );
    assert_eq!(game["last"], json!(["d8", "h4"]));
    let position = game["position"].as_str().expect("text");
    assert!(
        position.starts_with("rnb1kbnr/pppp1ppp/8/4p3/6Pq/"),
        "{position}"
    );
    assert_eq!(
        (&game["white"]["name"], &game["white"]["account"]),
        (&json!("Ada"), &json!(true))
    );

    for (query, expected) in [
        ("?player=ada", vec![&left, &mate]),
        ("?player=Ada&color=white", vec![&mate]),
        ("?player=Ada&opponent=Bob&result=loss", vec![&mate]),
        ("?player=Ada&result=win", vec![&left]),
        ("?player=Bob&color=black&result=win", vec![&mate]),
        ("?variant=hyperspace", vec![&left]),
        ("?result=black", vec![&left, &mate]),
        ("?result=white", vec![]),
        ("?reason=checkmate", vec![&mate]),
        ("?reason=grammar", vec![]),
        ("?rated=true", vec![]),
        ("?engine=false", vec![&left, &mate]),
        ("?engine=true", vec![]),
        ("?min_length=3", vec![&mate]),
        ("?max_length=3", vec![&left]),
        (&format!("?from={}", NOON + 1), vec![&left]),
        (&format!("?to={}", NOON + 1), vec![&mate]),
        ("?variant=chess&opening=f2f3", vec![&mate]),
        (
            "?variant=chess&opening=f2f3%20e7e5%20g2g4%20d8h4",
            vec![&mate],
        ),
        ("?variant=chess&opening=f2f", vec![]),
        ("?variant=hyperspace&opening=g1%5E3%20e7e5", vec![&left]),
        ("?player=Ada&variant=hyperspace&opening=g1%5E3", vec![&left]),
        ("?max=1", vec![&left]),
    ] {
        assert_eq!(
            ids(&mut guest, query).await,
            expected.into_iter().cloned().collect::<Vec<_>>(),
            "{query}"
        );
    }
    let first = guest.get("/archive?max=1").await.good();
    let next = first["next"].as_str().expect("a place");
    assert_eq!(ids(&mut guest, &format!("?before={next}")).await, [mate]);
}

#[tokio::test]
async fn a_filter_that_cannot_be_is_named() {
    let house = House::open().await;
    house.signed_up("Ada").await;
    let mut guest = house.visitor();
    for (query, status, field) in [
        ("player=Nobody", 422, Some("player")),
        ("player=Ada&opponent=Nobody", 422, Some("opponent")),
        ("opponent=Ada", 422, Some("opponent")),
        ("color=white", 422, Some("color")),
        ("result=win", 422, Some("result")),
        ("variant=draughts", 400, Some("variant")),
        ("opening=e2e4", 422, Some("opening")),
        ("variant=chess&opening=e2e4++e7e5", 400, Some("opening")),
        (
            "variant=chess&opening=1+2+3+4+5+6+7+8+9",
            400,
            Some("opening"),
        ),
        ("variant=chess:960&opening=e2e4", 422, Some("start")),
        (
            "variant=chess:960&opening=e2e4&start=960",
            422,
            Some("start"),
        ),
        ("variant=chess&opening=e2e4&start=1", 422, Some("start")),
        ("start=1", 422, Some("start")),
        ("before=yesterday", 400, Some("before")),
        ("max=0", 400, Some("max")),
        ("max=-1", 400, None),
        ("from=noon", 400, None),
        ("result=victory", 400, None),
        ("reason=boredom", 400, None),
        ("colour=white", 400, None),
        ("rated=perhaps", 400, None),
    ] {
        for path in ["/archive", "/archive.pgn", "/archive.ndjson"] {
            let answer = guest.get(&format!("{path}?{query}")).await;
            assert!(
                answer.is_problem(),
                "{path}?{query}: {} {}",
                answer.status,
                answer.text
            );
            let problem = answer.json();
            assert_eq!(problem["status"], status, "{path}?{query}: {problem}");
            assert_eq!(
                problem["field"].as_str(),
                field,
                "{path}?{query}: {problem}"
            );
        }
    }
    let twice = guest.get("/players/Ada/games.pgn?player=Ada").await;
    assert_eq!(
        (twice.status.as_u16(), &twice.json()["field"]),
        (422, &json!("player"))
    );
    assert_eq!(
        guest.get("/players/Nobody/games.pgn").await.status.as_u16(),
        404
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_nobody_elses_business_or_has_no_result_is_not_in_the_archive() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut bob = house.signed_up("Bob").await;
    let alone = json!({"variant": "chess", "opponent": {"kind": "same-board"}});
    for (wish, end) in [
        (alone, "resign"),
        (
            json!({"variant": "chess", "opponent": {"kind": "engine", "level": 1}, "color": "white"}),
            "abort",
        ),
        (by_link("chess"), "abort"),
    ] {
        let id = ada.make(wish).await;
        let mut socket = ada.socket(&id, "").await;
        let ended = socket.request(json!({"t": end})).await;
        assert_eq!(ended["t"], "ack", "{ended}");
    }
    assert_eq!(ids(&mut bob, "").await, Vec::<String>::new());
    // A game in progress is not in the archive.
    let id = ada.make(by_link("hyperspace")).await;
    bob.post(&format!("/games/{id}/join"), json!({}))
        .await
        .good();
    let mut socket = ada.socket(&id, "").await;
    socket.play(1, "g1^3@h5").await;
    assert_eq!(ids(&mut bob, "").await, Vec::<String>::new());
    let opening = bob.get("/openings/hyperspace").await.good();
    assert_eq!(
        (&opening["games"], &opening["next"]),
        (&json!(0), &json!([]))
    );
    socket.request(json!({"t": "resign"})).await;
    assert_eq!(ids(&mut bob, "").await, [id]);
    // The opening is shown as everybody knew it at the time.
    let opening = bob.get("/openings/hyperspace").await.good();
    assert_eq!(opening["next"][0]["action"], "g1^3");
    assert_eq!(opening["next"][0]["notation"], "Ng1^3");
    // Games against the engine are in the archive, as they are among the games to watch.
    let wish =
        json!({"variant": "chess", "opponent": {"kind": "engine", "level": 1}, "color": "white"});
    let id = ada.make(wish).await;
    ada.socket(&id, "")
        .await
        .request(json!({"t": "resign"}))
        .await;
    assert_eq!(ids(&mut bob, "?engine=true").await, [id]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_explorer_tells_what_was_played_and_what_came_of_it() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut bob = house.signed_up("Bob").await;
    let mate = play(&mut ada, &mut bob, by_link("chess"), FOOLS_MATE).await;
    play(&mut ada, &mut bob, by_link("chess"), "e2e4 e7e5").await;
    let last = play(&mut ada, &mut bob, by_link("chess"), "f2f3 e7e5 e2e4").await;
    let mut guest = house.visitor();
    let start = guest.get("/openings/chess").await.good();
    let next = start["next"].as_array().expect("a list");
    let told: Vec<_> = next
        .iter()
        .map(|one| (&one["notation"], &one["games"]))
        .collect();
    assert_eq!(told, [(&json!("f3"), &json!(2)), (&json!("e4"), &json!(1))]);
    assert_eq!(
        (&start["games"], &start["white"], &start["black"]),
        (&json!(3), &json!(1), &json!(2))
    );
    let line = guest
        .get("/openings/chess?actions=f2f3%20e7e5")
        .await
        .good();
    assert_eq!(line["games"], 2);
    assert_eq!(line["last_games"][0]["id"], last.as_str());
    assert_eq!(line["last_games"][1]["id"], mate.as_str());
    assert_eq!(line["rating"], Value::Null);
    let unknown = guest.get("/openings/chess?actions=a2a3").await.good();
    assert_eq!(
        (&unknown["games"], &unknown["next"]),
        (&json!(0), &json!([]))
    );
    for (path, status) in [
        ("/openings/draughts", 404),
        ("/openings/chess:960", 422),
        ("/openings/chess:960?start=518", 200),
        ("/openings/chess?start=1", 422),
        (
            "/openings/chess?actions=1%202%203%204%205%206%207%208%209",
            400,
        ),
        ("/openings/chess?line=e2e4", 400),
    ] {
        assert_eq!(guest.get(path).await.status.as_u16(), status, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn streams_have_every_game_with_all_that_was_secret_in_it() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut bob = house.signed_up("Bob").await;
    let mate = play(&mut ada, &mut bob, by_link("chess"), FOOLS_MATE).await;
    let secret = play(&mut bob, &mut ada, by_link("hyperspace"), "g1^3@h5 e7e5").await;
    let mut guest = house.visitor();
    let lines = guest.get("/archive.ndjson").await;
    assert_eq!(
        (lines.status.as_u16(), lines.kind.as_str()),
        (200, "application/x-ndjson")
    );
    let games: Vec<Value> = lines
        .text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(games.len(), 2);
    assert_eq!(
        (&games[0]["id"], &games[1]["id"]),
        (&json!(secret), &json!(mate))
    );
    assert_eq!(games[0]["actions"], json!(["g1^3@h5", "e7e5"]));
    let next = games[0]["next"].as_str().expect("a place");
    let rest = guest.get(&format!("/archive.ndjson?before={next}")).await;
    assert_eq!(rest.text.lines().count(), 1);
    let records = guest.get("/players/ada/games.pgn").await;
    assert_eq!(records.kind, "application/x-chess-pgn");
    let own = guest.get(&format!("/games/{secret}/record")).await.text;
    let other = guest.get(&format!("/games/{mate}/record")).await.text;
    assert_eq!(records.text, format!("{own}\n{other}\n"));
    let one = guest
        .get("/players/ada/games.ndjson?max=1&color=white")
        .await;
    assert!(
        one.text.contains(&mate) && one.text.lines().count() == 1,
        "{}",
        one.text
    );
}

/// The database of a server that was closed.
async fn database(data: &TempDir) -> SqliteConnection {
    let path = data.path().join("manifold.sqlite");
    let url = format!("sqlite://{}", path.display());
    SqliteConnection::connect(&url).await.expect("a database")
}

/// Multiplies the only game of a database.
async fn multiply(data: &TempDir, count: u32) {
    let mut connection = database(data).await;
    let rows = format!(
        "WITH RECURSIVE n(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM n WHERE n < {count}) "
    );
    for statement in [
        "INSERT INTO games SELECT printf('more%08d', n), variant, info, white, black, created_at, epoch, last_event, \
         updated_at, status, winner, reason, turn_number, actor, attention_at, look_at FROM games, n",
        "INSERT INTO events SELECT printf('more%08d', n), number, at, player, request, body FROM events, n",
        "INSERT INTO archive SELECT n, printf('more%08d', n), ended_at + n, variant, start, white, black, winner, \
         reason, plies, rated, opening, position, last FROM archive, n",
    ] {
        let sql = sqlx::AssertSqlSafe(format!("{rows}{statement}"));
        sqlx::query(sql)
            .execute(&mut connection)
            .await
            .expect("multiplied");
    }
    connection.close().await.expect("closed");
}

/// A house with `count` games: one of Ada and Bob, and copies of it.
async fn house_with(count: u32, change: fn(&mut manifold_server::Settings)) -> House {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut bob = house.signed_up("Bob").await;
    play(&mut ada, &mut bob, by_link("chess"), FOOLS_MATE).await;
    let data = house.close().await;
    multiply(&data, count).await;
    House::on(data, 2, NOON + 1_000_000, change).await
}

/// A request over a connection with a small receive buffer.
async fn asks(house: &House, path: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(4_096).expect("a size");
    let mut stream = socket.connect(house.address).await.expect("a connection");
    let request = format!("GET /api/v1{path} HTTP/1.1\r\nHost: localhost\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("sent");
    stream
}

/// The number of games written for streams, by all servers of this process.
async fn streamed(house: &House) -> u64 {
    let metrics = house.metrics().await;
    let line = metrics
        .lines()
        .find_map(|line| line.strip_prefix("manifold_streamed_games_total "));
    line.map_or(0, |count| count.parse().expect("a number"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stream_reads_no_further_ahead_than_the_client_and_there_is_one_at_a_time() {
    const GAMES: u64 = 3_000;
    let house = house_with(3_000, |settings| settings.behind_proxy = true).await;
    let before = streamed(&house).await;
    let mut slow = asks(&house, "/archive.pgn").await;
    let mut head = [0; 200];
    slow.read_exact(&mut head).await.expect("a beginning");
    assert!(
        head.starts_with(b"HTTP/1.1 200 "),
        "{}",
        String::from_utf8_lossy(&head)
    );
    // Another client is sent all games meanwhile; this stream waits as soon as the buffers of both sides are full.
    let mut other = house.visitor_from("203.0.113.7");
    let all = other.get("/archive.pgn").await;
    assert_eq!(all.text.matches("[Event ").count() as u64, GAMES);
    let sent = streamed(&house).await - before - GAMES;
    assert!((1..2_000).contains(&sent), "{sent} of {GAMES} games");
    let second = asks(&house, "/players/Ada/games.ndjson").await;
    let refused = first_line(second).await;
    assert!(refused.starts_with("HTTP/1.1 429"), "{refused}");
    // The only place becomes free when the first stream ends.
    drop(slow);
    has_a_place(&house).await;
}

/// Waits until a stream can begin: there is only one at a time.
async fn has_a_place(house: &House) {
    let begins = async || {
        let answer = first_line(asks(house, "/archive.ndjson?max=1").await).await;
        answer.starts_with("HTTP/1.1 200").then_some(())
    };
    house.eventually("the place comes back", begins).await;
}

async fn first_line(mut stream: TcpStream) -> String {
    let mut bytes = vec![0; 64];
    stream.read_exact(&mut bytes).await.expect("an answer");
    let text = String::from_utf8_lossy(&bytes).into_owned();
    text.lines().next().unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_does_not_read_a_stream_is_cut() {
    let house = house_with(3_000, |settings| settings.answer_seconds = 1).await;
    let mut slow = asks(&house, "/archive.pgn").await;
    // The status line arrives once the stream has begun.
    let mut begun = [0; 12];
    slow.read_exact(&mut begun).await.expect("a beginning");
    has_a_place(&house).await;
    let mut read = Vec::new();
    // Either the connection is reset, or it ends without the last chunk.
    let end = slow.read_to_end(&mut read).await;
    let is_whole = read.ends_with(b"0\r\n\r\n");
    assert!(end.is_err() || !is_whole, "{} bytes", read.len());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stream_that_the_server_breaks_off_does_not_look_whole() {
    let house = house_with(3_000, |_| {}).await;
    let mut stream = asks(&house, "/archive.ndjson").await;
    let mut head = [0; 1_000];
    stream.read_exact(&mut head).await.expect("a beginning");
    let (_, data) = {
        let closing = tokio::spawn(house.close());
        let mut read = Vec::new();
        let _ = stream.read_to_end(&mut read).await;
        assert!(!read.ends_with(b"0\r\n\r\n"), "{} bytes", read.len());
        ((), closing.await.expect("closed"))
    };
    drop(data);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deleted_account_leaves_no_name_in_the_archive() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut bob = house.signed_up("Bob").await;
    let id = play(&mut ada, &mut bob, by_link("chess"), FOOLS_MATE).await;
    let password = json!({"password": PASSWORD});
    let deleted = ada.ask(Method::DELETE, "/account", Some(&password)).await;
    assert!(deleted.status.is_success(), "{}", deleted.text);
    let games = found(&mut bob, "?player=Bob").await;
    assert_eq!(games[0]["id"], id.as_str());
    assert_eq!(
        (&games[0]["white"]["name"], &games[0]["white"]["account"]),
        (&json!("[deleted]"), &json!(false))
    );
    for path in [
        "/archive",
        "/archive.pgn",
        "/archive.ndjson",
        "/players/Bob/record",
        "/openings/chess",
    ] {
        let told = bob.get(path).await.text;
        assert!(!told.contains("Ada"), "{path}: {told}");
    }
    let record = bob.get("/players/Bob/record").await.good();
    assert_eq!(record["opponents"][0]["name"], "[deleted]");
    assert_eq!(bob.get("/archive?player=Ada").await.status.as_u16(), 422);
    let data = house.close().await;
    let mut connection = database(&data).await;
    for table in [
        "archive",
        "archive_lines",
        "openings",
        "records",
        "opponents",
    ] {
        let sql = format!("SELECT count(*) FROM {table}");
        let rows: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(sql))
            .fetch_one(&mut connection)
            .await
            .expect("a number");
        assert!(rows > 0, "{table}");
    }
    let named = "SELECT count(*) FROM archive WHERE position || opening || last LIKE '%Ada%'";
    let named: i64 = sqlx::query_scalar(named)
        .fetch_one(&mut connection)
        .await
        .expect("a number");
    assert_eq!(named, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_that_ended_before_there_was_an_archive_are_put_there() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut bob = house.signed_up("Bob").await;
    play(&mut ada, &mut bob, by_link("chess"), FOOLS_MATE).await;
    house.clock.advance(1_000);
    let id = play(&mut bob, &mut ada, by_link("hyperspace"), "g1^3@h5 e7e5").await;
    // Events after the end do not count as the end.
    house.clock.advance(1_000);
    let mut socket = bob.socket(&id, "").await;
    socket
        .request(json!({"t": "offer", "what": "rematch"}))
        .await;
    let paths = [
        "/archive",
        "/openings/chess",
        "/openings/hyperspace?actions=g1%5E3",
        "/players/Ada/record",
    ];
    let mut before = Vec::new();
    for path in paths {
        before.push(ada.get(path).await.good());
    }
    let data = house.close().await;
    let mut connection = database(&data).await;
    // Make it as the previous version left it: the next start migrates the tables.
    for statement in [
        "DROP TABLE archive",
        "DROP TABLE archive_lines",
        "DROP TABLE openings",
        "DROP TABLE records",
        "DROP TABLE opponents",
        "DROP TABLE unarchived",
        "DROP INDEX accounts_by_name",
        "DELETE FROM _sqlx_migrations WHERE version = 6",
    ] {
        sqlx::query(statement)
            .execute(&mut connection)
            .await
            .expect("done");
    }
    connection.close().await.expect("closed");
    let house = House::on(data, 2, NOON + 5_000, |_| {}).await;
    let mut ada = house.knows(&ada);
    let both = async || (ids(&mut ada, "").await.len() == 2).then_some(());
    house.eventually("both are in the archive", both).await;
    for (path, before) in paths.into_iter().zip(before) {
        assert_eq!(
            ada.get(path).await.good()["games"],
            before["games"],
            "{path}"
        );
        let strip = |mut told: Value| {
            // The games are numbered anew.
            told["next"] = Value::Null;
            told
        };
        assert_eq!(strip(ada.get(path).await.good()), strip(before), "{path}");
    }
}

#[tokio::test]
async fn players_are_found_by_how_their_names_begin() {
    let house = House::open().await;
    for name in ["Bob", "bobby", "BOB-2", "Ada", "b_1"] {
        house.signed_up(name).await;
    }
    let mut guest = house.visitor();
    for (beginning, expected) in [
        ("b", json!(["b_1", "Bob", "BOB-2", "bobby"])),
        ("BOB", json!(["Bob", "BOB-2", "bobby"])),
        ("b_", json!(["b_1"])),
        ("x", json!([])),
    ] {
        let told = guest
            .get(&format!("/players?name={beginning}"))
            .await
            .good();
        let mut names = told["players"].as_array().expect("a list").clone();
        names.sort_by_key(|name| name.as_str().map(str::to_lowercase));
        let mut expected = expected.as_array().expect("a list").clone();
        expected.sort_by_key(|name| name.as_str().map(str::to_lowercase));
        assert_eq!(names, expected, "{beginning}");
    }
    for query in [
        "",
        "?name=",
        "?name=%25",
        "?name=a%20b",
        "?name=abcdefghijklmnopqrstu",
        "?name=a&x=1",
    ] {
        let answer = guest.get(&format!("/players{query}")).await;
        assert!(
            answer.is_problem() && answer.status.as_u16() == 400,
            "{query}: {}",
            answer.text
        );
    }
    for number in 0..12 {
        house.signed_up(&format!("Many-{number}")).await;
    }
    let many = guest.get("/players?name=many").await.good();
    assert_eq!(many["players"].as_array().map(Vec::len), Some(10));
}
