//! The engine from outside: what it finds, what it knows, and that it always answers.

mod baselines;
mod certain;
mod chess;
mod dmchess;
mod endings;
mod honesty;
mod mates;
mod play;
mod solver;
mod suite;
mod tactics;

use manifold_engine::{Compiled, Engine, InformationSet, Line, SearchOptions, SearchResult, think};
use manifold_rules::board::zobrist::scramble;
use manifold_rules::game::Game;
use manifold_rules::position::{Bounds, Rules};

/// A small deterministic generator, so that a failing test can be repeated.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = scramble(self.0);
        (self.0 % bound.max(1) as u64) as usize
    }
}

/// A random legal action; the special ones, of which there are many, are included in two of five cases.
fn any_action<P: Rules>(position: &P, chance: &mut Chance) -> Option<P::Action> {
    let max_delay = if chance.below(5) < 2 { 2 } else { 0 };
    let mut all = position.legal_actions_within(Bounds { max_delay });
    if all.is_empty() {
        all = position.legal_actions();
    }
    all.get(chance.below(all.len())).copied()
}

/// A random game of `length` actions, or fewer if it ends.
fn random_game<P: Rules>(variant: P::Variant, seed: u64, length: usize) -> Game<P> {
    let mut chance = Chance(seed);
    let mut game = Game::<P>::new(variant);
    for _ in 0..length {
        let Some(action) = any_action(game.position(), &mut chance) else {
            break;
        };
        if game.outcome().is_some() {
            break;
        }
        game.play(action).expect("a listed action is legal");
    }
    game
}

/// The engine's decision for the actor.
fn search<P: Compiled>(game: &Game<P>, options: &SearchOptions) -> Option<SearchResult<P>> {
    think(&InformationSet::of(game, game.position().actor()), options)
}

/// Everything observable of a search, as text.
fn in_words<P: Compiled>(result: Option<SearchResult<P>>) -> String {
    result.map_or_else(
        || "nothing".to_owned(),
        |result| {
            format!(
                "{} {} {} nodes depth {} line {} of {}",
                result.action,
                result.score,
                result.nodes,
                result.depth,
                actions_in_words::<P>(&result.pv),
                lines_in_words(&result.lines)
            )
        },
    )
}

/// Everything that the engine reports, except for the time.
fn all_in_words<P: Compiled>(
    engine: &mut Engine<P>,
    known: &InformationSet<P>,
    options: &SearchOptions,
) -> String {
    let mut said = String::new();
    let result = engine.think_with(known, options, &mut |report| {
        said += &format!(
            "depth {}/{} {} nodes, {} full: {}\n",
            report.depth,
            report.selective_depth,
            report.nodes,
            report.hash_full,
            lines_in_words(&report.lines)
        );
    });
    said + &in_words(result)
}

fn lines_in_words<P: Compiled>(lines: &[Line<P>]) -> String {
    let lines = lines.iter().map(|line| {
        let actions = actions_in_words::<P>(&line.pv);
        format!("{} {} {actions}", line.action, line.score)
    });
    lines.collect::<Vec<_>>().join(" | ")
}

fn actions_in_words<P: Compiled>(actions: &[P::Action]) -> String {
    let words: Vec<String> = actions.iter().map(ToString::to_string).collect();
    words.join(" ")
}
