CREATE TABLE players (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- `info` changes only when a player joins, which is an event as well. `epoch` counts the owners of the game: only the
-- latest may append. What follows `last_event` is derived from the events and kept here for lists.
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    variant TEXT NOT NULL,
    info TEXT NOT NULL,
    white TEXT,
    black TEXT,
    created_at INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    last_event INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    status TEXT NOT NULL,
    winner TEXT,
    reason TEXT,
    turn_number INTEGER NOT NULL,
    actor TEXT,
    attention_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX games_of_white ON games (white, updated_at);
CREATE INDEX games_of_black ON games (black, updated_at);
CREATE INDEX games_live ON games (updated_at) WHERE status = 'live';
CREATE INDEX games_attention ON games (attention_at) WHERE attention_at IS NOT NULL;

CREATE TABLE events (
    game TEXT NOT NULL,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    player TEXT,
    request TEXT,
    body TEXT NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE creations (
    player TEXT NOT NULL,
    request TEXT NOT NULL,
    game TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (player, request)
) STRICT, WITHOUT ROWID;

CREATE TABLE outages (
    began INTEGER PRIMARY KEY,
    ended INTEGER NOT NULL
) STRICT;

-- One row: the last sign of life of the server.
CREATE TABLE heartbeat (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
) STRICT;
