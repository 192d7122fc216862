//! `cargo xtask levels`: matches between the engine's levels, and the ratings that follow from them.

use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::process::{Profile, build, root};

/// The games whose levels are rated separately.
const GAMES: [&str; 5] = [
    "chess",
    "hyperspace",
    "time-traveler",
    "hidden960",
    "dmchess",
];
/// The strongest level with a node limit of its own, so that its strength does not depend on the machine.
const BOUNDED: u32 = 7;
/// More nodes than any bounded level uses. They are the limit of the baselines, which have none of their own.
const AMPLE_NODES: &str = "2000000";
/// The level that meets Stockfish, the Elo to which Stockfish is limited, and the nodes that both may use: those of the level in chess,
/// but for levels 3 and 4 those of level 5. 1350 is the lowest limit of Stockfish.
const STOCKFISH: [(u32, &str, &str); 7] = [
    (3, "1350", "22000"),
    (4, "1350", "22000"),
    (5, "1350", "22000"),
    (5, "1600", "22000"),
    (6, "1800", "45000"),
    (6, "2000", "45000"),
    (7, "2300", "180000"),
];
/// The baseline that is taken to have the same strength in every game.
const LINK: &str = "depth2";
/// The baseline that looks no further than its own action.
const NOVICE: &str = "greedy";

/// A match to be played.
struct Plan {
    game: &'static str,
    first: String,
    second: String,
    nodes: Option<&'static str>,
}

/// Plays the matches that are not in the file of matches yet, adds them to it, and rewrites the ratings.
pub(crate) fn levels(words: &[&str]) -> Result<()> {
    let (mut games, mut seed) = ("20", "1");
    let mut only = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match *word {
            "--games" => games = words.next().context("--games needs a number")?,
            "--seed" => seed = words.next().context("--seed needs a number")?,
            game if GAMES.contains(&game) => only.push(game),
            other => bail!("“{other}” is no game; there are {}", GAMES.join(", ")),
        }
    }
    // Nothing here depends on the program's speed.
    let program = build(Profile::Play)?;
    fs::create_dir_all(folder())?;
    for game in GAMES {
        if only.is_empty() || only.contains(&game) {
            for plan in plans(game) {
                play(&program, &plan, games, seed)?;
            }
        }
    }
    rate(&program)
}

/// The matches that connect the levels of a game with each other and with an opponent of known strength.
fn plans(game: &'static str) -> Vec<Plan> {
    let level = |number: u32| format!("level{number}");
    let mut plans: Vec<Plan> = (1..BOUNDED)
        .map(|number| Plan {
            game,
            first: level(number + 1),
            second: level(number),
            nodes: None,
        })
        .collect();
    for (number, opponent) in [(1, NOVICE), (1, LINK), (2, LINK)] {
        plans.push(Plan {
            game,
            first: level(number),
            second: opponent.to_owned(),
            nodes: Some(AMPLE_NODES),
        });
    }
    if game == "chess" {
        plans.extend(STOCKFISH.map(|(number, elo, nodes)| Plan {
            game,
            first: level(number),
            second: format!("uci:stockfish,UCI_LimitStrength=true,UCI_Elo={elo}"),
            nodes: Some(nodes),
        }));
    }
    plans
}

fn folder() -> PathBuf {
    root().join("crates/ratings/data")
}

/// All matches so far, one per line as `manifold match --json` prints them.
fn matches() -> Result<Vec<Value>> {
    let file = folder().join("matches.jsonl");
    if !file.exists() {
        return Ok(Vec::new());
    }
    let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    let lines = text.lines().map(serde_json::from_str);
    lines
        .collect::<serde_json::Result<_>>()
        .with_context(|| file.display().to_string())
}

fn play(program: &Path, plan: &Plan, games: &str, seed: &str) -> Result<()> {
    let name = |player: &str| {
        let program = player.strip_prefix("uci:");
        program.map_or_else(|| player.to_owned(), |text| text.replace(',', " "))
    };
    let players = [name(&plan.first), name(&plan.second)];
    let is_this = |found: &Value| {
        found["game"] == plan.game
            && found["players"][0] == players[0]
            && found["players"][1] == players[1]
            && found["seed"]
                .as_u64()
                .is_some_and(|found| found.to_string() == seed)
    };
    if matches()?.iter().any(is_this) {
        return Ok(());
    }
    let mut command = Command::new(program);
    command.args(["match", plan.game, &plan.first, &plan.second]);
    command.args(["--games", games, "--seed", seed, "--json"]);
    if let Some(nodes) = plan.nodes {
        command.args(["--nodes", nodes]);
    }
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .context("cannot start the program")?;
    if !output.status.success() {
        bail!(
            "{} : {} ended with {}",
            plan.first,
            plan.second,
            output.status
        );
    }
    let result = String::from_utf8(output.stdout)?;
    print!("{result}");
    let mut file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(folder().join("matches.jsonl"))?;
    file.write_all(result.as_bytes())?;
    Ok(())
}

/// Writes the ratings that follow from the matches.
fn rate(program: &Path) -> Result<()> {
    let matches = matches()?;
    let mut text = String::from(
        "# Ratings of the engine's levels, worked out by `cargo xtask levels` from matches.jsonl: docs/ratings.md\n",
    );
    let elos: BTreeSet<String> = STOCKFISH
        .iter()
        .map(|(_, elo, _)| format!("stockfish UCI_LimitStrength=true UCI_Elo={elo}={elo}"))
        .collect();
    let mut link = None;
    for game in GAMES {
        let has_met = |anchor: &&String| {
            let name = anchor.rsplit_once('=').map(|(name, _)| name);
            matches.iter().any(|found| {
                found["game"] == game && name.is_some_and(|name| found["players"][1] == name)
            })
        };
        let anchors = elos.iter().chain(&link).filter(has_met);
        let anchors: Vec<&str> = anchors.map(String::as_str).collect();
        if anchors.is_empty() {
            continue;
        }
        let output = Command::new(program)
            .args(["ladder", game, "--json"])
            .arg(folder().join("matches.jsonl"))
            .args(anchors.iter().flat_map(|anchor| ["--anchor", *anchor]))
            .stderr(Stdio::inherit())
            .output()
            .context("cannot start the program")?;
        let ladder: Value = serde_json::from_slice(&output.stdout).context("the ladder")?;
        let anchor = match game {
            "chess" => "Stockfish at its UCI_Elo".to_owned(),
            _ => format!("{LINK} as in chess"),
        };
        text.push_str(&format!("\n[{game}]\nanchor = \"{anchor}\"\n"));
        let mut rows: Vec<String> = Vec::new();
        for player in ladder["players"].as_array().into_iter().flatten() {
            let name = player["player"].as_str().unwrap_or_default();
            let Some(rating) = player["rating"].as_f64() else {
                continue;
            };
            if name == LINK && game == "chess" {
                link = Some(format!("{LINK}={rating:.0}"));
            }
            if player["anchor"] == false {
                let error = player["error"].as_f64().unwrap_or_default();
                let games = &player["games"];
                rows.push(format!(
                    "{name} = {{ rating = {rating:.0}, error = {error:.0}, games = {games} }}\n"
                ));
            }
        }
        rows.sort();
        text.push_str(&rows.concat());
    }
    print!("{text}");
    let file = folder().join("levels.toml");
    fs::write(&file, text).with_context(|| file.display().to_string())
}
