"""The rules of the games and of a match: pure functions over immutable values.

Nothing in here reads a clock, draws at random or talks to a database; callers hand in what those would give.
"""
