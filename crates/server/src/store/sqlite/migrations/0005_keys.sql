-- A bot is played by a program, for ever.
ALTER TABLE accounts ADD COLUMN bot INTEGER NOT NULL DEFAULT 0;

-- A session of a program has a name, what it may do, and an end that was chosen.
ALTER TABLE sessions ADD COLUMN name TEXT;
ALTER TABLE sessions ADD COLUMN scopes TEXT;
ALTER TABLE sessions ADD COLUMN expires_at INTEGER;

-- Apps that show codes. `secret` is encrypted with a key that is not in the database. It counts once `confirmed_at` is there;
-- `used` is the last step whose code was accepted.
CREATE TABLE totp (
    player TEXT PRIMARY KEY,
    secret BLOB NOT NULL,
    confirmed_at INTEGER,
    used INTEGER
) STRICT, WITHOUT ROWID;

-- Hashes of the recovery codes that were not used yet.
CREATE TABLE recovery_codes (
    player TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (player, hash)
) STRICT, WITHOUT ROWID;

-- Steps that somebody may take once, soon: `token` is the hash of what they were given.
CREATE TABLE tickets (
    token TEXT PRIMARY KEY,
    player TEXT NOT NULL,
    purpose TEXT NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX tickets_of_player ON tickets (player, purpose, expires_at);
CREATE INDEX tickets_expired ON tickets (expires_at);
