//! Which of the hundreds or thousands of legal moves are worth a look, found without bounds the rest.

use std::ops::ControlFlow;
use std::sync::LazyLock;

use manifold_rules::board::{Bitboard, Color, Rank, Role, Square, attacks};
use manifold_rules::dmchess::{
    Action, DOMINANT_CONTROL, Dimension, DmChess, MAX_LEVEL, Move, MoveSet, Place, energy_squares,
};
use manifold_rules::position::Position;

use super::lookout::Lookout;
use super::reach::{side, worth_of};
use super::worth::king_worth;
use crate::chess;

/// From this depth on everything is listed: what is narrowed down then is narrowed by what the search
/// has learned.
const COMPLETE: i32 = 6;

/// What a move wins at once.
pub(super) fn gain(position: &DmChess, m: Move) -> i32 {
    let board = position.board(m.to.dimension);
    let them = position.turn().other();
    let victim = if board.by_color(them).contains(m.to.square) {
        board.role_at(m.to.square).map_or(0, |role| match role {
            Role::King => king_worth(position.king_count(them)),
            _ => chess::worth(role),
        })
    } else if m.role == Role::Pawn
        && m.from.dimension == m.to.dimension
        && m.from.square.file() != m.to.square.file()
    {
        chess::worth(Role::Pawn)
    } else {
        0
    };
    let promotion = m.promotion.map_or(0, |role| {
        chess::worth(role) - worth_of(m.role, chess::worth(Role::King))
    });
    victim + promotion
}

/// What a move puts at stake: the loss if the man is captured where it goes, and the exchange that
/// follows is fair.
pub(super) fn risk(position: &DmChess, lookout: &Lookout, m: Move) -> i32 {
    let us = position.turn();
    let (own, their) = (side(us), side(us.other()));
    let seen = &lookout.seen[m.to.dimension.index()];
    let square = m.to.square;
    let stays = m.from.dimension == m.to.dimension;
    let mut least = seen.least(their, square);
    if stays && lookout.seen[m.from.dimension.index()].any[their].contains(m.from.square) {
        // Who moves away from a slider along its line is still struck.
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
    let king = lookout.kings[own];
    let role = m.promotion.unwrap_or(m.role);
    let worth = worth_of(role, king_worth(king));
    // The mover does not guard itself.
    let strikes = m.role != Role::Pawn || !stays || m.from.square.file() != square.file();
    let guarded = if strikes {
        seen.twice[own].contains(square)
    } else {
        seen.any[own].contains(square)
    };
    if guarded {
        let king = king_worth(lookout.kings[their]).max(400);
        (worth - worth_of(least, king)).max(0)
    } else {
        worth
    }
}

/// A guess at the worth of a quiet move.
pub(super) fn promise(position: &DmChess, lookout: &Lookout, m: Move) -> i32 {
    let us = position.turn();
    let (own, their) = (side(us), side(us.other()));
    let (from, to) = (m.from.dimension.index(), m.to.dimension.index());
    let (before, _) = chess::standing(us, m.role, m.from.square);
    let (after, _) = chess::standing(us, m.role, m.to.square);
    let mut promise = after - before;
    let level = lookout.scenes[from].level(m.from.square);
    if level < MAX_LEVEL && energy_squares(m.to.dimension).contains(m.to.square) {
        promise += 10;
    }
    let risk = risk(position, lookout, m);
    if lookout.hanging[from][own].men.contains(m.from.square) {
        let king = king_worth(lookout.kings[own]);
        promise += (worth_of(m.role, king) - risk).max(0) / 3;
    }
    promise -= risk / 2;
    if risk == 0
        && lookout
            .shields(position.portals(), us, to)
            .contains(m.to.square)
    {
        promise += 45;
    }
    let scene = &lookout.scenes[to];
    let theirs = scene.board.by_color(us.other());
    let mut occupied = scene.board.occupied();
    if from == to {
        occupied.discard(m.from.square);
    }
    let reach = attacks::attacks(m.to.square, m.role.of(us), occupied);
    let hanging = &lookout.hanging[to][own];
    if risk == 0 && (reach & hanging.men & !lookout.seen[to].any[own]).any() {
        // A guard for a man that has none.
        promise += 40;
    }
    let struck = reach & theirs;
    if struck.any() && risk == 0 {
        let kings = king_worth(lookout.kings[their]);
        let guarded = lookout.seen[to].any[their];
        let mut threats = [0; 2];
        for square in struck {
            let Some(victim) = scene.board.role_at(square) else {
                continue;
            };
            let mut threat = worth_of(victim, kings);
            if guarded.contains(square) {
                threat -= worth_of(m.role, kings);
            }
            if threat > threats[0] {
                threats = [threat, threats[0]];
            } else if threat > threats[1] {
                threats[1] = threat;
            }
        }
        // Two threats are hard to meet with one move.
        promise += threats[0] / 8 + threats[1] / 3;
    }
    if m.role == Role::King && from != to {
        promise += match (
            position.controller(m.to.dimension),
            control_matters(lookout),
        ) {
            (Some(color), true) if color != us => 150,
            (Some(color), _) if color == us => -20,
            _ => 0,
        };
    }
    promise
}

/// Whether somebody is near to dominance.
fn control_matters(lookout: &Lookout) -> bool {
    lookout.control.iter().any(|count| *count >= 3)
}

/// Squares where a man of some colour and role stands better than on this one.
type Better = [[[Bitboard; 64]; 6]; 2];

/// Better by a little, and better by more: near the leaves only that is looked at.
static BETTER: LazyLock<[Better; 2]> = LazyLock::new(|| [4, 12].map(better_by));

fn better_by(margin: i32) -> Better {
    Color::ALL.map(|color| {
        Role::ALL.map(|role| {
            let standing = |square| chess::standing(color, role, square).0;
            std::array::from_fn(|from| {
                let here = standing(Square::new(from as u32));
                Square::ALL
                    .into_iter()
                    .filter(|to| standing(*to) >= here + margin)
                    .collect()
            })
        })
    })
}

/// Enemy men that it is a threat to attack with a man of this role.
fn prey(lookout: &Lookout, dimension: usize, us: Color, role: Role) -> Bitboard {
    let scene = &lookout.scenes[dimension];
    let them = us.other();
    let of = |role| scene.board.of(them, role);
    let officers = scene.board.by_color(them) & !of(Role::Pawn);
    let loose = officers & !lookout.seen[dimension].any[side(them)];
    match role {
        Role::Pawn => officers,
        Role::Knight | Role::Bishop => loose | of(Role::Rook) | of(Role::Queen) | of(Role::King),
        Role::Rook => loose | of(Role::Queen) | of(Role::King),
        Role::Queen => loose | of(Role::King),
        Role::King => loose & !of(Role::King),
    }
}

/// The squares of a board from which a man of this role would threaten or guard something.
fn spots(lookout: &Lookout, dimension: usize, us: Color, role: Role) -> Bitboard {
    let occupied = lookout.scenes[dimension].board.occupied();
    // To guard an own man that hangs is as good a reason to go somewhere.
    let bare = lookout.hanging[dimension][side(us)].men & !lookout.seen[dimension].any[side(us)];
    (prey(lookout, dimension, us, role) | bare)
        .into_iter()
        .fold(Bitboard::EMPTY, |spots, target| {
            spots | attacks::attacks(target, role.of(us.other()), occupied)
        })
}

/// Hands out a set's moves, without promotions that nobody needs.
fn push(set: &MoveSet, out: &mut Vec<Action>, mut keep: impl FnMut(Move) -> bool) {
    let _ = set.for_each(|m| {
        let useless = matches!(m.promotion, Some(Role::Rook | Role::Bishop));
        if !useless && keep(m) {
            out.push(Action::Move(m));
        }
        ControlFlow::<()>::Continue(())
    });
}

/// The moves to be searched at an inner node: captures that do not simply lose a man, escapes, threats,
/// and moves to better squares.
pub(super) fn inner(position: &DmChess, lookout: &Lookout, depth: i32, out: &mut Vec<Action>) {
    let us = position.turn();
    let own = side(us);
    let complete = depth >= COMPLETE;
    let theirs = lookout.scenes.map(|scene| scene.board.by_color(us.other()));
    let contested = control_matters(lookout);
    let better = &BETTER[usize::from(depth <= 2)][own];
    let last_rank = Bitboard::from_rank(us.relative_rank(Rank::Eighth));
    let passant = position.en_passant_place();
    // By board and role: where it is safe to go, where every man of this role is wanted, and where one
    // that can still gain energy is.
    let mut quiet = [[Bitboard::EMPTY; 6]; 8];
    let mut always = [[Bitboard::EMPTY; 6]; 8];
    let mut hungry = [[Bitboard::EMPTY; 6]; 8];
    for dimension in Dimension::ALL {
        let d = dimension.index();
        let free = !lookout.scenes[d].board.occupied();
        let shields = lookout.shields(position.portals(), us, d);
        // Near the leaves nobody lives to see what energy is good for.
        let energy = if depth > 2 {
            energy_squares(dimension)
        } else {
            Bitboard::EMPTY
        };
        for role in Role::ALL {
            let r = role as usize - 1;
            let safe = free & !lookout.unsafe_for(d, us, role);
            let mut wanted = theirs[d] | safe & (shields | spots(lookout, d, us, role));
            if role == Role::Pawn {
                wanted |= last_rank;
                if passant.is_some_and(|place| place.dimension == dimension) {
                    wanted |= safe;
                }
            } else if role == Role::King {
                // For castling.
                wanted |= lookout.scenes[d].board.of(us, Role::Rook);
                if contested && position.controller(dimension) == Some(us.other()) {
                    wanted |= safe;
                }
            }
            quiet[d][r] = safe;
            always[d][r] = wanted;
            hungry[d][r] = wanted | safe & energy;
        }
    }
    let wanted = |role: Role, from: Place, to: Dimension| {
        if complete {
            return Bitboard::FULL;
        }
        let (h, t, r) = (from.dimension.index(), to.index(), role as usize - 1);
        let mut wanted = if lookout.scenes[h].level(from.square) < MAX_LEVEL {
            hungry[t][r]
        } else {
            always[t][r]
        };
        if lookout.hanging[h][own].men.contains(from.square) {
            wanted |= quiet[t][r];
        }
        if h == t {
            wanted |= quiet[t][r] & better[r][from.square.to_usize()];
        } else if role != Role::Pawn && role != Role::King {
            wanted &= lookout.reach[h][t].by_role[own][r];
        }
        wanted
    };
    let _ = position.for_each_legal_among([Bitboard::FULL; 8], wanted, |set| {
        let captures = theirs[set.dimension.index()];
        push(&set, out, |m| {
            !captures.contains(m.to.square)
                || gain(position, m) - risk(position, lookout, m) >= -60
                || complete
        });
        ControlFlow::<()>::Continue(())
    });
}

/// Captures that win something, and promotions.
pub(super) fn noisy(position: &DmChess, lookout: &Lookout, out: &mut Vec<Action>) {
    let us = position.turn();
    let own = side(us);
    let them = side(us.other());
    let passant = position.en_passant_place();
    let victims: [Bitboard; 8] = std::array::from_fn(|d| lookout.hanging[d][them].men);
    let last_rank = Bitboard::from_rank(us.relative_rank(Rank::Eighth));
    let near = Bitboard::from_rank(us.relative_rank(Rank::Seventh))
        | Bitboard::from_rank(us.relative_rank(Rank::Sixth));
    let mut any = false;
    let movers: [Bitboard; 8] = std::array::from_fn(|h| {
        let board = &lookout.scenes[h].board;
        let mut movers = board.of(us, Role::Pawn) & near;
        if let Some(place) = passant.filter(|place| place.dimension.index() == h) {
            movers |= attacks::pawn_attacks(us.other(), place.square) & board.of(us, Role::Pawn);
        }
        for role in Role::ALL {
            let strikes = |t: usize| {
                lookout.reach[h][t].by_role[own][role as usize - 1].intersects(victims[t])
            };
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
        let mut wanted = victims[t] & lookout.reach[h][t].by_role[own][role as usize - 1];
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

/// Where there is no free choice: answers to a check of the last safe king, or to dominance.
pub(super) fn answers(position: &DmChess, lookout: &Lookout, out: &mut Vec<Action>) {
    let us = position.turn();
    let all = |out: &mut Vec<Action>, most: usize| {
        let _ = position.for_each_legal(|action| {
            out.push(action);
            if out.len() < most {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
    };
    let dominated = position.dominant().is_some_and(|(player, _)| player != us);
    if !dominated {
        return all(out, usize::MAX);
    }
    // One dimension must be taken back: by the capture of its king, or by a king that goes there.
    if lookout.control[side(us.other())] == DOMINANT_CONTROL as i32 {
        let wanted = |role: Role, from: Place, to: Dimension| {
            if position.controller(to) != Some(us.other()) {
                Bitboard::EMPTY
            } else if role == Role::King && from.dimension != to {
                Bitboard::FULL
            } else {
                position.board(to).of(us.other(), Role::King)
            }
        };
        let _ = position.for_each_legal_among([Bitboard::FULL; 8], wanted, |set| {
            push(&set, out, |_| true);
            ControlFlow::<()>::Continue(())
        });
    }
    if out.is_empty() {
        // It cannot be helped: one move stands for all.
        all(out, 1);
    }
}
