-- Files that were sent over HTTP to be imported: what is planned, who was said to be who, and how far the work is.

CREATE TABLE import_uploads (
    import_id uuid PRIMARY KEY REFERENCES imports ON DELETE CASCADE,
    state text NOT NULL,
    attempt integer NOT NULL DEFAULT 0,  -- one more for each work on it, so that one is told from the next
    stop_asked boolean NOT NULL DEFAULT false,
    done integer NOT NULL DEFAULT 0,  -- plays that the work at hand has gone through
    total integer,  -- of so many, where that is known
    has_file boolean NOT NULL DEFAULT false,
    size bigint,
    kind text,
    visibility text,
    mapping bytea,  -- JSON, as are the next ones; of texts that jsonb doesn't take, too
    plan bytea,
    outcome bytea,
    fault bytea,
    changed_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE import_plan_people (
    import_id uuid NOT NULL REFERENCES import_uploads ON DELETE CASCADE,
    number integer NOT NULL,  -- those with most plays first
    person_id text NOT NULL,
    name text NOT NULL,
    plays integer NOT NULL,
    identity text NOT NULL,
    player_id uuid,
    candidates uuid[] NOT NULL,
    answered boolean NOT NULL DEFAULT false,
    answer uuid,  -- null is somebody new
    PRIMARY KEY (import_id, number),
    UNIQUE (import_id, person_id)
);

-- Who works on an import holds the advisory lock with this key, on a connection that ends with the process.
CREATE FUNCTION import_lock(import_id uuid) RETURNS bigint
    LANGUAGE sql IMMUTABLE STRICT RETURN hashtextextended('import ' || import_id::text, 0);

CREATE FUNCTION import_held(import_id uuid) RETURNS boolean
    LANGUAGE sql STABLE RETURN EXISTS (
        SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1  -- a key of 64 bits, in two halves
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
            AND (classid::bigint << 32) | objid::bigint = import_lock(import_id));
