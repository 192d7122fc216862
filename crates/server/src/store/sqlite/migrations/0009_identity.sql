-- Passkeys of accounts. `credential` is what the authenticator calls one. `key` and `state` are as the library of passkeys writes
-- them; `state` has the counter of signatures, and changes with each use.
CREATE TABLE passkeys (
    id TEXT PRIMARY KEY,
    credential BLOB NOT NULL UNIQUE,
    player TEXT NOT NULL,
    name TEXT NOT NULL,
    key BLOB NOT NULL,
    state BLOB NOT NULL,
    transports INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    used_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX passkeys_of_player ON passkeys (player, created_at);

-- Challenges that passkeys are to answer, once and soon: `token` is the hash of what the browser was given. A passkey is made by who
-- has the `session`; without one somebody signs in.
CREATE TABLE ceremonies (
    token TEXT PRIMARY KEY,
    session TEXT,
    state BLOB NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX ceremonies_expired ON ceremonies (expires_at);

-- Accounts that were asked whether they take over the games of a guest, in the order in which they have answered. `games` is how many
-- have become theirs; none if they did not want them.
CREATE TABLE takeovers (
    number INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    guest TEXT NOT NULL,
    account TEXT NOT NULL,
    games INTEGER NOT NULL
) STRICT;

CREATE INDEX takeovers_of_guest ON takeovers (guest, account, at);

-- Whose the games are by now. The events of a game still name the guest.
CREATE TABLE taken_over (
    game TEXT NOT NULL,
    guest TEXT NOT NULL,
    account TEXT NOT NULL,
    takeover INTEGER NOT NULL,
    PRIMARY KEY (game, guest)
) STRICT, WITHOUT ROWID;

CREATE INDEX taken_over_at_once ON taken_over (takeover);

-- The browser in which a session began: accounts of one browser are one person as far as ratings go. Forgotten with the session.
ALTER TABLE sessions ADD COLUMN browser TEXT;
CREATE INDEX sessions_in_browser ON sessions (browser, player) WHERE browser IS NOT NULL;
CREATE INDEX sessions_of_player_by_browser ON sessions (player, browser) WHERE browser IS NOT NULL;

-- The account that an act names beside the one that it is about.
ALTER TABLE acts ADD COLUMN other TEXT;

-- Accounts that a moderator has found to be one person, both ways, by the act that it comes from.
CREATE TABLE links (
    one TEXT NOT NULL,
    other TEXT NOT NULL,
    act INTEGER NOT NULL,
    PRIMARY KEY (one, other)
) STRICT, WITHOUT ROWID;

CREATE INDEX links_of_act ON links (act);
