//! One game between two players.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use manifold_engine::{InformationSet, Random};
use manifold_rules::board::Color;
use manifold_rules::game::Game;
use manifold_rules::outcome::{Outcome, Reason};
use manifold_rules::position::{Bounds, Rules};
use manifold_rules::viewer::Viewer;

use crate::limit::{Running, SearchLimit};
use crate::opening::has_actions;
use crate::player::{Forfeit, Player, Turn};
use crate::transcript::Transcript;

/// The settings of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameSettings {
    /// The limit of a search.
    pub limit: SearchLimit,
    /// Bounds on the actions to consider. With a maximum delay of 0 Hyperspace Chess is plain chess: a player
    /// whose only legal actions are phase-outs is stalemated.
    pub bounds: Bounds,
    /// A game of this many plies is a draw.
    pub longest: u32,
}

/// Why a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// By the rules.
    Rules(Outcome),
    /// The player of this colour forfeited.
    Forfeit(Color, Forfeit),
    /// By the limit on its length.
    Length,
}

impl Ending {
    /// The winner, if there is one.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        match self {
            Ending::Rules(outcome) => outcome.winner,
            Ending::Forfeit(loser, _) => Some(loser.other()),
            Ending::Length => None,
        }
    }

    /// One word for tables.
    #[must_use]
    pub fn kind(&self) -> String {
        match self {
            Ending::Rules(outcome) => outcome.reason.to_string(),
            Ending::Forfeit(_, forfeit) => forfeit.kind().to_owned(),
            Ending::Length => "length".to_owned(),
        }
    }
}

/// Thinking times of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Thinking {
    /// Actions chosen.
    pub actions: u32,
    /// Total time.
    pub total: Duration,
    /// The longest time for one action.
    pub longest: Duration,
}

impl Thinking {
    fn add(&mut self, time: Duration) {
        self.actions += 1;
        self.total += time;
        self.longest = self.longest.max(time);
    }

    /// The sum of both.
    #[must_use]
    pub fn with(self, other: Thinking) -> Thinking {
        Thinking {
            actions: self.actions + other.actions,
            total: self.total + other.total,
            longest: self.longest.max(other.longest),
        }
    }
}

/// A finished game.
#[derive(Debug, Clone)]
pub struct Played<P: Rules> {
    /// The game. One that did not end by the rules is adjudicated.
    pub game: Game<P>,
    /// Why it ended.
    pub ending: Ending,
    /// Thinking times of White and Black.
    pub thinking: [Thinking; 2],
}

/// The starting position as `listener` may know it, if it is not the usual one.
fn written_start<P: Transcript>(game: &Game<P>, listener: Color) -> Option<String> {
    let start = game.start();
    (*start != P::start(start.variant())).then(|| start.view(Viewer::Player(listener)).to_string())
}

/// Plays on from an opening until the game ends; `None` if it was aborted. White's player comes first in `players`.
pub fn play<P: Transcript>(
    opening: &Game<P>,
    mut players: [&mut dyn Player<P>; 2],
    settings: &GameSettings,
    seed: u64,
    stop: &AtomicBool,
) -> Option<Played<P>> {
    let mut random = Random::new(seed);
    let mut game = opening.clone();
    let mut thinking = [Thinking::default(); 2];
    let mut clocks = [Running::new(settings.limit); 2];
    let mut ending = None;
    for (player, color) in players.iter_mut().zip(Color::ALL) {
        if let Err(forfeit) = player.new_game(color, random.number()) {
            ending.get_or_insert(Ending::Forfeit(color, forfeit));
        }
    }
    // A turn can have several actions; this limits their number in case players take back reveals forever.
    let mut actions_left = 8 * settings.longest + 64;
    while ending.is_none() {
        let position = game.position();
        let actor = position.actor();
        let side = actor.fold_wb(0, 1);
        if let Some(outcome) = game.outcome() {
            ending = Some(Ending::Rules(outcome));
        } else if !has_actions(position, settings.bounds) {
            ending = Some(Ending::Rules(Outcome::draw(Reason::Stalemate)));
        } else if position.ply() >= settings.longest || actions_left == 0 {
            ending = Some(Ending::Length);
        } else {
            actions_left -= 1;
            let known = InformationSet::of(&game, actor);
            let player = &mut *players[side];
            let (start, words) = if player.wants_words() {
                (
                    written_start(&game, actor),
                    P::write_transcript(&game, actor),
                )
            } else {
                (None, Vec::new())
            };
            let turn = Turn {
                known: &known,
                start,
                words: &words,
                limits: clocks[side].limits(),
                clocks: matches!(settings.limit, SearchLimit::Clock(_))
                    .then(|| clocks.map(|clock| clock.remaining)),
                bounds: settings.bounds,
                seed: random.number(),
                stop,
            };
            let began = Instant::now();
            let chosen = player.act(&turn);
            let time = began.elapsed();
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            thinking[side].add(time);
            let ply = position.ply();
            let forfeit = match chosen {
                Err(forfeit) => Some(forfeit),
                Ok(action) => game
                    .play(action)
                    .err()
                    .map(|error| Forfeit::Illegal(format!("{action}: {error}"))),
            };
            let completes = game.position().ply() > ply;
            let in_time = clocks[side].use_up(time, completes);
            ending = match forfeit {
                Some(forfeit) => Some(Ending::Forfeit(actor, forfeit)),
                None if !in_time && game.outcome().is_none() => {
                    game.flag(actor);
                    None
                }
                None => None,
            };
        }
    }
    let ending = ending?;
    if game.outcome().is_none() {
        game.adjudicate(ending.winner());
    }
    Some(Played {
        game,
        ending,
        thinking,
    })
}
