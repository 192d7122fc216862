//! A player that is another program, over UCI.
//!
//! The program is told only what its player knows: `position startpos moves …` in chess, and `position view …` (docs/protocol.md) in the
//! other games.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use manifold_arena::transcript::Transcript;
use manifold_arena::{Forfeit, Player, Turn};
use manifold_rules::board::Color;
use manifold_rules::position::Bounds;
use manifold_rules::variant::VariantId;
use manifold_uci::{Command, Go, PositionCommand, Process, Reply, Silence, Start};

use crate::failure::Failure;
use crate::program::{PATIENCE, Program, Unfit, find, is_chess};

/// How long the program may exceed its time before the game is forfeited.
const EXCESS: Duration = Duration::from_secs(5);
/// How long it may take for a search by nodes.
const LONGEST: Duration = Duration::from_secs(600);
/// How often to check whether the match was aborted.
const GLANCE: Duration = Duration::from_millis(20);

/// A program that plays, and the game that it plays.
pub(super) struct ProgramPlayer {
    program: Program,
    game: VariantId,
    bounds: Bounds,
    /// `None` after a failure, until it has been restarted.
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
        player.open().map_err(|unfit| unfit.into_failure(program))?;
        Ok(player)
    }

    /// Starts or restarts the program and sets its options.
    fn open(&mut self) -> Result<(), Unfit> {
        self.process = None;
        let (process, offers) = self.program.start(self.game, self.bounds)?;
        self.has_seed = find(&offers, "Seed").is_some() && !self.program.sets("Seed");
        self.process = Some(process);
        Ok(())
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

    /// The commands that ask for one action, and how long to wait for it.
    fn question<P: Transcript>(&self, turn: &Turn<'_, P>) -> ([Command; 2], Duration) {
        let position = PositionCommand {
            viewer: (!is_chess(self.game)).then_some(self.color),
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

    /// Asks for an action, and returns it in machine notation.
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
                Err(Silence::Ended) => return Err(Forfeit::Broken(Silence::Ended.to_string())),
                // A program that keeps sending other output is late, too.
                Ok(_) | Err(Silence::Late) if Instant::now() < deadline => {}
                Ok(_) | Err(Silence::Late) if timed => return Err(Forfeit::Time),
                Ok(_) | Err(Silence::Late) => {
                    return Err(Forfeit::Broken(Silence::Late.to_string()));
                }
            }
        }
    }
}

impl<P: Transcript> Player<P> for ProgramPlayer {
    fn new_game(&mut self, color: Color, seed: u64) -> Result<(), Forfeit> {
        self.color = color;
        if self.process.is_none() {
            let opened = self.open();
            opened.map_err(|unfit| Forfeit::Broken(unfit.to_string()))?;
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
            // Late output must not be taken for an answer in the next game.
            self.process = None;
        }
        answer
    }

    fn wants_words(&self) -> bool {
        true
    }
}
