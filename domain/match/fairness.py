"""Whether what the server drew in a match follows from the seeds that it was committed to before."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from domain.kernel.actions import ChanceAction
from domain.kernel.seed import SeededChance
from domain.match.events import ActionPlayed, MatchEvent
from domain.match.folding import evolve
from domain.match.match import Match


class Draw(Struct, frozen=True):
    """Something that the server drew.

    Attributes:
        version: of its event.
        step: that it led to.
        since: that of the seed by which it was drawn.
        follows: whether the seed gives the same.
    """

    version: int
    step: int
    since: int
    follows: bool


def draws(events: Iterable[MatchEvent], seeds: Mapping[int, bytes]) -> Iterator[Draw]:
    """All that was drawn by `seeds` in a match with these `events`; each seed by the version since which it decides.

    What was taken over from another match, or drawn by a seed that isn't among `seeds`, is left out.
    """
    match: Match | None = None
    for version, event in enumerate(events, start=1):
        if match is not None and match.server_deals and isinstance(event, ActionPlayed) and _is_of_chance(event):
            since = max((one.since for one in match.commitments if one.since < version), default=0)
            if since in seeds and not (event.repeats is not None and event.repeats <= since):
                drawn = match.game.draw(match.state, SeededChance(seeds[since], since))
                yield Draw(version, event.step, since, follows=event.action == drawn)
        match = evolve(match, event)


def _is_of_chance(event: ActionPlayed[Any, Any]) -> bool:
    return isinstance(event.action, ChanceAction)
