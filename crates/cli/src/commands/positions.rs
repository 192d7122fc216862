//! Files of positions, which `manifold self-play` and `manifold tune --keep` write.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use manifold_arena::tune::Sample;
use manifold_rules::error::shorten;
use manifold_rules::variant::VariantId;

use crate::failure::Failure;
use crate::per_game::EngineGame;

/// The beginnings of a remark that names the command by which the positions after it were made; the next word is the game.
const MAKERS: [&str; 2] = ["manifold self-play ", "manifold tune "];

/// Reads a file: passes its positions to `take` in order, and returns its remarks. `games` is the number of games so far, so that games of
/// different files get different numbers.
///
/// # Errors
/// The file, the line, and what was expected.
pub(super) fn read_positions<P: EngineGame>(
    path: &Path,
    variant: P::Variant,
    games: &mut u64,
    mut take: impl FnMut(P, Sample),
) -> Result<Vec<String>, Failure> {
    let first = *games;
    let mut remarks = Vec::new();
    let file = File::open(path).map_err(|error| Failure::file(path, &error))?;
    for (index, bytes) in BufReader::new(file).split(b'\n').enumerate() {
        let bytes = bytes.map_err(|error| Failure::file(path, &error))?;
        let refuse = |problem: String| {
            Failure::Input(format!("{}: line {}: {problem}", path.display(), index + 1))
        };
        let line = String::from_utf8(bytes)
            .map_err(|_| refuse("this should be text in UTF-8".to_owned()))?;
        let line = line.strip_suffix('\r').unwrap_or(&line);
        if let Some(remark) = line.strip_prefix("# ") {
            check_game(remark, P::variant_id(variant)).map_err(refuse)?;
            remarks.push(remark.to_owned());
            continue;
        }
        let (position, mut sample) =
            Sample::from_line::<P>(variant, line).map_err(|error| refuse(error.to_string()))?;
        sample.game = sample.game.saturating_add(first);
        *games = sample.game.saturating_add(1);
        take(position, sample);
    }
    Ok(remarks)
}

/// The failure for files without any position.
pub(super) fn nothing_to_learn(files: &[PathBuf]) -> Failure {
    let names: Vec<String> = files
        .iter()
        .map(|file| file.display().to_string())
        .collect();
    Failure::Input(format!(
        "{}: there is no position to learn from",
        names.join(", ")
    ))
}

/// Refuses positions that were made by another game. The game's options, as in `chess:960`, may differ.
fn check_game(remark: &str, game: VariantId) -> Result<(), String> {
    let made = MAKERS.iter().find_map(|maker| remark.strip_prefix(maker));
    let Some(made) = made.and_then(|rest| rest.split_whitespace().next()) else {
        return Ok(());
    };
    let made_by = made.parse::<VariantId>();
    if made_by.is_ok_and(|variant| variant.game() == game.game()) {
        return Ok(());
    }
    Err(format!(
        "these are positions of {}, not of {game}",
        shorten(made)
    ))
}
