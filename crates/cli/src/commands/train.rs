//! `manifold train`: trains a game's network on positions from self-play.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use manifold_arena::statistics::Estimate;
use manifold_arena::tune::Sample;
use manifold_arena::tune::network::{Dataset, Step, Training, train};
use manifold_arena::{
    Contest, EnginePlayer, Evaluation, GameSettings, Player, SearchLimit, contest, usual_plies,
};
use manifold_engine::Level;
use manifold_engine::network::{FloatNetwork, Network, read_network, write_network};
use manifold_rules::position::Bounds;
use manifold_rules::variant::VariantId;

use super::positions::{nothing_to_learn, read_positions};
use crate::counted::counted;
use crate::elo::elo;
use crate::failure::Failure;
use crate::files::{check_differs, check_writable};
use crate::per_game::{EngineGame, PerGame, per_game};
use crate::terminal::{print, print_to_stderr};
use crate::whole_number::whole_number;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The game
    game: VariantId,
    /// Files of positions, as written by `manifold self-play`
    #[arg(required_unless_present = "network")]
    positions: Vec<PathBuf>,
    /// File for the network
    #[arg(long, value_name = "FILE", required_unless_present = "network")]
    out: Option<PathBuf>,
    /// Advantage in centipawns at which a player is expected to score 73 %
    #[arg(long, value_name = "CP", default_value_t = 170, value_parser = whole_number(1_i32..=10_000))]
    scale: i32,
    /// Weight of what followed a position (later searches and the result of the game) in its target, in percent; the rest is its own search
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = whole_number(0_u8..=100))]
    result_share: u8,
    /// Start from this network instead of random weights; if given several times, from the mean of these networks
    #[arg(long, value_name = "FILE", conflicts_with = "network")]
    from: Vec<PathBuf>,
    /// Number of positions a few random moves away from each position that are used as well, evaluated by the sum of terms
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = whole_number(0..=u32::MAX))]
    walks: u32,
    /// Epochs over the positions of --walks
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = whole_number(0..=u32::MAX))]
    terms_epochs: u32,
    /// Epochs over the positions of the games
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = whole_number(0..=u32::MAX))]
    games_epochs: u32,
    /// Batch size: positions per update of the weights
    #[arg(long, value_name = "N", default_value_t = 4096, value_parser = whole_number(1..=u32::MAX))]
    batch: u32,
    /// Initial learning rate, about the most that a weight moves in an update: from 0.000001 to 0.1
    #[arg(long, default_value_t = 1e-3, value_parser = rate)]
    rate: f32,
    /// Seed for the initial weights, the random moves and the order of the positions
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number(0..=u64::MAX))]
    seed: u64,
    /// Threads, one or two; the network does not depend on it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number(1_u16..=2))]
    threads: u16,
    /// Then play this many pairs of games against the shipped evaluation
    #[arg(long = "match", value_name = "PAIRS", default_value_t = 0, value_parser = whole_number(0..=u64::MAX))]
    pairs: u64,
    /// Play the match with this network, without training
    #[arg(long, value_name = "FILE", requires = "pairs", conflicts_with_all = ["positions", "out"])]
    network: Option<PathBuf>,
    /// Play the match against the sum of terms, even if a network is shipped
    #[arg(long, requires = "pairs")]
    against_terms: bool,
    /// Nodes per action in the match
    #[arg(long, value_name = "N", default_value_t = 3_000, requires = "pairs", value_parser = whole_number(1..=u64::MAX))]
    nodes: u64,
    /// Milliseconds per action in the match, instead of nodes
    #[arg(long, value_name = "MS", requires = "pairs", conflicts_with = "nodes", value_parser = whole_number(1..=u64::MAX))]
    movetime: Option<u64>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    per_game(arguments.game, Teaching(arguments))
}

/// Reads a learning rate from the command line.
fn rate(text: &str) -> Result<f32, String> {
    text.parse()
        .ok()
        .filter(|rate| (1e-6..=0.1).contains(rate))
        .ok_or_else(|| "a number from 0.000001 to 0.1 is expected".to_owned())
}

struct Teaching<'a>(&'a Arguments);

impl PerGame for Teaching<'_> {
    type Output = Result<(), Failure>;

    fn run<P: EngineGame>(self, variant: P::Variant) -> Result<(), Failure> {
        let arguments = self.0;
        let network = match (&arguments.network, &arguments.out) {
            (Some(path), _) => read::<P>(path)?,
            (None, Some(path)) => {
                check_differs(
                    "--out",
                    path,
                    arguments.positions.iter().chain(&arguments.from),
                )?;
                check_writable(path)?;
                let (network, remarks) = trained::<P>(arguments, variant)?;
                fs::write(path, write_network(&network, &remarks))
                    .map_err(|error| Failure::file(path, &error))?;
                network
            }
            (None, None) => return Err(Failure::Input("--out is needed".to_owned())),
        };
        if arguments.pairs > 0 {
            hold_match::<P>(arguments, variant, Box::leak(Box::new(network)))?;
        }
        Ok(())
    }
}

/// Reads a network from a file.
pub(super) fn read<P: EngineGame>(path: &Path) -> Result<Network, Failure> {
    let bytes = fs::read(path).map_err(|error| Failure::file(path, &error))?;
    read_network::<P>(&bytes)
        .map_err(|error| Failure::Input(format!("{}: {error}", path.display())))
}

/// Trains a network; returns it with remarks on how it was made.
fn trained<P: EngineGame>(
    arguments: &Arguments,
    variant: P::Variant,
) -> Result<(Network, Vec<String>), Failure> {
    let training = Training {
        scale: arguments.scale,
        result_share: f32::from(arguments.result_share) / 100.0,
        walks: arguments.walks,
        terms_epochs: arguments.terms_epochs,
        games_epochs: arguments.games_epochs,
        batch: arguments.batch as usize,
        rate: arguments.rate,
        seed: arguments.seed,
        threads: usize::from(arguments.threads),
    };
    let from = first_networks::<P>(arguments)?;
    let mut remarks = Vec::new();
    let mut dataset = Dataset::default();
    let mut games = 0;
    let mut game: Vec<(P, Sample)> = Vec::new();
    for path in &arguments.positions {
        let of_file = read_positions::<P>(path, variant, &mut games, |position, sample| {
            let is_next = |(_, last): &(P, Sample)| last.game != sample.game;
            if game.last().is_some_and(is_next) {
                dataset.add_game(&game, &training);
                game.clear();
            }
            game.push((position, sample));
        })?;
        let name = name(path);
        remarks.extend(of_file.iter().map(|remark| format!("{name}: {remark}")));
    }
    dataset.add_game(&game, &training);
    let [by_terms, by_games, kept] = dataset.sizes();
    print_to_stderr(format_args!(
        "{} of games, {by_terms} near them, {kept} kept for validation",
        counted(by_games, "position")
    ));
    if by_games == 0 {
        return Err(nothing_to_learn(&arguments.positions));
    }
    let began = Instant::now();
    let network = train::<P>(&dataset, &training, &from, |progress| {
        let step = match progress.step {
            Step::Terms => "terms",
            Step::Games => "games",
        };
        print_to_stderr(format_args!(
            "{step}, epoch {}: error {:.6}, {:.6} on games kept for validation ({} s)",
            progress.epoch,
            progress.learned,
            progress.kept,
            began.elapsed().as_secs()
        ));
    });
    remarks.push(command(arguments));
    Ok((network, remarks))
}

/// The networks from whose mean the training starts.
fn first_networks<P: EngineGame>(arguments: &Arguments) -> Result<Vec<FloatNetwork>, Failure> {
    let networks = arguments.from.iter().map(|path| {
        let network = FloatNetwork::from(&read::<P>(path)?);
        if network.scale != arguments.scale {
            return Err(Failure::Input(format!(
                "{}: the scale of this network is {}, where --scale says {}",
                path.display(),
                network.scale,
                arguments.scale,
            )));
        }
        Ok(network)
    });
    networks.collect()
}

/// The file name without its directory, so that a network's remarks do not depend on the machine.
fn name(path: &Path) -> std::path::Display<'_> {
    path.file_name().map_or(path, Path::new).display()
}

/// Plays a match of the network against the shipped evaluation.
fn hold_match<P: EngineGame>(
    arguments: &Arguments,
    variant: P::Variant,
    network: &'static Network,
) -> Result<(), Failure> {
    let plan = Contest {
        pairs: arguments.pairs,
        settings: GameSettings {
            limit: match arguments.movetime {
                Some(time) => SearchLimit::MoveTime(Duration::from_millis(time)),
                None => SearchLimit::Nodes(arguments.nodes),
            },
            bounds: Bounds::default(),
            longest: P::LONGEST,
        },
        opening_plies: usual_plies(arguments.game),
        seed: arguments.seed.wrapping_add(0x5eed),
        concurrency: 1,
        sprt: None,
    };
    let other = if arguments.against_terms {
        Evaluation::ShippedTerms
    } else {
        Evaluation::Shipped
    };
    let evaluations = [Evaluation::Network(network), other];
    let make = |index: usize| -> Result<Box<dyn Player<P>>, Failure> {
        let player = EnginePlayer::new(Level::FULL).with_evaluation(evaluations[index]);
        Ok(Box::new(player))
    };
    let tally = contest::<P, Failure>(&plan, variant, make, &AtomicBool::new(false), |_, _| {})?;
    let pairs = &tally.pairs;
    if let Some(estimate) = Estimate::of(pairs) {
        let [low, high] = estimate.elo_interval;
        print(&format!(
            "{} won, {} drawn, {} lost: Elo {} ({} to {})",
            pairs.wins(),
            pairs.draws(),
            pairs.losses(),
            elo(estimate.elo),
            elo(low),
            elo(high),
        ));
    }
    Ok(())
}

/// The command that reproduces this training.
fn command(arguments: &Arguments) -> String {
    let mut command = format!("manifold train {}", arguments.game);
    for path in &arguments.positions {
        command.push_str(&format!(" {}", name(path)));
    }
    for path in &arguments.from {
        command.push_str(&format!(" --from {}", name(path)));
    }
    command.push_str(&format!(
        " --scale {} --result-share {} --walks {} --terms-epochs {} --games-epochs {} --batch {} --rate {} --seed {}",
        arguments.scale,
        arguments.result_share,
        arguments.walks,
        arguments.terms_epochs,
        arguments.games_epochs,
        arguments.batch,
        arguments.rate,
        arguments.seed,
    ));
    command
}
