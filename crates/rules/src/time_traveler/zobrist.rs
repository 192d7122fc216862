//! Zobrist keys of men and identities, and the keys of a whole position.

use super::position::TimeTraveler;
use super::stage::Stage;
use crate::board::{Color, Piece, Square, color_index, zobrist};

pub(super) fn man_key(square: Square, piece: Piece, stage: Stage) -> u64 {
    static TRAVELING: [u64; 768] = zobrist::table(21);
    static TRAVELED: [u64; 768] = zobrist::table(22);
    let kind = (piece.role as usize - 1) * 2 + color_index(piece.color);
    match stage {
        Stage::Untraveled => zobrist::man(square, piece),
        Stage::Traveling => TRAVELING[kind * 64 + square.to_usize()],
        Stage::Traveled => TRAVELED[kind * 64 + square.to_usize()],
    }
}

pub(super) fn identity_key(square: Square, color: Color, identity: u8) -> u64 {
    static IDENTITIES: [u64; 2048] = zobrist::table(23);
    IDENTITIES[(color_index(color) * 16 + usize::from(identity & 15)) * 64 + square.to_usize()]
}

impl TimeTraveler {
    pub(super) fn en_passant_key(&self) -> u64 {
        self.en_passant.map_or(0, |right| {
            zobrist::en_passant(right.square).wrapping_add(u64::from(right.annihilated))
        })
    }

    /// Recomputes the two keys.
    pub(super) fn recompute_keys(&mut self) {
        (self.men_key, self.past_key) = self.keys();
    }

    pub(super) fn keys(&self) -> (u64, u64) {
        let mut blank = TimeTraveler {
            men_key: zobrist::turn(self.turn) ^ zobrist::castling(self.castling),
            past_key: 0,
            ..*self
        };
        for square in self.men.occupied() {
            if let Some(man) = self.men.man_at(square) {
                blank.toggle(square, man);
            }
        }
        for color in Color::ALL {
            blank.past_key ^= self.explosions_of(color).key(color);
        }
        (blank.men_key, blank.past_key)
    }
}
