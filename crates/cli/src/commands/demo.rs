//! `manifold demo`: fills a directory with accounts and games, to see a server in use.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use manifold_engine::{Level, Limits, SearchOptions};
use manifold_rules::board::Color;
use manifold_rules::variant::{AnyGame, VariantId};
use manifold_server::demo::{Demo, DemoClock, DemoEnd, DemoGame, DemoRole, check_is_empty, fill};
use rand::prelude::*;
use rand::rngs::StdRng;

use crate::failure::Failure;
use crate::opponent::{Chooser, choose};
use crate::terminal::print_to_stderr;
use crate::whole_number::whole_number;

/// The most games of each kind: they take days to play.
const MOST_GAMES: usize = 10_000;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The directory to fill; it must be new or empty
    #[arg(long, value_name = "DIR", default_value = "manifold-demo")]
    data: PathBuf,
    /// Number of finished games of each kind; four times as many of chess
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = whole_number(0..=MOST_GAMES))]
    games: usize,
}

/// The accounts, with the nodes that each searches: similar numbers, so that ratings soon settle.
const PLAYERS: [(&str, u64); 6] = [
    ("Rosalind", 400),
    ("Orlando", 340),
    ("Celia", 290),
    ("Touchstone", 250),
    ("Jaques", 210),
    ("Audrey", 180),
];
/// A moderator, and a bot.
const MODERATOR: &str = "Corin";
const BOT: &str = "Hisperia";
/// The engine level at which all of them play: one that makes mistakes.
const LEVEL: u8 = 4;
/// The games that they play, and how many of each: of chess enough for a leaderboard.
const GAMES: [(&str, usize); 5] = [
    ("chess", 4),
    ("hyperspace", 1),
    ("time-traveler", 1),
    ("hidden960", 1),
    ("dmchess", 1),
];
/// The number of actions after which the weaker player resigns, and the length of a game in progress.
const LONGEST: usize = 140;
const BEGUN: usize = 13;
/// How long ago the first game and the last finished game started; games in progress are played up to now.
const PAST: Duration = Duration::from_secs(28 * 86_400);
const LATELY: Duration = Duration::from_secs(86_400);

pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    // Check this before spending time on the games.
    check_is_empty(&arguments.data).map_err(|error| Failure::Input(error.to_string()))?;
    let count: usize = GAMES.iter().map(|(_, times)| times * arguments.games).sum();
    print_to_stderr(format_args!(
        "Playing {count} games for the demonstration: this takes a minute or more."
    ));
    let until = SystemTime::now().duration_since(UNIX_EPOCH);
    let until = until.unwrap_or_default();
    let ms = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    let demo = Demo {
        usernames: PLAYERS.map(|(name, _)| name).to_vec(),
        moderator: MODERATOR,
        bot: BOT,
        games: games(arguments.games)?,
        from: ms(until.saturating_sub(PAST)),
        until: ms(until.saturating_sub(LATELY)),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let accounts = runtime
        .block_on(fill(&arguments.data, &demo))
        .map_err(|error| Failure::Input(error.to_string()))?;
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "Accounts of the demonstration (their passwords are not shown again):"
    )?;
    for account in accounts {
        let role = match account.role {
            DemoRole::Player => "",
            DemoRole::Moderator => "  a moderator",
            DemoRole::Bot => "  a bot",
        };
        write!(out, "  {:<12} {}{role}", account.username, account.password)?;
        match account.secret {
            Some(secret) => writeln!(out, "; the secret of the second factor is {secret}")?,
            None => writeln!(out)?,
        }
    }
    Ok(())
}

/// All games: the finished ones, then those in progress.
fn games(finished: usize) -> Result<Vec<DemoGame>, Failure> {
    let mut rng = StdRng::seed_from_u64(960);
    let mut games = Vec::new();
    let mut played = [0; GAMES.len()];
    for round in 0..=finished {
        // The games of the last round stay in progress.
        let goes_on = round == finished;
        for (place, ((name, times), n)) in GAMES.into_iter().zip(&mut played).enumerate() {
            let variant: VariantId = name
                .parse()
                .map_err(|error| Failure::Input(format!("{name}: {error}")))?;
            for _ in 0..if goes_on { 1 } else { times } {
                // Everybody meets everybody, with both colours.
                let white = (*n + place) % PLAYERS.len();
                let black = (white + 1 + *n / PLAYERS.len() % (PLAYERS.len() - 1)) % PLAYERS.len();
                let clock = match (goes_on, *n % 10) {
                    (true, _) => DemoClock::Days(3),
                    (false, 9) => DemoClock::Preset("rapid"),
                    (false, _) => DemoClock::Preset("blitz"),
                };
                let mut game = game(variant, [white, black], clock, &mut rng);
                while goes_on && matches!(game.end, DemoEnd::Over) {
                    game = self::game(variant, [white, black], clock, &mut rng);
                }
                games.push(game);
                *n += 1;
            }
        }
    }
    Ok(games)
}

/// A game between two players, played by the engine.
fn game(variant: VariantId, players: [usize; 2], clock: DemoClock, rng: &mut StdRng) -> DemoGame {
    let nodes = players.map(|place| PLAYERS[place].1);
    let goes_on = matches!(clock, DemoClock::Days(_));
    let longest = if goes_on { BEGUN } else { LONGEST };
    let mut game = AnyGame::new(variant);
    let mut actions = Vec::new();
    while game.outcome().is_none() && actions.len() < longest {
        let side = match game.position().actor() {
            Color::White => 0,
            Color::Black => 1,
        };
        let options = SearchOptions {
            level: Level::new(LEVEL).unwrap_or(Level::FULL),
            limits: Limits {
                nodes: Some(nodes[side]),
                ..Limits::default()
            },
            seed: rng.random(),
            ..SearchOptions::default()
        };
        let Some(action) = choose(Chooser::Engine, &game, &options) else {
            break;
        };
        let text = action.to_string();
        if game.play(action).is_err() {
            break;
        }
        actions.push((side, text));
    }
    let end = match (game.outcome().is_some(), goes_on) {
        (true, _) => DemoEnd::Over,
        (false, true) => DemoEnd::Unfinished,
        (false, false) => match nodes[0].cmp(&nodes[1]) {
            std::cmp::Ordering::Less => DemoEnd::Resigns(0),
            std::cmp::Ordering::Greater => DemoEnd::Resigns(1),
            std::cmp::Ordering::Equal => DemoEnd::Drawn,
        },
    };
    DemoGame {
        variant,
        players,
        clock,
        actions,
        end,
    }
}
