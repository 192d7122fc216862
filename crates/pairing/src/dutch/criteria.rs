//! The criteria of C.04.3 article 2 from C6 on, as numbers to be maximised lexicographically.
//!
//! | criterion | here | what is added for a pair |
//! | --- | --- | --- |
//! | C6 fewest downfloaters | `pairs` | 1 in the bracket |
//! | C7 lowest scores of downfloaters | `mdps_paired` | 1 for a moved-down player (MDP), by score |
//! | C8 C6 and C7 in the next bracket | `next_pairs`, `next_paired` | the same, in the next bracket |
//! | C9 fewest unplayed games of the player with the bye | `unplayed` | the unplayed games of both |
//! | C10 colour difference of topscorers | `exceeding` | -1 for each beyond 2 |
//! | C11 same colour three times, topscorers | `third` | -1 for each |
//! | C12 colour preferences | `wishes` | -1 for each preference not granted |
//! | C13 strong colour preferences | `strong_wishes` | -1 for each preference not granted |
//! | C14, C16 residents who floated down | `floats[_].down` | 1 for each who is paired |
//! | C15, C17 opponents of MDPs who floated up | `floats[_].up` | -1 for each |
//! | C18, C20 score differences of MDPs who floated down | `floats[_].mdps` | 1 for each who is paired, by score |
//! | C19, C21 score differences of such opponents | `floats[_].opponents` | -1 for each, by the MDP's score |
//!
//! As all residents have the same score, the score difference of a paired MDP follows from the MDP's score; the score difference of an MDP
//! who floats on is greater than any of those (commentary of the Technical Commission to C18).

use super::colours::Strength;
use super::entrant::Float;
use super::weights::{Field, Layout, add};
use super::{Entrant, Node, Role, Round};
use crate::matching::Weight;

/// C14 to C17 and C18 to C21, for one of the last two rounds.
#[derive(Clone, Debug)]
struct Floats {
    rounds_ago: usize,
    down: Option<Field>,
    up: Option<Field>,
    mdps: Vec<Option<Field>>,
    opponents: Vec<Option<Field>>,
}

/// The places of all criteria in a weight.
#[derive(Clone, Debug)]
pub(super) struct Criteria {
    pairs: Option<Field>,
    mdps_paired: Vec<Option<Field>>,
    next_pairs: Option<Field>,
    next_paired: Vec<Option<Field>>,
    unplayed: Option<Field>,
    exceeding: Option<Field>,
    third: Option<Field>,
    wishes: Option<Field>,
    strong_wishes: Option<Field>,
    floats: [Floats; 2],
    /// Article 4.3.1: fewer exchanges of residents are better.
    exchanges: Option<Field>,
    /// Article 4.3.2: the numbers of the players in S1.
    upper: Option<Field>,
    /// The bonus for what a step of the choice prefers.
    bonus: Option<Field>,
    lanes: usize,
}

/// The bounds of the counts in the criteria.
pub(super) struct Extent<'a> {
    pub(super) nodes: &'a [Node],
    /// The number of MDPs in the bracket, by score.
    pub(super) mdps_by_score: &'a [usize],
    /// The number of players who could float to the next bracket (MDPs, limbo and residents), by score; empty if it is not in the graph.
    pub(super) floaters_by_score: &'a [usize],
    /// Whether C9 applies.
    pub(super) bye_here: bool,
    /// Whether exchanges are counted.
    pub(super) counts_exchanges: bool,
}

impl Criteria {
    pub(super) fn new(round: &Round, extent: &Extent<'_>) -> Criteria {
        let mut layout = Layout::default();
        let count = |role: Role| extent.nodes.iter().filter(|node| node.role == role).count();
        let (mdps, residents) = (count(Role::Mdp), count(Role::Resident));
        let all = mdps + residents;
        let next = if extent.floaters_by_score.is_empty() {
            0
        } else {
            extent.nodes.len()
        };
        let unplayed = || {
            let here = extent
                .nodes
                .iter()
                .filter(|node| matches!(node.role, Role::Mdp | Role::Resident));
            here.map(|node| round.entrants[node.entrant].unplayed).sum()
        };
        let topscorers = round.entrants.iter().any(|entrant| entrant.topscorer);
        let by_score = |layout: &mut Layout, counts: &[usize]| -> Vec<Option<Field>> {
            counts.iter().map(|&count| layout.add(count)).collect()
        };
        let pairs = layout.add(all);
        let mdps_paired = by_score(&mut layout, extent.mdps_by_score);
        let next_pairs = layout.add(next);
        let next_paired = by_score(&mut layout, extent.floaters_by_score);
        let unplayed = layout.add(if extent.bye_here { unplayed() } else { 0 });
        let exceeding = layout.add(if topscorers { all } else { 0 });
        let third = layout.add(if topscorers { all } else { 0 });
        let wishes = layout.add(all);
        let strong_wishes = layout.add(all);
        let floated = |rounds_ago: usize, float: Float| {
            let here = extent
                .nodes
                .iter()
                .filter(|node| node.role == Role::Resident)
                .filter(|node| round.entrants[node.entrant].floated(rounds_ago, float));
            here.count()
        };
        let upfloats = |layout: &mut Layout, rounds_ago: usize| {
            layout.add(floated(rounds_ago, Float::Up).min(mdps))
        };
        let [down, up, down_two, up_two] = [
            layout.add(floated(1, Float::Down)),
            upfloats(&mut layout, 1),
            layout.add(floated(2, Float::Down)),
            upfloats(&mut layout, 2),
        ];
        let [mdps, opponents, mdps_two, opponents_two] =
            std::array::from_fn(|_| by_score(&mut layout, extent.mdps_by_score));
        let exchanges = layout.add(if extent.counts_exchanges { all } else { 0 });
        let upper = layout.add(if extent.counts_exchanges {
            all * all
        } else {
            0
        });
        let bonus = layout.add(4 * all + 4);
        Criteria {
            pairs,
            mdps_paired,
            next_pairs,
            next_paired,
            unplayed,
            exceeding,
            third,
            wishes,
            strong_wishes,
            floats: [
                Floats {
                    rounds_ago: 1,
                    down,
                    up,
                    mdps,
                    opponents,
                },
                Floats {
                    rounds_ago: 2,
                    down: down_two,
                    up: up_two,
                    mdps: mdps_two,
                    opponents: opponents_two,
                },
            ],
            exchanges,
            upper,
            bonus,
            lanes: layout.lanes(),
        }
    }

    pub(super) fn lanes(&self) -> usize {
        self.lanes
    }

    pub(super) fn add_bonus<const N: usize>(&self, weight: &mut Weight<N>, value: i64) {
        add(weight, self.bonus, value);
    }

    /// The initial dual of a player: twice the player's share in the weight of a pair. Pairs of residents, and of the next bracket, are
    /// then tight if no colour criterion counts against them; with `exchanges`, the number of pairs, only pairs between S1 and S2.
    pub(super) fn dual<const N: usize>(
        &self,
        round: &Round,
        node: Node,
        exchanges: Option<usize>,
    ) -> Weight<N> {
        let mut dual = [0; N];
        match node.role {
            Role::Resident => {}
            Role::Next => {
                add(&mut dual, self.next_pairs, 1);
                return dual;
            }
            _ => return dual,
        }
        let entrant = &round.entrants[node.entrant];
        add(&mut dual, self.pairs, 1);
        add(&mut dual, self.unplayed, 2 * signed(entrant.unplayed));
        for floats in &self.floats {
            let down = entrant.floated(floats.rounds_ago, Float::Down);
            add(&mut dual, floats.down, 2 * i64::from(down));
        }
        match exchanges {
            Some(pairs) if node.index < pairs => {
                add(&mut dual, self.exchanges, 1);
                add(&mut dual, self.upper, -2 * signed(node.index));
            }
            Some(_) => add(&mut dual, self.exchanges, -1),
            None => {}
        }
        dual
    }

    /// The weight of a pair of residents, with the exchange criteria added; `index` is the higher-ranked player's.
    pub(super) fn with_exchange<const N: usize>(
        &self,
        weight: Weight<N>,
        index: usize,
        pairs: usize,
    ) -> Weight<N> {
        let mut weight = weight;
        add(&mut weight, self.exchanges, -i64::from(index >= pairs));
        add(&mut weight, self.upper, -signed(index));
        weight
    }

    /// The weight of a pair of which `a` is ranked higher; `None` if it is not allowed.
    pub(super) fn weight<const N: usize>(
        &self,
        round: &Round,
        a: Node,
        b: Node,
    ) -> Option<Weight<N>> {
        let mut weight = [0; N];
        if b.role == Role::Bye {
            return round.may_get_bye(a.entrant).then_some(weight);
        }
        if !round.may_meet(a.entrant, b.entrant) {
            return None;
        }
        match (a.role, b.role) {
            (Role::Mdp | Role::Resident, Role::Resident) => {
                self.here(&mut weight, round, a, b);
            }
            // Pairs of players who have floated down together would have been made above.
            (Role::Mdp | Role::Limbo, Role::Mdp | Role::Limbo)
            | (Role::Limbo, Role::Resident)
            | (Role::Resident, Role::Limbo | Role::Mdp) => return None,
            (Role::Mdp | Role::Limbo | Role::Resident, Role::Next) => {
                add(&mut weight, self.next_pairs, 1);
                add(&mut weight, self.next_paired[a.score_class], 1);
            }
            (Role::Next, Role::Next) => add(&mut weight, self.next_pairs, 1),
            _ => {}
        }
        Some(weight)
    }

    /// C6, C7 and C9 to C21 for a pair in the bracket.
    fn here<const N: usize>(&self, weight: &mut Weight<N>, round: &Round, a: Node, b: Node) {
        let (higher, lower) = (&round.entrants[a.entrant], &round.entrants[b.entrant]);
        let is_mdp = a.role == Role::Mdp;
        add(weight, self.pairs, 1);
        if is_mdp {
            add(weight, self.mdps_paired[a.score_class], 1);
        }
        let unplayed = signed(higher.unplayed + lower.unplayed);
        add(weight, self.unplayed, unplayed);
        self.colours(weight, round, higher, lower);
        for floats in &self.floats {
            let ago = floats.rounds_ago;
            let down = |entrant: &Entrant| i64::from(entrant.floated(ago, Float::Down));
            add(weight, floats.down, down(lower));
            if is_mdp {
                let up = i64::from(lower.floated(ago, Float::Up));
                add(weight, floats.up, -up);
                add(weight, floats.mdps[a.score_class], down(higher));
                add(weight, floats.opponents[a.score_class], -up);
            } else {
                add(weight, floats.down, down(higher));
            }
        }
    }

    /// C10 to C13: the colour criteria, with the colours that the pair gets by article 5.
    fn colours<const N: usize>(
        &self,
        weight: &mut Weight<N>,
        round: &Round,
        higher: &Entrant,
        lower: &Entrant,
    ) {
        let colour = round.colour(higher, lower);
        for (entrant, colour) in [(higher, colour), (lower, colour.opposite())] {
            if higher.topscorer || lower.topscorer {
                let exceeds = entrant.colours.would_exceed(colour);
                let third = entrant.colours.would_be_third(colour);
                add(weight, self.exceeding, -i64::from(exceeds));
                add(weight, self.third, -i64::from(third));
            }
            let (strength, wish) = entrant.preference;
            if wish.is_some_and(|wish| wish != colour) {
                add(weight, self.wishes, -1);
                let strong = strength == Strength::Strong;
                add(weight, self.strong_wishes, -i64::from(strong));
            }
        }
    }
}

/// Converts a count; counts in a tournament are small.
fn signed(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
