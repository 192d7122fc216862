//! The largest possible event: every response about it is still small.

use std::collections::BTreeSet;

use axum::http::StatusCode;
use manifold_events::{Command, MOST_FORBIDDEN, PersonId, RequestedBye, Who};
use serde_json::{Value, json};
use sqlx::Row;

use super::hall::{Hall, START};
use super::written::Log;
use crate::client::{Client, House};

/// The longest allowed response, in bytes.
const AN_ANSWER: usize = 1024 * 1024;
const PLAYERS: usize = 1_000;
/// The rounds that are played, and all rounds.
const ROUNDS: u16 = 9;
const ALL_ROUNDS: u16 = 99;
/// The byes of coming rounds that everybody has asked for: as many changes as are possible without a director. A page shows them only
/// to their own player.
const BYES: u16 = 20;

/// Pairs the players who had White in the first round with the others, with a new opponent in each round.
fn pairs(round: u16, sides: &[[PersonId; 2]]) -> Vec<[PersonId; 2]> {
    let shift = usize::from(round - 1);
    (0..sides.len())
        .map(|index| {
            let (one, other) = (sides[index][0], sides[(index + shift) % sides.len()][1]);
            if round.is_multiple_of(2) {
                [other, one]
            } else {
                [one, other]
            }
        })
        .collect()
}

fn somebody(number: usize) -> PersonId {
    format!("w{number:011}").parse().expect("12 letters")
}

/// An event of a thousand players in whose ninth round everybody has called a director, with texts and names of maximum length, and
/// with the maximum of forbidden pairs and byes.
async fn worst() -> (Hall, Client) {
    let change = json!({
        "variant": "chess", "control": {"kind": "standard"},
        "format": {"kind": "swiss", "rounds": ALL_ROUNDS},
        "tieBreaks": "BH BH/C1 BH/C2 BH/M1 SB SB/C1 DE AOB FB PS".split(' ').collect::<Vec<_>>(),
    });
    let Hall {
        house,
        id,
        organiser,
        directors,
        arbiter,
        deputy,
        players,
    } = Hall::open(change, 1).await;
    let mut database = house.database().await;
    let sql = "SELECT body FROM tournament_entries WHERE tournament = ? ORDER BY number";
    let rows = sqlx::query(sql).bind(&id).fetch_all(&mut database).await;
    let entries = rows.expect("rows").into_iter().map(|row| {
        let body: String = row.get(0);
        serde_json::from_str(&body).expect("an entry")
    });
    let mut log = Log::of(entries.collect());
    let director = *log.event.directors().first().expect("a director");
    let director = Who::Person(director);
    for number in 1..PLAYERS {
        let enter = Command::Enter {
            player: somebody(number),
            name: format!("{number:04}{}", "\u{416}".repeat(26)),
            rating: Some(1_500),
        };
        log.ask(Who::Person(somebody(number)), enter);
    }
    log.now = START;
    log.until_pairing();
    let sides = log.sides();
    // Players who had White in the first round never meet each other, so these pairs can be forbidden.
    let boards = sides.len();
    let forbidden = (0..boards).flat_map(|one| (one + 1..boards).map(move |other| [one, other]));
    for round in 2..=ROUNDS {
        // Only two rounds are paired with forbidden pairs, as pairing with them takes seconds.
        if round + 1 == ROUNDS {
            for pair in forbidden.clone().take(MOST_FORBIDDEN) {
                let players = pair.map(|index| sides[index][0]);
                let forbidden = true;
                log.ask(director, Command::ForbidPair { players, forbidden });
            }
        }
        log.play_round();
        log.pair_by_hand(director, round, pairs(round, &sides));
    }
    let others: BTreeSet<PersonId> = (1..PLAYERS).map(somebody).collect();
    for &player in sides.as_flattened() {
        let last = match others.contains(&player) {
            true => ROUNDS + BYES,
            false => ALL_ROUNDS,
        };
        for round in ROUNDS + 1..=last {
            let bye = Some(RequestedBye::Zero);
            log.ask(director, Command::SetBye { player, round, bye });
        }
    }
    let texts = "x".repeat(1_000);
    for (game, callers) in log.boards().into_iter().zip(log.sides()) {
        for player in callers {
            let call = Command::Call {
                game,
                text: texts.clone(),
            };
            log.ask(Who::Person(player), call);
        }
    }
    let now = log.now;
    let data = house.close().await;
    write(&data, &id, &log).await;
    let house = House::on(data, 6, now + 1, |_| {}).await;
    let client = |client: &Client| house.knows(client);
    let player = client(&players[0]);
    let hall = Hall {
        organiser: client(&organiser),
        directors: directors.iter().map(client).collect(),
        arbiter: client(&arbiter),
        deputy: client(&deputy),
        players: vec![player.clone()],
        id,
        house,
    };
    (hall, player)
}

/// Writes the log into the database of a stopped server.
async fn write(data: &tempfile::TempDir, id: &str, log: &Log) {
    use sqlx::ConnectOptions;
    let file = data.path().join("manifold.sqlite");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file);
    let mut database = options.connect().await.expect("a database");
    let run = async |database: &mut sqlx::SqliteConnection, sql: &str| {
        let done = sqlx::query(sqlx::AssertSqlSafe(sql.to_owned()));
        done.execute(database).await.expect("done");
    };
    run(&mut database, "BEGIN").await;
    for number in 1..PLAYERS {
        let sql =
            "INSERT INTO accounts (player, username, password, created_at) VALUES (?, ?, '', 0)";
        let inserted = sqlx::query(sql)
            .bind(somebody(number).to_string())
            .bind(format!("W{number:04}{}", "w".repeat(15)))
            .execute(&mut database)
            .await;
        inserted.expect("inserted");
    }
    for entry in &log.entries {
        let sql =
            "INSERT INTO tournament_entries (tournament, number, at, body) VALUES (?, ?, ?, ?)";
        let inserted = sqlx::query(sql)
            .bind(id)
            .bind(i64::try_from(entry.n.0).expect("a number"))
            .bind(i64::try_from(entry.at).expect("a time"))
            .bind(serde_json::to_string(&entry.to_store()).expect("JSON"))
            .execute(&mut database)
            .await;
        inserted.expect("inserted");
    }
    let last = log.event.last().0;
    let sql = format!(
        "UPDATE tournaments SET state = 'running', last_entry = {last}, told = {last}, due_at = NULL"
    );
    run(&mut database, &sql).await;
    run(&mut database, "COMMIT").await;
    sqlx::Connection::close(database).await.expect("closed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_is_asked_of_the_largest_event_is_answered_with_less_than_a_mebibyte() {
    let (hall, player) = worst().await;
    let id = &hall.id;
    let viewers = [
        ("a visitor", hall.house.visitor()),
        ("a player", player),
        ("a director", hall.directors[0].clone()),
        ("the arbiter", hall.arbiter.clone()),
    ];
    let mut heaviest = (0, String::new());
    for (who, mut client) in viewers {
        let mut paths = vec![
            format!("/events/{id}"),
            format!("/events/{id}/standings"),
            format!("/events/{id}/trf"),
            format!("/events/{id}/trf?edition=26"),
            format!("/events/{id}/standings/{}", somebody(1)),
            "/events".to_owned(),
            "/events?state=running".to_owned(),
        ];
        paths.extend((1..=ROUNDS).map(|round| format!("/events/{id}/rounds?from={round}")));
        for path in paths {
            let answer = client.get(&path).await;
            assert_eq!(answer.status, StatusCode::OK, "{path}: {}", answer.text);
            let weight = answer.text.len();
            assert!(weight < AN_ANSWER, "{who}: {path}: {weight} bytes");
            heaviest = heaviest.max((weight, format!("{path} for {who}")));
        }
        let event = client.get(&format!("/events/{id}")).await.good();
        assert_eq!(event["entries"].as_array().map(Vec::len), Some(PLAYERS));
        assert_eq!(event["round"], ROUNDS);
        let byes = |entry: &Value| {
            let byes = entry["byes"].as_array().map_or(0, Vec::len);
            (byes, entry["halfPointByes"].as_u64())
        };
        let own = client.get("/me").await.good()["id"].clone();
        let mut plays = false;
        for entry in event["entries"].as_array().into_iter().flatten() {
            let is_own = entry["id"] == own;
            plays |= is_own;
            let expected = if is_own {
                (usize::from(ALL_ROUNDS - ROUNDS), Some(0))
            } else {
                (1, None)
            };
            assert_eq!(byes(entry), expected, "{entry}");
        }
        assert_eq!(plays, who == "a player");
        let forbidden = event["forbidden"].as_array().map(Vec::len);
        assert_eq!(forbidden, Some(MOST_FORBIDDEN));
        // Every reader gets as many calls as a page has room for.
        let calls = event["calls"].as_array().map_or(0, Vec::len);
        assert!((10..PLAYERS).contains(&calls), "{calls}");
    }
    assert!(heaviest.0 > AN_ANSWER / 4, "{heaviest:?}");
}
