use std::path::Path;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};

use super::*;
use crate::ids::{GameId, PlayerId};
use crate::people::username::NameKey;
use crate::store::codec;
use crate::store::game::Looked;
use crate::store::interface::Store;
use crate::store::moderation::ModerationStore;
use crate::store::ratings::{Corrected, Correction};
use crate::store::sqlite::tests::{NOON, new_game, open_at};
use crate::table::event::{EventKind, Offer, OtherEvent};

/// Rows that a server has left in the tables, and the first migration after which such rows exist.
struct Rows {
    from: i64,
    sql: String,
}

fn rows(from: i64, sql: impl Into<String>) -> Rows {
    let sql = sql.into();
    Rows { from, sql }
}

fn game_id(id: &str) -> GameId {
    id.parse().expect("an identifier")
}

/// A game in the form of its table after the first migration.
fn game(id: &str, status: &str, reason: &str, black: &str, attention: &str) -> Rows {
    let info = codec::write_info(&new_game(id).info);
    rows(
        1,
        format!(
            "INSERT INTO games (id, variant, info, white, black, created_at, epoch, last_event, updated_at, status, \
             winner, reason, turn_number, actor, attention_at) VALUES ('{id}', 'chess', '{info}', 'whitewhite11', \
             '{black}', {NOON}, 1, 1, {NOON}, '{status}', NULL, {reason}, 1, 'white', {attention})"
        ),
    )
}

/// Rows as servers of all versions left them: games in every state, a signed-in account, and rated results.
fn whatever_there_was() -> Vec<Rows> {
    let offer = EventKind::Other(OtherEvent::Offered {
        by: manifold_rules::board::Color::White,
        what: Offer::Draw,
    });
    let body = codec::write_event(&offer);
    let due = (NOON + 5).to_string();
    let result = |number: u32, annulled: &str| {
        rows(
            4,
            format!(
                "INSERT INTO results (number, game, at, pool, white, black, score, annulled_at) VALUES \
                 ({number}, 'result00000{number}', {NOON}, 'chess/blitz', 'whitewhite11', 'blackblack22', {number} % 3, {annulled})"
            ),
        )
    };
    vec![
        game("livelivelive", "live", "NULL", "blackblack22", &due),
        game(
            "overoverover",
            "over",
            "'checkmate'",
            "blackblack22",
            "NULL",
        ),
        game("brokenoff123", "over", "'aborted'", "blackblack22", "NULL"),
        game(
            "withoneself1",
            "over",
            "'checkmate'",
            "whitewhite11",
            "NULL",
        ),
        rows(
            1,
            format!(
                "INSERT INTO events (game, number, at, player, request, body) SELECT id, 1, {NOON}, NULL, NULL, '{body}' FROM games"
            ),
        ),
        rows(6, "INSERT INTO unarchived VALUES ('overoverover')"),
        rows(12, "UPDATE games SET look_at = attention_at"),
        rows(
            1,
            "INSERT INTO players VALUES ('whitewhite11', 'Rosalind'), ('blackblack22', 'Orlando')",
        ),
        rows(
            3,
            format!(
                "INSERT INTO accounts (player, username, password, created_at) VALUES ('whitewhite11', 'Rosalind', 'hash', {NOON})"
            ),
        ),
        rows(
            3,
            format!(
                "INSERT INTO usernames (key, player) VALUES ('{}', 'whitewhite11')",
                NameKey::of("Rosalind").as_str()
            ),
        ),
        rows(
            3,
            format!(
                "INSERT INTO sessions (token, id, player, device, created_at, used_at) VALUES \
                 ('{}', 'sessionofher', 'whitewhite11', 'A browser', {NOON}, {NOON})",
                "0".repeat(64)
            ),
        ),
        rows(
            5,
            format!(
                "INSERT INTO totp (player, secret, confirmed_at, used) VALUES ('whitewhite11', x'00', {NOON}, 7)"
            ),
        ),
        result(1, "NULL"),
        result(2, "7"),
        result(4, "NULL"),
        rows(
            8,
            format!(
                "INSERT INTO acts (number, at, player, kind, reason) VALUES (1, {NOON}, 'blackblack22', 'warn', 'Because.')"
            ),
        ),
    ]
}

/// A database as a server has left it whose last step was this one.
async fn left_after(directory: &Path, step: i64) {
    let options = SqliteConnectOptions::new()
        .filename(directory.join("manifold.sqlite"))
        .create_if_missing(true);
    let mut connection = options.connect().await.expect("a database");
    let known = all();
    let steps = known.iter().filter(|known| known.version <= step);
    let steps = Migrator::with_migrations(steps.cloned().collect());
    steps.run(&mut connection).await.expect("tables");
    for Rows { from, sql } in whatever_there_was() {
        if step >= from {
            let stored = sqlx::query(AssertSqlSafe(sql.clone()))
                .execute(&mut connection)
                .await;
            stored.unwrap_or_else(|error| panic!("after {step}: {sql}: {error}"));
        }
    }
    connection.close().await.expect("closed");
}

#[tokio::test]
async fn what_each_server_has_left_is_right_after_all_later_steps() {
    let latest = all().iter().map(|step| step.version).max().expect("steps");
    for step in 1..=latest {
        let data = tempfile::tempdir().expect("a directory");
        left_after(data.path(), step).await;
        let (store, _) = open_at(data.path(), NOON).await;
        let white: PlayerId = "whitewhite11".parse().expect("an identifier");

        let live = store.load(game_id("livelivelive")).await.expect("loaded");
        assert_eq!(live.expect("a game").events.len(), 1, "after {step}");
        let due = store.needing_attention(NOON + 4, Looked::default()).await;
        assert_eq!(due.map(|due| due.clocks), Ok(Vec::new()), "after {step}");
        let due = store.needing_attention(NOON + 5, Looked::default()).await;
        assert_eq!(
            due.map(|due| due.clocks),
            Ok(vec![game_id("livelivelive")]),
            "after {step}"
        );
        let missing = store.unarchived(None, 10).await;
        assert_eq!(missing, Ok(vec![game_id("overoverover")]), "after {step}");
        let name = store.player_name(white).await;
        assert_eq!(name, Ok(Some("Rosalind".to_owned())), "after {step}");

        if step >= 3 {
            let account = store.account(white).await.expect("an answer");
            let account = account.expect("an account");
            assert_eq!((&*account.username, account.is_bot), ("Rosalind", false));
            let sessions = store.sessions(white).await.expect("sessions");
            assert_eq!(sessions.len(), 1, "after {step}");
            assert!(sessions[0].grant.is_none() && sessions[0].browser.is_none());
            let factor = store.second_factor(white).await.expect("an answer");
            assert_eq!(factor.is_on(), step >= 5, "after {step}");
            assert!(!factor.asks_for_passkey, "after {step}");
        }
        if step >= 4 {
            for (game, is_annulled) in [("result000001", false), ("result000002", true)] {
                let result = store.rated_result(game_id(game)).await.expect("an answer");
                let result = result.expect("a result");
                assert_eq!(result.pool.to_string(), "chess/blitz");
                assert_eq!(result.is_annulled, is_annulled, "after {step}: {game}");
            }
            // All count but the one that is annulled.
            let corrected = store.correct_ratings(Correction::Recompute).await;
            let expected = Corrected {
                is_done: true,
                players: 2,
                ratings: 2,
                differed: 2,
            };
            assert_eq!(corrected, Ok(expected), "after {step}");
            let ratings = store.ratings(white).await.expect("ratings");
            assert_eq!(ratings.0[0].1.games, 2, "after {step}");
        }
        if step >= 8 {
            let acts = store.acts(None, None, 10).await.expect("the log");
            assert_eq!(acts.len(), 1, "after {step}");
            assert_eq!(acts[0].act.other, None, "after {step}");
        }
        store.close(NOON).await;
    }
}
