"""The portable record of a match: written, read, and checked by the rules."""
