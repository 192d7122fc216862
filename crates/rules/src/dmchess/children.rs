//! Visiting the positions after all legal moves, by making and unmaking them in a single copy.

use std::ops::ControlFlow;

use super::action::Move;
use super::energy::EnergySquare;
use super::levels::MAX_LEVEL;
use super::make::{Rest, excess};
use super::man::Man;
use super::move_set::MoveSet;
use super::place::Place;
use super::position::DmChess;
use super::zobrist;
use crate::board::{Bitboard, Color, Rank, Role};

/// Visits the positions after the moves of move sets that no shift follows. A man stays lifted from one of its sets to the next.
pub(super) struct Visitor<'a> {
    position: &'a DmChess,
    child: DmChess,
    /// The charged energy squares.
    charged: [Bitboard; 8],
    lifted: Option<Lifted>,
}

/// A man that is lifted off its place.
pub(super) struct Lifted {
    from: Place,
    man: Man,
    /// The rest of the position (all but the men) while it is lifted.
    before: Rest,
    /// The rest after a ply that captures nothing, changes no control and uses no energy, as far as it does not depend on the target.
    after: Rest,
}

impl Visitor<'_> {
    pub(super) fn new(position: &DmChess) -> Visitor<'_> {
        Visitor {
            position,
            child: *position,
            charged: position.used.charged(),
            lifted: None,
        }
    }

    /// Calls `visit` with each of these legal moves and the position after it.
    #[inline(always)]
    pub(super) fn visit<B>(
        &mut self,
        set: MoveSet,
        mut visit: impl FnMut(Move, &DmChess) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self
            .position
            .moves_more_men(set.role, set.dimension, set.to)
        {
            self.put_back();
            return set.for_each(|m| self.child.visit_move(m, |child| visit(m, child)));
        }
        if self
            .lifted
            .as_ref()
            .is_none_or(|lifted| lifted.from != set.from)
        {
            self.put_back();
            let man = self.child.lift_to_visit(set.role, set.from);
            self.lifted = Some(self.child.lifted(set, man));
        }
        let Some(lifted) = &self.lifted else {
            return ControlFlow::Continue(());
        };
        let child = &mut self.child;
        let charged = self.charged[set.dimension.index()];
        let arrivals = child.arrivals(set, lifted.man, charged);
        child.visit_arrivals(set, arrivals, lifted, &mut visit)?;
        let others = arrivals.others(set);
        if others.to.any() {
            child.set_rest(&lifted.before);
            others.for_each(|m| {
                child.visit_landing(m, lifted.man, &lifted.before, |child| visit(m, child))
            })?;
            child.set_rest(&lifted.after);
        }
        ControlFlow::Continue(())
    }

    /// Puts the lifted man back.
    #[inline(always)]
    fn put_back(&mut self) {
        if let Some(lifted) = self.lifted.take() {
            self.child.put_man(lifted.from, lifted.man);
            self.child.set_rest(&self.position.rest());
        }
    }
}

/// The targets of a set on which the arrival of a lifted man has no effect but that of the field: no promotion, no right to capture en
/// passant afterwards, and no change in the control of dimensions.
#[derive(Debug, Clone, Copy)]
pub(super) struct Arrivals {
    /// It captures nothing and gains no energy.
    quiet: Bitboard,
    /// It captures nothing and gains energy from the square.
    charged: Bitboard,
    /// It captures, and gains no energy from the square.
    captures: Bitboard,
}

impl Arrivals {
    /// The arrivals that are on these squares.
    #[inline(always)]
    pub(super) fn on(self, squares: Bitboard) -> Arrivals {
        Arrivals {
            quiet: self.quiet & squares,
            charged: self.charged & squares,
            captures: self.captures & squares,
        }
    }

    /// The moves of the set to other squares.
    #[inline(always)]
    pub(super) fn others(self, set: MoveSet) -> MoveSet {
        MoveSet {
            to: set.to & !(self.quiet | self.charged | self.captures),
            ..set
        }
    }
}

impl DmChess {
    /// Notes a lifted man, and counts the ply that its arrival completes.
    #[inline(always)]
    pub(super) fn lifted(&mut self, set: MoveSet, man: Man) -> Lifted {
        let before = self.rest();
        self.count_ply(set.role == Role::Pawn, None);
        self.note_control(false);
        Lifted {
            from: set.from,
            man,
            before,
            after: self.rest(),
        }
    }

    #[inline(always)]
    pub(super) fn arrivals(&self, set: MoveSet, man: Man, charged: Bitboard) -> Arrivals {
        let is_journey = set.dimension != set.from.dimension;
        let board = self.board(set.dimension);
        let mut plain = set.to & !set.promoting;
        match set.role {
            Role::King if is_journey => plain = Bitboard::EMPTY,
            Role::Pawn if !is_journey => plain &= !self.contested_double_step(set, man.piece.color),
            _ => {}
        }
        let mut energy = Bitboard::EMPTY;
        if man.level < MAX_LEVEL {
            energy = charged;
            if let Some(last) = man.mark.last_energy().map(EnergySquare::place)
                && last.dimension == set.dimension
            {
                energy.discard(last.square);
            }
        }
        let quiet = plain & !board.occupied();
        Arrivals {
            quiet: quiet & !energy,
            charged: quiet & energy,
            captures: plain & board.occupied() & !energy & !board.by_role(Role::King),
        }
    }

    /// The target of a double step after which the pawn can be captured en passant.
    #[inline(always)]
    fn contested_double_step(&self, set: MoveSet, us: Color) -> Bitboard {
        if set.from.square.rank() != us.relative_rank(Rank::Second) {
            return Bitboard::EMPTY;
        }
        let double = set.to & Bitboard::from_rank(us.relative_rank(Rank::Fourth));
        match crate::board::ahead(us, set.from.square) {
            Some(jumped)
                if self.can_be_captured_en_passant(Place::new(set.dimension, jumped), us) =>
            {
                double
            }
            _ => Bitboard::EMPTY,
        }
    }

    /// Calls `visit` with each of the moves to these squares, and the position after it.
    #[inline(always)]
    pub(super) fn visit_arrivals<B>(
        &mut self,
        set: MoveSet,
        arrivals: Arrivals,
        lifted: &Lifted,
        mut visit: impl FnMut(Move, &DmChess) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if arrivals.quiet.any() {
            self.visit_quiet::<false, B>(set, arrivals.quiet, lifted, &mut visit)?;
        }
        if arrivals.charged.any() {
            self.visit_quiet::<true, B>(set, arrivals.charged, lifted, &mut visit)?;
        }
        if arrivals.captures.any() {
            self.visit_captures(set, arrivals.captures, lifted, &mut visit)?;
        }
        ControlFlow::Continue(())
    }

    /// Calls `visit` with each of the moves to squares where the man arrives without a capture, and the position after it. All that these
    /// positions share is made once.
    #[inline(always)]
    fn visit_quiet<const CHARGED: bool, B>(
        &mut self,
        set: MoveSet,
        squares: Bitboard,
        lifted: &Lifted,
        mut visit: impl FnMut(Move, &DmChess) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut man = lifted.man;
        if CHARGED {
            man.gain();
        }
        let (men_key, memory_key) = (self.men_key, self.memory_key);
        self.imbalance[set.dimension.index()] += excess(set.dimension, man);
        let mut last: Option<Place> = None;
        for square in squares {
            let to = Place::new(set.dimension, square);
            if CHARGED {
                let energy = EnergySquare::at(to);
                self.used = lifted.before.used;
                self.used.advance(energy);
                if man.level < MAX_LEVEL {
                    man.mark.set_last_energy(energy);
                }
            }
            match last {
                Some(last) => self.shift_man(last, to.square, man),
                None => self.put_man(to, man),
            }
            last = Some(to);
            self.men_key = men_key ^ zobrist::man_key(to, man);
            self.memory_key = memory_key ^ zobrist::memory_key(to, man.mark);
            visit(set.move_to(square), self)?;
        }
        if let Some(last) = last {
            self.take_man(last, man);
        }
        self.set_sums(set.dimension, &lifted.after);
        if CHARGED {
            self.used = lifted.after.used;
        }
        ControlFlow::Continue(())
    }

    /// The same for captures on squares that give no energy.
    #[inline(always)]
    fn visit_captures<B>(
        &mut self,
        set: MoveSet,
        squares: Bitboard,
        lifted: &Lifted,
        mut visit: impl FnMut(Move, &DmChess) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut man = lifted.man;
        man.gain();
        let (men_key, memory_key) = (self.men_key, self.memory_key);
        let d = set.dimension.index();
        let arrived = self.imbalance[d] + excess(set.dimension, man);
        self.quiet_plies = 0;
        for square in squares {
            let to = Place::new(set.dimension, square);
            let Some(victim) = self.man_at(to) else {
                continue;
            };
            self.take_man(to, victim);
            self.put_man(to, man);
            self.unmoved.discard(to);
            self.imbalance[d] = arrived - excess(set.dimension, victim);
            self.men_key = men_key ^ zobrist::man_key(to, victim) ^ zobrist::man_key(to, man);
            self.memory_key = memory_key
                ^ zobrist::memory_key(to, victim.mark)
                ^ zobrist::memory_key(to, man.mark);
            visit(set.move_to(square), self)?;
            self.take_man(to, man);
            self.put_man(to, victim);
            self.unmoved = lifted.after.unmoved;
        }
        self.quiet_plies = lifted.after.quiet_plies;
        self.set_sums(set.dimension, &lifted.after);
        ControlFlow::Continue(())
    }
}
