//! All attacks of a position at once, kept up to date from one position to the next.

use std::cell::{Cell, RefCell};

use manifold_rules::board::{Bitboard, Color, Role, attacks};
use manifold_rules::dmchess::{Dimension, DmChess, PortalMap};
use manifold_rules::position::Position;

use super::reach::{Cache, Kept, Reach, Scene, side};
use super::worth::{self, Hanging, OfBoard};
use crate::evaluation::{Evaluated, Weight};

thread_local! {
    // What is in it follows from the position that is looked at: no search leaves anything to another.
    static LOOKOUTS: RefCell<Lookouts> = RefCell::new(Lookouts::new());
}

/// One lookout for each of the last plies: a search goes from a position to its neighbour, and so only
/// few boards differ from what was seen last at the same ply.
const PLIES: usize = 8;

#[derive(Debug)]
struct Lookouts {
    by_ply: Vec<Lookout>,
    cache: Cache,
    /// The weights with which sums were made.
    weights: &'static [Weight],
}

impl Lookouts {
    fn new() -> Lookouts {
        Lookouts {
            by_ply: (0..PLIES).map(|_| Lookout::new()).collect(),
            cache: Cache::new(),
            weights: DmChess::weights().get(),
        }
    }
}

/// What is attacked on all boards of one position, and what follows from it.
#[derive(Debug)]
pub(super) struct Lookout {
    men_key: u64,
    epoch: Option<u32>,
    pub(super) scenes: [Scene; 8],
    kept: [Kept; 8],
    pub(super) worth: [OfBoard; 8],
    /// Attacks from a board (first) on a board (second).
    pub(super) reach: [[Reach; 8]; 8],
    /// All attacks on a board.
    pub(super) seen: [Reach; 8],
    pub(super) of_reach: [Weight; 8],
    /// By board and colour.
    pub(super) hanging: [[Hanging; 2]; 8],
    pub(super) kings: [usize; 2],
    /// Controlled dimensions.
    pub(super) control: [i32; 2],
    /// Squares of each board where a man of a colour would be in the way of a threat: worked out when
    /// they are asked for.
    shields: [Cell<Bitboard>; 8],
    shielded: Cell<Option<Color>>,
}

/// Looks at a position.
pub(super) fn look<R>(position: &DmChess, see: impl FnOnce(&Lookout) -> R) -> R {
    LOOKOUTS.with_borrow_mut(|lookouts| {
        if !std::ptr::eq(lookouts.weights, DmChess::weights().get()) {
            *lookouts = Lookouts::new();
        }
        let lookout = &mut lookouts.by_ply[position.ply() as usize % PLIES];
        lookout.turn_to(position, &mut lookouts.cache);
        see(lookout)
    })
}

impl Lookout {
    fn new() -> Lookout {
        Lookout {
            men_key: 0,
            epoch: None,
            scenes: [Scene::EMPTY; 8],
            kept: [Kept::default(); 8],
            worth: [OfBoard::default(); 8],
            reach: [[Reach::default(); 8]; 8],
            seen: [Reach::default(); 8],
            of_reach: [Weight::default(); 8],
            hanging: [[Hanging::default(); 2]; 8],
            kings: [0; 2],
            control: [0; 2],
            shields: [const { Cell::new(Bitboard::EMPTY) }; 8],
            shielded: Cell::new(None),
        }
    }

    /// Goes over to another position: only boards that differ are looked at again.
    #[inline]
    fn turn_to(&mut self, position: &DmChess, cache: &mut Cache) {
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
        // Boards that changed, and boards on which what is attacked has changed.
        let mut changed = [false; 8];
        let mut dirty = [false; 8];
        for dimension in Dimension::ALL {
            let d = dimension.index();
            let scene = Scene {
                board: *position.board(dimension),
                planes: position.level_planes(dimension),
            };
            let differs = shifted || scene != self.scenes[d];
            if !differs && !cache.has(dimension, self.kept[d]) {
                // Another ply's board has taken its place.
                (self.kept[d], ..) = cache.board(dimension, &scene, epoch);
            }
            if differs {
                let (kept, worth, within) = cache.board(dimension, &scene, epoch);
                self.scenes[d] = scene;
                self.kept[d] = kept;
                self.worth[d] = worth;
                self.reach[d][d] = within;
                changed[d] = true;
                dirty[d] = true;
            }
        }
        self.refresh_across(position, changed, &mut dirty, cache);
        self.refresh_kings(&mut dirty);
        for d in (0..8).filter(|d| dirty[*d]) {
            let mut seen = Reach::default();
            for home in &self.reach {
                seen.merge(&home[d]);
            }
            self.seen[d] = seen;
            self.of_reach[d] = worth::of_reach(&self.scenes[d], &seen, self.kings);
            self.hanging[d] = Color::ALL.map(|color| {
                let king = worth::king_worth(self.kings[side(color)]);
                Hanging::of(&self.scenes[d], &seen, color, king)
            });
        }
    }

    fn refresh_across(
        &mut self,
        position: &DmChess,
        changed: [bool; 8],
        dirty: &mut [bool; 8],
        cache: &mut Cache,
    ) {
        let map = position.portals();
        for target in Dimension::ALL {
            let t = target.index();
            let occupied = self.scenes[t].board.occupied();
            for home in Dimension::ALL {
                let h = home.index();
                if h == t || !(changed[h] || changed[t]) {
                    continue;
                }
                let distance = home.distance(target);
                let kept = self.kept[h];
                let reach = cache.across(home, kept, distance, occupied, map);
                if self.reach[h][t] != *reach {
                    self.reach[h][t] = *reach;
                    dirty[t] = true;
                }
            }
        }
    }

    fn refresh_kings(&mut self, dirty: &mut [bool; 8]) {
        let mut kings = [0; 2];
        let mut control = [0; 2];
        for scene in &self.scenes {
            let counts = Color::ALL.map(|color| scene.board.of(color, Role::King).count());
            kings[0] += counts[0];
            kings[1] += counts[1];
            control[0] += i32::from(counts[0] > 0 && counts[1] == 0);
            control[1] += i32::from(counts[1] > 0 && counts[0] == 0);
        }
        if kings != self.kings {
            // The others are worth more now.
            *dirty = [true; 8];
        }
        self.kings = kings;
        self.control = control;
    }

    /// Squares of a board where a man of `color` would stand in the way of what threatens its men, or
    /// on a portal through which the threat comes.
    #[inline]
    pub(super) fn shields(&self, map: &PortalMap, color: Color, dimension: usize) -> Bitboard {
        if self.shielded.get() != Some(color) {
            self.find_shields(map, color);
        }
        self.shields[dimension].get()
    }

    fn find_shields(&self, map: &PortalMap, color: Color) {
        let mut shields = [Bitboard::EMPTY; 8];
        for target in Dimension::ALL {
            let t = target.index();
            let hanging = self.hanging[t][side(color)].men;
            let board = &self.scenes[t].board;
            let occupied = board.occupied();
            for square in hanging & !board.by_role(Role::Pawn) {
                for attacker in board.attackers(square, color.other(), occupied) {
                    shields[t] |= attacks::between(attacker, square);
                }
                let near =
                    attacks::queen_attacks(square, occupied) | attacks::knight_attacks(square);
                for home in Dimension::ALL {
                    let h = home.index();
                    if h != t && self.reach[h][t].any[side(color.other())].contains(square) {
                        let portals = near & map.joining(home.distance(target)) & !occupied;
                        shields[t] |= portals;
                        shields[h] |= portals & !self.scenes[h].board.occupied();
                    }
                }
            }
        }
        for (cell, squares) in self.shields.iter().zip(shields) {
            cell.set(squares);
        }
        self.shielded.set(Some(color));
    }

    /// Squares of a board that a man of this kind had better not go to: it would be lost for less than
    /// its worth.
    pub(super) fn unsafe_for(&self, dimension: usize, color: Color, role: Role) -> Bitboard {
        let seen = &self.seen[dimension];
        let (us, them) = (side(color), side(color.other()));
        let [pawn, knight, bishop, rook, ..] = seen.by_role[them];
        let free = seen.any[them] & !seen.twice[us];
        match role {
            Role::Pawn => seen.any[them] & !seen.any[us],
            Role::Knight | Role::Bishop => free | pawn,
            Role::Rook => free | pawn | knight | bishop,
            Role::Queen => free | pawn | knight | bishop | rook,
            Role::King => seen.any[them],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;
    use manifold_rules::dmchess::Action;
    use manifold_rules::position::Bounds;

    /// Positions of games by chance.
    fn positions(games: u64, length: u64, mut visit: impl FnMut(&DmChess)) {
        for seed in 0..games {
            let mut random = Random::new(seed);
            let mut position = DmChess::start(Default::default());
            for _ in 0..length {
                visit(&position);
                let all = position.legal_actions();
                let Some(action) = all.get(random.below(all.len() as u64) as usize) else {
                    break;
                };
                position.play_unchecked(*action);
            }
        }
    }

    #[test]
    fn what_is_attacked_is_what_can_be_captured() {
        let mut captures = 0;
        // Before the Conservation Law binds, and while no king has to be looked after.
        positions(4, 30, |position| {
            let us = position.turn();
            let mut struck = [[Bitboard::EMPTY; 6]; 8];
            for action in position.legal_actions() {
                let Action::Move(m) = action else { continue };
                if position
                    .board(m.to.dimension)
                    .by_color(us.other())
                    .contains(m.to.square)
                {
                    struck[m.to.dimension.index()][m.role as usize - 1].add(m.to.square);
                    captures += 1;
                }
            }
            look(position, |lookout| {
                for (d, by_role) in struck.iter().enumerate() {
                    let theirs = lookout.scenes[d].board.by_color(us.other());
                    for role in Role::ALL {
                        let seen = lookout.seen[d].by_role[side(us)][role as usize - 1];
                        assert_eq!(seen & theirs, by_role[role as usize - 1], "{role:?}");
                    }
                }
            });
        });
        assert!(captures > 100);
    }

    #[test]
    fn what_is_kept_is_what_is_seen_afresh() {
        positions(3, 90, |position| {
            let mut fresh = Lookouts::new();
            let other = &mut fresh.by_ply[0];
            other.turn_to(position, &mut fresh.cache);
            look(position, |lookout| {
                assert_eq!(lookout.seen, other.seen);
                assert_eq!(lookout.hanging, other.hanging);
                assert_eq!(
                    worth::evaluate(position, lookout),
                    worth::evaluate(position, other)
                );
            });
        });
    }
}
