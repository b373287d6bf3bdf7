-- The matches that count: finished, neither abandoned nor removed nor excluded. Arrays are in seat order.
CREATE TABLE rating_match (
    match_id uuid PRIMARY KEY,
    game text NOT NULL,
    own_subject uuid NOT NULL,
    subject uuid NOT NULL,  -- what that is now
    lowest boolean NOT NULL,  -- whether fewer points are better
    played_on date NOT NULL,
    ordinal bigint NOT NULL,  -- orders the matches of a date, before the next column does
    opened bigint NOT NULL,  -- the position of its first event
    public boolean NOT NULL,
    place text NOT NULL,
    origin text NOT NULL,
    sealed boolean NOT NULL,  -- whether only an arbiter may change it
    irregular boolean NOT NULL,  -- whether something was put otherwise than the rules would have it
    drawn boolean NOT NULL,  -- a draw is rated though nobody has won
    tags text[] NOT NULL,
    options jsonb NOT NULL,  -- those that are one value each, as words
    seats integer NOT NULL,
    players uuid[] NOT NULL,
    persons uuid[] NOT NULL,  -- who they are now
    sides integer[] NOT NULL,  -- the same for those who play together
    ranks integer[] NOT NULL,  -- as far as everybody may know them who may read the match
    scores numeric[] NOT NULL,  -- null where there are no points
    known_scores numeric[] NOT NULL,  -- null also where not everybody may know it
    won boolean[] NOT NULL
);

CREATE INDEX rating_match_subject_idx ON rating_match (subject, played_on, ordinal, opened);

-- What each of them counts for each person.
CREATE TABLE rating_share (
    match_id uuid NOT NULL,
    person uuid NOT NULL,
    subject uuid NOT NULL,
    public boolean NOT NULL,
    won boolean NOT NULL,
    shared boolean NOT NULL,
    drawn boolean NOT NULL,
    lowest boolean NOT NULL,
    score numeric,
    known_score numeric,
    PRIMARY KEY (match_id, person)
);

CREATE INDEX rating_share_person_idx ON rating_share (person, subject);

-- Which players and subjects were merged into which, and what those are now, which are never merged themselves.
CREATE TABLE rating_identity (
    id uuid PRIMARY KEY,
    merged_into uuid NOT NULL,
    now uuid NOT NULL
);

CREATE INDEX rating_identity_merged_into_idx ON rating_identity (merged_into);
CREATE INDEX rating_identity_now_idx ON rating_identity (now);

-- Each rated match of each person: the rating before and after it. In the pool "public" only public matches count.
CREATE TABLE rating_step (
    subject uuid NOT NULL,
    pool text NOT NULL,
    person uuid NOT NULL,
    played_on date NOT NULL,
    ordinal bigint NOT NULL,
    opened bigint NOT NULL,
    match_id uuid NOT NULL,
    mu_before double precision NOT NULL,
    sigma_before double precision NOT NULL,
    mu double precision NOT NULL,
    sigma double precision NOT NULL,
    PRIMARY KEY (subject, pool, person, played_on, ordinal, opened)
) WITH (fillfactor = 80);  -- ratings are corrected in place

CREATE INDEX rating_step_match_idx ON rating_step (match_id, pool);

-- Places in the order of play where matches changed and the steps from there on may not be right yet.
CREATE TABLE rating_due (
    subject uuid NOT NULL,
    pool text NOT NULL,
    played_on date NOT NULL,
    ordinal bigint NOT NULL,
    opened bigint NOT NULL,
    match_id uuid NOT NULL,
    PRIMARY KEY (subject, pool, played_on, ordinal, opened)
);

-- What each person has achieved by now, in the matches of a subject and a pool.
CREATE TABLE rating_total (
    subject uuid NOT NULL,
    pool text NOT NULL,
    person uuid NOT NULL,
    game text NOT NULL,
    matches integer NOT NULL,
    wins integer NOT NULL,
    shared_wins integer NOT NULL,
    draws integer NOT NULL,
    best_score numeric,
    best_merit numeric,  -- the same to be compared: its negative where fewer points are better
    known_best_score numeric,  -- of the scores that everybody may know
    known_best_merit numeric,
    rated integer NOT NULL,  -- matches that went into the rating
    mu double precision,  -- null where none did
    sigma double precision,
    shown double precision,
    PRIMARY KEY (subject, pool, person)
);

CREATE INDEX rating_total_person_idx ON rating_total (person, pool);

-- The orders of leaderboards, as service/queries/leaderboards.py asks for them; a draw is half a win.
CREATE INDEX rating_total_wins_idx ON rating_total
    (subject, pool, (-(2 * wins + draws)), (-coalesce(best_merit, '-infinity')), person);
CREATE INDEX rating_total_known_wins_idx ON rating_total
    (subject, pool, (-(2 * wins + draws)), (-coalesce(known_best_merit, '-infinity')), person);
CREATE INDEX rating_total_best_idx ON rating_total
    (subject, pool, (-coalesce(best_merit, '-infinity')), (-(2 * wins + draws)), person);
CREATE INDEX rating_total_known_best_idx ON rating_total
    (subject, pool, (-coalesce(known_best_merit, '-infinity')), (-(2 * wins + draws)), person);
CREATE INDEX rating_total_shown_idx ON rating_total
    (subject, pool, (-coalesce(shown, '-infinity')), (-(2 * wins + draws)), person);

-- The same in a month, at a place, and at a place in a month; the rows of all that may be read are those of both `public`.
CREATE TABLE rating_sum (
    subject uuid NOT NULL,
    public boolean NOT NULL,
    month date,  -- its first day; null for all months
    place text,  -- null for all places
    person uuid NOT NULL,
    matches bigint NOT NULL,
    wins bigint NOT NULL,
    shared_wins bigint NOT NULL,
    draws bigint NOT NULL,
    best_score numeric,
    best_merit numeric,
    known_best_score numeric,
    known_best_merit numeric
) WITH (fillfactor = 80);  -- changed in place

CREATE UNIQUE INDEX rating_sum_idx ON rating_sum (subject, month, place, person, public) NULLS NOT DISTINCT;
CREATE INDEX rating_sum_person_idx ON rating_sum (person, subject);
