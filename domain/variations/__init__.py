"""Variations: lines that were not played, from any step of a match or of another variation."""
