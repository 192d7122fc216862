//! What the search has learned about actions, whatever the position.

use crate::Playable;

/// The bound of an entry.
const MOST: i32 = 16_384;
/// How many kinds of actions replies are told apart by. The last one is for doing nothing.
pub(crate) const KINDS: usize = 512;
/// The kind of doing nothing, and of whatever came before the root.
pub(crate) const NO_KIND: u16 = KINDS as u16 - 1;

/// Statistics of one thread of one seat: how well quiet actions did.
#[derive(Debug)]
pub(crate) struct History {
    /// By colour and slot.
    actions: [Vec<i16>; 2],
    /// By the kind of the action before, and by kind.
    replies: Vec<i16>,
    /// By the kind of the action two before, and by kind.
    plans: Vec<i16>,
}

impl History {
    pub(crate) fn new<P: Playable>() -> History {
        History {
            actions: [vec![0; P::SLOTS], vec![0; P::SLOTS]],
            replies: vec![0; KINDS * KINDS],
            plans: vec![0; KINDS * KINDS],
        }
    }

    /// What is known counts less from now on.
    pub(crate) fn fade(&mut self) {
        let [white, black] = &mut self.actions;
        for values in [white, black, &mut self.replies, &mut self.plans] {
            values.iter_mut().for_each(|value| *value /= 2);
        }
    }

    /// How well an action did so far.
    #[inline]
    pub(crate) fn of(&self, place: Place) -> i32 {
        let [reply, plan] = place.pairs();
        i32::from(self.actions[place.color][place.slot])
            + i32::from(self.replies[reply])
            + i32::from(self.plans[plan])
    }

    /// It did well, or badly if `bonus` is negative.
    pub(crate) fn update(&mut self, place: Place, bonus: i32) {
        let [reply, plan] = place.pairs();
        for value in [
            &mut self.actions[place.color][place.slot],
            &mut self.replies[reply],
            &mut self.plans[plan],
        ] {
            let old = i32::from(*value);
            *value = (old + bonus - old * bonus.abs() / MOST) as i16;
        }
    }
}

/// Where the statistics of an action are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    /// 0 for White, 1 for Black.
    pub(crate) color: usize,
    pub(crate) slot: usize,
    pub(crate) kind: usize,
    /// The kinds of the action before and the one before that.
    pub(crate) before: [u16; 2],
}

impl Place {
    #[inline]
    fn pairs(self) -> [usize; 2] {
        self.before
            .map(|before| usize::from(before) % KINDS * KINDS + self.kind % KINDS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use manifold_rules::hyperspace::Hyperspace;

    #[test]
    fn praise_and_blame_stay_within_bounds() {
        let mut history = History::new::<Hyperspace>();
        let place = Place {
            color: 1,
            slot: 5,
            kind: 7,
            before: [3, NO_KIND],
        };
        for _ in 0..1_000 {
            history.update(place, 2_000);
        }
        assert!(history.of(place) > 40_000 && history.of(place) <= 3 * MOST);
        history.fade();
        assert!(history.of(place) <= 3 * MOST / 2);
        for _ in 0..1_000 {
            history.update(place, -2_000);
        }
        assert!(history.of(place) < -40_000 && history.of(place) >= -3 * MOST);
    }
}
