CREATE TABLE series (
    series_id uuid PRIMARY KEY,
    opened bigint NOT NULL,  -- the position of its first event: the order in which series came
    version bigint NOT NULL,
    game text NOT NULL,
    players uuid[] NOT NULL,
    length integer NOT NULL,
    title text NOT NULL,
    visibility text NOT NULL,
    seal_needed boolean NOT NULL,  -- whether only matches whose result is sealed count
    seals_after integer,  -- the hours after which a result seals by itself, if nobody disputes it; null for never
    seals_since timestamptz NOT NULL,  -- when that was said
    arbiters text[] NOT NULL,  -- the ids of the tokens that arbitrate its matches; empty for all arbiters'
    opened_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
);

CREATE INDEX series_opened_idx ON series (opened);

CREATE TABLE series_match (
    series_id uuid NOT NULL,
    match_id uuid NOT NULL,
    place integer NOT NULL,  -- in the order in which the matches were added, from 0, with gaps
    added_at timestamptz NOT NULL,
    PRIMARY KEY (series_id, match_id)
);

CREATE INDEX series_match_match_idx ON series_match (match_id);
