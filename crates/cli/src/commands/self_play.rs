//! `manifold self-play`: lets the engine play itself and saves the positions.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use manifold_arena::Evaluation;
use manifold_arena::tune::{SelfPlay, play};
use manifold_rules::variant::VariantId;

use super::train;
use crate::counted::counted;
use crate::failure::Failure;
use crate::per_game::{EngineGame, PerGame, per_game};
use crate::terminal::print_to_stderr;
use crate::whole_number::whole_number;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The game
    game: VariantId,
    /// File for the positions
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Number of games to play
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = whole_number(0..=u64::MAX))]
    games: u64,
    /// Nodes per action
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = whole_number(1..=u64::MAX))]
    nodes: u64,
    /// Seed for random choices
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number(0..=u64::MAX))]
    seed: u64,
    /// Games played concurrently; the result does not depend on it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number(1_u16..=256))]
    threads: u16,
    /// Number of positions one or two random moves away from each position that are searched as well
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole_number(0_u32..=16))]
    beside: u32,
    /// Number of randomly chosen positions evaluated in each search that are searched as well
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole_number(0_u32..=16))]
    evaluated: u32,
    /// Plies at the start of every second pair of games that are random legal actions (0: only sound openings)
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole_number(0_u32..=40))]
    random_plies: u32,
    /// Evaluate with the sum of terms, even if there is a network
    #[arg(long)]
    terms: bool,
    /// Evaluate with this network, as written by `manifold train`
    #[arg(long, value_name = "FILE", conflicts_with = "terms")]
    network: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    per_game(arguments.game, Playing(arguments))
}

struct Playing<'a>(&'a Arguments);

impl PerGame for Playing<'_> {
    type Output = Result<(), Failure>;

    fn run<P: EngineGame>(self, variant: P::Variant) -> Result<(), Failure> {
        let arguments = self.0;
        let evaluation = match &arguments.network {
            Some(path) => Evaluation::Network(Box::leak(Box::new(train::read::<P>(path)?))),
            None if arguments.terms => Evaluation::ShippedTerms,
            None => Evaluation::Shipped,
        };
        let wrong = |error| Failure::file(&arguments.out, &error);
        let mut file = BufWriter::new(File::create(&arguments.out).map_err(wrong)?);
        writeln!(file, "# {}", command(arguments)).map_err(wrong)?;
        let settings = SelfPlay {
            games: arguments.games,
            nodes: arguments.nodes,
            seed: arguments.seed,
            threads: usize::from(arguments.threads),
            texts: true,
            beside: arguments.beside,
            evaluated: arguments.evaluated,
            random_plies: arguments.random_plies,
        };
        let began = Instant::now();
        let report = (arguments.games / 10).max(1);
        let (mut games, mut positions) = (0_u64, 0);
        let mut result = Ok(());
        play::<P>(variant, settings, evaluation, |samples| {
            games += 1;
            positions += samples.len();
            result = samples
                .iter()
                .try_for_each(|sample| writeln!(file, "{}", sample.to_line()));
            if games % report == 0 {
                let seconds = began.elapsed().as_secs();
                print_to_stderr(format_args!(
                    "{}, {} after {seconds} s",
                    counted(games, "game"),
                    counted(positions, "position")
                ));
            }
            if result.is_ok() {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        result.and_then(|()| file.flush()).map_err(wrong)
    }
}

/// The command that reproduces these games.
fn command(arguments: &Arguments) -> String {
    format!(
        "manifold self-play {} --games {} --nodes {} --seed {}{}{}{}{}{}",
        arguments.game,
        arguments.games,
        arguments.nodes,
        arguments.seed,
        match arguments.beside {
            0 => String::new(),
            number => format!(" --beside {number}"),
        },
        match arguments.evaluated {
            0 => String::new(),
            number => format!(" --evaluated {number}"),
        },
        match arguments.random_plies {
            0 => String::new(),
            number => format!(" --random-plies {number}"),
        },
        if arguments.terms { " --terms" } else { "" },
        match &arguments.network {
            Some(path) => format!(" --network {}", path.display()),
            None => String::new(),
        }
    )
}
