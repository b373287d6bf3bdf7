"""K3 Phase 1: fill the showcases."""

from itertools import product

import pytest

from domain.games.klunker.actions import KlunkerDealing
from domain.games.klunker.events import KlunkerPhase, KlunkerStocked
from domain.games.klunker.meta import JEWELS
from tests.domain.games.klunker.support import cards, counts, deal, given, passes, player, stock
from tests.domain.games.support import Table


def stocking(turn: int = 0, start: int = 0) -> Table:
    """Seat 0 has a showcase already, the others don't."""
    return given(
        player(hand="2 tiara, 3 shoes, necklace", showcase="monocle"),
        player(hand="4 earrings, 2 shoes"),
        player(hand="6 gold_teeth"),
        phase=KlunkerPhase.STOCK,
        turn=turn,
        start=start,
    )


def test_K3_1_cards_go_from_the_hand_to_the_own_showcase() -> None:
    table = stocking().plays(stock(0, "2 tiara, shoes"))
    assert table.told(KlunkerStocked) == [KlunkerStocked(seat=0, jewels=cards("2 tiara, shoes"))]
    place = table.state.seats[0]
    assert place.showcase == counts("monocle, 2 tiara, shoes")
    assert place.hand.known == counts("2 shoes, necklace")


def test_K3_1_the_order_of_the_cards_doesnt_matter() -> None:
    forwards, backwards = stocking(), stocking()
    action = stock(0, "tiara, shoes, necklace")
    assert backwards.admits(type(action)(seat=0, jewels=action.jewels[::-1]))
    backwards.plays(type(action)(seat=0, jewels=action.jewels[::-1]))
    assert backwards.state == forwards.plays(action).state


def test_K3_1_any_number_of_hand_cards_from_none_to_all() -> None:
    table = stocking()
    legal = [JEWELS.count(action["jewels"]) for action in table.legal(0)]
    every = {
        counts(f"{tiaras} tiara, {shoes} shoes, {necklaces} necklace")
        for tiaras, shoes, necklaces in product(range(3), range(4), range(2))
    }
    assert set(legal) == every
    assert len(legal) == len(every) == 24
    assert table.plays(stock(0, "2 tiara, 3 shoes, necklace")).state.seats[0].hand.known == JEWELS.none


@pytest.mark.parametrize("words", ["3 tiara", "tiara, 4 shoes", "monocle", "tongue_piercing"])
def test_K3_1_only_cards_of_the_hand(words: str) -> None:
    stocking().refuses(stock(0, words), "K3.1")


def test_K3_1_clockwise_from_the_start_player_each_once() -> None:
    table = stocking(turn=2, start=2)
    table.refuses(stock(0, "tiara"), "K3.1")
    table.refuses(stock(1, "shoes"), "K3.1")
    table.plays(stock(2, "gold_teeth"))
    assert table.asked == (0,)
    table.refuses(stock(2, "gold_teeth"), "K3.1")
    table.plays(stock(0))
    assert table.asked == (1,)
    table.plays(stock(1, "shoes"))
    assert table.state.phase is KlunkerPhase.STORE
    table.refuses(stock(2, "gold_teeth"), "K3.1")


def test_K3_1_a_seat_that_doesnt_sit_at_the_table_is_refused() -> None:
    stocking().refuses(stock(3, "tiara"), "K3.1")
    stocking().refuses(stock(15), "K3.1")


def test_K3_1_an_empty_hand_stocks_nothing_but_is_asked() -> None:
    table = given(player(showcase="shoes"), player(hand="6 tiara"), player(hand="6 shoes"), phase=KlunkerPhase.STOCK)
    assert list(table.legal(0)) == [{"type": "stock", "seat": 0, "jewels": ()}]
    assert table.plays(stock(0)).asked == (1,)


def test_K3_2_an_empty_showcase_takes_at_least_one_card() -> None:
    table = stocking(turn=1)
    table.refuses(stock(1), "K3.2")
    assert min(len(action["jewels"]) for action in table.legal(1)) == 1
    assert table.plays(stock(1, "shoes")).state.seats[1].showcase == counts("shoes")


def test_K3_2_a_showcase_with_cards_may_stay_as_it_is() -> None:
    table = stocking()
    assert table.admits(stock(0))
    assert table.plays(stock(0)).state.seats[0].showcase == counts("monocle")


def test_K3_2_no_showcase_is_empty_after_the_phase() -> None:
    table = stocking().plays(stock(0), stock(1, "earrings"), stock(2, "gold_teeth"))
    assert table.state.phase is KlunkerPhase.STORE
    assert all(place.has_goods for place in table.state.seats)


def test_K3_2_also_with_unknown_cards_an_empty_showcase_takes_one() -> None:
    table = Table.opened("klunker", 3, dealing="secret")
    table.refuses(stock(0), "K3.2")
    [template] = table.legal(0).templates
    assert (template.choose["jewels"].least, template.choose["jewels"].most) == (1, 6)


def test_K3_3_a_showcase_takes_any_number_of_cards_of_any_types() -> None:
    table = given(
        player(hand="6 tiara", showcase="8 tiara, 6 shoes"),
        player(hand="earrings"),
        player(hand="shoes"),
        phase=KlunkerPhase.STOCK,
    )
    table.plays(stock(0, "6 tiara"))
    assert table.state.seats[0].showcase == counts("14 tiara, 6 shoes")


def test_K3_3_four_of_a_type_in_a_showcase_are_not_sold() -> None:
    table = stocking(turn=2, start=2).plays(stock(2, "6 gold_teeth"))
    assert table.state.seats[2].showcase == counts("6 gold_teeth")


# --- K3.1 with cards that the record was never told: whatever can still exist may be shown, and not one more ---------


def necklaces_shown(shown: int) -> Table:
    """Seat 0 has three unknown cards, and `shown` of the ten necklaces lie open."""
    return given(
        player(showcase="shoes", unknown=3),
        player(showcase=f"{shown} necklace", unknown=6),
        player(showcase="tiara", unknown=6),
        phase=KlunkerPhase.STOCK,
        dealing=KlunkerDealing.SECRET,
    )


@pytest.mark.parametrize(("shown", "left"), [(7, 3), (8, 2), (9, 1), (10, 0)])
def test_K3_1_unknown_cards_may_be_any_that_can_still_exist(shown: int, left: int) -> None:
    table = necklaces_shown(shown)
    assert table.admits(stock(0, f"{left} necklace"))
    table.refuses(stock(0, f"{left + 1} necklace"), "K3.1")


def test_K3_1_unknown_cards_are_no_more_than_the_hand_holds() -> None:
    table = necklaces_shown(0)
    assert table.admits(stock(0, "necklace, tiara, shoes"))
    table.refuses(stock(0, "necklace, 2 tiara, shoes"), "K3.1")


def test_K3_1_a_card_shown_is_known_from_then_on() -> None:
    table = necklaces_shown(8).plays(stock(0, "2 necklace"))
    assert table.state.seats[0].hand.unknown == 1
    assert table.state.seats[0].hand.known == JEWELS.none
    assert table.state.seats[0].showcase == counts("shoes, 2 necklace")
    table.refuses(stock(1, "necklace"), "K3.1")


def test_K3_1_what_is_shown_of_a_mixed_hand_comes_from_its_known_cards_first() -> None:
    table = given(
        player(hand="2 tiara", showcase="shoes", unknown=2),
        player(showcase="11 tiara"),
        player(showcase="shoes"),
        phase=KlunkerPhase.STOCK,
    )
    table.refuses(stock(0, "4 tiara"), "K3.1")
    table.plays(stock(0, "3 tiara"))
    assert (table.state.seats[0].hand.known, table.state.seats[0].hand.unknown) == (JEWELS.none, 1)


def test_K3_1_belongs_to_the_first_phase() -> None:
    table = stocking()
    table.refuses(passes(0), "K4.1")
    table.refuses(deal("", "", ""), "K7.2")
