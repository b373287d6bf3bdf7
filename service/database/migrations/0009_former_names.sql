-- The name of a player who was merged into another one, so that a wrong merge can be undone. It is shown nowhere, and
-- erased with the name of who the player is.

ALTER TABLE players ADD COLUMN former_name text;
