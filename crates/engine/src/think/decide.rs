//! The steps of a decision: determinizations, root ordering, search, choice.

use manifold_rules::board::zobrist::scramble;

use super::choice::HALVINGS;
use super::root_ordering::RootOrdering;
use super::thinker::Thinker;
use crate::level::Level;
use crate::playable::{Playable, Scope};
use crate::random::Random;
use crate::report::{Line, SearchResult};
use crate::search::score::MATE;
use crate::search::worker::Blindness;

/// With several determinizations, actions within this margin of the best get an exact score in each, in centipawns: another may be best in
/// the average.
const SPREAD: i32 = 120;
/// Nodes in a millisecond, roughly.
const NODES_IN_MS: u64 = 1_000;
/// Minimum number of nodes for each determinization.
const NODES_EACH: u64 = 2_500;
/// Plies from the start of the game in which full strength varies its play.
const OPENING: u32 = 8;
/// How much worse an action must be to be half as likely in these plies, in centipawns.
const VARIETY: i32 = 4;

impl<P: Playable> Thinker<'_, P> {
    /// Makes the decision. `None` if the player has nothing to decide.
    pub(crate) fn think(mut self) -> Option<SearchResult<P>> {
        let strength = self.options.level.strength::<P>();
        let knowledge = self.known.knowledge();
        if let Some(action) = P::unlisted_action(knowledge, self.only, &mut self.random) {
            return Some(without_search(action, 0));
        }
        let most = self.max_determinizations(strength.determinizations);
        let analyses = self.position.is_some();
        let drawn = match self.position.take() {
            Some(position) => vec![position],
            None => P::determinizations(knowledge, self.known.memory(), &mut self.random, most),
        };
        let (mut determinizations, mut weights) = distinct(drawn);
        let position = determinizations
            .first()
            .filter(|position| position.actor() == self.known.color())?
            .clone();
        let mut actions = Vec::new();
        position.candidates(Scope::Root(self.options.bounds), &mut actions);
        // A caller may use one seed for a whole game: mixing in the ply makes the random choices from here on differ from move to move.
        self.random = Random::new(self.options.seed ^ scramble(u64::from(position.ply()) + 1));
        self.overlook_some(&position, &mut actions);
        self.keep_only(&determinizations, &mut actions);
        let roots = match self.order_roots(&position, &determinizations, &actions) {
            RootOrdering::Win(action) => return Some(without_search(action, MATE - 1)),
            RootOrdering::Roots { roots, doubts } => {
                // Positions that were not drawn are searched too, if an action that wins in all that were does not win in them.
                weights.resize(determinizations.len() + doubts.len(), 1);
                determinizations.extend(doubts);
                roots
            }
        };
        let first = roots.first()?;
        if roots.len() == 1 && !analyses && self.only_has_to_act() {
            return Some(without_search(first.action, first.score.unwrap_or(0)));
        }
        let temperature = self.temperature(&position);
        let spread = if determinizations.len() > 1 {
            SPREAD
        } else {
            0
        };
        let margin = spread.max(temperature * HALVINGS);
        let mut searched = self.search(&determinizations, &weights, roots, margin);
        let chosen = self.choose(&determinizations, &searched, temperature)?;
        let Line { action, score, pv } = searched.lines.get(chosen)?.clone();
        searched.lines.truncate(self.multi_pv());
        Some(SearchResult {
            action,
            score,
            pv,
            nodes: searched.nodes,
            depth: searched.depth,
            cutoffs: searched.cutoffs,
            lines: searched.lines,
        })
    }

    /// Whether only an action is wanted, soon, and not its score.
    fn only_has_to_act(&self) -> bool {
        let limits = self.options.limits;
        let is_timed = limits.clock.is_some() || limits.time.is_some();
        let is_asked_for_score =
            self.multi_pv() > 1 || limits.mate.is_some() || !self.only.is_empty();
        (is_timed || self.options.level < Level::FULL) && !is_asked_for_score
    }

    /// How much worse an action must be to be half as likely, in centipawns. Full strength varies its play in the
    /// opening only, so that games differ.
    fn temperature(&self, position: &P) -> i32 {
        let opening = position.ply() < OPENING && self.multi_pv() == 1;
        match self.options.level {
            Level::FULL if opening => VARIETY,
            level => level.strength::<P>().temperature,
        }
    }

    /// Removes the root actions that a weak level overlooks.
    fn overlook_some(&mut self, position: &P, actions: &mut Vec<P::Action>) {
        let blindness = Blindness {
            percent: self.options.level.strength::<P>().blindness / 2,
            seed: self.random.number(),
        };
        let sees =
            |action: &P::Action| !blindness.hides(position.actor(), P::butterfly_index(*action));
        if blindness.percent > 0 && actions.iter().any(sees) {
            actions.retain(sees);
        }
    }

    /// Replaces the root actions by those that were asked for and are legal, if there are any.
    fn keep_only(&self, determinizations: &[P], actions: &mut Vec<P::Action>) {
        let mut asked: Vec<P::Action> = Vec::with_capacity(self.only.len());
        for action in self.only {
            let is_legal = determinizations.iter().all(|one| one.is_legal(*action));
            if is_legal && !asked.contains(action) {
                asked.push(*action);
            }
        }
        if !asked.is_empty() {
            *actions = asked;
        }
    }

    /// The number of determinizations: fewer with few nodes or little time, so that each is searched to some depth.
    fn max_determinizations(&self, most: usize) -> usize {
        let nodes = self.options.limits.nodes.unwrap_or(u64::MAX);
        let time = self.time.hard_limit().map_or(u64::MAX, |time| {
            (time.as_millis() as u64).saturating_mul(NODES_IN_MS)
        });
        most.min((nodes.min(time) / NODES_EACH).max(1) as usize)
    }
}

/// The distinct positions among those drawn, and how often each was.
fn distinct<P: Playable>(drawn: Vec<P>) -> (Vec<P>, Vec<i64>) {
    let mut positions: Vec<P> = Vec::with_capacity(drawn.len());
    let mut weights: Vec<i64> = Vec::with_capacity(drawn.len());
    for position in drawn {
        match positions.iter().position(|known| *known == position) {
            Some(place) => weights[place] += 1,
            None => {
                positions.push(position);
                weights.push(1);
            }
        }
    }
    (positions, weights)
}

/// A decision that needed no search.
fn without_search<P: Playable>(action: P::Action, score: i32) -> SearchResult<P> {
    SearchResult {
        action,
        score,
        pv: vec![action],
        nodes: 0,
        depth: 0,
        cutoffs: [0; 2],
        lines: vec![Line {
            action,
            score,
            pv: vec![action],
        }],
    }
}
