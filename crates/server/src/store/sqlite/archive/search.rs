//! Searching the archive.
//!
//! An index yields the games in the order in which they are listed. Criteria that it does not cover are checked game by game, for a
//! limited number of games, after which the page ends early and the next one continues from there. So no search costs more than
//! another, whatever its criteria.

use futures_util::TryStreamExt;
use sqlx::sqlite::{SqlitePool, SqliteRow};
use sqlx::{AssertSqlSafe, QueryBuilder, Row, Sqlite};

use crate::ids::PlayerId;
use crate::names::{Color, GameResult};
use crate::store::archive::{Cursor, Found, FoundGame, Line, ResultSearch, Search};
use crate::store::codec;
use crate::store::sqlite::columns::{broken, optional_word, read_id};

/// Games that are looked at for one page.
pub(super) const SCAN: usize = 2_000;

/// The columns of a game that was found.
pub(super) const COLUMNS: &str = "archive.game, archive.ended_at, archive.number, games.info, archive.winner, \
                                  archive.reason, archive.plies, archive.position, archive.last";

/// The source of the games, which gives them in order.
#[derive(Debug, Clone, Copy)]
enum Source<'a> {
    /// Those of a player with one colour, against anybody or one opponent.
    Player(PlayerId, Color, Option<PlayerId>),
    Line(&'a Line),
    Variant(&'static str),
    All,
}

/// The sources of a search: a player's games come from two.
fn sources(search: &Search) -> Vec<Source<'_>> {
    if let Some(player) = search.player {
        let colors = match player.color {
            Some(color) => vec![color],
            None => vec![Color::White, Color::Black],
        };
        let source = |color| Source::Player(player.player, color, player.opponent);
        return colors.into_iter().map(source).collect();
    }
    let source = match (&search.opening, search.variant) {
        (Some(line), _) => Source::Line(line),
        (None, Some(variant)) => Source::Variant(variant.id()),
        (None, None) => Source::All,
    };
    vec![source]
}

/// Writes the statement that finds the places of games: the time, the number, and whether everything else fits.
pub(super) fn statement(query: &mut QueryBuilder<Sqlite>, search: &Search) {
    for (place, source) in sources(search).into_iter().enumerate() {
        if place > 0 {
            query.push(" UNION ALL ");
        }
        push_source(query, search, source);
    }
    query.push(" ORDER BY 1 DESC, 2 DESC");
}

fn push_source(query: &mut QueryBuilder<Sqlite>, search: &Search, source: Source<'_>) {
    // The table of time and number, and the index for their order. It is fixed here, because the query planner does not know the data.
    let (table, from) = match source {
        Source::Player(_, _, Some(_)) => ("archive", "archive INDEXED BY archive_of_pair"),
        Source::Player(_, Color::White, None) => ("archive", "archive INDEXED BY archive_of_white"),
        Source::Player(_, Color::Black, None) => ("archive", "archive INDEXED BY archive_of_black"),
        Source::Line(_) => (
            "archive_lines",
            "archive_lines CROSS JOIN archive USING (number)",
        ),
        Source::Variant(_) => ("archive", "archive INDEXED BY archive_of_variant"),
        Source::All => ("archive", "archive INDEXED BY archive_by_time"),
    };
    query.push(format!("SELECT {table}.ended_at, {table}.number, "));
    push_fits(query, search, source);
    query.push(format!(" FROM {from} WHERE true"));
    match source {
        Source::Player(player, color, opponent) => {
            let (own, other) = match color {
                Color::White => ("white", "black"),
                Color::Black => ("black", "white"),
            };
            query.push(format!(" AND {own} = "));
            query.push_bind(player.to_string());
            if let Some(opponent) = opponent {
                query.push(format!(" AND {other} = "));
                query.push_bind(opponent.to_string());
            }
        }
        Source::Line(line) => {
            query.push(" AND archive_lines.variant = ");
            query.push_bind(line.variant.id());
            query.push(" AND archive_lines.start = ");
            query.push_bind(i64::from(line.start));
            query.push(" AND archive_lines.line = ");
            query.push_bind(line.actions.clone());
        }
        Source::Variant(variant) => {
            query.push(" AND variant = ");
            query.push_bind(variant);
        }
        Source::All => {}
    }
    if let Some(from) = search.from {
        query.push(format!(" AND {table}.ended_at >= "));
        query.push_bind(moment(from));
    }
    // Numbers begin with 1.
    let to = search.to.map(|ended_at| Cursor {
        ended_at,
        number: 0,
    });
    if let Some(before) = to.into_iter().chain(search.before).min() {
        query.push(format!(" AND ({table}.ended_at, {table}.number) < ("));
        query.push_bind(moment(before.ended_at));
        query.push(", ");
        query.push_bind(moment(before.number));
        query.push(")");
    }
}

/// A number as the database has it.
fn moment(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// The conditions that the source does not check.
fn push_fits(query: &mut QueryBuilder<Sqlite>, search: &Search, source: Source<'_>) {
    query.push("(true");
    if let Some(variant) = search.variant {
        query.push(" AND archive.variant = ");
        query.push_bind(variant.id());
    }
    if let Some(result) = search.result {
        let of_player = |wins: bool| match source {
            Source::Player(_, color, _) if wins => Some(color),
            Source::Player(_, Color::White, _) => Some(Color::Black),
            Source::Player(_, Color::Black, _) => Some(Color::White),
            // Without a player in the search nobody can have won or lost.
            _ => None,
        };
        let winner = match result {
            ResultSearch::Won(color) => Some(color),
            ResultSearch::Draw => None,
            ResultSearch::Win => of_player(true),
            ResultSearch::Loss => of_player(false),
        };
        query.push(" AND archive.winner IS ");
        query.push_bind(winner.map(codec::word));
    }
    if let Some(reason) = search.reason {
        query.push(" AND archive.reason = ");
        query.push_bind(codec::word(reason));
    }
    if let Some(rated) = search.rated {
        query.push(" AND archive.rated = ");
        query.push_bind(rated);
    }
    if let Some(engine) = search.engine {
        query.push(" AND (archive.white IS NULL OR archive.black IS NULL) = ");
        query.push_bind(engine);
    }
    if let Some(least) = search.min_length {
        query.push(" AND archive.plies >= ");
        query.push_bind(i64::from(least));
    }
    if let Some(most) = search.max_length {
        query.push(" AND archive.plies <= ");
        query.push_bind(i64::from(most));
    }
    if let (Some(line), Source::Player(..)) = (&search.opening, source) {
        query.push(" AND archive.variant = ");
        query.push_bind(line.variant.id());
        query.push(" AND archive.start = ");
        query.push_bind(i64::from(line.start));
        // Whole actions only; none are the beginning of every game.
        let beginning = match line.actions.as_str() {
            "" => String::new(),
            actions => format!("{actions} "),
        };
        query.push(" AND substr(archive.opening || ' ', 1, ");
        query.push_bind(beginning.len() as i64);
        query.push(") = ");
        query.push_bind(beginning);
    }
    query.push(") AS fits");
}

/// One page of the games that are searched for, newest first.
pub(in crate::store::sqlite) async fn search(
    pool: &SqlitePool,
    search: &Search,
    limit: usize,
) -> Result<Found, sqlx::Error> {
    let mut query = QueryBuilder::new("");
    statement(&mut query, search);
    let mut places = query.build().fetch(pool);
    let (mut fitting, mut next, mut looked_at) = (Vec::<Cursor>::new(), None, 0);
    while let Some(row) = places.try_next().await? {
        let place = Cursor {
            ended_at: row.try_get::<i64, _>(0)?.unsigned_abs(),
            number: row.try_get::<i64, _>(1)?.unsigned_abs(),
        };
        if row.try_get(2)? {
            if fitting.len() == limit {
                next = fitting.last().copied();
                break;
            }
            fitting.push(place);
        }
        looked_at += 1;
        if looked_at == SCAN {
            next = Some(place);
            break;
        }
    }
    drop(places);
    let numbers: Vec<u64> = fitting.iter().map(|place| place.number).collect();
    let sql = format!(
        "SELECT {COLUMNS} FROM json_each(?) AS found JOIN archive ON archive.number = found.value \
         JOIN games ON games.id = archive.game ORDER BY found.key"
    );
    let rows = sqlx::query(AssertSqlSafe(sql))
        .bind(super::to_json(&numbers)?)
        .fetch_all(pool)
        .await?;
    Ok(Found {
        games: rows.iter().map(read).collect::<Result<_, _>>()?,
        next,
    })
}

/// A row of [`COLUMNS`].
pub(super) fn read(row: &SqliteRow) -> Result<FoundGame, sqlx::Error> {
    Ok(FoundGame {
        id: read_id(row.try_get(0)?)?,
        place: Cursor {
            ended_at: row.try_get::<i64, _>(1)?.unsigned_abs(),
            number: row.try_get::<i64, _>(2)?.unsigned_abs(),
        },
        info: codec::read_info(row.try_get(3)?).map_err(broken)?,
        result: GameResult {
            winner: optional_word(row.try_get(4)?)?,
            reason: codec::read_word(row.try_get(5)?).map_err(broken)?,
        },
        plies: row.try_get::<i64, _>(6)? as u32,
        position: row.try_get(7)?,
        last: serde_json::from_str(row.try_get(8)?).map_err(broken)?,
    })
}
