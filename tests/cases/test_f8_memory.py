"""F8: a read model keeps no match in memory that has ended."""

from typing import Any
from uuid import UUID

from benchmarks.plays import Play, demo_plays
from domain.match import commands
from domain.match.events import MatchEvent
from domain.match.folding import fold
from projections.folding import FoldedMatches
from projections.projection import LogEntry

MATCH = UUID(int=5)


class Log:
    """A connection to a log of one match, which counts how often it is read."""

    def __init__(self, play: Play) -> None:
        self.stored = play.stored
        self.reads = 0

    def execute(self, _: str, parameters: tuple[UUID, int], *, binary: bool) -> list[tuple[str, bytes]]:
        assert parameters[0] == MATCH
        assert binary
        self.reads += 1
        return list(self.stored[: parameters[1] - 1])


def entry(version: int, event: MatchEvent) -> LogEntry:
    return LogEntry(version, MATCH, version, "", b"", event)


def test_F8_what_has_ended_is_kept_no_longer_and_folded_again_when_more_comes() -> None:
    play = demo_plays("klunker", 1)[0]
    log: Any = Log(play)
    matches = FoldedMatches()
    for version, event in enumerate(play.events, 1):
        match = matches.fold(log, [entry(version, event)])[0].match
        assert len(matches._matches) == (0 if match.finished else 1)
    assert match.finished
    assert match == fold(None, play.events)
    assert log.reads == 0

    back = commands.retract(match, 3, "", at=match.updated_at, by="token")
    again = matches.fold(log, [entry(match.version + 1, back)])[0].match
    assert log.reads == 1
    assert (again.step, again.finished) == (3, False)
    assert len(matches._matches) == 1
