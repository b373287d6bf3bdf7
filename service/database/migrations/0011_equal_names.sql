-- What is the same in names that people take for the same: forms of a letter, small and large ones and spaces don't count.

CREATE FUNCTION name_key(name text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN btrim(regexp_replace(lower(normalize(name, NFKC)), '\s+', ' ', 'g'));

-- By hash, since a key can be longer than a B-tree takes.

CREATE INDEX players_name_key_idx ON players USING hash (name_key(name)) WHERE merged_into IS NULL;
