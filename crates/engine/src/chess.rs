//! What the four games share in ordering actions: men on one board of chess, and what moves win and risk.

use manifold_rules::board::{Bitboard, Board, Color, Role, Square, StandardMove, attacks};

/// The usual worth of a man.
pub(crate) const fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 310,
        Role::Bishop => 325,
        Role::Rook => 500,
        Role::Queen => 950,
        Role::King => 600,
    }
}

/// The worth of a man in the middlegame and the endgame, without the king's.
pub(crate) const fn material(role: Role) -> (i32, i32) {
    match role {
        Role::Pawn => (90, 112),
        Role::Knight => (315, 300),
        Role::Bishop => (325, 320),
        Role::Rook => (485, 525),
        Role::Queen => (960, 985),
        Role::King => (0, 0),
    }
}

/// How much a man counts for the phase.
pub(crate) const fn phase(role: Role) -> i32 {
    match role {
        Role::Knight | Role::Bishop => 1,
        Role::Rook => 2,
        Role::Queen => 4,
        _ => 0,
    }
}

/// 0 on the edge to 3 in the centre.
pub(crate) const fn centre(square: Square) -> i32 {
    let index = square.to_u32() as i32;
    let file = (2 * (index % 8) - 7).abs();
    let rank = (2 * (index / 8) - 7).abs();
    let far = if file > rank { file } else { rank };
    (7 - far) / 2
}

/// Where a man likes to stand, seen from White's side: a guess, good enough for the order of actions.
pub(crate) const fn standing_by_hand(role: Role, square: Square) -> (i32, i32) {
    const STEPS: [(i32, i32); 8] = [
        (0, 0),
        (0, 0),
        (3, 5),
        (8, 14),
        (16, 30),
        (32, 58),
        (60, 100),
        (0, 0),
    ];
    let centre = centre(square);
    let rank = (square.to_u32() / 8) as usize;
    let file = square.to_u32() % 8;
    let home = rank == 0;
    match role {
        Role::Pawn => {
            let (middle, end) = STEPS[rank];
            let central = match file {
                3 | 4 => 2,
                2 | 5 => 1,
                _ => 0,
            };
            let here = if rank == 2 || rank == 3 || rank == 4 {
                central * 7
            } else if rank == 1 {
                central * -6
            } else {
                0
            };
            (middle + here, end)
        }
        Role::Knight => (
            centre * 11 - 18 - if home { 10 } else { 0 },
            centre * 9 - 14,
        ),
        Role::Bishop => (centre * 5 - 4 - if home { 12 } else { 0 }, centre * 4 - 4),
        Role::Rook => {
            let seventh = if rank == 6 { 18 } else { 0 };
            let central = if file == 3 || file == 4 { 6 } else { 0 };
            (seventh + central, seventh)
        }
        Role::Queen => (centre * 2, centre * 7 - 7),
        Role::King => {
            let middle = match rank {
                0 => match file {
                    6 | 1 => 26,
                    2 | 7 | 0 => 16,
                    5 | 3 => -6,
                    _ => 0,
                },
                1 => -14,
                _ => -32,
            };
            (middle, centre * 13 - 16)
        }
    }
}

const PLACES: [[(i32, i32); 64]; 6] = {
    let mut all = [[(0, 0); 64]; 6];
    let mut index = 0;
    while index < 6 {
        let role = Role::ALL[index];
        let mut square = 0;
        while square < 64 {
            let (middle, end) = standing_by_hand(role, Square::new(square));
            let (more, later) = material(role);
            all[index][square as usize] = (middle + more, end + later);
            square += 1;
        }
        index += 1;
    }
    all
};

/// The square as its owner sees it.
const fn seen_by(color: Color, square: Square) -> Square {
    match color {
        Color::White => square,
        Color::Black => square.flip_vertical(),
    }
}

/// Material and place of a man, for the order of actions.
#[inline]
pub(crate) fn standing(color: Color, role: Role, square: Square) -> (i32, i32) {
    PLACES[role as usize - 1][seen_by(color, square).to_usize()]
}

/// All squares ahead of a pawn on its file and the two beside it.
pub(crate) fn path(color: Color, square: Square) -> Bitboard {
    let file = Bitboard::from_file(square.file()).0;
    let beside = (file << 1 & 0xfefe_fefe_fefe_fefe) | (file >> 1 & 0x7f7f_7f7f_7f7f_7f7f);
    let rank = square.rank().to_u32();
    let ahead = match color {
        Color::White => u64::MAX.checked_shl(8 * (rank + 1)).unwrap_or(0),
        Color::Black => (1u64 << (8 * rank)) - 1,
    };
    Bitboard((file | beside) & ahead)
}

/// All squares that pawns of `color` on these squares attack.
#[inline]
pub(crate) fn pawn_attacks(color: Color, pawns: Bitboard) -> Bitboard {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let ahead = match color {
        Color::White => pawns.0 << 8,
        Color::Black => pawns.0 >> 8,
    };
    Bitboard((ahead & NOT_A) >> 1 | (ahead & NOT_H) << 1)
}

/// What a move of chess wins at once.
#[inline]
pub(crate) fn gain(board: &Board, us: Color, standard: StandardMove) -> i32 {
    let victim = match board.role_at(standard.to) {
        Some(role) if board.color_at(standard.to) == Some(us.other()) => worth(role),
        Some(_) => 0,
        // A pawn that leaves its file without finding anybody captures en passant.
        None if standard.from.file() != standard.to.file()
            && board.by_role(Role::Pawn).contains(standard.from) =>
        {
            worth(Role::Pawn)
        }
        None => 0,
    };
    let promotion = standard
        .promotion
        .map_or(0, |role| worth(role) - worth(Role::Pawn));
    victim + promotion
}

/// What a move may cost: the man, if an enemy attacks where it goes.
#[inline]
pub(crate) fn risk(board: &Board, us: Color, from: Square, to: Square) -> i32 {
    let occupied = board.occupied().without(from);
    match board.role_at(from) {
        Some(role) if role != Role::King && board.is_attacked(to, us.other(), occupied) => {
            worth(role)
        }
        _ => 0,
    }
}

/// How much earlier a quiet move comes that attacks a king.
pub(crate) const CHECK: i32 = 250;

/// How much better the man stands after a quiet move.
#[inline]
pub(crate) fn promise(board: &Board, us: Color, from: Square, to: Square) -> i32 {
    let Some(role) = board.role_at(from) else {
        return 0;
    };
    let (before, _) = standing(us, role, from);
    let (after, _) = standing(us, role, to);
    let pawns = attacks::pawn_attacks(us, to) & board.of(us.other(), Role::Pawn);
    let loss = if pawns.any() && role != Role::Pawn {
        worth(role) / 4
    } else {
        0
    };
    let reach = attacks::attacks(to, role.of(us), board.occupied().without(from));
    let check = if reach.intersects(board.of(us.other(), Role::King)) {
        CHECK
    } else {
        0
    };
    after - before - loss + check
}

/// A number below 4096 for a move.
#[inline]
pub(crate) fn slot(from: Square, to: Square) -> usize {
    from.to_usize() * 64 + to.to_usize()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_of_a_pawn_is_three_files_wide() {
        assert_eq!(path(Color::White, Square::E6).count(), 6);
        assert_eq!(path(Color::Black, Square::A2).count(), 2);
        assert!(path(Color::White, Square::H8).is_empty());
        assert!(path(Color::Black, Square::A1).is_empty());
    }
}
