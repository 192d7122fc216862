//! Checks that everything happened once, and that the standings match those of the exported file.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Row};

use crate::Error;
use crate::http::Client;
use crate::people::number;

/// The findings.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) entries: usize,
    pub(crate) rounds: usize,
    pub(crate) games: usize,
    pub(crate) rulings: usize,
    pub(crate) appeals: usize,
    pub(crate) defaults: usize,
    pub(crate) outages: usize,
    pub(crate) late_entries: usize,
    pub(crate) byes: usize,
    pub(crate) withdrawals: usize,
    /// Games that ended over the board after a turn of each.
    pub(crate) played: usize,
    pub(crate) rated: usize,
    pub(crate) wrong: Vec<String>,
}

/// Reads the log, the event, the database and the event exported to `file`, and compares them.
pub(crate) async fn compare(
    client: &Client,
    event: &str,
    program: &Path,
    database: &Path,
    file: &Path,
) -> Result<Found, Error> {
    let mut found = Found::default();
    let log = entries(client, event).await?;
    let detail = client.get(&format!("/events/{event}")).await?.json();
    let made = read_log(&log, &mut found);
    let rounds = all_rounds(client, event).await?;
    if rounds.len() != found.rounds {
        let [shown, paired] = [rounds.len(), found.rounds];
        found.wrong.push(format!(
            "{shown} rounds are shown, and {paired} were paired"
        ));
    }
    read_boards(client, &rounds, &made, &mut found).await?;
    read_database(&made, database, &mut found).await?;
    let trf = client.get(&format!("/events/{event}/trf")).await?.body;
    std::fs::write(file, trf)?;
    read_standings(&detail, program, file, &mut found)?;
    Ok(found)
}

/// The entries of the log.
async fn entries(client: &Client, event: &str) -> Result<Vec<Value>, Error> {
    let log = client.get(&format!("/events/{event}/log")).await?.body;
    let entries: Result<_, _> = log.lines().map(serde_json::from_str).collect();
    Ok(entries?)
}

/// Checks the stream: its follower was told each entry of the log once, in order, and nothing else; entries that were sealed then
/// may be open now.
pub(crate) async fn read_stream(
    client: &Client,
    event: &str,
    told: &[Value],
    found: &mut Found,
) -> Result<(), Error> {
    let log = entries(client, event).await?;
    if told.len() != log.len() {
        let [told, log] = [told.len(), log.len()];
        found
            .wrong
            .push(format!("the stream told {told} of {log} entries"));
    }
    for (told, entry) in told.iter().zip(&log) {
        let is_told = |(key, value): (&String, &Value)| told[key] == *value || told[key].is_null();
        let is_same = entry
            .as_object()
            .is_some_and(|entry| entry.iter().all(is_told));
        if !is_same
            || ["n", "at", "type"]
                .iter()
                .any(|key| told[*key] != entry[*key])
        {
            found
                .wrong
                .push(format!("the stream told {told}, and the log has {entry}"));
        }
    }
    Ok(())
}

/// The games that the log makes.
fn read_log(log: &[Value], found: &mut Found) -> BTreeSet<String> {
    found.entries = log.len();
    let mut games = BTreeSet::new();
    let mut rounds = BTreeSet::new();
    let mut ends: BTreeMap<String, usize> = BTreeMap::new();
    let mut add = |game: &Value, found: &mut Found| {
        let game = game.as_str().unwrap_or_default().to_owned();
        if !games.insert(game.clone()) {
            found.wrong.push(format!("the game {game} is made twice"));
        }
    };
    for (place, entry) in log.iter().enumerate() {
        if entry["n"] != place + 1 {
            found
                .wrong
                .push(format!("entry {} is not there", place + 1));
        }
        match entry["type"].as_str().unwrap_or_default() {
            "roundPaired" => {
                found.rounds += 1;
                if !rounds.insert(entry["round"].to_string()) {
                    found
                        .wrong
                        .push(format!("round {} is paired twice", entry["round"]));
                }
                for pair in entry["pairs"].as_array().into_iter().flatten() {
                    add(&pair["game"], found);
                }
            }
            "ruled" => {
                found.rulings += 1;
                if entry["outcome"]["kind"] == "replay" {
                    add(&entry["outcome"]["game"], found);
                }
            }
            "entered" if found.rounds > 0 => found.late_entries += 1,
            "byeSet" => found.byes += 1,
            "withdrawn" => found.withdrawals += 1,
            "appealed" => found.appeals += 1,
            "outage" => found.outages += 1,
            kind @ ("gameEnded" | "defaulted") => {
                found.defaults += usize::from(kind == "defaulted");
                found.played += usize::from(entry["turns"].as_u64() >= Some(2));
                let game = entry["game"].as_str().unwrap_or_default().to_owned();
                *ends.entry(game).or_default() += 1;
            }
            _ => {}
        }
    }
    for (game, times) in ends {
        if times > 1 {
            found
                .wrong
                .push(format!("the game {game} ended {times} times"));
        }
    }
    found.games = games.len();
    games
}

/// All rounds, page by page: the page of an event has room for the last ones only.
async fn all_rounds(client: &Client, event: &str) -> Result<Vec<Value>, Error> {
    let mut rounds = Vec::new();
    let mut from = 1;
    loop {
        let path = format!("/events/{event}/rounds?from={from}");
        let mut page = client.get(&path).await?.json();
        let Some(more) = page["rounds"].as_array_mut() else {
            return Err(format!("{path}: {page}").into());
        };
        rounds.append(more);
        match page["next"].as_u64() {
            Some(next) if next > from => from = next,
            _ => return Ok(rounds),
        }
    }
}

/// Every board has one final result, which its game has, too.
async fn read_boards(
    client: &Client,
    rounds: &[Value],
    made: &BTreeSet<String>,
    found: &mut Found,
) -> Result<(), Error> {
    let mut counted = BTreeSet::new();
    for round in rounds {
        let mut seen = BTreeSet::new();
        for board in round["boards"].as_array().into_iter().flatten() {
            let game = board["game"].as_str().unwrap_or_default();
            if !made.contains(game) || !counted.insert(game.to_owned()) {
                found
                    .wrong
                    .push(format!("the game {game} is unknown, or at two boards"));
            }
            for side in ["white", "black"] {
                if !seen.insert(board[side]["id"].to_string()) {
                    found
                        .wrong
                        .push(format!("somebody is twice in round {}", round["number"]));
                }
            }
            let state = client.get(&format!("/games/{game}")).await?.json();
            let winner = match board["result"].as_str().unwrap_or_default() {
                "white-wins" | "black-forfeits" => "white".into(),
                "black-wins" | "white-forfeits" => "black".into(),
                "draw" | "both-forfeit" => Value::Null,
                _ => Value::from("nobody knows"),
            };
            if board["final"] != true || state["outcome"]["winner"] != winner {
                let outcome = &state["outcome"];
                let result = &board["result"];
                found.wrong.push(format!(
                    "the game {game} ended {outcome}, its board {result}"
                ));
            }
        }
    }
    Ok(())
}

/// The database has these games and no others, and the result of each game that was played counts once.
async fn read_database(
    made: &BTreeSet<String>,
    database: &Path,
    found: &mut Found,
) -> Result<(), Error> {
    let options = SqliteConnectOptions::new()
        .filename(database)
        .read_only(true);
    let mut connection = options.connect().await?;
    let rows = sqlx::query("SELECT id FROM games")
        .fetch_all(&mut connection)
        .await?;
    let mut stored = BTreeSet::new();
    for row in rows {
        stored.insert(row.try_get::<String, _>(0)?);
    }
    if stored != *made {
        let [stored, made] = [stored.len(), made.len()];
        found.wrong.push(format!(
            "{stored} games are stored, and the log makes {made}"
        ));
    }
    // Every event of every game is there, up to the last.
    let broken = "SELECT id FROM games LEFT JOIN events ON game = id GROUP BY id \
                  HAVING count(*) <> max(number) - min(number) + 1 OR max(number) IS NOT last_event";
    for row in sqlx::query(broken).fetch_all(&mut connection).await? {
        let game: String = row.try_get(0)?;
        found
            .wrong
            .push(format!("an event of the game {game} is missing"));
    }
    let row = sqlx::query("SELECT count(*), count(DISTINCT game) FROM results")
        .fetch_one(&mut connection)
        .await?;
    let [all, different] = [row.try_get::<i64, _>(0)?, row.try_get::<i64, _>(1)?];
    if all != different {
        found
            .wrong
            .push(format!("{all} results of {different} games count"));
    }
    found.rated = usize::try_from(all)?;
    if found.rated != found.played {
        let (rated, played) = (found.rated, found.played);
        found
            .wrong
            .push(format!("{played} games were played, and {rated} are rated"));
    }
    connection.close().await?;
    Ok(())
}

/// The standings are those that `manifold standings` makes of the exported file.
fn read_standings(
    detail: &Value,
    program: &Path,
    file: &Path,
    found: &mut Found,
) -> Result<(), Error> {
    let tie_breaks = detail["tieBreaks"].as_array().into_iter().flatten();
    let tie_breaks: Vec<&str> = tie_breaks.filter_map(Value::as_str).collect();
    let mut command = Command::new(program);
    command.arg("standings").arg(file);
    command.arg("--tiebreaks").arg(tie_breaks.join(","));
    let output = command.output()?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(format!("manifold standings: {said}").into());
    }
    let mut numbers = BTreeMap::new();
    for entry in detail["entries"].as_array().into_iter().flatten() {
        numbers.insert(number(entry), entry["number"].to_string());
    }
    let own = detail["standings"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|line| {
            let number = numbers
                .get(&number(&line["player"]))
                .cloned()
                .unwrap_or_default();
            let points = line["points"].as_f64().unwrap_or_default();
            let mut fields = vec![line["rank"].to_string(), number, format!("{points:.1}")];
            for value in line["tieBreaks"].as_array().into_iter().flatten() {
                fields.push(value.as_str().unwrap_or_default().to_owned());
            }
            fields.join("\t")
        });
    let own: BTreeSet<String> = own.collect();
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let printed: BTreeSet<String> = printed.lines().skip(1).map(str::to_owned).collect();
    for line in own.symmetric_difference(&printed) {
        found
            .wrong
            .push(format!("only one of both standings has {line:?}"));
    }
    Ok(())
}
