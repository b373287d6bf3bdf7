"""Marks and glyphs in the pictures of every game: where they can be, how they are told; they cover no words."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import TypeVar, get_args
from xml.etree.ElementTree import Element

import pytest
from msgspec.structs import replace

from domain.annotations.content import Arrow, Colour, Glyphs, Highlight, Mark, Marks, Place
from domain.annotations.glyphs import GLYPHS
from domain.kernel.languages import Language
from domain.kernel.viewer import PUBLIC, RECORDER
from domain.registry import GAMES
from replays.pictures import general
from replays.pictures.games import drawer_of, picture
from replays.pictures.games.sheet.words import WORDS as SHEET_WORDS
from replays.pictures.marks import LABEL, PATTERNS, TONES
from replays.pictures.marks import label as drawn_label
from replays.pictures.notes import MOST
from replays.pictures.remarks import Remark
from replays.pictures.scene import Layout, Scene
from replays.pictures.sheet import HALF
from replays.pictures.text import clean
from tests.replays.pictures.seen import SPACE, Box, Picture, flaws, places_of, scene_after
from tests.replays.pictures.test_pictures import EVERY_GAME, EVERY_SETUP, HOSTILE, LANGUAGES, steps_of
from tests.tiers import thinned

T = TypeVar("T")

POLYLINE = f"{SPACE}polyline"
PAGE = (Path(__file__).parents[3] / "docs" / "annotations.md").read_text(encoding="utf-8")


def noted(scene: Scene, *contents: Glyphs | Marks, author: str = "Ada") -> Picture:
    return Picture(picture(replace(scene, remarks=tuple(Remark(author, content) for content in contents))))


def marked(scene: Scene, *marks: Mark, author: str = "Ada") -> Picture:
    return noted(scene, Marks(marks=marks), author=author)


def several(items: Sequence[T], number: int) -> Iterator[Sequence[T]]:
    """`items`, so many at a time."""
    return (items[start : start + number] for start in range(0, len(items), number))


@cache
def scenes(key: str, setup: str) -> tuple[Scene, ...]:
    return tuple(
        scene_after(step, GAMES[key], (PUBLIC, RECORDER, 0)[number % 3], LANGUAGES[number % 2])
        for number, step in enumerate(steps_of(key, setup, 29))
    )


@pytest.mark.slow
@EVERY_GAME
def test_the_documentation_tells_every_place(key: str) -> None:
    rows = dict(re.findall(r"^\| ([a-z ]+) \| ((?:`[^`]+` ?)+)\|$", PAGE, flags=re.MULTILINE))
    if drawer_of(key) is general.draw:
        pytest.skip("the places of a general drawing are the fields of the view")
    told = re.findall("`([^`]+)`", rows["every game"] + rows[key])
    patterns = {name: re.sub("[A-Z]{2,}", "[a-z0-9_-]+", name.replace(":N", r":\d+")) for name in told}
    found = {place for setup in support_setups(key) for scene in scenes(key, setup) for place in places_of(scene)}
    assert all(any(re.fullmatch(pattern, place) for pattern in patterns.values()) for place in found)
    assert all(any(re.fullmatch(pattern, place) for place in found) for pattern in patterns.values())
    form = re.compile(get_args(Place)[1].pattern)
    assert all(form.search(place) for place in found)


def support_setups(key: str) -> list[str]:
    return [each.values[1] for each in EVERY_SETUP.args[1] if each.values[0] == key]


@EVERY_GAME
def test_a_place_of_another_layout_is_one_of_the_portrait(key: str) -> None:
    """A mark that was put on one layout has its place on paper, too."""
    for scene in scenes(key, support_setups(key)[0])[:3]:
        every = set(places_of(scene))
        assert set(places_of(replace(scene, layout=Layout.LANDSCAPE))) == every
        compact = set(places_of(replace(scene, layout=Layout.COMPACT)))
        assert {f"seat:{seat}" for seat in range(len(scene.names))} <= compact <= every


@pytest.mark.slow
@EVERY_SETUP
def test_every_place_can_be_marked_in_every_colour(key: str, setup: str) -> None:
    """Nothing leaves the picture, and no label stands on words, in the same or in another mark."""
    for scene in scenes(key, setup)[1::4]:
        colours = list(Colour)
        for number, names in enumerate(several(list(places_of(scene)), 9)):
            marks = [Highlight(place=name, colour=colours[(number + at) % 4]) for at, name in enumerate(names)]
            drawn = marked(scene, *marks)
            assert [one for one in flaws(drawn) if "on each other" not in one] == []
            assert drawn.description.count("#") == len(marks)


@pytest.mark.slow
@EVERY_GAME
def test_a_place_that_is_marked_can_still_be_read(key: str) -> None:
    scene = scenes(key, support_setups(key)[0])[-1]
    for place in places_of(scene):
        assert list(flaws(marked(scene, Highlight(place=place)))) == [], place


@pytest.mark.parametrize("key", thinned(GAMES))
def test_labels_are_whole_where_the_picture_has_no_head(key: str) -> None:
    """The first block of the compact layout stands at the very top."""
    scene = replace(scenes(key, support_setups(key)[0])[-1], layout=Layout.COMPACT)
    for place in places_of(scene):
        for colour in Colour:
            drawn = marked(scene, Highlight(place=place, colour=colour))
            [label] = [text for text in drawn.texts if text.what == "#1"]
            assert (label.top + label.bottom) / 2 >= LABEL / 2, place


@EVERY_GAME
@pytest.mark.parametrize("language", LANGUAGES)
def test_marks_are_told_in_words(key: str, language: Language) -> None:
    scene = replace(scenes(key, support_setups(key)[0])[1], language=language)
    marks = (Highlight(place="seat:0", colour=Colour.YELLOW), Arrow(from_="seat:0", to="seat:1", colour=Colour.BLUE))
    drawn = marked(scene, *marks, author="Eve")
    expected = {
        "en": ["Mark #1, yellow, by Eve: Ada.", "Mark #2, blue, by Eve: from Ada to Bruno."],
        "de": ["Markierung #1, gelb, von Eve: Ada.", "Markierung #2, blau, von Eve: von Ada nach Bruno."],
        "it": ["Segno #1, giallo, di Eve: Ada.", "Segno #2, blu, di Eve: da Ada a Bruno."],
    }[language]
    assert drawn.description.splitlines()[-2:] == expected
    assert set(expected) <= {element.text for element in drawn.elements("title")}
    assert {"#1", "#2"} <= set(drawn.words)


@pytest.mark.slow
@EVERY_GAME
@pytest.mark.parametrize("language", LANGUAGES)
def test_glyphs_are_shown_with_what_they_mean(key: str, language: Language) -> None:
    scene = replace(scenes(key, support_setups(key)[0])[1], language=language)
    for number, glyph in GLYPHS.items():
        drawn = noted(scene, Glyphs(glyphs=(number,)))
        meaning = glyph.meaning(language)
        assert f"{glyph.symbol} ({meaning})" in drawn.description
        assert glyph.symbol in drawn.words
        assert any(words.startswith(meaning) for words in drawn.words)
        assert list(flaws(drawn)) == []


def test_every_glyph_has_a_meaning_of_its_own_in_each_language() -> None:
    for language in LANGUAGES:
        assert len({(glyph.symbol, glyph.meaning(language)) for glyph in GLYPHS.values()}) == len(GLYPHS)
    assert all(len({glyph.meaning(one) for one in LANGUAGES}) == len(LANGUAGES) for glyph in GLYPHS.values())


@EVERY_GAME
def test_what_is_not_in_the_picture_is_told_and_not_drawn(key: str) -> None:
    scene = replace(scenes(key, support_setups(key)[0])[1], language="en")
    away = marked(scene, Highlight(place="nowhere:7"), Arrow(from_="seat:0", to="nowhere:7"))
    assert "Mark #1, green, by Ada: a place not drawn here." in away.description
    assert "from Ada to a place not drawn here" in away.description
    assert "nowhere" not in away.description
    assert [words for words in away.words if words == "#1"] == ["#1"], "in the list alone"
    assert list(flaws(away)) == []


@EVERY_GAME
def test_what_has_gone_from_a_place_is_told_by_that_place(key: str) -> None:
    scene = replace(scenes(key, support_setups(key)[0])[1], language="en")
    gone = marked(scene, Highlight(place="seat:1:gone:12"))
    assert "Mark #1, green, by Ada: Bruno, at a place not drawn here." in gone.description


@EVERY_GAME
def test_the_same_mark_by_several_people_is_one(key: str) -> None:
    scene = replace(scenes(key, support_setups(key)[0])[1], language="en")
    mark = Marks(marks=(Highlight(place="seat:0"),))
    remarks = tuple(Remark(author, mark) for author in ("Eve", "Dov", "Eve", "Cem"))
    drawn = Picture(picture(replace(scene, remarks=remarks)))
    assert "Mark #1, green, by Eve, Dov and Cem: Ada." in drawn.description
    assert "#2" not in drawn.description


@EVERY_GAME
def test_too_many_marks_are_counted(key: str) -> None:
    scene = replace(scenes(key, support_setups(key)[0])[1], language="en")
    marks = [Highlight(place=f"somewhere:{number}") for number in range(MOST + 5)]
    drawn = noted(scene, *(Marks(marks=tuple(some)) for some in several(marks, 40)))
    assert f"Mark #{MOST}," in drawn.description
    assert f"Mark #{MOST + 1}," not in drawn.description
    assert drawn.description.endswith("5 more marks aren’t shown.")
    assert list(flaws(drawn)) == []


@EVERY_GAME
@pytest.mark.parametrize("author", HOSTILE, ids=range(len(HOSTILE)))
def test_authors_can_have_any_name(key: str, author: str) -> None:
    scene = scenes(key, support_setups(key)[0])[1]
    for content in (Glyphs(glyphs=(1,)), Marks(marks=(Highlight(place="seat:1"),))):
        drawn = noted(scene, content, author=clean(author))
        assert list(flaws(drawn)) == []
        assert "<script" not in drawn.markup


def test_no_colour_is_known_by_its_tone_alone() -> None:
    """Lines differ by their pattern, labels by their shape."""
    assert set(TONES) == set(PATTERNS) == set(Colour)
    assert len(set(PATTERNS.values())) == len(Colour)
    shapes = {re.sub('class="[^"]*"', "", str(drawn_label("#1", colour, 0, 0))) for colour in Colour}
    assert len(shapes) == len(Colour)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("setup", ["catan-3", "hearts-4", "dixit-5"])
def test_the_line_round_a_column_of_a_sheet_ends_with_its_sum(setup: str, layout: Layout, language: Language) -> None:
    """So the note below the table can be read."""
    words = SHEET_WORDS[language]
    noted_ones = 0
    for each in scenes("sheet", setup):
        scene = replace(each, language=language, layout=layout)
        for seat in range(len(scene.names)):
            drawn = marked(scene, Highlight(place=f"seat:{seat}"))
            [frame] = [_rim(one) for one in drawn.elements("rect") if one.get("stroke-width") == "5"]
            notes = [text for text in drawn.texts if text.what == words["no_number"]]
            assert not any(frame.overlaps(note, 0) for note in notes), (seat, frame, notes)
            sums = [text for text in drawn.texts if text.what == words["sum"]]
            assert any(frame.top < one.top and one.bottom < frame.bottom - 5 for one in sums), (seat, frame, sums)
            noted_ones += len(notes)
    assert noted_ones


@EVERY_GAME
def test_on_a_phone_the_label_of_a_player_leaves_the_panel_above_alone(key: str) -> None:
    for each in scenes(key, support_setups(key)[0])[1::6]:
        scene = replace(each, layout=Layout.COMPACT)
        for seat in range(len(scene.names)):
            drawn = marked(scene, Highlight(place=f"seat:{seat}"))
            [frame] = [_rim(one) for one in drawn.elements("rect") if one.get("stroke-width") == "5"]
            [label] = [text for text in drawn.texts if text.what == "#1"]
            middle = (label.top + label.bottom) / 2
            for box in drawn.boxes:
                above = box.right - box.left >= HALF - 1 and box.bottom < frame.top + 5 and box.bottom - box.top > 20
                beside = box.right < label.left or box.left > label.right
                assert not above or beside or box.bottom <= middle - LABEL / 2, (seat, box, label)


def _rim(frame: Element) -> Box:
    """What the line of a frame covers, and what is within."""
    left, top, wide, high, thick = (float(frame.attrib[name]) for name in ("x", "y", "width", "height", "stroke-width"))
    return Box(left - thick / 2, top - thick / 2, left + wide + thick / 2, top + high + thick / 2, frame.tag)


@pytest.mark.slow
@EVERY_GAME
@pytest.mark.parametrize("layout", Layout)
def test_words_can_be_read_that_an_arrow_crosses(key: str, layout: Layout) -> None:
    """No line runs through them, and no label lies on them: from player to player."""
    for each in scenes(key, support_setups(key)[0])[1::4]:
        scene = replace(each, layout=layout)
        others = len(Picture(picture(scene)).elements("polyline"))
        for begin, end in permutations(range(len(scene.names)), 2):
            drawn = marked(scene, Arrow(from_=f"seat:{begin}", to=f"seat:{end}", colour=Colour.RED))
            arrow = [box for box in drawn.boxes if box.what == POLYLINE][others:]
            assert arrow
            straight = [box for box in arrow if min(box.right - box.left, box.bottom - box.top) < 0.1]
            for text in drawn.texts:
                assert not any(_runs_through(line, text) for line in straight), (begin, end, text)
            assert [one for one in flaws(drawn) if "on each other" in one] == [], (begin, end)


def _runs_through(line: Box, text: Box) -> bool:
    across = min(line.right, text.right) - max(line.left, text.left)
    down = min(line.bottom, text.bottom) - max(line.top, text.top)
    return (across > 0 and down > 0) or (across >= 0 and down >= 0 and max(across, down) > 0.5)
