//! The four castling rights, as FEN writes them.

use super::position::Hyperspace;
use crate::board::{Color, Square};

/// Letter, rook and colour of the four castling rights.
pub(super) const CASTLING: [(char, Square, Color); 4] = [
    ('K', Square::H1, Color::White),
    ('Q', Square::A1, Color::White),
    ('k', Square::H8, Color::Black),
    ('q', Square::A8, Color::Black),
];

impl Hyperspace {
    /// The letters of castling rights, as FEN writes them.
    pub(super) fn castling_letters(&self) -> String {
        let letters: String = CASTLING
            .into_iter()
            .filter(|(_, rook, _)| self.castling.rooks().contains(*rook))
            .map(|(letter, _, _)| letter)
            .collect();
        if letters.is_empty() {
            "-".to_owned()
        } else {
            letters
        }
    }
}
