-- Whether the password alone is not enough, and a passkey of the account must follow. Who asks for one has one.
ALTER TABLE accounts ADD COLUMN asks_for_passkey INTEGER NOT NULL DEFAULT 0;
