"""The charts of statistics: how scores, lengths, dates and starting seats are spread."""

from collections.abc import Iterator, Mapping, Sequence
from math import floor
from typing import Final
from uuid import UUID

from domain.kernel.game import AnyGame
from domain.kernel.languages import Language
from domain.kernel.words import Words
from service.api.schemas.result_counts import TraitResults
from service.api.schemas.statistics import GameStatistics
from service.queries.statistics.distributions import Distributions, MonthCount, ValueCount
from service.web.plots import Chart, Column, bars, columns, histogram
from service.web.words import WORDS, decimal, month_of, percent

_MOST_MONTHS: Final = 36
_MOST_BARS: Final = 20


def spread_charts(
    spread: Distributions, language: Language, *, of_person: bool, subjects: Mapping[UUID, str] | None = None
) -> list[Chart]:
    """The charts of some matches: scores where all are of one subject, else how many are of which of `subjects`."""
    if not spread.matches:
        return []
    w = WORDS[language]
    charts = []
    if subjects is not None:
        charts.append(_subjects(spread, w, subjects, of_person=of_person))
    elif spread.scores:
        charts.append(_scores(spread, w, of_person=of_person))
    charts.append(_over_time(spread.months, language, of_person=of_person))
    if spread.minutes:
        charts.append(_lengths(spread.minutes, w["chart_minutes"], w["minutes"], w))
    if subjects is None:
        charts.append(_lengths(spread.steps, w["chart_steps"], w["steps"], w))
    return charts


def turn_chart(game: AnyGame, figures: GameStatistics, w: Words, language: Language) -> Chart | None:
    """Who wins from which place after the starting seat, or in which seat, where a game has names for its seats.

    None where nobody starts, or nothing was played.
    """
    named = game.texts[language].get("seat_0") is not None
    turns = (
        [(seat_name(game, one.seat, language), one) for one in figures.by_seat]
        if named
        else [
            (w["turn_first"] if one.turn == 0 else f"{w['turn_place']} {one.turn + 1}", one) for one in figures.by_turn
        ]
    )
    shown = [(name, one) for name, one in turns if one.win_share is not None]
    if not shown:
        return None
    values = [
        Column(
            name,
            one.win_share or 0,
            w("share_of", share=percent(one.win_share, language), won=one.wins.count, n=one.matches.count),
        )
        for name, one in shown
    ]
    return Chart(
        title=w["chart_turns"],
        svg=bars(values, w["chart_turns"]),
        heads=(w["starting_place"], w["matches"], w["wins"], w["win_share"]),
        rows=[
            (name, str(one.matches.count), str(one.wins.count), percent(one.win_share, language)) for name, one in shown
        ],
    )


def seat_name(game: AnyGame, seat: int, language: Language) -> str:
    """What a seat is called: by the game's own word, where it has one, else by its number."""
    return game.texts[language].get(f"seat_{seat}") or f"{WORDS[language]['turn_place']} {seat + 1}"


def trait_chart(
    title: str, found: Sequence[tuple[str, TraitResults]], seats: Sequence[str], w: Words, language: Language
) -> Chart | None:
    """How often what came about in play, with its name, and which of the `seats`, by their names, won then.

    None where nothing came about.
    """
    if not found:
        return None

    def cells(name: str, one: TraitResults) -> list[str]:
        wins = {result.seat: result.wins.count for result in one.by_seat}
        won = [str(wins.get(seat, 0)) for seat in range(len(seats))]
        return [name, str(one.matches.count), *won, str(one.draws.count), decimal(one.mean_steps, language)]

    return Chart(
        title=title,
        svg=bars([Column(name, one.matches.count, str(one.matches.count)) for name, one in found[:_MOST_BARS]], title),
        heads=(title, w["matches"], *(w("wins_of", name=name) for name in seats), w["draws"], w["mean_steps"]),
        rows=[cells(name, one) for name, one in found],
    )


def _subjects(spread: Distributions, w: Words, names: Mapping[UUID, str], *, of_person: bool) -> Chart:
    """Matches by subject, what is played most first: bars for some, and the table of all."""
    counted = sorted(
        ((names[one.subject], one) for one in spread.subjects), key=lambda named: (-named[1].matches, named[0])
    )
    values = [
        Column(name, one.matches, f"{one.matches}" + (f" ({one.won})" if of_person else ""))
        for name, one in counted[:_MOST_BARS]
    ]
    heads = (w["filter_game"], w["matches"], *([w["wins"]] if of_person else []))
    rows = [(name, str(one.matches), *([str(one.won)] if of_person else [])) for name, one in counted]
    return Chart(
        w["chart_games"], bars(values, w["chart_games"]), heads, rows, w["note_games_won"] if of_person else ""
    )


def _scores(spread: Distributions, w: Words, *, of_person: bool) -> Chart:
    title = w["chart_own_scores"] if of_person else w["chart_scores"]
    classes = histogram([(floor(one.score), one.seats, one.won) for one in spread.scores])
    labels = [_class_label(low, high) for low, high, _, _ in classes]
    values = [
        Column(label, number, w("column_scores", range=label, n=number, won=won), won)
        for label, (_, _, number, won) in zip(labels, classes, strict=True)
    ]
    rows = [(label, str(number), str(won)) for label, (_, _, number, won) in zip(labels, classes, strict=True)]
    return Chart(
        title, columns(values, title, w["how_often"]), (w["score"], w["how_often"], w["wins"]), rows, w["note_won"]
    )


def _lengths(counts: Sequence[ValueCount], title: str, unit: str, w: Words) -> Chart:
    classes = histogram([(one.value, one.matches, 0) for one in counts])
    labels = [_class_label(low, high) for low, high, _, _ in classes]
    values = [
        Column(label, number, f"{label}: {number}") for label, (_, _, number, _) in zip(labels, classes, strict=True)
    ]
    rows = [(label, str(number)) for label, (_, _, number, _) in zip(labels, classes, strict=True)]
    return Chart(title, columns(values, title, w["matches"]), (unit, w["matches"]), rows)


def _over_time(months: Sequence[MonthCount], language: Language, *, of_person: bool) -> Chart:
    """Matches by month; by year where there are too many months."""
    w, by_month = WORDS[language], list(_months(months))
    counted = [(month_of(name, language), number, won) for name, number, won in by_month]
    if len(by_month) > _MOST_MONTHS:
        counted = _by_year(months)
    values = [
        Column(
            name,
            number,
            w("column_own_matches", when=name, n=number, won=won) if of_person else f"{name}: {number}",
            won if of_person else 0,
        )
        for name, number, won in counted
    ]
    heads = (w["when"], w["matches"], *([w["wins"]] if of_person else []))
    rows = [(name, str(number), *([str(won)] if of_person else [])) for name, number, won in counted]
    note = w["note_matches_won"] if of_person else ""
    return Chart(w["chart_time"], columns(values, w["chart_time"], w["matches"]), heads, rows, note)


def _months(months: Sequence[MonthCount]) -> Iterator[tuple[str, int, int]]:
    """All months from the first to the last, those without a match, too."""
    known = {one.month: one for one in months}
    first, last = (_month_number(months[place].month) for place in (0, -1))
    for number in range(first, last + 1):
        name = f"{number // 12:04}-{number % 12 + 1:02}"
        one = known.get(name)
        yield (name, one.matches, one.won) if one else (name, 0, 0)


def _by_year(months: Sequence[MonthCount]) -> list[tuple[str, int, int]]:
    years = range(int(months[0].month[:4]), int(months[-1].month[:4]) + 1)
    return [
        (
            str(year),
            sum(one.matches for one in months if int(one.month[:4]) == year),
            sum(one.won for one in months if int(one.month[:4]) == year),
        )
        for year in years
    ]


def _month_number(month: str) -> int:
    year, number = month.split("-")
    return int(year) * 12 + int(number) - 1


def _class_label(low: int, high: int) -> str:
    label = str(low) if low == high else f"{low}–{high}"
    return label.replace("-", "\N{MINUS SIGN}")
