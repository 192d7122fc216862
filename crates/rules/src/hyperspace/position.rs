//! The position: the men on the board, the pieces in hyperspace, and the rights.

use super::conflict::Conflict;
use super::traveler::Travelers;
use super::variant::Variant;
use crate::board::{Bitboard, Board, Castling, Color, MoveGenerator, Role, Square};

/// A position of Hyperspace Chess, with everything that the referee knows. It takes 168 bytes.
///
/// `Debug` shows nothing secret. The Zobrist and repetition keys do depend on the secret squares,
/// so they must not leave the referee: the squares could be found by trying all of them.
///
/// With [`Bounds`](crate::position::Bounds)` { max_delay: 0 }` no phase-out is listed: that is
/// plain chess as long as no piece is in hyperspace.
///
/// ```
/// use manifold_rules::position::{Bounded, Bounds, Position};
/// use manifold_rules::hyperspace::{Hyperspace, Variant};
///
/// let mut position = Hyperspace::start(Variant::Strict);
/// assert_eq!(position.count_legal_within(Bounds { max_delay: 0 }), 20);
/// assert_eq!(position.count_legal_within(Bounds { max_delay: 1 }), 404);
/// position.play("c1^3@f4".parse()?)?;
/// assert_eq!(std::mem::size_of::<Hyperspace>(), 168);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Hyperspace {
    /// The conflict that the open referee still lets its player settle. It is the first field so
    /// that a clone copies all the others at once.
    pub(super) conflict: Option<Box<Conflict>>,
    pub(super) board: Board,
    pub(super) castling: Castling,
    /// Zobrist key of everything public: board, rights and turn.
    pub(super) hash: u64,
    pub(super) travelers: [Travelers; 2],
    pub(super) ply: u32,
    pub(super) fifty_moves: u32,
    pub(super) turn: Color,
    pub(super) en_passant: Option<Square>,
    pub(super) variant: Variant,
    /// The square from which the player to move has just cancelled a phase-out.
    pub(super) withdrawn: Option<Square>,
}

impl Hyperspace {
    /// A position with an empty hyperspace. The caller fills in the rest and then calls
    /// [`Hyperspace::rehash`].
    pub(super) fn on_board(variant: Variant, board: Board) -> Hyperspace {
        Hyperspace {
            board,
            castling: Castling::NONE,
            hash: 0,
            travelers: [Travelers::NONE; 2],
            conflict: None,
            ply: 0,
            fifty_moves: 0,
            turn: Color::White,
            en_passant: None,
            variant,
            withdrawn: None,
        }
    }

    /// The men on the board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The castling rights.
    #[must_use]
    pub fn castling(&self) -> Castling {
        self.castling
    }

    /// The en passant square: the one that a pawn has just crossed by a double step.
    #[must_use]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// The pieces of `color` in hyperspace, in the order in which they left.
    pub fn away(&self, color: Color) -> impl Iterator<Item = Role> {
        self.travelers(color).iter().map(|traveler| traveler.role())
    }

    #[inline]
    pub(super) fn travelers(&self, color: Color) -> &Travelers {
        &self.travelers[color.fold_wb(0, 1)]
    }

    #[inline]
    pub(super) fn travelers_mut(&mut self, color: Color) -> &mut Travelers {
        &mut self.travelers[color.fold_wb(0, 1)]
    }

    /// The number of the turn at whose end a piece of `color` with this count-down returns.
    pub(super) fn return_turn(&self, color: Color, count_down: u8) -> u32 {
        let next = self.ply.saturating_add(u32::from(color != self.turn));
        (next / 2).saturating_add(u32::from(count_down))
    }

    pub(super) fn move_generator(&self) -> MoveGenerator<'_> {
        MoveGenerator {
            board: &self.board,
            turn: self.turn,
            castling: self.castling,
            en_passant: self.en_passant,
        }
    }

    /// Whether the game is decided on the board.
    pub(super) fn is_decided(&self) -> bool {
        !self.has_any()
    }

    /// The men that give check to the player to move.
    pub(super) fn checkers(&self) -> Bitboard {
        self.move_generator().constraints().checkers
    }
}
