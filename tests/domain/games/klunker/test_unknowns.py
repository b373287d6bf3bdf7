"""What is told later of a hand that was dealt secretly."""

from typing import Any

import pytest

from domain.games.klunker import GAME
from domain.games.klunker.actions import KlunkerDealing, KlunkerIdentification
from domain.games.klunker.events import KlunkerIdentified, KlunkerPhase
from domain.games.klunker.unknowns import identify
from domain.kernel.errors import RuleViolation
from domain.kernel.viewer import PUBLIC, RECORDER
from tests.domain.games.klunker.support import cards, check_conservation, given, player, stock
from tests.domain.games.support import Table


def secret(*players: Any, **position: Any) -> Table:
    return given(*players, phase=KlunkerPhase.STOCK, dealing=KlunkerDealing.SECRET, **position)


def held(seat: int, words: str) -> KlunkerIdentification:
    return KlunkerIdentification(seat=seat, jewels=cards(words))


def identified(table: Table, seat: int, words: str) -> Table:
    for fact in identify(table.state, held(seat, words)):
        table.state = GAME.evolve(table.state, fact)
    check_conservation(table.state)
    return table


def refuses(table: Table, seat: int, words: str, clause: str) -> None:
    with pytest.raises(RuleViolation) as refusal:
        identify(table.state, held(seat, words))
    assert refusal.value.clause == clause, refusal.value


def test_K1_4_unknown_cards_of_a_hand_become_known_to_the_record_and_to_who_holds_them() -> None:
    table = identified(secret(player("tiara", unknown=5), player(unknown=6), player(unknown=6)), 0, "tiara, 2 shoes")
    for viewer in (0, RECORDER):
        assert table.view(viewer).seats[0].hand == ("shoes", "shoes", "tiara", *["unknown"] * 3)
    for viewer in (1, PUBLIC):
        assert table.view(viewer).seats[0].hand == ("hidden",) * 6


def test_K1_4_the_cards_are_told_all_at_once_known_ones_included() -> None:
    table = secret(player("tiara", unknown=5), player(unknown=6), player(unknown=6))
    one, two = (identified(Table(GAME, table.state), 0, words).state.seats[0].hand for words in ("tiara", "2 tiara"))
    assert (one.unknown, two.unknown) == (5, 4)


def test_K1_4_a_hand_holds_no_more_than_its_unknown_cards_beside_the_known_ones() -> None:
    table = secret(player("tiara", unknown=1), player(unknown=6), player(unknown=6))
    refuses(table, 0, "2 shoes", "K1.4")
    refuses(table, 0, "tiara, 2 shoes", "K1.4")
    identified(table, 0, "tiara, shoes")
    refuses(table, 0, "monocle", "K1.4")


def test_K1_4_an_open_hand_has_no_unknown_cards() -> None:
    refuses(given(player("tiara"), player(), player(), phase=KlunkerPhase.STOCK), 0, "shoes", "K1.4")


def test_K9_1_a_card_that_was_seen_elsewhere_is_in_no_hand() -> None:
    table = secret(player(unknown=6), player(unknown=6, showcase="9 necklace"), player(unknown=6))
    refuses(table, 0, "2 necklace", "K9.1")
    identified(table, 0, "necklace")
    refuses(table, 2, "necklace", "K9.1")


def test_K3_1_who_was_told_to_hold_other_cards_can_not_place_these() -> None:
    table = identified(secret(player(unknown=2), player(unknown=6), player(unknown=6)), 0, "2 tiara")
    table.refuses(stock(0, "shoes"), "K3.1")
    assert table.admits(stock(0, "2 tiara"))


def test_K3_1_beside_known_cards_no_more_are_placed_than_are_unknown() -> None:
    table = identified(secret(player(unknown=4), player(unknown=6), player(unknown=6)), 0, "2 tiara")
    for words in ("4 tiara", "2 tiara, 2 shoes", "2 shoes"):
        assert table.admits(stock(0, words))
    for words in ("3 shoes", "tiara, 3 shoes", "5 tiara"):
        table.refuses(stock(0, words), "K3.1")


def test_K1_4_what_was_identified_is_hidden_from_others_in_the_log() -> None:
    fact = KlunkerIdentified(seat=1, jewels=cards("tiara, shoes"))
    action = stock(0, "tiara")
    for viewer, seen in ((1, fact.jewels), (RECORDER, fact.jewels), (0, ("hidden",) * 2), (PUBLIC, ("hidden",) * 2)):
        _, (shown,) = GAME.redact(action, [fact], viewer)
        assert shown.jewels == seen
