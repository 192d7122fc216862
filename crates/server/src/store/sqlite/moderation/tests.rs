use sqlx::Connection;

use super::*;
use crate::moderation::{ActKind, NewAct};

#[tokio::test]
async fn an_entry_of_the_log_is_neither_edited_nor_deleted() {
    let directory = tempfile::tempdir().expect("a directory");
    let (store, now) = Sqlite::open(directory.path(), 1).await.expect("a database");
    let act = NewAct {
        at: now,
        moderator: None,
        player: "playerplayer".parse().expect("an identifier"),
        kind: ActKind::Warn,
        until: None,
        game: None,
        other: None,
        reason: "Because.".to_owned(),
        reports: Vec::new(),
    };
    let entered = store.moderate(Moderate::Act(act)).await;
    assert_eq!(entered, Ok(Moderated::Entered(1)));
    let file = directory.path().join("manifold.sqlite");
    let address = format!("sqlite://{}", file.display());
    let mut connection = SqliteConnection::connect(&address)
        .await
        .expect("a connection");
    for sql in [
        "UPDATE acts SET reason = 'Another.'",
        "DELETE FROM acts",
        "UPDATE acts SET moderator = 'playerplayer' WHERE number = 1",
    ] {
        let changed = sqlx::query(sql).execute(&mut connection).await;
        let error = changed.expect_err("it cannot be").to_string();
        assert!(error.contains("the log is not"), "{error}");
    }
    let acts = store.acts(None, None, 10).await.expect("the log");
    assert_eq!(acts.len(), 1);
    assert_eq!(acts[0].act.reason, "Because.");
}
