//! One search for an augmenting path from an unmatched vertex.

use super::{Infeasible, Label, Matching, NONE, Weight, minus, plus, slack};

/// What stops a further change of the duals.
#[derive(Clone, Copy, Debug)]
enum Limit {
    /// An outer vertex may now stay alone.
    Alone(usize),
    /// An edge from an outer vertex has become tight.
    Tight(usize, usize),
    /// The dual of an inner blossom has become zero.
    Open(usize),
}

fn half<const N: usize>(weight: Weight<N>) -> Weight<N> {
    debug_assert!(
        weight.iter().all(|part| part % 2 == 0),
        "slacks in a tree are even"
    );
    weight.map(|part| part / 2)
}

impl<const N: usize> Matching<N> {
    /// Finds a mate for `root`, or leaves an optional vertex alone in its place, whichever loses the least weight.
    pub(super) fn search(&mut self, root: usize) -> Result<(), Infeasible> {
        self.labels.fill(Label::Free);
        self.label_edges.fill(None);
        self.nearest.fill(NONE);
        self.ways.fill(None);
        self.all_ways.fill(None);
        self.queue.clear();
        self.make_outer(self.tops[root], None);
        loop {
            while let Some(v) = self.queue.pop() {
                if self.scan(v) {
                    self.open_idle_blossoms();
                    return Ok(());
                }
            }
            self.find_ways();
            let (delta, limit) = self.limit().ok_or(Infeasible)?;
            self.change_duals(delta);
            let found = match limit {
                Limit::Alone(v) => {
                    self.leave_alone(v);
                    true
                }
                Limit::Tight(v, w) => self.follow(v, w),
                Limit::Open(node) => {
                    self.open_inner(node);
                    false
                }
            };
            if found {
                self.open_idle_blossoms();
                return Ok(());
            }
        }
    }

    /// Scans all edges of an outer vertex. True if the search has ended.
    fn scan(&mut self, v: usize) -> bool {
        let top = self.tops[v];
        let mut way = self.ways[top].map(|(v, w)| (self.crossing_slack(v, w), (v, w)));
        let mut tight = Vec::new();
        // Most of the time is spent here, so rows are looked up once.
        let (dual, row) = (self.duals[v], self.row(v));
        let edges = self.edges[row.clone()].iter().zip(&self.weights[row]);
        let ends = self.tops.iter().zip(&self.duals).zip(&self.removed);
        let nearest = self.nearest.iter_mut().zip(&mut self.nearest_slacks);
        let all = edges.zip(ends).zip(nearest).enumerate();
        for (w, (((is_edge, weight), ((&other, other_dual), removed)), (nearest, nearest_slack))) in
            all
        {
            if !is_edge || *removed || other == top {
                continue;
            }
            let label = self.labels[other];
            // An inner vertex stays inner; only an inner blossom may be opened, and its vertices reached again.
            if label == Label::Inner && other == w {
                continue;
            }
            let slack = slack(&dual, other_dual, weight);
            if slack == Self::ZERO && label != Label::Inner {
                tight.push(w);
                if other == w && label == Label::Free && self.mates[w] == NONE {
                    // This edge ends the search.
                    break;
                }
            } else if label == Label::Outer {
                if way.is_none_or(|(least, _)| slack < least) {
                    way = Some((slack, (v, w)));
                }
            } else if *nearest == NONE || slack < *nearest_slack {
                *nearest = v;
                *nearest_slack = slack;
            }
        }
        self.ways[top] = way.map(|(_, edge)| edge);
        // Last edge first: it may end the search.
        for w in tight.into_iter().rev() {
            let other = self.tops[w];
            if self.labels[other] == Label::Inner {
                // It was reached through an earlier edge; this one is needed if its blossom is opened.
                self.nearest[w] = v;
                self.nearest_slacks[w] = Self::ZERO;
            } else if other != self.tops[v] && self.follow(v, w) {
                return true;
            }
        }
        false
    }

    /// Follows a tight edge from an outer vertex. True if it led to an unmatched node, which ends the search.
    fn follow(&mut self, v: usize, w: usize) -> bool {
        let other = self.tops[w];
        match self.labels[other] {
            Label::Free => {
                let base = self.base(other);
                if self.mates[base] == NONE {
                    self.augment(v, w);
                    return true;
                }
                self.make_inner(other, (v, w));
            }
            Label::Outer => self.shrink(v, w),
            Label::Inner => {}
        }
        false
    }

    fn make_outer(&mut self, node: usize, edge: Option<(usize, usize)>) {
        self.labels[node] = Label::Outer;
        self.label_edges[node] = edge;
        let vertices = self.vertices(node);
        self.queue.extend(vertices);
    }

    /// Labels a node as inner, and its mate as outer.
    fn make_inner(&mut self, node: usize, edge: (usize, usize)) {
        self.labels[node] = Label::Inner;
        self.label_edges[node] = Some(edge);
        let base = self.base(node);
        let mate = self.mates[base];
        self.make_outer(self.tops[mate], Some((base, mate)));
    }

    /// The outer node two steps nearer to the root.
    fn towards_root(&self, outer: usize) -> Option<usize> {
        let (inner, _) = self.label_edges[outer]?;
        let (next, _) = self.label_edges[self.tops[inner]]?;
        Some(self.tops[next])
    }

    /// Makes a blossom of the cycle that an edge between outer nodes closes.
    fn shrink(&mut self, v: usize, w: usize) {
        let mut above = vec![self.tops[v]];
        while let Some(next) = self.towards_root(above[above.len() - 1]) {
            above.push(next);
        }
        let mut meeting = self.tops[w];
        while !above.contains(&meeting) {
            meeting = self
                .towards_root(meeting)
                .expect("both ends hang at the same root");
        }
        let (mut children, mut edges) = (Vec::new(), vec![(v, w)]);
        let mut node = self.tops[v];
        while node != meeting {
            let edge = self.label_edges[node].expect("only the root has none");
            children.push(node);
            edges.push(edge);
            node = self.tops[edge.0];
        }
        children.push(meeting);
        children.reverse();
        edges.reverse();
        let mut node = self.tops[w];
        while node != meeting {
            let (up, down) = self.label_edges[node].expect("only the root has none");
            children.push(node);
            edges.push((down, up));
            node = self.tops[up];
        }
        let reached: Vec<usize> = children
            .iter()
            .filter(|&&child| self.labels[child] == Label::Inner)
            .flat_map(|&child| self.vertices(child))
            .collect();
        let edge = self.label_edges[meeting];
        let node = self.make_blossom(children, edges);
        self.labels[node] = Label::Outer;
        self.label_edges[node] = edge;
        self.ways[node] = None;
        self.all_ways[node - self.size] = None;
        self.queue.extend(reached);
    }

    /// Finds the edges of least slack from each new outer blossom to the other outer nodes. The edges already known for its parts are
    /// reused, so each vertex is scanned once in a search. Edges to nodes that become outer later are found from their side.
    fn find_ways(&mut self) {
        let new: Vec<usize> = (self.top_blossoms())
            .filter(|&node| self.labels[node] == Label::Outer)
            .filter(|&node| self.all_ways[node - self.size].is_none())
            .collect();
        if new.is_empty() {
            return;
        }
        let outer: Vec<(usize, usize)> = (0..self.size)
            .map(|w| (w, self.tops[w]))
            .filter(|&(_, top)| self.labels[top] == Label::Outer)
            .collect();
        let mut places = vec![NONE; self.labels.len()];
        for node in new {
            let mut found: Vec<(Weight<N>, (usize, usize))> = Vec::new();
            let mut offer = |place: &mut usize, slack: Weight<N>, edge| match found.get_mut(*place)
            {
                Some(known) if slack < known.0 => *known = (slack, edge),
                Some(_) => {}
                None => {
                    *place = found.len();
                    found.push((slack, edge));
                }
            };
            let mut open = self.blossom(node).children.clone();
            while let Some(inside) = open.pop() {
                if self.is_blossom(inside) {
                    let Some(ways) = self.all_ways[inside - self.size].take() else {
                        open.extend(&self.blossom(inside).children);
                        continue;
                    };
                    for (v, w) in ways {
                        let other = self.tops[w];
                        if other != node {
                            offer(&mut places[other], self.crossing_slack(v, w), (v, w));
                        }
                    }
                    continue;
                }
                let (dual, row) = (self.duals[inside], self.row(inside));
                let (edges, weights) = (&self.edges[row.clone()], &self.weights[row]);
                for &(w, other) in &outer {
                    if other != node && edges[w] && !self.removed[w] {
                        let slack = slack(&dual, &self.duals[w], &weights[w]);
                        offer(&mut places[other], slack, (inside, w));
                    }
                }
            }
            for (_, (_, w)) in &found {
                places[self.tops[*w]] = NONE;
            }
            let least = found.iter().min_by_key(|(slack, _)| *slack);
            self.ways[node] = least.map(|(_, edge)| *edge);
            let ways = found.into_iter().map(|(_, edge)| edge).collect();
            self.all_ways[node - self.size] = Some(ways);
        }
    }

    /// The most by which the duals may change, and what happens then.
    fn limit(&self) -> Option<(Weight<N>, Limit)> {
        let mut least: Option<(Weight<N>, Limit)> = None;
        let mut offer = |delta: Weight<N>, limit: Limit| {
            if least.is_none_or(|(smallest, _)| delta < smallest) {
                least = Some((delta, limit));
            }
        };
        for v in 0..self.size {
            if self.removed[v] {
                continue;
            }
            match self.labels[self.tops[v]] {
                Label::Outer if self.optional[v] => offer(self.duals[v], Limit::Alone(v)),
                Label::Free if self.nearest[v] != NONE => {
                    offer(self.nearest_slacks[v], Limit::Tight(self.nearest[v], v));
                }
                _ => {}
            }
        }
        let vertices = (0..self.size).filter(|&v| self.tops[v] == v);
        for node in vertices.chain(self.top_blossoms()) {
            match self.labels[node] {
                Label::Outer => {
                    if let Some((v, w)) = self.ways[node] {
                        offer(half(self.crossing_slack(v, w)), Limit::Tight(v, w));
                    }
                }
                Label::Inner if self.is_blossom(node) => {
                    offer(self.blossom(node).dual, Limit::Open(node));
                }
                _ => {}
            }
        }
        least
    }

    fn change_duals(&mut self, delta: Weight<N>) {
        if delta == Self::ZERO {
            return;
        }
        for v in 0..self.size {
            match self.labels[self.tops[v]] {
                Label::Outer => self.duals[v] = minus(self.duals[v], delta),
                Label::Inner => self.duals[v] = plus(self.duals[v], delta),
                Label::Free => self.nearest_slacks[v] = minus(self.nearest_slacks[v], delta),
            }
        }
        let tops: Vec<usize> = self.top_blossoms().collect();
        for node in tops {
            let label = self.labels[node];
            let dual = &mut self.blossom_mut(node).dual;
            match label {
                Label::Outer => *dual = plus(*dual, delta),
                Label::Inner => *dual = minus(*dual, delta),
                Label::Free => {}
            }
        }
    }

    /// Opens an inner blossom during a search. The children on the even path from the entry to the base get labels; the others are no
    /// longer reached.
    fn open_inner(&mut self, node: usize) {
        let (outside, inside) = self.label_edges[node].expect("an inner node was entered");
        let entry = self.child_with(node, inside);
        let blossom = self.open_blossom(node);
        let length = blossom.children.len();
        let place = blossom
            .children
            .iter()
            .position(|&child| child == entry)
            .expect("a child of the blossom");
        let mut edge = (outside, inside);
        let way = Self::way_to_base(place, length);
        let mut at = place;
        for step in way.chunks_exact(2) {
            // An edge of the matching leads to the next child, which becomes outer.
            self.make_inner(blossom.children[at], edge);
            let (next, index, backwards) = step[1];
            let (from, to) = blossom.edges[index];
            edge = if backwards { (to, from) } else { (from, to) };
            at = next;
        }
        // The base is matched with a node outside, which is outer already.
        let base = blossom.children[at];
        self.labels[base] = Label::Inner;
        self.label_edges[base] = Some(edge);
    }

    /// Augments along the path from the root to `v` and on to `w`, whose node was unmatched.
    fn augment(&mut self, v: usize, w: usize) {
        let other = self.tops[w];
        if self.is_blossom(other) {
            self.turn_blossom(other, w);
        }
        self.mates[w] = v;
        self.match_towards_root(v, w);
    }

    /// Leaves an outer vertex alone, and flips the matching along the path from it to the root.
    fn leave_alone(&mut self, v: usize) {
        self.match_towards_root(v, NONE);
    }

    fn match_towards_root(&mut self, mut outer: usize, mut mate: usize) {
        loop {
            let node = self.tops[outer];
            if self.is_blossom(node) {
                self.turn_blossom(node, outer);
            }
            self.mates[outer] = mate;
            let Some((inner, _)) = self.label_edges[node] else {
                return;
            };
            let inner_node = self.tops[inner];
            let (next, entry) = self.label_edges[inner_node].expect("an inner node was entered");
            if self.is_blossom(inner_node) {
                self.turn_blossom(inner_node, entry);
            }
            self.mates[entry] = next;
            outer = next;
            mate = entry;
        }
    }
}
