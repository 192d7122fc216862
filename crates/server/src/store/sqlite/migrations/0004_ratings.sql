-- The log of rated results, in the order in which they count. `score` is White's, in half points. All ratings follow from
-- it; an annulled result stays and does not count.
CREATE TABLE results (
    number INTEGER PRIMARY KEY,
    game TEXT NOT NULL UNIQUE,
    at INTEGER NOT NULL,
    pool TEXT NOT NULL,
    white TEXT NOT NULL,
    black TEXT NOT NULL,
    score INTEGER NOT NULL CHECK (score BETWEEN 0 AND 2),
    annulled_at INTEGER
) STRICT;

-- What follows from the log: a player in a pool after the last result that counts.
CREATE TABLE ratings (
    player TEXT NOT NULL,
    pool TEXT NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    last_played INTEGER NOT NULL,
    games INTEGER NOT NULL,
    placement_games INTEGER NOT NULL,
    PRIMARY KEY (player, pool)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_ranked ON ratings (pool, rating) WHERE deviation <= 75;

-- What each result has done to a player: it follows from the log, too.
CREATE TABLE rating_history (
    player TEXT NOT NULL,
    pool TEXT NOT NULL,
    number INTEGER NOT NULL,
    rating_before REAL NOT NULL,
    deviation_before REAL NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    PRIMARY KEY (player, pool, number)
) STRICT, WITHOUT ROWID;
