-- What people have said of subjects: another name, and which turned out to be the same game. Those of which nothing was
-- said aren't here. Ids follow from games and titles; `merged_into` is always a subject that isn't merged itself.

CREATE TABLE subjects (
    id uuid PRIMARY KEY,
    name text,  -- null where it is called as its matches are
    merged_into uuid
);

CREATE INDEX subjects_merged_into_idx ON subjects (merged_into);
