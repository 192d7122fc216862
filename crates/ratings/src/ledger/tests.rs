use std::collections::HashMap;

use proptest::prelude::*;

use super::*;
use crate::levels::LevelRating;
use crate::pool::RatedGame;
use crate::rating::Rating;
use crate::speed::Speed;

const DAY: u64 = 24 * 60 * 60 * 1_000;

const MACHINE: FixedRating = FixedRating {
    rating: 1700.0,
    deviation: 60.0,
};

fn pool(speed: Speed) -> Pool {
    Pool {
        game: RatedGame::Chess,
        speed,
    }
}

fn entry(at: u64, white: &str, black: &str, score: Score) -> Entry<String> {
    Entry {
        at,
        pool: pool(Speed::Blitz),
        white: Player::Person(white.to_owned()),
        black: Player::Person(black.to_owned()),
        score,
        annulled: false,
    }
}

type Bits = (String, Pool, [u64; 3], Option<u64>, u32, u32);

/// The contents of a ledger as bits, because `==` on floats would miss some differences.
fn bits(ledger: &Ledger<String>) -> Vec<Bits> {
    ledger
        .iter()
        .map(|(player, pool, kept)| {
            let Rating {
                rating,
                deviation,
                volatility,
            } = kept.rating;
            (
                player.clone(),
                pool,
                [rating, deviation, volatility].map(f64::to_bits),
                kept.last_played,
                kept.games,
                kept.placement_games,
            )
        })
        .collect()
}

#[test]
fn each_result_tells_what_it_did_to_both() {
    let mut ledger = Ledger::new();
    let ann = "ann".to_owned();
    let result = entry(DAY, "ann", "bob", Score::Win);
    let changes = ledger.feed(&result).expect("a result").expect("counted");
    let (white, black) = (changes.white.expect("ann"), changes.black.expect("bob"));
    assert_eq!(white.before, Rating::START);
    assert!(white.after.rating.rating > 1700.0 && black.after.rating.rating < 1300.0);
    assert_eq!(ledger.rating(&ann, pool(Speed::Blitz), DAY), white.after);
    let next = ledger
        .feed(&entry(2 * DAY, "bob", "ann", Score::Draw))
        .expect("a result")
        .expect("counted");
    let before = next.black.expect("ann").before;
    assert_eq!(before, white.after.as_of(2 * DAY));
    assert!(before.deviation > white.after.rating.deviation);
}

#[test]
fn a_first_game_at_another_speed_begins_from_the_known_rating() {
    let mut ledger = Ledger::new();
    for day in 1..40 {
        let score = if day % 4 == 0 {
            Score::Loss
        } else {
            Score::Win
        };
        ledger
            .feed(&entry(day * DAY, "ann", "bob", score))
            .expect("a result");
    }
    let ann = "ann".to_owned();
    let blitz = ledger.rating(&ann, pool(Speed::Blitz), 40 * DAY);
    let rapid = ledger.rating(&ann, pool(Speed::Rapid), 40 * DAY);
    assert!(blitz.rating.deviation < 200.0);
    assert_eq!(rapid.rating.rating, blitz.rating.rating);
    assert_eq!(rapid.rating.deviation, 200.0);
    assert_eq!(rapid.games, 0);
    let other_game = Pool {
        game: RatedGame::DmChess,
        speed: Speed::Blitz,
    };
    assert_eq!(ledger.rating(&ann, other_game, 40 * DAY), PoolRating::START);
    // Queries have not added anything to the ledger.
    assert_eq!(ledger.iter().count(), 2);
}

#[test]
fn the_machine_stays_as_it_is_and_its_games_are_counted() {
    let mut ledger = Ledger::new();
    let mut result = entry(DAY, "ann", "", Score::Loss);
    result.black = Player::Machine(MACHINE);
    let lost = ledger.feed(&result).expect("a result").expect("counted");
    assert!(lost.black.is_none());
    assert!(lost.white.expect("ann").after.rating.rating < 1500.0);
    std::mem::swap(&mut result.white, &mut result.black);
    let won = ledger.feed(&result).expect("a result").expect("counted");
    let after = won.black.expect("ann").after;
    assert!(won.white.is_none() && after.rating.rating > 1500.0);
    assert_eq!((after.games, after.placement_games), (2, 2));
    assert_eq!(ledger.iter().count(), 1);
}

#[test]
fn what_is_no_rated_game_is_refused_and_changes_nothing() {
    let mut ledger = Ledger::new();
    ledger
        .feed(&entry(0, "ann", "bob", Score::Win))
        .expect("a result");
    let before = bits(&ledger);
    let mut machines = entry(DAY, "ann", "bob", Score::Win);
    machines.white = Player::Machine(MACHINE);
    let mut broken = machines.clone();
    machines.black = Player::Machine(MACHINE);
    broken.white = Player::Machine(FixedRating {
        rating: f64::INFINITY,
        ..MACHINE
    });
    let same = entry(DAY, "ann", "ann", Score::Win);
    assert_eq!(ledger.feed(&same), Err(LedgerError::SamePlayer));
    assert_eq!(ledger.feed(&machines), Err(LedgerError::TwoMachines));
    assert!(matches!(ledger.feed(&broken), Err(LedgerError::Rating(_))));
    assert_eq!(bits(&ledger), before);
}

/// Forty players, a thousand games over a year, all speeds: the same to the last bit on every machine.
#[test]
fn the_bits_of_a_long_log_are_pinned() {
    let mut random = fastrand::Rng::with_seed(1);
    let mut at = 0;
    let log: Vec<_> = (0..1_000)
        .map(|_| {
            at += random.u64(0..DAY);
            let white = random.u32(0..40);
            let black = (white + random.u32(1..40)) % 40;
            let score = Score::ALL[random.usize(0..3)];
            let mut entry = entry(at, &white.to_string(), &black.to_string(), score);
            entry.pool.speed = Speed::ALL[random.usize(0..5)];
            entry
        })
        .collect();
    let ledger = Ledger::replay(&log).expect("results");
    let sum = bits(&ledger)
        .iter()
        .flat_map(|kept| kept.2)
        .fold(0_u64, |sum, bits| sum.rotate_left(7) ^ bits);
    assert_eq!(format!("{sum:016x}"), "2b17951eced2ae31");
}

fn any_player() -> impl Strategy<Value = Player<String>> {
    prop_oneof![
        8 => prop::sample::select(&["ann", "bob", "cat", "dan", "eve"][..])
            .prop_map(|name| Player::Person(name.to_owned())),
        // Each result carries the rating that the level had on its day.
        2 => (-100_i32..2_500, 45_u32..300).prop_map(|(rating, deviation)| {
            Player::Machine(LevelRating { rating, deviation }.into())
        }),
    ]
}

fn any_log() -> impl Strategy<Value = Vec<Entry<String>>> {
    let entry = (
        // Some at the same time, some days apart, a few earlier than the previous one.
        prop_oneof![
            Just(0),
            0..DAY as i64,
            0..200 * DAY as i64,
            -(DAY as i64)..0
        ],
        prop::sample::select(Pool::all().take(10).collect::<Vec<_>>()),
        (any_player(), any_player()),
        prop::sample::select(&Score::ALL[..]),
        prop::bool::weighted(0.2),
    );
    prop::collection::vec(entry, 0..60).prop_map(|entries| {
        let mut now = 1_000_000_u64;
        entries
            .into_iter()
            .filter(|(_, _, sides, ..)| match sides {
                (Player::Person(white), Player::Person(black)) => white != black,
                (Player::Machine(_), Player::Machine(_)) => false,
                _ => true,
            })
            .map(|(passed, pool, (white, black), score, annulled)| {
                now = now.saturating_add_signed(passed);
                Entry {
                    at: now,
                    pool,
                    white,
                    black,
                    score,
                    annulled,
                }
            })
            .collect()
    })
}

/// A store of ratings that applies each result as it arrives, with this crate's functions for single games: numbers as bits, in no order.
#[derive(Default)]
struct Store(HashMap<(String, Pool), Stored>);

type Stored = ([u64; 3], Option<u64>, u32, u32);

impl Store {
    fn read(&self, player: &str, pool: Pool, now: u64) -> PoolRating {
        let read = |pool| {
            let (bits, last_played, games, placement_games) =
                *self.0.get(&(player.to_owned(), pool))?;
            let [rating, deviation, volatility] = bits.map(f64::from_bits);
            Some(PoolRating {
                rating: Rating {
                    rating,
                    deviation,
                    volatility,
                },
                last_played,
                games,
                placement_games,
            })
        };
        read(pool).unwrap_or_else(|| {
            let known = Speed::ALL.into_iter().rev().filter_map(|speed| {
                let rating = read(Pool { speed, ..pool })?;
                Some((speed, rating))
            });
            first_rating(pool.speed, known, now)
        })
    }

    fn write(&mut self, player: &str, pool: Pool, after: &PoolRating) {
        let Rating {
            rating,
            deviation,
            volatility,
        } = after.rating;
        self.0.insert(
            (player.to_owned(), pool),
            (
                [rating, deviation, volatility].map(f64::to_bits),
                after.last_played,
                after.games,
                after.placement_games,
            ),
        );
    }

    fn count(&mut self, entry: &Entry<String>) {
        let &Entry {
            at, pool, score, ..
        } = entry;
        match (&entry.white, &entry.black) {
            (Player::Person(white), Player::Person(black)) => {
                let one = self.read(white, pool, at);
                let other = self.read(black, pool, at);
                let [one, other] = rate_game(&one, &other, score, at).expect("in range");
                self.write(white, pool, &one.after);
                self.write(black, pool, &other.after);
            }
            (Player::Person(player), Player::Machine(machine)) => {
                let before = self.read(player, pool, at);
                let change = rate_placement(&before, *machine, score, at).expect("in range");
                self.write(player, pool, &change.after);
            }
            (Player::Machine(machine), Player::Person(player)) => {
                let before = self.read(player, pool, at);
                let change =
                    rate_placement(&before, *machine, score.reversed(), at).expect("in range");
                self.write(player, pool, &change.after);
            }
            _ => unreachable!("two machines are filtered"),
        }
    }

    fn bits(self) -> Vec<Bits> {
        let mut all: Vec<_> = self
            .0
            .into_iter()
            .map(|((player, pool), (bits, last, games, placement))| {
                (player, pool, bits, last, games, placement)
            })
            .collect();
        all.sort_unstable();
        all
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn rating_each_game_as_it_ends_equals_working_all_out_anew(log in any_log()) {
        let mut store = Store::default();
        for entry in log.iter().filter(|entry| !entry.annulled) {
            store.count(entry);
        }
        let again = Ledger::replay(&log).expect("results");
        prop_assert_eq!(store.bits(), bits(&again));
    }

    #[test]
    fn annulling_a_result_equals_never_having_played_it(
        log in any_log(),
        chosen in any::<prop::sample::Index>(),
    ) {
        prop_assume!(!log.is_empty());
        let chosen = chosen.index(log.len());
        let mut annulled = log.clone();
        annulled[chosen].annulled = true;
        let mut never = log;
        never.remove(chosen);
        let annulled = Ledger::replay(&annulled).expect("results");
        let never = Ledger::replay(&never).expect("results");
        prop_assert_eq!(bits(&annulled), bits(&never));
    }

    #[test]
    fn a_ledger_goes_on_from_where_it_was(
        log in any_log(),
        cut in any::<prop::sample::Index>(),
    ) {
        let cut = cut.index(log.len() + 1);
        let mut ledger = Ledger::replay(&log[..cut]).expect("results");
        for entry in &log[cut..] {
            ledger.feed(entry).expect("a result");
        }
        let again = Ledger::replay(&log).expect("results");
        prop_assert_eq!(bits(&ledger), bits(&again));
    }
}
