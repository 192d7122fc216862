//! Insufficient material, pieces in hyperspace included.

use super::position::Hyperspace;
use crate::board::{Bitboard, Color, Role};

/// The men of one player besides the king, on the board and in hyperspace.
#[derive(Default)]
struct Force {
    /// Pawns, rooks and queens.
    heavy: usize,
    knights: usize,
    light_bishops: usize,
    dark_bishops: usize,
}

impl Force {
    fn of(position: &Hyperspace, color: Color) -> Force {
        let board = position.board();
        let bishops = board.of(color, Role::Bishop);
        let heavy = [Role::Pawn, Role::Rook, Role::Queen];
        let mut force = Force {
            heavy: heavy.map(|role| board.of(color, role).count()).iter().sum(),
            knights: board.of(color, Role::Knight).count(),
            light_bishops: (bishops & Bitboard::LIGHT_SQUARES).count(),
            dark_bishops: (bishops & Bitboard::DARK_SQUARES).count(),
        };
        for traveler in position.travelers(color).iter() {
            match (traveler.role(), traveler.bishop_is_light()) {
                (Role::Knight, _) => force.knights += 1,
                // By the colour of the square that it left, never of the secret one.
                (_, Some(true)) => force.light_bishops += 1,
                (_, Some(false)) => force.dark_bishops += 1,
                _ => force.heavy += 1,
            }
        }
        force
    }

    fn minors(&self) -> usize {
        self.knights + self.light_bishops + self.dark_bishops
    }
}

/// Whether there is at most one minor piece in all, or one bishop each on squares of the same colour, and nothing else but kings.
pub(super) fn is_insufficient(position: &Hyperspace) -> bool {
    let [white, black] = Color::ALL.map(|color| Force::of(position, color));
    if white.heavy + black.heavy > 0 {
        return false;
    }
    let minors = (white.minors(), black.minors());
    let one_bishop_each = minors == (1, 1) && white.knights + black.knights == 0;
    minors.0 + minors.1 <= 1 || (one_bishop_each && white.light_bishops == black.light_bishops)
}
