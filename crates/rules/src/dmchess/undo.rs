//! Taking back a move: what it touches, kept aside before it is made.

use super::action::Move;
use super::energy::UsedEnergy;
use super::kings::Dominance;
use super::levels::Levels;
use super::place::Place;
use super::position::{DmChess, Mark, Unmoved};
use crate::board::{Board, Role};

/// What a move changes, as it was before: of the men only those on the board that the mover leaves and
/// on the one to which it comes.
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
    /// What is needed to take back a legal move. `None` for the few moves that touch more: castling,
    /// en passant, and every move before a shift of the portals.
    #[inline]
    pub(super) fn undo_of(&self, m: Move) -> Option<Undo> {
        let touches_more = self.shift_is_next()
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

    /// Takes back a move; `undo` was made before it.
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
}
