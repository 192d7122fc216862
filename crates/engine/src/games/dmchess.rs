//! DMChess: eight boards, several kings, and too many moves to look at all of them.

use std::ops::ControlFlow;

use manifold_rules::board::{Bitboard, Color, File, Rank, Role, Square, attacks};
use manifold_rules::dmchess::{Action, Dimension, DmChess, Move, Place, Placement, energy_squares};
use manifold_rules::game::{Game, Listing, Outcome};

use crate::{Playable, Random, Scope, chess};

/// What one player knows of a game of DMChess.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sight {
    /// The kings are being placed, each player's in secret; this player is asked.
    Placing(Color),
    /// Everything, or that the other player is placing kings.
    Board(Box<DmChess>),
    /// Nothing, until the other player has placed the kings.
    Waiting,
}

/// Dimensions from which on control is about to win.
const NEARLY_DOMINANT: i32 = 4;

impl Playable for DmChess {
    type Knowledge = Sight;
    type Memory = ();

    const MARGIN: i32 = 110;
    const QUIET_NODES: u64 = 60;
    const CLOCK_NODES: u64 = 1;

    fn knowledge(&self, seat: Color) -> Sight {
        match self.placer() {
            Some(color) if color == seat => Sight::Placing(seat),
            Some(_) => Sight::Waiting,
            None => Sight::Board(Box::new(*self)),
        }
    }

    fn worlds(knowledge: &Sight, _memory: &(), _random: &mut Random, _most: usize) -> Vec<DmChess> {
        match knowledge {
            Sight::Board(position) => vec![**position],
            Sight::Placing(_) | Sight::Waiting => Vec::new(),
        }
    }

    /// Kings at home are sheltered by their portal squares and may castle; now and then one of them
    /// starts on the third rank.
    fn unlisted_action(knowledge: &Sight, random: &mut Random) -> Option<Action> {
        let Sight::Placing(color) = knowledge else {
            return None;
        };
        let home = Square::from_coords(File::E, color.backrank());
        let mut places = Dimension::ALL.map(|dimension| Place::new(dimension, home));
        if random.below(3) == 0 {
            let file = [File::A, File::B, File::G, File::H][random.below(4) as usize];
            let square = Square::from_coords(file, color.relative_rank(Rank::Third));
            let moved = random.below(8) as usize;
            places[moved] = Place::new(places[moved].dimension, square);
        }
        Placement::new(places).map(Action::PlaceKings)
    }

    fn evaluate(&self) -> i32 {
        let mut sum = chess::Terms::default();
        let mut control = [0; 2];
        let portals = self.portals().squares();
        let energy = |dimension| energy_squares(dimension);
        for dimension in Dimension::ALL {
            let board = self.board(dimension);
            let terms = chess::terms(board, Bitboard::FULL);
            sum.middle += terms.middle;
            sum.end += terms.end;
            sum.phase += terms.phase;
            if let Some(color) = self.controller(dimension) {
                control[color.fold_wb(0, 1)] += 1;
            }
            let kings = board.by_role(Role::King);
            let officers = board.occupied() & !board.by_role(Role::Pawn);
            // Near the bound of the law what would go beyond it is stuck.
            let imbalance = i32::from(self.imbalance(dimension));
            let stuck = self.is_under_the_law() && imbalance.abs() >= 7;
            for color in Color::ALL {
                let sign = color.fold_wb(1, -1);
                let own = board.by_color(color);
                for square in officers & own {
                    let level = self.level_at(Place::new(dimension, square)).unwrap_or(0);
                    let level = i32::from(level);
                    sum.add(sign, 5 * level, 5 * level);
                    let excess = level - i32::from(dimension.number());
                    if stuck && imbalance.signum() != excess.signum() && excess != 0 {
                        sum.add(sign, -4, -4);
                    }
                }
                let charging = (energy(dimension) & own & officers).count() as i32;
                sum.add(sign, 2 * charging, 2 * charging);
                // Through a portal square nobody strikes from other dimensions.
                let sheltered = (kings & own & portals).count() as i32;
                sum.add(sign, 12 * sheltered, 6 * sheltered);
            }
        }
        let kings = |color| self.king_count(color) as i32;
        let surplus = kings(Color::White) - kings(Color::Black);
        sum.add(1, 420 * surplus, 420 * surplus);
        let dominance = dominance(control[0]) - dominance(control[1]);
        sum.add(1, dominance, dominance);
        if let Some((color, plies)) = self.dominant() {
            let near = 1_500 + 500 * (3 - i32::from(plies));
            sum.add(color.fold_wb(1, -1), near, near);
        }
        self.turn().fold_wb(1, -1) * sum.blend(24 * 8) + 10
    }

    fn gain(&self, action: Action) -> i32 {
        let Action::Move(m) = action else { return 0 };
        let board = self.board(m.to.dimension);
        let victim = match board.color_at(m.to.square) {
            Some(color) if color != self.turn() => {
                board.role_at(m.to.square).map_or(0, chess::worth)
            }
            Some(_) => 0,
            None if m.role == Role::Pawn
                && m.from.dimension == m.to.dimension
                && m.from.square.file() != m.to.square.file() =>
            {
                chess::worth(Role::Pawn)
            }
            None => 0,
        };
        victim
            + m.promotion
                .map_or(0, |role| chess::worth(role) - chess::worth(m.role))
    }

    fn risk(&self, action: Action) -> i32 {
        let Action::Move(m) = action else { return 0 };
        let board = self.board(m.to.dimension);
        let mut occupied = board.occupied();
        if m.from.dimension == m.to.dimension {
            occupied.discard(m.from.square);
        }
        if board.is_attacked(m.to.square, self.turn().other(), occupied) {
            chess::worth(m.role)
        } else {
            0
        }
    }

    fn kind(&self, action: Action) -> usize {
        match action {
            Action::Move(m) => (m.role as usize - 1) * 64 + m.to.square.to_usize(),
            Action::PlaceKings(_) => 448,
        }
    }

    fn promise(&self, action: Action) -> i32 {
        let Action::Move(m) = action else { return 0 };
        let us = self.turn();
        let (before, _) = chess::standing(us, m.role, m.from.square);
        let (after, _) = chess::standing(us, m.role, m.to.square);
        let energy = i32::from(energy_squares(m.to.dimension).contains(m.to.square));
        after - before + 6 * energy + self.threat(m) - self.risk(action) / 5
    }

    fn slot(action: Action) -> usize {
        match action {
            Action::Move(m) => (m.role as usize - 1) * 512 + m.to.index(),
            Action::PlaceKings(_) => Self::SLOTS - 1,
        }
    }

    fn candidates(&self, scope: Scope, out: &mut Vec<Action>) {
        let _ = self.for_each_legal(Listing::ALL, |action| {
            if scope != Scope::Noisy || self.gain(action) > 0 {
                out.push(action);
            }
            ControlFlow::<()>::Continue(())
        });
    }

    fn width(depth: i32, at_root: bool) -> usize {
        let depth = depth.unsigned_abs() as usize;
        match (at_root, depth) {
            (true, 1) => 250,
            (true, _) => 40 + 8 * depth,
            (false, ..=1) => 8,
            (false, 2) => 12,
            (false, _) => 14 + 2 * depth,
        }
    }

    fn after_nothing(&self) -> Option<DmChess> {
        self.after_pass()
    }

    fn is_forced(&self) -> bool {
        !self.mover_has_a_safe_king()
    }

    fn is_sharp(&self) -> bool {
        self.dominant().is_some()
    }

    fn won_at_once(&self) -> Option<Outcome> {
        self.won_by_dominance()
    }

    fn may_be_over(&self) -> bool {
        self.won_by_dominance().is_some() || !self.mover_has_a_safe_king()
    }
}

/// What it is worth to control so many dimensions.
fn dominance(controlled: i32) -> i32 {
    40 * controlled + 150 * (controlled + 1 - NEARLY_DOMINANT).max(0)
}

trait Threatening {
    fn threat(&self, m: Move) -> i32;
}

impl Threatening for DmChess {
    /// Whether a man would attack a king from where it goes.
    fn threat(&self, m: Move) -> i32 {
        let board = self.board(m.to.dimension);
        let us = self.turn();
        let kings = board.of(us.other(), Role::King);
        if kings.is_empty() {
            return 0;
        }
        let reach = attacks::attacks(m.to.square, m.role.of(us), board.occupied());
        if reach.intersects(kings) { 70 } else { 0 }
    }
}
