//! Move ordering in DMChess: gain, risk, scores of quiet moves and history indices.

use manifold_rules::board::{Role, attacks};
use manifold_rules::dmchess::{Action, DmChess, MAX_LEVEL, Move, energy_squares};
use manifold_rules::position::Position;

use super::attack_map::AttackMap;
use super::attacks::{king_value, side, value_of};
use crate::eval::values::{piece_value, psqt};
use crate::playable::Searchable;

/// The gain of a move by capture and promotion, in centipawns.
pub(super) fn gain(position: &DmChess, m: Move) -> i32 {
    let board = position.board(m.to.dimension);
    let them = position.turn().other();
    let victim = if board.by_color(them).contains(m.to.square) {
        board.role_at(m.to.square).map_or(0, |role| match role {
            Role::King => king_value(position.king_count(them)),
            _ => piece_value(role),
        })
    } else if m.role == Role::Pawn
        && m.from.dimension == m.to.dimension
        && m.from.square.file() != m.to.square.file()
    {
        piece_value(Role::Pawn)
    } else {
        0
    };
    let promotion = m.promotion.map_or(0, |role| {
        piece_value(role) - value_of(m.role, piece_value(Role::King))
    });
    victim + promotion
}

/// The loss if the man is captured on its destination by the least valuable attacker, and recaptured if it is guarded, in centipawns.
pub(super) fn risk(position: &DmChess, map: &AttackMap, m: Move) -> i32 {
    let us = position.turn();
    let (own, their) = (side(us), side(us.other()));
    let attacks_on = &map.attacks_on[m.to.dimension.index()];
    let square = m.to.square;
    let stays = m.from.dimension == m.to.dimension;
    let mut least = attacks_on.least(their, square);
    if stays && map.attacks_on[m.from.dimension.index()].any[their].contains(m.from.square) {
        // A man that moves along the line of a slider is still attacked.
        let board = position.board(m.to.dimension);
        let occupied = board.occupied().without(m.from.square);
        let attackers = board.attackers(square, us.other(), occupied);
        let nearer = attackers
            .into_iter()
            .filter_map(|attacker| board.role_at(attacker))
            .min();
        least = match (least, nearer) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
    }
    let Some(least) = least else { return 0 };
    let king = map.kings[own];
    let role = m.promotion.unwrap_or(m.role);
    let value = value_of(role, king_value(king));
    // The mover does not defend itself.
    let strikes = m.role != Role::Pawn || !stays || m.from.square.file() != square.file();
    let guarded = if strikes {
        attacks_on.twice[own].contains(square)
    } else {
        attacks_on.any[own].contains(square)
    };
    if guarded {
        let king = king_value(map.kings[their]).max(400);
        (value - value_of(least, king)).max(0)
    } else {
        value
    }
}

/// The ordering score of a quiet move.
pub(super) fn quiet_score(position: &DmChess, map: &AttackMap, m: Move) -> i32 {
    let us = position.turn();
    let (own, their) = (side(us), side(us.other()));
    let (from, to) = (m.from.dimension.index(), m.to.dimension.index());
    let (before, _) = psqt(us, m.role, m.from.square);
    let (after, _) = psqt(us, m.role, m.to.square);
    let mut score = after - before;
    let level = map.states[from].level(m.from.square);
    if level < MAX_LEVEL && energy_squares(m.to.dimension).contains(m.to.square) {
        score += 10;
    }
    let risk = risk(position, map, m);
    if map.hanging[from][own].men.contains(m.from.square) {
        let king = king_value(map.kings[own]);
        score += (value_of(m.role, king) - risk).max(0) / 3;
    }
    score -= risk / 2;
    if risk == 0
        && map
            .shields(position.portals(), us, to)
            .contains(m.to.square)
    {
        score += 45;
    }
    let state = &map.states[to];
    let theirs = state.board.by_color(us.other());
    let mut occupied = state.board.occupied();
    if from == to {
        occupied.discard(m.from.square);
    }
    let reach = attacks::attacks(m.to.square, m.role.of(us), occupied);
    let hanging = &map.hanging[to][own];
    if risk == 0 && (reach & hanging.men & !map.attacks_on[to].any[own]).any() {
        // It defends a hanging man that nothing else defends.
        score += 40;
    }
    let struck = reach & theirs;
    if struck.any() && risk == 0 {
        let kings = king_value(map.kings[their]);
        let guarded = map.attacks_on[to].any[their];
        let mut threats = [0; 2];
        for square in struck {
            let Some(victim) = state.board.role_at(square) else {
                continue;
            };
            let mut threat = value_of(victim, kings);
            if guarded.contains(square) {
                threat -= value_of(m.role, kings);
            }
            if threat > threats[0] {
                threats = [threat, threats[0]];
            } else if threat > threats[1] {
                threats[1] = threat;
            }
        }
        // A double threat is hard to meet.
        score += threats[0] / 8 + threats[1] / 3;
    }
    if m.role == Role::King && from != to {
        score += match (position.controller(m.to.dimension), control_matters(map)) {
            (Some(color), true) if color != us => 150,
            (Some(color), _) if color == us => -20,
            _ => 0,
        };
    }
    score
}

/// Whether a player is close to dominance.
pub(super) fn control_matters(map: &AttackMap) -> bool {
    map.control.iter().any(|count| *count >= 3)
}

pub(super) fn butterfly_index(action: Action) -> usize {
    match action {
        Action::Move(m) => (m.role as usize - 1) * 512 + m.to.index(),
        Action::PlaceKings(_) => DmChess::BUTTERFLY_SIZE - 1,
    }
}

pub(super) fn continuation_index(action: Action) -> usize {
    match action {
        Action::Move(m) => (m.role as usize - 1) * 64 + m.to.square.to_usize(),
        Action::PlaceKings(_) => 448,
    }
}
