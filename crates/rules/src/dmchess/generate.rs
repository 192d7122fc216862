//! Listing legal moves.

use std::ops::ControlFlow;

use super::action::Move;
use super::conservation::{Law, Mover};
use super::dimension::Dimension;
use super::man::last_rank;
use super::move_set::MoveSet;
use super::place::Place;
use super::portals::PortalMap;
use super::position::DmChess;
use super::safety::Safety;
use super::targets::board_moves;
use super::travel::second_leg;
use crate::board::{Bitboard, Color, Piece, Role};

/// The generator of legal moves.
pub(super) struct Generator<'a> {
    position: &'a DmChess,
    color: Color,
    map: &'static PortalMap,
    /// The last king of the opponent, which is never captured, by dimension.
    spared: [Bitboard; 8],
    /// The charged energy squares; only used where the Conservation Law binds.
    charged: [Bitboard; 8],
    law: Option<Law>,
    safety: Safety,
    /// Whether no move leaves all kings attacked, and the opponent has more than one king.
    is_free: bool,
}

/// A man about to move.
#[derive(Debug, Clone, Copy)]
struct Traveler {
    piece: Piece,
    from: Place,
    level: u8,
}

impl<'a> Generator<'a> {
    pub(super) fn new(position: &'a DmChess) -> Generator<'a> {
        let law = Law::of(position);
        let safety = Safety::of(position);
        let is_free = safety.is_assured() && position.king_count(position.mover().other()) > 1;
        Generator {
            position,
            color: position.mover(),
            map: position.portals(),
            spared: position.last_king(position.mover().other()),
            charged: match law {
                Some(_) => position.used.charged(),
                None => [Bitboard::EMPTY; 8],
            },
            law,
            safety,
            is_free,
        }
    }

    /// Lists all legal moves.
    pub(super) fn for_each_set<B>(
        &self,
        visit: impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.for_each_set_among([Bitboard::FULL; 8], |_, _, _| Bitboard::FULL, visit)
    }

    /// Lists the legal moves of the `movers` (by dimension) to the targets that `wanted` returns
    /// for a man and a dimension.
    #[inline]
    pub(super) fn for_each_set_among<B>(
        &self,
        movers: [Bitboard; 8],
        mut wanted: impl FnMut(Role, Place, Dimension) -> Bitboard,
        mut visit: impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for dimension in Dimension::ALL {
            let board = self.position.board(dimension);
            let movers = movers[dimension.index()];
            if movers.is_empty() {
                continue;
            }
            for role in Role::ALL {
                for square in board.of(self.color, role) & movers {
                    let from = Place::new(dimension, square);
                    let traveler = Traveler {
                        piece: role.of(self.color),
                        from,
                        level: self.position.levels[dimension.index()].get(square),
                    };
                    let (to, legs) = board_moves(traveler.piece, square, board);
                    let to = to & wanted(role, from, dimension);
                    self.emit(traveler, dimension, to, &mut visit)?;
                    self.moves_across(traveler, legs, &mut wanted, &mut visit)?;
                    if role == Role::King && self.position.is_unmoved(from) {
                        self.castlings(traveler, &mut wanted, &mut visit)?;
                    }
                }
            }
        }
        self.en_passant(movers, wanted, visit)
    }

    #[inline]
    fn moves_across<B>(
        &self,
        man: Traveler,
        legs: Bitboard,
        wanted: &mut impl FnMut(Role, Place, Dimension) -> Bitboard,
        visit: &mut impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let home = man.from.dimension;
        if (legs & self.map.squares()).is_empty()
            || self
                .law
                .as_ref()
                .is_some_and(|law| !law.may_leave(home, i16::from(man.level)))
        {
            return ControlFlow::Continue(());
        }
        for (dimension, distance) in home.neighbours() {
            let portals = legs & self.map.joining(*distance);
            // Portals to farther dimensions are a subset: without one there is none beyond.
            if *distance > man.level || portals.is_empty() {
                break;
            }
            let board = self.position.board(*dimension);
            let open = portals & !board.occupied();
            if open.any() {
                let wanted = wanted(man.piece.role, man.from, *dimension) & !self.map.squares();
                if wanted.any() {
                    let to = second_leg(man.piece, open, board) & wanted;
                    self.emit(man, *dimension, to, visit)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Lists those of a man's targets in one dimension that the Conservation Law and the safety of
    /// the kings allow.
    #[inline(always)]
    fn emit<B>(
        &self,
        man: Traveler,
        dimension: Dimension,
        to: Bitboard,
        visit: &mut impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if to.is_empty() {
            return ControlFlow::Continue(());
        }
        // Nearly always all of them are legal.
        let to = if self.is_free && self.law_admits_all(man, dimension, to) {
            to
        } else {
            self.legal(man, dimension, to)
        };
        if to.is_empty() {
            return ControlFlow::Continue(());
        }
        let mut promoting = to & last_rank(self.color);
        if promoting.any() && man.piece.role != Role::Pawn {
            let mark = self.position.mark_at(man.from);
            if !mark.is_former_pawn() || mark.has_promoted_in(dimension) {
                promoting = Bitboard::EMPTY;
            }
        }
        visit(MoveSet {
            role: man.piece.role,
            from: man.from,
            dimension,
            to,
            promoting,
        })
    }

    /// A quick sufficient test for whether the law admits all these moves.
    #[inline(always)]
    fn law_admits_all(&self, man: Traveler, dimension: Dimension, to: Bitboard) -> bool {
        self.law.as_ref().is_none_or(|law| {
            let theirs = self.position.board(dimension).by_color(self.color.other());
            let stays = dimension == man.from.dimension;
            (to & theirs).is_empty()
                && law.admits_quiet_moves(dimension, i16::from(man.level), stays)
        })
    }

    /// Those of a man's targets in one dimension that are legal.
    #[inline(never)]
    fn legal(&self, man: Traveler, dimension: Dimension, to: Bitboard) -> Bitboard {
        let mut to = to & !self.spared[dimension.index()];
        if let Some(law) = &self.law {
            to = self.lawful(law, man, dimension, to);
        }
        if to.is_empty() {
            return to;
        }
        self.safety
            .filter(self.position, man.piece, man.from, dimension, to)
    }

    #[inline]
    fn lawful(&self, law: &Law, man: Traveler, dimension: Dimension, to: Bitboard) -> Bitboard {
        let level = i16::from(man.level);
        let theirs = self.position.board(dimension).by_color(self.color.other());
        let stays = dimension == man.from.dimension;
        let mut energy = self.charged[dimension.index()];
        let mark = self.position.mark_at(man.from);
        if let Some(last) = mark.last_energy().map(|last| last.place())
            && last.dimension == dimension
        {
            energy.discard(last.square);
        }
        let without = if stays {
            law.without(dimension, level)
        } else {
            law.before(dimension)
        };
        let levels = &self.position.levels[dimension.index()];
        law.filter(
            dimension,
            Mover { level, energy },
            without,
            to,
            theirs,
            levels,
        )
    }

    fn castlings<B>(
        &self,
        king: Traveler,
        wanted: &mut impl FnMut(Role, Place, Dimension) -> Bitboard,
        visit: &mut impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for dimension in Dimension::ALL {
            let mut to = self.position.castling_rooks(king.from, dimension);
            if to.is_empty() {
                continue;
            }
            to &= wanted(Role::King, king.from, dimension);
            if to.is_empty() {
                continue;
            }
            let lawful = self.law.is_none_or(|law| {
                let level = i16::from(king.level);
                let arrived = law.before(dimension) + level - i16::from(dimension.number());
                dimension == king.from.dimension
                    || law.may_leave(king.from.dimension, level) && law.admits(dimension, arrived)
            });
            if !lawful {
                continue;
            }
            if !self.safety.is_assured() {
                for square in to {
                    let m = Move {
                        role: Role::King,
                        from: king.from,
                        to: Place::new(dimension, square),
                        promotion: None,
                    };
                    if !self.position.leaves_a_safe_king(m) {
                        to.discard(square);
                    }
                }
            }
            visit(MoveSet {
                role: Role::King,
                from: king.from,
                dimension,
                to,
                promoting: Bitboard::EMPTY,
            })?;
        }
        ControlFlow::Continue(())
    }

    fn en_passant<B>(
        &self,
        movers: [Bitboard; 8],
        mut wanted: impl FnMut(Role, Place, Dimension) -> Bitboard,
        mut visit: impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Some(target) = self.position.en_passant else {
            return ControlFlow::Continue(());
        };
        let dimension = target.dimension;
        for square in self.position.en_passant_capturers(target) & movers[dimension.index()] {
            let m = Move {
                role: Role::Pawn,
                from: Place::new(dimension, square),
                to: target,
                promotion: None,
            };
            if wanted(Role::Pawn, m.from, dimension).contains(target.square)
                && self
                    .law
                    .is_none_or(|law| self.position.broken_law(&law, m).is_none())
                && (self.safety.is_assured() || self.position.leaves_a_safe_king(m))
            {
                visit(MoveSet {
                    role: Role::Pawn,
                    from: m.from,
                    dimension,
                    to: Bitboard::from(target.square),
                    promoting: Bitboard::EMPTY,
                })?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl DmChess {
    /// Lists the legal moves of the `movers` (by dimension) to the targets that `wanted` returns
    /// for a man and a dimension. Cheaper than listing all. The target of castling is the rook.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use manifold_rules::board::{Bitboard, Role};
    /// use manifold_rules::dmchess::DmChess;
    /// use manifold_rules::position::Position;
    ///
    /// let position = DmChess::start(Default::default());
    /// let mut count = 0;
    /// let pawns = |role, _, _| if role == Role::Pawn { Bitboard::FULL } else { Bitboard::EMPTY };
    /// let _ = position.for_each_legal_among([Bitboard::FULL; 8], pawns, |set| {
    ///     count += set.to.count();
    ///     ControlFlow::<()>::Continue(())
    /// });
    /// assert!(count >= 8 * 16 && count < 363);
    /// ```
    pub fn for_each_legal_among<B>(
        &self,
        movers: [Bitboard; 8],
        wanted: impl FnMut(Role, Place, Dimension) -> Bitboard,
        visit: impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.is_over() {
            return ControlFlow::Continue(());
        }
        Generator::new(self).for_each_set_among(movers, wanted, visit)
    }
}
