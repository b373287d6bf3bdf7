"""K1 Contents, K2 Set-up."""

import pytest

from domain.games.klunker.events import KlunkerDealt, KlunkerFilled, KlunkerPassed, KlunkerPhase, KlunkerTurn
from domain.games.klunker.meta import ALL_CARDS, JEWELS, Jewel
from domain.kernel.actions import Seat
from domain.kernel.pending import AwaitChance
from domain.kernel.viewer import PUBLIC, RECORDER, Viewer
from tests.domain.games.klunker.support import buy, cards, deal, decline, given, passes, player, sell, stock, store
from tests.domain.games.support import Table, TopCards, invalid

OPENING = ("6 tiara", "6 shoes", "2 necklace, 4 earrings")


def opened(seats: int = 3, start_seat: int = 0, dealing: str = "open") -> Table:
    return Table.opened("klunker", seats, start_seat=start_seat, dealing=dealing)


def test_K1_1_fourteen_of_each_jewel_but_ten_necklaces() -> None:
    assert JEWELS.table(ALL_CARDS) == {jewel: 10 if jewel == "necklace" else 14 for jewel in Jewel}
    assert sum(ALL_CARDS) == 94


def test_K1_1_all_cards_of_a_type_may_be_dealt_and_not_one_more() -> None:
    table = opened()
    table.refuses(deal("6 tiara", "6 tiara", "3 tiara, 3 shoes"), "K1.1")
    table.plays(deal("6 tiara", "6 tiara", "2 tiara, 4 shoes"))
    assert table.state.unseen[JEWELS.index[Jewel.TIARA]] == 0


def test_K1_1_there_are_fewer_necklaces() -> None:
    table = opened()
    table.refuses(deal("6 necklace", "5 necklace, shoes", "6 tiara"), "K1.1")
    table.plays(deal("6 necklace", "4 necklace, 2 shoes", "6 tiara"))


def test_K1_1_a_later_deal_counts_the_cards_seen_before() -> None:
    table = given(
        player(hand="5 tiara", showcase="5 tiara"),
        player(hand="6 shoes", safe="3 tiara"),
        player(hand="5 shoes"),
        phase=KlunkerPhase.DEAL,
    )
    table.refuses(deal("tiara", "", "tiara"), "K1.1")
    table.plays(deal("tiara", "", "monocle"))


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_K1_2_there_is_a_buying_card_for_each_player(seats: int) -> None:
    table = given(*[player(hand="tiara", showcase="shoes")] * seats, phase=KlunkerPhase.STORE)
    for seat in range(seats):
        table.plays(passes(seat))
    assert [place.buying_card for place in table.view(PUBLIC).seats] == list(range(1, seats + 1))


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_K1_3_three_to_five_play(seats: int) -> None:
    assert len(opened(seats).state.seats) == seats


@pytest.mark.parametrize("seats", [0, 1, 2, 6])
def test_K1_3_fewer_or_more_cannot(seats: int) -> None:
    invalid("klunker", seats, "K1.3", "/seats")


def hand_seen(table: Table, of: Seat, viewer: Viewer) -> tuple[str, ...]:
    hand: tuple[str, ...] = table.view(viewer).seats[of].hand
    return hand


@pytest.mark.parametrize("viewer", [0, 2, PUBLIC])
def test_K1_4_a_hand_is_secret_but_its_size_is_open(viewer: Viewer) -> None:
    table = opened().plays(deal(*OPENING))
    assert hand_seen(table, of=1, viewer=viewer) == ("hidden",) * 6


@pytest.mark.parametrize("viewer", [1, RECORDER])
def test_K1_4_a_hand_is_open_to_its_player_and_the_recorder(viewer: Viewer) -> None:
    table = opened().plays(deal(*OPENING))
    assert hand_seen(table, of=1, viewer=viewer) == cards("6 shoes")


def test_K1_4_cards_never_told_are_unknown_even_to_the_recorder() -> None:
    table = opened(dealing="secret")
    assert hand_seen(table, of=1, viewer=RECORDER) == ("unknown",) * 6
    assert hand_seen(table, of=1, viewer=1) == ("unknown",) * 6
    assert hand_seen(table, of=1, viewer=2) == ("hidden",) * 6


@pytest.mark.parametrize("viewer", [0, 1, 2, PUBLIC, RECORDER])
def test_K1_4_showcase_safe_and_the_number_of_banknotes_are_open(viewer: Viewer) -> None:
    table = given(
        player(hand="shoes", showcase="2 monocle, tiara", safe="necklace, 2 shoes", notes=3),
        player(showcase="shoes"),
        player(),
        phase=KlunkerPhase.STORE,
    )
    place = table.view(viewer).seats[0]
    assert place.showcase == cards("tiara, 2 monocle")
    assert place.safe == {"necklace": 1, "shoes": 2}
    assert place.banknotes == 3


@pytest.mark.parametrize(
    ("viewer", "hands"),
    [
        (RECORDER, tuple(map(cards, OPENING))),
        (PUBLIC, (("hidden",) * 6,) * 3),
        (1, (("hidden",) * 6, cards("6 shoes"), ("hidden",) * 6)),
    ],
)
def test_K1_4_the_log_of_a_deal_keeps_the_hands_secret(viewer: Viewer, hands: object) -> None:
    table = opened().plays(deal(*OPENING))
    action, facts = table.game.redact(deal(*OPENING), table.facts, viewer)
    assert action.hands == hands
    assert [fact.hands for fact in facts if isinstance(fact, KlunkerDealt)] == [hands]


def test_K1_4_the_log_of_all_else_is_open() -> None:
    table = opened().plays(deal(*OPENING))
    table.plays(stock(0, "2 tiara"))
    assert table.game.redact(stock(0, "2 tiara"), table.facts, PUBLIC) == (stock(0, "2 tiara"), table.facts)


@pytest.mark.parametrize("start", [0, 1, 2])
def test_K2_1_the_seat_that_the_set_up_names_starts(start: int) -> None:
    table = opened(start_seat=start).plays(deal(*OPENING))
    assert table.asked == (start,)
    assert table.view(PUBLIC).start_seat == start


def test_K2_1_the_start_seat_must_be_one_of_the_table() -> None:
    invalid("klunker", 3, "K2.1", "/options/start_seat", start_seat=3)
    invalid("klunker", 4, "K2.1", "/options/start_seat", start_seat=4)
    assert opened(seats=4, start_seat=3).state.start_seat == 3


@pytest.mark.parametrize("dealing", ["open", "server", "secret"])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_K2_2_each_bank_starts_with_one_card_of_the_deck(dealing: str, seats: int) -> None:
    table = opened(seats, dealing=dealing)
    assert [place.banknotes for place in table.state.seats] == [1] * seats
    dealt = 6 * seats if dealing == "secret" else 0
    assert table.state.deck == 94 - seats - dealt


def test_K2_2_nobody_knows_the_jewel_of_the_starting_capital() -> None:
    assert opened().state.unseen == ALL_CARDS


@pytest.mark.parametrize("dealing", ["open", "server"])
def test_K2_3_a_deal_of_six_cards_each_is_awaited(dealing: str) -> None:
    assert opened(dealing=dealing).pending == AwaitChance({"type": "deal", "cards": [6, 6, 6]})


def test_K2_3_six_cards_to_each_hand_and_the_rest_is_the_deck() -> None:
    table = opened().plays(deal(*OPENING))
    assert table.told(KlunkerDealt) == [KlunkerDealt(hands=tuple(map(cards, OPENING)))]
    assert [JEWELS.spread(place.hand.known) for place in table.state.seats] == list(map(cards, OPENING))
    assert table.state.deck == 94 - 3 - 18
    assert table.view(PUBLIC).round == 1


@pytest.mark.parametrize(
    "hands",
    [
        ("6 tiara", "6 shoes", "5 earrings"),
        ("6 tiara", "7 shoes", "6 earrings"),
        ("6 tiara", "7 shoes", "5 earrings"),
        ("6 tiara", "6 shoes"),
        ("6 tiara", "6 shoes", "6 earrings", "6 monocle"),
        (),
    ],
)
def test_K2_3_no_other_number_of_cards_or_hands_is_dealt(hands: tuple[str, ...]) -> None:
    opened().refuses(deal(*hands), "K2.3")


def test_K2_3_nobody_acts_before_the_deal() -> None:
    table = opened()
    assert table.asked == ()
    table.refuses(stock(0, "tiara"), "K3.1")
    table.refuses(store(0, "tiara"), "K4.1")
    table.refuses(passes(0), "K4.1")
    table.refuses(buy(0, 1), "K6.1")
    table.refuses(decline(0), "K6.4")
    table.refuses(sell(0, "tiara"), "K5.5")
    assert list(table.legal(0)) == []


def test_K2_3_secret_hands_hold_six_unknown_cards_without_a_report() -> None:
    table = opened(seats=4, start_seat=1, dealing="secret")
    assert [place.hand.unknown for place in table.state.seats] == [6] * 4
    assert table.asked == (1,)
    table.refuses(deal("6 tiara", "6 shoes", "6 earrings", "6 monocle"), "K7.2")


def test_K2_3_a_server_draws_six_cards_for_each_from_all_that_may_lie_in_the_deck() -> None:
    table = opened(dealing="server")
    assert table.game.draw(table.state, TopCards()) == deal(
        "6 tongue_piercing", "6 tongue_piercing", "2 tongue_piercing, 4 earrings"
    )


def test_K1_2_all_empty_hands_still_take_one_buying_card_each() -> None:
    table = given(
        player(hand="tiara", showcase="shoes"),
        player(showcase="shoes"),
        player(showcase="shoes"),
        phase=KlunkerPhase.STORE,
    )
    table.plays(passes(0))
    assert table.told(KlunkerPassed) == [KlunkerPassed(seat=seat, buying_card=seat + 1) for seat in range(3)]
    assert table.told(KlunkerFilled) == []
    assert table.told(KlunkerTurn) == [KlunkerTurn(phase=KlunkerPhase.BUY, seat=0)]
