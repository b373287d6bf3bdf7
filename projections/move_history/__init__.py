"""Which action was played at each step of each match."""
