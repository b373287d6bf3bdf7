"""Games that have names for what comes about in play, such as openings, beside the values that are stored."""

from typing import Protocol, runtime_checkable

from domain.kernel.languages import Language


@runtime_checkable
class NamesTraits(Protocol):
    """A game that names values of its traits."""

    def trait_name(self, trait: str, value: str, language: Language) -> str:
        """What `value`, or all that begins so, is called; empty where that has no name."""
        ...
