//! All attacks of a position, updated incrementally from one position to the next.

use std::cell::{Cell, RefCell};

use manifold_rules::board::{Bitboard, Color, Role, attacks as board_attacks};
use manifold_rules::dmchess::{Dimension, DmChess, PortalMap};
use manifold_rules::position::Position;

use super::attack_cache::{Cache, Exits};
use super::attacks::{Attacks, BoardState, NO_ATTACKS, king_value, side};
use super::board_eval::{self, BoardEval, Hanging};
use super::terms::WEIGHTS;
use crate::eval::weights::Weight;

thread_local! {
    // The content follows from positions and weights alone, so it passes no information from one search to another.
    static ATTACK_MAPS: RefCell<AttackMaps> = RefCell::new(AttackMaps::new());
}

/// One map for each of the last plies: a search goes from a position to its neighbour, so only a few boards differ
/// from those last seen at the same ply.
const PLIES: usize = 8;

#[derive(Debug)]
pub(super) struct AttackMaps {
    pub(super) by_ply: Vec<AttackMap>,
    pub(super) cache: Cache,
    /// The weights of the cached sums.
    weights: &'static [Weight],
}

impl AttackMaps {
    pub(super) fn new() -> AttackMaps {
        AttackMaps {
            by_ply: (0..PLIES).map(|_| AttackMap::new()).collect(),
            cache: Cache::new(),
            weights: WEIGHTS.get(),
        }
    }
}

/// The attacks on all boards of one position, and values derived from them.
#[derive(Debug)]
pub(super) struct AttackMap {
    men_key: u64,
    epoch: Option<u32>,
    pub(super) states: [BoardState; 8],
    exits: [Exits; 8],
    pub(super) evals: [BoardEval; 8],
    /// Attacks from a board (first index) on a board (second index).
    pub(super) attacks: [[Attacks; 8]; 8],
    /// By the same indices: the keys of these attacks; 0 if there are none, and for attacks within a board.
    keys: [[u64; 8]; 8],
    /// All attacks on a board.
    pub(super) attacks_on: [Attacks; 8],
    pub(super) attack_evals: [Weight; 8],
    /// By board and colour.
    pub(super) hanging: [[Hanging; 2]; 8],
    pub(super) kings: [usize; 2],
    /// Controlled dimensions, by colour.
    pub(super) control: [i32; 2],
    /// By board: squares where a man of a colour would block a threat. Computed on demand.
    shields: [Cell<Bitboard>; 8],
    shielded: Cell<Option<Color>>,
}

/// Calls `see` with the attack map of a position.
pub(super) fn with_attack_map<R>(position: &DmChess, see: impl FnOnce(&AttackMap) -> R) -> R {
    ATTACK_MAPS.with_borrow_mut(|maps| {
        if !std::ptr::eq(maps.weights, WEIGHTS.get()) {
            *maps = AttackMaps::new();
        }
        let map = &mut maps.by_ply[position.ply() as usize % PLIES];
        map.turn_to(position, &mut maps.cache);
        see(map)
    })
}

impl AttackMap {
    fn new() -> AttackMap {
        AttackMap {
            men_key: 0,
            epoch: None,
            states: [BoardState::EMPTY; 8],
            exits: [Exits::NONE; 8],
            evals: [BoardEval::default(); 8],
            attacks: [[Attacks::default(); 8]; 8],
            keys: [[0; 8]; 8],
            attacks_on: [Attacks::default(); 8],
            attack_evals: [Weight::default(); 8],
            hanging: [[Hanging::default(); 2]; 8],
            kings: [0; 2],
            control: [0; 2],
            shields: [const { Cell::new(Bitboard::EMPTY) }; 8],
            shielded: Cell::new(None),
        }
    }

    /// Updates the map for another position: only boards that differ are recomputed.
    #[inline]
    pub(super) fn turn_to(&mut self, position: &DmChess, cache: &mut Cache) {
        let epoch = position.epoch() % 8;
        if self.men_key != position.men_key() || self.epoch != Some(epoch) {
            self.refresh(position, epoch, cache);
        }
    }

    fn refresh(&mut self, position: &DmChess, epoch: u32, cache: &mut Cache) {
        let shifted = self.epoch != Some(epoch);
        self.men_key = position.men_key();
        self.epoch = Some(epoch);
        self.shielded.set(None);
        // `changed` has a bit for each board that differs; `dirty` marks the boards on which the attacks may differ.
        let mut changed = 0;
        let mut dirty = [false; 8];
        for dimension in Dimension::ALL {
            let d = dimension.index();
            let state = BoardState {
                board: *position.board(dimension),
                planes: position.level_planes(dimension),
            };
            if shifted || state != self.states[d] {
                let known = cache.board(dimension, &state, epoch);
                self.states[d] = state;
                self.exits[d] = known.exits;
                self.evals[d] = known.eval;
                self.attacks[d][d] = known.within;
                changed |= 1 << d;
                dirty[d] = true;
            }
        }
        self.refresh_across(epoch, changed, &mut dirty, cache);
        self.refresh_kings(&mut dirty);
        for d in (0..8).filter(|d| dirty[*d]) {
            let mut attacks_on = self.attacks[d][d];
            for (home, keys) in self.attacks.iter().zip(&self.keys) {
                if keys[d] != 0 {
                    attacks_on.merge(&home[d]);
                }
            }
            self.attacks_on[d] = attacks_on;
            self.attack_evals[d] =
                board_eval::attacks_eval(&self.states[d], &attacks_on, self.kings);
            self.hanging[d] = Color::ALL.map(|color| {
                let king = king_value(self.kings[side(color)]);
                Hanging::of(&self.states[d], &attacks_on, color, king)
            });
        }
    }

    /// Updates the attacks from board to board; `changed` has a bit for each board that differs.
    fn refresh_across(
        &mut self,
        epoch: u32,
        changed: u8,
        dirty: &mut [bool; 8],
        cache: &mut Cache,
    ) {
        let map = PortalMap::of_epoch(epoch);
        // Slots that are needed are prefetched while the other boards are compared.
        let mut differing = [(0, 0); 7 * 8];
        let mut count = 0;
        for target in Dimension::ALL {
            let t = target.index();
            let occupied = self.states[t].board.occupied();
            let mut homes = if changed >> t & 1 == 1 { 0xff } else { changed } & !(1 << t);
            while homes != 0 {
                let h = homes.trailing_zeros() as usize;
                homes &= homes - 1;
                let distance = Dimension::ALL[h].distance(target);
                let key = self.exits[h].key(distance, occupied, map);
                if key != self.keys[h][t] {
                    self.keys[h][t] = key;
                    if key != 0 {
                        cache.prefetch(key);
                    }
                    differing[count] = (h, t);
                    count += 1;
                }
            }
        }
        for (h, t) in differing.into_iter().take(count) {
            let (home, target) = (Dimension::ALL[h], Dimension::ALL[t]);
            let key = self.keys[h][t];
            let attacks = if key == 0 {
                &NO_ATTACKS
            } else {
                let occupied = self.states[t].board.occupied();
                let distance = home.distance(target);
                cache.across(key, (home, &self.states[h], epoch), distance, occupied)
            };
            if self.attacks[h][t] != *attacks {
                self.attacks[h][t] = *attacks;
                dirty[t] = true;
            }
        }
    }

    fn refresh_kings(&mut self, dirty: &mut [bool; 8]) {
        let mut kings = [0; 2];
        let mut control = [0; 2];
        for state in &self.states {
            let counts = Color::ALL.map(|color| state.board.of(color, Role::King).count());
            kings[0] += counts[0];
            kings[1] += counts[1];
            control[0] += i32::from(counts[0] > 0 && counts[1] == 0);
            control[1] += i32::from(counts[1] > 0 && counts[0] == 0);
        }
        if kings != self.kings {
            // The remaining kings are worth more now.
            *dirty = [true; 8];
        }
        self.kings = kings;
        self.control = control;
    }

    /// Squares of a board where a man of `color` would block an attack on its men, or a portal through which the
    /// attack comes.
    #[inline]
    pub(super) fn shields(&self, portals: &PortalMap, color: Color, dimension: usize) -> Bitboard {
        if self.shielded.get() != Some(color) {
            self.find_shields(portals, color);
        }
        self.shields[dimension].get()
    }

    fn find_shields(&self, portals: &PortalMap, color: Color) {
        let mut shields = [Bitboard::EMPTY; 8];
        for target in Dimension::ALL {
            let t = target.index();
            let hanging = self.hanging[t][side(color)].men;
            let board = &self.states[t].board;
            let occupied = board.occupied();
            for square in hanging & !board.by_role(Role::Pawn) {
                for attacker in board.attackers(square, color.other(), occupied) {
                    shields[t] |= board_attacks::between(attacker, square);
                }
                let near = board_attacks::queen_attacks(square, occupied)
                    | board_attacks::knight_attacks(square);
                for home in Dimension::ALL {
                    let h = home.index();
                    if h != t && self.attacks[h][t].any[side(color.other())].contains(square) {
                        let open = near & portals.joining(home.distance(target)) & !occupied;
                        shields[t] |= open;
                        shields[h] |= open & !self.states[h].board.occupied();
                    }
                }
            }
        }
        for (cell, squares) in self.shields.iter().zip(shields) {
            cell.set(squares);
        }
        self.shielded.set(Some(color));
    }

    /// Squares of a board that are unsafe for a man of this role: it would be lost for less than its value.
    pub(super) fn unsafe_for(&self, dimension: usize, color: Color, role: Role) -> Bitboard {
        let attacks_on = &self.attacks_on[dimension];
        let (us, them) = (side(color), side(color.other()));
        let [pawn, knight, bishop, rook, ..] = attacks_on.by_role[them];
        let free = attacks_on.any[them] & !attacks_on.twice[us];
        match role {
            Role::Pawn => attacks_on.any[them] & !attacks_on.any[us],
            Role::Knight | Role::Bishop => free | pawn,
            Role::Rook => free | pawn | knight | bishop,
            Role::Queen => free | pawn | knight | bishop | rook,
            Role::King => attacks_on.any[them],
        }
    }
}
