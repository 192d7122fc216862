//! Making moves and taking them back.

use super::action::Move;
use super::dimension::Dimension;
use super::dominance::Dominance;
use super::energy::{EnergySquare, UsedEnergy};
use super::levels::MAX_LEVEL;
use super::man::{Man, Mark};
use super::place::Place;
use super::portals::PLIES_BETWEEN_SHIFTS;
use super::position::DmChess;
use super::unmoved::Unmoved;
use super::zobrist::{man_key, memory_key};
use crate::board::{Bitboard, Color, Role, Square, attacks};
use crate::position::Position;

/// What a move changes beside the men and their places.
#[derive(Clone, Copy)]
pub(super) struct Rest {
    imbalance: [i16; 8],
    pub(super) unmoved: Unmoved,
    pub(super) used: UsedEnergy,
    en_passant: Option<Place>,
    dominance: Dominance,
    ply: u32,
    pub(super) quiet_plies: u32,
    men_key: u64,
    memory_key: u64,
}

/// A man that has moved, as it stands now.
pub(super) struct Landing {
    pub(super) man: Man,
    /// Whether a king has come to a dimension or left one.
    pub(super) kings_change: bool,
}

impl DmChess {
    /// Makes a move, which must be legal.
    #[inline]
    pub(super) fn make(&mut self, m: Move) {
        let kings_change = self.make_without_shift(m);
        if self.ply.is_multiple_of(PLIES_BETWEEN_SHIFTS) {
            self.shift();
        }
        self.note_control(kings_change);
    }

    /// Notes who controls which dimensions after a ply.
    #[inline]
    pub(super) fn note_control(&mut self, kings_change: bool) {
        if kings_change {
            self.dominance.advance(self.controlled());
        } else {
            self.dominance.repeat();
        }
    }

    /// Makes a move without the shift that may follow: the position that the Conservation Law
    /// judges. Returns whether a king has come to a dimension or left one.
    #[inline]
    pub(super) fn make_without_shift(&mut self, m: Move) -> bool {
        let en_passant = self.en_passant.take();
        let piece = m.role.of(self.mover());
        let board = self.board(m.from.dimension);
        if !board.of(piece.color, m.role).contains(m.from.square) {
            // Not a legal move: the man that should make it is not on its square.
            self.count_ply(m.role == Role::Pawn, None);
            return false;
        }
        let man = self.man(m.from, piece);
        if self.is_castling(m) {
            self.castle(m, man);
            self.unmoved.discard(m.from);
            self.unmoved.discard(m.to);
            self.count_ply(false, None);
            return m.from.dimension != m.to.dimension;
        }
        let (place, victim) = self.victim(m, en_passant);
        self.lift(m.from, man);
        self.land(m, man, place, victim).kings_change
    }

    /// Takes the moving man off its place.
    #[inline(always)]
    fn lift(&mut self, from: Place, man: Man) {
        self.take(from, man);
        self.unmoved.discard(from);
    }

    /// Puts a lifted man down on its target and completes the ply: the man captures the victim on `place`, gains energy and promotes,
    /// where the move does so.
    #[inline(always)]
    pub(super) fn land(
        &mut self,
        m: Move,
        mut man: Man,
        place: Place,
        victim: Option<Man>,
    ) -> Landing {
        let mut kings_change = m.role == Role::King && m.from.dimension != m.to.dimension;
        if let Some(victim) = victim {
            self.take(place, victim);
            self.unmoved.discard(place);
            kings_change |= victim.piece.role == Role::King;
            man.gain();
        }
        let used = EnergySquare::at(m.to).filter(|square| {
            man.level < MAX_LEVEL
                && self.used.is_charged(*square)
                && man.mark.last_energy() != Some(*square)
        });
        if used.is_some() {
            man.mark.set_last_energy(used);
            man.gain();
        }
        if let Some(role) = m.promotion {
            man.piece.role = role;
            man.mark.add_promotion(m.to.dimension);
        }
        self.put(m.to, man);
        self.unmoved.discard(m.to);
        if m.role == Role::Pawn {
            self.note_double_step(m, man.piece.color);
        }
        self.count_ply(victim.is_some() || m.role == Role::Pawn, used);
        Landing { man, kings_change }
    }

    #[inline(always)]
    pub(super) fn count_ply(&mut self, is_progress: bool, used: Option<EnergySquare>) {
        self.quiet_plies = if is_progress { 0 } else { self.quiet_plies + 1 };
        self.used.advance(used);
        self.ply += 1;
    }

    /// The man that a move captures, and where it stands.
    #[inline(always)]
    fn victim(&self, m: Move, en_passant: Option<Place>) -> (Place, Option<Man>) {
        let is_en_passant = m.role == Role::Pawn
            && en_passant == Some(m.to)
            && m.from.dimension == m.to.dimension
            && m.from.square.file() != m.to.square.file();
        let place = match crate::board::ahead(self.mover().other(), m.to.square) {
            Some(behind) if is_en_passant => Place::new(m.to.dimension, behind),
            _ => m.to,
        };
        (place, self.man_at(place))
    }

    /// Puts a man on a place, which must be empty.
    #[inline(always)]
    pub(super) fn put(&mut self, place: Place, man: Man) {
        self.put_man(place, man);
        self.imbalance[place.dimension.index()] += excess(place.dimension, man);
        self.men_key ^= man_key(place, man);
        self.memory_key ^= memory_key(place, man.mark);
    }

    /// Takes a man off its place, where it must stand.
    #[inline(always)]
    pub(super) fn take(&mut self, place: Place, man: Man) {
        self.take_man(place, man);
        self.imbalance[place.dimension.index()] -= excess(place.dimension, man);
        self.men_key ^= man_key(place, man);
        self.memory_key ^= memory_key(place, man.mark);
    }

    /// Puts a man on a place like `put`, but without updating the imbalance and the keys.
    #[inline(always)]
    pub(super) fn put_man(&mut self, place: Place, man: Man) {
        let d = place.dimension.index();
        self.boards[d].put(place.square, man.piece);
        self.levels[d].put(place.square, man.level);
        self.marks.set(place, man.mark);
    }

    #[inline(always)]
    pub(super) fn take_man(&mut self, place: Place, man: Man) {
        let d = place.dimension.index();
        self.boards[d].take(place.square, man.piece);
        self.levels[d].clear(place.square);
        self.marks.set(place, Mark::default());
    }

    /// Moves a man to another square of its dimension, which must be empty.
    #[inline(always)]
    pub(super) fn shift_man(&mut self, from: Place, to: Square, man: Man) {
        let d = from.dimension.index();
        self.boards[d].shift(from.square, to, man.piece);
        self.levels[d].shift(from.square, to, man.level);
        self.marks.set(from, Mark::default());
        self.marks.set(Place::new(from.dimension, to), man.mark);
    }

    /// Sets the en passant right after a double step, if there is a pawn to use it.
    #[inline]
    fn note_double_step(&mut self, m: Move, color: Color) {
        let (from, to) = (m.from.square, m.to.square);
        if m.from.dimension != m.to.dimension || from.rank().distance(to.rank()) != 2 {
            return;
        }
        let Some(jumped) = crate::board::ahead(color, from) else {
            return;
        };
        let place = Place::new(m.to.dimension, jumped);
        if self.can_be_captured_en_passant(place, color) {
            self.en_passant = Some(place);
        }
    }

    /// Whether an enemy pawn attacks `place`, the square that a pawn of `color` has crossed.
    pub(super) fn can_be_captured_en_passant(&self, place: Place, color: Color) -> bool {
        let pawns = self.board(place.dimension).of(color.other(), Role::Pawn);
        (attacks::pawn_attacks(color, place.square) & pawns).any()
    }

    /// Calls `look` with the position after a legal move, and takes it back.
    #[inline]
    pub(super) fn visit_move<R>(&mut self, m: Move, look: impl FnOnce(&mut DmChess) -> R) -> R {
        if self.shifts_next()
            || self.moves_more_men(m.role, m.to.dimension, Bitboard::from(m.to.square))
        {
            let mut child = *self;
            child.make(m);
            return look(&mut child);
        }
        let before = self.rest();
        let man = self.lift_to_visit(m.role, m.from);
        let lifted = self.rest();
        let seen = self.visit_landing(m, man, &lifted, look);
        self.put_man(m.from, man);
        self.set_rest(&before);
        seen
    }

    /// Whether moves to these squares may affect more men than the one that goes there and the one that stands there, as castling and en
    /// passant do. (The shift that may follow is not considered.)
    #[inline(always)]
    pub(super) fn moves_more_men(&self, role: Role, dimension: Dimension, to: Bitboard) -> bool {
        match role {
            Role::King => (self.board(dimension).of(self.mover(), Role::Rook) & to).any(),
            Role::Pawn => self
                .en_passant
                .is_some_and(|target| target.dimension == dimension && to.contains(target.square)),
            _ => false,
        }
    }

    /// Lifts a man whose moves are to be visited.
    #[inline(always)]
    pub(super) fn lift_to_visit(&mut self, role: Role, from: Place) -> Man {
        let man = self.man(from, role.of(self.mover()));
        self.en_passant = None;
        self.lift(from, man);
        man
    }

    /// Calls `look` with the position after a lifted man has landed, and lifts it again. `lifted` is the rest before the landing.
    #[inline(always)]
    pub(super) fn visit_landing<R>(
        &mut self,
        m: Move,
        man: Man,
        lifted: &Rest,
        look: impl FnOnce(&mut DmChess) -> R,
    ) -> R {
        let victim = self.man_at(m.to);
        let landing = self.land(m, man, m.to, victim);
        self.note_control(landing.kings_change);
        let seen = look(self);
        self.take_man(m.to, landing.man);
        if let Some(victim) = victim {
            self.put_man(m.to, victim);
        }
        self.set_rest(lifted);
        seen
    }

    #[inline(always)]
    pub(super) fn rest(&self) -> Rest {
        Rest {
            imbalance: self.imbalance,
            unmoved: self.unmoved,
            used: self.used,
            en_passant: self.en_passant,
            dominance: self.dominance,
            ply: self.ply,
            quiet_plies: self.quiet_plies,
            men_key: self.men_key,
            memory_key: self.memory_key,
        }
    }

    /// Restores the imbalance and the keys where only men of one dimension have changed.
    #[inline(always)]
    pub(super) fn set_sums(&mut self, dimension: Dimension, rest: &Rest) {
        let d = dimension.index();
        self.imbalance[d] = rest.imbalance[d];
        self.men_key = rest.men_key;
        self.memory_key = rest.memory_key;
    }

    #[inline(always)]
    pub(super) fn set_rest(&mut self, rest: &Rest) {
        self.imbalance = rest.imbalance;
        self.unmoved = rest.unmoved;
        self.used = rest.used;
        self.en_passant = rest.en_passant;
        self.dominance = rest.dominance;
        self.ply = rest.ply;
        self.quiet_plies = rest.quiet_plies;
        self.men_key = rest.men_key;
        self.memory_key = rest.memory_key;
    }

    /// Passes the turn; no shift follows.
    pub(super) fn pass(&mut self) {
        self.en_passant = None;
        self.quiet_plies += 1;
        self.used.advance(None);
        self.ply += 1;
        self.dominance.repeat();
    }

    /// The position after a null move, which the rules do not have. `None` if every king of the player
    /// to move is attacked, before a shift, while the kings are being placed, and after a win by
    /// dominance.
    #[must_use]
    pub fn after_pass(&self) -> Option<DmChess> {
        if self.is_placing_kings()
            || self.won_by_dominance().is_some()
            || self.shifts_next()
            || !self.mover_has_a_safe_king()
        {
            return None;
        }
        let mut after = *self;
        after.pass();
        (after.turn() != self.turn()).then_some(after)
    }
}

/// What a man adds to the imbalance of the dimension it is on.
#[inline(always)]
pub(super) fn excess(dimension: Dimension, man: Man) -> i16 {
    i16::from(man.level) - i16::from(dimension.number())
}
