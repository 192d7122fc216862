//! Why an action is not legal.

use thiserror::Error;

use super::dimension::Dimension;
use super::place::Place;
use crate::board::{Color, Role, color_name, role_name};

/// Why an action is not legal. Each message is a sentence without its full stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The game has been won.
    #[error("the game is over: {} has controlled five dimensions for a full turn", color_name(*.0))]
    GameIsOver(Color),
    /// The kings must be placed before the first move.
    #[error("{} must place the eight kings first, as in kings:d1{home},d2{home},…", color_name(*.color), home = .color.fold_wb("e1", "e8"))]
    KingsNotPlaced {
        /// The player who must place them.
        color: Color,
    },
    /// There is no placement in this variant.
    #[error(
        "in this game all kings start on their home squares; they are placed in dmchess:kings only"
    )]
    KingsStartAtHome,
    /// The kings have been placed already.
    #[error("the kings have been placed already")]
    KingsArePlaced,
    /// A king may not start there.
    #[error("no king of {} may start on {place}: only on the home square {} of a dimension or on its {} rank", color_name(*.color), .color.fold_wb("e1", "e8"), .color.fold_wb("3rd", "6th"))]
    NoSquareForAKing {
        /// The square.
        place: Place,
        /// The side whose king it is.
        color: Color,
    },
    /// The square is empty.
    #[error("{0} is empty")]
    NoMan(Place),
    /// The opponent's man stands there.
    #[error("the man on {0} is not yours")]
    NotYourMan(Place),
    /// Another kind of man stands there.
    #[error("on {place} stands a {}, not a {}", role_name(*.actual), role_name(*.named))]
    OtherRole {
        /// The square.
        place: Place,
        /// The role of the man there.
        actual: Role,
        /// The role that the action names.
        named: Role,
    },
    /// Own man on the target.
    #[error("your own {} stands on {place}", role_name(*.role))]
    OwnMan {
        /// The square.
        place: Place,
        /// The role of the man there.
        role: Role,
    },
    /// The piece does not move like that.
    #[error("a {} cannot go from {from} to {to}", role_name(*.role))]
    NotAMove {
        /// The role of the man that moves.
        role: Role,
        /// Its square.
        from: Place,
        /// The target square.
        to: Place,
    },
    /// The energy level does not reach that far.
    #[error(
        "the man on {place} has energy level {level}, and a distance of {distance} dimensions needs {distance}"
    )]
    LevelTooLow {
        /// The man.
        place: Place,
        /// Its level.
        level: u8,
        /// The level that it would need: the distance in dimensions.
        distance: u8,
    },
    /// Dimensional moves do not end on portal squares.
    #[error("{0} is a portal square, and a move from another dimension cannot end on one")]
    EndsOnPortal(Place),
    /// No way through a portal.
    #[error("no portal that joins {} and {} and is free on both sides leads a {} from {from} to {to}", from.dimension, to.dimension, role_name(*.role))]
    NoPortal {
        /// The role of the man that moves.
        role: Role,
        /// Its square.
        from: Place,
        /// The target square.
        to: Place,
    },
    /// King or rook has moved or been displaced, or does not stand at home.
    #[error(
        "the king on {king} cannot castle with the rook on {rook}: the one on {man} is not at home or has moved"
    )]
    CastlingManHasMoved {
        /// The one that has moved.
        man: Place,
        /// The king.
        king: Place,
        /// The rook.
        rook: Place,
    },
    /// Something stands between king and rook.
    #[error("{0} must be empty for castling")]
    CastlingIsBlocked(Place),
    /// The king would start on, cross or reach an attacked square.
    #[error(
        "{0} is attacked, and a castling king may not stand on, cross or reach an attacked square"
    )]
    CastlingThroughAttack(Place),
    /// Castling across dimensions finds no portal.
    #[error(
        "no portal on the king's way reaches {distance} dimensions and is free on the other side"
    )]
    NoPortalForCastling {
        /// The distance in dimensions.
        distance: u8,
    },
    /// A pawn on the last rank must promote.
    #[error("a pawn that reaches {0} must promote, so name the new piece, such as =Q")]
    MustPromote(Place),
    /// Nothing promotes here.
    #[error("no promotion is possible by this move to {0}")]
    NoPromotion(Place),
    /// The man has that role already.
    #[error("it is already a {}: to stay one, name no promotion", role_name(*.0))]
    AlreadyThat(Role),
    /// The Conservation Law forbids it.
    #[error(
        "by the Conservation Law the imbalance of {dimension} may not go from {before:+} to {after:+}"
    )]
    ConservationLaw {
        /// The dimension.
        dimension: Dimension,
        /// Its imbalance before the move.
        before: i16,
        /// Its imbalance after it.
        after: i16,
    },
    /// The last king cannot be captured.
    #[error("the king on {0} is the opponent's last, which is never captured")]
    LastKing(Place),
    /// No own king would be safe.
    #[error("{}", safety(*.kings, *.shift))]
    NoSafeKing {
        /// The player's own kings.
        kings: usize,
        /// Whether the portals shift after this move.
        shift: bool,
    },
}

fn safety(kings: usize, shift: bool) -> String {
    let when = if shift {
        "after the move and the shift that follows"
    } else {
        "after the move"
    };
    if kings == 1 {
        format!("{when} your king would be attacked")
    } else {
        format!("{when} every king of yours would be attacked, and one must be safe")
    }
}
