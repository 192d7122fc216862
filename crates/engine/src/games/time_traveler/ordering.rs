//! Move ordering in Time Traveler's Chess: gain, risk, SEE, scores of quiet actions and history indices.

use manifold_rules::board::{Bitboard, Color, Role, Square, StandardMove, attacks};
use manifold_rules::position::Position;
use manifold_rules::time_traveler::{Action, TimeTraveler};

use super::eval::{is_attacked, meeting_distance, prey};
use crate::eval::values::{piece_value, psqt, tapered_value};
use crate::search::{ordering, see};

/// The bonus of an action that attacks a traveling man.
const HUNT: i32 = 250;
/// The gain of an action that wins the game.
const DECISIVE: i32 = 5_000;

pub(super) fn gain(position: &TimeTraveler, action: Action) -> i32 {
    let us = position.turn();
    match action {
        Action::Move(standard) => {
            prize(position, standard.to) + ordering::gain(position.plain_board(), us, standard)
        }
        Action::Explosion { to, promotion, .. } => {
            let victim = match position.plain_board().color_at(to) {
                Some(color) if color != us => position.role_at(to).map_or(0, piece_value),
                _ => 0,
            };
            let becomes = promotion.map_or(0, |role| piece_value(role) - 100);
            victim + becomes + prize(position, to)
        }
        Action::Annihilation { .. } => {
            let last = !position.traveling(us).more_than_one();
            if last && !position.has_king(us.other()) {
                DECISIVE
            } else {
                0
            }
        }
    }
}

pub(super) fn risk(position: &TimeTraveler, action: Action) -> i32 {
    let us = position.turn();
    match action {
        Action::Move(standard) => {
            ordering::risk(position.plain_board(), us, standard.from, standard.to)
        }
        Action::Explosion {
            role, square, to, ..
        } => {
            let board = position.plain_board();
            // A captured man attacks nothing any more.
            let enemy = position.movable(us.other()).without(to);
            let attacked = |square| {
                let attackers = board.attackers(square, us.other(), board.occupied());
                attackers.intersects(enemy)
            };
            if attacked(square) {
                // The loss of a traveling man loses the game.
                DECISIVE
            } else if role != Role::King && attacked(to) {
                piece_value(role)
            } else {
                0
            }
        }
        Action::Annihilation { .. } => 0,
    }
}

pub(super) fn see(position: &TimeTraveler, action: Action) -> i32 {
    match action {
        Action::Move(standard) if prize(position, standard.to) == 0 => {
            let men = position.movable(Color::White) | position.movable(Color::Black);
            see::see(position.plain_board(), position.turn(), standard, men)
        }
        _ => gain(position, action) - risk(position, action),
    }
}

pub(super) fn quiet_score(position: &TimeTraveler, action: Action) -> i32 {
    let us = position.turn();
    let hunt = if hunts(position, action) { HUNT } else { 0 };
    hunt + match action {
        Action::Move(standard) => {
            ordering::quiet_score(position.plain_board(), us, standard.from, standard.to)
        }
        Action::Annihilation { .. } => 60,
        Action::Explosion {
            role, to, square, ..
        } => {
            let (middle, _) = psqt(us, role, to);
            let distance = meeting_distance(position, us, role, square).unwrap_or(12);
            (middle - tapered_value(role).0) / 2 - 30 - 6 * distance
        }
    }
}

pub(super) fn butterfly_index(action: Action) -> usize {
    match action {
        Action::Move(standard) => ordering::butterfly_index(standard.from, standard.to),
        Action::Annihilation { to, .. } => 4096 + to.to_usize(),
        Action::Explosion { role, square, .. } => {
            4160 + (role as usize - 1) * 64 + square.to_usize()
        }
    }
}

pub(super) fn continuation_index(position: &TimeTraveler, action: Action) -> usize {
    match action {
        Action::Move(standard) => ordering::continuation_index(position.plain_board(), standard),
        Action::Annihilation { to, .. } => 384 + to.to_usize(),
        Action::Explosion { square, .. } => 448 + square.to_usize(),
    }
}

/// Whether the opponent could win by capturing a man that the grammar of the player to move needs.
pub(super) fn is_hunted(position: &TimeTraveler) -> bool {
    let us = position.turn();
    prey(position, us)
        .into_iter()
        .any(|square| is_attacked(position, square, us.other()))
}

/// Whether the player to move can capture a man that the opponent's grammar needs.
pub(super) fn can_break_grammar(position: &TimeTraveler) -> bool {
    let us = position.turn();
    let board = position.plain_board();
    let movable = position.movable(us);
    prey(position, us.other()).into_iter().any(|to| {
        let hunters = board.attackers(to, us, board.occupied()) & movable;
        hunters.into_iter().any(|from| {
            let promotes =
                board.role_at(from) == Some(Role::Pawn) && Bitboard::BACKRANKS.contains(to);
            let capture = StandardMove {
                from,
                to,
                promotion: promotes.then_some(Role::Queen),
            };
            position.is_legal(Action::Move(capture))
        })
    })
}

/// Whether the man that moves or explodes attacks a traveling man of the opponent from its destination.
pub(super) fn hunts(position: &TimeTraveler, action: Action) -> bool {
    let us = position.turn();
    let prey = position.traveling(us.other());
    if prey.is_empty() {
        return false;
    }
    let board = position.plain_board();
    let (role, occupied, to) = match action {
        Action::Move(standard) => match board.role_at(standard.from) {
            Some(role) => (
                standard.promotion.unwrap_or(role),
                board.occupied().without(standard.from),
                standard.to,
            ),
            None => return false,
        },
        Action::Explosion {
            role,
            square,
            to,
            promotion,
        } => (promotion.unwrap_or(role), board.occupied().with(square), to),
        Action::Annihilation { .. } => return false,
    };
    attacks::attacks(to, role.of(us), occupied).intersects(prey)
}

/// The bonus of a capture on `square`, besides the value of the man there, in centipawns.
fn prize(position: &TimeTraveler, square: Square) -> i32 {
    let enemy = position.turn().other();
    let traveling = position.traveling(enemy);
    if traveling.contains(square) {
        return DECISIVE;
    }
    if position.plain_board().color_at(square) != Some(enemy) {
        return 0;
    }
    if traveling.any() && position.indispensable(enemy).contains(square) {
        return DECISIVE;
    }
    if position.critical_king(enemy) == Some(square) {
        800
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playable::Endings;
    use crate::random::Random;

    #[test]
    fn a_capture_that_breaks_the_grammar_is_seen_and_no_other() {
        let mut seen = [0; 2];
        for seed in 0..30 {
            let mut random = Random::new(seed);
            let mut position = TimeTraveler::start(Default::default());
            for _ in 0..50 {
                let us = position.turn();
                let actions = position.legal_actions();
                let wins = |action: &Action| {
                    let mut after = position;
                    after.play_unchecked(*action);
                    let won = Endings::won_at_once(&after);
                    won.is_some_and(|outcome| outcome.winner == Some(us))
                };
                let captures = |action: &&Action| match action {
                    Action::Move(standard) => {
                        position.plain_board().color_at(standard.to) == Some(us.other())
                    }
                    _ => false,
                };
                let breaks = actions.iter().filter(captures).any(wins);
                assert_eq!(
                    can_break_grammar(&position),
                    breaks,
                    "{}",
                    position.to_text()
                );
                seen[usize::from(breaks)] += 1;
                let Some(action) = actions.get(random.below(actions.len() as u64) as usize) else {
                    break;
                };
                position.play_unchecked(*action);
                if Endings::won_at_once(&position).is_some() {
                    break;
                }
            }
        }
        assert!(seen.into_iter().all(|times| times > 20), "{seen:?}");
    }
}
