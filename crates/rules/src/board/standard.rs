//! Legal moves of chess, for the games in which men on the board move exactly as in chess.
//!
//! Moves come in sets (a man and all its targets), so that counting and filtering are operations on
//! bitboards.

use std::fmt::{self, Display};
use std::ops::ControlFlow;
use std::str::FromStr;

use super::{Bitboard, Board, Castling, Color, PROMOTIONS, Rank, Role, Square, attacks, san};
use crate::error::NotationError;

/// A move in UCI notation: `e2e4`, `e7e8q`. What castling looks like is up to the game.
///
/// ```
/// use manifold_rules::board::{Role, Square, StandardMove};
///
/// let promotion: StandardMove = "e7e8q".parse()?;
/// assert_eq!(promotion.promotion, Some(Role::Queen));
/// assert_eq!(promotion.to_string(), "e7e8q");
/// # Ok::<(), manifold_rules::error::NotationError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct StandardMove {
    /// Where the man stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// What a pawn becomes on the last rank.
    pub promotion: Option<Role>,
}

impl StandardMove {
    /// A move without promotion.
    #[must_use]
    pub const fn new(from: Square, to: Square) -> StandardMove {
        StandardMove {
            from,
            to,
            promotion: None,
        }
    }
}

impl Display for StandardMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        match self.promotion {
            Some(role) => write!(f, "{}", role.char()),
            None => Ok(()),
        }
    }
}

impl FromStr for StandardMove {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<StandardMove, NotationError> {
        let read = || {
            let bytes = text.as_bytes();
            let promotion = match bytes.get(4) {
                Some(c) if c.is_ascii_lowercase() => {
                    Some(san::promotion_from_char(char::from(*c))?)
                }
                Some(_) => return None,
                None => None,
            };
            if bytes.len() > 5 {
                return None;
            }
            Some(StandardMove {
                from: Square::from_ascii(bytes.get(0..2)?).ok()?,
                to: Square::from_ascii(bytes.get(2..4)?).ok()?,
                promotion,
            })
        };
        read().ok_or_else(|| NotationError::new(text, "a move such as e2e4 or e7e8q"))
    }
}

/// A man and squares to which it can go. A king's target that holds an own rook is castling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveSet {
    /// What moves.
    pub role: Role,
    /// From where.
    pub from: Square,
    /// To where.
    pub to: Bitboard,
}

impl MoveSet {
    /// The number of moves in the set; a promotion counts four times.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        let promotions = match self.role {
            Role::Pawn => Bitboard(self.to.0 & Bitboard::BACKRANKS.0).count(),
            _ => 0,
        };
        self.to.count() + 3 * promotions
    }

    /// Whether there is no move in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.to.is_empty()
    }

    /// Hands out the moves one by one.
    #[inline]
    pub fn for_each<B>(
        self,
        mut visit: impl FnMut(StandardMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let from = self.from;
        for to in self.to {
            if self.role == Role::Pawn && Bitboard::BACKRANKS.contains(to) {
                for role in PROMOTIONS {
                    visit(StandardMove {
                        from,
                        to,
                        promotion: Some(role),
                    })?;
                }
            } else {
                visit(StandardMove::new(from, to))?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// What the moves of chess depend on: the men, who is to move, and the rights.
#[derive(Debug, Clone, Copy)]
pub struct Standing<'a> {
    /// The men. Those without a role block and do nothing else.
    pub board: &'a Board,
    /// The player to move.
    pub turn: Color,
    /// Rooks that may castle.
    pub castling: Castling,
    /// The square that a pawn has just jumped over.
    pub en_passant: Option<Square>,
}

/// What check and pins leave to the men of the player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Constraints {
    /// The king, if the player has one on the board.
    pub king: Option<Square>,
    /// Enemy men that give check.
    pub checkers: Bitboard,
    /// Own men that may only move along the line to their king.
    pub pinned: Bitboard,
}

impl Constraints {
    /// Nothing is forbidden by check.
    const NONE: Constraints = Constraints {
        king: None,
        checkers: Bitboard::EMPTY,
        pinned: Bitboard::EMPTY,
    };

    /// Where checks and pins let the man on `from`, which is not the king, go.
    #[inline]
    #[must_use]
    pub fn allowed(self, from: Square) -> Bitboard {
        self.answers() & self.line(from)
    }

    /// Squares on which a move of any man but the king answers the check; all without check.
    #[inline]
    fn answers(self) -> Bitboard {
        match (self.king, self.checkers.first()) {
            (Some(king), Some(checker)) if !self.checkers.more_than_one() => {
                attacks::between(king, checker).with(checker)
            }
            (Some(_), Some(_)) => Bitboard::EMPTY,
            _ => Bitboard::FULL,
        }
    }

    /// Squares to which a pinned man may still go.
    #[inline]
    fn line(self, from: Square) -> Bitboard {
        match self.king {
            Some(king) if self.pinned.contains(from) => attacks::ray(king, from),
            _ => Bitboard::FULL,
        }
    }
}

impl Standing<'_> {
    /// Finds checks and pins.
    #[inline]
    #[must_use]
    pub fn constraints(&self) -> Constraints {
        let board = self.board;
        let enemy = self.turn.other();
        let Some(king) = board.king_of(self.turn) else {
            return Constraints::NONE;
        };
        let theirs = board.by_color(enemy);
        let occupied = board.occupied();
        let queens = board.by_role(Role::Queen);
        let mut checkers = theirs
            & ((attacks::knight_attacks(king) & board.by_role(Role::Knight))
                | (attacks::pawn_attacks(self.turn, king) & board.by_role(Role::Pawn)));
        let mut pinned = Bitboard::EMPTY;
        let snipers = theirs
            & ((attacks::rook_attacks(king, Bitboard::EMPTY)
                & (board.by_role(Role::Rook) | queens))
                | (attacks::bishop_attacks(king, Bitboard::EMPTY)
                    & (board.by_role(Role::Bishop) | queens)));
        for sniper in snipers {
            let between = attacks::between(king, sniper) & occupied;
            if between.is_empty() {
                checkers.add(sniper);
            } else if !between.more_than_one() {
                pinned |= between;
            }
        }
        Constraints {
            king: Some(king),
            checkers,
            pinned: pinned & board.by_color(self.turn),
        }
    }

    /// Hands out all legal moves, a set for every man that has any. Castling is king takes rook.
    ///
    /// Without a king on the board nothing is forbidden by check.
    #[inline]
    pub fn for_each_legal<B>(
        &self,
        visit: impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.for_each_legal_under(&self.constraints(), visit)
    }

    /// [`Standing::for_each_legal`] for a caller that has found the constraints already.
    #[inline]
    pub fn for_each_legal_under<B>(
        &self,
        constraints: &Constraints,
        mut visit: impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut emit = |role, from, to: Bitboard| {
            if to.is_empty() {
                ControlFlow::Continue(())
            } else {
                visit(MoveSet { role, from, to })
            }
        };
        let ours = self.board.by_color(self.turn);
        let answers = constraints.answers();
        let free = answers & !ours;
        if free.any() {
            for from in self.board.of(self.turn, Role::Pawn) {
                emit(
                    Role::Pawn,
                    from,
                    self.pawn_targets(from, constraints, answers),
                )?;
            }
            for from in self.board.of(self.turn, Role::Knight) & !constraints.pinned {
                emit(Role::Knight, from, attacks::knight_attacks(from) & free)?;
            }
            for role in [Role::Bishop, Role::Rook, Role::Queen] {
                for from in self.board.of(self.turn, role) {
                    let to = self.slides(role, from) & free & constraints.line(from);
                    emit(role, from, to)?;
                }
            }
        }
        if let Some(king) = constraints.king {
            emit(Role::King, king, self.king_targets(king, constraints))?;
        }
        ControlFlow::Continue(())
    }

    /// Where the man on `from` can go by its pattern, its own king's safety ignored. Castling is king
    /// takes rook and has to meet all its conditions.
    #[must_use]
    pub fn pattern_targets(&self, from: Square) -> Bitboard {
        let ours = self.board.by_color(self.turn);
        if !ours.contains(from) {
            return Bitboard::EMPTY;
        }
        match self.board.role_at(from) {
            None => Bitboard::EMPTY,
            Some(Role::Pawn) => self.pawn_targets(from, &Constraints::NONE, Bitboard::FULL),
            Some(Role::Knight) => attacks::knight_attacks(from) & !ours,
            Some(Role::King) => {
                (attacks::king_attacks(from) & !ours)
                    | self.castling.possible(self.board, self.turn, from)
            }
            Some(role) => self.slides(role, from) & !ours,
        }
    }

    /// The number of legal moves.
    #[inline]
    #[must_use]
    pub fn count_legal(&self) -> u64 {
        self.count_legal_under(&self.constraints())
    }

    /// [`Standing::count_legal`] for a caller that has found the constraints already.
    #[inline]
    #[must_use]
    pub fn count_legal_under(&self, constraints: &Constraints) -> u64 {
        let board = self.board;
        let free = constraints.answers() & !board.by_color(self.turn);
        let mut count = 0;
        if free.any() {
            count += self.count_pawn_moves(constraints, free);
            for from in board.of(self.turn, Role::Knight) & !constraints.pinned {
                count += (attacks::knight_attacks(from) & free).count();
            }
            let occupied = board.occupied();
            let queens = board.by_role(Role::Queen);
            let ours = board.by_color(self.turn);
            for from in ours & (board.by_role(Role::Bishop) | queens) {
                let to = attacks::bishop_attacks(from, occupied) & free;
                count += (to & constraints.line(from)).count();
            }
            for from in ours & (board.by_role(Role::Rook) | queens) {
                let to = attacks::rook_attacks(from, occupied) & free;
                count += (to & constraints.line(from)).count();
            }
        }
        if let Some(king) = constraints.king {
            count += self.king_targets(king, constraints).count();
        }
        count as u64
    }

    /// The legal targets of one man; castling is king takes rook.
    #[must_use]
    pub fn legal_targets(&self, from: Square) -> Bitboard {
        let constraints = self.constraints();
        let ours = self.board.by_color(self.turn);
        if !ours.contains(from) {
            return Bitboard::EMPTY;
        }
        let free = constraints.answers() & !ours & constraints.line(from);
        match self.board.role_at(from) {
            None => Bitboard::EMPTY,
            Some(Role::Pawn) => self.pawn_targets(from, &constraints, constraints.answers()),
            Some(Role::King) => self.king_targets(from, &constraints),
            Some(Role::Knight) => attacks::knight_attacks(from) & free,
            Some(role) => self.slides(role, from) & free,
        }
    }

    /// Whether an en passant capture is legal: only then does the right tell positions apart.
    #[must_use]
    pub fn en_passant_is_legal(&self) -> bool {
        let constraints = self.constraints();
        self.en_passant.is_some_and(|target| {
            self.en_passant_capturers(target)
                .into_iter()
                .any(|from| self.en_passant_is_safe(from, target, constraints.king))
        })
    }

    #[inline]
    fn slides(&self, role: Role, from: Square) -> Bitboard {
        let occupied = self.board.occupied();
        match role {
            Role::Bishop => attacks::bishop_attacks(from, occupied),
            Role::Rook => attacks::rook_attacks(from, occupied),
            _ => attacks::queen_attacks(from, occupied),
        }
    }

    /// `answers` are those of the constraints, found once for all pawns.
    #[inline(always)]
    fn pawn_targets(&self, from: Square, constraints: &Constraints, answers: Bitboard) -> Bitboard {
        let board = self.board;
        let empty = !board.occupied();
        let single = pawn_step(self.turn, Bitboard::from(from)) & empty;
        let double = pawn_step(self.turn, single & third_rank(self.turn)) & empty;
        let captures = attacks::pawn_attacks(self.turn, from) & board.by_color(self.turn.other());
        let mut to = (single | double | captures) & answers & constraints.line(from);
        if let Some(target) = self.en_passant
            && attacks::pawn_attacks(self.turn, from).contains(target)
            && self.en_passant_is_safe(from, target, constraints.king)
        {
            to.add(target);
        }
        to
    }

    /// Pawns that are not pinned are counted all at once.
    #[inline]
    fn count_pawn_moves(&self, constraints: &Constraints, free: Bitboard) -> usize {
        let board = self.board;
        let pawns = board.of(self.turn, Role::Pawn);
        let pinned = pawns & constraints.pinned;
        let able = pawns & !constraints.pinned;
        let empty = !board.occupied();
        let theirs = board.by_color(self.turn.other()) & free;
        let single = pawn_step(self.turn, able) & empty;
        let double = pawn_step(self.turn, single & third_rank(self.turn)) & empty & free;
        let single = single & free;
        let (left, right) = pawn_captures(self.turn, able);
        let (left, right) = (left & theirs, right & theirs);
        let promotions = ((single & Bitboard::BACKRANKS).count()
            + (left & Bitboard::BACKRANKS).count()
            + (right & Bitboard::BACKRANKS).count())
            * 3;
        let mut count = single.count() + double.count() + left.count() + right.count() + promotions;
        for from in pinned {
            let set = MoveSet {
                role: Role::Pawn,
                from,
                to: self.pawn_targets(from, constraints, constraints.answers()),
            };
            count += set.len();
        }
        if let Some(target) = self.en_passant {
            for from in self.en_passant_capturers(target) & able {
                count += usize::from(self.en_passant_is_safe(from, target, constraints.king));
            }
        }
        count
    }

    #[inline]
    fn king_targets(&self, king: Square, constraints: &Constraints) -> Bitboard {
        let board = self.board;
        let enemy = self.turn.other();
        let occupied = board.occupied().without(king);
        let mut to = Bitboard::EMPTY;
        for square in attacks::king_attacks(king) & !board.by_color(self.turn) {
            if !board.is_attacked(square, enemy, occupied) {
                to.add(square);
            }
        }
        if constraints.checkers.is_empty() && self.castling.rooks().any() {
            to |= self.castling.possible(board, self.turn, king);
        }
        to
    }

    fn en_passant_capturers(&self, target: Square) -> Bitboard {
        attacks::pawn_attacks(self.turn.other(), target) & self.board.of(self.turn, Role::Pawn)
    }

    /// Two men leave the same rank at once: neither pins nor check masks see that, so look.
    fn en_passant_is_safe(&self, from: Square, target: Square, king: Option<Square>) -> bool {
        let Some(king) = king else { return true };
        let captured = Square::from_coords(target.file(), from.rank());
        let occupied = self
            .board
            .occupied()
            .without(from)
            .without(captured)
            .with(target);
        self.board
            .attackers(king, self.turn.other(), occupied)
            .without(captured)
            .is_empty()
    }
}

/// All pawns one step ahead.
#[inline]
const fn pawn_step(color: Color, pawns: Bitboard) -> Bitboard {
    match color {
        Color::White => Bitboard(pawns.0 << 8),
        Color::Black => Bitboard(pawns.0 >> 8),
    }
}

/// The rank from which the second half of a double step starts.
#[inline]
fn third_rank(color: Color) -> Bitboard {
    Bitboard::from_rank(color.relative_rank(Rank::Third))
}

/// Squares that pawns attack towards the a-file and towards the h-file.
#[inline]
const fn pawn_captures(color: Color, pawns: Bitboard) -> (Bitboard, Bitboard) {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let ahead = pawn_step(color, pawns).0;
    (
        Bitboard((ahead & NOT_A) >> 1),
        Bitboard((ahead & NOT_H) << 1),
    )
}
