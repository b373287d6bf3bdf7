"""How a match of Klunker is told. That every event is told to every viewer, the tests of all games check."""

import pytest

from domain.games.klunker.actions import KlunkerAction
from domain.games.klunker.events import KlunkerPhase
from domain.games.klunker.state import KlunkerSeat
from domain.kernel.languages import Language
from domain.kernel.viewer import PUBLIC, RECORDER, Viewer
from tests.domain.games.klunker.support import buy, deal, decline, given, passes, player, sell, stock, store
from tests.domain.games.support import Table

NAMES = ("Ada", "Bea", "Cid")


def told(table: Table, action: KlunkerAction, language: Language = "en", viewer: Viewer = PUBLIC) -> str:
    """`action` is played; what `viewer` is told of it."""
    table.plays(action)
    return table.game.sentence(*table.game.redact(action, table.facts, viewer), NAMES, language)


def buying(*players: KlunkerSeat, turn: int = 0) -> Table:
    return given(*players, phase=KlunkerPhase.BUY, turn=turn, order=(turn, (turn + 1) % 3, (turn + 2) % 3))


@pytest.mark.parametrize(
    ("viewer", "language", "sentence"),
    [
        (PUBLIC, "en", "Cards are dealt. Ada gets 1 card. Bea gets 2 cards."),
        (PUBLIC, "it", "Si distribuiscono le carte. Ada riceve 1 carta. Bea riceve 2 carte."),
        (1, "en", "Cards are dealt. Ada gets 1 card. Bea gets 2×\u00a0shoes."),
        (RECORDER, "it", "Si distribuiscono le carte. Ada riceve un diadema. Bea riceve 2×\u00a0scarpe."),
    ],
)
def test_a_deal(viewer: Viewer, language: Language, sentence: str) -> None:
    table = given(player(hand="5 tiara"), player(hand="4 tiara"), player(hand="6 monocle"), phase=KlunkerPhase.DEAL)
    assert told(table, deal("tiara", "2 shoes", ""), language, viewer) == sentence


def test_the_showcase() -> None:
    table = given(
        player(hand="2 tiara, shoes, monocle"),
        player(showcase="shoes"),
        player(showcase="shoes"),
        phase=KlunkerPhase.STOCK,
    )
    assert told(table, stock(0, "2 tiara, shoes, monocle")) == (
        "Ada puts into the showcase: shoes, 2×\u00a0tiara and a monocle."
    )
    assert told(table, stock(1)) == "Bea leaves the showcase as it is."
    assert told(table, stock(2)) == (
        "Cid leaves the showcase as it is. Ada has no cards left and takes buying card 1. "
        "Bea has no cards left and takes buying card 2. Cid has no cards left and takes buying card 3."
    )


def test_the_safe() -> None:
    table = given(
        player(hand="tiara, shoes", showcase="shoes", safe="3 tiara, monocle"),
        player(hand="2 shoes", showcase="shoes"),
        player(showcase="shoes"),
        phase=KlunkerPhase.STORE,
    )
    assert told(table, store(0, "tiara")) == "Ada stores a tiara in the safe. Ada sells four tiaras for 3 banknotes."
    assert told(table, passes(1)) == (
        "Bea passes. Bea has buying card 1. Cid has no cards left and takes buying card 2."
    )


def test_purchases() -> None:
    table = buying(player(showcase="shoes"), player(showcase="2 tiara"), player(showcase="monocle"))
    assert told(table, buy(0, 1)) == "Ada buys Bea’s showcase for 1 banknote."
    assert told(table, decline(1)) == "Bea buys nothing. The round ends; Bea has the start card."


def test_the_own_showcase() -> None:
    assert told(buying(player(showcase="shoes"), player(), player()), buy(0, 0)) == (
        "Ada takes back their own showcase. Bea can’t buy anything. The round ends; Bea has the start card."
    )


def test_a_chosen_sale_in_italian() -> None:
    table = buying(
        player(showcase="tiara, gold_teeth", safe="3 tiara, 3 gold_teeth"), player(showcase="shoes"), player()
    ).plays(buy(0, 0))
    assert told(table, sell(0, "tiara"), "it") == (
        "Ada sceglie che cosa vendere. Ada vende quattro diademi per 3 banconote. "
        "Ada vende quattro denti d’oro per 4 banconote."
    )


def test_the_end() -> None:
    table = given(
        player(showcase="shoes"), player(), player(), phase=KlunkerPhase.BUY, turn=0, order=(1, 2, 0), deck=17
    )
    assert told(table, buy(0, 0)).endswith("Ada has the start card. The deck can’t fill the hands: the match is over.")
