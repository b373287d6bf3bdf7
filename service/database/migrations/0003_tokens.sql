-- Tokens of one seat of one match; who made a token, and until when it is good.

ALTER TABLE tokens
    ADD COLUMN came bigint GENERATED ALWAYS AS IDENTITY,  -- the order in which they were made
    ADD COLUMN match_id uuid,
    ADD COLUMN seat integer,
    ADD COLUMN created_by text,  -- the id of the token by which; null for the command line
    ADD COLUMN expires_at timestamptz,
    ADD CONSTRAINT tokens_seat_check CHECK ((match_id IS NULL) = (seat IS NULL)),
    ADD CONSTRAINT tokens_seat_scopes_check CHECK (match_id IS NULL OR scopes = '{}');

CREATE UNIQUE INDEX tokens_came_idx ON tokens (came);
CREATE INDEX tokens_match_id_idx ON tokens (match_id, seat) WHERE match_id IS NOT NULL;
CREATE INDEX tokens_created_by_idx ON tokens (created_by) WHERE match_id IS NOT NULL AND revoked_at IS NULL;
