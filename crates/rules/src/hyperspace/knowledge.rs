//! Exactly what one player knows: enough to list the player's own actions and to complete it to full positions with
//! guesses.

use super::action::Action;
use super::position::Hyperspace;
use super::secret::Secret;
use super::traveler::{Traveler, Travelers};
use super::variant::Variant;
use crate::board::{Bitboard, Board, Castling, Color, Role, Square, same_colored};
use crate::position::{Bounded, Bounds, Position};

/// A piece in hyperspace as the departure board shows it, without its square of return.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Absent {
    /// The role.
    pub role: Role,
    /// For a bishop, whether it is light-squared.
    pub bishop_is_light: Option<bool>,
    /// Turns of its player until it returns, including the turn of the return.
    pub count_down: u8,
}

impl Absent {
    fn of(traveler: Traveler) -> Absent {
        Absent {
            role: traveler.role(),
            bishop_is_light: traveler.bishop_is_light(),
            count_down: traveler.count_down(),
        }
    }

    /// The squares to which it can return. (Under the open referee a bishop sent to the wrong
    /// colour is forfeited.)
    #[must_use]
    pub fn squares(self) -> Bitboard {
        match self.bishop_is_light {
            Some(true) => Bitboard::LIGHT_SQUARES,
            Some(false) => Bitboard::DARK_SQUARES,
            None => Bitboard::FULL,
        }
    }
}

/// Everything that one player knows about a position. It has no field for the opponent's squares, so positions that
/// differ only in those give equal values.
///
/// A conflict that the open referee still lets its player settle is omitted: it does not concern
/// the actor.
///
/// ```
/// use manifold_rules::board::{Color, Square};
/// use manifold_rules::position::{Bounded, Bounds, Position};
/// use manifold_rules::hyperspace::{Hyperspace, Knowledge};
///
/// let after = |text: &str| -> Result<Hyperspace, Box<dyn std::error::Error>> {
///     let mut position = Hyperspace::start(Default::default());
///     position.play(text.parse()?)?;
///     Ok(position)
/// };
/// let [one, other] = [after("c1^3@f4")?, after("c1^3@a3")?];
/// assert_ne!(one, other);
/// let black = Knowledge::of(&one, Color::Black);
/// assert_eq!(black, Knowledge::of(&other, Color::Black));
/// // What Black can do does not depend on White's square.
/// assert_eq!(black.legal_actions_within(Bounds::default()), one.legal_actions_within(Bounds::default()));
/// // Guesses make a full position of it. A bishop stays on its colour.
/// assert_eq!(black.complete(&[Square::F4]), Some(one));
/// assert_eq!(black.complete(&[Square::F5]), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Knowledge {
    seat: Color,
    board: Board,
    castling: Castling,
    own: Vec<Traveler>,
    theirs: Vec<Absent>,
    ply: u32,
    fifty_moves: u32,
    turn: Color,
    en_passant: Option<Square>,
    variant: Variant,
    withdrawn: Option<Square>,
}

impl Knowledge {
    /// What the player `seat` knows about `position`.
    #[must_use]
    pub fn of(position: &Hyperspace, seat: Color) -> Knowledge {
        let theirs = position.travelers(seat.other()).iter();
        Knowledge {
            seat,
            board: position.board,
            castling: position.castling,
            own: position.travelers(seat).to_vec(),
            theirs: theirs.map(|traveler| Absent::of(*traveler)).collect(),
            ply: position.ply,
            fifty_moves: position.fifty_moves,
            turn: position.turn,
            en_passant: position.en_passant,
            variant: position.variant,
            withdrawn: position.withdrawn,
        }
    }

    /// The player whose knowledge it is.
    #[must_use]
    pub fn seat(&self) -> Color {
        self.seat
    }

    /// The player to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The men on the board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The opponent's pieces in hyperspace, in the order in which they left.
    #[must_use]
    pub fn absent(&self) -> &[Absent] {
        &self.theirs
    }

    /// The full position in which the opponent's pieces in hyperspace return to the squares `guesses`.
    /// `None` unless there is exactly one valid square for each piece.
    #[must_use]
    pub fn complete(&self, guesses: &[Square]) -> Option<Hyperspace> {
        if guesses.len() != self.theirs.len() {
            return None;
        }
        let mut theirs = Travelers::NONE;
        for (absent, square) in self.theirs.iter().zip(guesses) {
            let light = absent.bishop_is_light.unwrap_or_default();
            let traveler =
                Traveler::new(absent.role, light, absent.count_down, Secret::new(*square))?;
            if !absent.squares().contains(*square) || !theirs.push(traveler) {
                return None;
            }
        }
        let mut position = Hyperspace::on_board(self.variant, self.board);
        position.castling = self.castling;
        position.ply = self.ply;
        position.fifty_moves = self.fifty_moves;
        position.turn = self.turn;
        position.en_passant = self.en_passant;
        position.withdrawn = self.withdrawn;
        for traveler in &self.own {
            position.travelers_mut(self.seat).push(*traveler);
        }
        *position.travelers_mut(self.seat.other()) = theirs;
        position.rehash();
        Some(position)
    }

    /// The legal actions within `bounds` if it is this player's turn; otherwise none.
    #[must_use]
    pub fn legal_actions_within(&self, bounds: Bounds) -> Vec<Action> {
        // The opponent's squares do not matter: they concern later turns.
        let anywhere: Vec<Square> = self
            .theirs
            .iter()
            .filter_map(|absent| absent.squares().first())
            .collect();
        self.complete(&anywhere)
            .filter(|_| self.seat == self.turn)
            .map_or_else(Vec::new, |position| position.legal_actions_within(bounds))
    }
}

impl Hyperspace {
    /// The position after a null move, which is not a rule of the game. `None` in check, and in a
    /// turn with a return.
    #[must_use]
    pub fn after_pass(&self) -> Option<Hyperspace> {
        if !self.is_ordinary_turn() || self.is_check() {
            return None;
        }
        let mut after = self.clone();
        after.pass();
        Some(after)
    }

    /// Whether `to` is a valid square of return for the piece on `from`.
    #[must_use]
    pub fn may_return(&self, from: Square, to: Square) -> bool {
        !self.board.by_role(Role::Bishop).contains(from) || same_colored(from).contains(to)
    }

    /// The pieces of `color` in hyperspace without their squares, in the order in which they left.
    pub fn absent(&self, color: Color) -> impl Iterator<Item = Absent> {
        self.travelers(color)
            .iter()
            .map(|traveler| Absent::of(*traveler))
    }

    /// Like [`Hyperspace::absent`], each piece with its square of return: for searching positions
    /// from [`Knowledge::complete`].
    pub fn bound(&self, color: Color) -> impl Iterator<Item = (Absent, Secret<Square>)> {
        self.travelers(color)
            .iter()
            .map(|traveler| (Absent::of(*traveler), traveler.square()))
    }
}
