//! The terms of chess, which all four games share: men on one board.

use manifold_rules::board::{Bitboard, Board, Color, Rank, Role, Square, attacks};

use super::terms::block;
use super::{Block, Labels, Tally, length, start};
use crate::chess::{path, pawn_attacks, phase};

/// The blocks of terms, in the order of their numbers.
pub(crate) const BLOCKS: &[Block] = &[
    block("tempo", Labels::One),
    block(
        "material",
        Labels::Words(&["pawn", "knight", "bishop", "rook", "queen"]),
    ),
    block("place.pawn", Labels::HalfBoard),
    block("place.knight", Labels::HalfBoard),
    block("place.bishop", Labels::HalfBoard),
    block("place.rook", Labels::HalfBoard),
    block("place.queen", Labels::HalfBoard),
    block("place.king", Labels::HalfBoard),
    block("mobility.knight", Labels::Numbers(9)),
    block("mobility.bishop", Labels::Numbers(14)),
    block("mobility.rook", Labels::Numbers(15)),
    block("mobility.queen", Labels::Numbers(28)),
    block("bishop-pair", Labels::One),
    block("bishop-pawns", Labels::One),
    block("outpost", Labels::Words(&["knight", "bishop"])),
    block("rook-file", Labels::Words(&["half-open", "open"])),
    block("passed", Labels::Numbers(8)),
    block(
        "passed-more",
        Labels::Words(&["free", "safe", "own-king-away", "enemy-king-away"]),
    ),
    block("connected", Labels::Numbers(8)),
    block("isolated", Labels::One),
    block("doubled", Labels::One),
    block("backward", Labels::One),
    block(
        "threat",
        Labels::Words(&[
            "pawn-on-minor",
            "pawn-on-rook",
            "pawn-on-queen",
            "minor-on-rook",
            "minor-on-queen",
            "rook-on-queen",
            "loose-piece",
            "loose-pawn",
        ]),
    ),
    block("king-danger", Labels::Numbers(DANGERS)),
    block("king-shelter", Labels::Numbers(4)),
    block("king-storm", Labels::Numbers(6)),
    block("lone-king", Labels::Words(&["from-edge", "from-king"])),
];

/// The number of terms of chess.
pub(crate) const TERMS: usize = length(BLOCKS);
/// Steps of danger to a king.
const DANGERS: usize = 24;

pub(crate) const TEMPO: usize = start(BLOCKS, "tempo");
const MATERIAL: usize = start(BLOCKS, "material");
const PLACE: usize = start(BLOCKS, "place.pawn");
const MOBILITY: [usize; 4] = [
    start(BLOCKS, "mobility.knight"),
    start(BLOCKS, "mobility.bishop"),
    start(BLOCKS, "mobility.rook"),
    start(BLOCKS, "mobility.queen"),
];
const BISHOP_PAIR: usize = start(BLOCKS, "bishop-pair");
const BISHOP_PAWNS: usize = start(BLOCKS, "bishop-pawns");
const OUTPOST: usize = start(BLOCKS, "outpost");
const ROOK_FILE: usize = start(BLOCKS, "rook-file");
const PASSED: usize = start(BLOCKS, "passed");
const PASSED_MORE: usize = start(BLOCKS, "passed-more");
const CONNECTED: usize = start(BLOCKS, "connected");
const ISOLATED: usize = start(BLOCKS, "isolated");
const DOUBLED: usize = start(BLOCKS, "doubled");
const BACKWARD: usize = start(BLOCKS, "backward");
const THREAT: usize = start(BLOCKS, "threat");
const DANGER: usize = start(BLOCKS, "king-danger");
const SHELTER: usize = start(BLOCKS, "king-shelter");
const STORM: usize = start(BLOCKS, "king-storm");
const LONE_KING: usize = start(BLOCKS, "lone-king");

/// The term of having a man of this kind; kings have none.
pub(crate) const fn material(role: Role) -> usize {
    MATERIAL + role as usize - 1
}

/// The term of a man on a square.
#[inline]
fn place(color: Color, role: Role, square: Square) -> usize {
    let seen = match color {
        Color::White => square.to_usize(),
        Color::Black => square.to_usize() ^ 56,
    };
    let file = seen & 7;
    let half = if file > 3 { 7 - file } else { file };
    PLACE + (role as usize - 1) * 32 + (seen >> 3) * 4 + half
}

/// What the men of one side attack.
#[derive(Debug, Clone, Copy, Default)]
struct Attacked {
    by_pawns: Bitboard,
    by_minors: Bitboard,
    by_rooks: Bitboard,
    by_pieces: [Bitboard; 4],
    by_all: Bitboard,
}

/// Counts all terms of chess for the men in `counted`, the others only being in the way.
#[inline]
pub(crate) fn tally<T: Tally>(board: &Board, counted: Bitboard, tally: &mut T) {
    let mut attacked = [Attacked::default(); 2];
    let mut units = [0_i32; 2];
    for color in Color::ALL {
        let of = color.fold_wb(0, 1);
        attacked[of].by_pawns = pawn_attacks(color, board.of(color, Role::Pawn) & counted);
    }
    for color in Color::ALL {
        let [own, enemy] = color.fold_wb([0, 1], [1, 0]);
        let guarded = attacked[enemy].by_pawns;
        units[own] = pieces(board, color, counted, guarded, &mut attacked[own], tally);
    }
    for color in Color::ALL {
        let [own, enemy] = color.fold_wb([0, 1], [1, 0]);
        let (ours, theirs) = (&attacked[own], &attacked[enemy]);
        pawns(board, color, counted, ours, theirs, tally);
        threats(board, color, counted, ours, theirs, tally);
        danger(board, color, counted, ours, theirs, units[own], tally);
        kings(board, color, counted, tally);
    }
}

/// Knights, bishops, rooks and queens; gives what their attacks around the enemy king add up to.
#[inline]
fn pieces<T: Tally>(
    board: &Board,
    color: Color,
    counted: Bitboard,
    guarded: Bitboard,
    attacked: &mut Attacked,
    tally: &mut T,
) -> i32 {
    /// What an attacker of each kind adds to the danger of the king.
    const UNITS: [i32; 4] = [2, 2, 3, 4];
    let sign = color.fold_wb(1, -1);
    let own = board.by_color(color) & counted;
    let occupied = board.occupied();
    let ring = ring(board, color.other());
    let pawns = own & board.by_role(Role::Pawn);
    let free = !(pawns | (own & board.by_role(Role::King)) | guarded);
    let mut units = 0;
    attacked.by_all |= attacked.by_pawns;
    let kinds = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    for (kind, role) in kinds.into_iter().enumerate() {
        for square in own & board.by_role(role) {
            tally.count(material(role), sign);
            tally.count(place(color, role, square), sign);
            tally.phase(phase(role));
            let reach = attacks::attacks(square, role.of(color), occupied);
            tally.count(MOBILITY[kind] + (reach & free).count(), sign);
            attacked.by_pieces[kind] |= reach;
            let near = (reach & ring).count() as i32;
            if near > 0 {
                units += UNITS[kind] + near;
            }
        }
    }
    let [knights, bishops, rooks, queens] = attacked.by_pieces;
    attacked.by_minors = knights | bishops;
    attacked.by_rooks = rooks;
    attacked.by_all |= knights | bishops | rooks | queens;
    for king in own & board.by_role(Role::King) {
        attacked.by_all |= attacks::king_attacks(king);
    }
    let bishops = own & board.by_role(Role::Bishop);
    if bishops.more_than_one() {
        tally.count(BISHOP_PAIR, sign);
    }
    for (squares, bishops) in [
        (Bitboard::LIGHT_SQUARES, bishops & Bitboard::LIGHT_SQUARES),
        (Bitboard::DARK_SQUARES, bishops & Bitboard::DARK_SQUARES),
    ] {
        if bishops.any() {
            let same = (pawns & squares).count() * bishops.count();
            tally.count(BISHOP_PAWNS, sign * same as i32);
        }
    }
    units
}

/// The squares around the kings of `color`.
fn ring(board: &Board, color: Color) -> Bitboard {
    let kings = board.of(color, Role::King);
    kings
        .into_iter()
        .fold(kings, |ring, king| ring | attacks::king_attacks(king))
}

fn beside(file: Bitboard) -> Bitboard {
    Bitboard(file.0 << 1 & 0xfefe_fefe_fefe_fefe | file.0 >> 1 & 0x7f7f_7f7f_7f7f_7f7f)
}

#[inline]
fn pawns<T: Tally>(
    board: &Board,
    color: Color,
    counted: Bitboard,
    ours: &Attacked,
    theirs: &Attacked,
    tally: &mut T,
) {
    let sign = color.fold_wb(1, -1);
    let own = board.of(color, Role::Pawn) & counted;
    let enemies = board.of(color.other(), Role::Pawn);
    for square in own {
        tally.count(material(Role::Pawn), sign);
        tally.count(place(color, Role::Pawn, square), sign);
        let rank = color.relative_rank(square.rank()) as usize;
        let file = Bitboard::from_file(square.file());
        let beside = beside(file);
        let ahead = path(color, square);
        let neighbours = own & beside;
        if (ahead & enemies).is_empty() && (ahead & file & own).is_empty() {
            tally.count(PASSED + rank, sign);
            if rank >= 3 {
                passed(board, color, square, ours, theirs, tally);
            }
        }
        let row = Bitboard::from_rank(square.rank());
        if ours.by_pawns.contains(square) || (neighbours & row).any() {
            tally.count(CONNECTED + rank, sign);
        } else if neighbours.is_empty() {
            tally.count(ISOLATED, sign);
        } else if (neighbours & !ahead).is_empty()
            && manifold_rules::board::ahead(color, square)
                .is_some_and(|stop| theirs.by_pawns.contains(stop))
        {
            tally.count(BACKWARD, sign);
        }
        if (own & file & ahead).any() {
            tally.count(DOUBLED, sign);
        }
    }
    for square in board.of(color, Role::Rook) & counted {
        let file = Bitboard::from_file(square.file());
        if (file & own).is_empty() {
            let is_open = (file & enemies).is_empty();
            tally.count(ROOK_FILE + usize::from(is_open), sign);
        }
    }
    let safe = !pawn_spans(color.other(), enemies)
        & ours.by_pawns
        & [Rank::Fourth, Rank::Fifth, Rank::Sixth]
            .map(|rank| Bitboard::from_rank(color.relative_rank(rank)))
            .into_iter()
            .fold(Bitboard::EMPTY, |all, rank| all | rank);
    for (index, role) in [Role::Knight, Role::Bishop].into_iter().enumerate() {
        let posted = (board.of(color, role) & counted & safe).count() as i32;
        if posted > 0 {
            tally.count(OUTPOST + index, sign * posted);
        }
    }
}

/// All squares that pawns could ever attack.
fn pawn_spans(color: Color, pawns: Bitboard) -> Bitboard {
    let mut all = pawns.0;
    match color {
        Color::White => {
            all |= all << 8;
            all |= all << 16;
            all |= all << 32;
        }
        Color::Black => {
            all |= all >> 8;
            all |= all >> 16;
            all |= all >> 32;
        }
    }
    pawn_attacks(color, Bitboard(all))
}

/// More about a passed pawn that has come some way: whether it can go on, and which king is near.
fn passed<T: Tally>(
    board: &Board,
    color: Color,
    square: Square,
    ours: &Attacked,
    theirs: &Attacked,
    tally: &mut T,
) {
    let sign = color.fold_wb(1, -1);
    let Some(stop) = manifold_rules::board::ahead(color, square) else {
        return;
    };
    if !board.occupied().contains(stop) {
        tally.count(PASSED_MORE, sign);
        if !theirs.by_all.contains(stop) || ours.by_pawns.contains(stop) {
            tally.count(PASSED_MORE + 1, sign);
        }
    }
    for (term, king) in [
        (PASSED_MORE + 2, board.king_of(color)),
        (PASSED_MORE + 3, board.king_of(color.other())),
    ] {
        if let Some(king) = king {
            let away = king.distance(stop).min(5) as i32;
            tally.count(term, sign * away);
        }
    }
}

#[inline]
fn threats<T: Tally>(
    board: &Board,
    color: Color,
    counted: Bitboard,
    ours: &Attacked,
    theirs: &Attacked,
    tally: &mut T,
) {
    let sign = color.fold_wb(1, -1);
    let enemies = board.by_color(color.other()) & counted;
    let minors = enemies & (board.by_role(Role::Knight) | board.by_role(Role::Bishop));
    let rooks = enemies & board.by_role(Role::Rook);
    let queens = enemies & board.by_role(Role::Queen);
    let pawns = enemies & board.by_role(Role::Pawn);
    let loose = ours.by_all & !theirs.by_all;
    for (term, targets) in [
        ours.by_pawns & minors,
        ours.by_pawns & rooks,
        ours.by_pawns & queens,
        ours.by_minors & rooks,
        ours.by_minors & queens,
        ours.by_rooks & queens,
        loose & (minors | rooks | queens),
        loose & pawns,
    ]
    .into_iter()
    .enumerate()
    {
        if targets.any() {
            tally.count(THREAT + term, sign * targets.count() as i32);
        }
    }
}

/// How hard `color` presses the enemy king: attacks around it and safe checks.
#[inline]
fn danger<T: Tally>(
    board: &Board,
    color: Color,
    counted: Bitboard,
    ours: &Attacked,
    theirs: &Attacked,
    mut units: i32,
    tally: &mut T,
) {
    /// What a safe check by each kind adds.
    const CHECKS: [i32; 4] = [3, 2, 4, 3];
    let Some(king) = board.king_of(color.other()) else {
        return;
    };
    let occupied = board.occupied();
    let safe = !(theirs.by_all | board.by_color(color));
    let across = attacks::bishop_attacks(king, occupied);
    let along = attacks::rook_attacks(king, occupied);
    let lines = [attacks::knight_attacks(king), across, along, across | along];
    for ((line, reach), check) in lines.into_iter().zip(ours.by_pieces).zip(CHECKS) {
        if (line & reach & safe).any() {
            units += check;
        }
    }
    if (board.of(color, Role::Queen) & counted).is_empty() {
        units -= 4;
    }
    if units > 0 {
        let index = (units as usize).min(DANGERS - 1);
        tally.count(DANGER + index, color.fold_wb(1, -1));
    }
}

#[inline]
fn kings<T: Tally>(board: &Board, color: Color, counted: Bitboard, tally: &mut T) {
    let sign = color.fold_wb(1, -1);
    let own = board.by_color(color) & counted;
    for king in own & board.by_role(Role::King) {
        tally.count(place(color, Role::King, king), sign);
        let pawns = own & board.by_role(Role::Pawn);
        let enemies = board.of(color.other(), Role::Pawn) & counted;
        let files = Bitboard::from_file(king.file());
        let front = path(color, king) | beside(files) & Bitboard::from_rank(king.rank());
        let rank = color.relative_rank(king.rank()) as usize;
        for file in [beside(files) & front, files & front] {
            // The two files beside the king are told apart by the halves of the board.
            for half in [
                file & Bitboard(left_of(king)),
                file & !Bitboard(left_of(king)),
            ] {
                if half.is_empty() {
                    continue;
                }
                let shelter = nearest(color, half & pawns)
                    .map_or(3, |pawn| pawn.saturating_sub(rank).clamp(1, 3) - 1);
                tally.count(SHELTER + shelter, sign);
                let storm = nearest(color, half & enemies)
                    .map_or(5, |pawn| pawn.saturating_sub(rank).clamp(1, 5) - 1);
                tally.count(STORM + storm, sign);
            }
        }
        if own.without(king).is_empty()
            && let Some(other) = board.king_of(color.other())
        {
            tally.count(LONE_KING, sign * crate::chess::centre(king));
            tally.count(LONE_KING + 1, sign * king.distance(other) as i32);
        }
    }
}

/// All squares on files left of the square's.
fn left_of(square: Square) -> u64 {
    let below = (1_u64 << (square.to_u32() & 7)) - 1;
    below * 0x0101_0101_0101_0101
}

/// The rank, as `color` counts them from 0, of the man that is nearest to its own first rank.
fn nearest(color: Color, men: Bitboard) -> Option<usize> {
    let man = match color {
        Color::White => men.first(),
        Color::Black => men.last(),
    };
    man.map(|man| color.relative_rank(man.rank()) as usize)
}
