"""What is wrong with a record, each with its place."""

from typing import Final

from msgspec import Struct

MOST: Final = 50
"""How many mistakes are reported together."""


class Mistake(Struct, frozen=True, omit_defaults=True):
    """Something in a record that can't be.

    Attributes:
        pointer: where in the record it lies, a JSON pointer (RFC 6901).
        detail: what is wrong, for people, in one English sentence.
        clause: the clause of the rules that it breaks, if one does.
    """

    pointer: str
    detail: str
    clause: str | None = None


class RecordRefused(ValueError):  # noqa: N818  # what it is
    """A record that can't be imported; `mistakes` has the reasons, the first ones first."""

    def __init__(self, mistakes: tuple[Mistake, ...]) -> None:
        super().__init__("; ".join(f"{one.pointer}: {one.detail}" for one in mistakes[:3]))
        self.mistakes = mistakes


class Mistakes:
    """Collects what is wrong, no more than are reported together unless it is `unlimited`."""

    def __init__(self, *, unlimited: bool = False) -> None:
        self._found: list[Mistake] = []
        self._unlimited = unlimited

    def __len__(self) -> int:
        return len(self._found)

    def add(self, pointer: str, detail: str, clause: str | None = None) -> None:
        """Add one, up to the limit.

        Raises:
            RecordRefused: those are enough.
        """
        self._found.append(Mistake(pointer, detail, clause))
        if len(self._found) >= MOST and not self._unlimited:
            self.end()

    def end(self) -> None:
        """Go on only if there are none.

        Raises:
            RecordRefused: there are.
        """
        if self._found:
            raise RecordRefused(tuple(self._found))
