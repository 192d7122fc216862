//! The candidates of DMChess: a few of the hundreds or thousands of legal moves, found without generating the rest.

use std::ops::ControlFlow;
use std::sync::LazyLock;

use manifold_rules::board::{Bitboard, Color, Rank, Role, Square, attacks};
use manifold_rules::dmchess::{
    Action, Dimension, DmChess, MAX_LEVEL, Move, MoveSet, Place, energy_squares,
};
use manifold_rules::position::{Bounded, Bounds, Position};

use super::attack_map::{AttackMap, with_attack_map};
use super::attacks::side;
use super::forced_wins::answers_to_dominance;
use super::ordering::{control_matters, gain, risk};
use crate::eval::values::psqt;
use crate::playable::{Scope, Searchable};

/// From this depth on every move is generated, and only late move pruning leaves moves out.
const COMPLETE: i32 = 6;

/// Adds the candidates of a scope to `out`.
pub(super) fn generate(position: &DmChess, scope: Scope, out: &mut Vec<Action>) {
    match scope {
        Scope::Root(bounds) => {
            let _ = position.for_each_legal_within(bounds, |action| {
                out.push(action);
                ControlFlow::<()>::Continue(())
            });
        }
        Scope::Inner { depth, .. } => {
            if position.is_forced() {
                return answers(position, out);
            }
            with_attack_map(position, |map| inner(position, map, depth, out));
            if out.is_empty() {
                generate(position, Scope::Root(Bounds::NONE), out);
            }
        }
        Scope::Noisy => with_attack_map(position, |map| noisy(position, map, out)),
    }
}

/// The number of quiet moves searched at a depth: see [`Searchable::quiet_limit`].
pub(super) fn quiet_limit(depth: i32, at_root: bool) -> usize {
    let depth = depth.unsigned_abs() as usize;
    match (at_root, depth) {
        (true, 1) => 120,
        (true, _) => 24 + 12 * depth,
        (false, ..=1) => 6,
        (false, 2) => 10,
        (false, _) => 8 + 2 * depth,
    }
}

/// By colour, role and square: the squares with a better piece-square value.
type Better = [[[Bitboard; 64]; 6]; 2];

/// Better by a small and by a large margin; near the leaves only the large one counts.
static BETTER: LazyLock<[Better; 2]> = LazyLock::new(|| [4, 12].map(better_by));

fn better_by(margin: i32) -> Better {
    Color::ALL.map(|color| {
        Role::ALL.map(|role| {
            let value = |square| psqt(color, role, square).0;
            std::array::from_fn(|from| {
                let here = value(Square::new(from as u32));
                Square::ALL
                    .into_iter()
                    .filter(|to| value(*to) >= here + margin)
                    .collect()
            })
        })
    })
}

/// Enemy men that a man of this role threatens by attacking them.
fn threat_targets(map: &AttackMap, dimension: usize, us: Color, role: Role) -> Bitboard {
    let state = &map.states[dimension];
    let them = us.other();
    let of = |role| state.board.of(them, role);
    let officers = state.board.by_color(them) & !of(Role::Pawn);
    let loose = officers & !map.attacks_on[dimension].any[side(them)];
    match role {
        Role::Pawn => officers,
        Role::Knight | Role::Bishop => loose | of(Role::Rook) | of(Role::Queen) | of(Role::King),
        Role::Rook => loose | of(Role::Queen) | of(Role::King),
        Role::Queen => loose | of(Role::King),
        Role::King => loose & !of(Role::King),
    }
}

/// The squares from which a man of this role would threaten or defend something.
fn squares_for(map: &AttackMap, dimension: usize, us: Color, role: Role) -> Bitboard {
    let occupied = map.states[dimension].board.occupied();
    // Own hanging men without a defender: defending them counts as much as a threat.
    let undefended =
        map.hanging[dimension][side(us)].men & !map.attacks_on[dimension].any[side(us)];
    (threat_targets(map, dimension, us, role) | undefended)
        .into_iter()
        .fold(Bitboard::EMPTY, |squares, target| {
            squares | attacks::attacks(target, role.of(us.other()), occupied)
        })
}

/// Adds the moves of a set, without underpromotions to rook and bishop.
fn push(set: &MoveSet, out: &mut Vec<Action>, mut keep: impl FnMut(Move) -> bool) {
    let _ = set.for_each(|m| {
        let useless = matches!(m.promotion, Some(Role::Rook | Role::Bishop));
        if !useless && keep(m) {
            out.push(Action::Move(m));
        }
        ControlFlow::<()>::Continue(())
    });
}

/// The moves of an interior node: captures that do not simply lose a man, escapes, threats, and moves to better
/// squares.
fn inner(position: &DmChess, map: &AttackMap, depth: i32, out: &mut Vec<Action>) {
    let us = position.turn();
    let own = side(us);
    let complete = depth >= COMPLETE;
    let theirs = map.states.map(|state| state.board.by_color(us.other()));
    let contested = control_matters(map);
    let better = &BETTER[usize::from(depth <= 2)][own];
    let last_rank = Bitboard::from_rank(us.relative_rank(Rank::Eighth));
    let passant = position.en_passant_place();
    // By board and role: safe squares, squares that are worth a move for every man of the role, and the same with the energy
    // squares, for men below the highest level.
    let mut quiet = [[Bitboard::EMPTY; 6]; 8];
    let mut always = [[Bitboard::EMPTY; 6]; 8];
    let mut with_energy = [[Bitboard::EMPTY; 6]; 8];
    for dimension in Dimension::ALL {
        let d = dimension.index();
        let free = !map.states[d].board.occupied();
        let shields = map.shields(position.portals(), us, d);
        // Near the leaves a gain in energy cannot pay off any more.
        let energy = if depth > 2 {
            energy_squares(dimension)
        } else {
            Bitboard::EMPTY
        };
        for role in Role::ALL {
            let r = role as usize - 1;
            let safe = free & !map.unsafe_for(d, us, role);
            let mut wanted = theirs[d] | safe & (shields | squares_for(map, d, us, role));
            if role == Role::Pawn {
                wanted |= last_rank;
                if passant.is_some_and(|place| place.dimension == dimension) {
                    wanted |= safe;
                }
            } else if role == Role::King {
                // For castling.
                wanted |= map.states[d].board.of(us, Role::Rook);
                if contested && position.controller(dimension) == Some(us.other()) {
                    wanted |= safe;
                }
            }
            quiet[d][r] = safe;
            always[d][r] = wanted;
            with_energy[d][r] = wanted | safe & energy;
        }
    }
    let wanted = |role: Role, from: Place, to: Dimension| {
        if complete {
            return Bitboard::FULL;
        }
        let (h, t, r) = (from.dimension.index(), to.index(), role as usize - 1);
        let mut wanted = if map.states[h].level(from.square) < MAX_LEVEL {
            with_energy[t][r]
        } else {
            always[t][r]
        };
        if map.hanging[h][own].men.contains(from.square) {
            wanted |= quiet[t][r];
        }
        if h == t {
            wanted |= quiet[t][r] & better[r][from.square.to_usize()];
        } else if role != Role::Pawn && role != Role::King {
            wanted &= map.attacks[h][t].by_role[own][r];
        }
        wanted
    };
    let _ = position.for_each_legal_among([Bitboard::FULL; 8], wanted, |set| {
        let captures = theirs[set.dimension.index()];
        push(&set, out, |m| {
            !captures.contains(m.to.square)
                || gain(position, m) - risk(position, map, m) >= -60
                || complete
        });
        ControlFlow::<()>::Continue(())
    });
}

/// Captures that win something, and promotions.
fn noisy(position: &DmChess, map: &AttackMap, out: &mut Vec<Action>) {
    let us = position.turn();
    let own = side(us);
    let them = side(us.other());
    let passant = position.en_passant_place();
    let victims: [Bitboard; 8] = std::array::from_fn(|d| map.hanging[d][them].men);
    let last_rank = Bitboard::from_rank(us.relative_rank(Rank::Eighth));
    let near = Bitboard::from_rank(us.relative_rank(Rank::Seventh))
        | Bitboard::from_rank(us.relative_rank(Rank::Sixth));
    let mut any = false;
    let movers: [Bitboard; 8] = std::array::from_fn(|h| {
        let board = &map.states[h].board;
        let mut movers = board.of(us, Role::Pawn) & near;
        if let Some(place) = passant.filter(|place| place.dimension.index() == h) {
            movers |= attacks::pawn_attacks(us.other(), place.square) & board.of(us, Role::Pawn);
        }
        for role in Role::ALL {
            let strikes =
                |t: usize| map.attacks[h][t].by_role[own][role as usize - 1].intersects(victims[t]);
            if (0..8).any(strikes) {
                movers |= board.of(us, role);
            }
        }
        any |= movers.any();
        movers
    });
    if !any {
        return;
    }
    let wanted = |role: Role, from: Place, to: Dimension| {
        let (h, t) = (from.dimension.index(), to.index());
        let mut wanted = victims[t] & map.attacks[h][t].by_role[own][role as usize - 1];
        if role == Role::Pawn {
            if near.contains(from.square) {
                wanted |= last_rank;
            }
            if let Some(place) = passant.filter(|place| place.dimension == to) {
                wanted.add(place.square);
            }
        }
        wanted
    };
    let _ = position.for_each_legal_among(movers, wanted, |set| {
        push(&set, out, |_| true);
        ControlFlow::<()>::Continue(())
    });
}

/// Forced moves: answers to dominance, or all moves if no king is safe.
fn answers(position: &DmChess, out: &mut Vec<Action>) {
    let us = position.turn();
    if position.dominant().is_some_and(|(player, _)| player != us) {
        return answers_to_dominance(position, out);
    }
    let _ = position.for_each_legal(|action| {
        out.push(action);
        ControlFlow::<()>::Continue(())
    });
}
