//! Which actions are searched in a position, and in which order.

use super::history::Place;
use super::{Search, Spot};
use crate::{Playable, Scope};

/// An action with its place in the order of search.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scored<A> {
    pub(crate) action: A,
    pub(crate) order: i32,
    pub(crate) gain: i32,
}

impl<A> Scored<A> {
    /// Whether it wins nothing at once.
    pub(crate) fn is_quiet(&self) -> bool {
        self.gain <= 0
    }
}

/// The order of what wins something; quiet actions are far below.
const GOOD: i32 = 2_000_000;
/// The order of the two quiet actions that refuted a sibling.
const KILLER: i32 = 1_000_000;
/// An exchange that loses no more than this is as good as an equal one: a bishop for a knight.
pub(super) const ENOUGH: i32 = -30;
/// The order of what loses more than it wins.
pub(crate) const BAD: i32 = -1_000_000;

impl<P: Playable> Search<'_, P> {
    /// Where the statistics of an action here are.
    #[inline]
    pub(super) fn place(&self, position: &P, height: usize, action: P::Action) -> Place {
        Place {
            color: position.actor().fold_wb(0, 1),
            slot: P::slot(action),
            kind: position.kind(action),
            before: [self.kinds[height], self.kinds[height.saturating_sub(1)]],
        }
    }

    /// How many quiet actions are searched here: of those of a player with a free choice the most
    /// promising, and more of them where a shorter win is looked for.
    pub(super) fn width(&self, depth: i32, forced: bool, is_hunt: bool) -> usize {
        match P::width(depth, false) {
            _ if forced => usize::MAX,
            width if is_hunt => width.saturating_mul(4),
            width => width,
        }
    }

    pub(super) fn scope(&self, spot: Spot) -> Scope {
        Scope::Inner {
            depth: spot.depth,
            steps: spot.steps,
            bounds: self.bounds,
        }
    }

    /// Adds what is to be searched here, but for `done`, which has been: no more quiet actions than `width`.
    pub(super) fn list(
        &mut self,
        position: &P,
        spot: Spot,
        width: usize,
        done: Option<P::Action>,
        list: &mut Vec<Scored<P::Action>>,
    ) {
        let scope = self.scope(spot);
        let mut raw = std::mem::take(&mut self.raw);
        raw.clear();
        position.candidates(scope, &mut raw);
        let start = list.len();
        for action in raw.iter().copied().filter(|action| Some(*action) != done) {
            list.push(self.scored(position, spot.height, action));
        }
        self.raw = raw;
        let tail = &mut list[start..];
        if tail.len() > width {
            let noisy = tail.iter().filter(|scored| !scored.is_quiet()).count();
            if tail.len() > width + noisy {
                tail.select_nth_unstable_by_key(width + noisy, |scored| {
                    std::cmp::Reverse(scored.order)
                });
                list.truncate(start + width + noisy);
            }
        }
    }

    /// Adds all legal actions that are not in the list.
    pub(super) fn list_rest(
        &mut self,
        position: &P,
        spot: Spot,
        list: &mut Vec<Scored<P::Action>>,
    ) {
        let mut raw = std::mem::take(&mut self.raw);
        raw.clear();
        position.candidates(Scope::Root(self.bounds), &mut raw);
        let known = list.len();
        for action in raw.iter().copied() {
            if list[..known].iter().all(|scored| scored.action != action) {
                list.push(self.scored(position, spot.height, action));
            }
        }
        self.raw = raw;
    }

    fn scored(&self, position: &P, height: usize, action: P::Action) -> Scored<P::Action> {
        let gain = position.gain(action);
        let killers = self.killers[height];
        let order = if gain > 0 {
            // What it costs is looked at when it is its turn.
            GOOD + gain * 16 - position.risk(action) / 8
        } else if killers[0] == Some(action) {
            KILLER + 1
        } else if killers[1] == Some(action) {
            KILLER
        } else {
            self.history.of(self.place(position, height, action)) + position.promise(action) * 8
        };
        Scored {
            action,
            order,
            gain,
        }
    }

    /// Brings the best of what is left to the front of what is left. What wins less than it loses goes
    /// behind everything else.
    pub(super) fn next_of(
        &self,
        position: &P,
        list: &mut [Scored<P::Action>],
        from: usize,
    ) -> Scored<P::Action> {
        loop {
            let next = best_of(list, from);
            if next.order <= KILLER + 1 || next.order == i32::MAX {
                return next;
            }
            let balance = position.exchange(next.action);
            if balance >= ENOUGH {
                return next;
            }
            list[from].order = BAD + balance;
        }
    }

    /// A quiet action was good enough: it and its kind come earlier from now on, those tried before
    /// it later.
    pub(super) fn reward(
        &mut self,
        position: &P,
        height: usize,
        depth: i32,
        tried: &[Scored<P::Action>],
    ) {
        let Some((good, before)) = tried.split_last() else {
            return;
        };
        let killers = &mut self.killers[height];
        if killers[0] != Some(good.action) {
            killers[1] = killers[0].replace(good.action);
        }
        let bonus = (depth * depth * 16 + 32 * depth).min(2_000);
        let place = self.place(position, height, good.action);
        self.history.update(place, bonus);
        for scored in before.iter().filter(|scored| scored.is_quiet()) {
            let place = self.place(position, height, scored.action);
            self.history.update(place, -bonus);
        }
    }
}

/// Brings the best of what is left to the front of what is left.
pub(super) fn best_of<A: Copy>(list: &mut [Scored<A>], from: usize) -> Scored<A> {
    let mut best = from;
    for index in from + 1..list.len() {
        if list[index].order > list[best].order {
            best = index;
        }
    }
    list.swap(from, best);
    list[from]
}
