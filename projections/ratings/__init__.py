"""How strong people are in each game, and what they have won: one row a person, kept up to date match by match."""
