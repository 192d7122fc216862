//! Puts load on a server: many games of all kinds, over real sockets, with legal actions.
//!
//! Started by `cargo xtask load`. It starts the server itself, so that it can measure its memory, kill it and start it again. All
//! figures that it prints were measured in this run, with the load beside the server on the same processors.

mod http;
mod lobby;
mod play;
mod scripts;
mod server;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Parser;

use crate::http::Http;
use crate::play::{Plan, Totals};
use crate::server::Running;

/// Puts load on a server and prints its performance.
#[derive(Debug, Parser)]
struct Arguments {
    /// The program `manifold`
    #[arg(long)]
    program: PathBuf,
    /// Games, with two sockets each
    #[arg(long, default_value_t = 5_000)]
    games: usize,
    /// Actions a second, all games together
    #[arg(long, default_value_t = 1_000)]
    rate: usize,
    /// Seconds of play
    #[arg(long, default_value_t = 30)]
    seconds: u64,
    /// Number of people with accounts in the lobby, in addition to the players
    #[arg(long, default_value_t = 0)]
    lobby: usize,
    /// Pairings a second in the lobby, all rated
    #[arg(long, default_value_t = 200)]
    pairings: usize,
    /// Take events without states, as bots do; by default sockets take what browsers do
    #[arg(long)]
    lean: bool,
    /// The seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let arguments = Arguments::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()?;
    runtime.block_on(run(arguments))
}

async fn run(arguments: Arguments) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let scripts = scripts::random_games(arguments.seed);
    let data = tempfile::tempdir()?;
    let running = Running::start(&arguments.program, data.path()).await?;
    let empty = running.memory_kib();
    println!("server       {empty:>8} KiB at the start");

    let began = Instant::now();
    let tables = play::sit_down(&running, arguments.games, &scripts).await?;
    let seconds = began.elapsed().as_secs_f64();
    let with_games = running.memory_kib();
    let games = arguments.games as f64;
    println!(
        "games        {:>8} made and joined in {seconds:.1} s; {:.1} KiB each in memory",
        arguments.games,
        (with_games.saturating_sub(empty)) as f64 / games,
    );

    let began = Instant::now();
    let plan = Plan {
        pause: Duration::from_secs_f64(games / arguments.rate as f64),
        time: Duration::from_secs(arguments.seconds),
        lean: arguments.lean,
    };
    let tables = play::connect(&running, tables, &plan).await?;
    let seconds = began.elapsed().as_secs_f64();
    // Buffers of the first messages are given back.
    tokio::time::sleep(Duration::from_secs(2)).await;
    let with_sockets = running.memory_kib();
    println!(
        "sockets      {:>8} opened in {seconds:.1} s; {:.1} KiB each in memory",
        2 * arguments.games,
        (with_sockets.saturating_sub(with_games)) as f64 / (2.0 * games),
    );

    let meeting = lobby::Plan::new(arguments.lobby, arguments.pairings, plan.time);
    let members = lobby::enter(&running, arguments.lobby).await?;

    let began = Instant::now();
    let ((totals, confirmed), met) =
        tokio::join!(play::play(tables, &plan), lobby::meet(members, &meeting));
    let seconds = began.elapsed().as_secs_f64();
    report(&totals, seconds);
    if arguments.lobby > 0 {
        report_lobby(&met, &meeting);
    }
    let played = running.memory_kib();
    println!("server       {played:>8} KiB after play");
    report_busy(&running).await?;

    let running = running.kill_and_start_again(&arguments.program).await?;
    let began = Instant::now();
    let lost = play::ask_all(&running, &confirmed).await?;
    println!(
        "restart      {:>8} games answer again {:.2} s after the start; {lost} confirmed actions lost",
        confirmed.len(),
        began.elapsed().as_secs_f64() + running.started_in.as_secs_f64(),
    );
    running.stop();
    if lost > 0 || totals.refused > 0 || met.failed > 0 {
        return Err("actions or pairings were lost or refused".into());
    }
    if arguments.lobby > 0 && !met.keep_up(&meeting) {
        return Err("the lobby was slower than was asked".into());
    }
    Ok(())
}

/// Of the times that a game has a thread of the server, at most this share may be longer than two milliseconds.
const MOST_BUSY: f64 = 0.0001;

/// Prints how often a game kept a thread of the server for longer than others should wait, and what transactions took.
async fn report_busy(running: &Running) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let mut http = Http::connect(running.metrics).await?;
    let metrics = http.ask("GET", "/metrics", &[], "").await?;
    let metrics = String::from_utf8_lossy(&metrics.body);
    // How many observations are above each bound, in seconds.
    let above = |metric: &str, bounds: &[&str]| {
        let count = |bound: &str| {
            let begin = format!("{metric}_bucket{{le=\"{bound}\"}} ");
            let line = metrics.lines().find_map(|line| line.strip_prefix(&begin));
            line.and_then(|number| number.parse::<u64>().ok())
                .unwrap_or(0)
        };
        let all = count("+Inf");
        let counts: Vec<u64> = bounds.iter().map(|bound| all - count(bound)).collect();
        let above = bounds.iter().zip(&counts).map(|(bound, count)| {
            let ms = bound.parse::<f64>().unwrap_or(0.0) * 1_000.0;
            format!("{count} longer than {ms} ms")
        });
        let above: Vec<String> = above.collect();
        (all, above.join(", "), counts)
    };
    let busy = "manifold_table_busy_seconds";
    let (all, slow, counts) = above(busy, &["0.001", "0.002", "0.005"]);
    println!("tables       {all:>8} times a game had a thread: {slow}");
    let too_long = counts[1] as f64;
    if too_long > MOST_BUSY * all as f64 {
        return Err(format!("games had a thread for longer than 2 ms {too_long} times").into());
    }
    let (all, slow, _) = above(
        "manifold_store_commit_seconds",
        &["0.003", "0.005", "0.01", "0.025"],
    );
    println!("transactions {all:>8} stored: {slow}");
    Ok(())
}

/// Quantiles of latencies in microseconds: a function from the part (0 to 1) to the value in milliseconds.
fn quantile(latencies: &[u64]) -> impl Fn(f64) -> f64 {
    let mut latencies = latencies.to_vec();
    latencies.sort_unstable();
    move |part| {
        let place = ((latencies.len() as f64 - 1.0) * part) as usize;
        latencies.get(place).copied().unwrap_or_default() as f64 / 1_000.0
    }
}

fn report_lobby(totals: &lobby::Totals, plan: &lobby::Plan) {
    let seconds = plan.time.as_secs_f64();
    let at = quantile(&totals.latencies);
    println!(
        "pairings     {:>8} made in {seconds:.1} s: {:.0} a second; {} failed; {:.1} MiB a second to the lobby",
        totals.paired,
        totals.paired as f64 / seconds,
        totals.failed,
        totals.bytes as f64 / seconds / 1_048_576.0,
    );
    println!(
        "latency      {:>8.1} ms median, {:.1} ms 95%, {:.1} ms 99%, {:.1} ms most, from the second seek until both are told",
        at(0.5),
        at(0.95),
        at(0.99),
        at(1.0),
    );
}

fn report(totals: &Totals, seconds: f64) {
    let at = quantile(&totals.latencies);
    println!(
        "actions      {:>8} stored in {seconds:.1} s: {:.0} a second; {} refused, {} sockets lost",
        totals.confirmed,
        totals.confirmed as f64 / seconds,
        totals.refused,
        totals.lost,
    );
    println!(
        "latency      {:>8.1} ms median, {:.1} ms 95%, {:.1} ms 99%, {:.1} ms most, from send to the opponent's receipt",
        at(0.5),
        at(0.95),
        at(0.99),
        at(1.0),
    );
    println!(
        "traffic      {:>8.1} MiB a second to the sockets",
        totals.bytes as f64 / seconds / 1_048_576.0
    );
}
