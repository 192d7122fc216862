//! Why an action is not legal.

use thiserror::Error;

use super::Pool;
use crate::board::{Bitboard, Color, Role, Square, player_name, role_name};
use crate::outcome::Outcome;

/// Why an action is not legal. Each message is a sentence without its full stop.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The game has ended on the board.
    #[error("the game is over: {0}")]
    GameOver(Outcome),
    /// Threatened squares must be revealed first.
    #[error("{} must first choose what stands on {}, which {} attacked", player_name(*player), list(*threatened), is_are(*threatened))]
    MustReveal {
        /// The player who must reveal.
        player: Color,
        /// The threatened squares.
        threatened: Bitboard,
    },

    /// The square is not hidden.
    #[error("{0} is not a hidden square")]
    NotHidden(Square),
    /// The hidden square is the opponent's.
    #[error("{0} is a hidden square of the opponent, who alone can choose what stands there")]
    OthersHidden(Square),
    /// A single reveal, or a pair on other squares, with two hidden squares left.
    #[error(
        "{first} and {second} are the last two hidden squares and must be revealed together, as in {first}=Q+{second}=K"
    )]
    OnlyTogether {
        /// The square nearer to the a-file.
        first: Square,
        /// The other square.
        second: Square,
    },
    /// A pair with more than two hidden squares left.
    #[error(
        "{hidden} squares are hidden, and only the last two are revealed together: reveal one at a time"
    )]
    OneAtATime {
        /// The number of hidden squares.
        hidden: usize,
    },
    /// The pool does not have the man.
    #[error("the pool has no {}{}: it has {pool}", more(*role, *pool), role_name(*role))]
    NotInPool {
        /// The role asked for.
        role: Role,
        /// The pool.
        pool: Pool,
    },
    /// No array of Chess960 would be possible.
    #[error("a {} on {square} leaves no array of Chess960: {why}", role_name(*role))]
    NoArray {
        /// The square to be revealed.
        square: Square,
        /// The role that was chosen.
        role: Role,
        /// The condition that is broken.
        why: NoArray,
    },
    /// The king may not be revealed on an attacked square while it is the opponent's turn.
    #[error("the king cannot be chosen for {}, because the square is attacked and the opponent is on the move", list(*threatened))]
    KingIntoAttack {
        /// The threatened squares.
        threatened: Bitboard,
    },
    /// The look-ahead: other choices leave a legal move, this one does not.
    #[error(
        "after this choice no move would be legal, whatever else is revealed; another choice leaves one"
    )]
    NoMoveAfterwards,
    /// There is no voluntary reveal since the last move or forced reveal.
    #[error(
        "there is no reveal to take back: only reveals of this turn can be, and a forced reveal makes all before it final"
    )]
    NothingToTakeBack,

    /// The square is empty.
    #[error("there is no man on {0}")]
    NobodyThere(Square),
    /// The man is the opponent's.
    #[error("the man on {0} belongs to the opponent")]
    NotYourMan(Square),
    /// A hidden man cannot move.
    #[error("{0} is hidden: choose what stands there before it moves")]
    HiddenCannotMove(Square),
    /// The man cannot reach the target.
    #[error("the {} on {from} cannot go to {to}", role_name(*role))]
    CannotReach {
        /// The man that was to move.
        role: Role,
        /// Its square.
        from: Square,
        /// The target.
        to: Square,
    },
    /// An own man stands on the target.
    #[error("{0} is taken by a man of the same colour")]
    OwnManThere(Square),
    /// A hidden man cannot be captured.
    #[error("{0} is hidden, and hidden men are never captured")]
    HiddenTarget(Square),
    /// A king cannot be captured.
    #[error("the king on {0} cannot be captured: kings never are")]
    KingTarget(Square),
    /// The player's own king would be attacked.
    #[error("this would leave the king on {king} attacked by the {} on {by}", role_name(*attacker))]
    KingAttacked {
        /// The square of the king.
        king: Square,
        /// The attacker.
        attacker: Role,
        /// The square of the attacker.
        by: Square,
    },
    /// All hidden squares would be attacked, and the king is on one of them.
    #[error("this would expose all hidden squares, {}, and the king stands on one of them", list(*hidden))]
    ExposesTheKing {
        /// All hidden squares of the player.
        hidden: Bitboard,
    },
    /// The promotion is missing.
    #[error("a pawn that reaches {0} must become a queen, rook, bishop or knight, as in {0}=Q")]
    PromotionMissing(Square),
    /// The move names a promotion but promotes nothing.
    #[error("only a pawn that reaches the last rank is promoted")]
    NoPromotion,

    /// The king has moved.
    #[error("the king has moved, so it cannot castle")]
    KingHasMoved,
    /// The rook has moved.
    #[error("the rook on {0} has moved, so the king cannot castle with it")]
    RookHasMoved(Square),
    /// A hidden square lies on the path of king or rook.
    #[error("{0} is hidden, and no square on the way of castling may be")]
    CastlingPastHidden(Square),
    /// A man stands on the path of king or rook.
    #[error("{0} must be empty to castle")]
    CastlingBlocked(Square),
    /// The king is in check.
    #[error("a king in check cannot castle")]
    CastlingInCheck,
    /// The king would cross an attacked square, or land on one.
    #[error("the king cannot castle over or onto {0}, which is attacked")]
    CastlingThroughAttack(Square),
}

/// Why a choice leaves no array of Chess960.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NoArray {
    /// Bishops on the same colour.
    #[error("the bishops must stand on squares of opposite colours")]
    Bishops,
    /// The king would not stand between the rooks.
    #[error("the king must stand between the rooks")]
    KingBetweenRooks,
    /// The other men could not be placed.
    #[error(
        "the other chessmen could not be placed so that the bishops are on opposite colours and the king between the rooks"
    )]
    NothingLeft,
}

/// “d1”, “d1 and e1”, “c1, d1 and e1”.
pub(super) fn list(squares: Bitboard) -> String {
    let names: Vec<String> = squares
        .into_iter()
        .map(|square| square.to_string())
        .collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}

const fn is_are(squares: Bitboard) -> &'static str {
    if squares.more_than_one() { "are" } else { "is" }
}

/// The word for “no second knight” if one is left, and nothing for “no knight” if none is.
const fn more(role: Role, pool: Pool) -> &'static str {
    if pool.contains(role) { "second " } else { "" }
}
