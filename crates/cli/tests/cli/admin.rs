//! `manifold admin`: operator commands on accounts while no server is running, and their effects.

use crate::support::server::{Answer, Server};
use crate::support::{manifold, stderr, stdout};
use serde_json::{Value, json};
use tempfile::TempDir;

const PASSWORD: &str = "violet lantern 92 otter";
const ANOTHER: &str = "seven quiet harbours 41";

impl Server {
    fn sign_in(&self, username: &str, password: &str) -> Answer {
        let body = json!({"username": username, "password": password});
        self.ask("POST", "/session", "", &body)
    }
}

/// A data directory with accounts of these names.
fn accounts(names: &[&str]) -> TempDir {
    let data = tempfile::tempdir().expect("a directory");
    let server = Server::start(data.path(), &[]);
    for name in names {
        let body = json!({"username": name, "password": PASSWORD});
        let status = server.ask("POST", "/account", "", &body).status;
        assert_eq!(status, 201, "{name}");
    }
    drop(server);
    data
}

/// Runs `manifold admin`.
fn admin(data: &TempDir, arguments: &[&str]) -> std::process::Output {
    let directory = data.path().to_str().expect("a path");
    manifold(&[&["admin"], arguments, &["--data", directory]].concat())
}

/// The output of `manifold admin`, which must succeed.
fn done(data: &TempDir, arguments: &[&str]) -> String {
    let output = admin(data, arguments);
    assert!(output.status.success(), "{}", stderr(&output));
    stdout(&output)
}

/// The one-line error of `manifold admin`, which must refuse its input.
fn refused(data: &TempDir, arguments: &[&str]) -> String {
    let output = admin(data, arguments);
    assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
    assert_eq!(stdout(&output), "");
    let error = stderr(&output);
    assert_eq!(error.lines().count(), 1, "{error}");
    error
}

#[test]
fn a_moderator_is_made_and_unmade_and_told_of_the_second_factor() {
    let data = accounts(&["Ada"]);
    let said = done(&data, &["make-moderator", "ada"]);
    assert!(said.contains("is a moderator"), "{said}");
    assert!(said.contains("second factor"), "{said}");
    let server = Server::start(data.path(), &[]);
    let Answer {
        status,
        cookies,
        body: me,
    } = server.sign_in("Ada", PASSWORD);
    assert_eq!((status, &me["moderator"]), (200, &json!(true)));
    let Answer {
        status,
        body: problem,
        ..
    } = server.ask("GET", "/moderation/queue", &cookies, &Value::Null);
    assert_eq!(
        (status, &problem["code"]),
        (403, &json!("second-factor-missing"))
    );
    drop(server);
    let said = done(&data, &["remove-moderator", "Ada"]);
    assert_eq!(said, "Ada is no longer a moderator\n");
    let server = Server::start(data.path(), &[]);
    let me = server.sign_in("Ada", PASSWORD).body;
    assert_eq!(me["moderator"], false);
}

#[test]
fn a_ban_holds_for_some_days_or_for_good_and_is_ended() {
    let data = accounts(&["Troll"]);
    let told = |data: &TempDir| {
        let server = Server::start(data.path(), &[]);
        let Answer { status, body, .. } = server.sign_in("Troll", PASSWORD);
        (status, body["detail"].to_string())
    };
    let said = done(
        &data,
        &["ban", "troll", "--days", "7", "--reason", "Spam in chats."],
    );
    assert_eq!(said, "troll is banned for 7 days\n");
    let (status, detail) = told(&data);
    assert_eq!(status, 403);
    assert!(detail.contains("Spam in chats."), "{detail}");
    assert_eq!(done(&data, &["ban", "Troll"]), "Troll is banned\n");
    let (status, detail) = told(&data);
    assert_eq!(status, 403);
    assert!(
        detail.contains("By the operator of this server."),
        "{detail}"
    );
    let said = done(&data, &["unban", "Troll"]);
    assert_eq!(said, "Troll is not banned any more\n");
    assert_eq!(told(&data).0, 200);
    let error = refused(&data, &["unban", "Troll"]);
    assert!(error.contains("Troll is not banned"), "{error}");
    let error = refused(&data, &["ban", "Troll", "--reason", " "]);
    assert!(error.contains("one line of text"), "{error}");
    for days in ["0", "3651", "many"] {
        let output = admin(&data, &["ban", "Troll", "--days", days]);
        assert_eq!(output.status.code(), Some(2), "{days}");
    }
    assert_eq!(told(&data).0, 200, "nothing has changed");
}

#[test]
fn a_link_sets_another_password_once() {
    let data = accounts(&["Ada"]);
    let link = done(&data, &["reset", "ADA"]);
    let (site, ticket) = link.trim().split_once("/reset/").expect("a link");
    assert!(site.starts_with("http://127.0.0.1:"), "{link}");
    let server = Server::start(data.path(), &[]);
    let body = json!({"ticket": ticket, "new_password": ANOTHER});
    assert_eq!(server.ask("POST", "/session/reset", "", &body).status, 204);
    assert_eq!(server.ask("POST", "/session/reset", "", &body).status, 410);
    assert_eq!(server.sign_in("Ada", PASSWORD).status, 403);
    assert_eq!(server.sign_in("Ada", ANOTHER).status, 200);
}

#[test]
fn a_deleted_account_is_gone_and_its_export_was_all_of_it() {
    let data = accounts(&["Ada", "Bob"]);
    let export: Value = serde_json::from_str(&done(&data, &["export", "ada"])).expect("JSON");
    assert_eq!(export["username"], "Ada");
    assert_eq!(export["games"], json!([]));
    assert_eq!(done(&data, &["delete", "Ada"]), "Ada is deleted\n");
    let server = Server::start(data.path(), &[]);
    assert_eq!(server.sign_in("Ada", PASSWORD).status, 403);
    assert_eq!(server.sign_in("Bob", PASSWORD).status, 200);
    drop(server);
    let error = refused(&data, &["delete", "Ada"]);
    assert!(error.contains("there is no account “Ada”"), "{error}");
}

#[test]
fn what_is_not_there_or_in_use_is_said_in_one_line_and_changes_nothing() {
    let data = accounts(&["Ada"]);
    for command in [
        "make-moderator",
        "remove-moderator",
        "ban",
        "unban",
        "reset",
        "export",
        "delete",
    ] {
        // Similar names are different accounts.
        for name in ["Bob", "Ad4"] {
            let error = refused(&data, &[command, name]);
            assert!(error.contains("there is no account"), "{command}: {error}");
        }
        let nowhere = tempfile::tempdir().expect("a directory");
        let output = admin(&nowhere, &[command, "Ada"]);
        assert_eq!(output.status.code(), Some(1), "{command}");
        assert!(
            stderr(&output).contains("there is no database"),
            "{command}"
        );
    }
    // Even for a game that cannot exist: the directory is checked first.
    let output = manifold(&["admin", "ratings", "annul", "x", "--data", "/nonexist"]);
    assert_eq!(output.status.code(), Some(1));
    let error = stderr(&output);
    assert_eq!(
        error,
        "manifold: the data directory /nonexist: there is no database in it\n"
    );
    let server = Server::start(data.path(), &[]);
    let output = admin(&data, &["ban", "Ada"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stderr(&output).lines().count(), 1, "{}", stderr(&output));
    assert_eq!(server.sign_in("Ada", PASSWORD).status, 200);
}

#[test]
fn a_role_that_is_so_already_is_said_and_ends_no_session() {
    let data = accounts(&["Ada", "Bob"]);
    done(&data, &["make-moderator", "Ada"]);
    let server = Server::start(data.path(), &[]);
    let sessions = ["Ada", "Bob"].map(|name| server.sign_in(name, PASSWORD).cookies);
    drop(server);
    for (command, name, says) in [
        ("make-moderator", "Ada", "Ada is a moderator already"),
        ("remove-moderator", "Bob", "Bob is not a moderator"),
    ] {
        let error = refused(&data, &[command, name]);
        assert_eq!(error, format!("manifold: {says}\n"));
    }
    let server = Server::start(data.path(), &[]);
    for (cookies, name, moderator) in [(&sessions[0], "Ada", true), (&sessions[1], "Bob", false)] {
        let me = server.ask("GET", "/me", cookies, &Value::Null).body;
        assert_eq!(
            (&me["name"], &me["moderator"]),
            (&json!(name), &json!(moderator)),
            "{me}"
        );
    }
}
