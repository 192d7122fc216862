//! DMChess: eight boards, several kings, and too many moves to search all of them.
//!
//! The attacks of each board, on itself and through the portals, are kept from one position to the next and recomputed only for boards that
//! a move has changed ([`attack_map`]). The evaluation, the hanging men and the choice of moves that are generated are derived from them.

mod attack_cache;
mod attack_map;
mod attacks;
mod baseline;
mod board_eval;
mod candidates;
mod encoding;
mod eval;
mod forced_wins;
mod knowledge;
mod levels;
mod network;
mod ordering;
mod placement;
mod terms;
#[cfg(test)]
mod tests;

use manifold_rules::dmchess::{Action, DmChess};
use manifold_rules::outcome::Outcome;
use manifold_rules::position::{Bounds, Position};

use crate::compiled::compiled;
use crate::playable::{Endings, ForcedWins, ProofScope, Scope, Searchable};
use crate::search::parameters::Parameters;
use crate::strength::{BOUNDED, Strength};
use attack_map::with_attack_map;
pub use knowledge::Sight;

compiled!(DmChess);

impl Searchable for DmChess {
    const FUTILITY_MARGIN: i32 = 110;
    const QUIESCENCE_NODES: u64 = 60;
    const PARAMETERS: &'static Parameters = &Parameters::PLAIN;
    const CLOCK_NODES: u64 = 1;
    const LEVELS: &'static [Strength; BOUNDED] = &levels::LEVELS;

    fn static_eval(&self) -> i32 {
        with_attack_map(self, |map| eval::evaluate(self, map))
    }

    fn gain(&self, action: Action) -> i32 {
        match action {
            Action::Move(m) => ordering::gain(self, m),
            Action::PlaceKings(_) => 0,
        }
    }

    fn risk(&self, action: Action) -> i32 {
        match action {
            Action::Move(m) => with_attack_map(self, |map| ordering::risk(self, map, m)),
            Action::PlaceKings(_) => 0,
        }
    }

    fn quiet_score(&self, action: Action) -> i32 {
        match action {
            Action::Move(m) => with_attack_map(self, |map| ordering::quiet_score(self, map, m)),
            Action::PlaceKings(_) => 0,
        }
    }

    fn butterfly_index(action: Action) -> usize {
        ordering::butterfly_index(action)
    }

    fn continuation_index(&self, action: Action) -> usize {
        ordering::continuation_index(action)
    }

    fn candidates(&self, scope: Scope, out: &mut Vec<Action>) {
        candidates::generate(self, scope, out);
    }

    fn quiet_limit(depth: i32, at_root: bool) -> usize {
        candidates::quiet_limit(depth, at_root)
    }

    fn null_move(&self) -> Option<DmChess> {
        self.after_pass()
    }

    /// Whether no safe king is left, or the opponent is about to win by dominance.
    fn is_forced(&self) -> bool {
        is_dominated(self) || !self.mover_has_a_safe_king()
    }

    fn is_sharp(&self) -> bool {
        self.dominant().is_some()
    }
}

impl Endings for DmChess {
    fn won_at_once(&self) -> Option<Outcome> {
        self.won_by_dominance()
    }

    fn may_be_over(&self) -> bool {
        self.won_by_dominance().is_some() || !self.mover_has_a_safe_king()
    }
}

impl ForcedWins for DmChess {
    fn proof_scope(&self) -> ProofScope {
        forced_wins::proof_scope(self)
    }

    fn may_be_lost_in(&self, turns: u32) -> bool {
        forced_wins::may_be_lost_in(self, turns as usize)
    }

    fn winning_action(&self) -> Option<Action> {
        forced_wins::winning_move(self)
    }

    fn defences(&self, out: &mut Vec<Action>) {
        if is_dominated(self) {
            return forced_wins::answers_to_dominance(self, out);
        }
        self.candidates(Scope::Root(Bounds::NONE), out);
    }
}

/// Whether the opponent of the player to move is dominant.
fn is_dominated(position: &DmChess) -> bool {
    let dominant = position.dominant();
    dominant.is_some_and(|(player, _)| player != position.turn())
}
