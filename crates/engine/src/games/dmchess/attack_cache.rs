//! A cache of what depends on one board, or on two: evaluations, and attacks within a board and through the portals.
//!
//! Most boards of a position are those of the position before, and the same few boards come back all over a search.

use manifold_rules::board::{Bitboard, Color, Role, attacks, pawns};
use manifold_rules::dmchess::{Dimension, PortalMap};

use super::attacks::{Attacks, BoardState, NO_ATTACKS, side};
use super::board_eval::BoardEval;

/// A man that can reach a portal, or stands on one.
#[derive(Debug, Clone, Copy)]
struct Walker {
    color: Color,
    role: Role,
    level: u8,
    /// The portal squares it can reach.
    portals: Bitboard,
}

/// The cache entry of one board.
#[derive(Debug, Clone)]
struct Known {
    state: BoardState,
    epoch: u32,
    /// Unique to this board.
    id: u64,
    eval: BoardEval,
    within: Attacks,
    walkers: Vec<Walker>,
    /// By distance: the portal squares within reach of men with enough energy for it.
    exits: [Bitboard; 8],
}

/// Attacks from one board to another. Of the other board only the occupied squares matter.
#[derive(Debug, Clone, Copy)]
struct Across {
    home: u64,
    distance: u8,
    occupied: Bitboard,
    attacks_there: Attacks,
}

/// Boards cached for each dimension.
const BOARDS: usize = 1 << 9;
/// Pairs of boards cached.
const PAIRS: usize = 1 << 11;

/// The cache.
#[derive(Debug)]
pub(super) struct Cache {
    boards: [Vec<Option<Known>>; 8],
    pairs: Vec<Across>,
    last_id: u64,
}

/// The place of a board in the cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Kept {
    slot: usize,
    id: u64,
}

impl Cache {
    pub(super) fn new() -> Cache {
        let nothing = Across {
            home: 0,
            distance: 0,
            occupied: Bitboard::EMPTY,
            attacks_there: NO_ATTACKS,
        };
        Cache {
            boards: [(); 8].map(|()| vec![None; BOARDS]),
            pairs: vec![nothing; PAIRS],
            last_id: 0,
        }
    }

    /// Looks a board up, or evaluates it; with its evaluation and the attacks within it.
    pub(super) fn board(
        &mut self,
        dimension: Dimension,
        state: &BoardState,
        epoch: u32,
    ) -> (Kept, BoardEval, Attacks) {
        let slot = state.hash(epoch) as usize >> 7 & (BOARDS - 1);
        let known = &mut self.boards[dimension.index()][slot];
        if let Some(known) = known
            && known.state == *state
            && known.epoch == epoch
        {
            let kept = Kept { slot, id: known.id };
            return (kept, known.eval, known.within);
        }
        self.last_id += 1;
        let walkers = known
            .take()
            .map_or_else(Vec::new, |forgotten| forgotten.walkers);
        let fresh = Known::of(dimension, state, epoch, self.last_id, walkers);
        let found = (Kept { slot, id: fresh.id }, fresh.eval, fresh.within);
        *known = Some(fresh);
        found
    }

    /// Whether a board is still cached.
    #[inline]
    pub(super) fn has(&self, dimension: Dimension, kept: Kept) -> bool {
        self.boards[dimension.index()][kept.slot]
            .as_ref()
            .is_some_and(|known| known.id == kept.id)
    }

    /// The attacks from a cached board to one `distance` away on which these squares are occupied.
    #[inline]
    pub(super) fn across(
        &mut self,
        home: Dimension,
        kept: Kept,
        distance: u8,
        occupied: Bitboard,
        map: &PortalMap,
    ) -> &Attacks {
        let Some(known) = &self.boards[home.index()][kept.slot] else {
            return &NO_ATTACKS;
        };
        let open = map.joining(distance) & !occupied;
        if !known.exits[usize::from(distance)].intersects(open) {
            return &NO_ATTACKS;
        }
        let key = (known.id << 3 | u64::from(distance)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ occupied.0.wrapping_mul(0xd6e8_feb8_6659_fd93);
        let pair = &mut self.pairs[(key >> 40) as usize & (PAIRS - 1)];
        if pair.home != known.id || pair.distance != distance || pair.occupied != occupied {
            *pair = Across {
                home: known.id,
                distance,
                occupied,
                attacks_there: known.across(distance, open, occupied, map),
            };
        }
        &pair.attacks_there
    }
}

impl Known {
    fn of(
        dimension: Dimension,
        state: &BoardState,
        epoch: u32,
        id: u64,
        mut walkers: Vec<Walker>,
    ) -> Known {
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
        let exits = std::array::from_fn(|distance| {
            walkers
                .iter()
                .filter(|walker| usize::from(walker.level) >= distance)
                .fold(Bitboard::EMPTY, |exits, walker| exits | walker.portals)
        });
        Known {
            state: *state,
            epoch,
            id,
            exits,
            eval: BoardEval::of(dimension, state, map),
            within,
            walkers,
        }
    }

    /// Attacks through the `open` portals on a board with these squares occupied.
    fn across(&self, distance: u8, open: Bitboard, occupied: Bitboard, map: &PortalMap) -> Attacks {
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
