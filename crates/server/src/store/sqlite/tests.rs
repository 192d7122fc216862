use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use manifold_rules::board::Color;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tempfile::TempDir;
use tokio::sync::oneshot;

use super::*;
use crate::names::Status;
use crate::store::game::{Epoch, Summary};
use crate::table::event::{Event, EventKind, Offer, OtherEvent, Request};
use crate::table::info::{GameInfo, Person, Player};

/// 21 November 2026, noon.
pub(super) const NOON: u64 = 1_795_262_400_000;

pub(super) fn person(id: &str) -> Player {
    Player::Person(Person {
        id: id.parse().expect("an identifier"),
        name: id.to_owned(),
        account: false,
        bot: false,
        rating: None,
    })
}

fn summary() -> Summary {
    Summary {
        status: Status::Live,
        result: None,
        turn_number: 1,
        actor: Some(Color::White),
        attention_at: None,
    }
}

pub(super) fn new_game(id: &str) -> NewGame {
    NewGame {
        id: id.parse().expect("an identifier"),
        info: GameInfo {
            variant: "chess".parse().expect("a variant"),
            start: None,
            white: person("whitewhite11"),
            black: person("blackblack22"),
            clock: None,
            takebacks: true,
            rated: false,
            paired: false,
            event: None,
            created_at: NOON,
        },
        summary: summary(),
        request: None,
        seeks: Vec::new(),
    }
}

pub(super) fn append(game: GameId, n: u64, kind: OtherEvent) -> Append {
    Append {
        game,
        epoch: Epoch(1),
        event: Event {
            n,
            at: NOON + n,
            request: Some(Request {
                player: "whitewhite11".parse().expect("an identifier"),
                id: format!("request {n}").parse().expect("a name"),
            }),
            kind: EventKind::Other(kind),
        },
        summary: summary(),
        joined: None,
        rematch: None,
        rated: None,
        archived: None,
        conduct: None,
        turn: None,
        forgotten: Vec::new(),
    }
}

fn offer() -> OtherEvent {
    OtherEvent::Offered {
        by: Color::White,
        what: Offer::Draw,
    }
}

/// A connection of its own to the database of a store.
pub(super) async fn connect(directory: &Path) -> SqliteConnection {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(directory.join(open::FILE));
    options.connect().await.expect("a database")
}

/// Counts the steps that SQLite takes on a connection from now on: unlike time, they are the same on every machine.
pub(super) async fn steps(connection: &mut SqliteConnection) -> Arc<AtomicU64> {
    let steps = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&steps);
    let mut handle = connection.lock_handle().await.expect("a handle");
    handle.set_progress_handler(1, move || {
        counted.fetch_add(1, Ordering::SeqCst);
        true
    });
    steps
}

/// SQLite's query plan for a statement.
pub(super) async fn plan(connection: &mut SqliteConnection, sql: &str) -> String {
    let explained = sqlx::query(sqlx::AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}")));
    let rows = explained.fetch_all(connection).await.expect("a plan");
    let details: Vec<String> = rows.iter().map(|row| row.get("detail")).collect();
    details.join("\n")
}

/// Stores games between two players who have nothing to do with the test, every second one finished.
pub(super) async fn games_of_others(connection: &mut SqliteConnection, count: u32) {
    let sql = "WITH RECURSIVE many (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < ?1) \
         INSERT INTO games (id, variant, info, white, black, created_at, epoch, last_event, updated_at, status, reason, turn_number) \
         SELECT printf('games%07d', n), 'chess', ?2, 'otherwhite11', 'otherblack22', ?3, 1, 1, ?3, \
                iif(n % 2, 'over', 'live'), iif(n % 2, 'checkmate', NULL), 9 FROM many";
    sqlx::query(sql)
        .bind(count)
        .bind(crate::store::codec::write_info(
            &new_game("gamegamegame").info,
        ))
        .bind(NOON as i64)
        .execute(connection)
        .await
        .expect("stored");
}

pub(super) async fn open_at(directory: &Path, now: u64) -> (Sqlite, u64) {
    Sqlite::open(directory, now).await.expect("a database")
}

/// The number of events of a game; `None` if there is no such game.
async fn events(store: &Sqlite, game: GameId) -> Option<usize> {
    let game = store.load(game).await.expect("an answer");
    game.map(|game| game.events.len())
}

/// A database with one game of one event, as left by a server that was killed. A second, later event has the wrong
/// number and was not stored.
async fn killed() -> (TempDir, GameId) {
    let before = tempfile::tempdir().expect("a directory");
    let opened = open::open(before.path(), NOON).await.expect("a database");
    let store = without_checkpoints(opened, before.path());
    let player: PlayerId = "whitewhite11".parse().expect("an identifier");
    let wish = |id, created_at| {
        let mut game = new_game(id);
        game.info.created_at = created_at;
        game.request = Some((player, "wish".parse().expect("a name")));
        game
    };
    let first = store.create(wish("firstfirst11", NOON)).await;
    assert_eq!(store.create(wish("secondsecond", NOON + 9)).await, first);
    let game = store.create(new_game("gamegamegame")).await.expect("made");
    store
        .append(append(game, 1, offer()))
        .await
        .expect("stored");
    let wrong = store.append(append(game, 9, offer())).await;
    assert_eq!(wrong, Err(AppendError::Conflict));
    // The witness comes a moment after the commit.
    while witness::read(before.path()) != Some(NOON + 1) {
        tokio::task::yield_now().await;
    }
    let after = tempfile::tempdir().expect("a directory");
    for file in ["manifold.sqlite", "manifold.sqlite-wal", "manifold.witness"] {
        std::fs::copy(before.path().join(file), after.path().join(file)).expect("copied");
    }
    (after, game)
}

#[tokio::test]
async fn an_event_and_the_game_that_it_names_are_stored_together_or_not_at_all() {
    let data = tempfile::tempdir().expect("a directory");
    let (store, _) = open_at(data.path(), NOON).await;
    let game = store.create(new_game("gamegamegame")).await.expect("made");
    let next = new_game("nextnextnext");
    let rematch = |n| Append {
        rematch: Some(Box::new(new_game("nextnextnext"))),
        ..append(game, n, OtherEvent::Rematch { game: next.id })
    };
    for wrong in [2, 3] {
        let stored = store.append(rematch(wrong)).await;
        assert_eq!(stored, Err(AppendError::Conflict));
        assert_eq!(events(&store, game).await, Some(0));
        assert_eq!(events(&store, next.id).await, None);
    }
    let former = Append {
        epoch: Epoch(0),
        ..rematch(1)
    };
    assert_eq!(store.append(former).await, Err(AppendError::Conflict));
    assert_eq!(events(&store, next.id).await, None);

    assert_eq!(store.append(rematch(1)).await, Ok(()));
    assert_eq!(events(&store, game).await, Some(1));
    assert_eq!(events(&store, next.id).await, Some(0));
}

#[cfg(unix)]
#[tokio::test]
async fn nobody_else_can_read_the_database() {
    use std::os::unix::fs::PermissionsExt;

    let place = tempfile::tempdir().expect("a directory");
    let data = place.path().join("data");
    crate::data::create_private(&data).expect("made");
    // A file that somebody made is closed to others too.
    std::fs::write(data.join("manifold.sqlite"), "").expect("written");
    let open = std::fs::Permissions::from_mode(0o644);
    std::fs::set_permissions(data.join("manifold.sqlite"), open).expect("set");
    let (store, _) = open_at(&data, NOON).await;
    store.create(new_game("gamegamegame")).await.expect("made");
    let mode = |path: &Path| {
        let about = std::fs::metadata(path).expect("it is there");
        about.permissions().mode() & 0o777
    };
    assert_eq!(mode(&data), 0o700);
    let files: Vec<_> = std::fs::read_dir(&data).expect("readable").collect();
    assert!(files.len() >= 4, "{files:?}");
    for file in files {
        let path = file.expect("a file").path();
        assert_eq!(mode(&path), 0o600, "{}", path.display());
    }
}

#[tokio::test]
async fn a_kill_loses_nothing() {
    let (data, game) = killed().await;
    let (store, _) = open_at(data.path(), NOON + 5_000).await;
    assert_eq!(events(&store, game).await, Some(1));
}

#[tokio::test]
async fn a_database_that_has_lost_something_is_not_opened() {
    let damages: [fn(&Path); 5] = [
        |data| std::fs::remove_file(data.join("manifold.sqlite-wal")).expect("removed"),
        |data| std::fs::write(data.join("manifold.sqlite-wal"), "").expect("emptied"),
        // The last page of the log.
        |data| {
            let path = data.join("manifold.sqlite-wal");
            let log = std::fs::File::options()
                .write(true)
                .open(path)
                .expect("a file");
            let length = log.metadata().expect("a length").len();
            log.set_len(length - 100).expect("cut");
        },
        // Its header: then SQLite ignores the whole log.
        |data| {
            let path = data.join("manifold.sqlite-wal");
            let mut log = std::fs::read(&path).expect("a file");
            log[20] ^= 1;
            std::fs::write(path, log).expect("written");
        },
        |data| std::fs::remove_file(data.join("manifold.sqlite")).expect("removed"),
    ];
    for (number, damage) in damages.into_iter().enumerate() {
        let (data, game) = killed().await;
        damage(data.path());
        let log = || std::fs::read(data.path().join("manifold.sqlite-wal")).unwrap_or_default();
        let left = log();
        let error = Sqlite::open(data.path(), NOON + 5_000).await;
        let error = error.expect_err("refused").to_string();
        assert!(error.contains("manifold.sqlite-wal"), "{number}: {error}");
        // The rest is left alone.
        assert!(log() == left, "{number}");

        // It can still be opened deliberately.
        std::fs::remove_file(data.path().join("manifold.witness")).expect("removed");
        let (store, _) = open_at(data.path(), NOON + 5_000).await;
        assert!(events(&store, game).await.is_none_or(|events| events < 2));
    }
}

#[tokio::test]
async fn a_database_that_needs_the_log_that_it_has_lost_says_so() {
    let (data, _) = killed().await;
    let file = data.path().join("manifold.sqlite");
    let mut connection = sqlx::sqlite::SqliteConnectOptions::new()
        .filename(&file)
        .connect()
        .await
        .expect("a database");
    sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)")
        .execute(&mut connection)
        .await
        .expect("moved");
    connection.close().await.expect("closed");
    // Killed during a checkpoint: only the first page is written, which refers to others.
    let database = std::fs::read(&file).expect("a file");
    assert!(database.len() > 8_192);
    for (left, cause) in [(8_192, "malformed"), (100, "not a database")] {
        let mut part = database[..left].to_vec();
        if left < 4_096 {
            part.fill(b'?');
        }
        std::fs::write(&file, &part).expect("written");
        let error = Sqlite::open(data.path(), NOON + 5_000).await;
        let error = error.expect_err("refused").to_string();
        assert!(error.contains(cause), "{error}");
        assert!(error.contains("manifold.sqlite-wal"), "{error}");
        assert!(std::fs::read(&file).expect("a file") == part);
    }
}

#[tokio::test]
async fn time_goes_on_whatever_the_clock_of_the_machine_says() {
    const HOUR: u64 = 3_600_000;
    let data = tempfile::tempdir().expect("a directory");
    let (store, now) = open_at(data.path(), NOON).await;
    assert_eq!(now, NOON);
    store.close(NOON + 10_000).await;

    // Set back: the server continues from its last sign of life.
    let (store, now) = open_at(data.path(), NOON - HOUR).await;
    assert_eq!(now, NOON + 10_000);
    assert_eq!(store.outages().served(now + 1_000), now + 1_000);
    store.close(now + 1_000).await;

    // Set forward: no clock has run.
    let (store, later) = open_at(data.path(), NOON + HOUR).await;
    assert_eq!(later, NOON + HOUR);
    assert_eq!(store.outages().served(later), NOON + 11_000);
    store.close(later).await;
}

/// A store whose log stays as it is.
fn without_checkpoints(opened: open::Opened, data: &Path) -> Sqlite {
    let (writer, inbox) = mpsc::channel(QUEUE);
    let witness = witness::Witness::open(data).expect("a file");
    let mut storing = Writer::new(opened.connection, opened.files, inbox, witness);
    tokio::spawn(async move { storing.run().await });
    Sqlite {
        readers: opened.readers,
        writer,
        outages: opened.outages,
        stopped: Arc::default(),
        mending: Arc::default(),
    }
}

/// A store whose commits can be made to fail.
async fn failing(data: &Path) -> (Sqlite, Arc<AtomicBool>) {
    let mut opened = open::open(data, NOON).await.expect("a database");
    let fails = Arc::new(AtomicBool::new(false));
    let hook = Arc::clone(&fails);
    let mut handle = opened.connection.lock_handle().await.expect("a handle");
    handle.set_commit_hook(move || !hook.load(Ordering::SeqCst));
    drop(handle);
    (without_checkpoints(opened, data), fails)
}

#[tokio::test]
async fn nobody_is_told_that_something_is_not_stored_while_that_is_not_known() {
    let data = tempfile::tempdir().expect("a directory");
    let (store, fails) = failing(data.path()).await;
    let game = store.create(new_game("gamegamegame")).await.expect("made");
    let other = store.create(new_game("othergame123")).await.expect("made");
    let player: PlayerId = "whitewhite11".parse().expect("an identifier");
    let wish = |id: &str, request: &str| NewGame {
        request: Some((player, request.parse().expect("a name"))),
        ..new_game(id)
    };

    fails.store(true, Ordering::SeqCst);
    // One transaction: what waits is stored together.
    let (reply, created) = oneshot::channel();
    let create = Write::Create(Box::new(wish("newgame12345", "wish")), reply);
    store.writer.send(create).await.expect("a writer");
    let appended = store.append(append(game, 1, offer())).await;
    assert_eq!(appended, Err(AppendError::Unknown));
    assert_eq!(
        created.await.expect("an answer"),
        Err(StoreError::Unknown.into())
    );

    // Nobody may be told that an event was not stored if a restart may bring it back. One that was never tried is not stored.
    let again = store.append(append(game, 1, offer())).await;
    assert_eq!(again, Err(AppendError::Unknown));
    let again = store.create(wish("newgame23456", "wish")).await;
    assert_eq!(again, Err(StoreError::Unknown.into()));
    let elsewhere = store.append(append(other, 1, offer())).await;
    assert_eq!(elsewhere, Err(AppendError::NotStored));
    let another = store.create(wish("newgame34567", "another wish")).await;
    assert_eq!(another, Err(StoreError::Failed.into()));
    assert_eq!(store.heartbeat(NOON + 9).await, Err(StoreError::Failed));
    assert_eq!(events(&store, game).await, Some(0));

    fails.store(false, Ordering::SeqCst);
    assert_eq!(store.append(append(game, 1, offer())).await, Ok(()));
    let made = store.create(wish("newgame23456", "wish")).await;
    assert_eq!(made, Ok("newgame23456".parse().expect("an identifier")));
    assert_eq!(events(&store, game).await, Some(1));
    assert_eq!(store.heartbeat(NOON + 10).await, Ok(()));
}

#[tokio::test]
async fn what_cannot_be_stored_keeps_out_nothing_that_waits_beside_it() {
    let data = tempfile::tempdir().expect("a directory");
    let mut opened = open::open(data.path(), NOON).await.expect("a database");
    // A constraint that no write should ever meet.
    sqlx::query(
        "CREATE TRIGGER broken BEFORE INSERT ON games WHEN new.id = 'brokenbroken' \
         BEGIN INSERT INTO players (id, name) VALUES (new.id, 'half'); SELECT RAISE(ABORT, 'no'); END",
    )
    .execute(&mut opened.connection)
    .await
    .expect("a trigger");
    let store = without_checkpoints(opened, data.path());
    let game = store.create(new_game("gamegamegame")).await.expect("made");
    let mut answers = Vec::new();
    // All in the queue before the writer looks into it again.
    let create = |id| {
        let (reply, answer) = oneshot::channel();
        (Write::Create(Box::new(new_game(id)), reply), answer)
    };
    let (reply, appended) = oneshot::channel();
    let appending = Write::Append(Box::new(append(game, 1, offer())), reply);
    let (before, broken, after) = (
        create("beforebefore"),
        create("brokenbroken"),
        create("afterafter22"),
    );
    for write in [before.0, broken.0, appending, after.0] {
        store.writer.try_send(write).expect("room");
    }
    for answer in [before.1, broken.1, after.1] {
        answers.push(answer.await.expect("an answer").is_ok());
    }
    assert_eq!(answers, [true, false, true]);
    assert_eq!(appended.await.expect("an answer"), Ok(()));
    assert_eq!(events(&store, game).await, Some(1));
    for (id, number) in [
        ("beforebefore", Some(0)),
        ("brokenbroken", None),
        ("afterafter22", Some(0)),
    ] {
        assert_eq!(
            events(&store, id.parse().expect("an identifier")).await,
            number,
            "{id}"
        );
    }
    assert_eq!(store.heartbeat(NOON + 9).await, Ok(()));
}

#[cfg(unix)]
#[tokio::test]
async fn nothing_is_confirmed_that_goes_into_a_file_that_is_gone() {
    let data = tempfile::tempdir().expect("a directory");
    let (store, _) = open_at(data.path(), NOON).await;
    let game = store.create(new_game("gamegamegame")).await.expect("made");
    for name in ["manifold.sqlite", "manifold.sqlite-wal"] {
        let (file, elsewhere) = (data.path().join(name), data.path().join("elsewhere"));
        std::fs::rename(&file, &elsewhere).expect("moved");
        let stored = store.append(append(game, 1, offer())).await;
        assert_eq!(stored, Err(AppendError::NotStored), "{name}");
        assert_eq!(
            store.heartbeat(NOON).await,
            Err(StoreError::Failed),
            "{name}"
        );
        // Another file of that name is not the database either.
        std::fs::copy(&elsewhere, &file).expect("copied");
        assert_eq!(
            store.heartbeat(NOON).await,
            Err(StoreError::Failed),
            "{name}"
        );
        std::fs::rename(&elsewhere, &file).expect("moved");
    }
    assert_eq!(store.append(append(game, 1, offer())).await, Ok(()));
}

#[tokio::test]
async fn a_game_is_looked_at_when_its_time_has_come_and_not_when_that_was_put_off() {
    let data = tempfile::tempdir().expect("a directory");
    let (store, _) = open_at(data.path(), NOON).await;
    let mut made = new_game("gamegamegame");
    made.summary.attention_at = Some(NOON + 5_000);
    let game = store.create(made).await.expect("made");
    let at = |n, attention_at| {
        let mut append = append(game, n, offer());
        append.summary.attention_at = attention_at;
        append
    };
    let looked_at = async |at: u64| {
        let due = store.needing_attention(NOON + at, Looked::default()).await;
        due.expect("read").clocks
    };
    assert_eq!(looked_at(4_999).await, []);
    assert_eq!(looked_at(5_000).await, [game]);

    store.append(at(1, Some(NOON + 9_000))).await.expect("kept");
    assert_eq!(looked_at(8_999).await, []);
    // Whether or not it was postponed.
    assert_eq!(looked_at(9_000).await, [game]);
    store.heartbeat(NOON + 6_000).await.expect("stored");
    assert_eq!(looked_at(8_999).await, []);
    assert_eq!(looked_at(9_000).await, [game]);

    store.append(at(2, Some(NOON + 7_000))).await.expect("kept");
    assert_eq!(looked_at(6_999).await, []);
    assert_eq!(looked_at(7_000).await, [game]);

    store.append(at(3, None)).await.expect("kept");
    assert_eq!(looked_at(90_000).await, []);
    store.heartbeat(NOON + 90_000).await.expect("stored");
    store
        .append(at(4, Some(NOON + 99_000)))
        .await
        .expect("kept");
    assert_eq!(looked_at(98_999).await, []);
    assert_eq!(looked_at(99_000).await, [game]);

    let mut last = at(5, None);
    last.summary.status = Status::Over;
    store.append(last).await.expect("kept");
    assert_eq!(looked_at(99_000).await, []);
}

#[tokio::test]
async fn games_in_which_the_engine_is_to_act_keep_no_flag_from_falling_however_many_they_are() {
    const ATTACKERS: u64 = 600;
    let data = tempfile::tempdir().expect("a directory");
    let (store, _) = open_at(data.path(), NOON).await;
    let mut connection = connect(data.path()).await;
    for (sql, index) in [
        (reader::CLOCKS, "INDEX games_look (look_at<?)"),
        (reader::ENGINE, "INDEX games_look (look_at=? AND id>?)"),
    ] {
        let plan = plan(&mut connection, sql).await;
        assert!(plan.contains(index), "{plan}");
    }
    let made = async |id: String, attention_at| {
        let mut made = new_game(&id);
        made.summary.attention_at = Some(attention_at);
        store.create(made).await.expect("made")
    };
    for number in 0..ATTACKERS {
        made(format!("aaaaa{number:07}"), 0).await;
    }
    let flag = made("victimvictim".to_owned(), NOON).await;
    let due = store.needing_attention(NOON, Looked::default()).await;
    let due = due.expect("read");
    assert_eq!(due.clocks, [flag]);
    assert_eq!(due.engine.len(), 500);
    // Nothing was done about any of them, and still those after them get their turn, and then all start over.
    let mut reached: HashSet<GameId> = due.engine.into_iter().collect();
    let due = store.needing_attention(NOON, due.looked).await;
    let due = due.expect("read");
    assert_eq!(due.clocks, [flag]);
    reached.extend(due.engine);
    assert_eq!(reached.len() as u64, ATTACKERS);
    let due = store.needing_attention(NOON, due.looked).await;
    assert_eq!(due.expect("read").engine.len(), 500);

    // The same for flags that cannot be handled, such as those of games that cannot be loaded.
    for number in 0..ATTACKERS {
        made(format!("bbbbb{number:07}"), NOON - number).await;
    }
    let first = store.needing_attention(NOON, Looked::default()).await;
    let first = first.expect("read");
    let second = store.needing_attention(NOON, first.looked).await;
    let clocks = [first.clocks, second.expect("read").clocks].concat();
    assert_eq!(clocks.len() as u64, ATTACKERS + 1);
    assert!(clocks.contains(&flag));
}

#[tokio::test]
async fn events_that_are_stored_at_once_are_judged_each_by_itself() {
    let data = tempfile::tempdir().expect("a directory");
    let (store, _) = open_at(data.path(), NOON).await;
    let mut games = Vec::new();
    for id in ["firstfirst11", "secondsecond", "thirdthird33"] {
        games.push(store.create(new_game(id)).await.expect("made"));
    }
    let former = Append {
        epoch: Epoch(0),
        ..append(games[1], 1, offer())
    };
    let withdrawn = OtherEvent::Declined {
        by: Color::White,
        what: Offer::Draw,
    };
    // In the order in which they come: what follows an event of the same game may count on it.
    let waiting = [
        (append(games[0], 1, offer()), Ok(())),
        (former, Err(AppendError::Conflict)),
        (append(games[2], 2, offer()), Err(AppendError::Conflict)),
        (append(games[0], 2, withdrawn), Ok(())),
        (append(games[2], 1, offer()), Ok(())),
        (append(games[0], 2, offer()), Err(AppendError::Conflict)),
    ];
    // One transaction: the writer runs only when this waits.
    let mut answers = Vec::new();
    for (append, expected) in waiting {
        let (reply, answer) = oneshot::channel();
        let write = Write::Append(Box::new(append), reply);
        store.writer.try_send(write).expect("room");
        answers.push((answer, expected));
    }
    for (answer, expected) in answers {
        assert_eq!(answer.await, Ok(expected));
    }
    for (game, count) in games.into_iter().zip([2, 0, 1]) {
        assert_eq!(events(&store, game).await, Some(count), "{game}");
    }
    let stored = store.load("firstfirst11".parse().expect("an identifier"));
    let stored = stored.await.expect("an answer").expect("a game");
    let last = stored.events.last().expect("an event");
    assert!(
        matches!(&last.kind, EventKind::Other(OtherEvent::Declined { .. })),
        "{last:?}"
    );
    assert_eq!((last.n, last.at), (2, NOON + 2));
    let request = last.request.as_ref().map(|request| request.id.as_str());
    assert_eq!(request, Some("request 2"));
}

#[tokio::test]
async fn a_players_list_has_games_in_progress_first_then_those_that_wait_and_each_only_once() {
    let data = tempfile::tempdir().expect("a directory");
    let (store, _) = open_at(data.path(), NOON).await;
    let (us, other) = (person("whitewhite11"), person("blackblack22"));
    let game = |id: &str, white: &Player, black: &Player, begun: u64, status| {
        let mut game = new_game(id);
        (game.info.white, game.info.black) = (white.clone(), black.clone());
        game.info.created_at = NOON + begun;
        game.summary.status = status;
        game
    };
    let games = [
        game("overoldest11", &us, &other, 1, Status::Over),
        game("liveoldest11", &other, &us, 2, Status::Live),
        game("alonealone11", &us, &us, 3, Status::Live),
        game("overalone111", &us, &us, 4, Status::Over),
        game("overlatest11", &other, &us, 5, Status::Over),
        game("othersgame11", &other, &other, 6, Status::Live),
        game("waitslatest1", &us, &other, 7, Status::Waiting),
    ];
    for game in games {
        store.create(game).await.expect("made");
    }
    let player = us.id().expect("a person");
    let list = async |limit| {
        let games = store.list(Which::Of(player), limit).await;
        let games = games.expect("a list").into_iter();
        games.map(|game| game.id.to_string()).collect::<Vec<_>>()
    };
    let all = [
        "alonealone11",
        "liveoldest11",
        "waitslatest1",
        "overlatest11",
        "overalone111",
        "overoldest11",
    ];
    assert_eq!(list(9).await, all);
    assert_eq!(list(4).await, all[..4]);
    assert_eq!(list(2).await, all[..2]);
    assert_eq!(list(1).await, all[..1]);
    assert_eq!(store.count_unfinished(player).await, Ok(3));
}

#[tokio::test]
async fn names_of_guests_who_have_never_played_are_forgotten_in_time() {
    let data = tempfile::tempdir().expect("a directory");
    let (store, _) = open_at(data.path(), NOON).await;
    store.create(new_game("gamegamegame")).await.expect("made");
    let id = |text: &str| text.parse::<PlayerId>().expect("an identifier");
    let [player, idler, late] = ["whitewhite11", "idleridler11", "latelatelate"].map(id);
    let rename = async |player| {
        let renamed = store.rename_player(player, "Feste".to_owned()).await;
        renamed.expect("stored");
    };
    rename(player).await;
    rename(idler).await;
    let named = async |player| {
        let name = store.player_name(player).await.expect("an answer");
        name.is_some()
    };
    // As many others have chosen names as are kept.
    let options = sqlx::sqlite::SqliteConnectOptions::new();
    let options = options.filename(data.path().join("manifold.sqlite"));
    let mut connection = options.connect().await.expect("a database");
    let sql = "INSERT INTO guest_names VALUES (?, 'otherother11')";
    let stored = sqlx::query(sql).bind(people::KEPT_NAMES + 1);
    stored.execute(&mut connection).await.expect("stored");
    assert!(named(idler).await);
    rename(late).await;
    assert!(!named(idler).await);
    assert!(named(player).await && named(late).await);
    let left: i64 = sqlx::query_scalar("SELECT count(*) FROM guest_names")
        .fetch_one(&mut connection)
        .await
        .expect("a number");
    assert_eq!(left, 2);
    store.close(NOON).await;
}

#[tokio::test]
async fn what_is_old_is_forgotten_in_small_steps_by_indexes() {
    const DAY: u64 = 86_400_000;
    let data = tempfile::tempdir().expect("a directory");
    let (store, _) = open_at(data.path(), NOON).await;
    let mut connection = connect(data.path()).await;
    for sql in [
        "INSERT INTO creations (player, request, game, at) SELECT 'player', n, 'game', ?1 + n FROM many",
        "INSERT INTO sessions (token, id, player, device, created_at, used_at) SELECT n, n, 'player', '', ?1, ?1 + n FROM many",
        "INSERT INTO challenges (id, challenger, challenged, terms, created_at, expires_at, ends_at) \
         SELECT n, 'player', 'other', '', ?1 + n, ?1, ?1 FROM many",
        "INSERT INTO endings (number, session) SELECT n, 'session' FROM many WHERE ?1",
    ] {
        let sql = format!(
            "WITH RECURSIVE many (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 10600) {sql}"
        );
        sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(NOON as i64)
            .execute(&mut connection)
            .await
            .expect("stored");
    }
    for old in tidy::old(NOON) {
        for sql in [old.exist(), old.forget()] {
            let plan = plan(&mut connection, &sql).await;
            let mut scanned = plan.lines().filter(|line| line.contains("SCAN"));
            assert!(
                scanned.all(|line| line == "SCAN CONSTANT ROW"),
                "{sql}: {plan}"
            );
        }
    }
    let mut left = async || {
        let mut left = [0; 4];
        for (left, old) in left.iter_mut().zip(tidy::old(NOON)) {
            let sql = format!("SELECT count(*) FROM {}", old.table);
            let row = sqlx::query(sqlx::AssertSqlSafe(sql));
            let row = row.fetch_one(&mut connection).await.expect("a number");
            *left = row.get::<i64, _>(0);
        }
        left
    };
    // 600 of each are old at that time.
    let later = NOON + 601;
    let [sessions, challenges, creations] = [60, 30, 7].map(|days| later + days * DAY);
    store.tidy(creations).await.expect("tidied");
    assert_eq!(left().await, [10_600, 10_600, 10_344, 10_344]);
    store.tidy(challenges).await.expect("tidied");
    assert_eq!(left().await, [10_600, 10_344, 10_088, 10_088]);
    store.tidy(creations).await.expect("tidied");
    assert_eq!(left().await, [10_600, 10_344, 10_000, 10_000]);
    assert_eq!(store.has_old(creations).await, Ok(false));
    for left_now in [10_344, 10_088, 10_000] {
        assert_eq!(store.has_old(sessions).await, Ok(true));
        store.tidy(sessions).await.expect("tidied");
        assert_eq!(left().await[0], left_now);
    }
}
