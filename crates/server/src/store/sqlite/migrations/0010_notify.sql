-- How an account is reached by mail: at `address`, once its owner has shown that mail comes to them there. `waiting` is an address
-- for which that is still to be shown. Several accounts may have the same.
CREATE TABLE mail_addresses (
    player TEXT PRIMARY KEY,
    address TEXT,
    waiting TEXT
) STRICT, WITHOUT ROWID;

-- What a player has chosen of what they are told, and on which channel.
CREATE TABLE notification_choices (
    player TEXT NOT NULL,
    kind TEXT NOT NULL,
    channel TEXT NOT NULL,
    wanted INTEGER NOT NULL,
    PRIMARY KEY (player, kind, channel)
) STRICT, WITHOUT ROWID;

-- What is still to be sent: `post` says what, and its words are made when it is sent. Who takes an entry has it until `due_at`; then
-- it is anybody's again, unless it is to be sent `once` at most. `player` is null of a name that may be nobody's.
CREATE TABLE outbox (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    channel TEXT NOT NULL CHECK (channel IN ('mail', 'push')),
    player TEXT,
    subscription TEXT,
    post TEXT NOT NULL,
    once INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    taken INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX outbox_due ON outbox (channel, due_at);
CREATE INDEX outbox_of_player ON outbox (player);
CREATE INDEX outbox_of_subscription ON outbox (subscription) WHERE subscription IS NOT NULL;
CREATE INDEX outbox_by_time ON outbox (created_at);

-- Mails within a day that somebody else than the owner of an address could have asked for. `address` is hashed.
CREATE TABLE mails_sent (
    number INTEGER PRIMARY KEY,
    address TEXT NOT NULL,
    at INTEGER NOT NULL
) STRICT;

CREATE INDEX mails_sent_to ON mails_sent (address, at);
CREATE INDEX mails_sent_by_time ON mails_sent (at);

-- Browsers that show push messages, as long as the session lasts in which they were asked to.
CREATE TABLE push_subscriptions (
    id TEXT PRIMARY KEY,
    player TEXT NOT NULL,
    session TEXT NOT NULL,
    endpoint TEXT NOT NULL UNIQUE,
    key BLOB NOT NULL,
    secret BLOB NOT NULL,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX push_subscriptions_of_player ON push_subscriptions (player);
CREATE INDEX push_subscriptions_of_session ON push_subscriptions (session);

-- Games with days for a move, and when the player whose turn it is there is to be reminded. `at` is null when that is done.
CREATE TABLE reminders (
    game TEXT PRIMARY KEY,
    player TEXT NOT NULL,
    turn INTEGER NOT NULL,
    at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX reminders_due ON reminders (at) WHERE at IS NOT NULL;
