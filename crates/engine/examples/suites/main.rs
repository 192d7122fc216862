//! Makes, proves and measures the suites of forced wins in `tests/suites`.
//!
//! `cargo run --release -p manifold-engine --example suites -- make GAME [SEED [OF_EACH_LENGTH]] > FILE`
//! `cargo run --release -p manifold-engine --example suites -- prove [GAME]`
//! `cargo run --release -p manifold-engine --example suites -- measure [MILLISECONDS|NODESn [GAME]]`
//!
//! `make` plays games between two players who choose, among a few random actions, the one that leaves the opponent the
//! fewest replies and no immediate win, and asks a naive solver at every turn for a forced win in 1 to 4 moves. It
//! takes at most one position of each length from a game, and only if the solver has proven that there is no shorter
//! win; at least half of the positions of each length show something special to the game. Games of DMChess start with
//! few men: no proof gets far with 256. `measure` gives the engine this much time, or this many nodes, for each
//! position and asks the solver whether its choice begins a win of that length; the table is Markdown.

mod source;

#[path = "../../tests/engine/solver.rs"]
mod solver;
#[path = "../../tests/engine/suite.rs"]
mod suite;

use std::env;
use std::time::{Duration, Instant};

use manifold_engine::{Compiled, InformationSet, Limits, Random, SearchOptions, think};
use manifold_rules::chess::Chess;
use manifold_rules::dmchess::DmChess;
use manifold_rules::game::Game;
use manifold_rules::hidden960::Hidden960;
use manifold_rules::hyperspace::Hyperspace;
use manifold_rules::position::{Bounds, Rules};
use manifold_rules::time_traveler::TimeTraveler;
use solver::{Provable, Solver};
use source::Source;
use suite::Puzzle;

const GAMES: [&str; 5] = [
    "hyperspace",
    "time-traveler",
    "hidden960",
    "dmchess",
    "chess",
];
/// Length of the longest wins that are looked for, in moves.
const LONGEST: u32 = 4;

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let number = |text: &str, usual: u64| text.parse().unwrap_or(usual);
    match words.as_slice() {
        ["make", game, rest @ ..] => {
            let seed = rest.first().map_or(1, |text| number(text, 1));
            let each = rest.get(1).copied().unwrap_or("30,30,30,30");
            println!("# Forced wins: length, an action that begins it, position.");
            println!(
                "# cargo run --release -p manifold-engine --example suites -- make {game} {seed} {each}"
            );
            let mut wanted = each.split(',').map(|text| number(text, 30) as usize);
            let each = [(); LONGEST as usize].map(|()| wanted.next().unwrap_or(0));
            match *game {
                "hyperspace" => make::<Hyperspace>(seed, &each, &HYPERSPACE),
                "time-traveler" => make::<TimeTraveler>(seed, &each, &TIME_TRAVELER),
                "hidden960" => make::<Hidden960>(seed, &each, &HIDDEN960),
                "dmchess" => make::<DmChess>(seed, &each, &DMCHESS),
                _ => eprintln!("no such game: {game}"),
            }
        }
        ["prove", rest @ ..] => {
            for game in GAMES
                .iter()
                .filter(|game| rest.is_empty() || rest.contains(game))
            {
                match *game {
                    "hyperspace" => prove::<Hyperspace>(game),
                    "time-traveler" => prove::<TimeTraveler>(game),
                    "hidden960" => prove::<Hidden960>(game),
                    "chess" => prove::<Chess>(game),
                    _ => prove::<DmChess>(game),
                }
            }
        }
        ["measure", rest @ ..] => {
            let limits = match rest.first().map(|text| (text, text.strip_suffix('n'))) {
                Some((_, Some(nodes))) => Limits::nodes(number(nodes, 20_000)),
                Some((text, None)) => Limits::time(Duration::from_millis(number(text, 1_000))),
                None => Limits::time(Duration::from_secs(1)),
            };
            let only = rest.get(1..).unwrap_or_default();
            println!("| game | 1 | 2 | 3 | 4 |\n| --- | --- | --- | --- | --- |");
            for game in GAMES
                .iter()
                .filter(|game| only.is_empty() || only.contains(game))
            {
                match *game {
                    "hyperspace" => measure::<Hyperspace>(game, limits),
                    "time-traveler" => measure::<TimeTraveler>(game, limits),
                    "hidden960" => measure::<Hidden960>(game, limits),
                    "chess" => measure::<Chess>(game, limits),
                    _ => measure::<DmChess>(game, limits),
                }
            }
        }
        _ => eprintln!(
            "suites make GAME [SEED [N,N,N,N]], prove [GAME] or measure [MS|NODESn [GAME]]"
        ),
    }
}

/// The parameters for finding positions of a game.
struct Recipe {
    /// The number of random actions from which each player chooses.
    sample: usize,
    /// Maximum length of a game, in plies.
    plies: u32,
    /// Plies at the start of a game without a search for wins.
    skip: u32,
    /// Limits of the solver: for finding a win, and for disproving a shorter one.
    finding: u64,
    refuting: u64,
    /// By length of the win: the maximum number of replies that an action may leave to be tried.
    replies: [u64; LONGEST as usize],
}

const ALL: u64 = u64::MAX;

const HYPERSPACE: Recipe = Recipe {
    sample: 8,
    plies: 160,
    skip: 10,
    finding: 60_000,
    refuting: 12_000_000,
    replies: [ALL, 4, 4, 4],
};
const TIME_TRAVELER: Recipe = Recipe {
    sample: 8,
    plies: 160,
    skip: 8,
    finding: 100_000,
    refuting: 12_000_000,
    replies: [ALL, 4, 4, 4],
};
const HIDDEN960: Recipe = Recipe {
    sample: 8,
    plies: 160,
    skip: 6,
    finding: 60_000,
    refuting: 12_000_000,
    replies: [ALL, 4, 4, 4],
};
const DMCHESS: Recipe = Recipe {
    sample: 12,
    plies: 60,
    skip: 0,
    finding: 300_000,
    refuting: 4_000_000,
    replies: [ALL, ALL, 8, 4],
};

fn make<P: Source>(seed: u64, each: &[usize; LONGEST as usize], recipe: &Recipe) {
    let mut found: Vec<Vec<String>> = vec![Vec::new(); LONGEST as usize];
    let mut usual = [0; LONGEST as usize];
    let began = Instant::now();
    let mut number = 0;
    while found
        .iter()
        .zip(each)
        .any(|(found, each)| found.len() < *each)
    {
        let mut random = Random::new(seed.wrapping_mul(1_000_003).wrapping_add(number));
        number += 1;
        let mut taken = [false; LONGEST as usize];
        let Some(start) = P::beginning(&mut random) else {
            continue;
        };
        let mut game = Game::from_position(start);
        for _ in 0..recipe.plies {
            let position = game.position();
            if game.outcome().is_some() {
                break;
            }
            let free = position.actor() == position.turn() && position.fifty_move_count() < 80;
            if free && position.ply() >= recipe.skip {
                let special = position.is_special();
                let wanted = |length: u32| {
                    let index = length as usize - 1;
                    let room = found[index].len() < each[index]
                        && (special || usual[index] < each[index] / 2);
                    room && !taken[index]
                };
                if let Some(puzzle) = solve(position, recipe, wanted) {
                    let index = puzzle.length as usize - 1;
                    taken[index] = true;
                    usual[index] += usize::from(!special);
                    let line = puzzle.line();
                    println!("{line}");
                    found[index].push(line);
                }
            }
            let Some(action) = choose(game.position(), recipe.sample, &mut random) else {
                break;
            };
            if game.play(action).is_err() {
                break;
            }
        }
        let counts: Vec<usize> = found.iter().map(Vec::len).collect();
        let seconds = began.elapsed().as_secs();
        eprintln!(
            "game {number} of {} plies: {counts:?} after {seconds} s",
            game.position().ply()
        );
    }
}

/// The shortest forced win, if its length is wanted and proven.
fn solve<P: Provable>(
    position: &P,
    recipe: &Recipe,
    wanted: impl Fn(u32) -> bool,
) -> Option<Puzzle<P>> {
    let last = (1..=LONGEST).rfind(|length| wanted(*length))?;
    for length in 1..=last {
        let mut solver = Solver::forcing(recipe.finding, recipe.replies[length as usize - 1]);
        let Some(key) = solver.key(position, length).ok()? else {
            continue;
        };
        if !wanted(length) {
            return None;
        }
        if length > 2 {
            let shorter = Solver::exhaustive(recipe.refuting).key(position, length - 1);
            if shorter != Ok(None) {
                return None;
            }
        }
        return Some(Puzzle {
            length,
            key,
            position: position.clone(),
        });
    }
    None
}

/// Among some random actions, the one that leaves the fewest replies, and the opponent no immediate win if that can be avoided.
fn choose<P: Source>(position: &P, sample: usize, random: &mut Random) -> Option<P::Action> {
    let mut all = position.some_actions(random);
    if all.is_empty() {
        all = position.legal_actions();
    }
    let chosen: Vec<P::Action> = (0..sample)
        .filter_map(|_| all.get(random.below(all.len() as u64) as usize).copied())
        .collect();
    let mut ordered: Vec<(u64, usize)> = Vec::new();
    for (place, action) in chosen.iter().enumerate() {
        ordered.push((replies(position, *action), place));
    }
    ordered.sort_unstable();
    let hands_over = |place: usize| {
        let mut child = position.clone();
        child.play_unchecked(chosen[place]);
        child.actor() != position.actor()
            && !matches!(Solver::exhaustive(5_000).key(&child, 1), Ok(None))
    };
    ordered
        .iter()
        .find(|(_, place)| !hands_over(*place))
        .or(ordered.first())
        .map(|(_, place)| chosen[*place])
}

fn replies<P: Rules>(position: &P, action: P::Action) -> u64 {
    let mut child = position.clone();
    child.play_unchecked(action);
    match child.outcome() {
        Some(outcome) if outcome.winner == Some(position.actor()) => 0,
        Some(_) => u64::MAX,
        // A reveal, which is chosen now and then with this number.
        None if child.actor() == position.actor() => 25,
        None => child.count_legal_within(Bounds { max_delay: 0 }),
    }
}

fn puzzles<P: Rules>(game: &str) -> Vec<Puzzle<P>> {
    suite::read(suite::text_of(game)).unwrap_or_else(|error| panic!("{game}: {error}"))
}

fn prove<P: Provable>(game: &str) {
    let began = Instant::now();
    let [mut proven, mut wrong, mut open] = [0, 0, 0];
    for puzzle in puzzles::<P>(game) {
        let wins =
            Solver::exhaustive(200_000_000).wins_with(&puzzle.position, puzzle.key, puzzle.length);
        let shorter = match puzzle.length {
            1 => Ok(None),
            length => Solver::exhaustive(200_000_000).key(&puzzle.position, length - 1),
        };
        match (wins, shorter) {
            (Ok(true), Ok(None)) => proven += 1,
            (Err(_), _) | (_, Err(_)) => open += 1,
            _ => {
                wrong += 1;
                println!("wrong: {}", puzzle.line());
            }
        }
    }
    println!(
        "{game}: {proven} proven, {wrong} wrong, {open} too much work ({:.0} s)",
        began.elapsed().as_secs_f64()
    );
}

fn measure<P: Provable + Compiled>(game: &str, limits: Limits) {
    let mut all = [0; LONGEST as usize];
    let mut found = [0; LONGEST as usize];
    for puzzle in puzzles::<P>(game) {
        let options = SearchOptions {
            limits,
            ..SearchOptions::default()
        };
        let known = InformationSet::at(&puzzle.position, puzzle.position.actor());
        let index = puzzle.length as usize - 1;
        all[index] += 1;
        let Some(result) = think(&known, &options) else {
            continue;
        };
        if begins_the_win(&puzzle, result.action) {
            found[index] += 1;
        } else {
            eprintln!(
                "missed ({} {} at depth {}): {}",
                result.action,
                result.score,
                result.depth,
                puzzle.line()
            );
        }
    }
    let cells: Vec<String> = found
        .iter()
        .zip(all)
        .map(|(found, all)| format!("{found} of {all}"))
        .collect();
    println!("| `{game}` | {} |", cells.join(" | "));
}

/// Whether an action begins a win of the length of the puzzle.
fn begins_the_win<P: Provable>(puzzle: &Puzzle<P>, action: P::Action) -> bool {
    action == puzzle.key
        || Solver::forcing(20_000_000, 12).wins_with(&puzzle.position, action, puzzle.length)
            == Ok(true)
        || Solver::exhaustive(100_000_000).wins_with(&puzzle.position, action, puzzle.length)
            == Ok(true)
}
