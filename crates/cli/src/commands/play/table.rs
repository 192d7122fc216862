//! One game at one terminal.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use manifold_engine::baseline::BaselineGame;
use manifold_rules::board::Color;
use manifold_rules::game::{Clock, Game, TimeControl};
use manifold_rules::record::{Note, Record, Salt};
use manifold_rules::viewer::Viewer;
use rand::prelude::*;

use super::Setup;
use super::listing::{self, question};
use super::prompt::{Alarm, Prompt};
use crate::commands::rules;
use crate::draw::{Style, TerminalGame, strong, warning};
use crate::failure::Failure;
use crate::files;
use crate::opponent::Player;
use crate::sentences::{COMMANDS, ending, name};
use crate::terminal::{Look, print, wrap};

pub(super) struct Table<P: TerminalGame + BaselineGame> {
    record: Record<P>,
    setup: Setup,
    look: Look,
    style: Style,
    rng: StdRng,
    clock: Option<Clock>,
    began: Instant,
    /// Who sits at the screen where boards must be hidden.
    seated: Option<Color>,
    /// Whether the position has to be drawn before the next question.
    stale: bool,
    /// What was played since a person acted before, as everybody may know it.
    last: Vec<String>,
}

/// Whether the game goes on after a command.
enum Next {
    Ask,
    Leave,
}

impl<P: TerminalGame + BaselineGame> Table<P> {
    pub(super) fn new(
        record: Record<P>,
        setup: Setup,
        look: Look,
        style: Style,
        rng: StdRng,
    ) -> Table<P> {
        let clock = record
            .tags
            .get("TimeControl")
            .and_then(|control| control.parse::<TimeControl>().ok())
            .map(Clock::new);
        Table {
            record,
            setup,
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

    /// Plays until the person leaves.
    pub(super) fn play(mut self, prompt: &mut Prompt) -> Result<(), Failure> {
        self.restore_clock();
        self.say(&P::HOW_TO_TYPE.replace('\n', " "));
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

    fn player(&self, color: Color) -> Player {
        color.fold_wb(self.setup.white, self.setup.black)
    }

    /// The person who looks at the screen when nobody has been asked.
    fn spectator(&self) -> Viewer {
        match (self.setup.white, self.setup.black) {
            (Player::Human, Player::Human) => Viewer::Spectator,
            (Player::Human, _) => Viewer::Player(Color::White),
            (_, Player::Human) => Viewer::Player(Color::Black),
            _ => Viewer::Referee,
        }
    }

    // --- the screen ---

    fn show(&mut self, viewer: Viewer) {
        if !std::mem::take(&mut self.stale) {
            return;
        }
        let view = self.record.game.position().view(viewer);
        self.style.width = self.look.columns();
        print("");
        for played in &self.last {
            print(&strong(played, &self.style));
        }
        print(&P::draw(&view, &self.style));
        self.show_clock();
    }

    fn show_clock(&self) {
        let Some(clock) = &self.clock else { return };
        let now = self.began.elapsed();
        let left = |color| {
            // A clock shows 0:00 only when the time is up.
            let seconds = clock.remaining(color, now).as_secs_f64().ceil() as u64;
            format!("{} {}:{:02}", name(color), seconds / 60, seconds % 60)
        };
        print(&format!("{}   {}", left(Color::White), left(Color::Black)));
    }

    /// Hides the board of one player before the other sits down.
    fn hand_over(&mut self, actor: Color, prompt: &mut Prompt) -> Result<Next, Failure> {
        if !self.must_hide() {
            if self.seated.take().is_some() {
                // There are no secrets any more: both look at one screen again.
                self.style.bottom = Color::White;
                self.stale = true;
            }
            return Ok(Next::Ask);
        }
        if self.seated == Some(actor) {
            return Ok(Next::Ask);
        }
        if prompt.is_interactive() {
            // Clears the screen and what can be scrolled back to.
            print("\u{1b}[2J\u{1b}[3J\u{1b}[H");
        }
        prompt.forget()?;
        if let Some(clock) = &mut self.clock {
            clock.pause(self.began.elapsed());
        }
        self.say(&format!(
            "The board is hidden. Hand the keyboard to {}.",
            name(actor)
        ));
        // Whoever leaves here has not sat down: nothing is shown.
        let question = "Press Enter when nobody else looks. ";
        if prompt.ask(question, Vec::new())?.is_none() {
            return Ok(Next::Leave);
        }
        if let Some(clock) = &mut self.clock {
            clock.start(actor, self.began.elapsed());
        }
        self.seated = Some(actor);
        self.style.bottom = actor;
        self.stale = true;
        Ok(Next::Ask)
    }

    /// When the player's time will be up.
    fn alarm(&self, actor: Color) -> Option<Alarm> {
        let clock = self.clock.as_ref()?;
        let now = self.began.elapsed();
        Some(Alarm {
            after: clock.remaining(actor, now) + clock.delay_left(actor, now),
            says: format!("{}'s time is up. Press Enter.\n", name(actor)),
        })
    }

    /// What Tab completes.
    fn words(&self) -> Vec<String> {
        let mut words: Vec<String> = COMMAND_WORDS.map(String::from).to_vec();
        words.extend(listing::completions(self.record.game.position()));
        words
    }

    /// Says a sentence, broken between words where the terminal is narrow.
    fn say(&self, sentence: &str) {
        print(&wrap(sentence, self.style.width));
    }

    fn warn(&self, sentence: &str) {
        for line in wrap(sentence, self.style.width).lines() {
            print(&warning(line, &self.style));
        }
    }

    fn say_where(&self) {
        if self.record.game.actions().is_empty() {
            return;
        }
        print(&format!(
            "
The game is kept: manifold play --resume {}",
            quoted(&self.setup.path)
        ));
    }

    // --- actions ---

    /// Lets the person settle what may still be settled, then the opponent acts.
    fn before_the_opponent(&mut self, actor: Color, prompt: &mut Prompt) -> Result<Next, Failure> {
        let person = self.record.game.position().may_settle();
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

    fn opponent_acts(&mut self, actor: Color) -> Result<(), Failure> {
        let chosen = self.player(actor).choose(&self.record.game, &mut self.rng);
        let position = self.record.game.position();
        match chosen.or_else(|| position.when_nothing_is_listed()) {
            Some(action) => self.act(action),
            None => Err(Failure::World(
                "the opponent knows nothing to play; the game is kept".to_owned(),
            )),
        }
    }

    /// Plays a legal action and keeps it on disk before anything is said of it. If the player's time
    /// has run out meanwhile, that is what counts.
    fn act(&mut self, action: P::Action) -> Result<(), Failure> {
        let now = self.began.elapsed();
        if self.time_is_up(now)? {
            return Ok(());
        }
        let before = self.record.game.position().clone();
        // Salts never come from the seeded generator: whoever knows the seed would know them.
        let salt: [u8; 16] = rand::random();
        let game = self.record.tags.get("VariantId").unwrap_or_default();
        let commitment = before.commitment(action, game, &salt);
        if let Err(error) = self.record.game.play(action) {
            self.warn(&error.to_string());
            return Ok(());
        }
        let after = self.record.game.position();
        let color = before.player_of(action);
        let clock = self.clock.as_mut().map(|clock| {
            press(clock, &before, after, color, now);
            clock.remaining(color, now)
        });
        // A finished game has no secrets.
        let viewer = match self.record.game.outcome() {
            Some(_) => Viewer::Referee,
            None => self.spectator(),
        };
        let notation = before.notation(action, viewer);
        if let Some(dimension) = before.dimension_of(action) {
            self.style.focus = dimension;
        }
        // Where a person plays against a machine, all that it did in its turn is told.
        let is_answer =
            self.player(color) != Player::Human && self.player(color.other()) == Player::Human;
        if !is_answer {
            self.last.clear();
        }
        self.last.push(format!("{}: {notation}", name(color)));
        let played = self.record.game.actions().len();
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

    /// Sets the clock to what the record says, when a game is resumed or something is taken back.
    fn restore_clock(&mut self) {
        let Some(control) = self.clock.as_ref().map(|clock| clock.control().clone()) else {
            return;
        };
        let now = self.began.elapsed();
        let mut clock = Clock::new(control);
        let mut position = self.record.game.start().clone();
        clock.start(position.actor(), now);
        for (i, action) in self.record.game.actions().iter().enumerate() {
            let (color, before) = (position.player_of(*action), position.clone());
            position.play_unchecked(*action);
            press(&mut clock, &before, &position, color, now);
            if let Some(left) = self.record.notes.get(i).and_then(|note| note.clock) {
                clock.set(color, left);
            }
        }
        if self.record.game.outcome().is_some() {
            clock.pause(now);
        }
        self.clock = Some(clock);
    }

    fn save(&self) -> Result<(), Failure> {
        files::write_durably(&self.setup.path, &self.record.to_pgn(Viewer::Referee))
    }

    // --- what a person types ---

    fn answer(&mut self, line: &str, actor: Color) -> Result<Next, Failure> {
        if self.time_is_up(self.began.elapsed())? {
            return Ok(Next::Ask);
        }
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        match command {
            "" => {}
            "help" | "?" => {
                self.say(&P::HOW_TO_TYPE.replace('\n', " "));
                print(COMMANDS);
            }
            "moves" => self.list(rest, actor),
            "undo" if matches!(rest, "" | "turn") => self.undo(rest == "turn")?,
            "undo" => self.say("Say undo, or undo turn."),
            "clock" if self.clock.is_some() => self.show_clock(),
            "clock" => self.say("This game has no clock."),
            "reset" => self.reset()?,
            "flip" => self.flip(),
            "board" => self.focus(rest),
            "show" => self.stale = true,
            "record" => print(&self.record.to_pgn(Viewer::Player(actor))),
            "save" => self.save_as(rest),
            "rules" => rules::print_rules(P::RULES)?,
            "resign" => {
                self.record.game.resign(actor);
                self.finish()?;
            }
            "draw" if self.player(actor.other()) == Player::Human => {
                self.record.game.agree_draw();
                self.finish()?;
            }
            "draw" => self.say("This opponent plays on."),
            "quit" | "q" | "exit" => {
                self.say_where();
                return Ok(Next::Leave);
            }
            _ => self.try_action(line)?,
        }
        Ok(Next::Ask)
    }

    fn try_action(&mut self, line: &str) -> Result<(), Failure> {
        let position = self.record.game.position();
        match position.read(&with_letters(line)) {
            Ok(action) if self.player(position.player_of(action)) != Player::Human => {
                self.say(&format!(
                    "That is for {} to do.",
                    name(position.player_of(action))
                ));
                Ok(())
            }
            Ok(action) => self.act(action),
            Err(error) => {
                self.warn(&error.to_string());
                Ok(())
            }
        }
    }

    fn time_is_up(&mut self, now: Duration) -> Result<bool, Failure> {
        let Some(flagged) = self.clock.as_ref().and_then(|clock| clock.flagged(now)) else {
            return Ok(false);
        };
        self.record.game.flag(flagged);
        self.finish()?;
        Ok(true)
    }

    fn finish(&mut self) -> Result<(), Failure> {
        self.stale = true;
        self.save()
    }

    /// Lists legal actions. Given a man's square, it also draws the board with its targets.
    fn list(&mut self, part: &str, actor: Color) {
        let answer = listing::answer(self.record.game.position(), part);
        if let Some(dimension) = listing::dimension_of(part) {
            self.style.focus = dimension;
            self.stale = true;
        }
        for (board, square) in &answer.targets {
            self.style.highlights[board.map_or(0, |board| board - 1)].add(*square);
        }
        if !answer.targets.is_empty() {
            self.stale = true;
            self.show(Viewer::Player(actor));
            self.style.highlights = Default::default();
        }
        if !answer.words.is_empty() {
            print(&listing::columns(&answer.words, self.style.width));
        }
        for note in &answer.notes {
            self.say(note);
        }
    }

    /// Takes back one action; against an opponent, back to where the person can act again.
    fn undo(&mut self, whole_turn: bool) -> Result<(), Failure> {
        if self.record.game.actions().is_empty() {
            self.say("There is nothing to take back.");
            return Ok(());
        }
        let ply = self.record.game.position().ply();
        loop {
            self.record.game.undo();
            let position = self.record.game.position();
            let at_person = self.player(position.actor()) == Player::Human;
            let at_turn = !whole_turn || (position.ply() < ply && position.is_settled());
            if (at_person && at_turn) || self.record.game.actions().is_empty() {
                break;
            }
        }
        self.changed()
    }

    /// Begins again, in a file of its own: the game so far stays where it is.
    fn reset(&mut self) -> Result<(), Failure> {
        if self.record.game.actions().is_empty() {
            self.say("The game has not begun yet.");
            return Ok(());
        }
        print(&format!(
            "The game so far is kept in {}",
            self.setup.path.display()
        ));
        self.setup.path = next_free(&self.setup.path);
        self.record.tags.set("VariantId", new_game_id());
        self.record.game = Game::from_position(self.record.game.start().clone());
        self.changed()
    }

    /// After taking back: notes, clock and screen follow the game.
    fn changed(&mut self) -> Result<(), Failure> {
        self.record.notes.truncate(self.record.game.actions().len());
        self.last.clear();
        self.clock = self
            .clock
            .take()
            .map(|clock| Clock::new(clock.control().clone()));
        self.restore_clock();
        self.finish()
    }

    fn flip(&mut self) {
        self.style.bottom = self.style.bottom.other();
        self.stale = true;
    }

    fn focus(&mut self, board: &str) {
        match board.trim_start_matches(['d', 'D']).parse() {
            Ok(board) if (1..=8).contains(&board) => {
                self.style.focus = board;
                self.stale = true;
            }
            _ => self.say("Say which dimension, as in: board 3"),
        }
    }

    fn save_as(&self, file: &str) {
        if file.is_empty() {
            self.say("Say where to, as in: save game.pgn");
            return;
        }
        // Where squares are secret, a copy made in the middle of the game is for one player.
        let viewer = match self.must_hide() {
            true => Viewer::Player(self.record.game.position().actor()),
            false => Viewer::Referee,
        };
        match files::save_new(file, &self.record.to_pgn(viewer)) {
            Ok(path) => print(&format!("Saved to {}", path.display())),
            Err(failure) => self.warn(&failure.to_string()),
        }
    }

    fn after_the_end(&mut self, prompt: &mut Prompt) -> Result<Next, Failure> {
        self.show(Viewer::Referee);
        if let Some(outcome) = self.record.game.outcome() {
            let sentence = strong(&ending(outcome), &self.style);
            print(&format!("{}  {sentence}", outcome.score()));
        }
        if self.setup.white != Player::Human && self.setup.black != Player::Human {
            self.say_where();
            return Ok(Next::Leave);
        }
        let words = AFTER_THE_END.map(String::from).to_vec();
        let question = "undo, reset, record, save FILE or quit> ";
        let Some(answer) = prompt.ask(question, words)? else {
            return Ok(Next::Leave);
        };
        let (command, rest) = answer.split_once(' ').unwrap_or((&answer, ""));
        match command {
            "" => {}
            "undo" if self.must_hide() => {
                self.say(
                    "All squares are known now: this game cannot go on. reset begins another.",
                );
            }
            "undo" => self.undo(rest == "turn")?,
            "reset" => self.reset()?,
            "record" => print(&self.record.to_pgn(Viewer::Referee)),
            "save" => self.save_as(rest.trim()),
            "show" => self.stale = true,
            "flip" => self.flip(),
            "board" => self.focus(rest),
            "rules" => rules::print_rules(P::RULES)?,
            "quit" | "q" | "exit" => {
                print(&format!("The record is in {}", self.setup.path.display()));
                return Ok(Next::Leave);
            }
            _ => self.say("The game is over. undo takes back, reset begins again, quit leaves."),
        }
        Ok(Next::Ask)
    }

    /// Whether two people at one screen must not see each other's board.
    fn must_hide(&self) -> bool {
        self.record.game.position().has_secrets()
            && !self.setup.open_table
            && self.setup.white == Player::Human
            && self.setup.black == Player::Human
    }
}

const COMMAND_WORDS: [&str; 15] = [
    "moves", "undo", "unreveal", "reset", "flip", "board", "show", "clock", "record", "save",
    "rules", "draw", "resign", "quit", "help",
];

const AFTER_THE_END: [&str; 8] = [
    "undo", "reset", "record", "save", "show", "flip", "board", "quit",
];

/// Chess symbols stand for letters: people paste what they see.
fn with_letters(line: &str) -> String {
    line.chars()
        .map(|c| match c {
            '♔' | '♚' => 'K',
            '♕' | '♛' => 'Q',
            '♖' | '♜' => 'R',
            '♗' | '♝' => 'B',
            '♘' | '♞' => 'N',
            other => other,
        })
        .filter(|c| !matches!(c, '♙' | '♟'))
        .collect()
}

/// A path as a shell reads it back.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-:".contains(c);
    if text.chars().all(is_plain) {
        text
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

/// Tells the clock that `color` has acted. Nobody's time is up at this moment.
fn press<P: TerminalGame>(clock: &mut Clock, before: &P, after: &P, color: Color, now: Duration) {
    if after.ply() < before.ply() {
        // A completed move was taken back, and what it earned goes with it.
        clock.retract_move(color);
        clock.start(after.actor(), now);
    } else {
        let completed = after.ply() > before.ply();
        if clock.act(after.actor(), completed, now).is_err() {
            clock.pause(now);
        }
    }
}

/// A file beside `path` that does not exist yet.
fn next_free(path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    (2..)
        .map(|number| path.with_file_name(format!("{stem}-{number}.pgn")))
        .find(|candidate| !candidate.exists())
        .unwrap_or_else(|| path.to_owned())
}

/// An identifier that no other game has.
pub(super) fn new_game_id() -> String {
    hex(&rand::random::<[u8; 8]>())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chess_symbols_are_read_as_letters() {
        assert_eq!(with_letters("♘f3"), "Nf3");
        assert_eq!(with_letters("♟e5"), "e5");
    }

    #[test]
    fn paths_with_blanks_are_quoted_for_the_shell() {
        assert_eq!(quoted(Path::new("/tmp/a.pgn")), "/tmp/a.pgn");
        assert_eq!(quoted(Path::new("/tmp/a b's.pgn")), "'/tmp/a b'\\''s.pgn'");
    }
}
