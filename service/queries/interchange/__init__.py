"""Matches as plays of other programs: what a play says of a match, and the forms that those programs read."""
