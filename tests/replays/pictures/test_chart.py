"""The chart of standings by step."""

from collections.abc import Sequence
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.kernel.standing import Standing
from replays.pictures.chart import BOTTOM, COLUMNS, TOP, chart, curve, spread, thinned
from replays.pictures.numbers import ticks
from replays.pictures.text import clean
from tests.replays.pictures.seen import NAMES, SPACE, Picture, flaws

Scores = list[int | None]


def rows(*steps: Sequence[int | None]) -> list[tuple[int, tuple[Standing, ...]]]:
    return [
        (step, tuple(Standing(seat, score, (), None, None) for seat, score in enumerate(scores)))
        for step, scores in enumerate(steps)
    ]


def drawn(*steps: Sequence[int | None], names: tuple[str, ...] = NAMES, language: str = "en") -> Picture:
    of = names[: len(steps[0])] if steps else ()
    return Picture(chart("Klunker", rows(*steps), of, "it" if language == "it" else "en"))


def test_the_figures_are_told() -> None:
    told = drawn([1, 1], [5, 1], [3, 2]).description.splitlines()
    assert told == [
        "Ada: 1 at step 0, 5 at the most, at step 1, 3 at step 2.",
        "Bruno: 1 at step 0, 2 at the most, at step 2, 2 at step 2.",
    ]
    assert drawn([1, 1], [5, 1], language="it").description.startswith("Ada: 1 al passo 0, al massimo 5")


def test_each_line_ends_with_its_name_and_score() -> None:
    picture = drawn([0, 0, 0], [7, -3, 12])
    assert {"Ada", "Bruno", "Chiara", "7", "−3", "12"} <= set(picture.words)


def test_lines_differ_without_their_colours() -> None:
    picture = drawn(*([seat * step for seat in range(5)] for step in range(30)))
    dashes = {line.get("stroke-dasharray") for line in picture.elements("polyline") if line.get("stroke-width") == "2"}
    assert len(dashes) == 5


def test_there_is_a_gap_where_a_score_is_secret() -> None:
    steps: list[Scores] = [[0, 0], [1, None], [2, None], [3, 4], [4, 5]]
    assert curve(1, rows(*steps)).pieces == (((0, 0),), ((3, 4), (4, 5)))
    assert "No line: the score is secret there." in drawn(*steps).words
    assert "No line: the score is secret there." not in drawn([0, 0], [1, 1]).words


def test_who_keeps_the_score_secret_to_the_end_is_told() -> None:
    picture = drawn([0, None], [3, None])
    assert "secret" in picture.words
    assert "Bruno: secret." in picture.description
    assert list(flaws(picture)) == []


def test_nothing_can_be_told_of_nobody_and_of_no_step() -> None:
    assert list(flaws(drawn([0], [0]))) == []
    assert list(flaws(drawn([None, None]))) == []
    assert list(flaws(Picture(chart("Klunker", rows([5, 5]), NAMES[:2], "it")))) == []


@pytest.mark.parametrize("seats", [2, 4, 8])
@pytest.mark.parametrize("steps", [1, 2, 60, 900])
def test_a_chart_has_no_flaw(seats: int, steps: int) -> None:
    random = Random(f"{seats} {steps}")
    scores = [0] * seats
    told: list[Scores] = []
    for _ in range(steps):
        scores = [score + random.choice([0, 0, 1, 5, -2]) for score in scores]
        told.append([None if random.random() < 0.1 else score for score in scores])
    names = ("W" * 120, "<script>", "مرحبا", "👨‍👩‍👧‍👦" * 9, *NAMES)[:seats]
    assert list(flaws(Picture(chart("Klunker", rows(*told), names, "en")))) == []


LONG = ("W" * 80, "名" * 80, "👨‍👩‍👧‍👦" * 20, "مرحبا " * 13)


@pytest.mark.parametrize("name", LONG, ids=["latin", "wide", "joined", "rtl"])
def test_a_long_name_is_shortened_and_stands_in_its_title(name: str) -> None:
    picture = drawn([0, 0], [-10, 1234], names=(name, "Bo"))
    assert list(flaws(picture)) == []
    titles = {group.findtext(f"{SPACE}title") for group in picture.elements("g")}
    assert clean(name) in titles
    assert "Bo" not in titles


def test_names_get_the_room_that_they_need() -> None:
    name = "Wolfgang Amadeus"
    assert name in drawn([0, 0], [1, 2], names=(name, "Bo")).words


@given(st.integers(-3000, 3000), st.integers(0, 5000))
def test_ticks_are_few_round_and_reach_both_ends(low: int, span: int) -> None:
    found = ticks(low, low + span)
    assert found[0] <= low
    assert found[-1] >= low + span
    assert 2 <= len(found) <= 7
    step = found[1] - found[0]
    assert str(step).strip("0") in {"1", "2", "5"}
    assert all(tick % step == 0 for tick in found)


@pytest.mark.slow
@settings(max_examples=15)
@given(st.lists(st.integers(-50, 50), min_size=2 * COLUMNS + 2, max_size=2000))
def test_thinning_keeps_the_ends_and_the_extremes_of_every_column(scores: list[int]) -> None:
    piece = list(enumerate(scores))
    last = len(piece) - 1
    kept = list(thinned(piece, last))
    assert kept == sorted(set(kept))
    assert set(kept) <= set(piece)
    assert len(kept) <= 4 * (COLUMNS + 1)
    for column in range(COLUMNS + 1):
        here = [score for step, score in piece if step * COLUMNS // last == column]
        there = [score for step, score in kept if step * COLUMNS // last == column]
        if here:
            ends = (here[0], here[-1], min(here), max(here))
            assert ends == (there[0], there[-1], min(there), max(there))


def test_a_short_match_is_not_thinned() -> None:
    piece = [(step, step % 7) for step in range(2 * COLUMNS + 1)]
    assert list(thinned(piece, 2 * COLUMNS)) == piece


@given(st.lists(st.floats(TOP, BOTTOM), max_size=8).map(sorted))
def test_labels_are_kept_apart_in_their_order(places: list[float]) -> None:
    moved = spread(places, 15, TOP, BOTTOM)
    assert all(b - a >= 15 - 1e-6 for a, b in pairwise(moved))
    assert all(TOP - 1e-6 <= place <= BOTTOM + 1e-6 for place in moved)
    if all(b - a >= 15 for a, b in pairwise(places)):
        assert moved == places


def test_the_same_rows_give_the_same_bytes() -> None:
    told = rows([0, 0], [1, 2])
    assert chart("Klunker", told, NAMES[:2], "en") == chart("Klunker", told, NAMES[:2], "en")
