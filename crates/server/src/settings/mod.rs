//! Settings: defaults, a file, the environment and flags; the later win.

mod check;
mod default;
mod error;
mod read;
mod secret_url;
#[cfg(test)]
mod tests;

use std::net::SocketAddr;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

pub use error::SettingsError;
pub use secret_url::SecretUrl;

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
    /// Maximum thinking time of the engine for an action, in milliseconds.
    pub engine_ms: u64,
    /// Minimum time from a player's action to the engine's answer, in milliseconds. It is shorter in time trouble.
    pub engine_pause_ms: u64,
    /// Requests per second and client on average, with bursts of ten times as many.
    pub requests_per_second: u32,
    /// Messages per second and socket on average, with bursts of four times as many.
    pub messages_per_second: u32,
    /// Messages per second of all sockets of a client on average, with bursts of four times as many.
    pub messages_per_client: u32,
    /// Open sockets per client (an IPv4 address or an IPv6 /64).
    pub sockets_per_client: usize,
    /// Open sockets in all.
    pub sockets: usize,
    /// Open connections per client, including sockets. Has no effect behind a proxy, where all connections are the proxy's.
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
    /// Passwords that a client may have hashed per second, right or wrong, with bursts of thirty times that number.
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
    /// Whether this machine is accepted as a push service, too, without TLS. For tests: it cannot be set from outside.
    #[serde(skip)]
    pub push_anywhere: bool,
    /// Reports of players per client and hour.
    pub reports_per_hour: u32,
    /// Chat messages per player and minute; five times that number per client.
    pub chat_per_minute: u32,
    /// Tournaments, matches and arenas that an account may make per hour, and also per client.
    pub events_per_hour: u32,
    /// Events of an account that are not over.
    pub events_per_organiser: u32,
    /// Commands to events per account and minute; five times that number per client.
    pub event_commands_per_minute: u32,
    /// The makers of a weekly arena of each game: the usernames of the organiser and director, of the Chief Arbiter and of the
    /// deputy. If empty, there are no such arenas.
    pub weekly_arenas: Vec<String>,
    /// A file with words that are refused in chats and names, one a line, beside those that always are.
    pub refused_words: Option<PathBuf>,
    /// Memory for hashing a password, in kibibytes. More makes guessing more expensive and signing in slower.
    pub password_kib: u32,
    /// Games in memory.
    pub live_games: usize,
    /// Maximum number of games in memory that were loaded for one client.
    pub live_games_per_client: usize,
    /// Seconds for which a leaderboard is shown before it is recomputed.
    pub leaderboard_seconds: u64,
    /// Seconds without a visitor after which a game is put away from memory.
    pub idle_seconds: u64,
    /// Seconds that each player has for the first turn of a game that the lobby has made, before it is ended.
    pub begin_seconds: u64,
    /// Seconds after which a player may claim a game whose opponent has left.
    pub claim_seconds: u64,
    /// Maximum lag that is credited for one action, in milliseconds.
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

impl Settings {
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
