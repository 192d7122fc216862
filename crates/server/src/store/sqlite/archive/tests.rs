use futures_util::future::join_all;
use manifold_rules::variant::VariantId;
use rand::prelude::*;
use rand::rngs::StdRng;
use sqlx::{Connection, QueryBuilder, SqliteConnection};
use tempfile::TempDir;

use super::search::{SCAN, statement};
use super::*;
use crate::ids::PlayerId;
use crate::names::{EndReason, GameResult, Square};
use crate::store::archive::{
    Cursor, Found, Line, OpponentId, PlayerSearch, ResultSearch, Score, Search, Tally,
};
use crate::store::error::AppendError;
use crate::store::game::Append;
use crate::store::interface::Store;
use crate::store::sqlite::Sqlite;
use crate::store::sqlite::tests::{NOON, append, new_game, open_at};
use crate::table::archived::OpeningAction;
use crate::table::event::OtherEvent;

const PLAYERS: [&str; 4] = [
    "adaadaada111",
    "bobbobbob222",
    "cyncyncyn333",
    "dandandan444",
];
const REASONS: [EndReason; 3] = [EndReason::Checkmate, EndReason::Time, EndReason::Agreement];

fn player(place: usize) -> PlayerId {
    PLAYERS[place].parse().expect("an identifier")
}

fn variant(id: &str) -> VariantId {
    id.parse().expect("a variant")
}

/// A finished game. Games are archived in the order of their numbers.
#[derive(Debug, Clone)]
struct Over {
    id: GameId,
    number: u64,
    game: ArchivedGame,
}

impl Over {
    fn append(&self) -> Append {
        let color = manifold_rules::board::Color::White;
        let mut append = append(self.id, 1, OtherEvent::Resigned { color });
        append.archived = Some(Box::new(self.game.clone()));
        append
    }

    fn place(&self) -> Cursor {
        Cursor {
            ended_at: self.game.ended_at,
            number: self.number,
        }
    }

    fn line(&self) -> String {
        let actions = self.game.opening.iter();
        let actions: Vec<&str> = actions.map(|action| action.public.as_str()).collect();
        actions.join(" ")
    }

    fn begins_with(&self, line: &Line) -> bool {
        let begins = format!("{} ", self.line()).starts_with(&format!("{} ", line.actions));
        self.game.variant == line.variant
            && self.game.start.unwrap_or(0) == line.start
            && (line.actions.is_empty() || begins)
    }

    /// Whether a search should find it: the rules of the search, implemented again without a database.
    fn fits(&self, search: &Search) -> bool {
        let game = &self.game;
        let winner = game.result.winner;
        let side = |color| match color {
            Color::White => game.white.player(),
            Color::Black => game.black.player(),
        };
        let other = |color| match color {
            Color::White => Color::Black,
            Color::Black => Color::White,
        };
        let result_of = |color| match search.result {
            None => true,
            Some(ResultSearch::Won(color)) => winner == Some(color),
            Some(ResultSearch::Draw) => winner.is_none(),
            Some(ResultSearch::Win) => winner == Some(color),
            Some(ResultSearch::Loss) => winner == Some(other(color)),
        };
        let of_player = match search.player {
            None => result_of(Color::White),
            Some(of) => [Color::White, Color::Black].into_iter().any(|color| {
                side(color) == Some(of.player)
                    && of.color.is_none_or(|own| own == color)
                    && of
                        .opponent
                        .is_none_or(|one| side(other(color)) == Some(one))
                    && result_of(color)
            }),
        };
        let has_engine = game.white.player().is_none() || game.black.player().is_none();
        of_player
            && search.variant.is_none_or(|variant| variant == game.variant)
            && search
                .reason
                .is_none_or(|reason| reason == game.result.reason)
            && search.rated.is_none_or(|rated| rated == game.rated)
            && search.engine.is_none_or(|engine| engine == has_engine)
            && search.from.is_none_or(|from| from <= game.ended_at)
            && search.to.is_none_or(|to| game.ended_at < to)
            && search.min_length.is_none_or(|least| least <= game.plies)
            && search.max_length.is_none_or(|most| game.plies <= most)
            && search
                .opening
                .as_ref()
                .is_none_or(|line| self.begins_with(line))
            && search.before.is_none_or(|before| self.place() < before)
    }
}

fn random_line(random: &mut StdRng, actions: usize) -> Vec<OpeningAction> {
    let actions = (0..actions).map(|_| {
        // One is the beginning of another.
        let public = *["e2e4", "e7e8", "e7e8q", "g1^3"]
            .choose(random)
            .expect("one");
        OpeningAction {
            public: public.to_owned(),
            notation: public.to_uppercase(),
        }
    });
    actions.collect()
}

/// Games of all players and the engine, some at the same time and some a little before the last one.
fn random_games(count: usize) -> Vec<Over> {
    let mut random = StdRng::seed_from_u64(7);
    let games = (0..count).map(|i| {
        let white = random.random_range(0..PLAYERS.len());
        let black = (white + random.random_range(1..PLAYERS.len())) % PLAYERS.len();
        let rated: bool = random.random();
        let rating = rated.then(|| random.random_range(800..2_000));
        let mut sides = [
            Side::Person(player(white), rating),
            Side::Person(player(black), rating),
        ];
        if !rated && random.random() {
            sides[1] = Side::Engine(random.random_range(1..=8));
            sides.shuffle(&mut random);
        }
        let variant = variant(
            ["chess", "hyperspace", "chess:960"]
                .choose(&mut random)
                .expect("one"),
        );
        let length = random.random_range(0..5);
        Over {
            id: format!("game{i:08}").parse().expect("an identifier"),
            number: i as u64 + 1,
            game: ArchivedGame {
                ended_at: NOON + i as u64 / 3 * 10 - random.random_range(0..2) * 5,
                variant,
                start: (variant.starts() > 1).then(|| random.random_range(0..2)),
                white: sides[0],
                black: sides[1],
                result: GameResult {
                    winner: *[Some(Color::White), Some(Color::Black), None]
                        .choose(&mut random)
                        .expect("one"),
                    reason: *REASONS.choose(&mut random).expect("one"),
                },
                plies: random.random_range(0..60),
                rated,
                opening: random_line(&mut random, length),
                position: format!("position {i}"),
                last: vec![Square::of("e2"), Square::of("e4")],
            },
        }
    });
    games.collect()
}

/// A store with these games, which have ended in their order.
async fn store_with(games: &[Over]) -> (TempDir, Sqlite) {
    let data = tempfile::tempdir().expect("a directory");
    let (store, _) = open_at(data.path(), NOON).await;
    let made = games
        .iter()
        .map(|over| store.create(new_game(over.id.as_str())));
    assert!(join_all(made).await.iter().all(Result::is_ok));
    for over in games {
        store.append(over.append()).await.expect("stored");
    }
    (data, store)
}

/// All games that a search finds, page by page.
async fn all(store: &Sqlite, mut search: Search, limit: usize) -> Vec<GameId> {
    let mut found = Vec::new();
    loop {
        let page: Found = store.search(search.clone(), limit).await.expect("a page");
        assert!(page.games.len() <= limit);
        found.extend(page.games.iter().map(|game| game.id));
        let Some(next) = page.next else { return found };
        search.before = Some(next);
    }
}

/// A search with random criteria.
fn random_search(random: &mut StdRng) -> Search {
    let rarely = |random: &mut StdRng| random.random_range(0..4) == 0;
    let mut search = Search::default();
    if random.random() {
        search.player = Some(PlayerSearch {
            player: player(random.random_range(0..PLAYERS.len())),
            opponent: rarely(random).then(|| player(random.random_range(0..PLAYERS.len()))),
            color: rarely(random).then_some(Color::Black),
        });
        search.result = rarely(random).then_some(ResultSearch::Loss);
    }
    if rarely(random) {
        let results = [ResultSearch::Draw, ResultSearch::Won(Color::White)];
        search.result = results.choose(random).copied();
        if search.player.is_some() && random.random() {
            search.result = Some(ResultSearch::Win);
        }
    }
    if rarely(random) {
        search.variant = Some(variant("hyperspace"));
    }
    search.reason = rarely(random).then(|| REASONS[0]);
    search.rated = rarely(random).then(|| random.random());
    search.engine = rarely(random).then(|| random.random());
    search.from = rarely(random).then(|| NOON + random.random_range(0..400));
    search.to = rarely(random).then(|| NOON + random.random_range(400..1_000));
    search.min_length = rarely(random).then_some(20);
    search.max_length = rarely(random).then_some(40);
    if rarely(random) {
        let variant = variant(["chess", "chess:960"].choose(random).expect("one"));
        let length = random.random_range(0..3);
        let actions: Vec<String> = random_line(random, length)
            .into_iter()
            .map(|action| action.public)
            .collect();
        search.variant = Some(variant);
        search.opening = Some(Line {
            variant,
            start: u32::from(variant.starts() > 1),
            actions: actions.join(" "),
        });
    }
    search
}

#[tokio::test]
async fn every_search_finds_all_games_that_fit_once_and_the_last_first() {
    let games = random_games(240);
    let (_data, store) = store_with(&games).await;
    let mut random = StdRng::seed_from_u64(11);
    let mut found_some = 0;
    for _ in 0..300 {
        let search = random_search(&mut random);
        let mut expected: Vec<&Over> = games.iter().filter(|over| over.fits(&search)).collect();
        expected.sort_by_key(|over| std::cmp::Reverse(over.place()));
        let expected: Vec<GameId> = expected.into_iter().map(|over| over.id).collect();
        let limit = random.random_range(1..9);
        assert_eq!(
            all(&store, search.clone(), limit).await,
            expected,
            "{search:?}"
        );
        found_some += usize::from(!expected.is_empty());
    }
    assert!(found_some > 150, "{found_some}");
    let page = store.search(Search::default(), 1).await.expect("a page");
    let last = games.iter().max_by_key(|over| over.place()).expect("one");
    assert_eq!(page.games[0].position, last.game.position);
    assert_eq!(page.games[0].result, last.game.result);
    assert_eq!(page.games[0].last, last.game.last);
    assert_eq!(page.next, Some(last.place()));
}

#[tokio::test]
async fn no_search_sorts_and_none_looks_at_games_that_its_index_can_leave_out() {
    let (data, store) = store_with(&[]).await;
    store.close(NOON).await;
    let path = data.path().join("manifold.sqlite");
    let url = format!("sqlite://{}", path.display());
    let mut connection = SqliteConnection::connect(&url).await.expect("open");
    let mut random = StdRng::seed_from_u64(13);
    for _ in 0..200 {
        let search = random_search(&mut random);
        let mut query = QueryBuilder::new("EXPLAIN QUERY PLAN ");
        statement(&mut query, &search);
        let rows = query
            .build()
            .fetch_all(&mut connection)
            .await
            .expect("a plan");
        let plan: Vec<String> = rows.iter().map(|row| row.get("detail")).collect();
        let plan = plan.join("\n");
        assert!(!plan.contains("B-TREE"), "{search:?}: {plan}");
        let index = match &search {
            Search {
                player:
                    Some(PlayerSearch {
                        opponent: Some(_), ..
                    }),
                ..
            } => "archive_of_pair (white=? AND black=?",
            Search {
                player: Some(PlayerSearch { color: Some(_), .. }),
                ..
            } => "archive_of_black (black=?",
            Search {
                player: Some(_), ..
            } => "archive_of_white (white=?",
            Search {
                opening: Some(_), ..
            } => "USING PRIMARY KEY (variant=? AND start=? AND line=?",
            Search {
                variant: Some(_), ..
            } => "archive_of_variant (variant=?",
            _ => "archive_by_time",
        };
        assert!(plan.contains(index), "{search:?}: {plan}");
    }
}

#[tokio::test]
async fn a_page_looks_at_so_many_games_and_the_next_one_goes_on() {
    let mut games = random_games(1);
    games[0].game.result.reason = EndReason::Dominance;
    let (data, store) = store_with(&games).await;
    store.close(NOON).await;
    let path = data.path().join("manifold.sqlite");
    let url = format!("sqlite://{}", path.display());
    let mut connection = SqliteConnection::connect(&url).await.expect("open");
    let filled = sqlx::query(
        "WITH RECURSIVE n(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM n WHERE n < 5001) \
         INSERT INTO archive SELECT n, 'more' || n, ended_at + n, variant, start, white, black, winner, 'time', plies, \
         rated, opening, position, last FROM archive, n WHERE number = 1",
    );
    filled.execute(&mut connection).await.expect("filled");
    connection.close().await.expect("closed");
    let (store, _) = open_at(data.path(), NOON).await;
    let mut search = Search {
        reason: Some(EndReason::Dominance),
        ..Search::default()
    };
    for looked_at in [SCAN, 2 * SCAN] {
        let page = store.search(search.clone(), 10).await.expect("a page");
        assert!(page.games.is_empty());
        let next = page.next.expect("a place to go on");
        assert_eq!(next.number as usize, 5_002 - looked_at);
        search.before = Some(next);
    }
    let page = store.search(search, 10).await.expect("a page");
    assert_eq!((page.games.len(), page.next), (1, None));
}

#[tokio::test]
async fn what_came_of_a_line_is_counted_for_each_of_its_beginnings() {
    let games = random_games(240);
    let (_data, store) = store_with(&games).await;
    let mut asked = 0;
    for length in 0..4 {
        for over in &games[..40] {
            let Some(actions) = over.game.opening.get(..length) else {
                continue;
            };
            let actions: Vec<&str> = actions.iter().map(|one| one.public.as_str()).collect();
            let line = Line {
                variant: over.game.variant,
                start: over.game.start.unwrap_or(0),
                actions: actions.join(" "),
            };
            let opening = store.opening(line.clone()).await.expect("an opening");
            assert_eq!(opening.tally, tally(&games, &line), "{line:?}");
            for next in &opening.next {
                let longer = format!("{} {}", line.actions, next.action);
                let longer = Line {
                    actions: longer.trim().to_owned(),
                    ..line.clone()
                };
                assert_eq!(next.tally, tally(&games, &longer), "{longer:?}");
                assert_eq!(next.notation, next.action.to_uppercase());
            }
            assert!(
                opening
                    .next
                    .is_sorted_by(|one, other| one.tally.games >= other.tally.games)
            );
            let search = Search {
                opening: Some(line),
                ..Search::default()
            };
            let last: Vec<GameId> = opening.games.iter().map(|game| game.id).collect();
            let found = store.search(search, 5).await.expect("a page").games;
            assert_eq!(last, found.iter().map(|game| game.id).collect::<Vec<_>>());
            asked += 1;
        }
    }
    assert!(asked > 80, "{asked}");
}

fn tally(games: &[Over], line: &Line) -> Tally {
    let mut tally = Tally::default();
    for over in games.iter().filter(|over| over.begins_with(line)) {
        tally.games += 1;
        match over.game.result.winner {
            Some(Color::White) => tally.white += 1,
            Some(Color::Black) => tally.black += 1,
            None => tally.draws += 1,
        }
        for rating in [over.game.white, over.game.black]
            .into_iter()
            .filter_map(Side::rating)
        {
            tally.ratings += 1;
            tally.rating_sum += u64::from(rating);
        }
    }
    tally
}

#[tokio::test]
async fn the_record_of_a_player_is_what_the_games_add_up_to() {
    let games = random_games(240);
    let (_data, store) = store_with(&games).await;
    let of_ada = |over: &&Over| {
        over.fits(&Search {
            player: Some(PlayerSearch {
                player: player(0),
                opponent: None,
                color: None,
            }),
            ..Search::default()
        })
    };
    let score = |of: &dyn Fn(&Over) -> bool| {
        let mut score = Score::default();
        for over in games.iter().filter(of_ada).filter(|over| of(over)) {
            let is_white = over.game.white.player() == Some(player(0));
            match over.game.result.winner {
                None => score.draws += 1,
                Some(winner) if (winner == Color::White) == is_white => score.wins += 1,
                Some(_) => score.losses += 1,
            }
        }
        score
    };
    let record = store.record(player(0)).await.expect("a record");
    assert_eq!(record.records.len(), 9);
    for one in &record.records {
        let of =
            |over: &Over| over.game.variant == one.variant && over.game.result.reason == one.reason;
        assert_eq!(one.score, score(&of), "{one:?}");
    }
    let (mut people, mut last) = (0, u64::MAX);
    for one in &record.opponents {
        let of = |over: &Over| {
            let sides = [over.game.white, over.game.black];
            sides.into_iter().any(|side| match (side, one.opponent) {
                (Side::Person(player, _), OpponentId::Player(opponent)) => player == opponent,
                (Side::Engine(level), OpponentId::Engine(opponent)) => level == opponent,
                _ => false,
            })
        };
        assert_eq!(one.score, score(&of), "{one:?}");
        assert!(!one.account && one.name.is_none());
        let games = one.score.wins + one.score.draws + one.score.losses;
        assert!(games <= last);
        last = games;
        people += usize::from(matches!(one.opponent, OpponentId::Player(_)));
    }
    assert!((6..=10).contains(&record.opponents.len()));
    assert_eq!(people, 3);
}

#[tokio::test]
async fn a_game_is_archived_with_the_event_that_ends_it_or_not_at_all() {
    let games = random_games(2);
    let data = tempfile::tempdir().expect("a directory");
    let (store, _) = open_at(data.path(), NOON).await;
    for over in &games {
        store
            .create(new_game(over.id.as_str()))
            .await
            .expect("made");
    }
    let mut late = games[0].append();
    late.event.n = 2;
    assert_eq!(store.append(late).await, Err(AppendError::Conflict));
    assert_eq!(all(&store, Search::default(), 9).await, []);
    store.append(games[0].append()).await.expect("stored");
    assert_eq!(all(&store, Search::default(), 9).await, [games[0].id]);
    // One that does not wait for that is left alone.
    store
        .archive(games[1].id, Some(games[1].game.clone()))
        .await
        .expect("an answer");
    store
        .archive(games[0].id, Some(games[0].game.clone()))
        .await
        .expect("an answer");
    assert_eq!(all(&store, Search::default(), 9).await, [games[0].id]);
}
