CREATE TABLE scoreboard_match (
    match_id uuid PRIMARY KEY,
    opened bigint NOT NULL,  -- the position of its first event: the order in which matches came
    version bigint NOT NULL,
    game text NOT NULL,
    subject uuid NOT NULL,  -- its own; which one it was merged into is looked up when somebody asks
    title text,  -- as it is spelled; null where the game is the subject
    lowest boolean NOT NULL,  -- whether fewer points are better
    seats integer NOT NULL,
    step integer NOT NULL,
    status text NOT NULL,  -- playing, finished by the rules or by agreement, or abandoned
    revealed boolean NOT NULL,  -- whether all that is known may be shown to all
    start_seat integer,  -- null where the game has none
    options jsonb NOT NULL,  -- those that are one value each, as words
    scores_known boolean NOT NULL,  -- whether all scores and ranks may be shown to all
    scored boolean NOT NULL,  -- whether every seat has points
    decided boolean NOT NULL,  -- whether it has a result: finished, neither abandoned nor broken off
    winners integer NOT NULL,  -- sides; 0 until the match has ended, and when nobody has won
    drawn boolean NOT NULL,  -- whether it ended in a draw
    duration bigint,  -- seconds at the table, null where it wasn't told
    counted boolean NOT NULL,  -- whether it counts once it is finished; not where the game was broken off
    sealed boolean NOT NULL,  -- whether only an arbiter may change it
    irregular boolean NOT NULL,  -- whether something was put otherwise than the rules would have it
    disputed boolean NOT NULL,  -- whether a seat disputes the result
    result_at timestamptz,  -- since when the result is as it is; null until the match has ended
    played_on date NOT NULL,
    ordinal bigint NOT NULL,  -- orders the matches of a date, before `opened` does
    place text NOT NULL,
    note text NOT NULL,
    tags text[] NOT NULL,
    visibility text NOT NULL,
    origin text NOT NULL,
    opened_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    edition text NOT NULL,  -- of the rules
    changed bigint NOT NULL  -- the position of its last event
);

CREATE INDEX scoreboard_match_opened_idx ON scoreboard_match (opened);
CREATE INDEX scoreboard_match_played_on_idx ON scoreboard_match (played_on, ordinal, opened);
CREATE INDEX scoreboard_match_unsealed_idx ON scoreboard_match (result_at) WHERE NOT sealed AND NOT disputed;
CREATE INDEX scoreboard_match_game_idx ON scoreboard_match (game, opened);
CREATE INDEX scoreboard_match_subject_idx ON scoreboard_match (subject, opened);
CREATE INDEX scoreboard_match_titled_idx ON scoreboard_match (subject) WHERE title IS NOT NULL;

CREATE TABLE scoreboard_seat (
    match_id uuid NOT NULL,
    seat integer NOT NULL,
    player_id uuid NOT NULL,
    score numeric,  -- null where there are no points
    tie_breaks integer[] NOT NULL,
    rank integer NOT NULL,
    public_score numeric,  -- null also where the public may not know it
    public_rank integer,
    winner boolean,  -- null until the match has ended
    PRIMARY KEY (match_id, seat)
);

CREATE INDEX scoreboard_seat_player_idx ON scoreboard_seat (player_id);

-- Standings as MessagePack, by viewer: "recorder", "public" and the seats' numbers, where these differ from the recorder's.
CREATE TABLE scoreboard_step (
    match_id uuid NOT NULL,
    step integer NOT NULL,
    standings bytea NOT NULL,
    PRIMARY KEY (match_id, step)
);
