//! `manifold serve` as a process: killed, stopped gracefully, started with wrong arguments.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::server::{Answer, Server};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Message, WebSocket, client};

impl Server {
    /// A server that may open this many file descriptors.
    #[cfg(unix)]
    fn start_with_descriptors(descriptors: u32, data: &Path) -> Server {
        let mut command = Command::new("sh");
        command
            .args([
                "-c",
                &format!("ulimit -n {descriptors}; exec \"$0\" \"$@\""),
            ])
            .arg(env!("CARGO_BIN_EXE_manifold"));
        Server::start_by(command, data, &[])
    }

    /// A connection from an address of this machine, such as 127.0.0.2.
    fn connect_from(&self, from: [u8; 4]) -> TcpStream {
        let to: SocketAddr = self.address.parse().expect("an address");
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .build()
            .expect("a runtime");
        let stream = runtime.block_on(async {
            let socket = tokio::net::TcpSocket::new_v4()?;
            socket.bind(SocketAddr::from((from, 0)))?;
            socket.connect(to).await?.into_std()
        });
        let stream = stream.expect("a connection");
        stream.set_nonblocking(false).expect("a blocking one");
        stream
    }

    /// Hanging connections from 127.0.0.1, each in one of four ways.
    fn hang(&self, count: usize) -> Vec<TcpStream> {
        let ways = [
            String::new(),
            "GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: ".to_owned(),
            "POST /api/v1/games HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n\
             Content-Length: 1000\r\n\r\n{"
                .to_owned(),
            "GET /api/v1/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n".repeat(100),
        ];
        let hanging = (0..count).map(|number| {
            let mut stream = TcpStream::connect(&self.address).expect("a connection");
            // The server may have closed it already.
            let _ = stream.write_all(ways[number % ways.len()].as_bytes());
            stream
        });
        hanging.collect()
    }

    fn socket(&self, game: &str, cookie: &str) -> WebSocket<TcpStream> {
        let url = format!("ws://{}/api/v1/games/{game}/socket?have=0", self.address);
        let mut request = url.into_client_request().expect("an address");
        let cookie = cookie.parse().expect("a header");
        request.headers_mut().insert("cookie", cookie);
        let stream = TcpStream::connect(&self.address).expect("a connection");
        client(request, stream).expect("a socket").0
    }

    /// The status of `/healthz`.
    fn health(&self) -> u16 {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        let request = "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
        stream.write_all(request.as_bytes()).expect("written");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let status = answer.split(' ').nth(1).and_then(|word| word.parse().ok());
        status.expect("a status")
    }

    /// Waits until `/healthz` answers with this status.
    fn wait_for_health(&self, status: u16) {
        for _ in 0..600 {
            if self.health() == status {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
        panic!("the server's health is not {status}");
    }

    fn kill(self) {
        drop(self);
    }
}

/// A server with a same-board game, the game's identifier, and the cookie of its player.
fn started_with_game(data: &Path, variant: &str) -> (Server, String, String) {
    let server = Server::start(data, &[]);
    let wish = json!({"variant": variant, "opponent": {"kind": "same-board"}});
    let Answer { cookies, body, .. } = server.ask("POST", "/games", "", &wish);
    let game = body["id"].as_str().expect("a name").to_owned();
    (server, game, cookies)
}

/// Acts, and waits for the confirmation.
fn act(socket: &mut WebSocket<TcpStream>, n: u64, action: &str) -> u64 {
    let act = json!({"t": "act", "id": format!("act {n}"), "n": n, "action": action});
    socket
        .send(Message::Text(act.to_string().into()))
        .expect("sent");
    loop {
        let message = socket.read().expect("an open socket");
        let Ok(text) = message.into_text() else {
            continue;
        };
        let Ok(message) = serde_json::from_str::<Value>(&text) else {
            continue;
        };
        assert_ne!(message["t"], "refused", "{message}");
        if message["t"] == "ack" {
            return message["n"].as_u64().expect("a number");
        }
    }
}

#[test]
fn what_was_confirmed_is_there_after_a_kill_and_the_game_goes_on() {
    let data = tempfile::tempdir().expect("a directory");
    let (mut server, game, cookie) = started_with_game(data.path(), "hyperspace");
    let mut n = 0;
    // Kill the server at once after every second confirmation.
    for actions in [
        ["b1^2@c3", "e7e5"],
        ["e2e4", "d7d5"],
        ["d2d4", "g8f6"],
        ["a2a3", "a7a6"],
    ] {
        let mut socket = server.socket(&game, &cookie);
        for action in actions {
            n = act(&mut socket, n, action);
        }
        server.kill();
        server = Server::start(data.path(), &[]);
        let state = server
            .ask("GET", &format!("/games/{game}"), &cookie, &Value::Null)
            .body;
        assert_eq!(state["n"], n);
        assert_eq!(state["status"], "live");
    }
    let state = server
        .ask("GET", &format!("/games/{game}"), &cookie, &Value::Null)
        .body;
    let moves: Vec<&Value> = state["moves"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|m| &m["public"])
        .collect();
    assert_eq!(
        moves,
        [
            "b1^2", "e7e5", "e2e4", "d7d5", "d2d4", "g8f6", "a2a3", "a7a6"
        ]
    );
    server.kill();
}

#[cfg(unix)]
#[test]
fn sigterm_ends_the_server_cleanly() {
    let data = tempfile::tempdir().expect("a directory");
    let (mut server, game, cookie) = started_with_game(data.path(), "dmchess");
    let mut socket = server.socket(&game, &cookie);
    let id = server.child.id().to_string();
    let killed = Command::new("kill").args(["-TERM", &id]).status();
    assert!(killed.expect("kill runs").success());
    while socket.read().is_ok() {}
    assert!(server.child.wait().expect("ended").success());
}

#[cfg(unix)]
#[test]
fn nothing_that_hangs_holds_a_server_that_is_to_stop() {
    let data = tempfile::tempdir().expect("a directory");
    let (mut server, game, cookie) = started_with_game(data.path(), "dmchess");
    // Sockets that neither read nor close.
    let _sockets: Vec<_> = (0..10).map(|_| server.socket(&game, &cookie)).collect();
    let _hanging = server.hang(100);
    let process = server.child.id().to_string();
    let asked = Instant::now();
    let killed = Command::new("kill").args(["-TERM", &process]).status();
    assert!(killed.expect("kill runs").success());
    assert!(server.child.wait().expect("ended").success());
    // A stop is guaranteed to take at most a second, whatever clients do.
    assert!(
        asked.elapsed() <= Duration::from_secs(1),
        "{:?}",
        asked.elapsed()
    );
}

#[cfg(unix)]
#[test]
fn without_descriptors_strangers_are_answered_all_the_same() {
    let data = tempfile::tempdir().expect("a directory");
    let server = Server::start_with_descriptors(100, data.path());
    let _hanging = server.hang(900);
    for from in [[127, 0, 0, 2], [127, 0, 0, 3]] {
        let mut stream = server.connect_from(from);
        let timeout = Some(Duration::from_secs(60));
        stream.set_read_timeout(timeout).expect("a time limit");
        let body = r#"{"variant": "hidden960", "opponent": {"kind": "same-board"}}"#;
        write!(
            stream,
            "POST /api/v1/games HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .expect("written");
        let mut answer = String::new();
        stream
            .read_to_string(&mut answer)
            .expect("an answer in time");
        assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
    }
    server.kill();
}

#[cfg(unix)]
#[test]
fn sigterm_is_heard_as_soon_as_the_server_says_where_it_is() {
    let data = tempfile::tempdir().expect("a directory");
    for _ in 0..20 {
        let mut server = Server::start(data.path(), &[]);
        let id = server.child.id().to_string();
        let killed = Command::new("kill").args(["-TERM", &id]).status();
        assert!(killed.expect("kill runs").success());
        let status = server.child.wait().expect("ended");
        assert!(status.success(), "{status}");
    }
}

/// Tries to start another server on the same data.
fn must_not_start(data: &Path) {
    let mut second = Command::new(env!("CARGO_BIN_EXE_manifold"))
        .args(["serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(data)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    let mut out = BufReader::new(second.stdout.take().expect("an output"));
    out.read_line(&mut line).expect("an end");
    if !line.is_empty() {
        second.kill().expect("killed");
        panic!("{line}");
    }
    let output = second.wait_with_output().expect("ended");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("another server is using it"));
}

#[test]
fn two_servers_do_not_share_their_data() {
    let data = tempfile::tempdir().expect("a directory");
    let first = Server::start(data.path(), &[]);
    must_not_start(data.path());
    // Deleting any other file does not let a second server in.
    for file in std::fs::read_dir(data.path()).expect("readable") {
        let path = file.expect("a file").path();
        if !path.to_string_lossy().contains("manifold.sqlite") {
            std::fs::remove_file(path).expect("removed");
        }
    }
    must_not_start(data.path());
    first.kill();
}

#[test]
fn ratings_are_worked_out_again_only_while_no_server_runs() {
    let data = tempfile::tempdir().expect("a directory");
    let recompute = |data: &Path| {
        let program = Command::new(env!("CARGO_BIN_EXE_manifold"))
            .args(["admin", "ratings", "recompute", "--data"])
            .arg(data)
            .output();
        let output = program.expect("the program starts");
        let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
        (
            output.status.code(),
            text(&output.stdout),
            text(&output.stderr),
        )
    };
    let server = Server::start(data.path(), &[]);
    let (status, _, error) = recompute(data.path());
    assert_eq!(status, Some(1));
    assert!(error.contains("another server is using it"), "{error}");
    server.kill();
    let (status, told, error) = recompute(data.path());
    assert_eq!(status, Some(0), "{error}");
    assert_eq!(
        told,
        "0 ratings of 0 players; 0 differed and have been corrected\n"
    );
    let elsewhere = data.path().join("elsewhere");
    let (status, _, error) = recompute(&elsewhere);
    assert_eq!(status, Some(1));
    assert!(error.contains("there is no database in it"), "{error}");
    assert!(!elsewhere.exists());
}

#[test]
fn a_demonstration_fills_an_empty_directory_and_touches_no_other() {
    let data = tempfile::tempdir().expect("a directory");
    let demo = |data: &Path| {
        let program = Command::new(env!("CARGO_BIN_EXE_manifold"))
            .args(["demo", "--games", "1", "--data"])
            .arg(data)
            .output();
        let output = program.expect("the program starts");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (
            output.status.code(),
            text(&output.stdout),
            text(&output.stderr),
        )
    };
    let (status, told, error) = demo(data.path());
    assert_eq!(status, Some(0), "{error}");
    let accounts: Vec<[&str; 2]> = told
        .lines()
        .skip(1)
        .filter_map(|line| line.split_whitespace().collect::<Vec<_>>().try_into().ok())
        .collect();
    assert_eq!(accounts.len(), 6, "{told}");
    assert!(told.contains("  a bot\n"), "{told}");
    let secret = told
        .split("a moderator; the secret of the second factor is ")
        .nth(1);
    let secret = secret
        .and_then(|rest| rest.lines().next())
        .unwrap_or_default();
    assert_eq!(secret.len(), 32, "{told}");
    let server = Server::start(data.path(), &[]);
    let [username, password] = accounts[0];
    let body = json!({"username": username, "password": password});
    let Answer {
        cookies: cookie,
        body: signed_in,
        ..
    } = server.ask("POST", "/session", "", &body);
    assert_eq!(signed_in["name"], username, "{signed_in}");
    let count = |path: &str| {
        let games = server.ask("GET", path, &cookie, &Value::Null).body;
        games["games"].as_array().expect("games").len()
    };
    // One game of each kind is in progress, and two of the third round of an event.
    assert_eq!(count("/games?live=true"), 7);
    let events = server.ask("GET", "/events?state=running", "", &Value::Null);
    let event = &events.body["events"][0];
    assert_eq!((&event["round"], &event["players"]), (&json!(3), &json!(5)));
    assert!(count("/games?of=me") > 1);
    let profile = |username: &str| {
        let path = format!("/players/{username}");
        server.ask("GET", &path, "", &Value::Null).body
    };
    let player = profile(username);
    assert!(
        !player["ratings"].as_array().expect("ratings").is_empty(),
        "{player}"
    );
    let bots = told.lines().filter(|line| line.ends_with("  a bot"));
    let bot = bots
        .filter_map(|line| line.split_whitespace().next())
        .next();
    let bot = profile(bot.expect("a bot"));
    assert_eq!([&player["bot"], &bot["bot"]], [&json!(false), &json!(true)]);
    server.kill();
    let size = |data: &Path| {
        let database = data.join("manifold.sqlite");
        std::fs::metadata(database).expect("a database").len()
    };
    let before = size(data.path());
    let (status, told, error) = demo(data.path());
    assert_eq!((status, told.as_str()), (Some(2), ""));
    assert!(error.contains("there is something in it"), "{error}");
    assert_eq!(size(data.path()), before);
}

#[test]
fn a_directory_with_something_in_it_is_refused_before_games_are_played_for_it() {
    let data = tempfile::tempdir().expect("a directory");
    std::fs::write(data.path().join("diary"), "mine").expect("written");
    let output = Command::new(env!("CARGO_BIN_EXE_manifold"))
        .args(["demo", "--games", "1", "--data"])
        .arg(data.path())
        .output()
        .expect("the program starts");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("there is something in it"), "{error}");
    assert!(!error.contains("Playing"), "{error}");
}

#[test]
fn the_log_has_colours_on_a_terminal_only() {
    let data = tempfile::tempdir().expect("a directory");
    let log = data.path().join("log");
    let mut program = Command::new(env!("CARGO_BIN_EXE_manifold"));
    program.env_remove("NO_COLOR");
    program.stderr(std::fs::File::create(&log).expect("a file"));
    let server = Server::start_by(program, &data.path().join("data"), &["log=info"]);
    // This log line follows the one that announces the address.
    let begun = Instant::now();
    let text = loop {
        let text = std::fs::read_to_string(&log).expect("text");
        if text.contains("listening") {
            break text;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "{text}");
        std::thread::sleep(Duration::from_millis(20));
    };
    server.kill();
    assert!(!text.contains('\u{1b}'), "{text:?}");
}

#[test]
fn a_wrong_configuration_is_named() {
    let data = tempfile::tempdir().expect("a directory");
    for (flag, words) in [
        ("listen=here", "listen=here"),
        ("colour=red", "unknown field"),
        ("log=a=b=c", "log"),
        ("smtp_url=smtps://mail.example", "smtp_url needs mail_from"),
        ("sockets=0", "sockets must be at least 1"),
        ("public_url=rubbish", "public_url=rubbish"),
        ("allowed_origins=rubbish", "allowed_origins=rubbish"),
        ("web=/no/such/directory", "web): /no/such/directory"),
        ("smtp_ca=/no/such/file", "smtp_ca): /no/such/file"),
        (
            "refused_words=/no/such/file",
            "refused_words): /no/such/file",
        ),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_manifold"))
            .args(["serve", "--set", flag, "--data"])
            .arg(data.path())
            .output()
            .expect("the program starts");
        assert_eq!(output.status.code(), Some(2), "{flag}");
        assert!(
            String::from_utf8_lossy(&output.stderr).contains(words),
            "{flag}"
        );
    }
    let file = data.path().join("bad.toml");
    std::fs::write(&file, "sockets 5\n").expect("written");
    let output = Command::new(env!("CARGO_BIN_EXE_manifold"))
        .args(["serve", "--config"])
        .arg(&file)
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(error.lines().count(), 1, "{error}");
    let place = format!("{}: line 1, column 9: ", file.display());
    assert!(error.contains(&place), "{error}");
}

/// Limits the size of the server's files, so that writing fails as on a full disk.
#[cfg(target_os = "linux")]
fn limit_files(server: &Server, limit: &str) {
    let limited = Command::new("prlimit")
        .args(["--pid", &server.child.id().to_string()])
        .arg(format!("--fsize={limit}:unlimited"))
        .status();
    assert!(limited.expect("prlimit runs").success());
}

#[cfg(target_os = "linux")]
#[test]
fn on_a_full_disk_nothing_is_promised_and_the_server_says_that_it_is_unwell() {
    let data = tempfile::tempdir().expect("a directory");
    let mut program = Command::new("env");
    program.args(["--ignore-signal=XFSZ", env!("CARGO_BIN_EXE_manifold")]);
    program.stderr(Stdio::null());
    let server = Server::start_by(program, data.path(), &[]);
    let wish = json!({"variant": "chess", "opponent": {"kind": "same-board"}});
    let Answer {
        cookies: cookie,
        body: made,
        ..
    } = server.ask("POST", "/games", "", &wish);
    let game = made["id"].as_str().expect("a name").to_owned();
    let mut socket = server.socket(&game, &cookie);
    assert_eq!(act(&mut socket, 0, "e2e4"), 1);
    server.wait_for_health(200);

    limit_files(&server, "0");
    let message = json!({"t": "act", "id": "act 1", "n": 1, "action": "e7e5"});
    let message = Message::Text(message.to_string().into());
    socket.send(message.clone()).expect("sent");
    // Whether it is stored is unknown: the socket ends without an answer, or the request is refused for now.
    while let Ok(message) = socket.read() {
        let text = message.into_text().unwrap_or_default();
        let message = serde_json::from_str(&text).unwrap_or(Value::Null);
        assert_ne!(message["t"], "ack", "{message}");
        if message["t"] == "refused" {
            assert_eq!(message["problem"]["code"], "storage");
        }
    }
    server.wait_for_health(503);
    // Existing games can still be read.
    let state = server
        .ask("GET", &format!("/games/{game}"), &cookie, &Value::Null)
        .body;
    assert_eq!(state["n"], 1);

    limit_files(&server, "unlimited");
    server.wait_for_health(200);
    let mut socket = server.socket(&game, &cookie);
    assert_eq!(act(&mut socket, 1, "e7e5"), 2);
    server.kill();
    let server = Server::start(data.path(), &[]);
    let state = server
        .ask("GET", &format!("/games/{game}"), &cookie, &Value::Null)
        .body;
    assert_eq!(state["n"], 2);
    server.kill();
}
