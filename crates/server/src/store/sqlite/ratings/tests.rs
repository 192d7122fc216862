use std::collections::BTreeSet;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use manifold_ratings::{Entry, Ledger, LevelRating, Player, RatedGame, Speed};
use rand::prelude::*;
use rand::rngs::StdRng;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;
use tokio::sync::oneshot;

use super::*;
use crate::moderation::{ActKind, NewAct};
use crate::store::game::Append;
use crate::store::interface::Store;
use crate::store::moderation::{Moderate, Moderated, ModerationStore};
use crate::store::ratings::{Corrected, Correction, PlayerRatings};
use crate::store::sqlite::tests::{NOON, append, connect, new_game, open_at, steps};
use crate::store::sqlite::write::Write;
use crate::store::sqlite::{Sqlite, logged};
use crate::table::event::OtherEvent;
use crate::table::orders::OfEvent;

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
        let side = |side| match side {
            RatedSide::Person(player) => Player::Person(player),
            RatedSide::Machine(_, rating) => Player::Machine(rating.into()),
        };
        Entry {
            at: self.at,
            pool,
            white: side(white),
            black: side(black),
            score,
            annulled: false,
        }
    }
}

/// Games of all players, at three speeds of two games, some at the same time and some a little before the last one. Every fourth is a
/// placement game, with a rating of the level as it may have been measured on that day.
fn random_games(count: usize) -> Vec<Over> {
    let mut random = StdRng::seed_from_u64(7);
    let mut at = NOON;
    (0..count)
        .map(|i| {
            at += random.random_range(0..3) * random.random_range(0..40_000_000_u64);
            let white = random.random_range(0..PLAYERS.len());
            let black = (white + random.random_range(1..PLAYERS.len())) % PLAYERS.len();
            let mut sides = [white, black].map(|place| RatedSide::Person(player(place)));
            if random.random_ratio(1, 4) {
                let rating = LevelRating {
                    rating: random.random_range(-100..2_500),
                    deviation: random.random_range(45..300),
                };
                sides[random.random_range(0..2)] = RatedSide::Machine(3, rating);
            }
            let [white, black] = sides;
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
                    white,
                    black,
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
    assert!(
        kept.iter().any(|(.., numbers)| numbers[5] > 0),
        "placement games are among them"
    );
    let same = Corrected {
        is_done: true,
        players: PLAYERS.len(),
        ratings: kept.len(),
        differed: 0,
    };
    let again = store.correct_ratings(Correction::Recompute).await;
    assert_eq!(again, Ok(same));
    assert_eq!(bits(&store).await, kept);

    for annulled in [
        games.iter().skip(40).find(|game| machine(game).is_none()),
        games.iter().skip(20).find(|game| machine(game).is_some()),
    ] {
        annul(&store, &games, annulled.expect("a game of each kind")).await;
        let restore = Correction::Restore {
            game: annulled.expect("the same").id,
        };
        store.correct_ratings(restore).await.expect("corrected");
        assert_eq!(bits(&store).await, kept);
    }
}

/// The level that has played in a game.
fn machine(game: &Over) -> Option<(u8, LevelRating)> {
    game.result.white.machine().or(game.result.black.machine())
}

/// Annuls a game, and compares what is left with a database in which it was never played.
async fn annul(store: &Sqlite, games: &[Over], annulled: &Over) {
    let of = annulled.result;
    let annul = Correction::Annul {
        game: annulled.id,
        at: NOON,
    };
    let corrected = store.correct_ratings(annul).await.expect("corrected");
    assert!(corrected.differed > 0, "{corrected:?}");
    let twice = store.correct_ratings(annul).await;
    assert_eq!(twice, Ok(Corrected::default()));
    let elsewhere = tempfile::tempdir().expect("a directory");
    let (other, _) = open_at(elsewhere.path(), NOON).await;
    for game in games.iter().filter(|game| game.id != annulled.id) {
        game.play(&other).await;
    }
    assert_eq!(bits(store).await, bits(&other).await);
    for player in [of.white, of.black]
        .into_iter()
        .filter_map(RatedSide::player)
    {
        let history = async |store: &Sqlite| {
            let history = store.rating_history(player, of.pool, 500).await;
            history.expect("a history")
        };
        assert_eq!(history(store).await, history(&other).await);
    }
    let result = store.rated_result(annulled.id).await.expect("an answer");
    let result = result.expect("it stays in the log");
    assert!(result.is_annulled && result.white.is_none() && result.black.is_none());
    assert_eq!(result.machine, machine(annulled));
}

/// A placement game of the first player, whatever the level's rating.
fn placement_game(id: usize, request: Option<&str>) -> crate::store::NewGame {
    let mut game = new_game(&format!("place{id:07}"));
    game.info.clock = Some(crate::table::time_control::ClockChoice::Custom {
        seconds: 300,
        increment: 0,
        delay: 0,
    });
    game.info.rated = true;
    game.info.white = crate::store::sqlite::tests::person(PLAYERS[0]);
    game.info.black = crate::table::info::Player::Engine {
        level: 3,
        rating: Some(LevelRating {
            rating: 1_000,
            deviation: 100,
        }),
    };
    let request = request.map(|request| (player(0), request.parse().expect("a name")));
    crate::store::NewGame { request, ..game }
}

#[tokio::test]
async fn of_placement_games_made_in_one_transaction_ten_are_stored() {
    use crate::store::CreateError;
    use crate::table::placement::NoPlacement;

    let data = tempfile::tempdir().expect("a directory");
    let (store, _) = open_at(data.path(), NOON).await;
    let mut answers = Vec::new();
    for i in 0..13 {
        let (reply, answer) = oneshot::channel();
        let write = Write::Create(
            Box::new(placement_game(i, Some(&format!("wish {i}")))),
            reply,
        );
        store.writer.try_send(write).expect("room");
        answers.push(answer);
    }
    for (i, answer) in answers.into_iter().enumerate() {
        let made = answer.await.expect("an answer");
        match i {
            0..10 => assert_eq!(made, Ok(placement_game(i, None).id)),
            _ => assert_eq!(made, Err(CreateError::NoPlacement(NoPlacement::Played))),
        }
    }
    // A request that comes again is answered as before.
    let again = store.create(placement_game(99, Some("wish 3"))).await;
    assert_eq!(again, Ok(placement_game(3, None).id));
    let pool = placement_game(0, None).info.pool().expect("a pool");
    assert_eq!(store.placements_begun(player(0), pool).await, Ok(10));
    assert_eq!(store.placements_begun(player(1), pool).await, Ok(0));
    // One that ends without counting makes room again.
    let color = manifold_rules::board::Color::White;
    let mut aborted = append(
        placement_game(5, None).id,
        1,
        OtherEvent::Aborted { by: color },
    );
    aborted.summary.status = crate::names::Status::Over;
    store.append(aborted).await.expect("stored");
    assert_eq!(store.placements_begun(player(0), pool).await, Ok(9));
    assert!(store.create(placement_game(20, None)).await.is_ok());
    assert!(store.create(placement_game(21, None)).await.is_err());
}

#[tokio::test]
async fn games_that_are_no_placement_games_cost_nothing_when_those_are_counted() {
    let data = tempfile::tempdir().expect("a directory");
    let (store, _) = open_at(data.path(), NOON).await;
    let pool = placement_game(0, None).info.pool().expect("a pool");
    for i in 0..3 {
        let made = store.create(placement_game(i, None)).await;
        made.expect("made");
    }
    let color = manifold_rules::board::Color::White;
    for (i, turn) in [(1, 2), (2, 1)] {
        let mut left = append(
            placement_game(i, None).id,
            1,
            OtherEvent::Aborted { by: color },
        );
        left.summary.status = crate::names::Status::Over;
        left.summary.turn_number = turn;
        left.summary.result = Some(crate::names::GameResult {
            winner: None,
            reason: crate::names::EndReason::Aborted,
        });
        store.append(left).await.expect("stored");
    }
    let mut connection = connect(data.path()).await;
    let counted = steps(&mut connection).await;
    let mut cost = Vec::new();
    let rated = "json('true')";
    // Unrated games left early, rated ones left before any action, and rated ones that were finished.
    for (from, is_rated, reason, turn) in [
        (0, "json('true')", "none", 0),
        (1_000, "json('false')", "aborted", 9),
        (2_000, rated, "aborted", 1),
        (3_000, rated, "checkmate", 9),
    ] {
        let sql = format!(
            "WITH RECURSIVE many (n) AS (SELECT {from} UNION ALL SELECT n + 1 FROM many WHERE n < {from} + 999) \
             INSERT INTO games (id, variant, info, white, black, created_at, epoch, last_event, updated_at, status, reason, turn_number) \
             SELECT printf('games%07d', n), variant, json_set(info, '$.rated', {is_rated}), iif(n % 2, white, NULL), iif(n % 2, NULL, white), \
                    created_at, 1, 1, updated_at, 'over', '{reason}', {turn} \
             FROM many JOIN games ON games.id = 'place0000000' WHERE '{reason}' <> 'none'"
        );
        sqlx::query(sqlx::AssertSqlSafe(sql))
            .execute(&mut connection)
            .await
            .expect("stored");
        counted.store(0, std::sync::atomic::Ordering::SeqCst);
        let begun = super::placement::begun(&mut connection, player(0), pool).await;
        // The unfinished game, and the one that was left.
        assert_eq!(begun.expect("an answer"), 2);
        cost.push(counted.load(std::sync::atomic::Ordering::SeqCst));
    }
    assert!(cost[0] > 0 && cost[3] < 2 * cost[0], "{cost:?}");
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

/// A database in which two hundred players have played many rated games, and their ratings.
async fn long_played(directory: &Path, results: u32) -> Sqlite {
    let (store, _) = open_at(directory, NOON).await;
    store.close(NOON).await;
    let options =
        sqlx::sqlite::SqliteConnectOptions::new().filename(directory.join("manifold.sqlite"));
    let mut connection = sqlx::ConnectOptions::connect(&options).await.expect("open");
    let filled = sqlx::query(
        "WITH RECURSIVE numbers (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < ?1) \
         INSERT INTO results (game, at, pool, white, black, score) \
         SELECT printf('past%08d', i), ?2 + i * 1000, iif(i % 5, 'chess/blitz', 'hyperspace/blitz'), \
         printf('player%06d', i % 200), printf('player%06d', (i + 1 + i % 7) % 200), i / 11 % 3 FROM numbers",
    )
    .bind(results)
    .bind(NOON as i64)
    .execute(&mut connection)
    .await;
    assert_eq!(filled.expect("filled").rows_affected(), u64::from(results));
    sqlx::Connection::close(connection).await.expect("closed");
    let (store, _) = open_at(directory, NOON).await;
    let corrected = store.correct_ratings(Correction::Recompute).await;
    assert!(corrected.expect("corrected").ratings > 200);
    store
}

/// A moderator annuls a game of the past.
async fn annulled(store: &Sqlite, number: u32) {
    let annul = NewAct {
        at: NOON,
        moderator: None,
        player: format!("player{:06}", number % 200)
            .parse()
            .expect("an identifier"),
        kind: ActKind::Annul,
        until: None,
        game: Some(format!("past{number:08}").parse().expect("an identifier")),
        other: None,
        reason: "An engine.".to_owned(),
        reports: Vec::new(),
    };
    let entered = store.moderate(Moderate::Act(annul)).await;
    assert!(matches!(entered, Ok(Moderated::Entered(_))), "{entered:?}");
}

/// Recomputes all ratings, and returns the number that differed.
async fn differed(store: &Sqlite) -> usize {
    let again = store.correct_ratings(Correction::Recompute).await;
    again.expect("corrected").differed
}

/// Everything that is stored of what results have done.
async fn whole_history(store: &Sqlite) -> Vec<(String, String, i64, [u64; 4])> {
    let sql = "SELECT player, pool, number, rating_before, deviation_before, rating, deviation \
               FROM rating_history ORDER BY player, pool, number";
    let rows = sqlx::query(sql).fetch_all(&store.readers).await;
    let rows = rows.expect("rows");
    let bits = |row: &SqliteRow, column| row.get::<f64, _>(column).to_bits();
    rows.iter()
        .map(|row| {
            let numbers = [3, 4, 5, 6].map(|column| bits(row, column));
            (row.get(0), row.get(1), row.get(2), numbers)
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_are_stored_while_a_long_log_is_counted_again() {
    let data = tempfile::tempdir().expect("a directory");
    let store = Arc::new(long_played(data.path(), 20_000).await);
    // Rated games that end during the replay must be included.
    let mut games = random_games(20_000).into_iter();
    let annulling = tokio::spawn({
        let store = Arc::clone(&store);
        async move { annulled(&store, 1).await }
    });
    let (mut stored, mut longest) = (0, Duration::ZERO);
    let began = Instant::now();
    while !annulling.is_finished() {
        let game = games.next().expect("games enough");
        let before = Instant::now();
        game.play(&store).await;
        longest = longest.max(before.elapsed());
        stored += 1;
    }
    let whole = began.elapsed();
    annulling.await.expect("annulled");
    println!("{stored} games in {whole:?}, none longer than {longest:?}");
    assert!(stored >= 20, "{stored} games were stored meanwhile");
    assert!(longest < whole / 2, "{longest:?} of {whole:?}");
    // As `ratings recompute` has it, to the last bit.
    let history = whole_history(&store).await;
    assert_eq!(differed(&store).await, 0);
    assert!(
        whole_history(&store).await == history,
        "the history is the same"
    );
}

#[tokio::test]
async fn what_is_due_when_the_server_dies_is_counted_when_it_starts() {
    let data = tempfile::tempdir().expect("a directory");
    let store = long_played(data.path(), 300).await;
    annulled(&store, 7).await;
    let (right, history) = (bits(&store).await, whole_history(&store).await);
    store.close(NOON).await;
    // As if the server had died after the first step: some rows are still the old ones, and recomputation is marked as due.
    let options =
        sqlx::sqlite::SqliteConnectOptions::new().filename(data.path().join("manifold.sqlite"));
    let mut connection = sqlx::ConnectOptions::connect(&options).await.expect("open");
    for sql in [
        "UPDATE ratings SET rating = rating + 1 WHERE player = 'player000007'",
        "UPDATE rating_history SET rating = rating + 1 WHERE number > 200",
        "INSERT INTO ratings_due (id, marks) VALUES (1, 3)",
    ] {
        let changed = sqlx::query(sql).execute(&mut connection).await;
        assert!(changed.expect("changed").rows_affected() > 0, "{sql}");
    }
    sqlx::Connection::close(connection).await.expect("closed");
    let (store, _) = open_at(data.path(), NOON).await;
    assert_eq!(bits(&store).await, right);
    assert!(
        whole_history(&store).await == history,
        "the history is the same"
    );
    assert_eq!(differed(&store).await, 0);
}

#[tokio::test]
async fn ratings_of_several_players_are_those_of_each() {
    let data = tempfile::tempdir().expect("a directory");
    let (store, _) = open_at(data.path(), NOON).await;
    for game in random_games(40) {
        game.play(&store).await;
    }
    let nobody = "fayfayfay666".parse().expect("an identifier");
    let asked = vec![player(0), nobody, player(3)];
    let mut several = store.ratings_of_all(asked).await.expect("ratings");
    for place in [0, 3] {
        let own = store.ratings(player(place)).await.expect("ratings");
        let mut own: Vec<_> = own
            .0
            .iter()
            .map(|(pool, kept)| row(player(place), *pool, kept))
            .collect();
        let PlayerRatings(found) = several.remove(&player(place)).expect("among them");
        let mut found: Vec<_> = found
            .iter()
            .map(|(pool, kept)| row(player(place), *pool, kept))
            .collect();
        own.sort();
        found.sort();
        assert_eq!(found, own);
    }
    assert!(several.is_empty(), "nobody else");
}

/// Results of an event become final.
async fn made_final(store: &Sqlite, event: &str, results: &[&Over]) {
    use crate::store::tournaments::TournamentStore;
    use crate::store::{Kept, NewEntries};

    let organiser = manifold_events::PersonId::from_str(PLAYERS[0]).expect("an identifier");
    let deputy = manifold_events::PersonId::from_str(PLAYERS[1]).expect("an identifier");
    let settings = manifold_events::Settings {
        name: "Club night".to_owned(),
        variant: "chess".to_owned(),
        starts_at: NOON + 60_000,
        format: manifold_events::Format::Match { games: 2 },
        ..manifold_events::Settings::default()
    };
    let founding = manifold_events::Founding {
        settings,
        directors: BTreeSet::from([organiser]),
        chief_arbiter: organiser,
        deputy,
    };
    let entry = manifold_events::Entry {
        n: manifold_events::EntryNumber(1),
        at: NOON,
        by: manifold_events::Who::Person(organiser),
        body: manifold_events::Event::found(NOON, founding).expect("an event"),
    };
    let law = manifold_events::Event::begin(entry.clone()).expect("an event");
    let id = event.parse().expect("an identifier");
    let new = NewEntries {
        event: id,
        after: 0,
        entries: vec![entry],
        told: 1,
        head: crate::events::shown_head_of(id, &law),
        entered: Vec::new(),
        left: Vec::new(),
        games: Vec::new(),
        rated: results
            .iter()
            .map(|over| (over.id, over.at, over.result))
            .collect(),
        annulled: Vec::new(),
        posts: Vec::new(),
        most: None,
    };
    assert_eq!(store.keep(new).await, Ok(Kept::Done));
}

#[tokio::test]
async fn results_of_events_count_in_the_order_in_which_games_ended_however_late_they_are_final() {
    let mut games: Vec<Over> = random_games(60);
    for (at, game) in (NOON..).step_by(60_000).zip(&mut games) {
        game.at = at;
    }
    let log: Vec<Entry<PlayerId>> = games.iter().map(Over::entry).collect();
    let ledger = Ledger::replay(&log).expect("a ledger");
    let expected: BTreeSet<_> = ledger
        .iter()
        .map(|(player, pool, kept)| row(*player, pool, kept))
        .collect();

    let data = tempfile::tempdir().expect("a directory");
    let (store, _) = open_at(data.path(), NOON).await;
    let is_of_event = |place: usize| place % 3 == 1 && machine(&games[place]).is_none();
    let (mut of_events, others): (Vec<usize>, Vec<usize>) =
        (0..games.len()).partition(|place| is_of_event(*place));
    for place in others {
        games[place].play(&store).await;
    }
    // They become final one by one and two by two, long after games that ended later.
    of_events.shuffle(&mut StdRng::seed_from_u64(3));
    for (number, places) in of_events.chunks(2).enumerate() {
        let results: Vec<&Over> = places.iter().map(|place| &games[*place]).collect();
        made_final(&store, &format!("event{number:07}"), &results).await;
        if number % 2 == 0 {
            store.mend_ratings().await;
        }
    }
    store.mend_ratings().await;
    assert_eq!(bits(&store).await, expected);
    let stored = whole_history(&store).await;
    assert_eq!(differed(&store).await, 0);
    assert!(
        whole_history(&store).await == stored,
        "the history is the same"
    );
    let pool = games[of_events[0]].result.pool;
    let history = store.rating_history(player(0), pool, 500).await;
    let ends: Vec<u64> = history
        .expect("a history")
        .iter()
        .map(|one| one.at)
        .collect();
    assert!(ends.len() > 2 && ends.is_sorted_by(|one, other| one > other));
}

#[tokio::test]
async fn a_late_result_whose_players_have_not_played_since_counts_at_once() {
    let mut games = random_games(2);
    let chess = |white, black| RatedResult {
        white: RatedSide::Person(player(white)),
        black: RatedSide::Person(player(black)),
        pool: Pool {
            game: RatedGame::Chess,
            speed: Speed::Rapid,
        },
        score: Score::Win,
    };
    (games[0].at, games[0].result) = (NOON, chess(0, 1));
    (games[1].at, games[1].result) = (NOON + 1, chess(2, 3));
    let data = tempfile::tempdir().expect("a directory");
    let (store, _) = open_at(data.path(), NOON).await;
    games[1].play(&store).await;
    made_final(&store, "event0000000", &[&games[0]]).await;
    assert_eq!(logged(due::marks(&store.readers)).await, Ok(None));
    assert!(
        store
            .rated_result(games[0].id)
            .await
            .expect("an answer")
            .is_some_and(|one| one.white.is_some())
    );
    assert_eq!(differed(&store).await, 0);
}

#[tokio::test]
async fn undoing_an_annulment_revives_no_result_of_an_event_that_is_annulled() {
    let mut games = random_games(1);
    games[0].at = NOON;
    games[0].result.white = RatedSide::Person(player(2));
    games[0].result.black = RatedSide::Person(player(3));
    let game = games[0].id;
    for is_annulled in [false, true] {
        let data = tempfile::tempdir().expect("a directory");
        let (store, _) = open_at(data.path(), NOON).await;
        let mut made = new_game(&game.to_string());
        made.info.event = Some(OfEvent {
            id: "event0000000".parse().expect("an identifier"),
            name: "Club night".to_owned(),
            round: 1,
            board: 1,
            draw_turns: 0,
            starts_at: NOON,
        });
        store.create(made).await.expect("made");
        made_final(&store, "event0000000", &[&games[0]]).await;
        let annul = NewAct {
            at: NOON,
            moderator: None,
            player: player(2),
            kind: ActKind::Annul,
            until: None,
            game: Some(game),
            other: None,
            reason: "An engine.".to_owned(),
            reports: Vec::new(),
        };
        let entered = store.moderate(Moderate::Act(annul)).await;
        assert_eq!(entered, Ok(Moderated::Entered(1)));
        if is_annulled {
            let sql = "UPDATE tournaments SET head = json_set(head, '$.phase', 'annulled')";
            sqlx::query(sql)
                .execute(&mut connect(data.path()).await)
                .await
                .expect("annulled");
        }
        let undo = Moderate::Undo {
            number: 1,
            moderator: None,
            reason: "It was no engine.".to_owned(),
            at: NOON,
        };
        let undone = match is_annulled {
            true => Moderated::NothingToUndo,
            false => Moderated::Entered(2),
        };
        assert_eq!(store.moderate(undo).await, Ok(undone));
        let result = store.rated_result(game).await.expect("an answer");
        assert_eq!(result.map(|one| one.is_annulled), Some(is_annulled));
    }
}
