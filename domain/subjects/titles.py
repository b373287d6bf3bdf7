"""What a match is called after: its subject, in the reader's language."""

from domain.kernel.game import AnyGame, Options
from domain.kernel.languages import Language
from domain.kernel.titles import game_title
from domain.subjects.subject import subject_of


def subject_title(game: AnyGame, options: Options, language: Language) -> str:
    """The title of a match of `game` with these options; without one, that of the game."""
    return subject_of(game.meta, options).title or game_title(game, language)
