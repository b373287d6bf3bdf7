"""What a player can't take back alone: cards have come from the deck."""

from domain.games.klunker import GAME
from domain.games.klunker.actions import KlunkerDealing
from domain.games.klunker.events import KlunkerPhase
from tests.domain.games.klunker.support import buy, deal, decline, given, passes, player, sell, stock, store
from tests.domain.games.support import Table


def reveals(table: Table, *actions: object) -> bool:
    return GAME.reveals(table.plays(*actions).facts)


def test_K1_4_what_comes_from_the_own_hand_was_known_to_its_owner() -> None:
    table = given(player("2 tiara"), player("tiara"), player("tiara"), phase=KlunkerPhase.STOCK)
    assert not reveals(table, stock(0, "tiara"))
    table.plays(stock(1, "tiara"), stock(2, "tiara"))
    assert not reveals(table, store(0, "tiara"))


def test_K4_2_passing_turns_nothing_up() -> None:
    table = given(player("tiara"), player("tiara"), player("tiara"), phase=KlunkerPhase.STORE)
    assert not reveals(table, passes(0), passes(1), passes(2))


def test_K5_2_nobody_looks_at_the_other_side_of_a_banknote() -> None:
    table = given(
        player(safe="4 tiara, 4 shoes"), player(showcase="shoes"), player(), phase=KlunkerPhase.SELL, order=(0, 1, 2)
    )
    assert not reveals(table, sell(0, "shoes"))


def test_K6_2_a_showcase_lies_open() -> None:
    table = given(player(), player(showcase="3 tiara"), player(), phase=KlunkerPhase.BUY)
    assert not reveals(table, buy(0, 1))


def test_K7_2_a_deal_turns_cards_up() -> None:
    table = given(player(), player(), player(), phase=KlunkerPhase.DEAL)
    assert reveals(table, deal(*["6 tiara", "6 shoes", "6 monocle"]))


def test_K7_2_hands_that_are_filled_secretly_were_looked_at() -> None:
    last = given(player(), player(showcase="tiara"), player(), phase=KlunkerPhase.BUY, dealing=KlunkerDealing.SECRET)
    assert reveals(last, decline(0))


def test_K7_3_the_end_turns_no_card_up() -> None:
    last = given(player(), player(showcase="tiara"), player(), phase=KlunkerPhase.BUY, deck=3)
    assert not reveals(last, decline(0))
