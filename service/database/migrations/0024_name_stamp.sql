-- What players are called has a stamp that is another one after each change. A process that remembers answers with
-- names in them asks for the stamp in place of the names, and for these only when it differs.
--
-- It is random, not a number that grows: where a database goes back, so does the stamp, and then never comes to be the
-- same for other names. It is set when a transaction commits, so that nobody waits for it who holds anything that
-- others wait for.

CREATE TABLE name_stamp (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    stamp uuid NOT NULL DEFAULT gen_random_uuid()
);

INSERT INTO name_stamp DEFAULT VALUES;

CREATE FUNCTION stamp_names() RETURNS trigger
LANGUAGE plpgsql
SET search_path = public, pg_temp
AS $$
BEGIN
    IF coalesce(current_setting('partita.names_are_stamped', true), '') = '' THEN -- once in a transaction
        UPDATE name_stamp SET stamp = gen_random_uuid();
        PERFORM set_config('partita.names_are_stamped', 'true', true);
    END IF;
    RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER players_stamped AFTER INSERT OR DELETE OR UPDATE OF name, merged_into ON players
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION stamp_names();
