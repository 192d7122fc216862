//! Settings: defaults, a file, the environment and flags; the later win.

use std::fmt::{self, Debug};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use config::builder::DefaultState;
use config::{Config, ConfigBuilder, FileFormat};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Everything that can be set. Each key can be set in a TOML file (`listen = "…"`), in the
/// environment (`MANIFOLD_LISTEN=…`) and by a flag (`--set listen=…`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The address and port to listen on; port 0 takes any free one.
    pub listen: SocketAddr,
    /// The address and port at which metrics are shown; they are not shown without one.
    pub metrics: Option<SocketAddr>,
    /// The directory of the database and the signing key. It is created if it does not exist.
    pub data: PathBuf,
    /// Whether a missing signing key is replaced although there are games. Nobody can return to them then.
    pub new_cookie_key: bool,
    /// A directory with a built web client, served instead of the one in the program.
    pub web: Option<PathBuf>,
    /// The address under which people reach the server, such as `https://play.example.org`. Its origin
    /// is accepted, and with https cookies are sent over https only.
    pub public_url: Option<String>,
    /// Further origins from which browsers may use the API.
    pub allowed_origins: Vec<String>,
    /// Whether a reverse proxy in front names the client (the last entry of `X-Forwarded-For`).
    pub behind_proxy: bool,
    /// Engine threads; 0 for half of the processors.
    pub engine_threads: usize,
    /// The most that the engine thinks about an action, in milliseconds.
    pub engine_ms: u64,
    /// The least time from a player's action to the engine's answer, in milliseconds. In time trouble it is less.
    pub engine_pause_ms: u64,
    /// Requests per second and client on average, with bursts of ten times as many.
    pub requests_per_second: u32,
    /// Messages per second and socket on average, with bursts of four times as many.
    pub messages_per_second: u32,
    /// Messages per second of all sockets of a client on average, with bursts of four times as many.
    pub messages_per_client: u32,
    /// Open sockets per client (an address).
    pub sockets_per_client: usize,
    /// Open sockets in all.
    pub sockets: usize,
    /// Open connections per client, sockets among them. Behind a proxy all connections are its own, and this does not hold.
    pub connections_per_client: usize,
    /// Open connections in all, as far as there are file descriptors.
    pub connections: usize,
    /// Seconds within which the head of a request must have come.
    pub header_seconds: u64,
    /// Seconds within which the body of a request must have come.
    pub body_seconds: u64,
    /// Seconds within which an answer must have been read.
    pub answer_seconds: u64,
    /// Seconds for which a connection is kept for the next request.
    pub keep_alive_seconds: u64,
    /// Answers that a client leaves unread, in mebibytes.
    pub unread_mb_per_client: u64,
    /// Unfinished games per player.
    pub games_per_player: usize,
    /// New games per client and hour.
    pub games_per_hour: u32,
    /// New accounts per client and hour.
    pub accounts_per_hour: u32,
    /// Passwords that a client may have hashed in a second, right or wrong; thirty times as many at once.
    pub passwords_per_second: u32,
    /// Challenges for passkeys per client and minute: one for each passkey that is made, and each that signs in.
    pub passkeys_per_minute: u32,
    /// The mail server, such as `smtps://NAME:PASSWORD@mail.example.org`. Without one no mail is sent.
    pub smtp_url: Option<SecretUrl>,
    /// The sender of mails, such as `Manifold <play@example.org>`.
    pub mail_from: Option<String>,
    /// A file with certificates (PEM): authorities that may have certified the mail server, besides the public ones.
    pub smtp_ca: Option<PathBuf>,
    /// Mails that a client may ask for in an hour.
    pub mails_per_hour: u32,
    /// The push services to which messages are sent; `*.` at the beginning of a name stands for everything below the rest.
    pub push_hosts: Vec<String>,
    /// Whether this machine is a push service, too, without encryption. For tests: it cannot be set from outside.
    #[serde(skip)]
    pub push_anywhere: bool,
    /// Reports of players per client and hour.
    pub reports_per_hour: u32,
    /// Messages in chats per player and minute; of a client five times as many.
    pub chat_per_minute: u32,
    /// Tournaments, matches and arenas that an account may make in an hour, and as many a client.
    pub events_per_hour: u32,
    /// Those of an account that are not over.
    pub events_per_organiser: u32,
    /// Commands to events per account and minute; of a client five times as many.
    pub event_commands_per_minute: u32,
    /// The makers of an arena of each game every week: the usernames of the organiser and director, of the Chief Arbiter and of the
    /// deputy. There are no such arenas if it is empty.
    pub weekly_arenas: Vec<String>,
    /// A file with words that are refused in chats and names, one a line, beside those that always are.
    pub refused_words: Option<PathBuf>,
    /// Memory with which a password is hashed, in kibibytes. More makes guessing dearer, and signing in slower.
    pub password_kib: u32,
    /// Games in memory.
    pub live_games: usize,
    /// Seconds for which a leaderboard is shown before it is worked out again.
    pub leaderboard_seconds: u64,
    /// Seconds without a visitor after which a game is put away from memory.
    pub idle_seconds: u64,
    /// Seconds that each player has for the first turn of a game that the lobby has made, before it is ended.
    pub begin_seconds: u64,
    /// Seconds after which a player may claim a game whose opponent has left.
    pub claim_seconds: u64,
    /// The most lag that is given back for one action, in milliseconds.
    pub lag_ms: u64,
    /// Messages that wait for a slow reader before its socket is closed.
    pub outbox: usize,
    /// Seconds between two pings to a socket.
    pub ping_seconds: u64,
    /// Seconds after which a socket is closed that does not answer.
    pub silence_seconds: u64,
    /// The filter of the log, such as `info` or `manifold_server=debug,info`.
    pub log: String,
}

/// The push services of Chrome and others, Firefox, Edge, and Safari.
const PUSH_HOSTS: [&str; 4] = [
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    "*.notify.windows.com",
    "*.push.apple.com",
];

/// An address with a password in it: debugging output does not show it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SecretUrl(String);

impl SecretUrl {
    /// The address, for who connects to it.
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

impl From<String> for SecretUrl {
    fn from(url: String) -> SecretUrl {
        SecretUrl(url)
    }
}

impl Debug for SecretUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretUrl(?)")
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            metrics: None,
            data: PathBuf::from("manifold-data"),
            new_cookie_key: false,
            web: None,
            public_url: None,
            allowed_origins: Vec::new(),
            behind_proxy: false,
            engine_threads: 0,
            engine_ms: 900,
            engine_pause_ms: 800,
            requests_per_second: 20,
            messages_per_second: 20,
            messages_per_client: 100,
            sockets_per_client: 64,
            sockets: 20_000,
            connections_per_client: 256,
            connections: 24_000,
            header_seconds: 10,
            body_seconds: 10,
            answer_seconds: 60,
            keep_alive_seconds: 60,
            unread_mb_per_client: 32,
            games_per_player: 200,
            games_per_hour: 200,
            accounts_per_hour: 10,
            passwords_per_second: 1,
            passkeys_per_minute: 30,
            smtp_url: None,
            mail_from: None,
            smtp_ca: None,
            mails_per_hour: 10,
            push_hosts: PUSH_HOSTS.map(str::to_owned).into(),
            push_anywhere: false,
            reports_per_hour: 20,
            chat_per_minute: 20,
            events_per_hour: 10,
            events_per_organiser: 20,
            event_commands_per_minute: 60,
            weekly_arenas: Vec::new(),
            refused_words: None,
            password_kib: 40 * 1024,
            live_games: 20_000,
            leaderboard_seconds: 15,
            idle_seconds: 60,
            begin_seconds: 60,
            claim_seconds: 60,
            lag_ms: 500,
            outbox: 64,
            ping_seconds: 2,
            silence_seconds: 5,
            log: "info".to_owned(),
        }
    }
}

/// An error in the settings.
#[derive(Debug, Error)]
pub enum SettingsError {
    /// The file cannot be read.
    #[error("the configuration file {path}: {error}")]
    File {
        /// Which file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A value is wrong, or there is no such key.
    #[error("the configuration ({origin}): {problem}")]
    Value {
        /// Where it comes from.
        origin: String,
        /// The problem.
        problem: String,
    },
}

/// The prefix of settings in the environment.
const PREFIX: &str = "MANIFOLD_";

impl Settings {
    /// Reads the settings: the defaults, the file, if there is one, the environment and `flags`, pairs of key and
    /// value. The later win.
    ///
    /// # Errors
    /// Names the source and the key that is wrong.
    pub fn read(
        file: Option<&Path>,
        environment: impl IntoIterator<Item = (String, String)>,
        flags: &[(String, String)],
    ) -> Result<Settings, SettingsError> {
        let mut layers = Config::builder();
        if let Some(path) = file {
            let text = std::fs::read_to_string(path).map_err(|error| SettingsError::File {
                path: path.to_owned(),
                error,
            })?;
            layers = layers.add_source(config::File::from_str(&text, FileFormat::Toml));
            check(&layers, &path.display().to_string())?;
        }
        let keys = Settings::keys();
        for (name, value) in environment {
            let key = name.strip_prefix(PREFIX).map(str::to_lowercase);
            // Other programs of the project have variables of their own.
            if let Some(key) = key.filter(|key| keys.contains(key)) {
                layers = set(layers, &key, &value, &name)?;
            }
        }
        for (key, value) in flags {
            let origin = match key.as_str() {
                "smtp_url" => key.clone(),
                _ => format!("{key}={value}"),
            };
            layers = set(layers, key, value, &origin)?;
        }
        let settings = check(&layers, "all together")?;
        if settings.silence_seconds <= settings.ping_seconds {
            return Err(wrong(
                "all together".to_owned(),
                "silence_seconds must be more than ping_seconds".to_owned(),
            ));
        }
        Ok(settings)
    }

    /// The names of all settings.
    fn keys() -> Vec<String> {
        match serde_json::to_value(Settings::default()) {
            Ok(serde_json::Value::Object(all)) => all.into_iter().map(|(key, _)| key).collect(),
            _ => Vec::new(),
        }
    }

    /// The threads of the engine pool.
    pub(crate) fn engine_threads(&self) -> usize {
        match self.engine_threads {
            0 => std::thread::available_parallelism().map_or(1, |all| (all.get() / 2).max(1)),
            threads => threads.min(256),
        }
    }

    /// Each player's time for the first turn of a game that the lobby has made, in milliseconds.
    pub(crate) fn begin_ms(&self) -> u64 {
        self.begin_seconds.saturating_mul(1_000)
    }

    pub(crate) fn secure_cookies(&self) -> bool {
        self.public_url
            .as_deref()
            .is_some_and(|url| url.starts_with("https://"))
    }
}

fn wrong(origin: String, problem: String) -> SettingsError {
    SettingsError::Value { origin, problem }
}

/// Sets a key above everything that was set before.
fn set(
    layers: ConfigBuilder<DefaultState>,
    key: &str,
    value: &str,
    origin: &str,
) -> Result<ConfigBuilder<DefaultState>, SettingsError> {
    let layers = match key {
        "allowed_origins" | "push_hosts" | "weekly_arenas" => {
            let origins: Vec<&str> = value.split(',').map(str::trim).collect();
            layers.set_override(key, origins)
        }
        _ => layers.set_override(key, value),
    };
    let layers = layers.map_err(|error| wrong(origin.to_owned(), error.to_string()))?;
    check(&layers, origin)?;
    Ok(layers)
}

/// The settings so far; `origin` is the source that was added last.
fn check(layers: &ConfigBuilder<DefaultState>, origin: &str) -> Result<Settings, SettingsError> {
    let settings: Settings = layers
        .build_cloned()
        .and_then(Config::try_deserialize)
        .map_err(|error| wrong(origin.to_owned(), error.to_string()))?;
    for (key, zero) in [
        ("requests_per_second", settings.requests_per_second == 0),
        ("messages_per_second", settings.messages_per_second == 0),
        ("messages_per_client", settings.messages_per_client == 0),
        (
            "connections_per_client",
            settings.connections_per_client == 0,
        ),
        ("connections", settings.connections == 0),
        ("header_seconds", settings.header_seconds == 0),
        ("body_seconds", settings.body_seconds == 0),
        ("answer_seconds", settings.answer_seconds == 0),
        ("keep_alive_seconds", settings.keep_alive_seconds == 0),
        ("unread_mb_per_client", settings.unread_mb_per_client == 0),
        ("games_per_hour", settings.games_per_hour == 0),
        ("accounts_per_hour", settings.accounts_per_hour == 0),
        ("passwords_per_second", settings.passwords_per_second == 0),
        ("passkeys_per_minute", settings.passkeys_per_minute == 0),
        ("mails_per_hour", settings.mails_per_hour == 0),
        ("reports_per_hour", settings.reports_per_hour == 0),
        ("chat_per_minute", settings.chat_per_minute == 0),
        ("events_per_hour", settings.events_per_hour == 0),
        ("events_per_organiser", settings.events_per_organiser == 0),
        (
            "event_commands_per_minute",
            settings.event_commands_per_minute == 0,
        ),
        ("ping_seconds", settings.ping_seconds == 0),
        ("engine_ms", settings.engine_ms == 0),
    ] {
        if zero {
            return Err(wrong(
                origin.to_owned(),
                format!("{key} must be at least 1"),
            ));
        }
    }
    if !(8..=4 * 1024 * 1024).contains(&settings.password_kib) {
        return Err(wrong(
            origin.to_owned(),
            "password_kib must be 8 to 4194304".to_owned(),
        ));
    }
    match &settings.weekly_arenas[..] {
        [] => {}
        [_, arbiter, deputy] if arbiter != deputy => {}
        _ => {
            return Err(wrong(
                origin.to_owned(),
                "weekly_arenas must be three usernames: organiser, Chief Arbiter, and another as deputy".to_owned(),
            ));
        }
    }
    // The first messages to a socket must have room.
    if settings.outbox < 8 {
        return Err(wrong(
            origin.to_owned(),
            "outbox must be at least 8".to_owned(),
        ));
    }
    Ok(settings)
}

#[cfg(test)]
mod tests {
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
                // Three people, two of whom are not the same.
                _ if key == "weekly_arenas" => "ada,bea,cleo".to_owned(),
                _ if key == "metrics" => "127.0.0.1:9100".to_owned(),
                serde_json::Value::String(text) => text.clone(),
                serde_json::Value::Null | serde_json::Value::Array(_) => {
                    "https://a.example".to_owned()
                }
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
}
