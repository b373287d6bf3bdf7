"""A play as a match of the game ``sheet``: its options, and the actions that fill and close the sheet."""

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from typing import Any, Final

import msgspec
from msgspec import Struct

from domain.games.sheet.reading import amount_of
from domain.kernel.game import AnyGame, Options
from domain.pointers import located
from domain.registry import game_of
from service.commands.imports.reasons import SHEET, InvalidPlay, reason_of_text
from service.readers.play import Play, SourceRow, Winning
from service.readers.reason import Reason
from service.validation.text import InvalidText, clean

_POINTS: Final = "points"

_TOO_MUCH: Final = {
    "/rows": "too_many_rows",
    "/expansions": "too_many_expansions",
    "/minutes": "too_many_minutes",
    "/value": "score_too_long",
}
"""What may be more than fits on a sheet, by its place in options and actions."""


class SheetContent(Struct, frozen=True):
    """What a match is opened with, and what is played in it."""

    game: AnyGame
    options: Options
    actions: tuple[Any, ...]


class _FilledRow(Struct, frozen=True):
    """A row of the sheet: its options, and what is written in it, by seat."""

    options: dict[str, Any]
    cells: Sequence[str]


def sheet_of(play: Play) -> SheetContent:
    """The sheet that says what `play` says.

    Raises:
        InvalidPlay: something in it doesn't fit on a sheet.
    """
    game = game_of(SHEET)
    rows = _rows(play)
    try:
        options = msgspec.convert(_options(play, rows), game.options_type)
        actions = [msgspec.convert(action, game.action_type) for action in _actions(play, rows)]
    except msgspec.ValidationError as error:
        raise InvalidPlay(_reason_of(*located(str(error)))) from None
    return SheetContent(game, options, tuple(actions))


def _reason_of(message: str, place: str) -> Reason:
    most = re.search(r"<= (\d+)$", message)
    if most and place in _TOO_MUCH:
        return Reason.of(_TOO_MUCH[place], most=int(most[1]))
    return Reason.of("does_not_fit", place=place, message=message[:200])


def _options(play: Play, rows: Iterable[_FilledRow]) -> dict[str, Any]:
    optional = {
        "bgg_id": play.bgg_id,
        "minutes": play.minutes,
        "start_seat": next((seat for seat, player in enumerate(play.players) if player.start), None),
        "teams": _unless_blank([_line(player.team) for player in play.players]),
        "roles": _unless_blank([_line(player.role) for player in play.players]),
    }
    return {
        "title": _line(play.title, "title", required=True),
        "winning": str(_winning(play)),
        "rows": [row.options for row in rows],
        "new": [seat for seat, player in enumerate(play.players) if player.new],
        "variant": _line(play.variant),
        "expansions": [_line(name) for name in play.expansions],
        **{name: value for name, value in optional.items() if value is not None},
    }


def _line(text: str, what: str = "line", *, required: bool = False) -> str:
    try:
        return clean(text, 100, required=required)
    except InvalidText as error:
        raise InvalidPlay(reason_of_text(error, what, text)) from None


def _unless_blank(texts: list[str]) -> list[str] | None:
    return texts if any(texts) else None


def _winning(play: Play) -> Winning:
    """Who wins; where nobody is named and nothing was broken off, the table says that nobody has won."""
    nobody = not any(player.won for player in play.players)
    if nobody and not play.unfinished and play.winning is not Winning.COOPERATIVE:
        return Winning.NAMED
    return play.winning


# --- rows ---


def _rows(play: Play) -> list[_FilledRow]:
    """The rows of the play's sheet if their sums are the scores, else one of scores, above those that don't count."""
    scores = _scores(play)
    points = _FilledRow({"key": _POINTS, "label": ""}, scores)
    if not play.rows:
        return [points]
    for counting in (play.rows, [row for row in play.rows if not row.extra]):
        if _sums(play, counting) == [_amount(score) for score in scores]:
            return [_row(number, row, counts=row in counting) for number, row in enumerate(play.rows, start=1)]
    return [points, *(_row(number, row, counts=False) for number, row in enumerate(play.rows, start=1))]


def _row(number: int, row: SourceRow, *, counts: bool) -> _FilledRow:
    return _FilledRow(
        {"key": f"row_{number}", "label": _line(row.label), "minus": row.minus, "counts": counts}, row.cells
    )


def _scores(play: Play) -> list[str]:
    """What is written for each seat; where a team has one score, for the first of its members."""
    scores = [player.score for player in play.players]
    for team in {player.team for player in play.players} - {""}:
        mates = [seat for seat, player in enumerate(play.players) if player.team == team]
        if len({scores[mate] for mate in mates}) == 1:
            for mate in mates[1:]:
                scores[mate] = ""
    return scores


def _amount(written: str) -> Decimal | None:
    return amount_of(written) if written else None


def _sums(play: Play, rows: Iterable[SourceRow]) -> list[Decimal | None]:
    """The sum of each seat; None where nothing is written, or something isn't a number."""
    return [_sum((row.cells[seat], row.minus) for row in rows) for seat in range(len(play.players))]


def _sum(cells: Iterable[tuple[str, bool]]) -> Decimal | None:
    amounts = [(_amount(written), minus) for written, minus in cells if written]
    if not amounts or any(amount is None for amount, _ in amounts):
        return None
    return sum((-amount if minus else amount for amount, minus in amounts if amount is not None), Decimal(0))


# --- actions ---


def _actions(play: Play, rows: Iterable[_FilledRow]) -> Iterator[dict[str, Any]]:
    for row in rows:
        for seat, written in enumerate(row.cells):
            if written:
                yield {"type": "score", "seat": seat, "row": row.options["key"], "value": written}
    yield {"type": "end", **_ending(play)}


def _ending(play: Play) -> dict[str, Any]:
    """How the table says that it ended."""
    winners = [seat for seat, player in enumerate(play.players) if player.won]
    if play.unfinished:
        return {"unfinished": True}
    if not winners:
        return {"lost": True} if play.winning is Winning.COOPERATIVE else {}
    if play.winning is Winning.COOPERATIVE:
        return {"winners": winners}
    ranks = [player.rank for player in play.players]
    if _complete(ranks, winners):
        return {"ranks": ranks}
    scores = [_amount(player.score) for player in play.players]
    if play.winning is Winning.NAMED or len({scores[seat] for seat in winners}) == 1:
        return {"winners": winners}
    return {"ranks": _ranks(play, scores)}


def _complete(ranks: Sequence[int | None], winners: Sequence[int]) -> bool:
    """Whether there is a possible place for each seat, and those who have won are the first."""
    return all(rank is not None and rank <= len(ranks) for rank in ranks) and winners == [
        seat for seat, rank in enumerate(ranks) if rank == 1
    ]


def _ranks(play: Play, scores: Sequence[Decimal | None]) -> list[int]:
    """The places where those who have won, first of all, have different scores; the others follow by theirs."""
    sign = -1 if play.winning is Winning.LOWEST else 1
    keys = [
        (player.won, score is not None and not player.won, 0 if score is None or player.won else sign * score)
        for player, score in zip(play.players, scores, strict=True)
    ]
    return [1 + sum(other > key for other in keys) for key in keys]


def unreadable_scores(play: Play) -> int:
    """How many scores of a play aren't numbers."""
    return sum(bool(player.score) and amount_of(player.score) is None for player in play.players)
