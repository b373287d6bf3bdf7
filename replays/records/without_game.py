"""The record of a match whose game isn't installed: complete, and readable where the game is.

What happened is in the log. How it stands is for the rules to say, so it is taken from what they said while the game
was here.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast
from uuid import UUID

import msgspec
from msgspec.structs import replace

from domain.kernel.adjusting import ADJUST
from domain.kernel.standing import Standing
from domain.match.events import (
    ActionPlayed,
    ActionsRetracted,
    CardsIdentified,
    MatchDescribed,
    MatchEvent,
    MatchOpened,
    SeatsChanged,
)
from domain.match.parts import Status
from replays.records.form import (
    ANNOTATIONS,
    FORMAT,
    VARIATIONS,
    VERSION,
    Header,
    Numbered,
    Record,
    RecordPlayer,
    Results,
    form_without_game,
    seated,
)


def record_without_game(
    match_id: UUID,
    log: Sequence[tuple[int, MatchEvent]],
    status: Status,
    standings: tuple[Standing, ...],
    players: Mapping[UUID, RecordPlayer],
    annotations: Iterable[Numbered] = (),
    variations: Iterable[Numbered] = (),
) -> Record:
    """The record of a match with all its events, `log`, in which the actions and facts of its game are maps.

    It has the bytes that it would have with the game, but for seeds, which are left out.

    Args:
        match_id: which match it is.
        log: all of its events, with their versions.
        status: how the rules said that it stands.
        standings: the same, as the recorder knows it.
        players: those that somebody knows.
        annotations: what happened to its annotations.
        variations: what happened to its variations.
    """
    events = [event for _, event in log]
    steps = _types_by_step(events)
    first, opened = log[0][0], cast("MatchOpened", events[0])
    written = [(first, replace(opened, imported=0)), *((version, _as_json(event)) for version, event in log[1:])]
    return Record(
        format=FORMAT,
        version=VERSION,
        match=_header(match_id, opened, events),
        players=tuple(players.get(player, RecordPlayer(id=player, name=None)) for player in seated(events)),
        events=form_without_game().written(written),
        annotations=ANNOTATIONS.written(annotations),
        variations=VARIATIONS.written(variations),
        results=Results(
            status=status,
            step=max(steps, default=0),
            standings=standings,
            irregular_steps=tuple(step for step, kind in steps.items() if kind == ADJUST) or msgspec.UNSET,
        ),
    )


def _header(match_id: UUID, opened: MatchOpened, events: Sequence[MatchEvent]) -> Header:
    described = next((one for one in reversed(events) if isinstance(one, MatchDescribed)), opened)
    seats = next(one.seats for one in reversed(events) if isinstance(one, MatchOpened | SeatsChanged))
    return Header(
        id=match_id,
        game=opened.game,
        edition=opened.edition,
        options=dict(opened.options),
        seats=seats,
        played_on=described.played_on,
        place=described.place,
        note=described.note,
        tags=described.tags,
        visibility=described.visibility,
    )


def _types_by_step(events: Iterable[MatchEvent]) -> dict[int, str]:
    """The types of the actions that stand, by their steps, in order."""
    steps: dict[int, str] = {}
    for event in events:
        if isinstance(event, ActionsRetracted):
            steps = {step: kind for step, kind in steps.items() if step <= event.to_step}
        elif isinstance(event, ActionPlayed):
            steps[event.step] = event.action["type"]
    return steps


def _as_json(event: MatchEvent) -> MatchEvent:
    """`event` with what is a game's own as JSON, its fields in the order in which they were stored."""
    if isinstance(event, ActionPlayed):
        return replace(event, action=_raw(event.action), outcome=tuple(map(_raw, event.outcome)))
    if isinstance(event, CardsIdentified):
        return replace(event, identification=_raw(event.identification), outcome=tuple(map(_raw, event.outcome)))
    return event


def _raw(value: Any) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(value))
