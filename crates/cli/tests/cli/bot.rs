//! `manifold bot` against a server of this program: whole games, over HTTP, with engines as processes.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::support::server::Server;
use serde_json::{Value, json};
use ureq::Agent;

/// The timeout: a game of quick engines takes seconds, but longer on a busy machine.
const PATIENCE: Duration = Duration::from_secs(240);
const PASSWORD: &str = "a knight on the rim";

fn server(data: &Path) -> Server {
    Server::start(data, &["engine_pause_ms=0", "engine_ms=50"])
}

impl Server {
    /// Signs up a bot, and returns its token.
    fn bot(&self, name: &str, scopes: &[&str]) -> String {
        let post = |path: &str, cookies: &str, body: Value| {
            let answer = self.ask("POST", path, cookies, &body);
            assert!(
                (200..300).contains(&answer.status),
                "{path}: {}",
                answer.body
            );
            (answer.cookies, answer.body)
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

fn manifold(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_manifold"));
    command.args(arguments);
    command
}

/// A bot that plays quickly.
fn bot(server: &Server, token: &str, arguments: &[&str]) -> Command {
    let mut command = manifold(&[
        "bot",
        "--server",
        &format!("http://{}", server.address),
        "--think",
        "20",
    ]);
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
    let server = server(data.path());
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
    let server = server(data.path());
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
fn a_bot_accepts_the_challenges_that_it_wants_and_declines_others_with_a_reason() {
    let data = tempfile::tempdir().expect("a directory");
    let server = server(data.path());
    let [one, other] = ["Automaton", "Mechanism"].map(|name| server.bot(name, &["games:play"]));
    let accept = [
        "--accept",
        "chess,casual",
        "--games",
        "1",
        "--concurrency",
        "1",
    ];
    let playing = bot(&server, &one, &accept).spawn().expect("it starts");
    let ask = |method: &str, path: &str, body: Value| -> Value {
        let config = Agent::config_builder().http_status_as_error(false);
        let agent = Agent::new_with_config(config.build());
        let url = format!("http://{}/api/v1{path}", server.address);
        let token = format!("Bearer {other}");
        let answer = match method {
            "GET" => agent.get(url).header("Authorization", &token).call(),
            _ => agent
                .post(url)
                .header("Authorization", &token)
                .header("Content-Type", "application/json")
                .send(body.to_string()),
        };
        let text = answer.expect("an answer").body_mut().read_to_string();
        serde_json::from_str(&text.expect("text")).expect("JSON")
    };
    // Correspondence: such a challenge waits for an answer, however late the bot connects.
    let days = json!({"kind": "correspondence", "days": 1});
    let challenge = |variant: &str, rated: bool| {
        let wish = json!({"to": "Automaton", "variant": variant, "clock": days, "rated": rated});
        let made = ask("POST", "/challenges", wish);
        let id = made["id"].as_str().expect("a challenge").to_owned();
        let begun = Instant::now();
        loop {
            let list = ask("GET", "/challenges", Value::Null);
            let own = list["outgoing"].as_array().expect("a list");
            let found = own.iter().find(|one| one["id"] == id).expect("it");
            if found["status"] != "open" {
                return found.clone();
            }
            assert!(begun.elapsed() < PATIENCE, "nobody answers: {found}");
            std::thread::sleep(Duration::from_millis(50));
        }
    };
    assert_eq!(challenge("dmchess", false)["reason"], "other-game");
    assert_eq!(challenge("chess", true)["reason"], "casual-please");
    let accepted = challenge("chess:960", false);
    assert_eq!(accepted["status"], "accepted");
    // The bot plays one game at a time, so there is no room for another.
    assert_eq!(challenge("chess", false)["reason"], "later");
    let id = accepted["id"].as_str().expect("a game");
    let resign = json!({"t": "resign", "id": "resign"});
    ask("POST", &format!("/bot/games/{id}/actions"), resign);
    let output = ended(playing);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert!(text.contains("declined Mechanism: other-game"), "{text}");
    assert!(text.contains(&format!("{id}: ")), "{text}");
}

#[test]
fn what_the_server_refuses_is_said_and_ends_the_program() {
    let data = tempfile::tempdir().expect("a directory");
    let server = server(data.path());
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

/// The games of a bot, as its server lists them.
fn games(server: &Server, token: &str) -> Vec<Value> {
    let url = format!("http://{}/api/v1/games?of=me", server.address);
    let request = ureq::get(url).header("Authorization", format!("Bearer {token}"));
    let mut answer = request.call().expect("an answer");
    let text = answer.body_mut().read_to_string().expect("text");
    let list: Value = serde_json::from_str(&text).expect("JSON");
    list["games"].as_array().expect("a list").clone()
}

#[test]
fn no_game_is_made_for_an_engine_that_cannot_play_it() {
    let data = tempfile::tempdir().expect("a directory");
    let server = server(data.path());
    let token = server.bot("Automaton", &["games:play"]);
    let unknown = format!("{} engine,Contempt=5", env!("CARGO_BIN_EXE_manifold"));
    for (engine, status, words) in [
        (
            "/no/such/program",
            1,
            "/no/such/program: it cannot be started",
        ),
        (&unknown, 2, "it has no option Contempt"),
    ] {
        for game in [
            ["--make", "chess", "--against", "1"],
            ["--make", "hyperspace", "--games", "1"],
        ] {
            let arguments = [&game[..], &["--engine", engine]].concat();
            let output = ended(bot(&server, &token, &arguments).spawn().expect("it starts"));
            let errors = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(status), "{errors}");
            assert!(errors.contains(words), "{errors}");
        }
    }
    assert_eq!(games(&server, &token), Vec::<Value>::new());
}

#[cfg(unix)]
#[test]
fn a_game_in_which_the_engine_fails_is_resigned_and_a_failure() {
    let data = tempfile::tempdir().expect("a directory");
    let server = server(data.path());
    let token = server.bot("Automaton", &["games:play"]);
    let engine = data.path().join("engine.sh");
    // These engines work until they have to act.
    for (at_go, says) in [
        ("exit", "the engine has ended"),
        ("echo bestmove a1a5", "a1a5: "),
    ] {
        let script = format!(
            "while read -r line; do case $line in uci) echo uciok;; isready) echo readyok;; go*) {at_go};; quit) exit;; esac; done"
        );
        std::fs::write(&engine, script).expect("written");
        let engine = format!("sh {}", engine.display());
        let game = [
            "--make",
            "chess",
            "--against",
            "1",
            "--games",
            "1",
            "--engine",
            &engine,
        ];
        let output = ended(bot(&server, &token, &game).spawn().expect("it starts"));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{errors}");
        assert!(errors.contains(says), "{errors}");
        assert!(errors.contains("; the bot has resigned\n"), "{errors}");
        assert!(errors.contains("not played to the end: 1 of 1"), "{errors}");
        let played = games(&server, &token);
        for game in &played {
            assert_eq!(game["outcome"]["reason"], "resignation", "{game}");
        }
        assert!(!played.is_empty());
    }
}

#[test]
fn a_bot_without_a_token_a_server_or_a_game_to_play_is_refused() {
    for (token, arguments, words) in [
        (
            "",
            &["--make", "chess"][..],
            "make a token on the account page",
        ),
        (
            "manifold_some",
            &["--make", "chess", "--games", "0"],
            "--games",
        ),
        (
            "manifold_some",
            &["--make", "chess", "--clock", "0+0"],
            "a clock has some time",
        ),
        (
            "manifold_some",
            &["--make", "chess", "--clock", "5+99999"],
            "0 to 1440 minutes, and 0 to 3600 seconds",
        ),
        (
            "manifold_some",
            &["--server", "foo"],
            "such as https://play.example.org",
        ),
        (
            "manifold_some",
            &["--server", "ftp://a.example"],
            "such as https://play.example.org",
        ),
    ] {
        let mut bot = manifold(&["bot"]);
        bot.args(arguments).env("MANIFOLD_TOKEN", token);
        let output = bot.output().expect("it starts");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
        assert!(errors.contains(words), "{errors}");
    }
}

#[test]
fn a_server_that_cannot_be_reached_is_named() {
    // A port that was free a moment ago.
    let free = std::net::TcpListener::bind("127.0.0.1:0").and_then(|port| port.local_addr());
    let server = format!("http://{}", free.expect("an address"));
    let mut bot = manifold(&["bot", "--server", &server]);
    let output = bot.env("MANIFOLD_TOKEN", "manifold_some").output();
    let output = output.expect("it starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains(&server), "{errors}");
}
