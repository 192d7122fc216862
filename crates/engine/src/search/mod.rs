//! Principal variation search, the same for all games.
//!
//! The sign of a score changes only where the actor changes, and only a whole ply costs depth: a
//! reveal of Hidden960 is a step of the same side on the way to its move.

mod history;
mod list;
mod pursuit;
mod quiet;
mod reduce;
mod root;
mod table;
mod team;
mod time;
mod tree;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use manifold_rules::board::Color;
use manifold_rules::board::zobrist::scramble;
use manifold_rules::position::Bounds;

use crate::Playable;
pub(crate) use history::History;
use history::NO_KIND;
use list::Scored;
pub(crate) use pursuit::Forced;
use pursuit::Pursuit;
pub(crate) use root::RootAction;
pub(crate) use table::Table;
pub(crate) use team::Task;
pub(crate) use time::Times;

/// The score of a win on the spot; a win after n plies is worth n less.
pub const MATE: i32 = 30_000;
/// Scores beyond this are wins and losses.
const DECIDED: i32 = MATE - 2_000;
/// What a position is thought to be worth in which everything that was looked at loses by force, but not everything was
/// looked at.
const ALL_BUT_LOST: i32 = -5_000;
/// More than any score.
const INFINITE: i32 = MATE + 1;
/// The longest line that is followed.
const LONGEST: usize = 96;
/// No evaluation: the actor has no free choice.
const UNKNOWN: i32 = i32::MIN;

/// Whether a score says that somebody wins by force.
#[must_use]
pub fn is_mate(score: i32) -> bool {
    score.abs() >= DECIDED
}

/// The pursuit of forced wins goes on after so many positions of the search at the earliest,
const PURSUE_EVERY: u64 = 64;
/// and only if it has looked at no more than this share of as many: one in so many at first,
const PURSUIT_SHARE: u64 = 4;
/// and one in so many later.
const PURSUIT_SHARE_LATER: u64 = 12;
/// Later is when it has looked at so many in vain.
const PURSUED_IN_VAIN: u64 = 10_000;

/// When a search must end.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Budget<'a> {
    pub(crate) nodes: u64,
    pub(crate) deadline: Option<Instant>,
    pub(crate) stop: Option<&'a AtomicBool>,
}

/// What a weak player does not see.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Blindness {
    /// How many actions of a hundred are overlooked.
    pub(crate) percent: u32,
    /// Which ones.
    pub(crate) seed: u64,
}

impl Blindness {
    /// Whether an action of this kind is overlooked: in all positions that are looked at, or in none.
    #[inline]
    pub(crate) fn hides(self, color: Color, slot: usize) -> bool {
        self.percent > 0 && {
            let number = (slot as u64) << 1 | u64::from(color.is_black());
            scramble(self.seed ^ scramble(number)) % 100 < u64::from(self.percent)
        }
    }
}

/// One search of one seat.
pub(crate) struct Search<'a, P: Playable> {
    budget: Budget<'a>,
    bounds: Bounds,
    blindness: Blindness,
    table: &'a Table<P::Action>,
    history: &'a mut History,
    killers: Vec<[Option<P::Action>; 2]>,
    /// The kinds of the actions that led to every height.
    kinds: Vec<u16>,
    /// Evaluations along the line.
    worths: Vec<i32>,
    /// Actions that are left out, by height, while the others are looked at.
    excluded: Vec<Option<P::Action>>,
    /// The best line from every height.
    lines: Vec<Vec<P::Action>>,
    /// Room for lists of actions, by height.
    lists: Vec<Vec<Scored<P::Action>>>,
    raw: Vec<P::Action>,
    /// Repetition keys from the game and along the line.
    keys: Vec<u64>,
    root_ply: u32,
    root_depth: i32,
    nodes: u64,
    /// Where others can see how many positions were looked at.
    count: Option<&'a AtomicU64>,
    /// The greatest height that was reached.
    highest: usize,
    quiet_until: u64,
    stopped: bool,
    /// The search for forced wins only, if there is one.
    pursuit: Option<Box<Pursuit<P>>>,
    /// Positions that the pursuit has looked at, and how many the search must have before it goes on.
    pursued: u64,
    pursue_at: u64,
    /// Whether all is done when a forced win is found.
    ends_with_a_win: bool,
}

/// Where in the tree the search is.
#[derive(Debug, Clone, Copy)]
struct Spot {
    depth: i32,
    height: usize,
    /// Actions without a ply of their own that led here.
    steps: u32,
    may_pass: bool,
}

impl<'a, P: Playable> Search<'a, P> {
    pub(crate) fn new(
        table: &'a Table<P::Action>,
        history: &'a mut History,
        budget: Budget<'a>,
        bounds: Bounds,
        keys: &[u64],
    ) -> Search<'a, P> {
        Search {
            budget,
            bounds,
            blindness: Blindness::default(),
            table,
            history,
            killers: vec![[None; 2]; LONGEST + 2],
            kinds: vec![NO_KIND; LONGEST + 2],
            worths: vec![UNKNOWN; LONGEST + 2],
            excluded: vec![None; LONGEST + 2],
            lines: vec![Vec::new(); LONGEST + 2],
            lists: vec![Vec::new(); LONGEST + 2],
            raw: Vec::new(),
            keys: keys.to_vec(),
            root_ply: 0,
            root_depth: 0,
            nodes: 0,
            count: None,
            highest: 0,
            quiet_until: 0,
            stopped: false,
            pursuit: None,
            pursued: 0,
            pursue_at: 0,
            ends_with_a_win: false,
        }
    }

    /// The same search by somebody who does not see everything.
    pub(crate) fn blind(mut self, blindness: Blindness) -> Search<'a, P> {
        self.blindness = blindness;
        self
    }

    fn overlooks(&self, position: &P, action: P::Action) -> bool {
        self.blindness.percent > 0 && self.blindness.hides(position.actor(), P::slot(action))
    }

    /// Other limits for what is still to be done.
    pub(crate) fn go_on_until(&mut self, budget: Budget<'a>) {
        self.budget = budget;
        self.stopped = false;
    }

    /// Looks for a forced win of the actor of `position`, who has so many actions, as well, and ends when
    /// there is one if `ends`.
    pub(crate) fn pursuing(
        mut self,
        position: &P,
        actions: usize,
        keys: &[u64],
        ends: bool,
    ) -> Search<'a, P> {
        self.pursuit = Some(Box::new(Pursuit::new(position, keys)));
        // The first step alone looks at all of them: it must not be most of a short search.
        self.pursue_at = (actions as u64 * 3).max(PURSUE_EVERY);
        self.ends_with_a_win = ends;
        self
    }

    /// The forced win that the pursuit has found.
    pub(crate) fn forced_win(&self) -> Option<&Forced<P::Action>> {
        self.pursuit.as_ref()?.win()
    }

    /// Whether the pursuit may still find a win in fewer turns than this.
    pub(crate) fn may_find_a_win_in_less(&self, turns: u32) -> bool {
        let pursuit = self.pursuit.as_ref();
        pursuit.is_some_and(|pursuit| pursuit.is_open() && pursuit.turns() < turns)
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes + self.pursued
    }

    pub(crate) fn highest(&self) -> usize {
        self.highest
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Whether the search is to end: asked at every position.
    fn must_stop(&mut self) -> bool {
        if let Some(count) = self.count
            && self.nodes.is_multiple_of(256)
        {
            count.store(self.nodes, Ordering::Relaxed);
        }
        if self.nodes >= self.pursue_at && self.pursuit.is_some() && !self.stopped {
            self.pursue();
        }
        if !self.stopped {
            self.stopped = self.nodes() >= self.budget.nodes
                || self
                    .budget
                    .stop
                    .is_some_and(|stop| stop.load(Ordering::Relaxed))
                || self.nodes.is_multiple_of(P::CLOCK_NODES)
                    && self
                        .budget
                        .deadline
                        .is_some_and(|deadline| Instant::now() >= deadline);
        }
        self.stopped
    }

    /// Lets the pursuit go on for a while.
    fn pursue(&mut self) {
        let Some(mut pursuit) = self.pursuit.take() else {
            return;
        };
        let until = self.pursued + PURSUE_EVERY / PURSUIT_SHARE;
        while pursuit.is_open() && self.pursued < until && !self.is_at_an_end() {
            pursuit.step(self.budget.nodes - self.nodes());
            self.pursued = pursuit.nodes();
        }
        // One step can be a long one: the search makes up for it.
        let later = self.pursued.saturating_sub(PURSUED_IN_VAIN);
        let even = (self.pursued - later) * PURSUIT_SHARE + later * PURSUIT_SHARE_LATER;
        self.pursue_at = even.max(self.nodes + PURSUE_EVERY);
        self.stopped |= self.ends_with_a_win && pursuit.win().is_some();
        self.pursuit = Some(pursuit);
    }

    /// Whether nodes or time are used up, or somebody wants an end.
    fn is_at_an_end(&self) -> bool {
        self.nodes() >= self.budget.nodes
            || self
                .budget
                .stop
                .is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self
                .budget
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The score of a finished game for the actor of `position`.
    fn final_score(&self, position: &P, winner: Option<Color>) -> i32 {
        let plies = position.ply().saturating_sub(self.root_ply) as i32;
        match winner {
            None => 0,
            Some(color) if color == position.actor() => MATE - plies,
            Some(_) => plies - MATE,
        }
    }

    /// Whether the position is a draw by what the rules count. Once back on the line is taken for a
    /// draw: who can repeat once can repeat again.
    fn is_draw(&self, position: &P, key: u64) -> bool {
        let quiet = position.fifty_move_count();
        if quiet >= 100 {
            // Mate on the last ply is mate.
            return !position.may_be_over() || position.outcome().is_none();
        }
        if position.is_insufficient_material() {
            return true;
        }
        let span = self.keys.len().saturating_sub(quiet as usize);
        quiet >= 2 && self.keys[span..].contains(&key)
    }
}

/// Mate scores count from the root in the search, from the position in the table.
fn to_table(score: i32, plies: i32) -> i32 {
    if !is_mate(score) {
        score
    } else if score > 0 {
        score + plies
    } else {
        score - plies
    }
}

fn from_table(score: i32, plies: i32) -> i32 {
    if !is_mate(score) {
        score
    } else if score > 0 {
        score - plies
    } else {
        score + plies
    }
}
