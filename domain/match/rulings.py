"""What arbiters have changed in a match after its result was sealed."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from domain.match.events import MatchEvent, ResultSealed, SealBroken
from domain.match.folding import evolve
from domain.match.match import Match


class RulingMade(Struct, frozen=True):
    """A change of a sealed match.

    Attributes:
        broken: the event that broke the seal, which says why.
        version: that of this event.
        last_version: that of the event that sealed the result again; None where there is none yet.
        before: the match as it was sealed.
        after: the match as it was sealed again; where it hasn't been yet, as it is now.
    """

    broken: SealBroken
    version: int
    last_version: int | None
    before: Match
    after: Match


def rulings(events: Iterable[MatchEvent]) -> Iterator[RulingMade]:
    """The changes in a match with these `events`, from its first one on, in order."""
    match: Match | None = None
    begun: tuple[SealBroken, Match] | None = None
    for event in events:
        before, match = match, evolve(match, event)
        if isinstance(event, SealBroken) and before is not None:
            begun = event, before
        elif isinstance(event, ResultSealed) and begun is not None:
            yield _made(*begun, match.version, match)
            begun = None
    if begun is not None and match is not None:
        yield _made(*begun, None, match)


def _made(broken: SealBroken, before: Match, last_version: int | None, after: Match) -> RulingMade:
    return RulingMade(broken, before.version + 1, last_version, before, after)
