-- Matches that were imported are looked up when they go back to where they came from, and when imports are taken back.
CREATE INDEX imported_plays_match_id_idx ON imported_plays (match_id);
