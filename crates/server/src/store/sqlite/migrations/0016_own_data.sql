-- What an export of a player's own data looks for. Of an event it finds all that the player did, also before withdrawing.
CREATE INDEX chat_of_player ON chat (player, game, number);
CREATE INDEX reports_of_reporter ON reports (reporter, at);
CREATE INDEX tournament_entries_by ON tournament_entries (json_extract(body, '$.by'), tournament)
WHERE json_extract(body, '$.by') IS NOT NULL;
