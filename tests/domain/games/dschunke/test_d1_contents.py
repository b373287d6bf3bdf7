# clauses are named as in RULES.md
"""D1 Contents, and the board as data of the set-up."""

from collections import Counter
from typing import Any

import msgspec
import pytest

from domain.games.dschunke import GAME
from domain.games.dschunke.board import (
    DEFAULT_MARKET_DECK,
    DEFAULT_TRACK_3_4,
    DEFAULT_TRACK_4,
    DschunkeBoard,
    amounts_on,
    market_card,
)
from domain.games.dschunke.events import DschunkeEarned, DschunkeLoaded, DschunkePhase
from domain.games.dschunke.meta import ALL_GOODS, GOOD_ON, JUNKS, PILE_SIZES, special_cards
from domain.kernel.viewer import PUBLIC, RECORDER, Viewer
from tests.domain.games.dschunke.support import (
    ALL_SPECIALS,
    amounts,
    deal,
    given,
    market,
    player,
    sides,
    take,
    track,
    use,
)
from tests.domain.games.support import Table, invalid


def opened(seats: int = 3, **options: Any) -> Table:
    return Table.opened("dschunke", seats, **{"dealing": "secret", **options})


def space(action: str = "load", amount: int = 2, event: str | None = None) -> dict[str, Any]:
    return {"action": action, "amount": amount, "event": event}


def card(*four: int | str) -> dict[str, Any]:
    return dict(zip(("spices", "vegetables", "fish", "rice"), four, strict=True))


def test_D1_1_each_player_has_twenty_bars() -> None:
    assert [seat.bars_left for seat in opened().view(PUBLIC).seats] == [20, 20, 20]


def test_D1_1_no_more_than_twenty_can_be_on_the_junks_at_the_start() -> None:
    table = opened(cargo={"grey": [0] * 12, "white": [0] * 8})
    assert table.view(PUBLIC).seats[0].bars_left == 0
    invalid("dschunke", 3, "D1.1", "/options/cargo/white/8", cargo={"grey": [0] * 12, "white": [0] * 9})


def test_D1_1_a_bar_is_three_crates() -> None:
    assert opened(cargo={"grey": [1]}).view(PUBLIC).visible["grey"] == (0, 3, 0)


def test_D1_2_four_of_five_junks_carry_goods() -> None:
    assert {str(junk): str(good) for junk, good in GOOD_ON.items()} == {
        "white": "rice",
        "brown": "fish",
        "violet": "vegetables",
        "orange": "spices",
    }
    assert set(JUNKS) - set(GOOD_ON) == {"grey"}


def test_D1_3_eighteen_cards_of_each_good() -> None:
    assert sum(ALL_GOODS) == 72
    assert opened(dealing="open").view(PUBLIC).piles == {"spices": 18, "vegetables": 18, "fish": 18, "rice": 18}


def test_D1_3_no_pool_has_more() -> None:
    invalid(
        "dschunke", 4, "D1.3", "/options/opening_pool/fish", dealing="secret", opening_pool={"fish": 19, "rice": 13}
    )


def test_D1_4_a_market_card_has_three_amounts_and_one_S() -> None:
    table = opened()
    table.refuses(market("1 2 3 4"), "D1.4")
    table.refuses(market("S S 3 4"), "D1.4")
    table.refuses(market("S 10 3 4"), "D1.4")
    table.plays(market("S 9 9 1"))
    assert table.view(PUBLIC).market == amounts("S 9 9 1")


def test_D1_4_there_are_ten() -> None:
    for cards, place in ((9, ""), (11, "")):
        deck = [card("S", 1, 2, 4)] * cards
        invalid("dschunke", 3, "D1.4", f"/options/board/market_deck{place}", board={"market_deck": deck})


def test_D1_4_an_impossible_card_of_the_set_up_is_pointed_at() -> None:
    deck: list[Any] = [card("S", 1, 2, 4)] * 10
    deck[7] = card("S", 1, 0, 4)
    invalid("dschunke", 3, "D1.4", "/options/board/market_deck/7/fish", board={"market_deck": deck})
    deck[7] = card(1, 1, 2, 4)
    invalid("dschunke", 3, "D1.4", "/options/board/market_deck/7", board={"market_deck": deck})


def test_D1_5_what_is_sold_is_covered() -> None:
    table = given(*sides(3, "fish"), phase=DschunkePhase.OFFER, sold="rice, spices")
    assert table.view(PUBLIC).sold == ("rice", "spices")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_D1_6_two_supply_cards_for_each_player(seats: int) -> None:
    assert [seat.supply_cards for seat in opened(seats).view(PUBLIC).seats] == [2] * seats


def test_D1_7_green_loads_yellow_sells_violet_draws() -> None:
    table = given(*sides(3), phase=DschunkePhase.ACT)
    assert table.plays(use(0, "green", "violet")).told(DschunkeLoaded)
    assert table.plays(use(1, "yellow", "grey")).told(DschunkeEarned)
    table.plays(use(2, "violet", "brown"))
    assert table.view(2).seats[2].hand == ("fish",) * 3


def test_D1_7_there_are_two_assistants() -> None:
    assert list(opened(4).view(PUBLIC).assistants) == ["assistant-3/4", "assistant-4"]


def test_D1_8_thirty_special_cards() -> None:
    kinds = Counter(ALL_SPECIALS)
    assert kinds.total() == 30
    assert {name: kinds[name] for name in ("extra_supply", "wins_ties", "two_goods", "load", "draw", "move")} == {
        "extra_supply": 6,
        "wins_ties": 1,
        "two_goods": 2,
        "load": 2,
        "draw": 2,
        "move": 2,
    }
    for sort in ("sell-", "bonus8-", "bonus12-"):
        assert [n for name, n in kinds.items() if name.startswith(sort)] == [1] * 5


def test_D1_8_a_card_that_isnt_in_the_box_cannot_be_taken() -> None:
    table = given(*sides(3), phase=DschunkePhase.PRIZE)
    table.refuses(take(0, "star", "gold"), "D1.8")
    table.refuses(take(0, "star", "bonus12-grey-white"), "D1.8")
    assert table.admits(take(0, "star", "bonus12-grey-orange"))


def test_D1_8_no_card_is_taken_more_often_than_it_exists() -> None:
    table = given(player(), player("", "wins_ties"), phase=DschunkePhase.PRIZE)
    table.refuses(take(0, "star", "wins_ties"), "D1.8")


@pytest.mark.parametrize(("viewer", "seen"), [(0, 7), (1, None), (PUBLIC, None), (RECORDER, 7)])
def test_D1_8_yen_are_secret(viewer: Viewer, seen: int | None) -> None:
    table = given(player(yen=7), player(yen=3), player(), phase=DschunkePhase.ACT)
    assert table.view(viewer).seats[0].yen == seen
    score = GAME.standings(table.state, viewer)[0].score
    assert score == seen
    assert (GAME.standings(table.state, viewer)[0].rank is None) is (viewer is not RECORDER)


def test_D1_9_the_default_board() -> None:
    board = opened().view(PUBLIC)
    assert board.junk_order == ("grey", "orange", "violet", "brown", "white")
    assert [market_card(amounts_on(each)) for each in DEFAULT_MARKET_DECK] == list(DEFAULT_MARKET_DECK)
    assert len(set(DEFAULT_MARKET_DECK)) == 10
    assert all(sorted(each) == [0, 1, 2, 4] for each in DEFAULT_MARKET_DECK)
    assert all(sum(each[good] == 0 for each in DEFAULT_MARKET_DECK) in {2, 3} for good in range(4))
    assert [len(each) for each in (DEFAULT_TRACK_3_4, DEFAULT_TRACK_4)] == [10, 10]
    assert DschunkeBoard().bonus_pairs[0] == ("grey", "orange")


def test_D1_9_where_the_merchants_begin_is_named_or_a_default() -> None:
    """The default of the standard set-up borrows the places of the fixed one (D10.1)."""
    two = Table.opened("dschunke", 2, dealing="secret").view(PUBLIC).merchants
    assert opened().view(PUBLIC).merchants == two == {"green": "violet", "yellow": "grey", "violet": "brown"}
    box = {"green": "white", "yellow": "orange", "violet": "grey"}
    assert opened(merchants=box).view(PUBLIC).merchants == box
    options = msgspec.json.schema(GAME.options_type)["$defs"]["DschunkeOptions"]["properties"]
    assert "default, not the published places" in options["merchants"]["description"]


def test_D1_9_the_box_on_the_table_may_have_another_board() -> None:
    order = ["white", "grey", "brown", "orange", "violet"]
    table = opened(board={"junk_order": order, "tracks": {"3/4": [space("sell", 4, "Y")] * 10}})
    view = table.view(PUBLIC)
    assert view.junk_order == tuple(order)
    assert view.assistants["assistant-3/4"] == track("sell 4 Y")[0]


def test_D1_9_a_space_may_change_the_amount() -> None:
    table = opened(4, board={"tracks": {"3/4": [space("load", 1)] * 10, "4": [space("sell", 4)] * 10}})
    table.plays(market("S 1 2 4"), use(0, "assistant-3/4", "orange"), use(1, "assistant-4", "orange"))
    assert table.state.seats[0].bars == 19
    assert table.state.seats[1].yen == 4


def test_D1_9_a_board_that_cannot_be_is_pointed_at() -> None:
    def wrong(pointer: str, **board: Any) -> None:
        invalid("dschunke", 3, "D1.9", f"/options/board{pointer}", board=board)

    wrong("/junk_order", junk_order=["grey", "grey", "violet", "brown", "white"])
    wrong("/junk_order", junk_order=["grey", "orange", "violet", "brown"])
    wrong("/tracks/3~14", tracks={"3/4": [space()] * 9})
    wrong("/tracks/4", tracks={"4": [space()] * 11})
    wrong("/tracks/3~14/3/amount", tracks={"3/4": [*[space()] * 3, space(amount=0), *[space()] * 6]})
    wrong("/tracks/4/9/amount", tracks={"4": [*[space()] * 9, space(amount=10)]})


@pytest.mark.parametrize(
    "board",
    [
        {"junk_order": ["grey", "red", "violet", "brown", "white"]},
        {"tracks": {"3/4": [{"action": "sleep", "amount": 2}] * 10}},
        {"tracks": {"5": []}},
        {"market_deck": [{"spices": 1}] * 10},
        {"market_deck": [card("s", 1, 2, 4)] * 10},
        {"bonus_pairs": [["grey"]] * 5},
    ],
)
def test_D1_9_what_isnt_of_a_boards_shape_is_no_option(board: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"board": board}, GAME.options_type)


def test_D1_9_the_real_pairs_may_be_named() -> None:
    pairs = [["white", "grey"], ["grey", "brown"], ["orange", "violet"], ["violet", "white"], ["brown", "orange"]]
    table = opened(board={"bonus_pairs": pairs})
    assert "bonus12-white-grey" in table.state.unseen_specials
    assert "bonus12-grey-orange" not in table.state.unseen_specials
    assert len(special_cards(table.state.board.bonus_pairs)) == sum(PILE_SIZES)


def test_D1_9_a_deal_is_still_awaited_with_another_board() -> None:
    table = opened(dealing="open", board={"junk_order": ["white", "grey", "brown", "orange", "violet"]})
    table.plays(deal("6 rice", "6 rice", "6 fish"), market("S 1 2 4"))
    assert table.asked == (0,)
