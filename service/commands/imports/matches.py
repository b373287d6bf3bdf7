"""A play as the events of a match, decided by the rules as if somebody had recorded it."""

import hashlib
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Final
from uuid import UUID, uuid5

import msgspec
from msgspec import Struct

from domain.kernel.chance import Chance
from domain.kernel.errors import InvalidSetup, RuleViolation
from domain.match import commands
from domain.match.amendments import NewAction, Splice, amend_all, only_changes
from domain.match.dates import EARLIEST, implausible
from domain.match.events import MatchEvent, Visibility
from domain.match.folding import evolve
from domain.match.match import Match
from service.commands.imports.reasons import InvalidPlay, RuleReason, reason_of_text
from service.commands.imports.sheets import SheetContent, sheet_of
from service.readers.play import Play
from service.readers.reason import Reason
from service.validation.text import MOST_TAGS, NOTE_LENGTH, PLACE_LENGTH, TAG_LENGTH, InvalidText, clean

_NAMESPACE: Final = UUID("6f3c9f0e-6b0f-4c1e-9a0e-1f3b7a52d9c4")
_REASON: Final = "imported again"


class Facts(Struct, frozen=True):
    """What is said of a match beside what is played in it."""

    place: str
    note: str
    tags: tuple[str, ...]


class OtherSheet(Exception):  # noqa: N818  # what it is
    """A play that has become another one, such as of another game: its match can't be corrected to it.

    One that tells moves is another one whenever something in it has changed: comments and variations stand at them.
    """


def match_id_of(source: str, play_id: str, incarnation: int = 1) -> UUID:
    """The id of the match that comes of a play; a later `incarnation` takes the place of one that was removed."""
    again = "" if incarnation == 1 else f"\n{incarnation}"
    return uuid5(_NAMESPACE, f"{source}\n{play_id}{again}")


def digest_of(play: Play) -> bytes:
    """What stands for all that the source says of a play, but for where in the file that is."""
    if play.game is not None:
        return play.game.digest
    return hashlib.sha256(msgspec.json.encode(msgspec.structs.replace(play, at=""))).digest()


def facts_of(play: Play) -> Facts:
    """Place, note and tags as they are stored; a note is cut where it is too long.

    Raises:
        InvalidPlay: one of them can't be stored.
    """
    try:
        return Facts(
            place=clean(play.place, PLACE_LENGTH),
            note=clean(play.note[:NOTE_LENGTH], NOTE_LENGTH, lines=True),
            tags=tuple(clean(tag, TAG_LENGTH, required=True) for tag in play.tags[:MOST_TAGS]),
        )
    except InvalidText as error:
        raise InvalidPlay(reason_of_text(error, "facts")) from None


def opened(play: Play, seats: Sequence[UUID], *, visibility: Visibility, at: datetime, by: str) -> list[MatchEvent]:
    """The events of a new match.

    Raises:
        InvalidPlay: the rules, or the bounds of texts and dates, don't admit it.
    """
    sheet, facts = _fit(play)
    try:
        opening = commands.open_match(
            sheet.game,
            sheet.options,
            seats,
            played_on=play.played_on,
            place=facts.place,
            note=facts.note,
            tags=facts.tags,
            ordinal=play.ordinal,
            visibility=visibility,
            at=at,
            by=by,
        )
        events: list[MatchEvent] = [opening]
        match = evolve(None, opening)
        for action in sheet.actions:
            events.append(commands.play(match, action, at=at, by=by))
            match = evolve(match, events[-1])
    except (InvalidSetup, RuleViolation) as error:
        raise InvalidPlay(RuleReason.of(error)) from None
    if not play.counted:
        events.append(commands.describe(match, counted=False, at=at, by=by))
    return events


def corrected(
    play: Play, seats: Sequence[UUID], is_same: Callable[[UUID, UUID], bool]
) -> Callable[[Match, datetime, Chance, str], list[MatchEvent]]:
    """What makes of a match the events by which it says what `play` says now; `is_same` compares two players.

    It raises :class:`OtherSheet` where the match was opened with something that can't be corrected, and
    :class:`InvalidPlay` as :func:`opened`.
    """
    if play.game is not None:  # what was read of moves once is another game now
        raise OtherSheet
    sheet, facts = _fit(play)

    def decide(match: Match, at: datetime, chance: Chance, by: str) -> list[MatchEvent]:
        if match.game is not sheet.game or match.options != sheet.options or len(match.seats) != len(seats):
            raise OtherSheet
        events = _amended(match, sheet, chance, at, by)
        described = commands.describe(
            match,
            played_on=play.played_on,
            place=facts.place,
            note=facts.note,
            tags=facts.tags,
            ordinal=play.ordinal,
            counted=play.counted,
            at=at,
            by=by,
        )
        if described != commands.describe(match, at=at, by=by):
            events.append(described)
        if not all(map(is_same, match.seats, seats)):
            events.append(commands.change_seats(match, seats, at=at, by=by))
        return events

    return decide


def _amended(match: Match, sheet: SheetContent, chance: Chance, at: datetime, by: str) -> list[MatchEvent]:
    splice = Splice(1, match.step, tuple(NewAction(action) for action in sheet.actions))
    amendment = amend_all(match, [splice], _REASON, chance=chance, at=at, by=by)
    if amendment.obstacle is not None:
        raise InvalidPlay(RuleReason.of(amendment.obstacle.violation))
    return list(only_changes(match, amendment).events)


def _fit(play: Play) -> tuple[SheetContent, Facts]:
    verify_date(play)
    return sheet_of(play), facts_of(play)


def verify_date(play: Play) -> None:
    """Refuse a play of a day on which nothing can have been played.

    Raises:
        InvalidPlay: as it says.
    """
    if implausible(play.played_on, datetime.now(UTC)) is not None:
        too_early = play.played_on < EARLIEST
        raise InvalidPlay(Reason.of("too_early", first=EARLIEST.isoformat()) if too_early else Reason.of("to_come"))
