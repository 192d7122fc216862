//! The evaluation of one board: its men, the hanging men, and the attacks on it.

use manifold_rules::board::{Bitboard, Color, Role, Square, attacks};
use manifold_rules::dmchess::{Dimension, PortalMap, energy_squares};

use super::attacks::{Attacks, BoardState, side, value_of};
use super::terms::{self, WEIGHTS};
use crate::eval::chess;
use crate::eval::tally::{Sum, Tally};
use crate::eval::weights::Weight;

/// The evaluation of one board by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct BoardEval {
    pub(super) total: Weight,
    pub(super) phase: i32,
    /// Officers that are stuck once the Conservation Law binds, White's minus Black's.
    pub(super) stuck: i32,
}

impl BoardEval {
    pub(super) fn of(dimension: Dimension, state: &BoardState, map: &PortalMap) -> BoardEval {
        let mut sum = Sum::new(WEIGHTS.get());
        let stuck = tally_board(dimension, state, map, &mut sum);
        BoardEval {
            total: sum.total(),
            phase: sum.phase_so_far(),
            stuck,
        }
    }
}

/// Counts the terms that depend on one board only; returns the officers that would be stuck there, White's minus Black's.
pub(super) fn tally_board<T: Tally>(
    dimension: Dimension,
    state: &BoardState,
    map: &PortalMap,
    tally: &mut T,
) -> i32 {
    let board = &state.board;
    chess::tally(board, Bitboard::FULL, tally);
    let officers = board.occupied() & !board.by_role(Role::Pawn);
    let number = i32::from(dimension.number());
    let imbalance: i32 = board
        .occupied()
        .into_iter()
        .map(|square| i32::from(state.level(square)) - number)
        .sum();
    let mut stuck = 0;
    for color in Color::ALL {
        let sign = color.fold_wb(1, -1);
        let own = board.by_color(color);
        for square in officers & own {
            let level = i32::from(state.level(square));
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

/// The hanging men of one player on one board, which the opponent's next capture there would win.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Hanging {
    /// The men that would be lost for less than their value.
    pub(super) men: Bitboard,
    /// The greatest and the second greatest loss, and in `others` the sum of all others, in centipawns.
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

    /// The hanging men of `color` on a board, with `king` as the value of a king; 0 if it cannot be captured.
    pub(super) fn of(state: &BoardState, attacks_on: &Attacks, color: Color, king: i32) -> Hanging {
        let (us, them) = (side(color), side(color.other()));
        let mut hanging = Hanging::default();
        let struck = state.board.by_color(color) & attacks_on.any[them];
        if struck.is_empty() {
            return hanging;
        }
        // Most men are guarded and not attacked by anything of lower value: they are not examined one by one.
        let overloaded = attacks_on.twice[them] & !attacks_on.twice[us];
        let [.., kings] = attacks_on.by_role[them];
        let mut in_danger = !attacks_on.any[us] | overloaded | kings;
        for (role, attacked) in Role::ALL.into_iter().zip(attacks_on.by_role[them]) {
            let value = value_of(role, king);
            let men = struck & state.board.by_role(role) & in_danger;
            in_danger |= attacked;
            for square in men {
                let loss = loss(attacks_on, color, square, value, king);
                if loss > 0 {
                    hanging.men.add(square);
                    hanging.add(loss);
                }
            }
        }
        hanging
    }

    /// The sum over all boards.
    pub(super) fn all<'a>(boards: impl Iterator<Item = &'a Hanging>) -> Hanging {
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
    pub(super) fn tally<T: Tally>(&self, term: usize, sign: i32, tally: &mut T) {
        let [first, second] = self.losses;
        for (place, loss) in [first, second, self.others].into_iter().enumerate() {
            if loss > 0 {
                tally.count(term + place, sign * ((loss + 25) / 50));
            }
        }
    }
}

/// The loss of `color`, in centipawns, if its man of this value on a square is captured, and recaptured if it is guarded; no loss if not
/// above 0.
pub(super) fn loss(
    attacks_on: &Attacks,
    color: Color,
    square: Square,
    value: i32,
    king: i32,
) -> i32 {
    let (us, them) = (side(color), side(color.other()));
    let Some(least) = attacks_on.least(them, square) else {
        return 0;
    };
    let loss = if attacks_on.any[us].contains(square) {
        value - value_of(least, king.max(400))
    } else {
        value
    };
    // Attacked twice, defended once: the second capture is free.
    if loss <= 0
        && loss > -40
        && attacks_on.twice[them].contains(square)
        && !attacks_on.twice[us].contains(square)
    {
        60
    } else {
        loss
    }
}

/// The evaluation of the attacks on a board, and of those around the kings there.
pub(super) fn attacks_eval(state: &BoardState, attacks_on: &Attacks, kings: [usize; 2]) -> Weight {
    let mut sum = Sum::new(WEIGHTS.get());
    tally_attacks(state, attacks_on, kings, &mut sum);
    sum.total()
}

pub(super) fn tally_attacks<T: Tally>(
    state: &BoardState,
    attacks_on: &Attacks,
    kings: [usize; 2],
    tally: &mut T,
) {
    for color in Color::ALL {
        let sign = color.fold_wb(1, -1);
        let (us, them) = (side(color), side(color.other()));
        tally.count(terms::ATTACKED, sign * attacks_on.any[us].count() as i32);
        // By the number of kings left: the last kings are the ones to be mated.
        let left = kings[us].clamp(1, 3) - 1;
        for king in state.board.of(color, Role::King) {
            let ring = attacks::king_attacks(king);
            let struck = ring & attacks_on.any[them];
            let bare = struck & !attacks_on.twice[us] & !state.board.by_color(color);
            tally.count(
                terms::NEAR_KING_ATTACKED + left,
                sign * struck.count() as i32,
            );
            tally.count(terms::NEAR_KING_BARE + left, sign * bare.count() as i32);
        }
    }
}
