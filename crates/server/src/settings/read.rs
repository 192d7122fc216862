//! Reading the settings, layer by layer.

use std::path::Path;

use config::builder::DefaultState;
use config::{Config, ConfigBuilder, FileFormat};

use super::check::check;
use super::error::wrong;
use super::{Settings, SettingsError};

/// The prefix of settings in the environment.
pub(super) const PREFIX: &str = "MANIFOLD_";

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
            parse(path, &text)?;
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
    pub(super) fn keys() -> Vec<String> {
        match serde_json::to_value(Settings::default()) {
            Ok(serde_json::Value::Object(all)) => all.into_iter().map(|(key, _)| key).collect(),
            _ => Vec::new(),
        }
    }
}

/// Finds errors of TOML. `config` draws them on several lines, and without the file.
fn parse(path: &Path, text: &str) -> Result<(), SettingsError> {
    let Err(error) = toml::from_str::<toml::Table>(text) else {
        return Ok(());
    };
    let at = error.span().map_or(0, |span| span.start);
    let before = text.get(..at).unwrap_or_default();
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    Err(SettingsError::Toml {
        path: path.to_owned(),
        line: before.matches('\n').count() + 1,
        column: before[line_start..].chars().count() + 1,
        problem: error.message().replace('\n', " "),
    })
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
            let parts = value.split(',').map(str::trim);
            // An empty variable is one that is not set.
            let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
            layers.set_override(key, parts)
        }
        _ => layers.set_override(key, value),
    };
    let layers = layers.map_err(|error| wrong(origin.to_owned(), error.to_string()))?;
    check(&layers, origin)?;
    Ok(layers)
}
