//! `manifold tune`: fits the weights of a game's evaluation to self-play.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use manifold_arena::statistics::Estimate;
use manifold_arena::transcript::Transcript;
use manifold_arena::tune::{Sample, SelfPlay, fit, play};
use manifold_arena::{
    Contest, EnginePlayer, Evaluation, GameSettings, Player, SearchLimit, contest, usual_plies,
};
use manifold_engine::baseline::BaselineGame;
use manifold_engine::{
    Compiled, Level, Weight, WeightError, read_some_weights, read_weights, write_weights,
};
use manifold_rules::position::Bounds;
use manifold_rules::variant::VariantId;

use super::positions::{nothing_to_learn, read_positions};
use crate::counted::counted;
use crate::failure::Failure;
use crate::files::{check_differs, check_writable, read_text};
use crate::per_game::{EngineGame, PerGame, per_game};
use crate::terminal::{print, print_to_stderr};
use crate::whole_number::whole_number;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The game
    game: VariantId,
    /// Number of self-play games; with 0 the hand-set weights are written
    #[arg(long, value_name = "N", default_value_t = 4_000, value_parser = whole_number(0..=u64::MAX))]
    games: u64,
    /// Nodes per action in these games
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = whole_number(1..=u64::MAX))]
    nodes: u64,
    /// Seed for random choices
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number(0..=u64::MAX))]
    seed: u64,
    /// Rounds of play and fit; each later round plays with the weights of the round before
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number(1_u32..=9))]
    rounds: u32,
    /// Games played concurrently; the result does not depend on it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number(1_u16..=256))]
    threads: u16,
    /// File for the weights (standard output if left out)
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Start from these weights instead of the hand-set ones; terms that they do not name keep their hand-set weights
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Save the positions of the last round to this file
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    /// Fit to the positions in this file, as written by --keep, instead of playing; can be repeated
    #[arg(long, value_name = "FILE", conflicts_with_all = ["weights", "keep"])]
    positions: Vec<PathBuf>,
    /// Then play this many pairs of games against the hand-set weights
    #[arg(long = "match", value_name = "PAIRS", default_value_t = 0, value_parser = whole_number(0..=u64::MAX))]
    pairs: u64,
    /// Read these weights and play the match with them, without tuning
    #[arg(long, value_name = "FILE", requires = "pairs")]
    weights: Option<PathBuf>,
    /// Play the match against these weights instead of the hand-set ones
    #[arg(long, value_name = "FILE", requires = "pairs")]
    against: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    per_game(arguments.game, Tuning(arguments))
}

struct Tuning<'a>(&'a Arguments);

impl PerGame for Tuning<'_> {
    type Output = Result<(), Failure>;

    fn run<P: EngineGame>(self, variant: P::Variant) -> Result<(), Failure> {
        tune::<P>(self.0, variant)
    }
}

fn tune<P: EngineGame>(arguments: &Arguments, variant: P::Variant) -> Result<(), Failure> {
    if arguments.weights.is_none() {
        check_written(arguments)?;
    }
    let names = P::term_names();
    let hand_tuned: &'static [Weight] = P::hand_tuned().leak();
    let begin = match &arguments.from {
        Some(path) => {
            let text = read_text(path)?;
            let weights = read_some_weights(&names, hand_tuned, &text);
            weights.map_err(|error| wrong(path, &error))?.leak()
        }
        None => hand_tuned,
    };
    let read = |path: &PathBuf| -> Result<&'static [Weight], Failure> {
        let weights = read_weights(&names, &read_text(path)?);
        Ok(weights.map_err(|error| wrong(path, &error))?.leak())
    };
    let weights = match &arguments.weights {
        Some(path) => read(path)?,
        None => {
            let (weights, head) = if arguments.positions.is_empty() {
                (made::<P>(arguments, variant, begin)?, head(arguments))
            } else {
                fitted_to::<P>(arguments, variant, begin)?
            };
            let text = write_weights(&names, weights, &head);
            match &arguments.out {
                Some(path) => write(path, &text)?,
                None => print(text.trim_end()),
            }
            weights
        }
    };
    if arguments.pairs > 0 {
        let other = arguments.against.as_ref().map_or(Ok(hand_tuned), read)?;
        hold_match::<P>(arguments, variant, [weights, other])?;
    }
    Ok(())
}

/// Checks that the files to be written are writable, and differ from all others that are read or written.
fn check_written(arguments: &Arguments) -> Result<(), Failure> {
    let read = || {
        let read = arguments.positions.iter().chain(&arguments.from);
        read.chain(&arguments.against)
    };
    if let Some(path) = &arguments.out {
        check_differs("--out", path, read().chain(&arguments.keep))?;
        check_writable(path)?;
    }
    if let Some(path) = &arguments.keep {
        check_differs("--keep", path, read())?;
        check_writable(path)?;
    }
    Ok(())
}

/// The failure for an error in a file of weights.
fn wrong(path: &Path, error: &WeightError) -> Failure {
    Failure::Input(format!("{}: {error}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text).map_err(|error| Failure::file(path, &error))
}

/// Plays a match between two sets of weights.
fn hold_match<P: Transcript + BaselineGame>(
    arguments: &Arguments,
    variant: P::Variant,
    weights: [&'static [Weight]; 2],
) -> Result<(), Failure> {
    let plan = Contest {
        pairs: arguments.pairs,
        settings: GameSettings {
            limit: SearchLimit::Nodes(arguments.nodes),
            bounds: Bounds::default(),
            longest: P::LONGEST,
        },
        opening_plies: usual_plies(arguments.game),
        // Use other openings than in the games that the weights were fitted to.
        seed: arguments.seed.wrapping_add(0x5eed),
        concurrency: usize::from(arguments.threads),
        sprt: None,
    };
    let began = Instant::now();
    let make = |index: usize| -> Result<Box<dyn Player<P>>, Failure> {
        let player =
            EnginePlayer::new(Level::FULL).with_evaluation(Evaluation::Terms(weights[index]));
        Ok(Box::new(player))
    };
    let tally = contest::<P, Failure>(&plan, variant, make, &AtomicBool::new(false), |_, _| {})?;
    let pairs = &tally.pairs;
    if let Some(estimate) = Estimate::of(pairs) {
        let [low, high] = estimate.score_interval;
        print_to_stderr(format_args!(
            "match: {} won, {} drawn, {} lost: {:.1}% ({:.1} to {:.1}) at {} nodes ({:.0} s); pairs {:?}",
            pairs.wins(),
            pairs.draws(),
            pairs.losses(),
            100.0 * estimate.score,
            100.0 * low,
            100.0 * high,
            arguments.nodes,
            began.elapsed().as_secs_f64(),
            pairs.counts(),
        ));
    }
    Ok(())
}

/// Plays and fits as the arguments say; returns the weights.
fn made<P: Compiled>(
    arguments: &Arguments,
    variant: P::Variant,
    begin: &'static [Weight],
) -> Result<&'static [Weight], Failure> {
    let mut weights = begin;
    if arguments.games == 0 {
        return Ok(weights);
    }
    for round in 0..arguments.rounds {
        let began = Instant::now();
        let order = SelfPlay {
            games: arguments.games,
            nodes: arguments.nodes,
            seed: arguments.seed.wrapping_add(u64::from(round) << 32),
            threads: usize::from(arguments.threads),
            texts: arguments.keep.is_some(),
            beside: 0,
            evaluated: 0,
            random_plies: 0,
        };
        let report = (arguments.games / 10).max(1);
        let mut samples = Vec::new();
        let mut done = 0_u64;
        play::<P>(variant, order, Evaluation::Terms(weights), |game| {
            samples.extend(game);
            done += 1;
            if done.is_multiple_of(report) {
                let seconds = began.elapsed().as_secs();
                print_to_stderr(format_args!(
                    "round {}: {} after {seconds} s",
                    round + 1,
                    counted(done, "game")
                ));
            }
            ControlFlow::Continue(())
        });
        print_to_stderr(format_args!(
            "round {}: played for {} s",
            round + 1,
            began.elapsed().as_secs()
        ));
        weights = fitted::<P>(&samples, begin);
        if let Some(path) = arguments
            .keep
            .as_ref()
            .filter(|_| round + 1 == arguments.rounds)
        {
            let mut text = format!("# {}\n", command(arguments));
            for sample in &samples {
                text.push_str(&sample.to_line());
                text.push('\n');
            }
            write(path, &text)?;
        }
    }
    Ok(weights)
}

/// Fits weights to samples. In every round the fit starts from the same weights, so weights with little evidence return to them.
fn fitted<P: Compiled>(samples: &[Sample], begin: &[Weight]) -> &'static [Weight] {
    let began = Instant::now();
    let with_result = samples.iter().filter(|sample| sample.result.is_some());
    let played = with_result.count();
    let [lost, drawn, won] = [0, 1, 2].map(|result| {
        let count = samples
            .iter()
            .filter(|sample| sample.result == Some(result))
            .count();
        100.0 * count as f64 / played.max(1) as f64
    });
    let fitted = fit(samples, begin, P::FULL_PHASE);
    print_to_stderr(format_args!(
        "{} (White won {won:.0}%, drawn {drawn:.0}%, lost {lost:.0}%), scale {:.5}, \
         regularised by {}, error {:.5} before, {:.5} after ({:.0} s)",
        counted(samples.len(), "position"),
        fitted.scale,
        fitted.regularisation,
        fitted.error[0],
        fitted.error[1],
        began.elapsed().as_secs_f64()
    ));
    fitted.weights.leak()
}

/// Fits weights to files of positions; returns them with remarks on how they were made.
fn fitted_to<P: EngineGame>(
    arguments: &Arguments,
    variant: P::Variant,
    begin: &[Weight],
) -> Result<(&'static [Weight], Vec<String>), Failure> {
    let mut head = vec![HEAD.to_owned()];
    let mut samples = Vec::new();
    let mut games = 0;
    let mut command = format!("manifold tune {}", arguments.game);
    for path in &arguments.positions {
        let of_file = read_positions::<P>(path, variant, &mut games, |_, sample| {
            samples.push(sample);
        })?;
        head.extend(of_file);
        command.push_str(&format!(" --positions {}", path.display()));
    }
    if samples.is_empty() {
        return Err(nothing_to_learn(&arguments.positions));
    }
    if let Some(path) = &arguments.from {
        command.push_str(&format!(" --from {}", path.display()));
    }
    head.push(command);
    Ok((fitted::<P>(&samples, begin), head))
}

/// The head of a file of weights, which says how it was made.
fn head(arguments: &Arguments) -> Vec<String> {
    if arguments.games == 0 {
        return vec![
            "Set by hand. Name of the term, centipawns in the middlegame and the endgame."
                .to_owned(),
        ];
    }
    vec![HEAD.to_owned(), command(arguments)]
}

const HEAD: &str = "Name of the term, centipawns in the middlegame and the endgame. Made by";

/// The command that reproduces these weights.
fn command(arguments: &Arguments) -> String {
    let mut command = format!(
        "manifold tune {} --games {} --nodes {} --seed {} --rounds {}",
        arguments.game, arguments.games, arguments.nodes, arguments.seed, arguments.rounds
    );
    if let Some(path) = &arguments.from {
        command.push_str(&format!(" --from {}", path.display()));
    }
    if let Some(path) = &arguments.keep {
        command.push_str(&format!(" --keep {}", path.display()));
    }
    command
}
