-- What changes with every event is in as few indexes as can be: a player's list has no times of games that go on.
DROP INDEX games_of_white;
DROP INDEX games_of_black;
CREATE INDEX games_unfinished_white ON games (white) WHERE status <> 'over';
CREATE INDEX games_unfinished_black ON games (black) WHERE status <> 'over';
CREATE INDEX games_over_white ON games (white, updated_at) WHERE status = 'over';
CREATE INDEX games_over_black ON games (black, updated_at) WHERE status = 'over';
