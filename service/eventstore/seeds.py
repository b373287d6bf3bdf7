"""The secret seeds of matches: which one draws, and which may be revealed."""

from collections.abc import Iterable
from threading import Lock
from typing import Final
from uuid import UUID

from cachetools import LRUCache

from domain.kernel.chance import Chance
from domain.kernel.seed import SeededChance, commitment_to
from domain.match.match import Match
from domain.match.parts import Commitment
from service.eventstore.dice import FAIR_CHANCE
from service.eventstore.log import EventLog
from service.eventstore.recorder import MatchSeed

_CACHED: Final = 4096
"""The matches whose seeds are at hand."""


class Seeds:
    """The seeds of one database. Calls may block; they may come from several threads."""

    def __init__(self, log: EventLog) -> None:
        self._log = log
        self._cached: LRUCache[UUID, tuple[MatchSeed, ...]] = LRUCache(_CACHED)
        self._lock = Lock()

    def chance_of(self, match_id: UUID, match: Match) -> Chance:
        """What draws next in a match: its newest seed; fresh randomness in one from before there were seeds."""
        seed = self.newest(match_id, match)
        return FAIR_CHANCE if seed is None else SeededChance(seed.seed, seed.since)

    def newest(self, match_id: UUID, match: Match) -> MatchSeed | None:
        """The seed that decides what is drawn behind the newest event of `match`; None where none does."""
        in_force = [seed for seed in self.of(match_id, match) if seed.since <= match.version]
        return in_force[-1] if in_force else None

    def at_hand(self, match_id: UUID) -> bool:
        """Whether the chance of a match that has seeds is known without a database query."""
        return match_id in self._cached

    def of(self, match_id: UUID, match: Match) -> tuple[MatchSeed, ...]:
        """All seeds of a match, in order."""
        if not match.commitments:
            return ()
        with self._lock:
            cached = self._cached.get(match_id)
        if not cached or cached[-1].since < match.commitments[-1].since:
            cached = tuple(self._log.seeds_of(match_id))
            self.remember(match_id, cached)
        return cached

    def remember(self, match_id: UUID, seeds: tuple[MatchSeed, ...]) -> None:
        """Have all `seeds` of a match at hand."""
        with self._lock:
            self._cached[match_id] = seeds


def revealed(match_id: UUID, match: Match, seeds: Iterable[MatchSeed]) -> dict[Commitment, bytes]:
    """What may be revealed: once a match is open to all, the seeds that it is committed to."""
    if not match.open_to_all:
        return {}
    known = {commitment_to(seed.seed, match_id): seed.seed for seed in seeds}
    return {one: known[one.digest] for one in match.commitments if one.digest in known}
