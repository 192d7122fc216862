//! Compares with all matchings of small graphs, also after changes.

use super::{Matching, Weight};

/// The maximum weight of a matching in which only optional vertices are alone, by trying all.
fn best(
    optional: &[bool],
    weight: &dyn Fn(usize, usize) -> Option<Weight<2>>,
    gone: &[bool],
) -> Option<Weight<2>> {
    fn go(
        v: usize,
        used: &mut Vec<bool>,
        optional: &[bool],
        weight: &dyn Fn(usize, usize) -> Option<Weight<2>>,
    ) -> Option<Weight<2>> {
        if v == used.len() {
            return Some([0, 0]);
        }
        if used[v] {
            return go(v + 1, used, optional, weight);
        }
        let mut best = if optional[v] {
            go(v + 1, used, optional, weight)
        } else {
            None
        };
        for w in v + 1..used.len() {
            if let (false, Some(edge)) = (used[w], weight(v, w)) {
                used[w] = true;
                let rest = go(v + 1, used, optional, weight);
                used[w] = false;
                best = best.max(rest.map(|rest| [rest[0] + edge[0], rest[1] + edge[1]]));
            }
        }
        best
    }
    go(0, &mut gone.to_vec(), optional, weight)
}

fn total(matching: &Matching<2>, weight: &dyn Fn(usize, usize) -> Option<Weight<2>>) -> Weight<2> {
    let mut sum = [0, 0];
    for v in 0..matching.size {
        if let Some(w) = matching.mate(v) {
            assert_eq!(matching.mate(w), Some(v));
            if v < w {
                let edge = weight(v, w).expect("an edge");
                sum = [sum[0] + edge[0], sum[1] + edge[1]];
            }
        }
    }
    sum
}

#[test]
fn the_matching_is_as_heavy_as_the_best_of_all_and_stays_so_after_changes() {
    let mut random = fastrand::Rng::with_seed(1);
    for round in 0..30_000 {
        let size = random.usize(2..10);
        let all_optional = random.bool();
        let optional: Vec<bool> = (0..size)
            .map(|_| all_optional || random.u8(..4) == 0)
            .collect();
        let density = random.u8(2..11);
        let spread = random.i64(1..8);
        let mut table: Vec<Option<Weight<2>>> = vec![None; size * size];
        for v in 0..size {
            for w in v + 1..size {
                if random.u8(..10) < density {
                    table[v * size + w] =
                        Some([random.i64(-1..spread), random.i64(-spread..spread)]);
                }
            }
        }
        let at =
            |table: &[Option<Weight<2>>], v: usize, w: usize| table[v.min(w) * size + v.max(w)];
        let mut matching = Matching::new(optional.clone(), |v, w| at(&table, v, w));
        if random.bool() {
            matching.start();
        }
        let mut gone = vec![false; size];
        for _ in 0..4 {
            let weight = |v: usize, w: usize| at(&table, v, w);
            let expected = best(&optional, &weight, &gone);
            let solved = matching.solve();
            assert_eq!(solved.is_ok(), expected.is_some(), "round {round}");
            let Some(expected) = expected else { break };
            assert_eq!(
                total(&matching, &weight),
                expected,
                "round {round}: {table:?}"
            );
            match random.u8(..3) {
                0 => {
                    let v = random.usize(..size);
                    if !gone[v] {
                        let by: Vec<i64> = (0..size).map(|_| random.i64(-3..4)).collect();
                        matching.reweigh(v, 0..size, |w, weight| weight[1] += by[w]);
                        for w in 0..size {
                            if w != v
                                && let Some(weight) = &mut table[v.min(w) * size + v.max(w)]
                            {
                                weight[1] += by[w];
                            }
                        }
                    }
                }
                1 => {
                    let v = random.usize(..size);
                    if let Some(w) = matching.mate(v) {
                        matching.remove_pair(v, w);
                        gone[v] = true;
                        gone[w] = true;
                    }
                }
                _ => {
                    let (v, w) = (random.usize(..size), random.usize(..size));
                    if v != w && matching.mate(v) != Some(w) {
                        matching.forbid(v, w);
                        table[v.min(w) * size + v.max(w)] = None;
                    }
                }
            }
        }
    }
}

#[test]
fn what_is_tight_is_all_that_a_heaviest_matching_can_have() {
    let mut random = fastrand::Rng::with_seed(2);
    for _ in 0..5_000 {
        let size = 2 * random.usize(1..5);
        let weights: Vec<Weight<2>> = (0..size * size).map(|_| [random.i64(0..3), 0]).collect();
        let weight = |v: usize, w: usize| Some(weights[v.min(w) * size + v.max(w)]);
        let mut matching = Matching::new(vec![false; size], weight);
        matching.solve().expect("all edges exist");
        let greatest = total(&matching, &weight);
        for v in 0..size {
            for w in v + 1..size {
                let mut gone = vec![false; size];
                gone[v] = true;
                gone[w] = true;
                let edge = weights[v * size + w];
                let rest = best(&vec![false; size], &weight, &gone).expect("all edges exist");
                let possible = [rest[0] + edge[0], rest[1] + edge[1]] == greatest;
                assert!(!possible || matching.is_tight(v, w));
            }
        }
    }
}
