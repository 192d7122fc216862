//! Static exchange evaluation.

use manifold_rules::board::{Bitboard, Board, Color, Role, Square, StandardMove};

use super::ordering::gain;
use crate::eval::values::piece_value;

/// The static exchange evaluation of a move, in centipawns: its gain or loss if both sides keep capturing on its destination as long as
/// that pays. Only `men` take part.
pub(crate) fn see(board: &Board, us: Color, standard: StandardMove, men: Bitboard) -> i32 {
    let Some(role) = board.role_at(standard.from) else {
        return 0;
    };
    let arrival = Arrival {
        us,
        from: standard.from,
        to: standard.to,
        role: standard.promotion.unwrap_or(role),
        gain: gain(board, us, standard),
    };
    arrival.balance(board, men)
}

/// A man that arrives on a square of one board.
struct Arrival {
    us: Color,
    from: Square,
    to: Square,
    /// The role on arrival, after a promotion.
    role: Role,
    /// The gain of the move by capture and promotion.
    gain: i32,
}

impl Arrival {
    /// The balance if both sides capture with their least valuable attacker, or stop. Pins are ignored.
    fn balance(&self, board: &Board, men: Bitboard) -> i32 {
        // At most 32 men can capture on a square.
        let mut gains = [0; 34];
        let mut last = 0;
        gains[0] = self.gain;
        let mut left = board.occupied().without(self.from);
        let mut stands = piece_value(self.role);
        let mut side = self.us.other();
        while let Some(attacker) = least_valuable_attacker(board, self.to, side, left, men) {
            if attacker.role == Role::King
                && (board.attackers(self.to, side.other(), left) & left & men).any()
            {
                break;
            }
            last += 1;
            gains[last] = stands - gains[last - 1];
            if gains[last].max(-gains[last - 1]) < 0 || last + 1 == gains.len() {
                break;
            }
            stands = piece_value(attacker.role);
            left.discard(attacker.square);
            side = side.other();
        }
        while last > 0 {
            gains[last - 1] = -gains[last].max(-gains[last - 1]);
            last -= 1;
        }
        gains[0]
    }
}

/// A capturing man.
struct Attacker {
    role: Role,
    square: Square,
}

/// The least valuable attacker of `to` that is in both `left` and `men`.
fn least_valuable_attacker(
    board: &Board,
    to: Square,
    side: Color,
    left: Bitboard,
    men: Bitboard,
) -> Option<Attacker> {
    let attackers = board.attackers(to, side, left) & left & men;
    if attackers.is_empty() {
        return None;
    }
    Role::ALL.into_iter().find_map(|role| {
        let square = (attackers & board.by_role(role)).first()?;
        Some(Attacker { role, square })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use manifold_rules::hyperspace::Hyperspace;
    use manifold_rules::position::Position;

    fn balance_of(text: &str, from: Square, to: Square) -> i32 {
        let position = Hyperspace::from_text(Default::default(), text).expect(text);
        let standard = StandardMove::new(from, to);
        see(position.board(), position.turn(), standard, Bitboard::FULL)
    }

    #[test]
    fn a_loose_man_is_won_and_a_defended_one_is_exchanged() {
        let free = "4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1 -";
        assert_eq!(balance_of(free, Square::C3, Square::D5), 100);
        let guarded = "4k3/8/4p3/3p4/8/2N5/8/4K3 w - - 0 1 -";
        assert_eq!(balance_of(guarded, Square::C3, Square::D5), 100 - 310);
    }

    #[test]
    fn x_ray_attackers_join_in() {
        // Two rooks on the file against a rook: the pawn is won.
        let text = "3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1 -";
        assert_eq!(balance_of(text, Square::D2, Square::D5), 100);
    }

    #[test]
    fn a_king_captures_nothing_that_is_defended() {
        let text = "8/8/4k3/3p4/8/2N5/8/3RK3 w - - 0 1 -";
        assert_eq!(balance_of(text, Square::C3, Square::D5), 100);
    }

    #[test]
    fn a_quiet_move_into_an_attack_loses_the_man() {
        let text = "4k3/8/4p3/8/8/2N5/8/4K3 w - - 0 1 -";
        assert_eq!(balance_of(text, Square::C3, Square::D5), -310);
        assert_eq!(balance_of(text, Square::C3, Square::E4), 0);
    }
}
