-- The matches that count: finished, neither abandoned nor removed nor excluded. Arrays are in seat order.
CREATE TABLE rating_match (
    match_id uuid PRIMARY KEY,
    game text NOT NULL,
    played_on date NOT NULL,
    opened bigint NOT NULL,  -- the position of its first event
    public boolean NOT NULL,
    place text NOT NULL,
    origin text NOT NULL,
    sealed boolean NOT NULL,  -- whether only an arbiter may change it
    irregular boolean NOT NULL,  -- whether something was put otherwise than the rules would have it
    tags text[] NOT NULL,
    options jsonb NOT NULL,  -- those that are one value each, as words
    seats integer NOT NULL,
    players uuid[] NOT NULL,
    persons uuid[] NOT NULL,  -- who they are now
    ranks integer[] NOT NULL,  -- as far as everybody may know them who may read the match
    scores integer[] NOT NULL,
    known_scores integer[] NOT NULL,  -- null where not everybody may know it
    won boolean[] NOT NULL
);

CREATE INDEX rating_match_game_idx ON rating_match (game, played_on);

-- What each of them counts for each person.
CREATE TABLE rating_share (
    match_id uuid NOT NULL,
    person uuid NOT NULL,
    game text NOT NULL,
    public boolean NOT NULL,
    won boolean NOT NULL,
    shared boolean NOT NULL,
    score integer NOT NULL,
    known_score integer,
    PRIMARY KEY (match_id, person)
);

CREATE INDEX rating_share_person_idx ON rating_share (person, game);

-- Who was merged into whom, and who that is now; a person is never merged itself.
CREATE TABLE rating_person (
    player uuid PRIMARY KEY,
    merged_into uuid NOT NULL,
    person uuid NOT NULL
);

CREATE INDEX rating_person_merged_into_idx ON rating_person (merged_into);
CREATE INDEX rating_person_person_idx ON rating_person (person);

-- Each rated match of each person: the rating before and after it. In the pool "public" only public matches count.
CREATE TABLE rating_step (
    game text NOT NULL,
    pool text NOT NULL,
    person uuid NOT NULL,
    played_on date NOT NULL,
    opened bigint NOT NULL,
    match_id uuid NOT NULL,
    mu_before double precision NOT NULL,
    sigma_before double precision NOT NULL,
    mu double precision NOT NULL,
    sigma double precision NOT NULL,
    PRIMARY KEY (game, pool, person, played_on, opened)
) WITH (fillfactor = 80);  -- ratings are corrected in place

CREATE INDEX rating_step_match_idx ON rating_step (match_id, pool);

-- Places in the order of play where matches changed and the steps from there on may not be right yet.
CREATE TABLE rating_due (
    game text NOT NULL,
    pool text NOT NULL,
    played_on date NOT NULL,
    opened bigint NOT NULL,
    match_id uuid NOT NULL,
    PRIMARY KEY (game, pool, played_on, opened)
);

-- What each person has achieved by now, in the matches of a pool.
CREATE TABLE rating_total (
    game text NOT NULL,
    pool text NOT NULL,
    person uuid NOT NULL,
    matches integer NOT NULL,
    wins integer NOT NULL,
    shared_wins integer NOT NULL,
    best_score integer NOT NULL,
    known_best_score integer,  -- of the scores that everybody may know
    rated integer NOT NULL,  -- matches that went into the rating
    mu double precision,  -- null where none did
    sigma double precision,
    shown double precision,
    PRIMARY KEY (game, pool, person)
);

CREATE INDEX rating_total_person_idx ON rating_total (person, pool);

-- The orders of leaderboards, as service/queries/leaderboards.py asks for them.
CREATE INDEX rating_total_wins_idx ON rating_total
    (game, pool, (-wins), (-coalesce(best_score, -1000000000)), person);
CREATE INDEX rating_total_known_wins_idx ON rating_total
    (game, pool, (-wins), (-coalesce(known_best_score, -1000000000)), person);
CREATE INDEX rating_total_best_idx ON rating_total
    (game, pool, (-coalesce(best_score, -1000000000)), (-wins), person);
CREATE INDEX rating_total_known_best_idx ON rating_total
    (game, pool, (-coalesce(known_best_score, -1000000000)), (-wins), person);
CREATE INDEX rating_total_shown_idx ON rating_total
    (game, pool, (-coalesce(shown, '-infinity')), (-wins), person);
