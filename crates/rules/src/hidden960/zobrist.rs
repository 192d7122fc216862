//! Zobrist keys of pools and chosen arrays.

use super::position::Hidden960;
use super::{Pool, Variant};
use crate::board::{Color, File, Role, color_index, zobrist};

/// The tag of this game's Zobrist keys.
const TAG: u64 = 0x960 << 32;

pub(super) fn pool_key(color: Color, pool: Pool) -> u64 {
    if pool.is_empty() {
        return 0;
    }
    let code = pool.men().fold(1, |code: u64, role| code * 7 + role as u64);
    zobrist::scramble(TAG + (code << 1) + color_index(color) as u64)
}

pub(super) fn chosen_key(color: Color, file: File, role: Role) -> u64 {
    let code = (role as u64) << 4 | u64::from(file.to_u32()) << 1 | color_index(color) as u64;
    zobrist::scramble(TAG * 2 + code)
}

impl Hidden960 {
    pub(super) fn keys_of_arrays(&self) -> u64 {
        let mut key = 0;
        if self.variant == Variant::Free {
            return key;
        }
        for color in Color::ALL {
            for file in File::ALL {
                if let Some(role) = self.arrays[color_index(color)].role_at(file) {
                    key ^= chosen_key(color, file, role);
                }
            }
        }
        key
    }
}
