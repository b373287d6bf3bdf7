# clauses are named as in RULES.md
"""D10 Two players, and wandering merchants."""

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.dschunke import GAME
from domain.games.dschunke.actions import DschunkeDealing, DschunkeDrawMixed, DschunkeIdentification
from domain.games.dschunke.events import (
    DschunkeDrew,
    DschunkeEventBegan,
    DschunkeMixedShuffled,
    DschunkeMixedTold,
    DschunkePhase,
    DschunkeSold,
)
from domain.games.dschunke.unknowns import identify
from domain.kernel.errors import RuleViolation
from domain.kernel.pending import AwaitChance
from domain.kernel.points import Points
from domain.kernel.viewer import PUBLIC
from tests.domain.games.dschunke.support import (
    Player,
    board,
    deal,
    given,
    goods,
    market,
    offer,
    offers,
    place,
    play,
    player,
    sides,
    supply,
    swap,
    take,
    track,
    use,
)
from tests.domain.games.support import Table, TopCards, invalid

ACT = DschunkePhase.ACT
SUPPLY = DschunkePhase.SUPPLY


def opened(**options: Any) -> Table:
    return Table.opened("dschunke", 2, **{"dealing": "secret", **options})


def test_D10_1_the_fixed_set_up() -> None:
    view = opened(start_seat=1).view(PUBLIC)
    assert view.cargo == {
        "grey": ((0, 1, 1),),
        "orange": ((0,),),
        "violet": ((0, 1),),
        "brown": ((0, 0, 1),),
        "white": ((1,),),
    }
    assert view.merchants == {"green": "violet", "yellow": "grey", "violet": "brown"}
    assert [seat.bars_left for seat in view.seats] == [15, 15]
    assert opened(start_seat=1).plays(market("S 1 2 4")).asked == (1,)


def test_D10_1_only_two_play_it() -> None:
    invalid("dschunke", 3, "D10.1", "/options/setup", setup="fixed")
    for setup in ("standard", "left_neighbour"):
        invalid("dschunke", 2, "D10.1", "/options/setup", setup=setup)


def test_D10_2_the_free_set_up() -> None:
    table = opened(setup="free")
    assert [seat.bars_to_place for seat in table.view(PUBLIC).seats] == [(1,) * 5, (0,) * 5]
    table.plays(place(0, "grey", 1), place(1, "grey", 0), place(0, "white", 1), place(1, "violet", 0))
    table.plays(place(0, "white", 1))
    table.refuses(place(1, "white", 1), "D10.2")
    table.plays(place(1, "white", 0))
    table.refuses(place(0, "white", 1), "D10.2")
    table.plays(place(0, "orange", 1), place(1, "violet", 0), place(0, "orange", 1))
    table.refuses(place(1, "violet", 0), "D10.2")
    table.plays(place(1, "brown", 0))
    assert table.pending == AwaitChance({"type": "show_merchants"})


def test_D10_3_six_of_each_kind_eight_to_each_and_eight_mixed() -> None:
    table = opened(dealing="open")
    table.refuses(deal("7 rice, fish", "6 spices, 2 fish"), "D10.3")
    table.refuses(deal("6 rice, fish", "6 spices, 2 fish"), "D10.3")
    table.plays(deal("6 rice, 2 fish", "6 spices, 2 vegetables"))
    assert table.view(PUBLIC).mixed_pile == 8
    assert set(table.view(PUBLIC).piles.values()) == {12}
    assert table.state.stock.most == (0, 4, 4, 0)


def test_D10_3_a_card_of_the_mixed_pile_is_unknown_but_to_its_owner() -> None:
    table = given(*sides(2), phase=SUPPLY, mixed="2 rice, 2 fish").plays(supply(0, "mixed, fish"))
    assert table.view(0).seats[0].hand == ("fish", "unknown")
    assert table.view(1).seats[0].hand == ("hidden",) * 2
    assert table.view(PUBLIC).mixed_pile == 3


def test_D10_3_what_it_may_be_shows_in_offers() -> None:
    table = given(player(unknown=2), player(), phase=DschunkePhase.OFFER, mixed="2 rice, 2 fish")
    table.state = narrowed(table.state, (0, 1, 2, 3))
    table.refuses(offer(0, "spices"), "D7.1")
    table.refuses(offer(0, "2 vegetables"), "D7.1")
    assert table.admits(offer(0, "rice, vegetables"))


def renewed(*players: Player) -> Table:
    """Seat 0 drew one of two mixed cards, rice and fish; seat 1 drew the other, and one of the new pile."""
    players = players or (player(), player())
    table = given(*players, phase=SUPPLY, mixed="rice, fish").plays(supply(0, "mixed"), supply(1, "2 mixed"))
    assert table.view(PUBLIC).mixed_pile == 11
    return table


def test_D10_3_who_drew_only_from_an_old_pile_holds_what_that_one_could_contain() -> None:
    table = renewed()
    table.refuses(offer(0, "vegetables"), "D7.1")
    for offered in ("rice", "fish"):
        assert table.admits(offer(0, offered))
    table.refuses(offer(1, "2 vegetables"), "D7.1")
    for offered in ("vegetables", "rice, vegetables", "rice, fish", "2 rice"):
        assert table.admits(offer(1, offered))


def test_D10_3_what_one_hand_shows_of_an_old_pile_the_other_cannot_hold() -> None:
    table = renewed().plays(offer(0, "rice"))
    table.refuses(offer(1, "2 rice"), "D7.1")
    table.refuses(offer(1, "rice, vegetables"), "D7.1")
    for offered in ("rice", "rice, fish", "2 fish", "fish, vegetables"):
        assert table.admits(offer(1, offered))
    table.plays(offer(1))
    table.refuses(offer(1, "2 rice"), "D7.1")


def test_D10_3_each_pile_is_a_pool_for_swaps_and_for_what_is_told_later() -> None:
    table = renewed(player("", "two_goods"), player())
    table.state = replace(table.state, phase=DschunkePhase.SWAP)
    table.refuses(swap(0, "spices", "fish"), "D9.3")
    assert table.admits(swap(0, "rice", "fish"))
    with pytest.raises(RuleViolation, match="too many are elsewhere"):
        identify(table.state, DschunkeIdentification(seat=1, goods=goods("2 spices")))
    for fact in identify(table.state, DschunkeIdentification(seat=1, goods=goods("rice, spices"))):
        table.state = GAME.evolve(table.state, fact)
    table.refuses(swap(0, "rice", "fish"), "D9.3")
    assert table.admits(swap(0, "fish", "fish"))


def test_D10_3_pools_are_kept_apart_as_long_as_hands_have_unknown_cards() -> None:
    table = renewed().plays(*offers("rice", "fish, rice"))
    assert [each.hand.unknown for each in table.state.seats] == [0, 0]
    table.state = replace(table.state, phase=SUPPLY, turn=0, seats=table.state.seats)
    table.plays(supply(0, "2 mixed"), supply(1, "2 mixed"))
    assert table.admits(offer(0, "2 spices"))


def narrowed(state: Any, hidden: tuple[int, ...]) -> Any:
    """The state with exactly these goods hidden."""
    stock = state.stock
    return replace(state, stock=type(stock)(stock.unplaced, sum(hidden), hidden, hidden))


def test_D10_3_when_it_runs_out_three_of_each_kind_become_a_new_one_at_once() -> None:
    table = given(*sides(2), phase=SUPPLY, mixed="2 rice").plays(supply(0, "2 mixed"))
    assert [fact.goods for fact in table.told(DschunkeMixedShuffled)] == [
        goods("3 spices, 3 vegetables, 3 fish, 3 rice")
    ]
    assert table.view(PUBLIC).mixed_pile == 12
    assert table.view(PUBLIC).piles == {"spices": 15, "vegetables": 15, "fish": 15, "rice": 13}


def test_D10_3_in_the_middle_of_a_draw() -> None:
    table = given(*sides(2), phase=SUPPLY, mixed="rice").plays(supply(0, "2 mixed"))
    assert [type(fact) for fact in table.facts[:3]] == [DschunkeDrew, DschunkeMixedShuffled, DschunkeDrew]
    assert table.view(PUBLIC).mixed_pile == 11


def test_D10_3_as_far_as_the_piles_hold_them() -> None:
    hands = ("18 spices, 16 vegetables", "18 fish, 13 rice")
    table = given(*sides(2, *hands), phase=SUPPLY, mixed="rice").plays(supply(0, "mixed"))
    assert [fact.goods for fact in table.told(DschunkeMixedShuffled)] == [goods("2 vegetables, 3 rice")]
    assert table.view(PUBLIC).piles == {"spices": 0, "vegetables": 0, "fish": 0, "rice": 1}


def test_D10_3_with_nothing_to_shuffle_it_stays_empty() -> None:
    hands = ("18 spices, 18 vegetables", "18 fish, 16 rice")
    table = given(*sides(2, *hands), phase=SUPPLY, mixed="2 rice").plays(supply(0, "2 mixed"))
    assert not table.told(DschunkeMixedShuffled)
    assert table.view(PUBLIC).mixed_pile == 0
    table.refuses(supply(1, "mixed"), "D6.1")


def test_D10_3_the_order_of_a_draw_counts() -> None:
    """With three fish left: before the new mixed pile there are some, after it none."""
    hands = ("18 spices, 18 vegetables", "15 fish, 17 rice")
    table = given(*sides(2, *hands), phase=SUPPLY, mixed="rice").plays(supply(0, "fish, mixed"))
    assert table.view(PUBLIC).piles["fish"] == 0
    assert table.view(PUBLIC).mixed_pile == 2
    other = given(*sides(2, *hands), phase=SUPPLY, mixed="rice").plays(supply(0, "mixed, fish"))
    assert other.view(PUBLIC).mixed_pile == 2


def test_D10_3_all_cards_of_piles_and_mixed_pile_can_be_drawn() -> None:
    hands = ("18 spices, 18 vegetables", "16 fish, 17 rice")
    table = given(*sides(2, *hands), phase=SUPPLY, mixed="rice")
    for drawn in ("2 fish", "fish, mixed", "mixed, fish", "2 mixed"):
        assert table.admits(supply(0, drawn))
    table.refuses(supply(0, "3 fish"), "D6.1")


def by_server(mixed: str, **position: Any) -> Table:
    return given(*sides(2), phase=SUPPLY, mixed=mixed, dealing=DschunkeDealing.SERVER, **position)


def test_D10_3_the_server_tells_what_was_drawn() -> None:
    table = by_server("2 rice, fish").plays(supply(0, "mixed, spices"))
    assert table.pending == AwaitChance({"type": "draw_mixed", "seat": 0, "cards": 1})
    table.refuses(supply(1), "D10.3")
    table.refuses(DschunkeDrawMixed(goods=goods("spices")), "D10.3")
    table.refuses(DschunkeDrawMixed(goods=goods("rice, fish")), "D10.3")
    drawn = GAME.draw(table.state, TopCards())
    table.plays(drawn)
    assert drawn == DschunkeDrawMixed(goods=goods("fish"))
    assert table.view(0).seats[0].hand == ("spices", "fish")
    assert table.asked == (1,)
    for viewer, seen in ((0, ("fish",)), (1, ("hidden",)), (PUBLIC, ("hidden",))):
        action, facts = GAME.redact(drawn, table.facts, viewer)
        assert action.goods == facts[0].goods == seen
    table.refuses(drawn, "D10.3")


def test_D10_3_the_last_cards_of_a_pile_need_no_telling() -> None:
    table = by_server("rice, fish").plays(supply(0, "2 mixed"))
    assert [fact.goods for fact in table.told(DschunkeMixedTold)] == [goods("fish, rice")]
    assert table.asked == (1,)
    table = by_server("fish").plays(supply(0, "2 mixed"))
    assert table.pending == AwaitChance({"type": "draw_mixed", "seat": 0, "cards": 1})


def test_D10_3_a_drawn_card_told_then_the_turn_goes_on() -> None:
    merchants = ("white", "orange", "grey")
    table = given(
        player("", "draw"), player(), phase=ACT, mixed="8 rice", dealing=DschunkeDealing.SERVER, merchants=merchants
    )
    table.plays(play(0, "draw", "grey", "3 mixed"), DschunkeDrawMixed(goods=goods("3 rice")))
    assert (table.asked, table.state.phase) == ((0,), ACT)
    table.plays(use(0, "violet", "grey", "2 fish, mixed", to="brown"))
    assert table.pending == AwaitChance({"type": "draw_mixed", "seat": 0, "cards": 1})
    table.plays(DschunkeDrawMixed(goods=goods("rice")))
    assert (table.asked, table.state.phase) == ((1,), ACT)


def test_D10_4_the_assistant_counts_rounds_and_events_and_never_acts() -> None:
    table = opened(board={"tracks": {"3/4": [{"action": "load", "amount": 2, "event": "S"}] * 10}})
    assert list(table.view(PUBLIC).assistants) == ["assistant-3/4"]
    table.plays(market("S 1 2 4"))
    assert table.told(DschunkeEventBegan)
    table.plays(take(0, "star", "two_goods"), take(1, "circle", "two_goods"))
    table.refuses(use(0, "assistant-3/4", "white"), "D10.4")


def test_D10_5_the_merchant_used_is_put_on_a_junk_without_a_merchant() -> None:
    table = given(*sides(2), phase=ACT)
    table.refuses(use(0, "green", "violet"), "D10.5")
    for junk in ("grey", "violet", "brown"):
        table.refuses(use(0, "green", "violet", to=junk), "D10.5")
    assert table.admits(use(0, "green", "violet", to="white"))
    table.plays(use(0, "green", "violet", to="orange"))
    assert table.view(PUBLIC).merchants == {"green": "orange", "yellow": "grey", "violet": "brown"}
    table.refuses(use(1, "green", "orange", to="white"), "D5.1")


def test_D10_5_on_the_grey_junk_cards_may_come_from_the_mixed_pile() -> None:
    table = given(*sides(2), phase=ACT, mixed="8 rice", merchants=("white", "orange", "grey"))
    table.refuses(use(0, "violet", "grey", to="brown"), "D5.5")
    table.plays(use(0, "violet", "grey", "fish, 2 mixed", to="brown"))
    assert table.view(0).seats[0].hand == ("fish", "unknown", "unknown")


def test_D10_5_elsewhere_not() -> None:
    table = given(*sides(2, "17 fish"), phase=ACT, mixed="8 rice", merchants=("white", "orange", "brown"))
    table.refuses(use(0, "violet", "brown", "fish, 2 mixed", to="grey"), "D5.5")
    assert table.admits(use(0, "violet", "brown", "fish, 2 rice", to="grey"))


def test_D10_5_supply_may_be_mixed_too() -> None:
    assert given(*sides(2), phase=SUPPLY, mixed="8 rice").admits(supply(0, "2 mixed"))


def offering(*hands: str, **position: Any) -> Table:
    return given(*sides(2, *hands), phase=DschunkePhase.OFFER, card="1 2 S 4", on=board(), **position)


def test_D10_6_an_offer_may_hold_two_kinds() -> None:
    table = offering("2 rice, fish", "rice, spices").plays(*offers("2 rice, fish", "rice, spices"))
    assert {str(fact.good): fact.winners for fact in table.told(DschunkeSold)} == {
        "spices": (1,),
        "fish": (0,),
        "rice": (0,),
    }
    assert [seat.yen for seat in table.state.seats] == [4, 1]
    assert (table.asked, table.state.phase) == ((0,), DschunkePhase.PRIZE)


@pytest.mark.parametrize("bluff", ["rice, fish, spices", "rice, fish, spices, vegetables"])
def test_D10_6_three_or_four_kinds_make_it_invalid(bluff: str) -> None:
    table = offering(bluff, "vegetables").plays(*offers(bluff, "vegetables"))
    assert [fact.good for fact in table.told(DschunkeSold)] == ["vegetables"]
    assert len(table.view(PUBLIC).seats[0].hand) == len(goods(bluff))


@pytest.mark.parametrize(
    ("offered", "sold"),
    [
        ("rice, fish, spices", ["fish", "rice"]),
        ("spices, rice", ["rice"]),
        ("2 spices", []),
        ("spices, vegetables, fish, rice", []),
    ],
)
def test_D10_6_kinds_already_sold_return_first(offered: str, sold: Sequence[str]) -> None:
    table = offering(offered, sold="spices").plays(*offers(offered, ""))
    assert [str(fact.good) for fact in table.told(DschunkeSold)] == list(sold)
    back = [good for good in goods(offered) if good not in sold]
    assert sorted(table.view(0).seats[0].hand) == sorted(back)


@pytest.mark.parametrize(
    ("used", "merchants", "moved"),
    [
        (("green", "violet"), ("orange", "grey", "white"), "violet"),
        (("green", "violet"), ("brown", "violet", "white"), "grey"),
        (("yellow", "violet"), ("grey", "orange", "white"), "violet"),
    ],
)
def test_D10_7_the_merchant_not_used_moves_to_the_next_free_junk(
    used: Sequence[str], merchants: tuple[str, str, str], moved: str
) -> None:
    table = offering("", used=used, merchants=merchants).plays(*offers("", ""))
    names = ("green", "yellow", "violet")
    stays = dict(zip(names, merchants, strict=True))
    (idle,) = set(names) - set(used)
    assert table.view(PUBLIC).merchants == {**stays, idle: moved}
    assert table.view(PUBLIC).used == ()


def scored(cargo: dict[str, Sequence[int]], *specials: str) -> list[Points | None]:
    table = given(player("", *specials), player(), phase=DschunkePhase.OFFER, round_=10, cargo=cargo)
    return [standing.score for standing in table.plays(*offers("", "")).standings]


def test_D10_8_two_yen_for_each_majority() -> None:
    assert scored({"grey": (0,), "white": (0, 1, 1), "brown": (0, 1)}) == [2, 2]


def test_D10_8_five_more_for_all_five() -> None:
    cargo: dict[str, Sequence[int]] = dict.fromkeys(("grey", "orange", "violet", "brown", "white"), (0, 1, 0))
    assert scored(cargo) == [15, 0]


def test_D10_8_special_cards_bring_three_and_four() -> None:
    cards = ("bonus8-grey", "bonus12-grey-orange", "bonus8-white")
    assert scored({"grey": (0, 0), "orange": (0,)}, *cards) == [2 + 2 + 3 + 4, 0]


def test_D10_9_wandering_merchants_for_three_and_four() -> None:
    table = Table.opened("dschunke", 3, dealing="secret", wandering_merchants=True).plays(market("S 1 2 4"))
    table.refuses(use(0, "green", "violet"), "D10.5")
    table.refuses(use(0, "assistant-3/4", "white", to="orange"), "D8.1")
    table.plays(use(0, "green", "violet", to="white"), use(1, "yellow", "grey", to="violet"))
    table.plays(use(2, "assistant-3/4", "orange"), *(supply(seat) for seat in range(3)), *offers("", "", ""))
    assert table.view(PUBLIC).merchants == {"green": "white", "yellow": "violet", "violet": "grey"}


def test_D10_9_if_all_merchants_were_used_all_stay() -> None:
    table = given(
        *sides(3), phase=DschunkePhase.OFFER, used=("green", "yellow", "violet"), wandering=True, on=board(track())
    )
    before = table.view(PUBLIC).merchants
    assert table.plays(*offers("", "", "")).view(PUBLIC).merchants == before
