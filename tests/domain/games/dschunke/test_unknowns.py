"""What is told later of goods and special cards that a player had secretly."""

from typing import Any

import pytest

from domain.games.dschunke import GAME
from domain.games.dschunke.actions import DschunkeDealing, DschunkeIdentification
from domain.games.dschunke.bonuses import bonus_of_cards
from domain.games.dschunke.events import DschunkeIdentified, DschunkePhase
from domain.games.dschunke.unknowns import identify
from domain.kernel.errors import RuleViolation
from domain.kernel.viewer import PUBLIC, RECORDER
from tests.domain.games.dschunke.support import (
    check_conservation,
    given,
    goods,
    offer,
    play,
    player,
    show_specials,
    sides,
    supply,
    take,
)
from tests.domain.games.support import Table

OFFER, ACT, LAST = DschunkePhase.OFFER, DschunkePhase.ACT, DschunkePhase.SHOW_SPECIALS


def held(seat: int, words: str = "", *specials: str) -> DschunkeIdentification:
    return DschunkeIdentification(seat=seat, goods=goods(words), special_cards=specials)


def identified(table: Table, seat: int, words: str = "", *specials: str) -> Table:
    for fact in identify(table.state, held(seat, words, *specials)):
        table.state = GAME.evolve(table.state, fact)
    check_conservation(table.state)
    return table


def refuses(table: Table, clause: str, seat: int, words: str = "", *specials: str) -> None:
    with pytest.raises(RuleViolation) as refusal:
        identify(table.state, held(seat, words, *specials))
    assert refusal.value.clause == clause, refusal.value


# --- goods ---


def test_D2_4_unknown_goods_become_known_to_the_record_and_to_who_holds_them() -> None:
    table = identified(given(player("rice", unknown=3), *sides(2), phase=OFFER), 0, "rice, 2 fish")
    for viewer in (0, RECORDER):
        assert table.view(viewer).seats[0].hand == ("fish", "fish", "rice", "unknown")
    for viewer in (1, PUBLIC):
        assert table.view(viewer).seats[0].hand == ("hidden",) * 4


def test_D2_4_a_hand_holds_no_more_than_its_unknown_goods_beside_the_known_ones() -> None:
    table = given(player("rice", unknown=2), *sides(2), phase=OFFER)
    refuses(table, "D2.4", 0, "3 fish")
    refuses(table, "D2.4", 0, "4 rice")
    refuses(table, "D2.4", 1, "rice")
    assert identified(table, 0, "3 rice").state.seats[0].hand.unknown == 0


def test_D1_3_goods_that_are_seen_elsewhere_are_in_no_hand() -> None:
    table = given(player(unknown=3), player("17 rice"), player(unknown=2), phase=OFFER)
    refuses(table, "D1.3", 0, "2 rice")
    identified(table, 0, "rice")
    refuses(table, "D1.3", 2, "rice")


def test_D7_1_goods_fit_the_offers_that_lie_face_down() -> None:
    """The record knows what was offered: it will be shown."""
    table = given(player(unknown=2), player("16 fish"), player(unknown=2), phase=OFFER).plays(offer(0, "fish, rice"))
    refuses(table, "D1.3", 0, "2 fish")
    refuses(table, "D1.3", 2, "2 fish")
    identified(table, 2, "fish, rice")
    table.plays(offer(1), offer(2))
    check_conservation(table.state)


def test_D10_3_what_was_drawn_from_the_mixed_pile_may_be_told_later() -> None:
    table = given(*sides(2), phase=DschunkePhase.SUPPLY, mixed="2 rice, 2 fish").plays(supply(0, "2 mixed"))
    refuses(table, "D1.3", 0, "2 spices")
    assert identified(table, 0, "rice, fish").view(0).seats[0].hand == ("fish", "rice")


def test_D10_3_a_card_that_chance_is_about_to_tell_is_not_unknown() -> None:
    table = given(*sides(2), phase=DschunkePhase.SUPPLY, mixed="2 rice, fish", dealing=DschunkeDealing.SERVER)
    refuses(table.plays(supply(0, "mixed")), "D2.4", 0, "rice")


def test_D5_5_what_may_lie_in_the_piles_follows() -> None:
    table = given(player(unknown=4), *sides(2), phase=OFFER)
    assert table.view(RECORDER).piles_between["fish"] == (14, 18)
    assert identified(table, 0, "3 fish").view(RECORDER).piles_between["fish"] == (14, 15)


# --- special cards ---


def test_D4_3_unknown_special_cards_become_known() -> None:
    table = identified(given(player("", "load", unknown_specials=2), *sides(2), phase=ACT), 0, "", "load", "move")
    assert table.view(0).seats[0].special_cards == ("load", "move", "unknown")
    assert table.view(1).seats[0].special_cards == ("hidden",) * 3


def test_D4_3_no_more_than_are_unknown() -> None:
    table = given(player("", "load", unknown_specials=1), *sides(2), phase=ACT)
    refuses(table, "D4.3", 0, "", "load", "move", "draw")
    refuses(table, "D4.3", 1, "", "draw")


def test_D1_8_a_special_card_is_held_by_one_player() -> None:
    table = given(player(unknown_specials=2), player("", "bonus8-grey"), player(unknown_specials=1), phase=ACT)
    refuses(table, "D1.8", 0, "", "bonus8-grey")
    refuses(table, "D1.8", 0, "", "a joker")
    identified(table, 0, "", "bonus8-white")
    refuses(table, "D1.8", 2, "", "bonus8-white")


def test_D9_1_a_card_that_is_shown_when_taken_never_was_unknown() -> None:
    refuses(given(player(unknown_specials=1), *sides(2), phase=ACT), "D1.8", 0, "", "extra_supply")


def test_D9_8_an_identified_bonus_counts() -> None:
    table = given(player(unknown_specials=1), *sides(2), phase=ACT, cargo={"grey": (0, 0)})
    assert bonus_of_cards(table.state, 0) == 0
    assert bonus_of_cards(identified(table, 0, "", "bonus8-grey").state, 0) == 8


def test_D5_6_an_identified_card_is_played_as_an_unknown_one_is() -> None:
    table = given(player(unknown_specials=1), *sides(2), phase=ACT)
    unknown = Table(GAME, table.state).plays(play(0, "load", "grey"))
    known = identified(table, 0, "", "load").plays(play(0, "load", "grey"))
    assert known.state == unknown.state
    identified(Table(GAME, given(player(unknown_specials=1), *sides(2), phase=ACT).state), 0, "", "draw").refuses(
        play(0, "load", "grey"), "D5.6"
    )


def test_D5_6_of_two_of_a_kind_the_one_known_when_taken_is_played_first() -> None:
    table = given(player("", "load", unknown_specials=1), *sides(2), phase=ACT)
    before = Table(GAME, table.state).plays(play(0, "load", "grey"))
    after = identified(table, 0, "", "load", "load").plays(play(0, "load", "grey"))
    assert (before.state.seats[0].unknown_specials, after.state.seats[0].identified) == (1, ("load",))
    assert after.state.seats[0].unshown == before.state.seats[0].unshown == 1


def test_D8_3_what_was_identified_is_still_shown_at_the_end() -> None:
    table = given(player(unknown_specials=3), player(unknown_specials=1), player(), phase=LAST, round_=10)
    unknown = Table(GAME, table.state).plays(show_specials(0, "load", "load", "move"))
    identified(table, 0, "", "load", "draw")
    assert table.asked == (0, 1)
    table.refuses(show_specials(0, "load", "load", "move"), "D1.8")
    table.refuses(show_specials(0, "move"), "D1.8")
    table = identified(
        given(player(unknown_specials=3), player(unknown_specials=1), player(), phase=LAST), 0, "", "load"
    )
    assert table.admits(show_specials(0, "load", "load", "move"))
    table.plays(show_specials(0, "load", "load", "move"))
    assert sorted(table.state.seats[0].specials) == sorted(unknown.state.seats[0].specials)
    assert table.state.seats[0].unshown == 0
    assert sorted(table.state.unseen_specials) == sorted(unknown.state.unseen_specials)


def test_D4_3_a_card_that_was_identified_is_taken_by_nobody_else() -> None:
    table = given(player(unknown_specials=1), *sides(2), phase=DschunkePhase.PRIZE, turn=1)
    identified(table, 0, "", "bonus8-grey").refuses(take(1, "star", "bonus8-grey"), "D1.8")


def test_D1_8_what_was_identified_is_hidden_from_others_in_the_log() -> None:
    fact = DschunkeIdentified(seat=1, goods=goods("rice, fish"), special_cards=("load",))
    shown: dict[Any, Any] = {v: GAME.redact(supply(0), [fact], v)[1][0] for v in (1, RECORDER, 0, PUBLIC)}
    assert shown[1] == shown[RECORDER] == fact
    for viewer in (0, PUBLIC):
        assert (shown[viewer].goods, shown[viewer].special_cards) == (("hidden",) * 2, ("hidden",))
