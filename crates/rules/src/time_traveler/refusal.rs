//! Why an action is not legal.

use thiserror::Error;

use super::stage::Stage;
use crate::board::{Color, Role, Square, color_name, role_name};

/// Why an action is not legal here.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The game is decided on the board.
    #[error("the game is over")]
    GameOver,
    /// The square is empty.
    #[error("there is no man on {0}")]
    NobodyThere(Square),
    /// The man belongs to the opponent.
    #[error("the {} on {square} is not yours: it is {}'s turn", role_name(*.role), color_name(*.turn))]
    NotYours {
        /// The role of the man there.
        role: Role,
        /// Its square.
        square: Square,
        /// The player to move.
        turn: Color,
    },
    /// Traveling men stand still.
    #[error(
        "the {} on {square} is traveling, and traveling men stay where they are", role_name(*.role)
    )]
    TravelingMan {
        /// The role of the man there.
        role: Role,
        /// Its square.
        square: Square,
    },
    /// The man cannot reach the target.
    #[error("the {} on {from} cannot go to {to}", role_name(*.role))]
    Unreachable {
        /// The role of the man.
        role: Role,
        /// Its square.
        from: Square,
        /// The target square.
        to: Square,
    },
    /// An own man stands on the target.
    #[error("your own {} stands on {to}", role_name(*.role))]
    OwnMan {
        /// The role of the man there.
        role: Role,
        /// Its square.
        to: Square,
    },
    /// The target holds the traveling man of the same type: this is an annihilation.
    #[error("your traveling {} stands on {to}: to annihilate with it play {from}//{to}", role_name(*.role))]
    IsAnnihilation {
        /// The kind of both men.
        role: Role,
        /// The square of the untraveled man.
        from: Square,
        /// The square of the traveling man.
        to: Square,
    },
    /// The promotion is missing.
    #[error("a pawn that reaches {0} must become a queen, rook, bishop or knight")]
    PromotionMissing(Square),
    /// Nothing promotes here.
    #[error("nothing is promoted on {0}: only a pawn that reaches the last rank is")]
    NoPromotion(Square),
    /// King or rook has moved or traveled, or the rook is gone.
    #[error("the king cannot castle to {0}: it or that rook has moved, or the rook is gone")]
    CastlingForfeited(Square),
    /// Something stands between king and rook.
    #[error("the king cannot castle to {king_to}: something stands on {blocked}")]
    CastlingBlocked {
        /// The target square of the king.
        king_to: Square,
        /// A square that is not empty.
        blocked: Square,
    },
    /// The king is in check.
    #[error("a king in check cannot castle")]
    CastlingInCheck,
    /// The king would cross a square on which it would be in check.
    #[error("the king cannot castle across {0}, where it would be in check")]
    CastlingThroughCheck(Square),
    /// There is no own traveling man to annihilate with.
    #[error("there is no traveling man of yours on {0} to annihilate with")]
    NoTravelingMan(Square),
    /// Only men of the same role annihilate.
    #[error(
        "the {} on {from} cannot annihilate with a traveling {}: both must be of the same kind",
        role_name(*.role),
        role_name(*.traveling)
    )]
    OtherKind {
        /// The untraveled man.
        role: Role,
        /// The square on which it stands.
        from: Square,
        /// The traveling man.
        traveling: Role,
    },
    /// Only untraveled men annihilate.
    #[error("the {} on {square} has traveled already: only an untraveled man can annihilate", role_name(*.role))]
    TraveledMan {
        /// The role of the man there.
        role: Role,
        /// Its square.
        square: Square,
    },
    /// An explosion needs an empty square.
    #[error("an explosion needs an empty square, and something stands on {0}")]
    ExplosionSquareTaken(Square),
    /// The support is empty.
    #[error(
        "no untraveled {} of yours could stand on {square} after three moves of yours", role_name(*.role)
    )]
    NoSupport {
        /// The role that should explode.
        role: Role,
        /// The square of the explosion.
        square: Square,
    },
    /// The whole support is needed for earlier explosions.
    #[error(
        "every man that could support a {} on {square} is needed for an earlier explosion", role_name(*.role)
    )]
    SupportSpent {
        /// The role that should explode.
        role: Role,
        /// The square of the explosion.
        square: Square,
    },
    /// An exploding man captures neither traveling men nor resonators.
    #[error("a man that explodes may not capture the {stage} {} on {square}{}", role_name(*.role), resonator_note(*.stage))]
    Immune {
        /// Whether it is a traveling man or an untraveled resonator.
        stage: Stage,
        /// Its role.
        role: Role,
        /// The square on which it stands.
        square: Square,
    },
    /// The pawn annihilated by its double step, so it was a resonator.
    #[error(
        "a pawn that explodes may not capture the pawn that annihilated over {0}: it was a resonator"
    )]
    ImmuneJumper(Square),
    /// The player's own position would be grammatically incorrect.
    #[error(
        "then your traveling men could not all be annihilated any more, which is grammatically incorrect"
    )]
    Incorrect,
    /// The mover would be in check.
    #[error("you would be in check: {}", .0)]
    InCheck(&'static str),
}

fn resonator_note(stage: Stage) -> &'static str {
    match stage {
        Stage::Untraveled => ", which is a resonator: it may still have to annihilate",
        Stage::Traveling | Stage::Traveled => "",
    }
}

/// The reason of a check on a player with a king.
pub(super) const KING_HANGS: &str = "your opponent could take your last king with no man traveling";

/// The reason of a check on a player without a king.
pub(super) const RESOLVING: &str =
    "you have no king, and your opponent could have no man traveling after the next move";
