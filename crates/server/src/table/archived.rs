//! Finished games as the archive keeps them.

use manifold_rules::variant::VariantId;

use super::info::{GameInfo, Player};
use crate::ids::PlayerId;
use crate::names::{GameResult, Square};

/// The number of actions of a game by which the archive can be searched.
pub(crate) const OPENING: usize = 8;

/// A finished game as the archive keeps it, beside its log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ArchivedGame {
    /// In milliseconds since 1970.
    pub(crate) ended_at: u64,
    pub(crate) variant: VariantId,
    /// The number of the starting position, where the variant has several.
    pub(crate) start: Option<u32>,
    pub(crate) white: Side,
    pub(crate) black: Side,
    pub(crate) result: GameResult,
    /// Turns of either player.
    pub(crate) plies: u32,
    pub(crate) rated: bool,
    /// At most [`OPENING`].
    pub(crate) opening: Vec<OpeningAction>,
    /// The last position as one line of text, with nothing hidden.
    pub(crate) position: String,
    /// The squares of the last action.
    pub(crate) last: Vec<Square>,
}

/// One of the first actions of a game: what everybody knew of it when it was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OpeningAction {
    /// In machine notation.
    pub(crate) public: String,
    /// For people.
    pub(crate) notation: String,
}

/// The player of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// A person, with the rating when a rated game began.
    Person(PlayerId, Option<u32>),
    /// The engine, at a level.
    Engine(u8),
}

impl Side {
    /// The player of a side; `None` if there was none.
    fn of(player: &Player) -> Option<Side> {
        match player {
            Player::Free => None,
            Player::Person(person) => Some(Side::Person(
                person.id,
                person.rating.map(|shown| shown.rating),
            )),
            Player::Engine { level, .. } => Some(Side::Engine(*level)),
        }
    }

    pub(crate) fn player(self) -> Option<PlayerId> {
        match self {
            Side::Person(player, _) => Some(player),
            Side::Engine(_) => None,
        }
    }

    pub(crate) fn rating(self) -> Option<u32> {
        match self {
            Side::Person(_, rating) => rating,
            Side::Engine(_) => None,
        }
    }
}

/// White and Black of a game that everybody may find; `None` if a side is free, or if somebody plays alone at one board,
/// which is nobody else's business.
pub(crate) fn public_sides(info: &GameInfo) -> Option<(Side, Side)> {
    let sides = (Side::of(&info.white)?, Side::of(&info.black)?);
    (!info.is_same_board()).then_some(sides)
}
