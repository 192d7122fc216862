//! Legal moves of chess, for the games in which men on the board move exactly as in chess.

use std::ops::ControlFlow;

use super::constraints::Constraints;
use super::move_set::MoveSet;
use super::{Bitboard, Board, Castling, Color, Rank, Role, Square, attacks, pawns};

/// Everything on which the legal moves of chess depend: the men, the side to move and the rights.
#[derive(Debug, Clone, Copy)]
pub struct MoveGenerator<'a> {
    /// The men. Men without a role only block.
    pub board: &'a Board,
    /// The player to move.
    pub turn: Color,
    /// Rooks that may castle.
    pub castling: Castling,
    /// The en passant square: the one that a pawn has just crossed by a double step.
    pub en_passant: Option<Square>,
}

/// Which pawn moves are generated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pawns {
    All,
    ButSteps,
}

impl MoveGenerator<'_> {
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

    /// Calls `visit` with all legal moves, one set for each man that has any. Castling is king
    /// takes rook.
    ///
    /// Without a king on the board there are no checks and pins.
    #[inline]
    pub fn for_each_legal<B>(
        &self,
        visit: impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.for_each_legal_under(&self.constraints(), visit)
    }

    /// [`MoveGenerator::for_each_legal`] for a caller that has found the constraints already.
    #[inline]
    pub fn for_each_legal_under<B>(
        &self,
        constraints: &Constraints,
        visit: impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.for_each_set(constraints, Pawns::All, visit)
    }

    /// [`MoveGenerator::for_each_legal_under`] without [`MoveGenerator::pawn_steps`].
    #[inline]
    pub(crate) fn for_each_but_steps<B>(
        &self,
        constraints: &Constraints,
        visit: impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.for_each_set(constraints, Pawns::ButSteps, visit)
    }

    /// The targets of the legal single and double steps of pawns that are not pinned, without promotions.
    #[inline]
    pub(crate) fn pawn_steps(&self, constraints: &Constraints) -> (Bitboard, Bitboard) {
        let able = self.board.of(self.turn, Role::Pawn) & !constraints.pinned;
        let (single, double) = pawns::advances(self.turn, able, !self.board.occupied());
        let answers = constraints.answers();
        (single & answers & !Bitboard::BACKRANKS, double & answers)
    }

    #[inline(always)]
    fn for_each_set<B>(
        &self,
        constraints: &Constraints,
        pawns: Pawns,
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
            let all = self.board.of(self.turn, Role::Pawn);
            let some = match pawns {
                Pawns::All => all,
                Pawns::ButSteps => all & (constraints.pinned | self.able_to_be_noisy()),
            };
            for from in some {
                let mut to = self.pawn_targets(from, constraints, answers);
                if pawns == Pawns::ButSteps && !constraints.pinned.contains(from) {
                    to &= self.noisy_targets(from);
                }
                emit(Role::Pawn, from, to)?;
            }
            self.for_each_piece(constraints, free, &mut emit)?;
        }
        if let Some(king) = constraints.king {
            emit(Role::King, king, self.king_targets(king, constraints))?;
        }
        ControlFlow::Continue(())
    }

    /// Calls `emit` with the knights, bishops, rooks and queens and their legal targets among `free`.
    #[inline(always)]
    fn for_each_piece<B>(
        &self,
        constraints: &Constraints,
        free: Bitboard,
        emit: &mut impl FnMut(Role, Square, Bitboard) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for from in self.board.of(self.turn, Role::Knight) & !constraints.pinned {
            emit(Role::Knight, from, attacks::knight_attacks(from) & free)?;
        }
        for role in [Role::Bishop, Role::Rook, Role::Queen] {
            for from in self.board.of(self.turn, role) {
                let to = self.slides(role, from) & free & constraints.line(from);
                emit(role, from, to)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Calls `visit` with the legal captures and promotions, in the order of [`MoveGenerator::for_each_legal`].
    #[inline]
    pub fn for_each_noisy<B>(
        &self,
        mut visit: impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut emit = |role, from, to: Bitboard| {
            if to.is_empty() {
                ControlFlow::Continue(())
            } else {
                visit(MoveSet { role, from, to })
            }
        };
        let constraints = &self.constraints();
        let answers = constraints.answers();
        let theirs = self.board.by_color(self.turn.other());
        let free = answers & theirs;
        let pawns = if answers.any() {
            self.board.of(self.turn, Role::Pawn) & self.able_to_be_noisy()
        } else {
            Bitboard::EMPTY
        };
        for from in pawns {
            let to = self.pawn_targets(from, constraints, answers) & self.noisy_targets(from);
            emit(Role::Pawn, from, to)?;
        }
        if free.any() {
            self.for_each_piece(constraints, free, &mut emit)?;
        }
        if let Some(king) = constraints.king {
            emit(Role::King, king, self.king_steps(king, theirs))?;
        }
        ControlFlow::Continue(())
    }

    /// The pseudo-legal targets of the man on `from`. Castling is king takes rook, and only if all
    /// its conditions are met.
    #[must_use]
    pub fn pseudo_legal_targets(&self, from: Square) -> Bitboard {
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

    /// [`MoveGenerator::count_legal`] for a caller that has found the constraints already.
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

    /// The legal targets of one man. Castling is king takes rook.
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

    /// Whether an en passant capture is legal: only then does the right count for repetition.
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

    /// The legal targets of the pawn on `from`. `answers` is the check mask, computed once for all pawns.
    #[inline(always)]
    fn pawn_targets(&self, from: Square, constraints: &Constraints, answers: Bitboard) -> Bitboard {
        let board = self.board;
        let empty = !board.occupied();
        let (single, double) = pawns::advances(self.turn, Bitboard::from(from), empty);
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

    /// The squares from which a pawn may capture, en passant too, or promote.
    #[inline]
    fn able_to_be_noisy(&self) -> Bitboard {
        let theirs = self.board.by_color(self.turn.other());
        let passant = self.en_passant.map_or(Bitboard::EMPTY, Bitboard::from);
        pawns::attacks(self.turn.other(), theirs | passant)
            | Bitboard::from_rank(self.turn.relative_rank(Rank::Seventh))
    }

    /// The squares where a pawn on `from` lands when it captures or promotes.
    #[inline]
    fn noisy_targets(&self, from: Square) -> Bitboard {
        attacks::pawn_attacks(self.turn, from)
            | Bitboard::from_rank(self.turn.relative_rank(Rank::Eighth))
    }

    /// The number of pawn moves. Pawns that are not pinned are counted set-wise.
    #[inline]
    fn count_pawn_moves(&self, constraints: &Constraints, free: Bitboard) -> usize {
        let board = self.board;
        let all = board.of(self.turn, Role::Pawn);
        let pinned = all & constraints.pinned;
        let able = all & !constraints.pinned;
        let empty = !board.occupied();
        let theirs = board.by_color(self.turn.other()) & free;
        let (single, double) = pawns::advances(self.turn, able, empty);
        let (single, double) = (single & free, double & free);
        let (left, right) = pawns::attacks_by_side(self.turn, able);
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
        let mut to = self.king_steps(king, !board.by_color(self.turn));
        if constraints.checkers.is_empty() && self.castling.rooks().any() {
            to |= self.castling.possible(board, self.turn, king);
        }
        to
    }

    /// The squares among `wanted` to which the king can step without being attacked.
    #[inline]
    fn king_steps(&self, king: Square, wanted: Bitboard) -> Bitboard {
        let occupied = self.board.occupied().without(king);
        let mut to = Bitboard::EMPTY;
        for square in attacks::king_attacks(king) & wanted {
            if !self.board.is_attacked(square, self.turn.other(), occupied) {
                to.add(square);
            }
        }
        to
    }

    fn en_passant_capturers(&self, target: Square) -> Bitboard {
        attacks::pawn_attacks(self.turn.other(), target) & self.board.of(self.turn, Role::Pawn)
    }

    /// Whether an en passant capture leaves the king unattacked. Two men leave the rank at once, which neither pins nor check
    /// masks cover, so attacks are tested.
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
