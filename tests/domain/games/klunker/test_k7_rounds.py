"""K7 End of the round."""

import pytest

from domain.games.klunker.actions import KlunkerAction, KlunkerDealing
from domain.games.klunker.events import KlunkerDealt, KlunkerEnded, KlunkerFilled, KlunkerPhase, KlunkerRoundEnded
from domain.kernel.pending import AwaitChance, Finished
from domain.kernel.viewer import PUBLIC
from tests.domain.games.klunker.support import (
    buy,
    cards,
    counts,
    deal,
    decline,
    given,
    passes,
    player,
    sell,
    stock,
    store,
)
from tests.domain.games.support import Table, TopCards


def last_purchase(deck: int | None = None, start: int = 0, dealing: KlunkerDealing = KlunkerDealing.OPEN) -> Table:
    """Seat 2 buys last; the hands miss 2, 0 and 5 cards, 7 in all."""
    secret = dealing is KlunkerDealing.SECRET
    return given(
        player(hand="" if secret else "4 tiara", unknown=4 if secret else 0),
        player(hand="" if secret else "6 shoes", unknown=6 if secret else 0, showcase="2 monocle"),
        player(hand="" if secret else "shoes", unknown=1 if secret else 0),
        phase=KlunkerPhase.BUY,
        turn=2,
        order=(1, 0, 2),
        start=start,
        deck=deck,
        dealing=dealing,
    )


def test_K7_1_the_player_who_declined_starts_the_next_round() -> None:
    table = last_purchase(start=1).plays(decline(2))
    assert table.told(KlunkerRoundEnded) == [KlunkerRoundEnded(start_seat=2)]
    table.plays(deal("2 tiara", "", "5 earrings"))
    assert table.asked == (2,)


@pytest.mark.parametrize("start", [0, 1, 2])
def test_K7_1_the_start_player_stays_when_all_have_bought(start: int) -> None:
    table = last_purchase(start=start).plays(buy(2, 1))
    assert table.told(KlunkerRoundEnded) == [KlunkerRoundEnded(start_seat=start)]
    table.plays(deal("2 tiara", "", "5 earrings"))
    assert table.asked == (start,)


def test_K7_1_who_declines_without_being_asked_starts_too() -> None:
    table = given(
        player(notes=0), player(showcase="tiara", notes=3), player(), phase=KlunkerPhase.BUY, order=(1, 0, 2), turn=1
    )
    table.plays(buy(1, 1))
    assert table.told(KlunkerRoundEnded) == [KlunkerRoundEnded(start_seat=0)]


def test_K7_2_the_buying_cards_go_back() -> None:
    table = last_purchase().plays(buy(2, 1))
    assert [place.buying_card for place in table.view(PUBLIC).seats] == [None] * 3
    table.plays(deal("2 tiara", "", "5 earrings"))
    assert table.state.order == ()
    assert table.state.bought == 0


def test_K7_2_hands_are_filled_up_to_six() -> None:
    table = last_purchase().plays(buy(2, 1))
    assert table.pending == AwaitChance({"type": "deal", "cards": [2, 0, 5]})
    deck = table.state.deck
    table.plays(deal("2 tiara", "", "5 earrings"))
    assert table.told(KlunkerDealt) == [KlunkerDealt(hands=(cards("2 tiara"), (), cards("5 earrings")))]
    assert table.state.seats[0].hand.known == counts("6 tiara")
    assert table.state.seats[1].hand.known == counts("6 shoes")
    assert table.state.seats[2].hand.known == counts("shoes, 5 earrings")
    assert table.state.deck == deck - 7
    assert table.state.round == 2
    assert table.state.phase is KlunkerPhase.STOCK


@pytest.mark.parametrize(
    "hands", [("6 tiara", "6 shoes", "6 earrings"), ("tiara", "", "5 earrings"), ("2 tiara", "", "4 earrings"), ("",)]
)
def test_K7_2_neither_more_nor_less_is_dealt(hands: tuple[str, ...]) -> None:
    last_purchase().plays(buy(2, 1)).refuses(deal(*hands), "K7.2")


def test_K7_2_nothing_is_dealt_within_a_round() -> None:
    last_purchase().refuses(deal("2 tiara", "", "5 earrings"), "K7.2")


def test_K7_2_secret_hands_are_filled_at_once_with_unknown_cards() -> None:
    table = last_purchase(dealing=KlunkerDealing.SECRET).plays(buy(2, 1))
    assert table.told(KlunkerFilled) == [KlunkerFilled(cards=(2, 0, 5))]
    assert [place.hand.unknown for place in table.state.seats] == [6, 6, 6]
    assert table.asked == (0,)
    assert table.state.round == 2


def test_K7_2_a_draw_fills_the_hands_from_the_cards_not_seen() -> None:
    table = last_purchase().plays(buy(2, 1))
    assert table.state.unseen[0] == 14
    assert table.game.draw(table.state, TopCards()) == deal("2 tongue_piercing", "", "5 tongue_piercing")


@pytest.mark.parametrize("dealing", list(KlunkerDealing))
def test_K7_3_a_deck_that_is_just_enough_goes_on(dealing: KlunkerDealing) -> None:
    table = last_purchase(deck=7, dealing=dealing).plays(buy(2, 1))
    assert table.told(KlunkerEnded) == []
    assert not isinstance(table.pending, Finished)
    if dealing is not KlunkerDealing.SECRET:
        table.plays(table.game.draw(table.state, TopCards()))
    assert table.state.deck == 0


@pytest.mark.parametrize("dealing", list(KlunkerDealing))
@pytest.mark.parametrize("ending", [buy(2, 1), decline(2)])
def test_K7_3_one_card_short_ends_the_game_and_nothing_is_dealt(dealing: KlunkerDealing, ending: KlunkerAction) -> None:
    table = last_purchase(deck=6, dealing=dealing).plays(ending)
    assert table.told(KlunkerEnded) == [KlunkerEnded()]
    assert table.pending == Finished("K7.3")
    assert table.state.deck == 6
    assert [len(place.hand) for place in table.state.seats] == [4, 6, 1]


def test_K7_3_nothing_more_is_played() -> None:
    table = last_purchase(deck=6).plays(buy(2, 1))
    for action in (
        deal("2 tiara", "", "5 earrings"),
        stock(0, "tiara"),
        store(0, "tiara"),
        passes(0),
        buy(0, 1),
        decline(0),
        sell(0, "tiara"),
    ):
        table.refuses(action, "K7.3")
    assert [list(table.legal(seat)) for seat in range(3)] == [[], [], []]


def test_K7_3_full_hands_need_no_deck() -> None:
    table = given(
        player(hand="6 tiara"),
        player(hand="6 shoes", showcase="monocle"),
        player(hand="6 earrings"),
        phase=KlunkerPhase.BUY,
        turn=1,
        order=(1, 2, 0),
        deck=0,
    )
    table.plays(buy(1, 1))
    assert table.pending == AwaitChance({"type": "deal", "cards": [0, 0, 0]})
    assert table.plays(deal("", "", "")).asked == (2,)
