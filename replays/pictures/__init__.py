"""Positions of a match as pictures (SVG), and the chart of its standings.

A picture is a pure function of what a viewer may know: it gets a game's view and redacted events, never a state. The
same input gives the same bytes.
"""
