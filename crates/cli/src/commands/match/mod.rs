//! `manifold match`: a match between two players, in pairs of games.

mod program;
mod report;

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use manifold_arena::statistics::{EloModel, Sprt};
use manifold_arena::{
    Contest, ContestClock, EnginePlayer, GameSettings, Pair, Player, SearchLimit, contest,
    usual_longest, usual_plies,
};
use manifold_engine::Level;
use manifold_engine::baseline::Baseline;
use manifold_rules::position::{Bounds, Rules};
use manifold_rules::record::Record;
use manifold_rules::variant::VariantId;
use manifold_rules::viewer::Viewer;

use super::{BoundsArguments, which_games};
use crate::failure::Failure;
use crate::files::check_writable;
use crate::per_game::{EngineGame, PerGame, per_game};
use crate::program::Program;
use crate::whole_number::whole_number;
use program::ProgramPlayer;

/// The default number of games without a test.
const GAMES: u64 = 100;
/// The maximum number of games of a test.
const GAMES_OF_A_TEST: u64 = 100_000;
/// The default time for an action, in milliseconds.
const MOVETIME: u64 = 100;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[arg(help = which_games())]
    game: VariantId,
    /// The first player: level1 to level8, full, random, greedy, depth2, mcts, or a program that speaks UCI
    /// as uci:COMMAND, with options as in uci:stockfish,UCI_LimitStrength=true,UCI_Elo=2000
    #[arg(value_name = "PLAYER")]
    first: Contender,
    /// The second player
    #[arg(value_name = "PLAYER")]
    second: Contender,
    /// Number of games, which must be even: each opening is played twice with colours swapped
    #[arg(long, value_name = "N", value_parser = whole_number(2_u64..=10_000_000))]
    games: Option<u64>,
    /// Stop when a sequential test (SPRT, 5% error) accepts one of two hypotheses: that the first player is
    /// stronger than the second by ELO0, or by ELO1, in normalised Elo
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Hypotheses>,
    /// With --sprt: ELO0 and ELO1 are logistic Elo
    #[arg(long, requires = "sprt")]
    logistic: bool,
    /// Milliseconds per action (100 unless another limit is given; levels 1 to 7 need no limit among themselves)
    #[arg(long, value_name = "MS", value_parser = whole_number(1..=u64::MAX), group = "limit")]
    movetime: Option<u64>,
    /// Nodes per action; the same seed then always gives the same games
    #[arg(long, value_name = "N", value_parser = whole_number(1..=u64::MAX), group = "limit")]
    nodes: Option<u64>,
    /// Clock in seconds, with an optional increment, such as 10+0.1
    #[arg(long, value_name = "CONTROL", group = "limit")]
    tc: Option<ContestClock>,
    /// Games played concurrently
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number(1_u16..=256))]
    concurrency: u16,
    /// Random opening plies of each pair of games, leading to a roughly even position (default 6; 2 in Time
    /// Traveler's Chess)
    #[arg(long, value_name = "PLIES", value_parser = whole_number(0_u32..=60))]
    openings: Option<u32>,
    /// Adjudicate a game of this many plies as a draw (default 400; 1500 in DMChess)
    #[arg(long, value_name = "PLIES", value_parser = whole_number(1_u32..=10_000))]
    longest: Option<u32>,
    /// Seed for random choices
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole_number(0..=u64::MAX))]
    seed: u64,
    /// Append the games to this file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Print the result as one line of JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    bounds: BoundsArguments,
}

/// A player of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Contender {
    Level(Level),
    Baseline(Baseline),
    Program(Program),
}

impl Contender {
    /// Whether it needs no limit, as its level bounds its search.
    fn is_bounded(&self) -> bool {
        matches!(self, Contender::Level(level) if *level < Level::FULL)
    }
}

impl FromStr for Contender {
    type Err = String;

    fn from_str(text: &str) -> Result<Contender, String> {
        if let Some(command) = text.strip_prefix("uci:") {
            return command.parse().map(Contender::Program);
        }
        if text == "full" {
            return Ok(Contender::Level(Level::FULL));
        }
        let level = Level::ALL
            .into_iter()
            .find(|level| level.to_string() == text);
        let baseline = Baseline::ALL
            .into_iter()
            .find(|baseline| baseline.name() == text);
        level
            .map(Contender::Level)
            .or(baseline.map(Contender::Baseline))
            .ok_or_else(|| {
                "a player is level1 to level8, full, random, greedy, depth2, mcts or uci:COMMAND"
                    .to_owned()
            })
    }
}

impl Contender {
    fn name(&self) -> String {
        match self {
            Contender::Level(level) => level.to_string(),
            Contender::Baseline(baseline) => baseline.name().to_owned(),
            Contender::Program(program) => program.name(),
        }
    }

    /// A player for one board.
    fn seat<P: EngineGame>(
        &self,
        variant: P::Variant,
        bounds: Bounds,
    ) -> Result<Box<dyn Player<P>>, Failure> {
        Ok(match self {
            Contender::Level(level) => Box::new(EnginePlayer::new(*level)),
            Contender::Baseline(baseline) => Box::new(*baseline),
            Contender::Program(program) => Box::new(ProgramPlayer::start(
                program,
                P::variant_id(variant),
                bounds,
            )?),
        })
    }
}

/// The two hypotheses of a sequential test, as `0,20`.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Hypotheses(f64, f64);

impl FromStr for Hypotheses {
    type Err = String;

    fn from_str(text: &str) -> Result<Hypotheses, String> {
        let read = || {
            let (low, high) = text.split_once(',')?;
            let (low, high) = (low.trim().parse().ok()?, high.trim().parse().ok()?);
            Sprt::new(low, high, EloModel::default()).map(|_| Hypotheses(low, high))
        };
        read().ok_or_else(|| {
            let most = Sprt::MOST;
            format!("two numbers from -{most} to {most}, the smaller one first, such as 0,20")
        })
    }
}

pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    if arguments.games.is_some_and(|games| games % 2 == 1) {
        return Err(Failure::Input(
            "--games must be even: every opening is played twice, with colours swapped".to_owned(),
        ));
    }
    per_game(arguments.game, Held(&arguments))
}

struct Held<'a>(&'a Arguments);

impl PerGame for Held<'_> {
    type Output = Result<(), Failure>;

    fn run<P: EngineGame>(self, variant: P::Variant) -> Result<(), Failure> {
        hold::<P>(self.0, variant)
    }
}

fn hold<P: EngineGame>(arguments: &Arguments, variant: P::Variant) -> Result<(), Failure> {
    let plan = plan(arguments);
    let stop = Arc::new(AtomicBool::new(false));
    let interrupted = Arc::new(AtomicBool::new(false));
    watch_for_interrupts(&stop, &interrupted);
    if let Some(path) = &arguments.pgn {
        check_writable(path)?;
    }
    let bar = progress_bar(plan.pairs);
    let contenders = [&arguments.first, &arguments.second];
    let make = |index: usize| contenders[index].seat::<P>(variant, plan.settings.bounds);
    let mut unwritten = None;
    let tally = contest(&plan, variant, make, &stop, |pair, tally| {
        bar.set_position(tally.pairs.total());
        bar.set_message(report::in_short(tally, &plan));
        if let Some(path) = &arguments.pgn
            && let Err(error) = append(path, &records_of(pair, arguments))
        {
            unwritten.get_or_insert(error);
        }
    })?;
    bar.finish_and_clear();
    let names = contenders.map(Contender::name);
    let text = if arguments.json {
        report::json(arguments.game, &names, &plan, &tally)
    } else {
        report::text(arguments.game, &names, &plan, &tally)
    };
    io::stdout().lock().write_all(text.as_bytes())?;
    if let (Some(error), Some(path)) = (unwritten, &arguments.pgn) {
        return Err(Failure::file(path, &error));
    }
    if interrupted.load(Ordering::Relaxed) {
        return Err(Failure::Interrupted);
    }
    Ok(())
}

/// Appends a text to a file. The file is created with the first games, so a player that fails to start leaves none.
fn append(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    file.write_all(text.as_bytes())
}

fn plan(arguments: &Arguments) -> Contest {
    let both_are_bounded = arguments.first.is_bounded() && arguments.second.is_bounded();
    let limit = match (arguments.nodes, arguments.tc, arguments.movetime) {
        (Some(nodes), ..) => SearchLimit::Nodes(nodes),
        (None, Some(control), _) => SearchLimit::Clock(control),
        (None, None, Some(milliseconds)) => {
            SearchLimit::MoveTime(Duration::from_millis(milliseconds))
        }
        (None, None, None) if both_are_bounded => SearchLimit::Own,
        (None, None, None) => SearchLimit::MoveTime(Duration::from_millis(MOVETIME)),
    };
    let model = if arguments.logistic {
        EloModel::Logistic
    } else {
        EloModel::Normalized
    };
    let sprt = arguments
        .sprt
        .and_then(|Hypotheses(low, high)| Sprt::new(low, high, model));
    let most = if sprt.is_some() {
        GAMES_OF_A_TEST
    } else {
        GAMES
    };
    Contest {
        pairs: arguments.games.unwrap_or(most) / 2,
        settings: GameSettings {
            limit,
            bounds: arguments.bounds.bounds(),
            longest: arguments
                .longest
                .unwrap_or_else(|| usual_longest(arguments.game)),
        },
        opening_plies: arguments
            .openings
            .unwrap_or_else(|| usual_plies(arguments.game)),
        seed: arguments.seed,
        concurrency: usize::from(arguments.concurrency),
        sprt,
    }
}

/// Handles interrupts: the first one ends the contest with the results so far, the second one ends the program at once.
fn watch_for_interrupts(stop: &Arc<AtomicBool>, interrupted: &Arc<AtomicBool>) {
    let (stop, interrupted) = (Arc::clone(stop), Arc::clone(interrupted));
    // If signals cannot be caught, an interrupt simply ends the program.
    let _ = ctrlc::set_handler(move || {
        if interrupted.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        stop.store(true, Ordering::Relaxed);
    });
}

/// A progress bar on standard error, if that is a terminal.
fn progress_bar(pairs: u64) -> ProgressBar {
    let bar = ProgressBar::new(pairs);
    let style =
        ProgressStyle::with_template("{bar:24} {pos}/{len} pairs  {msg}  {elapsed} (left: {eta})");
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

/// Both games of a pair as records. They are over, so nothing in them is secret any more.
fn records_of<P: Rules>(pair: &Pair<P>, arguments: &Arguments) -> String {
    let names = [arguments.first.name(), arguments.second.name()];
    let mut text = String::new();
    for (index, played) in pair.games.iter().enumerate() {
        let mut record = Record::new(played.game.clone());
        record.tags.set("Event", "manifold match");
        record
            .tags
            .set("Round", format!("{}.{}", pair.number + 1, index + 1));
        record.tags.set("White", names[index].clone());
        record.tags.set("Black", names[1 - index].clone());
        record.tags.set("Ending", played.ending.kind());
        text.push_str(&record.to_pgn(Viewer::Referee));
        text.push('\n');
    }
    text
}
