//! Not handing over the game: what the opponent could win at once with.

use super::Thinker;
use super::look::wins;
use crate::{Level, Line, Playable, Scope};

/// How many actions are looked at for one that does not hand over the game.
pub(super) const CAUTION: usize = 12;

impl<P: Playable> Thinker<'_, P> {
    /// Looks at the best actions until one does not hand over the game: while there is time.
    pub(super) fn watch_out(&mut self, worlds: &[P], lines: &[Line<P>]) {
        if self.order.level < Level::CAREFUL {
            return;
        }
        for line in lines.iter().take(CAUTION) {
            match self.is_watched(worlds, line.action) {
                Some(true) => {}
                Some(false) | None => break,
            }
        }
    }

    /// Whether an action hands over the game; nothing if that is not known and there is no time.
    pub(super) fn is_watched(&mut self, worlds: &[P], action: P::Action) -> Option<bool> {
        if let Some(known) = self.watched.get(&action) {
            return Some(*known);
        }
        let hands_over = self.hands_over(worlds, action)?;
        self.watched.insert(action, hands_over);
        Some(hands_over)
    }

    /// Whether the opponent can win at once after `action`, in any of the worlds; nothing if there is no
    /// time to say.
    fn hands_over(&self, worlds: &[P], action: P::Action) -> Option<bool> {
        let opponent = self.seat.color().other();
        let mut replies = Vec::new();
        for world in worlds {
            let mut child = world.clone();
            child.play_unchecked(action);
            if child.actor() != opponent || self.is_drawn(world, &child) {
                continue;
            }
            replies.clear();
            child.candidates(Scope::Root(self.order.bounds), &mut replies);
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

    /// Whether the game ends in a draw with `child`, which comes next after `position`.
    fn is_drawn(&self, position: &P, child: &P) -> bool {
        if !child.is_settled() {
            return false;
        }
        let key = child.repetition_key();
        let before = self.seat.keys().iter().filter(|known| **known == key);
        let now = usize::from(position.is_settled() && position.repetition_key() == key);
        before.count() + now >= 2
            || child.fifty_move_count() >= 100
            || child.is_insufficient_material()
    }
}
