//! `manifold admin`: operator commands on the data while no server is running.

mod accounts;

use std::io::{self, Write};
use std::path::PathBuf;

use manifold_server::admin::{
    Ban, Banned, Recomputed, RoleSet, annul_result, ban, recompute_ratings, set_moderator,
};
use manifold_server::{ServerError, Settings};

use crate::counted::counted;
use crate::failure::Failure;
use crate::whole_number::whole_number;

/// The default reason.
const OPERATOR: &str = "By the operator of this server.";

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
    Moderation(Moderation),
    #[command(flatten)]
    Accounts(accounts::What),
}

#[derive(Debug, clap::Subcommand)]
enum Moderation {
    /// Make an account a moderator, which acts on players' reports once its second factor is on; its sessions end
    MakeModerator(Named),
    /// Make a moderator an ordinary account again; its sessions end
    RemoveModerator(Named),
    /// Ban an account: it is signed out and cannot sign in
    Ban {
        #[command(flatten)]
        named: Named,
        /// Length of the ban in days; permanent if left out
        #[arg(long, value_name = "DAYS", value_parser = whole_number(1_u32..=3_650))]
        days: Option<u32>,
        /// The reason, shown to the account's owner
        #[arg(long, value_name = "TEXT", default_value = OPERATOR)]
        reason: String,
    },
    /// Lift an account's ban
    Unban(Named),
}

/// An account and the data directory.
#[derive(Debug, clap::Args)]
struct Named {
    /// The username; case does not matter
    #[arg(value_name = "NAME")]
    name: String,
    #[command(flatten)]
    place: Place,
}

#[derive(Debug, clap::Subcommand)]
enum Ratings {
    /// Recompute all ratings from the log of results, and correct the stored ones
    Recompute {
        #[command(flatten)]
        place: Place,
    },
    /// Remove a game's result from the ratings, as if it had never been played
    Annul {
        /// The game's identifier: the last part of its address
        #[arg(value_name = "GAME")]
        game: String,
        #[command(flatten)]
        place: Place,
    },
}

/// The data directory.
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
    let told = match arguments.what {
        What::Ratings { what } => runtime()?.block_on(ratings(what))?,
        What::Moderation(what) => runtime()?.block_on(moderation(what))?,
        What::Accounts(what) => return accounts::run(what),
    };
    writeln!(io::stdout().lock(), "{told}")?;
    Ok(())
}

async fn moderation(what: Moderation) -> Result<String, Failure> {
    match what {
        Moderation::MakeModerator(named) => set_role(named, true).await,
        Moderation::RemoveModerator(named) => set_role(named, false).await,
        Moderation::Ban {
            named,
            days,
            reason,
        } => set_ban(named, Ban::Days(days), reason).await,
        Moderation::Unban(named) => set_ban(named, Ban::End, OPERATOR.to_owned()).await,
    }
}

fn failed(error: ServerError) -> Failure {
    Failure::World(error.to_string())
}

fn no_account(name: &str) -> Failure {
    let name = manifold_rules::error::shorten(name);
    Failure::Input(format!("there is no account “{name}”"))
}

async fn set_role(Named { name, place }: Named, is_moderator: bool) -> Result<String, Failure> {
    let data = place.directory()?;
    let set = set_moderator(&data, &name, is_moderator).await;
    match (set.map_err(failed)?, is_moderator) {
        (RoleSet::Done, true) => Ok(format!(
            "{name} is a moderator, and acts as one once the second factor is on (on the account page)"
        )),
        (RoleSet::Done, false) => Ok(format!("{name} is no longer a moderator")),
        (RoleSet::NoAccount, _) => Err(no_account(&name)),
        (RoleSet::AlreadySo, true) => Err(Failure::Input(format!("{name} is a moderator already"))),
        (RoleSet::AlreadySo, false) => Err(Failure::Input(format!("{name} is not a moderator"))),
    }
}

async fn set_ban(
    Named { name, place }: Named,
    wanted: Ban,
    reason: String,
) -> Result<String, Failure> {
    let reason = reason.trim().to_owned();
    if reason.is_empty() || reason.chars().any(char::is_control) {
        let problem = "the reason is one line of text".to_owned();
        return Err(Failure::Input(problem));
    }
    let data = place.directory()?;
    let banned = ban(&data, &name, wanted, reason).await.map_err(failed)?;
    match (banned, wanted) {
        (Banned::NoAccount, _) => Err(no_account(&name)),
        (Banned::NotBanned, _) => Err(Failure::Input(format!("{name} is not banned"))),
        (Banned::Done, Ban::End) => Ok(format!("{name} is not banned any more")),
        (Banned::Done, Ban::Days(None)) => Ok(format!("{name} is banned")),
        (Banned::Done, Ban::Days(Some(1))) => Ok(format!("{name} is banned for a day")),
        (Banned::Done, Ban::Days(Some(days))) => Ok(format!("{name} is banned for {days} days")),
    }
}

async fn ratings(what: Ratings) -> Result<String, Failure> {
    let Recomputed {
        players,
        ratings,
        differed,
    } = match what {
        Ratings::Recompute { place } => {
            let data = place.directory()?;
            recompute_ratings(&data).await.map_err(failed)?
        }
        Ratings::Annul { game, place } => {
            let data = place.directory()?;
            let annulled = annul_result(&data, &game).await.map_err(failed)?;
            annulled.ok_or_else(|| {
                Failure::Input(format!(
                    "there is no rated result of a game “{game}” that counts",
                    game = manifold_rules::error::shorten(&game)
                ))
            })?
        }
    };
    Ok(format!(
        "{} of {}; {differed} differed and have been corrected",
        counted(ratings, "rating"),
        counted(players, "player")
    ))
}
