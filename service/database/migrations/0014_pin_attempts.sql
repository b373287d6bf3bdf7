-- How many wrong PINs of a person were sent lately, for all processes together: a leaky bucket.

CREATE TABLE pin_attempts (
    player_id uuid PRIMARY KEY REFERENCES players ON DELETE CASCADE,
    level double precision NOT NULL,
    at timestamptz NOT NULL
);
