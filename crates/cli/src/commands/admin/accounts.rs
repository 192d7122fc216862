//! Account commands that an operator runs at a player's request.

use std::io::{self, Write};

use manifold_server::ServerError;
use manifold_server::admin::accounts::{NoAccount, delete_account, export_account, reset_password};

use super::{Place, runtime};
use crate::failure::Failure;

#[derive(Debug, clap::Subcommand)]
pub(super) enum What {
    /// Print a link with which a player can choose a new password; it works once, within an hour
    Reset(Named),
    /// Print everything that is stored about a player, as JSON with the games as PGN
    Export(Named),
    /// Delete an account, as its owner could; its games stay, under a deleted player
    Delete(Named),
}

/// An account and the data directory.
#[derive(Debug, clap::Args)]
pub(super) struct Named {
    /// The username; case does not matter
    #[arg(value_name = "NAME")]
    name: String,
    #[command(flatten)]
    place: Place,
}

pub(super) fn run(what: What) -> Result<(), Failure> {
    let runtime = runtime()?;
    let failed = |error: ServerError| Failure::World(error.to_string());
    let mut out = io::stdout().lock();
    match what {
        What::Reset(Named { name, place }) => {
            let settings = place.settings()?;
            let link = runtime.block_on(reset_password(&settings.data, &name));
            let link = link.map_err(failed)?.map_err(|NoAccount| missing(&name))?;
            let site = settings
                .public_url
                .unwrap_or_else(|| format!("http://{}", settings.listen));
            writeln!(out, "{}{link}", site.trim_end_matches('/'))?;
        }
        What::Export(Named { name, place }) => {
            let settings = place.settings()?;
            let site = settings.public_url.unwrap_or_default();
            let written = export_account(&settings.data, &name, &site, &mut out);
            let written = runtime.block_on(written).map_err(failed)?;
            written.map_err(|NoAccount| missing(&name))?;
        }
        What::Delete(Named { name, place }) => {
            let settings = place.settings()?;
            let deleted = runtime.block_on(delete_account(&settings.data, &name));
            let deleted = deleted.map_err(failed)?;
            deleted.map_err(|NoAccount| missing(&name))?;
            writeln!(out, "{name} is deleted")?;
        }
    }
    Ok(())
}

fn missing(name: &str) -> Failure {
    let name = manifold_rules::error::shorten(name);
    Failure::Input(format!("there is no account “{name}”"))
}
