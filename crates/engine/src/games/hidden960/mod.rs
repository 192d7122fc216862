//! Hidden960: reveals are steps within a turn, before a move.

mod baseline;
mod candidates;
mod encoding;
mod eval;
mod levels;
mod network;
mod ordering;

use manifold_rules::board::Color;
use manifold_rules::hidden960::{Action, Hidden960};
use manifold_rules::position::{Position, Turns};

use crate::compiled::compiled;
use crate::eval::material::has_pieces;
use crate::eval::tally::score;
use crate::playable::{
    CORRECTION_KEYS, Endings, ForcedWins, PerfectInformation, Scope, Searchable, Secrets,
    UnlistedActions,
};
use crate::search::ordering::correction_keys;
use crate::search::parameters::Parameters;
use crate::strength::{BOUNDED, Strength};

compiled!(Hidden960);

impl PerfectInformation for Hidden960 {}
impl Secrets for Hidden960 {}
impl Endings for Hidden960 {}
impl ForcedWins for Hidden960 {}
impl UnlistedActions for Hidden960 {}

impl Searchable for Hidden960 {
    const FUTILITY_MARGIN: i32 = 80;
    const QUIESCENCE_NODES: u64 = 2_000;
    const PARAMETERS: &'static Parameters = &Parameters::HIDDEN960;
    const LEVELS: &'static [Strength; BOUNDED] = &levels::LEVELS;

    fn static_eval(&self) -> i32 {
        score(self, self.actor())
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

    fn quiet_limit(depth: i32, at_root: bool) -> usize {
        candidates::quiet_limit(depth, at_root)
    }

    fn null_move(&self) -> Option<Hidden960> {
        if !has_pieces(self.board(), self.board().by_color(self.turn())) {
            return None;
        }
        self.after_pass()
    }

    fn is_forced(&self) -> bool {
        self.threatened(Color::White).any()
            || self.threatened(Color::Black).any()
            || self.is_check()
    }
}
