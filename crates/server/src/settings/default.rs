//! The defaults of the settings.

use std::net::SocketAddr;
use std::path::PathBuf;

use super::Settings;

/// The push services of Chrome and others, Firefox, Edge, and Safari.
const PUSH_HOSTS: [&str; 4] = [
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    "*.notify.windows.com",
    "*.push.apple.com",
];

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
            live_games_per_client: 2_000,
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
