CREATE TABLE series (
    series_id uuid PRIMARY KEY,
    opened bigint NOT NULL,  -- the position of its first event: the order in which series came
    version bigint NOT NULL,
    game text NOT NULL,
    players uuid[] NOT NULL,
    length integer NOT NULL,
    title text NOT NULL,
    visibility text NOT NULL,
    opened_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
);

CREATE INDEX series_opened_idx ON series (opened);

CREATE TABLE series_match (
    series_id uuid NOT NULL,
    match_id uuid NOT NULL,
    place integer NOT NULL,  -- in the order in which the matches were added, from 0, with gaps
    PRIMARY KEY (series_id, match_id)
);

CREATE INDEX series_match_match_idx ON series_match (match_id);
