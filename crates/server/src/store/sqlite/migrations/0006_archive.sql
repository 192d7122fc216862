-- Finished games as they are searched for: one row for each, in the order in which games are listed (`ended_at`, `number`).
-- No names: those stand in `games.info`, and go with their accounts. `white` and `black` are empty for the engine.
CREATE TABLE archive (
    number INTEGER PRIMARY KEY,
    game TEXT NOT NULL UNIQUE,
    ended_at INTEGER NOT NULL,
    variant TEXT NOT NULL,
    start INTEGER NOT NULL,
    white TEXT,
    black TEXT,
    winner TEXT,
    reason TEXT NOT NULL,
    plies INTEGER NOT NULL,
    rated INTEGER NOT NULL,
    opening TEXT NOT NULL,
    position TEXT NOT NULL,
    last TEXT NOT NULL
) STRICT;

CREATE INDEX archive_by_time ON archive (ended_at);
CREATE INDEX archive_of_variant ON archive (variant, ended_at);
CREATE INDEX archive_of_white ON archive (white, ended_at) WHERE white IS NOT NULL;
CREATE INDEX archive_of_black ON archive (black, ended_at) WHERE black IS NOT NULL;
CREATE INDEX archive_of_pair ON archive (white, black, ended_at) WHERE white IS NOT NULL AND black IS NOT NULL;

-- The games of each opening line: the first actions of a game in public notation, and every beginning of them.
CREATE TABLE archive_lines (
    variant TEXT NOT NULL,
    start INTEGER NOT NULL,
    line TEXT NOT NULL,
    ended_at INTEGER NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (variant, start, line, ended_at, number)
) STRICT, WITHOUT ROWID;

-- What came of each line. `parent` is the line without its last action; the empty line has none. `ratings` counts the
-- players whose ratings are in `rating_sum`.
CREATE TABLE openings (
    variant TEXT NOT NULL,
    start INTEGER NOT NULL,
    line TEXT NOT NULL,
    parent TEXT,
    notation TEXT NOT NULL,
    games INTEGER NOT NULL,
    white INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    black INTEGER NOT NULL,
    ratings INTEGER NOT NULL,
    rating_sum INTEGER NOT NULL,
    PRIMARY KEY (variant, start, line)
) STRICT, WITHOUT ROWID;

CREATE INDEX openings_next ON openings (variant, start, parent, games);

-- How a player's games ended, and against whom. An opponent is a player or a level of the engine.
CREATE TABLE records (
    player TEXT NOT NULL,
    variant TEXT NOT NULL,
    reason TEXT NOT NULL,
    wins INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    PRIMARY KEY (player, variant, reason)
) STRICT, WITHOUT ROWID;

CREATE TABLE opponents (
    player TEXT NOT NULL,
    opponent TEXT NOT NULL,
    games INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    PRIMARY KEY (player, opponent)
) STRICT, WITHOUT ROWID;

CREATE INDEX opponents_most ON opponents (player, games);

-- Games that ended before there was an archive, and are not in it yet.
CREATE TABLE unarchived (
    game TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

INSERT INTO unarchived
SELECT id FROM games WHERE status = 'over' AND reason <> 'aborted' AND white IS NOT black;

-- Who is looked for by the beginning of a name.
CREATE INDEX accounts_by_name ON accounts (username COLLATE NOCASE);
