-- Who did what beside playing, which the log of events tells: one row for each change and each export. Rows are only added, and go
-- after the time for which they are to be kept. No secret is in it.

CREATE TABLE audit (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now(),
    token_id text,  -- by which; null for the command line, and where none was needed
    account text,  -- of the machine, for the command line
    action text NOT NULL,  -- an operation of the API or of the pages, or a command
    subject text NOT NULL,  -- what it was done to: an address, or what a command was given
    result text  -- the address of what it made, if anything
);

CREATE INDEX audit_at_idx ON audit (at);
CREATE INDEX audit_token_id_idx ON audit (token_id, id);

ALTER TABLE tokens ADD COLUMN last_used_at timestamptz;  -- to the minute
