//! Hyperspace Chess: pieces that are away count less the longer they stay away, and where they return is a secret.

pub(crate) mod absent;
mod baseline;
mod beliefs;
mod candidates;
mod encoding;
mod eval;
mod levels;
mod network;
mod ordering;
mod secrets;
mod strategy_fusion;
mod terms;

use manifold_rules::hyperspace::{Action, Hyperspace};
use manifold_rules::position::Position;

use crate::compiled::compiled;
use crate::eval::material::{has_pieces, is_bare};
use crate::eval::tally::score;
use crate::playable::{CORRECTION_KEYS, Endings, ForcedWins, Scope, Searchable, UnlistedActions};
use crate::search::ordering::correction_keys;
use crate::search::parameters::Parameters;
use crate::strength::{BOUNDED, Strength};
pub use beliefs::{Beliefs, Model};

impl Endings for Hyperspace {}
impl ForcedWins for Hyperspace {}
impl UnlistedActions for Hyperspace {}

compiled!(Hyperspace);

impl Searchable for Hyperspace {
    const FUTILITY_MARGIN: i32 = 80;
    const QUIESCENCE_NODES: u64 = 2_000;
    const PARAMETERS: &'static Parameters = &Parameters::NEARLY_CHESS;
    const LEVELS: &'static [Strength; BOUNDED] = &levels::LEVELS;

    fn static_eval(&self) -> i32 {
        score(self, self.turn())
    }

    fn gain(&self, action: Action) -> i32 {
        ordering::gain(self, action)
    }

    fn risk(&self, action: Action) -> i32 {
        ordering::risk(self, action)
    }

    fn quiet_score(&self, action: Action) -> i32 {
        ordering::quiet_score(self, action)
    }

    fn see(&self, action: Action) -> i32 {
        ordering::see(self, action)
    }

    fn butterfly_index(action: Action) -> usize {
        ordering::butterfly_index(action)
    }

    fn continuation_index(&self, action: Action) -> usize {
        ordering::continuation_index(self, action)
    }

    fn correction_keys(&self) -> Option<[u64; CORRECTION_KEYS]> {
        correction_keys(self.board())
    }

    fn candidates(&self, scope: Scope, out: &mut Vec<Action>) {
        candidates::generate(self, scope, out);
    }

    /// Mating a bare king takes many moves, and every position on the way is won: nothing is pruned there.
    fn is_sharp(&self) -> bool {
        is_bare(self.board())
    }

    fn quiet_limit(depth: i32, at_root: bool) -> usize {
        candidates::quiet_limit(depth, at_root)
    }

    fn null_move(&self) -> Option<Hyperspace> {
        if !has_pieces(self.board(), self.board().by_color(self.turn())) {
            return None;
        }
        self.after_pass()
    }
}
