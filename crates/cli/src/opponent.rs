//! Opponents for the terminal.

use std::time::Duration;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use manifold_engine::{InformationSet, Level, Limits, Playable, SearchOptions, think};
use manifold_rules::board::Color;
use manifold_rules::game::Game;
use manifold_rules::position::{Bounds, Position, Rules};
use rand::prelude::*;

use crate::draw::TerminalGame;

/// How long the machine thinks about an action at full strength.
const THINKING: Duration = Duration::from_millis(900);
/// The other levels count positions, which takes less time than that, but for very slow machines.
const PATIENCE: Duration = Duration::from_secs(4);

/// Who decides for a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Player {
    /// A person at this terminal.
    Human,
    /// Any legal action.
    Random,
    /// The action after which the balance of material is best.
    Greedy,
    /// The engine at one of its levels.
    Machine(Level),
}

/// All of them, in the order in which they are offered.
const PLAYERS: [Player; 11] = {
    let levels = Level::ALL;
    [
        Player::Human,
        Player::Random,
        Player::Greedy,
        Player::Machine(levels[0]),
        Player::Machine(levels[1]),
        Player::Machine(levels[2]),
        Player::Machine(levels[3]),
        Player::Machine(levels[4]),
        Player::Machine(levels[5]),
        Player::Machine(levels[6]),
        Player::Machine(levels[7]),
    ]
};

impl ValueEnum for Player {
    fn value_variants<'a>() -> &'a [Player] {
        &PLAYERS
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Player::Human => PossibleValue::new("human").help("A person at this terminal"),
            Player::Random => PossibleValue::new("random").help("Any legal action"),
            Player::Greedy => PossibleValue::new("greedy")
                .help("The action after which the balance of material is best"),
            Player::Machine(level) => match level.number() {
                1 => PossibleValue::new("level1").help("The engine at its weakest"),
                2 => PossibleValue::new("level2"),
                3 => PossibleValue::new("level3"),
                4 => PossibleValue::new("level4"),
                5 => PossibleValue::new("level5"),
                6 => PossibleValue::new("level6"),
                7 => PossibleValue::new("level7"),
                _ => PossibleValue::new("level8").help("The engine at full strength"),
            },
        })
    }
}

impl Player {
    /// The name in a record.
    pub(crate) fn name(self) -> String {
        match self {
            Player::Human => "?".to_owned(),
            Player::Random => "Random".to_owned(),
            Player::Greedy => "Greedy".to_owned(),
            Player::Machine(level) => format!("Manifold, level {}", level.number()),
        }
    }

    /// Who has this name in a record; a person if it is no opponent of ours.
    pub(crate) fn named(name: Option<&str>) -> Player {
        PLAYERS
            .into_iter()
            .find(|player| *player != Player::Human && Some(player.name().as_str()) == name)
            .unwrap_or(Player::Human)
    }

    /// The action that this player chooses; `None` for a person, or if there is none.
    pub(crate) fn choose<P: TerminalGame + Playable>(
        self,
        game: &Game<P>,
        rng: &mut StdRng,
    ) -> Option<P::Action> {
        let position = game.position();
        match self {
            Player::Human => None,
            Player::Random => candidates(position, rng).choose(rng).copied(),
            Player::Greedy => greedy(position, rng),
            Player::Machine(level) => {
                let longest = match level {
                    Level::FULL => THINKING,
                    _ => PATIENCE,
                };
                let order = SearchOptions {
                    level,
                    limits: Limits::time(longest),
                    seed: rng.random(),
                    ..SearchOptions::default()
                };
                think(&InformationSet::of(game, position.actor()), &order)
                    .map(|thought| thought.action)
            }
        }
    }
}

/// Actions worth a look. Phase-outs outnumber all else by a hundred to one; a few of them are enough.
fn candidates<P: Rules>(position: &P, rng: &mut StdRng) -> Vec<P::Action> {
    const PHASE_OUTS: usize = 12;
    let mut actions = position.legal_actions_within(Bounds { max_delay: 0 });
    let others = position.legal_actions_within(Bounds { max_delay: 4 });
    let phase_outs = others
        .into_iter()
        .filter(|action| !actions.contains(action))
        .sample(rng, PHASE_OUTS);
    actions.extend(phase_outs);
    if actions.is_empty() {
        // Long delays may be all that is left.
        actions = position.legal_actions();
    }
    actions
}

fn greedy<P: TerminalGame>(position: &P, rng: &mut StdRng) -> Option<P::Action> {
    let me = position.actor();
    let mut best: Option<(i32, Vec<P::Action>)> = None;
    for action in candidates(position, rng) {
        let mut after = position.clone();
        after.play_unchecked(action);
        let score = score(&after, me);
        match &mut best {
            Some((top, equals)) if *top == score => equals.push(action),
            Some((top, _)) if *top > score => {}
            _ => best = Some((score, vec![action])),
        }
    }
    best.and_then(|(_, equals)| equals.choose(rng).copied())
}

fn score<P: TerminalGame>(after: &P, me: Color) -> i32 {
    const WIN: i32 = 1_000_000;
    // Where there are secrets the end of the game can depend on the opponent's: look away.
    let decided = if after.has_secrets() {
        None
    } else {
        after.outcome()
    };
    match decided {
        Some(outcome) if outcome.winner == Some(me) => WIN,
        Some(outcome) if outcome.winner.is_some() => -WIN,
        Some(_) => 0,
        None => after.material(me) - after.material(me.other()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opponents_are_found_again_by_their_names() {
        for player in PLAYERS {
            assert_eq!(Player::named(Some(&player.name())), player);
        }
        assert_eq!(Player::named(Some("Ada")), Player::Human);
        assert_eq!(Player::named(None), Player::Human);
    }
}
