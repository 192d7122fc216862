//! Development tasks of the project. `cargo xtask play` and `cargo xtask test` are the two that everybody needs.

mod check;
mod contract;
mod engine;
mod fuzz;
mod levels;
mod package;
mod pairing;
mod picture;
mod process;
mod tools;
mod web;
// The processor check, shared with the program.
#[path = "../../crates/cli/src/x86_64_v3.rs"]
mod x86_64_v3;

use std::env;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

use process::{Profile, build, cargo_command, program, run, target};
use web::Packages;

const HELP: &str = "\
cargo xtask play [ARGUMENTS]   build everything and start the server to play in the browser (`manifold serve ARGUMENTS`)
cargo xtask play --demo [ARGUMENTS]  the same with demo accounts and games, in the directory manifold-demo
cargo xtask terminal [ARGUMENTS]   build the program and play in the terminal (`manifold play ARGUMENTS`)
cargo xtask test               run all checks: format, lints, documents, Rust tests, browser tests
cargo xtask test --long        the same with the slow tests
cargo xtask contract [PROGRAM]  compare a running server with its description, docs/openapi.json, as the tests do: as a stranger,
                               with an account, and as a moderator
cargo xtask pairing [PROGRAM]  compare pairings and standings of random tournaments with gacrux, as the tests do
cargo xtask package            build a Debian package; says where it is
cargo xtask package --check [PROGRAM]
                               install, start and remove one in a directory of its own, as the tests do
cargo xtask picture            redraw docs/images/crates.svg, the picture of the crates
cargo xtask bench              measure against peers; writes target/bench/summary.json and engine.json
cargo xtask bench GROUP …      measure one group of rules only, such as dmchess; an unknown name lists the groups
cargo xtask strength [--games N] [--movetime MS] [GAME …]
                               play the engine against the simple opponents; prints rows for docs/strength.md
cargo xtask levels [--games N] [--seed N] [GAME …]
                               let neighbouring levels play; writes matches.jsonl and levels.toml in crates/ratings/data
cargo xtask load [ARGUMENTS]   load a release server with thousands of games (--games N, --rate N, --lean)
cargo xtask timing [--games N]  measure whether response times reveal secret squares of Hyperspace Chess
cargo xtask faults [ARGUMENTS] kill a release server and break its disk, connections and clock during games, and
                               count what was lost or doubled (--count N, --small-disk DIR)
cargo xtask tournament [ARGUMENTS]
                               play a tournament of 200 players while the server is killed, then check the result
                               (--players N, --rounds N, --every SECONDS)
cargo xtask fuzz [SECONDS] [TARGET]
                               look for inputs that break a parser, SECONDS for each target (default 60)";

/// The directory of a demonstration.
const DEMO: &str = "manifold-demo";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words.as_slice() {
        ["play", "--demo", rest @ ..] => demo(rest),
        ["play", rest @ ..] => play(rest),
        ["terminal", rest @ ..] => terminal(rest),
        ["test"] => check::test(false),
        ["test", "--long"] => check::test(true),
        ["contract"] => build(Profile::Play).and_then(|program| contract::test(&program)),
        ["contract", program] => contract::test(Path::new(program)),
        ["package"] => package::package().map(|path| println!("{}", path.display())),
        ["package", "--check"] => build(Profile::Play).and_then(|program| package::test(&program)),
        ["package", "--check", program] => package::test(Path::new(program)),
        ["picture"] => picture::draw(),
        ["bench"] => bench_rules(&[])
            .and_then(|()| bench_pairing())
            .and_then(|()| engine::bench()),
        ["bench", groups @ ..] => bench_rules(groups),
        ["strength", rest @ ..] => engine::strength(rest),
        ["levels", rest @ ..] => levels::levels(rest),
        ["load", rest @ ..] => against_server("load", rest),
        ["timing", rest @ ..] => against_server("timing", rest),
        ["faults", rest @ ..] => against_server("faults", rest),
        ["tournament", rest @ ..] => tournament(rest),
        ["pairing"] => build(Profile::Play).and_then(|program| pairing::test(&program)),
        ["pairing", program] => pairing::test(Path::new(program)),
        ["fuzz", rest @ ..] => fuzz(rest),
        _ => {
            eprintln!("{HELP}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Builds the program and the web client at the same time and starts the server.
fn play(arguments: &[&str]) -> Result<()> {
    let program = web::build_beside(Packages::OfBuild, || build(Profile::Play))?;
    serve(&program, arguments)
}

fn serve(program: &Path, arguments: &[&str]) -> Result<()> {
    let mut command = Command::new(program);
    command.arg("serve").args(arguments);
    // The caller's flags take precedence over the environment.
    command.env("MANIFOLD_WEB", web::dist());
    run(&mut command)
}

/// As [`play`], on demo data of its own, which are created the first time.
fn demo(arguments: &[&str]) -> Result<()> {
    let program = web::build_beside(Packages::OfBuild, || build(Profile::Play))?;
    if !Path::new(DEMO).exists() {
        run(Command::new(&program).args(["demo", "--data", DEMO]))?;
    }
    serve(&program, &[&["--data", DEMO], arguments].concat())
}

/// Builds the program and plays in the terminal.
fn terminal(arguments: &[&str]) -> Result<()> {
    let program = build(Profile::Play)?;
    run(Command::new(program).arg("play").args(arguments))
}

/// Runs all or some groups of the rules' benchmarks, which print a table and write the summary.
fn bench_rules(groups: &[&str]) -> Result<()> {
    let mut command = cargo_command();
    command.args([
        "bench",
        "--locked",
        "--package",
        "manifold-rules",
        "--bench",
        "speed",
        "--",
    ]);
    run(command.args(groups))
}

/// Runs the benchmark of pairings.
fn bench_pairing() -> Result<()> {
    run(cargo_command().args([
        "bench",
        "--locked",
        "--package",
        "manifold-pairing",
        "--bench",
        "rounds",
    ]))
}

/// Runs an example of the server crate against a release build of the server.
fn against_server(example: &str, arguments: &[&str]) -> Result<()> {
    let program = build(Profile::Release)?;
    let mut command = cargo_command();
    command.args(["run", "--profile", "load", "--locked"]);
    command.args(["--package", "manifold-server", "--example", example]);
    command
        .args(["--", "--program"])
        .arg(program)
        .args(arguments);
    run(&mut command)
}

/// Plays a tournament while a server is killed, then has another program pair and rank it from the exported file.
fn tournament(arguments: &[&str]) -> Result<()> {
    let file = target().join("tournament.trf");
    let written = file.to_str().context("a path that is no UTF-8")?;
    against_server("tournament", &[arguments, &["--trf", written]].concat())?;
    pairing::test_file(&program("release"), &file)
}

/// Runs the fuzz targets: arguments are the seconds and a target.
fn fuzz(arguments: &[&str]) -> Result<()> {
    let (seconds, only) = match arguments {
        [] => ("60", None),
        [seconds] => (*seconds, None),
        [seconds, only] => (*seconds, Some(*only)),
        [_, _, more, ..] => bail!("nothing is expected after the target, and there is {more:?}"),
    };
    fuzz::fuzz(seconds.parse().context("seconds are a number")?, only)
}
