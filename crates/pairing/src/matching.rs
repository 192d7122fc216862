//! Maximum-weight matchings in general graphs: the primal-dual method of Edmonds with blossoms, in the form that Z. Galil describes
//! (*Efficient algorithms for finding maximum matching in graphs*, ACM Computing Surveys 18, 1986) and J. van Rantwijk has implemented.
//! Two things are ours:
//!
//! - Weights are [lists of integers](Weight), compared lexicographically, so that the criteria of a pairing have their places in order
//!   and cannot overflow an integer. The method needs no more than an ordered group.
//! - Every search starts from one vertex, and a matching can be reused: after a vertex is removed or edges change, only the vertices
//!   concerned are searched again.
//!
//! Duals are twice as large as in the literature, so that all of them are integers.

mod blossom;
mod search;

/// The weight of an edge. The first number decides, the others break ties, in order.
pub(crate) type Weight<const N: usize> = [i64; N];

/// No vertex, or no node.
pub(crate) const NONE: usize = usize::MAX;

/// The error if no matching exists in which only optional vertices are alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Infeasible;

/// The label of a node in the tree of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Label {
    /// Not reached.
    Free,
    /// At an even distance from the root.
    Outer,
    /// At an odd distance.
    Inner,
}

/// A blossom: an odd cycle of nodes, which are vertices or blossoms.
#[derive(Clone, Debug)]
struct Blossom<const N: usize> {
    /// The nodes of the cycle; the first has the base.
    children: Vec<usize>,
    /// `edges[i]` joins child `i` with the next: a vertex of the first, then a vertex of the second.
    edges: Vec<(usize, usize)>,
    /// The vertex that is not matched within the blossom.
    base: usize,
    dual: Weight<N>,
}

/// A graph with a matching that can be improved until its weight is maximal.
#[derive(Clone, Debug)]
pub(crate) struct Matching<const N: usize> {
    size: usize,
    weights: Vec<Weight<N>>,
    edges: Vec<bool>,
    /// Whether a vertex may stay alone, which counts zero.
    optional: Vec<bool>,
    removed: Vec<bool>,
    duals: Vec<Weight<N>>,
    mates: Vec<usize>,
    /// The top-level node that contains each vertex.
    tops: Vec<usize>,
    /// The blossoms; the first is node `size`.
    blossoms: Vec<Option<Blossom<N>>>,
    /// The blossom of which each node is a child.
    parents: Vec<usize>,
    labels: Vec<Label>,
    /// The edge through which each node got its label: a vertex outside the node, then one inside.
    label_edges: Vec<Option<(usize, usize)>>,
    /// For each vertex that is not outer, the outer vertex whose edge to it has the least slack.
    nearest: Vec<usize>,
    /// The slack of that edge.
    nearest_slacks: Vec<Weight<N>>,
    /// For each outer node, its edge of least slack to another outer node, as far as scanned from this side.
    ways: Vec<Option<(usize, usize)>>,
    /// For each blossom that became outer in this search, its edge of least slack to each node that was outer then.
    all_ways: Vec<Option<Vec<(usize, usize)>>>,
    queue: Vec<usize>,
}

fn plus<const N: usize>(left: Weight<N>, right: Weight<N>) -> Weight<N> {
    std::array::from_fn(|i| left[i] + right[i])
}

fn minus<const N: usize>(left: Weight<N>, right: Weight<N>) -> Weight<N> {
    std::array::from_fn(|i| left[i] - right[i])
}

/// The slack of an edge of this weight between vertices of different nodes with these duals.
fn slack<const N: usize>(one: &Weight<N>, other: &Weight<N>, weight: &Weight<N>) -> Weight<N> {
    std::array::from_fn(|i| one[i] + other[i] - 2 * weight[i])
}

impl<const N: usize> Matching<N> {
    const ZERO: Weight<N> = [0; N];

    /// A graph without a matching yet. `weight` gives the weight of the edge between two vertices, or `None` if there is no edge.
    pub(crate) fn new(
        optional: Vec<bool>,
        mut weight: impl FnMut(usize, usize) -> Option<Weight<N>>,
    ) -> Matching<N> {
        let size = optional.len();
        let mut weights = vec![Self::ZERO; size * size];
        let mut edges = vec![false; size * size];
        for v in 0..size {
            for w in v + 1..size {
                if let Some(weight) = weight(v, w) {
                    for cell in [v * size + w, w * size + v] {
                        weights[cell] = weight;
                        edges[cell] = true;
                    }
                }
            }
        }
        let mut matching = Matching {
            size,
            weights,
            edges,
            optional,
            removed: vec![false; size],
            duals: vec![Self::ZERO; size],
            mates: vec![NONE; size],
            tops: (0..size).collect(),
            blossoms: Vec::new(),
            parents: vec![NONE; size],
            labels: vec![Label::Free; size],
            label_edges: vec![None; size],
            nearest: vec![NONE; size],
            nearest_slacks: vec![Self::ZERO; size],
            ways: vec![None; size],
            all_ways: Vec::new(),
            queue: Vec::new(),
        };
        for v in 0..size {
            matching.duals[v] = matching.heaviest(v).unwrap_or(Self::ZERO);
        }
        matching
    }

    /// Sets the duals to an estimate of their final values, before anything is matched. Duals that leave edges with negative slack are
    /// raised, starting at the vertices with the most such edges, so that a vertex whose edges are all heavy is raised instead of its
    /// neighbours.
    pub(crate) fn set_duals(&mut self, dual: impl Fn(usize) -> Weight<N>) {
        for v in 0..self.size {
            let dual = dual(v);
            self.duals[v] = match self.optional[v] {
                true => dual.max(Self::ZERO),
                false => dual,
            };
        }
        let is_negative =
            |v: usize, w: usize| self.has_edge(v, w) && self.crossing_slack(v, w) < Self::ZERO;
        let count = |v: usize| (0..self.size).filter(|&w| is_negative(v, w)).count();
        let counts = (0..self.size).map(|v| (count(v), v));
        let mut raised: Vec<(usize, usize)> = counts.filter(|(count, _)| *count > 0).collect();
        raised.sort_by_key(|&(count, v)| (std::cmp::Reverse(count), v));
        for (_, v) in raised {
            self.duals[v] = self.duals[v].max(self.least_dual(v));
        }
    }

    /// Finds a good start: lowers the duals as far as possible, from the last vertex on, and matches greedily along tight edges in the
    /// order of the vertices.
    pub(crate) fn start(&mut self) {
        for v in (0..self.size).rev() {
            self.duals[v] = self.least_dual(v);
        }
        debug_assert!(self.is_feasible(), "no slack is negative");
        for v in 0..self.size {
            if self.mates[v] == NONE && !self.removed[v] {
                let free = (v + 1..self.size).find(|&w| {
                    self.mates[w] == NONE
                        && self.has_edge(v, w)
                        && self.crossing_slack(v, w) == Self::ZERO
                });
                if let Some(w) = free {
                    self.mates[v] = w;
                    self.mates[w] = v;
                }
            }
        }
    }

    /// The maximum weight of a vertex's edges, and at least zero if it may stay alone.
    fn heaviest(&self, v: usize) -> Option<Weight<N>> {
        let row = v * self.size;
        let heaviest = (0..self.size)
            .filter(|&w| self.edges[row + w])
            .map(|w| self.weights[row + w])
            .max();
        if self.optional[v] {
            heaviest.max(Some(Self::ZERO))
        } else {
            heaviest
        }
    }

    /// The vertex with which a vertex is matched.
    pub(crate) fn mate(&self, v: usize) -> Option<usize> {
        (self.mates[v] != NONE).then(|| self.mates[v])
    }

    /// The range of the edges of a vertex.
    fn row(&self, v: usize) -> std::ops::Range<usize> {
        v * self.size..(v + 1) * self.size
    }

    /// The vertices to which a vertex has an edge, removed or not.
    pub(crate) fn edges_of(&self, v: usize) -> &[bool] {
        &self.edges[self.row(v)]
    }

    pub(crate) fn has_edge(&self, v: usize, w: usize) -> bool {
        self.edges[v * self.size + w] && !self.removed[v] && !self.removed[w]
    }

    /// Removes an edge that is not in the matching. The matching is maximal again after [`Matching::solve`].
    pub(crate) fn forbid(&mut self, v: usize, w: usize) {
        debug_assert_ne!(self.mates[v], w, "the edge is in the matching");
        if !self.has_edge(v, w) {
            return;
        }
        if self.tops[v] == self.tops[w] {
            // The edge may be part of a blossom.
            self.free_from_blossoms(v);
        }
        self.edges[v * self.size + w] = false;
        self.edges[w * self.size + v] = false;
    }

    /// Whether an edge may be in a maximum-weight matching, as far as the duals tell: if this is false, it is in none.
    pub(crate) fn is_tight(&self, v: usize, w: usize) -> bool {
        if !self.has_edge(v, w) {
            return false;
        }
        let mut slack = self.crossing_slack(v, w);
        if self.tops[v] == self.tops[w] {
            let mut around = self.parents[v];
            while around != NONE {
                if self.contains(around, w) {
                    let dual = self.blossom(around).dual;
                    slack = plus(slack, plus(dual, dual));
                }
                around = self.parents[around];
            }
        }
        slack == Self::ZERO
    }

    /// Matches `v` with `w` and their mates with each other, if that keeps the weight.
    pub(crate) fn swap(&mut self, v: usize, w: usize) -> bool {
        let (a, b) = (self.mates[v], self.mates[w]);
        let plain = |x: usize| x != NONE && self.tops[x] == x;
        let fits =
            [v, w, a, b].into_iter().all(plain) && self.is_tight(v, w) && self.is_tight(a, b);
        if fits {
            for (x, y) in [(v, w), (a, b)] {
                self.mates[x] = y;
                self.mates[y] = x;
            }
        }
        fits
    }

    /// Changes the weights of a vertex's edges. The matching is maximal again after [`Matching::solve`].
    pub(crate) fn reweigh(
        &mut self,
        v: usize,
        others: impl IntoIterator<Item = usize>,
        mut change: impl FnMut(usize, &mut Weight<N>),
    ) {
        self.free_from_blossoms(v);
        for w in others {
            if self.edges[v * self.size + w] {
                let mut weight = self.weights[v * self.size + w];
                change(w, &mut weight);
                self.weights[v * self.size + w] = weight;
                self.weights[w * self.size + v] = weight;
            }
        }
        self.duals[v] = self.least_dual(v);
        let mate = self.mates[v];
        if mate != NONE && self.crossing_slack(v, mate) != Self::ZERO {
            self.mates[v] = NONE;
            self.mates[mate] = NONE;
        }
    }

    /// The least dual of a vertex outside blossoms that leaves none of its edges with negative slack.
    fn least_dual(&self, v: usize) -> Weight<N> {
        let mut dual = self.optional[v].then_some(Self::ZERO);
        for w in 0..self.size {
            if self.has_edge(v, w) {
                let weight = self.weights[v * self.size + w];
                let least = minus(plus(weight, weight), self.duals[w]);
                dual = dual.max(Some(least));
            }
        }
        dual.unwrap_or(Self::ZERO)
    }

    /// The weight of the matching.
    pub(crate) fn weight(&self) -> Weight<N> {
        let mut sum = Self::ZERO;
        for v in 0..self.size {
            let mate = self.mates[v];
            if mate != NONE && v < mate {
                sum = plus(sum, self.weights[v * self.size + mate]);
            }
        }
        sum
    }

    /// Removes two vertices that are matched with each other from the graph.
    pub(crate) fn remove_pair(&mut self, v: usize, w: usize) {
        for x in [v, w] {
            self.free_from_blossoms(x);
        }
        for x in [v, w] {
            let mate = self.mates[x];
            if mate != NONE {
                self.mates[mate] = NONE;
                self.mates[x] = NONE;
            }
            self.removed[x] = true;
        }
    }

    /// Removes a vertex from the graph; its mate is left alone.
    pub(crate) fn remove(&mut self, v: usize) {
        self.free_from_blossoms(v);
        let mate = self.mates[v];
        if mate != NONE {
            self.mates[mate] = NONE;
            self.mates[v] = NONE;
        }
        self.removed[v] = true;
    }

    /// Puts a removed vertex back into the graph.
    pub(crate) fn restore(&mut self, v: usize) {
        self.removed[v] = false;
        self.duals[v] = self.least_dual(v);
    }

    /// Replaces a vertex of the graph by a removed one, which takes over its mate if that edge is tight.
    pub(crate) fn replace(&mut self, old: usize, new: usize) {
        let mate = self.mates[old];
        self.remove(old);
        self.restore(new);
        let is_free =
            mate != NONE && self.mates[mate] == NONE && self.base(self.tops[mate]) == mate;
        if is_free && self.has_edge(new, mate) && self.crossing_slack(new, mate) == Self::ZERO {
            self.mates[mate] = new;
            self.mates[new] = mate;
        }
    }

    /// Makes the matching the heaviest among those in which only optional vertices are alone.
    ///
    /// # Errors
    /// There is no such matching.
    pub(crate) fn solve(&mut self) -> Result<(), Infeasible> {
        for v in (0..self.size).rev() {
            if self.must_be_matched(v) {
                self.search(v)?;
            }
        }
        Ok(())
    }

    /// Whether no edge outside blossoms has a negative slack.
    fn is_feasible(&self) -> bool {
        (0..self.size).all(|v| {
            (v + 1..self.size)
                .all(|w| !self.has_edge(v, w) || self.crossing_slack(v, w) >= Self::ZERO)
        })
    }

    fn must_be_matched(&self, v: usize) -> bool {
        self.mates[v] == NONE
            && !self.removed[v]
            && self.base(self.tops[v]) == v
            && (!self.optional[v] || self.duals[v] > Self::ZERO)
    }

    /// The slack of an edge between different nodes.
    fn crossing_slack(&self, v: usize, w: usize) -> Weight<N> {
        slack(
            &self.duals[v],
            &self.duals[w],
            &self.weights[v * self.size + w],
        )
    }
}

#[cfg(test)]
mod tests;
