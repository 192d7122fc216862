//! Hyperspace Chess: the squares of return of the opponent's pieces become known only when they return.

use manifold_rules::board::{Color, Piece, Square};
use manifold_rules::error::{PositionError, shorten};
use manifold_rules::game::Game;
use manifold_rules::hyperspace::{
    Action, Choices, Hyperspace, Knowledge, PublicAction, Stays, Variant,
};
use manifold_rules::position::{Position, Turns};

use super::{Transcript, TranscriptError, play_on};

impl Transcript for Hyperspace {
    const FORETELLABLE: bool = false;

    fn write_transcript(game: &Game<Hyperspace>, listener: Color) -> Vec<String> {
        let mut position = game.start().clone();
        game.actions()
            .iter()
            .map(|action| {
                let word = word(&position, *action, listener);
                position.play_unchecked(*action);
                word
            })
            .collect()
    }

    fn read_transcript(
        start: Hyperspace,
        listener: Color,
        words: &[&str],
    ) -> Result<Game<Hyperspace>, TranscriptError> {
        let heard = words
            .iter()
            .enumerate()
            .map(|(index, word)| {
                Heard::read(word).ok_or_else(|| {
                    TranscriptError::new(
                        index,
                        word,
                        &"should be a move such as e2e4, a phase-out such as c1^3@f4, or one of the opponent's \
                          such as c8^3@?, for the opponent with what became of a return, such as >f4 or >-",
                    )
                })
            })
            .collect::<Result<Vec<Heard>, TranscriptError>>()?;
        Listener {
            start,
            listener,
            words,
            heard,
            guesses: vec![None; words.len()],
            start_guesses: Vec::new(),
        }
        .listen()
    }

    fn read_start(
        variant: Variant,
        listener: Color,
        text: &str,
    ) -> Result<Hyperspace, PositionError> {
        let mut guesses = Vec::new();
        let mut fields = Vec::new();
        for field in text.split_whitespace() {
            let entries = field
                .split(',')
                .map(|entry| match entry.contains('@') {
                    true => guess(listener, entry, &mut guesses),
                    false => Ok(entry.to_owned()),
                })
                .collect::<Result<Vec<String>, PositionError>>()?;
            fields.push(entries.join(","));
        }
        Hyperspace::from_text(variant, &fields.join(" ")).map_err(|mut error| {
            // The host knows nothing of the guessed squares: show its own entries instead.
            for (guessed, entry) in guesses {
                let [guessed, entry] = [guessed.as_str(), entry].map(|text| format!("“{text}”"));
                error.problem = error.problem.replace(&guessed, &entry);
            }
            error
        })
    }
}

/// Completes an entry for a piece in hyperspace: the listener's own piece keeps its square of return, the opponent's `?` becomes some
/// possible square, which is added to `guesses` together with the entry.
fn guess<'a>(
    listener: Color,
    entry: &'a str,
    guesses: &mut Vec<(String, &'a str)>,
) -> Result<String, PositionError> {
    let wrong = |problem: &str| {
        let problem = format!("“{}” {problem}", shorten(entry));
        Err(PositionError::new("hyperspace", problem))
    };
    // A phase-out in conflict is not a piece.
    let letter = entry.chars().next().filter(|_| !entry.contains('^'));
    let owner = letter.and_then(Piece::from_char).map(|piece| piece.color);
    match entry.strip_suffix("@?") {
        Some(_) if owner == Some(listener) => {
            wrong("is the player's own: its square should be there")
        }
        None if owner == Some(listener.other()) => {
            wrong("is the opponent's: its square should be ?")
        }
        None => Ok(entry.to_owned()),
        Some(piece) => {
            // Any square, for a bishop one of its colour.
            let square = if piece.ends_with('l') { "b1" } else { "a1" };
            let guessed = format!("{piece}@{square}");
            guesses.push((guessed.clone(), entry));
            Ok(guessed)
        }
    }
}

/// The word for an action, as the listener knows it.
fn word(position: &Hyperspace, action: Action, listener: Color) -> String {
    if position.player_of(action) == listener {
        return action.to_string();
    }
    let mut word = action.public().to_string();
    if matches!(action, Action::PhaseOut { .. }) {
        word.push_str("@?");
    }
    for landing in position.landings(action) {
        match landing.square {
            Some(square) => word.push_str(&format!(">{square}")),
            None => word.push_str(">-"),
        }
    }
    word
}

/// A parsed word.
#[derive(Debug, Clone)]
struct Heard {
    /// The action, or the public part of a phase-out with a placeholder square.
    what: What,
    landings: Vec<Option<Square>>,
}

#[derive(Debug, Clone, Copy)]
enum What {
    Known(Action),
    PhaseOut(Action),
}

impl Heard {
    fn read(word: &str) -> Option<Heard> {
        let mut parts = word.split('>');
        let head = parts.next()?;
        let landings = parts
            .map(|part| match part {
                "-" => Some(None),
                square => square_of(square).map(Some),
            })
            .collect::<Option<Vec<_>>>()?;
        let what = match head.strip_suffix("@?") {
            // The origin is always a possible square of return: it has a bishop's colour.
            Some(departure) => {
                let from = departure.get(..2)?;
                What::PhaseOut(format!("{departure}@{from}").parse().ok()?)
            }
            None => What::Known(head.parse().ok()?),
        };
        Some(Heard { what, landings })
    }

    fn action(&self, square: Option<Square>) -> Action {
        match (self.what, square) {
            (What::PhaseOut(action), Some(square)) => match action.public() {
                PublicAction::PhaseOut { from, delay } => Action::phase_out(from, delay, square),
                _ => action,
            },
            (What::Known(action) | What::PhaseOut(action), _) => action,
        }
    }
}

fn square_of(text: &str) -> Option<Square> {
    Square::ALL
        .into_iter()
        .find(|square| square.to_string() == text)
}

/// When a piece of the opponent in hyperspace left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// It was in hyperspace at the start.
    Start(usize),
    /// It left with this word.
    Word(usize),
}

struct Listener<'a> {
    start: Hyperspace,
    listener: Color,
    words: &'a [&'a str],
    heard: Vec<Heard>,
    /// The square of return of each word's phase-out, if it has been inferred so far.
    guesses: Vec<Option<Square>>,
    /// The squares of return of the opponent's pieces that were in hyperspace at the start.
    start_guesses: Vec<Square>,
}

/// Why a replay of the words ended early.
enum Halt {
    /// A return reveals squares of return of the opponent's pieces.
    Learnt(Vec<(Origin, Square)>),
    Wrong(TranscriptError),
}

impl Listener<'_> {
    /// Replays all words, from the start again whenever a return reveals a square.
    fn listen(mut self) -> Result<Game<Hyperspace>, TranscriptError> {
        let them = self.listener.other();
        self.start_guesses = self
            .start
            .absent(them)
            .filter_map(|absent| absent.squares().first())
            .collect();
        // Every run but the last reveals at least one square, and none twice.
        for _ in 0..=self.heard.len() + self.start_guesses.len() {
            match self.run() {
                Ok(game) => return Ok(game),
                Err(Halt::Wrong(error)) => return Err(error),
                Err(Halt::Learnt(squares)) => {
                    for (origin, square) in squares {
                        match origin {
                            Origin::Start(index) => self.start_guesses[index] = square,
                            Origin::Word(index) => self.guesses[index] = Some(square),
                        }
                    }
                }
            }
        }
        let last = self.words.len().saturating_sub(1);
        let word = self.words.last().copied().unwrap_or_default();
        Err(TranscriptError::new(
            last,
            word,
            &"the returns told of contradict each other",
        ))
    }

    fn run(&self) -> Result<Game<Hyperspace>, Halt> {
        let them = self.listener.other();
        let start = Knowledge::of(&self.start, self.listener)
            .complete(&self.start_guesses)
            .unwrap_or_else(|| self.start.clone());
        let mut away: Vec<Origin> = (0..start.absent(them).count()).map(Origin::Start).collect();
        let mut before = away.clone();
        let mut game = Game::from_position(start);
        for (index, heard) in self.heard.iter().enumerate() {
            let wrong = |problem: &dyn ToString| {
                Halt::Wrong(TranscriptError::new(index, self.words[index], problem))
            };
            let position = game.position();
            let mut action = heard.action(self.guesses[index]);
            let is_theirs = position.player_of(action) == them;
            if !is_theirs && matches!(heard.what, What::PhaseOut(_)) {
                return Err(wrong(&"is the player's own: its square should be there"));
            }
            if !is_theirs && !heard.landings.is_empty() {
                return Err(wrong(
                    &"is the player's own: what becomes of a return follows from it",
                ));
            }
            let mut after = away.clone();
            if is_theirs {
                if matches!(heard.what, What::Known(Action::PhaseOut { .. })) {
                    return Err(wrong(&"is the opponent's: its square should be ?"));
                }
                match action {
                    Action::Amend(_) => {}
                    Action::Cancel => after = before.clone(),
                    _ => {
                        let due: Vec<Origin> = position
                            .absent(them)
                            .zip(&away)
                            .filter(|(absent, _)| absent.count_down == 1)
                            .map(|(_, origin)| *origin)
                            .collect();
                        if due.len() != heard.landings.len() {
                            let problem = format!(
                                "{} of the opponent's pieces return on this turn, and {} are told of",
                                due.len(),
                                heard.landings.len()
                            );
                            return Err(wrong(&problem));
                        }
                        match fit(position, action, &heard.landings) {
                            Some(choices) => action = action.with_choices(choices),
                            None => {
                                let squares =
                                    self.explain(position, action, &heard.landings).ok_or_else(
                                        || wrong(&"nothing of the opponent's can return like this"),
                                    )?;
                                let learnt: Vec<(Origin, Square)> =
                                    due.into_iter().zip(squares).collect();
                                if learnt.is_empty() {
                                    let problem = position.check(action).err();
                                    let problem =
                                        problem.map_or_else(String::new, |e| e.to_string());
                                    return Err(wrong(&problem));
                                }
                                return Err(Halt::Learnt(learnt));
                            }
                        }
                        after.retain(|origin| !due.contains(origin));
                        if matches!(action, Action::PhaseOut { .. }) {
                            after.push(Origin::Word(index));
                        }
                    }
                }
            }
            play_on(&mut game, action).map_err(|problem| wrong(&problem))?;
            before = std::mem::replace(&mut away, after);
        }
        Ok(game)
    }

    /// Squares for the pieces that return now, in their order, with which `action` leads to these landings.
    fn explain(
        &self,
        position: &Hyperspace,
        action: Action,
        landings: &[Option<Square>],
    ) -> Option<Vec<Square>> {
        if landings.is_empty() {
            // Nothing returns: the action itself is wrong, and `run` says why.
            return Some(Vec::new());
        }
        // Completed from the listener's knowledge: only the opponent's squares are unknown.
        let knowledge = Knowledge::of(position, self.listener);
        let any: Vec<Square> = knowledge
            .absent()
            .iter()
            .map(|absent| absent.squares().first())
            .collect::<Option<_>>()?;
        let due: Vec<usize> = (0..any.len())
            .filter(|index| knowledge.absent()[*index].count_down == 1)
            .collect();
        let mut squares = any;
        explain_rest(&knowledge, action, landings, &due, &mut squares)
            .then(|| due.iter().map(|index| squares[*index]).collect())
    }
}

/// Finds squares for the pieces `due`, one after the other.
fn explain_rest(
    knowledge: &Knowledge,
    action: Action,
    landings: &[Option<Square>],
    due: &[usize],
    squares: &mut Vec<Square>,
) -> bool {
    fn go(
        knowledge: &Knowledge,
        action: Action,
        landings: &[Option<Square>],
        due: &[usize],
        place: usize,
        squares: &mut Vec<Square>,
    ) -> bool {
        let Some(index) = due.get(place) else {
            return knowledge
                .complete(squares)
                .is_some_and(|position| fit(&position, action, landings).is_some());
        };
        let candidates = match landings[place] {
            Some(square) => vec![square],
            None => knowledge.absent()[*index].squares().into_iter().collect(),
        };
        candidates.into_iter().any(|square| {
            squares[*index] = square;
            go(knowledge, action, landings, due, place + 1, squares)
        })
    }
    go(knowledge, action, landings, due, 0, squares)
}

/// Answers to collisions with which `action` is legal and leads to these landings.
fn fit(position: &Hyperspace, action: Action, landings: &[Option<Square>]) -> Option<Choices> {
    let mut open = vec![Choices::NONE];
    while let Some(choices) = open.pop() {
        let tried = action.with_choices(choices);
        let told = position.landings(tried);
        if told
            .iter()
            .map(|landing| landing.square)
            .eq(landings.iter().copied())
            && position.is_legal(tried)
        {
            return Some(choices);
        }
        if choices.len() < landings.len() {
            open.extend(
                [Stays::Returning, Stays::Occupant]
                    .map(|stays| choices.with(stays))
                    .into_iter()
                    .flatten(),
            );
        }
    }
    None
}
