"""A play as a new match: a score sheet, or a game of chess where its moves are told."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID, uuid5

from msgspec import Struct

from domain.annotations.annotations import annotations_id
from domain.annotations.audience import Audience
from domain.annotations.events import AnnotationAdded, AnnotationEvent, AnnotationsBegun
from domain.games.chess import GAME
from domain.kernel.errors import InvalidSetup
from domain.kernel.viewer import PUBLIC
from domain.match import commands
from domain.match.events import ActionPlayed, MatchAbandoned, MatchEvent, Visibility
from domain.variations.events import VariationAdded, VariationEvent, VariationsBegun
from domain.variations.variations import variations_id
from service.commands.imports.chess_games import CHESS, ChessContent, content_of
from service.commands.imports.chess_notes import ChessNote
from service.commands.imports.matches import facts_of, opened, verify_date
from service.commands.imports.reasons import SHEET, InvalidPlay, RuleReason
from service.readers.play import Play
from service.validation.text import NOTE_LENGTH

_UNFINISHED: Final = "the file has no result"


class NewMatch(Struct, frozen=True):
    """What there is to store of a match.

    Attributes:
        notes: what is written beside it: ids of aggregates and their events.
    """

    game: str
    events: Sequence[MatchEvent]
    notes: Sequence[tuple[UUID, Sequence[Any]]] = ()


def match_of_play(
    play: Play, seats: Sequence[UUID], match_id: UUID, *, visibility: Visibility, at: datetime, by: str
) -> NewMatch:
    """The match that comes of a play, with those people in its seats.

    Raises:
        InvalidPlay: the rules, or the bounds of texts and dates, don't admit it.
    """
    if play.game is None:
        return NewMatch(SHEET, opened(play, seats, visibility=visibility, at=at, by=by))
    verify_date(play)
    content = content_of(play.game)
    notes = _notes_of(content, match_id, at, by)
    return NewMatch(CHESS, _chess(play, content, seats, visibility, at, by), notes)


def _chess(
    play: Play, content: ChessContent, seats: Sequence[UUID], visibility: Visibility, at: datetime, by: str
) -> list[MatchEvent]:
    facts = facts_of(play)
    note = "\n".join([*([facts.note] if facts.note else []), *content.note])
    try:
        opening = commands.open_match(
            GAME,
            content.options,
            seats,
            played_on=play.played_on,
            place=facts.place,
            note=note if len(note) <= NOTE_LENGTH else facts.note,
            tags=facts.tags,
            ordinal=play.ordinal,
            visibility=visibility,
            at=at,
            by=by,
        )
    except InvalidSetup as error:
        raise InvalidPlay(RuleReason.of(error, CHESS)) from None
    events: list[MatchEvent] = [opening]
    for step, (action, outcome) in enumerate(content.plays, start=1):
        events.append(ActionPlayed(step=step, action=action, outcome=outcome, at=at, by=by))
    if content.unfinished:
        events.append(MatchAbandoned(reason=_UNFINISHED, at=at, by=by))
    return events


# --- what is written beside it ---


def _notes_of(content: ChessContent, match_id: UUID, at: datetime, by: str) -> list[tuple[UUID, Sequence[Any]]]:
    notes: list[tuple[UUID, Sequence[Any]]] = []
    if content.notes:
        notes.append((annotations_id(match_id), _annotations(content, match_id, at, by)))
    if content.variations:
        notes.append((variations_id(match_id), _variations(content, match_id, at, by)))
    return notes


def _annotations(content: ChessContent, match_id: UUID, at: datetime, by: str) -> list[AnnotationEvent]:
    added = [
        AnnotationAdded(
            id=uuid5(match_id, f"annotation {number}"),
            anchor=_anchor(note),
            step=note.step,
            content=note.content,
            audience=Audience.PUBLIC,
            eyes=PUBLIC,
            variation=None if note.variation is None else _variation_id(match_id, note.variation),
            at=at,
            by=by,
        )
        for number, note in enumerate(content.notes)
    ]
    return [AnnotationsBegun(match_id=match_id, at=at, by=by), *added]


def _anchor(note: ChessNote) -> int:
    """That of its step: of a match that was never corrected it is the version of the event, behind the opening."""
    return note.step if note.variation is not None else _anchor_of_match(note.step)


def _anchor_of_match(step: int) -> int:
    return step + 1 if step else 0


def _variations(content: ChessContent, match_id: UUID, at: datetime, by: str) -> list[VariationEvent]:
    added = [
        VariationAdded(
            id=_variation_id(match_id, number),
            anchor=_anchor_of_match(one.step) if one.parent is None else one.step,
            step=one.step,
            actions=one.actions,
            audience=Audience.PUBLIC,
            parent=None if one.parent is None else _variation_id(match_id, one.parent),
            at=at,
            by=by,
        )
        for number, one in enumerate(content.variations)
    ]
    return [VariationsBegun(match_id=match_id, at=at, by=by), *added]


def _variation_id(match_id: UUID, number: int) -> UUID:
    return uuid5(match_id, f"variation {number}")
