//! The names and indices of evaluation terms, in blocks.

/// A block of terms that belong together.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Block {
    pub(crate) name: &'static str,
    pub(crate) labels: Labels,
}

/// The labels of the terms of a block.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Labels {
    /// A single term.
    One,
    /// Numbers, from 0.
    Numbers(usize),
    /// Words.
    Words(&'static [&'static str]),
    /// Squares of files a to d; the other half of the board is mirrored.
    HalfBoard,
}

impl Labels {
    const fn length(self) -> usize {
        match self {
            Labels::One => 1,
            Labels::Numbers(count) => count,
            Labels::Words(words) => words.len(),
            Labels::HalfBoard => 32,
        }
    }
}

/// A block with this name and these labels.
pub(crate) const fn block(name: &'static str, labels: Labels) -> Block {
    Block { name, labels }
}

/// The number of terms in all blocks.
pub(crate) const fn length(blocks: &[Block]) -> usize {
    let mut sum = 0;
    let mut index = 0;
    while index < blocks.len() {
        sum += blocks[index].labels.length();
        index += 1;
    }
    sum
}

/// The index of the first term of a block. Fails to compile if there is no such block.
pub(crate) const fn start(blocks: &[Block], name: &str) -> usize {
    let mut sum = 0;
    let mut index = 0;
    while index < blocks.len() {
        if is_same(blocks[index].name, name) {
            return sum;
        }
        sum += blocks[index].labels.length();
        index += 1;
    }
    panic!("there is no such block of terms");
}

const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    let mut index = 0;
    while index < one.len() {
        if one[index] != other[index] {
            return false;
        }
        index += 1;
    }
    true
}

/// The names of all terms.
pub(crate) fn names(blocks: &[Block]) -> Vec<String> {
    let mut all = Vec::with_capacity(length(blocks));
    for Block { name, labels } in blocks {
        match labels {
            Labels::One => all.push((*name).to_owned()),
            Labels::Numbers(count) => all.extend((0..*count).map(|n| format!("{name}.{n}"))),
            Labels::Words(words) => all.extend(words.iter().map(|word| format!("{name}.{word}"))),
            Labels::HalfBoard => {
                for rank in 1..=8 {
                    all.extend(['a', 'b', 'c', 'd'].map(|file| format!("{name}.{file}{rank}")));
                }
            }
        }
    }
    all
}
