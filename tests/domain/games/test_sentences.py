"""Walks through every game in every language: plurals, elision and articles are right."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any, Final

import pytest

from domain.kernel.game import AnyGame, Setup
from domain.kernel.languages import LANGUAGES, Language
from domain.kernel.viewer import PUBLIC, RECORDER
from domain.match.choosing import asked_seats, choices_at
from domain.registry import GAMES
from tests import names
from tests.domain.games.covering import unless_smallest
from tests.domain.games.play import RandomChoices, play
from tests.domain.games.support import support_of

NAMES: Final = ("Ada", "Anna", "Elena", "Bruno", "Igor", *names.NAMES[5:])

FAULTS: Final = {
    "en": r"\b1 (?:\w+ )?(?:cards|bars|banknotes|monocles|tiaras|necklaces|layers|crates)\b",
    "it": r"\b[Aa] A|\b[Ee] E|\b(?:il|del|al|dal|un) (?:8|11|1)\b(?! (?:yen|banconot))|\bl’(?!8|11|1\b|[aeiouhAEIOUH])"
    r"|\b1 (?:carte|barre|banconote|monocoli|diademi|collane|strati)\b|\b(?:lo|la|una) [aeiou]{2}\b",
    "de": r"\b1 (?:Karten|Geldscheine|Diademe|Halsketten|Lagen)\b",
}
"""What no sentence may have."""

ANYWHERE: Final = re.compile(r"[{}$'_]|\bNone\b|\bround\b.*\bturno\b|  |\.\.|\s[.,;]")


def sentences(game: AnyGame, setup: Setup[Any], language: Language, seed: int) -> Iterator[str]:
    """All that is said of a match, to everybody and to who knows all, and what could be chosen."""
    state = game.initial(setup)
    names = NAMES[: setup.seats]
    for step in play(game, setup, RandomChoices(Random(seed)), support_of(game.meta.key).MOST_STEPS):
        for viewer in (PUBLIC, RECORDER):
            yield game.sentence(*game.redact(step.action, step.facts, viewer), names, language)
        choices = choices_at(game, state, asked_seats(game.pending(state)), names, language)
        yield from (choice.label for choice in choices.choices)
        yield from (slot.label for slot in choices.slots)
        state = step.after


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("key", "name"),
    [pytest.param(key, name, marks=unless_smallest(key, name)) for key in GAMES for name in support_of(key).SETUPS],
)
def test_every_sentence_of_a_walk_is_well_formed(key: str, name: str, language: Language) -> None:
    fault = re.compile(FAULTS.get(language, "$^"))
    setups = support_of(key).SETUPS
    said = sentences(GAMES[key], setups[name], language, seed=list(setups).index(name))
    assert sorted({one for one in said if fault.search(one) or ANYWHERE.search(one)}) == []


@pytest.mark.parametrize(
    ("key", "language", "message", "values", "sentence"),
    [
        ("klunker", "en", "sells", {"jewel": "tiara", "n": 1}, "Ada sells four tiaras for 1 banknote."),
        ("klunker", "it", "sells", {"jewel": "tiara", "n": 4}, "Ada vende quattro diademi per 4 banconote."),
        ("klunker", "it", "sells", {"jewel": "necklace", "n": 4}, "Ada vende quattro collane per 4 banconote."),
        ("klunker", "it", "sells", {"jewel": "monocle", "n": 1}, "Ada vende quattro monocoli per 1 banconota."),
        ("klunker", "de", "sells", {"jewel": "monocle", "n": 2}, "Ada verkauft vier Monokel für 2 Geldscheine."),
        ("klunker", "it", "stores", {"jewel": "tiara"}, "Ada mette in cassaforte un diadema."),
        ("klunker", "it", "round_ends", {}, "Il turno finisce; la carta di giocatore iniziale va ad Ada."),
        ("klunker", "it", "jewels", {"jewel": "monocle", "n": 2}, "2×\u00a0monocolo"),
        ("klunker", "en", "jewels", {"jewel": "monocle", "n": 1}, "a monocle"),
        ("dschunke", "it", "pays_special", {"good": "spices"}, "una carta speciale per le spezie"),
        ("dschunke", "it", "bar_returned", {}, "Una barra non ha più posto e torna ad Ada."),
        ("dschunke", "en", "looks", {"pile": "triangle"}, "Ada looks through the triangle pile."),
        (
            "dschunke",
            "de",
            "uses",
            {"worker": "green", "junk": "grey"},
            "Ada setzt den grünen Händler auf der grauen Dschunke ein",
        ),
        (
            "dschunke",
            "de",
            "shares",
            {"names": "Ada und Bruno", "good": "spices", "n": 2},
            "Ada und Bruno teilen sich den Verkauf von Gewürzen: je 2 Yen.",
        ),
        (
            "dschunke",
            "de",
            "put_merchant",
            {"worker": "green", "junk": "grey", "other": "white"},
            "der grüne Händler steht auf der grauen Dschunke, nicht auf der weißen.",
        ),
        ("klunker", "it", "turn_changed", {}, "Tocca ad Ada."),
        ("halunken", "it", "choose", {"card": 1}, "Ada sceglie la carta 1."),
        ("halunken", "it", "shown_card", {"card": 6}, "Ada il 6"),
        ("halunken", "it", "shown_card", {"card": 1}, "Ada l’1"),
        (
            "halunken",
            "it",
            "stay",
            {"names": "Ada e Bruno", "n": 2},
            "Le carte uguali si annullano: Ada e Bruno non si muovono.",
        ),
        ("halunken", "it", "round_begins", {"n": 2}, "Comincia il turno 2."),
        ("halunken", "it", "steal", {"victim": "Anna", "worth": 8, "colour": "green"}, "Ada ruba l’8 verde ad Anna."),
        ("halunken", "it", "steal", {"victim": "Bruno", "worth": 6, "colour": "red"}, "Ada ruba il 6 rosso a Bruno."),
        ("halunken", "de", "steal", {"victim": "Bruno", "worth": 6, "colour": "red"}, "Ada stiehlt Bruno die rote 6."),
    ],
)
def test_words_follow_numbers_and_names(
    key: str, language: Language, message: str, values: dict[str, Any], sentence: str
) -> None:
    assert GAMES[key].texts[language](message, name="Ada", **values) == sentence
