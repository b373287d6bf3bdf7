-- A database may go back behind what its clients remember: an older copy is restored, a standby that lags is promoted. So
-- events are told apart by more than their versions and positions, which are given anew then. The first 12 bytes of a
-- stored event hold its form and its random id: no two events have them in common. Here they are its fingerprint.

-- The fingerprint of the last event that a write with a key has made; null where a key made no events, or before this
-- migration.
ALTER TABLE idempotency_keys ADD COLUMN fingerprint bytea;

-- The fingerprint of the event at a read model's position; null where it isn't known.
ALTER TABLE projections ADD COLUMN fingerprint bytea;

-- As in 0005, but for this: a write follows the event that it was decided on, or isn't stored.
--
-- Its first version has to be the one after the newest that is there, and the fingerprint of that one has to be
-- `predecessor`, where it is given. A key whose events aren't there any more counts as never used.

DROP FUNCTION append_match_events(
    uuid[], bigint[], bigint[], text[], text[], bytea[], integer[], bigint[], text[], bytea[]
);

CREATE FUNCTION append_match_events(
    -- one element a write; where there is no key, its three are null
    originator_ids uuid[],
    first_versions bigint[],
    last_versions bigint[],
    token_ids text[],
    keys text[],
    digests bytea[],
    -- one element an event; `writes` tells which write it belongs to, counted from 1
    writes integer[],
    versions bigint[],
    topics text[],
    states bytea[],
    -- one element a write again; processes that were started before this migration don't give them
    predecessors bytea[] DEFAULT NULL,
    fingerprints bytea[] DEFAULT NULL
) RETURNS TABLE (originator_id uuid, originator_version bigint, notification_id bigint, fresh boolean)
LANGUAGE plpgsql
-- However small the table was when the plan was made, it will grow.
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
DECLARE
    fits boolean[];
    stored bigint;
BEGIN
    PERFORM pg_advisory_xact_lock(1836344168);  -- "mtch": any number that is this lock's alone

    -- Only now, since what others committed before they gave the lock back has to be seen.
    SELECT array_agg(
        coalesce(
            (SELECT e.originator_version = w.version - 1
                    AND (w.predecessor IS NULL OR substr(e.state, 1, 12) = w.predecessor)
             FROM match_events e WHERE e.originator_id = w.originator_id ORDER BY e.originator_version DESC LIMIT 1),
            w.version = 1
        ) ORDER BY w.place
    ) INTO fits FROM unnest(originator_ids, first_versions, predecessors) WITH ORDINALITY
        AS w (originator_id, version, predecessor, place);

    IF num_nonnulls(VARIADIC keys) > 0 THEN
        WITH taken AS (
            INSERT INTO idempotency_keys AS k
                (token_id, key, digest, resource, first_version, last_version, fingerprint)
            SELECT w.token_id, w.key, w.digest, w.originator_id, w.first_version, w.last_version, w.fingerprint
            FROM unnest(token_ids, keys, digests, originator_ids, first_versions, last_versions, fingerprints)
                WITH ORDINALITY
                AS w (token_id, key, digest, originator_id, first_version, last_version, fingerprint, place)
            WHERE w.key IS NOT NULL AND fits[w.place]
            ON CONFLICT (token_id, key) DO UPDATE
            SET digest = excluded.digest, resource = excluded.resource, first_version = excluded.first_version,
                last_version = excluded.last_version, fingerprint = excluded.fingerprint, created_at = now()
            WHERE k.last_version > 0 AND NOT EXISTS (
                SELECT FROM match_events e WHERE e.originator_id = k.resource
                AND e.originator_version = k.last_version
                AND (k.fingerprint IS NULL OR substr(e.state, 1, 12) = k.fingerprint))
            RETURNING k.token_id, k.key
        )
        SELECT array_agg(
            fits[w.place] AND (w.key IS NULL OR t.key IS NOT NULL) ORDER BY w.place
        ) INTO fits FROM unnest(token_ids, keys) WITH ORDINALITY AS w (token_id, key, place)
            LEFT JOIN taken t ON t.token_id = w.token_id AND t.key = w.key;
    END IF;

    RETURN QUERY
        INSERT INTO match_events AS e (originator_id, originator_version, topic, state)
        SELECT originator_ids[n.write], n.version, n.topic, n.state
        FROM unnest(writes, versions, topics, states) WITH ORDINALITY AS n (write, version, topic, state, place)
        WHERE fits[n.write]
        ORDER BY n.place
        RETURNING e.originator_id, e.originator_version, e.notification_id, true;
    GET DIAGNOSTICS stored = ROW_COUNT;
    IF stored > 0 THEN
        PERFORM pg_notify('match_events', '');
    END IF;

    IF stored < cardinality(writes) THEN
        RETURN QUERY
            SELECT e.originator_id, e.originator_version, e.notification_id, false
            FROM unnest(writes, versions, states) AS n (write, version, state)
            JOIN match_events e ON e.originator_id = originator_ids[n.write] AND e.originator_version = n.version
            WHERE NOT fits[n.write] AND e.state = n.state
            ORDER BY e.notification_id;
    END IF;
END
$$;
