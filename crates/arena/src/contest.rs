//! Contests: pairs of games from the same opening with colours swapped, several at once.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use manifold_engine::Random;
use manifold_engine::baseline::BaselineGame;
use manifold_rules::board::Color;
use manifold_rules::position::Rules;

use crate::opening::opening;
use crate::play::{GameSettings, Played, Thinking, play};
use crate::player::Player;
use crate::runner;
use crate::statistics::{GameResult, Pairs, Sprt, Verdict};
use crate::transcript::Transcript;

/// The settings of a contest.
#[derive(Debug, Clone, Copy)]
pub struct Contest {
    /// The maximum number of pairs of games.
    pub pairs: u64,
    /// The settings of all games.
    pub settings: GameSettings,
    /// Random plies at the start of each pair.
    pub opening_plies: u32,
    /// The seed of openings and players.
    pub seed: u64,
    /// Games played at the same time.
    pub concurrency: usize,
    /// A test that may end the contest early.
    pub sprt: Option<Sprt>,
}

/// Two games from the same opening: in the first one the first player has White.
#[derive(Debug, Clone)]
pub struct Pair<P: Rules> {
    /// Its number in the contest, from 0.
    pub number: u64,
    /// The games.
    pub games: [Played<P>; 2],
}

impl<P: Rules> Pair<P> {
    /// The results of the first player.
    #[must_use]
    pub fn results(&self) -> [GameResult; 2] {
        let of = |index: usize, color: Color| match self.games[index].ending.winner() {
            None => GameResult::Draw,
            Some(winner) if winner == color => GameResult::Win,
            Some(_) => GameResult::Loss,
        };
        [of(0, Color::White), of(1, Color::Black)]
    }
}

/// The result of a contest so far.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// Results of the first player.
    pub pairs: Pairs,
    /// Number of games for each [kind of ending](crate::Ending::kind).
    pub endings: BTreeMap<String, u64>,
    /// White wins, draws, and Black wins.
    pub colors: [u64; 3],
    /// Plies of all games.
    pub plies: u64,
    /// Thinking times of the two players.
    pub thinking: [Thinking; 2],
    /// Descriptions of the forfeits of both players.
    pub forfeits: Vec<String>,
    /// The verdict of the sequential test.
    pub verdict: Option<Verdict>,
}

impl Tally {
    fn add<P: Rules>(&mut self, pair: &Pair<P>, sprt: Option<&Sprt>) {
        self.pairs.add(pair.results());
        for (index, played) in pair.games.iter().enumerate() {
            *self.endings.entry(played.ending.kind()).or_default() += 1;
            let place = match played.ending.winner() {
                Some(color) => color.fold_wb(0, 2),
                None => 1,
            };
            self.colors[place] += 1;
            self.plies += u64::from(played.game.position().ply());
            for (side, thinking) in played.thinking.iter().enumerate() {
                let player = side ^ index;
                self.thinking[player] = self.thinking[player].with(*thinking);
            }
            if let crate::play::Ending::Forfeit(color, forfeit) = &played.ending {
                let player = color.fold_wb(0, 1) ^ index;
                self.forfeits.push(format!(
                    "game {} of pair {}: {} player, {forfeit}",
                    index + 1,
                    pair.number + 1,
                    ["first", "second"][player],
                ));
            }
        }
        self.verdict = sprt.and_then(|sprt| sprt.verdict(&self.pairs));
    }
}

/// Plays a contest. `make` creates one of the two players (0 or 1) for one of the boards; `look` is called for every
/// finished pair in order, regardless of the concurrency. The contest ends early when `stop` becomes true; incomplete pairs
/// are not counted then. `stop` is also set here when the sequential test has ended, to abort games in progress.
///
/// # Errors
/// Those of `make`.
pub fn contest<P, E>(
    contest: &Contest,
    variant: P::Variant,
    make: impl Fn(usize) -> Result<Box<dyn Player<P>>, E> + Sync,
    stop: &AtomicBool,
    mut look: impl FnMut(&Pair<P>, &Tally),
) -> Result<Tally, E>
where
    P: Transcript + BaselineGame,
    E: Send,
{
    let mut tally = Tally::default();
    runner::run(
        contest.pairs,
        contest.concurrency,
        stop,
        || Ok([make(0)?, make(1)?]),
        |players, number| play_pair(contest, variant, number, players, stop),
        |pair| {
            tally.add(&pair, contest.sprt.as_ref());
            look(&pair, &tally);
            if tally.verdict.is_some() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        },
    )?;
    Ok(tally)
}

fn play_pair<P: Transcript + BaselineGame>(
    contest: &Contest,
    variant: P::Variant,
    number: u64,
    players: &mut [Box<dyn Player<P>>; 2],
    stop: &AtomicBool,
) -> Option<Pair<P>> {
    let mut random = Random::new(contest.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let bounds = contest.settings.bounds;
    let opening = opening::<P>(variant, contest.opening_plies, bounds, random.number());
    let [one, two] = players;
    let seed = random.number();
    let first = play(
        &opening,
        [one.as_mut(), two.as_mut()],
        &contest.settings,
        seed,
        stop,
    )?;
    let seed = random.number();
    let second = play(
        &opening,
        [two.as_mut(), one.as_mut()],
        &contest.settings,
        seed,
        stop,
    )?;
    Some(Pair {
        number,
        games: [first, second],
    })
}
