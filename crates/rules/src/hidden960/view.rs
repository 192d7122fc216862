//! The view. Nothing in this game is secret, so all viewers see the same.

use std::fmt::{self, Display};

use serde::Serialize;

use super::choice::Choice;
use super::refusal::list;
use super::{Hidden960, Pool};
use crate::board::{Bitboard, Castling, CastlingSide, Color, Role, Square, names, player_name};
use crate::outcome::Outcome;
use crate::position::Variant as _;
use crate::position::{Position, Turns};
use crate::viewer::Viewer;

/// The view of a position, the same for everybody. Displayed as position text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct View {
    /// The position text.
    pub position: String,
    /// The identifier of the variant.
    pub variant: &'static str,
    /// The player to move.
    #[serde(serialize_with = "names::color")]
    pub turn: Color,
    /// The duty: who must act next, and why.
    pub duty: Duty,
    /// The outcome on the board, if the game has ended there.
    pub outcome: Option<Outcome>,
    /// The number of the move, counted as in chess.
    pub full_move: u32,
    /// Plies since the last capture or pawn move; at 100 the game is drawn.
    pub fifty_moves: u32,
    /// All men, hidden ones included.
    pub men: Vec<Man>,
    /// The attacked kings. A reveal can give check to the player not to move.
    #[serde(serialize_with = "names::squares")]
    pub checked_kings: Vec<Square>,
    /// The square on which a pawn can be captured en passant.
    #[serde(serialize_with = "names::optional_square")]
    pub en_passant: Option<Square>,
    /// The pools of both players.
    pub pools: PoolsView,
    /// The castling moves that are possible, now or later, with revealed kings and rooks.
    pub castling: Vec<CastlingView>,
    /// The squares that `unreveal` would hide again; empty if it is not legal.
    #[serde(serialize_with = "names::squares")]
    pub unreveal: Vec<Square>,
}

/// A man on the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Man {
    /// The square on which it stands.
    #[serde(serialize_with = "names::square")]
    pub square: Square,
    /// Its owner.
    #[serde(serialize_with = "names::color")]
    pub color: Color,
    /// Its role; `None` while the square is hidden.
    #[serde(serialize_with = "names::optional_role")]
    pub role: Option<Role>,
    /// Whether it is a threatened hidden square.
    pub threatened: bool,
    /// The men that attack it, if it is threatened.
    #[serde(serialize_with = "names::squares")]
    pub attackers: Vec<Square>,
    /// Whether it is a king or rook that has never moved.
    pub unmoved: bool,
    /// The roles that the actor can choose for this hidden square now.
    #[serde(serialize_with = "names::roles")]
    pub choices: Vec<Role>,
}

/// The player who must act, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Duty {
    /// The player who must act next.
    #[serde(serialize_with = "names::color")]
    pub actor: Color,
    /// The threatened squares that must be revealed first; empty if the actor is free to act.
    #[serde(serialize_with = "names::squares")]
    pub must_reveal: Vec<Square>,
    /// Whether the actor is not the player to move and must only answer a threat.
    pub out_of_turn: bool,
    /// The last two hidden squares of the actor, which can only be revealed together; otherwise empty.
    #[serde(serialize_with = "names::squares")]
    pub together: Vec<Square>,
}

/// The pools of both players, one entry for every man.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PoolsView {
    /// The roles that White has still to place.
    #[serde(serialize_with = "names::roles")]
    pub white: Vec<Role>,
    /// The roles that Black has still to place.
    #[serde(serialize_with = "names::roles")]
    pub black: Vec<Role>,
}

/// A king and a rook that have never moved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CastlingView {
    /// Their owner.
    #[serde(serialize_with = "names::color")]
    pub color: Color,
    /// The square of the king.
    #[serde(serialize_with = "names::square")]
    pub king: Square,
    /// The square of the rook.
    #[serde(serialize_with = "names::square")]
    pub rook: Square,
    /// `O-O` or `O-O-O`.
    pub name: &'static str,
    /// Whether it is legal now.
    pub now: bool,
}

impl View {
    pub(super) fn new(position: &Hidden960, _viewer: Viewer) -> View {
        let outcome = position.outcome();
        let turn = position.turn;
        View {
            position: position.to_text(),
            variant: position.variant.id(),
            turn,
            duty: Duty::new(position),
            outcome,
            full_move: position.ply / 2 + 1,
            fifty_moves: position.fifty_move_count(),
            men: men(position),
            checked_kings: checked_kings(position),
            en_passant: position.en_passant,
            pools: PoolsView {
                white: roles(position.pool(Color::White)),
                black: roles(position.pool(Color::Black)),
            },
            castling: castling(position),
            unreveal: unreveal(position),
        }
    }
}

impl Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.position)
    }
}

impl Duty {
    fn new(position: &Hidden960) -> Duty {
        let actor = position.actor();
        let hidden = position.hidden(actor);
        Duty {
            actor,
            must_reveal: position.threatened(actor).into_iter().collect(),
            out_of_turn: actor != position.turn,
            together: if hidden.count() == 2 {
                hidden.into_iter().collect()
            } else {
                Vec::new()
            },
        }
    }
}

/// The duty as a sentence.
impl Display for Duty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = player_name(self.actor);
        let squares: Bitboard = self.must_reveal.iter().copied().collect();
        let together: Bitboard = self.together.iter().copied().collect();
        let is_are = if squares.more_than_one() { "are" } else { "is" };
        if squares.is_empty() {
            write!(f, "{name} to move")
        } else if together.is_empty() {
            write!(
                f,
                "{name} must choose what stands on {}, which {is_are} attacked",
                list(squares)
            )
        } else {
            write!(
                f,
                "{name} must choose what stands on {}: {} {is_are} attacked, and the last two are revealed together",
                list(together),
                list(squares)
            )
        }
    }
}

fn roles(pool: Pool) -> Vec<Role> {
    pool.men().collect()
}

fn men(position: &Hidden960) -> Vec<Man> {
    let can_move = position.threatened.is_empty() && position.has_move();
    let mut choices: Vec<(Square, Role)> = position
        .legal_choices(can_move)
        .into_iter()
        .flat_map(Choice::reveals)
        .map(|reveal| (reveal.square, reveal.role))
        .collect();
    choices.dedup();
    let board = &position.board;
    board
        .occupied()
        .into_iter()
        .filter_map(|square| Some((square, board.color_at(square)?)))
        .map(|(square, color)| {
            let threatened = position.threatened.contains(square);
            let attackers = if threatened {
                board.attackers(square, color.other(), board.occupied())
            } else {
                Bitboard::EMPTY
            };
            Man {
                square,
                color,
                role: board.role_at(square),
                threatened,
                attackers: attackers.into_iter().collect(),
                unmoved: position.unmoved.contains(square),
                choices: choices
                    .iter()
                    .filter(|(at, _)| *at == square)
                    .map(|(_, role)| *role)
                    .collect(),
            }
        })
        .collect()
}

fn checked_kings(position: &Hidden960) -> Vec<Square> {
    let board = &position.board;
    Color::ALL
        .into_iter()
        .filter_map(|color| {
            board
                .king_of(color)
                .filter(|king| board.is_attacked(*king, color.other(), board.occupied()))
        })
        .collect()
}

fn castling(position: &Hidden960) -> Vec<CastlingView> {
    let board = &position.board;
    let mut all = Vec::new();
    for color in Color::ALL {
        let Some(king) = board
            .king_of(color)
            .filter(|king| position.unmoved.contains(*king))
        else {
            continue;
        };
        let is_free = color == position.turn && position.threatened.is_empty();
        let targets = if is_free {
            position.targets(king)
        } else {
            Bitboard::EMPTY
        };
        for rook in position.unmoved & board.of(color, Role::Rook) {
            all.push(CastlingView {
                color,
                king,
                rook,
                name: match Castling::side(king, rook) {
                    CastlingSide::KingSide => "O-O",
                    CastlingSide::QueenSide => "O-O-O",
                },
                now: targets.contains(rook),
            });
        }
    }
    all
}

fn unreveal(position: &Hidden960) -> Vec<Square> {
    if position.check_unreveal().is_err() {
        return Vec::new();
    }
    let count = if position.pool(position.turn).is_empty() {
        2
    } else {
        1
    };
    let rank = position.turn.backrank();
    let mut squares: Vec<Square> = position
        .latest
        .files()
        .rev()
        .take(count)
        .map(|file| Square::from_coords(file, rank))
        .collect();
    squares.reverse();
    squares
}
