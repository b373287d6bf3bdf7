"""What the routes share: their parameters, and a match seen by who asks."""

from collections.abc import Awaitable, Callable, Container, Hashable, Mapping, Sequence
from typing import Annotated, Any, Final
from uuid import UUID

import msgspec
from litestar import MediaType, Response
from litestar.params import PathParameter, QueryParameter
from msgspec import Struct
from msgspec.structs import replace

from domain.annotations.audience import Reader
from domain.kernel.viewer import RECORDER, Viewer, sees_hand_of
from domain.match.events import (
    ActionPlayed,
    ActionsRetracted,
    CardsIdentified,
    MatchEvent,
    MatchOpened,
    MatchReopened,
    Visibility,
)
from domain.match.match import Match
from projections.scoreboard.projection import viewer_key
from service.api.schemas.matches import MatchAnswer, SeatAnswer
from service.api.schemas.play import EventAnswer, PlayedAnswer
from service.api.schemas.players import PlayerRef
from service.auth.access import Principal, may_read, sight, verify_readable
from service.auth.session import session_of
from service.eventstore.errors import DamagedLog, NotFound, PreconditionFailed
from service.eventstore.log import AppendResult
from service.http.conditional import has_version, tag_of, versioned
from service.http.query import Awaited
from service.http.requests import AnyRequest
from service.problems import INVALID_REQUEST, NOT_FOUND, ProblemError
from service.process.container import Services
from service.queries.player_names import told_apart
from service.queries.players import Player

MAX_STEP: Final = 1_000_000

Limit = Annotated[int, QueryParameter(ge=1, le=1000, description="The most items to give.")]
Cursor = Annotated[str | None, QueryParameter(description="`next_cursor` of the page before.")]
MatchId = Annotated[UUID, PathParameter(description="The id of a match.")]
ViewerName = Annotated[
    str | None,
    QueryParameter(description="Through whose eyes: `public`, `seat:N` or `recorder`. Default: who sees most."),
]
AfterPosition = Annotated[
    int | None,
    QueryParameter(ge=0, description="Wait until the read model has got to this `position` of a write."),
]
StepNumber = Annotated[int, PathParameter(ge=0, le=MAX_STEP, description="A step; 0 is the set-up.")]

_encoder = msgspec.json.Encoder()


class MatchAccess(Struct, frozen=True):
    """A match at its newest version, who asks for it, and through whose eyes."""

    match: Match
    principal: Principal
    viewer: Viewer

    @property
    def tag(self) -> int | str:
        """What tells an answer apart that has no names and no language in it: the version, as the recorder sees it."""
        version = self.match.version
        return version if self.viewer is RECORDER else tag_of(version, viewer_name(self.viewer))


async def principal_of(services: Services, request: AnyRequest) -> Principal:
    """Who sent the request, by its header or, without that, by the session of a browser.

    Raises:
        ProblemError: 401 for a credential that is no good, 429 when too many such came from that address.
    """
    header = request.headers.get("authorization")
    session = session_of(request) if header is None else None
    if session is not None:
        return await services.authentication.in_session(session, address_of(request))
    return await services.authentication.principal(header, address_of(request))


def address_of(request: AnyRequest) -> str:
    """Where the request came from: the address by which tokens that are no good are counted."""
    return request.client.host if request.client else ""


async def see(
    services: Services, request: AnyRequest, match_id: UUID, viewer: str | None, step: int | None = None
) -> MatchAccess:
    """The match, if it may be read, and the eyes through which it is seen at `step`.

    Raises:
        ProblemError: 404 when there is no such match for who asks, or it hasn't got to `step`; 500 when its log is
            damaged and who asks may see all there is.
    """
    principal = (await principal_of(services, request)).at(match_id)
    await verify_visible(services, principal, match_id)
    try:
        match = await services.matches.load(match_id)
    except DamagedLog:
        # Whether it was made private is among what can't be read.
        if not (principal.may("read") and principal.sees_all):
            raise NotFound(match_id) from None
        raise
    verify_readable(principal, match)
    if step is not None and step > match.step:
        raise ProblemError(NOT_FOUND, f"The match has got to step {match.step}, not to {step}.")
    return MatchAccess(match, principal, sight(principal, match, viewer, step))


def surely_visible(services: Services, principal: Principal, match_id: UUID) -> bool:
    """Whether `principal` may read a match by what is at hand, without a question to the database."""
    if may_read(principal, Visibility.PRIVATE):
        return True
    at_hand = services.matches.cached(match_id)
    return at_hand is not None and may_read(principal, at_hand.visibility)


async def verify_visible(services: Services, principal: Principal, originator_id: UUID) -> None:
    """Refuse a match or series that `principal` may not read, before anything of it is read or folded.

    So it takes as long as for one that there isn't. What was made private a moment ago is refused when it is read.

    Raises:
        NotFound: there is none for `principal`.
    """
    if surely_visible(services, principal, originator_id):
        return
    visibility = await services.visibilities.answer(originator_id)
    if visibility is None or not may_read(principal, visibility):
        raise NotFound(originator_id)


async def load_readable(services: Services, principal: Principal, match_id: UUID) -> Match:
    """The match, if `principal` may read it.

    Raises:
        ProblemError, NotFound: there is none for `principal`.
    """
    await verify_visible(services, principal, match_id)
    match = await services.matches.load(match_id)
    verify_readable(principal, match)
    return match


async def cached_json(
    services: Services, request: AnyRequest, seen: MatchAccess, make: Callable[[], Awaitable[Struct]]
) -> Response[Any]:
    """The answer to a request that depends on nothing but the match as it is seen."""
    principal = seen.principal
    own = "" if principal.seat is None else principal.token_id  # what it wrote itself, it may be told
    depends_on = (revision_of(seen.match), principal.scopes, principal.seat, own)
    return await cached_response(services, request, seen.tag, depends_on, make)


def revision_of(match: Match) -> Hashable:
    """What tells `match` from itself at any other time, also before and after its log went back."""
    return match.version, match.updated_at


async def cached_response(
    services: Services,
    request: AnyRequest,
    tag: int | str,
    depends_on: Hashable,
    make: Callable[[], Awaitable[Any]],
    headers: Mapping[str, str] | None = None,
    media_type: str = MediaType.JSON,
) -> Response[Any]:
    """What `make` gives, as JSON or as bytes of another `media_type`, with the entity tag `tag`.

    It is made only where nobody has asked the same before with the same `depends_on`, which is all that decides what is
    in it beside path and query; 304 where ``If-None-Match`` has it.
    """
    key = (request.scope["path"], request.scope["query_string"], depends_on)
    answer = b"" if has_version(request, tag) else services.kept.get(key)
    if answer is None:
        made = await make()
        answer = made if isinstance(made, bytes) else _encoder.encode(made)
        services.kept.keep(key, answer)
    return versioned(request, tag, answer, headers, media_type)


async def known_player(services: Services, principal: Principal, player_id: UUID, awaited: Awaited | None) -> Player:
    """A player that `principal` may know of, with what it sits in up to the `awaited` position of the log.

    Raises:
        ProblemError: 404.
    """
    if awaited is not None:
        await services.reach("scoreboard", awaited)
    return await services.people.shown_to(principal, player_id)


async def may_write(services: Services, request: AnyRequest, originator_id: UUID | None = None) -> Principal:
    """Who sent the request, if that token may record; and may read the match or series that it is about, if any.

    Raises:
        ProblemError: 401 without a token, 403 with another one.
        NotFound: there is no such match or series for who asks.
    """
    principal = await principal_of(services, request)
    principal.require("record")
    if originator_id is not None:
        await verify_visible(services, principal, originator_id)
    return principal


async def may_play(services: Services, request: AnyRequest, match_id: UUID) -> Principal:
    """Who sent the request, if that token may record, or belongs to a seat of the match."""
    principal = (await principal_of(services, request)).at(match_id)
    principal.require_to_play()
    await verify_visible(services, principal, match_id)
    return principal


async def match_to_try(
    services: Services, principal: Principal, match_id: UUID, if_match: Container[int] | None
) -> Match:
    """The match on which a dry run is decided, if a write by `principal` would be.

    Raises:
        ProblemError: 404 when there is no such match for who asks.
        NotFound, PreconditionFailed: as of a write.
    """
    match = await load_readable(services, principal, match_id)
    if if_match is not None and match.version not in if_match:
        raise PreconditionFailed(match.version)
    return match


async def seat_answers(services: Services, seats: Sequence[UUID]) -> tuple[SeatAnswer, ...]:
    """The seats with their players' names."""
    names = await services.names.of(seats)
    return tuple(SeatAnswer(seat, PlayerRef(player, names[player])) for seat, player in enumerate(seats))


def seat_label(seat: int) -> str:
    """What the token of a seat is called in lists."""
    return f"Seat {seat}"


async def seat_names(services: Services, seats: Sequence[UUID]) -> list[str]:
    """The names to tell the seats' actions with."""
    known = await services.names.of(seats)
    return told_apart([known[player] for player in seats])


async def match_answer(
    services: Services, match_id: UUID, match: Match, viewer: Viewer, position: int | None = None
) -> MatchAnswer:
    """`match` as `viewer` may know it; `position` after a write."""
    answer = MatchAnswer(
        id=match_id,
        game=match.game.meta.key,
        edition=match.game.meta.edition,
        options=match.options,
        seats=await seat_answers(services, match.seats),
        played_on=match.played_on,
        place=match.place,
        note=match.note,
        tags=match.tags,
        visibility=match.visibility,
        undo=match.undo,
        origin=match.origin,
        counted=match.counted,
        status=match.status,
        version=match.version,
        step=match.step,
        pending=match.pending,
        standings=match.standings(viewer),
        opened_at=match.opened_at,
        updated_at=match.updated_at,
        forked_from=match.forked_from,
        commitment=match.commitments[-1].digest if match.commitments else None,
        deviations=match.deviating_steps,
    )
    return answer if position is None else replace(answer, position=position)


def reader_of_log(principal: Principal, viewer: Viewer) -> Reader:
    """Who reads events: a seat is told what was written with its token; all others who see alike are told alike."""
    return Reader("" if principal.seat is None else principal.token_id, viewer)


def event_answer(match: Match, version: int, step: int, event: MatchEvent, reader: Reader) -> EventAnswer:
    """One event of `match` as `reader` may know it; `step` is where the match stands after it."""
    viewer = reader.viewer
    answer = EventAnswer(version=version, step=step, type=_tag(event), at=event.at, by=event.by)
    if not isinstance(event, ActionPlayed):
        return replace(answer, facts=_facts(event, reader))
    action, outcome = match.game.redact(event.action, event.outcome, viewer)
    answer = replace(answer, action=action, outcome=outcome)
    return answer if event.played_at is None else replace(answer, played_at=event.played_at)


_CORRECTIONS: Final = (ActionsRetracted, MatchReopened)
"""The events after which a match goes on, and whose reason may tell a secret."""


def _facts(event: MatchEvent, reader: Reader) -> dict[str, Any]:
    """What an event that is no action tells `reader`.

    Why cards were identified may tell which they are. Why a match was corrected is, until all is open, for the recorder
    and for who wrote it.
    """
    if isinstance(event, CardsIdentified):
        seat = event.identification.seat
        if not sees_hand_of(reader.viewer, seat):
            return {"step": event.step, "seat": seat}
        return {"step": event.step, "seat": seat, "held": event.identification, "reason": event.reason}
    left_out = {"at", "by"}
    own = bool(reader.token) and reader.token == event.by
    if isinstance(event, _CORRECTIONS) and reader.viewer is not RECORDER and not own:
        left_out.add("reason")
    told = {name: getattr(event, name) for name in event.__struct_fields__ if name not in left_out}
    return {name: value for name, value in told.items() if value or name not in {"commitment", "taken_over"}}


def played_answer(match: Match, principal: Principal, written: AppendResult | None) -> PlayedAnswer:
    """What a write of `principal` has made of `match`, as that may see it; without a write, what it would have."""
    events, step, viewer = [], match.step, sight(principal, match, None)
    reader = reader_of_log(principal, viewer)
    for version, event in enumerate(written.events if written else (), start=written.first_version if written else 0):
        step = step_after(step, event)
        events.append(event_answer(match, version, step, event, reader))
    return PlayedAnswer(
        version=match.version,
        step=match.step,
        position=written.position if written else 0,
        events=tuple(events),
        pending=match.pending,
        standings=match.standings(viewer),
    )


def step_after(step: int, event: MatchEvent) -> int:
    """Where a match at `step` stands after `event`."""
    if isinstance(event, MatchOpened):
        return 0
    if isinstance(event, ActionsRetracted):
        return event.to_step
    return event.step if isinstance(event, ActionPlayed) else step


def verify_range(first: int, last: int | None) -> None:
    """Refuse steps in the wrong order.

    Raises:
        ProblemError: 400.
    """
    if last is not None and last < first:
        raise ProblemError(INVALID_REQUEST, "`to` comes before `from`.", parameter="to")


def viewer_name(viewer: Viewer) -> str:
    """The name of `viewer` as it is asked for."""
    return f"seat:{viewer}" if isinstance(viewer, int) else viewer_key(viewer)


def _tag(event: MatchEvent) -> str:
    return str(event.__struct_config__.tag)
