//! Why an action is not legal.

use thiserror::Error;

use super::traveler::Traveler;
use crate::board::{CastlingSide, Role, Square, role_name};

/// Why an action is not legal. Only for the player of that action: it can name secret squares.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Refusal {
    /// No man stands on the origin square of the action.
    #[error("there is no man on {square}")]
    Empty {
        /// The empty square.
        square: Square,
    },
    /// The man is the opponent's.
    #[error("the {} on {square} is your opponent's", role_name(*role))]
    NotYours {
        /// The man on the square.
        role: Role,
        /// The square.
        square: Square,
    },
    /// The man does not move like that.
    #[error("the {} on {from} cannot go to {to}", role_name(*role))]
    CannotReach {
        /// The man that was to move.
        role: Role,
        /// Its square.
        from: Square,
        /// The target.
        to: Square,
    },
    /// The target holds a man of the same player.
    #[error("your own {} stands on {to}", role_name(*role))]
    OwnMan {
        /// The man on the target.
        role: Role,
        /// The target.
        to: Square,
    },
    /// A pawn reaches the last rank, and the action does not say to what it promotes.
    #[error("the pawn is promoted on {to}: add q, r, b or n")]
    PromotionMissing {
        /// The square of the promotion.
        to: Square,
    },
    /// The action names a promotion but promotes nothing.
    #[error("only a pawn that reaches the last rank is promoted")]
    NotPromoted,
    /// The king or the rook has moved or been in hyperspace.
    #[error("the king or the rook of that side has moved or been away, so they cannot castle {}", side_name(*side))]
    CastlingLost {
        /// The side to which they should castle.
        side: CastlingSide,
    },
    /// A man stands on a square that must be empty for castling.
    #[error("the king cannot castle while a man stands on {square}")]
    CastlingBlocked {
        /// The first occupied square.
        square: Square,
    },
    /// The king starts on, crosses or lands on an attacked square.
    #[error(
        "the king cannot castle because {square} is attacked, and a piece returns too late to change that"
    )]
    CastlingAttacked {
        /// The attacked square.
        square: Square,
    },
    /// The king would be, or remain, attacked after the whole turn.
    #[error(
        "after this turn your king on {king} would be attacked by the {} on {attacker}",
        role_name(*role)
    )]
    KingAttacked {
        /// The square of the king after the turn.
        king: Square,
        /// The attacker.
        role: Role,
        /// The square of the attacker.
        attacker: Square,
    },
    /// Pawns and kings stay on the board.
    #[error(
        "a {} cannot enter hyperspace: only queens, rooks, bishops and knights can",
        role_name(*role)
    )]
    CannotLeave {
        /// The man that was to leave.
        role: Role,
    },
    /// Another piece of the player returns on that turn.
    #[error(
        "with a delay of {delay} it would return on turn {turn}, and your {} returns then: the nearest free delay is {free}",
        role_name(*role)
    )]
    TurnTaken {
        /// The delay.
        delay: u8,
        /// The turn of the return.
        turn: u32,
        /// The piece that returns on that turn.
        role: Role,
        /// A delay that is free.
        free: u8,
    },
    /// A bishop would return to a square of the other colour.
    #[error(
        "a bishop from {from} must return on a {} square, and {to} is {}",
        color_of(*from),
        color_of(*to)
    )]
    WrongColor {
        /// The square on which it stands.
        from: Square,
        /// The square of its return.
        to: Square,
    },
    /// A collision, and the player has not said which piece stays.
    #[error(
        "your {} returns to {square} and meets your own {} there: add /r to keep the returning {}, /o to keep the {}",
        role_name(*returning),
        role_name(*occupant),
        role_name(*returning),
        role_name(*occupant)
    )]
    ChoiceMissing {
        /// The returning piece.
        returning: Role,
        /// The square of its return.
        square: Square,
        /// The piece on the square.
        occupant: Role,
    },
    /// More answers than collisions.
    #[error("no returning piece meets another piece of yours in this turn, so leave out /r and /o")]
    NothingToChoose,
    /// `--` without a piece that returns.
    #[error("no piece of yours returns on this turn, so -- is not possible")]
    NothingReturns,
    /// `--` although a move or a phase-out is legal.
    #[error("-- is only for a turn in which no move and no phase-out is legal, and you have one")]
    NotForced,
    /// Touch-move obliges the player to act with another piece.
    #[error("you have touched the {} on {square}, so you must move it or send it away", role_name(*role))]
    Touched {
        /// The touched piece.
        role: Role,
        /// The square on which it stands.
        square: Square,
    },
    /// Nothing to amend or to cancel.
    #[error("there is no conflict of returns to settle")]
    NoConflict,
    /// The amended delay leads to a taken turn too.
    #[error("with a delay of {delay} it would return on turn {turn}, which is taken as well")]
    AmendedTurnTaken {
        /// The delay.
        delay: u8,
        /// The turn of the return.
        turn: u32,
    },
    /// The game has been decided.
    #[error("the game is over")]
    GameOver,
}

fn side_name(side: CastlingSide) -> &'static str {
    match side {
        CastlingSide::KingSide => "on the king's side",
        CastlingSide::QueenSide => "on the queen's side",
    }
}

fn color_of(square: Square) -> &'static str {
    if square.is_light() { "light" } else { "dark" }
}

impl Refusal {
    pub(super) fn choice_missing(traveler: Traveler, occupant: Role) -> Refusal {
        Refusal::ChoiceMissing {
            returning: traveler.role(),
            square: traveler.square().reveal(),
            occupant,
        }
    }
}
