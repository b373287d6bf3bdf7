"""What small pictures have no room for is still there: pieces that meet, sums at the end, goods in a line."""

import re
from itertools import combinations
from math import hypot

import pytest
from msgspec.structs import replace

from domain.games.dschunke.meta import DschunkeGood
from domain.games.halunken.meta import TAVERNS
from domain.games.halunken.view import HalunkenView
from domain.kernel.languages import Language
from domain.kernel.viewer import RECORDER
from domain.registry import GAMES
from replays.pictures.games import picture
from replays.pictures.scene import Layout, Scene
from tests.replays.pictures.golden import playthrough
from tests.replays.pictures.seen import SPACE, Picture, flaws, scene_after


def some_scene(key: str, at: float, number: int, language: Language = "en", layout: Layout = Layout.COMPACT) -> Scene:
    steps = playthrough(key, number)
    shown = scene_after(steps[round(at * (len(steps) - 1))], GAMES[key], RECORDER, language)
    return replace(shown, layout=layout)


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("tavern", range(TAVERNS))
def test_pieces_that_stand_before_one_tavern_are_all_drawn_and_none_is_covered(layout: Layout, tavern: int) -> None:
    shown = some_scene("halunken", 0.5, 1, layout=layout)
    view: HalunkenView = shown.view
    assert view.black_jack is not None
    elsewhere = (tavern + 5) % TAVERNS
    captains = (tavern, elsewhere, elsewhere)
    seats = tuple(replace(seat, captain=captain) for seat, captain in zip(view.seats, captains, strict=True))
    met = replace(view, seats=seats, black_jack=replace(view.black_jack, tavern=tavern), to_move=())
    for before in (view, met):
        markup = picture(replace(shown, view=met, before=before))
        drawn = Picture(markup)
        assert list(flaws(drawn)) == []
        for place, names in ((tavern, {"A", "BJ"}), (elsewhere, {"B", "C"})):
            board = next(
                group
                for group in drawn.elements("g")
                if (group.findtext(f"{SPACE}title") or "").startswith(f"Tavern {place}: ")
            )
            spots = [
                (words, [float(number) for number in re.findall(r"-?[\d.]+", piece.attrib["transform"])])
                for piece in board
                for words in [*piece.itertext()]
                if words in names and "transform" in piece.attrib
            ]
            assert {words for words, _ in spots} == names
            for (_, (x, y, *_)), (_, (other_x, other_y, *_)) in combinations(spots, 2):
                assert hypot(x - other_x, y - other_y) > 24, "a piece is up to 12 in radius"
        assert f"Tavern {tavern}: " in drawn.description
        assert "; Ada and Black Jack stand there." in drawn.description


@pytest.mark.parametrize(("language", "wins"), [("en", "wins"), ("de", "siegt"), ("it", "vince")])
def test_dschunke_tells_on_a_phone_what_all_have_at_the_end_and_who_wins(language: Language, wins: str) -> None:
    shown = some_scene("dschunke", 1, 0, language)
    drawn = Picture(picture(shown))
    assert list(flaws(drawn)) == []
    for standing in shown.standings:
        bonus = shown.view.seats[standing.seat].bonus
        place = drawn.words.index(f"+ {bonus.special_cards} + {bonus.junks} =")
        assert drawn.words[place + 1] == str(standing.score)
        assert (drawn.words[place + 2] == wins) is standing.winner
    assert wins not in Picture(picture(some_scene("dschunke", 0.9, 0, language))).words


@pytest.mark.parametrize("counts", [(11, 2, 3, 4), (11, 10, 12, 13)])
def test_four_kinds_of_goods_stand_in_a_line_on_a_phone(counts: tuple[int, ...]) -> None:
    shown = some_scene("dschunke", 0.5, 1)
    many = tuple(good for good, number in zip(DschunkeGood, counts, strict=True) for _ in range(number))
    hands = (many, *([tuple(DschunkeGood)] * (len(shown.view.seats) - 1)))
    seats = tuple(replace(seat, hand=hand, offered=False) for seat, hand in zip(shown.view.seats, hands, strict=True))
    view = replace(shown.view, seats=seats)
    drawn = Picture(picture(replace(shown, view=view, before=view)))
    assert list(flaws(drawn)) == []
    first = next(text for text in drawn.texts if text.what == str(counts[0]))
    row = [text.what for text in drawn.texts if text.bottom == first.bottom and text.left < 176]
    assert row == [*map(str, counts)]
