"""What matches are of: a game, or the title of a score sheet; and which titles turned out to be one game."""
