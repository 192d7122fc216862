//! The part of Hyperspace Chess in the simple opponents. Frozen: see [`crate::baseline`].

use manifold_rules::board::{Bitboard, Color, Role, Square};
use manifold_rules::hyperspace::{Action, Choices, Delay, Hyperspace, Knowledge, Stays};
use manifold_rules::position::{Bounded, Bounds, Position};

use crate::baseline::BaselineGame;
use crate::baseline::values::{sum, textbook_value};
use crate::random::Random;

/// The longest delay in the lists.
const LONGEST: u8 = 3;
/// Squares of return in the lists, for each piece and delay.
const SQUARES: u64 = 2;
/// One random action in this many sends a piece away, if one can leave. Nearly all legal actions do: a uniform choice
/// would soon leave nothing on the board.
const DEPARTURES: u64 = 4;

impl BaselineGame for Hyperspace {
    const HIDES: bool = true;

    fn material(&self, color: Color) -> i32 {
        let on_board = Role::ALL
            .into_iter()
            .map(|role| self.board().of(color, role).count() as i32 * textbook_value(role));
        on_board.sum::<i32>() + sum(self.absent(color).map(|absent| absent.role))
    }

    fn guess(knowledge: &Knowledge, random: &mut Random) -> Option<Hyperspace> {
        let guesses: Vec<Square> = knowledge
            .absent()
            .iter()
            .filter_map(|absent| one_of(absent.squares(), random))
            .collect();
        knowledge.complete(&guesses)
    }

    /// All moves, and short delays with a few random squares for every piece that can leave.
    fn list(&self, bounds: Bounds, salt: u64, out: &mut Vec<Action>) {
        let before = out.len();
        out.extend(self.legal_actions_within(Bounds { max_delay: 0 }));
        for from in can_leave(self) {
            for turns in 1..=LONGEST.min(bounds.max_delay) {
                let mut random = Random::new(salt ^ u64::from(turns) << 8 ^ from.to_u32() as u64);
                for _ in 0..SQUARES {
                    let to = Square::new(random.below(64) as u32);
                    out.extend(departure(self, from, turns, to));
                }
            }
        }
        if out.len() == before && bounds.max_delay > 0 {
            // Long delays may be all that is left.
            out.extend(self.legal_actions());
        }
    }

    fn any_action(&self, bounds: Bounds, random: &mut Random) -> Option<Action> {
        const TRIES: u64 = 8;
        let longest = u64::from(bounds.max_delay);
        if longest > 0 && random.below(DEPARTURES) == 0 {
            for _ in 0..TRIES {
                let Some(from) = one_of(can_leave(self), random) else {
                    break;
                };
                let turns = 1 + random.below(longest) as u8;
                let to = Square::new(random.below(64) as u32);
                if let Some(action) = departure(self, from, turns, to) {
                    return Some(action);
                }
            }
        }
        let mut all = self.legal_actions_within(Bounds { max_delay: 0 });
        if all.is_empty() && longest > 0 {
            all = self.legal_actions();
        }
        all.get(random.below(all.len() as u64) as usize).copied()
    }
}

fn one_of(squares: Bitboard, random: &mut Random) -> Option<Square> {
    let number = random.below(squares.count() as u64) as usize;
    squares.into_iter().nth(number)
}

/// The pieces that may leave, without testing for legality.
fn can_leave(position: &Hyperspace) -> Bitboard {
    let board = position.board();
    let kept = board.by_role(Role::Pawn) | board.by_role(Role::King);
    board.by_color(position.turn()) & !kept
}

/// A legal phase-out, if there is one. If another piece returns this turn and collides, the returning piece stays.
fn departure(position: &Hyperspace, from: Square, turns: u8, to: Square) -> Option<Action> {
    if !position.may_return(from, to) {
        return None;
    }
    let action = Action::phase_out(from, Delay::new(turns)?, to);
    [Choices::NONE, Choices::one(Stays::Returning)]
        .into_iter()
        .map(|choices| action.with_choices(choices))
        .find(|action| position.is_legal(*action))
}
