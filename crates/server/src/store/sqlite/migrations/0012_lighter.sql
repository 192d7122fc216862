-- What changes with every event stands in no index: that was most of what an action wrote.
-- Games in progress are listed in the order in which they were made.
DROP INDEX games_live;
CREATE INDEX games_live ON games (created_at) WHERE status = 'live';

-- When to look at a game again: never after `attention_at`, and often before it, as most events put that off.
ALTER TABLE games ADD COLUMN look_at INTEGER;
UPDATE games SET look_at = attention_at;
DROP INDEX games_attention;
CREATE INDEX games_look ON games (look_at) WHERE look_at IS NOT NULL;
