//! One game at one terminal: who is asked next, and what an action does.

use std::time::Instant;

use manifold_rules::board::Color;
use manifold_rules::game::{Clock, TimeControl};
use manifold_rules::record::{Note, Salt};
use manifold_rules::variant::{AnyAction, AnyRecord};
use manifold_rules::viewer::Viewer;
use rand::prelude::*;

use super::identity::{GAME_ID, hex};
use super::listing::question;
use super::plan::{Next, Plan};
use super::prompt::Prompt;
use crate::draw::{Style, terminal};
use crate::failure::Failure;
use crate::files;
use crate::opponent::Player;
use crate::terminal::Look;
use manifold_rules::board::player_name as name;

pub(super) struct LocalGame {
    pub(super) record: AnyRecord,
    pub(super) plan: Plan,
    pub(super) look: Look,
    pub(super) style: Style,
    rng: StdRng,
    pub(super) clock: Option<Clock>,
    pub(super) began: Instant,
    /// The player at the screen, in a game in which boards must be hidden.
    pub(super) seated: Option<Color>,
    /// Whether the position has to be drawn before the next question.
    pub(super) stale: bool,
    /// The actions since a person last acted, as the person may see them.
    pub(super) last: Vec<String>,
}

impl LocalGame {
    pub(super) fn new(
        record: AnyRecord,
        plan: Plan,
        look: Look,
        style: Style,
        rng: StdRng,
    ) -> LocalGame {
        let clock = record
            .tags
            .get("TimeControl")
            .and_then(|control| control.parse::<TimeControl>().ok())
            .map(Clock::new);
        LocalGame {
            record,
            plan,
            look,
            style,
            rng,
            clock,
            began: Instant::now(),
            seated: None,
            stale: true,
            last: Vec::new(),
        }
    }

    /// Plays the game until the person leaves.
    pub(super) fn play(mut self, prompt: &mut Prompt) -> Result<(), Failure> {
        self.restore_clock();
        self.say(
            &terminal(&self.record.game.position())
                .how_to_type()
                .replace('\n', " "),
        );
        self.say("help lists the commands.");
        loop {
            if self.record.game.outcome().is_some() {
                if let Next::Leave = self.after_the_end(prompt)? {
                    return Ok(());
                }
                continue;
            }
            let actor = self.record.game.position().actor();
            if self.player(actor) != Player::Human {
                if let Next::Leave = self.before_the_opponent(actor, prompt)? {
                    return Ok(());
                }
                continue;
            }
            if let Next::Leave = self.hand_over(actor, prompt)? {
                self.say_where();
                return Ok(());
            }
            self.show(Viewer::Player(actor));
            let words = self.words();
            let line = question(actor, self.record.game.position().turn());
            let Some(answer) = prompt.ask_with_alarm(&line, words, self.alarm(actor))? else {
                self.say_where();
                return Ok(());
            };
            if let Next::Leave = self.answer(&answer, actor)? {
                return Ok(());
            }
        }
    }

    pub(super) fn player(&self, color: Color) -> Player {
        color.fold_wb(self.plan.white, self.plan.black)
    }

    /// The viewer at the screen when no player is being asked.
    pub(super) fn spectator(&self) -> Viewer {
        match (self.plan.white, self.plan.black) {
            (Player::Human, Player::Human) => Viewer::Spectator,
            (Player::Human, _) => Viewer::Player(Color::White),
            (_, Player::Human) => Viewer::Player(Color::Black),
            _ => Viewer::Referee,
        }
    }

    /// Lets the person settle what may still be settled, then lets the opponent act.
    pub(super) fn before_the_opponent(
        &mut self,
        actor: Color,
        prompt: &mut Prompt,
    ) -> Result<Next, Failure> {
        let person = terminal(&self.record.game.position()).may_settle();
        let Some(person) = person.filter(|color| self.player(*color) == Player::Human) else {
            self.opponent_acts(actor)?;
            return Ok(Next::Ask);
        };
        self.show(Viewer::Player(person));
        self.say(
            "That return turn is taken. amend:N gives another delay, cancel takes the action back.",
        );
        let Some(answer) = prompt.ask("amend:N, cancel, or Enter to let it stand> ", Vec::new())?
        else {
            self.say_where();
            return Ok(Next::Leave);
        };
        match answer.as_str() {
            "" => self.opponent_acts(actor)?,
            other => self.try_action(other)?,
        }
        Ok(Next::Ask)
    }

    pub(super) fn opponent_acts(&mut self, actor: Color) -> Result<(), Failure> {
        match self.player(actor).choose(&self.record.game, &mut self.rng) {
            Some(action) => self.act(action),
            None => Err(Failure::World(
                "the opponent knows nothing to play; the game is kept".to_owned(),
            )),
        }
    }

    /// Plays a legal action, and saves it to disk before anything is printed. If the player's time has run out meanwhile, the game ends by
    /// time instead.
    pub(super) fn act(&mut self, action: AnyAction) -> Result<(), Failure> {
        let now = self.began.elapsed();
        if self.time_is_up(now)? {
            return Ok(());
        }
        let before = self.record.game.position();
        // Salts must not come from the seeded generator: anybody who knows the seed would know them.
        let salt: [u8; 16] = rand::random();
        let game = self.record.tags.get(GAME_ID).unwrap_or_default();
        let commitment = terminal(&before).commitment(action, game, &salt);
        if let Err(error) = self.record.game.play(action) {
            self.warn(&error.to_string());
            return Ok(());
        }
        let after = self.record.game.position();
        let color = before.player_of(action);
        let clock = self.press_clock(&before, &after, color, now);
        // A finished game has no secrets.
        let viewer = match self.record.game.outcome() {
            Some(_) => Viewer::Referee,
            None => self.spectator(),
        };
        let notation = before.notation(action, viewer);
        if let Some(dimension) = terminal(&before).dimension_of(action) {
            self.style.focus = dimension;
        }
        // Against an engine or baseline, show the person everything that it did in its turn.
        let is_answer =
            self.player(color) != Player::Human && self.player(color.other()) == Player::Human;
        if !is_answer {
            self.last.clear();
        }
        self.last.push(format!("{}: {notation}", name(color)));
        let played = self.record.game.len();
        self.record.notes.resize(played - 1, Note::default());
        self.record.notes.push(Note {
            clock,
            salt: commitment.is_some().then(|| Salt::new(hex(&salt))),
            commitment,
            ..Note::default()
        });
        self.stale = true;
        self.save()
    }

    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        self.stale = true;
        self.save()
    }

    pub(super) fn save(&self) -> Result<(), Failure> {
        files::write_durably(&self.plan.path, &self.record.to_pgn(Viewer::Referee))
    }
}
