//! Paths that begin with an en passant capture.

use super::imagination::Imagination;
use super::scene::Scene;
use crate::board::{Bitboard, Role, Square, attacks};
use crate::time_traveler::en_passant::EnPassant;

impl Imagination<'_> {
    pub(super) fn en_passant_capturers(&self) -> Bitboard {
        self.game.en_passant.map_or(Bitboard::EMPTY, |right| {
            attacks::pawn_attacks(self.scene.color.other(), right.square)
                & self.scene.of(Role::Pawn)
        })
    }

    /// The squares reached by paths that begin with an en passant capture, by the man itself or by a helper.
    pub(super) fn after_en_passant(&self, from: Square, own_role: Role, role: Role) -> Bitboard {
        let Some(right) = self.game.en_passant else {
            return Bitboard::EMPTY;
        };
        let mut reached = Bitboard::EMPTY;
        for capturer in self.en_passant_capturers() {
            let scene = self.en_passant_made(capturer, right);
            let at = if capturer == from { right.square } else { from };
            if own_role == Role::Pawn {
                reached |= scene.pawn_reach_in_two(at, role);
                if capturer == from && role == Role::Pawn {
                    reached.add(at);
                }
            } else {
                reached |= scene.reach_in_two(at, role);
            }
        }
        reached
    }

    pub(super) fn en_passant_made(&self, capturer: Square, right: EnPassant) -> Scene {
        let mut scene = self.scene.after(capturer, right.square);
        if let Some(jumped) = self.game.jumped_to(right) {
            if right.annihilated {
                scene.enemies.add(jumped);
            } else {
                scene.enemies.discard(jumped);
            }
        }
        scene
    }
}
