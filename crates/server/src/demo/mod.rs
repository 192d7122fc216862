//! A demo: accounts with games, ratings and histories, in a directory of its own.
//!
//! The games are played on an ordinary server, by its own rules, on a clock that runs through the last weeks.

mod account;
mod event;
mod game;
mod meeting;
mod stage;

use std::io;
use std::path::Path;

use manifold_rules::variant::VariantId;

use crate::data;
use crate::settings::Settings;
use crate::system::{SimulatedClock, System};
use crate::{Server, ServerError};

use stage::Stage;

/// The players and games of the demonstration that are worth a look.
#[derive(Debug)]
pub struct Demo {
    /// The usernames of its players.
    pub usernames: Vec<&'static str>,
    /// The username of a moderator with a second factor.
    pub moderator: &'static str,
    /// The username of a bot.
    pub bot: &'static str,
    /// Its games.
    pub games: Vec<DemoGame>,
    /// The start of the first, in milliseconds since 1970.
    pub from: u64,
    /// The start of the last finished one, in milliseconds since 1970; those in progress come after it, one after the
    /// other.
    pub until: u64,
}

/// A game of the demonstration.
#[derive(Debug)]
pub struct DemoGame {
    /// The game variant.
    pub variant: VariantId,
    /// White's and Black's places among the usernames.
    pub players: [usize; 2],
    /// The clock.
    pub clock: DemoClock,
    /// All actions, in machine notation, with the colour that acts: 0 for White, 1 for Black.
    pub actions: Vec<(usize, String)>,
    /// The end that follows them.
    pub end: DemoEnd,
}

/// The clock of a game of the demonstration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DemoClock {
    /// A clock with increment, by the name of a preset.
    Preset(&'static str),
    /// Days for a move.
    Days(u32),
}

/// The end of a game of the demonstration, after its actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DemoEnd {
    /// It is over by them.
    Over,
    /// White (0) or Black (1) resigns.
    Resigns(usize),
    /// They agree on a draw.
    Drawn,
    /// It goes on.
    Unfinished,
}

/// An account of the demonstration.
#[derive(Debug)]
pub struct DemoAccount {
    /// Its name.
    pub username: &'static str,
    /// Its password, which is stored only as a hash.
    pub password: String,
    /// Its role besides a player's.
    pub role: DemoRole,
    /// The secret of its second factor, for an app that shows codes, if it has one.
    pub secret: Option<String>,
}

/// The role of an account of the demo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DemoRole {
    /// A player's.
    Player,
    /// A moderator's.
    Moderator,
    /// A bot's.
    Bot,
}

/// Whether a directory is one for a demonstration: a new or an empty one.
///
/// # Errors
/// There is something in the directory already (no real data are ever touched), or it cannot be read.
pub fn check_is_empty(directory: &Path) -> Result<(), ServerError> {
    let is_empty = match std::fs::read_dir(directory) {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => true,
        Err(error) => return Err(of_data(directory)(error)),
    };
    if !is_empty {
        let error = io::Error::new(
            io::ErrorKind::AlreadyExists,
            "there is something in it, and a demonstration begins in an empty directory",
        );
        return Err(of_data(directory)(error));
    }
    Ok(())
}

/// Fills a directory with accounts and games.
///
/// # Errors
/// As [`check_is_empty`], or it cannot be written, or a game cannot be played.
pub async fn fill(directory: &Path, demo: &Demo) -> Result<Vec<DemoAccount>, ServerError> {
    check_is_empty(directory)?;
    data::create_private(directory).map_err(of_data(directory))?;
    let clock = SimulatedClock::at(demo.from);
    let settings = Settings {
        data: directory.to_owned(),
        ..Settings::default()
    };
    let server = Server::start(settings, System::at(clock.clone())).await?;
    let made = Stage {
        registry: &server.registry,
        hall: &server.hall,
        clock: &clock,
    }
    .play(demo)
    .await;
    server.close().await;
    made.map_err(|error| of_data(directory)(io::Error::other(error)))
}

/// An error of the directory.
fn of_data(directory: &Path) -> impl Fn(io::Error) -> ServerError {
    |error| ServerError::Data {
        path: directory.to_owned(),
        error,
    }
}
