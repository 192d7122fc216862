//! King and pawn against king: which of these positions are won is known before the search.
//!
//! The bitbase (Chess Programming Wiki, *KPK*) is made when the first such position is evaluated: from the positions in which the pawn
//! is promoted safely backwards, until no further one is won.

use std::sync::LazyLock;

use manifold_rules::board::{Bitboard, Board, Color, Rank, Role, Square, attacks};

use super::chess::material;
use super::tally::Tally;
use super::weights::Weight;

/// What a won position counts more than its pawn: less than a queen more, so that the pawn is promoted.
const WON: i32 = 300;
/// What each rank counts that the pawn has come.
const RANK: i32 = 20;

/// The squares of the pawn: files a to d, as others are mirrored, and ranks 2 to 7.
const PAWNS: usize = 4 * 6;
/// Squares of the pawn and of both kings.
const PLACES: usize = PAWNS * 64 * 64;

static BITBASE: LazyLock<Bitbase> = LazyLock::new(Bitbase::new);

/// If a king and a pawn stand against a king: counts the pawn, if it wins, and nothing if it does not. Returns whether it is so.
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
    /// Whose pawn it is.
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

/// The same, seen as if the pawn were White's and on one of the files a to d.
#[derive(Debug, Clone, Copy)]
struct Place {
    is_strong_to_move: bool,
    pawn: Square,
    own: Square,
    bare: Square,
}

impl Place {
    fn index(self) -> usize {
        let pawn = u32::from(self.pawn);
        let pawn = ((pawn >> 3) - 1) * 4 + (pawn & 7);
        (pawn as usize * 64 + usize::from(self.own)) * 64 + usize::from(self.bare)
    }

    /// The places with the pawn on a square, one player to move.
    fn all(is_strong_to_move: bool) -> impl Iterator<Item = Place> {
        let pawns = Square::ALL.into_iter().filter(|pawn| {
            u32::from(*pawn) & 7 < 4 && !matches!(pawn.rank(), Rank::First | Rank::Eighth)
        });
        let kings = || Square::ALL.into_iter();
        pawns.flat_map(move |pawn| {
            kings().flat_map(move |own| {
                kings().map(move |bare| Place {
                    is_strong_to_move,
                    pawn,
                    own,
                    bare,
                })
            })
        })
    }

    /// Whether such a position can be: every man has a square, the kings are apart, and who has moved is not in check.
    fn is_possible(self) -> bool {
        let apart = self.own.distance(self.bare) > 1;
        let one_each = self.own != self.pawn && self.bare != self.pawn;
        apart && one_each && !(self.is_strong_to_move && self.is_check())
    }

    fn is_check(self) -> bool {
        attacks::pawn_attacks(Color::White, self.pawn).contains(self.bare)
    }

    /// Where the pawn's owner, who must move, may go: with the king, or with the pawn below the last rank.
    fn strong_moves(self) -> impl Iterator<Item = Place> {
        let steps = attacks::king_attacks(self.own)
            & !attacks::king_attacks(self.bare)
            & !Bitboard::from(self.pawn);
        let with_king = steps.into_iter().map(move |own| Place { own, ..self });
        let kings = Bitboard::from(self.own) | Bitboard::from(self.bare);
        let free = move |square: &Square| !kings.contains(*square);
        let one = self.pawn.offset(8).filter(free);
        let two = one
            .filter(|square| square.rank() == Rank::Third)
            .and_then(|square| square.offset(8))
            .filter(free);
        let with_pawn = [one, two].into_iter().flatten();
        let with_pawn = with_pawn.filter(|pawn| pawn.rank() != Rank::Eighth);
        with_king
            .chain(with_pawn.map(move |pawn| Place { pawn, ..self }))
            .map(|place| Place {
                is_strong_to_move: false,
                ..place
            })
    }

    /// Whether the pawn, which is to move, becomes a queen that is not taken at once. A stalemate would leave a rook to choose.
    fn promotes(self) -> bool {
        let Some(last) = self.pawn.offset(8) else {
            return false;
        };
        last.rank() == Rank::Eighth
            && last != self.own
            && last != self.bare
            && (last.distance(self.bare) > 1 || last.distance(self.own) == 1)
    }

    /// Where the bare king may go, but for the pawn itself.
    fn weak_moves(self) -> impl Iterator<Item = Place> {
        let steps = attacks::king_attacks(self.bare)
            & !attacks::king_attacks(self.own)
            & !attacks::pawn_attacks(Color::White, self.pawn)
            & !Bitboard::from(self.pawn);
        steps.into_iter().map(move |bare| Place {
            is_strong_to_move: true,
            bare,
            ..self
        })
    }

    /// Whether the bare king may take the pawn.
    fn loses_pawn(self) -> bool {
        self.bare.distance(self.pawn) == 1 && self.own.distance(self.pawn) > 1
    }
}

/// The won positions, by who must move.
struct Bitbase {
    strong_to_move: Vec<u64>,
    weak_to_move: Vec<u64>,
}

impl Bitbase {
    fn new() -> Bitbase {
        let mut bitbase = Bitbase {
            strong_to_move: vec![0; PLACES / 64],
            weak_to_move: vec![0; PLACES / 64],
        };
        while bitbase.step() {}
        bitbase
    }

    fn is_won(&self, place: Place) -> bool {
        let index = place.index();
        let words = if place.is_strong_to_move {
            &self.strong_to_move
        } else {
            &self.weak_to_move
        };
        words[index / 64] >> (index % 64) & 1 == 1
    }

    /// Adds the positions that are won by one move more; returns whether there were any.
    fn step(&mut self) -> bool {
        let mut added = false;
        for place in Place::all(true).filter(|place| place.is_possible()) {
            if !self.is_won(place)
                && (place.promotes() || place.strong_moves().any(|next| self.is_won(next)))
            {
                self.strong_to_move[place.index() / 64] |= 1 << (place.index() % 64);
                added = true;
            }
        }
        for place in Place::all(false).filter(|place| place.is_possible()) {
            if !self.is_won(place)
                && !place.loses_pawn()
                && place.weak_moves().next().is_some()
                && place.weak_moves().all(|next| self.is_won(next))
            {
                self.weak_to_move[place.index() / 64] |= 1 << (place.index() % 64);
                added = true;
            }
        }
        added
    }
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

    /// By the rules' own list of moves, which know nothing of the bitbase: a position is won if and only if a move wins, or every answer
    /// does.
    #[test]
    fn a_position_is_won_if_and_only_if_a_move_or_every_answer_leads_to_a_won_one() {
        let mut counts = [[0; 2]; 2];
        for is_strong_to_move in [true, false] {
            for place in Place::all(is_strong_to_move).filter(|place| place.is_possible()) {
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
                        // A queen or a rook that stays wins.
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
        // On all eight files, drawn and won, as tables of endings have them: Black to move, White to move.
        let all = counts.map(|count| count.map(|half| 2 * half));
        assert_eq!(all, [[70_420, 97_604], [38_368, 124_960]]);
    }
}
