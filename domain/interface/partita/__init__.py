"""What games of other distributions import: one name that clashes with nothing, whatever else is installed.

- :mod:`partita.kernel`: what rules are made of.
- :mod:`partita.pictures`: what drawings are made of.
- :mod:`partita.testing`: the tests of all games, as a plug-in of pytest.

All else of Partita may change at any time; these change with the number ``INTERFACE``.
"""
