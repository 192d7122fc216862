//! The limits of values.

use std::fmt::Display;
use std::fs::File;
use std::path::Path;

use config::builder::DefaultState;
use config::{Config, ConfigBuilder};
use url::Url;

use super::error::wrong;
use super::{Settings, SettingsError};

impl Settings {
    /// Checks that the files named by the settings can be read, which cannot be done before all settings are known.
    ///
    /// # Errors
    /// Names the key and the file or directory that cannot be read.
    pub fn check_files(&self) -> Result<(), SettingsError> {
        let cannot_be_read = |key: &str, path: &Path, problem: &dyn Display| {
            wrong(key.to_owned(), format!("{}: {problem}", path.display()))
        };
        if let Some(web) = self.web.as_deref().filter(|web| !web.is_dir()) {
            return Err(cannot_be_read("web", web, &"there is no such directory"));
        }
        for (key, file) in [
            ("smtp_ca", &self.smtp_ca),
            ("refused_words", &self.refused_words),
        ] {
            if let Some(file) = file {
                File::open(file).map_err(|error| cannot_be_read(key, file, &error))?;
            }
        }
        Ok(())
    }
}

/// The settings so far; `origin` is the source that was added last.
pub(super) fn check(
    layers: &ConfigBuilder<DefaultState>,
    origin: &str,
) -> Result<Settings, SettingsError> {
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
        ("sockets_per_client", settings.sockets_per_client == 0),
        ("sockets", settings.sockets == 0),
        ("header_seconds", settings.header_seconds == 0),
        ("body_seconds", settings.body_seconds == 0),
        ("answer_seconds", settings.answer_seconds == 0),
        ("keep_alive_seconds", settings.keep_alive_seconds == 0),
        ("unread_mb_per_client", settings.unread_mb_per_client == 0),
        ("games_per_player", settings.games_per_player == 0),
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
        ("live_games", settings.live_games == 0),
        ("live_games_per_client", settings.live_games_per_client == 0),
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
    if let Some(address) = &settings.public_url
        && web_address(address).is_none()
    {
        return Err(wrong(
            origin.to_owned(),
            format!(
                "public_url must be an address such as https://play.example.org, not “{address}”"
            ),
        ));
    }
    if let Some(other) = settings
        .allowed_origins
        .iter()
        .find(|text| !is_origin(text))
    {
        return Err(wrong(
            origin.to_owned(),
            format!(
                "allowed_origins must be origins such as https://play.example.org, not “{other}”"
            ),
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

/// An address of the web.
fn web_address(text: &str) -> Option<Url> {
    let address = Url::parse(text).ok()?;
    matches!(address.scheme(), "http" | "https").then_some(address)
}

/// Whether a text is an origin as browsers write it: they are compared as texts.
fn is_origin(text: &str) -> bool {
    let text = text.trim_end_matches('/');
    web_address(text).is_some_and(|address| address.origin().ascii_serialization() == text)
}
