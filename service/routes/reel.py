"""A match as it is gone through again, by who asks."""

from collections.abc import AsyncIterator, Iterator
from datetime import datetime
from typing import Annotated, Final
from uuid import UUID

import msgspec
from litestar.params import QueryParameter
from msgspec import Struct

from domain.kernel.standing import Standing
from domain.kernel.viewer import Viewer
from domain.match.match import Match
from replays.frames import Frame, Table, Telling, frame, table
from replays.pictures.scene import Scene, scene
from replays.prefix import Fault, valid_prefix
from replays.stepper import Position
from service.access import sight
from service.http import AnyRequest, language_of
from service.problems import DAMAGED_LOG, INVALID_REQUEST, NOT_FOUND, ProblemError
from service.routes.common import MAX_STEP, Seen, principal_of, seat_names, see
from service.store.errors import DamagedLog
from service.wiring import Services

_CHUNK: Final = 100
"""Frames that are made at once for a stream."""

AsOf = Annotated[
    datetime | None,
    QueryParameter(description="The match as the record had it at this moment, before what was corrected later."),
]
AtVersion = Annotated[
    int | None,
    QueryParameter(
        ge=1, le=MAX_STEP, description="The match as it was at this version; of a match that has ended, kept for ever."
    ),
]

_lines = msgspec.json.Encoder()

_FOR_EVER: Final = {"Cache-Control": "private, max-age=31536000, immutable"}


class Reel(Struct, frozen=True):
    """The frames of one match for who asks.

    Attributes:
        match: what is shown: the match as it is now, or as it was recorded once.
        viewer: the viewer that was asked for.
        settled: whether `match` was asked for by its version, which stays as it is.
        fault: what ends the log, if it is damaged.
    """

    services: Services
    match_id: UUID
    seen: Seen
    match: Match
    viewer: str | None
    telling: Telling
    settled: bool
    fault: Fault | None = None

    @property
    def headers(self) -> dict[str, str]:
        """What every answer tells beside its frames."""
        told: dict[str, str] = {"Content-Language": self.telling.language}
        return told | _FOR_EVER if self.settled and self.match.finished and self.seen.match.finished else told

    def verify_step(self, step: int) -> None:
        """Refuse a step that isn't there.

        Raises:
            ProblemError: 404.
        """
        if step > self.match.step:
            raise ProblemError(NOT_FOUND, f"The match has got to step {self.match.step}, not to {step}.")

    def scene(self, step: int) -> Scene:
        """What a picture of `step` is drawn from; the step before is seen through the same eyes."""
        *before, now = self.services.stepper.positions(self.match_id, self.match, max(0, step - 1), step)
        return scene(now, before[0] if before else None, self.eyes(now), self.telling)

    def standings(self) -> list[tuple[int, tuple[Standing, ...]]]:
        """How the seats stood at each step, as they are seen now."""
        walk = self.services.stepper.positions(self.match_id, self.match)
        return [(position.step, position.standings(self.seen.viewer)) for position in walk]

    def walk(self) -> Iterator[tuple[Position, Viewer]]:
        """Every step, and through whose eyes it is seen."""
        for position in self.services.stepper.positions(self.match_id, self.match):
            yield position, self.eyes(position)

    def frames(self, first: int, last: int) -> Iterator[Frame]:
        """The frames from `first` to `last`, both included; none when that is backwards or beyond the end."""
        if first > min(last, self.match.step):
            return
        walk = self.services.stepper.positions(self.match_id, self.match, max(0, first - 1), last)
        before: Table | None = None
        if first:
            start = next(walk)
            before = table(start, self.eyes(start))
        for position in walk:
            shown = frame(position, self.eyes(position), self.telling, before)
            before = Table(shown.view, shown.standings, shown.pending)
            yield shown

    async def stream(self, first: int, last: int) -> AsyncIterator[bytes]:
        """The same as lines of JSON."""
        for start in range(first, last + 1, _CHUNK):
            end = min(last, start + _CHUNK - 1)
            yield _lines.encode_lines(await self.services.blocking(lambda a, b: list(self.frames(a, b)), start, end))

    def eyes(self, position: Position) -> Viewer:
        """Through whose eyes `position` is seen."""
        step = None if position.is_last else position.step
        return sight(self.seen.principal, self.seen.match, self.viewer, step)


async def reel_of(
    services: Services,
    request: AnyRequest,
    match_id: UUID,
    viewer: str | None,
    version: int | None,
    as_of: datetime | None,
) -> Reel:
    """What who asks may see of a match, as it was at `version`, at the moment `as_of`, or as it is.

    Raises:
        ProblemError: 404 when there is no such match for who asks, or it wasn't there yet; 400 for both.
    """
    fault = None
    try:
        seen = await see(services, request, match_id, viewer)
    except DamagedLog:
        seen, fault = await _seen_in_part(services, request, match_id, viewer)
    match = await _recorded(services, match_id, seen.match, version, as_of)
    telling = Telling(tuple(await seat_names(services, match.seats)), language_of(request))
    return Reel(services, match_id, seen, match, viewer, telling, settled=version is not None, fault=fault)


async def _seen_in_part(
    services: Services, request: AnyRequest, match_id: UUID, viewer: str | None
) -> tuple[Seen, Fault | None]:
    """A match whose log is damaged, as far as it goes."""
    prefix = await services.blocking(lambda: valid_prefix(services.store.events(match_id)))
    if prefix.match is None:
        raise ProblemError(DAMAGED_LOG, "Not even its opening can be read.")
    principal = await principal_of(services, request)
    return Seen(prefix.match, principal, sight(principal, prefix.match, viewer)), prefix.fault


async def _recorded(
    services: Services, match_id: UUID, newest: Match, version: int | None, as_of: datetime | None
) -> Match:
    if version is not None and as_of is not None:
        raise ProblemError(INVALID_REQUEST, "Either `version` or `as_of`.", parameter="as_of")
    if as_of is not None:
        version = await services.blocking(_version_at, services, match_id, as_of)
    if version is None:
        return newest
    if not 1 <= version <= newest.version:
        raise ProblemError(NOT_FOUND, f"The match has the versions 1 to {newest.version}.")
    return await services.matches.at_version(match_id, version)


def _version_at(services: Services, match_id: UUID, moment: datetime) -> int:
    """How many of the events had been recorded at `moment`."""
    version = 0
    for number, event in services.store.events(match_id):
        if event.at > moment:
            break
        version = number
    return version
