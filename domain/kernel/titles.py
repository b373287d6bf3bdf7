"""What the parts of a game are called: phases, figures and options."""

from domain.kernel.game import AnyGame
from domain.kernel.languages import Language
from domain.kernel.plain import plain_words


def title_of(game: AnyGame, kind: str, key: str, language: Language) -> str:
    """The title of a phase, a figure or an option of a game (`kind`); the key as words, where the game has none."""
    return game.texts[language].get(f"{kind}_{key}") or plain_words(key)
