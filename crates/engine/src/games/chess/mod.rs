//! Chess and Chess960.

mod baseline;
mod candidates;
mod encoding;
mod eval;
mod levels;
mod network;
mod ordering;

use manifold_rules::chess::{Action, Chess};
use manifold_rules::position::Position;

use crate::compiled::compiled;
use crate::eval::material::{has_pieces, is_bare};
use crate::eval::tally::score;
use crate::playable::{
    CORRECTION_KEYS, Endings, ForcedWins, PerfectInformation, ProofEffort, ProofScope, Scope,
    Searchable, Secrets, UnlistedActions,
};
use crate::search::ordering::correction_keys;
use crate::search::parameters::Parameters;
use crate::strength::{BOUNDED, Strength};

compiled!(Chess);

impl PerfectInformation for Chess {}
impl Secrets for Chess {}
impl Endings for Chess {}

/// The main search takes long to find a mate that begins with a sacrifice. The proof-number search finds short mates within the nodes of a
/// short search.
impl ForcedWins for Chess {
    const PROOF_EFFORT: ProofEffort = ProofEffort {
        turns: 3,
        share: 8,
        late_share: 64,
        patience: 500,
        // Ruling out a mate in three takes many nodes.
        is_awaited: false,
    };

    fn proof_scope(&self) -> ProofScope {
        ProofScope::All
    }
}

impl UnlistedActions for Chess {}

impl Searchable for Chess {
    const FUTILITY_MARGIN: i32 = 80;
    const QUIESCENCE_NODES: u64 = 2_000;
    const PARAMETERS: &'static Parameters = &Parameters::CHESS;
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

    /// Mating a bare king takes many moves, and every position on the way is won: nothing is pruned there. With only kings and pawns the
    /// tree is narrow, and one tempo decides.
    fn is_sharp(&self) -> bool {
        let board = self.board();
        is_bare(board) || !has_pieces(board, board.occupied())
    }

    fn quiet_limit(depth: i32, at_root: bool) -> usize {
        candidates::quiet_limit(depth, at_root)
    }

    /// None with only king and pawns, where zugzwang is likely, or in check.
    fn null_move(&self) -> Option<Chess> {
        if !has_pieces(self.board(), self.board().by_color(self.turn())) || self.is_check() {
            return None;
        }
        Some(self.passed())
    }
}
