//! The view: nothing in this game is secret.

use std::fmt::{self, Display};

use serde::Serialize;

use super::en_passant::EnPassant;
use super::identity::{Identities, start_of_identity};
use super::position::TimeTraveler;
use super::stage::Stage;
use super::{approach, check, resonator, text};
use crate::board::{Bitboard, Color, Role, Square, names};
use crate::position::Position;

/// A man on the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Man {
    /// The square on which it stands.
    #[serde(serialize_with = "names::square")]
    pub square: Square,
    /// Its owner.
    #[serde(serialize_with = "names::color")]
    pub color: Color,
    /// Its role.
    #[serde(serialize_with = "names::role")]
    pub role: Role,
    /// The stage of its history.
    pub stage: Stage,
    /// Its starting square; `None` unless it is untraveled.
    #[serde(serialize_with = "names::optional_square")]
    pub start: Option<Square>,
    /// Whether it is a resonator.
    pub resonator: bool,
}

/// The distance of an untraveled man to a traveling man that it can annihilate with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Approach {
    /// The square on which it stands.
    #[serde(serialize_with = "names::square")]
    pub square: Square,
    /// The minimum number of moves in which it annihilates with the traveling man while all others
    /// stand still: 1 if it can now. `None` if there is no way at present.
    pub moves: Option<u8>,
}

/// A thread of the loom: an explosion and what has become of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Thread {
    /// The role that exploded.
    #[serde(serialize_with = "names::role")]
    pub role: Role,
    /// The square of the explosion.
    #[serde(serialize_with = "names::square")]
    pub square: Square,
    /// Whether the traveling man still stands there.
    pub open: bool,
    /// The untraveled men that can resonate with it. Empty for a closed thread.
    #[serde(serialize_with = "names::squares")]
    pub candidates: Vec<Square>,
    /// The same candidates with their distances.
    pub approaches: Vec<Approach>,
    /// The number of candidates that can annihilate now.
    pub ready: usize,
    /// Whether some candidate cannot be spared: without it not all threads could be closed any
    /// more.
    pub endangered: bool,
    /// The candidates that cannot be spared.
    #[serde(serialize_with = "names::squares")]
    pub needed: Vec<Square>,
    /// The enemy men that attack the traveling man. Its capture loses the game.
    #[serde(serialize_with = "names::squares")]
    pub attackers: Vec<Square>,
    /// The needed men that an enemy attacks.
    #[serde(serialize_with = "names::squares")]
    pub needed_attacked: Vec<Square>,
    /// The starting squares of the men that supported the explosion when it was made.
    #[serde(serialize_with = "names::squares")]
    pub supports: Vec<Square>,
}

/// One side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Side {
    /// The colour of the side.
    #[serde(serialize_with = "names::color")]
    pub color: Color,
    /// Whether no traveling man of this side is on the board.
    pub resolved: bool,
    /// Whether this side's position is grammatically correct.
    pub correct: bool,
    /// Whether this side has a king, as the rules count it.
    pub has_king: bool,
    /// The untraveled men that cannot be spared. Losing one loses the game.
    #[serde(serialize_with = "names::squares")]
    pub indispensable: Vec<Square>,
    /// The untraveled men with which one more explosion can be paired.
    #[serde(serialize_with = "names::squares")]
    pub unspent: Vec<Square>,
    /// All explosions of this side, in order.
    pub threads: Vec<Thread>,
}

/// A position with all that is needed for drawing it. The same for every viewer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct View {
    /// The side to move.
    #[serde(serialize_with = "names::color")]
    pub turn: Color,
    /// Whether that player is in check.
    pub check: bool,
    /// The target of the check: the king, or for a player without a king the opponent's last
    /// traveling man, whose annihilation would win.
    #[serde(serialize_with = "names::optional_square")]
    pub threatened: Option<Square>,
    /// The en passant square.
    #[serde(serialize_with = "names::optional_square")]
    pub en_passant: Option<Square>,
    /// Whether that double step was an annihilation, which the capture undoes.
    pub en_passant_undoes_annihilation: bool,
    /// The rooks with castling rights.
    #[serde(serialize_with = "names::squares")]
    pub castling_rooks: Vec<Square>,
    /// All men, from a1 to h8.
    pub men: Vec<Man>,
    /// White's side and Black's.
    pub sides: [Side; 2],
    /// Plies since the last event that resets the fifty-move count.
    pub fifty_move_count: u32,
    /// The number of the full move.
    pub move_number: u32,
    /// The position as one line.
    pub text: String,
}

impl Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The view, the same for everybody.
pub(super) fn view(game: &TimeTraveler) -> View {
    let resonators = Color::ALL.into_iter().fold(Bitboard::EMPTY, |all, color| {
        all | resonator::resonators(&game.men, color)
    });
    let men = game
        .men
        .occupied()
        .into_iter()
        .filter_map(|square| {
            let (piece, stage) = game.men.at(square)?;
            Some(Man {
                square,
                color: piece.color,
                role: piece.role,
                stage,
                start: game
                    .men
                    .identity_at(square)
                    .map(|identity| start_of_identity(piece.color, identity)),
                resonator: resonators.contains(square),
            })
        })
        .collect();
    View {
        turn: game.turn(),
        check: game.is_check(),
        threatened: Some(game.turn())
            .filter(|_| game.is_check())
            .and_then(|turn| threatened(game, turn)),
        en_passant: game.en_passant.map(|right| right.square),
        en_passant_undoes_annihilation: matches!(
            game.en_passant,
            Some(EnPassant {
                annihilated: true,
                ..
            })
        ),
        castling_rooks: game.castling.rooks().into_iter().collect(),
        men,
        sides: [side(game, Color::White), side(game, Color::Black)],
        fifty_move_count: game.fifty,
        move_number: game.ply / 2 + 1,
        text: text::write(game),
    }
}

fn side(game: &TimeTraveler, color: Color) -> Side {
    let men = &game.men;
    let indispensable = game.indispensable(color);
    let list = game.explosions_of(color).list();
    let threads = list
        .iter()
        .enumerate()
        .map(|(number, explosion)| {
            let square = explosion.square;
            let later = list[number + 1..]
                .iter()
                .any(|later| later.square == square);
            let open = !later && men.traveling(color).contains(square);
            let candidates = if open {
                resonator::resonating(men, color, explosion.role, square)
            } else {
                Bitboard::EMPTY
            };
            let needed = candidates & indispensable;
            let attackers = |square: Square| {
                men.board().attackers(square, color.other(), men.occupied())
                    & men.movable(color.other())
            };
            let ready = check::annihilators(men, square, men.occupied()) & candidates;
            Thread {
                role: explosion.role,
                square,
                open,
                candidates: candidates.into_iter().collect(),
                approaches: candidates
                    .into_iter()
                    .map(|from| Approach {
                        square: from,
                        moves: approach::moves_to_meet(men, from, square),
                    })
                    .collect(),
                ready: ready.count(),
                endangered: open && needed.any(),
                needed: needed.into_iter().collect(),
                attackers: if open {
                    attackers(square).into_iter().collect()
                } else {
                    Vec::new()
                },
                needed_attacked: needed
                    .into_iter()
                    .filter(|square| attackers(*square).any())
                    .collect(),
                supports: starts(color, explosion.support),
            }
        })
        .collect();
    Side {
        color,
        resolved: check::is_resolved(men, color),
        correct: game.is_correct(color),
        has_king: check::has_king(men, color),
        indispensable: indispensable.into_iter().collect(),
        unspent: game.unspent(color).into_iter().collect(),
        threads,
    }
}

/// The target of a check of `color`.
fn threatened(game: &TimeTraveler, color: Color) -> Option<Square> {
    check::critical_king(&game.men, color)
        .or_else(|| game.men.traveling(color.other()).single_square())
}

fn starts(color: Color, identities: Identities) -> Vec<Square> {
    (0..16)
        .filter(|identity| identities & (1 << identity) != 0)
        .map(|identity| start_of_identity(color, identity))
        .collect()
}
