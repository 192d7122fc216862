-- Tournaments, matches and arenas. Each is its log, `tournament_entries`; what stands here is derived from it and kept for lists and for
-- the time. `state` is what lists know: open, running or finished. `due_at` is when time brings the next thing. Up to entry `told` the
-- games know what the log orders of them: what comes after it is told again by whoever loads the event.
CREATE TABLE tournaments (
    id TEXT PRIMARY KEY,
    organiser TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    variant TEXT NOT NULL,
    starts_at INTEGER NOT NULL,
    state TEXT NOT NULL,
    due_at INTEGER,
    last_entry INTEGER NOT NULL,
    told INTEGER NOT NULL DEFAULT 0,
    changed_at INTEGER NOT NULL,
    head TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX tournaments_by_state ON tournaments (state, starts_at, id);
CREATE INDEX tournaments_by_variant ON tournaments (variant, state, starts_at, id);
CREATE INDEX tournaments_by_start ON tournaments (starts_at, id);
CREATE INDEX tournaments_of_organiser ON tournaments (organiser, made_at);
CREATE INDEX tournaments_untold ON tournaments (id) WHERE told < last_entry;
CREATE INDEX tournaments_due ON tournaments (due_at) WHERE due_at IS NOT NULL;

-- `body` has what players wrote in confidence.
CREATE TABLE tournament_entries (
    tournament TEXT NOT NULL,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE tournament_players (
    player TEXT NOT NULL,
    starts_at INTEGER NOT NULL,
    tournament TEXT NOT NULL,
    PRIMARY KEY (player, tournament)
) STRICT, WITHOUT ROWID;
