"""Records of matches: read, taken into the log, and given out of it."""
