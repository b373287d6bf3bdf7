"""A replay as its page shows it: the moves in their phases, the seats, and whose eyes may be chosen."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from msgspec import Struct

from domain.kernel.base import PerfectInformationGame
from domain.kernel.languages import Language
from domain.kernel.standing import Standing
from domain.kernel.viewer import RECORDER, Viewer
from domain.match.match import Match
from domain.match.thinking import ThoughtAction, thinking_times
from replays.clock import clock
from replays.frames import ChapterTitle, Narrator, chapter_title, played_view
from replays.pictures.games import is_two_sided
from replays.stepper import Position
from service.auth.access import Principal, sight, viewer_name
from service.auth.errors import Forbidden
from service.web.notes import StepNotes, VariationView
from service.web.words import points_or_dash


class StepSummary(Struct, frozen=True):
    """A step in words, and how the seats stood after it; at step 0 there is no sentence."""

    step: int
    chapter: ChapterTitle
    sentence: str | None
    standings: tuple[Standing, ...]
    irregular: bool = False


class MoveLine(Struct, frozen=True):
    """A step in the list of moves, with how long it took, if that was told, and what people wrote to it."""

    step: int
    sentence: str | None
    time: str | None
    notes: StepNotes
    variations: Sequence[VariationView]
    irregular: bool = False


class PartLines(Struct, frozen=True):
    """The steps of one phase of one round."""

    chapter: ChapterTitle
    first: int
    moves: tuple[MoveLine, ...]


class RoundLink(Struct, frozen=True):
    """A round, and the first step that was made in it."""

    number: int
    first: int


class ScoreRow(Struct, frozen=True):
    """The scores at the end of a phase; None where they may not be known."""

    step: int
    chapter: ChapterTitle
    scores: tuple[str | None, ...]


class ChartView(Struct, frozen=True):
    """The chart of the scores, where its steps begin and end in it, and the same as a table."""

    picture: str
    left: float
    right: float
    width: float
    rows: Sequence[ScoreRow]


class ViewerChoice(Struct, frozen=True):
    """Eyes that may be chosen: the name in addresses, and that of a seat's player."""

    value: str
    player: str | None


def summarize(walk: Iterable[tuple[Position, Viewer]], viewer: Viewer, narrator: Narrator) -> Iterator[StepSummary]:
    """Each step of a walk, with the eyes through which it is seen; the standings are as `viewer` knows them."""
    for position, perspective in walk:
        played = position.played
        shown = None
        if played is not None:
            shown = played_view(position.match, played, perspective, narrator.names, narrator.language)
        yield StepSummary(
            position.step,
            chapter_title(position, narrator.language),
            None if shown is None else shown.sentence,
            position.standings(viewer),
            irregular=shown is not None and shown.irregular,
        )


def part_lines(
    summaries: Iterable[StepSummary],
    notes: Mapping[int | None, StepNotes],
    variations: Mapping[int, Sequence[VariationView]],
    seconds: Mapping[int, float],
) -> list[PartLines]:
    """The steps by round and phase; `seconds` are how long some of them took."""
    parts = []
    for chapter, steps in groupby(summaries, key=lambda one: one.chapter):
        moves = tuple(
            MoveLine(
                one.step,
                one.sentence,
                clock(seconds[one.step]) if one.step in seconds else None,
                notes.get(one.step, StepNotes()),
                variations.get(one.step, ()),
                irregular=one.irregular,
            )
            for one in steps
        )
        parts.append(PartLines(chapter, moves[0].step, moves))
    return parts


class ThinkingLine(Struct, frozen=True):
    """How long a seat took: in all, for one action, and at most, with the step of that."""

    name: str
    total: str
    mean: str
    longest: str
    step: int


def thinking_lines(thoughts: Sequence[ThoughtAction], names: Sequence[str]) -> list[ThinkingLine]:
    """A line for each seat of which it is known how long an action of it took."""
    return [
        ThinkingLine(names[one.seat], clock(one.total), clock(one.mean), clock(one.longest.seconds), one.longest.step)
        for one in thinking_times(thoughts, len(names))
        if one.mean is not None and one.longest is not None
    ]


def rounds_of(parts: Iterable[PartLines]) -> list[RoundLink]:
    """The rounds, which a page jumps to."""
    firsts: dict[int, int] = {}
    for part in parts:
        if part.chapter.round:
            firsts.setdefault(part.chapter.round, part.first)
    return [RoundLink(number, first) for number, first in firsts.items()]


def chart_view(
    title: str, summaries: Sequence[StepSummary], parts: Sequence[PartLines], step: int, language: Language
) -> ChartView | None:
    """The scores at each step, marked at `step`; the table has the last step of each phase.

    None where there is nothing to see: no step yet, or no two scores that differ among those that may be known.
    """
    from replays.pictures.sheet import WIDTH
    from replays.pictures.step_chart import LEFT, RIGHT, step_chart

    rows = [(one.step, one.standings) for one in summaries]
    if len({one.score for _, standings in rows for one in standings} - {None}) < 2:  # they differ
        return None
    lasts = (summaries[part.moves[-1].step] for part in parts)
    table = [ScoreRow(one.step, one.chapter, tuple(_shown(each, language) for each in one.standings)) for one in lasts]
    return ChartView(step_chart(title, rows, language, step), LEFT, RIGHT, WIDTH, table)


def _shown(standing: Standing, language: Language) -> str | None:
    """A score in the table; a dash where there are no points, None where they may not be known."""
    return None if standing.score is None and standing.rank is None else points_or_dash(standing.score, language)


def viewer_choices(principal: Principal, match: Match, names: Sequence[str]) -> list[ViewerChoice]:
    """The eyes that `principal` may take, if they see different things: none in a game without secrets.

    Where all is open, the public's are those of the recorder.
    """
    if isinstance(match.game, PerfectInformationGame):
        return []
    named: dict[str, str | None] = {"recorder": None, "public": None}
    named |= {f"seat:{seat}": name for seat, name in enumerate(names)}
    return [
        ViewerChoice(value, player)
        for value, player in named.items()
        if _may_take(principal, match, value) and not (value == "public" and sight(principal, match, value) is RECORDER)
    ]


def other_side(principal: Principal, match: Match, asked: str | None) -> str | None:
    """The eyes that see the board the other way round; None where it doesn't turn, or `principal` may not take them."""
    other = "seat:0" if asked == "seat:1" else "seat:1"
    return other if is_two_sided(match.game.meta.key) and _may_take(principal, match, other) else None


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
