//! `manifold bot`: lets a UCI engine play on a server.

mod accept;
mod client;
mod game;

use std::collections::HashSet;
use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use manifold_rules::chess::Variant;
use manifold_rules::position::Bounds;
use manifold_rules::variant::VariantId;
use manifold_uci::Offer;
use serde_json::{Value, json};
use ureq::http::Uri;

use crate::failure::Failure;
use crate::program::Program;
use crate::terminal::print_to_stderr;
use crate::whole_number::whole_number;
use accept::Accept;
use client::{Client, Trouble};
use game::{Style, play};

/// The delay before the stream of events is reopened.
const AGAIN: Duration = Duration::from_secs(3);

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The server.
    #[arg(
        long,
        value_name = "URL",
        default_value = "http://127.0.0.1:8080",
        value_parser = server,
        help = "The server, such as https://play.example.org"
    )]
    server: String,
    /// A token with the scope games:play, made on the account page of the bot
    #[arg(
        long,
        value_name = "TOKEN",
        env = "MANIFOLD_TOKEN",
        hide_env_values = true,
        value_parser = token
    )]
    token: String,
    /// The engine with its options: a program that speaks UCI (default: this program's engine)
    #[arg(long, value_name = "PROGRAM,OPTION=VALUE…")]
    engine: Option<Program>,
    /// Milliseconds for an action in games without a clock
    #[arg(long, value_name = "MS", default_value_t = 1_000, value_parser = whole_number(0..=u64::MAX))]
    think: u64,
    /// Join this game, given by its identifier or link
    #[arg(long, value_name = "GAME")]
    join: Option<String>,
    /// Create a game of this variant, and print its link
    #[arg(long, value_name = "VARIANT", conflicts_with = "join")]
    make: Option<VariantId>,
    /// With --make: a clock of MINUTES+SECONDS, such as 5+3
    #[arg(long, value_name = "CLOCK", requires = "make", value_parser = clock)]
    clock: Option<Value>,
    /// With --make: play against the server's engine at this level
    #[arg(long, value_name = "LEVEL", requires = "make", value_parser = whole_number(1_u8..=8))]
    against: Option<u8>,
    #[arg(
        long,
        value_name = "WHAT,…",
        value_parser = Accept::read,
        help = "Accept challenges: games, speeds, rated or casual; all if it is left out, none with --join or --make",
        long_help = "Accept challenges, and decline others with a reason. Words with commas between them: games (chess, hidden960:960 …), \
            speeds (bullet, blitz, rapid, classical, correspondence, unlimited), rated or casual. Of what is not named anything is \
            accepted, so that `all` accepts everything; that is so without this option too, unless there is --join or --make: then \
            challenges are left alone."
    )]
    accept: Option<Accept>,
    /// Stop after this many games
    #[arg(long, value_name = "N", value_parser = whole_number(1..=u32::MAX))]
    games: Option<u32>,
    /// Maximum number of games played at the same time; others wait
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = whole_number(1_u16..=64))]
    concurrency: u16,
}

/// Reads the address of a server.
fn server(text: &str) -> Result<String, String> {
    let address: Option<Uri> = text.parse().ok();
    let is_web = address.is_some_and(|address| {
        matches!(address.scheme_str(), Some("http" | "https")) && address.host().is_some()
    });
    match is_web {
        true => Ok(text.to_owned()),
        false => Err("it should be an address such as https://play.example.org".to_owned()),
    }
}

/// Reads a token. Without one the bot would be a guest.
fn token(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("it is empty: make a token on the account page of the bot".to_owned()),
        token => Ok(token.to_owned()),
    }
}

/// The longest increment that a server accepts, in seconds.
const LONGEST_INCREMENT: u32 = 3_600;

/// Reads a clock, such as `5+3`.
fn clock(text: &str) -> Result<Value, String> {
    let wrong = || format!("“{text}” should be minutes and seconds, such as 5+3");
    let (minutes, increment) = text.split_once('+').ok_or_else(wrong)?;
    let minutes: f64 = minutes.parse().map_err(|_| wrong())?;
    let increment: u32 = increment.parse().map_err(|_| wrong())?;
    if !(0.0..=1_440.0).contains(&minutes) || increment > LONGEST_INCREMENT {
        return Err(format!(
            "a clock has 0 to 1440 minutes, and 0 to {LONGEST_INCREMENT} seconds for each move"
        ));
    }
    let seconds = (minutes * 60.0).round() as u32;
    if seconds == 0 && increment == 0 {
        return Err("a clock has some time".to_owned());
    }
    Ok(json!({"kind": "custom", "seconds": seconds, "increment": increment, "delay": 0}))
}

/// A message from the thread of a game or of the event stream.
enum Told {
    /// A game has begun.
    Began(String),
    /// Somebody challenges the bot.
    Challenged(Value),
    /// A game has ended, or cannot be continued.
    Ended(String, Result<String, String>),
    /// The server refused the stream.
    Refused(Trouble),
}

pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    let program = match &arguments.engine {
        Some(program) => program.clone(),
        None => own_engine()?,
    };
    let style = Style {
        program,
        think: Duration::from_millis(arguments.think),
    };
    let client = Client::new(&arguments.server, &arguments.token);
    let me = client.get("/me")?;
    // Check that the token has the scope and the engine starts, before there is a game that nobody would play.
    client.get("/challenges")?;
    let offers = check_engine(&style, game_to_play(&client, &arguments)?)?;
    say(&format!("playing as {}", text(&me, "name")))?;
    let (told, events) = mpsc::channel();
    listen(client.clone(), told.clone());
    begin(&client, &arguments)?;
    let name = text(&me, "name").to_owned();
    conduct(&client, &name, &arguments, &style, &offers, &told, &events)
}

/// The variant of the game that was asked for; by default chess, which every engine plays.
fn game_to_play(client: &Client, arguments: &Arguments) -> Result<VariantId, Failure> {
    if let Some(game) = &arguments.join {
        let state = client.get(&format!("/games/{}", id_of(game)))?;
        let variant = text(&state, "variant");
        return variant
            .parse()
            .map_err(|_| Failure::World(format!("there is no game “{variant}”")));
    }
    Ok(arguments
        .make
        .unwrap_or(VariantId::Chess(Variant::Standard)))
}

/// Starts the engine and ends it again; returns the options that it offers.
fn check_engine(style: &Style, game: VariantId) -> Result<Vec<Offer>, Failure> {
    let program = &style.program;
    let started = program.start(game, Bounds::default());
    started
        .map(|(_, offers)| offers)
        .map_err(|unfit| unfit.into_failure(program))
}

/// The reason to decline a challenge that the engine cannot play; `None` if it can.
fn unplayable(style: &Style, offers: &[Offer], challenge: &Value) -> Option<&'static str> {
    let game = text(challenge, "variant").parse();
    let plays = game.is_ok_and(|game| style.program.plays(offers, game));
    (!plays).then_some("other-game")
}

/// Accepts a challenge, or declines it with a reason; returns whether a game begins.
fn meet(client: &Client, refusal: Option<&str>, challenge: &Value) -> Result<bool, Failure> {
    let (id, challenger) = (text(challenge, "id"), text(challenge, "challenger"));
    let answered = match refusal {
        None => client.post(&format!("/challenges/{id}/accept"), &Value::Null),
        Some(reason) => {
            say(&format!("declined {challenger}: {reason}"))?;
            let body = json!({"reason": reason});
            client.post(&format!("/challenges/{id}/decline"), &body)
        }
    };
    match answered {
        Ok(_) => Ok(refusal.is_none()),
        // It was withdrawn meanwhile, or it will come again with the next stream.
        Err(Trouble::Refused { status: 404, .. } | Trouble::Line(_)) => Ok(false),
        Err(Trouble::Refused { detail, .. }) => {
            print_to_stderr(format_args!(
                "manifold: the challenge of {challenger}: {detail}"
            ));
            Ok(false)
        }
    }
}

/// This program, as an engine.
fn own_engine() -> Result<Program, Failure> {
    let own = std::env::current_exe()?;
    let words = vec![own.display().to_string(), "engine".to_owned()];
    Ok(Program::of(words))
}

fn text<'a>(of: &'a Value, member: &str) -> &'a str {
    of[member].as_str().unwrap_or_default()
}

fn say(line: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}

/// The identifier of a game, given by its identifier or its link.
fn id_of(game: &str) -> &str {
    game.rsplit('/').next().unwrap_or(game)
}

/// Creates or joins the game that was asked for.
fn begin(client: &Client, arguments: &Arguments) -> Result<(), Failure> {
    if let Some(game) = &arguments.join {
        client.post(&format!("/games/{}/join", id_of(game)), &json!({}))?;
    }
    if let Some(variant) = arguments.make {
        let opponent = match arguments.against {
            Some(level) => json!({"kind": "engine", "level": level}),
            None => json!({"kind": "link"}),
        };
        let wish = json!({"variant": variant.id(), "opponent": opponent, "clock": arguments.clock});
        let made = client.post("/games", &wish)?;
        let server = arguments.server.trim_end_matches('/');
        say(&format!("game {server}{}", text(&made, "url")))?;
    }
    Ok(())
}

/// Listens for challenges and for games that begin, on a thread of its own, reconnecting when the connection is lost.
fn listen(client: Client, told: Sender<Told>) {
    thread::spawn(move || {
        loop {
            match client.stream("/stream/events") {
                Ok(stream) => {
                    for event in stream {
                        let what = match event["type"].as_str() {
                            Some("gameStart") => Told::Began(text(&event["game"], "id").to_owned()),
                            Some("challenge") => Told::Challenged(event["challenge"].clone()),
                            _ => continue,
                        };
                        if told.send(what).is_err() {
                            return;
                        }
                    }
                }
                Err(trouble) if trouble.may_pass() => {}
                Err(trouble) => {
                    let _ = told.send(Told::Refused(trouble));
                    return;
                }
            }
            thread::sleep(AGAIN);
        }
    });
}

/// Plays the games that begin, until the limit of games is reached.
fn conduct(
    client: &Client,
    name: &str,
    arguments: &Arguments,
    style: &Style,
    offers: &[Offer],
    told: &Sender<Told>,
    events: &Receiver<Told>,
) -> Result<(), Failure> {
    let asks_itself = arguments.join.is_some() || arguments.make.is_some();
    let accept = match &arguments.accept {
        None if asks_itself => None,
        given => Some(given.clone().unwrap_or_default()),
    };
    let mut known = HashSet::new();
    // Challenges that are accepted but not yet reported as begun: a challenge becomes the game with the same identifier.
    let mut promised = HashSet::new();
    let mut waiting = Vec::new();
    let mut ended = 0;
    let mut failed = 0;
    let mut playing = 0;
    loop {
        match events.recv() {
            Ok(Told::Began(id)) => {
                promised.remove(&id);
                if known.insert(id.clone()) {
                    waiting.push(id);
                }
            }
            Ok(Told::Challenged(challenge)) => {
                if let Some(accept) = &accept
                    && text(&challenge, "challenged") == name
                {
                    // An accepted game begins at once, so there must be room for it.
                    let begun = playing + waiting.len() + promised.len();
                    let is_full = begun >= usize::from(arguments.concurrency);
                    let refusal = accept
                        .refusal(&challenge)
                        .or_else(|| unplayable(style, offers, &challenge));
                    if meet(client, refusal.or(is_full.then_some("later")), &challenge)? {
                        promised.insert(text(&challenge, "id").to_owned());
                    }
                }
            }
            Ok(Told::Ended(id, how)) => {
                playing -= 1;
                ended += 1;
                match how {
                    Ok(outcome) => say(&format!("{id}: {outcome}"))?,
                    Err(problem) => {
                        failed += 1;
                        print_to_stderr(format_args!("manifold: {id}: {problem}"));
                    }
                }
                if arguments.games.is_some_and(|games| ended >= games) {
                    return match failed {
                        0 => Ok(()),
                        _ => Err(Failure::World(format!(
                            "not played to the end: {failed} of {ended}"
                        ))),
                    };
                }
            }
            Ok(Told::Refused(trouble)) => return Err(trouble.into()),
            // Cannot happen: this function holds a sender itself.
            Err(_) => return Ok(()),
        }
        while playing < usize::from(arguments.concurrency) && !waiting.is_empty() {
            let id = waiting.remove(0);
            playing += 1;
            let (client, style, told) = (client.clone(), style.clone(), told.clone());
            thread::spawn(move || {
                let how = play(&client, &id, &style);
                let _ = told.send(Told::Ended(id, how));
            });
        }
    }
}
