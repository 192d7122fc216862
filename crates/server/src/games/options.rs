//! What the player who must act can do, in parts, so that a client need not read any notation.

use manifold_rules::board::{self, Bitboard, StandardMove};
use serde::Serialize;
use utoipa::ToSchema;

use crate::names::{Role, Square};

/// Everything that is legal for one player.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub(crate) struct Options {
    /// Every legal action but for phase-outs.
    pub(crate) actions: Vec<LegalAction>,
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
    /// Time Traveler's Chess: what supports each explosion, once for each kind of piece and square.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) supports: Option<Vec<Support>>,
}

/// One legal action.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub(crate) struct LegalAction {
    /// What to send, in machine notation.
    pub(crate) action: String,
    /// What it is.
    pub(crate) kind: Kind,
    /// What moves, appears or is revealed.
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
    /// The square of an explosion or a reveal.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) square: Option<Square>,
    /// What a pawn becomes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) promotion: Option<Role>,
    /// Hyperspace Chess: the answers to collisions, `/r` or `/o` for each.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) suffix: Option<String>,
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
    /// Time Traveler's Chess: a piece appears out of the future.
    Explosion,
    /// Hidden960: a hidden square is revealed.
    Reveal,
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

/// Hyperspace Chess: phase-outs of one piece. The action is `from^delay@square` and the suffix.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct PhaseOuts {
    /// Where the piece stands.
    pub(crate) from: Square,
    /// What it is.
    pub(crate) role: Role,
    /// The answers to collisions of this turn.
    pub(crate) suffix: String,
    /// The delays that are free.
    pub(crate) delays: Vec<u8>,
    /// The squares to which it can return.
    pub(crate) squares: Vec<Square>,
}

/// Hyperspace Chess: an own piece that returns at the end of this turn.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Due {
    /// What returns.
    pub(crate) role: Role,
    /// To where.
    pub(crate) square: Square,
    /// The own piece that stands there before the turn, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) collides_with: Option<Role>,
}

/// Hidden960: a square and what is to stand there.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Reveal {
    /// The hidden square.
    pub(crate) square: Square,
    /// What it becomes.
    pub(crate) role: Role,
}

/// DMChess: kings can be placed on these squares of every dimension. The action is `kings:` and eight
/// places, ordered by dimension and square and separated by commas.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct KingPlacing {
    /// How many kings.
    pub(crate) kings: u8,
    /// The squares of each dimension.
    pub(crate) squares: Vec<Square>,
    /// The action that places every king at home.
    pub(crate) home: String,
}

/// Time Traveler's Chess: the untraveled men that support an explosion.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Support {
    /// What explodes.
    pub(crate) role: Role,
    /// Where.
    pub(crate) square: Square,
    /// Where those men stand now.
    pub(crate) men: Vec<Square>,
}

impl Options {
    /// Some legal action, in machine notation.
    pub(crate) fn any_action(self) -> Option<String> {
        if let Some(choice) = self.actions.into_iter().next() {
            return Some(choice.action);
        }
        if let Some(placing) = self.placing {
            return Some(placing.home);
        }
        let PhaseOuts {
            from,
            suffix,
            delays,
            squares,
            ..
        } = self.phase_outs?.into_iter().next()?;
        let (delay, square) = (delays.first()?, squares.first()?);
        Some(format!("{from}^{delay}@{square}{suffix}"))
    }
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

pub(super) fn squares(all: Bitboard) -> Vec<Square> {
    all.into_iter().map(Square::of).collect()
}
