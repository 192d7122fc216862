//! A random sample of the positions that a search evaluates, from which an evaluation is trained.

use crate::random::Random;

/// A uniform sample of the positions offered, by reservoir sampling (Knuth, *The Art of Computer Programming*, volume 2, algorithm R).
pub struct PositionSample<P> {
    size: usize,
    offered: u64,
    random: Random,
    kept: Vec<P>,
}

impl<P: Clone> PositionSample<P> {
    /// A sample of up to `size` positions.
    #[must_use]
    pub fn new(size: usize, seed: u64) -> PositionSample<P> {
        PositionSample {
            size,
            offered: 0,
            random: Random::new(seed),
            kept: Vec::with_capacity(size),
        }
    }

    /// Offers one more position.
    pub fn offer(&mut self, position: &P) {
        self.offered += 1;
        if self.kept.len() < self.size {
            self.kept.push(position.clone());
        } else if let Some(place) = self.kept.get_mut(self.random.below(self.offered) as usize) {
            *place = position.clone();
        }
    }

    /// The positions that were kept.
    #[must_use]
    pub fn into_positions(self) -> Vec<P> {
        self.kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_of_those_offered_is_kept_as_often_as_any_other() {
        let mut counts = [0; 10];
        for seed in 0..4_000 {
            let mut sample = PositionSample::new(2, seed);
            (0..10).for_each(|number| sample.offer(&number));
            let kept: Vec<usize> = sample.into_positions();
            assert!(kept.len() == 2 && kept[0] != kept[1]);
            kept.into_iter().for_each(|number| counts[number] += 1);
        }
        assert!(
            counts.iter().all(|count| (700..900).contains(count)),
            "{counts:?}"
        );
    }

    #[test]
    fn no_more_are_kept_than_were_offered() {
        let mut sample = PositionSample::new(3, 0);
        sample.offer(&'a');
        assert_eq!(sample.into_positions(), ['a']);
        assert!(
            PositionSample::<char>::new(0, 0)
                .into_positions()
                .is_empty()
        );
    }
}
