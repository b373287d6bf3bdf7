"""A match and its events as they are answered, to whom they may be."""

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

from msgspec.structs import replace

from domain.annotations.audience import Reader
from domain.kernel.viewer import RECORDER, Viewer, sees_hand_of
from domain.match.events import (
    ActionPlayed,
    ActionsRetracted,
    CardsIdentified,
    DisputeDecided,
    MatchEvent,
    MatchOpened,
    MatchReopened,
    ResultConfirmed,
    ResultDisputed,
    ResultSealed,
    SealBroken,
)
from domain.match.match import Match
from projections.facts import broken_off
from service.api.result_answers import result_answer
from service.api.schemas.matches import MatchAnswer, SeatAnswer
from service.api.schemas.play import EventAnswer, PlayedAnswer
from service.api.schemas.players import PlayerRef
from service.auth.access import Principal, sight
from service.eventstore.log import AppendResult
from service.process.container import Services


async def seat_answers(services: Services, seats: Sequence[UUID]) -> tuple[SeatAnswer, ...]:
    """The seats with their players' names."""
    names = await services.player_names.of(seats)
    return tuple(SeatAnswer(seat, PlayerRef(player, names[player])) for seat, player in enumerate(seats))


def seat_label(seat: int) -> str:
    """What the token of a seat is called in lists."""
    return f"Seat {seat}"


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
        ordinal=match.ordinal,
        origin=match.origin,
        counted=match.counted and not broken_off(match),
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
        second_record_of=match.second_record_of,
        irregular_steps=match.line.irregular_steps,
        result=result_answer(match, viewer),
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
        facts = _facts(event, reader)
        if isinstance(event, ResultConfirmed) and version <= match.sealing.imported:
            facts["imported"] = True
        return replace(answer, facts=facts)
    action, outcome = match.game.redact(event.action, event.outcome, viewer)
    answer = replace(answer, action=action, outcome=outcome)
    return answer if event.played_at is None else replace(answer, played_at=event.played_at)


_WORDS_OF_SECRETS: Final = (ActionsRetracted, MatchReopened, ResultDisputed, DisputeDecided, ResultSealed, SealBroken)
"""The events whose words may tell a secret: why somebody corrects a match, disputes its result, or decides."""


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
    if isinstance(event, _WORDS_OF_SECRETS) and reader.viewer is not RECORDER and not own:
        left_out |= {"reason", "comment"}
    facts = {name: getattr(event, name) for name in event.__struct_fields__ if name not in left_out}
    return {
        name: value
        for name, value in facts.items()
        if value or name not in {"commitment", "taken_over", "series_id", "imported"}
    }


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


def _tag(event: MatchEvent) -> str:
    return str(event.__struct_config__.tag)
