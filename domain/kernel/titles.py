"""What a game and its parts are called: phases, figures and options."""

from domain.kernel.game import AnyGame
from domain.kernel.languages import Language
from domain.kernel.plain import plain_words


def title_of(game: AnyGame, kind: str, key: str, language: Language) -> str:
    """The title of a phase, a figure or an option of a game (`kind`); the key as words, where the game has none."""
    return game.texts[language].get(f"{kind}_{key}") or plain_words(key)


def game_title(game: AnyGame, language: Language) -> str:
    """What a game is called: by its own word, where it has one for it, else as on its box."""
    return game.texts[language].get("title") or game.meta.title


def game_credits(game: AnyGame, language: Language) -> str:
    """Who made a game, by its own words, where it has some for it."""
    return game.texts[language].get("credits") or game.meta.credits
