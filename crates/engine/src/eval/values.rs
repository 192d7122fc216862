//! Piece values and piece-square tables, set by hand: for move ordering, SEE, and as the start of tuning.

use manifold_rules::board::{Color, Role, Square};

/// The value of a man, in centipawns.
pub(crate) const fn piece_value(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 310,
        Role::Bishop => 325,
        Role::Rook => 500,
        Role::Queen => 950,
        Role::King => 600,
    }
}

/// The value of a man in the middlegame and the endgame, in centipawns; 0 for a king.
pub(crate) const fn tapered_value(role: Role) -> (i32, i32) {
    match role {
        Role::Pawn => (90, 112),
        Role::Knight => (315, 300),
        Role::Bishop => (325, 320),
        Role::Rook => (485, 525),
        Role::Queen => (960, 985),
        Role::King => (0, 0),
    }
}

/// The weight of a man in the game phase.
pub(crate) const fn phase(role: Role) -> i32 {
    match role {
        Role::Knight | Role::Bishop => 1,
        Role::Rook => 2,
        Role::Queen => 4,
        _ => 0,
    }
}

/// The centrality of a square, from 0 on the edge to 3 in the centre.
pub(crate) const fn centrality(square: Square) -> i32 {
    let index = square.to_u32() as i32;
    let file = (2 * (index % 8) - 7).abs();
    let rank = (2 * (index / 8) - 7).abs();
    let far = if file > rank { file } else { rank };
    (7 - far) / 2
}

/// The piece-square tables set by hand, from White's side and without material: middlegame and endgame.
pub(crate) const fn hand_set_psqt(role: Role, square: Square) -> (i32, i32) {
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
    let centre = centrality(square);
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

const PSQT: [[(i32, i32); 64]; 6] = {
    let mut all = [[(0, 0); 64]; 6];
    let mut index = 0;
    while index < 6 {
        let role = Role::ALL[index];
        let mut square = 0;
        while square < 64 {
            let (middle, end) = hand_set_psqt(role, Square::new(square));
            let (more, later) = tapered_value(role);
            all[index][square as usize] = (middle + more, end + later);
            square += 1;
        }
        index += 1;
    }
    all
};

/// The square as seen by `color`.
const fn relative_square(color: Color, square: Square) -> Square {
    match color {
        Color::White => square,
        Color::Black => square.flip_vertical(),
    }
}

/// Material and piece-square value of a man: middlegame and endgame.
#[inline]
pub(crate) fn psqt(color: Color, role: Role, square: Square) -> (i32, i32) {
    PSQT[role as usize - 1][relative_square(color, square).to_usize()]
}
