-- The event log, in the layout of the eventsourcing library (9.5) for an application named "match".

CREATE TYPE stored_event_uuid AS (originator_id uuid, originator_version bigint, topic text, state bytea);

CREATE TABLE match_events (
    originator_id uuid NOT NULL,
    originator_version bigint NOT NULL,
    topic text,
    state bytea,
    notification_id bigserial,
    PRIMARY KEY (originator_id, originator_version)
) WITH (
    autovacuum_enabled = true,
    autovacuum_vacuum_threshold = 100000000,
    autovacuum_vacuum_scale_factor = 0.5,
    autovacuum_analyze_threshold = 1000,
    autovacuum_analyze_scale_factor = 0.01
);

CREATE UNIQUE INDEX match_events_notification_id_idx ON match_events (notification_id ASC);

-- People. Names stand here alone, so that erasing one erases it everywhere.

CREATE TABLE players (
    id uuid PRIMARY KEY,
    name text,  -- null once erased
    created_at timestamptz NOT NULL DEFAULT now(),
    merged_into uuid REFERENCES players,
    simulated boolean NOT NULL DEFAULT false
);

CREATE INDEX players_merged_into_idx ON players (merged_into) WHERE merged_into IS NOT NULL;

-- Bearer tokens, by hash only.

CREATE TABLE tokens (
    id text PRIMARY KEY,
    hash bytea NOT NULL,
    scopes text[] NOT NULL,
    label text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    revoked_at timestamptz
);

-- What a write with an Idempotency-Key made, kept in the transaction that made it. The first answer is derived anew
-- from the events first_version to last_version of the resource, so that it holds no copy of anything.

CREATE TABLE idempotency_keys (
    token_id text NOT NULL,
    key text NOT NULL,
    digest bytea NOT NULL,
    resource uuid NOT NULL,
    first_version bigint NOT NULL,
    last_version bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (token_id, key)
);

-- How far each read model has got.

CREATE TABLE projections (
    name text PRIMARY KEY,
    version integer NOT NULL,
    position bigint NOT NULL
);
