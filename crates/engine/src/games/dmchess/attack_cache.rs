//! A cache of values that depend on one or two boards: evaluations, and attacks within a board and through the portals.
//!
//! Most boards of a position are the same as in the previous one, and the same few boards recur throughout a search.

use std::mem;

use manifold_rules::board::zobrist::scramble;
use manifold_rules::board::{Bitboard, Color, Role, attacks, pawns};
use manifold_rules::dmchess::{Dimension, PortalMap};
use prefetch_index::prefetch_index;

use super::attacks::{Attacks, BoardState, NO_ATTACKS, side};
use super::board_eval::BoardEval;
use crate::key::Mixer;

/// A man that can reach a portal, or stands on one.
#[derive(Debug, Clone, Copy)]
struct Walker {
    color: Color,
    role: Role,
    level: u8,
    /// The portal squares it can reach.
    portals: Bitboard,
}

/// The cached values of one board.
#[derive(Debug, Clone)]
pub(super) struct Known {
    state: BoardState,
    /// The epoch of the portals; `None` if the slot is empty.
    epoch: Option<u32>,
    pub(super) eval: BoardEval,
    pub(super) within: Attacks,
    walkers: Vec<Walker>,
    pub(super) exits: Exits,
}

/// The ways from one board to others, by distance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Exits {
    /// The portal squares within reach of men with enough energy for the distance.
    portals: [Bitboard; 8],
    /// The relevant occupancy of the other board: these portals, and the squares to which sliders could go from them.
    relevant: [Bitboard; 8],
    /// Keys of the men with exits, by colour, role and portals: boards with equal keys attack other boards in the same way.
    keys: [u64; 8],
}

/// Slots for boards of each dimension.
const BOARDS: usize = 1 << 9;
/// Slots for pairs of boards, which take 1 MiB: more than three of four look-ups are hits.
const PAIRS: usize = 1 << 13;

/// The cache.
#[derive(Debug)]
pub(super) struct Cache {
    boards: [Vec<Known>; 8],
    /// The keys of attacks from one board to another, and in the same slots of `pairs` the attacks.
    pair_keys: Vec<u64>,
    pairs: Vec<Attacks>,
}

impl Exits {
    pub(super) const NONE: Exits = Exits {
        portals: [Bitboard::EMPTY; 8],
        relevant: [Bitboard::EMPTY; 8],
        keys: [0; 8],
    };

    /// Adds the man that reaches `walker.portals`.
    fn add(&mut self, walker: &Walker, epoch: u32, map: &PortalMap) {
        let is_slider = matches!(walker.role, Role::Bishop | Role::Rook | Role::Queen);
        let piece = walker.role.of(walker.color);
        for distance in 1..=walker.level.min(7) {
            let portals = walker.portals & map.joining(distance);
            if portals.is_empty() {
                break;
            }
            let man = u64::from(epoch) << 4
                | (walker.role as u64) << 1
                | u64::from(walker.color.is_black());
            let d = usize::from(distance);
            self.portals[d] |= portals;
            self.relevant[d] |= portals;
            if is_slider {
                for portal in portals {
                    self.relevant[d] |= attacks::attacks(portal, piece, Bitboard::EMPTY);
                }
            }
            // A sum, as the order of the men does not matter.
            self.keys[d] = self.keys[d].wrapping_add(scramble(portals.0 ^ scramble(man)));
        }
    }

    /// The key of the attacks on a board at this distance with these squares occupied; 0 if there are none.
    #[inline]
    pub(super) fn key(&self, distance: u8, occupied: Bitboard, map: &PortalMap) -> u64 {
        let d = usize::from(distance);
        let open = map.joining(distance) & !occupied;
        if self.portals[d].intersects(open) {
            let blocked = occupied & self.relevant[d];
            (self.keys[d] ^ blocked.0.wrapping_mul(0xd6e8_feb8_6659_fd93))
                .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        } else {
            0
        }
    }
}

impl Cache {
    pub(super) fn new() -> Cache {
        Cache {
            boards: [(); 8].map(|()| vec![Known::nothing(); BOARDS]),
            pair_keys: vec![0; PAIRS],
            pairs: vec![NO_ATTACKS; PAIRS],
        }
    }

    /// Looks up a board, and evaluates it if it is not cached.
    #[inline]
    pub(super) fn board(&mut self, dimension: Dimension, state: &BoardState, epoch: u32) -> &Known {
        let mut mixer = Mixer::new(u64::from(epoch));
        state.mix(&mut mixer);
        let slot = mixer.key() as usize >> 7 & (BOARDS - 1);
        let known = &mut self.boards[dimension.index()][slot];
        if known.state != *state || known.epoch != Some(epoch) {
            let walkers = mem::take(&mut known.walkers);
            *known = Known::of(dimension, state, epoch, walkers);
        }
        known
    }

    /// Prefetches the slot that [`Cache::across`] will look up.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        let slot = pair_slot(key);
        prefetch_index(&self.pair_keys, slot);
        // Both cache lines of the attacks.
        prefetch_index(&self.pairs[slot].by_role[0][..], 0);
        prefetch_index(&self.pairs[slot].twice[..], 0);
    }

    /// The attacks from a board on one `distance` away where these squares are occupied. `key` is the result of [`Exits::key`], and not 0.
    #[inline]
    pub(super) fn across(
        &mut self,
        key: u64,
        (home, state, epoch): (Dimension, &BoardState, u32),
        distance: u8,
        occupied: Bitboard,
    ) -> &Attacks {
        let slot = pair_slot(key);
        if self.pair_keys[slot] != key {
            let known = self.board(home, state, epoch);
            self.pairs[slot] = known.across(distance, occupied, PortalMap::of_epoch(epoch));
            self.pair_keys[slot] = key;
        }
        &self.pairs[slot]
    }
}

/// The slot of the attacks with this key.
#[inline]
fn pair_slot(key: u64) -> usize {
    (key >> 40) as usize & (PAIRS - 1)
}

impl Known {
    /// The content of an empty slot.
    fn nothing() -> Known {
        Known {
            state: BoardState::EMPTY,
            epoch: None,
            eval: BoardEval::default(),
            within: NO_ATTACKS,
            walkers: Vec::new(),
            exits: Exits::NONE,
        }
    }

    fn of(dimension: Dimension, state: &BoardState, epoch: u32, mut walkers: Vec<Walker>) -> Known {
        walkers.clear();
        let board = &state.board;
        let occupied = board.occupied();
        let map = PortalMap::of_epoch(epoch);
        let mut within = Attacks::default();
        for color in Color::ALL {
            for role in Role::ALL {
                for square in board.of(color, role) {
                    let attacks_there = attacks::attacks(square, role.of(color), occupied);
                    within.add(side(color), role, attacks_there);
                    let steps = match role {
                        Role::Pawn => pawns::step(color, Bitboard::from(square)),
                        _ => attacks_there,
                    };
                    let portals = (steps & !occupied).with(square) & map.squares();
                    if portals.any() {
                        walkers.push(Walker {
                            color,
                            role,
                            level: state.level(square),
                            portals,
                        });
                    }
                }
            }
        }
        let mut exits = Exits::NONE;
        for walker in &walkers {
            exits.add(walker, epoch, map);
        }
        Known {
            state: *state,
            epoch: Some(epoch),
            exits,
            eval: BoardEval::of(dimension, state, map),
            within,
            walkers,
        }
    }

    /// Attacks through the portals on a board with these squares occupied.
    fn across(&self, distance: u8, occupied: Bitboard, map: &PortalMap) -> Attacks {
        let open = map.joining(distance) & !occupied;
        let mut attacks_there = Attacks::default();
        for walker in &self.walkers {
            let portals = walker.portals & open;
            if walker.level < distance || portals.is_empty() {
                continue;
            }
            let mut squares = Bitboard::EMPTY;
            for portal in portals {
                squares |= attacks::attacks(portal, walker.role.of(walker.color), occupied);
            }
            attacks_there.add(side(walker.color), walker.role, squares & !map.squares());
        }
        attacks_there
    }
}
