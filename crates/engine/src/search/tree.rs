//! The tree: every position that is neither the root nor in quiescence.

use super::list::{BAD, Scored};
use super::reduce::{enough, reduction};
use super::table::{Bound, Entry};
use super::{
    ALL_BUT_LOST, DECIDED, INFINITE, LONGEST, MATE, NO_KIND, Search, Spot, UNKNOWN, from_table,
    is_mate, to_table,
};
use crate::{Playable, Scope};

/// A quiet action that promises so much attacks a king or the like: it is not left out.
const FORCING: i32 = 200;
/// So deep a search must be for a look at whether its best action is the only one.
const SINGULAR: i32 = 7;
/// Who is ahead by so much has won, and what is left to be found is the mate: so near the root the balance
/// of material does not say any more what can be left out.
const WON: i32 = 1_000;
const NEAR: usize = 5;

impl<P: Playable> Search<'_, P> {
    pub(super) fn search(&mut self, position: &P, alpha: i32, beta: i32, spot: Spot) -> i32 {
        if spot.depth <= 0 || spot.height >= LONGEST {
            self.quiet_until = self.nodes + P::QUIET_NODES;
            return self.quiesce(position, alpha, beta, 0, spot);
        }
        if self.must_stop() {
            return 0;
        }
        self.nodes += 1;
        self.highest = self.highest.max(spot.height);
        self.lines[spot.height].clear();
        if let Some(score) = self.too_late(position, alpha, beta) {
            return score;
        }
        if let Some(outcome) = position.won_at_once() {
            return self.final_score(position, outcome.winner);
        }
        if !position.is_settled() {
            return self.search_on(position, alpha, beta, spot);
        }
        let key = position.repetition_key();
        if self.is_draw(position, key) {
            return 0;
        }
        self.keys.push(key);
        let score = self.search_on(position, alpha, beta, spot);
        self.keys.pop();
        score
    }

    /// The search of a position that is no draw and not won.
    fn search_on(&mut self, position: &P, mut alpha: i32, beta: i32, spot: Spot) -> i32 {
        let Spot {
            mut depth, height, ..
        } = spot;
        let is_open = beta - alpha > 1;
        let excluded = self.excluded[height];
        let key = position.zobrist();
        let plies = position.ply().saturating_sub(self.root_ply) as i32;
        let known = if excluded.is_none() {
            self.table.get(key)
        } else {
            None
        };
        if let Some(entry) = &known
            && !is_open
            && entry.depth >= depth
            // What other searches have left out may be the shorter win.
            && (!is_hunt(alpha, beta) || is_mate(entry.score))
            && let Some(score) = decisive(entry, alpha, beta, plies)
        {
            return score;
        }
        let forced = position.is_forced();
        if forced && position.is_check() && height < 2 * self.root_depth as usize {
            depth += 1;
        }
        let sharp = forced || position.is_sharp();
        let worth = self.worth(position, known.as_ref(), forced, plies);
        self.worths[height] = if forced { UNKNOWN } else { worth };
        let improving = !forced && self.is_improving(height, worth);
        if !is_open
            && !sharp
            && excluded.is_none()
            && !is_mate(beta)
            && (beta > -WON || height > NEAR)
            && let Some(score) =
                self.cut_early(position, beta, worth, improving, Spot { depth, ..spot })
        {
            return score;
        }
        let first = known
            .as_ref()
            .and_then(|entry| entry.action)
            .filter(|action| position.is_legal(*action));
        if first.is_none() && depth >= 4 && !forced && excluded.is_none() && !is_hunt(alpha, beta) {
            // Nothing is known: a shallower look will tell what to begin with the next time.
            depth -= 1;
        }
        let mut extension = 0;
        if let (Some(entry), Some(action)) = (&known, first)
            && depth >= SINGULAR
            && !is_hunt(alpha, beta)
            && entry.bound != Bound::AtMost
            && entry.depth >= depth - 3
            && !is_mate(entry.score)
            && height < 2 * self.root_depth as usize
        {
            match self.is_singular(position, action, entry.score, beta, Spot { depth, ..spot }) {
                Singular::Only => extension = 1,
                Singular::Several(score) => return score,
                Singular::No => {}
            }
            if self.stopped {
                return 0;
            }
        }
        let mut list = std::mem::take(&mut self.lists[height]);
        list.clear();
        let mut listed = false;
        let mut complete = forced;
        if let Some(action) = first {
            list.push(Scored {
                action,
                order: i32::MAX,
                gain: position.gain(action),
            });
        } else {
            let width = self.width(depth, forced, is_hunt(alpha, beta));
            self.list(position, Spot { depth, ..spot }, width, None, &mut list);
            listed = true;
        }
        let mut best = -INFINITE;
        let mut best_action = None;
        let mut bound = Bound::AtMost;
        let mut number = 0;
        let mut tried = 0;
        let mut quiets = 0;
        loop {
            if number == list.len() {
                if listed {
                    if best > -DECIDED || complete || number == 0 || excluded.is_some() {
                        break;
                    }
                    // Before a loss is believed, everything that was left out is tried.
                    complete = true;
                    self.list_rest(position, spot, &mut list);
                    continue;
                }
                let width = self.width(depth, forced, is_hunt(alpha, beta));
                self.list(position, Spot { depth, ..spot }, width, first, &mut list);
                listed = true;
                continue;
            }
            let next = self.next_of(position, &mut list, number);
            number += 1;
            if excluded == Some(next.action) || self.overlooks(position, next.action) {
                continue;
            }
            let quiet = next.is_quiet();
            quiets += i32::from(quiet);
            if !is_open
                && !sharp
                && best > -DECIDED
                && tried > 0
                && !is_mate(alpha)
                && (alpha < WON || height > NEAR)
                && self.is_hopeless(
                    position,
                    &next,
                    Outlook {
                        depth,
                        quiets,
                        worth,
                        alpha,
                        improving,
                    },
                )
            {
                best = best.max(worth.min(alpha));
                continue;
            }
            tried += 1;
            let mut child = position.clone();
            child.play_unchecked(next.action);
            self.kinds[height + 1] = position.kind(next.action) as u16;
            let costs = i32::from(child.ply() > position.ply());
            let longer = if tried == 1 && first == Some(next.action) {
                extension
            } else {
                0
            };
            let there = Spot {
                depth: depth - costs + longer,
                height: height + 1,
                steps: if costs == 0 { spot.steps + 1 } else { 0 },
                may_pass: true,
            };
            let mut score;
            if tried == 1 {
                score = self.reply(position, &child, alpha, beta, there);
            } else {
                let less = if forced || depth < 3 || costs == 0 || is_hunt(alpha, beta) {
                    0
                } else {
                    fewer(&next, depth, tried, is_open, improving)
                        .min(there.depth - 1)
                        .max(0)
                };
                let shallow = Spot {
                    depth: there.depth - less,
                    ..there
                };
                score = self.reply(position, &child, alpha, alpha + 1, shallow);
                if score > alpha && less > 0 && !self.stopped {
                    score = self.reply(position, &child, alpha, alpha + 1, there);
                }
                if score > alpha && score < beta && !self.stopped {
                    score = self.reply(position, &child, alpha, beta, there);
                }
            }
            if self.stopped {
                self.lists[height] = list;
                return 0;
            }
            if score > best {
                best = score;
            }
            if score > alpha {
                alpha = score;
                best_action = Some(next.action);
                bound = Bound::Exact;
                self.extend_line(height, next.action);
                if score >= beta {
                    bound = Bound::AtLeast;
                    if quiet {
                        self.reward(position, height, depth, &list[..number]);
                    }
                    break;
                }
            }
        }
        self.lists[height] = list;
        if excluded.is_some() {
            return if tried == 0 { alpha } else { best };
        }
        if number == 0 {
            return match position.outcome() {
                Some(outcome) => self.final_score(position, outcome.winner),
                None => position.evaluate(),
            };
        }
        if tried == 0 {
            // All of it was overlooked.
            return position.evaluate();
        }
        if forced {
            best = believed::<P>(best, self.scope(Spot { depth, ..spot }));
        }
        // No more is claimed than that there is no shorter win: it tells these entries from others.
        if bound == Bound::AtMost && alpha >= DECIDED {
            best = best.max(alpha);
        } else if bound == Bound::AtLeast && beta <= -DECIDED {
            best = best.min(beta);
        }
        self.table
            .put(key, best_action, to_table(best, plies), depth, bound);
        best
    }

    /// What a position is worth at best or at worst, if a shorter win is known than any that could begin
    /// here.
    pub(super) fn too_late(&self, position: &P, alpha: i32, beta: i32) -> Option<i32> {
        let most = MATE - position.ply().saturating_sub(self.root_ply) as i32;
        if alpha >= most {
            Some(most)
        } else if beta <= -most {
            Some(-most)
        } else {
            None
        }
    }

    /// The evaluation, or what an earlier search knows better.
    fn worth(
        &self,
        position: &P,
        known: Option<&Entry<P::Action>>,
        forced: bool,
        plies: i32,
    ) -> i32 {
        if forced {
            return 0;
        }
        let worth = position.evaluate();
        let Some(entry) = known else { return worth };
        let score = from_table(entry.score, plies);
        let better = match entry.bound {
            Bound::Exact => true,
            Bound::AtLeast => score > worth,
            Bound::AtMost => score < worth,
        };
        if better && !is_mate(score) {
            score
        } else {
            worth
        }
    }

    /// Whether the actor is better off than at the turn before.
    fn is_improving(&self, height: usize, worth: i32) -> bool {
        let before = height
            .checked_sub(2)
            .map_or(UNKNOWN, |height| self.worths[height]);
        before == UNKNOWN || worth > before
    }

    /// A score without a look at any action, if the position is so good or so bad that it will do.
    fn cut_early(
        &mut self,
        position: &P,
        beta: i32,
        worth: i32,
        improving: bool,
        spot: Spot,
    ) -> Option<i32> {
        let depth = spot.depth;
        if depth <= 7 && worth - P::MARGIN * (depth - i32::from(improving)) >= beta {
            return Some((worth + beta) / 2);
        }
        if depth >= 3 && spot.may_pass && worth >= beta {
            return self.search_null(position, beta, worth, spot);
        }
        None
    }

    /// What the position is worth if the player to move does nothing: if that is enough, it is enough.
    fn search_null(&mut self, position: &P, beta: i32, worth: i32, spot: Spot) -> Option<i32> {
        let child = position
            .after_nothing()
            .filter(|child| child.actor() != position.actor())?;
        let surplus = ((worth - beta) / (2 * P::MARGIN)).min(3);
        let there = Spot {
            depth: spot.depth - 3 - spot.depth / 4 - surplus,
            height: spot.height + 1,
            steps: 0,
            may_pass: false,
        };
        self.kinds[spot.height + 1] = NO_KIND;
        let score = self.reply(position, &child, beta - 1, beta, there);
        (score >= beta && !self.stopped).then(|| if is_mate(score) { beta } else { score })
    }

    /// Whether all actions but `action` are clearly worse.
    fn is_singular(
        &mut self,
        position: &P,
        action: P::Action,
        score: i32,
        beta: i32,
        spot: Spot,
    ) -> Singular {
        let bar = score - 2 * spot.depth;
        let there = Spot {
            depth: (spot.depth - 1) / 2,
            may_pass: false,
            ..spot
        };
        self.excluded[spot.height] = Some(action);
        let others = self.search_on(position, bar - 1, bar, there);
        self.excluded[spot.height] = None;
        self.lines[spot.height].clear();
        if others < bar {
            Singular::Only
        } else if bar >= beta {
            Singular::Several(bar)
        } else {
            Singular::No
        }
    }

    /// Whether an action cannot raise the score, as far as can be said without a look.
    fn is_hopeless(&self, position: &P, next: &Scored<P::Action>, outlook: Outlook) -> bool {
        let Outlook {
            depth,
            quiets,
            worth,
            alpha,
            improving,
        } = outlook;
        if !next.is_quiet() {
            let loses = depth <= 5 && next.order < BAD / 2 && next.order - BAD < -90 * depth;
            // Sacrifices that leave no free choice are looked at.
            return loses && {
                let mut child = position.clone();
                child.play_unchecked(next.action);
                !child.is_forced()
            };
        }
        if depth > 8 || position.promise(next.action) >= FORCING {
            return false;
        }
        if quiets > enough(depth, improving) {
            return true;
        }
        let out_of_reach = || worth + P::MARGIN * (depth + 1) <= alpha;
        let out_of_favour = || next.order < -2_500 * depth;
        let loses = || position.exchange(next.action) < -30 * depth * depth;
        depth <= 6 && (out_of_reach() || out_of_favour() || loses())
    }

    /// The score of `child` for the actor of `position`.
    pub(super) fn reply(
        &mut self,
        position: &P,
        child: &P,
        alpha: i32,
        beta: i32,
        spot: Spot,
    ) -> i32 {
        if child.actor() == position.actor() {
            self.search(child, alpha, beta, spot)
        } else {
            -self.search(child, -beta, -alpha, spot)
        }
    }

    pub(super) fn extend_line(&mut self, height: usize, action: P::Action) {
        let (line, rest) = self.lines.split_at_mut(height + 1);
        line[height].clear();
        line[height].push(action);
        line[height].extend_from_slice(&rest[0]);
    }
}

/// The score of an actor without a free choice, after all candidates of this scope: no loss before every answer
/// was tried.
pub(super) fn believed<P: Playable>(best: i32, scope: Scope) -> i32 {
    if best <= -DECIDED && P::may_leave_out_an_answer(scope) {
        ALL_BUT_LOST
    } else {
        best
    }
}

/// Whether a win by force is known, and only a shorter one is still of interest.
fn is_hunt(alpha: i32, beta: i32) -> bool {
    alpha >= DECIDED || beta <= -DECIDED
}

/// What is known before an action is tried.
struct Outlook {
    depth: i32,
    quiets: i32,
    worth: i32,
    alpha: i32,
    improving: bool,
}

/// What a look at all actions but one has shown.
enum Singular {
    /// The one is clearly the best.
    Only,
    /// Others are good enough for this score.
    Several(i32),
    /// Neither.
    No,
}

/// The score of an entry, if it says enough.
pub(super) fn decisive<A>(entry: &Entry<A>, alpha: i32, beta: i32, plies: i32) -> Option<i32> {
    let score = from_table(entry.score, plies);
    let cuts = match entry.bound {
        Bound::Exact => true,
        Bound::AtLeast => score >= beta,
        Bound::AtMost => score <= alpha,
    };
    cuts.then_some(score)
}

/// By how many plies less an action is looked at first.
fn fewer<A>(next: &Scored<A>, depth: i32, tried: i32, is_open: bool, improving: bool) -> i32 {
    if !next.is_quiet() {
        return i32::from(next.order < 0 && tried > 2);
    }
    let mut parts = reduction(depth, tried) - next.order.clamp(-32_000, 32_000) / 12;
    if !improving {
        parts += 700;
    }
    if is_open {
        parts -= 1_024;
    }
    parts / 1_024
}
