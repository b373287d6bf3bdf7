"""One folder a game. Each offers ``GAME``; :mod:`domain.registry` finds them."""
