//! `manifold ladder`: ratings of players from the results of matches between them.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;
use std::str::FromStr;

use manifold_arena::statistics::{LadderMatch, LadderRating, Pairs, ladder};
use manifold_rules::error::shorten;
use manifold_rules::variant::VariantId;
use serde::Deserialize;
use serde_json::json;

use crate::failure::Failure;
use crate::files;

/// 95% of a normal distribution lies within this many standard errors.
const WITHIN_95: f64 = 1.96;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The game; matches of other games in the file are ignored
    game: VariantId,
    /// A file with one match per line, as `manifold match --json` prints them, or - for standard input
    file: PathBuf,
    /// A player whose rating is known: the name in the file and the rating, as in level1=800
    #[arg(long = "anchor", value_name = "PLAYER=RATING", required = true)]
    anchors: Vec<Anchor>,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

/// A player whose rating is known.
#[derive(Debug, Clone, PartialEq)]
struct Anchor {
    player: String,
    rating: f64,
}

impl FromStr for Anchor {
    type Err = String;

    /// Splits at the last `=`, as the name of a program contains its options.
    fn from_str(text: &str) -> Result<Anchor, String> {
        let read = || {
            let (player, rating) = text.rsplit_once('=')?;
            let rating: f64 = rating.parse().ok()?;
            (rating.abs() < 10_000.0).then(|| Anchor {
                player: player.to_owned(),
                rating,
            })
        };
        read().ok_or_else(|| "a player and a rating, such as level1=800".to_owned())
    }
}

/// The fields of a match that are read.
#[derive(Debug, Deserialize)]
struct Match {
    game: String,
    players: [String; 2],
    /// The number of pairs of games, by the points of the first player in the pair: 0, 0.5, 1, 1.5 and 2.
    pairs: [u64; 5],
}

/// The most players: the cost grows with the cube of their number.
const MOST_PLAYERS: usize = 500;

/// A player of the ladder.
struct Row {
    name: String,
    games: u64,
    is_anchor: bool,
    rating: Option<LadderRating>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let matches = read(arguments)?;
    let rows = rate(&matches, &arguments.anchors)?;
    let text = if arguments.json {
        as_json(arguments.game, &rows)
    } else {
        as_text(&rows)
    };
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}

fn read(arguments: &Arguments) -> Result<Vec<Match>, Failure> {
    let text = files::read_text(&arguments.file)?;
    let lines = text.lines().enumerate();
    let mut matches = Vec::new();
    for (index, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
        let refuse = |why: String| {
            Failure::Input(format!(
                "{}: line {} (“{}”): {why}",
                arguments.file.display(),
                index + 1,
                shorten(line)
            ))
        };
        let found: Match = serde_json::from_str(line).map_err(|error| {
            refuse(format!(
                "this should be a match as `manifold match --json` prints it: {error}"
            ))
        })?;
        if found.players[0] == found.players[1] {
            return Err(refuse("a player cannot meet itself".to_owned()));
        }
        if found.pairs.iter().any(|pairs| *pairs > u64::from(u32::MAX)) {
            return Err(refuse("so many pairs cannot have been played".to_owned()));
        }
        if found.game == arguments.game.id() {
            matches.push(found);
        }
    }
    if matches.is_empty() {
        return Err(Failure::Input(format!(
            "{}: there is no match of {}",
            arguments.file.display(),
            arguments.game
        )));
    }
    Ok(matches)
}

/// The players with their ratings, strongest first; players who are not connected with an anchor come last, without a rating.
fn rate(matches: &[Match], anchors: &[Anchor]) -> Result<Vec<Row>, Failure> {
    let mut games = BTreeMap::<&str, u64>::new();
    for found in matches {
        for player in &found.players {
            *games.entry(player).or_default() += 2 * found.pairs.iter().sum::<u64>();
        }
    }
    let names: Vec<&str> = games.keys().copied().collect();
    if names.len() > MOST_PLAYERS {
        return Err(Failure::Input(format!(
            "a ladder has at most {MOST_PLAYERS} players, and there are {}",
            names.len()
        )));
    }
    let number = |name: &str| names.binary_search(&name).ok();
    let mut known = BTreeMap::new();
    for Anchor { player, rating } in anchors {
        let number = number(player).ok_or_else(|| {
            let met = names.join(", ");
            Failure::Input(format!(
                "“{}” played no match; those that did: {met}",
                shorten(player)
            ))
        })?;
        if known.insert(number, *rating).is_some() {
            return Err(Failure::Input(format!("{player} has two ratings")));
        }
    }
    let played: Vec<LadderMatch> = matches
        .iter()
        .filter_map(|found| {
            Some(LadderMatch {
                first: number(&found.players[0])?,
                second: number(&found.players[1])?,
                pairs: Pairs::of_counts(found.pairs),
            })
        })
        .collect();
    let known: Vec<(usize, f64)> = known.into_iter().collect();
    let ratings = ladder(names.len(), &played, &known);
    let mut rows: Vec<Row> = games
        .iter()
        .zip(ratings)
        .map(|((name, games), rating)| Row {
            name: (*name).to_owned(),
            games: *games,
            is_anchor: anchors.iter().any(|anchor| anchor.player == **name),
            rating,
        })
        .collect();
    let height = |row: &Row| row.rating.map_or(f64::NEG_INFINITY, |rated| rated.rating);
    rows.sort_by(|one, other| height(other).total_cmp(&height(one)));
    Ok(rows)
}

fn as_text(rows: &[Row]) -> String {
    let mut text = String::new();
    for row in rows {
        let rating = match row.rating {
            None => "unknown: no matches lead to an anchor".to_owned(),
            Some(rated) if row.is_anchor => format!("{:.0} (given)", rated.rating),
            Some(LadderRating { rating, error }) => {
                format!("{rating:.0} ± {:.0}", WITHIN_95 * error)
            }
        };
        text.push_str(&format!("{}: {rating}, {} games\n", row.name, row.games));
    }
    text
}

fn as_json(game: VariantId, rows: &[Row]) -> String {
    let players: Vec<_> = rows
        .iter()
        .map(|row| {
            json!({
                "player": row.name,
                "rating": row.rating.map(|rated| rated.rating),
                "error": row.rating.map(|rated| rated.error),
                "anchor": row.is_anchor,
                "games": row.games,
            })
        })
        .collect();
    format!("{}\n", json!({ "game": game.id(), "players": players }))
}
