CREATE TABLE move_history (
    match_id uuid NOT NULL,
    step integer NOT NULL,
    version bigint NOT NULL,
    topic text NOT NULL,
    stored bytea NOT NULL,  -- the event as in the log: everything, so it is redacted for whoever reads it
    PRIMARY KEY (match_id, step)
);
