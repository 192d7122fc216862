//! Opponents for the terminal: the engine at its levels, and the baselines.

use std::time::Duration;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use manifold_engine::baseline::Baseline;
use manifold_engine::{InformationSet, Level, Limits, SearchOptions, think};
use manifold_rules::variant::{AnyAction, AnyGame, Listed};
use rand::prelude::*;

use crate::per_game::{EngineGame, PerGame, per_game};

/// The time for an action at full strength.
const FULL_STRENGTH: Duration = Duration::from_millis(900);
/// The most time for an action at the other levels. They are limited by nodes, so it only matters on very slow machines.
const AT_MOST: Duration = Duration::from_secs(4);

/// A kind of player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Player {
    /// A person at this terminal.
    Human,
    /// Plays a random legal action.
    Random,
    /// Plays the action after which the material balance is best.
    Greedy,
    /// The engine at one of its levels.
    Machine(Level),
}

/// All kinds of players, in the order in which they are offered.
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
    /// The player's name in a record.
    pub(crate) fn name(self) -> String {
        match self {
            Player::Human => "?".to_owned(),
            Player::Random => "Random".to_owned(),
            Player::Greedy => "Greedy".to_owned(),
            Player::Machine(level) => format!("Computer, level {}", level.number()),
        }
    }

    /// The player with this name in a record; a person if none of our opponents has it.
    pub(crate) fn named(name: Option<&str>) -> Player {
        PLAYERS
            .into_iter()
            .find(|player| *player != Player::Human && Some(player.name().as_str()) == name)
            .unwrap_or(Player::Human)
    }

    /// The action that this player chooses; `None` for a person, or if there is no action.
    pub(crate) fn choose(self, game: &AnyGame, rng: &mut StdRng) -> Option<AnyAction> {
        let seed = rng.random();
        let limited = |chooser, level, limits| {
            let order = SearchOptions {
                level,
                limits,
                seed,
                ..SearchOptions::default()
            };
            choose(chooser, game, &order)
        };
        match self {
            Player::Human => None,
            Player::Random => limited(
                Chooser::Baseline(Baseline::Random),
                Level::FULL,
                Limits::default(),
            ),
            Player::Greedy => limited(
                Chooser::Baseline(Baseline::Greedy),
                Level::FULL,
                Limits::default(),
            ),
            Player::Machine(Level::FULL) => {
                limited(Chooser::Engine, Level::FULL, Limits::time(FULL_STRENGTH))
            }
            Player::Machine(level) => limited(Chooser::Engine, level, Limits::time(AT_MOST)),
        }
    }
}

/// What decides for a player who is not a person.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Chooser {
    /// The engine.
    Engine,
    /// A baseline opponent.
    Baseline(Baseline),
}

/// Chooses an action for the player who must act, only from what that player knows.
pub(crate) fn choose(chooser: Chooser, game: &AnyGame, order: &SearchOptions) -> Option<AnyAction> {
    per_game(
        game.variant(),
        Choice {
            chooser,
            game,
            order,
        },
    )
}

struct Choice<'a> {
    chooser: Chooser,
    game: &'a AnyGame,
    order: &'a SearchOptions<'a>,
}

impl PerGame for Choice<'_> {
    type Output = Option<AnyAction>;

    fn run<P: EngineGame>(self, _variant: P::Variant) -> Option<AnyAction> {
        let game = P::own_game(self.game)?;
        let seat = InformationSet::of(game, game.position().actor());
        let action = match self.chooser {
            Chooser::Engine => think(&seat, self.order)?.action,
            Chooser::Baseline(baseline) => baseline.choose(&seat, self.order)?,
        };
        Some(<P as Listed>::any_action(action))
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
