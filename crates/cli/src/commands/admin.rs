//! `manifold admin`: what an operator does with the data while no server runs.

mod accounts;

use std::io::{self, Write};
use std::path::PathBuf;

use manifold_server::admin::{Recomputed, annul_result, recompute_ratings};
use manifold_server::{ServerError, Settings};

use crate::failure::Failure;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// Ratings of players
    Ratings {
        #[command(subcommand)]
        what: Ratings,
    },
    #[command(flatten)]
    Accounts(accounts::What),
}

#[derive(Debug, clap::Subcommand)]
enum Ratings {
    /// Work all ratings out again from the log of results, and store what was stored otherwise
    Recompute {
        #[command(flatten)]
        place: Place,
    },
    /// Take a game's result out of the ratings, as if it had never been played
    Annul {
        /// The game's identifier: the last part of its address
        #[arg(value_name = "GAME")]
        game: String,
        #[command(flatten)]
        place: Place,
    },
}

/// Where the data are.
#[derive(Debug, clap::Args)]
struct Place {
    /// The server's configuration file (TOML)
    #[arg(long, value_name = "FILE", env = "MANIFOLD_CONFIG")]
    config: Option<PathBuf>,
    /// The directory of the database; no server may be using it
    #[arg(long, value_name = "DIR")]
    data: Option<String>,
}

impl Place {
    fn directory(self) -> Result<PathBuf, Failure> {
        self.settings().map(|settings| settings.data)
    }

    fn settings(self) -> Result<Settings, Failure> {
        let flags = self.data.map(|data| ("data".to_owned(), data));
        let flags: Vec<(String, String)> = flags.into_iter().collect();
        Settings::read(self.config.as_deref(), std::env::vars(), &flags)
            .map_err(|error| Failure::Input(error.to_string()))
    }
}

fn runtime() -> io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
}

pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    match arguments.what {
        What::Ratings { what } => run_ratings(what),
        What::Accounts(what) => accounts::run(what),
    }
}

fn run_ratings(what: Ratings) -> Result<(), Failure> {
    let runtime = runtime()?;
    let failed = |error: ServerError| Failure::World(error.to_string());
    let recomputed = match what {
        Ratings::Recompute { place } => {
            let data = place.directory()?;
            runtime.block_on(recompute_ratings(&data)).map_err(failed)?
        }
        Ratings::Annul { game, place } => {
            let data = place.directory()?;
            let annulled = runtime.block_on(annul_result(&data, &game));
            annulled.map_err(failed)?.ok_or_else(|| {
                Failure::Input(format!(
                    "there is no rated result of a game “{game}” that counts",
                    game = manifold_rules::error::shorten(&game)
                ))
            })?
        }
    };
    let Recomputed {
        players,
        ratings,
        differed,
    } = recomputed;
    writeln!(
        io::stdout().lock(),
        "{players} players have {ratings} ratings; {differed} differed and were stored anew"
    )?;
    Ok(())
}
