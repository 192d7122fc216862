//! `manifold serve`: the server for browsers and bots.

use std::io::IsTerminal;
use std::path::PathBuf;

use manifold_rules::error::shorten;
use manifold_server::{Addresses, Server, ServerError, Settings, System};
use tokio::signal;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::failure::Failure;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// A configuration file (TOML); every key can also be set in the environment, as MANIFOLD_KEY
    #[arg(long, value_name = "FILE", env = "MANIFOLD_CONFIG")]
    config: Option<PathBuf>,
    /// Address to listen on, such as 127.0.0.1:8080; port 0 takes any free one
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<String>,
    /// The directory of the database; it is created if it does not exist
    #[arg(long, value_name = "DIR")]
    data: Option<String>,
    /// Address on which metrics are served to Prometheus, such as 127.0.0.1:9464; off if left out
    #[arg(long, value_name = "ADDRESS")]
    metrics: Option<String>,
    /// A directory with a built web client to serve instead of the embedded one
    #[arg(long, value_name = "DIR")]
    web: Option<String>,
    /// Set any other key of the configuration; can be repeated
    #[arg(long, value_name = "KEY=VALUE", value_parser = pair)]
    set: Vec<(String, String)>,
}

fn pair(text: &str) -> Result<(String, String), String> {
    text.split_once('=')
        .map(|(key, value)| (key.trim().to_owned(), value.trim().to_owned()))
        .ok_or_else(|| "write KEY=VALUE, such as outbox=32".to_owned())
}

impl Arguments {
    fn settings(self) -> Result<Settings, Failure> {
        let mut flags = self.set;
        for (key, value) in [
            ("listen", self.listen),
            ("data", self.data),
            ("web", self.web),
            ("metrics", self.metrics),
        ] {
            flags.extend(value.map(|value| (key.to_owned(), value)));
        }
        Settings::read(self.config.as_deref(), std::env::vars(), &flags)
            .and_then(|settings| settings.check_files().map(|()| settings))
            .map_err(|error| Failure::Input(error.to_string()))
    }
}

/// The common prefix of the log targets of our own crates.
const OURS: &str = "manifold";

/// The log levels; each includes those before it.
const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];

/// The log filter. Only our own crates log more than `info`, whatever is asked for: libraries see whole messages, which contain
/// secrets.
fn log_filter(wanted: &str) -> Result<Targets, Failure> {
    let wrong = |problem: String| Failure::Input(format!("the configuration (log): {problem}"));
    // The parser takes an unknown level for the name of a target, which would turn everything else off.
    let level = |directive: &str| {
        let level = directive
            .rsplit_once('=')
            .map_or(directive, |(_, level)| level);
        level.trim().to_ascii_lowercase()
    };
    if let Some(unknown) = wanted
        .split(',')
        .map(level)
        .find(|it| !LEVELS.contains(&&**it))
    {
        return Err(wrong(format!(
            "“{}” is not a level: they are {}, and levels for parts are written as in manifold_server=debug,info",
            shorten(&unknown),
            LEVELS.join(", ")
        )));
    }
    let wanted: Targets = wanted.parse().map_err(|error| wrong(format!("{error}")))?;
    let default = wanted.default_level().unwrap_or(LevelFilter::OFF);
    let mut filter = Targets::new().with_default(default.min(LevelFilter::INFO));
    if default > LevelFilter::INFO {
        filter = filter.with_target(OURS, default);
    }
    Ok(wanted.iter().fold(filter, |filter, (target, level)| {
        let is_ours = target.starts_with(OURS);
        let level = if is_ours {
            level
        } else {
            level.min(LevelFilter::INFO)
        };
        filter.with_target(target, level)
    }))
}

pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    let settings = arguments.settings()?;
    let filter = log_filter(&settings.log)?;
    let layer = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    // It uses colours by default, unless NO_COLOR is set.
    let layer = match std::io::stderr().is_terminal() {
        true => layer,
        false => layer.with_ansi(false),
    };
    tracing_subscriber::registry()
        .with(layer)
        .with(filter)
        .init();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::World(error.to_string()))?;
    let served = runtime.block_on(async {
        let stop = stop_asked();
        let server = Server::start(settings, System::real()).await?;
        server.listen(announce, stop).await
    });
    // Do not wait for a running engine: nobody needs its answer any more.
    runtime.shutdown_background();
    served.map_err(|error| match error {
        ServerError::Mail(_) => Failure::Input(error.to_string()),
        _ => Failure::World(error.to_string()),
    })
}

/// Announces the server's address: a line on standard output, and another one if it serves metrics.
fn announce(at: Addresses) {
    use std::io::Write;
    let mut lines = format!("Manifold is at http://{}\n", at.site);
    if let Some(address) = at.metrics {
        lines.push_str(&format!("Metrics are at http://{address}/metrics\n"));
    }
    let mut out = std::io::stdout().lock();
    // The server works even if nobody reads standard output.
    let _ = out.write_all(lines.as_bytes()).and_then(|()| out.flush());
    tracing::info!(address = %at.site, metrics = ?at.metrics, "listening");
}

/// Completes when the program is asked to stop. It listens from the call on, not from the first poll, so that an early signal is not
/// missed.
fn stop_asked() -> impl Future<Output = ()> + Send + 'static {
    #[cfg(unix)]
    let (interrupt, terminate) = {
        use signal::unix::{SignalKind, signal};

        let heard = |kind| {
            let signals = signal(kind);
            async move {
                match signals {
                    Ok(mut signals) => drop(signals.recv().await),
                    Err(_) => std::future::pending().await,
                }
            }
        };
        (
            heard(SignalKind::interrupt()),
            heard(SignalKind::terminate()),
        )
    };
    #[cfg(not(unix))]
    let (interrupt, terminate) = {
        let interrupt = async {
            if signal::ctrl_c().await.is_err() {
                std::future::pending::<()>().await;
            }
        };
        (interrupt, std::future::pending::<()>())
    };
    async move {
        tokio::select! {
            () = interrupt => {}
            () = terminate => {}
        }
        tracing::info!("stopping");
    }
}

#[cfg(test)]
mod tests {
    use tracing::Level;

    use super::*;

    #[test]
    fn no_level_makes_libraries_write_what_players_send() {
        for wanted in [
            "trace",
            "info,tungstenite=trace",
            "info,tungstenite::protocol=trace",
            "manifold_server=trace,tungstenite::protocol::frame=debug,tr=trace",
        ] {
            let filter = log_filter(wanted).expect("a filter");
            for library in [
                "tungstenite",
                "tungstenite::protocol",
                "sqlx",
                "h2",
                "trust",
            ] {
                for level in [Level::DEBUG, Level::TRACE] {
                    assert!(
                        !filter.would_enable(library, &level),
                        "{wanted}: {library} {level}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_level_that_is_none_is_refused_with_those_that_there_are() {
        for (wanted, named) in [
            ("verbose", "“verbose”"),
            ("inof", "“inof”"),
            ("", "“”"),
            ("info,", "“”"),
            ("manifold_server", "“manifold_server”"),
            ("info,manifold_server=loud", "“loud”"),
        ] {
            let failure = log_filter(wanted).expect_err(wanted);
            assert!(matches!(failure, Failure::Input(_)), "{wanted}");
            let problem = failure.to_string();
            assert!(
                problem.contains(&format!("{named} is not a level")),
                "{problem}"
            );
            assert!(
                problem.contains("off, error, warn, info, debug, trace"),
                "{problem}"
            );
        }
        for wanted in ["INFO", "off", "warn, manifold_server=Debug"] {
            assert!(log_filter(wanted).is_ok(), "{wanted}");
        }
    }

    #[test]
    fn our_own_crates_write_as_much_as_is_asked_for_and_libraries_no_more_than_that() {
        let enables = |wanted: &str, target: &str, level: Level| {
            let filter = log_filter(wanted).expect("a filter");
            filter.would_enable(target, &level)
        };
        assert!(enables("trace", "manifold_server::table", Level::TRACE));
        assert!(enables(
            "warn,manifold_server=debug",
            "manifold_server::api",
            Level::DEBUG
        ));
        assert!(!enables(
            "warn,manifold_server=debug",
            "manifold_engine",
            Level::INFO
        ));
        assert!(enables("info", "sqlx", Level::INFO));
        assert!(!enables("warn", "sqlx", Level::INFO));
        assert!(!enables("info,sqlx=off", "sqlx::query", Level::WARN));
    }
}
