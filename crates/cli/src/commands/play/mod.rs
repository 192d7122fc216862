//! `manifold play`: a game at one terminal, against a friend or the computer.

mod arguments;
mod clock;
mod commands;
mod game;
mod history;
mod identity;
mod listing;
mod menu;
mod plan;
mod prompt;
mod screen;

use std::path::{Path, PathBuf};

use manifold_rules::board::Color;
use manifold_rules::record::Pgn;
use manifold_rules::variant::{AnyGame, AnyPosition, AnyRecord, VariantId};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

pub(crate) use arguments::Arguments;
pub(crate) use identity::GAME_ID;

use super::convert::left_out_in_words;
use crate::failure::Failure;
use crate::files;
use crate::opponent::Player;
use game::LocalGame;
use identity::new_game_id;
use plan::Plan;
use prompt::Prompt;

pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    let mut prompt = Prompt::new()?;
    if let Some(file) = &arguments.resume {
        return resume(file.as_deref(), &arguments, &mut prompt);
    }
    let chosen = match arguments.game {
        Some(game) => menu::Choice::new(game, &arguments),
        None => match menu::ask(&mut prompt, &arguments)? {
            Some(menu::Answer::New(choice)) => choice,
            Some(menu::Answer::Resume) => return resume(None, &arguments, &mut prompt),
            None => return Ok(()),
        },
    };
    let plan = Plan {
        white: chosen.white,
        black: chosen.black,
        path: new_file(chosen.game, &arguments)?,
        open_table: arguments.open_table,
    };
    let start = start(chosen.game, arguments.start)?;
    let mut record = AnyRecord::new(AnyGame::from_position(start));
    record.tags.set("Event", "Terminal game");
    record
        .tags
        .set("Date", jiff::Zoned::now().strftime("%Y.%m.%d").to_string());
    record.tags.set("White", plan.white.name());
    record.tags.set("Black", plan.black.name());
    let control = arguments
        .time
        .as_ref()
        .map_or_else(|| "-".to_owned(), ToString::to_string);
    record.tags.set("TimeControl", control);
    record.tags.set(GAME_ID, new_game_id());
    sit_down(record, plan, &arguments, &mut prompt)
}

/// The starting position: the one asked for, or one drawn by lot.
fn start(game: VariantId, asked: Option<u32>) -> Result<AnyPosition, Failure> {
    let starts = game.starts();
    let number = asked.unwrap_or_else(|| rand::rng().random_range(0..starts));
    AnyPosition::start_at(game, number).ok_or_else(|| {
        Failure::Input(match starts {
            1 => format!("--start {number}: {game} has only one starting position, number 0"),
            _ => format!(
                "--start {number}: the starting positions of {game} are numbered 0 to {}",
                starts - 1
            ),
        })
    })
}

/// The file for a new game: the one asked for, which must not exist yet, or an automatically named one.
fn new_file(game: VariantId, arguments: &Arguments) -> Result<PathBuf, Failure> {
    match &arguments.file {
        Some(file) if file.exists() => Err(Failure::Input(format!(
            "{} already exists: choose another file, or continue that game with --resume {0}",
            file.display()
        ))),
        Some(file) => Ok(file.clone()),
        None => {
            let now = jiff::Zoned::now().strftime("%Y%m%d-%H%M%S%.3f").to_string();
            let name = format!("{now}-{}.pgn", game.id().replace(':', "-"));
            Ok(files::games_folder().join(name))
        }
    }
}

fn resume(file: Option<&Path>, arguments: &Arguments, prompt: &mut Prompt) -> Result<(), Failure> {
    let folder = files::games_folder();
    let path = match file {
        Some(file) => file.to_owned(),
        None => files::unfinished_game(&folder).ok_or_else(|| {
            Failure::Input(format!(
                "there is no unfinished game in {}",
                folder.display()
            ))
        })?,
    };
    let pgn = files::read_only_record(&path)?;
    check_keeps_all(&path, &pgn)?;
    let mut record = AnyRecord::replay(&pgn).map_err(|error| files::in_file(&path, &error))?;
    let player = |asked: Option<Player>, tag: &str| {
        asked.unwrap_or_else(|| Player::named(pgn.tags.get(tag)))
    };
    let plan = Plan {
        white: player(arguments.white, "White"),
        black: player(arguments.black, "Black"),
        path: path.clone(),
        open_table: arguments.open_table,
    };
    if record.tags.get(GAME_ID).is_none() {
        record.tags.set(GAME_ID, new_game_id());
    }
    sit_down(record, plan, arguments, prompt)
}

/// Refuses a record with variations, glyphs and the like, which our records do not keep: the game goes on in its file, which would lose
/// them.
fn check_keeps_all(path: &Path, pgn: &Pgn) -> Result<(), Failure> {
    match left_out_in_words(&[pgn.left_out]) {
        None => Ok(()),
        Some(things) => Err(Failure::Input(format!(
            "{file} would lose {things}: go on in a copy, which manifold convert {file} prints",
            file = path.display()
        ))),
    }
}

fn sit_down(
    record: AnyRecord,
    plan: Plan,
    arguments: &Arguments,
    prompt: &mut Prompt,
) -> Result<(), Failure> {
    let seed = arguments.seed.unwrap_or_else(rand::random);
    let rng = StdRng::seed_from_u64(seed);
    let mut style = arguments.look.style();
    if plan.white != Player::Human && plan.black == Player::Human {
        style.bottom = Color::Black;
    }
    // Two programs that write the same record would overwrite each other's moves.
    let _lock = files::lock(&plan.path)?;
    LocalGame::new(record, plan, arguments.look.clone(), style, rng).play(prompt)
}
