"""The tests of all games, for games of other distributions: ``pytest --partita-game othello``.

They play the game at random and check what has to be true of every game. A module ``testing`` in the package of the
game may say more of it: see :class:`partita.testing.support.TestedGame`.
"""
