-- A player with an account. `players.name` is the username.
CREATE TABLE accounts (
    player TEXT PRIMARY KEY,
    username TEXT NOT NULL,
    password TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What usernames look like, hashed. One stays when its account is deleted, so that nobody takes its place.
CREATE TABLE usernames (
    key TEXT PRIMARY KEY,
    player TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- `token` is the hash of what the browser has.
CREATE TABLE sessions (
    token TEXT PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    player TEXT NOT NULL,
    device TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    used_at INTEGER NOT NULL,
    ended_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_of_player ON sessions (player) WHERE ended_at IS NULL;
CREATE INDEX sessions_ended ON sessions (ended_at) WHERE ended_at IS NOT NULL;
