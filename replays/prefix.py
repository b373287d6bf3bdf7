"""As much of a match as its log still tells: the valid prefix of a log that is damaged or foreign, and the fault."""

from collections.abc import Iterable

from msgspec import Struct

from domain.match.events import MatchEvent
from domain.match.folding import evolve
from domain.match.match import Match


class Fault(Struct, frozen=True):
    """The first event that can't be folded.

    Attributes:
        version: its version.
        reason: why, for people.
    """

    version: int
    reason: str


class Prefix(Struct, frozen=True):
    """A match as far as its log goes well; None when not even the opening does."""

    match: Match | None
    fault: Fault | None


def valid_prefix(events: Iterable[tuple[int, MatchEvent]]) -> Prefix:
    """Fold `events`, with their versions, up to the first that can't be read or doesn't fit; never refuses."""
    match: Match | None = None
    walk = iter(events)
    while True:
        expected = match.version + 1 if match else 1
        try:
            version, event = next(walk)
            if version != expected:
                return Prefix(match, Fault(expected, f"version {version} comes next"))
            match = evolve(match, event)
        except StopIteration:
            return Prefix(match, None)
        except Exception as error:  # noqa: BLE001  # a damaged event may say anything
            return Prefix(match, Fault(expected, f"{type(error).__name__}: {error}"))
