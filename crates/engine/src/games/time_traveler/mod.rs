//! Time Traveler's Chess: what has come back from the future must still be sent there.

mod baseline;
mod candidates;
mod encoding;
mod eval;
mod levels;
mod network;
mod ordering;

use manifold_rules::board::Color;
use manifold_rules::outcome::Outcome;
use manifold_rules::position::Position;
use manifold_rules::time_traveler::{Action, TimeTraveler};

use crate::compiled::compiled;
use crate::eval::material::has_pieces;
use crate::eval::tally::score;
use crate::playable::{
    CORRECTION_KEYS, Endings, ForcedWins, PerfectInformation, Scope, Searchable, Secrets,
    UnlistedActions,
};
use crate::search::ordering::correction_keys;
use crate::strength::{BOUNDED, Strength};

compiled!(TimeTraveler);

impl PerfectInformation for TimeTraveler {}
impl Secrets for TimeTraveler {}
impl ForcedWins for TimeTraveler {}
impl UnlistedActions for TimeTraveler {}

impl Searchable for TimeTraveler {
    const FUTILITY_MARGIN: i32 = 120;
    const QUIESCENCE_NODES: u64 = 1_000;
    const CLOCK_NODES: u64 = 8;
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
        correction_keys(self.plain_board())
    }

    fn candidates(&self, scope: Scope, out: &mut Vec<Action>) {
        candidates::generate(self, scope, out);
    }

    fn quiet_limit(depth: i32, at_root: bool) -> usize {
        candidates::quiet_limit(depth, at_root)
    }

    fn null_move(&self) -> Option<TimeTraveler> {
        let us = self.turn();
        let own = self.movable(us) & self.untraveled(us);
        if self.is_sharp() || !has_pieces(self.plain_board(), own) {
            return None;
        }
        self.after_pass()
    }

    /// In check, or with an attacked man whose loss would lose the game: it must be saved like a king.
    fn is_forced(&self) -> bool {
        self.is_check() || ordering::is_hunted(self)
    }

    fn is_sharp(&self) -> bool {
        !self.has_king(Color::White) || !self.has_king(Color::Black)
    }
}

impl Endings for TimeTraveler {
    fn won_at_once(&self) -> Option<Outcome> {
        TimeTraveler::won_at_once(self)
    }

    fn can_win_at_once(&self) -> bool {
        ordering::can_break_grammar(self)
    }

    /// Near the leaves, explosions that only block an attacker are not generated: a player who needs one is badly off,
    /// but not yet lost.
    fn may_omit_answers(scope: Scope) -> bool {
        matches!(scope, Scope::Inner { depth: ..=1, .. })
    }
}
