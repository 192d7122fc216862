//! Configuration: a file, the environment and flags, the later before the earlier.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use thiserror::Error;

/// Everything that can be configured. Each key can be set in a TOML file (`listen = "…"`), in the
/// environment (`MANIFOLD_LISTEN=…`) and by a flag (`--set listen=…`).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Where to listen; port 0 takes any free one.
    pub listen: SocketAddr,
    /// The directory of the database and the signing key. Created if it is not there.
    pub data: PathBuf,
    /// A directory with a built web client to be served instead of the one in the program.
    pub web: Option<PathBuf>,
    /// The address under which people reach the server, such as `https://play.example.org`. Its origin
    /// is accepted, and with https cookies are sent over https only.
    pub public_url: Option<String>,
    /// Further origins from which browsers may use the API.
    pub allowed_origins: Vec<String>,
    /// Whether a reverse proxy in front says who the client is (the last entry of `X-Forwarded-For`).
    pub behind_proxy: bool,
    /// Threads for the engine; 0 for half of the processors.
    pub engine_threads: usize,
    /// The longest that the engine thinks about an action, in milliseconds.
    pub engine_ms: u64,
    /// Requests a client may make in a second on average; ten times as many at once.
    pub requests_per_second: u32,
    /// Messages a socket may send in a second on average; four times as many at once.
    pub messages_per_second: u32,
    /// Open sockets a client (an address) may have.
    pub sockets_per_client: usize,
    /// Open sockets altogether.
    pub sockets: usize,
    /// Unfinished games a player may have.
    pub games_per_player: usize,
    /// Games a client may create in an hour.
    pub games_per_hour: u32,
    /// Games in memory.
    pub live_games: usize,
    /// After so many seconds without a visitor a game is put away from memory.
    pub idle_seconds: u64,
    /// Seconds after which the opponent of a player who has left a game may claim it.
    pub claim_seconds: u64,
    /// The most lag that is given back to a player for one action, in milliseconds.
    pub lag_ms: u64,
    /// Messages that wait for one reader before it is cut.
    pub outbox: usize,
    /// Seconds between two signs of life to a socket.
    pub ping_seconds: u64,
    /// What is logged, such as `info` or `manifold_server=debug,info`.
    pub log: String,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            data: PathBuf::from("manifold-data"),
            web: None,
            public_url: None,
            allowed_origins: Vec::new(),
            behind_proxy: false,
            engine_threads: 0,
            engine_ms: 900,
            requests_per_second: 20,
            messages_per_second: 20,
            sockets_per_client: 64,
            sockets: 20_000,
            games_per_player: 200,
            games_per_hour: 200,
            live_games: 20_000,
            idle_seconds: 60,
            claim_seconds: 60,
            lag_ms: 500,
            outbox: 64,
            ping_seconds: 10,
            log: "info".to_owned(),
        }
    }
}

/// What is wrong with the configuration.
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
        /// What is wrong.
        problem: String,
    },
}

/// The beginning of the names in the environment.
const PREFIX: &str = "MANIFOLD_";

impl Settings {
    /// Reads a configuration: the file, if there is one; then the environment; then `flags`, pairs of
    /// key and value.
    ///
    /// # Errors
    /// Names the source and the key that is wrong.
    pub fn read(
        file: Option<&Path>,
        environment: impl IntoIterator<Item = (String, String)>,
        flags: &[(String, String)],
    ) -> Result<Settings, SettingsError> {
        let mut table = toml::Table::new();
        if let Some(path) = file {
            let text = std::fs::read_to_string(path).map_err(|error| SettingsError::File {
                path: path.to_owned(),
                error,
            })?;
            table = text.parse().map_err(|error: toml::de::Error| {
                wrong(path.display().to_string(), error.to_string())
            })?;
            check(&table, &path.display().to_string())?;
        }
        for (name, value) in environment {
            // Other programs of the project have variables of their own.
            let Some(key) = name.strip_prefix(PREFIX).map(str::to_lowercase) else {
                continue;
            };
            if KEYS.contains(&key.as_str()) {
                let mut one = toml::Table::new();
                one.insert(key.clone(), value_of(&key, &value));
                check(&one, &name)?;
                table.extend(one);
            }
        }
        for (key, value) in flags {
            let mut one = toml::Table::new();
            one.insert(key.clone(), value_of(key, value));
            check(&one, &format!("{key}={value}"))?;
            table.extend(one);
        }
        check(&table, "all together")
    }

    /// The threads of the engine pool.
    pub(crate) fn engine_threads(&self) -> usize {
        match self.engine_threads {
            0 => std::thread::available_parallelism().map_or(1, |all| (all.get() / 2).max(1)),
            threads => threads.min(256),
        }
    }

    pub(crate) fn secure_cookies(&self) -> bool {
        self.public_url
            .as_deref()
            .is_some_and(|url| url.starts_with("https://"))
    }
}

/// All keys, for the environment.
const KEYS: [&str; 22] = [
    "listen",
    "data",
    "web",
    "public_url",
    "allowed_origins",
    "behind_proxy",
    "engine_threads",
    "engine_ms",
    "requests_per_second",
    "messages_per_second",
    "sockets_per_client",
    "sockets",
    "games_per_player",
    "games_per_hour",
    "live_games",
    "idle_seconds",
    "claim_seconds",
    "lag_ms",
    "outbox",
    "ping_seconds",
    "log",
    "config",
];

fn wrong(origin: String, problem: String) -> SettingsError {
    SettingsError::Value { origin, problem }
}

fn check(table: &toml::Table, origin: &str) -> Result<Settings, SettingsError> {
    let settings: Settings = table
        .clone()
        .try_into()
        .map_err(|error: toml::de::Error| wrong(origin.to_owned(), error.message().to_owned()))?;
    for (key, zero) in [
        ("requests_per_second", settings.requests_per_second == 0),
        ("messages_per_second", settings.messages_per_second == 0),
        ("games_per_hour", settings.games_per_hour == 0),
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
    // The first messages to a socket must have room.
    if settings.outbox < 8 {
        return Err(wrong(
            origin.to_owned(),
            "outbox must be at least 8".to_owned(),
        ));
    }
    Ok(settings)
}

/// A value of the environment or the command line: numbers, truth and lists as TOML has them, all else
/// is text.
fn value_of(key: &str, value: &str) -> toml::Value {
    if key == "allowed_origins" && !value.starts_with('[') {
        return toml::Value::Array(
            value
                .split(',')
                .map(|origin| toml::Value::String(origin.trim().to_owned()))
                .collect(),
        );
    }
    format!("value = {value}")
        .parse::<toml::Table>()
        .ok()
        .and_then(|mut table| table.remove("value"))
        .filter(|parsed| !matches!(parsed, toml::Value::Datetime(_)))
        .unwrap_or_else(|| toml::Value::String(value.to_owned()))
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
        ] {
            let error = Settings::read(None, [], &flags)
                .expect_err("wrong")
                .to_string();
            assert!(words.iter().all(|word| error.contains(word)), "{error}");
        }
    }

    #[test]
    fn every_key_but_config_is_a_setting() {
        for key in KEYS.into_iter().filter(|key| *key != "config") {
            let error = Settings::read(None, [], &pairs(&[(key, "[{}]")])).expect_err(key);
            assert!(!error.to_string().contains("unknown field"), "{error}");
        }
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
