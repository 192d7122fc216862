//! A Swiss tournament over the real API, with a server that is killed again and again.
//!
//! Started by `cargo xtask tournament`. Players come late or not at all, ask for byes, withdraw, resign, call directors, appeal; directors
//! rule, and the Chief Arbiter decides. Nobody remembers anything: each looks at the event and does what is to be done. At the end
//! everything is checked: every round was paired once, every pair has one game, every game one result, the standings are those of `manifold
//! standings` from the exported file, and a follower of the stream was told every entry of the log once.

mod check;
mod http;
mod people;
mod server;
mod stream;
#[path = "../../tests/server/totp.rs"]
mod totp;

use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use clap::Parser;
use serde_json::json;

use crate::http::Client;
use crate::people::People;
use crate::server::Process;
use crate::stream::Follower;

type Error = Box<dyn std::error::Error + Send + Sync>;

/// Plays a tournament while the server is killed repeatedly, and checks the result.
#[derive(Debug, Parser)]
struct Arguments {
    /// The program `manifold`
    #[arg(long)]
    program: PathBuf,
    /// Players
    #[arg(long, default_value_t = 200)]
    players: usize,
    /// Rounds
    #[arg(long, default_value_t = 9)]
    rounds: u16,
    /// Seconds from one kill to the next
    #[arg(long, default_value_t = 4)]
    every: u64,
    /// Minutes after which it is given up
    #[arg(long, default_value_t = 30)]
    minutes: u64,
    /// Minimum number of kills: a tournament that is over sooner proves too little
    #[arg(long, default_value_t = 100)]
    kills: u32,
    /// Output path for the Tournament Report File; a temporary file by default
    #[arg(long)]
    trf: Option<PathBuf>,
}

fn main() -> Result<(), Error> {
    let arguments = Arguments::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()?;
    runtime.block_on(run(arguments))
}

/// Turns an arbiter's second factor on, in a half minute since 1970.
async fn turn_on(arbiter: &mut Client, step: u64) -> Result<(), Error> {
    let path = "/account/second-factor";
    let password = json!({"password": http::PASSWORD});
    let begun = arbiter.post(path, &password).await?.json();
    let secret = begun["secret"].as_str().ok_or("no secret")?;
    let code = json!({"code": totp::code_of_step(secret, step)});
    let answer = arbiter.put(path, &code).await?;
    if answer.status != 200 {
        return Err(answer.body.into());
    }
    arbiter.keep_session(&answer);
    Ok(())
}

/// The bye that a player asks for, if there is a round for it.
fn bye(number: usize, rounds: u16) -> Option<serde_json::Value> {
    let (round, bye) = match number {
        number if number % 9 == 4 => (2, "zero"),
        number if number % 11 == 5 => (3, "half"),
        _ => return None,
    };
    // Half a point is not to be had in the last round.
    (round < rounds).then(|| json!({"type": "setBye", "round": round, "bye": bye}))
}

async fn run(arguments: Arguments) -> Result<(), Error> {
    let began = Instant::now();
    let place = tempfile::tempdir()?;
    let mut process = Process::start(&arguments.program, place.path())?;
    let address = process.address;
    let organiser = Client::signed_up(address, "olivia").await?;
    let directors = [
        Client::signed_up(address, "rosencrantz").await?,
        Client::signed_up(address, "guildenstern").await?,
    ];
    let mut arbiter = Client::signed_up(address, "antonio").await?;
    let mut deputy = Client::signed_up(address, "dogberry").await?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis() as u64;
    for one in [&mut arbiter, &mut deputy] {
        turn_on(one, now / 30_000).await?;
    }
    let starts_at = now + 5_000 + 60 * arguments.players as u64;
    let made = organiser
        .post(
            "/events",
            &json!({
                "settings": {
                    "name": "Killed and played", "variant": "chess", "control": {"kind": "blitz"}, "rated": true,
                    "format": {"kind": "swiss", "rounds": arguments.rounds}, "startsAt": starts_at,
                    "schedule": {"kind": "after", "minutes": 0}, "defaultMinutes": 1,
                },
                "directors": ["rosencrantz", "guildenstern"], "chiefArbiter": "antonio", "deputy": "dogberry",
            }),
        )
        .await?;
    let Some(event) = made.json()["id"].as_str().map(str::to_owned) else {
        return Err(made.body.into());
    };
    let commands = format!("/events/{event}/commands");
    let follower = Follower::of(organiser.clone(), &event);
    let mut players = Vec::new();
    for number in 0..arguments.players + arguments.players.div_ceil(20) {
        let player = Client::signed_up(address, &format!("page{number}")).await?;
        // The last of them come when the first round is paired.
        if number < arguments.players {
            let enter = json!({"type": "enter"});
            for command in [enter].into_iter().chain(bye(number, arguments.rounds)) {
                let done = player.post(&commands, &command).await?;
                if done.status != 200 {
                    return Err(done.body.into());
                }
            }
        }
        players.push(player);
    }
    println!("players      {:>8}", players.len());
    let people = People {
        event: event.clone(),
        directors,
        arbiter,
        players,
    };
    let mut kills = 0;
    let mut killed = Instant::now();
    let mut round = 0;
    loop {
        if killed.elapsed() > Duration::from_secs(arguments.every) {
            process.kill()?;
            kills += 1;
            killed = Instant::now();
        }
        if began.elapsed() > Duration::from_secs(60 * arguments.minutes) {
            return Err("the tournament does not come to its end".into());
        }
        let looked = people.directors[0].get(&format!("/events/{event}")).await;
        let Ok(seen) = looked else { continue };
        let seen = seen.json();
        if seen["round"].as_u64() > Some(round) {
            round = seen["round"].as_u64().unwrap_or_default();
            println!(
                "round        {round:>8}  after {} s, {kills} kills",
                began.elapsed().as_secs()
            );
        }
        match seen["phase"].as_str() {
            Some("finished") => break,
            Some("cancelled" | "annulled") => return Err("it did not take place".into()),
            _ => {}
        }
        // The server is killed in the middle of what people do.
        let acting = people.act(&seen);
        let left = Duration::from_secs(arguments.every).saturating_sub(killed.elapsed());
        if let Ok(0) = tokio::time::timeout(left, acting).await {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
    process.kill()?;
    kills += 1;
    let database = process.database();
    let file = arguments
        .trf
        .unwrap_or_else(|| database.with_extension("trf"));
    let program = &arguments.program;
    let mut found = check::compare(&organiser, &event, program, &database, &file).await?;
    check::read_stream(&organiser, &event, &follower.told().await?, &mut found).await?;
    println!("kills        {kills:>8}");
    for (name, number) in [
        ("entries", found.entries),
        ("rounds", found.rounds),
        ("games", found.games),
        ("defaults", found.defaults),
        ("rulings", found.rulings),
        ("appeals", found.appeals),
        ("outages", found.outages),
        ("late entries", found.late_entries),
        ("byes", found.byes),
        ("withdrawals", found.withdrawals),
        ("played", found.played),
        ("rated", found.rated),
        ("wrong", found.wrong.len()),
        ("seconds", began.elapsed().as_secs() as usize),
    ] {
        println!("{name:<12} {number:>8}");
    }
    for wrong in found.wrong.iter().take(20) {
        println!("{wrong}");
    }
    if kills < arguments.kills {
        let least = arguments.kills;
        return Err(format!("the server was killed {kills} times: more rounds, or kills more often, until it is {least}").into());
    }
    match found.wrong.is_empty() {
        true => Ok(()),
        false => Err("something was lost, doubled or miscounted".into()),
    }
}
