"""The example distributions have tests of their own, which run where they are installed: see test_othello.py."""

collect_ignore = ["othello"]
