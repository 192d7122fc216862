-- What accounts look for in the lobby, for games with days for a move: it waits until it comes true or is taken back.
CREATE TABLE seeks (
    id TEXT PRIMARY KEY,
    player TEXT NOT NULL,
    since INTEGER NOT NULL,
    wish TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX seeks_of_player ON seeks (player);
