"""K4 Phase 2: store in the safes."""

import pytest

from domain.games.klunker.actions import KlunkerDealing
from domain.games.klunker.events import KlunkerPassed, KlunkerPhase, KlunkerSold, KlunkerStored, KlunkerTurn
from domain.games.klunker.meta import JEWELS, Jewel
from tests.domain.games.klunker.support import (
    buy,
    counts,
    decline,
    given,
    passes,
    player,
    sell,
    stock,
    store,
)
from tests.domain.games.support import Table


def storing(*hands: str, start: int = 0, turn: int | None = None, order: tuple[int, ...] = ()) -> Table:
    """Everybody has shoes in the showcase and the given hand."""
    return given(
        *(player(hand=hand, showcase="shoes") for hand in hands),
        phase=KlunkerPhase.STORE,
        start=start,
        turn=start if turn is None else turn,
        order=order,
    )


def test_K4_1_one_hand_card_goes_to_the_own_safe() -> None:
    table = storing("2 tiara, earrings", "tiara", "tiara").plays(store(0, "tiara"))
    assert table.told(KlunkerStored) == [KlunkerStored(seat=0, jewel=Jewel.TIARA)]
    assert table.state.seats[0].safe == counts("tiara")
    assert table.state.seats[0].hand.known == counts("tiara, earrings")


def test_K4_1_a_card_of_each_type_in_the_hand_or_a_pass() -> None:
    table = storing("2 tiara, earrings", "tiara", "tiara")
    assert list(table.legal(0)) == [
        {"type": "store", "seat": 0, "jewel": "earrings"},
        {"type": "store", "seat": 0, "jewel": "tiara"},
        {"type": "pass", "seat": 0},
    ]


def test_K4_1_only_cards_of_the_hand() -> None:
    table = storing("2 tiara, earrings", "monocle", "tiara")
    table.refuses(store(0, "monocle"), "K4.1")
    table.refuses(store(0, "shoes"), "K4.1")


def test_K4_1_clockwise_from_the_start_player_round_and_round() -> None:
    table = storing("3 tiara", "3 earrings", "3 monocle", start=1)
    for seat, jewel in [(1, "earrings"), (2, "monocle"), (0, "tiara"), (1, "earrings"), (2, "monocle"), (0, "tiara")]:
        assert table.asked == (seat,)
        table.refuses(store((seat + 1) % 3, "tiara"), "K4.1")
        table.refuses(passes((seat + 2) % 3), "K4.1")
        table.plays(store(seat, jewel))


def test_K4_1_the_start_player_stores_first_after_the_showcases_are_filled() -> None:
    table = given(
        player(hand="2 tiara"), player(hand="2 shoes"), player(hand="2 monocle"), phase=KlunkerPhase.STOCK, start=0
    )
    table.plays(stock(0, "tiara"), stock(1, "shoes"), stock(2, "monocle"))
    assert table.told(KlunkerTurn)[-1] == KlunkerTurn(phase=KlunkerPhase.STORE, seat=0)


def test_K4_1_belongs_to_the_second_phase() -> None:
    table = storing("tiara", "tiara", "tiara")
    table.refuses(stock(0, "tiara"), "K3.1")
    table.refuses(buy(0, 1), "K6.1")
    table.refuses(decline(0), "K6.4")
    table.refuses(sell(0, "tiara"), "K5.5")


@pytest.mark.parametrize(("shown", "jewel", "may"), [(9, "necklace", True), (10, "necklace", False)])
def test_K4_1_an_unknown_card_is_any_that_can_still_exist(shown: int, jewel: str, *, may: bool) -> None:
    table = given(
        player(showcase="shoes", unknown=2),
        player(showcase=f"{shown} necklace", unknown=2),
        player(showcase="tiara", unknown=2),
        phase=KlunkerPhase.STORE,
        dealing=KlunkerDealing.SECRET,
    )
    assert table.admits(store(0, jewel)) is may
    if may:
        table.plays(store(0, jewel))
        assert table.state.seats[0].hand.unknown == 1
        table.refuses(store(1, jewel), "K4.1")
    else:
        table.refuses(store(0, jewel), "K4.1")


def test_K4_2_buying_cards_go_out_in_the_order_of_passing() -> None:
    table = storing("2 tiara", "2 tiara", "2 tiara", start=2)
    table.plays(store(2, "tiara"), passes(0))
    assert table.told(KlunkerPassed) == [KlunkerPassed(seat=0, buying_card=1)]
    table.plays(store(1, "tiara"), passes(2))
    assert table.told(KlunkerPassed) == [KlunkerPassed(seat=2, buying_card=2)]
    table.plays(passes(1))
    assert table.told(KlunkerPassed) == [KlunkerPassed(seat=1, buying_card=3)]
    assert table.state.order == (0, 2, 1)


def test_K4_2_who_has_passed_takes_no_further_part() -> None:
    table = storing("2 tiara", "3 tiara", "3 tiara").plays(passes(0), store(1, "tiara"), store(2, "tiara"))
    assert table.asked == (1,)
    table.refuses(store(0, "tiara"), "K4.1")
    table.refuses(passes(0), "K4.1")
    table.plays(passes(1))
    assert table.asked == (2,)
    table.plays(store(2, "tiara"))
    assert table.asked == (2,)


def test_K4_2_the_phase_ends_when_all_have_passed() -> None:
    table = storing("tiara", "tiara", "tiara").plays(passes(0), passes(1))
    assert table.asked == (2,)
    table.plays(passes(2))
    assert table.state.phase is KlunkerPhase.BUY
    assert table.asked == (0,)


def test_K4_3_an_empty_hand_passes_when_its_turn_comes() -> None:
    table = storing("2 tiara", "", "2 tiara").plays(store(0, "tiara"))
    assert table.told(KlunkerPassed) == [KlunkerPassed(seat=1, buying_card=1)]
    assert table.asked == (2,)


def test_K4_3_the_last_card_stored_passes_only_a_round_later() -> None:
    table = storing("tiara", "2 tiara", "2 tiara").plays(store(0, "tiara"))
    assert table.told(KlunkerPassed) == []
    table.plays(passes(1))
    assert table.state.order == (1,)
    table.plays(store(2, "tiara"))
    assert table.state.order == (1, 0)
    assert table.asked == (2,)


def test_K4_3_an_empty_start_player_passes_first() -> None:
    table = given(
        player(hand="tiara"), player(hand="2 tiara"), player(hand="2 tiara"), phase=KlunkerPhase.STOCK, start=0
    )
    table.plays(stock(0, "tiara"), stock(1, "tiara"), stock(2, "tiara"))
    assert table.told(KlunkerPassed) == [KlunkerPassed(seat=0, buying_card=1)]
    assert table.asked == (1,)


def test_K4_3_the_start_player_and_the_next_have_empty_hands() -> None:
    table = given(
        player(hand="tiara"),
        player(hand="2 tiara"),
        player(hand="tiara"),
        phase=KlunkerPhase.STOCK,
        start=2,
        turn=2,
    )
    table.plays(stock(2, "tiara"), stock(0, "tiara"), stock(1, "tiara"))
    assert table.state.order == (2, 0)
    assert table.asked == (1,)


def test_K4_3_all_hands_empty_go_straight_to_the_purchases() -> None:
    table = given(
        player(hand="tiara"), player(hand="shoes"), player(hand="monocle"), phase=KlunkerPhase.STOCK, start=1, turn=1
    )
    table.plays(stock(1, "shoes"), stock(2, "monocle"), stock(0, "tiara"))
    assert table.state.order == (1, 2, 0)
    assert table.state.phase is KlunkerPhase.BUY
    assert table.asked == (1,)


def test_K4_3_the_last_player_with_cards_goes_on_alone_until_the_hand_is_empty() -> None:
    table = storing("2 tiara", "", "").plays(store(0, "tiara"))
    assert table.state.order == (1, 2)
    assert table.asked == (0,)
    table.plays(store(0, "tiara"))
    assert table.told(KlunkerPassed) == [KlunkerPassed(seat=0, buying_card=3)]
    assert table.state.phase is KlunkerPhase.BUY


def test_K4_4_nobody_has_to_store() -> None:
    table = storing("6 tiara", "6 shoes", "6 monocle").plays(passes(0), passes(1), passes(2))
    assert [place.safe for place in table.state.seats] == [JEWELS.none] * 3


def test_K4_4_many_cards_may_be_stored_in_one_round() -> None:
    table = storing("3 tiara, 3 monocle", "tiara", "tiara").plays(store(0, "tiara"), passes(1), passes(2))
    for jewel in ("tiara", "monocle", "tiara", "monocle", "monocle"):
        table.plays(store(0, jewel))
    assert table.state.seats[0].safe == counts("3 tiara, 3 monocle")
    assert table.told(KlunkerSold) == []
