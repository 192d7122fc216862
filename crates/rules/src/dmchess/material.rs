//! Insufficient material.

use super::dimension::Dimension;
use super::place::Place;
use super::position::DmChess;
use crate::board::{Bitboard, Board, Color, Role, material, same_colored};

impl DmChess {
    pub(super) fn count_men(&self, color: Color) -> usize {
        self.boards
            .iter()
            .map(|board| board.by_color(color).count())
            .sum()
    }

    /// Whether each side has one king and the men of all boards together are insufficient by the usual
    /// rule.
    /// Former pawns count as pawns.
    pub(super) fn is_bare(&self) -> bool {
        let men: usize = Color::ALL
            .into_iter()
            .map(|color| self.count_men(color))
            .sum();
        if men > 4
            || Color::ALL
                .into_iter()
                .any(|color| self.king_count(color) != 1)
        {
            return false;
        }
        // Only the colours of the squares matter, so the men of all boards are put together on one
        // board, each on any free square of the same colour.
        let mut together = Board::EMPTY;
        let mut free = Bitboard::FULL;
        for dimension in Dimension::ALL {
            for square in self.board(dimension).occupied() {
                let place = Place::new(dimension, square);
                let Some(man) = self.man_at(place) else {
                    continue;
                };
                if man.mark.is_former_pawn() || man.piece.role == Role::Pawn {
                    return false;
                }
                let Some(seat) = (free & same_colored(square)).first() else {
                    return false;
                };
                free.discard(seat);
                together.put(seat, man.piece);
            }
        }
        material::is_insufficient(&together)
    }
}
