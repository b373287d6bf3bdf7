-- Boards and cards of boxes at hand, to be used for matches again.

CREATE TABLE boards (
    id uuid PRIMARY KEY,
    came bigint GENERATED ALWAYS AS IDENTITY,  -- the order in which they were kept
    game text NOT NULL,
    name text NOT NULL,
    board bytea NOT NULL,  -- JSON, as the game's struct is on the wire
    created_at timestamptz NOT NULL DEFAULT now()
);

CREATE UNIQUE INDEX boards_came_idx ON boards (game, came);
