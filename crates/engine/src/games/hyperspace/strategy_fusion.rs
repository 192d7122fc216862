//! Against strategy fusion: removes moves that a player would make only with knowledge of the opponent's squares.
//!
//! In a determinization all squares are known. A search that let both sides use that knowledge would conclude that no
//! piece ever returns unharmed, and would never let one leave.

use manifold_rules::board::{Bitboard, Board, StandardMove, attacks};
use manifold_rules::hyperspace::{Action, Hyperspace};
use manifold_rules::position::Position;
use manifold_rules::viewer::Viewer;

use crate::search::ordering;

/// Removes the moves that make sense only to a player who knows where the opponent's pieces return: moves to such a
/// square, and moves that newly attack it. (They may be good for other reasons, which is lost.) Captures are kept, and
/// so are all actions if none would be left.
pub(super) fn remove_informed_moves(position: &Hyperspace, actions: &mut Vec<Action>) {
    let us = position.turn();
    let mut secrets = Bitboard::EMPTY;
    for (_, square) in position.bound(us.other()) {
        secrets |= square
            .seen_by(Viewer::Referee, us.other())
            .map_or(Bitboard::EMPTY, Bitboard::from);
    }
    if secrets.is_empty() || position.is_check() {
        return;
    }
    let board = position.board();
    let is_innocent = |action: &Action| match *action {
        Action::Move { standard, .. } => {
            ordering::gain(board, us, standard) > 0 || !meets(board, standard, secrets)
        }
        _ => true,
    };
    if actions.iter().any(is_innocent) {
        actions.retain(is_innocent);
    }
}

/// Whether a move goes to one of these squares or newly attacks one.
fn meets(board: &Board, standard: StandardMove, secrets: Bitboard) -> bool {
    let StandardMove { from, to, .. } = standard;
    let Some(man) = board.piece_at(from) else {
        return false;
    };
    let occupied = board.occupied();
    let before = attacks::attacks(from, man, occupied);
    let after = attacks::attacks(to, man, occupied.without(from).with(to));
    secrets.contains(to) || (after & !before).intersects(secrets)
}

#[cfg(test)]
mod tests {
    use super::*;
    use manifold_rules::position::{Bounded, Bounds};

    /// White's knight will return to e5; Black to move.
    fn position() -> Hyperspace {
        let mut position = Hyperspace::start(Default::default());
        for text in ["b1^2@e5", "g8f6"] {
            let action = text.parse().expect(text);
            position.play(action).expect(text);
        }
        let action = "a2a3".parse().expect("a move");
        position.play(action).expect("legal");
        position
    }

    #[test]
    fn nobody_goes_to_a_secret_square_or_guards_it() {
        let position = position();
        let mut actions = position.legal_actions_within(Bounds { max_delay: 0 });
        let all = actions.len();
        remove_informed_moves(&position, &mut actions);
        let left: Vec<String> = actions.iter().map(ToString::to_string).collect();
        for gone in ["b8c6", "d7d6", "f6g4", "f6d7"] {
            assert!(!left.contains(&gone.to_owned()), "{gone}");
        }
        for stays in ["a7a6", "b8a6", "e7e6", "f6h5"] {
            assert!(left.contains(&stays.to_owned()), "{stays}");
        }
        assert!(left.len() < all);
    }

    #[test]
    fn without_secrets_nothing_is_forgotten() {
        let position = Hyperspace::start(Default::default());
        let mut actions = position.legal_actions_within(Bounds { max_delay: 0 });
        let all = actions.clone();
        remove_informed_moves(&position, &mut actions);
        assert_eq!(actions, all);
    }
}
