"""K8 Score, K9 Always true."""

import pytest

from domain.games.klunker.events import KlunkerPhase
from domain.games.klunker.state import KlunkerSeat
from domain.kernel.standing import Standing
from domain.kernel.viewer import PUBLIC, RECORDER, Viewer
from tests.domain.games.klunker.support import buy, check_conservation, given, player, sell, stock, store
from tests.domain.games.support import Table


def ended(*players: KlunkerSeat) -> Table:
    return given(*players, phase=KlunkerPhase.FINISHED)


def test_K8_1_the_score_is_the_number_of_banknotes() -> None:
    table = ended(player(notes=3), player(notes=7), player(notes=0))
    assert [standing.score for standing in table.standings] == [3, 7, 0]


def test_K8_1_hands_showcases_and_safes_count_nothing() -> None:
    table = ended(
        player(hand="6 tiara", showcase="8 shoes", safe="3 necklace, 3 monocle", notes=1), player(notes=2), player()
    )
    assert [standing.score for standing in table.standings] == [1, 2, 1]
    assert table.winners == [1]


@pytest.mark.parametrize("viewer", [0, 2, PUBLIC, RECORDER])
def test_K8_1_the_score_is_open_to_all(viewer: Viewer) -> None:
    table = ended(player(notes=3), player(notes=7), player(notes=0))
    assert table.game.standings(table.state, viewer) == table.standings


def test_K8_2_most_banknotes_wins() -> None:
    table = ended(player(notes=4, safe="3 tiara"), player(notes=3), player(notes=2))
    assert table.standings == (
        Standing(0, 4, (3,), rank=1, winner=True),
        Standing(1, 3, (0,), rank=2, winner=False),
        Standing(2, 2, (0,), rank=3, winner=False),
    )


def test_K8_2_a_tie_goes_to_fewer_cards_in_safe_and_showcase_together() -> None:
    table = ended(
        player(notes=4, safe="2 tiara", showcase="2 shoes"),
        player(notes=4, safe="3 tiara"),
        player(notes=4, showcase="5 monocle"),
    )
    assert [standing.tie_breaks for standing in table.standings] == [(4,), (3,), (5,)]
    assert [standing.rank for standing in table.standings] == [2, 1, 3]
    assert table.winners == [1]


def test_K8_2_hand_cards_dont_break_a_tie() -> None:
    table = ended(player(notes=4, hand="6 tiara", safe="shoes"), player(notes=4, safe="2 shoes"), player())
    assert table.winners == [0]


def test_K8_2_still_tied_the_victory_is_shared() -> None:
    table = ended(player(notes=4, safe="2 tiara"), player(notes=4, showcase="2 shoes"), player(notes=4, safe="3 shoes"))
    assert table.winners == [0, 1]
    assert [standing.rank for standing in table.standings] == [1, 1, 3]


def test_K8_2_all_may_share_it() -> None:
    assert ended(player(), player(), player()).winners == [0, 1, 2]


def test_K8_2_nobody_has_won_before_the_end() -> None:
    table = given(player(notes=4), player(), player(), phase=KlunkerPhase.STOCK)
    assert [standing.winner for standing in table.standings] == [None, None, None]
    assert [standing.rank for standing in table.standings] == [1, 2, 2]


def test_K9_1_no_card_is_lost_in_any_move() -> None:
    table = given(
        player(hand="tiara, 2 shoes", safe="3 tiara, 3 monocle"),
        player(hand="3 monocle, shoes"),
        player(hand="2 earrings", showcase="3 gold_teeth"),
        phase=KlunkerPhase.STOCK,
    )
    for action in (
        stock(0, "shoes"),
        stock(1, "3 monocle"),
        stock(2),
        store(0, "tiara"),  # a sale: one card leaves the game
        store(1, "shoes"),
        store(2, "earrings"),
        store(0, "shoes"),
        store(2, "earrings"),
        buy(1, 0),
        buy(0, 1),  # a sale of six monocles and shoes: two leave it
        buy(2, 2),
    ):
        table.plays(action)
        check_conservation(table.state)
    assert table.state.phase is KlunkerPhase.DEAL
    assert sum(table.state.out_of_game) == 1 + 2


def test_K9_1_nor_in_a_sale_chosen() -> None:
    table = given(
        player(showcase="tiara, shoes", safe="3 tiara, 3 shoes, monocle"), player(), player(), phase=KlunkerPhase.BUY
    )
    for action in (buy(0, 0), sell(0, "tiara")):
        table.plays(action)
        check_conservation(table.state)
    assert sum(table.state.out_of_game) == 2 + 1
