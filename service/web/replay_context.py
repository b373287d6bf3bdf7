"""A replay as its page shows it: the moves in their phases, the seats, and whose eyes may be chosen."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from uuid import UUID

from msgspec import Struct

from domain.kernel.standing import Standing
from domain.kernel.viewer import RECORDER, Viewer
from domain.match.match import Match
from replays.frames import ChapterTitle, Narrator, chapter_title, played_view
from replays.stepper import Position
from service.auth.access import Principal, sight, viewer_name
from service.auth.errors import Forbidden
from service.web.notes import StepNotes, VariationView


class StepSummary(Struct, frozen=True):
    """A step in words, and how the seats stood after it; at step 0 there is no sentence."""

    step: int
    chapter: ChapterTitle
    sentence: str | None
    standings: tuple[Standing, ...]


class MoveLine(Struct, frozen=True):
    """A step in the list of moves, with what people wrote to it."""

    step: int
    sentence: str | None
    notes: StepNotes
    variations: Sequence[VariationView]


class PartLines(Struct, frozen=True):
    """The steps of one phase of one round."""

    chapter: ChapterTitle
    first: int
    moves: tuple[MoveLine, ...]


class SeatLine(Struct, frozen=True):
    """A seat at the step that is shown."""

    seat: int
    player: UUID
    name: str
    score: int | None
    rank: int | None
    winner: bool


class ViewerChoice(Struct, frozen=True):
    """Eyes that may be chosen: the name in addresses, and that of a seat's player."""

    value: str
    player: str | None


def summarize(walk: Iterable[tuple[Position, Viewer]], viewer: Viewer, narrator: Narrator) -> Iterator[StepSummary]:
    """Each step of a walk, with the eyes through which it is seen; the standings are as `viewer` knows them."""
    for position, perspective in walk:
        played = position.played
        yield StepSummary(
            position.step,
            chapter_title(position, narrator.language),
            None
            if played is None
            else played_view(position.match, played, perspective, narrator.names, narrator.language).sentence,
            position.standings(viewer),
        )


def part_lines(
    summaries: Iterable[StepSummary],
    notes: Mapping[int | None, StepNotes],
    variations: Mapping[int, Sequence[VariationView]],
) -> list[PartLines]:
    """The steps by round and phase."""
    parts = []
    for chapter, steps in groupby(summaries, key=lambda one: one.chapter):
        moves = tuple(
            MoveLine(one.step, one.sentence, notes.get(one.step, StepNotes()), variations.get(one.step, ()))
            for one in steps
        )
        parts.append(PartLines(chapter, moves[0].step, moves))
    return parts


def seat_lines(match: Match, names: Sequence[str], standings: Iterable[Standing]) -> list[SeatLine]:
    """The seats of `match`, with how they stand."""
    return [
        SeatLine(one.seat, match.seats[one.seat], names[one.seat], one.score, one.rank, bool(one.winner))
        for one in standings
    ]


def viewer_choices(principal: Principal, match: Match, names: Sequence[str]) -> list[ViewerChoice]:
    """The eyes that `principal` may take; where all is open, the public's are those of the recorder."""
    named: dict[str, str | None] = {"recorder": None, "public": None}
    named |= {f"seat:{seat}": name for seat, name in enumerate(names)}
    return [
        ViewerChoice(value, player)
        for value, player in named.items()
        if _may_take(principal, match, value) and not (value == "public" and sight(principal, match, value) is RECORDER)
    ]


def chosen(viewer: Viewer, asked: str | None) -> str:
    """The choice that a page shows through `viewer`, which came of what was `asked`."""
    if asked is not None and asked.startswith("seat:"):
        return asked
    return viewer_name(viewer)


def _may_take(principal: Principal, match: Match, value: str) -> bool:
    try:
        sight(principal, match, value)
    except Forbidden:
        return False
    return True
