-- What people wrote beside matches goes when these are removed. Nothing else ever leaves the log, so the role by which the
-- service runs needs no right to delete there: this function has the rights of who made it.
--
-- One element a note: the match that it is beside, and its own id. Notes of a match that wasn't removed stay, and so
-- does whatever isn't a note.

CREATE FUNCTION erase_notes(match_ids uuid[], note_ids uuid[]) RETURNS void
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
DECLARE
    erased uuid[] := ARRAY(
        SELECT n.note_id FROM unnest(match_ids, note_ids) AS n (match_id, note_id)
        WHERE EXISTS (SELECT FROM match_events e WHERE e.originator_id = n.match_id AND e.topic = 'match/removed'));
BEGIN
    -- Keys of those writes go, so that a retry is answered like one to a match that never was.
    DELETE FROM idempotency_keys WHERE resource = ANY(erased);
    -- A read model that has got to one of these events isn't to take it for lost; nor is one that is at it just now,
    -- which reads again since the generation has grown.
    UPDATE projections SET generation = generation + 1, fingerprint = CASE WHEN position IN (
        SELECT notification_id FROM match_events WHERE originator_id = ANY(erased)) THEN NULL ELSE fingerprint END;
    DELETE FROM match_events
    WHERE originator_id = ANY(erased) AND (topic LIKE 'annotations/%' OR topic LIKE 'variations/%');
END
$$;

REVOKE EXECUTE ON FUNCTION erase_notes FROM PUBLIC;
