//! Injects faults into a server while games are played on it, and counts what went wrong.
//!
//! Started by `cargo xtask faults`. The server is a process of its own; the players talk to it over real sockets, some
//! of which break in the middle of a frame. It is killed, stopped and paused, its disk fills up, writes and flushes
//! fail, and the clock of its machine is set. Every request has its own ID, and a player whose connection breaks sends
//! it again with the same ID, as `docs/api.md` requires. At the end the database is compared with what the players were
//! told.
//!
//! Failing flushes need `fiu-utils` and `libfaketime` sets the clock; both are Debian packages. Without them the other
//! faults are injected, and it is said which are not.

mod check;
mod clock;
#[path = "../load/http.rs"]
mod http;
mod ledger;
mod players;
mod proxy;
#[path = "../load/scripts.rs"]
mod scripts;
mod server;
mod trouble;

use std::path::PathBuf;
use std::sync::Arc;

use clap::Parser;
use tokio::task::JoinSet;

use crate::ledger::Ledger;
use crate::server::{Error, Process, Tools};

/// Injects faults into a server, and counts confirmed actions lost or doubled.
#[derive(Debug, Parser)]
struct Arguments {
    /// The program `manifold`
    #[arg(long)]
    program: PathBuf,
    /// Faults to be injected
    #[arg(long, default_value_t = 10_000)]
    count: usize,
    /// Games at the same time
    #[arg(long, default_value_t = 24)]
    games: usize,
    /// Directory on a small filesystem, which is filled up to simulate a full disk; without one, a limit on file sizes is used instead
    #[arg(long, value_name = "DIR")]
    small_disk: Option<PathBuf>,
    /// Fail if a kind of fault cannot be injected here
    #[arg(long)]
    all_kinds: bool,
    /// The seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() -> Result<(), Error> {
    let arguments = Arguments::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()?;
    runtime.block_on(run(arguments))
}

async fn run(arguments: Arguments) -> Result<(), Error> {
    let began = std::time::Instant::now();
    let place = match &arguments.small_disk {
        Some(directory) => tempfile::tempdir_in(directory)?,
        None => tempfile::tempdir()?,
    };
    let tools = Tools::find();
    for missing in tools.missing() {
        println!("not injected: {missing}");
        if arguments.all_kinds {
            return Err("a kind of fault cannot be injected here".into());
        }
    }
    let scripts = scripts::random_games(arguments.seed);
    let scripts: Vec<_> = scripts.into_iter().map(Arc::new).collect();
    let process = Process::start(&arguments.program, place.path(), tools).await?;
    let ledger = Arc::new(Ledger::new(process.address(), arguments.count));

    let mut tables = JoinSet::new();
    for number in 0..arguments.games {
        let script = Arc::clone(&scripts[number % scripts.len()]);
        let seed = arguments.seed.wrapping_mul(1_000_003) + number as u64;
        tables.spawn(players::play(Arc::clone(&ledger), number, script, seed));
    }
    let has_small_disk = arguments.small_disk.is_some();
    let process = match trouble::make(process, &ledger, has_small_disk, arguments.seed).await {
        Ok(process) => process,
        Err(error) => {
            println!("{}", ledger.report());
            return Err(error);
        }
    };
    while let Some(table) = tables.join_next().await {
        table?;
    }
    process.stop().await?;
    let found = check::compare(&ledger, place.path()).await?;
    println!("{}", ledger.report());
    println!("{found}");
    println!("seconds      {:>8.0}", began.elapsed().as_secs_f64());
    match found.is_good() && ledger.is_good() {
        true => Ok(()),
        false => Err("something was lost, doubled or denied".into()),
    }
}
