//! Immediate wins, and answers to dominance, found without trying every move.
//!
//! A mating move must attack or capture every king that is safe before it. So one safe king is chosen, and only moves
//! that can attack it are tried: moves to squares from which it can be attacked, and moves of men that may be in the
//! way of others (discovered attacks).

use std::ops::ControlFlow;

use manifold_rules::board::{Bitboard, Color, Rank, Role, Square, attacks, pawns};
use manifold_rules::dmchess::{Action, DOMINANT_CONTROL, Dimension, DmChess, MoveSet, Place};
use manifold_rules::position::{Children, Position};

use crate::playable::ProofScope;

/// With at most this many men every move is tried for a forced win: the lists are short then.
const FEW: usize = 40;

/// The forced wins that are worth looking for.
pub(super) fn proof_scope(position: &DmChess) -> ProofScope {
    let boards = Dimension::ALL.map(|dimension| position.board(dimension));
    let men: usize = boards.iter().map(|board| board.occupied().count()).sum();
    if position.is_placing_kings() {
        ProofScope::None
    } else if men <= FEW {
        ProofScope::All
    } else {
        ProofScope::Forcing
    }
}

/// Whether the player who is not to move might force a win within `turns` own moves. A move takes control of at most
/// one more dimension, and the last one only completes dominance. It captures at most one king, and rarely attacks more
/// than one that was safe; of three attacked kings one can nearly always be saved.
pub(super) fn may_be_lost_in(position: &DmChess, turns: usize) -> bool {
    let us = position.turn();
    let controlled = Dimension::ALL
        .into_iter()
        .filter(|dimension| position.controller(*dimension) == Some(us.other()))
        .count();
    if controlled + turns > DOMINANT_CONTROL {
        return true;
    }
    let kings = position.king_count(us);
    kings <= turns + 2 && kings - position.kings_in_check().len().min(kings) <= turns + 1
}

/// A legal move that wins at once, if there is one.
pub(super) fn winning_move(position: &DmChess) -> Option<Action> {
    let us = position.turn();
    // Any move that does not break dominance completes it.
    let completes = position.dominant() == Some((us, 1));
    if completes || position.shifts_next() {
        return first_that_wins(position);
    }
    let Some(target) = Target::of(position) else {
        return first_that_wins(position);
    };
    let last_rank = Bitboard::from_rank(us.relative_rank(Rank::Eighth));
    let wanted = |role: Role, from: Place, to: Dimension| {
        target.squares(role, from, to)
            | if role == Role::King {
                position.board(to).of(us, Role::Rook)
            } else {
                // A promoted man attacks from the last rank in another way.
                last_rank
            }
    };
    let mut child = *position;
    let found = position.for_each_legal_among([Bitboard::FULL; 8], wanted, |set| {
        let mut kept = set.to;
        if set.role != Role::King && set.role != Role::Pawn {
            kept &= target.squares(set.role, set.from, set.dimension) | set.promoting;
        }
        let set = MoveSet { to: kept, ..set };
        set.for_each(|m| {
            let action = Action::Move(m);
            if wins(&mut child, action) {
                ControlFlow::Break(action)
            } else {
                ControlFlow::Continue(())
            }
        })
    });
    found.break_value()
}

/// Whether a legal move wins at once. The position is unchanged afterwards.
fn wins(position: &mut DmChess, action: Action) -> bool {
    let us = position.turn();
    position.visit_child(action, |after| {
        let outcome = match after.won_by_dominance() {
            Some(outcome) => Some(outcome),
            None if !after.mover_has_a_safe_king() => after.outcome(),
            None => None,
        };
        outcome.is_some_and(|outcome| outcome.winner == Some(us))
    })
}

fn first_that_wins(position: &DmChess) -> Option<Action> {
    let mut child = *position;
    position
        .for_each_legal(|action| {
            if wins(&mut child, action) {
                ControlFlow::Break(action)
            } else {
                ControlFlow::Continue(())
            }
        })
        .break_value()
}

/// Answers to dominance: moves that take a dimension back, and one that mates. If there are none, any one move, which
/// stands for all others.
pub(super) fn answers_to_dominance(position: &DmChess, out: &mut Vec<Action>) {
    let us = position.turn();
    let them = us.other();
    let controlled = Dimension::ALL
        .into_iter()
        .filter(|dimension| position.controller(*dimension) == Some(them));
    // A move takes back at most one dimension.
    if controlled.count() == DOMINANT_CONTROL {
        let wanted = |role: Role, from: Place, to: Dimension| {
            if position.controller(to) != Some(them) {
                Bitboard::EMPTY
            } else if role == Role::King && from.dimension != to {
                Bitboard::FULL
            } else {
                position.board(to).of(them, Role::King)
            }
        };
        let _ = position.for_each_legal_among([Bitboard::FULL; 8], wanted, |set| {
            set.for_each(|m| {
                out.push(Action::Move(m));
                ControlFlow::<()>::Continue(())
            })
        });
    }
    if let Some(action) = winning_move(position)
        && !out.contains(&action)
    {
        out.push(action);
    }
    if out.is_empty() {
        let _ = position.for_each_legal(|action| {
            out.push(action);
            ControlFlow::Break(())
        });
    }
}

/// A safe king of the opponent, and how it can be attacked.
struct Target {
    king: Place,
    /// By board and role: the squares from which a man attacks the king if it has enough energy.
    strikes: [[Bitboard; 6]; 8],
    /// Own men that may be in the way of others.
    guards: [Bitboard; 8],
}

impl Target {
    /// The first king of the opponent that is not attacked; `None` if all are.
    fn of(position: &DmChess) -> Option<Target> {
        let us = position.turn();
        let them = us.other();
        for dimension in Dimension::ALL {
            for square in position.board(dimension).of(them, Role::King) {
                let king = Place::new(dimension, square);
                let strikes = strikes(position, king, us);
                if !is_struck(position, &strikes, king, us) {
                    return Some(Target {
                        king,
                        strikes,
                        guards: guards(position, king, us),
                    });
                }
            }
        }
        None
    }

    /// The squares from which a man attacks the king, and the king's own square; all squares for a man that may be in the way of others.
    #[inline]
    fn squares(&self, role: Role, from: Place, to: Dimension) -> Bitboard {
        if self.guards[from.dimension.index()].contains(from.square) {
            return Bitboard::FULL;
        }
        let mut squares = self.strikes[to.index()][role as usize - 1];
        if to == self.king.dimension {
            squares.add(self.king.square);
        }
        squares
    }
}

/// The squares from which a man reaches `square` in one leg; a pawn by a capture.
fn before(role: Role, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => attacks::pawn_attacks(color.other(), square),
        _ => attacks::attacks(square, role.of(color), occupied),
    }
}

fn strikes(position: &DmChess, king: Place, us: Color) -> [[Bitboard; 6]; 8] {
    let map = position.portals();
    let here = position.board(king.dimension).occupied();
    let mut strikes = [[Bitboard::EMPTY; 6]; 8];
    let sheltered = map.squares().contains(king.square);
    for role in Role::ALL {
        let r = role as usize - 1;
        let near = before(role, us, king.square, here);
        strikes[king.dimension.index()][r] = near;
        if sheltered {
            continue;
        }
        for dimension in Dimension::ALL {
            let distance = dimension.distance(king.dimension);
            let portals = near & map.joining(distance) & !here;
            if distance == 0 || portals.is_empty() {
                continue;
            }
            let occupied = position.board(dimension).occupied();
            let mut from = portals;
            for portal in portals & !occupied {
                from |= match role {
                    Role::Pawn => pawns::step(us.other(), Bitboard::from(portal)),
                    _ => attacks::attacks(portal, role.of(us), occupied),
                };
            }
            strikes[dimension.index()][r] = from;
        }
    }
    strikes
}

fn is_struck(position: &DmChess, strikes: &[[Bitboard; 6]; 8], king: Place, us: Color) -> bool {
    Dimension::ALL.into_iter().any(|dimension| {
        let board = position.board(dimension);
        let distance = dimension.distance(king.dimension);
        Role::ALL.into_iter().any(|role| {
            (board.of(us, role) & strikes[dimension.index()][role as usize - 1])
                .into_iter()
                .any(|square| {
                    position
                        .level_at(Place::new(dimension, square))
                        .is_some_and(|level| level >= distance)
                })
        })
    })
}

/// Own men whose departure may let others attack the king. May contain too many, never too few.
fn guards(position: &DmChess, king: Place, us: Color) -> [Bitboard; 8] {
    let map = position.portals();
    let board = position.board(king.dimension);
    let here = board.occupied();
    let near = attacks::queen_attacks(king.square, here) | attacks::knight_attacks(king.square);
    let mut guards = [Bitboard::EMPTY; 8];
    guards[king.dimension.index()] = near & board.by_color(us);
    if map.squares().contains(king.square) {
        return guards;
    }
    for dimension in Dimension::ALL {
        let distance = dimension.distance(king.dimension);
        if distance == 0 || (near & map.joining(distance) & !here).is_empty() {
            continue;
        }
        let board = position.board(dimension);
        let occupied = board.occupied();
        let own = board.by_color(us);
        let mut ways = pawns::step(us, board.of(us, Role::Pawn));
        for role in Role::ALL.into_iter().filter(|role| *role != Role::Pawn) {
            for square in board.of(us, role) {
                ways |= attacks::attacks(square, role.of(us), occupied);
            }
        }
        guards[dimension.index()] = own & ways;
    }
    guards
}

#[cfg(test)]
mod tests {
    use manifold_rules::outcome::{Outcome, Reason};

    use super::*;
    use crate::random::Random;

    /// Positions with few men, and random ones that follow from them.
    fn positions(follow: usize) -> Vec<DmChess> {
        let suite = include_str!("../../../tests/suites/dmchess.txt");
        let mut random = Random::new(1);
        let mut all = Vec::new();
        for line in suite.lines().filter(|line| !line.starts_with('#')) {
            let text = line.splitn(3, ' ').nth(2).expect("a position");
            let mut position = DmChess::from_text(Default::default(), text).expect("a position");
            for _ in 0..=follow {
                all.push(position);
                let actions = position.legal_actions();
                if actions.is_empty() {
                    break;
                }
                let place = random.below(actions.len() as u64) as usize;
                position.play_unchecked(actions[place]);
            }
        }
        all
    }

    #[test]
    fn a_win_on_the_spot_is_found_exactly_where_there_is_one() {
        let mut won = 0;
        for position in positions(4) {
            let plain = first_that_wins(&position);
            let found = winning_move(&position);
            assert_eq!(found.is_some(), plain.is_some(), "{}", position.to_text());
            if let Some(action) = found {
                let mut after = position;
                after.play(action).expect("a legal move");
                let winner = after.outcome().and_then(|outcome| outcome.winner);
                assert_eq!(winner, Some(position.turn()));
                won += 1;
            }
        }
        assert!(won > 60, "{won}");
    }

    /// Positions in which the opponent of the player to move has just become dominant.
    fn dominated_positions() -> Vec<DmChess> {
        let mut all = Vec::new();
        for before in positions(2) {
            let them = before.turn();
            let come_to_dominance = before.legal_actions().into_iter().map(|action| {
                let mut after = before;
                after.play_unchecked(action);
                after
            });
            all.extend(
                come_to_dominance
                    .filter(|after| dominant(after) == Some(them) && after.outcome().is_none())
                    .take(2),
            );
        }
        all
    }

    fn dominant(position: &DmChess) -> Option<Color> {
        position.dominant().map(|(player, _)| player)
    }

    #[test]
    fn no_move_but_those_listed_ends_dominance() {
        let all = dominated_positions();
        assert!(all.len() > 20, "{}", all.len());
        for position in all {
            let them = position.turn().other();
            let mut listed = Vec::new();
            answers_to_dominance(&position, &mut listed);
            let all = position.legal_actions();
            assert_eq!(listed.is_empty(), all.is_empty());
            for action in all {
                let mut after = position;
                after.play_unchecked(action);
                let ends = dominant(&after) != Some(them);
                assert!(!ends || listed.contains(&action), "{action}");
            }
        }
    }

    /// White to move; Black has become dominant with five kings, four of which are attacked and cannot be saved.
    fn dominated_with(last_board: &str) -> DmChess {
        let boards = [
            "8/R7/8/8/5k2/4Q3/8/2Q5",
            "8/7Q/7k/3R4/8/8/8/4Q3",
            "6Q1/8/8/8/8/R7/7Q/7k",
            "5R2/8/2Q5/k7/8/8/8/Q7",
            last_board,
            "8/8/8/8/8/8/8/8",
            "8/8/8/8/8/8/8/8",
            "8/4K3/8/8/8/8/8/8",
        ];
        let text = format!("{} w -/-/-/-/-/-/-/- - - b1 0 5", boards.join(" "));
        DmChess::from_text(Default::default(), &text).expect("a position")
    }

    #[test]
    fn a_dominated_player_who_can_mate_is_given_the_mate_besides_what_ends_dominance() {
        let position = dominated_with("8/8/8/k7/2Q5/4Q3/8/1R6");
        assert_eq!(dominant(&position), Some(Color::Black));
        let mut listed = Vec::new();
        answers_to_dominance(&position, &mut listed);
        let mates_without_taking_a_dimension_back = listed.iter().any(|action| {
            let mut after = position;
            after.play_unchecked(*action);
            let mate = Outcome::win(Color::White, Reason::Checkmate);
            after.outcome() == Some(mate) && dominant(&after) == Some(Color::Black)
        });
        assert!(mates_without_taking_a_dimension_back, "{listed:?}");
    }

    #[test]
    fn a_dominated_player_who_cannot_mate_is_given_what_ends_dominance_alone() {
        let position = dominated_with("8/8/8/k7/8/8/8/1R6");
        assert_eq!(first_that_wins(&position), None);
        let mut listed = Vec::new();
        answers_to_dominance(&position, &mut listed);
        assert!(!listed.is_empty());
        for action in &listed {
            let mut after = position;
            after.play_unchecked(*action);
            assert_ne!(dominant(&after), Some(Color::Black), "{action}");
        }
    }
}
