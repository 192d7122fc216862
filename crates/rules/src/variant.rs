//! All games in one list, for the places that choose the game at run time.

use std::fmt::{self, Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use crate::error::NotationError;

/// A set of options under which a game is played, named by an identifier such as `hidden960:960`.
pub trait Variant: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// All variants of the game, the default one first.
    const ALL: &'static [Self];

    /// Further variants that can be asked for by identifier, but are in no list.
    const UNLISTED: &'static [Self] = &[];

    /// The identifier used by the command line, the records and every interface.
    fn id(self) -> &'static str;

    /// The name for people.
    fn name(self) -> &'static str;
}

/// A game with its options, chosen at run time by its identifier.
///
/// What is to be done with it is written once, for any game, and called through
/// [`with_game!`](crate::with_game).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VariantId {
    /// Hyperspace Chess.
    Hyperspace(crate::hyperspace::Variant),
    /// Time Traveler's Chess.
    TimeTraveler(crate::time_traveler::Variant),
    /// Hidden960.
    Hidden960(crate::hidden960::Variant),
    /// DMChess.
    DmChess(crate::dmchess::Variant),
}

impl VariantId {
    /// All games with the options that lists and menus offer.
    #[must_use]
    pub fn all() -> Vec<VariantId> {
        VariantId::with_variants(false)
    }

    /// All games; with those variants too that are in no list, if asked for.
    fn with_variants(unlisted: bool) -> Vec<VariantId> {
        fn of<V: Variant>(
            unlisted: bool,
            id: fn(V) -> VariantId,
        ) -> impl Iterator<Item = VariantId> {
            let extra = if unlisted { V::UNLISTED } else { &[] };
            V::ALL.iter().chain(extra).copied().map(id)
        }
        of(unlisted, VariantId::Hyperspace)
            .chain(of(unlisted, VariantId::TimeTraveler))
            .chain(of(unlisted, VariantId::Hidden960))
            .chain(of(unlisted, VariantId::DmChess))
            .collect()
    }
}

/// Runs an expression for the game that a [`VariantId`] names: the first name is that of the game's type,
/// the second that of its options.
///
/// ```
/// use manifold_rules::variant::VariantId;
/// use manifold_rules::position::{Bounds, Position};
/// use manifold_rules::with_game;
///
/// let id: VariantId = "hidden960:960".parse()?;
/// let moves = with_game!(id, |P, variant| P::start(variant).count_legal_within(Bounds::default()));
/// assert_eq!(moves, 54);
/// # Ok::<(), manifold_rules::error::NotationError>(())
/// ```
#[macro_export]
macro_rules! with_game {
    ($id:expr, |$P:ident, $variant:ident| $body:expr) => {
        match $id {
            $crate::variant::VariantId::Hyperspace($variant) => {
                #[allow(dead_code)]
                type $P = $crate::hyperspace::Hyperspace;
                $body
            }
            $crate::variant::VariantId::TimeTraveler($variant) => {
                #[allow(dead_code)]
                type $P = $crate::time_traveler::TimeTraveler;
                $body
            }
            $crate::variant::VariantId::Hidden960($variant) => {
                #[allow(dead_code)]
                type $P = $crate::hidden960::Hidden960;
                $body
            }
            $crate::variant::VariantId::DmChess($variant) => {
                #[allow(dead_code)]
                type $P = $crate::dmchess::DmChess;
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

impl VariantId {
    /// The identifier, such as `hidden960:960`.
    #[must_use]
    pub fn id(self) -> &'static str {
        with_game!(self, |P, variant| id_of(variant))
    }

    /// The name for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        with_game!(self, |P, variant| name_of(variant))
    }
}

impl Display for VariantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl FromStr for VariantId {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<VariantId, NotationError> {
        VariantId::with_variants(true)
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
        for game in VariantId::with_variants(true) {
            assert_eq!(game.id().parse(), Ok(game));
        }
    }

    #[test]
    fn touch_move_can_be_asked_for_and_is_in_no_list() {
        let game: VariantId = "hyperspace:open+touch".parse().expect("a game");
        assert!(!VariantId::all().contains(&game));
    }
}
