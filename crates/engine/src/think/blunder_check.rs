//! The blunder check: no action that lets the opponent win on the next turn, if that can be avoided.

use super::root_ordering::wins;
use super::thinker::Thinker;
use crate::level::Level;
use crate::playable::{Playable, Scope};
use crate::report::Line;

/// Maximum number of actions that are checked.
pub(super) const MAX_CHECKED: usize = 12;

impl<P: Playable> Thinker<'_, P> {
    /// Checks actions, the best first, until one is not a blunder or the time is up.
    pub(super) fn check_best(&mut self, determinizations: &[P], lines: &[Line<P>]) {
        if self.options.level < Level::CAREFUL {
            return;
        }
        for line in lines.iter().take(MAX_CHECKED) {
            match self.is_blunder(determinizations, line.action) {
                Some(true) => {}
                Some(false) | None => break,
            }
        }
    }

    /// Whether an action is a blunder; `None` if time ran out before that was known.
    pub(super) fn is_blunder(&mut self, determinizations: &[P], action: P::Action) -> Option<bool> {
        if let Some(known) = self.blunders.get(&action) {
            return Some(*known);
        }
        let is_blunder = self.loses_at_once(determinizations, action)?;
        self.blunders.insert(action, is_blunder);
        Some(is_blunder)
    }

    /// Whether the opponent can win at once after `action` in any of the determinizations; `None` if time ran out.
    fn loses_at_once(&self, determinizations: &[P], action: P::Action) -> Option<bool> {
        let opponent = self.known.color().other();
        let mut replies = Vec::new();
        for position in determinizations {
            let mut child = position.clone();
            child.play_unchecked(action);
            if child.actor() != opponent || self.is_drawn(position, &child) {
                continue;
            }
            replies.clear();
            child.candidates(Scope::Root(self.options.bounds), &mut replies);
            for (number, reply) in replies.iter().enumerate() {
                if number % 16 == 0 && self.is_stopped() {
                    return None;
                }
                let mut after = child.clone();
                after.play_unchecked(*reply);
                if wins(&after, opponent) {
                    return Some(true);
                }
            }
        }
        Some(false)
    }

    /// Whether the game is drawn in `child`, the position after `position`.
    fn is_drawn(&self, position: &P, child: &P) -> bool {
        if !child.is_settled() {
            return false;
        }
        let key = child.repetition_key();
        let before = self.known.keys().iter().filter(|known| **known == key);
        let now = usize::from(position.is_settled() && position.repetition_key() == key);
        before.count() + now >= 2
            || child.fifty_move_count() >= 100
            || child.is_insufficient_material()
    }
}
