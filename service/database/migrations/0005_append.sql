-- The one way by which events come into the log: several writes in one call, each whole or not at all.
--
-- All writers queue at an advisory lock from before the first position is given until after the commit, so positions
-- become visible in their order, and a reader that has seen one has seen all before it. The lock is taken and released
-- within the call: no writer keeps it while it waits for a network or a client.
--
-- A write is events of one match or series, from a version on that mustn't be there yet, with or without an idempotency
-- key, which mustn't be there either. In one call there is one write at the most for a match or series, and for a key.
--
-- Returns the events that are in the log now, in order, with their positions. Of a write that doesn't fit, nothing is
-- there. A write whose very bytes are there was stored before (its sender never heard of it) and counts as stored; its
-- events aren't `fresh`.

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
    states bytea[]
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
        (SELECT e.notification_id FROM match_events e
         WHERE e.originator_id = w.originator_id AND e.originator_version = w.version) IS NULL ORDER BY w.place
    ) INTO fits FROM unnest(originator_ids, first_versions) WITH ORDINALITY AS w (originator_id, version, place);

    IF num_nonnulls(VARIADIC keys) > 0 THEN
        WITH taken AS (
            INSERT INTO idempotency_keys AS k (token_id, key, digest, resource, first_version, last_version)
            SELECT w.token_id, w.key, w.digest, w.originator_id, w.first_version, w.last_version
            FROM unnest(token_ids, keys, digests, originator_ids, first_versions, last_versions) WITH ORDINALITY
                AS w (token_id, key, digest, originator_id, first_version, last_version, place)
            WHERE w.key IS NOT NULL AND fits[w.place]
            ON CONFLICT DO NOTHING
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
