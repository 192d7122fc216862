//! King and pawn against king: a bitbase tells which positions are won.
//!
//! The bitbase (Chess Programming Wiki, *KPK*) is generated when the first such position is evaluated, by retrograde analysis from the
//! positions in which the pawn promotes safely.

use std::sync::LazyLock;

use manifold_rules::board::{Bitboard, Board, Color, File, Rank, Role, Square, attacks};

use super::chess::material;
use super::tally::Tally;
use super::weights::Weight;

/// Bonus for a won position, besides the value of the pawn: less than what a queen adds, so that the pawn is promoted.
const WON: i32 = 300;
/// Bonus for each rank that the pawn has advanced.
const RANK: i32 = 20;

/// The number of squares of the pawn: files a to d, as the others are mirrored, and ranks 2 to 7.
const PAWNS: usize = 4 * 6;

static BITBASE: LazyLock<Bitbase> = LazyLock::new(Bitbase::new);

/// In king and pawn against king, counts the pawn if the position is won, and nothing if it is drawn. Returns whether it is this ending.
#[inline]
pub(crate) fn tally<T: Tally>(board: &Board, turn: Color, tally: &mut T) -> bool {
    if board.occupied().count() != 3 {
        return false;
    }
    let Some(found) = KingAndPawn::of(board, turn) else {
        return false;
    };
    if BITBASE.is_won(found.place) {
        let strong = found.strong;
        let value = WON + RANK * found.place.pawn.rank() as i32;
        let sign = strong.fold_wb(1, -1);
        tally.count(material(Role::Pawn), sign);
        tally.add(Weight::new(value, value) * sign);
    }
    true
}

/// A position of the ending.
struct KingAndPawn {
    /// The owner of the pawn.
    strong: Color,
    place: Place,
}

impl KingAndPawn {
    fn of(board: &Board, turn: Color) -> Option<KingAndPawn> {
        let pawn = board.by_role(Role::Pawn).single_square()?;
        let strong = Color::from_white(board.by_color(Color::White).contains(pawn));
        let kings = [strong, strong.other()].map(|color| board.king_of(color));
        let [Some(own), Some(bare)] = kings else {
            return None;
        };
        let is_right = u32::from(pawn) & 7 > 3;
        let turned = |square: Square| {
            let square = strong.fold_wb(square, square.flip_vertical());
            if is_right {
                square.flip_horizontal()
            } else {
                square
            }
        };
        Some(KingAndPawn {
            strong,
            place: Place {
                is_strong_to_move: turn == strong,
                pawn: turned(pawn),
                own: turned(own),
                bare: turned(bare),
            },
        })
    }
}

/// The squares of a position, mirrored so that the pawn is White's and on one of the files a to d.
#[derive(Debug, Clone, Copy)]
struct Place {
    is_strong_to_move: bool,
    pawn: Square,
    own: Square,
    bare: Square,
}

/// The squares of the bare king where a position is won, by the squares of the pawn and of its own king.
struct Bitbase {
    strong_to_move: Vec<Bitboard>,
    weak_to_move: Vec<Bitboard>,
}

impl Bitbase {
    fn new() -> Bitbase {
        let mut bitbase = Bitbase {
            strong_to_move: vec![Bitboard::EMPTY; PAWNS * 64],
            weak_to_move: vec![Bitboard::EMPTY; PAWNS * 64],
        };
        // A pawn never moves back, so the positions that its advance leads to are complete before.
        for pawn in pawn_squares().rev() {
            while bitbase.step(pawn) {}
        }
        bitbase
    }

    fn is_won(&self, place: Place) -> bool {
        let won = if place.is_strong_to_move {
            &self.strong_to_move
        } else {
            &self.weak_to_move
        };
        won[index(place.pawn, place.own)].contains(place.bare)
    }

    /// Adds the positions with this pawn that are won in one more move; returns whether there were any.
    fn step(&mut self, pawn: Square) -> bool {
        let mut added = false;
        for own in Square::ALL.into_iter().filter(|own| *own != pawn) {
            let place = index(pawn, own);
            let strong = self.strong_wins(pawn, own);
            added |= strong != self.strong_to_move[place];
            self.strong_to_move[place] = strong;
            let weak = self.weak_loses(pawn, own);
            added |= weak != self.weak_to_move[place];
            self.weak_to_move[place] = weak;
        }
        added
    }

    /// Where the bare king loses if the pawn's owner must move.
    fn strong_wins(&self, pawn: Square, own: Square) -> Bitboard {
        let near = attacks::king_attacks(own).with(own);
        let mut won = Bitboard::EMPTY;
        for to in attacks::king_attacks(own).without(pawn) {
            // The own king may not move next to the bare king, and no position with adjacent kings is marked as won.
            won |= self.weak_to_move[index(pawn, to)];
        }
        if let Some(one) = pawn.offset(8).filter(|one| *one != own) {
            if one.rank() == Rank::Eighth {
                won |= promotion(one, own);
            } else {
                won |= self.weak_to_move[index(one, own)].without(one);
                let two = one
                    .offset(8)
                    .filter(|two| *two != own && pawn.rank() == Rank::Second);
                if let Some(two) = two {
                    won |= self.weak_to_move[index(two, own)].without(one);
                }
            }
        }
        // The kings are apart, and the bare one is not in check.
        won & !near & !attacks::pawn_attacks(Color::White, pawn) & !Bitboard::from(pawn)
    }

    /// The squares where the bare king, which is to move, loses: it has moves, all of them lose, and it cannot take the pawn.
    fn weak_loses(&self, pawn: Square, own: Square) -> Bitboard {
        let near = attacks::king_attacks(own).with(own);
        let guarded = near | attacks::pawn_attacks(Color::White, pawn) | Bitboard::from(pawn);
        let moves = !guarded;
        let escapes = moves & !self.strong_to_move[index(pawn, own)];
        let takes = if attacks::king_attacks(own).contains(pawn) {
            Bitboard::EMPTY
        } else {
            attacks::king_attacks(pawn)
        };
        beside(moves) & !beside(escapes) & !takes & !near & !Bitboard::from(pawn)
    }
}

/// The squares of the pawn.
fn pawn_squares() -> impl DoubleEndedIterator<Item = Square> {
    let is_on_left = |square: &Square| u32::from(*square) & 7 < 4;
    Square::ALL
        .into_iter()
        .filter(is_on_left)
        .filter(|square| !matches!(square.rank(), Rank::First | Rank::Eighth))
}

/// The index of the squares of the pawn and of its own king.
fn index(pawn: Square, own: Square) -> usize {
    let pawn = u32::from(pawn);
    let pawn = ((pawn >> 3) - 1) * 4 + (pawn & 7);
    pawn as usize * 64 + usize::from(own)
}

/// The squares from which the bare king cannot at once capture the man promoted on `last`. Where a queen would stalemate, a rook can be
/// chosen.
fn promotion(last: Square, own: Square) -> Bitboard {
    if attacks::king_attacks(own).contains(last) {
        !Bitboard::from(last)
    } else {
        !attacks::king_attacks(last).with(last)
    }
}

/// The squares next to any of these.
fn beside(squares: Bitboard) -> Bitboard {
    let files = squares.shift(1) & !Bitboard::from_file(File::A)
        | squares.shift(-1) & !Bitboard::from_file(File::H);
    let rows = files | squares;
    files | rows.shift(8) | rows.shift(-8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use manifold_rules::board::fen;
    use manifold_rules::chess::Chess;
    use manifold_rules::position::Position;

    fn is_won(fen: &str) -> bool {
        let position = Chess::from_text(Default::default(), fen).expect(fen);
        let found = KingAndPawn::of(position.board(), position.turn()).expect(fen);
        BITBASE.is_won(found.place)
    }

    #[test]
    fn who_has_the_opposition_before_the_pawn_decides() {
        assert!(is_won("8/8/4k3/8/4K3/4P3/8/8 b - - 0 1"));
        assert!(!is_won("8/8/4k3/8/4K3/4P3/8/8 w - - 0 1"));
        // On the sixth rank it does not matter.
        assert!(is_won("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1"));
        assert!(is_won("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"));
    }

    #[test]
    fn a_king_in_the_corner_holds_a_pawn_on_the_edge() {
        assert!(!is_won("k7/8/K7/P7/8/8/8/8 w - - 0 1"));
        assert!(!is_won("7k/8/7K/7P/8/8/8/8 b - - 0 1"));
        assert!(is_won("3k4/8/K7/P7/8/8/8/8 w - - 0 1"));
    }

    #[test]
    fn a_king_outside_the_square_of_the_pawn_comes_too_late() {
        assert!(is_won("8/8/8/P4k2/8/8/8/7K b - - 0 1"));
        assert!(is_won("8/8/8/P3k3/8/8/8/7K w - - 0 1"));
        assert!(!is_won("8/8/8/P3k3/8/8/8/7K b - - 0 1"));
    }

    #[test]
    fn black_wins_as_white_does() {
        assert!(is_won("8/8/4p3/4k3/8/4K3/8/8 w - - 0 1"));
        assert!(!is_won("8/8/4p3/4k3/8/4K3/8/8 b - - 0 1"));
    }

    /// Every position with the pawn on files a to d in which the kings are not adjacent and the side that has just moved is not in check.
    fn all(is_strong_to_move: bool) -> impl Iterator<Item = Place> {
        let squares = || Square::ALL.into_iter();
        pawn_squares()
            .flat_map(move |pawn| squares().map(move |own| (pawn, own)))
            .flat_map(move |(pawn, own)| {
                squares().map(move |bare| Place {
                    is_strong_to_move,
                    pawn,
                    own,
                    bare,
                })
            })
            .filter(move |place| {
                let Place {
                    pawn, own, bare, ..
                } = *place;
                let is_check = attacks::pawn_attacks(Color::White, pawn).contains(bare);
                let one_each = own != pawn && bare != pawn;
                one_each && own.distance(bare) > 1 && !(is_strong_to_move && is_check)
            })
    }

    /// Checks the bitbase against the legal moves of the rules: a position is won if and only if a move leads to a won one, or every answer
    /// does.
    #[test]
    fn a_position_is_won_if_and_only_if_a_move_or_every_answer_leads_to_a_won_one() {
        let mut counts = [[0; 2]; 2];
        for is_strong_to_move in [true, false] {
            for place in all(is_strong_to_move) {
                let mut board = Board::EMPTY;
                board.put(place.pawn, Role::Pawn.of(Color::White));
                board.put(place.own, Role::King.of(Color::White));
                board.put(place.bare, Role::King.of(Color::Black));
                let turn = if is_strong_to_move { "w" } else { "b" };
                let text = format!("{} {turn} - - 0 1", fen::write_board(&board));
                let position = Chess::from_text(Default::default(), &text).expect(&text);
                let wins = |action| {
                    let mut next = position;
                    next.play_unchecked(action);
                    let men = next.board();
                    match KingAndPawn::of(men, next.turn()) {
                        Some(found) => BITBASE.is_won(found.place),
                        // A queen or a rook that is not captured wins.
                        None => {
                            let heavy = men.by_role(Role::Queen) | men.by_role(Role::Rook);
                            let taken = next.legal_actions().into_iter().any(|answer| {
                                let mut after = next;
                                after.play_unchecked(answer);
                                after.board().occupied().count() == 2
                            });
                            let stalemate = next.outcome().is_some_and(|end| end.winner.is_none());
                            heavy.any() && !taken && !stalemate
                        }
                    }
                };
                let actions: Vec<_> = position.legal_actions().into_iter().collect();
                let expected = if is_strong_to_move {
                    actions.into_iter().any(wins)
                } else {
                    !actions.is_empty() && actions.into_iter().all(wins)
                };
                assert_eq!(BITBASE.is_won(place), expected, "{text}");
                counts[usize::from(is_strong_to_move)][usize::from(expected)] += 1;
            }
        }
        // On all eight files, drawn and won: Black to move, White to move.
        let all = counts.map(|count| count.map(|half| 2 * half));
        assert_eq!(all, [[70_420, 97_604], [38_368, 124_960]]);
    }
}
