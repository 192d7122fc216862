//! Moves of chess as the search sees them: what they win and lose, and what they do.

use manifold_rules::board::{Bitboard, Board, Color, Role, Square, StandardMove};

use crate::chess::{gain, worth};

/// A number below 384 for what moves where.
#[inline]
pub(crate) fn kind(board: &Board, standard: StandardMove) -> usize {
    let role = board.role_at(standard.from).unwrap_or(Role::Pawn);
    (role as usize - 1) * 64 + standard.to.to_usize()
}

/// What a move wins and loses, if everybody among `men` captures where it goes who gains by it.
pub(crate) fn exchange(board: &Board, us: Color, standard: StandardMove, men: Bitboard) -> i32 {
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

/// An arrival on a square of one board.
struct Arrival {
    /// Whose man arrives.
    us: Color,
    /// The square that it leaves.
    from: Square,
    /// Where it arrives.
    to: Square,
    /// What it is there.
    role: Role,
    /// What the arrival wins at once.
    gain: i32,
}

impl Arrival {
    /// The balance, if both sides capture on the square with their least valuable man, or stop, as it
    /// suits them. `men` are those that can capture at all. Pins are not looked at.
    fn balance(&self, board: &Board, men: Bitboard) -> i32 {
        // No more than 32 men can capture on a square.
        let mut gains = [0; 34];
        let mut last = 0;
        gains[0] = self.gain;
        let mut left = board.occupied().without(self.from);
        let mut stands = worth(self.role);
        let mut side = self.us.other();
        while let Some(taker) = cheapest(board, self.to, side, left, men) {
            if taker.role == Role::King
                && (board.attackers(self.to, side.other(), left) & left & men).any()
            {
                break;
            }
            last += 1;
            gains[last] = stands - gains[last - 1];
            if gains[last].max(-gains[last - 1]) < 0 || last + 1 == gains.len() {
                break;
            }
            stands = worth(taker.role);
            left.discard(taker.square);
            side = side.other();
        }
        while last > 0 {
            gains[last - 1] = -gains[last].max(-gains[last - 1]);
            last -= 1;
        }
        gains[0]
    }
}

struct Taker {
    role: Role,
    square: Square,
}

fn cheapest(
    board: &Board,
    to: Square,
    side: Color,
    left: Bitboard,
    men: Bitboard,
) -> Option<Taker> {
    let attackers = board.attackers(to, side, left) & left & men;
    if attackers.is_empty() {
        return None;
    }
    Role::ALL.into_iter().find_map(|role| {
        let square = (attackers & board.by_role(role)).first()?;
        Some(Taker { role, square })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use manifold_rules::hyperspace::Hyperspace;
    use manifold_rules::position::Position;

    fn balance(text: &str, from: Square, to: Square) -> i32 {
        let position = Hyperspace::from_text(Default::default(), text).expect(text);
        let standard = StandardMove::new(from, to);
        exchange(position.board(), position.turn(), standard, Bitboard::FULL)
    }

    #[test]
    fn a_free_man_is_won_and_a_guarded_one_is_exchanged() {
        let free = "4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1 -";
        assert_eq!(balance(free, Square::C3, Square::D5), 100);
        let guarded = "4k3/8/4p3/3p4/8/2N5/8/4K3 w - - 0 1 -";
        assert_eq!(balance(guarded, Square::C3, Square::D5), 100 - 310);
    }

    #[test]
    fn who_stands_behind_joins_in() {
        // Two rooks on the file against a rook: the pawn is won.
        let text = "3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1 -";
        assert_eq!(balance(text, Square::D2, Square::D5), 100);
    }

    #[test]
    fn a_king_takes_nothing_that_is_guarded() {
        let text = "8/8/4k3/3p4/8/2N5/8/3RK3 w - - 0 1 -";
        assert_eq!(balance(text, Square::C3, Square::D5), 100);
    }

    #[test]
    fn a_quiet_move_into_an_attack_loses_the_man() {
        let text = "4k3/8/4p3/8/8/2N5/8/4K3 w - - 0 1 -";
        assert_eq!(balance(text, Square::C3, Square::D5), -310);
        assert_eq!(balance(text, Square::C3, Square::E4), 0);
    }
}
