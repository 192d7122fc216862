//! Compares the database with what the players were told.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::path::Path;

use serde_json::Value;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Row};

use crate::ledger::{Ledger, Told};
use crate::server::Error;

/// The faults found in the database, by kind.
#[derive(Debug, Default)]
pub(crate) struct Found {
    events: usize,
    games: usize,
    lost: Vec<String>,
    doubled: Vec<String>,
    denied: Vec<String>,
    orphans: Vec<String>,
    gaps: Vec<String>,
}

impl Found {
    fn kinds(&self) -> [(&'static str, &[String]); 5] {
        [
            ("confirmed and not stored", &self.lost),
            ("stored twice", &self.doubled),
            ("refused and stored", &self.denied),
            (
                "games that nothing names, or named and not there",
                &self.orphans,
            ),
            ("gaps in a game's events", &self.gaps),
        ]
    }

    pub(crate) fn is_good(&self) -> bool {
        self.kinds().iter().all(|(_, cases)| cases.is_empty())
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "stored       {:>8} events of {} games",
            self.events, self.games
        )?;
        for (kind, cases) in self.kinds() {
            write!(f, "\nfound        {:>8} {kind}", cases.len())?;
            for case in cases.iter().take(10) {
                write!(f, "\n             {case}")?;
            }
        }
        Ok(())
    }
}

/// Compares everything; the server has stopped.
pub(crate) async fn compare(ledger: &Ledger, place: &Path) -> Result<Found, Error> {
    let mut connection = SqliteConnectOptions::new()
        .filename(place.join("data/manifold.sqlite"))
        .read_only(true)
        .connect()
        .await?;
    let mut found = Found::default();
    let mut stored: HashMap<String, (String, u64, Value)> = HashMap::new();
    let mut named = HashSet::new();
    let mut last: HashMap<String, u64> = HashMap::new();
    let rows = sqlx::query("SELECT game, number, request, body FROM events ORDER BY game, number")
        .fetch_all(&mut connection)
        .await?;
    found.events = rows.len();
    for row in rows {
        let game: String = row.try_get(0)?;
        let number = row.try_get::<i64, _>(1)? as u64;
        let body: Value = serde_json::from_str(row.try_get(3)?)?;
        let before = last.insert(game.clone(), number).unwrap_or(0);
        if number != before + 1 {
            found.gaps.push(format!("{game}: {number} after {before}"));
        }
        if body["kind"] == "rematch" {
            named.extend(body["game"].as_str().map(str::to_owned));
        }
        if let Some(request) = row.try_get::<Option<String>, _>(2)? {
            let case = format!("{request}: {game} {number}");
            if stored.insert(request, (game, number, body)).is_some() {
                found.doubled.push(case);
            }
        }
    }
    let games = sqlx::query("SELECT id, last_event FROM games")
        .fetch_all(&mut connection)
        .await?;
    let pages = ledger.pages();
    for (id, asked) in &pages.asked {
        let is_stored = stored.get(id);
        match asked.told {
            Told::Nothing => {}
            Told::Refused => {
                if let Some((game, number, _)) = is_stored {
                    found.denied.push(format!("{id}: {game} {number}"));
                }
            }
            Told::Confirmed(n) => {
                let is_right = is_stored.is_some_and(|(game, number, body)| {
                    let action = asked.action.as_deref();
                    *game == asked.game
                        && *number == n
                        && action.is_none_or(|action| body["action"] == action)
                });
                if !is_right {
                    found
                        .lost
                        .push(format!("{id}: {asked:?}, stored {is_stored:?}"));
                }
            }
        }
    }
    found.games = games.len();
    let mut there = HashSet::new();
    for row in games {
        let game: String = row.try_get(0)?;
        let events = last.get(&game).copied().unwrap_or(0);
        if row.try_get::<i64, _>(1)? as u64 != events {
            found
                .gaps
                .push(format!("{game}: its last event is not {events}"));
        }
        if !pages.games.contains(&game) && !named.contains(&game) {
            found.orphans.push(game.clone());
        }
        there.insert(game);
    }
    let missing = named
        .iter()
        .chain(&pages.games)
        .filter(|game| !there.contains(*game));
    found.orphans.extend(missing.cloned());
    Ok(found)
}
