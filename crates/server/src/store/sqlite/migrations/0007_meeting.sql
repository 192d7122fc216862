-- A challenge of one account by another. `outcome` is null while it is open; it ends by itself at `expires_at`, which its
-- maker's presence puts off, but not beyond `ends_at`. Once accepted it is the game with the same identifier. An answer that
-- its maker has read is `dismissed`.
CREATE TABLE challenges (
    id TEXT PRIMARY KEY,
    challenger TEXT NOT NULL,
    challenged TEXT NOT NULL,
    terms TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL,
    outcome TEXT CHECK (outcome IN ('accepted', 'declined', 'cancelled')),
    reason TEXT,
    dismissed INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE INDEX challenges_by_challenger ON challenges (challenger, created_at);
CREATE INDEX challenges_open ON challenges (challenged, created_at) WHERE outcome IS NULL;
CREATE INDEX challenges_by_time ON challenges (created_at);

CREATE TABLE follows (
    follower TEXT NOT NULL,
    followed TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (follower, followed)
) STRICT, WITHOUT ROWID;

CREATE INDEX follows_of_followed ON follows (followed);

CREATE TABLE blocks (
    blocker TEXT NOT NULL,
    blocked TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (blocker, blocked)
) STRICT, WITHOUT ROWID;

CREATE INDEX blocks_of_blocked ON blocks (blocked);

-- Vacations. In games they are events too: what stands here is added to every game that does not have it yet.
CREATE TABLE vacations (
    player TEXT NOT NULL,
    began INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    PRIMARY KEY (player, began)
) STRICT, WITHOUT ROWID;

-- Accounts that do not show when they are online.
CREATE TABLE unseen (
    player TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
