"""K5 Selling."""

import pytest

from domain.games.klunker.events import KlunkerPhase, KlunkerRoundEnded, KlunkerSold, KlunkerTurn
from domain.games.klunker.meta import Jewel
from domain.kernel.viewer import PUBLIC
from tests.domain.games.klunker.support import buy, counts, decline, given, passes, player, sell, store
from tests.domain.games.support import Table


def storing(safe: str, jewel: str) -> Table:
    """Seat 0 stores `jewel` in a safe that holds `safe`."""
    table = given(
        player(hand=f"{jewel}, 2 monocle", showcase="shoes", safe=safe),
        player(hand="shoes", showcase="shoes"),
        player(hand="shoes", showcase="shoes"),
        phase=KlunkerPhase.STORE,
    )
    return table.plays(store(0, jewel))


def buying(safe: str, goods: str) -> Table:
    """Seat 0, with `safe` in the safe, takes its own showcase with `goods`."""
    table = given(
        player(showcase=goods, safe=safe), player(showcase="shoes"), player(showcase="shoes"), phase=KlunkerPhase.BUY
    )
    return table.plays(buy(0, 0))


def notes(table: Table) -> list[tuple[str, int]]:
    return [(fact.jewel.value, fact.notes) for fact in table.told(KlunkerSold)]


def test_K5_1_the_fourth_card_stored_sells_four() -> None:
    table = storing("3 tiara", "tiara")
    assert table.told(KlunkerSold) == [KlunkerSold(seat=0, jewel=Jewel.TIARA, notes=4)]
    assert table.state.seats[0].safe == counts("")
    assert table.state.phase is KlunkerPhase.STORE
    assert table.asked == (1,)


def test_K5_1_three_cards_are_not_sold() -> None:
    assert notes(storing("2 tiara", "tiara")) == []
    assert notes(buying("tiara, 3 shoes", "2 tiara")) == []


@pytest.mark.parametrize(("bought", "left"), [(1, 0), (2, 1), (3, 2), (4, 3)])
def test_K5_1_exactly_four_are_sold(bought: int, left: int) -> None:
    table = buying("3 tiara", f"{bought} tiara")
    assert len(table.told(KlunkerSold)) == 1
    assert table.state.seats[0].safe == counts(f"{left} tiara")


def test_K5_1_a_sale_is_not_a_choice_to_put_off() -> None:
    table = buying("3 tiara, 3 shoes", "tiara, shoes")
    table.refuses(buy(0, 1), "K6.1")
    table.refuses(decline(0), "K6.4")
    table.refuses(passes(0), "K4.1")
    assert [action["type"] for action in table.legal(0)] == ["sell", "sell"]


def test_K5_1_only_a_complete_set_is_sold() -> None:
    table = buying("3 tiara, 3 shoes, 3 monocle", "tiara, shoes")
    table.refuses(sell(0, "monocle"), "K5.1")
    table.refuses(sell(0, "necklace"), "K5.1")


@pytest.mark.parametrize(
    ("others", "brings"),
    [
        ("", 4),
        ("monocle", 3),
        ("3 monocle", 3),
        ("monocle, earrings", 2),
        ("monocle, earrings, gold_teeth", 1),
        ("monocle, earrings, gold_teeth, shoes", 1),
        ("3 monocle, 3 earrings, 3 gold_teeth, 3 shoes, 3 tongue_piercing, 3 necklace", 1),
    ],
)
def test_K5_2_banknotes_by_the_number_of_types_in_the_safe(others: str, brings: int) -> None:
    table = storing(", ".join(filter(None, ["3 tiara", others])), "tiara")
    assert notes(table) == [("tiara", brings)]
    assert table.state.seats[0].banknotes == 1 + brings
    assert table.state.seats[0].safe == counts(others)


@pytest.mark.parametrize(("others", "gone"), [("", 0), ("monocle", 1), ("monocle, earrings", 2)])
def test_K5_2_the_rest_leaves_the_game(others: str, gone: int) -> None:
    table = storing(", ".join(filter(None, ["3 tiara", others])), "tiara")
    assert table.view(PUBLIC).out_of_game == ({"tiara": gone} if gone else {})


def test_K5_2_worked_example_only_the_four_sold_cards() -> None:
    assert notes(storing("3 gold_teeth", "gold_teeth")) == [("gold_teeth", 4)]


def test_K5_2_hand_and_showcase_dont_count_as_types() -> None:
    table = given(
        player(hand="tiara, monocle, earrings, gold_teeth", showcase="shoes, necklace, monocle", safe="3 tiara"),
        player(hand="shoes", showcase="shoes"),
        player(hand="shoes", showcase="shoes"),
        phase=KlunkerPhase.STORE,
    )
    assert notes(table.plays(store(0, "tiara"))) == [("tiara", 4)]


@pytest.mark.parametrize(
    ("safe", "goods", "brings"),
    [
        ("3 tiara", "2 tiara", 3),  # a fifth card
        ("3 tiara", "4 tiara", 3),  # up to the seventh
        ("3 tiara, shoes", "2 tiara", 2),
        ("3 tiara, shoes, monocle", "2 tiara", 1),
        ("3 tiara, 3 shoes", "3 tiara", 2),
    ],
)
def test_K5_3_extra_cards_count_as_a_type(safe: str, goods: str, brings: int) -> None:
    assert notes(buying(safe, goods)) == [("tiara", brings)]


@pytest.mark.parametrize(
    ("cards", "brings", "left"),
    [
        (5, [3], 1),
        (8, [3, 4], 0),
        (9, [3, 3], 1),
        (11, [3, 3], 3),
        (12, [3, 3, 4], 0),
        (14, [3, 3, 3], 2),
    ],
)
def test_K5_3_all_cards_beyond_four_are_one_further_type(cards: int, brings: list[int], left: int) -> None:
    table = buying("", f"{cards} tiara")
    assert notes(table) == [("tiara", n) for n in brings]
    assert table.state.seats[0].safe == counts(f"{left} tiara")


def test_K5_3_types_are_counted_before_the_sale() -> None:
    table = buying("3 tiara, 3 shoes, 3 monocle", "tiara")
    assert notes(table) == [("tiara", 2)]


@pytest.mark.parametrize(
    "others", ["", "tiara", "tiara, shoes, monocle", "3 tiara, 3 shoes, 3 monocle, 3 earrings, 3 gold_teeth"]
)
def test_K5_4_necklaces_always_bring_four(others: str) -> None:
    table = storing(", ".join(filter(None, ["3 necklace", others])), "necklace")
    assert notes(table) == [("necklace", 4)]
    assert table.view(PUBLIC).out_of_game == {}


def test_K5_4_also_with_necklaces_beyond_four_and_exactly_four_are_sold() -> None:
    table = buying("3 necklace, tiara", "3 necklace")
    assert notes(table) == [("necklace", 4)]
    assert table.state.seats[0].safe == counts("2 necklace, tiara")


def test_K5_4_necklaces_count_as_a_type_for_other_sales() -> None:
    assert notes(storing("3 tiara, necklace", "tiara")) == [("tiara", 3)]


def test_K5_5_worked_example_piercings_first() -> None:
    table = buying("3 tongue_piercing, 2 earrings, monocle", "tongue_piercing, 2 earrings")
    assert table.told(KlunkerTurn) == [KlunkerTurn(phase=KlunkerPhase.SELL, seat=0)]
    table.plays(sell(0, "tongue_piercing"))
    assert notes(table) == [("tongue_piercing", 2), ("earrings", 3)]
    assert table.state.seats[0].safe == counts("monocle")
    assert table.state.seats[0].banknotes == 1 + 2 + 3


def test_K5_5_the_owner_chooses_the_order() -> None:
    table = buying("3 necklace, 3 tiara, shoes", "necklace, tiara")
    assert list(table.legal(0)) == [
        {"type": "sell", "seat": 0, "jewel": "tiara"},
        {"type": "sell", "seat": 0, "jewel": "necklace"},
    ]
    assert notes(buying("3 necklace, 3 tiara, shoes", "necklace, tiara").plays(sell(0, "tiara"))) == [
        ("tiara", 2),
        ("necklace", 4),
    ]
    assert notes(buying("3 necklace, 3 tiara, shoes", "necklace, tiara").plays(sell(0, "necklace"))) == [
        ("necklace", 4),
        ("tiara", 3),
    ]


def test_K5_5_two_sets_of_one_type_are_sold_at_once() -> None:
    table = buying("2 tiara, shoes", "6 tiara")
    assert notes(table) == [("tiara", 2), ("tiara", 3)]
    assert table.asked == (1,)
    assert table.told(KlunkerTurn)[0].phase is not KlunkerPhase.SELL


def test_K5_5_two_sets_of_one_type_beside_one_of_another() -> None:
    """While sets of two types wait, each sale is chosen; what is left of one type goes at once."""
    table = buying("3 shoes", "8 tiara, shoes")
    assert list(table.legal(0)) == [
        {"type": "sell", "seat": 0, "jewel": "shoes"},
        {"type": "sell", "seat": 0, "jewel": "tiara"},
    ]
    table.plays(sell(0, "tiara"))
    assert notes(table) == [("tiara", 2)]
    table.plays(sell(0, "tiara"))
    assert notes(table) == [("tiara", 3), ("shoes", 4)]
    assert notes(buying("3 shoes", "8 tiara, shoes").plays(sell(0, "shoes"))) == [
        ("shoes", 2),
        ("tiara", 3),
        ("tiara", 4),
    ]


def test_K5_5_a_choice_recorded_between_sets_of_one_type_is_still_a_sale() -> None:
    """Before, two sets of one type were asked for: a match that waits there goes on."""
    table = given(player(safe="8 tiara"), player(showcase="shoes"), player(showcase="shoes"), phase=KlunkerPhase.SELL)
    assert list(table.legal(0)) == [{"type": "sell", "seat": 0, "jewel": "tiara"}]
    assert notes(table.plays(sell(0, "tiara"))) == [("tiara", 3), ("tiara", 4)]


def test_K5_5_of_three_sets_two_are_chosen() -> None:
    table = buying("3 tiara, 3 shoes, 3 monocle", "tiara, shoes, monocle")
    table.plays(sell(0, "monocle"))
    assert notes(table) == [("monocle", 2)]
    assert table.told(KlunkerTurn) == [KlunkerTurn(phase=KlunkerPhase.SELL, seat=0)]
    assert [action["jewel"] for action in table.legal(0)] == ["shoes", "tiara"]
    table.refuses(sell(0, "monocle"), "K5.1")
    table.plays(sell(0, "tiara"))
    assert notes(table) == [("tiara", 3), ("shoes", 4)]
    assert table.asked == (1,)


def test_K5_5_a_single_set_is_sold_at_once() -> None:
    table = buying("3 tiara, shoes", "tiara")
    assert notes(table) == [("tiara", 3)]
    assert table.state.phase is KlunkerPhase.BUY
    table.refuses(sell(0, "tiara"), "K5.5")


def test_K5_5_nobody_else_acts_while_the_buyer_chooses() -> None:
    table = buying("3 tiara, 3 shoes", "tiara, shoes")
    table.refuses(sell(1, "tiara"), "K5.5")
    table.refuses(buy(1, 1), "K6.1")
    assert list(table.legal(1)) == []


def test_K5_5_the_last_buyers_choice_ends_the_round() -> None:
    table = given(
        player(showcase="tiara, shoes", safe="3 tiara, 3 shoes"),
        player(),
        player(showcase="shoes"),
        phase=KlunkerPhase.BUY,
        order=(1, 2, 0),
    )
    table.plays(buy(0, 0))
    assert table.told(KlunkerRoundEnded) == []
    table.plays(sell(0, "tiara"))
    assert table.told(KlunkerRoundEnded) == [KlunkerRoundEnded(start_seat=0)]
    assert table.asked == ()
