"""Irregular play: what was put against the rules lies where it was put, and the rules go on from there."""

from typing import Any

import pytest

from domain.games.dschunke.actions import DschunkeDealing, DschunkeDrawMixed
from domain.games.dschunke.adjustments import (
    DschunkeAdjust,
    DschunkeAdjustment,
    DschunkeBarPlace,
    DschunkeBarsAdjustment,
    DschunkeDoneAdjustment,
    DschunkeGoodsAdjustment,
    DschunkeGoodsCard,
    DschunkeMerchantAdjustment,
    DschunkeSpecialAdjustment,
    DschunkeTurnAdjustment,
    DschunkeWorkerAdjustment,
    DschunkeYenAdjustment,
)
from domain.games.dschunke.events import DschunkeMixedShuffled, DschunkePhase, DschunkeRoundEnded
from domain.games.dschunke.meta import GOODS, DschunkeJunk, DschunkeMerchant, DschunkeWorker
from domain.games.dschunke.unknowns import observe
from domain.kernel.cards import HIDDEN
from domain.kernel.languages import LANGUAGES, Language
from domain.kernel.viewer import PUBLIC, RECORDER
from tests.domain.games.dschunke.support import (
    check_conservation,
    check_goods,
    counts,
    deal,
    done,
    given,
    offer,
    place,
    play,
    player,
    show_specials,
    sides,
    supply,
    swap,
    take,
    use,
    words,
)
from tests.domain.games.support import Table

ACT, EXTRA, EVENT, SUPPLY = DschunkePhase.ACT, DschunkePhase.EXTRA, DschunkePhase.EVENT, DschunkePhase.SUPPLY
OFFER, PRIZE, SWAP = DschunkePhase.OFFER, DschunkePhase.PRIZE, DschunkePhase.SWAP
SERVER, SECRET, OPEN = DschunkeDealing.SERVER, DschunkeDealing.SECRET, DschunkeDealing.OPEN


def adjust(*changes: DschunkeAdjustment) -> DschunkeAdjust:
    return DschunkeAdjust(reason="It was played so.", changes=changes)


def goods(text: str, origin: Any, to: Any) -> DschunkeGoodsAdjustment:
    """``goods("2 rice, 1 unknown", 0, "piles")``."""
    return DschunkeGoodsAdjustment(goods=tuple(map(DschunkeGoodsCard, words(text))), from_=origin, to=to)


def yen(number: int, origin: Any, to: Any) -> DschunkeYenAdjustment:
    return DschunkeYenAdjustment(from_=origin, to=to, yen=number)


def bars(seat: int, number: int, origin: str, to: str) -> DschunkeBarsAdjustment:
    return DschunkeBarsAdjustment(seat=seat, bars=number, from_=DschunkeBarPlace(origin), to=DschunkeBarPlace(to))


def special(card: str, origin: Any, to: Any) -> DschunkeSpecialAdjustment:
    return DschunkeSpecialAdjustment(card=card, from_=origin, to=to)


def used(worker: str) -> DschunkeWorkerAdjustment:
    return DschunkeWorkerAdjustment(worker=DschunkeWorker(worker), used=True)


def unused(worker: str) -> DschunkeWorkerAdjustment:
    return DschunkeWorkerAdjustment(worker=DschunkeWorker(worker), used=False)


def merchant(colour: str, origin: str, to: str) -> DschunkeMerchantAdjustment:
    return DschunkeMerchantAdjustment(
        merchant=DschunkeMerchant(colour), from_=DschunkeJunk(origin), to=DschunkeJunk(to)
    )


def turn_of(seat: int) -> DschunkeTurnAdjustment:
    return DschunkeTurnAdjustment(seat=seat)


def has_done(seat: int) -> DschunkeDoneAdjustment:
    return DschunkeDoneAdjustment(seat=seat)


def plays(table: Table, *changes: DschunkeAdjustment) -> Table:
    """Put the table so; nothing gets lost, and whoever is asked has something to do."""
    table.plays(adjust(*changes))
    check_conservation(table.state)
    for seat in table.asked:
        legal = table.legal(seat)
        assert legal.actions or legal.templates
    return table


def hand(table: Table, seat: int) -> tuple[str, ...]:
    return tuple(table.view(RECORDER).seats[seat].hand)


# --- yen -------------------------------------------------------------------------------------------------------------


def test_D1_8_yen_go_from_one_purse_to_another() -> None:
    table = given(player(yen=5), player(yen=2), player(), phase=ACT)
    plays(table, yen(3, "bank", 2), yen(2, 1, 0), yen(7, 0, "bank"))
    assert [each.yen for each in table.state.seats] == [0, 0, 3]
    for change in (yen(1, 0, "bank"), yen(1, 2, 2), yen(1, "bank", "bank")):
        table.refuses(adjust(change), "D1.8")
    table.refuses(adjust(yen(1, "bank", 3)), "D2.1")


# --- goods -----------------------------------------------------------------------------------------------------------


def test_D11_1_goods_go_between_hands_and_piles() -> None:
    table = given(*sides(3, "2 rice, 1 fish", "1 spices"), phase=ACT)
    plays(table, goods("1 rice", 0, 1), goods("1 fish", 0, "piles"), goods("2 vegetables", "piles", 2))
    assert [hand(table, seat) for seat in range(3)] == [("rice",), ("spices", "rice"), ("vegetables",) * 2]
    assert table.view(PUBLIC).piles["fish"] == 18
    assert table.asked == (0,)


def test_D11_1_goods_are_taken_from_where_they_are() -> None:
    table = given(*sides(3, "2 rice", "18 spices"), phase=ACT)
    for change in (
        goods("1 fish", 0, 1),
        goods("3 rice", 0, "piles"),
        goods("1 spices", "piles", 2),
        goods("1 rice", 0, 0),
    ):
        table.refuses(adjust(change), "D11.1")
    table.refuses(adjust(goods("1 rice", 0, 3)), "D2.1")


def test_D2_4_goods_that_the_record_knows_are_named() -> None:
    table = given(*sides(3, "2 rice", "1 spices"), phase=ACT)
    table.refuses(adjust(goods("1 unknown", 0, 1)), "D2.4")


def test_D2_4_of_a_hand_from_which_an_unseen_card_went_nothing_is_known() -> None:
    table = given(player("2 rice", unknown=2), player(unknown=3), player(), phase=ACT, dealing=SECRET)
    plays(table, goods("1 unknown", 0, 1))
    assert (hand(table, 0), hand(table, 1)) == (("unknown",) * 3, ("unknown",) * 4)
    check_goods(table.state)
    table = plays(given(*sides(3, "18 rice", "1 fish"), phase=OFFER, dealing=SECRET), goods("1 unknown", 0, 1))
    assert table.admits(offer(0, "17 rice"))
    assert table.admits(offer(1, "1 rice"))
    assert not table.admits(offer(1, "2 fish"))
    table.refuses(adjust(goods("18 unknown", 0, 1)), "D11.1")


def test_D1_2_goods_of_the_open_piles_are_named() -> None:
    table = given(player(unknown=2), player(unknown=3), player(), phase=ACT, dealing=SECRET)
    table.refuses(adjust(goods("1 unknown", 0, "piles")), "D1.2")
    table.refuses(adjust(goods("1 unknown", "piles", 0)), "D1.2")
    plays(table, goods("2 rice", 0, "piles"))
    table.refuses(adjust(goods("1 rice", 0, "piles")), "D11.1")


def test_D7_1_an_offer_that_lies_face_down_stays_what_it_is() -> None:
    table = given(*sides(3, "3 rice", "1 fish", "1 fish"), phase=OFFER).plays(offer(0, "2 rice"))
    table.refuses(adjust(goods("2 rice", 0, 1)), "D11.1")
    plays(table, goods("1 rice", 0, 1))
    table.plays(offer(1, "1 rice"), offer(2))
    assert hand(table, 0) == ()
    unknown = [player(unknown=2), player(unknown=1), player(unknown=1)]
    table = given(*unknown, phase=OFFER, dealing=SECRET).plays(offer(0, "2 rice"))
    table.refuses(adjust(goods("17 rice", "piles", 1)), "D11.1")
    plays(table, goods("16 rice", "piles", 1))


def test_D7_1_a_seat_offers_what_came_to_it() -> None:
    table = given(*sides(3, "3 rice", "1 fish", "1 fish"), phase=OFFER).plays(offer(0, "2 rice"))
    table.refuses(offer(1, "2 spices"), "D7.1")
    plays(table, goods("2 spices", "piles", 1))
    table.plays(offer(1, "2 spices"), offer(2))
    assert hand(table, 1) == ("fish",)


def test_D10_3_goods_go_to_the_mixed_pile_and_come_from_it_unseen() -> None:
    table = given(*sides(2, "2 rice", "1 fish"), phase=ACT, mixed="2 spices")
    plays(table, goods("1 rice", 0, "mixed"))
    assert (table.view(PUBLIC).mixed_pile, hand(table, 0)) == (3, ("rice",))
    plays(table, goods("2 unknown", "mixed", 1))
    assert (table.view(PUBLIC).mixed_pile, hand(table, 1)) == (1, ("fish", "unknown", "unknown"))
    for change in (goods("1 spices", "mixed", 0), goods("2 unknown", "mixed", 0)):
        table.refuses(adjust(change), "D10.3")
    plays(table, goods("1 unknown", "mixed", 0))
    assert table.told(DschunkeMixedShuffled)
    assert table.view(PUBLIC).mixed_pile == 12


def test_D10_3_the_mixed_pile_is_the_services_where_it_deals_and_only_two_have_one() -> None:
    for table in (
        given(*sides(2, "2 rice"), phase=ACT, mixed="2 spices", dealing=SERVER),
        given(*sides(3, "2 rice"), phase=ACT),
    ):
        table.refuses(adjust(goods("1 rice", 0, "mixed")), "D10.3")
    table = given(*sides(2, "2 rice"), phase=SUPPLY, mixed="4 spices, 4 rice", dealing=SERVER)
    table.plays(supply(0, "1 mixed"))
    table.refuses(adjust(yen(1, "bank", 0)), "D10.3")
    assert isinstance(table.game.draw(table.state, _Top()), DschunkeDrawMixed)


class _Top:
    since = None

    def draw(self, pile: Any, places: Any) -> Any:
        return list(pile.left[: len(places)])


# --- bars ------------------------------------------------------------------------------------------------------------


def test_D11_1_bars_are_loaded_unloaded_and_moved() -> None:
    table = given(*sides(3), phase=ACT, cargo={"grey": (0, 0, 1, 0), "white": (1,)})
    plays(table, bars(0, 2, "grey", "white"), bars(1, 1, "grey", "stock"), bars(2, 3, "stock", "orange"))
    assert table.view(PUBLIC).cargo["grey"] == ((0,),)
    assert table.view(PUBLIC).cargo["white"] == ((1, 0, 0),)
    assert [each.bars for each in table.state.seats] == [17, 19, 17]


def test_D11_1_bars_are_taken_from_where_they_are() -> None:
    table = given(*sides(3), phase=ACT, cargo={"grey": (0, 0)})
    for change in (bars(0, 19, "stock", "grey"), bars(0, 3, "grey", "stock"), bars(0, 1, "grey", "grey")):
        table.refuses(adjust(change), "D11.1")
    table.refuses(adjust(bars(3, 1, "stock", "grey")), "D2.1")


def test_D5_3_who_has_no_bars_left_for_the_only_worker_forfeits_the_action() -> None:
    busy = ("yellow", "violet", "assistant-3/4")
    table = given(*sides(3), phase=ACT, used=busy)
    plays(table, bars(0, 20, "stock", "grey"))
    assert table.asked == (1,)


def test_D2_8_a_bar_without_a_legal_junk_left_goes_back() -> None:
    table = Table.opened("dschunke", 2, setup="free", dealing="open").plays(deal("6 rice, 2 fish", "4 fish, 4 spices"))
    plays(table, *(bars(seat, 2, "stock", junk) for junk in ("grey", "orange", "violet", "brown") for seat in (0, 1)))
    assert table.asked == (0,)
    plays(table, bars(0, 3, "stock", "white"))
    assert table.state.phase is DschunkePhase.SHOW
    assert [
        each.bars + sum(hold.count(s) for hold in table.state.cargo) for s, each in enumerate(table.state.seats)
    ] == [
        20,
        20,
    ]


# --- workers and merchants -------------------------------------------------------------------------------------------


def test_D5_1_a_worker_is_used_or_not() -> None:
    table = given(*sides(3, "1 rice"), phase=ACT, used=("green",))
    table.refuses(use(0, "green", "violet"), "D5.1")
    plays(table, unused("green"), used("yellow"))
    table.refuses(use(0, "yellow", "grey"), "D5.1")
    table.plays(use(0, "green", "violet"))
    for change in (used("yellow"), unused("violet")):
        table.refuses(adjust(change), "D5.1")
    table.refuses(adjust(used("assistant-4")), "D2.2")
    table = given(*sides(3), phase=DschunkePhase.PLACE, round_=0)
    table.refuses(adjust(used("green")), "D5.1")


def test_D2_2_merchants_stand_on_different_junks() -> None:
    table = given(*sides(3), phase=ACT, merchants=("violet", "grey", "brown"))
    plays(table, merchant("green", "violet", "white"))
    assert table.view(PUBLIC).merchants["green"] == "white"
    plays(table, merchant("green", "white", "grey"), merchant("yellow", "grey", "white"))
    for change in (merchant("green", "white", "violet"), merchant("green", "grey", "grey")):
        table.refuses(adjust(change), "D2.2")
    table.refuses(adjust(merchant("green", "grey", "brown")), "D2.2")


def test_D2_9_before_they_are_shown_merchants_stand_nowhere() -> None:
    table = Table.opened("dschunke", 3, setup="left_neighbour", dealing="secret")
    table.refuses(adjust(merchant("green", "grey", "brown")), "D2.9")
    plays(table, bars(0, 1, "stock", "grey"))


def test_D2_9_the_hands_are_dealt_first() -> None:
    table = Table.opened("dschunke", 3, dealing="open")
    table.refuses(adjust(goods("1 rice", "piles", 0)), "D2.9")


# --- special cards ---------------------------------------------------------------------------------------------------


def test_D9_special_cards_go_between_players_piles_and_those_played() -> None:
    table = given(player("", "load"), player("", "move"), player(), phase=ACT, played=("draw",))
    plays(table, special("load", 0, 1), special("draw", "played", 0), special("sell-grey", "star", 2))
    assert [each.special_cards for each in table.view(RECORDER).seats] == [("draw",), ("move", "load"), ("sell-grey",)]
    plays(table, special("move", 1, "played"), special("load", 1, "star"))
    assert table.view(PUBLIC).special_cards_played == ("move",)
    assert table.view(PUBLIC).special_piles["star"] == 7


def test_D1_8_a_special_card_is_taken_from_where_it_is() -> None:
    table = given(player("", "load"), player(), player(), phase=ACT, played=("draw",))
    for change in (special("move", 0, 1), special("move", "played", 1), special("nothing", "star", 1)):
        table.refuses(adjust(change), "D1.8")
    table.refuses(adjust(special("load", 0, 0)), "D11.1")
    table.refuses(adjust(special("load", 0, 3)), "D2.1")


def test_D4_3_of_secret_cards_from_which_one_went_unseen_none_is_known() -> None:
    table = given(player("", "load", "extra_supply", unknown_specials=1), player(), player(), phase=ACT, dealing=SECRET)
    plays(table, special("unknown", 0, 1), special("unknown", "star", 2))
    assert [each.special_cards for each in table.view(RECORDER).seats] == [
        ("extra_supply", "unknown"),
        ("unknown",),
        ("unknown",),
    ]
    assert table.admits(play(1, "load", "grey")) is False
    assert table.admits(play(0, "load", "grey"))
    plays(table, special("unknown", 0, "square"))
    table.refuses(adjust(special("unknown", 0, 1)), "D1.8")


def test_D5_6_played_cards_are_named_and_where_the_service_deals_all_are() -> None:
    table = given(player(unknown_specials=1), player(), player(), phase=ACT, played=("draw",), dealing=SECRET)
    table.refuses(adjust(special("unknown", "played", 0)), "D5.6")
    table.refuses(adjust(special("unknown", 0, "played")), "D5.6")
    table = given(player("", "load"), player(), player(), phase=ACT, dealing=SERVER)
    table.refuses(adjust(special("unknown", 0, 1)), "D2.3")


def test_D1_8_there_are_no_more_unknown_cards_than_nobody_has_seen() -> None:
    secrets = [card for card in given(*sides(3), phase=ACT).state.unseen_specials if card not in _ALWAYS]
    table = given(player("", *secrets[1:]), player(unknown_specials=1), player(), phase=ACT, dealing=SECRET)
    table.refuses(adjust(special("unknown", "star", 0)), "D1.8")
    table.refuses(adjust(special(secrets[0], "star", 0)), "D1.8")
    plays(table, special(secrets[0], 1, 0))


_ALWAYS = {"extra_supply", "wins_ties", "two_goods"}


def test_D4_3_a_pile_that_is_looked_through_isnt_emptied() -> None:
    piles = (("load",), ("move",), ("draw",), ())
    rest = list(given(*sides(3), phase=ACT).state.unseen_specials)
    for card in ("load", "move", "draw"):
        rest.remove(card)
    table = given(
        player("", *rest),
        player(),
        player(),
        phase=EVENT,
        dealing=SERVER,
        piles=(1, 1, 1, 0),
        pile_cards=piles,
        event=DschunkeWorker.ASSISTANT_3_4,
    ).plays(take(0, "square"))
    table.refuses(adjust(special("load", "square", 1)), "D4.3")
    table.refuses(adjust(turn_of(1)), "D4.3")
    table.refuses(adjust(has_done(0)), "D4.3")
    plays(table, special("move", "circle", 1))
    table.plays(take(0, "square", "load"))
    assert table.asked == (1,)


def test_D4_3_without_a_card_left_the_event_ends() -> None:
    rest = [card for card in given(*sides(3), phase=ACT).state.unseen_specials if card != "wins_ties"]
    table = given(
        player("", *rest), player(), player(), phase=EVENT, piles=(1, 0, 0, 0), event=DschunkeWorker.ASSISTANT_3_4
    )
    plays(table, special("wins_ties", "square", 2))
    assert (table.state.phase, table.asked) == (ACT, (0,))


def test_D5_6_who_has_no_secret_card_left_isnt_asked_for_an_extra_action() -> None:
    table = given(player("", "load"), player(), player(), phase=ACT).plays(use(0, "green", "violet"))
    assert table.state.phase is EXTRA
    plays(table, special("load", 0, 1))
    assert (table.state.phase, table.asked) == (ACT, (1,))


def test_D9_3_who_has_no_such_card_left_isnt_asked_to_swap() -> None:
    table = given(player("1 rice", "two_goods"), player("1 fish", "two_goods"), player(), phase=SWAP)
    plays(table, special("two_goods", 0, "star"))
    assert table.asked == (1,)


def test_D8_3_a_card_seen_at_the_end_neednt_be_shown() -> None:
    table = given(
        player(unknown_specials=1), player(), player(), phase=DschunkePhase.SHOW_SPECIALS, round_=10, dealing=SECRET
    )
    table.refuses(adjust(turn_of(1)), "D5.1")
    plays(table, special("load", 0, "played"))
    assert table.state.phase is DschunkePhase.FINISHED
    table.refuses(adjust(yen(1, "bank", 0)), "D8.3")
    table.refuses(show_specials(0, "load"), "D8.3")


# --- whose turn it is ------------------------------------------------------------------------------------------------


def test_D5_1_who_was_passed_over_comes_next() -> None:
    table = given(*sides(4), phase=ACT, on=None)
    plays(table, turn_of(2))
    table.plays(use(2, "green", "violet"))
    assert table.asked == (0,)
    table.plays(use(0, "yellow", "grey"))
    assert table.asked == (1,)
    plays(table, turn_of(3))
    table.plays(use(3, "assistant-3/4", "white"), use(1, "assistant-4", "white"))
    assert (table.state.phase, table.asked) == (SUPPLY, (0,))
    plays(table, turn_of(1))
    table.plays(supply(1), supply(0))
    assert table.asked == (2,)
    table.plays(supply(2), supply(3))
    assert table.state.phase is OFFER


def test_D5_6_the_order_is_kept_while_somebody_is_asked_for_an_extra_action() -> None:
    table = given(player(), player("", "load"), player("", "load"), phase=ACT)
    plays(table, turn_of(2))
    table.plays(use(2, "green", "violet"))
    assert table.state.phase is EXTRA
    table.plays(done(2))
    assert table.asked == (0,)
    table.plays(use(0, "yellow", "grey"))
    assert table.asked == (1,)
    table.plays(use(1, "assistant-3/4", "white"))
    plays(table, turn_of(0))
    assert (table.state.phase, table.asked) == (ACT, (0,))
    table.plays(use(0, "violet", "brown", "3 fish"))
    assert table.state.phase is SUPPLY


def test_D4_3_special_cards_are_taken_in_another_order() -> None:
    table = given(*sides(3), phase=EVENT, event=DschunkeWorker.ASSISTANT_3_4)
    plays(table, turn_of(2))
    table.plays(take(2, "square", "load"), take(0, "circle", "load"), take(1, "star", "move"))
    assert (table.state.phase, table.asked) == (ACT, (0,))


def test_D9_3_an_owner_swaps_before_another() -> None:
    table = given(player("1 rice", "two_goods"), player("1 fish", "two_goods"), player(), phase=SWAP)
    table.refuses(adjust(turn_of(2)), "D5.1")
    plays(table, turn_of(1))
    table.plays(swap(1, "1 fish", "1 rice"))
    assert table.asked == (0,)


def test_D7_7_somebody_else_takes_the_card() -> None:
    table = given(*sides(3), phase=PRIZE, sold="spices")
    plays(table, turn_of(2))
    table.plays(take(2, "square", "load"))
    assert table.state.phase is OFFER


def test_D2_7_a_bar_is_placed_out_of_turn() -> None:
    table = Table.opened("dschunke", 3, setup="left_neighbour", dealing="secret")
    plays(table, turn_of(2))
    table.plays(place(2, "grey", 1))
    assert table.asked == (0,)


def test_D5_1_nobody_is_at_turn_where_all_are_asked() -> None:
    table = given(*sides(3), phase=OFFER)
    table.refuses(adjust(turn_of(1)), "D5.1")
    table.refuses(adjust(has_done(0)), "D5.1")
    table = given(*sides(3), phase=ACT)
    table.refuses(adjust(turn_of(0)), "D5.1")
    table.refuses(adjust(turn_of(3)), "D2.1")
    table.refuses(adjust(has_done(1)), "D5.1")


# --- what was asked for is done --------------------------------------------------------------------------------------


def test_D5_5_three_goods_were_drawn_for_four() -> None:
    table = given(*sides(3), phase=ACT, cargo={"brown": (0, 0)})
    table.refuses(use(0, "violet", "brown", "3 fish"), "D5.5")
    plays(table, goods("3 fish", "piles", 0), used("violet"), has_done(0))
    assert hand(table, 0) == ("fish",) * 3
    assert (table.state.phase, table.asked) == (ACT, (1,))
    table.refuses(use(1, "violet", "brown", "3 fish"), "D5.1")


def test_D5_6_who_has_acted_so_may_play_an_extra_action() -> None:
    table = given(player("", "load"), player(), player(), phase=ACT)
    plays(table, yen(1, "bank", 0), used("yellow"), has_done(0))
    assert (table.state.phase, table.asked) == (EXTRA, (0,))


def test_D6_1_a_supply_a_swap_a_card_and_a_prize_are_done() -> None:
    table = plays(given(*sides(3), phase=SUPPLY), goods("3 fish", "piles", 0), has_done(0))
    assert (table.state.phase, table.asked) == (SUPPLY, (1,))
    table = given(player("1 rice", "two_goods"), player("1 fish", "two_goods"), player(), phase=SWAP)
    assert plays(table, has_done(0)).asked == (1,)
    table = given(*sides(3), phase=EVENT, event=DschunkeWorker.ASSISTANT_3_4)
    assert plays(table, special("load", "square", 0), has_done(0)).asked == (1,)
    table = plays(given(*sides(3), phase=PRIZE, sold="spices"), has_done(0))
    assert table.state.phase is OFFER
    table = given(*sides(3), phase=PRIZE, sold="spices, fish, rice, vegetables")
    assert plays(table, has_done(0)).told(DschunkeRoundEnded)


def test_D11_1_what_changes_nothing_is_refused() -> None:
    table = given(*sides(3, "1 rice"), phase=ACT)
    table.refuses(adjust(goods("1 rice", 0, 1), goods("1 rice", 1, 0)), "D11.1")


# --- who may know it -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("change", [goods("1 rice", 0, 1), special("load", 0, 1)])
def test_D2_4_what_went_from_hand_to_hand_and_why_only_these_two_know(change: DschunkeAdjustment) -> None:
    table = given(player("2 rice", "load"), player(), player(), phase=ACT)
    action = adjust(change, yen(1, "bank", 0))
    facts = table.game.decide(table.state, action)
    for viewer in (0, 1, RECORDER):
        assert table.game.redact(action, facts, viewer) == (action, facts)
    for viewer in (2, PUBLIC):
        shown, told = table.game.redact(action, facts, viewer)
        assert shown.reason == HIDDEN
        assert shown.changes[1] == action.changes[1]
        assert HIDDEN in str((shown.changes[0], told[0]))
        assert "rice" not in str((shown, told))
        assert "load" not in str((shown, told))


@pytest.mark.parametrize(
    "change",
    [
        goods("1 rice", 0, "piles"),
        special("load", 0, "played"),
        special("extra_supply", 0, 1),
        yen(1, 0, 1),
        bars(0, 1, "stock", "grey"),
    ],
)
def test_D9_what_lies_open_all_may_know(change: DschunkeAdjustment) -> None:
    table = given(player("2 rice", "load", "extra_supply", yen=3), player(), player(), phase=ACT)
    action = adjust(change)
    facts = table.game.decide(table.state, action)
    for viewer in (0, 1, 2, PUBLIC, RECORDER):
        assert table.game.redact(action, facts, viewer) == (action, facts)


def test_D2_4_who_didnt_see_it_knows_no_hand_by_it() -> None:
    table = given(*sides(3, "2 rice, 1 fish", "1 spices"), phase=ACT)
    (fact,) = table.game.decide(table.state, adjust(goods("1 rice", 0, 1)))
    seen = [observe(table.state, fact, seat) for seat in range(3)]
    assert [state.seats[0].hand.known for state in seen] == [counts("1 rice, 1 fish")] * 2 + [GOODS.none]
    assert [len(state.seats[1].hand) for state in seen] == [2, 2, 2]
    assert seen[2].seats[1].hand.unknown == 1
    check_goods(seen[2])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_change_is_told(language: Language) -> None:
    action = adjust(
        yen(2, 0, "bank"),
        goods("1 rice, 2 unknown", 0, 1),
        goods("2 fish", "piles", 2),
        goods("1 unknown", "mixed", 0),
        bars(1, 1, "stock", "grey"),
        bars(1, 2, "white", "stock"),
        used("green"),
        unused("assistant-3/4"),
        merchant("yellow", "grey", "white"),
        special("load", "star", 0),
        special("unknown", 0, "square"),
        special("move", "played", 2),
        turn_of(1),
        has_done(2),
    )
    told = given(*sides(3), phase=ACT).game.sentence(action, (), ("Ada", "Bea", "Cid"), language)
    assert all(word in told for word in ("Ada", "Bea", "Cid", "It was played so.", "3/4"))
