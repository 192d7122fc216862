//! Move ordering in Hidden960: gain, risk, SEE, scores of quiet actions and history indices.

use manifold_rules::board::{Bitboard, Role};
use manifold_rules::hidden960::{Action, Hidden960, Reveal};
use manifold_rules::position::Position;

use crate::playable::Searchable;
use crate::search::{ordering, see};

pub(super) fn gain(position: &Hidden960, action: Action) -> i32 {
    match action {
        Action::Move(standard) => ordering::gain(position.board(), position.turn(), standard),
        _ => 0,
    }
}

pub(super) fn risk(position: &Hidden960, action: Action) -> i32 {
    match action {
        Action::Move(standard) => ordering::risk(
            position.board(),
            position.turn(),
            standard.from,
            standard.to,
        ),
        _ => 0,
    }
}

pub(super) fn see(position: &Hidden960, action: Action) -> i32 {
    match action {
        Action::Move(standard) => {
            let (board, us) = (position.board(), position.turn());
            // Castling is written as king takes rook.
            if board.by_color(us).contains(standard.to) {
                return 0;
            }
            see::see(board, us, standard, Bitboard::FULL)
        }
        _ => 0,
    }
}

pub(super) fn quiet_score(position: &Hidden960, action: Action) -> i32 {
    match action {
        Action::Move(standard) => ordering::quiet_score(
            position.board(),
            position.turn(),
            standard.from,
            standard.to,
        ),
        Action::Reveal(reveal) => reveal_score(reveal),
        Action::RevealPair(one, other) => reveal_score(one) + reveal_score(other),
        Action::Unreveal => -1_000,
    }
}

/// The ordering score of a reveal, which alone does nothing: knights and bishops can be developed, and a king belongs on a wing.
fn reveal_score(reveal: Reveal) -> i32 {
    let file = reveal.square.file() as i32;
    let from_edge = file.min(7 - file);
    match reveal.role {
        Role::Knight => 12 + 6 * i32::from(from_edge == 1 || from_edge == 2),
        Role::Bishop => 10,
        Role::King => 4 - 6 * i32::from(from_edge == 3),
        Role::Rook => 2 + from_edge,
        _ => 0,
    }
}

pub(super) fn butterfly_index(action: Action) -> usize {
    let reveal = |reveal: Reveal| 4096 + reveal.square.to_usize() * 8 + reveal.role as usize;
    match action {
        Action::Move(standard) => ordering::butterfly_index(standard.from, standard.to),
        Action::Reveal(one) | Action::RevealPair(one, _) => reveal(one),
        Action::Unreveal => Hidden960::BUTTERFLY_SIZE - 1,
    }
}

pub(super) fn continuation_index(position: &Hidden960, action: Action) -> usize {
    match action {
        Action::Move(standard) => ordering::continuation_index(position.board(), standard),
        Action::Reveal(one) | Action::RevealPair(one, _) => {
            384 + one.square.file() as usize * 6 + one.role as usize - 1
        }
        Action::Unreveal => 448,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use manifold_rules::hidden960::Variant;

    #[test]
    fn to_castle_with_a_rook_that_is_attacked_loses_nothing() {
        let text = "4k2r/8/8/8/8/8/8/4K2R w - e1h1 - 0 9 -";
        let position = Hidden960::from_text(Variant::Free, text).expect(text);
        let castling: Action = "e1h1".parse().expect("an action");
        assert!(position.is_legal(castling));
        assert_eq!(see(&position, castling), 0);
        let capture: Action = "h1h8".parse().expect("an action");
        assert!(see(&position, capture) > 0);
    }
}
