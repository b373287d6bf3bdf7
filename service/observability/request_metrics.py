"""Counts requests: a few additions for each, and nothing that tells who sent it or what about."""

from bisect import bisect_left
from collections import Counter
from itertools import accumulate
from time import perf_counter
from typing import Any, Final

from litestar.types import ASGIApp, Message, Receive, Send

from service.http.requests import NOTES, RequestNotes
from service.observability.families import Family, Labels

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""The upper bounds of the histogram's buckets, in seconds."""

_NOWHERE: Final = "none"
"""What a request is counted as that found no operation."""

REQUESTS: Final = Family("partita_requests_total", "counter", "Requests by operation and status.")
SECONDS: Final = Family("partita_request_seconds", "histogram", "Seconds until an answer began.")
PROBLEMS: Final = Family("partita_problems_total", "counter", "Answers that were problems, by their type.")


class RequestCounts:
    """What was asked of one process."""

    def __init__(self) -> None:
        self._requests: Counter[tuple[str, int]] = Counter()
        self._buckets: dict[str, list[int]] = {}
        self._seconds: dict[str, float] = {}
        self.problems: Counter[str] = Counter()
        """Problems by the name of their type."""

    def count(self, operation: str, status: int, seconds: float) -> None:
        """One request."""
        self._requests[operation, status] += 1
        buckets = self._buckets.get(operation)
        if buckets is None:
            buckets = self._buckets[operation] = [0] * (len(BOUNDS) + 1)
            self._seconds[operation] = 0.0
        buckets[bisect_left(BOUNDS, seconds)] += 1
        self._seconds[operation] += seconds

    def samples(self) -> dict[tuple[str, Labels], float]:
        """All that was counted."""
        found: dict[tuple[str, Labels], float] = {}
        for (operation, status), times in self._requests.items():
            found[REQUESTS.name, (("operation", operation), ("status", str(status)))] = times
        for operation, buckets in self._buckets.items():
            of = ("operation", operation)
            bounds = [*(f"{bound:g}" for bound in BOUNDS), "+Inf"]
            for bound, times in zip(bounds, accumulate(buckets), strict=True):
                found[f"{SECONDS.name}_bucket", (of, ("le", bound))] = times
            found[f"{SECONDS.name}_sum", (of,)] = self._seconds[operation]
            found[f"{SECONDS.name}_count", (of,)] = sum(buckets)
        for name, times in self.problems.items():
            found[PROBLEMS.name, (("type", name),)] = times
        return found


class CountsRequests:
    """Counts what `app` answers, by the name of the operation, which the framework leaves in the scope."""

    def __init__(self, app: ASGIApp, counts: RequestCounts) -> None:
        self._app = app
        self._counts = counts

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Pass everything on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        notes: RequestNotes = scope.setdefault(NOTES, RequestNotes())
        since = perf_counter()

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                notes.operation = _operation(scope.get("route_handler"))
                if notes.operation:
                    notes.template, notes.parameters = scope["path_template"], scope["path_params"]
                self._counts.count(notes.operation or _NOWHERE, message["status"], perf_counter() - since)
            await send(message)

        await self._app(scope, receive, counted)


def _operation(handler: Any) -> str:
    """The name of what a handler does; empty without one."""
    if handler is None:
        return ""
    name = handler.operation_id
    return name if isinstance(name, str) else str(handler.handler_name)
