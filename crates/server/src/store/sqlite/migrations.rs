//! The migrations that create the tables.

#[cfg(test)]
mod tests;

use sqlx::SqlStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// The migrations from an empty file to the current tables. A migration is never changed once released.
///
/// This is what `sqlx::migrate!` makes; the macro itself would have SQLite compiled a second time, for the compiler.
pub(super) fn all() -> Migrator {
    let steps = [
        (1, "games", include_str!("migrations/0001_games.sql")),
        (2, "lists", include_str!("migrations/0002_lists.sql")),
        (3, "people", include_str!("migrations/0003_people.sql")),
        (4, "ratings", include_str!("migrations/0004_ratings.sql")),
        (5, "keys", include_str!("migrations/0005_keys.sql")),
        (6, "archive", include_str!("migrations/0006_archive.sql")),
        (7, "meeting", include_str!("migrations/0007_meeting.sql")),
        (
            8,
            "moderation",
            include_str!("migrations/0008_moderation.sql"),
        ),
        (9, "identity", include_str!("migrations/0009_identity.sql")),
        (10, "notify", include_str!("migrations/0010_notify.sql")),
        (11, "play", include_str!("migrations/0011_play.sql")),
        (12, "lighter", include_str!("migrations/0012_lighter.sql")),
        (
            13,
            "tournaments",
            include_str!("migrations/0013_tournaments.sql"),
        ),
        (
            14,
            "ratings_due",
            include_str!("migrations/0014_ratings_due.sql"),
        ),
        (
            15,
            "rating_order",
            include_str!("migrations/0015_rating_order.sql"),
        ),
        (16, "own_data", include_str!("migrations/0016_own_data.sql")),
        (17, "endings", include_str!("migrations/0017_endings.sql")),
        (18, "seeks", include_str!("migrations/0018_seeks.sql")),
        (
            19,
            "guest_names",
            include_str!("migrations/0019_guest_names.sql"),
        ),
        (
            20,
            "asks_for_passkey",
            include_str!("migrations/0020_asks_for_passkey.sql"),
        ),
        (
            21,
            "placement",
            include_str!("migrations/0021_placement.sql"),
        ),
        (22, "tidy", include_str!("migrations/0022_tidy.sql")),
        (23, "joined", include_str!("migrations/0023_joined.sql")),
    ];
    let migrations = steps.into_iter().map(|(version, name, sql)| {
        let sql = SqlStr::from_static(sql);
        Migration::new(version, name.into(), MigrationType::Simple, sql, false)
    });
    Migrator::with_migrations(migrations.collect())
}
