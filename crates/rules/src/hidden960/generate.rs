//! Move generation: chess, plus the effects of hidden squares and reveals.

use std::ops::ControlFlow;

use super::Action;
use super::position::Hidden960;
use crate::board::{
    Bitboard, Board, Castling, Color, MoveGenerator, MoveSet, Role, Square, StandardMove, attacks,
};

/// The move generator: everything on which a player's moves depend. The look-ahead builds its own, with men
/// that have not been revealed yet.
#[derive(Debug, Clone, Copy)]
pub(super) struct Generator<'a> {
    pub(super) board: &'a Board,
    pub(super) turn: Color,
    pub(super) unmoved: Bitboard,
    pub(super) en_passant: Option<Square>,
    /// While the king is hidden, the player's own hidden squares, none of which is attacked: a move must not
    /// expose them all. Otherwise empty.
    pub(super) king_among: Bitboard,
}

impl<'a> Generator<'a> {
    /// The move generator of chess, without the effects of hidden squares.
    #[inline]
    pub(super) fn chess(&self) -> MoveGenerator<'a> {
        let king_is_unmoved = (self.unmoved & self.board.of(self.turn, Role::King)).any();
        MoveGenerator {
            board: self.board,
            turn: self.turn,
            castling: if king_is_unmoved {
                Castling::from_rooks(self.unmoved)
            } else {
                Castling::NONE
            },
            en_passant: self.en_passant,
        }
    }

    /// Lists all legal moves.
    pub(super) fn for_each<B>(
        &self,
        mut visit: impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let never = self.never_a_target();
        let only_the_king = self.kings_touch();
        let blockers = self.blockers();
        self.chess().for_each_legal(|mut set| {
            set.to &= !never;
            if only_the_king && set.role != Role::King {
                return ControlFlow::Continue(());
            }
            if blockers.of_all.contains(set.from) {
                set.to = self.keeping_the_king_hidden(set.from, set.to);
            } else if let Some(target) = self.en_passant_by(set)
                && self.exposes_all(StandardMove::new(set.from, target))
            {
                set.to.discard(target);
            }
            if set.to.is_empty() {
                ControlFlow::Continue(())
            } else {
                visit(set)
            }
        })
    }

    /// Whether there is a legal move.
    pub(super) fn has_move(&self) -> bool {
        self.for_each(|_| ControlFlow::Break(())).is_break()
    }

    /// The number of legal moves.
    pub(super) fn count(&self) -> u64 {
        let mut count = 0;
        let _ = self.for_each(|set| {
            count += set.len() as u64;
            ControlFlow::<()>::Continue(())
        });
        count
    }

    /// The legal targets of one man.
    pub(super) fn targets(&self, from: Square) -> Bitboard {
        let mut targets = Bitboard::EMPTY;
        let _ = self.for_each(|set| {
            if set.from == from {
                targets = set.to;
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        targets
    }

    /// Enemy men that are never captured: hidden men (the reveal comes first) and the king.
    fn never_a_target(&self) -> Bitboard {
        let enemy = self.turn.other();
        let hidden = match self.board.by_color(enemy) & Bitboard::from_rank(enemy.backrank()) {
            back if back.is_empty() => Bitboard::EMPTY,
            back => back & self.board.unknown(),
        };
        hidden | self.board.of(enemy, Role::King)
    }

    /// Whether the kings touch, which a reveal can cause. Then only a king move helps: a king
    /// cannot be captured, and there is nothing to interpose.
    pub(super) fn kings_touch(&self) -> bool {
        self.board.king_of(self.turn).is_some_and(|king| {
            attacks::king_attacks(king).intersects(self.board.of(self.turn.other(), Role::King))
        })
    }

    /// The blockers between own hidden squares and enemy sliders.
    pub(super) fn blockers(&self) -> Blockers {
        let mut blockers = Blockers {
            of_any: Bitboard::EMPTY,
            of_all: Bitboard::EMPTY,
        };
        if self.king_among.is_empty() {
            return blockers;
        }
        let board = self.board;
        let theirs = board.by_color(self.turn.other());
        let queens = board.by_role(Role::Queen);
        let straight = theirs & (board.by_role(Role::Rook) | queens);
        let diagonal = theirs & (board.by_role(Role::Bishop) | queens);
        if (straight | diagonal).is_empty() {
            return blockers;
        }
        blockers.of_all = board.by_color(self.turn);
        for hidden in self.king_among {
            let snipers = (attacks::rook_attacks(hidden, Bitboard::EMPTY) & straight)
                | (attacks::bishop_attacks(hidden, Bitboard::EMPTY) & diagonal);
            let mut blocking = Bitboard::EMPTY;
            for sniper in snipers {
                let between = attacks::between(hidden, sniper) & board.occupied();
                if !between.more_than_one() {
                    blocking |= between;
                }
            }
            blockers.of_any |= blocking;
            blockers.of_all &= blocking;
        }
        blockers
    }

    fn keeping_the_king_hidden(&self, from: Square, to: Bitboard) -> Bitboard {
        to.into_iter()
            .filter(|to| !self.exposes_all(StandardMove::new(from, *to)))
            .collect()
    }

    fn en_passant_by(&self, set: MoveSet) -> Option<Square> {
        self.en_passant
            .filter(|target| set.role == Role::Pawn && set.to.contains(*target))
    }

    /// Whether a move exposes every square on which the player's own king may stand.
    pub(super) fn exposes_all(&self, mv: StandardMove) -> bool {
        if self.king_among.is_empty() {
            return false;
        }
        let captured = self.captured_en_passant(mv);
        let mut occupied = self.board.occupied().without(mv.from).with(mv.to);
        let mut gone = Bitboard::from(mv.to);
        if let Some(captured) = captured {
            occupied.discard(captured);
            gone.add(captured);
        }
        self.king_among.into_iter().all(|hidden| {
            let attackers = self.board.attackers(hidden, self.turn.other(), occupied);
            attackers.intersects(!gone)
        })
    }

    fn captured_en_passant(&self, mv: StandardMove) -> Option<Square> {
        let is_pawn = self.board.by_role(Role::Pawn).contains(mv.from);
        (is_pawn && Some(mv.to) == self.en_passant && mv.from.file() != mv.to.file())
            .then(|| Square::from_coords(mv.to.file(), mv.from.rank()))
    }
}

/// Own men whose moves may expose hidden squares to an enemy slider.
///
/// En passant captures, which take two men off at once, are judged separately.
#[derive(Debug, Clone, Copy)]
pub(super) struct Blockers {
    /// The men that shield at least one hidden square.
    pub(super) of_any: Bitboard,
    /// The men that shield every hidden square: only they can expose them all.
    pub(super) of_all: Bitboard,
}

impl Hidden960 {
    /// The generator of the moves of the player to move, provided that nothing must be revealed
    /// first.
    #[inline]
    pub(super) fn generator(&self) -> Generator<'_> {
        Generator {
            board: &self.board,
            turn: self.turn,
            unmoved: self.unmoved,
            en_passant: self.en_passant,
            king_among: if self.king_is_hidden(self.turn) {
                self.hidden(self.turn)
            } else {
                Bitboard::EMPTY
            },
        }
    }

    /// Whether the legal moves are those of chess, so that they can be listed the fast way.
    #[inline]
    pub(super) fn moves_as_in_chess(&self) -> bool {
        !self.gives_check && !self.king_is_hidden(self.turn)
    }

    /// Lists the legal moves, unless something must be revealed first.
    #[inline]
    pub(super) fn for_each_set<B>(
        &self,
        visit: impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.threatened.any() {
            ControlFlow::Continue(())
        } else if self.moves_as_in_chess() {
            self.generator().chess().for_each_legal(visit)
        } else {
            self.generator().for_each(visit)
        }
    }

    /// Lists the legal reveals. `can_move` says whether there is a legal move now.
    #[inline]
    pub(super) fn for_each_choice<B>(
        &self,
        can_move: bool,
        mut visit: impl FnMut(Action) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.threatened.is_empty() && self.pool(self.turn).is_empty() {
            return ControlFlow::Continue(());
        }
        self.legal_choices(can_move)
            .into_iter()
            .try_for_each(|choice| visit(choice.into()))
    }

    /// The legal targets of one man, provided that nothing must be revealed first.
    pub(super) fn targets(&self, from: Square) -> Bitboard {
        if self.moves_as_in_chess() {
            self.generator().chess().legal_targets(from)
        } else {
            self.generator().targets(from)
        }
    }

    /// Whether there is a legal move, provided that nothing must be revealed first.
    pub(super) fn has_move(&self) -> bool {
        if self.moves_as_in_chess() {
            let generator = self.generator().chess();
            generator
                .for_each_legal(|_| ControlFlow::Break(()))
                .is_break()
        } else {
            self.generator().has_move()
        }
    }

    /// Lists the legal moves, which is much cheaper than listing reveals. Lists none if something must
    /// be revealed first.
    pub fn for_each_move<B>(
        &self,
        mut visit: impl FnMut(StandardMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.threatened.any() {
            return ControlFlow::Continue(());
        }
        let each = |set: MoveSet| set.for_each(&mut visit);
        if self.moves_as_in_chess() {
            self.generator().chess().for_each_legal(each)
        } else {
            self.generator().for_each(each)
        }
    }

    /// Whether an en passant capture is legal.
    pub(super) fn en_passant_is_legal(&self) -> bool {
        self.en_passant.is_some_and(|target| {
            let pawns = attacks::pawn_attacks(self.turn.other(), target)
                & self.board.of(self.turn, Role::Pawn);
            let generator = self.generator();
            pawns
                .into_iter()
                .any(|pawn| generator.targets(pawn).contains(target))
        })
    }
}
