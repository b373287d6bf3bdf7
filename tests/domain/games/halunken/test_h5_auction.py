"""H5.1 to H5.5: Black Jack is placed, and bribed."""

import pytest

from domain.games.halunken.events import (
    HalunkenPaid,
    HalunkenPassed,
    HalunkenPhase,
    HalunkenRoundBegan,
    HalunkenTurn,
    HalunkenUnbribed,
)
from domain.games.halunken.meta import Rogue
from domain.games.halunken.view import HalunkenBidView
from domain.kernel.pending import AwaitChance
from domain.kernel.viewer import PUBLIC
from tests.domain.games.halunken.support import (
    auction,
    bid,
    choices,
    choose,
    crew,
    given,
    passes,
    place,
    place_black_jack,
    player,
    reveal,
    rogue,
    rogues,
    surrender,
    turn,
)
from tests.domain.games.support import Table, TopCards


def set_up(*firsts: str, mode: str = "standard") -> Table:
    """All but Black Jack are on the board, and the fourteen open rogues lie there."""
    table = Table.opened("halunken", len(firsts), mode=mode, dealing="table")
    for seat, first in enumerate(firsts):
        table.plays(place(seat, 3 * seat), reveal({3 * seat: first}))
    taken = {rogue(first) for first in firsts}
    unseen = [one for one in Rogue if one not in taken]
    return table.plays(reveal({tavern: unseen[tavern].replace("-", " ") for tavern in range(14)}))


def test_H5_1_the_order_of_black_jacks_cards_is_known_to_nobody() -> None:
    table = given(player(0), player(4), player(8), black_jack=12).plays(*choices("1 2 3"))
    assert table.pending == AwaitChance({"type": "turn_black_jack", "cards": list(range(1, 13))})
    assert table.game.draw(table.state, TopCards()) == turn(1)
    for card in range(1, 13):
        assert table.game.decide(table.state, turn(card))


@pytest.mark.parametrize(
    ("firsts", "lowest", "highest"),
    [
        (("red 7", "yellow 2", "violet 14"), 1, 2),
        (("red 7", "yellow 7", "violet 14"), 0, 2),
        (("yellow 7", "green 7", "violet 7", "red 7"), 3, 0),
        (("violet 7", "green 7", "green 8"), 0, 2),
        (("green 3", "violet 7", "red 7"), 0, 1),
        (("violet 9", "yellow 9", "green 9"), 0, 1),
    ],
)
def test_H5_2_the_lowest_first_rogue_places_black_jack_and_the_highest_opens(
    firsts: tuple[str, ...], lowest: int, highest: int
) -> None:
    table = set_up(*firsts)
    assert table.asked == (lowest,)
    assert table.state.phase is HalunkenPhase.PLACE_BLACK_JACK
    table.refuses(place_black_jack(highest, 13), "H5.2")
    table.plays(place_black_jack(lowest, 13))
    assert table.told(HalunkenRoundBegan) == [HalunkenRoundBegan(round=1, opener=highest)]
    assert table.asked == (highest,)
    assert next(iter(table.legal(highest)))["type"] == "bid"


def test_H5_2_black_jack_stands_on_a_free_space() -> None:
    table = set_up("red 7", "yellow 2", "violet 14")
    for taken in (0, 3, 6, 14):
        table.refuses(place_black_jack(1, taken), "H5.2")
    assert [action["tavern"] for action in table.legal(1)] == [1, 2, 4, 5, 7, 8, 9, 10, 11, 12, 13]
    table.plays(place_black_jack(1, 5))
    assert table.view(PUBLIC).black_jack.tavern == 5


def test_H5_2_for_two_the_one_places_him_and_the_other_opens() -> None:
    table = set_up("red 7", "yellow 7", mode="two_players")
    assert table.asked == (0,)
    table.plays(place_black_jack(0, 5))
    assert table.asked == (1,)


def test_H5_3_a_round_begins_with_an_auction_from_the_opener() -> None:
    table = auction(player(0, "red 4"), player(4, "red 5"), player(8, "red 6"), opener=1)
    table.refuses(bid(0, "red 4"), "H5.3")
    table.refuses(choose(1, "1"), "H3.1")
    table.plays(bid(1, "red 5"))
    assert table.asked == (2,)
    assert table.view(PUBLIC).black_jack.bid == HalunkenBidView(1, Rogue.RED_5)
    table.plays(passes(2))
    assert table.asked == (0,)
    assert table.view(PUBLIC).black_jack.passed == (2,)


def test_H5_3_a_bid_is_strictly_higher_than_the_standing_one() -> None:
    table = auction(player(0, "violet 7"), player(4, "red 7, green 6, yellow 8"), player(8, "red 6"))
    table.plays(bid(0, "violet 7"))
    table.refuses(bid(1, "red 7"), "H5.3")
    table.refuses(bid(1, "green 6"), "H5.3")
    assert list(table.legal(1)) == [
        {"type": "bid", "seat": 1, "rogue": "yellow-8"},
        {"type": "pass", "seat": 1},
    ]


def test_H5_3_only_rogues_of_the_own_crew_are_bid() -> None:
    table = auction(player(0, "red 4"), player(4, "red 5"), player(8, "red 6"), harbour="red 7")
    for words in ("red 5", "red 7", "red 8"):
        table.refuses(bid(0, words), "H5.3")


def test_H5_3_who_raises_takes_the_earlier_bid_back() -> None:
    table = auction(player(0, "red 4 8"), player(4, "red 5"), player(8, "red 6"))
    table.plays(bid(0, "red 4"), bid(1, "red 5"), passes(2), bid(0, "red 8"), passes(1))
    assert table.told(HalunkenPaid) == [HalunkenPaid(seat=0, rogue=Rogue.RED_8)]
    assert crew(table, 0) == set(rogues("red 4"))
    assert crew(table, 1) == set(rogues("red 5"))


def test_H5_3_who_has_passed_is_out_of_this_auction() -> None:
    table = auction(player(0, "red 4 8"), player(4, "red 5 9"), player(8, "red 6"))
    table.plays(passes(0), bid(1, "red 5"), bid(2, "red 6"))
    table.refuses(bid(0, "red 8"), "H5.3")
    assert table.asked == (1,)


def test_H5_3_the_auction_ends_when_all_others_have_passed() -> None:
    table = auction(player(0, "red 4 8"), player(4, "red 5"), player(8, "red 6"))
    table.plays(bid(0, "red 4"), passes(1), passes(2))
    assert table.told(HalunkenPaid) == [HalunkenPaid(seat=0, rogue=Rogue.RED_4)]
    assert table.asked == (0, 1, 2)


def test_H5_3_a_last_player_without_a_bid_is_asked() -> None:
    table = auction(player(0, "red 4"), player(4, "red 5"), player(8, "red 6"))
    table.plays(passes(0), passes(1))
    assert table.asked == (2,)
    table.plays(bid(2, "red 6"))
    assert table.told(HalunkenPaid) == [HalunkenPaid(seat=2, rogue=Rogue.RED_6)]


def test_H5_3_all_may_pass() -> None:
    table = auction(player(0, "red 4"), player(4, "red 5"), player(8, "red 6"))
    table.plays(passes(0), passes(1), passes(2))
    assert table.told(HalunkenUnbribed) == [HalunkenUnbribed()]
    assert table.view(PUBLIC).black_jack.controller is None
    assert table.asked == (0, 1, 2)


def test_H5_3_the_software_passes_for_a_player_without_rogues() -> None:
    table = auction(player(0, "red 4"), player(4), player(8, "red 6"), player(10))
    table.plays(bid(0, "red 4"))
    assert table.told(HalunkenPassed) == [HalunkenPassed(seat=1)]
    table.plays(passes(2))
    assert table.told(HalunkenPassed) == [HalunkenPassed(seat=2), HalunkenPassed(seat=3)]
    assert table.told(HalunkenPaid) == [HalunkenPaid(seat=0, rogue=Rogue.RED_4)]


def test_H5_3_an_opener_without_rogues_passes() -> None:
    table = given(player(0), player(4, "red 5"), player(8), black_jack=12, phase=HalunkenPhase.TURN_BLACK_JACK)
    table.plays(turn(1))
    assert table.told(HalunkenRoundBegan) == [HalunkenRoundBegan(round=2, opener=0)]
    assert table.told(HalunkenPassed) == [HalunkenPassed(seat=0)]
    assert table.asked == (1,)


def test_H5_3_without_any_rogues_there_is_no_auction_to_play() -> None:
    table = given(player(0), player(4), player(8), black_jack=12, phase=HalunkenPhase.TURN_BLACK_JACK)
    table.plays(turn(1))
    assert len(table.told(HalunkenPassed)) == 3
    assert table.told(HalunkenUnbribed) == [HalunkenUnbribed()]
    assert table.asked == (0, 1, 2)
    assert table.state.phase is HalunkenPhase.CHOOSE


def test_H5_3_a_player_with_no_rogue_high_enough_passes_by_hand() -> None:
    table = auction(player(0, "red 15"), player(4, "red 5"), player(8, "red 6")).plays(bid(0, "red 15"))
    assert table.asked == (1,)
    assert list(table.legal(1)) == [{"type": "pass", "seat": 1}]


def test_H5_4_the_highest_bidder_pays_to_the_harbour_and_controls_black_jack() -> None:
    table = auction(player(0, "red 4 8"), player(4, "red 5"), player(8, "red 6"), harbour="yellow 1")
    table.plays(bid(0, "red 4"), passes(1), bid(2, "red 6"), passes(0))
    assert crew(table, 2) == set()
    assert crew(table, 0) == set(rogues("red 4 8"))
    assert table.view(PUBLIC).harbour == rogues("red 6, yellow 1")
    assert table.view(PUBLIC).black_jack.controller == 2
    assert table.view(PUBLIC).black_jack.bid is None


def next_round(table: Table, card: int) -> Table:
    """All stay, Black Jack goes a way without captains, and the next auction is opened."""
    return table.plays(*choices(f"{card} {card} {card}"), turn(card))


def peaceful(*crews: str, opener: int = 0) -> Table:
    """The captains stand where Black Jack doesn't pass."""
    return auction(*(player(9 + seat, words) for seat, words in enumerate(crews)), black_jack=0, opener=opener)


def test_H5_5_who_controlled_black_jack_opens_the_next_auction() -> None:
    table = peaceful("red 4 5", "red 6 7", "red 8 9")
    table.plays(bid(0, "red 4"), bid(1, "red 6"), passes(2), passes(0))
    next_round(table, 1)
    assert table.told(HalunkenRoundBegan) == [HalunkenRoundBegan(round=2, opener=1)]
    assert table.told(HalunkenTurn)[-1] == HalunkenTurn(phase=HalunkenPhase.AUCTION, seat=1)
    assert table.view(PUBLIC).black_jack.controller is None


def test_H5_5_while_nobody_has_controlled_him_the_first_opener_opens() -> None:
    table = peaceful("red 4", "red 6", "red 8", opener=2)
    for number in (1, 2):
        table.plays(passes(2), passes(0), passes(1))
        next_round(table, number)
        assert table.told(HalunkenRoundBegan) == [HalunkenRoundBegan(round=number + 1, opener=2)]


def test_H5_5_a_round_without_a_controller_keeps_the_last_one() -> None:
    table = peaceful("red 4", "red 6 7", "red 8")
    table.plays(passes(0), bid(1, "red 6"), passes(2))
    next_round(table, 1)
    table.plays(passes(1), passes(2), passes(0))
    next_round(table, 2)
    assert table.told(HalunkenRoundBegan) == [HalunkenRoundBegan(round=3, opener=1)]


def test_H5_5_all_pass_in_the_first_round_and_black_jack_robs_for_the_harbour() -> None:
    table = auction(player(0, "red 4"), player(4, "red 6"), player(8, "red 8"), black_jack=13)
    table.plays(passes(0), passes(1), passes(2), *choices("2 2 2"), turn(2))
    assert table.asked == (0,)
    table.plays(surrender(0, "red 4"))
    assert table.told(HalunkenRoundBegan) == [HalunkenRoundBegan(round=2, opener=0)]
    assert table.told(HalunkenPassed) == [HalunkenPassed(seat=0)]
    assert table.asked == (1,)
