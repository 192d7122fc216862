//! A player that is another program and speaks UCI.
//!
//! It is told what its player knows and nothing else: `position startpos moves …` in chess, and
//! `position view …` (docs/protocol.md) in the other games.

use std::str::FromStr;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use manifold_arena::transcript::Transcript;
use manifold_arena::{Forfeit, Player, Turn};
use manifold_rules::board::Color;
use manifold_rules::chess::Variant;
use manifold_rules::position::Bounds;
use manifold_rules::variant::VariantId;
use manifold_uci::{
    ClientError, Command, Go, Offer, PositionCommand, Process, Reply, Silence, Start,
};

use crate::failure::Failure;

/// How long a program may take to say that it is ready.
const PATIENCE: Duration = Duration::from_secs(20);
/// How much more than its time it may take before it is given up.
const EXCESS: Duration = Duration::from_secs(5);
/// How long it may take for a number of nodes.
const LONGEST: Duration = Duration::from_secs(600);
/// How often to look whether the match was broken off.
const GLANCE: Duration = Duration::from_millis(20);

/// A program, its arguments and the options to be set: `stockfish,UCI_Elo=2000`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Program {
    words: Vec<String>,
    options: Vec<(String, String)>,
}

impl FromStr for Program {
    type Err = String;

    fn from_str(text: &str) -> Result<Program, String> {
        let mut parts = text.split(',');
        let command = parts.next().unwrap_or_default();
        let words: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
        if words.is_empty() {
            return Err("after uci: there should be a command".to_owned());
        }
        if text.contains(['\n', '\r']) {
            return Err("a command and its options are one line".to_owned());
        }
        let options = parts
            .map(|part| {
                let (name, value) = part.split_once('=').ok_or_else(|| {
                    format!("“{part}” should be an option with its value, such as Hash=64")
                })?;
                Ok((name.trim().to_owned(), value.trim().to_owned()))
            })
            .collect::<Result<Vec<_>, String>>()?;
        Ok(Program { words, options })
    }
}

impl Program {
    /// The program's name with its options.
    pub(super) fn name(&self) -> String {
        let program = self.words[0].rsplit(['/', '\\']).next().unwrap_or_default();
        let mut name = program.to_owned();
        for (option, value) in &self.options {
            name.push_str(&format!(" {option}={value}"));
        }
        name
    }
}

/// A program that plays, and what it was told to play.
pub(super) struct ProgramPlayer {
    program: Program,
    game: VariantId,
    bounds: Bounds,
    /// None until it has been started again after it failed.
    process: Option<Process>,
    color: Color,
    has_seed: bool,
}

impl ProgramPlayer {
    /// Starts the program.
    ///
    /// # Errors
    /// It cannot be started, does not answer, does not play this game, lacks an option or would ignore its value.
    pub(super) fn start(
        program: &Program,
        game: VariantId,
        bounds: Bounds,
    ) -> Result<ProgramPlayer, Failure> {
        let mut player = ProgramPlayer {
            program: program.clone(),
            game,
            bounds,
            process: None,
            color: Color::White,
            has_seed: false,
        };
        player
            .open()
            .map_err(|problem| Failure::World(format!("{}: {problem}", program.words[0])))?;
        Ok(player)
    }

    /// Whether the game is chess or Chess960, which any UCI program plays.
    fn is_chess(&self) -> bool {
        matches!(self.game, VariantId::Chess(_))
    }

    /// Starts the program anew and sets its options.
    fn open(&mut self) -> Result<(), String> {
        self.process = None;
        let text = |error: ClientError| error.to_string();
        let mut process =
            Process::start(&self.program.words[0], &self.program.words[1..]).map_err(text)?;
        let offers = process.introduce(PATIENCE).map_err(text)?;
        for (name, value) in self.settings(&offers)? {
            let value = Some(value);
            process
                .say(&Command::SetOption { name, value })
                .map_err(text)?;
        }
        self.has_seed = find(&offers, "Seed").is_some()
            && !self
                .program
                .options
                .iter()
                .any(|(name, _)| name.eq_ignore_ascii_case("Seed"));
        process.wait_until_ready(PATIENCE).map_err(text)?;
        self.process = Some(process);
        Ok(())
    }

    /// The options to be set: those of the game, then those that were asked for.
    fn settings(&self, offers: &[Offer]) -> Result<Vec<(String, String)>, String> {
        let mut settings = Vec::new();
        let is_chess = self.is_chess();
        let wanted = if is_chess { "chess" } else { self.game.id() };
        match find(offers, "UCI_Variant") {
            Some(offer) if offer.choices().iter().any(|choice| choice == wanted) => {
                settings.push(("UCI_Variant".to_owned(), wanted.to_owned()));
            }
            _ if is_chess => {}
            _ => {
                return Err(format!(
                    "it does not say that it plays {}: there is no such UCI_Variant. Ordinary chess programs \
                     can play chess",
                    self.game
                ));
            }
        }
        if self.game == VariantId::Chess(Variant::Chess960) {
            if find(offers, "UCI_Chess960").is_none() {
                return Err("it does not play Chess960: it has no option UCI_Chess960".to_owned());
            }
            settings.push(("UCI_Chess960".to_owned(), "true".to_owned()));
        }
        if !is_chess && find(offers, "MaxDelay").is_some() {
            settings.push(("MaxDelay".to_owned(), self.bounds.max_delay.to_string()));
        }
        for (name, value) in &self.program.options {
            let Some(offer) = find(offers, name) else {
                let names: Vec<&str> = offers.iter().map(|offer| offer.name.as_str()).collect();
                return Err(format!("it has no option {name}, but {}", names.join(", ")));
            };
            offer.check(value)?;
            settings.push((offer.name.clone(), value.clone()));
        }
        Ok(settings)
    }

    fn begin(&mut self, seed: u64) -> Result<(), String> {
        let process = self.process.as_mut().ok_or("it is not running")?;
        let mut begin = || {
            process.say(&Command::NewGame)?;
            if self.has_seed {
                process.say(&Command::SetOption {
                    name: "Seed".to_owned(),
                    value: Some((seed >> 33).to_string()),
                })?;
            }
            process.wait_until_ready(PATIENCE)
        };
        begin().map_err(|error| error.to_string())
    }

    /// The commands for one action, and how long to wait for it.
    fn question<P: Transcript>(&self, turn: &Turn<'_, P>) -> ([Command; 2], Duration) {
        let position = PositionCommand {
            viewer: (!self.is_chess()).then_some(self.color),
            start: turn.start.clone().map_or(Start::Standard, Start::Text),
            actions: turn.words.to_vec(),
        };
        let mut patience = LONGEST;
        let limits = turn.limits;
        let mut go = Go {
            nodes: limits.nodes,
            movetime: limits.time,
            ..Go::default()
        };
        if let Some(time) = limits.time {
            patience = time + EXCESS;
        }
        if let (Some(clock), Some(clocks)) = (limits.clock, turn.clocks) {
            go.remaining = clocks.map(Some);
            go.increments = [clock.increment; 2];
            go.moves_to_go = clock.moves_to_go;
            patience = clock.remaining + EXCESS;
        }
        ([Command::Position(position), Command::Go(go)], patience)
    }

    /// Asks for an action: its word.
    fn ask<P: Transcript>(&mut self, turn: &Turn<'_, P>) -> Result<String, Forfeit> {
        let (question, patience) = self.question(turn);
        let process = self
            .process
            .as_mut()
            .ok_or_else(|| Forfeit::Broken("it is not running".to_owned()))?;
        for command in &question {
            process
                .say(command)
                .map_err(|error| Forfeit::Broken(error.to_string()))?;
        }
        let deadline = Instant::now() + patience;
        let timed = turn.limits.nodes.is_none();
        loop {
            if turn.stop.load(Ordering::Relaxed) {
                return Err(Forfeit::Broken("the match was broken off".to_owned()));
            }
            match process.hear(GLANCE) {
                Ok(Reply::BestMove { action, .. }) => return Ok(action.unwrap_or_default()),
                Ok(_) => {}
                Err(Silence::Late) if Instant::now() < deadline => {}
                Err(Silence::Late) if timed => return Err(Forfeit::Time),
                Err(silence) => return Err(Forfeit::Broken(silence.to_string())),
            }
        }
    }
}

/// The option of this name, which UCI compares without case.
fn find<'a>(offers: &'a [Offer], name: &str) -> Option<&'a Offer> {
    offers
        .iter()
        .find(|offer| offer.name.eq_ignore_ascii_case(name))
}

impl<P: Transcript> Player<P> for ProgramPlayer {
    fn new_game(&mut self, color: Color, seed: u64) -> Result<(), Forfeit> {
        self.color = color;
        if self.process.is_none() {
            self.open().map_err(Forfeit::Broken)?;
        }
        self.begin(seed).map_err(Forfeit::Broken)
    }

    fn act(&mut self, turn: &Turn<'_, P>) -> Result<P::Action, Forfeit> {
        let answer = self.ask(turn).and_then(|word| {
            word.parse().map_err(|_| {
                let word: String = word.chars().take(40).collect();
                Forfeit::Illegal(format!("“{word}”"))
            })
        });
        if matches!(answer, Err(Forfeit::Broken(_) | Forfeit::Time)) {
            // Whatever it says later must not be taken for an answer in the next game.
            self.process = None;
        }
        answer
    }

    fn wants_words(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_has_arguments_and_options() {
        let program: Program = "/usr/games/x -q,UCI_Elo=2000,Clear Hash="
            .parse()
            .expect("a program");
        assert_eq!(program.words, ["/usr/games/x", "-q"]);
        assert_eq!(program.options[1], ("Clear Hash".to_owned(), String::new()));
        assert_eq!(program.name(), "x UCI_Elo=2000 Clear Hash=");
        for text in ["", " ", ",a=b", "x,y", "x,a=b\nquit"] {
            assert!(text.parse::<Program>().is_err(), "{text:?}");
        }
    }
}
