"""Data sets for research: matches whose people all agreed, under pseudonyms."""
