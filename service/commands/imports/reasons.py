"""Why no match can be made of a play: of the file, or of the rules, in the language of who reads it."""

from typing import Any, Final, Self, TypeAlias

from msgspec import Struct

from domain.kernel.errors import Refusal
from domain.kernel.languages import ENGLISH, Language
from domain.kernel.refusals import refusal_sentence
from domain.registry import game_of
from service.readers.reason import Reason
from service.validation.text import InvalidText

SHEET: Final = "sheet"
"""The game whose matches are made where nothing tells the moves."""


class RuleReason(Struct, frozen=True, tag="rules"):
    """What the rules of a game refuse, with the values in it."""

    template: str
    values: dict[str, Any] = {}
    game: str = SHEET

    @classmethod
    def of(cls, refusal: Refusal, game: str = SHEET) -> Self:
        """That which `refusal` says."""
        return cls(refusal.template, dict(refusal.values), game)

    def in_words(self, language: Language) -> str:
        """The sentence; nobody sits in the seats yet."""
        values = {name: tuple(value) if isinstance(value, list) else value for name, value in self.values.items()}
        return refusal_sentence(game_of(self.game), Refusal(self.template, values), (), language)

    def __str__(self) -> str:
        return self.in_words(ENGLISH)


Why: TypeAlias = Reason | RuleReason

StoredWhy: TypeAlias = Why | str
"""As it lies in the database: an English sentence, where it was stored by an older version; empty for no reason."""


class FileFault(Struct, frozen=True):
    """Why an import can't go on, and where in the file that is."""

    at: str
    reason: StoredWhy


def worded(why: StoredWhy, language: Language) -> str:
    """A reason as people read it."""
    return why if isinstance(why, str) else why.in_words(language)


def reason_of_text(invalid: InvalidText, what: str, text: str = "") -> Reason:
    """Why a text can't be stored: `what` it is, or the beginning of it."""
    return Reason(f"text_{invalid.key}", {"what": what, "text": text[:40], **invalid.facts})


class InvalidPlay(Exception):  # noqa: N818  # what it is
    """A play that no match can be made of."""

    def __init__(self, why: Why) -> None:
        super().__init__(str(why))
        self.why = why
