# clauses are named as in RULES.md
"""D2 Set-up for three and four players."""

from typing import Any

import pytest

from domain.games.dschunke.actions import DschunkeShuffleSpecials
from domain.games.dschunke.events import DschunkeBarReturned, DschunkePhase
from domain.games.dschunke.meta import PILE_SIZES
from domain.kernel.pending import AwaitChance
from domain.kernel.viewer import PUBLIC, RECORDER
from tests.domain.games.dschunke.support import ALL_SPECIALS, deal, given, market, place, show, sides, use
from tests.domain.games.support import Table, TopCards, invalid


def opened(seats: int = 3, **options: Any) -> Table:
    return Table.opened("dschunke", seats, **{"dealing": "secret", **options})


@pytest.mark.parametrize("seats", [1, 5])
def test_D2_1_there_are_colours_for_four_and_nobody_plays_alone(seats: int) -> None:
    invalid("dschunke", seats, "D2.1", "/seats")


def test_D2_1_each_player_has_bars_and_supply_cards() -> None:
    for seat in opened(4).view(PUBLIC).seats:
        assert (seat.bars_left, seat.supply_cards) == (20, 2)


def test_D2_2_the_merchants_stand_where_the_set_up_says() -> None:
    merchants = {"green": "white", "yellow": "orange", "violet": "grey"}
    assert opened(merchants=merchants).view(PUBLIC).merchants == merchants


def test_D2_2_each_on_a_different_junk() -> None:
    merchants = {"green": "white", "yellow": "orange", "violet": "white"}
    invalid("dschunke", 3, "D2.2", "/options/merchants/violet", merchants=merchants)
    table = opened(setup="left_neighbour")
    table.plays(*(place(step % 3, ("grey", "white", "brown")[step // 3], (step + 2) % 3) for step in range(9)))
    table.refuses(show("grey", "grey", "white"), "D2.2")


def test_D2_2_only_the_standard_set_up_lets_them_be_placed() -> None:
    merchants = {"green": "white", "yellow": "orange", "violet": "grey"}
    invalid("dschunke", 3, "D2.2", "/options/merchants", merchants=merchants, setup="free")
    invalid("dschunke", 2, "D2.2", "/options/merchants", merchants=merchants)


def test_D2_2_three_players_have_one_assistant_four_have_two() -> None:
    assert list(opened(3).view(PUBLIC).assistants) == ["assistant-3/4"]
    assert list(opened(4).view(PUBLIC).assistants) == ["assistant-3/4", "assistant-4"]


def test_D2_2_three_players_cannot_use_the_second() -> None:
    given(*sides(3), phase=DschunkePhase.ACT).refuses(use(0, "assistant-4", "white"), "D2.2")


def test_D2_3_the_special_cards_lie_in_four_piles() -> None:
    assert opened().view(PUBLIC).special_piles == {"square": 8, "circle": 8, "triangle": 7, "star": 7}


def test_D2_3_the_server_shuffles_them() -> None:
    table = opened(dealing="server")
    assert table.pending == AwaitChance({"type": "shuffle_specials", "piles": list(PILE_SIZES)})
    table.plays(table.game.draw(table.state, TopCards()))
    assert tuple(map(len, table.state.pile_cards)) == PILE_SIZES


def test_D2_3_a_shuffle_has_all_cards_in_piles_of_that_size() -> None:
    table = opened(dealing="server")
    cards = list(ALL_SPECIALS)
    table.refuses(DschunkeShuffleSpecials(piles=(tuple(cards),)), "D2.3")
    piles = tuple(tuple(cards.pop() for _ in range(n)) for n in PILE_SIZES)
    wrong = ((*piles[0][:-1], "wins_ties"), *piles[1:])
    table.refuses(DschunkeShuffleSpecials(piles=wrong), "D1.8")
    table.plays(DschunkeShuffleSpecials(piles=piles))


def test_D2_3_nobody_shuffles_special_cards_elsewhere() -> None:
    cards = list(ALL_SPECIALS)
    piles = tuple(tuple(cards.pop() for _ in range(n)) for n in PILE_SIZES)
    opened(dealing="open").refuses(DschunkeShuffleSpecials(piles=piles), "D2.3")


@pytest.mark.parametrize(("seats", "cards"), [(3, 6), (4, 8)])
def test_D2_4_opening_hands_have_eight_cards_or_six(seats: int, cards: int) -> None:
    table = opened(seats, dealing="open")
    assert table.pending == AwaitChance({"type": "deal", "cards": [cards] * seats})
    table.refuses(deal(*[f"{cards + 1} rice", *[f"{cards} fish"] * (seats - 1)]), "D2.4")
    table.plays(deal(*[f"{cards - 1} rice, fish"] * 2, *[f"{cards} spices"] * (seats - 2)))
    assert [len(seat.hand) for seat in table.view(PUBLIC).seats] == [cards] * seats


def test_D2_4_a_deal_takes_no_more_of_a_good_than_there_is() -> None:
    opened(4, dealing="open").refuses(deal("8 rice", "8 rice", "3 rice, 5 fish", "8 fish"), "D2.4")


@pytest.mark.parametrize(("seats", "each"), [(3, 6), (4, 8)])
def test_D2_4_by_kind_there_is_the_same_of_each_good(seats: int, each: int) -> None:
    table = opened(seats, dealing="open", opening_hands="by_kind")
    assert table.pending == AwaitChance({"type": "deal", "cards": [8] * seats})
    rest = ["2 spices, 6 fish", "8 vegetables"][4 - seats :]
    table.refuses(deal("8 rice", "8 fish", *rest), "D2.4")
    secret = opened(seats, opening_hands="by_kind")
    assert secret.view(PUBLIC).piles == dict.fromkeys(("spices", "vegetables", "fish", "rice"), 18 - each)


def test_D2_4_what_was_put_together_may_be_told() -> None:
    table = opened(4, opening_pool={"rice": 12, "fish": 10, "spices": 10})
    assert table.view(PUBLIC).piles == {"spices": 8, "vegetables": 18, "fish": 8, "rice": 6}


def test_D2_4_otherwise_the_piles_are_known_within_bounds() -> None:
    view = opened(3).view(PUBLIC)
    assert set(view.piles.values()) == {None}
    assert set(view.piles_between.values()) == {(0, 18)}


def test_D2_4_a_pool_has_as_many_cards_as_are_dealt() -> None:
    pool = {"rice": 12, "fish": 10, "spices": 9}
    invalid("dschunke", 4, "D2.4", "/options/opening_pool", dealing="secret", opening_pool=pool)


def test_D2_4_a_pool_is_told_for_chosen_hands_that_arent_open() -> None:
    pool = {"rice": 12, "fish": 10, "spices": 10}
    invalid("dschunke", 4, "D2.4", "/options/opening_pool", dealing="open", opening_pool=pool)
    invalid("dschunke", 4, "D2.4", "/options/opening_pool", opening_hands="by_kind", opening_pool=pool)


def test_D2_4_the_server_deals_from_the_pool_or_from_all_cards() -> None:
    for options in ({"opening_pool": {"rice": 18}}, {}):
        table = opened(3, dealing="server", **options)
        table.plays(table.game.draw(table.state, TopCards()))
        table.plays(table.game.draw(table.state, TopCards()))
        kind = "rice" if options else "spices"
        assert table.view(RECORDER).seats[2].hand == (kind,) * 6


def test_D2_5_the_first_player_is_named_and_nobody_has_money() -> None:
    table = opened(3, start_seat=2).plays(market("S 1 2 4"))
    assert table.asked == (2,)
    assert [seat.yen for seat in table.view(RECORDER).seats] == [0, 0, 0]


def test_D2_5_the_first_player_has_a_seat() -> None:
    invalid("dschunke", 3, "D2.5", "/options/start_seat", start_seat=3)


def test_D2_6_cargo_at_the_start() -> None:
    view = opened(4, cargo={"orange": [3, 1], "brown": [0]}).view(PUBLIC)
    assert view.cargo["orange"] == ((3, 1),)
    assert view.cargo["grey"] == ()
    assert [seat.bars_left for seat in view.seats] == [19, 19, 20, 19]


def test_D2_6_cargo_belongs_to_seats() -> None:
    invalid("dschunke", 3, "D2.6", "/options/cargo/white/1", cargo={"white": [2, 3]})


def test_D2_6_other_set_ups_place_it_otherwise() -> None:
    invalid("dschunke", 3, "D2.6", "/options/cargo", setup="left_neighbour", cargo={"white": [2]})


def test_D2_7_each_places_three_bars_of_the_right_neighbour() -> None:
    table = opened(3, setup="left_neighbour", start_seat=1)
    assert [seat.bars_to_place for seat in table.view(PUBLIC).seats] == [(2, 2, 2), (0, 0, 0), (1, 1, 1)]
    assert table.asked == (1,)
    table.refuses(place(1, "grey", 1), "D2.7")
    table.refuses(place(1, "grey", 7), "D2.7")
    table.refuses(place(2, "grey", 1), "D2.7")
    table.plays(place(1, "grey", 0), place(2, "grey", 1), place(0, "grey", 2))
    assert table.view(PUBLIC).cargo["grey"] == ((0, 1, 2),)
    table.refuses(place(1, "grey", 0), "D2.7")
    assert [seat.bars_left for seat in table.view(PUBLIC).seats] == [17, 17, 17]


def test_D2_7_then_the_merchants_are_shown() -> None:
    table = opened(4, setup="left_neighbour")
    assert table.view(PUBLIC).merchants == {}
    for step in range(12):
        table.plays(place(step % 4, ("grey", "white", "brown", "orange")[step // 3], (step + 3) % 4))
    assert table.pending == AwaitChance({"type": "show_merchants"})
    table.plays(show("grey", "white", "orange"))
    assert table.view(PUBLIC).merchants == {"green": "grey", "yellow": "white", "violet": "orange"}
    assert table.pending == AwaitChance({"type": "turn_market"})


@pytest.mark.parametrize(("seats", "bars"), [(3, ((1, 1, 2, 2), (0, 0, 2, 2), (0, 0, 1, 1))), (4, None)])
def test_D2_8_free_each_places_bars_of_all_others(seats: int, bars: Any) -> None:
    bars = bars or ((1, 2, 3), (0, 2, 3), (0, 1, 3), (0, 1, 2))
    assert tuple(seat.bars_to_place for seat in opened(seats, setup="free").view(PUBLIC).seats) == bars


def test_D2_8_a_junk_takes_one_bar_of_each_colour_and_three_in_all() -> None:
    table = opened(4, setup="free").plays(place(0, "grey", 1))
    table.refuses(place(1, "grey", 1), "D2.8")
    table.plays(place(1, "grey", 2), place(2, "grey", 3))
    table.refuses(place(3, "grey", 0), "D2.8")
    assert table.admits(place(3, "white", 0))


def test_D2_8_a_bar_without_a_legal_junk_goes_back_to_its_owner() -> None:
    table = opened(4, setup="free").plays(
        *(place(0, "violet", 2), place(1, "white", 2), place(2, "grey", 3), place(3, "orange", 0)),
        *(place(0, "brown", 3), place(1, "orange", 3), place(2, "orange", 1), place(3, "grey", 1)),
        *(place(0, "brown", 1), place(1, "brown", 0)),
    )
    assert [seat.received for seat in table.state.seats[2:]] == [(1, 0, 0, 0), (0, 0, 1, 0)]
    table.plays(place(2, "grey", 0))
    assert table.told(DschunkeBarReturned) == [DschunkeBarReturned(seat=3, bar=2)]
    assert [seat.bars_left for seat in table.view(PUBLIC).seats] == [17, 17, 18, 17]
    assert table.pending == AwaitChance({"type": "show_merchants"})


def test_D2_9_hands_then_bars_then_merchants_then_the_first_round() -> None:
    table = opened(3, setup="left_neighbour", dealing="open")
    assert isinstance(table.pending, AwaitChance)
    table.refuses(show("grey", "white", "orange"), "D2.9")
    table.refuses(market("S 1 2 4"), "D4.1")
    table.plays(deal("6 rice", "6 fish", "6 spices"))
    for step in range(9):
        assert table.asked == (step % 3,)
        table.plays(place(step % 3, ("grey", "white", "brown")[step // 3], (step + 2) % 3))
    table.plays(show("grey", "white", "orange"))
    assert table.view(PUBLIC).round == 1
