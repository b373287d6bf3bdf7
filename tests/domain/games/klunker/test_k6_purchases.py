"""K6 Phase 3: buy from the showcases."""

import pytest

from domain.games.klunker.events import (
    KlunkerBought,
    KlunkerDeclined,
    KlunkerPhase,
    KlunkerRoundEnded,
    KlunkerSold,
    KlunkerTurn,
)
from domain.games.klunker.meta import JEWELS, Jewel
from tests.domain.games.klunker.support import buy, cards, counts, decline, given, passes, player, stock, store
from tests.domain.games.support import Table


def buying(turn: int = 0, order: tuple[int, ...] = (0, 1, 2), notes: tuple[int, int, int] = (1, 1, 1)) -> Table:
    """Showcases of one, three and two cards."""
    return given(
        player(showcase="monocle", notes=notes[0]),
        player(showcase="2 tiara, shoes", notes=notes[1]),
        player(showcase="earrings, necklace", notes=notes[2]),
        phase=KlunkerPhase.BUY,
        turn=turn,
        order=order,
    )


def test_K6_1_all_cards_of_anothers_showcase_for_one_banknote_to_its_owner() -> None:
    table = buying().plays(buy(0, 1))
    assert table.told(KlunkerBought) == [KlunkerBought(seat=0, from_=1, jewels=cards("2 tiara, shoes"), price=1)]
    assert [place.banknotes for place in table.state.seats] == [0, 2, 1]
    assert table.state.seats[1].showcase == JEWELS.none


@pytest.mark.parametrize(("owner", "goods"), [(1, "2 tiara, shoes"), (2, "earrings, necklace")])
def test_K6_1_the_price_is_the_same_whatever_the_size(owner: int, goods: str) -> None:
    table = buying().plays(buy(0, owner))
    assert table.state.seats[0].safe == counts(goods)
    assert table.state.seats[0].banknotes == 0
    assert table.state.seats[owner].banknotes == 2


def test_K6_1_the_own_showcase_is_free() -> None:
    table = buying().plays(buy(0, 0))
    assert table.told(KlunkerBought) == [KlunkerBought(seat=0, from_=0, jewels=cards("monocle"), price=0)]
    assert [place.banknotes for place in table.state.seats] == [1, 1, 1]
    assert table.state.seats[0].showcase == JEWELS.none
    assert table.state.seats[0].safe == counts("monocle")


def test_K6_1_in_the_order_of_the_buying_cards() -> None:
    table = buying(turn=2, order=(2, 0, 1))
    table.refuses(buy(0, 0), "K6.1")
    table.refuses(buy(1, 1), "K6.1")
    table.plays(buy(2, 2))
    assert table.asked == (0,)
    table.plays(buy(0, 0))
    assert table.asked == (1,)
    table.refuses(buy(2, 1), "K6.1")


def test_K6_1_the_first_to_pass_buys_first() -> None:
    table = given(*[player(hand="tiara", showcase="shoes")] * 3, phase=KlunkerPhase.STORE, start=0, turn=1, order=())
    table.plays(passes(1))
    assert table.state.phase is KlunkerPhase.STORE
    table.plays(passes(2), store(0, "tiara"))
    assert table.state.order == (1, 2, 0)
    assert table.asked == (1,)


def test_K6_1_an_empty_showcase_is_not_for_sale() -> None:
    table = buying().plays(buy(0, 1))
    table.refuses(buy(1, 1), "K6.1")
    assert [action["from"] for action in table.legal(1) if action["type"] == "buy"] == [0, 2]


def test_K6_1_there_is_no_showcase_beyond_the_table() -> None:
    buying().refuses(buy(0, 3), "K6.1")
    buying().refuses(buy(0, 15), "K6.1")


def test_K6_1_one_purchase_each() -> None:
    table = buying().plays(buy(0, 0))
    table.refuses(buy(0, 2), "K6.1")


def test_K6_1_belongs_to_the_third_phase() -> None:
    table = buying()
    table.refuses(stock(0), "K3.1")
    table.refuses(store(0, "tiara"), "K4.1")
    table.refuses(passes(0), "K4.1")


def test_K6_2_all_cards_go_to_the_safe() -> None:
    table = given(
        player(hand="tiara", showcase="monocle", safe="2 shoes"),
        player(showcase="2 tiara, shoes"),
        player(showcase="shoes"),
        phase=KlunkerPhase.BUY,
    )
    table.plays(buy(0, 1))
    assert table.state.seats[0].safe == counts("2 tiara, 3 shoes")
    assert table.state.seats[0].hand.known == counts("tiara")
    assert table.state.seats[0].showcase == counts("monocle")


def test_K6_2_a_set_completed_is_sold_at_once() -> None:
    table = given(
        player(showcase="monocle", safe="2 tiara"),
        player(showcase="2 tiara, shoes"),
        player(showcase="shoes"),
        phase=KlunkerPhase.BUY,
    )
    table.plays(buy(0, 1))
    assert table.told(KlunkerSold) == [KlunkerSold(seat=0, jewel=Jewel.TIARA, notes=3)]
    assert table.state.seats[0].banknotes == 1 - 1 + 3
    assert table.asked == (1,)


def test_K6_3_with_cards_in_the_own_showcase_one_must_buy() -> None:
    table = buying()
    table.refuses(decline(0), "K6.3")
    assert list(table.legal(0)) == [{"type": "buy", "seat": 0, "from": owner} for owner in (0, 1, 2)]


def test_K6_3_also_without_money_the_own_showcase_is_taken() -> None:
    table = buying(notes=(0, 2, 1))
    table.refuses(decline(0), "K6.3")
    assert list(table.legal(0)) == [{"type": "buy", "seat": 0, "from": 0}]


def test_K6_4_with_an_empty_showcase_one_may_buy() -> None:
    table = buying().plays(buy(0, 1))
    assert table.asked == (1,)
    assert table.admits(buy(1, 0))
    assert table.admits(buy(1, 2))
    assert table.admits(decline(1))


def test_K6_4_to_decline_ends_the_purchases_for_all() -> None:
    table = buying().plays(buy(0, 1), decline(1))
    assert table.told(KlunkerDeclined) == [KlunkerDeclined(seat=1)]
    assert table.state.phase is KlunkerPhase.DEAL
    assert table.state.seats[2].showcase == counts("earrings, necklace")
    table.refuses(buy(2, 2), "K6.1")


def test_K6_4_the_first_buyer_declines_for_everybody() -> None:
    table = given(player(), player(showcase="tiara"), player(showcase="shoes"), phase=KlunkerPhase.BUY, order=(0, 1, 2))
    table.plays(decline(0))
    assert table.told(KlunkerBought) == []
    assert [place.showcase for place in table.state.seats] == [counts(""), counts("tiara"), counts("shoes")]


def test_K6_4_only_the_buyer_whose_turn_it_is_declines() -> None:
    table = buying().plays(buy(0, 1))
    table.refuses(decline(0), "K6.4")
    table.refuses(decline(2), "K6.4")


def test_K6_4_nobody_declines_in_another_phase() -> None:
    given(*[player(hand="tiara")] * 3, phase=KlunkerPhase.STOCK).refuses(decline(0), "K6.4")


def test_K6_5_another_players_showcase_takes_a_banknote() -> None:
    table = buying(notes=(0, 1, 2))
    table.refuses(buy(0, 1), "K6.5")
    table.refuses(buy(0, 2), "K6.5")
    assert table.plays(buy(0, 0)).state.seats[0].banknotes == 0


def test_K6_5_one_banknote_is_enough() -> None:
    assert buying().admits(buy(0, 1))


def test_K6_5_without_money_and_goods_one_declines_without_being_asked() -> None:
    table = given(
        player(showcase="monocle"),
        player(showcase="tiara", notes=0),
        player(showcase="shoes", notes=2),
        phase=KlunkerPhase.BUY,
        order=(2, 0, 1),
        turn=2,
    )
    table.plays(buy(2, 1))
    assert table.state.seats[1].banknotes == 1, "the sale pays for the purchase"
    table.plays(buy(0, 2))
    assert table.asked == (1,)

    broke = given(
        player(showcase="monocle", notes=3),
        player(notes=0),
        player(showcase="shoes", notes=2),
        phase=KlunkerPhase.BUY,
        order=(0, 1, 2),
    )
    broke.plays(buy(0, 0))
    assert broke.told(KlunkerDeclined) == [KlunkerDeclined(seat=1)]
    assert broke.told(KlunkerRoundEnded) == [KlunkerRoundEnded(start_seat=1)]
    assert broke.told(KlunkerTurn) == []
    assert broke.state.seats[2].showcase == counts("shoes")


def test_K6_5_with_all_showcases_empty_one_declines_without_being_asked() -> None:
    table = given(player(), player(showcase="tiara"), player(notes=5), phase=KlunkerPhase.BUY, order=(1, 2, 0), turn=1)
    table.plays(buy(1, 1))
    assert table.told(KlunkerDeclined) == [KlunkerDeclined(seat=2)]
    assert table.told(KlunkerRoundEnded) == [KlunkerRoundEnded(start_seat=2)]
