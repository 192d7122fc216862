//! The squares that a man, or any of several, reaches in three imagined moves.

use super::imagination::Imagination;
use crate::board::{Bitboard, Role, Square, same_colored};

impl Imagination<'_> {
    /// The `wanted` empty squares on which one of the player's own untraveled `supporters` could stand as a
    /// `role` after at most three moves.
    pub(in crate::time_traveler) fn reach_of_any(
        &self,
        supporters: Bitboard,
        role: Role,
        wanted: Bitboard,
    ) -> Bitboard {
        let mut missing = wanted & self.scene.empty();
        let pawns = self.scene.of(Role::Pawn) & supporters;
        if role == Role::Pawn {
            missing &= !self.walks(pawns);
        } else {
            let kin = self.scene.of(role) & supporters;
            if kin.more_than_one() && !matches!(role, Role::Knight | Role::King) {
                missing &= !self.slid_alone(kin, role);
            }
            for from in kin {
                if missing.is_empty() {
                    break;
                }
                missing &= !self.reach(from, role, missing);
            }
        }
        if role != Role::King {
            let mut pawns = self.pawns_that_matter(pawns, role);
            if role == Role::Pawn && self.en_passant_capturers().is_empty() {
                pawns &= self.pawns_with_helpers_for(missing);
            }
            for from in pawns {
                if missing.is_empty() {
                    break;
                }
                missing &= !self.reach(from, role, missing);
            }
        }
        wanted & self.scene.empty() & !missing
    }

    /// The squares on which the player's own untraveled man on `from` could stand as a `role` after at most
    /// three moves. Exact for the `wanted` squares, which must be empty.
    pub(in crate::time_traveler) fn reach(
        &self,
        from: Square,
        role: Role,
        mut wanted: Bitboard,
    ) -> Bitboard {
        let Some(own_role) = self.scene.role_at(from) else {
            return Bitboard::EMPTY;
        };
        if own_role == Role::Bishop {
            // It only reaches squares of its colour.
            wanted &= same_colored(from);
            if wanted.is_empty() {
                return Bitboard::EMPTY;
            }
        }
        let mut reached = match (own_role, role) {
            (Role::Pawn, Role::Pawn) => {
                self.walks(Bitboard::from(from)) | self.helped_walks(from, wanted)
            }
            (Role::Pawn, Role::King) => return Bitboard::EMPTY,
            (Role::Pawn, _) => self.promoted(from, role, wanted),
            _ if own_role != role => return Bitboard::EMPTY,
            (Role::Knight | Role::King, _) => self.jumped(from, role, wanted),
            _ => self.slid(from, role, wanted),
        };
        if matches!(role, Role::King | Role::Rook) && (wanted & !reached).any() {
            reached |= self.castled(from, role, wanted & !reached);
        }
        if (wanted & !reached).any() {
            reached |= self.after_en_passant(from, own_role, role);
        }
        reached & wanted
    }
}
