-- What is too old is looked for while the server runs.
CREATE INDEX sessions_by_end ON sessions (coalesce(ended_at, expires_at, used_at));
CREATE INDEX creations_by_time ON creations (at);
