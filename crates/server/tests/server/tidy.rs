//! Old data are deleted while the server runs.

use sqlx::Row;

use crate::client::{House, PASSWORD};

const DAY: u64 = 86_400_000;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_old_is_forgotten_while_the_server_runs_and_nothing_else_is() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut database = house.database().await;
    let mut count = async |table: &str, of: &str| {
        let sql = format!("SELECT count(*) FROM {table} WHERE {of}");
        let row = sqlx::query(sqlx::AssertSqlSafe(sql))
            .fetch_one(&mut database)
            .await;
        row.expect("a number").get::<i64, _>(0)
    };
    // More rows than are deleted in one pass.
    let now = i64::try_from(crate::client::NOON).expect("a number");
    let mut filling = house.database().await;
    for sql in [
        "WITH RECURSIVE many (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 600) \
         INSERT INTO creations (player, request, game, at) SELECT 'iagoiagoiago', n, 'gamegamegame', ?1 FROM many",
        "WITH RECURSIVE many (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 600) \
         INSERT INTO sessions (token, id, player, device, created_at, used_at, ended_at) \
         SELECT n, n, 'iagoiagoiago', '', ?1, ?1, ?1 FROM many",
        "WITH RECURSIVE many (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 600) \
         INSERT INTO challenges (id, challenger, challenged, terms, created_at, expires_at, ends_at, outcome) \
         SELECT n, 'iagoiagoiago', 'othelloother', '{}', ?1, ?1, ?1, 'declined' FROM many",
    ] {
        let filled = sqlx::query(sql).bind(now).execute(&mut filling).await;
        filled.expect("stored");
    }
    const IAGO: [(&str, &str); 3] = [
        ("creations", "player = 'iagoiagoiago'"),
        ("challenges", "challenger = 'iagoiagoiago'"),
        ("sessions", "player = 'iagoiagoiago'"),
    ];
    let mut passed = 0;
    for (days, gone) in [(7, 0), (8, 1), (30, 1), (31, 2), (60, 2), (61, 3)] {
        house.clock.advance((days - passed) * DAY);
        passed = days;
        // Each pass deletes some of them.
        for _ in 0..4 {
            house.all_sent().await;
        }
        for (place, (table, of)) in IAGO.into_iter().enumerate() {
            let left = if place < gone { 0 } else { 600 };
            assert_eq!(count(table, of).await, left, "{table} after {days} days");
        }
        if days == 60 {
            // A returning player has to sign in again.
            ada.account("/session", "Ada", PASSWORD).await.good();
        }
    }
    ada.get("/account").await.good();
}
