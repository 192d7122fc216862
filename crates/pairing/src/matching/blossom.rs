//! Blossoms: creating, rotating and opening them.

use super::{Blossom, Label, Matching, NONE, Weight, plus};

impl<const N: usize> Matching<N> {
    pub(super) fn blossom(&self, node: usize) -> &Blossom<N> {
        self.blossoms[node - self.size]
            .as_ref()
            .expect("a node beyond the vertices is a blossom")
    }

    pub(super) fn blossom_mut(&mut self, node: usize) -> &mut Blossom<N> {
        self.blossoms[node - self.size]
            .as_mut()
            .expect("a node beyond the vertices is a blossom")
    }

    pub(super) fn is_blossom(&self, node: usize) -> bool {
        node >= self.size
    }

    /// The base of a node: the vertex that may be matched outside it.
    pub(super) fn base(&self, node: usize) -> usize {
        if self.is_blossom(node) {
            self.blossom(node).base
        } else {
            node
        }
    }

    /// The vertices in a node.
    pub(super) fn vertices(&self, node: usize) -> Vec<usize> {
        let mut found = Vec::new();
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            if self.is_blossom(node) {
                open.extend(&self.blossom(node).children);
            } else {
                found.push(node);
            }
        }
        found
    }

    /// Whether a node contains a vertex.
    pub(super) fn contains(&self, node: usize, vertex: usize) -> bool {
        let mut inner = vertex;
        while inner != NONE {
            if inner == node {
                return true;
            }
            inner = self.parents[inner];
        }
        false
    }

    /// The existing top-level blossoms.
    pub(super) fn top_blossoms(&self) -> impl Iterator<Item = usize> {
        (self.size..self.size + self.blossoms.len())
            .filter(|&node| self.blossoms[node - self.size].is_some() && self.parents[node] == NONE)
    }

    pub(super) fn set_top(&mut self, node: usize, top: usize) {
        for v in self.vertices(node) {
            self.tops[v] = top;
        }
    }

    /// Makes a blossom of these nodes, with dual zero and without a label.
    pub(super) fn make_blossom(
        &mut self,
        children: Vec<usize>,
        edges: Vec<(usize, usize)>,
    ) -> usize {
        let blossom = Blossom {
            base: self.base(children[0]),
            children: children.clone(),
            edges,
            dual: Self::ZERO,
        };
        let place = self.blossoms.iter().position(Option::is_none);
        let node = self.size + place.unwrap_or(self.blossoms.len());
        if place.is_some() {
            self.blossoms[node - self.size] = Some(blossom);
            self.parents[node] = NONE;
        } else {
            self.blossoms.push(Some(blossom));
            self.parents.push(NONE);
            self.labels.push(Label::Free);
            self.label_edges.push(None);
            self.ways.push(None);
            self.all_ways.push(None);
        }
        for child in children {
            self.parents[child] = node;
        }
        self.set_top(node, node);
        node
    }

    /// Opens a top-level blossom. Its children lose their labels.
    pub(super) fn open_blossom(&mut self, node: usize) -> Blossom<N> {
        let blossom = self.blossoms[node - self.size]
            .take()
            .expect("a blossom that exists");
        for &child in &blossom.children {
            self.parents[child] = NONE;
            self.labels[child] = Label::Free;
            self.label_edges[child] = None;
            self.set_top(child, child);
        }
        blossom
    }

    /// Opens all blossoms around a vertex. Their duals are moved to their vertices, which keeps the slacks inside; a matched edge that
    /// leads out of one is no longer tight, so its ends are left alone.
    pub(super) fn free_from_blossoms(&mut self, v: usize) {
        while self.is_blossom(self.tops[v]) {
            let node = self.tops[v];
            let dual: Weight<N> = self.blossom(node).dual;
            if dual != Self::ZERO {
                for inside in self.vertices(node) {
                    self.duals[inside] = plus(self.duals[inside], dual);
                }
                let base = self.base(node);
                let mate = self.mates[base];
                if mate != NONE {
                    self.mates[base] = NONE;
                    self.mates[mate] = NONE;
                }
            }
            self.open_blossom(node);
        }
    }

    /// Opens all top-level blossoms whose dual is zero, which have no effect.
    pub(super) fn open_idle_blossoms(&mut self) {
        loop {
            let idle = self
                .top_blossoms()
                .find(|&node| self.blossom(node).dual == Self::ZERO);
            match idle {
                Some(node) => {
                    self.open_blossom(node);
                }
                None => return,
            }
        }
    }

    /// The path around a blossom of `length` from the child at `place` to the base over an even number of edges: forwards from an odd
    /// place, backwards from an even one. Returns the places after the first, each with the edge that leads there and whether that is
    /// walked backwards.
    pub(super) fn way_to_base(place: usize, length: usize) -> Vec<(usize, usize, bool)> {
        if place % 2 == 1 {
            (place..length)
                .map(|i| ((i + 1) % length, i, false))
                .collect()
        } else {
            (0..place).rev().map(|i| (i, i, true)).collect()
        }
    }

    /// An edge of a blossom, in the direction in which it is walked.
    fn walked(blossom: &Blossom<N>, edge: usize, backwards: bool) -> (usize, usize) {
        let (from, to) = blossom.edges[edge];
        if backwards { (to, from) } else { (from, to) }
    }

    /// The child of a blossom that contains a vertex.
    pub(super) fn child_with(&self, node: usize, vertex: usize) -> usize {
        let mut child = vertex;
        while self.parents[child] != node {
            child = self.parents[child];
        }
        child
    }

    /// Rotates the matching within a blossom so that `v` becomes the base.
    pub(super) fn turn_blossom(&mut self, node: usize, v: usize) {
        let child = self.child_with(node, v);
        if self.is_blossom(child) {
            self.turn_blossom(child, v);
        }
        let length = self.blossom(node).children.len();
        let place = self
            .blossom(node)
            .children
            .iter()
            .position(|&c| c == child)
            .expect("a child of the blossom");
        let way = Self::way_to_base(place, length);
        for step in way.chunks_exact(2) {
            // The first edge was in the matching, the one after next will be.
            let (first, _, _) = step[0];
            let (second, edge, backwards) = step[1];
            let (x, y) = Self::walked(self.blossom(node), edge, backwards);
            for (at, vertex) in [(first, x), (second, y)] {
                let inner = self.blossom(node).children[at];
                if self.is_blossom(inner) {
                    self.turn_blossom(inner, vertex);
                }
            }
            self.mates[x] = y;
            self.mates[y] = x;
        }
        let blossom = self.blossom_mut(node);
        blossom.children.rotate_left(place);
        blossom.edges.rotate_left(place);
        blossom.base = v;
    }
}
