"""Charts: what is drawn of numbers, and how values are put into classes."""

from datetime import date
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest

from domain.kernel.languages import Language
from domain.kernel.titles import game_title
from domain.registry import GAMES
from replays.pictures.text import width
from service.web.plots import HEIGHT, WIDTH, Column, Point, bars, columns, histogram, line
from service.web.words import WORDS, month_of
from tests.replays.pictures.seen import Box
from tests.replays.pictures.test_pictures import LANGUAGES

NASTY = '<script>"&'


def drawn(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def text_boxes(picture: ET.Element) -> list[Box]:
    """Where each line of text is."""
    boxes = []
    for text in picture.iter("text"):
        y = float(text.get("y") or 0)
        for words, down in [(text.text, 0.0), *((one.text, float(one.get("dy") or 0)) for one in text.iter("tspan"))]:
            y += down
            broad = width(words or "", 12)
            left = float(text.get("x") or 0) - {"middle": broad / 2, "end": broad}.get(text.get("text-anchor", ""), 0)
            boxes.append(Box(left, y - 9.1, left + broad, y + 2.9, words or ""))
    return boxes


def apart_and_inside(picture: ET.Element) -> None:
    """No two lines of text overlap, and none leaves the picture."""
    left, top, wide, high = map(float, (picture.get("viewBox") or "").split())
    boxes = text_boxes(picture)
    for one, other in combinations(boxes, 2):
        assert not one.overlaps(other, 0), (one, other)
    for one in boxes:
        assert left <= one.left, one
        assert top <= one.top, one
        assert one.right <= left + wide, one
        assert one.bottom <= top + high, one


def test_columns_stand_for_values_and_their_parts() -> None:
    picture = drawn(columns([Column("0", 4, "four", 1), Column("1", 2, "two"), Column(NASTY, 0, "none")], NASTY, NASTY))
    assert picture.get("aria-label") == NASTY
    heights = [float(rect.get("height") or 0) for rect in picture.iter("rect") if rect.get("class") == "all"]
    assert heights[0] == pytest.approx(2 * heights[1], abs=0.2)
    assert heights[2] == 0
    parts = [float(rect.get("height") or 0) for rect in picture.iter("rect") if rect.get("class") == "part"]
    assert parts == [pytest.approx(heights[0] / 4, abs=0.2)]
    assert [title.text for title in picture.iter("title")] == ["four", "two", "none"]


@pytest.mark.parametrize(("number", "broad"), [(1, 64), (2, 64), (7, 36.6), (60, 4.3)])
def test_columns_are_no_broader_than_needed_and_fill_the_picture_otherwise(number: int, broad: float) -> None:
    picture = drawn(columns([Column(str(place), 1, "x") for place in range(number)], "few or many", "matches"))
    widths = [float(rect.get("width") or 0) for rect in picture.iter("rect")]
    assert widths == [pytest.approx(broad - 1, abs=0.1)] * number
    left, right = (float(picture.find("line").get(end)) for end in ("x1", "x2"))  # type: ignore[union-attr, arg-type]
    middles = [float(rect.get("x") or 0) + float(rect.get("width") or 0) / 2 for rect in picture.iter("rect")]
    assert middles[0] + middles[-1] == pytest.approx(left + right, abs=0.2)  # in the middle


@pytest.mark.parametrize("number", [1, 2, 3, 7, 60, 400])
def test_labels_do_not_touch(number: int) -> None:
    picture = drawn(columns([Column(f"{place}0–{place}9", place, "x") for place in range(number)], "many", "matches"))
    labels = [text for text in picture.iter("text") if text.get("text-anchor") == "middle"]
    ends = 0.0
    for label in labels:
        half = len(label.text or "") * 7.2 / 2
        x = float(label.get("x") or 0)
        assert x - half >= ends
        ends = x + half


def test_the_first_and_the_last_column_are_named_and_those_of_few_that_are_there() -> None:
    def named(values: dict[str, int]) -> list[str | None]:
        picture = drawn(columns([Column(label, number, "x") for label, number in values.items()], "by year", "matches"))
        return [text.text for text in picture.iter("text") if text.get("text-anchor") == "middle"]

    assert named({str(year): int(year in {2020, 2026}) for year in range(2020, 2027)}) == [
        "2020",
        "2022",
        "2024",
        "2026",
    ]
    assert "2007" in named({str(year): int(year == 2007) for year in range(2000, 2027)})


def test_no_label_leaves_the_picture() -> None:
    picture = drawn(
        columns([Column(f"{place}–{place + 4}", 1, "x") for place in range(140, 270, 5)], "Length in steps", "matches")
    )
    labels = [text for text in picture.iter("text") if text.get("text-anchor") == "middle"]
    assert [label.text for label in labels] == ["140–144", "170–174", "200–204", "230–234", "265–269"]
    assert all(float(one.get("x") or 0) + width(one.text or "", 12) / 2 <= WIDTH for one in labels)


def test_bars_have_names_and_numbers_inside_the_picture() -> None:
    picture = drawn(
        bars([Column("Halunken und Spelunken for ever and ever", 12, "12 (3)"), Column("B", 0, "0")], "Games")
    )
    for rect in picture.iter("rect"):
        assert float(rect.get("x") or 0) + float(rect.get("width") or 0) <= WIDTH
    assert [text.text for text in picture.iter("text")][1::2] == ["12 (3)", "0"]


@pytest.mark.parametrize(
    "name",
    ["W" * 80, "名" * 80, "👨‍👩‍👧‍👦" * 20, "Wolfgang Amadeus Theophilus & <friends> " + "and theirs " * 5],
    ids=["latin", "wide", "joined", "marked up"],
)
def test_a_long_name_beside_a_bar_is_shortened_and_stands_in_its_title(name: str) -> None:
    picture = drawn(bars([Column(name, 12, "12 (3)"), Column("B", 0, "0")], "Games"))
    long, short = picture.iter("g")
    bar = next(long.iter("rect"))
    shown = [*next(long.iter("text")).itertext()]
    assert shown[-1].endswith("…")
    assert all(2 + width(each, 12) <= float(bar.get("x") or 0) for each in shown)
    assert long.findtext("title") == name
    assert short.find("title") is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_of_several_lines_beside_a_bar_is_whole_and_stays_clear_of_the_next(language: Language) -> None:
    name = WORDS[language]("untitled_of", game=game_title(GAMES["halunken"], language))
    assert width(name, 12) > 160
    picture = drawn(bars([Column(name, 1, "1"), Column(name, 2, "2"), Column("Go", 1, "1")], "Games"))
    groups = [*picture.iter("g")]
    assert [" ".join(next(each.iter("text")).itertext()) for each in groups] == [name, name, "Go"]
    assert [each.find("title") for each in groups] == [None] * 3
    apart_and_inside(picture)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("count", [1, 2, 10, 25, 1000])
@pytest.mark.parametrize("unit", ["how_often", "matches"])
def test_what_columns_count_stands_clear_of_the_scale(language: Language, count: int, unit: str) -> None:
    values = [Column(str(place), count - place % 2, "x") for place in range(11)]
    picture = drawn(columns(values, "columns", WORDS[language][unit]))
    assert WORDS[language][unit] in [text.text for text in picture.iter("text")]
    apart_and_inside(picture)


def test_every_column_is_named_where_all_names_have_room() -> None:
    values = [Column(str(place), place not in {5, 9}, "x") for place in range(11)]
    labels = drawn(columns(values, "scores", "matches")).iter("text")
    assert [one.text for one in labels if one.get("text-anchor") == "middle"] == [str(place) for place in range(11)]


@pytest.mark.parametrize("days", [(1,), (1, 1, 1), (1, 2, 9, 28)])
def test_a_line_stays_in_its_frame(days: tuple[int, ...]) -> None:
    points = [Point(date(2026, 3, day), 25 - place, f"{day}", 8.0 - place) for place, day in enumerate(days)]
    picture = drawn(line(points, "Rating", ("1 March", "28 March")))
    (path,) = picture.iter("polyline")
    places = [tuple(map(float, pair.split(","))) for pair in (path.get("points") or "").split()]
    assert len(places) == len(days)
    assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in places)
    assert [x for x, _ in places] == sorted(x for x, _ in places)
    (band,) = picture.iter("polygon")
    assert len((band.get("points") or "").split()) == 2 * max(2, len(days))


def test_the_band_of_a_single_point_is_broad_enough_to_be_seen() -> None:
    picture = drawn(line([Point(date(2026, 3, 1), 25, "25", 8)], "Rating", ("1 March", "1 March")))
    (band,), (dot,) = picture.iter("polygon"), picture.iter("circle")
    corners = [tuple(map(float, pair.split(","))) for pair in (band.get("points") or "").split()]
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    high, low = min(y for _, y in corners), max(y for _, y in corners)
    assert right - left > 20
    assert left < float(dot.get("cx") or 0) < right
    assert high < float(dot.get("cy") or 0) < low
    (day,) = [text for text in picture.iter("text") if text.text == "1 March"]
    assert day.get("x") == dot.get("cx")


def test_a_long_line_is_thinned_to_its_ends() -> None:
    points = [Point(date.fromordinal(737_000 + day), day % 7, "x") for day in range(5_000)]
    (path,) = drawn(line(points, "long", ("a", "b"))).iter("polyline")
    places = (path.get("points") or "").split()
    assert len(places) <= 301
    assert places[0].startswith("36.0,")
    assert places[-1].startswith("292.0,")


def test_nothing_is_drawn_of_nothing() -> None:
    for svg in (columns([], "none", "matches"), bars([], "none"), line([], "none", ())):
        drawn(svg)
    assert histogram([]) == []


def test_values_are_put_into_equal_classes() -> None:
    counts = [(-3, 1, 0), (0, 2, 1), (59, 4, 4)]
    classes = histogram(counts, most=10)
    assert classes[0][:2] == (-10, -1)
    assert [number for _, _, number, _ in classes] == [1, 2, 0, 0, 0, 0, 4]
    assert sum(special for *_, special in classes) == 5
    assert len(histogram([(value, 1, 0) for value in range(100_000)])) <= 30


def test_a_line_of_one_day_is_labelled_once() -> None:
    points = [Point(date(2026, 11, 29), value, "x") for value in (1.0, 2.0)]
    assert line(points, "one", ("29 November", "29 November")).count("29 November") == 1
    assert line(points, "two", ("29 November", "30 November")).count("November") == 2


def test_a_month_is_written_as_in_the_language() -> None:
    assert [month_of("2026-11", language) for language in ("en", "de", "it")] == ["Nov 2026", "Nov. 2026", "nov 2026"]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_some_column_is_labelled_however_few_there_are(number: int) -> None:
    labels = [
        one.text for one in drawn(columns([Column("Nov 2026", 6, "six")] * number, "months", "matches")).iter("text")
    ]
    assert "Nov 2026" in labels
