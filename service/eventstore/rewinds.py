"""A database that goes back behind what a process remembers of it, as when an older copy takes its place."""

from collections.abc import Callable
from typing import Any

import structlog

_log = structlog.get_logger(__name__)


class Rewinds:
    """Lets all who remember something of a log drop it when somebody notices that the log went back."""

    def __init__(self) -> None:
        self._forgetting: list[Callable[[], object]] = []

    def subscribe(self, forget: Callable[[], object]) -> None:
        """Have `forget` called whenever the log went back, in whatever thread that is noticed."""
        self._forgetting.append(forget)

    def notice(self, **facts: Any) -> None:
        """The log went back; `facts` say what shows it."""
        _log.warning("the log went back; what was remembered of it is dropped", **facts)
        for forget in self._forgetting:
            forget()
