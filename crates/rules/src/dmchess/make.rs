//! Making moves and taking them back.

use super::action::Move;
use super::dominance::Dominance;
use super::energy::{EnergySquare, UsedEnergy};
use super::levels::{Levels, MAX_LEVEL};
use super::man::{Man, Mark};
use super::place::Place;
use super::portals::PLIES_BETWEEN_SHIFTS;
use super::position::DmChess;
use super::unmoved::Unmoved;
use super::zobrist::{man_key, memory_key};
use crate::board::{Board, Color, Role, attacks};
use crate::position::Position;

/// The state that a move changes, as it was before: of the boards, only those of its origin and its
/// target.
pub(super) struct Undo {
    boards: [Board; 2],
    levels: [Levels; 2],
    marks: [Mark; 2],
    imbalance: [i16; 8],
    unmoved: Unmoved,
    used: UsedEnergy,
    en_passant: Option<Place>,
    dominance: Dominance,
    quiet_plies: u32,
    men_key: u64,
    memory_key: u64,
}

impl DmChess {
    /// Makes a move, which must be legal.
    #[inline]
    pub(super) fn make(&mut self, m: Move) {
        let kings_change = self.make_without_shift(m);
        if self.ply.is_multiple_of(PLIES_BETWEEN_SHIFTS) {
            self.shift();
        }
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
        let mut kings_change = m.role == Role::King && m.from.dimension != m.to.dimension;
        let color = self.mover();
        let piece = m.role.of(color);
        let mut progress = m.role == Role::Pawn;
        let mut used = None;
        let en_passant = self.en_passant.take();
        if self.boards[m.from.dimension.index()]
            .of(color, m.role)
            .contains(m.from.square)
        {
            let mover = self.man(m.from, piece);
            if self.is_castling(m) {
                self.castle(m, mover);
            } else {
                let victim = self.victim(m, color, en_passant);
                if let Some((_, victim)) = victim {
                    progress = true;
                    kings_change |= victim.piece.role == Role::King;
                }
                used = self.transfer(m, mover, victim);
            }
            self.unmoved.discard(m.from);
            self.unmoved.discard(m.to);
        }
        self.quiet_plies = if progress { 0 } else { self.quiet_plies + 1 };
        self.used.advance(used);
        self.ply += 1;
        kings_change
    }

    /// The man that a move captures, and where it stands.
    #[inline]
    fn victim(&self, m: Move, color: Color, en_passant: Option<Place>) -> Option<(Place, Man)> {
        let board = &self.boards[m.to.dimension.index()];
        let place = if board.occupied().contains(m.to.square) {
            m.to
        } else if m.role == Role::Pawn
            && en_passant == Some(m.to)
            && m.from.dimension == m.to.dimension
            && m.from.square.file() != m.to.square.file()
        {
            let behind = crate::board::ahead(color.other(), m.to.square)?;
            Place::new(m.to.dimension, behind)
        } else {
            return None;
        };
        Some((place, self.man_at(place)?))
    }

    /// Moves a man: captures, gives it energy, promotes it. Returns the energy square used.
    #[inline]
    fn transfer(
        &mut self,
        m: Move,
        mut man: Man,
        victim: Option<(Place, Man)>,
    ) -> Option<EnergySquare> {
        self.take(m.from, man);
        if let Some((place, victim)) = victim {
            self.take(place, victim);
            self.unmoved.discard(place);
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
        if m.role == Role::Pawn {
            self.note_double_step(m, man.piece.color);
        }
        used
    }

    /// Puts a man on a place, which must be empty.
    #[inline]
    pub(super) fn put(&mut self, place: Place, man: Man) {
        let d = place.dimension.index();
        self.boards[d].put(place.square, man.piece);
        self.levels[d].put(place.square, man.level);
        self.marks.set(place, man.mark);
        self.imbalance[d] += i16::from(man.level) - i16::from(place.dimension.number());
        self.men_key ^= man_key(place, man);
        self.memory_key ^= memory_key(place, man.mark);
    }

    /// Takes a man off its place, where it must stand.
    #[inline]
    pub(super) fn take(&mut self, place: Place, man: Man) {
        let d = place.dimension.index();
        self.boards[d].take(place.square, man.piece);
        self.levels[d].clear(place.square);
        self.marks.set(place, Mark::default());
        self.imbalance[d] -= i16::from(man.level) - i16::from(place.dimension.number());
        self.men_key ^= man_key(place, man);
        self.memory_key ^= memory_key(place, man.mark);
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

    /// The undo information of a legal move. `None` for the few moves that change more:
    /// castling, en passant, and every move before a shift.
    #[inline]
    pub(super) fn undo_of(&self, m: Move) -> Option<Undo> {
        let touches_more = self.shifts_next()
            || self.is_castling(m)
            || m.role == Role::Pawn && self.en_passant == Some(m.to);
        if touches_more {
            return None;
        }
        let both = [m.from.dimension.index(), m.to.dimension.index()];
        Some(Undo {
            boards: both.map(|d| self.boards[d]),
            levels: both.map(|d| self.levels[d]),
            marks: [self.mark_at(m.from), self.mark_at(m.to)],
            imbalance: self.imbalance,
            unmoved: self.unmoved,
            used: self.used,
            en_passant: self.en_passant,
            dominance: self.dominance,
            quiet_plies: self.quiet_plies,
            men_key: self.men_key,
            memory_key: self.memory_key,
        })
    }

    /// Takes back a move. `undo` is from before it.
    #[inline]
    pub(super) fn take_back(&mut self, m: Move, undo: Undo) {
        for (end, place) in [m.from, m.to].into_iter().enumerate() {
            let d = place.dimension.index();
            self.boards[d] = undo.boards[end];
            self.levels[d] = undo.levels[end];
            self.marks.set(place, undo.marks[end]);
        }
        self.imbalance = undo.imbalance;
        self.unmoved = undo.unmoved;
        self.used = undo.used;
        self.en_passant = undo.en_passant;
        self.dominance = undo.dominance;
        self.quiet_plies = undo.quiet_plies;
        self.men_key = undo.men_key;
        self.memory_key = undo.memory_key;
        self.ply -= 1;
    }

    /// Passes the turn; no shift follows.
    pub(super) fn pass(&mut self) {
        self.en_passant = None;
        self.quiet_plies += 1;
        self.used.advance(None);
        self.ply += 1;
        self.dominance.repeat();
    }

    /// The position after a null move, which is not a rule of the game. `None` if every own king is
    /// attacked, before a shift, and while the kings are placed.
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
