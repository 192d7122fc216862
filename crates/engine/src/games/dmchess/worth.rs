//! What a position is worth: per board what depends on that board only, and what all boards make
//! together: kings, control, what hangs.

use manifold_rules::board::{Bitboard, Color, Role, attacks};
use manifold_rules::dmchess::{Dimension, DmChess, PortalMap, energy_squares};
use manifold_rules::position::Position;

use super::lookout::{Lookout, look};
use super::reach::{Reach, Scene, side, worth_of};
use crate::evaluation::chess::{self, TEMPO};
use crate::evaluation::{Evaluated, Sum, Tally, Weight, dmchess as terms};

/// The worth of one board by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct OfBoard {
    total: Weight,
    phase: i32,
    /// Officers that are stuck once the Conservation Law binds, White's less Black's.
    stuck: i32,
}

impl OfBoard {
    pub(super) fn of(dimension: Dimension, scene: &Scene, map: &PortalMap) -> OfBoard {
        let mut sum = Sum::new(DmChess::weights().get());
        let stuck = tally_board(dimension, scene, map, &mut sum);
        OfBoard {
            total: sum.total(),
            phase: sum.phase_so_far(),
            stuck,
        }
    }
}

/// Counts what depends on one board only; gives the officers that would be stuck there, White's less Black's.
fn tally_board<T: Tally>(
    dimension: Dimension,
    scene: &Scene,
    map: &PortalMap,
    tally: &mut T,
) -> i32 {
    let board = &scene.board;
    chess::tally(board, Bitboard::FULL, tally);
    let officers = board.occupied() & !board.by_role(Role::Pawn);
    let number = i32::from(dimension.number());
    let imbalance: i32 = board
        .occupied()
        .into_iter()
        .map(|square| i32::from(scene.level(square)) - number)
        .sum();
    let mut stuck = 0;
    for color in Color::ALL {
        let sign = color.fold_wb(1, -1);
        let own = board.by_color(color);
        for square in officers & own {
            let level = i32::from(scene.level(square));
            tally.count(terms::ENERGY + level as usize - 1, sign);
            let excess = level - number;
            if imbalance.abs() >= 7 && excess != 0 && imbalance.signum() != excess.signum() {
                stuck += sign;
            }
        }
        let charging = (energy_squares(dimension) & own & officers).count() as i32;
        if charging > 0 {
            tally.count(terms::CHARGING, sign * charging);
        }
        let sheltered = (board.of(color, Role::King) & map.squares()).count() as i32;
        if sheltered > 0 {
            tally.count(terms::KING_ON_PORTAL, sign * sheltered);
        }
    }
    stuck
}

/// What a player would lose on one board to the opponent's next capture there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Hanging {
    /// The men that would be lost for less than their worth.
    pub(super) men: Bitboard,
    /// The greatest loss, the next, and all others together.
    losses: [i32; 2],
    others: i32,
}

impl Hanging {
    fn add(&mut self, loss: i32) {
        let [first, second] = self.losses;
        if loss > first {
            self.losses = [loss, first];
            self.others += second;
        } else if loss > second {
            self.losses[1] = loss;
            self.others += second;
        } else {
            self.others += loss;
        }
    }

    /// What hangs of `color` on a board, `king` being the worth of a king; 0 if it cannot be captured.
    pub(super) fn of(scene: &Scene, seen: &Reach, color: Color, king: i32) -> Hanging {
        let (us, them) = (side(color), side(color.other()));
        let mut hanging = Hanging::default();
        let struck = scene.board.by_color(color) & seen.any[them];
        if struck.is_empty() {
            return hanging;
        }
        for role in Role::ALL {
            let worth = worth_of(role, king);
            for square in struck & scene.board.by_role(role) {
                let Some(least) = seen.least(them, square) else {
                    continue;
                };
                let guarded = seen.any[us].contains(square);
                let mut loss = if guarded {
                    worth - worth_of(least, king.max(400))
                } else {
                    worth
                };
                // Struck twice, guarded once: the second capture is free.
                if loss <= 0
                    && loss > -40
                    && seen.twice[them].contains(square)
                    && !seen.twice[us].contains(square)
                {
                    loss = 60;
                }
                if loss > 0 {
                    hanging.men.add(square);
                    hanging.add(loss);
                }
            }
        }
        hanging
    }

    /// What hangs on all boards.
    fn all<'a>(boards: impl Iterator<Item = &'a Hanging>) -> Hanging {
        let mut all = Hanging::default();
        for hanging in boards {
            if hanging.losses[0] > 0 {
                all.add(hanging.losses[0]);
                all.add(hanging.losses[1]);
                all.others += hanging.others;
            }
        }
        all
    }

    /// Counts the losses in half pawns: the player to move can save one man, but not two.
    fn tally<T: Tally>(&self, term: usize, sign: i32, tally: &mut T) {
        let [first, second] = self.losses;
        for (place, loss) in [first, second, self.others].into_iter().enumerate() {
            if loss > 0 {
                tally.count(term + place, sign * ((loss + 25) / 50));
            }
        }
    }
}

/// What the loss of one of so many kings costs, where a move is judged at first sight.
pub(crate) fn king_worth(count: usize) -> i32 {
    const WORTH: [i32; 9] = [0, 0, 1_500, 1_200, 1_000, 800, 650, 550, 450];
    WORTH[count.min(8)]
}

/// The worth of all that boards attack on one, and of what is attacked around the kings there.
pub(super) fn of_reach(scene: &Scene, seen: &Reach, kings: [usize; 2]) -> Weight {
    let mut sum = Sum::new(DmChess::weights().get());
    tally_reach(scene, seen, kings, &mut sum);
    sum.total()
}

fn tally_reach<T: Tally>(scene: &Scene, seen: &Reach, kings: [usize; 2], tally: &mut T) {
    for color in Color::ALL {
        let sign = color.fold_wb(1, -1);
        let (us, them) = (side(color), side(color.other()));
        tally.count(terms::ATTACKED, sign * seen.any[us].count() as i32);
        // The last kings are hunted: they must be mated.
        let left = kings[us].clamp(1, 3) - 1;
        for king in scene.board.of(color, Role::King) {
            let ring = attacks::king_attacks(king);
            let struck = ring & seen.any[them];
            let bare = struck & !seen.twice[us] & !scene.board.by_color(color);
            tally.count(
                terms::NEAR_KING_ATTACKED + left,
                sign * struck.count() as i32,
            );
            tally.count(terms::NEAR_KING_BARE + left, sign * bare.count() as i32);
        }
    }
}

/// Counts what all boards make together.
fn tally_together<T: Tally>(position: &DmChess, lookout: &Lookout, tally: &mut T) {
    let us = position.turn();
    tally.count(TEMPO, us.fold_wb(1, -1));
    if position.is_under_the_law() {
        let stuck = lookout.worth.iter().map(|board| board.stuck).sum();
        tally.count(terms::STUCK, stuck);
    }
    for color in Color::ALL {
        let sign = color.fold_wb(1, -1);
        for king in 0..lookout.kings[side(color)].min(8) {
            tally.count(terms::KINGS + king, sign);
        }
        for dimension in 0..lookout.control[side(color)] as usize {
            tally.count(terms::CONTROL + dimension, sign);
        }
        let hanging = Hanging::all(lookout.hanging.iter().map(|both| &both[side(color)]));
        let term = if color == us {
            terms::HANGS_OF_MOVER
        } else {
            terms::HANGS_OF_OTHER
        };
        hanging.tally(term, sign, tally);
    }
    if position.ply() % 16 >= 14 {
        tally.count(terms::DISPLACED, displaced(position, lookout));
    }
    if let Some((player, plies)) = position.dominant() {
        // Nearly a win, and no matter of weights: any move that keeps it wins.
        let worth = match (player == us, plies) {
            (true, ..=1) => 9_000,
            (true, _) => 1_500,
            (false, _) => 2_500,
        };
        tally.add(Weight::new(worth, worth) * player.fold_wb(1, -1));
    }
}

/// The worth of the position for the player to move: what [`tally`] counts, much of it added up before.
pub(super) fn evaluate(position: &DmChess, lookout: &Lookout) -> i32 {
    let mut sum = Sum::new(DmChess::weights().get());
    for (board, reach) in lookout.worth.iter().zip(&lookout.of_reach) {
        sum.add(board.total);
        sum.add(*reach);
        sum.phase(board.phase);
    }
    tally_together(position, lookout, &mut sum);
    position.turn().fold_wb(1, -1) * sum.blend(DmChess::FULL_PHASE)
}

/// Counts all terms of a position.
pub(crate) fn tally<T: Tally>(position: &DmChess, tally: &mut T) {
    look(position, |lookout| {
        for dimension in Dimension::ALL {
            let d = dimension.index();
            let scene = &lookout.scenes[d];
            tally_board(dimension, scene, position.portals(), tally);
            tally_reach(scene, &lookout.seen[d], lookout.kings, tally);
        }
        tally_together(position, lookout, tally);
    });
}

/// The men that the next shift will drive from where they stand, White's less Black's.
fn displaced(position: &DmChess, lookout: &Lookout) -> i32 {
    let next = PortalMap::of_epoch(position.epoch() + 1).squares();
    let opening = next & !position.portals().squares();
    lookout
        .scenes
        .iter()
        .map(|scene| {
            let driven = scene.board.occupied() & opening & !scene.board.by_role(Role::Pawn);
            let white = (driven & scene.board.by_color(Color::White)).count() as i32;
            2 * white - driven.count() as i32
        })
        .sum()
}
