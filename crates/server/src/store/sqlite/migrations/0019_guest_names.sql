-- Guests in the order in which they have chosen their names: those who have never played are forgotten in it.
CREATE TABLE guest_names (
    number INTEGER PRIMARY KEY,
    player TEXT NOT NULL UNIQUE
) STRICT;
