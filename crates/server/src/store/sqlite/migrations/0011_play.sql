-- A side of a rated result may be the machine: then `white` or `black` is empty, and the level stands beside it with the rating and
-- RD that it had in this game, so that all ratings can be worked out again whatever is measured later.
CREATE TABLE results_with_machine (
    number INTEGER PRIMARY KEY,
    game TEXT NOT NULL UNIQUE,
    at INTEGER NOT NULL,
    pool TEXT NOT NULL,
    white TEXT,
    black TEXT,
    score INTEGER NOT NULL CHECK (score BETWEEN 0 AND 2),
    annulled_at INTEGER,
    level INTEGER,
    level_rating INTEGER,
    level_deviation INTEGER,
    CHECK ((white IS NULL) + (black IS NULL) = (level IS NOT NULL)),
    CHECK ((level IS NULL) = (level_rating IS NULL) AND (level IS NULL) = (level_deviation IS NULL))
) STRICT;

INSERT INTO results_with_machine (number, game, at, pool, white, black, score, annulled_at)
SELECT number, game, at, pool, white, black, score, annulled_at FROM results;

DROP TABLE results;
ALTER TABLE results_with_machine RENAME TO results;

-- For the export of an account: all challenges that it has received, answered or not.
CREATE INDEX challenges_of_challenged ON challenges (challenged, created_at);

-- What a player answers in a game with days for a move: `lines` is JSON, lists of actions that begin after event `after`. A row goes
-- with the event with which the game leaves its lines.
CREATE TABLE conditions (
    game TEXT NOT NULL,
    player TEXT NOT NULL,
    after INTEGER NOT NULL,
    lines TEXT NOT NULL,
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;
