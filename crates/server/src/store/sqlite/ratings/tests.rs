use std::collections::BTreeSet;

use manifold_ratings::{Entry, Ledger, Player, RatedGame, Speed};
use rand::prelude::*;
use rand::rngs::StdRng;
use tokio::sync::oneshot;

use super::*;
use crate::store::interface::{Append, Store};
use crate::store::ratings::{Corrected, Correction, PlayerRatings};
use crate::store::sqlite::Sqlite;
use crate::store::sqlite::tests::{NOON, append, new_game, open_at};
use crate::store::sqlite::write::Write;
use crate::table::event::OtherEvent;

const PLAYERS: [&str; 5] = [
    "adaadaada111",
    "bobbobbob222",
    "cyncyncyn333",
    "dandandan444",
    "eveeveeve555",
];

fn player(place: usize) -> PlayerId {
    PLAYERS[place].parse().expect("an identifier")
}

/// A game that is over at a time.
struct Over {
    id: GameId,
    at: u64,
    result: RatedResult,
}

impl Over {
    /// The event that ends it.
    fn append(&self) -> Append {
        let color = manifold_rules::board::Color::White;
        let mut append = append(self.id, 1, OtherEvent::Resigned { color });
        append.event.at = self.at;
        append.rated = Some(self.result);
        append
    }

    async fn play(&self, store: &Sqlite) {
        store
            .create(new_game(&self.id.to_string()))
            .await
            .expect("made");
        store.append(self.append()).await.expect("stored");
    }

    fn entry(&self) -> Entry<PlayerId> {
        let RatedResult {
            pool,
            white,
            black,
            score,
        } = self.result;
        Entry {
            at: self.at,
            pool,
            white: Player::Person(white),
            black: Player::Person(black),
            score,
            annulled: false,
        }
    }
}

/// Games of all players, at three speeds of two games, some at the same time and some a little before the last one.
fn random_games(count: usize) -> Vec<Over> {
    let mut random = StdRng::seed_from_u64(7);
    let mut at = NOON;
    (0..count)
        .map(|i| {
            at += random.random_range(0..3) * random.random_range(0..40_000_000_u64);
            let white = random.random_range(0..PLAYERS.len());
            let black = (white + random.random_range(1..PLAYERS.len())) % PLAYERS.len();
            let games = [RatedGame::Chess, RatedGame::Hyperspace];
            let speeds = [Speed::Bullet, Speed::Blitz, Speed::Correspondence];
            Over {
                id: format!("game{i:08}").parse().expect("an identifier"),
                at: at - random.random_range(0..2) * 500,
                result: RatedResult {
                    pool: Pool {
                        game: *games.choose(&mut random).expect("one"),
                        speed: *speeds.choose(&mut random).expect("one"),
                    },
                    white: player(white),
                    black: player(black),
                    score: *Score::ALL.choose(&mut random).expect("one"),
                },
            }
        })
        .collect()
}

/// The bits of all ratings.
async fn bits(store: &Sqlite) -> BTreeSet<(PlayerId, Pool, [u64; 6])> {
    let mut all = BTreeSet::new();
    for place in 0..PLAYERS.len() {
        let PlayerRatings(ratings) = store.ratings(player(place)).await.expect("ratings");
        all.extend(
            ratings
                .iter()
                .map(|(pool, kept)| row(player(place), *pool, kept)),
        );
    }
    all
}

fn row(player: PlayerId, pool: Pool, kept: &PoolRating) -> (PlayerId, Pool, [u64; 6]) {
    let numbers = [
        kept.rating.rating.to_bits(),
        kept.rating.deviation.to_bits(),
        kept.rating.volatility.to_bits(),
        kept.last_played.unwrap_or(0),
        kept.games.into(),
        kept.placement_games.into(),
    ];
    (player, pool, numbers)
}

#[tokio::test]
async fn ratings_are_those_of_the_log_to_the_last_bit_and_what_is_annulled_was_never_played() {
    let games = random_games(120);
    let data = tempfile::tempdir().expect("a directory");
    let (store, _) = open_at(data.path(), NOON).await;
    for game in &games {
        game.play(&store).await;
    }
    let kept = bits(&store).await;
    let log: Vec<Entry<PlayerId>> = games.iter().map(Over::entry).collect();
    let ledger = Ledger::replay(&log).expect("a ledger");
    let expected = ledger
        .iter()
        .map(|(player, pool, kept)| row(*player, pool, kept));
    assert_eq!(kept, expected.collect());
    assert!(kept.len() > 20);
    let same = Corrected {
        is_done: true,
        players: PLAYERS.len(),
        ratings: kept.len(),
        differed: 0,
    };
    let again = store.correct_ratings(Correction::Recompute).await;
    assert_eq!(again, Ok(same));
    assert_eq!(bits(&store).await, kept);

    let annulled = &games[40];
    let of = annulled.result;
    let annul = Correction::Annul {
        game: annulled.id,
        at: NOON,
    };
    let corrected = store.correct_ratings(annul).await.expect("corrected");
    assert!(corrected.differed > 2, "{corrected:?}");
    let twice = store.correct_ratings(annul).await;
    assert_eq!(twice, Ok(Corrected::default()));
    let elsewhere = tempfile::tempdir().expect("a directory");
    let (other, _) = open_at(elsewhere.path(), NOON).await;
    for game in games.iter().filter(|game| game.id != annulled.id) {
        game.play(&other).await;
    }
    assert_eq!(bits(&store).await, bits(&other).await);
    for player in [of.white, of.black] {
        let history = async |store: &Sqlite| {
            let history = store.rating_history(player, of.pool, 500).await;
            history.expect("a history")
        };
        assert_eq!(history(&store).await, history(&other).await);
    }
    let result = store.rated_result(annulled.id).await.expect("an answer");
    let result = result.expect("it stays in the log");
    assert!(result.is_annulled && result.white.is_none());
}

#[tokio::test]
async fn a_damaged_rating_is_mended_from_the_log() {
    let data = tempfile::tempdir().expect("a directory");
    let (store, _) = open_at(data.path(), NOON).await;
    for game in random_games(20) {
        game.play(&store).await;
    }
    let kept = bits(&store).await;
    store.close(NOON).await;
    let file = data.path().join("manifold.sqlite");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file);
    let mut connection = sqlx::ConnectOptions::connect(&options).await.expect("open");
    for sql in [
        "UPDATE ratings SET rating = rating + 1 WHERE player = 'adaadaada111'",
        "DELETE FROM ratings WHERE player = 'bobbobbob222'",
        "INSERT INTO ratings SELECT 'fayfayfay666', pool, rating, deviation, volatility, last_played, games, \
         placement_games FROM ratings LIMIT 1",
    ] {
        let changed = sqlx::query(sql).execute(&mut connection).await;
        assert!(changed.expect("changed").rows_affected() > 0, "{sql}");
    }
    sqlx::Connection::close(connection).await.expect("closed");
    let (store, _) = open_at(data.path(), NOON).await;
    let of = |place| {
        kept.iter()
            .filter(|(one, ..)| *one == player(place))
            .count()
    };
    let corrected = store.correct_ratings(Correction::Recompute).await;
    let corrected = corrected.expect("corrected");
    assert_eq!(corrected.differed, of(0) + of(1) + 1);
    assert_eq!(bits(&store).await, kept);
    let nobody = "fayfayfay666".parse().expect("an identifier");
    assert_eq!(store.ratings(nobody).await, Ok(PlayerRatings::default()));
}

#[tokio::test]
async fn results_of_one_transaction_are_counted_one_after_the_other() {
    let games: Vec<Over> = random_games(30)
        .into_iter()
        .map(|game| Over { at: NOON, ..game })
        .collect();
    let data = tempfile::tempdir().expect("a directory");
    let (store, _) = open_at(data.path(), NOON).await;
    for game in &games {
        let game = new_game(&game.id.to_string());
        store.create(game).await.expect("made");
    }
    // One transaction: the writer runs only when this waits.
    let mut answers = Vec::new();
    for game in &games {
        let (reply, answer) = oneshot::channel();
        let write = Write::Append(Box::new(game.append()), reply);
        store.writer.try_send(write).expect("room");
        answers.push(answer);
    }
    for answer in answers {
        assert_eq!(answer.await, Ok(Ok(())));
    }
    let log: Vec<Entry<PlayerId>> = games.iter().map(Over::entry).collect();
    let ledger = Ledger::replay(&log).expect("a ledger");
    let expected = ledger
        .iter()
        .map(|(player, pool, kept)| row(*player, pool, kept));
    assert_eq!(bits(&store).await, expected.collect());
}

#[tokio::test]
async fn a_result_is_stored_with_its_event_or_not_at_all() {
    let data = tempfile::tempdir().expect("a directory");
    let (store, _) = open_at(data.path(), NOON).await;
    let over = &random_games(1)[0];
    store
        .create(new_game(&over.id.to_string()))
        .await
        .expect("made");
    let mut late = over.append();
    late.event.n = 2;
    let refused = store.append(late).await;
    assert_eq!(refused, Err(crate::store::AppendError::Conflict));
    assert_eq!(store.rated_result(over.id).await, Ok(None));
    assert!(bits(&store).await.is_empty());
}

#[tokio::test]
async fn a_hundred_thousand_players_are_ranked_in_order() {
    let data = tempfile::tempdir().expect("a directory");
    let (store, _) = open_at(data.path(), NOON).await;
    store.close(NOON).await;
    let file = data.path().join("manifold.sqlite");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file);
    let mut connection = sqlx::ConnectOptions::connect(&options).await.expect("open");
    // Every second one has not played for too long.
    let rows = "WITH RECURSIVE n(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < 99999) ";
    for statement in [
        "INSERT INTO accounts (player, username, password, created_at) \
         SELECT printf('player%06d', n), printf('name%d', n), '', 0 FROM n",
        "INSERT INTO ratings SELECT printf('player%06d', n), 'chess/blitz', 1000 + (n * 7919 % 100000) / 100.0, 50, 0.06, \
         CASE n % 2 WHEN 0 THEN 1795262400000 ELSE 0 END, 50, 5 FROM n",
    ] {
        let sql = sqlx::AssertSqlSafe(format!("{rows}{statement}"));
        sqlx::query(sql)
            .execute(&mut connection)
            .await
            .expect("filled");
    }
    sqlx::Connection::close(connection).await.expect("closed");
    let (store, _) = open_at(data.path(), NOON).await;
    let pool = Pool {
        game: RatedGame::Chess,
        speed: Speed::Blitz,
    };
    let began = std::time::Instant::now();
    let (best, ratings) = store.ranked(pool, NOON, 50).await.expect("a leaderboard");
    println!("100,000 players: {:?}", began.elapsed());
    assert_eq!((best.len(), ratings.len()), (50, 50_000));
    assert!(ratings.is_sorted_by(|one, other| one >= other));
    let first: Vec<f64> = best.iter().map(|one| one.rating.rating.rating).collect();
    assert_eq!(first, ratings[..50]);
}
