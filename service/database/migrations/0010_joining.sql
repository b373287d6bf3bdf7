-- Browsers that are signed in. A session stands for a token, whose rights it has; it has a secret of its own.

CREATE TABLE sessions (
    id text PRIMARY KEY,
    hash bytea NOT NULL,
    token_id text NOT NULL REFERENCES tokens,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    ended_at timestamptz
);

CREATE INDEX sessions_expires_at_idx ON sessions (expires_at);

-- Invitations: a short code that a phone signs in with. Who joins by one gets a token of its own, which nobody is told,
-- and a session for it.

CREATE TABLE invitations (
    id uuid PRIMARY KEY,
    came bigint GENERATED ALWAYS AS IDENTITY,  -- the order in which they were made
    hash bytea NOT NULL UNIQUE,  -- of the code
    label text NOT NULL,
    scopes text[] NOT NULL,
    match_id uuid,
    seat integer,
    created_by text NOT NULL REFERENCES tokens,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    uses integer NOT NULL CHECK (uses > 0),
    used integer NOT NULL DEFAULT 0 CHECK (used BETWEEN 0 AND uses),
    withdrawn_at timestamptz,
    CONSTRAINT invitations_seat_check CHECK ((match_id IS NULL) = (seat IS NULL)),
    CONSTRAINT invitations_seat_scopes_check CHECK (match_id IS NULL OR scopes = '{}')
);

CREATE UNIQUE INDEX invitations_came_idx ON invitations (came);
CREATE INDEX invitations_created_by_idx ON invitations (created_by, came);
CREATE INDEX invitations_match_id_idx ON invitations (match_id, seat) WHERE match_id IS NOT NULL;

ALTER TABLE tokens ADD COLUMN invitation_id uuid REFERENCES invitations;  -- by which it came, if by one

CREATE INDEX tokens_invitation_id_idx ON tokens (invitation_id) WHERE invitation_id IS NOT NULL;
