use tempfile::TempDir;

use crate::ids::PlayerId;
use crate::lobby::Cell;
use crate::meeting::challenge::{Challenge, LEASE_MS, Terms};
use crate::store::meeting::{Meeting, Meetings, Met};
use crate::store::sqlite::Sqlite;
use crate::store::sqlite::tests::NOON;

fn player(name: &str) -> PlayerId {
    name.parse().expect("an identifier")
}

/// A store with a challenge to a live game, made at noon.
async fn with_challenge() -> (TempDir, Sqlite, Challenge) {
    let directory = tempfile::tempdir().expect("a directory");
    let (store, _) = Sqlite::open(directory.path(), NOON).await.expect("a store");
    let terms = Terms {
        cell: Cell {
            variant: "chess".parse().expect("a variant"),
            clock: None,
            rated: false,
        },
        color: None,
        rating: None,
    };
    let between = [player("whitewhite11"), player("blackblack22")];
    let id = "challenge123".parse().expect("an identifier");
    let challenge = Challenge::new(id, between, terms, NOON);
    let made = store.meet(Meeting::Challenge(challenge.clone())).await;
    assert_eq!(made, Ok(Met::Done));
    (directory, store, challenge)
}

async fn keep(store: &Sqlite, at: u64) {
    let kept = store
        .meet(Meeting::Keep {
            challenger: player("whitewhite11"),
            until: at + LEASE_MS,
            at,
        })
        .await;
    assert_eq!(kept, Ok(Met::Done));
}

#[tokio::test]
async fn whoever_stays_keeps_a_challenge_open_but_not_for_ever() {
    let (_directory, store, challenge) = with_challenge().await;
    let expires_at = async || {
        let found = store.challenge(challenge.id).await.expect("a store");
        found.expect("a challenge").expires_at
    };
    assert_eq!(expires_at().await, NOON + LEASE_MS);
    keep(&store, NOON + 20_000).await;
    assert_eq!(expires_at().await, NOON + 20_000 + LEASE_MS);
    // A beat that is late shortens nothing.
    keep(&store, NOON + 10_000).await;
    assert_eq!(expires_at().await, NOON + 20_000 + LEASE_MS);
    let mut at = NOON;
    while at < NOON + 1_200_000 {
        at += 20_000;
        keep(&store, at).await;
    }
    assert_eq!(expires_at().await, challenge.ends_at);
    assert_eq!(challenge.ends_at, NOON + 600_000);
}

#[tokio::test]
async fn whoever_comes_back_too_late_finds_the_challenge_gone() {
    let (_directory, store, challenge) = with_challenge().await;
    keep(&store, NOON + LEASE_MS).await;
    let found = store.challenge(challenge.id).await.expect("a store");
    assert!(!found.expect("a challenge").is_open(NOON + LEASE_MS));
}
