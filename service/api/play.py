"""A match as it is played: actions in, the table and its log out."""

from collections.abc import AsyncIterator, Container, Iterator, Sequence
from datetime import datetime
from functools import cache, partial
from itertools import islice
from typing import Annotated, Any, Final, Literal
from uuid import UUID

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import QueryParameter, RawBody
from litestar.response import Stream
from msgspec import Struct
from msgspec.structs import replace

from domain.annotations.audience import Reader
from domain.kernel.actions import SeatAction
from domain.kernel.errors import RuleViolation
from domain.kernel.pending import AwaitSeats
from domain.match.asking import ContradictsRecord, is_claim, legal_for, rules_of_unknowns, verify_choice
from domain.match.match import Match
from domain.registry import game_of
from replays.frames import Narrator, played_view
from service.api.idempotency import idempotency_key
from service.api.match_access import (
    MAX_STEP,
    AfterPosition,
    Cursor,
    Limit,
    MatchAccess,
    MatchId,
    ViewerName,
    cached_json,
    event_answer,
    may_play,
    may_write,
    played_answer,
    reader_of_log,
    revision_of,
    seat_names,
    see,
    step_after,
    viewer_name,
)
from service.api.schemas.common import MAX_ACTIONS
from service.api.schemas.play import (
    ActionsRequest,
    EventAnswer,
    EventPage,
    HistoryItem,
    HistoryPage,
    LegalAnswer,
    PlayedAnswer,
    RefusedClaimItem,
    RefusedClaimList,
    ScoreboardItem,
    ScoreboardPage,
    StateAnswer,
)
from service.auth.access import Principal, verify_readable
from service.commands.play import ActionRefused
from service.commands.refused_claims import ClaimRefused
from service.eventstore.errors import Overloaded
from service.eventstore.log import AppendResult
from service.eventstore.recorder import IdempotencyKey
from service.http.bodies import fit_moment, read_body
from service.http.conditional import digest_of, etag, tag_of, versioned, wanted_versions
from service.http.contract import Contract
from service.http.negotiation import NDJSON, language_of, wants_lines
from service.http.pagination import Place, make_cursor, read_cursor
from service.http.query import awaited_position
from service.http.requests import AnyRequest
from service.problems import (
    BUSY,
    CONTRADICTS_RECORD,
    FORBIDDEN,
    NEEDS_RECORDER,
    NOT_FOUND,
    NOT_POSSIBLE,
    RULE_VIOLATION,
    TOO_LARGE,
    UNFIT_DATE,
    ProblemError,
)
from service.process.container import Services
from service.queries.matches import HistoryRow
from service.validation.strict_json import JsonError, read_json

Step = Annotated[int | None, QueryParameter(ge=0, le=MAX_STEP, description="A step; the last one if not given.")]

Include = Annotated[
    Literal["retracted"] | None,
    QueryParameter(description="With what was taken back, too; `retracted_by` tells which event did that."),
]

_CHUNK: Final = 500
"""Events that are read at once for a stream."""

QUICK_STEPS: Final = 200
"""Steps that are folded at once, while other requests wait, if need be; that takes a millisecond."""

QUICK_ACTIONS: Final = 8
"""Actions that are decided at once, while other requests wait, since a thread would take longer; see decision 18."""

_actions_request = msgspec.json.Decoder(ActionsRequest)
_encoder = msgspec.json.Encoder()


@cache
def _action_decoder(game: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(game_of(game).action_type)


@post(
    "/matches/{match_id:uuid}/actions",
    operation_id="playActions",
    tags=["play"],
    summary="Record actions",
    opt=Contract(
        body=ActionsRequest,
        idempotent=True,
        conditional=True,
        problems=(
            RULE_VIOLATION,
            NOT_POSSIBLE,
            CONTRADICTS_RECORD,
            NEEDS_RECORDER,
            UNFIT_DATE,
            BUSY,
        ),
    ).opt,
)
async def play_actions(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[PlayedAnswer]:
    """Each action is checked against the rules, in order; all are stored in one transaction, or none.

    Where the server deals, its draws follow as events of their own. The token of a seat plays for that seat only, one
    action a request.
    """
    principal = await may_play(services, request, match_id)
    wanted = read_body(request, body, _actions_request)
    verify_number(wanted.actions)
    written = await record_actions(
        services,
        principal,
        match_id,
        wanted.actions,
        played_at=None if wanted.played_at is None else fit_moment(wanted.played_at, "/played_at"),
        if_match=wanted_versions(request),
        key=idempotency_key(request, principal, body),
    )
    match = await services.matches.at_version(written.originator_id, written.last_version)
    answer = played_answer(match, principal, written)
    return Response(answer, headers={"ETag": etag(match.version)})


async def record_actions(
    services: Services,
    principal: Principal,
    match_id: UUID,
    raw_actions: Sequence[msgspec.Raw],
    *,
    played_at: datetime | None = None,
    if_match: Container[int] | None = None,
    key: IdempotencyKey | None = None,
) -> AppendResult:
    """Record actions, as JSON, for who may play; a seat's claims are counted.

    Raises:
        ProblemError, ActionRefused, ClaimRefused, and what a write raises.
    """
    claimed = await _is_claim(services, principal, match_id, raw_actions, key)

    def actions(match: Match) -> list[Any]:
        read = read_actions(match, raw_actions)
        if principal.seat is not None:
            verify_own(principal.seat, read)
            _verify_possible(match, read[0], claimed=claimed)
        return read

    async def record() -> AppendResult:
        return await services.scribe.play(
            match_id,
            actions,
            admit=partial(verify_readable, principal),
            played_at=played_at,
            if_match=if_match,
            by=principal.token_id,
            key=key,
            quick=len(raw_actions) <= QUICK_ACTIONS,
        )

    if principal.seat is None or not claimed:
        return await record()
    return await services.refused_claims.tried(match_id, principal.seat, record)


async def _is_claim(
    services: Services,
    principal: Principal,
    match_id: UUID,
    raw_actions: Sequence[msgspec.Raw],
    key: IdempotencyKey | None,
) -> bool:
    """Whether what a seat sends is something that the record may refuse for what it knows of others, and it is new."""
    at_hand = services.matches.cached(match_id)
    if principal.seat is None or (at_hand is not None and rules_of_unknowns(at_hand) is None):
        return False
    match = await services.matches.load(match_id)
    if match.early_end is not None or await services.matches.find_by_key(key):
        return False
    try:
        read = read_actions(match, raw_actions)
        verify_own(principal.seat, read)
    except (JsonError, ProblemError):  # it is refused in its turn
        return False
    return is_claim(match, read[0])


def verify_own(seat: int, actions: Sequence[Any]) -> None:
    """Refuse what the token of a seat may not play: what others do, and more than one action.

    Several actions would let a seat look at what follows from the first, such as a draw or the choices of others, and
    have it refused together with the next one if it doesn't please.

    Raises:
        ProblemError: 403 for another's action, 422 for more than one.
    """
    for index, action in enumerate(actions):
        if action.seat is None:
            raise ProblemError(FORBIDDEN, "Chance is for the recorder or the server.", pointer=f"/actions/{index}")
        if action.seat != seat:
            detail = f"The token is for seat {seat} only."
            raise ProblemError(FORBIDDEN, detail, pointer=f"/actions/{index}/seat")
    if len(actions) > 1:
        raise ProblemError(NOT_POSSIBLE, "The token of a seat plays one action a request.", pointer="/actions/1")


def _verify_possible(match: Match, action: SeatAction, *, claimed: bool) -> None:
    """Refuse what a seat can't play, by what it knows; a claim only as one of the few that it has.

    Raises:
        ActionRefused: the rules refuse it, whatever the others hold and have chosen in secret.
        ClaimRefused: they refuse it because of what the others hold.
        Overloaded: it is a claim, and hadn't been one before somebody else wrote.
    """
    if match.early_end is not None:
        return
    if not claimed and is_claim(match, action):
        raise Overloaded("The match has moved on at this moment.")
    try:
        verify_choice(match, action)
    except RuleViolation as violation:
        raise ActionRefused(0, match.step, match.pending, violation) from None
    except ContradictsRecord as refused:
        raise ClaimRefused(match.step, action, refused.violation) from None


def verify_number(actions: Sequence[msgspec.Raw]) -> None:
    """Refuse more actions than one request may have.

    Raises:
        ProblemError: 413.
    """
    if len(actions) > MAX_ACTIONS:
        raise ProblemError(TOO_LARGE, f"{len(actions)} actions; {MAX_ACTIONS} are the most.", pointer="/actions")


def read_actions(match: Match, raw_actions: Sequence[msgspec.Raw]) -> list[Any]:
    """The actions of a request, as the match's game has them.

    Raises:
        ProblemError: 400 with the place.
    """
    return [read_action(match, raw, f"/actions/{index}") for index, raw in enumerate(raw_actions)]


def read_action(match: Match, raw: msgspec.Raw, at: str) -> Any:
    """An action that stands in a request at the pointer `at`, as the match's game has it.

    Raises:
        ProblemError: 400 with the place.
    """
    return read_json(raw, _action_decoder(match.game.meta.key), at=at)


@get("/matches/{match_id:uuid}/state", operation_id="getState", tags=["play"], summary="The table")
async def get_state(
    match_id: MatchId,
    services: NamedDependency[Services],
    request: AnyRequest,
    step: Step = None,
    viewer: ViewerName = None,
) -> Response[StateAnswer]:
    """What the viewer may know of the table at a step."""
    seen = await see(services, request, match_id, viewer, step)
    return await cached_json(services, request, seen, partial(_state, services, match_id, seen, step))


async def _state(services: Services, match_id: UUID, seen: MatchAccess, step: int | None) -> StateAnswer:
    match = seen.match
    step = match.step if step is None else step
    if step == match.step or match.step <= QUICK_STEPS:
        position = services.stepper.position(match_id, match, step)
    else:
        position = await services.blocking(services.stepper.position, match_id, match, step)
    return StateAnswer(
        version=match.version,
        step=position.step,
        viewer=viewer_name(seen.viewer),
        pending=position.pending,
        view=position.view(seen.viewer),
        standings=position.standings(seen.viewer),
    )


@get(
    "/matches/{match_id:uuid}/legal-actions",
    operation_id="getLegalActions",
    tags=["play"],
    summary="What may be done now",
    opt=Contract(problems=(FORBIDDEN,)).opt,
)
async def get_legal_actions(
    match_id: MatchId,
    services: NamedDependency[Services],
    request: AnyRequest,
    seat: Annotated[int | None, QueryParameter(ge=0, le=15, description="Only for this seat.")] = None,
) -> Response[LegalAnswer]:
    """The legal actions of the seats that the match waits for, complete or as templates.

    Legal actions tell what a hand holds, so they take the right to see it: the token of a seat gets those of its own.
    """
    seen = await see(services, request, match_id, None)
    return await cached_json(services, request, seen, partial(_legal, seen, seat_to_tell(seen, seat)))


def seat_to_tell(seen: MatchAccess, seat: int | None) -> int | None:
    """The seat whose legal actions are told to who asks for those of `seat`; None for all.

    Raises:
        ProblemError: 404 for a seat that there isn't, 403 for one whose hand isn't for who asks.
    """
    if seat is not None and seat >= len(seen.match.seats):
        raise ProblemError(NOT_FOUND, f"There is no seat {seat}.")
    if seen.match.finished or seen.principal.sees_all:
        return seat
    own = seen.principal.seat
    if own is None or seat not in {None, own}:
        raise ProblemError(FORBIDDEN, "Legal actions would tell what is in a hand.")
    return own


async def _legal(seen: MatchAccess, seat: int | None) -> LegalAnswer:
    match = seen.match
    asked = (*match.pending.seats, *match.pending.optional) if isinstance(match.pending, AwaitSeats) else ()
    legal = [
        match.legal_actions(one, seen.viewer) if seen.principal.sees_all else legal_for(match, one)
        for one in asked
        if seat in {None, one}
    ]
    return LegalAnswer(
        version=match.version,
        step=match.step,
        pending=match.pending,
        actions=tuple(action for one in legal for action in one.listed),
        templates=tuple(template for one in legal for template in one.templates),
    )


@get(
    "/matches/{match_id:uuid}/refused-claims",
    operation_id="listRefusedClaims",
    tags=["play"],
    summary="What seats claimed and the record couldn't take",
    opt=Contract(scope="record").opt,
)
async def list_refused_claims(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest
) -> Response[RefusedClaimList]:
    """Actions of seats that contradict what the record knows of others, with the reason that the seats weren't told."""
    await may_write(services, request, match_id)
    await see(services, request, match_id, None)
    items = [
        RefusedClaimItem(
            seat=refused.seat,
            step=refused.step,
            action=msgspec.Raw(refused.action),
            clause=refused.clause,
            reason=refused.reason,
            tried_at=refused.tried_at,
        )
        for refused in await services.refused_claims.of(match_id)
    ]
    content = _encoder.encode(RefusedClaimList(tuple(items)))
    return versioned(request, digest_of(content), content)


@get(
    "/matches/{match_id:uuid}/events",
    operation_id="listEvents",
    tags=["play"],
    summary="The log",
    opt=Contract(ndjson=True).opt,
)
async def list_events(
    match_id: MatchId,
    services: NamedDependency[Services],
    request: AnyRequest,
    after: Annotated[int, QueryParameter(ge=0, le=MAX_STEP, description="Only events above this version.")] = 0,
    include: Include = None,
    viewer: ViewerName = None,
    limit: Limit = 100,
    cursor: Cursor = None,
) -> Response[EventPage] | Stream:
    """What happened to the match, as the viewer may know it; as `application/x-ndjson` all of it, one event a line.

    Of the actions, and of the cards identified, those that stand; with `include=retracted` every event there is.
    """
    seen = await see(services, request, match_id, viewer)
    reader = reader_of_log(seen.principal, seen.viewer)
    log = MatchLog(services, match_id, seen.match, reader, whole=include is not None)
    if wants_lines(request):
        tag = tag_of(seen.match.version, viewer_name(seen.viewer), NDJSON)
        return versioned(request, tag, log.stream(after))
    place = read_cursor(cursor, tuple[Place, Place])
    return await cached_json(services, request, seen, partial(log.page, after, place, limit))


class MatchLog(Struct, frozen=True):
    """The events of one match for who asks; with those that were taken back, if it is the `whole` log."""

    services: Services
    match_id: UUID
    match: Match
    reader: Reader
    whole: bool

    async def step_at_version(self, version: int) -> int:
        """Where the match stood then."""
        if version == 0:
            return 0
        if version >= self.match.version:
            return self.match.step
        match = await self.services.matches.at_version(self.match_id, version)
        return match.step

    async def page(self, after: int, place: tuple[int, int] | None, limit: int) -> EventPage:
        """As many as `limit` events above the version `after`, or behind the `place` that a cursor names."""
        if place and place[0] >= after:
            after, step = place
        else:
            step = await self.step_at_version(after)
        events = await self.services.blocking(self.events, after, step, limit + 1)
        shown = events[:limit]
        following = make_cursor(shown[-1].version, shown[-1].step) if len(events) > limit else None
        return EventPage(tuple(shown), following)

    def events(self, after: int, step: int, limit: int) -> list[EventAnswer]:
        """As many as `limit` events above the version `after`, where the match stood at `step`."""
        return list(islice(self._events(after, step, limit), limit))

    async def stream(self, after: int) -> AsyncIterator[bytes]:
        """All of them, as lines of JSON."""
        step = await self.step_at_version(after)
        while chunk := await self.services.blocking(self.events, after, step, _CHUNK):
            yield _encoder.encode_lines(chunk)
            after, step = chunk[-1].version, chunk[-1].step

    def _events(self, after: int, step: int, at_once: int) -> Iterator[EventAnswer]:
        """The events above `after`, read in parts, since any number of them may be left out."""
        match = self.match
        while after < match.version:
            part = list(self.services.matches.events(self.match_id, after=after, upto=match.version, limit=at_once))
            if not part:
                return  # the log went back since the match was read
            for version, event in part:
                after, step = version, step_after(step, event)
                retracted_by = match.retracted_by(version, event)
                if retracted_by is None:
                    yield event_answer(match, version, step, event, self.reader)
                elif self.whole:
                    yield replace(event_answer(match, version, step, event, self.reader), retracted_by=retracted_by)


@get(
    "/matches/{match_id:uuid}/history",
    operation_id="getHistory",
    tags=["play"],
    summary="The move history",
    opt=Contract(localized=True).opt,
)
async def get_history(
    match_id: MatchId,
    services: NamedDependency[Services],
    request: AnyRequest,
    viewer: ViewerName = None,
    limit: Limit = 100,
    cursor: Cursor = None,
    after_position: AfterPosition = None,
) -> Response[HistoryPage]:
    """What was done at each step, with a sentence in English or Italian (`Accept-Language`)."""
    position = await services.reach("move_history", awaited_position(request, after_position), match_id)
    seen = await see(services, request, match_id, viewer)
    place = read_cursor(cursor, tuple[Place])
    after = place[0] if place else 0
    telling = Narrator(tuple(await seat_names(services, seen.match.seats)), language_of(request))
    items, goes_on = await _history(services, match_id, seen, telling, after, limit)
    following = make_cursor(after + limit) if goes_on else None
    page: Any = _EncodedHistoryPage(msgspec.Raw(items), following, position)
    return Response(page, headers={"Content-Language": telling.language})


class _EncodedHistoryPage(Struct):
    """A :class:`HistoryPage` whose items are encoded."""

    items: msgspec.Raw
    next_cursor: str | None
    position: int


async def _history(
    services: Services, match_id: UUID, seen: MatchAccess, telling: Narrator, after: int, limit: int
) -> tuple[bytes, bool]:
    """The items above the step `after`, encoded, and whether there are more than `limit`.

    Once the read model has all of them as they stand in the match, they are the same for every viewer of that kind.
    """
    stand = [ply.version for ply in seen.match.line[after : after + limit + 1]]
    key = ("history", match_id, revision_of(seen.match), seen.viewer, telling, after, limit)
    if (kept := services.kept.get(key)) is not None:
        return kept, len(stand) > limit
    rows = await services.read_models.history(match_id, after, limit + 1)
    items = _encoder.encode([_history_item(seen, row, telling) for row in rows[:limit]])
    if [row.version for row in rows] == stand:
        services.kept.keep(key, items)
    return items, len(rows) > limit


def _history_item(seen: MatchAccess, row: HistoryRow, telling: Narrator) -> HistoryItem:
    played = played_view(seen.match, row.event, seen.viewer, telling.names, telling.language)
    return HistoryItem(
        step=row.step,
        version=row.version,
        seat=played.seat,
        type=played.type,
        at=played.at,
        by=played.by,
        played_at=played.played_at,
        action=played.action,
        outcome=played.outcome,
        sentence=played.sentence,
        deviates=row.version in seen.match.deviations,
    )


@get(
    "/matches/{match_id:uuid}/scoreboard",
    operation_id="getScoreboard",
    tags=["play"],
    summary="The standings at every step",
)
async def get_scoreboard(
    match_id: MatchId,
    services: NamedDependency[Services],
    request: AnyRequest,
    viewer: ViewerName = None,
    limit: Limit = 1000,
    cursor: Cursor = None,
    after_position: AfterPosition = None,
) -> Response[ScoreboardPage]:
    """How the seats stood at each step, for a chart; the last item is how they stand now."""
    position = await services.reach("scoreboard", awaited_position(request, after_position), match_id)
    seen = await see(services, request, match_id, viewer)
    after = read_cursor(cursor, tuple[Place])
    rows = await services.read_models.standings(match_id, seen.viewer, after[0] if after else -1, limit + 1)
    items = tuple(ScoreboardItem(step, standings) for step, standings in rows[:limit])
    following = make_cursor(items[-1].step) if len(rows) > limit else None
    return Response(ScoreboardPage(items, following, position))
