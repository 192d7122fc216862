//! `manifold serve`: the server for browsers and bots.

use std::path::PathBuf;

use manifold_server::{Addresses, Server, Settings, System};
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
    /// The directory of the database; it is made if it is not there
    #[arg(long, value_name = "DIR")]
    data: Option<String>,
    /// Address at which Prometheus can read metrics, such as 127.0.0.1:9464; off if left out
    #[arg(long, value_name = "ADDRESS")]
    metrics: Option<String>,
    /// A directory with a built web client, to be served instead of the one in the program
    #[arg(long, value_name = "DIR")]
    web: Option<String>,
    /// Any other key of the configuration
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
            .map_err(|error| Failure::Input(error.to_string()))
    }
}

/// The filter of the log. The libraries that see whole messages are kept from writing them, whatever is asked for: messages have
/// secrets.
fn log_filter(wanted: &str) -> Result<Targets, Failure> {
    let filter: Targets = wanted
        .parse()
        .map_err(|error| Failure::Input(format!("the configuration (log): {error}")))?;
    let seers = ["tungstenite", "tokio_tungstenite", "hyper", "sqlx"];
    Ok(seers.into_iter().fold(filter, |filter, library| {
        filter.with_target(library, LevelFilter::INFO)
    }))
}

pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    let settings = arguments.settings()?;
    let filter = log_filter(&settings.log)?;
    tracing_subscriber::registry()
        .with(tracing_subscriber::fmt::layer().with_writer(std::io::stderr))
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
    // The engine's answer is of no use any more.
    runtime.shutdown_background();
    served.map_err(|error| Failure::World(error.to_string()))
}

/// Says where the server is to be found: a line on standard output, and another one if it shows metrics.
fn announce(at: Addresses) {
    use std::io::Write;
    let mut lines = format!("Manifold is at http://{}\n", at.site);
    if let Some(address) = at.metrics {
        lines.push_str(&format!("Metrics are at http://{address}/metrics\n"));
    }
    let mut out = std::io::stdout().lock();
    // Nobody reads it? The server works all the same.
    let _ = out.write_all(lines.as_bytes()).and_then(|()| out.flush());
    tracing::info!(address = %at.site, metrics = ?at.metrics, "listening");
}

/// Ready when somebody asks the program to stop. It listens for that from the call on, not only when it is waited for: a
/// request that comes at once is heard too.
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
    use super::*;

    #[test]
    fn no_level_makes_libraries_write_what_players_send() {
        for wanted in ["trace", "info,tungstenite=trace"] {
            let filter = log_filter(wanted).expect("a filter");
            let level = |library: &str| {
                let mut levels = filter.iter();
                levels.find_map(|(target, level)| (target == library).then_some(level))
            };
            assert_eq!(level("tungstenite"), Some(LevelFilter::INFO), "{wanted}");
            assert_eq!(level("sqlx"), Some(LevelFilter::INFO), "{wanted}");
        }
    }
}
