use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

use sqlx::SqliteConnection;
use tempfile::TempDir;

use manifold_rules::board::Color;

use super::lists::{LONGEST, one_person};
use crate::ids::{PlayerId, SeekId, SessionId};
use crate::lobby::{Cell, StayingSeek};
use crate::meeting::challenge::{Challenge, ChallengeOutcome, LEASE_MS, Terms};
use crate::people::account::{Account, NewAccount};
use crate::people::password::PasswordHash;
use crate::people::session::{NewSession, Session, Token};
use crate::people::username::NameKey;
use crate::store::error::{AppendError, CreateError};
use crate::store::game::{Append, NewGame};
use crate::store::meeting::{Meeting, Meetings, Met, Refusal};
use crate::store::sqlite::Sqlite;
use crate::store::sqlite::tests::{NOON, append, connect, new_game, person, steps};
use crate::store::{Change, Changed, Store};
use crate::system::{SimulatedClock, System};
use crate::table::event::OtherEvent;
use crate::table::info::Player;

fn player(name: &str) -> PlayerId {
    name.parse().expect("an identifier")
}

fn chess() -> Cell {
    Cell {
        variant: "chess".parse().expect("a variant"),
        clock: None,
        rated: false,
    }
}

/// A challenge to a live game, made at noon.
fn challenge(id: &str) -> Challenge {
    let terms = Terms {
        cell: chess(),
        color: None,
        rating: None,
    };
    let between = [player("whitewhite11"), player("blackblack22")];
    Challenge::new(id.parse().expect("an identifier"), between, terms, NOON)
}

/// A store with that challenge.
async fn with_challenge() -> (TempDir, Sqlite, Challenge) {
    let directory = tempfile::tempdir().expect("a directory");
    let (store, _) = Sqlite::open(directory.path(), NOON).await.expect("a store");
    let challenge = challenge("challenge123");
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
    // A late renewal never shortens a challenge.
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

/// Makes this player's account a bot's. It signs up first.
async fn becomes_bot(store: &Sqlite, name: &str, seed: u64) {
    let system = System::simulated(SimulatedClock::at(NOON), seed);
    let account = Account {
        player: player(name),
        username: name.to_owned(),
        password: PasswordHash::read("none".to_owned()),
        created_at: NOON,
        is_bot: false,
    };
    let key = NameKey::of(name);
    let session = || Session {
        id: SessionId::random(&system),
        player: player(name),
        device: String::new(),
        created_at: NOON,
        used_at: NOON,
        grant: None,
        browser: None,
    };
    let token = || Token::random(&system).hash();
    let first = session();
    let new = NewSession {
        token: token(),
        session: session(),
        replaces: Some(first.id),
    };
    let sign_up = Change::SignUp(NewAccount { account, key }, token(), first);
    for change in [sign_up, Change::BecomeBot(new)] {
        assert_eq!(store.change(change).await, Ok(Changed::Done));
    }
}

#[tokio::test]
async fn nobody_has_a_seat_as_a_person_who_is_a_bot_by_now() {
    let directory = tempfile::tempdir().expect("a directory");
    let (store, _) = Sqlite::open(directory.path(), NOON).await.expect("a store");
    let mut free = new_game("freefreefree");
    free.info.white = Player::Free;
    free.info.black = Player::Free;
    let free = store.create(free).await.expect("made");
    becomes_bot(&store, "whitewhite11", 1).await;

    let made = store.create(new_game("gamegamegame")).await;
    assert_eq!(made, Err(CreateError::IsBot));
    let Player::Person(mut person) = person("whitewhite11") else {
        unreachable!("a person")
    };
    let color = Color::White;
    let joined = |person| Append {
        joined: Some(Box::new(new_game("freefreefree").info)),
        ..append(free, 1, OtherEvent::Joined { color, person })
    };
    let seated = store.append(joined(person.clone())).await;
    assert_eq!(seated, Err(AppendError::IsBot));
    let game = store.load(free).await.expect("a store");
    assert!(game.expect("a game").events.is_empty());

    person.bot = true;
    assert_eq!(store.append(joined(person.clone())).await, Ok(()));
    let mut as_bot = new_game("gamegamegame");
    as_bot.info.white = Player::Person(person);
    assert!(store.create(as_bot).await.is_ok());
}

#[tokio::test]
async fn a_bot_has_no_seek_and_no_challenge_to_a_person_whenever_it_asked() {
    let (_directory, store, before) = with_challenge().await;
    becomes_bot(&store, "whitewhite11", 1).await;
    let found = store.challenge(before.id).await.expect("a store");
    let outcome = found.expect("a challenge").outcome;
    assert_eq!(outcome, Some(ChallengeOutcome::Cancelled));

    let again = || store.meet(Meeting::Challenge(challenge("challenge234")));
    assert_eq!(again().await, Ok(Met::Refused(Refusal::BotToPerson)));
    let seek = StayingSeek {
        id: "seekseekseek".parse().expect("an identifier"),
        player: player("whitewhite11"),
        cell: chess(),
        color: None,
        range: None,
        since: NOON,
    };
    let sought = store.meet(Meeting::Seek(seek)).await;
    assert_eq!(sought, Ok(Met::Refused(Refusal::BotInLobby)));
    assert_eq!(store.seeks(None).await.expect("a store").len(), 0);

    // Bots challenge each other.
    becomes_bot(&store, "blackblack22", 2).await;
    assert_eq!(again().await, Ok(Met::Done));
}

#[tokio::test]
async fn a_game_comes_of_seeks_only_if_all_of_them_wait_still_and_then_they_do_not() {
    let directory = tempfile::tempdir().expect("a directory");
    let (store, _) = Sqlite::open(directory.path(), NOON).await.expect("a store");
    let ids: [SeekId; 2] =
        ["seekseek1111", "seekseek2222"].map(|id| id.parse().expect("an identifier"));
    let left = async || store.seeks(None).await.expect("a store").len();
    for (id, name) in ids.into_iter().zip(["whitewhite11", "blackblack22"]) {
        let seek = StayingSeek {
            id,
            player: player(name),
            cell: chess(),
            color: None,
            range: None,
            since: NOON,
        };
        assert_eq!(store.meet(Meeting::Seek(seek)).await, Ok(Met::Done));
    }
    let game = |id: &str, seeks: &[SeekId]| NewGame {
        seeks: seeks.to_vec(),
        ..new_game(id)
    };
    let unknown = "nosuchseek11".parse().expect("an identifier");
    let made = store.create(game("firstfirst11", &[ids[0], unknown])).await;
    assert_eq!(made, Err(CreateError::SeekGone));
    assert_eq!(left().await, 2);
    let made = store.create(game("secondsecond", &ids)).await;
    assert!(made.is_ok(), "{made:?}");
    assert_eq!(left().await, 0);
    let again = store.create(game("thirdthird33", &ids[..1])).await;
    assert_eq!(again, Err(CreateError::SeekGone));
    for id in ["firstfirst11", "thirdthird33"] {
        let game = store.load(id.parse().expect("an identifier")).await;
        assert!(game.expect("a store").is_none(), "{id}");
    }
}

#[tokio::test]
async fn a_challenge_becomes_no_game_of_a_person_who_is_a_bot_by_now() {
    let (_directory, store, challenge) = with_challenge().await;
    becomes_bot(&store, "blackblack22", 1).await;
    let accept = |game| Meeting::Accept {
        id: challenge.id,
        by: player("blackblack22"),
        game: Box::new(game),
        at: NOON + 1,
    };
    let accepted = store.meet(accept(new_game("gamegamegame"))).await;
    assert_eq!(accepted, Ok(Met::Missing));
    let mut as_bot = new_game("gamegamegame");
    if let Player::Person(person) = &mut as_bot.info.black {
        person.bot = true;
    }
    let accepted = store.meet(accept(as_bot)).await;
    assert!(matches!(accepted, Ok(Met::Accepted { .. })), "{accepted:?}");
}

/// Stores a session of a player in a browser, which has ended if its number is even.
async fn session_in(
    connection: &mut SqliteConnection,
    number: usize,
    player: &str,
    browser: Option<&str>,
) {
    let ended = number.is_multiple_of(2).then_some(NOON as i64);
    sqlx::query(
        "INSERT INTO sessions (token, id, player, device, created_at, used_at, ended_at, browser) \
         VALUES (?1, ?1, ?2, '', ?3, ?3, ?4, ?5)",
    )
    .bind(format!("{number}"))
    .bind(player.to_owned())
    .bind(NOON as i64)
    .bind(ended)
    .bind(browser.map(str::to_owned))
    .execute(connection)
    .await
    .expect("stored");
}

#[tokio::test]
async fn whoever_has_a_browser_in_common_is_one_person() {
    let directory = tempfile::tempdir().expect("a directory");
    let (store, _) = Sqlite::open(directory.path(), NOON).await.expect("a store");
    let mut connection = connect(directory.path()).await;
    let players: Vec<String> = (0..7).map(|n| format!("playerplaye{n}")).collect();
    let browsers = [None, Some("b0"), Some("b1"), Some("b2"), Some("b3")];
    let mut seed = 1_u32;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 16) as usize % below
    };
    let mut sessions = Vec::new();
    let mut both_ways = 0;
    for number in 0..24 {
        let (who, browser) = (random(players.len()), browsers[random(browsers.len())]);
        session_in(&mut connection, number, &players[who], browser).await;
        sessions.push((who, browser));
        for (one, name) in players.iter().enumerate() {
            let own: Vec<_> = sessions.iter().filter(|(who, _)| *who == one).collect();
            let expected: BTreeSet<PlayerId> = sessions
                .iter()
                .filter(|(other, browser)| {
                    let is_own = own.iter().any(|(_, owned)| owned == browser);
                    *other != one && browser.is_some() && is_own
                })
                .map(|(other, _)| player(&players[*other]))
                .collect();
            let found = store.one_person(player(name)).await.expect("an answer");
            assert_eq!(found.len(), expected.len(), "nobody twice");
            assert_eq!(BTreeSet::from_iter(found), expected, "{sessions:?}");
            both_ways += expected.len();
        }
    }
    assert!(both_ways > 100);
}

#[tokio::test]
async fn who_signs_in_a_thousand_times_makes_no_work_for_those_who_ask_who_is_one_person() {
    let directory = tempfile::tempdir().expect("a directory");
    let (_store, _) = Sqlite::open(directory.path(), NOON).await.expect("a store");
    let mut connection = connect(directory.path()).await;
    let both = ["whitewhite11", "blackblack22"];
    let mut number = 0;
    let mut cost = Vec::new();
    let counted = steps(&mut connection).await;
    for times in [1, 1_000] {
        sqlx::query("BEGIN")
            .execute(&mut connection)
            .await
            .expect("begun");
        for _ in 0..times {
            for name in both {
                session_in(&mut connection, number, name, Some("browser")).await;
                number += 1;
            }
        }
        sqlx::query("COMMIT")
            .execute(&mut connection)
            .await
            .expect("stored");
        counted.store(0, Ordering::SeqCst);
        let same = one_person(&mut connection, player(both[0])).await;
        assert_eq!(same.expect("an answer"), [player(both[1])]);
        cost.push(counted.load(Ordering::SeqCst));
    }
    assert!(cost[0] > 0 && cost[1] < 2 * cost[0], "{cost:?}");
}

#[tokio::test]
async fn a_full_list_takes_nobody_else_and_whoever_is_on_it_may_be_added_again() {
    let directory = tempfile::tempdir().expect("a directory");
    let (store, _) = Sqlite::open(directory.path(), NOON).await.expect("a store");
    let follow = async |one: i64| {
        let (by, whom) = (player("whitewhite11"), player(&format!("player{one:06}")));
        store.meet(Meeting::Follow { by, whom, at: NOON }).await
    };
    for one in 0..LONGEST {
        assert_eq!(follow(one).await, Ok(Met::Done));
    }
    let full = Ok(Met::Refused(Refusal::ListFull));
    assert_eq!(follow(LONGEST).await, full);
    assert_eq!(follow(0).await, Ok(Met::Done));
}
