//! Measurements of the engine: its speed compared with other engines, and its strength.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use crate::process::{Profile, build, root};

/// Chess engines at the paths where Debian installs them, as peers for the speed of the search.
const PEERS: [(&str, &str); 2] = [
    ("fairy-stockfish", "/usr/games/fairy-stockfish"),
    ("stockfish", "/usr/games/stockfish"),
];
/// The positions for the comparison.
const POSITIONS: [&str; 3] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];
/// The time for each position, in milliseconds.
const THINKING: u64 = 2_000;

/// Measures the time for a fixed number of nodes, then nodes per second in plain chess against the installed peers, one thread each, in
/// turns.
pub(crate) fn bench() -> Result<()> {
    let program = build(Profile::Release)?;
    println!("\nEngine, one thread: positions searched to a fixed depth");
    let output = Command::new(&program)
        .args(["bench", "--json"])
        .output()
        .context("cannot start the program")?;
    let own: Value = serde_json::from_slice(&output.stdout).context("the bench of the program")?;
    for game in own["games"].as_array().into_iter().flatten() {
        println!(
            "{:<15} depth {:>2} {:>10} nodes {:>8.2} s {:>9} nodes/s, perft {:>10} actions/s",
            game["game"].as_str().unwrap_or_default(),
            game["depth"],
            game["nodes"].to_string(),
            game["seconds"].as_f64().unwrap_or_default(),
            game["nodes_per_second"].to_string(),
            game["perft_per_second"].to_string()
        );
    }
    println!("nodes searched: {}", own["nodes"]);
    println!("\nPlain chess, nodes per second, {THINKING} ms a position");
    let mut speeds = Vec::new();
    let ours = program.display().to_string();
    let mut players = vec![("manifold", ours.as_str(), vec!["engine"])];
    for (name, path) in PEERS {
        if Path::new(path).exists() {
            players.push((name, path, Vec::new()));
        } else {
            println!("{name} is not installed");
        }
    }
    let mut sums = vec![0.0; players.len()];
    for position in POSITIONS {
        for ((_, path, arguments), sum) in players.iter().zip(&mut sums) {
            *sum += nodes_per_second(path, arguments, position)? / POSITIONS.len() as f64;
        }
    }
    for ((name, ..), speed) in players.iter().zip(&sums) {
        println!("{name:<16} {speed:>10.0}  ({:.2} of ours)", speed / sums[0]);
        speeds.push(json!({ "program": name, "nodes_per_second": speed.round() }));
    }
    let folder = root().join("target").join("bench");
    fs::create_dir_all(&folder)?;
    let summary = json!({ "bench": own, "plain_chess": speeds });
    let file = folder.join("engine.json");
    fs::write(&file, serde_json::to_string_pretty(&summary)?)
        .with_context(|| file.display().to_string())
}

/// A UCI engine's speed in a position in nodes per second, as it reports itself.
fn nodes_per_second(program: &str, arguments: &[&str], position: &str) -> Result<f64> {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {program}"))?;
    let mut input = child.stdin.take().context("no input")?;
    let output = BufReader::new(child.stdout.take().context("no output")?);
    writeln!(
        input,
        "uci\nsetoption name Threads value 1\nsetoption name Hash value 64\nisready\n\
         position fen {position}\ngo movetime {THINKING}"
    )?;
    let mut speed = None;
    for line in output.lines() {
        let line = line?;
        let mut words = line.split_whitespace();
        if words.next() == Some("bestmove") {
            break;
        }
        if words.any(|word| word == "nps") {
            speed = words.next().and_then(|word| word.parse().ok()).or(speed);
        }
    }
    let _ = writeln!(input, "quit");
    child.wait()?;
    speed.with_context(|| format!("{program} says nothing of its speed"))
}

/// The baseline opponents.
const BASELINES: [&str; 4] = ["random", "greedy", "depth2", "mcts"];
/// The games of the table.
const GAMES: [&str; 7] = [
    "hyperspace",
    "hyperspace:open",
    "time-traveler",
    "hidden960",
    "hidden960:960",
    "dmchess",
    "dmchess:kings",
];

/// Plays the engine at full strength against every baseline, and prints a row of the table for each game.
pub(crate) fn strength(words: &[&str]) -> Result<()> {
    let (mut games, mut movetime) = ("200", "100");
    let mut only = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match *word {
            "--games" => games = words.next().context("--games needs a number")?,
            "--movetime" => movetime = words.next().context("--movetime needs a number")?,
            game if GAMES.contains(&game) => only.push(game),
            other => bail!("“{other}” is no game; there are {}", GAMES.join(", ")),
        }
    }
    let program = build(Profile::Release)?;
    println!("Points of the engine in {games} games each, {movetime} ms an action:\n");
    println!(
        "| game | {} |\n| --- | --- | --- | --- | --- |",
        BASELINES.join(" | ")
    );
    for game in GAMES
        .into_iter()
        .filter(|game| only.is_empty() || only.contains(game))
    {
        let mut row = format!("| `{game}` |");
        for baseline in BASELINES {
            let output = Command::new(&program)
                .args(["match", game, "full", baseline, "--json", "--seed", "1"])
                .args(["--games", games, "--movetime", movetime])
                .stderr(Stdio::inherit())
                .output()
                .context("cannot start the program")?;
            if !output.status.success() {
                bail!(
                    "the match of {game} against {baseline} ended with {}",
                    output.status
                );
            }
            let result: Value = serde_json::from_slice(&output.stdout).context("the result")?;
            row.push_str(&cell(&result));
            eprintln!("{game} {baseline}: {result}");
        }
        println!("{row}");
    }
    Ok(())
}

/// One result: the percentage of points with its confidence interval, and games won, drawn and lost.
fn cell(result: &Value) -> String {
    let percent = |value: &Value| 100.0 * value.as_f64().unwrap_or_default();
    format!(
        " {:.1}% ({:.1} to {:.1}; +{} ={} -{}) |",
        percent(&result["score"]),
        percent(&result["score_interval"][0]),
        percent(&result["score_interval"][1]),
        result["won"],
        result["drawn"],
        result["lost"]
    )
}
