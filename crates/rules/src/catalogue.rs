//! All games in one list, for the places that choose the game at run time.

use std::fmt::{self, Display};
use std::str::FromStr;

use crate::game::Variant;
use crate::notation::NotationError;

/// A game with its options, chosen at run time by its identifier.
///
/// What is to be done with it is written once, for any game, and called through
/// [`with_game!`](crate::with_game).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameId {
    /// Hyperspace Chess.
    Hyperspace(crate::hyperspace::Variant),
    /// Time Traveler's Chess.
    TimeTraveler(crate::time_traveler::Variant),
    /// Hidden960.
    Hidden960(crate::hidden960::Variant),
    /// DMChess.
    DmChess(crate::dmchess::KingSetup),
}

impl GameId {
    /// All games with the options that lists and menus offer.
    #[must_use]
    pub fn all() -> Vec<GameId> {
        GameId::with_variants(false)
    }

    /// All games; with those variants too that are in no list, if asked for.
    fn with_variants(unlisted: bool) -> Vec<GameId> {
        fn of<V: Variant>(unlisted: bool, id: fn(V) -> GameId) -> impl Iterator<Item = GameId> {
            let extra = if unlisted { V::UNLISTED } else { &[] };
            V::ALL.iter().chain(extra).copied().map(id)
        }
        of(unlisted, GameId::Hyperspace)
            .chain(of(unlisted, GameId::TimeTraveler))
            .chain(of(unlisted, GameId::Hidden960))
            .chain(of(unlisted, GameId::DmChess))
            .collect()
    }
}

/// Runs an expression for the game that a [`GameId`] names: the first name is that of the game's type,
/// the second that of its options.
///
/// ```
/// use manifold_rules::catalogue::GameId;
/// use manifold_rules::game::{Game, Listing};
/// use manifold_rules::with_game;
///
/// let id: GameId = "hidden960:960".parse()?;
/// let moves = with_game!(id, |G, variant| G::start(variant).count_legal(Listing::default()));
/// assert_eq!(moves, 54);
/// # Ok::<(), manifold_rules::notation::NotationError>(())
/// ```
#[macro_export]
macro_rules! with_game {
    ($id:expr, |$G:ident, $variant:ident| $body:expr) => {
        match $id {
            $crate::catalogue::GameId::Hyperspace($variant) => {
                #[allow(dead_code)]
                type $G = $crate::hyperspace::Hyperspace;
                $body
            }
            $crate::catalogue::GameId::TimeTraveler($variant) => {
                #[allow(dead_code)]
                type $G = $crate::time_traveler::TimeTraveler;
                $body
            }
            $crate::catalogue::GameId::Hidden960($variant) => {
                #[allow(dead_code)]
                type $G = $crate::hidden960::Hidden960;
                $body
            }
            $crate::catalogue::GameId::DmChess($variant) => {
                #[allow(dead_code)]
                type $G = $crate::dmchess::DmChess;
                $body
            }
        }
    };
}

fn id_of<V: Variant>(variant: V) -> &'static str {
    variant.id()
}

fn name_of<V: Variant>(variant: V) -> &'static str {
    variant.name()
}

impl GameId {
    /// The identifier, such as `hidden960:960`.
    #[must_use]
    pub fn id(self) -> &'static str {
        with_game!(self, |G, variant| id_of(variant))
    }

    /// The name for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        with_game!(self, |G, variant| name_of(variant))
    }
}

impl Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl FromStr for GameId {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<GameId, NotationError> {
        GameId::with_variants(true)
            .into_iter()
            .find(|game| game.id() == text)
            .ok_or_else(|| {
                NotationError::new(
                    text,
                    "hyperspace, hyperspace:open, time-traveler, hidden960, hidden960:960, dmchess or dmchess:kings",
                )
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_identifier_is_read_back() {
        for game in GameId::with_variants(true) {
            assert_eq!(game.id().parse(), Ok(game));
        }
    }

    #[test]
    fn touch_move_can_be_asked_for_and_is_in_no_list() {
        let game: GameId = "hyperspace:open+touch".parse().expect("a game");
        assert!(!GameId::all().contains(&game));
    }
}
