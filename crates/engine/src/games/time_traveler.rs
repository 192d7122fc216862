//! Time Traveler's Chess: what has come back from the future must still be sent there.

use std::ops::ControlFlow;

use manifold_rules::board::{Color, Role, Square, attacks};
use manifold_rules::outcome::Outcome;
use manifold_rules::position::Position;
use manifold_rules::time_traveler::{Action, TimeTraveler};

use crate::evaluation::{self, nearest};
use crate::{Playable, Random, Scope, chess, moves};

/// How much earlier an action comes that attacks a traveling man.
const HUNT: i32 = 250;
/// What wins the game.
const DECISIVE: i32 = 5_000;

impl Playable for TimeTraveler {
    type Knowledge = TimeTraveler;
    type Memory = ();

    const MARGIN: i32 = 120;
    const QUIET_NODES: u64 = 1_000;
    const CLOCK_NODES: u64 = 8;
    const PACE: u64 = 400;

    fn knowledge(&self, _seat: Color) -> TimeTraveler {
        self.clone()
    }

    fn worlds(
        knowledge: &TimeTraveler,
        _memory: &(),
        _random: &mut Random,
        _most: usize,
    ) -> Vec<TimeTraveler> {
        vec![knowledge.clone()]
    }

    fn evaluate(&self) -> i32 {
        evaluation::score(self, self.turn())
    }

    fn gain(&self, action: Action) -> i32 {
        let us = self.turn();
        match action {
            Action::Move(standard) => {
                self.prize(standard.to) + chess::gain(self.plain_board(), us, standard)
            }
            Action::Explosion { to, promotion, .. } => {
                let victim = match self.plain_board().color_at(to) {
                    Some(color) if color != us => self.role_at(to).map_or(0, chess::worth),
                    _ => 0,
                };
                let becomes = promotion.map_or(0, |role| chess::worth(role) - 100);
                victim + becomes + self.prize(to)
            }
            Action::Annihilation { .. } => {
                let last = !self.traveling(us).more_than_one();
                if last && !self.has_king(us.other()) {
                    DECISIVE
                } else {
                    0
                }
            }
        }
    }

    fn risk(&self, action: Action) -> i32 {
        let us = self.turn();
        match action {
            Action::Move(standard) => {
                chess::risk(self.plain_board(), us, standard.from, standard.to)
            }
            Action::Explosion {
                role, square, to, ..
            } => {
                let board = self.plain_board();
                // What is captured attacks nothing any more.
                let enemy = self.movable(us.other()).without(to);
                let attacked = |square| {
                    let attackers = board.attackers(square, us.other(), board.occupied());
                    attackers.intersects(enemy)
                };
                if attacked(square) {
                    // Who loses a traveling man has lost the game.
                    DECISIVE
                } else if role != Role::King && attacked(to) {
                    chess::worth(role)
                } else {
                    0
                }
            }
            Action::Annihilation { .. } => 0,
        }
    }

    fn exchange(&self, action: Action) -> i32 {
        let us = self.turn();
        match action {
            Action::Move(standard) if self.prize(standard.to) == 0 => {
                let men = self.movable(Color::White) | self.movable(Color::Black);
                moves::exchange(self.plain_board(), us, standard, men)
            }
            _ => self.gain(action) - self.risk(action),
        }
    }

    fn kind(&self, action: Action) -> usize {
        match action {
            Action::Move(standard) => moves::kind(self.plain_board(), standard),
            Action::Annihilation { to, .. } => 384 + to.to_usize(),
            Action::Explosion { square, .. } => 447 + square.to_usize(),
        }
    }

    fn promise(&self, action: Action) -> i32 {
        let us = self.turn();
        let hunt = if self.hunts(action) { HUNT } else { 0 };
        hunt + match action {
            Action::Move(standard) => {
                chess::promise(self.plain_board(), us, standard.from, standard.to)
            }
            Action::Annihilation { .. } => 60,
            Action::Explosion {
                role, to, square, ..
            } => {
                let (middle, _) = chess::standing(us, role, to);
                let distance = nearest(self, us, role, square).unwrap_or(12);
                (middle - chess::material(role).0) / 2 - 30 - 6 * distance
            }
        }
    }

    fn slot(action: Action) -> usize {
        match action {
            Action::Move(standard) => chess::slot(standard.from, standard.to),
            Action::Annihilation { to, .. } => 4096 + to.to_usize(),
            Action::Explosion { role, square, .. } => {
                4160 + (role as usize - 1) * 64 + square.to_usize()
            }
        }
    }

    fn candidates(&self, scope: Scope, out: &mut Vec<Action>) {
        let explosions = match scope {
            Scope::Root(_) => true,
            Scope::Inner { depth, .. } => depth >= 1 || self.is_check(),
            Scope::Noisy => false,
        };
        if !explosions {
            let _ = self.for_each_without_explosions(|action| {
                if scope != Scope::Noisy || self.gain(action) > 0 {
                    out.push(action);
                }
                ControlFlow::<()>::Continue(())
            });
            if out.is_empty() && scope != Scope::Noisy {
                out.extend(self.legal_actions());
            }
            return;
        }
        let quiet_ones = match scope {
            Scope::Inner { depth, .. } => depth >= 4 || (depth >= 2 && self.is_forced()),
            _ => true,
        };
        let _ = self.for_each_legal(|action| {
            let explodes = matches!(action, Action::Explosion { .. });
            if !explodes || quiet_ones || self.gain(action) > 0 || self.hunts(action) {
                out.push(action);
            }
            ControlFlow::<()>::Continue(())
        });
        if out.is_empty() {
            out.extend(self.legal_actions());
        }
    }

    /// Near the leaves an explosion that would stand in the way of a hunter is not looked for: whoever needs one is
    /// badly off, but not lost yet.
    fn may_leave_out_an_answer(scope: Scope) -> bool {
        matches!(scope, Scope::Inner { depth: ..=1, .. })
    }

    fn width(depth: i32, at_root: bool) -> usize {
        if at_root {
            return match depth {
                1 => 400,
                2 => 120,
                _ => 60 + 10 * depth.unsigned_abs() as usize,
            };
        }
        match depth {
            ..=1 => 14,
            2 => 20,
            3 => 26,
            _ => 40,
        }
    }

    fn after_nothing(&self) -> Option<TimeTraveler> {
        let us = self.turn();
        let own = self.movable(us) & self.untraveled(us);
        let men = self.plain_board().by_role(Role::Pawn) | self.plain_board().by_role(Role::King);
        if self.is_sharp() || (own & !men).is_empty() {
            return None;
        }
        self.after_pass()
    }

    /// A traveling man that can be captured must be saved like a king.
    fn is_forced(&self) -> bool {
        self.is_check() || self.is_hunted()
    }

    fn is_sharp(&self) -> bool {
        !self.has_king(Color::White) || !self.has_king(Color::Black)
    }

    fn won_at_once(&self) -> Option<Outcome> {
        TimeTraveler::won_at_once(self)
    }
}

trait Threads {
    fn prize(&self, square: Square) -> i32;
    fn is_hunted(&self) -> bool;
    fn hunts(&self, action: Action) -> bool;
}

impl Threads for TimeTraveler {
    /// Whether the opponent could win by capturing what the grammar of the player to move needs.
    fn is_hunted(&self) -> bool {
        let us = self.turn();
        let traveling = self.traveling(us);
        if traveling.is_empty() {
            return false;
        }
        let board = self.plain_board();
        let hunters = self.movable(us.other());
        let prey = traveling | self.indispensable(us);
        prey.into_iter().any(|square| {
            let attackers = board.attackers(square, us.other(), board.occupied());
            attackers.intersects(hunters)
        })
    }

    /// Whether the man that goes somewhere attacks from there what the opponent's grammar needs.
    fn hunts(&self, action: Action) -> bool {
        let us = self.turn();
        let prey = self.traveling(us.other());
        if prey.is_empty() {
            return false;
        }
        let board = self.plain_board();
        let (role, gone, to) = match action {
            Action::Move(standard) => match board.role_at(standard.from) {
                Some(role) => (role, board.occupied().without(standard.from), standard.to),
                None => return false,
            },
            Action::Explosion {
                role, square, to, ..
            } => (role, board.occupied().with(square), to),
            Action::Annihilation { .. } => return false,
        };
        attacks::attacks(to, role.of(us), gone).intersects(prey)
    }

    /// What capturing on `square` wins beyond the man that stands there.
    fn prize(&self, square: Square) -> i32 {
        let enemy = self.turn().other();
        let traveling = self.traveling(enemy);
        if traveling.contains(square) {
            return DECISIVE;
        }
        if self.plain_board().color_at(square) != Some(enemy) {
            return 0;
        }
        if traveling.any() && self.indispensable(enemy).contains(square) {
            return DECISIVE;
        }
        if self.critical_king(enemy) == Some(square) {
            800
        } else {
            0
        }
    }
}
