//! The options of the player who must act, in parts, so that a client need not read any notation.

use std::collections::BTreeMap;
use std::fmt::{Display, Write};

use manifold_rules::board::{self, Bitboard, StandardMove};
use serde::Serialize;
use utoipa::ToSchema;

use crate::names::{Role, Square};

/// Actions in machine notation by what they begin with: the endings, separated by spaces.
pub(crate) type ByBeginning = BTreeMap<String, String>;

/// Everything that is legal for one player.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub(crate) struct Options {
    /// Ordinary moves and promotions, by what their machine notation begins with: the endings, separated by spaces.
    /// `"e7": "e8q d8n"` stands for `e7e8q` and `e7d8n`.
    ///
    /// In DMChess these are all moves, a hyphen stands between, and the dimension of the arrival is told by its number
    /// where it is another one: `"Nd8g8": "e7 1g4"` stands for `Nd8g8-d8e7` and `Nd8g8-d1g4`.
    pub(crate) moves: ByBeginning,
    /// Every other legal action but for explosions, reveals of one square, and phase-outs.
    pub(crate) actions: Vec<LegalAction>,
    /// Time Traveler's Chess: the explosions, in the same way: `"Ng3/": "e4 h5"`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    pub(crate) explosions: ByBeginning,
    /// Hyperspace Chess: the phase-outs, every delay with every square.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) phase_outs: Option<Vec<PhaseOuts>>,
    /// Hyperspace Chess: own pieces that return at the end of this turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) due: Option<Vec<Due>>,
    /// DMChess: where kings can be placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) placing: Option<KingPlacing>,
    /// Time Traveler's Chess: where the untraveled men stand that support an explosion: `"Ng3": "b1 g1"`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    pub(crate) supports: ByBeginning,
    /// Hidden960: what single hidden squares can become, in the same way as `moves`: `"a1=": "Q R"`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    pub(crate) reveals: ByBeginning,
}

impl Options {
    /// The same for a player who may take back no more; `None` if that was all there was.
    pub(crate) fn without_retractions(mut self) -> Option<Options> {
        self.actions
            .retain(|action| !matches!(action.kind, Kind::Unreveal | Kind::Cancel));
        let is_any = !(self.moves.is_empty() && self.actions.is_empty() && self.reveals.is_empty())
            || self.phase_outs.is_some();
        is_any.then_some(self)
    }
}

/// One legal action.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub(crate) struct LegalAction {
    /// The action to send, in machine notation.
    pub(crate) action: String,
    /// The kind of action.
    pub(crate) kind: Kind,
    /// The piece that moves, appears or is revealed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) role: Option<Role>,
    /// The square it moves from.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) from: Option<Square>,
    /// The square it moves to. Where castling is written as king takes rook (Hidden960, DMChess), the rook's square.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) to: Option<Square>,
    /// The piece to which a pawn is promoted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) promotion: Option<Role>,
    /// Hyperspace Chess: what must be answered: `/r` (the returning piece stays) or `/o` (the other stays) for each,
    /// in this order, is added to `action`. Every answer is legal.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub(crate) collisions: Vec<Collision>,
    /// Hidden960: both reveals of a pair.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) reveals: Option<Vec<Reveal>>,
    /// Hyperspace Chess, open referee: the delay of an amended phase-out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) delay: Option<u8>,
    /// The action in the game's notation for people; left out where it is the same as `action`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) notation: Option<String>,
}

/// Kinds of actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = ActionKind)]
pub(crate) enum Kind {
    /// An ordinary move.
    #[default]
    Move,
    /// Castling.
    Castle,
    /// Time Traveler's Chess: an untraveled piece meets its traveling self.
    Annihilation,
    /// Hidden960: the last two hidden squares are revealed.
    RevealPair,
    /// Hidden960: the latest reveal is taken back.
    Unreveal,
    /// Hyperspace Chess: no move, only the return of this turn.
    ReturnOnly,
    /// Hyperspace Chess, open referee: another delay.
    Amend,
    /// Hyperspace Chess, open referee: the phase-out is taken back.
    Cancel,
}

/// Hyperspace Chess: phase-outs of one piece. The action is `from^delay@square`, and `/r` or `/o` for each collision.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct PhaseOuts {
    /// The square of the piece.
    pub(crate) from: Square,
    /// The piece.
    pub(crate) role: Role,
    /// The collisions that must be answered at the end of this turn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub(crate) collisions: Vec<Collision>,
    /// The delays that are free.
    pub(crate) delays: Vec<u8>,
    /// The squares to which it can return.
    pub(crate) squares: Vec<Square>,
}

/// Hyperspace Chess: a returning piece meets another own one, and the player chooses which one stays.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Collision {
    /// The square.
    pub(crate) square: Square,
    /// The returning piece.
    pub(crate) returning: Role,
    /// The piece that stands there; left out if another piece returns to the same square before, so that it depends on the answer
    /// to that collision.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) occupant: Option<Role>,
}

/// Hyperspace Chess: an own piece that returns at the end of this turn.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Due {
    /// The returning piece.
    pub(crate) role: Role,
    /// The square to which it returns.
    pub(crate) square: Square,
    /// The player's own piece that stands there before the turn, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) collides_with: Option<Role>,
}

/// Hidden960: a square and what is to stand there.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Reveal {
    /// The hidden square.
    pub(crate) square: Square,
    /// The piece that it becomes.
    pub(crate) role: Role,
}

/// DMChess: kings can be placed on these squares of every dimension. The action is `kings:` and eight
/// places, ordered by dimension and square and separated by commas.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct KingPlacing {
    /// The number of kings.
    pub(crate) kings: u8,
    /// The squares of each dimension.
    pub(crate) squares: Vec<Square>,
    /// The action that places every king at home.
    pub(crate) home: String,
}

impl LegalAction {
    /// An action of a kind, with nothing else said of it yet.
    pub(super) fn of(kind: Kind) -> LegalAction {
        LegalAction {
            kind,
            ..LegalAction::default()
        }
    }

    /// A move of a piece, without its text.
    pub(super) fn of_move(kind: Kind, mv: StandardMove, role: Option<board::Role>) -> LegalAction {
        LegalAction {
            role: role.map(Role::from),
            from: Some(Square::of(mv.from)),
            to: Some(Square::of(mv.to)),
            promotion: mv.promotion.map(Role::from),
            ..LegalAction::of(kind)
        }
    }
}

/// Gathers actions, each with its beginning and its end.
pub(super) fn by_beginning(
    actions: impl IntoIterator<Item = (impl Display, impl Display)>,
) -> ByBeginning {
    let mut all = ByBeginning::new();
    for (begin, end) in actions {
        let ends = all.entry(begin.to_string()).or_default();
        let joint = if ends.is_empty() { "" } else { " " };
        // Writing into memory does not fail.
        let _ = write!(ends, "{joint}{end}");
    }
    all
}

/// A move in machine notation: the square it leaves, and the rest.
pub(super) fn split_move(mv: StandardMove) -> (board::Square, String) {
    let promotion = mv
        .promotion
        .map_or_else(String::new, |role| role.char().to_string());
    (mv.from, format!("{}{promotion}", mv.to))
}

pub(super) fn squares(all: Bitboard) -> Vec<Square> {
    all.into_iter().map(Square::of).collect()
}
