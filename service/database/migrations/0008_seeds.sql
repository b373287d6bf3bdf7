-- The secret seeds by which the service draws in matches where it deals. A match has one from its opening on; where it
-- goes on after it was open to all, another one decides what is drawn in events above the version `since`.

CREATE TABLE match_seeds (
    match_id uuid NOT NULL,
    since bigint NOT NULL,
    seed bytea NOT NULL,
    PRIMARY KEY (match_id, since)
);
