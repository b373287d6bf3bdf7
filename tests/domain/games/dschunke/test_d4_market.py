# clauses are named as in RULES.md
"""D4 Market and events."""

from typing import Any

import pytest

from domain.games.dschunke import GAME
from domain.games.dschunke.events import (
    DschunkeEventBegan,
    DschunkeLookedThrough,
    DschunkeMoneyShown,
    DschunkePhase,
)
from domain.kernel.pending import AwaitChance
from domain.kernel.viewer import PUBLIC, RECORDER
from tests.domain.games.dschunke.support import (
    ALL_SPECIALS,
    board,
    given,
    market,
    passes,
    player,
    sides,
    swap,
    take,
    track,
    use,
)
from tests.domain.games.support import Table, TopCards

S_ON_ONE = board(track("load 2 S"))
S_ON_BOTH = board(track("load 2 S"), track("draw 3 S"))


def turned(*players: Any, card: str = "S 1 2 4", **position: Any) -> Table:
    """A market card is just turned up."""
    return given(*players, phase=DschunkePhase.MARKET, card="", **position).plays(market(card))


def test_D4_1_the_next_market_card_is_turned_up() -> None:
    table = Table.opened("dschunke", 3, dealing="secret")
    assert table.pending == AwaitChance({"type": "turn_market"})
    assert table.view(PUBLIC).market_cards_left == 10
    table.plays(market("4 S 1 2"))
    assert table.view(PUBLIC).market == market("4 S 1 2").amounts
    assert table.view(PUBLIC).market_cards_left == 9
    table.refuses(market("4 S 1 2"), "D4.1")


def test_D4_1_a_deck_of_the_set_up_gives_only_what_is_left() -> None:
    deck = [{"spices": "S", "vegetables": 1, "fish": 2, "rice": n} for n in (3, 3, *range(1, 9))]
    table = Table.opened("dschunke", 3, dealing="secret", board={"market_deck": deck})
    table.refuses(market("S 1 2 9"), "D4.1")
    table.plays(market("S 1 2 4"))
    assert [card[3] for card in table.state.deck] == [3, 3, 1, 2, 3, 5, 6, 7, 8]


def test_D4_1_the_server_draws_from_the_deck() -> None:
    table = Table.opened("dschunke", 3, dealing="server")
    for _ in range(3):
        table.plays(GAME.draw(table.state, TopCards()))
    assert table.view(PUBLIC).market == market("S 1 2 4").amounts
    assert len(table.state.deck) == 9


def test_D4_2_owners_of_two_goods_are_asked_in_turn_order() -> None:
    table = turned(player("rice", "two_goods"), player("rice"), player("rice", "two_goods"), start=1)
    assert table.asked == (2,)
    table.refuses(passes(0), "D4.2")
    table.refuses(swap(0, "rice", "fish"), "D4.2")
    table.plays(passes(2))
    assert table.asked == (0,)
    table.plays(swap(0, "rice", "fish"))
    assert table.state.phase is DschunkePhase.ACT


def test_D4_2_an_owner_is_asked_with_an_empty_hand() -> None:
    table = turned(player("", "two_goods"), *sides(2))
    assert list(table.legal(0)) == [{"type": "pass", "seat": 0}]


def test_D4_2_before_the_events() -> None:
    table = turned(player("rice", "two_goods"), *sides(2), on=S_ON_ONE)
    assert table.state.phase is DschunkePhase.SWAP
    table.plays(passes(0))
    assert table.told(DschunkeEventBegan)


def test_D4_3_on_S_everybody_takes_a_card_from_a_pile_of_their_own() -> None:
    table = turned(*sides(3), start=2, on=S_ON_ONE)
    assert table.asked == (2,)
    table.plays(take(2, "star", "load"))
    table.refuses(take(1, "star", "load"), "D4.3")
    table.refuses(take(0, "star", "load"), "D4.3")
    table.plays(take(0, "square", "move"), take(1, "circle", "bonus8-grey"))
    assert table.view(PUBLIC).special_piles == {"square": 7, "circle": 7, "triangle": 7, "star": 6}
    assert table.asked == (2,)
    assert table.state.phase is DschunkePhase.ACT


def test_D4_3_a_card_has_to_be_named_or_called_unknown() -> None:
    table = turned(*sides(3), on=S_ON_ONE)
    table.refuses(take(0, "star"), "D4.3")
    assert table.admits(take(0, "star", "unknown"))


def test_D4_3_a_card_kept_secret_is_no_always_card() -> None:
    """So no more can be unknown than there are others."""
    secrets = [card for card in ALL_SPECIALS if card not in {"extra_supply", "wins_ties", "two_goods"}]
    assert len(secrets) == 21
    table = turned(player("", *secrets[:18]), player("", unknown_specials=3), *sides(1), on=S_ON_ONE)
    table.refuses(take(0, "star", "unknown"), "D1.8")
    table.refuses(take(0, "star", secrets[20]), "D1.8")
    assert table.admits(take(0, "star", "extra_supply"))


def test_D4_3_on_Y_everybody_tells_the_money() -> None:
    table = turned(player(yen=4), player(yen=0), player(yen=9), on=board(track("load 2 Y")))
    assert [fact.yen for fact in table.told(DschunkeMoneyShown)] == [(4, 0, 9)]
    assert [seat.yen_told for seat in table.view(PUBLIC).seats] == [4, 0, 9]
    assert [seat.yen for seat in table.view(PUBLIC).seats] == [None] * 3


def test_D4_3_two_events_S_in_one_round() -> None:
    table = turned(*sides(4), on=S_ON_BOTH)
    for seat, pile in enumerate(("square", "circle", "triangle", "star")):
        table.plays(take(seat, pile, "unknown"))
    assert [fact.assistant for fact in table.told(DschunkeEventBegan)] == ["assistant-4"]
    for seat, pile in enumerate(("square", "star", "triangle", "circle")):
        assert table.asked == (seat,)
        table.plays(take(seat, pile, "unknown"))
    assert table.state.phase is DschunkePhase.ACT


def test_D4_3_the_track_3_4_comes_first() -> None:
    table = turned(*sides(4), on=board(track("load 2 Y"), track("load 2 S")))
    assert [type(fact) for fact in table.facts[1:3]] == [DschunkeMoneyShown, DschunkeEventBegan]
    table = turned(*sides(4), on=board(track("load 2 S"), track("load 2 Y")))
    for seat, pile in enumerate(("square", "circle", "triangle", "star")):
        assert not table.told(DschunkeMoneyShown)
        table.plays(take(seat, pile, "unknown"))
    assert table.told(DschunkeMoneyShown)


def test_D4_3_with_three_players_the_second_track_brings_nothing() -> None:
    table = turned(*sides(3), on=board(None, track("load 2 S")))
    assert table.state.phase is DschunkePhase.ACT


@pytest.mark.parametrize(("piles", "asked"), [((1, 0, 0, 1), [0, 1]), ((0, 0, 0, 0), [])])
def test_D4_3_for_whom_no_pile_is_left_there_is_no_card(piles: tuple[int, ...], asked: list[int]) -> None:
    left = ALL_SPECIALS[: sum(piles)]
    table = turned(*sides(3), on=S_ON_ONE, piles=piles, played=ALL_SPECIALS[len(left) :])
    for seat, pile in zip(asked, ("square", "star"), strict=False):
        assert table.asked == (seat,)
        table.refuses(take(seat, "circle", left[0]), "D4.3")
        table.plays(take(seat, pile, left[seat]))
    assert table.asked == (0,)
    assert table.state.phase is DschunkePhase.ACT


def dealt_by_server() -> Table:
    tracks = {"3/4": [{"action": "load", "amount": 2, "event": "S"}] * 10}
    table = Table.opened("dschunke", 3, dealing="server", board={"tracks": tracks})
    for _ in range(3):
        table.plays(GAME.draw(table.state, TopCards()))
    return table


def test_D4_3_with_the_server_a_pile_is_looked_through_before_the_card_is_chosen() -> None:
    table = dealt_by_server()
    assert list(table.legal(0)) == [
        {"type": "take_special", "seat": 0, "pile": pile} for pile in ("square", "circle", "triangle", "star")
    ]
    table.refuses(take(0, "square", "extra_supply"), "D4.3")
    table.plays(take(0, "circle"))
    assert table.told(DschunkeLookedThrough)
    assert table.asked == (0,)
    table.refuses(take(0, "circle"), "D4.3")
    table.refuses(take(0, "square", "extra_supply"), "D4.3")
    table.refuses(take(0, "circle", "extra_supply"), "D1.8")
    table.plays(take(0, "circle", "two_goods"))
    assert table.asked == (1,)


def test_D4_3_only_who_looks_through_a_pile_sees_it() -> None:
    table = dealt_by_server().plays(take(0, "square"))
    cards = table.state.pile_cards[0]
    assert len(cards) == 8
    assert [table.view(viewer).looking_at for viewer in (0, 1, PUBLIC, RECORDER)] == [cards, None, None, cards]
    assert [table.view(viewer).looking_through for viewer in (0, PUBLIC)] == ["square"] * 2


def test_D4_4_a_swap_card_taken_in_an_event_serves_from_the_next_round_on() -> None:
    table = turned(player("rice"), *sides(2), on=S_ON_ONE)
    table.plays(take(0, "star", "two_goods"), take(1, "square", "unknown"), take(2, "circle", "unknown"))
    table.refuses(swap(0, "rice", "fish"), "D4.2")
    assert table.admits(use(0, "yellow", "grey"))
