-- What seats claimed of cards and the record couldn't take, because of what only others know. A row is there as soon as
-- a seat tries, and goes when the record takes the action; so a seat has as many tries of a match as it may have rows.

CREATE TABLE refused_claims (
    match_id uuid NOT NULL,
    seat integer NOT NULL,
    number integer NOT NULL,  -- of the tries of a seat, from 1
    tried_at timestamptz NOT NULL DEFAULT now(),
    -- null while it isn't known what becomes of it
    step integer,
    action bytea,  -- as JSON
    clause text,
    reason text,
    PRIMARY KEY (match_id, seat, number)
);

-- Who may read a match or series stands in the newest of these events, which is found without reading any other.
CREATE INDEX match_events_access_idx ON match_events (originator_id, originator_version)
    WHERE topic IN ('match/opened', 'match/described', 'match/removed',
                    'series/opened', 'series/described', 'series/removed');
