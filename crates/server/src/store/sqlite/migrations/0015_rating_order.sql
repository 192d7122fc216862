-- A result of an event may become final long after its game has ended: it counts after this result, and with others of events after the
-- same one by the end of its game. Without one a result counts when it is stored.
ALTER TABLE results ADD COLUMN counts_after INTEGER;
ALTER TABLE results ADD COLUMN place INTEGER GENERATED ALWAYS AS (coalesce(counts_after, number)) VIRTUAL;
ALTER TABLE results ADD COLUMN ended INTEGER GENERATED ALWAYS AS (iif(counts_after IS NULL, 0, at)) VIRTUAL;
CREATE INDEX results_in_order ON results (place, ended, number);
