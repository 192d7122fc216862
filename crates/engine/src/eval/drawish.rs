//! Drawish endings: the endgame score of the side that is ahead is scaled down where its advantage is hard or impossible to win with.
//!
//! The scale factors, in 64ths, follow the classical evaluation of Stockfish (Chess Programming Wiki, *Endgame*).

use manifold_rules::board::{Bitboard, Board, Color, Role, Square};

use super::tally::{FULL_SHARE, Tally};
use super::values::piece_value;

const BISHOP: i32 = piece_value(Role::Bishop);
const ROOK: i32 = piece_value(Role::Rook);

/// Scales the endgame score of a board on which all men of the game stand.
#[inline]
pub(crate) fn tally<T: Tally>(board: &Board, tally: &mut T) {
    let shares = Color::ALL.map(|color| share(board, color));
    if shares != [FULL_SHARE; 2] {
        tally.limit(shares);
    }
}

/// The share of the endgame score that counts if `strong` is ahead, in 64ths.
fn share(board: &Board, strong: Color) -> i32 {
    let weak = strong.other();
    let own = board.by_color(strong);
    let pawns = own & board.by_role(Role::Pawn);
    let (ours, theirs) = (value_of_pieces(board, strong), value_of_pieces(board, weak));
    if pawns.is_empty() && ours - theirs <= BISHOP {
        return if ours < ROOK {
            0
        } else if theirs <= BISHOP {
            4
        } else {
            14
        };
    }
    if is_two_knights(board, strong) || is_wrong_bishop(board, strong) {
        return 0;
    }
    if !board.by_color(weak).more_than_one() {
        return FULL_SHARE;
    }
    if has_opposite_bishops(board) {
        if ours == BISHOP && theirs == BISHOP {
            return 22;
        }
        let pieces = own & !pawns & !board.by_role(Role::King);
        return (22 + 3 * pieces.count() as i32).min(FULL_SHARE);
    }
    (36 + 7 * pawns.count() as i32).min(FULL_SHARE)
}

/// The value of a side's knights, bishops, rooks and queens.
fn value_of_pieces(board: &Board, color: Color) -> i32 {
    [Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
        .into_iter()
        .map(|role| board.of(color, role).count() as i32 * piece_value(role))
        .sum()
}

/// Whether a side has only two knights against a bare king, which cannot force mate.
fn is_two_knights(board: &Board, color: Color) -> bool {
    let knights = board.of(color, Role::Knight);
    knights.count() == 2
        && board.by_color(color).count() == 3
        && !board.by_color(color.other()).more_than_one()
}

/// Whether a side has only pawns on one edge file and a bishop of the wrong colour for their promotion square, while the other king is in
/// or next to that corner.
fn is_wrong_bishop(board: &Board, color: Color) -> bool {
    let pawns = board.of(color, Role::Pawn);
    let bishops = board.of(color, Role::Bishop);
    let Some(pawn) = pawns.first().filter(|_| bishops.count() == 1) else {
        return false;
    };
    let own = board.by_color(color);
    if !(own & !pawns & !bishops & !board.by_role(Role::King)).is_empty()
        || !(pawns & !Bitboard::from_file(pawn.file())).is_empty()
    {
        return false;
    }
    let corner = match (u32::from(pawn) & 7, color) {
        (0, Color::White) => Square::A8,
        (7, Color::White) => Square::H8,
        (0, Color::Black) => Square::A1,
        (7, Color::Black) => Square::H1,
        _ => return false,
    };
    let is_light = |squares: Bitboard| squares.intersects(Bitboard::LIGHT_SQUARES);
    is_light(bishops) != is_light(Bitboard::from(corner))
        && board
            .king_of(color.other())
            .is_some_and(|king| king.distance(corner) <= 1)
}

/// Whether each side has one bishop, and they move on squares of different colours.
fn has_opposite_bishops(board: &Board) -> bool {
    let bishops = Color::ALL.map(|color| board.of(color, Role::Bishop));
    bishops.iter().all(|bishops| bishops.count() == 1)
        && (bishops[0] | bishops[1]).intersects(Bitboard::LIGHT_SQUARES)
        && (bishops[0] | bishops[1]).intersects(Bitboard::DARK_SQUARES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use manifold_rules::chess::Chess;
    use manifold_rules::position::Position;

    /// The shares of White and Black, in 64ths.
    fn shares(men: &str) -> [i32; 2] {
        let text = format!("{men} w - - 0 1");
        let position = Chess::from_text(Default::default(), &text).expect(men);
        Color::ALL.map(|color| share(position.board(), color))
    }

    #[test]
    fn a_minor_piece_wins_nothing_without_pawns() {
        assert_eq!(shares("8/8/8/4b3/5k2/3K1P2/8/8"), [43, 0]);
        assert_eq!(shares("8/8/8/4n3/5k2/3K4/8/8")[1], 0);
        // A rook does, if there is no man against it.
        assert_eq!(shares("8/8/8/4r3/5k2/3K4/8/8")[1], 64);
    }

    #[test]
    fn a_rook_hardly_wins_against_a_minor_piece_and_a_minor_piece_hardly_beside_rooks() {
        assert_eq!(shares("8/8/5R2/8/4Knk1/8/8/8")[0], 4);
        assert_eq!(shares("1R6/8/8/8/5k2/3b4/6K1/r7")[1], 14);
        assert_eq!(shares("8/8/5Q2/8/4Knk1/8/8/8")[0], 36);
    }

    #[test]
    fn two_knights_do_not_mate_a_bare_king() {
        assert_eq!(shares("8/8/1NN5/8/4K1k1/8/8/8")[0], 0);
        assert_eq!(shares("8/8/1NB5/8/4K1k1/8/8/8")[0], 64);
    }

    #[test]
    fn a_pawn_on_the_edge_needs_a_bishop_of_the_colour_of_its_corner() {
        assert_eq!(shares("k7/8/P7/8/3K4/8/3B4/8")[0], 0);
        assert_eq!(shares("k7/8/P7/8/3K4/3B4/8/8")[0], 64);
        assert_eq!(shares("8/8/P7/7k/3K4/8/3B4/8")[0], 64);
        assert_eq!(shares("k7/8/PP6/8/3K4/8/3B4/8")[0], 64);
        assert_eq!(shares("8/3b4/8/4k3/8/7p/8/7K")[1], 64);
        assert_eq!(shares("8/2b5/8/4k3/8/7p/8/7K")[1], 0);
    }

    #[test]
    fn bishops_of_opposite_colours_and_few_pawns_are_drawish() {
        let opposite = "4k3/4b3/8/4ppp1/8/8/PPPPB3/4K3";
        assert_eq!(shares(opposite), [22, 22]);
        let with_rooks = "r3k3/4b3/8/4ppp1/8/8/PPPPB3/R3K3";
        assert_eq!(shares(with_rooks), [28, 28]);
        let same = "4k3/3b4/8/4ppp1/8/8/PPPPB3/4K3";
        assert_eq!(shares(same), [64, 57]);
        assert_eq!(shares("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3"), [64, 64]);
    }
}
