"""Every refusal is a sentence in each language that there are refusals in, with names in place of seats."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import pytest

import domain.games
import domain.kernel
import domain.match
from domain.games.klunker.events import KlunkerPhase
from domain.kernel.errors import InvalidSetup, Refusal, RuleViolation
from domain.kernel.fluent import Messages
from domain.kernel.languages import LANGUAGES, Language
from domain.kernel.pending import Finished
from domain.kernel.refusals import key_of, refusal_sentence, translations
from domain.kernel.turns import verify_phase
from domain.registry import GAMES, clauses_of
from tests import names
from tests.domain.games.perturb import just_outside, perturbed
from tests.domain.games.play import RandomChoices, asked_seats, on_wire, play
from tests.domain.games.support import support_of

NAMES: Final = ("Ada", "Bruno", "Chiara", "Dario", "Elena", *names.NAMES[5:])
SHARED: Final = (*domain.kernel.__path__, *domain.match.__path__)
TRANSLATED: Final = [
    (file.parent.parent.name, file.stem) for file in sorted(Path(domain.games.__path__[0]).glob("*/refusals/*.ftl"))
]
ENGLISH: Final = re.compile(
    r"\b(?:the|of|is|isn|not|seat|has|have|can|cards?|junk|pile|rogue|crew|showcase|safe|goods|tiara|shoes|earrings"
    r"|monocle|necklace|rice|fish|vegetables|white|brown|violet|grey|yellow|red|place_captain|stock|store|unknown)\b"
)
STEPS: Final = 40

refusing: Final = {"RuleViolation": 1, "InvalidSetup": 1, "Flaw": 1, "Refusal": 0}
"""Calls that say no, each with the place of its sentence among the arguments."""


def sentences_in(folder: Path) -> Iterator[str]:
    """The sentences with which the code in a folder refuses something."""
    for file in sorted(folder.glob("**/*.py")):
        text = file.read_text(encoding="utf-8")
        if not any(f"{call}(" in text for call in refusing):
            continue
        tree = ast.parse(text, file.name)
        for function in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]:
            yield from _sentences(function)


def _sentences(function: ast.FunctionDef) -> Iterator[str]:
    assigned = [node for node in ast.walk(function) if isinstance(node, ast.Assign)]
    for call in ast.walk(function):
        place = refusing.get(getattr(getattr(call, "func", None), "id", ""))
        if not isinstance(call, ast.Call) or place is None:
            continue
        said = call.args[place]
        if isinstance(said, ast.Constant):
            yield str(said.value)
        elif isinstance(said, ast.Name):
            named = (node.value for node in assigned if getattr(node.targets[0], "id", "") == said.id)
            yield from (str(value.value) for value in named if isinstance(value, ast.Constant))
        else:
            assert isinstance(said, ast.Attribute), ast.unparse(call)  # of a flaw, whose sentence stands elsewhere


@cache
def said_by(key: str) -> frozenset[str]:
    return frozenset(sentences_in(Path(domain.games.__path__[0]) / key))


@cache
def said_by_all() -> frozenset[str]:
    return frozenset(sentence for folder in SHARED for sentence in sentences_in(Path(folder)))


@pytest.mark.parametrize(("key", "language"), TRANSLATED)
def test_a_refusal_is_translated_once(key: str, language: str) -> None:
    file = Path(domain.games.__path__[0]) / key / "refusals" / f"{language}.ftl"
    keys = re.findall(r"^(\w+) =", file.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted({one for one in keys if keys.count(one) > 1}) == []


@pytest.mark.parametrize(("key", "language"), TRANSLATED)
def test_every_refusal_is_translated(key: str, language: str) -> None:
    messages = translations(key, language)
    assert [sentence for sentence in said_by(key) | said_by_all() if key_of(sentence) not in messages] == []


@pytest.mark.parametrize(("key", "language"), TRANSLATED)
def test_every_translation_is_of_a_refusal_and_uses_its_values(key: str, language: str) -> None:
    known = {key_of(sentence): set(re.findall(r"\{(\w+)\}", sentence)) for sentence in said_by(key)}
    text = Path(domain.games.__path__[0], key, "refusals", f"{language}.ftl").read_text(encoding="utf-8")
    own = Messages(language, (text,)).entries
    assert own.keys() <= known.keys()
    for name, entry in own.items():
        assert set(re.findall(r"\{ \$(\w+)", entry)) <= known[name], name


def test_italian_has_the_refusals_of_all_games() -> None:
    assert {key for key, language in TRANSLATED if language == "it"} == set(GAMES)


@cache
def refusals_of(key: str) -> list[Refusal]:
    """What a game refused in and after some random matches, of right and nearly right actions and set-ups."""
    game, random = GAMES[key], Random(key)
    found: dict[tuple[str, str], Refusal] = {}

    def note(refusal: Refusal) -> None:
        if not re.search(r"[-_]\w+x\b", refusal.message):  # a card that there isn't has no name
            found.setdefault((refusal.template, refusal.message), refusal)

    def attempt(state: Any, wire: Any) -> None:
        try:
            game.decide(state, on_wire(game, wire))
        except RuleViolation as refusal:
            note(refusal)
        except msgspec.ValidationError:
            return

    for setup in support_of(key).SETUPS.values():
        for options in perturbed(key, msgspec.to_builtins(setup.options), setup.seats, random):
            try:
                game.initial(type(setup)(random.randrange(7), msgspec.convert(options, game.options_type)))
            except InvalidSetup as refusal:
                note(refusal)
            except msgspec.ValidationError:
                continue
        wires: list[Any] = []
        for _, step in zip(range(STEPS), play(game, setup, RandomChoices(random), STEPS), strict=False):
            wires.append(msgspec.to_builtins(step.action))
            for wire in random.sample(wires, min(4, len(wires))):
                for one in (wire, *perturbed(key, wire, setup.seats, random)):
                    attempt(step.before, one)
            for seat in asked_seats(game, step.before):
                for template in game.legal_actions(step.before, seat).templates:
                    for one in just_outside(template, random):
                        attempt(step.before, one)
            if isinstance(game.pending(step.after), Finished):
                attempt(step.after, wires[-1])
    return list(found.values())


@pytest.mark.slow
@pytest.mark.parametrize(("key", "language"), TRANSLATED)
def test_what_random_actions_provoke_is_told_with_names_and_words(key: str, language: str) -> None:
    provoked = refusals_of(key)
    assert len({refusal.template for refusal in provoked}) > 8
    clauses = {clause.number for clause in clauses_of(key)}
    for refusal in provoked:
        assert isinstance(refusal, RuleViolation | InvalidSetup)
        assert refusal.clause is None or refusal.clause in clauses
        told = refusal_sentence(GAMES[key], refusal, NAMES, language)
        assert not ENGLISH.search(told.lower()), (refusal.message, told)
        assert "_" not in told
        assert told[0].isupper() or told[0].isdigit() or told.startswith(("l’", "«")), told


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_english_refusals_have_names_and_words_too(key: str) -> None:
    for refusal in refusals_of(key):
        told = refusal_sentence(GAMES[key], refusal, NAMES, "en")
        assert not re.search(r"\b[Ss]eat [0-4]\b", told) or "no seat" in told, told
        assert told[0].isupper() or told[0].isdigit()


def test_a_sentence_with_numbers_in_it_is_told_with_names() -> None:
    told = refusal_sentence(GAMES["klunker"], RuleViolation("K1.1", "Seat 1 owes seat 9."), NAMES[:5], "it")
    assert told == "Bruno owes seat 9."


def test_a_message_is_in_english_with_seats_by_number() -> None:
    refusal = RuleViolation("K3.1", "{seat} can't have {jewels} in hand.", seat=2, jewels=("tiara", "shoes"))
    assert refusal.message == "Seat 2 can't have tiara, shoes in hand."
    assert str(refusal) == "K3.1: Seat 2 can't have tiara, shoes in hand."
    assert (
        refusal_sentence(GAMES["klunker"], refusal, NAMES, "it") == "Chiara non può avere un diadema e scarpe in mano."
    )
    assert refusal_sentence(GAMES["klunker"], refusal, (), "it").startswith("Posto 2 non può")


def test_people_read_apostrophes_of_print_and_names_as_they_were_typed() -> None:
    refusal = RuleViolation("K3.1", "{seat} can't have {jewels} in hand.", seat=0, jewels=("tiara",))
    told = refusal_sentence(GAMES["klunker"], refusal, ("Pat O'Hara",), "en")
    assert told == "Pat O'Hara can’t have a tiara in hand."
    written = refusal_sentence(GAMES["klunker"], RuleViolation("K1.1", "Seat 0 can't pay."), ("Ada",), "en")
    assert written == "Ada can’t pay."


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_reads_what_programs_call_a_phase(language: Language) -> None:
    with pytest.raises(RuleViolation) as raised:
        verify_phase(KlunkerPhase.STOCK, KlunkerPhase.STORE, "K3.1")
    told = refusal_sentence(GAMES["klunker"], raised.value, (), language)
    assert not re.search("stock|store|'", told)
    assert "'store'" in raised.value.message
