//! Hash keys of caches, mixed from many words.

/// Odd factors with well-spread bits.
const FACTORS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93];

/// Mixes words into a hash key. Two of them are multiplied at a time, and both halves of the product are used, so that every bit of them
/// counts.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mixer(u64);

impl Mixer {
    #[inline]
    pub(crate) fn new(seed: u64) -> Mixer {
        Mixer(seed)
    }

    /// Adds two words. The order in which words are added matters.
    #[inline]
    pub(crate) fn add(&mut self, one: u64, other: u64) {
        self.0 = self.0.rotate_left(23) ^ mixed(one, other);
    }

    /// Adds words in pairs; an odd last one is paired with 0.
    #[inline]
    pub(crate) fn add_all(&mut self, words: &[u64]) {
        for pair in words.chunks(2) {
            self.add(pair[0], pair.get(1).copied().unwrap_or_default());
        }
    }

    /// The key, which is never 0.
    #[inline]
    pub(crate) fn key(self) -> u64 {
        mixed(self.0, self.0.rotate_left(32)) | 1
    }
}

#[inline]
fn mixed(one: u64, other: u64) -> u64 {
    let product = u128::from(one ^ FACTORS[0]) * u128::from(other ^ FACTORS[1]);
    product as u64 ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn words_that_differ_in_a_bit_or_in_their_order_have_different_keys() {
        let key = |words: &[u64]| {
            let mut mixer = Mixer::new(1);
            mixer.add_all(words);
            mixer.key()
        };
        let mut keys = HashSet::from([key(&[0; 5])]);
        for word in 0..5 {
            for bit in 0..64 {
                let mut words = [0; 5];
                words[word] = 1 << bit;
                assert!(keys.insert(key(&words)), "bit {bit} of word {word}");
            }
        }
        assert_ne!(key(&[1, 2]), key(&[2, 1]));
        assert_ne!(key(&[1, 2, 3, 4]), key(&[3, 4, 1, 2]));
        assert_ne!(Mixer::new(1).key(), Mixer::new(2).key());
    }
}
