"""Words in sentences, in English and Italian."""

from collections.abc import Iterable
from typing import Final

from domain.kernel.game import Language

_AND: Final[dict[Language, str]] = {"en": "and", "it": "e"}


def listed(items: Iterable[str], language: Language) -> str:
    """Things as a list in words: ``a, b and c``; empty for none."""
    *most, last = [*items] or [""]
    return f"{', '.join(most)} {_AND[language]} {last}" if most else last
