//! The law's identifiers are those of the server: the same letters, which were checked when they came in.

use std::fmt::Display;
use std::str::FromStr;

use manifold_events as law;

use crate::ids::{GameId, PlayerId};

/// A player, as the law names people.
pub(crate) fn law_person(player: PlayerId) -> law::PersonId {
    same(player)
}

/// A person of the law.
pub(crate) fn player_id(person: law::PersonId) -> PlayerId {
    same(person)
}

/// A game, as the law names it.
pub(crate) fn law_game(game: GameId) -> law::GameId {
    same(game)
}

/// A game of the law.
pub(crate) fn game_id(game: law::GameId) -> GameId {
    same(game)
}

fn same<T: FromStr>(id: impl Display) -> T {
    match id.to_string().parse() {
        Ok(same) => same,
        Err(_) => unreachable!("both are 12 letters and digits"),
    }
}
