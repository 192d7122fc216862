-- Rated games against the engine that their players have left: they count as placement games. There are few of them, however many other
-- games a player has.
CREATE INDEX games_left_white ON games (white)
WHERE reason = 'aborted' AND turn_number > 1 AND black IS NULL AND info ->> 'rated';
CREATE INDEX games_left_black ON games (black)
WHERE reason = 'aborted' AND turn_number > 1 AND white IS NULL AND info ->> 'rated';
