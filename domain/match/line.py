"""The actions of a match that stand, one a step: a sequence that never changes and that grows cheaply."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, overload

from msgspec import Struct

from domain.kernel.actions import RecorderAction
from domain.match.events import ActionPlayed


class Ply(Struct, frozen=True, gc=False):
    """An action that stands, and the version of its event."""

    version: int
    played: ActionPlayed[Any, Any]

    @property
    def first_version(self) -> int:
        """The version of the event that first recorded this action: the same whatever is corrected before it."""
        return self.version if self.played.repeats is None else self.played.repeats


class Line(Sequence[Ply]):
    """The plies of a match up to a step.

    A longer line shares the list of the one it continues and shows more of it, so that adding a ply takes constant
    time, however long the line is. What a line shows is never overwritten: where a list goes on in another way already,
    as after a retraction, the plies are copied once.
    """

    __slots__ = ("_length", "_plies")

    def __init__(self, plies: Sequence[Ply] = ()) -> None:
        self._plies = list(plies)
        self._length = len(self._plies)

    def _first(self, length: int) -> "Line":
        line = Line.__new__(Line)
        line._plies, line._length = self._plies, length  # noqa: SLF001  # of the same class
        return line

    def plus(self, *more: Ply) -> "Line":
        """The same and then `more`."""
        plies, length = self._plies, self._length
        longer = length + len(more)
        if len(plies) == length:
            plies.extend(more)  # another thread may be faster: then its plies stand here
        if (len(plies) == longer and plies[-1] is more[-1]) or plies[length:longer] == list(more):
            return self._first(longer)
        return Line([*plies[:length], *more])

    @property
    def irregular_steps(self) -> tuple[int, ...]:
        """The steps at which something was put otherwise than the rules would have it."""
        return tuple([ply.played.step for ply in self if isinstance(ply.played.action, RecorderAction)])

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, place: int) -> Ply: ...
    @overload
    def __getitem__(self, place: slice) -> "Line": ...
    def __getitem__(self, place: int | slice) -> "Ply | Line":
        if isinstance(place, slice):
            places = range(*place.indices(self._length))
            if places == range(len(places)):  # from the beginning on
                return self._first(len(places))
            return Line([self._plies[each] for each in places])
        if not -self._length <= place < self._length:
            raise IndexError(place)
        return self._plies[place if place >= 0 else place + self._length]

    def __iter__(self) -> Iterator[Ply]:
        return islice(self._plies, self._length)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Line) and list(self) == list(other)

    def __hash__(self) -> int:
        return hash((self._length, self._plies[self._length - 1] if self._length else None))

    def __repr__(self) -> str:
        return f"Line({list(self)!r})"
