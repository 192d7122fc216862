//! The position: eight boards, and all that belongs to the men on them.

use super::action::Move;
use super::attack::Field;
use super::energy::{EnergySquare, UsedEnergy};
use super::kings::{Dominance, KingSetup, Placing};
use super::levels::{Levels, MAX_LEVEL};
use super::place::{Dimension, Place};
use super::portals::{PLIES_BETWEEN_SHIFTS, PortalMap};
use super::travel::{king_steps, straight_steps};
use crate::board::zobrist::scramble;
use crate::board::{Bitboard, Board, Color, Piece, Rank, Role, Square, attacks};

/// The Conservation Law binds from this ply on (counted from 0): White's 17th move.
pub(super) const LAW_FROM_PLY: u32 = 32;

/// A position of DMChess: eight boards with up to 256 men.
///
/// It has a fixed size without anything on the heap, so a clone is one copy of memory:
///
/// ```
/// use manifold_rules::dmchess::DmChess;
///
/// assert!(std::mem::size_of::<DmChess>() <= 1_900);
/// ```
// Copy, so that a clone is one copy of memory and not one for each field: three times as fast.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DmChess {
    pub(super) setup: KingSetup,
    pub(super) placing: Placing,
    pub(super) boards: [Board; 8],
    pub(super) levels: [Levels; 8],
    pub(super) marks: Marks,
    /// The sum of (DEL - d) over the men on dimension d.
    pub(super) imbalance: [i16; 8],
    pub(super) unmoved: Unmoved,
    pub(super) used: UsedEnergy,
    /// The square that a pawn has just jumped over, if an enemy pawn stands ready to capture there.
    pub(super) en_passant: Option<Place>,
    pub(super) dominance: Dominance,
    pub(super) ply: u32,
    pub(super) quiet_plies: u32,
    pub(super) men_key: u64,
    pub(super) memory_key: u64,
}

/// A man with all that belongs to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Man {
    pub(super) piece: Piece,
    pub(super) level: u8,
    pub(super) mark: Mark,
}

/// What a man remembers: where it has promoted, and which square last gave it energy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Mark(u16);

impl Mark {
    /// The dimensions in which a former pawn has promoted, bit by bit; 0 for a man that was no pawn.
    #[inline]
    pub(super) fn promoted_in(self) -> u8 {
        (self.0 & 0xff) as u8
    }

    #[inline]
    pub(super) fn is_former_pawn(self) -> bool {
        self.promoted_in() != 0
    }

    #[inline]
    pub(super) fn has_promoted_in(self, dimension: Dimension) -> bool {
        self.promoted_in() >> dimension.index() & 1 == 1
    }

    #[inline]
    pub(super) fn add_promotion(&mut self, dimension: Dimension) {
        self.0 |= 1 << dimension.index();
    }

    #[inline]
    pub(super) fn last_energy(self) -> Option<EnergySquare> {
        (self.0 >> 8)
            .checked_sub(1)
            .map(|number| EnergySquare::new(number as u8))
    }

    #[inline]
    pub(super) fn set_last_energy(&mut self, square: Option<EnergySquare>) {
        let number = square.map_or(0, |square| u16::from(square.number()) + 1);
        self.0 = self.0 & 0xff | number << 8;
    }
}

/// The marks of all men, by place; 0 where there is no man.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Marks([Mark; 512]);

impl Marks {
    #[inline]
    pub(super) fn set(&mut self, place: Place, mark: Mark) {
        self.0[place.index()] = mark;
    }
}

/// The kings and rooks that have never moved nor been displaced, a bit for each dimension.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Unmoved {
    /// By colour: kings on e1 or e8.
    pub(super) kings: [u8; 2],
    /// By colour: rooks of the a-file, rooks of the h-file.
    pub(super) rooks: [[u8; 2]; 2],
}

/// The home squares of kings and rooks.
const HOMES: Bitboard = Bitboard(0x9100_0000_0000_0091);

/// The place of a colour in arrays.
#[inline]
pub(super) const fn side(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 1,
    }
}

impl Unmoved {
    /// The set that has a man on this square, if it is the home of a king or a rook.
    #[inline]
    pub(super) fn set_of(&mut self, square: Square) -> Option<&mut u8> {
        Some(match square {
            Square::E1 => &mut self.kings[0],
            Square::E8 => &mut self.kings[1],
            Square::A1 => &mut self.rooks[0][0],
            Square::H1 => &mut self.rooks[0][1],
            Square::A8 => &mut self.rooks[1][0],
            Square::H8 => &mut self.rooks[1][1],
            _ => return None,
        })
    }

    /// A man has come to `place` or left it: nothing there has never moved.
    #[inline]
    pub(super) fn discard(&mut self, place: Place) {
        // Most squares are nobody's home: that is told at a glance.
        if HOMES.contains(place.square)
            && let Some(set) = self.set_of(place.square)
        {
            *set &= !(1 << place.dimension.index());
        }
    }

    #[inline]
    pub(super) fn contains(mut self, place: Place) -> bool {
        self.set_of(place.square)
            .is_some_and(|set| *set >> place.dimension.index() & 1 == 1)
    }

    /// What repetition compares: the men of each player who has a king and a rook left that could castle.
    fn rights(self) -> u64 {
        Color::ALL.into_iter().map(side).fold(0, |rights, side| {
            let [a, h] = self.rooks[side];
            let king = self.kings[side];
            let own = if king != 0 && (a | h) != 0 {
                u64::from_le_bytes([king, a, h, 0, 0, 0, 0, 0])
            } else {
                0
            };
            rights << 24 | own
        })
    }

    fn all(self) -> u64 {
        let [[wa, wh], [ba, bh]] = self.rooks;
        let [w, b] = self.kings;
        u64::from_le_bytes([w, wa, wh, b, ba, bh, 0, 0])
    }
}

/// Tags that keep the random numbers for different things apart.
mod tag {
    pub(super) const MAN: u64 = 1 << 56;
    pub(super) const MEMORY: u64 = 2 << 56;
    pub(super) const UNMOVED: u64 = 3 << 56;
    pub(super) const EN_PASSANT: u64 = 4 << 56;
    pub(super) const EPOCH: u64 = 5 << 56;
    pub(super) const USED: u64 = 6 << 56;
    pub(super) const TURN: u64 = 7 << 56;
    pub(super) const PLACING: u64 = 8 << 56;
}

/// The key of a man with its level and its promotions: what repetition compares.
#[inline]
fn man_key(place: Place, man: Man) -> u64 {
    let kind = (man.piece.role as u64) * 2 + u64::from(man.piece.color.is_black());
    scramble(
        tag::MAN
            | place.index() as u64
            | kind << 9
            | u64::from(man.level) << 13
            | u64::from(man.mark.promoted_in()) << 17,
    )
}

/// The key of a man's last energy square.
#[inline]
fn memory_key(place: Place, mark: Mark) -> u64 {
    match mark.last_energy() {
        Some(square) => {
            scramble(tag::MEMORY | place.index() as u64 | u64::from(square.number()) << 9)
        }
        None => 0,
    }
}

impl DmChess {
    /// No men at all.
    pub(super) fn empty(setup: KingSetup) -> DmChess {
        DmChess {
            setup,
            placing: Placing::Done,
            boards: [Board::EMPTY; 8],
            levels: [Levels::default(); 8],
            marks: Marks([Mark::default(); 512]),
            imbalance: [0; 8],
            unmoved: Unmoved::default(),
            used: UsedEnergy::default(),
            en_passant: None,
            dominance: Dominance::default(),
            ply: 0,
            quiet_plies: 0,
            men_key: 0,
            memory_key: 0,
        }
    }

    /// Eight standard arrays, with or without the kings.
    pub(super) fn arrays(setup: KingSetup, with_kings: bool) -> DmChess {
        let mut position = DmChess::empty(setup);
        let array = Board::start();
        for dimension in Dimension::ALL {
            for square in array.occupied() {
                let Some(piece) = array.piece_at(square) else {
                    continue;
                };
                if piece.role == Role::King && !with_kings {
                    continue;
                }
                let place = Place::new(dimension, square);
                position.put(place, Man::fresh(piece, dimension.number()));
                if let Some(set) = position.unmoved.set_of(square) {
                    *set |= 1 << dimension.index();
                }
            }
        }
        position
    }

    /// Which portals there are now.
    #[inline]
    #[must_use]
    pub fn portals(&self) -> &'static PortalMap {
        PortalMap::of_epoch(self.epoch())
    }

    /// The shifts so far.
    #[inline]
    #[must_use]
    pub const fn epoch(&self) -> u32 {
        self.ply / PLIES_BETWEEN_SHIFTS
    }

    /// Whether the next ply ends with a shift.
    #[inline]
    pub(super) const fn shift_is_next(&self) -> bool {
        self.ply % PLIES_BETWEEN_SHIFTS == PLIES_BETWEEN_SHIFTS - 1
    }

    #[inline]
    pub(super) const fn law_binds(&self) -> bool {
        self.ply >= LAW_FROM_PLY
    }

    #[inline]
    pub(super) fn mover(&self) -> Color {
        Color::from_white(self.ply.is_multiple_of(2))
    }

    /// The men of one dimension.
    #[inline]
    #[must_use]
    pub fn board(&self, dimension: Dimension) -> &Board {
        &self.boards[dimension.index()]
    }

    /// The energy level of the man on a place; `None` if there is no man.
    #[must_use]
    pub fn level_at(&self, place: Place) -> Option<u8> {
        self.man_at(place).map(|man| man.level)
    }

    /// The sum of (DEL - d) over the men on dimension d: what the Conservation Law bounds.
    #[must_use]
    pub fn imbalance(&self, dimension: Dimension) -> i16 {
        self.imbalance[dimension.index()]
    }

    #[inline]
    pub(super) fn field(&self) -> Field<'_> {
        Field {
            boards: &self.boards,
            levels: &self.levels,
            map: self.portals(),
        }
    }

    #[inline]
    pub(super) fn mark_at(&self, place: Place) -> Mark {
        self.marks.0[place.index()]
    }

    pub(super) fn man_at(&self, place: Place) -> Option<Man> {
        let piece = self.board(place.dimension).piece_at(place.square)?;
        Some(self.man(place, piece))
    }

    /// `piece`, which stands on `place`, with what belongs to it.
    #[inline]
    fn man(&self, place: Place, piece: Piece) -> Man {
        Man {
            piece,
            level: self.levels[place.dimension.index()].get(place.square),
            mark: self.mark_at(place),
        }
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

    /// Makes a move. What it must be is judged elsewhere.
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

    /// The player to move does nothing; no shift follows.
    pub(super) fn pass(&mut self) {
        self.en_passant = None;
        self.quiet_plies += 1;
        self.used.advance(None);
        self.ply += 1;
        self.dominance.repeat();
    }

    /// A move before the shift that it may bring: what the Conservation Law looks at. Tells whether a king
    /// comes to a dimension or leaves it.
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

    /// Moves a man, capturing; gives it energy, promotes it. Gives back the energy square that it used.
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

    /// A double step gives the right to capture en passant, kept only if there is a pawn to use it.
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

    /// Whether an enemy pawn stands ready to capture a pawn of `color` that has jumped over `place`.
    pub(super) fn can_be_captured_en_passant(&self, place: Place, color: Color) -> bool {
        let pawns = self.board(place.dimension).of(color.other(), Role::Pawn);
        (attacks::pawn_attacks(color, place.square) & pawns).any()
    }

    /// The portals shift: men on squares that are portal squares now and were none make way.
    fn shift(&mut self) {
        self.en_passant = None;
        self.make_way(|_, _| {});
    }

    /// Moves the men out of the way of new portals, and tells who goes where.
    fn make_way(&mut self, mut moved: impl FnMut(Place, Place)) {
        let before = PortalMap::of_epoch(self.epoch() - 1).squares();
        let now = self.portals().squares();
        for dimension in Dimension::ALL {
            for square in self.board(dimension).occupied() & now & !before {
                let place = Place::new(dimension, square);
                let Some(man) = self.man_at(place) else {
                    continue;
                };
                if let Some(refuge) = self.refuge(place, man.piece, now) {
                    self.take(place, man);
                    self.put(refuge, man);
                    self.unmoved.discard(place);
                    moved(place, refuge);
                }
            }
        }
    }

    /// The nearest free square for a man that must leave `place` when `portals` open.
    fn refuge(&self, place: Place, piece: Piece, portals: Bitboard) -> Option<Place> {
        let mut free = !self.board(place.dimension).occupied() & !portals;
        if piece.role == Role::Pawn {
            free &= !Bitboard::BACKRANKS;
        }
        // Ring after ring of squares at the same king distance; of a ring, what fewer steps along files
        // and ranks reach comes first.
        let start = Bitboard::from(place.square);
        let (mut nearer, mut within, mut steps) = (start, start, 0);
        for distance in 1..8 {
            let ring = king_steps(nearer) & !nearer;
            nearer |= ring;
            let mut nearest = ring & free;
            if nearest.is_empty() {
                continue;
            }
            while steps < distance || (nearest & within).is_empty() {
                within |= straight_steps(within);
                steps += 1;
            }
            nearest &= within;
            let square = match piece.color {
                Color::White => nearest.first(),
                // The highest rank first, but from the a-file as well.
                Color::Black => nearest.flip_vertical().first().map(Square::flip_vertical),
            };
            return square.map(|square| Place::new(place.dimension, square));
        }
        None
    }

    /// The position as it would be after the next shift, if nobody moved before it.
    pub(super) fn after_shift(&self) -> DmChess {
        let mut shifted = *self;
        shifted.ply = (self.epoch() + 1) * PLIES_BETWEEN_SHIFTS;
        shifted.shift();
        shifted
    }

    /// The men that the next shift would displace as they stand now, and to where.
    #[must_use]
    pub fn displaced_by_shift(&self) -> Vec<(Place, Place)> {
        let mut shifted = *self;
        shifted.ply = (self.epoch() + 1) * PLIES_BETWEEN_SHIFTS;
        let mut displaced = Vec::new();
        shifted.make_way(|from, to| displaced.push((from, to)));
        displaced
    }

    /// The kings of `color`, all of them.
    #[inline]
    pub(super) fn kings(&self, color: Color) -> impl Iterator<Item = Place> {
        Dimension::ALL.into_iter().flat_map(move |dimension| {
            self.board(dimension)
                .of(color, Role::King)
                .into_iter()
                .map(move |square| Place::new(dimension, square))
        })
    }

    #[inline]
    pub(super) fn count_kings(&self, color: Color) -> usize {
        self.boards
            .iter()
            .map(|board| board.of(color, Role::King).count())
            .sum()
    }

    /// Whether `color` has a king that is not attacked.
    #[inline]
    pub(super) fn has_safe_king(&self, color: Color) -> bool {
        let field = self.field();
        self.kings(color)
            .any(|king| !field.is_attacked(king, color.other()))
    }

    /// What repetition compares, but for the right to capture en passant, and what it does not.
    fn keys(&self) -> (u64, u64) {
        let mut compared = self.men_key
            ^ scramble(tag::UNMOVED | self.unmoved.rights())
            ^ scramble(tag::EPOCH | u64::from(self.portals_epoch()))
            ^ scramble(tag::TURN | u64::from(self.mover().is_black()));
        // Which squares are charged for the next ply: not when the others will be.
        let mut later = 0;
        for (square, plies) in self.used.iter() {
            let number = u64::from(square.number());
            compared ^= scramble(tag::USED | number);
            later ^= scramble(tag::USED | number | u64::from(plies) << 8);
        }
        (compared, later)
    }

    const fn portals_epoch(&self) -> u32 {
        self.epoch() % super::portals::EPOCHS
    }

    fn en_passant_key(&self) -> u64 {
        self.en_passant
            .map_or(0, |place| scramble(tag::EN_PASSANT | place.index() as u64))
    }

    pub(super) fn compute_repetition_key(&self) -> u64 {
        let (compared, _) = self.keys();
        if self.en_passant_is_legal() {
            compared ^ self.en_passant_key()
        } else {
            compared
        }
    }

    pub(super) fn compute_zobrist(&self) -> u64 {
        let (compared, later) = self.keys();
        compared
            ^ later
            ^ self.memory_key
            ^ self.en_passant_key()
            ^ scramble(tag::UNMOVED | 1 << 48 | self.unmoved.all())
            ^ scramble(tag::PLACING | self.placing.number())
    }

    /// The incremental parts, worked out from the men: keys and imbalances.
    pub(super) fn recomputed(&self) -> DmChess {
        let mut again = *self;
        again.men_key = 0;
        again.memory_key = 0;
        again.imbalance = [0; 8];
        for dimension in Dimension::ALL {
            for square in self.board(dimension).occupied() {
                let place = Place::new(dimension, square);
                if let Some(man) = self.man_at(place) {
                    again.men_key ^= man_key(place, man);
                    again.memory_key ^= memory_key(place, man.mark);
                    again.imbalance[dimension.index()] +=
                        i16::from(man.level) - i16::from(dimension.number());
                }
            }
        }
        again
    }
}

impl Man {
    /// A man that has done nothing yet.
    pub(super) fn fresh(piece: Piece, level: u8) -> Man {
        Man {
            piece,
            level,
            mark: Mark::default(),
        }
    }

    /// One level more, up to the highest. Who has that needs no energy square any more, so the last
    /// one is forgotten.
    #[inline]
    fn gain(&mut self) {
        self.level = (self.level + 1).min(MAX_LEVEL);
        if self.level == MAX_LEVEL {
            self.mark.set_last_energy(None);
        }
    }

    /// Whether this man promotes (or may) by ending a move on `place`.
    #[inline]
    pub(super) fn may_promote_at(&self, place: Place) -> bool {
        last_rank(self.piece.color).contains(place.square)
            && (self.piece.role == Role::Pawn
                || self.mark.is_former_pawn() && !self.mark.has_promoted_in(place.dimension))
    }
}

/// The rank on which men of `color` promote.
#[inline]
pub(super) fn last_rank(color: Color) -> Bitboard {
    Bitboard::from_rank(color.relative_rank(Rank::Eighth))
}
