"""What records and logs have in common."""

from collections.abc import Sequence
from typing import Any

from domain.match.events import MatchOpened
from domain.match.match import Match, fold


def match_of(log: Sequence[tuple[int, Any]]) -> Match | None:
    """The match of a log; None where it isn't one of a match."""
    if not log or not isinstance(log[0][1], MatchOpened):
        return None
    return fold(None, (event for _, event in log))
