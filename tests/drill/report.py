"""What a drill comes to, in figures."""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise
from math import inf
from typing import Final

from msgspec import Struct

from tests.drill.checker import Fault, findings
from tests.drill.faults import Episode
from tests.drill.history import Logs
from tests.drill.load import Notes

SHOWN: Final = 20
"""Findings that are told in full."""


class Aim(Struct, frozen=True):
    """What a drill has to come to.

    Attributes:
        acknowledged: values, at least.
        gap_seconds: without writes, at most, whatever is done to whom.
    """

    acknowledged: int
    gap_seconds: float


class Gap(Struct, frozen=True):
    """The longest time without an acknowledgement while a fault lasted, or until the next one."""

    what: str
    seconds: float


def gaps(episodes: Sequence[Episode], answered: Sequence[float]) -> list[Gap]:
    """That of each episode; `answered` are the times of all acknowledgements, in order."""
    ends = [*(episode.began for episode in episodes[1:]), inf]
    return [
        Gap(episode.what, _longest(answered, episode.began, end)) for episode, end in zip(episodes, ends, strict=True)
    ]


def _longest(answered: Sequence[float], began: float, end: float) -> float:
    before = answered[bisect_right(answered, began) - 1] if answered and answered[0] <= began else began
    during = answered[bisect_right(answered, began) : bisect_left(answered, end)]
    if end == inf and during:
        end = during[-1]
    return max(later - earlier for earlier, later in pairwise([before, *during, end]))


class Report:
    """The figures of a drill, and whether its aim was reached."""

    def __init__(self, notes: Notes, logs: Logs, episodes: Sequence[Episode], both_alike: bool, aim: Aim) -> None:
        self._notes = notes
        self._episodes = episodes
        self._aim = aim
        self._findings = findings(notes.history, logs)
        self._counts = Counter(finding.fault for finding in self._findings)
        acknowledged = [write for write in notes.history.writes if write.acknowledged is not None]
        self._acknowledged = sum(len(write.values) for write in acknowledged)
        self._requests = len(acknowledged)
        self._gaps = gaps(episodes, sorted(write.acknowledged.at for write in acknowledged if write.acknowledged))
        self._both_alike = both_alike

    @property
    def shortfalls(self) -> list[str]:
        """What keeps it from being good."""
        short = [f"{number} {fault}" for fault, number in self._counts.items()]
        if self._acknowledged < self._aim.acknowledged:
            short.append(f"{self._acknowledged:,} acknowledged of {self._aim.acknowledged:,}")
        short += [
            f"{gap.seconds:.1f} s without writes: {gap.what}"
            for gap in self._gaps
            if gap.seconds > self._aim.gap_seconds
        ]
        short += [f"not well again by itself: {one.what}" for one in self._episodes if one.healed is None]
        short += [f"{number} x {answer}" for answer, number in self._notes.odd.items()]
        if not self._both_alike:
            short.append("two services tell different logs")
        return short

    def lines(self) -> list[str]:
        """For people."""
        unknown = len(self._notes.history.writes) - self._requests
        counts = [f"{fault}: {self._counts[fault]}" for fault in Fault]
        return [
            f"acknowledged: {self._acknowledged:,} actions, in {self._requests:,} requests",
            f"requests sent more than once: {self._notes.repeated:,}",
            f"requests whose outcome was never learned: {unknown}",
            f"shown to readers: {len(self._notes.history.reads):,} times a match",
            *counts,
            "",
            *self._times(),
            "",
            *(f"{finding.fault}: {finding.detail}" for finding in self._findings[:SHOWN]),
            *(["NOT GOOD: " + "; ".join(self.shortfalls)] if self.shortfalls else ["all as it should be"]),
        ]

    def _times(self) -> list[str]:
        seconds: dict[str, list[float]] = defaultdict(list)
        healed: dict[str, list[float]] = defaultdict(list)
        for episode, gap in zip(self._episodes, self._gaps, strict=True):
            seconds[gap.what].append(gap.seconds)
            healed[gap.what].append(inf if episode.healed is None else episode.healed - episode.undone)
        width = max(map(len, seconds), default=0)
        return [
            f"{'what was done':{width}}  times  longest without writes  well again, after it was undone",
            *(
                f"{what:{width}}  {len(times):5}  {max(times):20.1f} s  {max(healed[what]):29.1f} s"
                for what, times in seconds.items()
            ),
        ]
