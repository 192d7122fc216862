//! `manifold bot` against a server of this program: whole games, over HTTP, with engines as processes.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use ureq::Agent;

/// A game of quick engines takes seconds; on a machine with much else to do it takes longer.
const PATIENCE: Duration = Duration::from_secs(240);
const PASSWORD: &str = "a knight on the rim";

struct Server {
    child: Child,
    url: String,
}

impl Server {
    fn start(data: &Path) -> Server {
        let mut child = manifold(&["serve", "--listen", "127.0.0.1:0"])
            .args(["--set", "log=warn", "--set", "password_kib=8"])
            .args(["--set", "engine_pause_ms=0", "--set", "engine_ms=50"])
            .arg("--data")
            .arg(data)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("an output"))
            .read_line(&mut line)
            .expect("a line");
        let url = line.trim().strip_prefix("Manifold is at ");
        Server {
            url: url.expect("an address").to_owned(),
            child,
        }
    }

    /// Signs a bot up, and answers its token.
    fn bot(&self, name: &str, scopes: &[&str]) -> String {
        let config = Agent::config_builder().http_status_as_error(false);
        let agent = Agent::new_with_config(config.build());
        let post = |path: &str, cookie: &str, body: Value| {
            let request = agent.post(format!("{}/api/v1{path}", self.url));
            let request = request
                .header("Content-Type", "application/json")
                .header("Cookie", cookie);
            let mut answer = request.send(body.to_string()).expect("an answer");
            let text = answer.body_mut().read_to_string().expect("text");
            assert!(answer.status().is_success(), "{path}: {text}");
            let cookies = answer.headers().get_all("set-cookie").iter();
            let mut cookies = cookies.filter_map(|cookie| cookie.to_str().ok()?.split(';').next());
            let session = cookies.find(|cookie| cookie.starts_with("manifold-session="));
            let json: Value = serde_json::from_str(&text).expect("JSON");
            (session.unwrap_or(cookie).to_owned(), json)
        };
        let (cookie, _) = post(
            "/account",
            "",
            json!({"username": name, "password": PASSWORD}),
        );
        let (cookie, _) = post("/account/bot", &cookie, json!({"password": PASSWORD}));
        let wish = json!({"password": PASSWORD, "name": "a bot", "scopes": scopes, "days": 1});
        let (_, made) = post("/account/tokens", &cookie, wish);
        made["token"].as_str().expect("a token").to_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn manifold(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_manifold"));
    command.args(arguments);
    command
}

/// A bot that plays quickly.
fn bot(server: &Server, token: &str, arguments: &[&str]) -> Command {
    let mut command = manifold(&["bot", "--server", &server.url, "--think", "20"]);
    command
        .env("MANIFOLD_TOKEN", token)
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Waits until a program has ended.
fn ended(mut child: Child) -> Output {
    let begun = Instant::now();
    while child.try_wait().expect("a process").is_none() {
        if begun.elapsed() > PATIENCE {
            let _ = child.kill();
            panic!("it has not ended: {:?}", child.wait_with_output());
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    child.wait_with_output().expect("its output")
}

#[test]
fn a_bot_plays_a_whole_game_against_the_server_s_computer() {
    let data = tempfile::tempdir().expect("a directory");
    let server = Server::start(data.path());
    let token = server.bot("Automaton", &["games:play"]);
    let game = ["--make", "chess", "--against", "1", "--games", "1"];
    let output = ended(bot(&server, &token, &game).spawn().expect("it starts"));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    assert_eq!(lines[0], "playing as Automaton");
    assert!(lines[1].starts_with("game http://127.0.0.1:"), "{text}");
    let (_, outcome) = lines[2].split_once(": ").expect("an outcome");
    let is_end = ["wins", "Draw"].iter().any(|word| outcome.contains(word));
    assert!(is_end, "{outcome}");
}

#[test]
fn two_bots_play_a_game_with_secrets_against_each_other() {
    let data = tempfile::tempdir().expect("a directory");
    let server = Server::start(data.path());
    let [one, other] = ["Automaton", "Mechanism"].map(|name| server.bot(name, &["games:play"]));
    let game = ["--make", "hyperspace", "--clock", "0.2+0", "--games", "1"];
    let mut first = bot(&server, &one, &game).spawn().expect("it starts");
    let mut lines = BufReader::new(first.stdout.take().expect("an output")).lines();
    let mut line = || lines.next().expect("a line").expect("text");
    assert_eq!(line(), "playing as Automaton");
    let link = line();
    let link = link.strip_prefix("game ").expect("a link");
    let join = ["--join", link, "--games", "1"];
    let second = ended(bot(&server, &other, &join).spawn().expect("it starts"));
    assert!(second.status.success(), "{second:?}");
    let outcome = line();
    let told = String::from_utf8_lossy(&second.stdout).into_owned();
    assert_eq!(told.lines().last(), Some(&*outcome));
    let mut rest = String::new();
    let mut errors = first.stderr.take().expect("errors");
    let first = ended(first);
    errors.read_to_string(&mut rest).expect("text");
    assert!(first.status.success() && rest.is_empty(), "{rest}");
}

#[test]
fn what_the_server_refuses_is_said_and_ends_the_program() {
    let data = tempfile::tempdir().expect("a directory");
    let server = Server::start(data.path());
    let reader = server.bot("Automaton", &["games:read"]);
    for (token, arguments, words) in [
        ("manifold_wrong", &[][..], "This token is unknown"),
        (&reader, &["--make", "chess"], "needs the scope games:play"),
        (
            &reader,
            &["--make", "chess", "--clock", "soon"],
            "such as 5+3",
        ),
        (
            &reader,
            &["--engine", "/no/such/program", "--join", "nosuchgame22"],
            "scope games:play",
        ),
    ] {
        let output = ended(bot(&server, token, arguments).spawn().expect("it starts"));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && errors.contains(words),
            "{errors}"
        );
        assert!(!errors.contains("manifold_wrong"), "{errors}");
    }
}
