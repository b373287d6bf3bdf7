"""What is told to people."""

from typing import Any

import pytest

from domain.games.halunken import GAME
from domain.games.halunken.sentences import rogue_name
from domain.kernel.languages import Language
from domain.kernel.viewer import PUBLIC, Viewer
from tests.domain.games.halunken.support import (
    auction,
    bid,
    choices,
    choose,
    displace,
    given,
    name_rum,
    passes,
    place,
    player,
    reveal,
    rogue,
    steal,
    surrender,
    turn,
)
from tests.domain.games.support import Table

NAMES = ("Ada", "Bea", "Cid", "Dov")


def told(table: Table, action: Any, language: Language = "en", viewer: Viewer = PUBLIC) -> str:
    """The sentence when `action` is played."""
    table.plays(action)
    return GAME.sentence(*GAME.redact(action, table.facts, viewer), NAMES, language)


@pytest.mark.parametrize(
    ("words", "english", "italian"),
    [
        ("red 7", "the red 7", "il 7 rosso"),
        ("green 8", "the green 8", "l’8 verde"),
        ("violet 11", "the violet 11", "l’11 viola"),
        ("yellow 1", "the yellow 1", "l’1 giallo"),
        ("yellow 10", "the yellow 10", "il 10 giallo"),
    ],
)
def test_rogues_have_their_articles(words: str, english: str, italian: str) -> None:
    assert (rogue_name(rogue(words), "en"), rogue_name(rogue(words), "it")) == (english, italian)


def test_the_first_rogue() -> None:
    table = Table.opened("halunken", 3, mode="introductory", dealing="table")
    assert told(table, place(0, 5)) == "Ada puts the captain before tavern 5."
    assert told(table, reveal({5: "red 7"})) == "Ada takes the red 7 as first rogue."


def test_an_auction() -> None:
    table = auction(player(0, "red 4"), player(4), player(8, "red 6"))
    assert told(table, bid(0, "red 4")) == "Ada bids the red 4. Bea has no rogues to bid."
    assert told(table, passes(2), "it") == "Cid passa. Ada paga il 4 rosso al porto e controlla Black Jack."


def test_an_auction_without_bids() -> None:
    table = auction(player(0, "red 4"), player(4), player(8)).plays()
    assert told(table, passes(0)) == (
        "Ada passes. Bea has no rogues to bid. Cid has no rogues to bid. Nobody has bribed Black Jack."
    )


@pytest.mark.parametrize(
    ("viewer", "english", "italian"),
    [
        (0, "Ada picks Rum.", "Ada sceglie il Rum."),
        (1, "Ada has picked a card.", "Ada ha scelto una carta."),
        (PUBLIC, "Ada has picked a card.", "Ada ha scelto una carta."),
    ],
)
def test_a_choice_is_told_to_its_player_only(viewer: Viewer, english: str, italian: str) -> None:
    for language, sentence in (("en", english), ("it", italian)):
        table = given(player(0), player(4), player(8))
        assert told(table, choose(0, "rum"), "en" if language == "en" else "it", viewer) == sentence


@pytest.mark.parametrize(
    ("viewer", "sentence"),
    [
        (0, "Ada picks card 2, and Rum for Black Jack."),
        (PUBLIC, "Ada has picked a card, and one for Black Jack."),
    ],
)
def test_a_choice_for_two(viewer: Viewer, sentence: str) -> None:
    assert (
        told(given(player(0), player(4), black_jack=8, controller=0), choose(0, "2", "rum"), "en", viewer) == sentence
    )


def test_a_round() -> None:
    table = given(player(0, "red 4"), player(4, "green 5"), player(9), tops={4: "red 5"}, below={4: 1})
    table.plays(*choices("4 7"))
    assert told(table, choose(2, "7")) == (
        "Cid has picked a card. The cards are shown: Ada 4, Bea 7 and Cid 7. Equal cards cancel: Bea and Cid stay. "
        "Bea takes the red 5."
    )
    assert told(table, reveal({4: "red 6"}), "it") == (
        "Si scopre: il 6 rosso alla taverna 4. Ada va alla taverna 4, dove c’è Bea. Ada prende il 6 rosso."
    )


def test_a_theft_and_a_push() -> None:
    table = given(player(0, "red 4"), player(4, "green 5"), player(9)).plays(*choices("4 7 7"))
    assert told(table, steal(0, "green 5", 1)) == (
        "Ada steals the green 5 from Bea. Bea’s captain is pushed on to tavern 5. Round 2 begins."
    )


def test_black_jack_is_met() -> None:
    table = given(player(0), player(5), player(9), black_jack=4, harbour="red 8").plays(*choices("4 7 7"))
    assert told(table, steal(0, "red 8", "harbour"), "it") == "Ada prende l’8 rosso dal porto."
    assert told(table, displace(0)) == "Ada moves Black Jack to tavern 6."


def test_black_jack_moves() -> None:
    table = given(player(3, "red 4"), player(5), player(9), black_jack=0, rest=1).plays(*choices("1 1 1"))
    assert told(table, turn(7)) == "Black Jack’s card is 7. Black Jack goes to tavern 7, past Ada and Bea."
    assert told(table, surrender(0, "red 4"), "it").startswith(
        "Ada perde il 4 rosso, che va al porto. Black Jack lascia in pace Bea. Comincia il turno 2; Ada apre l’asta."
    )


def test_black_jacks_rum() -> None:
    table = given(player(0), player(4), black_jack=8, controller=0, tops={10: "red 8"})
    table.plays(*choices("5 4", black_jack="rum"))
    assert told(table, name_rum(0, 2)).startswith(
        "Ada names 2 for Black Jack’s Rum. Black Jack goes to tavern 10. Black Jack takes the red 8 for Ada."
    )


def test_the_end() -> None:
    table = given(*(player(4 * seat, played="1 2 3 4 5 6 7") for seat in range(3))).plays(*choices("rum rum"))
    assert told(table, choose(2, "rum")).endswith("The eighth round is over, and with it the match.")
