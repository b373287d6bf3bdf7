"""A match: one play of a game by people in seats, as an aggregate of immutable events."""
