-- PINs by which people confirm results on a phone that is passed around.

CREATE TABLE player_pins (
    player_id uuid PRIMARY KEY REFERENCES players ON DELETE CASCADE,
    hash bytea NOT NULL,
    salt bytea NOT NULL,
    set_at timestamptz NOT NULL DEFAULT now(),
    set_by text NOT NULL  -- the id of the token by which
);
