//! Faults that strike the server.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rand::prelude::*;
use rand::rngs::StdRng;

use crate::clock::ClockGame;
use crate::ledger::Ledger;
use crate::server::{Error, Process};

/// Kinds of faults, with their shares. The first ones are one of each, in this order.
const KINDS: [(Kind, u32); 8] = [
    (Kind::Kill, 25),
    (Kind::Stop, 10),
    (Kind::Pause, 5),
    (Kind::Flush, 15),
    (Kind::FlushAndKill, 20),
    (Kind::Write, 10),
    (Kind::WriteAndKill, 10),
    (Kind::Clock, 5),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Kill,
    Stop,
    Pause,
    Flush,
    FlushAndKill,
    Write,
    WriteAndKill,
    Clock,
}

/// Injects faults until there were enough, and returns the server.
pub(crate) async fn make(
    mut process: Process,
    ledger: &Ledger,
    has_small_disk: bool,
    seed: u64,
) -> Result<Process, Error> {
    let mut chance = StdRng::seed_from_u64(seed);
    let clock = match process.tools.faketime {
        Some(_) => Some(ClockGame::begin(ledger).await?),
        None => None,
    };
    let mut first = KINDS.iter();
    while !ledger.is_over() {
        let pause = Duration::from_millis(chance.random_range(5..120));
        let kind = tokio::select! {
            () = ledger.kill_now.notified() => Kind::Kill,
            () = tokio::time::sleep(pause) => {
                match first.next() {
                    Some((kind, _)) => *kind,
                    None => KINDS.choose_weighted(&mut chance, |(_, share)| *share)?.0,
                }
            }
        };
        match kind {
            Kind::Kill => {
                ledger.fault("killed");
                process.kill()?;
                process.start_again().await?;
            }
            Kind::Stop => {
                ledger.fault("stopped and started");
                process.ask_to_stop().await?;
                process.start_again().await?;
            }
            Kind::Pause => {
                ledger.fault("paused");
                let time = Duration::from_millis(chance.random_range(10..300));
                process.pause(time).await?;
            }
            Kind::Flush | Kind::FlushAndKill if process.tools.fiu => {
                let kill = kind == Kind::FlushAndKill;
                ledger.fault(match kill {
                    true => "flushes fail, then killed",
                    false => "flushes fail",
                });
                let probability = *[0.1, 0.5, 1.0].choose(&mut chance).unwrap_or(&1.0);
                process.fail_flushes(probability).await?;
                a_while(&mut chance).await;
                match kill {
                    true => {
                        process.kill()?;
                        process.start_again().await?;
                    }
                    false => process.mend_flushes().await?,
                }
            }
            Kind::Write | Kind::WriteAndKill => {
                let kill = kind == Kind::WriteAndKill;
                let ballast = match has_small_disk && chance.random_bool(0.5) {
                    true => Some(Ballast::fill(&process.database())?),
                    false => {
                        let log = process.database().with_extension("sqlite-wal");
                        let length = std::fs::metadata(log).map_or(0, |about| about.len());
                        process.limit_files(Some(chance.random_range(0..length + 20_000)))?;
                        None
                    }
                };
                ledger.fault(match (&ballast, kill) {
                    (Some(_), false) => "disk full",
                    (Some(_), true) => "disk full, then killed",
                    (None, false) => "writes fail",
                    (None, true) => "writes fail, then killed",
                });
                a_while(&mut chance).await;
                if kill {
                    process.kill()?;
                }
                drop(ballast);
                match kill {
                    true => process.start_again().await?,
                    false => process.limit_files(None)?,
                }
            }
            Kind::Clock => {
                if let Some(clock) = &clock {
                    ledger.fault("clock set while it was down");
                    clock.set(&mut process, ledger, &mut chance).await?;
                }
            }
            Kind::Flush | Kind::FlushAndKill => {}
        }
    }
    Ok(process)
}

async fn a_while(chance: &mut StdRng) {
    tokio::time::sleep(Duration::from_millis(chance.random_range(10..200))).await;
}

/// A file that takes all room on the disk.
struct Ballast(PathBuf);

impl Ballast {
    fn fill(database: &Path) -> Result<Ballast, Error> {
        let path = database.with_extension("ballast");
        let mut file = File::create(&path)?;
        let ballast = Ballast(path);
        // The last bytes too, so that not even a page has room.
        for size in [1 << 20, 1 << 12, 1 << 6, 1] {
            let zeros = vec![0; size];
            while file.write_all(&zeros).is_ok() {}
        }
        Ok(ballast)
    }
}

impl Drop for Ballast {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}
