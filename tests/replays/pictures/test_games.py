"""What each game shows: every kind of card and piece can be told apart, and the words say what the drawing does."""

from collections.abc import Iterable
from itertools import combinations, combinations_with_replacement, islice, permutations
from random import Random
from typing import get_args, get_type_hints

import pytest
from msgspec.structs import replace

from domain.games.dschunke.board import DEFAULT_BONUS_PAIRS
from domain.games.dschunke.cargo import layers, visible
from domain.games.dschunke.meta import (
    DschunkeGood,
    DschunkeJunk,
    DschunkePile,
    DschunkeTask,
    DschunkeWorker,
    special_cards,
)
from domain.games.dschunke.view import DschunkeView
from domain.games.halunken.events import HalunkenPhase
from domain.games.halunken.meta import TAVERNS, MovementCard, Rogue, RogueColour
from domain.games.halunken.view import HalunkenView
from domain.games.klunker.meta import Jewel
from domain.games.klunker.view import KlunkerView
from domain.kernel.cards import HIDDEN, UNKNOWN
from domain.kernel.languages import Language
from domain.kernel.viewer import PUBLIC, RECORDER
from domain.registry import GAMES
from replays.pictures.cards import faceless
from replays.pictures.games import picture
from replays.pictures.games.dschunke import pieces as dschunke
from replays.pictures.games.dschunke.words import WORDS as DSCHUNKE_WORDS
from replays.pictures.games.dschunke.words import short_name
from replays.pictures.games.halunken import pieces as halunken
from replays.pictures.games.halunken.ring import HOUSE, Ring, flat_ring, round_ring
from replays.pictures.games.halunken.words import WORDS as HALUNKEN_WORDS
from replays.pictures.games.klunker import table as klunker
from replays.pictures.games.klunker.words import WORDS as KLUNKER_WORDS
from replays.pictures.scene import Layout, Scene
from tests.domain.games.play import RandomChoices, play
from tests.domain.games.support import support_of
from tests.replays.pictures.golden import playthrough
from tests.replays.pictures.seen import Picture, flaws, places_of, scene_after

LANGUAGES: tuple[Language, ...] = get_args(Language)


def some_scene(key: str, at: float = 0.5, number: int = 0) -> Scene:
    steps = playthrough(key, number)
    return scene_after(steps[round(at * (len(steps) - 1))], GAMES[key], RECORDER, "en")


def unlike(drawings: Iterable[str]) -> bool:
    """Whether no two drawings are the same, not even without their colours."""
    colourless = [Picture(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{one}</svg>') for one in drawings]
    told = [
        "".join(
            f"{element.tag}{element.get('d')}{element.text}{element.get('stroke-dasharray')}"
            for element in one.root.iter()
        )
        for one in colourless
    ]
    return len(set(told)) == len(told)


def test_kinds_can_be_told_apart_without_colour() -> None:
    assert unlike([*map(klunker.jewel_card, Jewel), faceless(HIDDEN), faceless(UNKNOWN)])
    assert unlike(map(halunken.rogue_card, Rogue))
    assert unlike(halunken.open_rogue(rogue, 0, 0) for rogue in Rogue)
    states = ("left", "picked", "open", "played")
    assert unlike(halunken.movement_card(card, state) for card in MovementCard for state in ("left", "played"))
    assert len({halunken.movement_card("3", state) for state in states}) == len(states)
    assert unlike(map(dschunke.goods_card, (*DschunkeGood, HIDDEN, UNKNOWN)))
    assert unlike(map(dschunke.pile_sign, DschunkePile))
    assert unlike(dschunke.task_token(task, "grey") for task in DschunkeTask)
    assert unlike(dschunke.bar(seat, across=True) for seat in range(4))


def test_every_name_is_there_in_every_language() -> None:
    for texts, kind in (
        (KLUNKER_WORDS, KlunkerView),
        (HALUNKEN_WORDS, HalunkenView),
        (DSCHUNKE_WORDS, DschunkeView),
    ):
        every = set(get_type_hints(kind)["phase"])
        assert all(texts[language][f"now_{phase}"] for language in LANGUAGES for phase in every)
    for seats in (2, 4):
        for language in LANGUAGES:
            names = {card: short_name(card, seats, language) for card in special_cards(DEFAULT_BONUS_PAIRS)}
            assert len(set(names.values())) == len(names)


# --- Klunker ---------------------------------------------------------------------------------------------------------


def test_klunker_tells_every_place_and_counts_sets() -> None:
    shown = some_scene("klunker")
    view: KlunkerView = shown.view
    player = replace(
        view.seats[0],
        hand=(Jewel.TIARA, HIDDEN, UNKNOWN),
        showcase=(Jewel.SHOES, Jewel.SHOES, Jewel.MONOCLE),
        safe={Jewel.EARRINGS: 6, Jewel.NECKLACE: 3},
        banknotes=7,
        buying_card=2,
    )
    view = replace(view, seats=(player, *view.seats[1:]), deck=41, out_of_game={Jewel.GOLD_TEETH: 3})
    drawn = Picture(picture(replace(shown, view=view, before=view)))
    assert (
        "Ada: 7 banknotes; hand: a tiara, a hidden card and an unknown card; showcase: 2×\u00a0shoes and a monocle; "
        "safe: 6×\u00a0earrings and 3×\u00a0necklace."
    ) in drawn.description
    assert "Ada has buying card 2." in drawn.description
    assert "41 cards are left in the deck." in drawn.description
    assert "Out of the game: 3×\u00a0gold teeth." in drawn.description
    assert {"×7", "×2", "×41", "+2", "?", "buys 2nd"} <= set(drawn.words)
    titles = [title.text for title in drawn.elements("title")]
    assert {"3/4 necklace", "6/4 earrings"} <= set(titles)
    assert list(flaws(drawn)) == []


def test_klunker_can_show_more_than_ever_lies_there() -> None:
    shown = some_scene("klunker", number=2)
    everything = tuple(jewel for jewel in Jewel for _ in range(14))
    full = replace(
        shown.view.seats[0], hand=(Jewel.TIARA,) * 6, showcase=everything, safe=dict.fromkeys(Jewel, 7), banknotes=94
    )
    view = replace(shown.view, seats=(full,) * 5, out_of_game=dict.fromkeys(Jewel, 13))
    for before in (view, shown.before):
        assert list(flaws(Picture(picture(replace(shown, view=view, before=before))))) == []


# --- Halunken und Spelunken ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ring", [round_ring(), flat_ring()], ids=["round", "flat"])
def test_halunken_stands_its_taverns_clockwise_and_apart(ring: Ring) -> None:
    assert len(ring.houses) == len(ring.spaces) == TAVERNS
    middle_x, middle_y = ring.centre
    for points in (ring.houses, ring.spaces):
        turns = [
            (x - middle_x) * (next_y - middle_y) - (y - middle_y) * (next_x - middle_x)
            for (x, y), (next_x, next_y) in zip(points, (*points[1:], points[0]), strict=True)
        ]
        assert min(turns) > 0, "clockwise"
        assert points[0][1] == min(y for _, y in points), "tavern 0 is at the top"
    for houses in combinations(ring.houses, 2):
        (x, y), (other_x, other_y) = houses
        assert abs(x - other_x) > HOUSE[0] + 2 or abs(y - other_y) > HOUSE[1] + 2


def test_halunken_tells_taverns_crews_and_black_jack() -> None:
    shown = some_scene("halunken", number=1)
    view: HalunkenView = shown.view
    jack = view.black_jack
    assert jack is not None
    jack = replace(jack, tavern=5, controller=2, cards=(1, 12), turned=(7,), chosen=None)
    ada = replace(view.seats[0], captain=3, crew=(Rogue.RED_15, Rogue.YELLOW_1), chosen=HIDDEN)
    taverns = (replace(view.taverns[0], open=Rogue.GREEN_13, face_down=1), *view.taverns[1:])
    view = replace(
        view,
        seats=(ada, replace(view.seats[1], captain=4, chosen=None), replace(view.seats[2], captain=6, chosen=None)),
        taverns=taverns,
        black_jack=jack,
        harbour=(Rogue.VIOLET_3,),
        phase=HalunkenPhase.MOVE,
        rum=4,
    )
    drawn = Picture(picture(replace(shown, view=view, before=view)))
    for told in (
        "captain: tavern 3; crew: the red 15 and the yellow 1;",
        "Ada has picked a movement card.",
        "Tavern 0: the green 13; 1 face down.",
        "Tavern 3: ",
        "; Ada stands there.",
        "; Black Jack stands there.",
        "Black Jack: tavern 5; cards left: 1, 12; used: 7.",
        "Chiara controls him.",
        "In the harbour: the violet 3.",
        "Rum counts as 4.",
    ):
        assert told in drawn.description, told
    assert {"Rum is 4", "?", "15", "13", "A", "B", "C", "BJ"} <= set(drawn.words)
    assert list(flaws(drawn)) == []


def test_halunken_can_show_every_rogue_in_one_place() -> None:
    shown = some_scene("halunken", number=1)
    everything = tuple(Rogue)
    seats = tuple(replace(seat, crew=everything) for seat in shown.view.seats)
    for view in (replace(shown.view, seats=seats), replace(shown.view, harbour=everything[:30])):
        for before in (view, shown.before):
            assert list(flaws(Picture(picture(replace(shown, view=view, before=before))))) == []


@pytest.mark.parametrize("key", GAMES)
def test_where_a_match_is_recorded_the_last_action_is_told_in_short(key: str) -> None:
    sentence = " ".join(f"Sentence {number} tells of cards." for number in range(20))
    support = support_of(key)
    first = next(iter(play(GAMES[key], support.SETUPS[min(support.SETUPS)], RandomChoices(Random(1)), 1)))
    scene = replace(scene_after(first, GAMES[key], RECORDER, "en"), sentence=sentence)
    whole, short = (" ".join(Picture(picture(replace(scene, pointing=one))).words) for one in (False, True))
    assert "Sentence 0 tells" in whole
    assert "Sentence 19 tells" in whole
    assert "Sentence 0 tells" in short
    assert "Sentence 10 tells" in whole
    assert "Sentence 10 tells" not in short
    assert "Sentence 19 tells" in short


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("layout", [Layout.PORTRAIT, Layout.LANDSCAPE])
def test_halunken_cuts_no_name_beside_where_somebody_stands_and_what_counts_double(
    layout: Layout, language: Language
) -> None:
    """With a colour that doubles and without, the panels are as high, so that the picture doesn't jump."""
    names, heights = ("Ada (demo)", "Bruno (demo)", "Chiara (demo)"), set[float]()
    shown = replace(some_scene("halunken", number=1), names=names, layout=layout, language=language)
    shown = replace(shown, standings=tuple(replace(one, score=123) for one in shown.standings))
    for doubled in (None, RogueColour.YELLOW):
        seats = tuple(replace(seat, captain=13, crew=(Rogue.YELLOW_1,), doubled=doubled) for seat in shown.view.seats)
        scene = replace(shown, view=replace(shown.view, seats=seats))
        drawn = Picture(picture(scene))
        assert {*names} <= {*drawn.words}
        assert list(flaws(drawn)) == []
        heights.add(places_of(scene)["seat:0"].height)
    assert len(heights) == 1


def test_halunken_asks_for_the_own_choice_only_to_be_seen_by_its_seat() -> None:
    support, game = support_of("halunken"), GAMES["halunken"]
    for step in play(game, support.SETUPS["standard-3-server"], RandomChoices(Random(1)), support.MOST_STEPS):
        view: HalunkenView = game.view(step.after, 0)
        if view.phase is HalunkenPhase.CHOOSE and view.seats[0].chosen not in {None, HIDDEN}:
            own, others = (Picture(picture(scene_after(step, game, viewer, "en"))) for viewer in (0, PUBLIC))
            assert "Ada has picked the movement card" in own.description
            assert "Ada has picked a movement card." in others.description
            return
    pytest.fail("nobody picked a card")


# --- Dschunke --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(10))
def test_dschunke_draws_as_many_crates_of_each_player_as_are_visible(number: int) -> None:
    """What lies uppermost in the drawing of a hold, place by place, is what the rules count (D3.2)."""
    for hold in (*islice(combinations_with_replacement(range(4), number), 60), (0, 1, 2, 3, 1, 2, 0, 3, 0)[:number]):
        drawn = Picture(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 54 54">{dschunke.hold(layers(hold))}</svg>'
        )
        top: dict[tuple[float, float], int] = {}
        colours = [f"f-{tone}" for tone in ("blue", "orange", "green", "purple")]
        rects = iter(box for box in drawn.boxes if box.right - box.left <= 54)
        for element, box in zip(drawn.elements("rect"), rects, strict=True):
            if element.get("class") in colours:
                top[box.left // 18, box.top // 18] = colours.index(str(element.get("class")))
        counted = [list(top.values()).count(seat) for seat in range(4)]
        assert counted == [visible(hold, seat) for seat in range(4)], hold


def test_dschunke_tells_market_junks_and_players() -> None:
    shown = some_scene("dschunke", number=2)
    view: DschunkeView = shown.view
    ada = replace(
        view.seats[0],
        hand=(DschunkeGood.FISH, DschunkeGood.FISH, HIDDEN),
        yen=None,
        yen_told=9,
        special_cards=("bonus12-grey-orange", HIDDEN, "sell-white"),
        offered=True,
        offer=None,
        bars_left=11,
        bars_to_place=(1, 1, 2),
    )
    view = replace(
        view,
        seats=(ada, *view.seats[1:]),
        cargo={**view.cargo, DschunkeJunk.GREY: layers((0, 1, 1, 2))},
        visible={**view.visible, DschunkeJunk.GREY: (2, 4, 3, 0)},
        merchants={
            **view.merchants,
            "green": DschunkeJunk.GREY,
            "yellow": DschunkeJunk.WHITE,
            "violet": DschunkeJunk.BROWN,
        },
        used=(DschunkeWorker.GREEN,),
        sold=(DschunkeGood.RICE,),
    )
    drawn = Picture(picture(replace(shown, view=view, before=view)))
    for told in (
        "rice: sold",
        "Grey junk: visible crates Ada 2, Bruno 4, Chiara 3; 2 layers; the green merchant, used.",
        "; the yellow merchant, who sells 3 or more.",
        "Ada: yen secret (9 yen at the last count); goods: 2×\u00a0fish and 1 hidden;",
        "special cards: 12 yen: 5 on grey, 2 on orange, 1 secret and sell on the white junk; 11 bars left;",
        "Ada has an offer ready: face down.",
        "Ada has still to place bars of Bruno and Chiara.",
    ):
        assert told in drawn.description, told
    assert {"sold", "yen secret", "12 yen: 5 on grey, 2 on orange", "1 secret", "lies face down"} <= set(drawn.words)
    assert list(flaws(drawn)) == []


@pytest.mark.parametrize("order", list(permutations(DschunkeJunk))[::17])
def test_dschunke_draws_the_junks_in_their_order(order: tuple[DschunkeJunk, ...]) -> None:
    shown = some_scene("dschunke")
    view = replace(shown.view, junk_order=order)
    drawn = Picture(picture(replace(shown, view=view, before=view)))
    places = {text.what: text.top for text in drawn.texts if text.what in {junk.value for junk in DschunkeJunk}}
    assert sorted(places, key=places.__getitem__) == [junk.value for junk in order]


@pytest.mark.parametrize("language", LANGUAGES)
def test_dschunke_shows_the_first_player_on_a_phone(language: Language) -> None:
    shown = some_scene("dschunke")
    seats = tuple(replace(seat, bars_left=18, special_cards=seat.special_cards[:1]) for seat in shown.view.seats)
    view = replace(shown.view, seats=seats)
    drawn = Picture(picture(replace(shown, view=view, before=view, layout=Layout.COMPACT, language=language)))
    assert {"en": "first", "de": "Start", "it": "primo"}[language] in drawn.words
    assert list(flaws(drawn)) == []


@pytest.mark.parametrize("layout", Layout)
def test_dschunke_has_no_first_player_after_the_last_round(layout: Layout) -> None:
    shown = replace(some_scene("dschunke", at=1), layout=layout)
    told, words = "is the first player.", {"first", "first player"}
    assert told not in Picture(picture(shown)).description
    assert not words & {*Picture(picture(shown)).words}
    before = replace(some_scene("dschunke"), layout=layout)
    assert told in Picture(picture(before)).description
    assert words & {*Picture(picture(before)).words}


@pytest.mark.parametrize("layout", Layout)
def test_dschunke_shows_the_pile_that_is_looked_through(layout: Layout) -> None:
    shown = some_scene("dschunke")
    view = replace(shown.view, looking_through=DschunkePile.STAR, looking_at=("load", "load", "sell-grey"), turn=0)
    drawn = Picture(picture(replace(shown, view=view, before=view, layout=layout)))
    assert {"Ada looks through the star pile.", "2×\u00a0load a bar", "sell on the grey junk"} <= {*drawn.words}
    assert list(flaws(drawn)) == []


@pytest.mark.slow
def test_dschunke_can_show_every_special_card_in_one_hand() -> None:
    shown = some_scene("dschunke", number=2)
    every = special_cards(DEFAULT_BONUS_PAIRS)
    seats = tuple(replace(seat, special_cards=every) for seat in shown.view.seats)
    view = replace(
        shown.view, seats=seats, looking_through=DschunkePile.STAR, looking_at=every, turn=0, special_cards_played=every
    )
    for language in LANGUAGES:
        for before in (view, shown.before):
            drawn = Picture(picture(replace(shown, view=view, before=before, language=language)))
            assert list(flaws(drawn)) == []
            assert all(short_name(card, 4, language) in drawn.description for card in every)
