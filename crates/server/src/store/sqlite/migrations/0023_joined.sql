-- Who has joined a game: the name that an account had is taken out of these events when it goes, and nobody waits while all events of its
-- games are looked through.
CREATE INDEX events_joined ON events (game) WHERE instr(body, '"joined"');
