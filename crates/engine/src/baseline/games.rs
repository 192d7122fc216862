//! What the four games bring: the worth of what a player has, lists, and guesses.

use manifold_rules::board::{Bitboard, Color, File, Role, Square};
use manifold_rules::dmchess::{self, Dimension, DmChess, Place, Placement};
use manifold_rules::hidden960::{self, Hidden960};
use manifold_rules::hyperspace::{Action, Choices, Delay, Hyperspace, Knowledge, Stays};
use manifold_rules::position::{Bounded, Bounds, Position};
use manifold_rules::time_traveler::TimeTraveler;

use super::Yardstick;
use crate::Random;
use crate::games::Sight;

/// The textbook worth of a man, in centipawns.
const fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 300,
        Role::Bishop => 300,
        Role::Rook => 500,
        Role::Queen => 900,
        Role::King => 0,
    }
}

fn sum(men: impl Iterator<Item = Role>) -> i32 {
    men.map(worth).sum()
}

impl Yardstick for TimeTraveler {
    /// Men that can move, less one of its kind for every traveling man: that one will vanish with it.
    fn material(&self, color: Color) -> i32 {
        let owed = self
            .traveling(color)
            .into_iter()
            .filter_map(|square| self.role_at(square));
        sum(self.mobile_men(color)) - sum(owed)
    }

    fn guess(knowledge: &TimeTraveler, _random: &mut Random) -> Option<TimeTraveler> {
        Some(knowledge.clone())
    }
}

impl Yardstick for Hidden960 {
    fn material(&self, color: Color) -> i32 {
        let on_board = Role::ALL
            .into_iter()
            .map(|role| self.board().of(color, role).count() as i32 * worth(role));
        on_board.sum::<i32>() + sum(self.pool(color).men())
    }

    fn guess(knowledge: &Hidden960, _random: &mut Random) -> Option<Hidden960> {
        Some(knowledge.clone())
    }

    /// No taking back: reveals and their opposites could go on for ever.
    fn list(&self, bounds: Bounds, _salt: u64, out: &mut Vec<hidden960::Action>) {
        let all = self.legal_actions_within(bounds);
        out.extend(
            all.into_iter()
                .filter(|action| *action != hidden960::Action::Unreveal),
        );
    }
}

impl Yardstick for DmChess {
    fn material(&self, color: Color) -> i32 {
        /// A king of which there are several.
        const KING: i32 = 400;
        let boards = Dimension::ALL.into_iter().map(|dimension| {
            let board = self.board(dimension);
            let men = Role::ALL.into_iter().map(|role| {
                let worth = if role == Role::King {
                    KING
                } else {
                    worth(role)
                };
                board.of(color, role).count() as i32 * worth
            });
            men.sum::<i32>()
        });
        boards.sum()
    }

    fn guess(knowledge: &Sight, _random: &mut Random) -> Option<DmChess> {
        match knowledge {
            Sight::Board(position) => Some(**position),
            Sight::Placing(_) | Sight::Waiting => None,
        }
    }

    /// All kings where they stand in chess.
    fn fixed_action(knowledge: &Sight) -> Option<dmchess::Action> {
        let Sight::Placing(color) = knowledge else {
            return None;
        };
        let home = Square::from_coords(File::E, color.backrank());
        let places = Dimension::ALL.map(|dimension| Place::new(dimension, home));
        Placement::new(places).map(dmchess::Action::PlaceKings)
    }
}

/// The longest delay in the lists.
const LONGEST: u8 = 3;
/// Squares of return in the lists, for every piece and delay.
const SQUARES: u64 = 2;
/// One in so many actions by chance sends a piece away, if one can be sent. Among all legal actions nearly
/// all do: who chooses from those evenly has soon nothing left on the board.
const DEPARTURES: u64 = 4;

impl Yardstick for Hyperspace {
    const HIDES: bool = true;

    fn material(&self, color: Color) -> i32 {
        let on_board = Role::ALL
            .into_iter()
            .map(|role| self.board().of(color, role).count() as i32 * worth(role));
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

    /// All moves, and for every piece that can leave short delays with a few squares by chance.
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

/// The pieces that the rules let leave, as far as one can see without trying.
fn can_leave(position: &Hyperspace) -> Bitboard {
    let board = position.board();
    let kept = board.by_role(Role::Pawn) | board.by_role(Role::King);
    board.by_color(position.turn()) & !kept
}

/// A legal phase-out. Where another piece returns this turn and collides, that one stays.
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
