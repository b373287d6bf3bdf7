"""The steps of matches, from their logs: each match is seen as who asks may see it now, as in its history."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from uuid import UUID

import structlog

from domain.kernel.actions import AnyAction, ChanceAction, RecorderAction
from domain.kernel.languages import Language
from domain.kernel.viewer import Viewer
from domain.match.match import Match
from replays.frames import Narrator, played_view
from service.auth.access import Principal, may_read, sight
from service.eventstore.errors import UnreadableLog
from service.eventstore.log import EventLog
from service.queries.match_logs import events_of, match_of
from service.queries.player_names import ANONYMOUS_NAME, disambiguated
from service.queries.tables.rows import Actor, ExportedStep

_log = structlog.get_logger(__name__)


def steps_of(
    log: EventLog, match_ids: Sequence[UUID], principal: Principal, language: Language
) -> Sequence[ExportedStep]:
    """The steps of matches that `principal` may read, in order; none of one whose log is damaged."""
    rows: list[ExportedStep] = []
    for match_id in match_ids:
        try:
            match = match_of(match_id, events_of(log, match_id))
        except UnreadableLog as error:
            _log.warning("the steps of a damaged match were left out", fault=str(error))
            continue
        asker = principal.at(match_id)
        if match is None or match.removed or not may_read(asker, match.visibility):  # changed since it was listed
            continue
        narrator = Narrator(_names(log, match), language)
        rows += _steps(match_id, match, sight(asker, match, None), narrator)
    return rows


def _steps(match_id: UUID, match: Match, viewer: Viewer, narrator: Narrator) -> Iterator[ExportedStep]:
    for ply, (before, _) in zip(match.line, pairwise(match.steps(0)), strict=True):
        played = played_view(match, ply.played, viewer, narrator.names, narrator.language)
        chapter = match.game.chapter(before.state)
        yield ExportedStep(
            match_id=match_id,
            step=ply.played.step,
            game=match.game.meta.key,
            version=ply.version,
            actor=actor_of(ply.played.action),
            seat=played.seat,
            type=played.type,
            action=played.action,
            sentence=played.sentence,
            recorded_at=played.at,
            played_at=played.played_at,
            round=chapter.round,
            phase=chapter.phase.key,
        )


def actor_of(action: AnyAction) -> Actor:
    """Who acted."""
    match action:
        case ChanceAction():
            return "chance"
        case RecorderAction():
            return "recorder"
        case _:
            return "seat"


def _names(log: EventLog, match: Match) -> tuple[str, ...]:
    """What the seats are called, as everywhere else in sentences."""
    known = log.known_players(match.seats)
    names = ((player := known.get(seat)) and player.name for seat in match.seats)
    return tuple(disambiguated([name or ANONYMOUS_NAME for name in names]))
