-- Files of other programs that were imported, which match came of each of their plays, and who each of their people is.

CREATE TABLE imports (
    id uuid PRIMARY KEY,
    source text NOT NULL,
    digest bytea NOT NULL,  -- of the file: the same one is the same import, as long as it isn't taken back
    file_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    created_by text NOT NULL,
    finished_at timestamptz,
    taken_back_at timestamptz
);

CREATE UNIQUE INDEX imports_digest_idx ON imports (source, digest) WHERE taken_back_at IS NULL;

CREATE TABLE imported_plays (
    source text NOT NULL,
    play_id text NOT NULL,
    incarnation integer NOT NULL,  -- one more for each match of the play that was removed with its import, or replaced
    match_id uuid,  -- null once taken back
    digest bytea,  -- of what the source listed last
    import_id uuid REFERENCES imports,  -- that made the match
    PRIMARY KEY (source, play_id)
);

CREATE INDEX imported_plays_import_id_idx ON imported_plays (import_id);

CREATE TABLE imported_people (
    source text NOT NULL,
    person_id text NOT NULL,
    player_id uuid NOT NULL,
    PRIMARY KEY (source, person_id)
);

CREATE TABLE import_people (
    import_id uuid NOT NULL REFERENCES imports,
    player_id uuid NOT NULL,
    made boolean NOT NULL,  -- whether the player became known by it
    PRIMARY KEY (import_id, player_id)
);

CREATE INDEX import_people_player_id_idx ON import_people (player_id);
