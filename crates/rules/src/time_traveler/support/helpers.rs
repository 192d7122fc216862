//! Helpers: own men that can make way for others.

use super::scene::Scene;
use crate::board::{Bitboard, Rank, Role, pawns};
use crate::time_traveler::set_attacks;

/// Own men that can make way for others, computed when first needed.
pub(super) struct Helpers {
    /// Own men that can move at all.
    pub(super) mobile: Bitboard,
    /// By axis: own men that can leave their line.
    pub(super) leaving: [Bitboard; 4],
    /// By axis: own men that can only move along their line, and by more than one square.
    pub(super) gliding: [Bitboard; 4],
}

impl Helpers {
    pub(super) fn new(scene: &Scene) -> Helpers {
        let (free, empty) = (!scene.own, scene.empty());
        let pawns = scene.of(Role::Pawn);
        let leaping = scene.of(Role::Knight) & set_attacks::neighbors(Role::Knight, free);
        // By axis: the men that can step along it, and those that can go farther.
        let mut stepping = [Bitboard::EMPTY; 4];
        let mut gliding = [Bitboard::EMPTY; 4];
        for (axis, directions) in set_attacks::DIRECTIONS.chunks_exact(2).enumerate() {
            let sliders =
                scene.of(Role::Queen) | scene.of(if axis < 2 { Role::Rook } else { Role::Bishop });
            for direction in directions {
                let near = direction.step(free);
                stepping[axis] |= near & (sliders | scene.of(Role::King));
                gliding[axis] |= direction.step(near & empty) & sliders;
            }
        }
        let back = scene.color.other();
        let near = pawns::step(back, empty);
        let second = Bitboard::from_rank(scene.color.relative_rank(Rank::Second));
        stepping[0] |= near & pawns;
        gliding[0] |= pawns::step(back, near & empty) & pawns & second;
        let capturing = set_attacks::pawn_sides(back, scene.enemies);
        stepping[2] |= capturing[0] & pawns;
        stepping[3] |= capturing[1] & pawns;
        let [file, rank, diagonal, other] = stepping;
        let leaving = [
            leaping | rank | diagonal | other,
            leaping | file | diagonal | other,
            leaping | file | rank | other,
            leaping | file | rank | diagonal,
        ];
        for (gliding, leaving) in gliding.iter_mut().zip(leaving) {
            *gliding &= !leaving;
        }
        Helpers {
            mobile: leaving[0] | file,
            leaving,
            gliding,
        }
    }
}
