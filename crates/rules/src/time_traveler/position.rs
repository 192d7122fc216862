//! The position, and what an action does to it.

use arrayvec::ArrayVec;

use super::action::Action;
use super::explosion::Explosions;
use super::men::{Identities, Men, Stage};
use super::{check, grammar, imagined};
use crate::board::zobrist;
use crate::board::{
    Bitboard, Board, Castling, Color, Piece, Rank, Role, Square, StandardMove, ahead,
};
use crate::outcome::{Outcome, Reason};
use crate::position::Position;
use crate::variant;

/// The only way in which Time Traveler's Chess is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Variant;

impl variant::Variant for Variant {
    const ALL: &'static [Variant] = &[Variant];

    fn id(self) -> &'static str {
        "time-traveler"
    }

    fn name(self) -> &'static str {
        "Time Traveler's Chess"
    }
}

/// The right to capture en passant in the next turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct EnPassant {
    /// The square that a pawn has jumped over.
    pub(super) square: Square,
    /// Whether the pawn has annihilated: capturing it then undoes that.
    pub(super) annihilated: bool,
}

/// A position of Time Traveler's Chess.
///
/// It takes 440 bytes and no heap.
///
/// ```
/// use manifold_rules::position::Position;
/// use manifold_rules::time_traveler::TimeTraveler;
///
/// let game = TimeTraveler::start(Default::default());
/// assert_eq!(game.count_legal(), 1_078);
/// assert!(size_of::<TimeTraveler>() <= 440);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimeTraveler {
    pub(super) men: Men,
    pub(super) explosions: [Explosions; 2],
    pub(super) turn: Color,
    pub(super) castling: Castling,
    pub(super) en_passant: Option<EnPassant>,
    /// Who has lost a traveling man to a capture, which ends the game.
    pub(super) lost: [bool; 2],
    pub(super) fifty: u32,
    pub(super) ply: u32,
    /// Key of what repetition compares, but for en passant.
    pub(super) men_key: u64,
    /// Key of identities and past explosions.
    pub(super) past_key: u64,
}

#[inline]
pub(super) fn index(color: Color) -> usize {
    usize::from(color.is_black())
}

impl TimeTraveler {
    /// All men as if they were plain ones, their stages forgotten.
    #[must_use]
    pub fn plain_board(&self) -> &Board {
        self.men.board()
    }

    /// The kinds of all men of `color` that can move: all but the traveling ones.
    pub fn mobile_men(&self, color: Color) -> impl Iterator<Item = Role> {
        let mobile = self.men.movable(color);
        let board = self.men.board();
        mobile
            .into_iter()
            .filter_map(|square| board.role_at(square))
    }

    #[inline]
    pub(super) fn explosions_of(&self, color: Color) -> &Explosions {
        &self.explosions[index(color)]
    }

    /// The untraveled men of `color` that can support one more explosion as far as the pairing of
    /// all its explosions is concerned.
    #[inline]
    pub(super) fn unspent(&self, color: Color) -> Bitboard {
        self.men
            .squares_of(color, self.explosions_of(color).unspent())
    }

    /// Whether the position of `color` is grammatically correct.
    pub(super) fn is_correct(&self, color: Color) -> bool {
        !self.lost[index(color)] && grammar::is_matchable(&self.men, color)
    }

    /// The untraveled men that support an explosion of `role` on `square`, made now.
    pub(super) fn support(&self, role: Role, square: Square) -> Bitboard {
        imagined::supporters(self, role, square)
    }

    /// The win that is on the board without looking at legal actions.
    pub(super) fn won(&self) -> Option<Outcome> {
        let mover = self.turn.other();
        if !self.is_correct(self.turn) {
            return Some(Outcome::win(mover, Reason::Grammar));
        }
        if check::is_resolved(&self.men, mover) && !check::has_king(&self.men, self.turn) {
            return Some(Outcome::win(mover, Reason::Checkmate));
        }
        None
    }

    /// The square of the pawn that would be captured en passant: where the double step ended.
    pub(super) fn jumped_to(&self, right: EnPassant) -> Option<Square> {
        ahead(self.turn.other(), right.square)
    }

    /// The rook that castles when the untraveled king on its first square goes from `from` to `to`,
    /// if the right is still there.
    pub(super) fn castling_rook(&self, from: Square, to: Square) -> Option<Square> {
        let king = Role::King.of(self.turn);
        if self.men.at(from) != Some((king, Stage::Untraveled)) {
            return None;
        }
        (self.castling.rooks() & Bitboard::from_rank(self.turn.backrank()))
            .into_iter()
            .find(|rook| Castling::targets(from, *rook).0 == to && from.distance(to) == 2)
    }

    /// Whether a move of a pawn from `from` to `to` would capture en passant.
    pub(super) fn is_en_passant(&self, role: Role, from: Square, to: Square) -> bool {
        role == Role::Pawn
            && from.file() != to.file()
            && self.en_passant.is_some_and(|right| right.square == to)
    }

    /// The player to move does nothing.
    pub(super) fn pass(&mut self) {
        self.fifty = self.fifty.saturating_add(1);
        self.en_passant = None;
        self.turn = self.turn.other();
        self.men_key ^= zobrist::BLACK_TO_MOVE;
        self.ply = self.ply.saturating_add(1);
    }

    pub(super) fn play_move(&mut self, action: StandardMove) {
        let StandardMove {
            from,
            to,
            promotion,
        } = action;
        let Some((piece, stage)) = self.men.at(from) else {
            return;
        };
        let castling_rook = self.castling_rook(from, to);
        let en_passant = self
            .en_passant
            .filter(|_| self.is_en_passant(piece.role, from, to));
        if self.men.occupied().contains(to) || piece.role == Role::Pawn {
            self.fifty = 0;
        }
        if let Some(right) = en_passant {
            self.capture_en_passant(right);
        }
        if let Some(rook) = castling_rook {
            let (king_to, rook_to) = Castling::targets(from, rook);
            self.relocate(from, king_to, Role::King);
            self.relocate(rook, rook_to, Role::Rook);
        } else {
            self.capture(to);
            self.relocate(from, to, promotion.unwrap_or(piece.role));
        }
        self.set_en_passant(piece.role, from, to, false);
        self.forfeit_castling(from, to, piece, stage);
    }

    pub(super) fn play_annihilation(&mut self, from: Square, to: Square) {
        let Some((piece, stage)) = self.men.at(from) else {
            return;
        };
        self.fifty = 0;
        self.remove(from);
        self.remove(to);
        self.set_en_passant(piece.role, from, to, true);
        self.forfeit_castling(from, to, piece, stage);
    }

    pub(super) fn play_explosion(
        &mut self,
        role: Role,
        square: Square,
        to: Square,
        promotion: Option<Role>,
    ) {
        let support = self.support(role, square);
        self.fifty = 0;
        if let Some(right) = self
            .en_passant
            .filter(|_| self.is_en_passant(role, square, to))
        {
            self.capture_en_passant(right);
        }
        self.capture(to);
        self.castling_without(|castling| castling.discard_rook(to));
        let traveling = role.of(self.turn);
        let traveled = promotion.unwrap_or(role).of(self.turn);
        self.remove(square);
        self.men_key ^= man_key(square, traveling, Stage::Traveling);
        self.men.put_traveler(square, traveling, Stage::Traveling);
        self.remove(to);
        self.men_key ^= man_key(to, traveled, Stage::Traveled);
        self.men.put_traveler(to, traveled, Stage::Traveled);
        let identities = self.men.identities(support);
        let turn = index(self.turn);
        self.past_key ^= self.explosions[turn].key(self.turn);
        self.explosions[turn].push(role, square, identities);
        self.past_key ^= self.explosions[turn].key(self.turn);
    }

    /// The pawn that has jumped is captured; if it had annihilated, its traveling self is back.
    fn capture_en_passant(&mut self, right: EnPassant) {
        let Some(square) = self.jumped_to(right) else {
            return;
        };
        if right.annihilated {
            if !self.men.occupied().contains(square) {
                let pawn = Role::Pawn.of(self.turn.other());
                self.men.put_traveler(square, pawn, Stage::Traveling);
                self.men_key ^= man_key(square, pawn, Stage::Traveling);
            }
        } else {
            self.capture(square);
        }
    }

    /// Takes an enemy off `square`, if one is there.
    fn capture(&mut self, square: Square) {
        let enemy = self.turn.other();
        if self.men.traveling(enemy).contains(square) {
            self.lost[index(enemy)] = true;
        }
        if self.men.at(square) == Some((Role::King.of(enemy), Stage::Untraveled)) {
            self.castling_without(|castling| castling.discard_color(enemy));
        }
        self.remove(square);
    }

    /// Takes whatever stands on `square` off the board.
    fn remove(&mut self, square: Square) {
        self.toggle(square);
        self.men.clear(square);
    }

    fn relocate(&mut self, from: Square, to: Square, role: Role) {
        self.toggle(from);
        self.men.shift(from, to, role);
        self.toggle(to);
    }

    /// Brings the man on `square`, if there is one, into the keys or out of them.
    fn toggle(&mut self, square: Square) {
        if let Some((piece, stage)) = self.men.at(square) {
            self.men_key ^= man_key(square, piece, stage);
            if let Some(identity) = self.men.identity_at(square) {
                self.past_key ^= identity_key(square, piece.color, identity);
            }
        }
    }

    fn set_en_passant(&mut self, role: Role, from: Square, to: Square, annihilated: bool) {
        let is_jump = role == Role::Pawn
            && from.file() == to.file()
            && from.rank() == self.turn.relative_rank(Rank::Second)
            && to.rank() == self.turn.relative_rank(Rank::Fourth);
        self.en_passant = ahead(self.turn, from)
            .filter(|_| is_jump)
            .map(|square| EnPassant {
                square,
                annihilated,
            });
    }

    fn forfeit_castling(&mut self, from: Square, to: Square, piece: Piece, stage: Stage) {
        let turn = self.turn;
        self.castling_without(|castling| {
            castling.discard_rook(from);
            castling.discard_rook(to);
            if piece.role == Role::King && stage == Stage::Untraveled {
                castling.discard_color(turn);
            }
        });
    }

    fn castling_without(&mut self, discard: impl FnOnce(&mut Castling)) {
        if self.castling.rooks().any() {
            self.men_key ^= zobrist::castling(self.castling);
            discard(&mut self.castling);
            self.men_key ^= zobrist::castling(self.castling);
        }
    }

    pub(super) fn en_passant_key(&self) -> u64 {
        self.en_passant.map_or(0, |right| {
            zobrist::en_passant(right.square).wrapping_add(u64::from(right.annihilated))
        })
    }

    /// The two keys, worked out from nothing.
    pub(super) fn recompute_keys(&mut self) {
        (self.men_key, self.past_key) = self.keys();
    }

    pub(super) fn keys(&self) -> (u64, u64) {
        let mut blank = TimeTraveler {
            men_key: zobrist::turn(self.turn) ^ zobrist::castling(self.castling),
            past_key: 0,
            ..self.clone()
        };
        for square in self.men.occupied() {
            blank.toggle(square);
        }
        for color in Color::ALL {
            blank.past_key ^= self.explosions_of(color).key(color);
        }
        (blank.men_key, blank.past_key)
    }

    /// Whether some pawn can legally capture en passant.
    pub(super) fn en_passant_is_legal(&self) -> bool {
        self.en_passant.is_some_and(|right| {
            let pawns = self.men.movable(self.turn) & self.men.board().by_role(Role::Pawn);
            let near = crate::board::attacks::pawn_attacks(self.turn.other(), right.square);
            (near & pawns)
                .into_iter()
                .any(|from| self.is_legal(Action::Move(StandardMove::new(from, right.square))))
                || self.exploding_pawn_captures_en_passant(right.square)
        })
    }

    fn exploding_pawn_captures_en_passant(&self, to: Square) -> bool {
        crate::board::attacks::pawn_attacks(self.turn.other(), to)
            .into_iter()
            .any(|square| {
                self.is_legal(Action::Explosion {
                    role: Role::Pawn,
                    square,
                    to,
                    promotion: None,
                })
            })
    }
}

fn man_key(square: Square, piece: Piece, stage: Stage) -> u64 {
    static TRAVELING: [u64; 768] = zobrist::table(21);
    static TRAVELED: [u64; 768] = zobrist::table(22);
    let kind = (piece.role as usize - 1) * 2 + index(piece.color);
    match stage {
        Stage::Untraveled => zobrist::man(square, piece),
        Stage::Traveling => TRAVELING[kind * 64 + square.to_usize()],
        Stage::Traveled => TRAVELED[kind * 64 + square.to_usize()],
    }
}

fn identity_key(square: Square, color: Color, identity: u8) -> u64 {
    static IDENTITIES: [u64; 2048] = zobrist::table(23);
    IDENTITIES[(index(color) * 16 + usize::from(identity & 15)) * 64 + square.to_usize()]
}

/// Lists of men or squares that never grow beyond one side's men.
pub(super) type Few<T> = ArrayVec<T, 16>;

/// The sixteen men of one side.
pub(super) const EVERYBODY: Identities = Identities::MAX;
