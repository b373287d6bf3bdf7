"""Where what only reads gets its rows: from the primary, or from a standby that has all that the primary has."""
