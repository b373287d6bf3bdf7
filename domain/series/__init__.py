"""A series: matches of one game by the same players, whose totals count together."""
