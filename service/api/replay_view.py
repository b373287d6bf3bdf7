"""A match as it is gone through again, by who asks."""

from asyncio import gather
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from datetime import datetime
from typing import Annotated, Any, Final, TypeAlias
from uuid import UUID

import msgspec
from litestar import MediaType, Response
from litestar.params import QueryParameter
from msgspec import UNSET, Struct
from msgspec.structs import asdict, replace

from domain.annotations.annotations import Annotations
from domain.kernel.standing import Standing
from domain.kernel.viewer import Viewer
from domain.match.match import Match
from replays.frames import Frame, FrameContent, Narrator, frame, frame_content
from replays.notebook import PlacedAnnotation, annotations_by_step
from replays.pictures.games import is_two_sided
from replays.pictures.remarks import Remark
from replays.pictures.scene import Layout, Scene, scene
from replays.prefix import Fault, valid_prefix
from replays.stepper import Position
from service.api.annotation_answers import annotation_answer
from service.api.match_access import (
    MatchAccess,
    annotations_of,
    lasting,
    narrator_of,
    principal_of,
    see,
    surely_visible,
)
from service.api.parameters import MAX_STEP
from service.api.schemas.replay import FrameAnswer
from service.auth.access import sight, viewer_name
from service.eventstore.errors import DamagedLog
from service.http.basis import Basis
from service.http.conditional import tag_of
from service.http.requests import AnyRequest, notes_of
from service.problems.details import ProblemError
from service.problems.kinds import DAMAGED_LOG, INVALID_REQUEST, NOT_FOUND
from service.process.container import Services

_CHUNK: Final = 100
"""Frames that are made at once for a stream."""

AsOf = Annotated[
    datetime | None,
    QueryParameter(description="The match as the record had it at this moment, before what was corrected later."),
]
AtVersion = Annotated[
    int | None,
    QueryParameter(ge=1, le=MAX_STEP, description="The match as it was at this version."),
]
WithAnnotations = Annotated[
    bool,
    QueryParameter(
        name="annotations",
        description="Whether to tell what was written to the steps, as far as who asks may see it.",
    ),
]

StepAnnotations: TypeAlias = Mapping[int, tuple[PlacedAnnotation, ...]]
"""What people wrote to steps, as far as who asks may see it, by step."""

_encoder = msgspec.json.Encoder()


class ReplayView(Struct, frozen=True):
    """The frames of one match for who asks.

    Attributes:
        match: what is shown: the match as it is now, or as it was recorded once.
        viewer: the viewer that was asked for.
        annotations: what was written to the match, as it is now; None where nobody asks for it.
        fault: what ends the log, if it is damaged.
    """

    services: Services
    match_id: UUID
    access: MatchAccess
    match: Match
    viewer: str | None
    narrator: Narrator
    annotations: Annotations | None = None
    fault: Fault | None = None

    @property
    def headers(self) -> dict[str, str]:
        """What every answer tells beside its frames."""
        return {"Content-Language": self.narrator.language}

    def tag(self, written: StepAnnotations, media_type: str = MediaType.JSON) -> str:
        """What tells an answer apart: the version of the match, names and language, the viewer, and what was `written`.

        Of that, what who asks may not see leaves the tag as it is; the own is told as such.
        """
        reader = self.access.principal.token_id if written else ""
        viewer = viewer_name(self.access.viewer)
        return tag_of(
            self.access.match.version, self.narrator, viewer, media_type, _versions(written), reader, self.fault
        )

    @property
    def basis(self) -> Basis:
        """What every answer rests on."""
        return Basis(
            self.match_id,
            self.match.seats,
            tuple(self.narrator.names),
            annotated=self.annotations is not None,
            own=self.annotations is not None and bool(self.annotations.items),
        )

    async def answer(
        self,
        request: AnyRequest,
        make: Callable[[], Awaitable[Any]],
        written: StepAnnotations | None = None,
        headers: dict[str, str] | None = None,
        media_type: str = MediaType.JSON,
    ) -> Response[Any]:
        """What `make` gives, with what was `written`: JSON, or bytes of another `media_type`.

        304 where who asks has it.
        """
        tag, headers = self.tag(written or {}, media_type), self.headers | (headers or {})
        answer = await lasting(request, self.basis, tag, make, headers, media_type)
        if self.fault is not None:
            notes_of(request.scope).basis = None  # nobody tells when a log is mended
        return answer

    def verify_step(self, step: int) -> None:
        """Refuse a step that isn't there.

        Raises:
            ProblemError: 404.
        """
        if step > self.match.step:
            raise ProblemError(NOT_FOUND, f"The match has got to step {self.match.step}, not to {step}.")

    def scene(
        self,
        step: int,
        remarks: tuple[Remark, ...] = (),
        layout: Layout = Layout.PORTRAIT,
        *,
        pointing: bool = False,
    ) -> Scene:
        """What a picture of `step` with `remarks` is drawn from; the step before is seen through the same eyes."""
        *before, now = self.services.stepper.positions(self.match_id, self.match, max(0, step - 1), step)
        shown = scene(now, before[0] if before else None, self.viewer_at(step), self.narrator, remarks)
        if is_two_sided(shown.game) and self.viewer == "seat:1":  # below, also where all is open by now
            shown = replace(shown, viewer=1)
        return replace(shown, layout=layout, pointing=pointing)

    def standings(self) -> list[tuple[int, tuple[Standing, ...]]]:
        """How the seats stood at each step, as they are seen now."""
        walk = self.services.stepper.positions(self.match_id, self.match)
        return [(position.step, position.standings(self.access.viewer)) for position in walk]

    def walk(self) -> Iterator[tuple[Position, Viewer]]:
        """Every step, and through whose eyes it is seen."""
        for position in self.services.stepper.positions(self.match_id, self.match):
            yield position, self.viewer_at(position.step)

    def frames(self, first: int, last: int) -> Iterator[Frame]:
        """The frames from `first` to `last`, both included; none when that is backwards or beyond the end."""
        if first > min(last, self.match.step):
            return
        walk = self.services.stepper.positions(self.match_id, self.match, max(0, first - 1), last)
        before: FrameContent | None = None
        if first:
            start = next(walk)
            before = frame_content(start, self.viewer_at(start.step))
        for position in walk:
            shown = frame(position, self.viewer_at(position.step), self.narrator, before)
            before = FrameContent(shown.view, shown.standings, shown.pending)
            yield shown

    def written(self, first: int, last: int) -> StepAnnotations:
        """What was written to the steps from `first` to `last`, by step, as `GET …/annotations` shows it; if wanted."""
        if self.annotations is None or not self.annotations.items:
            return {}
        return annotations_by_step(self.annotations, self.match, self.access.reader, first, last)

    def answers(self, first: int, last: int, written: StepAnnotations) -> Iterator[FrameAnswer]:
        """The frames from `first` to `last` with what was `written` to them, if it is wanted."""
        reader = self.access.reader
        for one in self.frames(first, last):
            notes = tuple(annotation_answer(placed, reader) for placed in written.get(one.step, ()))
            yield FrameAnswer(**asdict(one), annotations=UNSET if self.annotations is None else notes)

    async def stream(self, first: int, last: int, written: StepAnnotations) -> AsyncIterator[bytes]:
        """The same as lines of JSON."""
        for start in range(first, last + 1, _CHUNK):
            end = min(last, start + _CHUNK - 1)
            frames = await self.services.blocking(lambda a, b: list(self.answers(a, b, written)), start, end)
            yield _encoder.encode_lines(frames)

    def viewer_at(self, step: int) -> Viewer:
        """Through whose eyes a step is seen."""
        earlier = None if step == self.match.step else step
        return sight(self.access.principal, self.access.match, self.viewer, earlier)


def _versions(written: StepAnnotations) -> tuple[tuple[UUID, int], ...]:
    return tuple((one.annotation.id, one.annotation.version) for placed in written.values() for one in placed)


async def replay_view_of(
    services: Services,
    request: AnyRequest,
    match_id: UUID,
    viewer: str | None,
    version: int | None,
    as_of: datetime | None,
    *,
    annotated: bool = False,
) -> ReplayView:
    """What who asks may see of a match, as it was at `version`, at the moment `as_of`, or as it is.

    If it is to be `annotated`, with what is written to it now.

    Raises:
        ProblemError: 404 when there is no such match for who asks, or it wasn't there yet; 400 for both.
    """
    fault = None
    principal = (await principal_of(services, request)).at(match_id)
    try:
        if surely_visible(services, principal, match_id):  # both at once, so that the database is asked once
            seeing, annotating = see(services, request, match_id, viewer), _annotations(services, match_id, annotated)
            access, annotations = await gather(seeing, annotating)
        else:
            access = await see(services, request, match_id, viewer)
            annotations = await _annotations(services, match_id, annotated)
    except DamagedLog:
        access, fault = await _access_to_prefix(services, request, match_id, viewer)
        annotations = await _annotations(services, match_id, annotated)
    match = await _recorded(services, match_id, access.match, version, as_of)
    narrator = await narrator_of(services, request, match.seats)
    return ReplayView(services, match_id, access, match, viewer, narrator, annotations, fault)


async def _annotations(services: Services, match_id: UUID, wanted: bool) -> Annotations | None:
    """What was written to a match, if it is wanted."""
    return await annotations_of(services, match_id) if wanted else None


async def _access_to_prefix(
    services: Services, request: AnyRequest, match_id: UUID, viewer: str | None
) -> tuple[MatchAccess, Fault | None]:
    """A match whose log is damaged, as far as it goes."""
    prefix = await services.blocking(lambda: valid_prefix(services.matches.events(match_id)))
    if prefix.match is None:
        raise ProblemError(DAMAGED_LOG, "Not even its opening can be read.")
    principal = await principal_of(services, request)
    return MatchAccess(prefix.match, principal, sight(principal, prefix.match, viewer)), prefix.fault


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
    """How many of the events had been recorded at `moment`.

    Where a clock was set back, an event counts with all before it: whatever its own time says, they were there by then.
    """
    return max((number for number, event in services.matches.events(match_id) if event.at <= moment), default=0)
