//! What a position is worth: per board what depends on that board only, and what all boards make
//! together: kings, control, what hangs.

use manifold_rules::board::{Bitboard, Color, Role, attacks};
use manifold_rules::dmchess::{DOMINANT_CONTROL, Dimension, DmChess, PortalMap, energy_squares};
use manifold_rules::game::Game;

use super::lookout::Lookout;
use super::reach::{Reach, Scene, side, worth_of};
use crate::chess;

/// The worth of one board by itself, from White's side, in the middlegame and the endgame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct OfBoard {
    middle: i32,
    end: i32,
    phase: i32,
    /// What the Conservation Law takes from it, once it binds.
    stuck: i32,
}

impl OfBoard {
    pub(super) fn of(dimension: Dimension, scene: &Scene, map: &PortalMap) -> OfBoard {
        let board = &scene.board;
        let mut sum = chess::terms(board, Bitboard::FULL);
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
                sum.add(sign, 5 * level, 5 * level);
                let excess = level - number;
                if imbalance.abs() >= 7 && excess != 0 && imbalance.signum() != excess.signum() {
                    stuck -= 4 * sign;
                }
            }
            let charging = (energy_squares(dimension) & own & officers).count() as i32;
            sum.add(sign, 2 * charging, 2 * charging);
            // Through a portal square nobody strikes from other dimensions.
            let sheltered = (board.of(color, Role::King) & map.squares()).count() as i32;
            sum.add(sign, 12 * sheltered, 6 * sheltered);
        }
        OfBoard {
            middle: sum.middle,
            end: sum.end,
            phase: sum.phase,
            stuck,
        }
    }
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

    /// What it costs the player who is to move: one man can be saved, but not two.
    fn cost_to_mover(&self) -> i32 {
        self.losses[0] / 16 + self.losses[1] / 2 + self.others / 6
    }

    /// What it costs the player who has just moved.
    fn cost_to_other(&self) -> i32 {
        self.losses[0] / 3 + self.losses[1] / 4 + self.others / 10
    }
}

/// The worth of all kings of a player who has so many of them. The fewer are left the more each is
/// worth: with three of them nobody can keep five dimensions from being controlled.
fn kings_worth(count: usize) -> i32 {
    const WORTH: [i32; 9] = [0, 0, 1_500, 2_700, 3_700, 4_500, 5_150, 5_700, 6_150];
    WORTH[count.min(8)]
}

/// What the loss of one of so many kings costs.
pub(super) fn king_worth(count: usize) -> i32 {
    if count <= 1 {
        return 0;
    }
    kings_worth(count) - kings_worth(count - 1)
}

/// What it is worth to control so many dimensions.
fn control_worth(controlled: i32) -> i32 {
    let beyond = controlled + 2 - DOMINANT_CONTROL as i32;
    40 * controlled + 150 * beyond.max(0)
}

/// Where the squares beyond the men's own count: what is attacked, and around the kings.
pub(super) fn of_reach(scene: &Scene, seen: &Reach, kings: [usize; 2]) -> i32 {
    let mut sum = 0;
    for color in Color::ALL {
        let sign = color.fold_wb(1, -1);
        let (us, them) = (side(color), side(color.other()));
        sum += sign * (seen.any[us].count() as i32);
        // The last kings are hunted: they must be mated.
        let weight = match kings[us] {
            ..=1 => 14,
            2 => 8,
            _ => 4,
        };
        for king in scene.board.of(color, Role::King) {
            let ring = attacks::king_attacks(king);
            let struck = ring & seen.any[them];
            sum -= sign * weight * struck.count() as i32;
            let bare = struck & !seen.twice[us] & !scene.board.by_color(color);
            sum -= sign * weight * bare.count() as i32;
        }
    }
    sum
}

/// The worth of the position for the player to move.
pub(super) fn evaluate(position: &DmChess, lookout: &Lookout) -> i32 {
    let mut sum = chess::Terms::default();
    let law = position.is_under_the_law();
    for (board, reach) in lookout.worth.iter().zip(&lookout.of_reach) {
        sum.middle += board.middle + reach;
        sum.end += board.end + reach;
        sum.phase += board.phase;
        if law {
            sum.add(1, board.stuck, board.stuck);
        }
    }
    let mut worth = sum.blend(24 * 8);
    for color in Color::ALL {
        let sign = color.fold_wb(1, -1);
        worth += sign * kings_worth(lookout.kings[side(color)]);
        worth += sign * control_worth(lookout.control[side(color)]);
    }
    if position.ply() % 16 >= 14 {
        worth += displaced(position, lookout);
    }
    let us = position.turn();
    let sign = us.fold_wb(1, -1);
    let own = Hanging::all(lookout.hanging.iter().map(|both| &both[side(us)]));
    let theirs = Hanging::all(lookout.hanging.iter().map(|both| &both[side(us.other())]));
    let mut worth = sign * worth - own.cost_to_mover() + theirs.cost_to_other() + 12;
    if let Some((player, plies)) = position.dominant() {
        worth += match (player == us, plies) {
            // Any move that keeps it wins.
            (true, ..=1) => 9_000,
            (true, _) => 1_500,
            (false, _) => -2_500,
        };
    }
    worth
}

/// The men that the next shift will drive from where they stand.
fn displaced(position: &DmChess, lookout: &Lookout) -> i32 {
    let next = PortalMap::of_epoch(position.epoch() + 1).squares();
    let opening = next & !position.portals().squares();
    lookout
        .scenes
        .iter()
        .map(|scene| {
            let driven = scene.board.occupied() & opening & !scene.board.by_role(Role::Pawn);
            let white = (driven & scene.board.by_color(Color::White)).count() as i32;
            6 * (driven.count() as i32 - 2 * white)
        })
        .sum()
}
