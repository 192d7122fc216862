//! Opponents for the terminal.

use std::time::Duration;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use manifold_engine::baseline::{Baseline, BaselineGame};
use manifold_engine::{InformationSet, Level, Limits, SearchOptions, think};
use manifold_rules::game::Game;
use rand::prelude::*;

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
    pub(crate) fn choose<P: BaselineGame>(
        self,
        game: &Game<P>,
        rng: &mut StdRng,
    ) -> Option<P::Action> {
        let known = InformationSet::of(game, game.position().actor());
        let baseline = |baseline: Baseline, rng: &mut StdRng| {
            let options = SearchOptions {
                seed: rng.random(),
                ..SearchOptions::default()
            };
            baseline.choose(&known, &options)
        };
        match self {
            Player::Human => None,
            Player::Random => baseline(Baseline::Random, rng),
            Player::Greedy => baseline(Baseline::Greedy, rng),
            Player::Machine(level) => {
                let longest = match level {
                    Level::FULL => THINKING,
                    _ => PATIENCE,
                };
                let options = SearchOptions {
                    level,
                    limits: Limits::time(longest),
                    seed: rng.random(),
                    ..SearchOptions::default()
                };
                think(&known, &options).map(|thought| thought.action)
            }
        }
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
