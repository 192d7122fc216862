-- Whether somebody has, or had, an account is asked whenever a guest's cookie comes.
CREATE INDEX usernames_of_player ON usernames (player);

-- What has ended: a session, or that a player was a guest. The numbers are in the order in which it was stored, whatever the clocks of
-- those who ask for it say: each node reads what follows the last that it knows.
CREATE TABLE endings (
    number INTEGER PRIMARY KEY,
    session TEXT,
    guest TEXT
) STRICT;

-- Nobody who ends a session can forget to enter it.
CREATE TRIGGER session_has_ended AFTER UPDATE OF ended_at ON sessions
WHEN OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL
BEGIN
    INSERT INTO endings (session) VALUES (NEW.id);
END;

CREATE TRIGGER guest_has_account AFTER INSERT ON accounts
BEGIN
    INSERT INTO endings (guest) VALUES (NEW.player);
END;

DROP INDEX sessions_ended;
