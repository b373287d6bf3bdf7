"""Irregular play in Klunker: what was done against the rules and stood."""

from random import Random
from typing import Any

import pytest

from domain.games.klunker import GAME
from domain.games.klunker.actions import KlunkerDealing
from domain.games.klunker.adjustments import KlunkerChangeTurn, KlunkerMoveStartCard
from domain.games.klunker.deals import draw
from domain.games.klunker.events import (
    KlunkerDeclined,
    KlunkerEnded,
    KlunkerMoved,
    KlunkerPassed,
    KlunkerPhase,
    KlunkerSold,
    KlunkerTurn,
)
from domain.games.klunker.meta import ALL_CARDS, JEWELS
from domain.games.klunker.unknowns import observe
from domain.kernel.errors import RuleViolation
from domain.kernel.pending import AwaitSeats
from domain.kernel.viewer import PUBLIC, RECORDER
from tests.domain.games.klunker.support import (
    adjust,
    buy,
    cards,
    check_conservation,
    counts,
    decline,
    given,
    move,
    move_face_down,
    passes,
    player,
    spot,
    stock,
    store,
)
from tests.domain.games.play import ChosenDraws, RandomChoices
from tests.domain.games.support import Table


def storing(*players: Any, **position: Any) -> Table:
    return given(*players, phase=KlunkerPhase.STORE, **position)


def refuses(table: Table, clause: str, *changes: Any) -> None:
    with pytest.raises(RuleViolation) as refusal:
        GAME.decide(table.state, adjust(*changes))
    assert refusal.value.clause == clause, refusal.value


# --- cards -----------------------------------------------------------------------------------------------------------


def test_K4_1_a_card_that_was_stored_may_have_come_from_the_own_showcase() -> None:
    table = storing(player("shoes", "tiara", "3 tiara"), player("shoes", "shoes"), player("monocle", "shoes"))
    table.refuses(store(0, "tiara"), "K4.1")
    table.plays(adjust(move("tiara", spot("showcase", 0), spot("hand", 0))), store(0, "tiara"))
    check_conservation(table.state)
    assert not table.state.seats[0].has_goods
    assert table.told(KlunkerSold)
    assert table.state.turn == 1


def test_K9_1_what_goes_to_one_place_is_gone_from_the_other() -> None:
    table = storing(player("shoes", "tiara", notes=3), player("shoes"), player("monocle"), deck=20)
    for change in (
        move("shoes", spot("hand", 0), spot("hand", 1)),
        move("2 shoes", spot("hand", 1), spot("deck")),
        move("tiara", spot("deck"), spot("out_of_game")),
        move("tiara", spot("out_of_game"), spot("safe", 2)),
        move("tiara", spot("safe", 2), spot("bank", 1)),
        move_face_down(2, spot("bank", 0), spot("bank", 1)),
        move_face_down(3, spot("deck"), spot("bank", 1)),
        move("tiara", spot("bank", 1), spot("safe", 0)),
    ):
        table.plays(adjust(change))
        check_conservation(table.state)
    assert [p.banknotes for p in table.state.seats] == [1, 6, 1]
    assert table.state.deck == 20 + 2 - 1 - 3
    assert table.state.seats[0].safe == counts("tiara")


@pytest.mark.parametrize(
    ("from_", "words"),
    [
        (spot("hand", 0), "monocle"),
        (spot("showcase", 0), "2 tiara"),
        (spot("safe", 0), "tiara"),
        (spot("bank", 0), "2 necklace"),
        (spot("deck"), "15 tiara"),
        (spot("out_of_game"), "tiara"),
    ],
)
def test_K9_1_no_card_is_taken_from_where_it_is_not(from_: Any, words: str) -> None:
    table = storing(player("shoes", "tiara"), player("shoes"), player("monocle"))
    refuses(table, "K9.1", move(words, from_, spot("safe", 1)))


def test_K9_1_something_has_to_be_otherwise_and_cards_have_to_move() -> None:
    table = storing(player("shoes"), player("shoes"), player("monocle"))
    there, back = spot("hand", 0), spot("hand", 1)
    refuses(table, "K9.1", move("shoes", there, there))
    refuses(table, "K9.1", move("shoes", there, back), move("shoes", back, there))
    refuses(table, "K9.1", KlunkerMoveStartCard(seat=0))


def test_K1_4_the_deck_is_nobodys_and_a_hand_somebodys() -> None:
    table = storing(player("shoes"), player("shoes"), player("monocle"))
    refuses(table, "K1.4", move("shoes", spot("hand"), spot("safe", 0)))
    refuses(table, "K1.4", move("shoes", spot("hand", 0), spot("deck", 0)))
    refuses(table, "K1.3", move("shoes", spot("hand", 3), spot("safe", 0)))
    refuses(table, "K1.3", KlunkerMoveStartCard(seat=3))


def test_K1_4_banknotes_go_face_down_and_so_do_cards_of_hands_that_the_record_does_not_know() -> None:
    known = storing(player("shoes"), player("shoes"), player("monocle"))
    refuses(known, "K1.4", move("shoes", spot("deck"), spot("bank", 0)))
    refuses(known, "K1.4", move_face_down(1, spot("hand", 0), spot("hand", 1)))
    refuses(known, "K1.4", move_face_down(1, spot("bank", 0), spot("safe", 1)))
    refuses(known, "K9.1", move_face_down(2, spot("bank", 0), spot("bank", 1)))
    secret = storing(player("tiara", unknown=2), player(unknown=3), player(unknown=3), dealing=KlunkerDealing.SECRET)
    refuses(secret, "K9.1", move_face_down(3, spot("hand", 0), spot("hand", 1)))
    hands = secret.plays(adjust(move_face_down(2, spot("hand", 0), spot("hand", 1)))).state.seats
    assert [p.hand.unknown for p in hands] == [0, 5, 3]


# --- where the service deals -----------------------------------------------------------------------------------------


def test_K2_3_where_the_service_deals_no_card_leaves_the_deck_or_joins_it() -> None:
    table = storing(player("shoes"), player("shoes"), player("monocle"), dealing=KlunkerDealing.SERVER)
    refuses(table, "K2.3", move("tiara", spot("deck"), spot("hand", 0)))
    refuses(table, "K2.3", move("shoes", spot("hand", 0), spot("deck")))
    refuses(table, "K2.3", move_face_down(1, spot("deck"), spot("bank", 0)))
    refuses(table, "K9.1", move("tiara", spot("bank", 0), spot("safe", 0)))


def test_K7_2_where_the_service_deals_later_deals_are_drawn_as_ever() -> None:
    table = Table.opened("klunker", 3, dealing="server")
    table.plays(draw(table.state, ChosenDraws(RandomChoices(Random(1)))))
    hand = JEWELS.spread(table.state.seats[0].hand.known)
    table.plays(adjust(move(hand[0], spot("hand", 0), spot("hand", 1))))
    for seat in range(3):
        table.plays(stock(seat, str(JEWELS.spread(table.state.seats[seat].hand.known)[0])))
    table.plays(passes(0), passes(1), passes(2), buy(0, 0), buy(1, 1), buy(2, 2))
    dealt = draw(table.state, ChosenDraws(RandomChoices(Random(2))))
    assert list(map(len, dealt.hands)) == [2, 0, 1]
    check_conservation(table.plays(dealt).state)


# --- turns -----------------------------------------------------------------------------------------------------------


def test_K3_1_somebody_else_may_have_filled_the_showcase_first() -> None:
    table = given(player("shoes"), player("tiara"), player("monocle"), phase=KlunkerPhase.STOCK)
    table.refuses(stock(1, "tiara"), "K3.1")
    table.plays(adjust(KlunkerMoveStartCard(seat=1), KlunkerChangeTurn(seat=1)), stock(1, "tiara"), stock(2, "monocle"))
    table.plays(stock(0, "shoes"))
    assert table.state.phase is not KlunkerPhase.STOCK


def test_K4_2_who_has_passed_does_not_store_any_more() -> None:
    table = storing(player("shoes"), player("tiara"), player("monocle")).plays(passes(0))
    refuses(table, "K4.2", KlunkerChangeTurn(seat=0))
    refuses(table, "K4.2", KlunkerChangeTurn(seat=1))
    assert table.plays(adjust(KlunkerChangeTurn(seat=2))).asked == (2,)
    assert table.plays(store(2, "monocle")).asked == (1,)


def test_K6_1_who_bought_too_early_is_the_next_and_the_others_follow() -> None:
    table = given(
        player(showcase="shoes"), player(showcase="tiara"), player(showcase="monocle"), phase=KlunkerPhase.BUY
    )
    table.plays(adjust(KlunkerChangeTurn(seat=2)), buy(2, 2))
    assert table.asked == (0,)
    table.plays(buy(0, 0))
    assert table.asked == (1,)
    refuses(table, "K4.2", KlunkerChangeTurn(seat=2))


# --- what the rules do then ------------------------------------------------------------------------------------------


def test_K4_3_who_is_to_store_and_has_no_cards_left_passes() -> None:
    table = storing(player("shoes"), player("tiara"), player("monocle"))
    table.plays(adjust(move("shoes", spot("hand", 0), spot("hand", 1))))
    assert [fact.seat for fact in table.told(KlunkerPassed)] == [0]
    assert table.asked == (1,)


def test_K3_2_who_has_neither_cards_nor_goods_places_nothing() -> None:
    table = given(player("shoes"), player("tiara"), player("monocle"), phase=KlunkerPhase.STOCK)
    table.plays(adjust(move("shoes", spot("hand", 0), spot("hand", 1))))
    assert table.admits(stock(0))
    assert table.plays(stock(0)).asked == (1,)


def test_K6_5_who_can_buy_nothing_any_more_declines() -> None:
    table = given(player(), player(showcase="tiara"), player(), phase=KlunkerPhase.BUY, deck=30)
    table.plays(adjust(move("tiara", spot("showcase", 1), spot("safe", 1))))
    assert [fact.seat for fact in table.told(KlunkerDeclined)] == [0]
    table = given(player(), player(showcase="tiara"), player(), phase=KlunkerPhase.BUY)
    assert table.admits(decline(0))


def test_K5_5_the_choice_among_sets_ends_where_one_is_left() -> None:
    table = given(
        player(showcase="shoes", safe="4 tiara, 4 shoes"), player(), player(), phase=KlunkerPhase.SELL, deck=30
    )
    table.plays(adjust(move("shoes", spot("safe", 0), spot("safe", 1))))
    assert [fact.jewel for fact in table.told(KlunkerSold)] == ["tiara"]


def test_K5_1_a_set_that_was_overlooked_stays_until_its_owner_stores_or_buys() -> None:
    table = storing(player("shoes"), player("tiara", safe="3 tiara"), player("monocle"))
    table.plays(adjust(move("tiara", spot("deck"), spot("safe", 1))))
    assert not table.told(KlunkerSold)
    assert table.state.seats[1].safe == counts("4 tiara")
    table.plays(store(0, "shoes"), store(1, "tiara"))
    assert len(table.told(KlunkerSold)) == 1


def test_K7_3_the_game_ends_where_the_deck_can_no_longer_fill_the_hands() -> None:
    table = given(player(), player("6 shoes"), player("6 tiara"), phase=KlunkerPhase.DEAL, deck=7)
    table.plays(adjust(move("2 monocle", spot("deck"), spot("out_of_game"))))
    assert table.told(KlunkerEnded)
    refuses(table, "K7.3", move("shoes", spot("hand", 1), spot("hand", 0)))


def test_K7_2_a_hand_of_more_than_six_is_not_filled_up() -> None:
    table = given(player("5 monocle"), player("6 shoes"), player("6 tiara"), phase=KlunkerPhase.DEAL)
    table.plays(adjust(move("shoes", spot("hand", 1), spot("hand", 2))))
    assert table.pending.awaits["cards"] == [1, 1, 0]  # type: ignore[union-attr]


# --- secrets ---------------------------------------------------------------------------------------------------------


def test_K1_4_only_who_holds_the_cards_is_told_which_go_from_hand_to_hand_and_why() -> None:
    table = storing(player("shoes"), player("tiara"), player("monocle"))
    action = adjust(move("shoes", spot("hand", 0), spot("hand", 1)))
    facts = GAME.decide(table.state, action)
    for viewer in (0, 1, RECORDER):
        assert GAME.redact(action, facts, viewer) == (action, facts)
    for viewer in (2, PUBLIC):
        redacted, (moved, *_) = GAME.redact(action, facts, viewer)
        assert redacted.changes[0].jewels == moved.jewels == ("hidden",)
        assert redacted.reason == "hidden"
        assert GAME.sentence(redacted, facts, ("Ada", "Bea", "Cid"), "en").startswith(
            "As it was played: From Ada’s hand to Bea’s hand: a hidden card."
        )


def test_K1_4_everybody_sees_what_lies_open_before_or_afterwards() -> None:
    table = storing(player("shoes"), player("tiara"), player("monocle"))
    action = adjust(move("shoes", spot("hand", 0), spot("showcase", 1)))
    facts = GAME.decide(table.state, action)
    assert GAME.redact(action, facts, PUBLIC) == (action, facts)


def test_K1_4_any_card_of_a_hand_may_be_gone_for_who_does_not_see_which() -> None:
    table = storing(player("shoes, tiara"), player("tiara"), player("monocle"))
    fact = KlunkerMoved(jewels=cards("shoes"), from_=spot("hand", 0), to=spot("deck"))
    seen = observe(table.state, fact, 2)
    assert (len(seen.seats[0].hand), seen.seats[0].hand.unknown) == (1, 1)
    assert seen.deck == table.state.deck + 1
    own = observe(table.state, fact, 0)
    assert own.seats[0].hand.known == counts("tiara")
    check_conservation(seen)


def test_K1_4_what_left_the_deck_counts_among_what_a_hand_may_hold_no_more() -> None:
    table = storing(player(unknown=3), player(unknown=3), player(unknown=3), dealing=KlunkerDealing.SECRET)
    table.plays(adjust(move("14 tiara", spot("deck"), spot("out_of_game"))))
    table.refuses(store(0, "tiara"), "K4.1")
    assert sum(table.state.unseen) == sum(ALL_CARDS) - 14


# --- what may have happened ------------------------------------------------------------------------------------------


def proposed(table: Table, action: Any) -> list[tuple[Any, ...]]:
    return list(GAME.proposals(table.state, action))  # type: ignore[attr-defined]


def test_K4_1_a_card_that_is_not_in_the_hand_came_from_an_own_place_or_another_one() -> None:
    table = storing(player("shoes", "tiara"), player("2 tiara", "tiara"), player("monocle", "shoes"))
    first, *others = proposed(table, store(0, "tiara"))
    to = spot("hand", 0)
    assert first == (move("tiara", spot("showcase", 0), to),)
    assert (move("tiara", spot("showcase", 1), to),) in others
    assert (move("tiara", spot("deck"), to),) in others
    assert others[-1] == (move("tiara", spot("hand", 1), to),)
    for changes in (first, *others):
        Table(GAME, table.state).plays(adjust(*changes), store(0, "tiara"))


def test_K4_1_out_of_turn_it_becomes_the_turn_of_who_acted() -> None:
    table = storing(player("shoes"), player("tiara"), player("monocle"))
    assert proposed(table, store(2, "monocle")) == [(KlunkerChangeTurn(seat=2),)]
    assert proposed(table, passes(1)) == [(KlunkerChangeTurn(seat=1),)]
    assert proposed(table, stock(1, "tiara")) == []
    assert all(changes[0] == KlunkerChangeTurn(seat=1) for changes in proposed(table, store(1, "monocle")))


def test_K6_5_somebody_else_may_have_paid() -> None:
    table = given(player(notes=0), player(showcase="tiara", notes=2), player(), phase=KlunkerPhase.BUY)
    to = spot("bank", 0)
    assert proposed(table, buy(0, 1)) == [
        (move_face_down(1, spot("bank", 1), to),),
        (move_face_down(1, spot("bank", 2), to),),
    ]


def test_K6_1_whoever_is_asked_can_act_after_an_adjust() -> None:
    table = storing(player("shoes"), player("tiara"), player("monocle"))
    table.plays(adjust(move("shoes", spot("hand", 0), spot("hand", 1)), move("monocle", spot("hand", 2), spot("deck"))))
    assert isinstance(table.pending, AwaitSeats)
    assert table.told(KlunkerTurn)
