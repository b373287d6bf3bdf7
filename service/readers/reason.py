"""Why a file, or a play in it, can't be imported: a sentence by its key, which readers get in their own language."""

from typing import Final, Self, TypeAlias

from msgspec import Struct

from domain.kernel.languages import ENGLISH, Language
from domain.kernel.words import KERNEL, Texts

TEXTS: Final = Texts("service.readers", KERNEL)

Fact: TypeAlias = str | int


class Reason(Struct, frozen=True, tag="file"):
    """A sentence of ``locales``, and the facts in it: names, numbers, and what stands in the file."""

    key: str
    facts: dict[str, Fact] = {}

    @classmethod
    def of(cls, key: str, /, **facts: Fact) -> Self:
        """The reason called `key`."""
        return cls(key, facts)

    def in_words(self, language: Language) -> str:
        """The sentence."""
        return TEXTS[language](self.key, **self.facts)

    def __str__(self) -> str:
        return self.in_words(ENGLISH)
