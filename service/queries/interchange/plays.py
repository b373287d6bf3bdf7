"""A match as a play of another program: its title and date, who took part with which score, and who has won."""

from collections.abc import Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from msgspec import Struct

from domain.games.sheet.state import SheetState
from domain.kernel.standing import Standing
from domain.kernel.viewer import Viewer
from domain.match.match import Match
from domain.match.parts import Status
from service.queries.interchange.sheet_lines import SheetLines, lines_of, score_text
from service.queries.player_names import ANONYMOUS_NAME, disambiguated
from service.readers.play import Play, SourcePlayer, Winning

_SECONDS: Final = 60


class SeatedPerson(Struct, frozen=True):
    """Who somebody is now; without a name once erased."""

    id: UUID
    name: str | None


class EndedMatch(Struct, frozen=True):
    """A match that has ended, with what isn't in it.

    Attributes:
        play_id: its id at the program from which it was imported, else that of the match.
        persons: who the players are now.
        duration: the seconds between the first and the last time at the table; None without them.
    """

    match_id: UUID
    match: Match
    play_id: str
    persons: Mapping[UUID, SeatedPerson]
    duration: int | None = None


def play_of(ended: EndedMatch, viewer: Viewer) -> Play:
    """The play that says of a match what `viewer` may know: scores that it keeps secret are empty.

    Who has no name is anonymous, and so is a person in a second seat, since two players turned out to be one.
    """
    match = ended.match
    sheet = match.state if isinstance(match.state, SheetState) else None
    unfinished = match.status is Status.ABANDONED or bool(sheet and sheet.closed and sheet.closed.unfinished)
    lines = _lines(match.standings(viewer), sheet)
    return Play(
        id=ended.play_id,
        at=f"/matches/{ended.match_id}",
        title=match.game.meta.title if sheet is None else sheet.options.title,
        played_on=match.played_on,
        players=_players(ended, match.standings(viewer), lines, sheet, unfinished=unfinished),
        place=match.place,
        note=match.note,
        tags=match.tags,
        rows=tuple(lines.rows),
        unfinished=unfinished,
        counted=match.counted,
        ordinal=match.ordinal,
        **(_of_sheet(sheet) if sheet is not None else {}),
        minutes=_minutes(ended, sheet),
    )


def _lines(standings: Sequence[Standing], sheet: SheetState | None) -> SheetLines:
    if sheet is not None:
        return lines_of(sheet)
    return SheetLines([score_text(standing.score) for standing in standings], ())


def _of_sheet(sheet: SheetState) -> dict[str, Any]:
    options = sheet.options
    return {
        "bgg_id": options.bgg_id,
        "winning": Winning(options.winning.value),
        "variant": options.variant,
        "expansions": options.expansions,
    }


def _minutes(ended: EndedMatch, sheet: SheetState | None) -> int | None:
    timed = round(ended.duration / _SECONDS) if ended.duration else 0
    return (sheet.options.minutes if sheet is not None else None) or timed or None


def _players(
    ended: EndedMatch, standings: Sequence[Standing], lines: SheetLines, sheet: SheetState | None, *, unfinished: bool
) -> tuple[SourcePlayer, ...]:
    persons = _persons(ended)
    ranked = not unfinished and (sheet is None or bool(sheet.closed and sheet.closed.ranks))
    options = sheet.options if sheet is not None else None
    start_seat = ended.match.game.starting_seat(ended.match.options)
    return tuple(
        SourcePlayer(
            id="" if person is None else str(person.id),
            name="" if person is None else str(person.name),
            anonymous=person is None,
            team=options.teams[seat] if options and options.teams else "",
            role=options.roles[seat] if options and options.roles else "",
            score=lines.scores[seat],
            won=bool(standings[seat].winner),
            rank=standings[seat].rank if ranked else None,
            new=bool(options and seat in options.new),
            start=seat == start_seat,
        )
        for seat, person in enumerate(persons)
    )


def distinct_names(play: Play) -> list[str]:
    """The names of the players for what knows people by their names: told apart, empty for who is anonymous."""
    names = disambiguated([ANONYMOUS_NAME if player.anonymous else player.name for player in play.players])
    return ["" if player.anonymous else name for player, name in zip(play.players, names, strict=True)]


def _persons(ended: EndedMatch) -> list[SeatedPerson | None]:
    """Who sits in each seat, once each; None for who is anonymous."""
    found: list[SeatedPerson | None] = []
    for player in ended.match.seats:
        person = ended.persons.get(player)
        found.append(None if person is None or person.name is None or person in found else person)
    return found
