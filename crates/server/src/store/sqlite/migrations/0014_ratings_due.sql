-- Results were annulled or restored, and the ratings are still to be worked out again: how often that was noted. Nothing is due
-- without a row.
CREATE TABLE ratings_due (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    marks INTEGER NOT NULL
) STRICT;
