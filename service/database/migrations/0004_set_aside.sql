-- What a read model couldn't take in: the entry of the log that is at fault, and what came after it in the same match or
-- series, which isn't taken in on top of a gap.

CREATE TABLE set_aside (
    projection text NOT NULL,
    position bigint NOT NULL,  -- the entry's place in the log
    originator_id uuid NOT NULL,
    fault text,  -- why it couldn't be taken in; null where something before it couldn't
    since timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (projection, position)
);

CREATE INDEX set_aside_originator_idx ON set_aside (projection, originator_id, position);

-- Grows whenever rows of a read model change by something else than following the log: whoever follows it forgets then
-- what it remembers of them.

ALTER TABLE projections ADD COLUMN generation bigint NOT NULL DEFAULT 0;
