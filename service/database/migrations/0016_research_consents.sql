-- Whether people agree to be in data sets for research; every change stays, the last one counts.

CREATE TABLE research_consents (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    player_id uuid NOT NULL REFERENCES players ON DELETE CASCADE,
    agreed boolean NOT NULL,
    set_at timestamptz NOT NULL DEFAULT now(),
    set_by text NOT NULL  -- the id of the token by which
);

CREATE INDEX research_consents_player_idx ON research_consents (player_id, id);
