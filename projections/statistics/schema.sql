-- A row for each match that counts: finished, not abandoned, and not taken out of statistics.
CREATE TABLE statistics_match (
    match_id uuid PRIMARY KEY,
    opened bigint NOT NULL,  -- the position of its first event: the order in which matches came
    game text NOT NULL,
    subject uuid NOT NULL,  -- its own; which one it was merged into is looked up when somebody asks
    lowest boolean NOT NULL,  -- whether fewer points are better
    scored boolean NOT NULL,  -- whether every seat has points
    seats integer NOT NULL,
    start_seat integer,  -- null where the game has none
    options jsonb NOT NULL,  -- those that are one value each, as words
    played_on date NOT NULL,
    ordinal bigint NOT NULL,  -- orders the matches of a date, before `opened` does
    place text NOT NULL,
    tags text[] NOT NULL,
    visibility text NOT NULL,
    origin text NOT NULL,
    scores_known boolean NOT NULL,  -- whether all scores and ranks may be shown to all
    sealed boolean NOT NULL,  -- whether only an arbiter may change it
    irregular boolean NOT NULL,  -- whether something was put otherwise than the rules would have it
    steps integer NOT NULL,
    duration bigint,  -- seconds at the table, null where it wasn't told
    winners integer NOT NULL,  -- sides
    drawn boolean NOT NULL,  -- half a win for each
    winning_seats integer[] NOT NULL,
    winning_score numeric,  -- null where nobody has won, or where a seat has no points
    highest_score numeric,  -- null where a seat has no points, as below
    lowest_score numeric,
    total_score numeric,
    margin numeric,  -- null also where nobody has won, or there is no opponent
    thoughts integer NOT NULL,  -- actions of which it is known how long they took
    thinking bigint NOT NULL,  -- the milliseconds that these took together
    figures bigint[] NOT NULL,  -- the sums of all seats, in the order of the game's figures; null for what the match's edition doesn't count
    highest_figures integer[] NOT NULL  -- the highest of a seat
);

CREATE INDEX statistics_match_game_idx ON statistics_match (game, played_on, opened);
CREATE INDEX statistics_match_subject_idx ON statistics_match (subject, played_on, opened);
CREATE UNIQUE INDEX statistics_match_opened_idx ON statistics_match (opened);

CREATE TABLE statistics_seat (
    match_id uuid NOT NULL,
    seat integer NOT NULL,
    player_id uuid NOT NULL,
    turn integer,  -- 0 for who begins, 1 for who is next; null where the game has no start
    score numeric,  -- null where there are no points
    rank integer NOT NULL,
    winner boolean NOT NULL,
    margin numeric,  -- ahead of the best of the opponents, or, below zero, behind; null without these or points
    thoughts integer NOT NULL,  -- as of the match
    thinking bigint NOT NULL,
    figures integer[] NOT NULL,  -- in the order of the game's figures
    PRIMARY KEY (match_id, seat)
);

CREATE INDEX statistics_seat_player_idx ON statistics_seat (player_id);

-- Sums of the matches of a month at a place that have all of the first columns in common; and the same for all months, for
-- all places, for both, and for each day. A question about a year or a place adds up some rows, however many the matches.
CREATE TABLE statistics_sum (
    id uuid PRIMARY KEY,  -- follows from the columns down to `seats`
    game text NOT NULL,
    subject uuid NOT NULL,
    month date,  -- its first day; null for all months, and for a day
    day date,  -- null for a month, and for all
    place text,  -- null for all places
    kind text NOT NULL GENERATED ALWAYS AS (  -- so that the planner knows how few are of all months
        CASE WHEN day IS NOT NULL THEN 'day' WHEN month IS NOT NULL AND place IS NOT NULL THEN 'month at a place'
             WHEN month IS NOT NULL THEN 'month' WHEN place IS NOT NULL THEN 'place' ELSE 'all' END
    ) STORED,
    visibility text NOT NULL,
    origin text NOT NULL,
    sealed boolean NOT NULL,
    irregular boolean NOT NULL,
    scores_known boolean NOT NULL,
    scored boolean NOT NULL,
    seats integer NOT NULL,
    matches bigint NOT NULL,
    won bigint NOT NULL,  -- matches that somebody has won
    timed bigint NOT NULL,  -- matches with a duration
    opposed bigint NOT NULL,  -- matches with a margin
    steps bigint NOT NULL,
    duration bigint NOT NULL,
    thoughts bigint NOT NULL,
    thinking bigint NOT NULL,
    total_score numeric NOT NULL,
    winning_score numeric NOT NULL,
    margin numeric NOT NULL,
    highest_score numeric,  -- an extreme; then its first match, as a number of date and opening (projections/statistics/sum.py)
    highest_score_at bigint,
    lowest_score numeric,
    lowest_score_at bigint,
    highest_winning_score numeric,
    highest_winning_score_at bigint,
    lowest_winning_score numeric,
    lowest_winning_score_at bigint,
    biggest_margin numeric,
    biggest_margin_at bigint,
    smallest_margin numeric,
    smallest_margin_at bigint,
    most_steps integer,
    most_steps_at bigint,
    fewest_steps integer,
    fewest_steps_at bigint,
    longest bigint,
    longest_at bigint,
    shortest bigint,
    shortest_at bigint,
    figures bigint[] NOT NULL,  -- in the order of the game's figures, as those below
    figure_seats bigint[] NOT NULL,  -- how many seats they are of
    starts jsonb NOT NULL,  -- how many began and ended alike: [start_seat, winning_seats, winners, drawn, matches]
    highest_figures integer[] NOT NULL,  -- the most of a seat, null where nobody has any
    highest_figures_at bigint[] NOT NULL
) WITH (fillfactor = 80);  -- changed in place

CREATE INDEX statistics_sum_kind_idx ON statistics_sum (subject, kind, month, day);

-- What the figures of the rows above are, of games of other distributions: another version may count others.
CREATE TABLE statistics_form (
    game text PRIMARY KEY,
    figures text[] NOT NULL
);
