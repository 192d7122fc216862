//! `manifold analyse`: the best lines in a position, for people.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use manifold_arena::transcript::Transcript;
use manifold_engine::baseline::BaselineGame;
use manifold_engine::{
    FinishedGame, InformationSet, Level, Limits, MATE, Random, Report, SearchOptions, SearchResult,
    analyse as analyse_finished, is_mate, think,
};
use manifold_rules::board::Color;
use manifold_rules::game::Game;
use manifold_rules::position::Rules;
use manifold_rules::position::Variant;
use manifold_rules::variant::{AnyGame, AnyRecord, VariantId};
use manifold_rules::viewer::Viewer;
use serde_json::{Value, json};

use super::{BoundsArguments, Line};
use crate::counted::counted;
use crate::failure::Failure;
use crate::files;
use crate::per_game::{EngineGame, PerGame, per_game};
use crate::whole_number::whole_number;
use manifold_rules::board::player_name as name;

/// The default thinking time.
const MOVETIME: Duration = Duration::from_secs(3);

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    line: Line,
    /// A file with a record, or - for standard input, in place of --play
    #[arg(long, value_name = "RECORD", conflicts_with = "play")]
    file: Option<PathBuf>,
    /// The number of the game in the file
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = whole_number(1..=usize::MAX),
        requires = "file",
        conflicts_with = "play"
    )]
    number: usize,
    /// Analyse the position after this many actions (default: the last one in which a player can act)
    #[arg(long, value_name = "ACTIONS", value_parser = whole_number(0..=usize::MAX))]
    at: Option<usize>,
    /// The player whose knowledge the engine uses; must be the one to act
    #[arg(long, value_name = "COLOUR")]
    seat: Option<Side>,
    /// Number of best lines to show
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = whole_number(1_u16..=256))]
    lines: u16,
    /// Stop after this depth in plies
    #[arg(long, value_name = "PLIES", value_parser = whole_number(1..=u32::MAX))]
    depth: Option<u32>,
    /// Stop after N nodes; the same seed then always gives the same answer
    #[arg(long, value_name = "N", value_parser = whole_number(1..=u64::MAX))]
    nodes: Option<u64>,
    /// Stop after this many milliseconds (3000 unless another limit is given)
    #[arg(long, value_name = "MS", value_parser = whole_number(1..=u64::MAX))]
    movetime: Option<u64>,
    /// Seed for random choices
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole_number(0..=u64::MAX))]
    seed: u64,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    bounds: BoundsArguments,
}

/// A colour on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Side {
    White,
    Black,
}

impl Side {
    fn color(self) -> Color {
        match self {
            Side::White => Color::White,
            Side::Black => Color::Black,
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let game = read(arguments)?;
    let text = per_game(
        game.variant(),
        Analysis {
            arguments,
            game: &game,
        },
    )?;
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}

struct Analysis<'a> {
    arguments: &'a Arguments,
    game: &'a AnyGame,
}

impl PerGame for Analysis<'_> {
    type Output = Result<String, Failure>;

    fn run<P: EngineGame>(self, _variant: P::Variant) -> Result<String, Failure> {
        let game = P::own_game(self.game)
            .ok_or_else(|| Failure::World("the game is one of another kind".to_owned()))?;
        analyse(self.arguments, game)
    }
}

fn read(arguments: &Arguments) -> Result<AnyGame, Failure> {
    let Some(path) = &arguments.file else {
        return arguments.line.replay();
    };
    let pgn = files::read_record(path, arguments.number)?;
    let game: VariantId = pgn.game().map_err(|error| files::in_file(path, &error))?;
    if game != arguments.line.game {
        return Err(Failure::Input(format!(
            "{}: this is a game of {game}, not of {}",
            path.display(),
            arguments.line.game
        )));
    }
    let record = AnyRecord::replay(&pgn).map_err(|error| files::in_file(path, &error))?;
    Ok(record.game)
}

fn analyse<P: Transcript + BaselineGame>(
    arguments: &Arguments,
    game: &Game<P>,
) -> Result<String, Failure> {
    let refuse = |problem: String| match &arguments.file {
        Some(path) => Failure::Input(format!("{}: {problem}", path.display())),
        None => Failure::Input(problem),
    };
    let all = game.actions().len();
    let finished = FinishedGame::of(game);
    // Only the position counts here: results such as resignation are ignored.
    let mut at = arguments.at.unwrap_or(all);
    if at > all {
        return Err(refuse(format!(
            "the game has {}: there is no position after {at}",
            counted(all, "action")
        )));
    }
    let mut before = game.after(at);
    if before.outcome().is_some() && arguments.at.is_none() && all > 0 {
        // The game is over on the board: analyse its last decision.
        at = all - 1;
        before = game.after(at);
    }
    if let Some(outcome) = before.outcome() {
        return Err(refuse(format!(
            "after {} the game is over: {outcome}",
            counted(at, "action")
        )));
    }
    let position = before.position();
    let actor = position.actor();
    if let Some(side) = arguments.seat
        && side.color() != actor
    {
        let [asked, acting] = [side.color(), actor].map(name);
        return Err(refuse(format!(
            "after {} {acting} must act: what {asked} can do then is decided later",
            counted(at, "action")
        )));
    }
    let time = arguments.movetime.map(Duration::from_millis);
    let unlimited = arguments.nodes.is_none() && arguments.depth.is_none();
    let order = SearchOptions {
        level: Level::FULL,
        limits: Limits {
            nodes: arguments.nodes,
            time: time.or(unlimited.then_some(MOVETIME)),
            depth: arguments.depth,
            clock: None,
            mate: None,
        },
        seed: arguments.seed,
        bounds: arguments.bounds.bounds(),
        multi_pv: usize::from(arguments.lines),
        ..SearchOptions::default()
    };
    let seat = InformationSet::of(&before, actor);
    let mut quiet = |_: &Report<P>| {};
    let result = match &finished {
        Some(finished) => analyse_finished(finished, at, &order, &mut quiet),
        None => think(&seat, &order),
    }
    .ok_or_else(|| Failure::World("the engine has found nothing to do".to_owned()))?;
    // The position in which the lines are notated: the real one only if everything is known, otherwise a guess.
    let world = if finished.is_some() {
        Some(position.clone())
    } else {
        P::guess(seat.knowledge(), &mut Random::new(arguments.seed))
    };
    let viewer = if finished.is_some() {
        Viewer::Referee
    } else {
        Viewer::Player(actor)
    };
    let told = Told {
        actor,
        at,
        full: finished.is_some(),
        hides: P::HIDES,
        viewer,
    };
    Ok(if arguments.json {
        told.json(&result, world.as_ref(), game.start().variant().id())
    } else {
        told.text(&result, world.as_ref(), game.start().variant().id())
    })
}

/// The context in which the answer is printed.
struct Told {
    actor: Color,
    at: usize,
    /// Whether the engine knew all secrets.
    full: bool,
    hides: bool,
    viewer: Viewer,
}

impl Told {
    fn text<P: Rules>(&self, result: &SearchResult<P>, world: Option<&P>, id: &str) -> String {
        let mut text = format!(
            "{id}, after {} action{}: {} must act; depth {}, {} nodes\n",
            self.at,
            if self.at == 1 { "" } else { "s" },
            name(self.actor),
            result.depth,
            result.nodes
        );
        if self.hides {
            text.push_str(if self.full {
                "The game is over: nothing is secret any more.\n"
            } else {
                "As this player knows it: where pieces of the opponent return is guessed.\n"
            });
        }
        for (number, line) in lines_of(result).iter().enumerate() {
            text.push_str(&format!(
                "{:>3}  {:>7}  {}\n",
                number + 1,
                worth(line.score),
                self.notation(&line.pv, world)
            ));
        }
        text
    }

    fn json<P: Rules>(&self, result: &SearchResult<P>, world: Option<&P>, id: &str) -> String {
        let lines: Vec<Value> = lines_of(result)
            .iter()
            .map(|line| {
                let actions: Vec<String> = line.pv.iter().map(ToString::to_string).collect();
                json!({
                    "score": score(line.score),
                    "actions": actions,
                    "notation": self.notation(&line.pv, world),
                })
            })
            .collect();
        let value = json!({
            "game": id,
            "after": self.at,
            "seat": self.actor.fold_wb("white", "black"),
            "knowledge": if self.full { "full" } else { "seat" },
            "depth": result.depth,
            "nodes": result.nodes,
            "best": result.action.to_string(),
            "lines": lines,
        });
        format!("{value}\n")
    }

    /// A line in the game's own notation, with move numbers. A line from another guess of the hidden squares may not be playable to its
    /// end in this one; from there on it is in machine notation.
    fn notation<P: Rules>(&self, line: &[P::Action], world: Option<&P>) -> String {
        let mut words = Vec::new();
        let mut here = world.cloned();
        let mut numbered = None;
        for action in line {
            let Some(position) = here.as_mut().filter(|position| position.is_legal(*action)) else {
                here = None;
                words.push(action.to_string());
                continue;
            };
            if numbered != Some(position.ply()) {
                let dots = if position.turn().is_white() {
                    "."
                } else {
                    "..."
                };
                if position.turn().is_white() || numbered.is_none() {
                    words.push(format!("{}{dots}", position.ply() / 2 + 1));
                }
                numbered = Some(position.ply());
            }
            words.push(position.notation(*action, self.viewer));
            position.play_unchecked(*action);
        }
        words.join(" ")
    }
}

fn lines_of<P: Rules>(result: &SearchResult<P>) -> Vec<manifold_engine::Line<P>> {
    if !result.lines.is_empty() {
        return result.lines.clone();
    }
    vec![manifold_engine::Line {
        action: result.action,
        score: result.score,
        pv: result.pv.clone(),
    }]
}

/// The number of turns to a forced win, negative if the opponent wins.
fn mate_in(score: i32) -> i32 {
    let turns = (MATE - score.abs() + 1) / 2;
    if score > 0 { turns } else { -turns }
}

/// A score as text, in pawns, from the view of the player who must act.
fn worth(score: i32) -> String {
    if is_mate(score) {
        return format!("#{}", mate_in(score));
    }
    format!("{:+.2}", f64::from(score) / 100.0)
}

fn score(score: i32) -> Value {
    if is_mate(score) {
        json!({ "mate": mate_in(score) })
    } else {
        json!({ "cp": score })
    }
}
