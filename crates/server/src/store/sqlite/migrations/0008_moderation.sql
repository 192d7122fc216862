-- Accounts that act on reports. Only the operator makes them.
CREATE TABLE moderators (
    player TEXT PRIMARY KEY,
    since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The log of what moderators have done. `moderator` is null for the operator. An entry that undoes another names it.
CREATE TABLE acts (
    number INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    moderator TEXT,
    player TEXT NOT NULL,
    kind TEXT NOT NULL,
    until INTEGER,
    game TEXT,
    reason TEXT NOT NULL,
    undoes INTEGER UNIQUE
) STRICT;

CREATE INDEX acts_on_player ON acts (player);

CREATE TRIGGER acts_are_not_edited BEFORE UPDATE ON acts
BEGIN
    SELECT RAISE(ABORT, 'an entry of the log is not edited');
END;

CREATE TRIGGER acts_are_not_deleted BEFORE DELETE ON acts
BEGIN
    SELECT RAISE(ABORT, 'an entry of the log is not deleted');
END;

-- What holds now, by the act that it comes from: `ban` and `mute`, until a time or for good, and `warning` until the player has
-- confirmed it.
CREATE TABLE sanctions (
    player TEXT NOT NULL,
    kind TEXT NOT NULL,
    act INTEGER NOT NULL,
    until INTEGER,
    reason TEXT NOT NULL,
    PRIMARY KEY (player, kind, act)
) STRICT, WITHOUT ROWID;

-- `settled_by` is the act with which moderators were done with it.
CREATE TABLE reports (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    reporter TEXT NOT NULL,
    player TEXT NOT NULL,
    game TEXT,
    reason TEXT NOT NULL,
    text TEXT NOT NULL,
    settled_by INTEGER
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX reports_open ON reports (reporter, player, coalesce(game, '')) WHERE settled_by IS NULL;
CREATE INDEX reports_queue ON reports (at) WHERE settled_by IS NULL;
CREATE INDEX reports_on_player ON reports (player, at);
CREATE INDEX reports_settled ON reports (settled_by) WHERE settled_by IS NOT NULL;

-- What was said beside a game, in the order in which it came. `seat` says in which room: players have one of their own, and
-- spectators another. Either `preset` or `text` is there. `request` is the name that the client gave it.
CREATE TABLE chat (
    game TEXT NOT NULL,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    player TEXT NOT NULL,
    seat TEXT NOT NULL,
    preset TEXT,
    text TEXT,
    request TEXT NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX chat_requests ON chat (game, player, request);

-- Games for which the lobby had found two players, and which one of them did not begin or left at once. Forgotten when the player
-- has played another to its end.
CREATE TABLE walkouts (
    player TEXT NOT NULL,
    game TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (player, game)
) STRICT, WITHOUT ROWID;
