//! A reference implementation of the Dutch System, written from the articles of C.04.3 and compared with the crate: every candidate is
//! generated, in the order of articles 3 and 4, and judged by the criteria of article 2. It is slow, and shares only the types of a
//! tournament with the crate.

mod support;

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::thread;

use manifold_pairing::{Board, Colour, Entry, Number, Points, Score, Tournament, dutch};
use support::{describe, random_tournament};

/// The strength of a colour preference: article 1.7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    None,
    Mild,
    Strong,
    Absolute,
}

#[derive(Clone, Debug)]
struct One {
    number: Number,
    score: Points,
    history: Vec<Colour>,
    kind: Kind,
    wish: Option<Colour>,
    down: [bool; 2],
    up: [bool; 2],
    unplayed: usize,
    bye: bool,
    top: bool,
    met: Vec<Number>,
}

fn balance(history: &[Colour]) -> i32 {
    let white = history.iter().filter(|&&c| c == Colour::White).count();
    i32::try_from(2 * white).unwrap() - i32::try_from(history.len()).unwrap()
}

fn score_before(tournament: &Tournament, number: Number, round: usize) -> Points {
    let player = tournament
        .players
        .iter()
        .find(|p| p.number == number)
        .unwrap();
    (1..round)
        .map(|r| tournament.scoring.points(player.entry(r)))
        .sum()
}

fn players(tournament: &Tournament, round: usize) -> Vec<One> {
    let mut all = Vec::new();
    for player in tournament
        .players
        .iter()
        .filter(|p| p.entries.len() < round)
    {
        let history: Vec<Colour> = (1..round)
            .filter_map(|r| match player.entry(r) {
                Entry::Game { colour, .. } => Some(colour),
                _ => None,
            })
            .collect();
        let score = score_before(tournament, player.number, round);
        let difference = balance(&history);
        let last_two_same =
            history.len() > 1 && history[history.len() - 1] == history[history.len() - 2];
        let (kind, wish) = if history.is_empty() {
            (Kind::None, None)
        } else if difference < -1 || (last_two_same && history.ends_with(&[Colour::Black])) {
            (Kind::Absolute, Some(Colour::White))
        } else if difference > 1 || (last_two_same && history.ends_with(&[Colour::White])) {
            (Kind::Absolute, Some(Colour::Black))
        } else if difference == 1 {
            (Kind::Strong, Some(Colour::Black))
        } else if difference == -1 {
            (Kind::Strong, Some(Colour::White))
        } else {
            (Kind::Mild, Some(history[history.len() - 1].opposite()))
        };
        let mut down = [false; 2];
        let mut up = [false; 2];
        for ago in 1..=2 {
            if round <= ago {
                continue;
            }
            match player.entry(round - ago) {
                Entry::Game { opponent, .. } => {
                    let mine = score_before(tournament, player.number, round - ago);
                    let theirs = score_before(tournament, opponent, round - ago);
                    down[ago - 1] = mine > theirs;
                    up[ago - 1] = mine < theirs;
                }
                Entry::PairingBye
                | Entry::HalfBye
                | Entry::FullBye
                | Entry::Forfeit { won: true, .. } => {
                    down[ago - 1] = true;
                }
                Entry::Absent | Entry::Void { .. } | Entry::Forfeit { won: false, .. } => {}
            }
        }
        let past = || (1..round).map(|r| player.entry(r));
        all.push(One {
            number: player.number,
            score,
            kind,
            wish,
            down,
            up,
            unplayed: past().filter(|e| !e.is_played()).count(),
            bye: !past().any(|e| {
                matches!(
                    e,
                    Entry::PairingBye | Entry::FullBye | Entry::Forfeit { won: true, .. }
                )
            }),
            top: tournament.rounds == Some(round)
                && score.halves() > i32::try_from(round - 1).unwrap(),
            met: past()
                .filter_map(|e| if e.is_played() { e.opponent() } else { None })
                .collect(),
            history,
        });
    }
    all.sort_by_key(|one| (Reverse(one.score), one.number));
    all
}

struct Judge {
    all: Vec<One>,
    forbidden: Vec<Vec<Number>>,
    initial: Colour,
    bye_score: Option<Points>,
    completions: HashMap<(u32, Option<Points>), bool>,
    /// C8: what the next bracket can reach.
    next: HashMap<(Vec<usize>, usize), Reach>,
}

type Pairs = Vec<(usize, usize)>;
/// The number of pairs, and the scores of the players left over.
type Reach = (usize, Vec<Reverse<Points>>);
/// The failures of a candidate by each criterion, most important first; smaller is better.
type Failure = Vec<Vec<i64>>;

impl Judge {
    /// C1 and C3.
    fn legal(&self, a: usize, b: usize) -> bool {
        let (x, y) = (&self.all[a], &self.all[b]);
        let forbidden =
            |group: &Vec<Number>| group.contains(&x.number) && group.contains(&y.number);
        if x.met.contains(&y.number) || self.forbidden.iter().any(forbidden) {
            return false;
        }
        let same = x.kind == Kind::Absolute && y.kind == Kind::Absolute && x.wish == y.wish;
        !same || x.top || y.top
    }

    /// C4: whether all players in the set can be paired, with the bye going to a player with this score.
    fn completable(&mut self, left: u32, bye: Option<Points>) -> bool {
        if left == 0 {
            return bye.is_none();
        }
        if let Some(&known) = self.completions.get(&(left, bye)) {
            return known;
        }
        let first = left.trailing_zeros() as usize;
        let without = left & !(1 << first);
        let mut found = false;
        if let Some(score) = bye
            && left.count_ones() % 2 == 1
            && self.all[first].bye
            && self.all[first].score == score
            && self.completable_pairs(without)
        {
            found = true;
        }
        for other in first + 1..self.all.len() {
            if !found && without & (1 << other) != 0 && self.legal(first, other) {
                found = self.completable(without & !(1 << other), bye);
            }
        }
        self.completions.insert((left, bye), found);
        found
    }

    fn completable_pairs(&mut self, left: u32) -> bool {
        left == 0 || self.completable(left, None)
    }

    /// C4 and C5 for the players who are left over after pairing a bracket.
    fn rest_is_complete(&mut self, left: u32) -> bool {
        if left.count_ones().is_multiple_of(2) {
            self.completable_pairs(left)
        } else {
            let score = self.bye_score;
            score.is_some() && self.completable(left, score)
        }
    }

    /// Article 5.2: the colour of the higher-ranked player.
    fn colour(&self, a: usize, b: usize) -> Colour {
        let (x, y) = (&self.all[a], &self.all[b]);
        match (x.wish, y.wish) {
            (None, None) if x.number % 2 == 1 => self.initial,
            (None, None) => self.initial.opposite(),
            (Some(wish), None) => wish,
            (None, Some(wish)) => wish.opposite(),
            (Some(one), Some(other)) if one != other => one,
            (Some(one), Some(_)) => {
                if x.kind > y.kind {
                    return one;
                }
                if y.kind > x.kind {
                    return one.opposite();
                }
                let (wide, other_wide) = (balance(&x.history).abs(), balance(&y.history).abs());
                if x.kind == Kind::Absolute && wide != other_wide {
                    return if wide > other_wide {
                        one
                    } else {
                        one.opposite()
                    };
                }
                for back in 1..=x.history.len().min(y.history.len()) {
                    let mine = x.history[x.history.len() - back];
                    if mine != y.history[y.history.len() - back] {
                        return mine.opposite();
                    }
                }
                one
            }
        }
    }

    /// All ways to pair some of the players so that no two MDPs meet.
    fn all_pairs(
        &self,
        players: &[usize],
        mdps: usize,
        at: usize,
        used: u32,
        pairs: &mut Pairs,
        all: &mut Vec<Pairs>,
    ) {
        if at == players.len() {
            all.push(pairs.clone());
            return;
        }
        self.all_pairs(players, mdps, at + 1, used, pairs, all);
        if used & (1 << at) != 0 {
            return;
        }
        for other in at + 1..players.len() {
            if used & (1 << other) == 0 && other >= mdps && self.legal(players[at], players[other])
            {
                pairs.push((players[at], players[other]));
                self.all_pairs(
                    players,
                    mdps,
                    at + 1,
                    used | 1 << at | 1 << other,
                    pairs,
                    all,
                );
                pairs.pop();
            }
        }
    }

    /// C8: the most pairs in the next bracket, and then the lowest scores of its downfloaters.
    fn best_next(
        &mut self,
        floaters: &[usize],
        start: usize,
        end: usize,
    ) -> (usize, Vec<Reverse<Points>>) {
        if let Some(known) = self.next.get(&(floaters.to_vec(), start)) {
            return known.clone();
        }
        let mut players = floaters.to_vec();
        players.extend(start..end);
        let mut all = Vec::new();
        self.all_pairs(&players, floaters.len(), 0, 0, &mut Vec::new(), &mut all);
        let lower: u32 = (end..self.all.len()).map(|place| 1 << place).sum();
        let mut best: Option<(Reverse<usize>, Vec<Points>)> = None;
        for pairs in all {
            let alone: Vec<usize> = players
                .iter()
                .copied()
                .filter(|p| !pairs.iter().any(|(a, b)| a == p || b == p))
                .collect();
            let left = lower | alone.iter().map(|place| 1u32 << place).sum::<u32>();
            let value = (
                Reverse(pairs.len()),
                alone
                    .iter()
                    .map(|&place| self.all[place].score)
                    .collect::<Vec<_>>(),
            );
            if best.as_ref().is_none_or(|best| value < *best) && self.rest_is_complete(left) {
                best = Some(value);
            }
        }
        let (Reverse(pairs), scores) = best.expect("what is complete has a next bracket");
        let value = (pairs, scores.into_iter().map(Reverse).collect());
        self.next.insert((floaters.to_vec(), start), value);
        self.next[&(floaters.to_vec(), start)].clone()
    }

    /// The criteria from C6 on.
    fn failure(&mut self, mdps: &[usize], start: usize, end: usize, pairs: &Pairs) -> Failure {
        let resident = self.all[start].score;
        let alone: Vec<usize> = mdps
            .iter()
            .copied()
            .chain(start..end)
            .filter(|p| !pairs.iter().any(|(a, b)| a == p || b == p))
            .collect();
        let mut failure: Failure = vec![vec![i64::try_from(alone.len()).unwrap()]];
        failure.push(
            alone
                .iter()
                .map(|&p| i64::from(self.all[p].score.halves()))
                .collect(),
        );
        // C8.
        let next_end = (end..self.all.len())
            .find(|&p| self.all[p].score != self.all[end].score)
            .unwrap_or(self.all.len());
        if end < self.all.len() {
            let (count, scores) = self.best_next(&alone, end, next_end);
            failure.push(vec![-i64::try_from(count).unwrap()]);
            failure.push(scores.iter().map(|s| i64::from(s.0.halves())).collect());
        }
        // C9: exactly one downfloats, and nobody below could get the bye.
        if let [one] = alone[..]
            && self.bye_score == Some(self.all[one].score)
            && (end == self.all.len()
                || (end..self.all.len()).all(|p| Some(self.all[p].score) != self.bye_score))
            && {
                // This player gets the bye in the end: the number of players left is odd.
                let left: u32 = (end..self.all.len()).map(|p| 1 << p).sum::<u32>() | 1 << one;
                left.count_ones() % 2 == 1
            }
        {
            failure.push(vec![i64::try_from(self.all[one].unplayed).unwrap()]);
        } else {
            failure.push(vec![0]);
        }
        let mut colours = [0i64; 4];
        for &(a, b) in pairs {
            let (a, b) = (a.min(b), a.max(b));
            let colour = self.colour(a, b);
            for (place, colour) in [(a, colour), (b, colour.opposite())] {
                let one = &self.all[place];
                if self.all[a].top || self.all[b].top {
                    let mut after = one.history.clone();
                    after.push(colour);
                    colours[0] += i64::from(balance(&after).abs() > 2);
                    colours[1] += i64::from(
                        after.len() > 2 && after[after.len() - 3..].iter().all(|&c| c == colour),
                    );
                }
                if one.wish.is_some_and(|wish| wish != colour) {
                    colours[2] += 1;
                    colours[3] += i64::from(one.kind == Kind::Strong);
                }
            }
        }
        failure.extend(colours.map(|count| vec![count]));
        let mdp_pairs: Vec<(usize, usize)> = pairs
            .iter()
            .map(|&(a, b)| (a.min(b), a.max(b)))
            .filter(|&(a, _)| self.all[a].score != resident)
            .collect();
        for ago in 0..2 {
            let down = alone
                .iter()
                .filter(|&&p| self.all[p].score == resident && self.all[p].down[ago])
                .count();
            let up = mdp_pairs
                .iter()
                .filter(|&&(_, b)| self.all[b].up[ago])
                .count();
            failure.push(vec![i64::try_from(down).unwrap()]);
            failure.push(vec![i64::try_from(up).unwrap()]);
        }
        for ago in 0..2 {
            // A downfloater's score difference is greater than any other.
            let mut differences: Vec<i64> = mdps
                .iter()
                .filter(|&&p| self.all[p].down[ago])
                .map(|&p| {
                    let difference = i64::from((self.all[p].score - resident).halves());
                    if alone.contains(&p) {
                        difference + 1000
                    } else {
                        difference
                    }
                })
                .collect();
            differences.sort_by_key(|&d| Reverse(d));
            failure.push(differences);
            let mut differences: Vec<i64> = mdp_pairs
                .iter()
                .filter(|&&(_, b)| self.all[b].up[ago])
                .map(|&(a, _)| i64::from((self.all[a].score - resident).halves()))
                .collect();
            differences.sort_by_key(|&d| Reverse(d));
            failure.push(differences);
        }
        failure
    }

    /// Articles 3 and 4.
    fn bracket(&mut self, mdps: &[usize], start: usize, end: usize) -> Option<Pairs> {
        let size = mdps.len() + end - start;
        let lower: u32 = (end..self.all.len()).map(|place| 1 << place).sum();
        for max_pairs in (0..=size / 2).rev() {
            let mut best: Option<(Failure, Pairs)> = None;
            for m1 in (0..=mdps.len().min(max_pairs)).rev() {
                for s1 in subsets(mdps, m1) {
                    let residents: Vec<usize> = (start..end).collect();
                    if max_pairs > residents.len() {
                        continue;
                    }
                    for opponents in arrangements(&residents, m1) {
                        let mdp_pairs: Pairs =
                            s1.iter().copied().zip(opponents.iter().copied()).collect();
                        if !mdp_pairs.iter().all(|&(a, b)| self.legal(a, b)) {
                            continue;
                        }
                        let remainder: Vec<usize> = residents
                            .iter()
                            .copied()
                            .filter(|r| !opponents.contains(r))
                            .collect();
                        let n1 = max_pairs - m1;
                        if 2 * n1 > remainder.len() {
                            continue;
                        }
                        for upper in exchanges(remainder.len(), n1) {
                            let lower_half: Vec<usize> = (0..remainder.len())
                                .filter(|i| !upper.contains(i))
                                .collect();
                            for transposition in arrangements(&lower_half, n1) {
                                let mut pairs = mdp_pairs.clone();
                                pairs.extend(
                                    upper
                                        .iter()
                                        .zip(&transposition)
                                        .map(|(&a, &b)| (remainder[a], remainder[b])),
                                );
                                if !pairs.iter().all(|&(a, b)| self.legal(a, b)) {
                                    continue;
                                }
                                let used: u32 = pairs.iter().map(|&(a, b)| 1 << a | 1 << b).sum();
                                let here: u32 = mdps
                                    .iter()
                                    .copied()
                                    .chain(start..end)
                                    .map(|p| 1u32 << p)
                                    .sum();
                                if !self.rest_is_complete(lower | (here & !used)) {
                                    continue;
                                }
                                let failure = self.failure(mdps, start, end, &pairs);
                                if best.as_ref().is_none_or(|(least, _)| failure < *least) {
                                    best = Some((failure, pairs));
                                }
                            }
                        }
                    }
                }
            }
            if let Some((_, pairs)) = best {
                return Some(pairs);
            }
        }
        None
    }

    fn round(&mut self) -> Option<Vec<Board>> {
        let size = self.all.len();
        let everybody: u32 = (0..size).map(|place| 1 << place).sum();
        if size % 2 == 1 {
            // C5.
            let scores: BTreeSet<Points> = self.all.iter().map(|one| one.score).collect();
            self.bye_score = scores
                .into_iter()
                .find(|&score| self.completable(everybody, Some(score)));
            self.bye_score?;
        } else if !self.completable_pairs(everybody) {
            return None;
        }
        let mut mdps: Vec<usize> = Vec::new();
        let mut all = Vec::new();
        let mut start = 0;
        while start < size {
            let end = (start..size)
                .find(|&p| self.all[p].score != self.all[start].score)
                .unwrap_or(size);
            let pairs = self.bracket(&mdps, start, end)?;
            mdps = mdps
                .iter()
                .copied()
                .chain(start..end)
                .filter(|p| !pairs.iter().any(|(a, b)| a == p || b == p))
                .collect();
            all.extend(pairs);
            start = end;
        }
        let mut boards: Vec<Board> = all
            .iter()
            .map(|&(a, b)| {
                let (a, b) = (a.min(b), a.max(b));
                let (x, y) = (self.all[a].number, self.all[b].number);
                match self.colour(a, b) {
                    Colour::White => Board::Game { white: x, black: y },
                    Colour::Black => Board::Game { white: y, black: x },
                }
            })
            .collect();
        boards.extend(mdps.iter().map(|&place| Board::Bye(self.all[place].number)));
        Some(boards)
    }
}

/// Sets of `count` elements, by the smallest differing element.
fn subsets(of: &[usize], count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (i, &first) in of.iter().enumerate() {
        for mut rest in subsets(&of[i + 1..], count - 1) {
            rest.insert(0, first);
            all.push(rest);
        }
    }
    all
}

/// Article 4.2: the first `count` places of all permutations, in lexicographic order.
fn arrangements(of: &[usize], count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (i, &first) in of.iter().enumerate() {
        let mut others = of.to_vec();
        others.remove(i);
        for mut rest in arrangements(&others, count - 1) {
            rest.insert(0, first);
            all.push(rest);
        }
    }
    all
}

/// Article 4.3: S1 after each exchange, in order.
fn exchanges(size: usize, n1: usize) -> Vec<Vec<usize>> {
    let places: Vec<usize> = (0..size).collect();
    let mut all = subsets(&places, n1);
    all.sort_by_key(|upper| {
        let left: Vec<usize> = (0..n1).rev().filter(|i| !upper.contains(i)).collect();
        let entered: Vec<usize> = upper.iter().copied().filter(|&i| i >= n1).collect();
        let difference = entered.iter().sum::<usize>() - left.iter().sum::<usize>();
        (entered.len(), difference, Reverse(left), entered)
    });
    all
}

fn by_the_articles(tournament: &Tournament) -> Option<Vec<Board>> {
    let round = tournament.paired_rounds() + 1;
    let mut judge = Judge {
        all: players(tournament, round),
        forbidden: tournament
            .forbidden
            .iter()
            .map(|group| group.players.clone())
            .collect(),
        initial: tournament.initial_colour(),
        bye_score: None,
        completions: HashMap::new(),
        next: HashMap::new(),
    };
    judge.round()
}

fn sorted(mut boards: Vec<Board>) -> Vec<Board> {
    boards.sort_by_key(|board| match *board {
        Board::Game { white, black } => (white, black),
        Board::Bye(number) => (number, 0),
    });
    boards
}

fn compare(seed: u64, players: RangeInclusive<usize>) {
    let mut random = fastrand::Rng::with_seed(seed);
    let size = random.usize(players);
    let tournament = random_tournament(&mut random, size);
    let expected = by_the_articles(&tournament).map(sorted);
    let found = dutch::pair(&tournament).ok().map(sorted);
    assert_eq!(found, expected, "seed {seed}: {}", describe(&tournament));
}

/// Compares `count` tournaments, or as many as `MANIFOLD_SEEDS` says, in parallel.
fn compare_all(first: u64, count: u64, players: &RangeInclusive<usize>) {
    let count = std::env::var("MANIFOLD_SEEDS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(count);
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        for thread in 0..threads {
            scope.spawn(move || {
                for seed in (first..first + count).skip(thread).step_by(threads) {
                    compare(seed, players.clone());
                }
            });
        }
    });
}

#[test]
fn small_tournaments_are_paired_as_the_articles_say() {
    compare_all(0, 4_000, &(2..=8));
}

#[test]
fn tournaments_of_nine_to_eleven_are_paired_as_the_articles_say() {
    compare_all(1_000_000, 600, &(9..=11));
}

#[test]
fn results_of_games_are_scores() {
    // The reference reads scores as the crate does.
    let entry = Entry::Game {
        opponent: 1,
        colour: Colour::White,
        score: Score::Draw,
        rated: true,
    };
    assert_eq!(Tournament::default().scoring.points(entry), Points::HALF);
}
