//! The commands of `manifold`: play, study and count chess and four games that bend it, in a terminal.
//!
//! They are a library so that they compile while code generation for the server is still running: cargo starts on a binary only when
//! all that it links is finished.

// The macros panic when the reader has closed the output: use `terminal` to print.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod commands;
mod counted;
mod draw;
mod elo;
mod failure;
mod files;
mod markdown;
mod newer_processors;
mod opponent;
mod per_game;
mod program;
mod terminal;
mod whole_number;
#[cfg(unix)]
mod x86_64_v3;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::failure::Failure;
use crate::terminal::print_to_stderr;

/// Play, study and count chess and four games that bend it.
#[derive(Debug, Parser)]
#[command(name = "manifold", version, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List the legal actions of the player who must act
    Moves(commands::moves::Arguments),
    /// Count the action sequences of a given length
    Perft(commands::perft::Arguments),
    /// Print who must act, or how the game ended
    Status(commands::status::Arguments),
    /// Show a position as one viewer may see it
    Show(commands::show::Arguments),
    /// Print the action that the engine chooses for the player who must act
    Bestmove(commands::bestmove::Arguments),
    /// Run the engine for another program (UCI)
    Engine(commands::engine::Arguments),
    /// Play a match between two engine levels, simple opponents or programs
    Match(commands::r#match::Arguments),
    /// Compute ratings of players from matches between them
    Ladder(commands::ladder::Arguments),
    /// Show the best lines in a position
    Analyse(commands::analyse::Arguments),
    /// Measure the engine's speed on a fixed workload
    Bench(commands::bench::Arguments),
    /// Play a game in the terminal
    Play(commands::play::Arguments),
    /// Step through a recorded game
    Replay(commands::replay::Arguments),
    /// Convert records to another format
    Convert(commands::convert::Arguments),
    /// Check the commitments of a recorded game of Hyperspace Chess
    Verify(commands::verify::Arguments),
    /// Compute a player's rating after the games of one rating period (Glicko-2)
    Rate(commands::rate::Arguments),
    /// Pair the next round of a tournament by the FIDE rules, or check its past rounds
    Pair(commands::pair::Arguments),
    /// Print the standings of a tournament with tie-breaks
    Standings(commands::standings::Arguments),
    /// Serve games to browsers and bots
    Serve(commands::serve::Arguments),
    /// Fill a new directory with demo accounts and games, to see a server in use
    Demo(commands::demo::Arguments),
    /// Let an engine play on a server
    Bot(commands::bot::Arguments),
    /// Administer a server's data while the server is not running
    Admin(commands::admin::Arguments),
    /// Print the players' rules of a game
    Rules(commands::rules::Arguments),
    /// Let the engine play itself and save the positions as training data
    SelfPlay(commands::self_play::Arguments),
    /// Fit the weights of a game's evaluation to self-play
    Tune(commands::tune::Arguments),
    /// Train a game's network on positions from self-play
    Train(commands::train::Arguments),
    /// Print a completion script for a shell
    Completions(commands::completions::Arguments),
}

/// Runs the command that the program's arguments give; returns its exit code.
#[must_use]
pub fn run() -> ExitCode {
    newer_processors::prefer();
    let result = match command_line() {
        Ok(cli) => obey(cli.command),
        Err(error) if error.use_stderr() => error.exit(),
        // The help or version text.
        Err(text) => text
            .print()
            .and_then(|()| io::stdout().flush())
            .map_err(Failure::from),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Closed) => ExitCode::SUCCESS,
        Err(Failure::Interrupted) => Failure::Interrupted.exit_code(),
        Err(failure) => {
            print_to_stderr(format_args!("manifold: {failure}"));
            failure.exit_code()
        }
    }
}

/// Reads the command line. `-5` after an option is taken as its value, even if the option then refuses it.
fn command_line() -> Result<Cli, clap::Error> {
    fn with_negative_numbers(command: clap::Command) -> clap::Command {
        command
            .mut_args(|arg| {
                let is_with_value = !arg.is_positional() && arg.get_action().takes_values();
                match is_with_value {
                    true => arg.allow_negative_numbers(true),
                    false => arg,
                }
            })
            .mut_subcommands(with_negative_numbers)
    }
    let matches = with_negative_numbers(Cli::command()).try_get_matches()?;
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut Cli::command()))
}

fn obey(command: Command) -> Result<(), Failure> {
    match command {
        Command::Moves(arguments) => commands::moves::run(arguments),
        Command::Perft(arguments) => commands::perft::run(arguments),
        Command::Status(arguments) => commands::status::run(arguments),
        Command::Show(arguments) => commands::show::run(arguments),
        Command::Bestmove(arguments) => commands::bestmove::run(arguments),
        Command::Engine(arguments) => commands::engine::run(arguments),
        Command::Match(arguments) => commands::r#match::run(arguments),
        Command::Ladder(arguments) => commands::ladder::run(&arguments),
        Command::Analyse(arguments) => commands::analyse::run(&arguments),
        Command::Bench(arguments) => commands::bench::run(&arguments),
        Command::Play(arguments) => commands::play::run(arguments),
        Command::Replay(arguments) => commands::replay::run(arguments),
        Command::Convert(arguments) => commands::convert::run(arguments),
        Command::Verify(arguments) => commands::verify::run(arguments),
        Command::Rate(arguments) => commands::rate::run(&arguments),
        Command::Pair(arguments) => commands::pair::run(&arguments),
        Command::Standings(arguments) => commands::standings::run(&arguments),
        Command::Serve(arguments) => commands::serve::run(arguments),
        Command::Demo(arguments) => commands::demo::run(arguments),
        Command::Bot(arguments) => commands::bot::run(arguments),
        Command::Admin(arguments) => commands::admin::run(arguments),
        Command::Rules(arguments) => commands::rules::run(arguments),
        Command::SelfPlay(arguments) => commands::self_play::run(&arguments),
        Command::Tune(arguments) => commands::tune::run(&arguments),
        Command::Train(arguments) => commands::train::run(&arguments),
        Command::Completions(arguments) => commands::completions::run(arguments),
    }
}
