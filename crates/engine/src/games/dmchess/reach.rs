//! What the men of one board attack: there, and through the portals on each other board.
//!
//! Most boards of a position are those of the position before, and the same few boards come back all
//! over a search. So what depends on one board, or on two, is worked out once and kept.

use manifold_rules::board::{Bitboard, Board, Color, Role, Square, attacks};
use manifold_rules::dmchess::{Dimension, PortalMap};

use super::worth;
use crate::chess;

/// The place of a colour in arrays.
#[inline]
pub(super) const fn side(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 1,
    }
}

/// The squares of one board that some men attack, by colour.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Reach {
    /// By the role of the attacker.
    pub(super) by_role: [[Bitboard; 6]; 2],
    /// By any man.
    pub(super) any: [Bitboard; 2],
    /// By two men or more.
    pub(super) twice: [Bitboard; 2],
}

/// Compared without a branch for each word: they are equal more often than not.
impl PartialEq for Reach {
    #[inline]
    fn eq(&self, other: &Reach) -> bool {
        let mut differing = 0;
        for side in 0..2 {
            for role in 0..6 {
                differing |= self.by_role[side][role].0 ^ other.by_role[side][role].0;
            }
            // What any man attacks follows from the roles.
            differing |= self.twice[side].0 ^ other.twice[side].0;
        }
        differing == 0
    }
}

impl Eq for Reach {}

/// No attacks.
static NOTHING: Reach = Reach {
    by_role: [[Bitboard::EMPTY; 6]; 2],
    any: [Bitboard::EMPTY; 2],
    twice: [Bitboard::EMPTY; 2],
};

impl Reach {
    #[inline]
    fn add(&mut self, side: usize, role: Role, squares: Bitboard) {
        self.by_role[side][role as usize - 1] |= squares;
        self.twice[side] |= self.any[side] & squares;
        self.any[side] |= squares;
    }

    #[inline]
    pub(super) fn merge(&mut self, other: &Reach) {
        for side in 0..2 {
            for role in 0..6 {
                self.by_role[side][role] |= other.by_role[side][role];
            }
            self.twice[side] |= other.twice[side] | (self.any[side] & other.any[side]);
            self.any[side] |= other.any[side];
        }
    }

    /// The least valuable kind of man of a colour that attacks `square`.
    #[inline]
    pub(super) fn least(&self, side: usize, square: Square) -> Option<Role> {
        Role::ALL
            .into_iter()
            .find(|role| self.by_role[side][*role as usize - 1].contains(square))
    }
}

/// One board, with all that its worth and its attacks depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Scene {
    pub(super) board: Board,
    pub(super) planes: [Bitboard; 3],
}

impl Scene {
    pub(super) const EMPTY: Scene = Scene {
        board: Board::EMPTY,
        planes: [Bitboard::EMPTY; 3],
    };

    #[inline]
    pub(super) fn level(&self, square: Square) -> u8 {
        let [ones, twos, fours] = self
            .planes
            .map(|plane| (plane.0 >> square.to_u32() & 1) as u8);
        1 + ones + 2 * twos + 4 * fours
    }

    fn hash(&self, epoch: u32) -> u64 {
        let roles = Role::ALL.map(|role| self.board.by_role(role).0);
        let mut hash = u64::from(epoch);
        for word in roles
            .into_iter()
            .chain([self.board.by_color(Color::White).0])
            .chain(self.planes.map(|plane| plane.0))
        {
            hash = (hash.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            hash ^= hash >> 29;
        }
        hash
    }
}

/// A man that can stand on a portal before or after a first leg.
#[derive(Debug, Clone, Copy)]
struct Walker {
    color: Color,
    role: Role,
    level: u8,
    /// The portal squares on its way.
    portals: Bitboard,
}

/// What is known of one board by itself.
#[derive(Debug, Clone)]
struct Known {
    scene: Scene,
    epoch: u32,
    /// Never the same for two boards.
    id: u64,
    worth: worth::OfBoard,
    within: Reach,
    walkers: Vec<Walker>,
    /// By distance: the portal squares that men with energy enough can come to.
    exits: [Bitboard; 8],
}

/// Attacks from one board to another. Of the other only its occupied squares matter.
#[derive(Debug, Clone, Copy)]
struct Across {
    home: u64,
    distance: u8,
    occupied: Bitboard,
    reach: Reach,
}

/// Boards kept for each dimension.
const BOARDS: usize = 1 << 9;
/// Pairs of boards that are kept.
const PAIRS: usize = 1 << 11;

/// What has been worked out.
#[derive(Debug)]
pub(super) struct Cache {
    boards: [Vec<Option<Known>>; 8],
    pairs: Vec<Across>,
    last_id: u64,
}

/// Where a board is kept.
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
            reach: NOTHING,
        };
        Cache {
            boards: [(); 8].map(|()| vec![None; BOARDS]),
            pairs: vec![nothing; PAIRS],
            last_id: 0,
        }
    }

    /// Looks a board up, or works it out; with its worth and the attacks within it.
    pub(super) fn board(
        &mut self,
        dimension: Dimension,
        scene: &Scene,
        epoch: u32,
    ) -> (Kept, worth::OfBoard, Reach) {
        let slot = scene.hash(epoch) as usize >> 7 & (BOARDS - 1);
        let known = &mut self.boards[dimension.index()][slot];
        if let Some(known) = known
            && known.scene == *scene
            && known.epoch == epoch
        {
            let kept = Kept { slot, id: known.id };
            return (kept, known.worth, known.within);
        }
        self.last_id += 1;
        let walkers = known
            .take()
            .map_or_else(Vec::new, |forgotten| forgotten.walkers);
        let fresh = Known::of(dimension, scene, epoch, self.last_id, walkers);
        let found = (Kept { slot, id: fresh.id }, fresh.worth, fresh.within);
        *known = Some(fresh);
        found
    }

    /// Whether a board is still kept.
    #[inline]
    pub(super) fn has(&self, dimension: Dimension, kept: Kept) -> bool {
        self.boards[dimension.index()][kept.slot]
            .as_ref()
            .is_some_and(|known| known.id == kept.id)
    }

    /// The attacks from a board that is kept to one on which these squares are occupied, `distance`
    /// away.
    #[inline]
    pub(super) fn across(
        &mut self,
        home: Dimension,
        kept: Kept,
        distance: u8,
        occupied: Bitboard,
        map: &PortalMap,
    ) -> &Reach {
        let Some(known) = &self.boards[home.index()][kept.slot] else {
            return &NOTHING;
        };
        let open = map.joining(distance) & !occupied;
        if !known.exits[usize::from(distance)].intersects(open) {
            return &NOTHING;
        }
        let key = (known.id << 3 | u64::from(distance)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ occupied.0.wrapping_mul(0xd6e8_feb8_6659_fd93);
        let pair = &mut self.pairs[(key >> 40) as usize & (PAIRS - 1)];
        if pair.home != known.id || pair.distance != distance || pair.occupied != occupied {
            *pair = Across {
                home: known.id,
                distance,
                occupied,
                reach: known.across(distance, open, occupied, map),
            };
        }
        &pair.reach
    }
}

impl Known {
    fn of(
        dimension: Dimension,
        scene: &Scene,
        epoch: u32,
        id: u64,
        mut walkers: Vec<Walker>,
    ) -> Known {
        walkers.clear();
        let board = &scene.board;
        let occupied = board.occupied();
        let map = PortalMap::of_epoch(epoch);
        let mut within = Reach::default();
        for color in Color::ALL {
            for role in Role::ALL {
                for square in board.of(color, role) {
                    let reach = attacks::attacks(square, role.of(color), occupied);
                    within.add(side(color), role, reach);
                    let steps = match role {
                        Role::Pawn => ahead(color, Bitboard::from(square)),
                        _ => reach,
                    };
                    let portals = (steps & !occupied).with(square) & map.squares();
                    if portals.any() {
                        walkers.push(Walker {
                            color,
                            role,
                            level: scene.level(square),
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
            scene: *scene,
            epoch,
            id,
            exits,
            worth: worth::OfBoard::of(dimension, scene, map),
            within,
            walkers,
        }
    }

    /// Attacks through the `open` portals on a board with these squares occupied.
    fn across(&self, distance: u8, open: Bitboard, occupied: Bitboard, map: &PortalMap) -> Reach {
        let mut reach = Reach::default();
        for walker in &self.walkers {
            let portals = walker.portals & open;
            if walker.level < distance || portals.is_empty() {
                continue;
            }
            let mut squares = Bitboard::EMPTY;
            for portal in portals {
                squares |= attacks::attacks(portal, walker.role.of(walker.color), occupied);
            }
            reach.add(side(walker.color), walker.role, squares & !map.squares());
        }
        reach
    }
}

/// All `squares` one step ahead.
#[inline]
pub(super) const fn ahead(color: Color, squares: Bitboard) -> Bitboard {
    match color {
        Color::White => Bitboard(squares.0 << 8),
        Color::Black => Bitboard(squares.0 >> 8),
    }
}

/// The worth of a man that is not a king.
#[inline]
pub(super) const fn worth_of(role: Role, king: i32) -> i32 {
    match role {
        Role::King => king,
        _ => chess::worth(role),
    }
}
