-- Events are stored smaller: the topics of a game's events lie compressed with their bodies, where `topic` is null (decision
-- 86). Leaves are still those of topics and bytes before, so that topics come along, too. Older versions of the service
-- can't read such events, and don't start on a database that knows this migration.

-- Positions only grow, so that no page needs room for what comes between; those that are there stay as they are.

ALTER INDEX match_events_notification_id_idx SET (fillfactor = 100);

-- As in 0021, of topic and bytes as they come along.

CREATE FUNCTION leaf_hash(previous bytea, originator_id uuid, version bigint, entry bytea) RETURNS bytea
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN sha256('\x00'::bytea || coalesce(previous, decode(repeat('00', 32), 'hex')) || uuid_send(originator_id)
    || int8send(version) || entry);

-- As in 0026, but that it knows what is compressed since now.

CREATE OR REPLACE FUNCTION append_missing_leaves() RETURNS bigint
LANGUAGE plpgsql
AS $$
DECLARE
    event record;
    previous_id uuid;
    previous_version bigint;
    previous_hash bytea;
    made bigint := 0;
BEGIN
    PERFORM pg_advisory_xact_lock(1836344168);  -- as append_match_events
    FOR event IN
        SELECT e.originator_id, e.originator_version, e.notification_id, e.topic, e.state, l.hash
        FROM match_events e LEFT JOIN log_leaves l ON l.position = e.notification_id
        WHERE e.originator_id IN (
            SELECT m.originator_id FROM match_events m
            WHERE NOT EXISTS (SELECT FROM log_leaves n WHERE n.position = m.notification_id))
        ORDER BY e.originator_id, e.originator_version
    LOOP
        IF event.hash IS NULL THEN
            IF previous_id IS DISTINCT FROM event.originator_id
               OR previous_version IS DISTINCT FROM event.originator_version - 1 THEN
                previous_hash := NULL;
            END IF;
            IF event.topic IS NULL OR (substr(event.state, 1, 4) = '\x9301c408'  -- an array, and no body that follows
                   AND substr(event.state, 13, 1) BETWEEN '\x00' AND '\x7f')
               OR '\x28b52ffd'::bytea IN (substr(event.state, 15, 4), substr(event.state, 16, 4)) THEN  -- a frame since 0026
                RAISE EXCEPTION 'version % of % is compressed', event.originator_version, event.originator_id
                USING HINT = 'Its leaf is that of its topic and its plain bytes, which only the service knows.';
            END IF;
            event.hash := leaf_hash(
                previous_hash, event.originator_id, event.originator_version, event.topic, event.state);
            INSERT INTO log_leaves VALUES
                (event.notification_id, event.originator_id, event.originator_version, event.hash);
            made := made + 1;
        END IF;
        previous_id := event.originator_id;
        previous_version := event.originator_version;
        previous_hash := event.hash;
    END LOOP;
    RETURN made;
END
$$;

DROP FUNCTION append_match_events(uuid[], bigint[], bigint[], text[], text[], bytea[], integer[], bigint[], text[], bytea[],
    bytea[], bytea[], bytea[]);

-- As in 0026, but for what leaves are of.

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
    -- one element a write again; processes that were started before 0006 don't give them
    predecessors bytea[] DEFAULT NULL,
    fingerprints bytea[] DEFAULT NULL,
    -- one element an event again: its bytes before they were made smaller, of which its leaf is; from processes that were
    -- started before 0027 only, and of these, those that were started before 0026 don't give them
    plains bytea[] DEFAULT NULL,
    -- what its leaf is of, in place of that: its topic behind its length, which `topics` may leave out, and its bytes before
    entries bytea[] DEFAULT NULL
) RETURNS TABLE (originator_id uuid, originator_version bigint, notification_id bigint, fresh boolean)
LANGUAGE plpgsql
-- However small the table was when the plan was made, it will grow.
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
DECLARE
    fits boolean[];
    leaves bytea[];  -- of the newest events that are there, one element a write
    stored bigint := 0;
    element bigint := 0;
    write integer;
    event record;
    leaf bytea;
    new_positions bigint[] := '{}';
    new_originators uuid[] := '{}';
    new_versions bigint[] := '{}';
    new_leaves bytea[] := '{}';
BEGIN
    PERFORM pg_advisory_xact_lock(1836344168);  -- "mtch": any number that is this lock's alone

    -- Only now, since what others committed before they gave the lock back has to be seen.
    SELECT array_agg(coalesce(n.fits, w.version = 1) ORDER BY w.place), array_agg(n.hash ORDER BY w.place)
    INTO fits, leaves
    FROM unnest(originator_ids, first_versions, predecessors) WITH ORDINALITY
        AS w (originator_id, version, predecessor, place)
    LEFT JOIN LATERAL (
        SELECT e.originator_version = w.version - 1
            AND (w.predecessor IS NULL OR substr(e.state, 1, 12) = w.predecessor) AS fits,
            (SELECT l.hash FROM log_leaves l WHERE l.position = e.notification_id) AS hash
        FROM match_events e WHERE e.originator_id = w.originator_id ORDER BY e.originator_version DESC LIMIT 1
    ) n ON true;

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

    FOR event IN
        INSERT INTO match_events AS e (originator_id, originator_version, topic, state)
        SELECT originator_ids[n.write], n.version, n.topic, n.state
        FROM unnest(writes, versions, topics, states) WITH ORDINALITY AS n (write, version, topic, state, place)
        WHERE fits[n.write]
        ORDER BY n.place
        RETURNING e.originator_id, e.originator_version, e.notification_id, e.topic, e.state
    LOOP
        IF stored = 0 OR originator_id <> event.originator_id THEN
            leaf := leaves[array_position(originator_ids, event.originator_id)];
        END IF;
        stored := stored + 1;
        LOOP  -- to the next one that was stored
            element := element + 1;
            EXIT WHEN fits[writes[element]];
        END LOOP;
        IF entries IS NULL THEN
            leaf := leaf_hash(leaf, event.originator_id, event.originator_version, event.topic,
                coalesce(plains[element], event.state));
        ELSE
            leaf := leaf_hash(leaf, event.originator_id, event.originator_version, entries[element]);
        END IF;
        originator_id := event.originator_id;
        originator_version := event.originator_version;
        notification_id := event.notification_id;
        fresh := true;
        new_positions[stored] := notification_id;
        new_originators[stored] := originator_id;
        new_versions[stored] := originator_version;
        new_leaves[stored] := leaf;
        RETURN NEXT;
    END LOOP;
    IF stored > 0 THEN
        INSERT INTO log_leaves (position, originator_id, version, hash)
        SELECT * FROM unnest(new_positions, new_originators, new_versions, new_leaves);
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
