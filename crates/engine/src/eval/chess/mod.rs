//! The terms of chess, which all games share: the men on one board.

mod kings;
mod pawns;
mod terms;

use manifold_rules::board::pawns::attacks as pawn_attacks;
use manifold_rules::board::{Bitboard, Board, Color, Role, attacks};

use super::pawn_hash;
use super::pawns::attacked_twice;
pub(crate) use super::pawns::{adjacent_files, passed_span};
use super::tally::Tally;
use super::values::phase;
use kings::{danger, king_ring, lone_king, shelter};
use pawns::{pawns_and_pieces, structure};
pub(crate) use terms::{Attacked, BLOCKS, TEMPO, TERMS, material};
use terms::{BISHOP_PAIR, BISHOP_PAWNS, MOBILITY, THREAT, place};

/// Counts all terms of chess for the men in `counted`; the others are only blockers. Returns the attacks of White and Black.
#[inline]
pub(crate) fn tally<T: Tally>(board: &Board, counted: Bitboard, tally: &mut T) -> [Attacked; 2] {
    tally_with(board, counted, tally, |_, _| {})
}

/// The same with further terms, which a game must count either always or never, as their sum is cached. They may depend only on pawns,
/// kings and pawn attacks: other attacks are not known by then.
#[inline]
pub(crate) fn tally_with<T: Tally>(
    board: &Board,
    counted: Bitboard,
    tally: &mut T,
    further: impl FnOnce(&[Attacked; 2], &mut T),
) -> [Attacked; 2] {
    let mut attacked = [Attacked::default(); 2];
    let mut units = [0_i32; 2];
    for color in Color::ALL {
        let of = color.fold_wb(0, 1);
        attacked[of].by_pawns = pawn_attacks(color, board.of(color, Role::Pawn) & counted);
    }
    let pawns_and_kings = |tally: &mut T| {
        for color in Color::ALL {
            let [ours, theirs] = color.fold_wb([0, 1], [1, 0]).map(|side| &attacked[side]);
            structure(board, color, counted, ours, theirs, tally);
            shelter(board, color, counted, tally);
        }
        further(&attacked, tally);
    };
    if counted == Bitboard::FULL {
        tally.hashed(pawn_hash::key(board), pawns_and_kings);
    } else {
        pawns_and_kings(tally);
    }
    for color in Color::ALL {
        let [own, enemy] = color.fold_wb([0, 1], [1, 0]);
        let guarded = attacked[enemy].by_pawns;
        units[own] = pieces(board, color, counted, guarded, &mut attacked[own], tally);
    }
    for color in Color::ALL {
        let [own, enemy] = color.fold_wb([0, 1], [1, 0]);
        let (ours, theirs) = (&attacked[own], &attacked[enemy]);
        pawns_and_pieces(board, color, counted, ours, theirs, tally);
        threats(board, color, counted, ours, theirs, tally);
        danger(board, color, counted, ours, theirs, units[own], tally);
        lone_king(board, color, counted, tally);
    }
    attacked
}

/// Knights, bishops, rooks and queens; returns the king-attack units.
#[inline]
fn pieces<T: Tally>(
    board: &Board,
    color: Color,
    counted: Bitboard,
    guarded: Bitboard,
    attacked: &mut Attacked,
    tally: &mut T,
) -> i32 {
    /// King-attack units for an attacker of each role.
    const UNITS: [i32; 4] = [2, 2, 3, 4];
    let sign = color.fold_wb(1, -1);
    let own = board.by_color(color) & counted;
    let occupied = board.occupied();
    let ring = king_ring(board, color.other());
    let pawns = own & board.by_role(Role::Pawn);
    let free = !(pawns | (own & board.by_role(Role::King)) | guarded);
    let mut units = 0;
    attacked.by_all = attacked.by_pawns;
    attacked.twice = attacked_twice(color, pawns);
    let kinds = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    for (kind, role) in kinds.into_iter().enumerate() {
        for square in own & board.by_role(role) {
            tally.count(material(role), sign);
            tally.count(place(color, role, square), sign);
            tally.phase(phase(role));
            let reach = attacks::attacks(square, role.of(color), occupied);
            tally.count(MOBILITY[kind] + (reach & free).count(), sign);
            attacked.by_pieces[kind] |= reach;
            attacked.twice |= attacked.by_all & reach;
            attacked.by_all |= reach;
            let near = (reach & ring).count() as i32;
            if near > 0 {
                units += UNITS[kind] + near;
            }
        }
    }
    let [knights, bishops, rooks, _] = attacked.by_pieces;
    attacked.by_minors = knights | bishops;
    attacked.by_rooks = rooks;
    for king in own & board.by_role(Role::King) {
        let reach = attacks::king_attacks(king);
        attacked.by_king |= reach;
        attacked.twice |= attacked.by_all & reach;
        attacked.by_all |= reach;
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
