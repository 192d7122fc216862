//! The options of the player who must act, split into parts so that a client need not parse any notation.

use std::collections::BTreeMap;
use std::fmt::{Display, Write};

use manifold_rules::board::{self, Bitboard, StandardMove};
use serde::Serialize;
use utoipa::ToSchema;

use crate::names::{Role, Square};

/// Actions in machine notation, grouped by a common beginning: the endings, separated by spaces.
pub(crate) type ByBeginning = BTreeMap<String, String>;

/// Everything that is legal for one player.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub(crate) struct Options {
    /// Ordinary moves and promotions in machine notation, grouped by a common beginning: the endings, separated by spaces. `"e7":
    /// "e8q d8n"` stands for `e7e8q` and `e7d8n`.
    ///
    /// In DMChess this lists all moves. A hyphen belongs between the two parts, and the ending begins with the number of the
    /// dimension of arrival if that is a different one: `"Nd8g8": "e7 1g4"` stands for `Nd8g8-d8e7` and `Nd8g8-d1g4`.
    pub(crate) moves: ByBeginning,
    /// Every other legal action except explosions, reveals of one square, and phase-outs.
    pub(crate) actions: Vec<LegalAction>,
    /// Time Traveler's Chess: the explosions, in the same way: `"Ng3/": "e4 h5"`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    pub(crate) explosions: ByBeginning,
    /// Hyperspace Chess: the phase-outs, each combining any of its delays with any of its squares.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) phase_outs: Option<Vec<PhaseOuts>>,
    /// Hyperspace Chess: the player's pieces that return at the end of this turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) due: Option<Vec<Due>>,
    /// DMChess: where kings can be placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) placing: Option<KingPlacing>,
    /// Time Traveler's Chess: the squares of the untraveled men that support an explosion: `"Ng3": "b1 g1"`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    pub(crate) supports: ByBeginning,
    /// Hidden960: the roles that single hidden squares can be given, grouped as in `moves`: `"a1=": "Q R"`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    pub(crate) reveals: ByBeginning,
}

impl Options {
    /// The options of a player who may not retract any more; `None` if nothing else is left.
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
    /// Hyperspace Chess: the collisions to be resolved. For each of them, in this order, append `/r` (the returning piece stays)
    /// or `/o` (the other one stays) to `action`. Every choice is legal.
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
    /// Time Traveler's Chess: an untraveled piece annihilates with its traveling self.
    Annihilation,
    /// Hidden960: the last two hidden squares are revealed.
    RevealPair,
    /// Hidden960: the latest reveal is taken back.
    Unreveal,
    /// Hyperspace Chess: no move, only the pieces that return on this turn.
    ReturnOnly,
    /// Hyperspace Chess, open referee: a phase-out gets a different delay.
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
    /// The collisions that must be resolved at the end of this turn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub(crate) collisions: Vec<Collision>,
    /// The available delays, in turns.
    pub(crate) delays: Vec<u8>,
    /// The squares to which it can return.
    pub(crate) squares: Vec<Square>,
}

/// Hyperspace Chess: a returning piece meets another piece of its player, who chooses which one stays.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Collision {
    /// The square.
    pub(crate) square: Square,
    /// The returning piece.
    pub(crate) returning: Role,
    /// The piece that stands there; omitted if another piece returns to the same square first, so that it depends on how that
    /// collision is resolved.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) occupant: Option<Role>,
}

/// Hyperspace Chess: a piece of the player that returns at the end of this turn.
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

/// Hidden960: a hidden square and the piece to be placed there.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Reveal {
    /// The hidden square.
    pub(crate) square: Square,
    /// The piece that it becomes.
    pub(crate) role: Role,
}

/// DMChess: the squares of every dimension on which kings can be placed. The action is `kings:` followed by eight places, ordered
/// by dimension and square and separated by commas.
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
