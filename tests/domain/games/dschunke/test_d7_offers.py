# clauses are named as in RULES.md
"""D7 Selling goods, for three and four players."""

from collections.abc import Sequence
from typing import Any

import pytest

from domain.games.dschunke import GAME
from domain.games.dschunke.events import (
    DschunkeEarned,
    DschunkeLookedThrough,
    DschunkePhase,
    DschunkeRevealed,
    DschunkeSold,
)
from domain.games.dschunke.meta import DschunkeGood, DschunkePile
from domain.kernel.pending import AwaitSeats
from domain.kernel.viewer import PUBLIC
from tests.domain.games.dschunke.support import (
    ALL_SPECIALS,
    board,
    given,
    goods,
    offer,
    offers,
    player,
    sides,
    take,
    take_yen,
)
from tests.domain.games.support import Table

OFFER = DschunkePhase.OFFER
FOUR = "9 spices, 9 vegetables, 9 fish, 9 rice"


def offering(*players: Any, card: str = "1 2 S 4", **position: Any) -> Table:
    """A table at which goods are offered; by default 1 yen for spices, 2 vegetables, S fish, 4 rice."""
    return given(*players, phase=OFFER, card=card, on=board(), **position)


def sold(table: Table) -> dict[str, DschunkeSold]:
    return {str(fact.good): fact for fact in table.told(DschunkeSold)}


def yen(table: Table) -> list[int]:
    return [seat.yen for seat in table.state.seats]


def test_D7_1_all_offer_at_once_in_any_order() -> None:
    table = offering(*sides(3, "2 rice", "2 fish"))
    assert table.pending == AwaitSeats((0, 1, 2))
    table.plays(offer(1, "fish"))
    assert table.pending == AwaitSeats((0, 2))
    table.refuses(offer(1, "fish"), "D7.1")
    table.plays(offer(2))
    assert table.pending == AwaitSeats((0,))


def test_D7_1_only_cards_in_hand_are_offered() -> None:
    table = offering(*sides(3, "2 rice, fish"))
    table.refuses(offer(0, "3 rice"), "D7.1")
    table.refuses(offer(0, "spices"), "D7.1")
    for offered in ("", "rice", "2 rice", "2 rice, fish"):
        assert table.admits(offer(0, offered))


def test_D7_1_an_offer_is_secret_until_all_are_revealed() -> None:
    table = offering(*sides(3, "2 rice", "2 fish")).plays(offer(0, "rice"))
    assert table.view(PUBLIC).seats[0].offered
    assert [table.view(viewer).seats[0].offer for viewer in (0, 1, PUBLIC)] == [("rice",), None, None]
    assert table.view(PUBLIC).seats[0].hand == ("hidden",) * 2
    for viewer, seen in ((0, ("rice",)), (1, ("hidden",)), (PUBLIC, ("hidden",))):
        action, (fact,) = GAME.redact(offer(0, "rice"), table.facts, viewer)
        assert action.goods == fact.goods == seen


def test_D7_1_its_own_event_hides_an_offer_for_ever() -> None:
    table = offering(*sides(3, "2 rice", "2 fish")).plays(offer(0, "rice"), offer(1, "2 fish"))
    last = offer(2)
    action, facts = GAME.redact(last, table.plays(last).facts, 0)
    assert action.goods == ("hidden",)
    assert facts[0].goods == ("hidden",)
    assert facts[1] == DschunkeRevealed(
        offers=(goods("rice"), goods("2 fish"), ()), valid=(goods("rice"), goods("2 fish"), ())
    )


def test_D7_1_with_unknown_hands_what_some_cards_may_be() -> None:
    table = offering(player("2 rice", unknown=2), player("16 fish"), player())
    for offered in ("2 rice, 2 fish", "4 rice", "2 spices", "rice, spices, fish"):
        assert table.admits(offer(0, offered))
    table.refuses(offer(0, "3 fish"), "D7.1")
    table.refuses(offer(0, "2 rice, 3 spices"), "D7.1")
    table.refuses(offer(0, "rice, 2 spices, fish"), "D7.1")
    table.plays(offer(0, "rice, fish, spices"), offer(1), offer(2))
    assert table.view(0).seats[0].hand == ("spices", "fish", "rice", "rice")


def test_D7_1_two_offers_cannot_show_the_same_unknown_cards() -> None:
    table = offering(player(unknown=3), player(unknown=3), player("14 fish"))
    table.plays(offer(0, "3 fish"))
    table.refuses(offer(1, "2 fish"), "D7.1")
    assert table.admits(offer(1, "fish, 2 rice"))


def test_D7_2_an_offer_of_one_kind_is_valid() -> None:
    table = offering(*sides(3, "3 rice")).plays(*offers("3 rice", "", ""))
    assert sold(table)["rice"].winners == (0,)
    assert table.view(PUBLIC).piles["rice"] == 18


@pytest.mark.parametrize("bluff", ["fish, rice", "vegetables"])
def test_D7_2_mixed_kinds_and_kinds_already_sold_are_a_bluff(bluff: str) -> None:
    table = offering(*sides(3, "2 vegetables, rice, fish", "spices"), sold="vegetables")
    table.plays(*offers(bluff, "spices", ""))
    assert list(sold(table)) == ["spices"]
    assert table.view(0).seats[0].hand == ("vegetables", "vegetables", "fish", "rice")
    assert table.told(DschunkeRevealed)[0].offers[0] == goods(bluff)


def test_D7_2_everybody_is_asked_also_with_an_empty_hand() -> None:
    table = offering(*sides(4))
    assert table.pending == AwaitSeats((0, 1, 2, 3))
    assert list(table.legal(3)) == [{"type": "offer", "seat": 3, "goods": []}]


def test_D7_3_the_most_cards_sell_for_the_amount_once() -> None:
    table = offering(*sides(3, "5 rice", "4 rice")).plays(*offers("5 rice", "4 rice", ""))
    assert yen(table) == [4, 0, 0]
    assert table.view(PUBLIC).piles["rice"] == 18
    assert table.view(1).seats[1].hand == ()


def test_D7_3_each_kind_is_settled_for_itself() -> None:
    table = offering(*sides(3, "rice", "2 vegetables", "spices")).plays(*offers("rice", "2 vegetables", "spices"))
    assert yen(table) == [4, 2, 1]


def test_D7_4_a_tie_of_two_shares_rounded_down() -> None:
    table = offering(*sides(4, "3 rice", "3 rice", "3 vegetables", "3 vegetables"))
    table.plays(*offers("3 rice", "3 rice", "3 vegetables", "3 vegetables"))
    assert yen(table) == [2, 2, 1, 1]
    assert offering(*sides(3, "spices", "spices")).plays(*offers("spices", "spices", "")).state.seats[0].yen == 0


@pytest.mark.parametrize(("card", "each"), [("1 1 S 4", 1), ("1 1 S 3", 1), ("1 1 S 2", 0), ("1 1 S 9", 3)])
def test_D7_4_a_tie_of_three(card: str, each: int) -> None:
    table = offering(*sides(4, "2 rice", "2 rice", "2 rice", "rice"), card=card)
    table.plays(*offers("2 rice", "2 rice", "2 rice", "rice"))
    assert yen(table) == [each, each, each, 0]
    assert sold(table)["rice"].highest == (0, 1, 2)


@pytest.mark.parametrize("tied", [2, 3])
def test_D7_4_on_S_a_tie_gets_nothing(tied: int) -> None:
    table = offering(*sides(3, "fish", "fish", "fish")).plays(*offers(*["fish"] * tied, *[""] * (3 - tied)))
    assert sold(table)["fish"] == DschunkeSold(good=DschunkeGood.FISH, highest=tuple(range(tied)), winners=())
    assert table.state.phase is OFFER
    assert table.view(PUBLIC).sold == ("fish",)


def test_D7_4_who_wins_ties_gets_all() -> None:
    table = offering(player("2 rice"), player("2 rice", "wins_ties"), player("2 rice"))
    assert yen(table.plays(*offers("2 rice", "2 rice", "2 rice"))) == [0, 4, 0]


def test_D7_4_the_special_card_too() -> None:
    table = offering(player("2 fish"), player("2 fish", "wins_ties"), player()).plays(*offers("2 fish", "2 fish", ""))
    assert sold(table)["fish"].winners == (1,)
    assert (table.asked, table.state.phase) == ((1,), DschunkePhase.PRIZE)


def test_D7_4_but_not_against_more_cards() -> None:
    table = offering(player("3 rice"), player("2 rice", "wins_ties"), player("3 rice"))
    assert yen(table.plays(*offers("3 rice", "2 rice", "3 rice"))) == [2, 0, 2]


@pytest.mark.parametrize("offered", [("fish", "fish", ""), ("rice", "", "")])
def test_D7_5_what_is_offered_validly_is_covered_whoever_gets_what(offered: Sequence[str]) -> None:
    table = offering(*sides(3, "fish, rice", "fish")).plays(*offers(*offered))
    assert table.view(PUBLIC).sold == (offered[0],)


def test_D7_6_offers_are_repeated_among_the_kinds_left() -> None:
    table = offering(*sides(3, "2 rice, spices", "fish, vegetables")).plays(*offers("rice", "", ""))
    assert table.pending == AwaitSeats((0, 1, 2))
    table.plays(*offers("rice", "vegetables", ""))
    assert yen(table) == [4, 2, 0]
    assert table.view(PUBLIC).sold == ("rice", "vegetables")


def test_D7_6_until_all_four_are_sold() -> None:
    table = offering(*sides(3, "rice, spices", "vegetables"), sold="fish")
    table.plays(*offers("rice", "vegetables", "")).plays(*offers("spices", "", ""))
    assert table.state.phase is DschunkePhase.MARKET
    assert table.view(PUBLIC).sold == ()


@pytest.mark.parametrize("offered", [("", "", ""), ("rice, fish", "spices", "spices, vegetables")])
def test_D7_6_or_nobody_offers_anything_valid(offered: Sequence[str]) -> None:
    table = offering(*sides(3, "rice, fish", "spices", "spices, vegetables"), sold="spices")
    table.plays(*offers(*offered))
    assert table.state.phase is DschunkePhase.MARKET
    assert [len(seat.hand) for seat in table.view(PUBLIC).seats] == [2, 1, 2]


def test_D7_7_the_winner_of_S_takes_a_card_from_any_pile_after_all_is_settled() -> None:
    table = offering(*sides(3, "2 fish", "rice")).plays(*offers("2 fish", "rice", ""))
    assert yen(table) == [0, 4, 0]
    assert (table.asked, table.state.phase) == ((0,), DschunkePhase.PRIZE)
    table.refuses(take(1, "star", "load"), "D7.7")
    table.refuses(take_yen(0), "D7.7")
    table.plays(take(0, "star", "load"))
    assert table.pending == AwaitSeats((0, 1, 2))
    assert table.view(0).seats[0].special_cards == ("load",)
    assert table.view(PUBLIC).seats[0].special_cards == ("hidden",)


def test_D7_7_only_from_a_pile_with_cards() -> None:
    played = ALL_SPECIALS[:-1]
    table = offering(*sides(3, "fish"), piles=(0, 0, 1, 0), played=played).plays(*offers("fish", "", ""))
    table.refuses(take(0, "star", ALL_SPECIALS[-1]), "D7.7")
    table.plays(take(0, "triangle", ALL_SPECIALS[-1]))


def test_D7_7_the_card_counts_from_the_next_reveal_on() -> None:
    table = offering(*sides(3, "fish, 2 rice", "2 rice")).plays(*offers("fish", "", ""))
    table.plays(take(0, "star", "wins_ties")).plays(*offers("2 rice", "2 rice", ""))
    assert yen(table) == [4, 0, 0]


def test_D7_7_with_the_last_kind_sold_the_round_ends_after_the_card() -> None:
    table = offering(*sides(3, "fish"), sold="rice, spices, vegetables").plays(*offers("fish", "", ""))
    table.plays(take(0, "star", "load"))
    assert table.state.phase is DschunkePhase.MARKET


def test_D7_7_in_the_last_round_three_yen_may_be_taken_instead() -> None:
    table = offering(*sides(3, "fish, rice"), round_=10).plays(*offers("fish", "", ""))
    assert table.admits(take(0, "star", "load"))
    table.plays(take_yen(0))
    assert yen(table) == [3, 0, 0]
    assert table.state.phase is OFFER


def test_D7_7_but_not_after_having_looked_through_a_pile() -> None:
    table = offering(*sides(3, "fish"), round_=10).plays(*offers("fish", "", ""))
    looking = GAME.evolve(table.state, DschunkeLookedThrough(seat=0, pile=DschunkePile.STAR))
    Table(GAME, looking).refuses(take_yen(0), "D7.7")


@pytest.mark.parametrize(("round_", "paid"), [(9, 0), (10, 3)])
def test_D7_7_with_no_cards_left_the_winner_gets_nothing_or_three_yen(round_: int, paid: int) -> None:
    table = offering(*sides(3, "fish"), round_=round_, piles=(0,) * 4, played=ALL_SPECIALS)
    table.plays(*offers("fish", "", ""))
    assert yen(table) == [paid, 0, 0]
    assert [fact.yen for fact in table.told(DschunkeEarned)] == [paid] * (paid > 0)
    assert table.state.phase is OFFER


def test_D7_7_the_worked_example() -> None:
    """Brown S, white 4, orange 1, violet 2: a tie of two shares 1, rounded down; one offer more is for violet."""
    table = offering(*sides(4, "rice, vegetables", "3 spices", "3 spices", "4 fish"))
    table.plays(*offers("rice", "3 spices", "3 spices", "4 fish"))
    assert yen(table) == [4, 0, 0, 0]
    assert (table.asked, table.state.phase) == ((3,), DschunkePhase.PRIZE)
    assert table.view(PUBLIC).sold == ("spices", "fish", "rice")
    table.plays(take(3, "circle", "bonus8-grey")).plays(*offers("vegetables", "", "", ""))
    assert yen(table) == [6, 0, 0, 0]
    assert table.state.phase is DschunkePhase.MARKET


def test_D7_1_all_of_a_hand_may_be_offered() -> None:
    table = offering(*sides(3, FOUR))
    assert table.admits(offer(0, FOUR))
