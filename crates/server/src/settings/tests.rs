use std::path::Path;

use super::read::PREFIX;
use super::*;

fn pairs(all: &[(&str, &str)]) -> Vec<(String, String)> {
    all.iter()
        .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
        .collect()
}

#[test]
fn flags_come_before_the_environment_and_the_environment_before_the_file() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("manifold.toml");
    std::fs::write(&file, "outbox = 9\nsockets = 1\nlive_games = 1\n").expect("written");
    let environment = pairs(&[("MANIFOLD_SOCKETS", "2"), ("MANIFOLD_LIVE_GAMES", "2")]);
    let settings = Settings::read(Some(&file), environment, &pairs(&[("live_games", "3")]));
    let settings = settings.expect("a configuration");
    assert_eq!(
        (settings.outbox, settings.sockets, settings.live_games),
        (9, 2, 3)
    );
}

#[test]
fn what_is_wrong_is_named() {
    for (flags, words) in [
        (pairs(&[("listen", "here")]), ["listen=here", "address"]),
        (pairs(&[("colour", "red")]), ["colour=red", "unknown field"]),
        (pairs(&[("outbox", "0")]), ["outbox=0", "at least 8"]),
        (pairs(&[("sockets", "0")]), ["sockets=0", "at least 1"]),
        (
            pairs(&[("public_url", "rubbish")]),
            ["public_url=rubbish", "such as https://play.example.org"],
        ),
        (
            pairs(&[("public_url", "ftp://a.example")]),
            ["public_url=ftp", "such as https://play.example.org"],
        ),
        (
            pairs(&[("allowed_origins", "https://a.example,rubbish")]),
            ["allowed_origins must be", "not “rubbish”"],
        ),
        // No browser writes its origin like this.
        (
            pairs(&[("allowed_origins", "https://a.example/page")]),
            [
                "allowed_origins must be",
                "such as https://play.example.org",
            ],
        ),
        (
            pairs(&[("ping_seconds", "9")]),
            ["silence_seconds", "more than ping_seconds"],
        ),
    ] {
        let error = Settings::read(None, [], &flags)
            .expect_err("wrong")
            .to_string();
        assert!(words.iter().all(|word| error.contains(word)), "{error}");
    }
}

#[test]
fn every_setting_can_be_made_in_the_environment() {
    let defaults = serde_json::to_value(Settings::default()).expect("JSON");
    for key in Settings::keys() {
        let value = match &defaults[&key] {
            // Three usernames, which must be different.
            _ if key == "weekly_arenas" => "ada,bea,cleo".to_owned(),
            _ if key == "metrics" => "127.0.0.1:9100".to_owned(),
            serde_json::Value::String(text) => text.clone(),
            serde_json::Value::Null | serde_json::Value::Array(_) => "https://a.example".to_owned(),
            other => other.to_string(),
        };
        let name = format!("{PREFIX}{}", key.to_uppercase());
        let settings = Settings::read(None, [(name, value.clone())], &[]).expect(&key);
        let settings = serde_json::to_value(settings).expect("JSON");
        let set = match &settings[&key] {
            serde_json::Value::String(text) => text.clone(),
            serde_json::Value::Array(all) => {
                let all: Vec<&str> = all.iter().filter_map(|one| one.as_str()).collect();
                all.join(",")
            }
            other => other.to_string(),
        };
        assert_eq!(set, value, "{key}");
    }
}

#[test]
fn variables_of_other_programs_are_left_alone() {
    let environment = pairs(&[("MANIFOLD_WEB_DIST", "none"), ("MANIFOLD_CONFIG", "a.toml")]);
    assert_eq!(
        Settings::read(None, environment, &[]).expect("settings"),
        Settings::default()
    );
}

#[test]
fn the_password_of_the_mail_server_is_in_no_error_and_no_debugging_output() {
    let url = "smtps://rosalind:secret@mail.example";
    let flags = pairs(&[("smtp_url", url)]);
    let settings = Settings::read(None, [], &flags).expect("a configuration");
    let address = settings.smtp_url.as_ref().map(SecretUrl::reveal);
    assert_eq!(address, Some(url));
    assert!(!format!("{settings:?}").contains("secret"));
    let flags = pairs(&[("smtp_url", url), ("outbox", "0")]);
    let error = Settings::read(None, [], &flags).expect_err("wrong");
    assert!(!error.to_string().contains("secret"), "{error}");
}

#[test]
fn origins_can_be_separated_by_commas() {
    let environment = pairs(&[(
        "MANIFOLD_ALLOWED_ORIGINS",
        "https://a.example, https://b.example",
    )]);
    let settings = Settings::read(None, environment, &[]).expect("a configuration");
    assert_eq!(
        settings.allowed_origins,
        ["https://a.example", "https://b.example"]
    );
}

#[test]
fn files_that_cannot_be_read_are_named_with_their_keys() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("file");
    std::fs::write(&file, "").expect("written");
    let missing = directory.path().join("missing");
    for (key, wrong, right) in [
        ("web", &missing, directory.path()),
        ("web", &file, directory.path()),
        ("smtp_ca", &missing, &*file),
        ("refused_words", &missing, &file),
    ] {
        let check = |path: &Path| {
            let flags = pairs(&[(key, &path.display().to_string())]);
            let settings = Settings::read(None, [], &flags).expect("a configuration");
            settings.check_files().map_err(|error| error.to_string())
        };
        let problem = check(wrong).expect_err(key);
        let named = [key, &wrong.display().to_string()];
        assert!(named.iter().all(|word| problem.contains(word)), "{problem}");
        assert_eq!(check(right), Ok(()), "{key}");
    }
}

#[test]
fn a_file_that_is_no_toml_is_named_with_line_and_column_on_one_line() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("bad.toml");
    let name = file.display().to_string();
    for (text, place, expected) in [
        (
            "outbox = 9\nsockets 5\n",
            "line 2, column 9: ",
            "expected `=`",
        ),
        (
            "# ä\nlisten = \"ä\n",
            "line 2, column 12: ",
            "expected `\"`",
        ),
        (
            "outbox = 9\n\noutbox = 8\n",
            "line 3, column 1: ",
            "duplicate key",
        ),
        ("outbox = \n", "line 1, column 10: ", "expected"),
    ] {
        std::fs::write(&file, text).expect("written");
        let error = Settings::read(Some(&file), [], &[]).expect_err("no TOML");
        let error = error.to_string();
        let begin = format!("the configuration file {name}: {place}");
        assert!(error.starts_with(&begin), "{error}");
        assert!(error.contains(expected), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}
